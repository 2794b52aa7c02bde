"""scripts/simulate: what it prints and what it returns."""

from __future__ import annotations

import logging
from collections.abc import Iterator

import pytest

from simulation import command
from simulation.checks import Checks
from simulation.faults import Crash
from simulation.machine import Machine

SEED_WITH_CRASHES = next(
    seed
    for seed in range(100)
    if 1 <= sum(isinstance(fault, Crash) for fault in command.faults_of(seed)) < len(command.faults_of(seed))
)


@pytest.fixture(autouse=True)
def logs_again() -> Iterator[None]:
    """The command switches logging off for its process, which here goes on with other tests."""
    yield
    logging.disable(logging.NOTSET)


def test_all_holds(capsys: pytest.CaptureFixture[str]) -> None:
    assert command.main(["--seeds", "3", "--machines", "3", "--jobs", "1"]) == 0
    out = capsys.readouterr().out
    assert "3 seeds of 3 machines" in out
    assert out.rstrip().endswith("All held.")


def test_one_seed_tells_its_story(capsys: pytest.CaptureFixture[str]) -> None:
    assert command.main(["--seed", str(SEED_WITH_CRASHES)]) == 0
    out = capsys.readouterr().out
    assert "[heard by: " in out
    assert "FAULT" in out


def test_without_its_faults(capsys: pytest.CaptureFixture[str]) -> None:
    assert command.main(["--seed", str(SEED_WITH_CRASHES), "--faults", "none"]) == 0
    assert "FAULT" not in capsys.readouterr().out


def test_a_seed_that_breaks_is_shrunk_and_can_be_replayed(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def crashing(self: Checks, machine: Machine) -> None:
        self.fail(machine, "machines must not crash")

    monkeypatch.setattr(Checks, "crashing", crashing)
    seed = SEED_WITH_CRASHES
    assert command.main(["--seeds", "1", "--seed", str(seed), "--jobs", "1"]) == 1
    out = capsys.readouterr().out
    (replay,) = [line.strip() for line in out.splitlines() if "scripts/simulate --seed" in line]
    arguments = replay.removeprefix("scripts/simulate ").split()
    kept = arguments[arguments.index("--faults") + 1]
    assert kept.isdigit(), "one crash is enough"
    assert "machines must not crash" in out
    assert "1 of 1 seeds broke." in out
    assert command.main(arguments) == 1
    assert "BROKEN" in capsys.readouterr().out


def test_an_exception_is_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    def crashing(self: Checks, machine: Machine) -> None:
        raise ValueError("not foreseen")

    monkeypatch.setattr(Checks, "crashing", crashing)
    world = command.run_seed(SEED_WITH_CRASHES, 7)
    assert any("ValueError: not foreseen" in failure for failure in world.failures)


def test_wrong_arguments(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        command.main(["--seeds", "none"])
    assert stop.value.code == 2
    assert "usage" in capsys.readouterr().err
