"""What a scorer must know of a model, measured from labelled splits."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec import structs

from bench.quality.calibrate import Measured, calibration_from, main, rejected, worth_of
from edge_agent.roles.calibration import Fit


def measured(good: bool, cost: float, number: int) -> Measured:
    whole = 0.2 + 0.01 * number
    fit = Fit(whole=whole, items=(whole, -whole), titles=whole / 2, telling=whole)
    what = "good" if good else "order"
    return Measured(goal=f"goal {number // 2}", good=good, what=what, new=good, usual=good, costs=(cost,), fit=fit)


SPLITS = [measured(good, 0.0 if good else 0.6, number) for good in (True, False) for number in range(20)]


def test_the_bound_approves_most_good_splits_of_new_goals() -> None:
    calibration = calibration_from(SPLITS)
    worth = [worth_of(one, calibration) for one in SPLITS]
    approved = [one.good for one, value in zip(SPLITS, worth, strict=True) if value >= calibration.bound]
    assert all(approved)
    assert 17 <= len(approved) <= 20
    assert calibration.whole.median == pytest.approx(0.295)


def test_goals_in_view_when_gates_were_made_do_not_move_the_bound() -> None:
    seen = [structs.replace(one, goal="seen", new=False, costs=(0.5,)) for one in SPLITS if one.good]
    assert (
        calibration_from([*SPLITS, *seen]).bound
        > calibration_from([*SPLITS, *(structs.replace(one, new=True) for one in seen)]).bound
    )


def plain(number: int) -> Measured:
    """A good list of code's, which fits less than others do."""
    one = measured(True, 0.0, number)
    lower = Fit(whole=one.fit.whole - 0.1, items=one.fit.items, titles=0.0, telling=0.0, by_code=True)
    return structs.replace(one, goal=f"plain {number}", what="good, by code", usual=False, fit=lower)


def test_code_is_judged_by_what_is_usual_for_code() -> None:
    lists = [plain(number) for number in range(20)]
    apart, alike = (calibration_from([*SPLITS, *lists], outlines=outlines) for outlines in (True, False))
    assert apart.by_code < 0 == alike.by_code
    assert apart.whole == alike.whole
    assert alike.bound == calibration_from(SPLITS).bound
    approved = [sum(worth_of(one, usual) >= usual.bound for one in lists) for usual in (apart, alike)]
    assert approved[0] >= 17 > approved[1]


def test_only_good_splits_tell_what_is_usual() -> None:
    strange = [measured(False, 0.0, -500)] * 3
    assert calibration_from([*SPLITS, *strange]).whole == calibration_from(SPLITS).whole


def test_what_lies_below_the_bound_is_told_kind_by_kind() -> None:
    good, bad = rejected(SPLITS, calibration_from(SPLITS))
    assert good.startswith("good: ") and good.endswith("of 20 rejected")
    assert bad == "order: 100% of 20 rejected"


def test_what_the_cache_lacks_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--model", "smollm2-135m", "--cached", "--cache", str(tmp_path)]) == 1
    assert "lacks" in capsys.readouterr().err
    assert main(["--model", "none-such"]) == 1


def test_a_scripted_model_is_measured(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("SCRIPTED_SECONDS", "0")
    options = ["--model", "smollm2-135m", "--backend", "scripted_model:make", "--cache", str(tmp_path)]
    assert main(options) == 0
    assert "Calibration(" in capsys.readouterr().out
