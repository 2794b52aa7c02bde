"""A swarm in virtual time: the product's own plan, roles, clock, presence and exchange under every fault there is.

A development package, not shipped. One seed gives one run, to the byte: there is no wall clock, no thread, no event
loop, and nothing depends on the order of a set.

====================  =================================================================================================
:mod:`.schedule`      virtual time: events in the order of their time
:mod:`.waiting`       drives the product's coroutines (record log, exchange) without an event loop
:mod:`.disk`          a virtual disk: what is durable survives a crash, nothing else does
:mod:`.network`       links, gossip hop by hop, streams; delay, loss, duplicates, cuts; counts messages and bytes
:mod:`.model`         what a scripted model says, and how long it takes
:mod:`.agent`         one run of the software on a machine
:mod:`.hands`         carries decisions out: the performer without a real model
:mod:`.machine`       what outlives a run: disk, key, clock, power
:mod:`.faults`        what goes wrong when; a seed makes a list of faults
:mod:`.checks`        what has to hold all along and at the end
:mod:`.trace`         what happened, for people and as a digest
:mod:`.world`         all of it together; begin here
:mod:`.shrink`        fewer faults that still break it
====================  =================================================================================================

The usual way in::

    world = World(seed=7, config=Config(machines=(MachineSpec(),) * 3))
    world.submit(world.machines[0], policy=policy_for(3))
    world.run(until=120.0)
    world.failures        # what did not hold; empty when all is well
    world.trace.lines()   # who said what when, and who heard it
"""

from simulation.faults import Fault, random_faults
from simulation.machine import Machine
from simulation.network import Network
from simulation.world import Config, MachineSpec, World, policy_for, random_world

__all__ = [
    "Config",
    "Fault",
    "Machine",
    "MachineSpec",
    "Network",
    "World",
    "policy_for",
    "random_faults",
    "random_world",
]
