"""The daemon's side of the pipe, with a process that has no model loaded."""

from __future__ import annotations

import os
import signal

import pytest

from edge_agent.models import wire
from edge_agent.models.backend import ModelCrashed
from edge_agent.models.llama_process import ModelProcess
from edge_agent.roles.requests import Likelihood
from tests.model_fixtures import PACKING

REQUEST = Likelihood(prompt=PACKING, text="Boots.")


@pytest.fixture
async def process():
    process = await ModelProcess.spawn("toy", 0)
    yield process
    process.kill()
    await process.leave()


async def test_each_message_gets_its_own_answer(process):
    first = await process.call(wire.ask(process.next_number(), REQUEST))
    second = await process.call(wire.ask(process.next_number(), REQUEST))
    assert isinstance(first, wire.Failed) and "no model" in first.reason
    assert (first.number, second.number) == (1, 2)


async def test_giving_up_in_the_moment_of_the_reply_kills_nothing(process):
    await process.call(wire.ask(1, REQUEST))
    await process.stop_work(1)
    assert process.alive
    assert isinstance(await process.call(wire.ask(2, REQUEST)), wire.Failed)


async def test_a_process_that_does_not_obey_is_killed(process):
    await process.call(wire.ask(1, REQUEST))
    os.kill(process.id, signal.SIGSTOP)
    process._unanswered.add(2)
    await process.stop_work(2)
    assert not process.alive
    assert "did not obey" in process.death()


async def test_death_is_told_to_who_waits_and_names_the_signal(process):
    await process.call(wire.ask(1, REQUEST))
    os.kill(process.id, signal.SIGSTOP)
    os.kill(process.id, signal.SIGABRT)
    os.kill(process.id, signal.SIGCONT)
    with pytest.raises(ModelCrashed, match="toy was killed by SIGABRT"):
        await process.call(wire.ask(2, REQUEST))


async def test_leaving_ends_it(process):
    await process.call(wire.ask(1, REQUEST))
    await process.leave()
    assert not process.alive
    assert "ended with status 0" in process.death()
