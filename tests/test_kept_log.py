"""What the logs of a home tell while no agent runs."""

from pathlib import Path

import pytest

from edge_agent import cli
from edge_agent.home import Home
from edge_agent.kept_log import kept_plan
from edge_agent.peer_names import KEY
from edge_agent.records import Cancel, Clock, Goal, KnownBody, Policy, Signer, SwarmId, sign_record
from edge_agent.store import Store

SIGNER = Signer(b"\x01" * 32)


async def log_of(path: Path, swarm: SwarmId, *bodies: KnownBody, clock: int = 1 << 16) -> list[str]:
    """A log that a stopped agent left, with these records; their ids."""
    path.parent.mkdir(parents=True)
    store = await Store.open(path)
    records = [
        sign_record(body, clock=Clock(clock + number), swarm=swarm, signer=SIGNER) for number, body in enumerate(bodies)
    ]
    await store.add_foreign(records)
    await store.set_meta(KEY, f'{{"{SIGNER.peer_id}": "attic"}}')
    await store.close()
    return [record.id for record in records]


def contents(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


async def test_all_logs_make_one_plan_and_nothing_is_changed(tmp_path: Path) -> None:
    swarm, other = SwarmId("c5" * 16), SwarmId("c6" * 16)
    japan = Goal(title="Japan", text="Japan", policy=Policy())
    (first,) = await log_of(tmp_path / "alder" / "records.sqlite", swarm, japan)
    await log_of(tmp_path / "birch" / "records.sqlite", swarm, japan, Cancel(goal=first))
    await log_of(tmp_path / "agent" / "records.sqlite", other, Goal(title="Norway", text="Norway", policy=Policy()))
    (tmp_path / "cedar").mkdir()
    (tmp_path / "cedar" / "records.sqlite").write_bytes(b"no database")
    before = contents(tmp_path)
    plan, names = kept_plan(tmp_path, swarm)
    assert [(goal.goal.title, goal.state) for goal in plan.goals()] == [("Japan", "cancelled")]
    assert names == {SIGNER.peer_id: "attic"}
    assert contents(tmp_path) == before
    assert kept_plan(tmp_path / "none", swarm)[0].goals() == []


async def test_results_of_goals_that_another_machine_took_are_shown_without_an_agent(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    home = Home(tmp_path)
    home.prepare()
    swarm = home.membership().swarm
    goal = Goal(title="Japan", text="Japan", policy=Policy())
    (goal_id,) = await log_of(home.state("agent") / "records.sqlite", swarm, goal)
    assert cli.main(["results", "--home", str(tmp_path)]) == 0
    assert capsys.readouterr().out.split()[0] == goal_id[:8]
    assert cli.main(["results", "japan", "--home", str(tmp_path)]) == 0
    out, err = capsys.readouterr()
    assert out.startswith("# Plan: Japan\n")
    assert "taken by attic at" in out
    assert "There is no answer yet" in err
