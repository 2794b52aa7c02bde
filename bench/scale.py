"""How a goal's cost grows with machines and tasks: ``python -m bench.scale``; see ``--help`` and docs/scale.md.

Everything is measured in virtual time on the simulator, with the product's own plan, roles and exchange; only the
processor's times depend on the machine that it runs on.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from bench.axes import PROCESSES, QUICK, Sizes, measure
from bench.report import plot_machines, plot_tasks, report


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, write the report and the plots; the tables also go to the terminal."""
    parser = argparse.ArgumentParser(prog="python -m bench.scale", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="few and small points: about a minute")
    parser.add_argument("--processes", type=int, default=PROCESSES, help="how many points at once (default: 2)")
    parser.add_argument("--to", type=Path, help="a folder for tables.md and the plots")
    options = parser.parse_args(arguments)
    began = time.monotonic()

    def tell(text: str) -> None:
        print(f"[{time.monotonic() - began:5.0f} s] {text}", file=sys.stderr, flush=True)

    results = measure(QUICK if options.quick else Sizes(), tell, options.processes)
    text = "\n".join(report(results))
    print(text)
    if options.to is not None:
        options.to.mkdir(parents=True, exist_ok=True)
        (options.to / "tables.md").write_text(text + "\n", encoding="utf-8")
        try:
            plot_machines(results.machines, options.to / "scale-machines.png")
            plot_tasks(results.leaves, results.executors, options.to / "scale-tasks.png")
        except ImportError:
            tell("no plots: install requirements/bench.txt for matplotlib")
    return 0


if __name__ == "__main__":
    sys.exit(main())
