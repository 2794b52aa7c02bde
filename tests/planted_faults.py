"""Planted rule faults: each breaks one rule in a way that a programmer could, and that a quick look would not show.

    PYTHONPATH=. python tests/planted_faults.py [--seeds 60]     # prints which check catches each, on which seed

They are patched in at run time, on every machine of a simulated swarm alike. ``tests/test_simulation_planted.py`` holds
that the simulator catches each of them within few seeds, and that the same seeds pass without it.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any, Final, NamedTuple

import planted_plan_faults as plan
import planted_role_faults as roles
from harsh_worlds import failures_of, harsh_world, mild_world

from simulation.world import World

Plant = Callable[[], AbstractContextManager[Any]]


class PlantedFault(NamedTuple):
    """A fault, the kind of worlds in which it is looked for, and the first of the seeds to try."""

    plant: Plant
    make: Callable[[int], World] = harsh_world
    first_seed: int = 0

    @property
    def name(self) -> str:
        """In words."""
        return str(getattr(self.plant, "__name__", "")).replace("_", " ")

    @property
    def description(self) -> str:
        """What is wrong, in a sentence."""
        return (self.plant.__doc__ or "").strip()


FAULTS: Final = (
    PlantedFault(plan.claims_in_order_of_arrival),
    PlantedFault(plan.texts_in_order_of_arrival),
    PlantedFault(plan.every_vote_counts),
    PlantedFault(roles.votes_forgotten_at_restart, first_seed=8),
    PlantedFault(plan.last_heard_vote_counts),
    PlantedFault(plan.self_votes, first_seed=4),
    PlantedFault(plan.claim_before_decision),
    PlantedFault(roles.takeover_without_lease, mild_world, first_seed=3),
    PlantedFault(roles.cut_off_machine_blames_the_others, first_seed=15),
    PlantedFault(roles.attempt_skipped),
    PlantedFault(plan.attempts_need_no_order),
    PlantedFault(roles.restart_goes_on, first_seed=6),
    PlantedFault(plan.strangers_failure),
    PlantedFault(plan.failure_heard_late, first_seed=7),
    PlantedFault(plan.flip_unfinishes),
    PlantedFault(plan.loser_unfinishes),
    PlantedFault(plan.results_keep_no_split, first_seed=10),
    PlantedFault(plan.whole_before_its_task, first_seed=4),
    PlantedFault(plan.budget_by_arrival),
    PlantedFault(plan.digest_without_texts),
    PlantedFault(plan.one_early_record),
    PlantedFault(plan.requorum_only_forward),
    PlantedFault(plan.cancel_beats_finished),
    PlantedFault(plan.forgotten_comes_back),
    PlantedFault(roles.quarantine_ignored, first_seed=11),
    PlantedFault(roles.observer_votes),
)
"""Each is caught, all but one of them in the harsh worlds. The first seeds only save time."""

RARE: Final = (
    PlantedFault(plan.splits_in_order_of_arrival, first_seed=108),
    PlantedFault(roles.runs_before_it_settled, mild_world, first_seed=22),
)
"""These show on one seed in dozens, and mend themselves; docs/mutants.md says why."""


class Catch(NamedTuple):
    """Which seed caught a fault, how many were tried, and what did not hold there."""

    seed: int
    tried: int
    failures: list[str]


def catch(fault: PlantedFault, seeds: int) -> Catch | None:
    """Try the fault on so many seeds until a check catches it."""
    with fault.plant():
        for tried, seed in enumerate(range(fault.first_seed, fault.first_seed + seeds), start=1):
            failures = failures_of(fault.make, seed)
            if failures:
                return Catch(seed, tried, failures)
    return None


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--seeds", type=int, default=60, help="how many seeds to try with each fault (default: 60)")
    parser.add_argument("--mild", action="store_true", help="in the worlds of scripts/simulate instead")
    parser.add_argument("--rare", action="store_true", help="those that hundreds of seeds hardly ever show")
    parser.add_argument("--only", default="", help="only faults whose name holds this")
    asked = parser.parse_args()
    print("| fault | caught on seed | tried | by | the same seed without it |")
    print("| --- | --- | --- | --- | --- |")
    for fault in RARE if asked.rare else FAULTS:
        if asked.mild:
            fault = fault._replace(make=mild_world, first_seed=0)
        if asked.only.replace("_", " ") in fault.name:
            caught = catch(fault, asked.seeds)
            seed, tried, by, without = "none", str(asked.seeds), "", ""
            if caught is not None:
                seed, tried, by = str(caught.seed), str(caught.tried), _short(caught.failures[0])
                without = "passes" if not failures_of(fault.make, caught.seed) else "FAILS TOO"
            print(f"| {fault.description} | {seed} | {tried} | {by} | {without} |", flush=True)


def _short(failure: str) -> str:
    return re.sub(r"^at [\d.]+ s: (m\d+: )?", "", failure)[:90]


if __name__ == "__main__":
    main()
