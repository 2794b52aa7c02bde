"""What likelihoods mean, model by model."""

from __future__ import annotations

import pytest

from edge_agent.config import GoalDefaults
from edge_agent.models.catalogue import CATALOGUE
from edge_agent.roles.calibration import APPROVED, UNCALIBRATED, Calibration, calibration_of

MEASURED = Calibration(usual=0.3, strange_item=-0.2, bound=0.8)


def test_a_calibrated_scorer_approves_at_the_default_threshold() -> None:
    assert GoalDefaults().approve_threshold == APPROVED


def test_models_are_known_by_the_hash_of_their_file() -> None:
    assert calibration_of("qwen2.5-coder-0.5b") is UNCALIBRATED
    known = [model.name for model in CATALOGUE if calibration_of(model.sha256) is not UNCALIBRATED]
    assert {"qwen2.5-coder-0.5b"} <= set(known)


def test_what_has_nothing_to_do_with_the_goal_costs_the_same_on_every_model() -> None:
    for model in CATALOGUE:
        calibration = calibration_of(model.sha256)
        if calibration is not UNCALIBRATED:
            assert calibration.fitness(calibration.usual) == 0
            assert calibration.fitness(0.0) == pytest.approx(-0.3)


def test_the_gain_is_bounded_and_so_is_the_loss() -> None:
    assert MEASURED.fitness(9.0) == pytest.approx(0.1)
    assert MEASURED.fitness(-9.0) == pytest.approx(-0.5)


def test_in_a_strange_list_all_items_that_the_goal_lowers_are_named() -> None:
    assert MEASURED.strange_below(0.3) == -0.2
    assert MEASURED.strange_below(0.05) == 0.0


def test_without_calibration_no_likelihood_outweighs_a_fault() -> None:
    assert abs(UNCALIBRATED.fitness(9.0) - UNCALIBRATED.fitness(-9.0)) < 0.1
