"""The process ends when it is asked to, however its work is going."""

import signal
import subprocess
import sys

import pytest
from processes import TESTS

SCRIPT = """
import asyncio, sys
from edge_agent import signals
signals.PATIENCE_SECONDS = {patience}

async def main():
    caught = signals.Signals()
    caught.catch({reload})
    print("ready", flush=True)
    await caught.stop.wait()
    print("asked", flush=True)
    await asyncio.sleep({lasts})
    print("done", flush=True)

asyncio.run(main())
"""


def start(*, patience: float, lasts: float, ignore_hangup: bool = False, reload: str = "") -> "subprocess.Popen[str]":
    process = subprocess.Popen(
        [
            *(["nohup"] if ignore_hangup else []),
            sys.executable,
            "-c",
            SCRIPT.format(patience=patience, lasts=lasts, reload=reload),
        ],
        stdout=subprocess.PIPE,
        stdin=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        text=True,
        cwd=TESTS.parent,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    return process


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_the_first_signal_is_a_polite_question(number: signal.Signals) -> None:
    process = start(patience=30, lasts=0)
    process.send_signal(number)
    out, _ = process.communicate(timeout=30)
    assert (process.returncode, out) == (0, "asked\ndone\n")


def test_the_second_one_ends_at_once() -> None:
    process = start(patience=30, lasts=30)
    process.send_signal(signal.SIGINT)
    assert process.stdout is not None
    assert process.stdout.readline() == "asked\n"
    process.send_signal(signal.SIGINT)
    out, _ = process.communicate(timeout=20)
    assert (process.returncode, out) == (130, "")


def test_what_does_not_end_in_time_is_ended() -> None:
    process = start(patience=0.3, lasts=30)
    process.send_signal(signal.SIGTERM)
    out, _ = process.communicate(timeout=20)
    assert (process.returncode, out) == (143, "asked\n")


@pytest.mark.parametrize("reload", ["", 'reload=lambda: print("reloaded", flush=True)'])
def test_a_hangup_that_is_to_be_ignored_is_ignored(reload: str) -> None:
    process = start(patience=30, lasts=0, ignore_hangup=True, reload=reload)
    process.send_signal(signal.SIGHUP)
    with pytest.raises(subprocess.TimeoutExpired):
        process.communicate(timeout=0.5)
    process.send_signal(signal.SIGTERM)
    out, _ = process.communicate(timeout=30)
    assert (process.returncode, out) == (0, "asked\ndone\n")


def test_a_service_reloads_at_a_hangup_and_goes_on() -> None:
    process = start(patience=30, lasts=0, reload='reload=lambda: print("reloaded", flush=True)')
    assert process.stdout is not None
    for _ in range(2):
        process.send_signal(signal.SIGHUP)
        assert process.stdout.readline() == "reloaded\n"
    process.send_signal(signal.SIGTERM)
    out, _ = process.communicate(timeout=30)
    assert (process.returncode, out) == (0, "asked\ndone\n")
