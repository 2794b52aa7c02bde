"""The model that agents share: order, sessions, sharing, cancelling, accounts; the backend does as it is told."""

from __future__ import annotations

import asyncio

import pytest
from waiting import until

from edge_agent.models import service as service_module
from edge_agent.models.backend import ModelCrashed, ModelUnavailable
from edge_agent.models.service import ModelService
from edge_agent.roles.requests import (
    Generate,
    Generated,
    Likelihood,
    ModelRefused,
    NextToken,
    NextTokenProbabilities,
    Prompt,
    TextLikelihood,
    WordSimilarities,
    WordSimilarity,
)


class Held:
    """A backend whose requests wait until they are let go; what is to fail is in ``failures``."""

    name = "held"
    tier = 1

    def __init__(self):
        self.asked = []
        self.cancelled = []
        self.failures = {}
        self.closed = False
        self.gate = asyncio.Event()
        self.gate.set()

    async def start(self):
        pass

    async def close(self):
        self.closed = True

    async def ask(self, request, *, timeout):
        name = request.prompt.user
        self.asked.append(name)
        try:
            await self.gate.wait()
            await asyncio.sleep(0.001)
        except asyncio.CancelledError:
            self.cancelled.append(name)
            raise
        if name in self.failures:
            raise self.failures[name]
        match request:
            case Generate():
                return Generated(text=name, tokens=3, finish="stop")
            case Likelihood():
                return TextLikelihood(log_probabilities=(-1.0, -2.0), offsets=(0, 1))
            case NextToken():
                return NextTokenProbabilities(probabilities=(0.5,))
            case WordSimilarity():
                return WordSimilarities(cosines=((), (0.5,)))


def write(name):
    return Generate(prompt=Prompt(system="", user=name), max_tokens=9, seed=1)


def measure(name):
    return Likelihood(prompt=Prompt(system="", user=name), text="text")


def question(name):
    return NextToken(prompt=Prompt(system="", user=name), options=(("Yes",),))


@pytest.fixture
async def backend():
    return Held()


@pytest.fixture
async def service(backend):
    service = ModelService(backend)
    yield service
    backend.gate.set()
    await service.close()
    assert backend.closed


async def begin(service, *asks):
    """Start asks in their order: (request, session, priority); the tasks."""
    tasks = []
    for request, session, priority in asks:
        tasks.append(asyncio.create_task(service.ask(request, session=session, priority=priority)))
        await asyncio.sleep(0)
    return tasks


async def test_the_highest_priority_goes_first_then_who_waited_longest(service, backend):
    backend.gate.clear()
    tasks = await begin(service, (write("first"), "x", 0))
    await until(lambda: backend.asked)
    tasks += await begin(
        service,
        (write("low"), "a", 0),
        (write("high"), "b", 5),
        (write("low too"), "c", 0),
        (write("high too"), "d", 5),
    )
    backend.gate.set()
    await asyncio.gather(*tasks)
    assert backend.asked == ["first", "high", "high too", "low", "low too"]


async def test_a_session_goes_on_before_others_that_waited_longer(service, backend):
    async def steps(session):
        for number in range(3):
            await service.ask(write(f"{session}{number}"), session=session)

    async with asyncio.timeout(10):
        await asyncio.gather(steps("a"), steps("b"), steps("c"))
    assert backend.asked == [f"{session}{number}" for session in "abc" for number in range(3)]


async def test_after_a_long_streak_others_get_their_turn(service, backend, monkeypatch):
    monkeypatch.setattr(service_module, "LONGEST_STREAK_SECONDS", 0.0)
    backend.gate.clear()
    tasks = await begin(service, (write("a0"), "a", 0))
    await until(lambda: backend.asked)
    tasks += await begin(service, (write("b0"), "b", 0), (write("a1"), "a", 0))
    backend.gate.set()
    await asyncio.gather(*tasks)
    assert backend.asked == ["a0", "b0", "a1"]


async def test_a_higher_priority_breaks_into_a_session(service, backend):
    backend.gate.clear()
    tasks = await begin(service, (write("a0"), "a", 0))
    await until(lambda: backend.asked)
    tasks += await begin(service, (write("a1"), "a", 0), (write("b0"), "b", 1))
    backend.gate.set()
    await asyncio.gather(*tasks)
    assert backend.asked == ["a0", "b0", "a1"]


@pytest.mark.parametrize("kind", [measure, question])
async def test_equal_measurements_are_made_once(service, backend, kind):
    replies = await asyncio.gather(*(service.ask(kind("same"), session=str(number)) for number in range(4)))
    replies.append(await service.ask(kind("same"), session="later"))
    await service.ask(kind("other"), session="later")
    assert len(set(replies)) == 1
    assert backend.asked == ["same", "other"]


async def test_equal_texts_are_written_each_time(service, backend):
    await asyncio.gather(*(service.ask(write("same"), session=str(number)) for number in range(3)))
    assert backend.asked == ["same"] * 3


async def test_only_so_many_measurements_are_remembered(service, backend, monkeypatch):
    monkeypatch.setattr(service_module, "REMEMBERED_REPLIES", 2)
    for name in ("a", "b", "a", "c", "a", "b"):
        await service.ask(measure(name), session="s")
    assert backend.asked == ["a", "b", "c", "b"]


async def test_a_failure_reaches_all_who_wait_and_is_not_remembered(service, backend):
    backend.failures["bad"] = ModelCrashed("killed by SIGSEGV")
    results = await asyncio.gather(
        *(service.ask(measure("bad"), session=str(number)) for number in range(3)), return_exceptions=True
    )
    assert [type(result) for result in results] == [ModelCrashed] * 3
    assert backend.asked == ["bad"]
    del backend.failures["bad"]
    await service.ask(measure("bad"), session="s")
    assert backend.asked == ["bad", "bad"]


async def test_cancelling_the_asker_cancels_the_model(service, backend):
    backend.gate.clear()
    (task,) = await begin(service, (write("a"), "s", 0))
    await until(lambda: backend.asked)
    task.cancel()
    await until(lambda: backend.cancelled)
    backend.gate.set()
    await service.ask(write("b"), session="s")
    assert backend.asked == ["a", "b"] and backend.cancelled == ["a"]


async def test_cancelling_an_asker_whose_turn_has_not_come_asks_nothing(service, backend):
    backend.gate.clear()
    first, second, third = await begin(service, (write("a"), "s", 0), (write("b"), "s", 0), (write("c"), "s", 0))
    await until(lambda: backend.asked)
    second.cancel()
    backend.gate.set()
    await asyncio.gather(first, third)
    assert backend.asked == ["a", "c"] and not backend.cancelled


async def test_cancelling_one_of_two_who_share_leaves_the_other_its_reply(service, backend):
    backend.gate.clear()
    one, two = await begin(service, (measure("a"), "s", 0), (measure("a"), "t", 0))
    await until(lambda: backend.asked)
    one.cancel()
    await asyncio.sleep(0.01)
    backend.gate.set()
    assert (await two).log_probabilities == (-1.0, -2.0)
    assert not backend.cancelled


async def test_what_was_used_is_told_for_each_session_and_in_all(service, backend):
    await service.ask(write("a"), session="one")
    await service.ask(measure("a"), session="two")
    await service.ask(question("a"), session="two")
    one, two = service.account("one"), service.account("two")
    assert (one.requests, one.tokens_written, one.tokens_measured) == (1, 3, 0)
    assert (two.requests, two.tokens_written, two.tokens_measured) == (2, 0, 3)
    assert service.total.requests == 3
    assert service.busy_seconds == pytest.approx(one.seconds + two.seconds)
    assert service.account("nobody").requests == 0


async def test_work_is_driven_to_its_outcome(service):
    def work():
        text = yield write("a")
        chance = yield question("b")
        return text.text, chance.probabilities

    seen = []
    outcome = await service.drive(work(), session="s", on_request=seen.append)
    assert outcome == ("a", (0.5,))
    assert seen == [write("a"), question("b")]


async def test_a_refusal_is_thrown_into_the_work_which_may_go_on(service, backend):
    backend.failures["long"] = ModelRefused("too long")

    def work():
        try:
            yield write("long")
        except ModelRefused:
            reply = yield write("short")
            return reply.text
        return None

    assert await service.drive(work(), session="s") == "short"


async def test_a_crash_ends_the_work(service, backend):
    backend.failures["a"] = ModelCrashed("killed by SIGKILL")
    ended = []

    def work():
        try:
            yield write("a")
        finally:
            ended.append(True)

    with pytest.raises(ModelCrashed):
        await service.drive(work(), session="s")
    assert ended


async def test_cancelling_the_work_cancels_the_model(service, backend):
    backend.gate.clear()

    def work():
        yield write("a")

    task = asyncio.create_task(service.drive(work(), session="s"))
    await until(lambda: backend.asked)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    await until(lambda: backend.cancelled)


async def test_closing_tells_everyone_who_waits(backend):
    service = ModelService(backend)
    backend.gate.clear()
    tasks = await begin(service, (write("a"), "s", 0), (measure("b"), "t", 0))
    await until(lambda: backend.asked)
    await service.close()
    results = await asyncio.gather(*tasks, return_exceptions=True)
    assert [type(result) for result in results] == [ModelUnavailable] * 2
    with pytest.raises(ModelUnavailable):
        await service.ask(write("c"), session="s")


async def test_it_says_when_the_model_works(backend):
    states = []
    service = ModelService(backend, on_busy=states.append)
    await service.ask(write("a"), session="s")
    assert states == [True, False]
    await service.close()
