"""The performer: model work becomes records, failures become Failures, nothing finished is thrown away."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Collection, Iterator
from pathlib import Path

import msgspec
import pytest
from scripted_model import ScriptedModel
from waiting import until

from edge_agent.clock import HybridClock, wall_ms
from edge_agent.model_work import ModelWork
from edge_agent.models.backend import ModelCrashed
from edge_agent.models.service import ModelService
from edge_agent.performer import Performer
from edge_agent.plan import GoalPlan
from edge_agent.record_log import RecordLog
from edge_agent.records import (
    Child,
    Clock,
    Failure,
    Goal,
    KnownBody,
    Policy,
    Proposal,
    Record,
    RecordId,
    Result,
    Scores,
    Signer,
    SwarmId,
    Vote,
    child_task_id,
    whole_id,
)
from edge_agent.roles.intents import Approve, DropRun, ForgetGoal, Judge, OpenClaim, Propose, RunClaim
from edge_agent.roles.refine import Refined
from edge_agent.roles.requests import Likelihood, Prompt, Reply, Request
from edge_agent.roles.score import Judgement
from edge_agent.store import Store, StoreFullError

SWARM = SwarmId("ef" * 16)


class Model(ScriptedModel):
    """The scripted model, with a hook before each reply."""

    def __init__(self) -> None:
        super().__init__()
        self.before: Callable[[Request], None] = lambda request: None
        self.hold = asyncio.Event()
        self.hold.set()

    async def ask(self, request: Request, *, timeout: float) -> Reply:
        await self.hold.wait()
        self.before(request)
        return await super().ask(request, timeout=timeout)


class Wanted:
    """The agent's word on what is still wanted; it waits for ``caught_up`` first, as after a sleep."""

    def __init__(self) -> None:
        self.answer = True
        self.asked: list[object] = []
        self.caught_up = asyncio.Event()
        self.caught_up.set()

    async def __call__(self, work: object) -> bool:
        self.asked.append(work)
        await self.caught_up.wait()
        return self.answer


class Bench:
    """One machine with one goal."""

    def __init__(
        self, store: Store, log: RecordLog, model: Model, performer: Performer, wanted: Wanted, goal: RecordId
    ) -> None:
        self.store, self.log, self.model, self.performer = store, log, model, performer
        self.wanted = wanted
        self.goal_id = goal

    @property
    def goal(self) -> GoalPlan:
        found = self.log.plan.goal(self.goal_id)
        assert found is not None
        return found

    def bodies(self, kind: type[KnownBody]) -> list[KnownBody]:
        records = sorted(self.goal.records.values(), key=lambda record: record.order)
        return [record.body for record in records if isinstance(record.body, kind)]  # type: ignore[misc]

    async def claim_of_the_whole(self) -> RecordId:
        whole = whole_id(self.goal.root.id)
        await self.performer.carry_out(Approve(goal=self.goal_id, proposal=whole, reason="by rule"))
        step = self.goal.root.phase()
        assert step is not None
        await self.performer.carry_out(
            OpenClaim(goal=self.goal_id, task=step.task, phase=step.phase, split=step.split, attempt=1)
        )
        (claim,) = self.performer.opened
        return claim


@pytest.fixture
async def bench(tmp_path: Path) -> AsyncIterator[Bench]:
    store = await Store.open(tmp_path / "records.sqlite")
    log = RecordLog(store=store, swarm=SWARM, signer=Signer(b"\x05" * 32), clock=HybridClock(), reference_ms=wall_ms)
    model = Model()
    models = ModelService(model)
    wanted = Wanted()
    performer = Performer(log, models, session="me", scores=True, changed=lambda: None, may_say=wanted)
    goal = await log.publish(
        Goal(title="Japan", text="Plan a trip to Japan", policy=Policy(self_votes=True, max_depth=1))
    )
    yield Bench(store, log, model, performer, wanted, goal.id)
    await performer.stop()
    await models.close()
    await store.close()


def propose(bench: Bench, number: int = 0) -> Propose:
    return Propose(
        goal=bench.goal_id, task=bench.goal.root.id, round=number, refines=None, angle="place", ask_first=True
    )


async def test_a_split_becomes_one_proposal(bench: Bench) -> None:
    await bench.performer.carry_out(propose(bench))
    await bench.performer.carry_out(propose(bench))
    assert bench.performer.proposing == {(bench.goal.root.id, 0)}
    await until(lambda: not bench.performer.proposing)
    (proposal,) = bench.bodies(Proposal)
    assert isinstance(proposal, Proposal)
    assert proposal.angle == "place"
    assert proposal.author_scores
    assert len(proposal.children) >= 2


@pytest.mark.parametrize(("mark", "published"), [(70, True), (50, False), (49, False)])
async def test_a_refinement_is_published_only_where_it_scores_higher(
    bench: Bench, monkeypatch: pytest.MonkeyPatch, mark: int, published: bool
) -> None:
    def judged(number: int) -> Judgement:
        return Judgement(
            approve=False, scores=Scores(concrete=number, distinct=number, complete=number), critique="1 is vague"
        )

    def refined(*arguments: object, **more: object) -> Iterator[Request]:
        yield Likelihood(prompt=Prompt(system="", user=""), text="x")
        return Refined(children=(Child(title="A"), Child(title="B")), before=judged(50), after=judged(mark))

    await bench.performer.carry_out(propose(bench))
    await until(lambda: bench.bodies(Proposal))
    (former,) = (one for one in bench.goal.root.candidates if one.record is not None)
    monkeypatch.setattr("edge_agent.model_work.refine.refine", refined)
    await bench.performer.carry_out(
        msgspec.structs.replace(propose(bench, 1), refines=RecordId(former.id), ask_first=False)
    )
    await until(lambda: not bench.performer.proposing)
    later = [one for one in bench.bodies(Proposal) if isinstance(one, Proposal) and one.round == 1]
    assert [one.refines for one in later] == [former.id] * published


async def test_a_run_becomes_a_result_with_its_costs(bench: Bench) -> None:
    claim = await bench.claim_of_the_whole()
    await bench.performer.carry_out(RunClaim(goal=bench.goal_id, claim=claim))
    await bench.performer.carry_out(RunClaim(goal=bench.goal_id, claim=claim))
    assert bench.performer.runs[claim].progress < 1
    await until(lambda: bench.goal.ended)
    (result,) = bench.bodies(Result)
    assert isinstance(result, Result)
    assert result.model == "scripted"
    assert result.text
    assert result.tokens > 0
    await until(lambda: not bench.performer.runs)


async def test_a_crash_becomes_a_failure_that_names_the_signal(bench: Bench) -> None:
    def crash(request: Request) -> None:
        raise ModelCrashed("the model process was killed by SIGSEGV")

    claim = await bench.claim_of_the_whole()
    bench.model.before = crash
    await bench.performer.carry_out(RunClaim(goal=bench.goal_id, claim=claim))
    await until(lambda: bench.bodies(Failure))
    (failure,) = bench.bodies(Failure)
    assert isinstance(failure, Failure)
    assert "SIGSEGV" in failure.reason
    assert bench.performer.last_problem is not None


async def test_a_failed_thought_rests_instead_of_being_tried_in_a_loop(bench: Bench) -> None:
    asked = 0

    def crash(request: Request) -> None:
        nonlocal asked
        asked += 1
        raise ModelCrashed("the model process was killed by SIGKILL")

    bench.model.before = crash
    for _ in range(3):
        await bench.performer.carry_out(propose(bench))
        await bench.performer.carry_out(Judge(goal=bench.goal_id, proposal=whole_id(bench.goal.root.id)))
        await until(lambda: not bench.performer.proposing and not bench.performer.judging)
    assert 1 <= asked <= 2
    assert not bench.bodies(Proposal)
    assert not bench.bodies(Vote)


async def test_a_split_that_does_not_come_rests_longer_each_time_and_is_said_once(
    bench: Bench, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def split(*_: object) -> tuple[Child, ...]:
        return ()

    rests: list[float] = []
    monkeypatch.setattr(ModelWork, "split", split)
    monkeypatch.setattr(Performer, "_rest", lambda self, subject, seconds: rests.append(seconds))
    caplog.set_level(logging.INFO, "edge_agent.performer")
    for _ in range(6):
        await bench.performer.carry_out(msgspec.structs.replace(propose(bench), ask_first=False))
        await until(lambda: not bench.performer.proposing)
    window = bench.goal.policy.proposal_window / 1_000
    assert rests == [min(seconds, window) for seconds in (5.0, 10.0, 20.0, 40.0, 60.0, 60.0)]
    assert window >= 40.0, "the windows of a goal are longer than the first rests"
    assert caplog.text.count("no usable split") == 1


async def test_an_error_that_nobody_foresaw_fails_the_claim_instead_of_running_in_a_loop(bench: Bench) -> None:
    def fail(request: Request) -> None:
        raise ZeroDivisionError("a bug\x1b")

    claim = await bench.claim_of_the_whole()
    bench.model.before = fail
    await bench.performer.carry_out(RunClaim(goal=bench.goal_id, claim=claim))
    await until(lambda: bench.bodies(Failure))
    (failure,) = bench.bodies(Failure)
    assert isinstance(failure, Failure)
    assert "ZeroDivisionError" in failure.reason
    assert "\x1b" not in failure.reason
    assert "a bug" in failure.reason
    assert "ZeroDivisionError" in str(bench.performer.last_problem)
    assert "a bug" not in str(bench.performer.last_problem), (
        "it may quote a goal, and everybody on the machine may read it"
    )


async def test_a_thought_that_breaks_rests(bench: Bench) -> None:
    asked = 0

    def fail(request: Request) -> None:
        nonlocal asked
        asked += 1
        raise ZeroDivisionError("a bug")

    bench.model.before = fail
    for number in (0, 0, 1, 1):
        await bench.performer.carry_out(propose(bench, number))
        await until(lambda: not bench.performer.proposing)
    assert asked == 2


async def test_what_is_remembered_of_ended_goals_is_forgotten(bench: Bench) -> None:
    claim = await bench.claim_of_the_whole()
    assert bench.performer.has_claims
    bench.performer.forget_ended(every=0)
    assert bench.performer.opened == {claim}
    await bench.performer.carry_out(RunClaim(goal=bench.goal_id, claim=claim))
    await until(lambda: bench.goal.ended and not bench.performer.runs)
    assert not bench.performer.has_claims
    bench.performer.forget_ended()
    assert bench.performer.opened == {claim}
    bench.performer.forget_ended(every=0)
    assert bench.performer.opened == frozenset()


async def test_a_finished_claim_of_an_open_goal_is_held_no_more(bench: Bench) -> None:
    children = (Child(title="The route"), Child(title="The budget"))
    split = await bench.log.publish(Proposal(goal=bench.goal_id, task=bench.goal.root.id, children=children))
    await bench.performer.carry_out(Approve(goal=bench.goal_id, proposal=split.id, reason="good"))
    task = child_task_id(split.id, 0)
    await bench.performer.carry_out(OpenClaim(goal=bench.goal_id, task=task, phase="execute", split=None, attempt=1))
    assert bench.performer.has_claims
    (claim,) = bench.performer.opened
    await bench.performer.carry_out(RunClaim(goal=bench.goal_id, claim=claim))
    await until(lambda: bench.bodies(Result) and not bench.performer.runs)
    assert not bench.goal.ended
    assert not bench.performer.has_claims


async def test_a_dropped_run_says_nothing(bench: Bench) -> None:
    claim = await bench.claim_of_the_whole()
    bench.model.hold.clear()
    await bench.performer.carry_out(RunClaim(goal=bench.goal_id, claim=claim))
    await asyncio.sleep(0.05)
    await bench.performer.carry_out(DropRun(claim=claim, reason="another machine won the claim"))
    await until(lambda: not bench.performer.runs)
    assert not bench.bodies(Result)
    assert not bench.bodies(Failure)


async def test_a_finished_text_waits_for_room_on_the_disk(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("edge_agent.performer.PUBLISH_RETRY_SECONDS", 0.05)
    claim = await bench.claim_of_the_whole()
    tries = 0
    add_own = bench.store.add_own

    async def full_twice(record: Record, mark: Clock, facts: Collection[tuple[str, str]]) -> None:
        nonlocal tries
        tries += 1
        if tries <= 2:
            raise StoreFullError("the disk is full")
        await add_own(record, mark, facts)

    monkeypatch.setattr(bench.store, "add_own", full_twice)
    await bench.performer.carry_out(RunClaim(goal=bench.goal_id, claim=claim))
    await until(lambda: bench.goal.ended)
    assert tries == 3
    assert bench.goal.state == "finished"


async def test_a_thought_that_nobody_needs_any_more_ends(bench: Bench) -> None:
    bench.model.hold.clear()
    await bench.performer.carry_out(propose(bench))
    await asyncio.sleep(0.05)
    bench.performer.drop_unwanted(lambda intent: False)
    await until(lambda: not bench.performer.proposing)
    bench.model.hold.set()
    await asyncio.sleep(0.05)
    assert not bench.bodies(Proposal)


async def test_outcomes_wait_until_a_machine_that_slept_has_heard_the_others(bench: Bench) -> None:
    claim = await bench.claim_of_the_whole()
    bench.wanted.caught_up.clear()
    await bench.performer.carry_out(RunClaim(goal=bench.goal_id, claim=claim))
    await until(lambda: bench.wanted.asked)
    assert bench.wanted.asked == [RunClaim(goal=bench.goal_id, claim=claim)]
    assert not bench.bodies(Result)
    assert claim in bench.performer.runs, "its beacon names it meanwhile"
    bench.wanted.caught_up.set()
    await until(lambda: bench.goal.ended)


async def test_outcomes_that_are_no_longer_wanted_are_not_said(bench: Bench) -> None:
    def crash(request: Request) -> None:
        raise ModelCrashed("the model process was killed by SIGKILL")

    bench.wanted.answer = False
    await bench.performer.carry_out(propose(bench))
    await bench.performer.carry_out(Judge(goal=bench.goal_id, proposal=whole_id(bench.goal.root.id)))
    await until(lambda: not bench.performer.proposing and not bench.performer.judging)
    assert {type(work) for work in bench.wanted.asked} == {Propose, Judge}
    assert not bench.bodies(Proposal)
    assert not bench.bodies(Vote)
    claim = await bench.claim_of_the_whole()
    for before in (crash, lambda request: None):
        bench.model.before = before
        await bench.performer.carry_out(RunClaim(goal=bench.goal_id, claim=claim))
        await until(lambda: not bench.performer.runs)
    assert not bench.bodies(Result)
    assert not bench.bodies(Failure)


async def test_a_goal_is_forgotten_as_decided(bench: Bench) -> None:
    await bench.claim_of_the_whole()
    await bench.performer.carry_out(ForgetGoal(goal=bench.goal_id))
    assert bench.goal.forgotten
    assert len(bench.goal.records) == 2
