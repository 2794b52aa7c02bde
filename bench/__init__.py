"""How the cost of a goal grows with machines and tasks, measured on the simulator: ``python -m bench.scale --help``.

A development package, not shipped.

====================  =================================================================================================
:mod:`.swarm`         worlds as large as a thousand machines: beacons in aggregate, goals of a given number of leaves
:mod:`.measure`       one run of a swarm, in numbers
:mod:`.coordinator`   the same goal under a central coordinator
:mod:`.axes`          what is measured along which axis
:mod:`.report`        tables, growth exponents, plots
:mod:`.scale`         the command
====================  =================================================================================================
"""
