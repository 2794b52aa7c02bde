"""Whole agents in one process, over a real mesh on the loopback interface, with a scripted model."""

import asyncio
import re
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest
from scripted_model import ScriptedModel
from waiting import until

from edge_agent import timekeeper
from edge_agent.agent import Agent
from edge_agent.clock import QUARANTINE_MS, clock_of_ms, monotonic_seconds, wall_ms
from edge_agent.config import Config, GoalDefaults, RoleName
from edge_agent.door import SwarmDoor
from edge_agent.goal_files import GoalFile, GoalOptions
from edge_agent.home import Settings
from edge_agent.membership import Membership
from edge_agent.models.service import ModelService
from edge_agent.owners_word import NotServingError
from edge_agent.plan import GoalPlan
from edge_agent.records import (
    Cancel,
    Claim,
    Failure,
    Goal,
    KnownBody,
    Policy,
    Record,
    RecordId,
    Result,
    Signer,
    SwarmId,
    Vote,
    sign_record,
    whole_id,
)
from edge_agent.roles.intents import Approve, OpenClaim
from edge_agent.status import problems_of, status_line, status_of
from edge_agent.store import StoreFullError

pytestmark = pytest.mark.mesh

SWARM = SwarmId("c5" * 16)
MEMBERSHIP = Membership(SWARM, "6b" * 32)
STRANGER = Signer(b"\x09" * 32)
JAPAN = GoalFile(title="Japan", text="Plan a two-week trip to Japan")
WORKING: tuple[RoleName, ...] = ("decomposer", "scorer", "executor")


class Farm:
    """Agents that share nothing but the loopback interface; all are stopped at the end."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.agents: list[Agent] = []
        self.models: list[ModelService] = []

    async def start(self, name: str, *roles: RoleName, peers: Sequence[Agent] = (), **settings: Any) -> Agent:
        """An agent that knows the addresses of ``peers``."""
        config = Config(
            name=name,
            roles=roles or WORKING,
            listen="127.0.0.1:0",
            peers=tuple(address for peer in peers for address in peer.mesh.addresses),
            beacon_seconds=0.4,
            claim_settle_seconds=0.1,
            goals=GoalDefaults(window_seconds=3.0, lease_seconds=2.0, max_depth=1, max_tasks=6),
        )
        models = ModelService(ScriptedModel())
        self.models.append(models)
        config = msgspec.structs.replace(config, **settings)
        agent = Agent(Settings(config=config, directory=self.folder / name, membership=MEMBERSHIP), models)
        await agent.start()
        self.agents.append(agent)
        return agent

    async def stop(self) -> None:
        for agent in self.agents:
            await agent.stop()
        for models in self.models:
            await models.close()


@pytest.fixture
async def farm(tmp_path: Path) -> AsyncIterator[Farm]:
    farm = Farm(tmp_path)
    yield farm
    await farm.stop()


def stranger_says(body: KnownBody, milliseconds: int) -> Record:
    return sign_record(body, clock=clock_of_ms(milliseconds), swarm=SWARM, signer=STRANGER)


def bodies(agent: Agent, kind: type[KnownBody]) -> list[Any]:
    records = [record for goal in agent.plan.goals() for record in goal.records.values()]
    return [record.body for record in sorted(records, key=lambda one: one.order) if isinstance(record.body, kind)]


def goal_of(agent: Agent, goal: RecordId) -> GoalPlan:
    found = agent.plan.goal(goal)
    assert found is not None
    return found


async def test_the_quorum_is_counted_from_the_living_scorers_and_all_come_to_the_same_plan(farm: Farm) -> None:
    ash = await farm.start("ash")
    beech = await farm.start("beech", peers=[ash])
    await farm.start("cherry", "scorer", peers=[ash, beech])
    owl = await farm.start("owl", "observer", peers=[ash, beech])
    goal = await ash.owner.submit(JAPAN)
    assert goal_of(ash, goal).policy.quorum == 2
    assert not goal_of(ash, goal).policy.self_votes
    await until(lambda: all((known := one.plan.goal(goal)) and known.ended for one in farm.agents), "the end")
    assert goal_of(owl, goal).state == "finished"
    await until(lambda: len({one.plan.digest() for one in farm.agents}) == 1, "one digest")
    assert owl.peer_id not in {record.author for record in goal_of(ash, goal).records.values()}
    with pytest.raises(NotServingError, match="observer"):
        await owl.owner.submit(JAPAN)
    with pytest.raises(NotServingError, match="observer"):
        await owl.owner.say(Cancel(goal=goal, reason="no"))


async def test_what_the_living_lack_is_covered_and_counts_for_the_quorum(farm: Farm) -> None:
    ash = await farm.start("ash", "executor")
    beech = await farm.start("beech", "decomposer", peers=[ash])
    cedar = await farm.start("cedar", "executor", peers=[ash, beech], cover=False)
    goal = await ash.owner.submit(JAPAN)
    assert goal_of(ash, goal).policy.quorum == 2, "two machines cover scoring"
    assert not goal_of(ash, goal).policy.self_votes
    await until(lambda: all((known := one.plan.goal(goal)) and known.ended for one in farm.agents), "the end")
    await until(lambda: ash.roles == {"executor", "scorer"}, "ash to leave the splits to beech, which came later")
    assert (beech.roles, cedar.roles) == ({"decomposer", "scorer"}, {"executor"})
    farm.agents.remove(beech)
    await beech.stop()
    await until(lambda: "decomposer" in ash.roles, "ash to take over", 20)
    status = status_of(ash)
    assert status["why"]["executor"] == "as configured"
    assert status["why"]["decomposer"].startswith("cover: no other decomposer lives")
    seen = await until(
        lambda: [one for one in status_of(cedar)["peers"] if "decomposer" in one["roles"]], "cedar to hear of it"
    )
    assert [(one["name"], one["cover"], one["liveness"]) for one in seen] == [
        ("ash", ["decomposer", "scorer"], "alive")
    ]
    assert cedar.roles == {"executor"}


async def test_a_machine_without_a_model_serves_nothing_until_it_has_one(farm: Farm) -> None:
    ash = await farm.start("ash", "scorer")
    models = ash.models
    assert models is not None
    await until(lambda: ash.roles == {"decomposer", "scorer"}, "cover")
    ash.part.models = None
    await until(lambda: ash.roles == frozenset(), "no role")
    ash.use_models(models)
    assert "scorer" in ash.roles


async def test_what_gossip_lost_is_exchanged_where_digests_differ(farm: Farm, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("edge_agent.mesh.readiness.DIFFERING_SECONDS", 0.5)
    ash = await farm.start("ash", "scorer")
    beech = await farm.start("beech", "scorer", peers=[ash])
    await until(lambda: ash.catching_up.done and beech.catching_up.done, "both to have caught up")
    await until(lambda: beech.peer_id in ash.presence.living(monotonic_seconds()), "beacons")

    async def lost(wire: bytes) -> None:
        """Gossip has no memory."""

    monkeypatch.setattr(ash.mesh, "publish", lost)
    record = await ash.log.publish(Goal(title="Lost", text="Lost by gossip", policy=Policy(quorum=9)))
    await until(lambda: record.id in beech.plan, "the exchange")


async def test_an_agent_that_woke_up_catches_up_over_links_that_held(farm: Farm) -> None:
    ash = await farm.start("ash")
    beech = await farm.start("beech", peers=[ash])
    await until(lambda: ash.catching_up.done and beech.catching_up.done, "both to have caught up")
    for agent in (ash, beech):
        agent.catching_up.wake_up(monotonic_seconds())
        assert not agent.catching_up.done
    await until(lambda: ash.catching_up.done and beech.catching_up.done, "both to have caught up again", 15)


async def test_a_machine_that_falls_silent_is_gone_after_a_while(farm: Farm) -> None:
    ash = await farm.start("ash")
    beech = await farm.start("beech", peers=[ash])
    await until(lambda: beech.peer_id in ash.presence.living(monotonic_seconds()), "beacons")
    farm.agents.remove(beech)
    await beech.stop()
    await until(lambda: beech.peer_id not in ash.presence.living(monotonic_seconds()), "beech to be gone", 15)
    assert "0 peers" in status_line(ash)


async def test_former_peers_are_remembered_over_a_restart(farm: Farm) -> None:
    ash = await farm.start("ash")
    beech = await farm.start("beech", peers=[ash])
    await until(lambda: ash.names().get(beech.peer_id) == "beech", "beech's name")
    await until(lambda: beech.names().get(ash.peer_id) == "ash", "ash's name")
    for agent in (ash, beech):
        farm.agents.remove(agent)
        await agent.stop()
    again = await farm.start("ash")
    assert again.names() == {ash.peer_id: "ash", beech.peer_id: "beech"}
    waiting = asyncio.create_task(again.owner.wait_until_acquainted())
    await until(lambda: again.catching_up.done, "being alone to be clear")
    await asyncio.sleep(0.2)
    assert not waiting.done(), "it does not wait for the machine that was here before"
    await waiting


async def test_a_restart_keeps_own_votes_and_gives_open_claims_up(farm: Farm) -> None:
    """I6: what a machine said before, it stands to; a claim whose run died with it is failed in public."""
    ash = await farm.start("ash", "scorer", "executor")
    await until(lambda: ash.catching_up.done, "being alone to be clear")
    for task in ash._tasks:  # from here on the process is as good as dead: its loops do nothing any more
        task.cancel()
    await asyncio.gather(*ash._tasks, return_exceptions=True)
    policy = Policy(quorum=1, self_votes=True, max_depth=1, lease=60_000)
    goal = await ash.log.publish(Goal(title="Japan", text="Plan a trip to Japan", policy=policy))
    whole = whole_id(goal_of(ash, goal.id).root.id)
    await ash.performer.carry_out(Approve(goal=goal.id, proposal=whole, reason="by rule"))
    (step,) = goal_of(ash, goal.id).ready()
    await ash.performer.carry_out(
        OpenClaim(goal=goal.id, task=step.task, phase=step.phase, split=step.split, attempt=1)
    )
    (claim,) = ash.performer.opened
    mark = ash.log.clock.mark
    farm.agents.remove(ash)
    await ash.stop()

    again = await farm.start("ash", "scorer", "executor")
    assert again.peer_id == ash.peer_id
    assert again.log.clock.mark > mark
    await until(lambda: goal_of(again, goal.id).ended, "the end")
    failures = bodies(again, Failure)
    assert [(failure.claim, failure.reason) for failure in failures] == [(claim, "restarted")]
    assert [one.attempt for one in bodies(again, Claim)] == [1, 2]
    assert len(bodies(again, Vote)) == 1, "it voted again"
    (result,) = bodies(again, Result)
    assert result.claim != claim


async def test_the_reference_keeps_records_from_the_future_out(farm: Farm, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timekeeper, "clock_is_synchronised", lambda: True)
    ash = await farm.start("ash", "scorer")
    beech = await farm.start("beech", "scorer", peers=[ash])
    early = stranger_says(Goal(title="Early", text="Too early", policy=Policy(quorum=9)), wall_ms() + 2 * QUARANTINE_MS)
    await ash.log.receive([early.wire], STRANGER.peer_id)
    assert not ash.plan.goals()
    assert status_of(ash)["waiting_in_quarantine"] == 1
    assert not SwarmDoor(SWARM, ash.time.reference_ms).check_record(early.wire), "it would be relayed"
    # A machine whose own clock nobody keeps right goes by the others, whatever its own clock says.
    monkeypatch.setattr(beech.time, "look", lambda now: None)
    await until(lambda: beech.peer_id in ash.presence.living(monotonic_seconds()), "beacons")
    monkeypatch.setattr(timekeeper, "clock_is_synchronised", lambda: False)
    monkeypatch.setattr(timekeeper, "wall_ms", lambda: wall_ms() - 30 * 86_400_000)
    ash.time.look(monotonic_seconds())
    assert abs(ash.time.reference_ms() - wall_ms()) < QUARANTINE_MS


async def test_a_clock_that_was_set_between_two_runs_is_set_right(farm: Farm, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timekeeper, "clock_is_synchronised", lambda: False)
    ash = await farm.start("ash", "scorer")
    ahead = clock_of_ms(wall_ms() + 40 * 86_400_000)
    ash.log.clock.count(ahead)
    goal = await ash.log.publish(Goal(title="Japan", text="Plan a trip", policy=Policy(quorum=9)))
    farm.agents.remove(ash)
    await ash.stop()
    monkeypatch.setattr(timekeeper, "clock_is_synchronised", lambda: True)
    again = await farm.start("ash", "scorer")
    await until(lambda: again.log.clock.mark < ahead, "the clock to be set right")
    await until(
        lambda: [one.goal.title for one in again.plan.goals() if one.id != goal.id] == ["Japan"],
        "the goal to come again, as another record",
    )
    await until(lambda: any("clock was far ahead" in problem for problem in problems_of(again)), "the owner to be told")


async def test_a_full_disk_stops_claims_and_room_lets_them_go_on(farm: Farm, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("edge_agent.agent.ROOM_SECONDS", 0.3)
    ash = await farm.start("ash")
    goal = await ash.owner.submit(GoalFile(title="Japan", text=JAPAN.text, options=GoalOptions(max_depth=0)))
    full = True
    write = ash._store._write

    async def write_where_there_is_room(statements: Any) -> None:
        if full:
            raise StoreFullError("the disk is full")
        await write(statements)

    monkeypatch.setattr(ash._store, "_write", write_where_there_is_room)
    await until(lambda: "the disk is full" in problems_of(ash), "the problem")
    assert not ash.outlook.view(monotonic_seconds()).takes_work
    full = False
    await until(lambda: goal_of(ash, goal).ended, "the work to go on by itself")
    assert "the disk is full" not in problems_of(ash)


async def test_the_line_for_systemd(farm: Farm, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SCRIPTED_WRITE_SECONDS", "3")
    ash = await farm.start("ash", "executor")
    assert re.fullmatch(r"[a-z+]+ · 0 peers · goals 0 open 0 done · scripted", status_line(ash))
    goal = await ash.owner.submit(GoalFile(title="Japan", text=JAPAN.text, options=GoalOptions(max_depth=0)))
    await until(lambda: bool(ash.performer.runs), "the work")
    assert re.fullmatch(
        r'[a-z+]+ · 0 peers · goals 1 open 0 done · task 1/1 "Japan"( \d+ tok/s)? · scripted', status_line(ash)
    )
    assert "Japan" not in status_line(ash, titles=False)
    ash.performer.last_problem = "the model process was killed"
    assert status_line(ash, titles=False).endswith(" · the model process was killed")
    await until(lambda: goal_of(ash, goal).ended, "the end")
    assert " · goals 0 open 1 done · scripted" in status_line(ash)


async def test_names_from_the_network_reach_nobodys_terminal_as_they_are(farm: Farm) -> None:
    ash = await farm.start("ash")
    ash.problems["model"] = "broken\nREADY=1\n\x1b[2J"
    line = status_line(ash)
    assert "\n" not in line
    assert "\x1b" not in line
