"""python -m simulation: see scripts/simulate --help."""

import sys

from simulation.command import main

sys.exit(main())
