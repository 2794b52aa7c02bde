"""The scale bench on tiny worlds: it measures what it says, its worlds behave, and its report adds up."""

from __future__ import annotations

import math
from pathlib import Path
from random import Random

import pytest

from bench import axes
from bench.axes import Crashed, Results, Sizes, measure, of_crashes, of_executors, of_leaves, of_machines
from bench.coordinator import Coordination
from bench.measure import random_crashes, run_swarm
from bench.report import exponent, plot_machines, plot_tasks, report, table
from bench.scale import main
from bench.swarm import Others, Roll, Shape, script_for
from edge_agent.mesh.presence import Beacon
from edge_agent.records import PeerId
from edge_agent.roles import vote

TINY = Sizes(machines=(3, 4), leaves=(4, 10), executors=(1, 2), judged_by_all=(3,), crash_seeds=1)


@pytest.mark.parametrize(
    ("leaves", "fan_out", "inner"), [(1, 8, 0), (8, 8, 1), (64, 8, 9), (64, 32, 3), (9261, 21, 463)]
)
def test_a_shape_has_exactly_its_leaves(leaves: int, fan_out: int, inner: int) -> None:
    shape = Shape(leaves, fan_out=fan_out)
    assert (shape.inner, shape.tasks) == (inner, leaves + inner)
    if leaves > 1:
        assert sum(shape.shares(leaves)) == leaves
        assert max(shape.shares(leaves)) - min(shape.shares(leaves)) <= 1


def test_a_swarm_makes_the_tree_of_its_shape() -> None:
    run = of_machines(4)
    assert run.state == "finished"
    assert (run.leaves, run.tasks, run.wasted) == (64, 73, 0.0)
    assert run.records >= 1 + 2 * 73 + 9, "a claim and a result for each task, and a split for each inner one"
    assert 1.0 <= run.claims < 1.3
    assert run.gossip <= run.messages
    assert run.bytes > 100 and run.fold_microseconds > 0 and 0 < run.longest_wait < run.seconds


def test_equal_runs_have_equal_figures() -> None:
    first, second = of_leaves(10), of_leaves(10)
    assert first.tasks == 11
    assert [first.seconds, first.messages, first.records] == [second.seconds, second.messages, second.records]


def test_more_executors_are_quicker() -> None:
    one, four = of_executors(1), of_executors(4)
    assert 3.6 * four.leaf_seconds < one.leaf_seconds


def test_votes_do_not_grow_with_the_swarm_unless_all_judge() -> None:
    few, many, all_judge = of_machines(4), of_machines(12), of_machines(12, spare=12)
    assert many.votes < 1.3 * few.votes
    assert all_judge.votes > 1.5 * many.votes
    assert vote.SPARE_SCORERS == 1, "as it was before"


def test_machines_that_go_leave_the_goal_to_the_others() -> None:
    shape = Shape(8)
    script = script_for(shape, 1, split=3, judge=1, write=5)
    policy = shape.policy(5, quorum=3, lease=12, window=8)
    crashes = random_crashes(5, 0.4, 20.0, Random(1))
    assert len(crashes) == 2
    disturbed = run_swarm(shape, script, 5, policy, crashes=[(n, 3 + at) for n, at in crashes], longest=600)
    assert disturbed.state == "finished"
    assert disturbed.seconds > run_swarm(shape, script, 5, policy).seconds


def test_a_coordinator_finishes_unless_it_crashes() -> None:
    shape = Shape(16)
    script = script_for(shape, 1, split=3, judge=1, write=5)
    calm = Coordination(shape, script, 5, quorum=3).run(10_000)
    assert calm.finished
    assert calm.work >= shape.tasks + shape.inner
    worker = Coordination(shape, script, 5, quorum=3, crashes=[(3, 10.0)]).run(10_000)
    assert worker.finished
    assert worker.seconds > calm.seconds
    alone = Coordination(shape, script, 5, quorum=3, crashes=[(0, 10.0)]).run(10_000)
    assert not alone.finished
    assert math.isnan(alone.seconds)


def test_of_crashes_compares_both() -> None:
    outcome = of_crashes(0)
    assert isinstance(outcome, Crashed)
    assert outcome.swarm == outcome.origin_alone == "finished"
    assert not outcome.coordinator_alone


def test_the_roll_forgets_who_is_silent() -> None:
    roll = Roll(2.0)
    for name, now in (("a", 0.0), ("b", 0.0), ("a", 11.0)):
        roll.put(Beacon(boot="0" * 16, started=1, sequence=1, clock=1, wall_ms=1, author=name), now)
    mine = Others(roll.peers, PeerId("a"))
    assert list(mine) == ["b"]
    assert (len(mine), PeerId("a") in mine, [peer.id for peer in mine.values()]) == (1, False, ["b"])
    roll.purge(13.0)
    assert set(roll.peers) == set(roll.beacons) == {"a"}


def test_exponents() -> None:
    assert exponent([1, 10, 100], [5, 5, 5]) == pytest.approx(0)
    assert exponent([1, 10, 100], [2, 200, 20_000]) == pytest.approx(2)
    assert math.isnan(exponent([1], [1]))


def test_a_table_is_markdown() -> None:
    assert list(table(["a", "b"], [[1, 0.12345], [2_000, 1234.5]])) == [
        "| a | b |", "| --: | --: |", "| 1 | 0.123 |", "| 2,000 | 1,234 |",
    ]  # fmt: skip


@pytest.fixture(scope="module")
def results() -> Results:
    return measure(TINY, lambda text: None, processes=1)


def test_all_axes_are_measured_in_order(results: Results) -> None:
    assert [run.machines for run in results.machines] == [3, 4]
    assert [run.leaves for run in results.leaves] == [4, 10]
    assert [run.machines for run in results.executors] == [1, 2]
    assert len(results.machines_coordinated) == len(results.executors_coordinated) == 2


def test_the_report_tells_of_each_aim(results: Results) -> None:
    lines = list(report(results))
    assert sum(line.startswith("### ") for line in lines) == 6
    aims = lines[lines.index("### The aims") + 4 :]
    assert len(aims) == 5
    assert all(line.endswith(("| yes |", "| **no** |")) for line in aims)
    assert aims[-1].count("100.0 %") >= 1


def test_plots_are_small_pictures(results: Results, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason="the bench's plots need requirements/bench.txt")
    plot_machines(results.machines, tmp_path / "machines.png")
    plot_tasks(results.leaves, results.executors, tmp_path / "tasks.png")
    for path in tmp_path.iterdir():
        assert path.read_bytes().startswith(b"\x89PNG")
        assert path.stat().st_size < 200_000


def test_the_command_writes_tables(
    results: Results, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("bench.scale.measure", lambda sizes, tell, processes: results)
    assert main(["--quick", "--to", str(tmp_path)]) == 0
    assert capsys.readouterr().out == (tmp_path / "tables.md").read_text(encoding="utf-8")
    assert axes.QUICK.machines[-1] < Sizes().machines[-1]
