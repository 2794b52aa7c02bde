"""The model process by itself: its place on the machine, its pipe, and that it goes when its parent does."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest

from edge_agent.models import wire
from edge_agent.roles.requests import Likelihood
from tests.model_fixtures import PACKING, small_model

__all__ = ["small_model"]

ROOT = Path(__file__).parent.parent
WORKER = [sys.executable, "-m", "edge_agent.models.llama_worker"]


@pytest.fixture
def worker():
    process = subprocess.Popen(
        [*WORKER, str(os.getpid()), "3"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=ROOT,
    )
    yield process
    process.kill()
    process.wait()
    for pipe in (process.stdin, process.stdout, process.stderr):
        with contextlib.suppress(OSError):
            pipe.close()


def send(process, message):
    process.stdin.write(wire.frame(message))
    process.stdin.flush()


def receive(process):
    return wire.decode_from_worker(process.stdout.read(wire.frame_length(process.stdout.read(4))))


def load(path):
    return wire.Load(number=1, path=str(path), family="chatml", context=512, slots=1, threads=1)


def gone(pid):
    """Wait until the process is no more, or only a corpse that nobody has collected."""
    for _ in range(100):
        try:
            if psutil.Process(pid).status() == psutil.STATUS_ZOMBIE:
                return True
        except psutil.NoSuchProcess:
            return True
        time.sleep(0.1)
    return False


def test_it_takes_the_last_place_and_leaves_no_core_file(worker):
    send(worker, wire.ask(1, Likelihood(prompt=PACKING, text="a")))
    assert isinstance(receive(worker), wire.Failed)  # nothing is loaded; but it has settled
    proc = Path(f"/proc/{worker.pid}")
    assert int((proc / "oom_score_adj").read_text()) == 800
    assert psutil.Process(worker.pid).nice() >= min(19, psutil.Process().nice() + 3)
    limits = (proc / "limits").read_text().splitlines()
    assert next(line for line in limits if line.startswith("Max core file size")).split()[4:6] == ["0", "0"]


def test_it_survives_control_c_and_goes_when_its_input_ends(worker):
    send(worker, wire.ask(1, Likelihood(prompt=PACKING, text="a")))
    receive(worker)
    worker.send_signal(signal.SIGINT)
    send(worker, wire.ask(2, Likelihood(prompt=PACKING, text="a")))
    assert receive(worker).number == 2
    worker.stdin.close()
    assert worker.wait(timeout=20) == 0


def test_rubbish_ends_it(worker):
    worker.stdin.write(b"\xff" * 64)
    worker.stdin.flush()
    assert worker.wait(timeout=20) == 0


def test_with_another_parent_than_it_was_told_it_goes_at_once():
    assert subprocess.run([*WORKER, "1", "0"], cwd=ROOT, stdin=subprocess.PIPE, timeout=20).returncode == 0


@pytest.mark.model
def test_a_cancellation_that_comes_first_is_heard(worker, small_model):
    send(worker, load(small_model))
    assert isinstance(receive(worker), wire.Loaded)
    send(worker, wire.Cancel(number=2))
    send(worker, wire.ask(2, Likelihood(prompt=PACKING, text="a")))
    assert receive(worker) == wire.Cancelled(number=2)
    send(worker, wire.ask(3, Likelihood(prompt=PACKING, text="a")))
    assert isinstance(receive(worker), wire.Answer)


def test_a_damaged_file_is_told_and_the_process_goes_on(worker, tmp_path):
    path = tmp_path / "damaged.gguf"
    path.write_bytes(b"GGUF" + b"\xff" * 5000)
    send(worker, load(path))
    reply = receive(worker)
    assert isinstance(reply, wire.Failed) and "damaged" in reply.reason
    assert worker.poll() is None


@pytest.mark.model
def test_kill_9_of_the_parent_in_the_middle_of_work_leaves_no_worker(small_model):
    script = f"""
import asyncio
from pathlib import Path
from edge_agent.models.llama import LlamaBackend
from edge_agent.roles.requests import Generate
from tests.model_fixtures import PACKING, SMALL_MODEL

async def main():
    backend = LlamaBackend(Path({str(small_model)!r}), SMALL_MODEL, context=512, threads=1)
    await backend.start()
    print(backend.process_id, flush=True)
    while True:
        await backend.ask(Generate(prompt=PACKING, max_tokens=300, seed=1, temperature=1.5), timeout=60)

asyncio.run(main())
"""
    parent = subprocess.Popen([sys.executable, "-c", script], cwd=ROOT, stdout=subprocess.PIPE, text=True)
    worker = int(parent.stdout.readline())
    assert psutil.pid_exists(worker)
    parent.kill()
    parent.communicate()
    assert gone(worker)
