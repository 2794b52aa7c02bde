"""``python -m bench.quality``."""

from bench.quality.command import main

if __name__ == "__main__":
    raise SystemExit(main())
