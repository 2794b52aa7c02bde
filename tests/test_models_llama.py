"""The backend with the real small model: what goes wrong is named, and the next request works."""

from __future__ import annotations

import asyncio
import os
import signal
import time

import msgspec
import psutil
import pytest
from waiting import until

from edge_agent.models import llama
from edge_agent.models.backend import Backend, ModelCrashed, ModelTimedOut, ModelUnavailable
from edge_agent.models.llama import LlamaBackend
from edge_agent.roles.requests import Generate, Likelihood, ModelRefused, NextToken, Prompt
from tests.model_fixtures import PACKING, SMALL_MODEL, small_model

__all__ = ["small_model"]

QUESTION = NextToken(prompt=PACKING, options=(("Yes",), ("No",)))
NEVER_ENDING = r"root ::= [a-z ] root"
"""A grammar without an end: writing goes on to the last token."""


def long_text(tokens):
    return Generate(prompt=PACKING, max_tokens=tokens, seed=1, grammar=NEVER_ENDING)


@pytest.fixture
async def backend(small_model):
    backend = LlamaBackend(small_model, SMALL_MODEL, context=1024, threads=1)
    yield backend
    process = backend.process_id
    await backend.close()
    await backend.close()
    assert process is None or not psutil.pid_exists(process)


@pytest.mark.model
async def test_it_answers_all_three_kinds_and_counts_tokens(backend):
    assert isinstance(backend, Backend)
    written = await backend.ask(Generate(prompt=PACKING, max_tokens=5, seed=1), timeout=60)
    likelihood = await backend.ask(Likelihood(prompt=PACKING, text="Boots."), timeout=60)
    options = await backend.ask(QUESTION, timeout=60)
    assert written.tokens == 5 and len(likelihood.log_probabilities) >= 2 and len(options.probabilities) == 2
    assert backend.usage.written == 5
    assert backend.usage.reused > 0
    assert backend.starts == 1


@pytest.mark.model
async def test_cancelling_ends_the_work_long_before_its_end(backend):
    await backend.start()
    begin = time.monotonic()
    await backend.ask(long_text(150), timeout=60)
    whole = time.monotonic() - begin
    task = asyncio.create_task(backend.ask(long_text(900), timeout=60))
    await asyncio.sleep(whole / 10)
    begin = time.monotonic()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    await backend.ask(Generate(prompt=PACKING, max_tokens=1, seed=1), timeout=60)
    assert time.monotonic() - begin < whole
    assert backend.starts == 1  # it obeyed: the same process goes on


@pytest.mark.model
async def test_what_takes_too_long_is_cancelled_and_the_process_goes_on(backend):
    await backend.start()
    with pytest.raises(ModelTimedOut, match="cancelled"):
        await backend.ask(long_text(900), timeout=0.2)
    await backend.ask(QUESTION, timeout=60)
    assert backend.starts == 1


@pytest.mark.model
async def test_a_process_that_hangs_is_killed_and_started_again(backend):
    await backend.start()
    hung = backend.process_id
    os.kill(hung, signal.SIGSTOP)
    with pytest.raises(ModelTimedOut, match="killed"):
        await backend.ask(QUESTION, timeout=0.2)
    assert not psutil.pid_exists(hung)
    await backend.ask(QUESTION, timeout=60)
    assert backend.starts == 2


@pytest.mark.model
@pytest.mark.parametrize(
    ("number", "message"),
    [(signal.SIGSEGV, "SIGSEGV"), (signal.SIGKILL, "SIGKILL, probably for want of memory")],
)
async def test_a_crash_is_named_by_its_signal_and_the_next_request_works(backend, number, message):
    await backend.start()
    task = asyncio.create_task(backend.ask(long_text(900), timeout=60))
    await asyncio.sleep(0.2)
    os.kill(backend.process_id, number)
    with pytest.raises(ModelCrashed, match=message):
        await task
    await backend.ask(QUESTION, timeout=60)
    assert backend.starts == 2


@pytest.mark.model
async def test_a_process_that_died_between_requests_is_started_again_unasked(backend):
    await backend.start()
    os.kill(backend.process_id, signal.SIGKILL)
    await until(lambda: backend.process_id is None, "the death to be noticed")
    await backend.ask(QUESTION, timeout=60)
    assert backend.starts == 2


@pytest.mark.model
async def test_a_refusal_reaches_the_asker_and_harms_nothing(backend):
    with pytest.raises(ModelRefused, match="tokens"):
        await backend.ask(Generate(prompt=Prompt(system="", user="word " * 3000), max_tokens=9, seed=1), timeout=60)
    await backend.ask(QUESTION, timeout=60)
    assert backend.starts == 1


@pytest.mark.model
async def test_without_memory_it_does_not_start_and_says_what_it_needs(backend, monkeypatch):
    monkeypatch.setattr(llama, "free_memory", lambda: 100 << 20)
    with pytest.raises(ModelUnavailable, match=rf"needs {SMALL_MODEL.ram_needed >> 20} MiB of memory, 100 MiB"):
        await backend.start()
    assert backend.process_id is None and backend.starts == 0


@pytest.mark.model
async def test_where_the_system_does_not_tell_its_memory_it_starts(backend, monkeypatch):
    monkeypatch.setattr(llama, "free_memory", lambda: None)
    await backend.start()
    assert backend.process_id is not None


@pytest.mark.parametrize(
    ("content", "message"), [(None, "cannot be read"), (b"", "not a GGUF"), (b"<html>", "not a GGUF")]
)
async def test_what_is_no_model_is_refused_before_anything_starts(tmp_path, content, message):
    path = tmp_path / "model.gguf"
    if content is not None:
        path.write_bytes(content)
    backend = LlamaBackend(path, SMALL_MODEL)
    with pytest.raises(ModelUnavailable, match=message):
        await backend.start()
    assert backend.starts == 0


async def test_a_damaged_model_is_told_and_nothing_is_left(tmp_path):
    path = tmp_path / "model.gguf"
    path.write_bytes(b"GGUF" + b"\xff" * 10_000)
    backend = LlamaBackend(path, SMALL_MODEL, threads=1)
    with pytest.raises(ModelUnavailable, match="damaged"):
        await backend.start()
    assert backend.process_id is None
    await backend.close()


async def test_a_failed_attempt_is_followed_by_a_pause(tmp_path):
    backend = LlamaBackend(tmp_path / "missing.gguf", SMALL_MODEL)
    with pytest.raises(ModelUnavailable):
        await backend.start()
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(llama.pause_after(1) / 2):
            await backend.start()


def test_pauses_grow_up_to_a_bound():
    pauses = [llama.pause_after(failures) for failures in range(2000)]
    assert pauses[0] == 0 < pauses[1] < pauses[2] < 2
    assert pauses == sorted(pauses) and pauses[-1] == llama.LONGEST_PAUSE_SECONDS


async def test_a_closed_backend_says_so(tmp_path):
    backend = LlamaBackend(tmp_path / "missing.gguf", msgspec.structs.replace(SMALL_MODEL, name="small"))
    await backend.close()
    with pytest.raises(ModelUnavailable, match="small was closed"):
        await backend.ask(QUESTION, timeout=1)
