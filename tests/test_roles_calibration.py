"""What likelihoods mean, model by model."""

from __future__ import annotations

import pytest
from msgspec import structs

from edge_agent.config import GoalDefaults
from edge_agent.models.catalogue import CATALOGUE, Model
from edge_agent.roles.calibration import APPROVED, UNCALIBRATED, Calibration, Fit, Usual, calibration_of
from edge_agent.roles.likeness import Likeness

MEASURED = Calibration(
    whole=Usual(median=0.3, spread=0.1),
    titles=Usual(median=0.0, spread=0.2),
    telling=Usual(median=1.0, spread=0.4),
    neighbours=Usual(median=0.3, spread=0.1),
    related=Usual(median=0.1, spread=0.05),
    again=Usual(median=0.3, spread=0.1),
    by_code=-0.5,
    strange_item=-0.1,
    bound=0.7,
)
USUAL = Fit(whole=0.3, items=(0.3,), titles=0.0, telling=1.0)


def test_a_calibrated_scorer_approves_at_the_default_threshold() -> None:
    assert GoalDefaults().approve_threshold == APPROVED


def test_models_are_known_by_the_hash_of_their_file() -> None:
    assert calibration_of("qwen2.5-coder-0.5b") is UNCALIBRATED
    known = [model.name for model in CATALOGUE if calibration_of(model.sha256) is not UNCALIBRATED]
    assert {"smollm2-135m", "qwen2.5-coder-0.5b", "qwen2.5-coder-1.5b"} <= set(known)


def test_a_list_that_fits_as_good_ones_do_neither_gains_nor_loses() -> None:
    assert MEASURED.fitness(USUAL) == 0
    assert MEASURED.fitness(None) == 0


@pytest.mark.parametrize(
    "worse",
    [
        Fit(whole=-0.2, items=(0.3, 0.3), titles=0.0, telling=1.0),
        Fit(whole=0.3, items=(0.3,), titles=-1.0, telling=1.0),
        Fit(whole=0.3, items=(0.3,), titles=0.0, telling=-1.0),
        Fit(whole=0.3, items=(0.3, 0.3, 0.05, 0.05), titles=0.0, telling=1.0),
    ],
)
def test_each_measure_counts_by_its_own_spread(worse: Fit) -> None:
    assert MEASURED.fitness(worse) == pytest.approx(-0.2)


def test_two_strange_neighbours_count_more_than_two_apart() -> None:
    apart = Fit(whole=0.3, items=(-0.1, 0.5, 0.5, -0.1), titles=0.0, telling=1.0)
    together = Fit(whole=0.3, items=(0.5, 0.5, -0.1, -0.1), titles=0.0, telling=1.0)
    assert MEASURED.fitness(together) < MEASURED.fitness(apart)
    assert Fit(whole=0.2, items=(), titles=0.0, telling=1.0).neighbours == 0.2


def test_lists_of_code_are_compared_with_lists_of_code() -> None:
    plain = Fit(whole=0.25, items=(0.25,), titles=-0.1, telling=0.8)
    assert MEASURED.fitness(plain) == pytest.approx(-0.2 * 0.5)
    assert MEASURED.fitness(structs.replace(plain, by_code=True)) == pytest.approx(0)
    other = structs.replace(MEASURED, by_code=0.0)
    assert other.fitness(structs.replace(plain, by_code=True)) == other.fitness(plain)


def test_the_gain_is_bounded_and_so_is_the_loss() -> None:
    assert MEASURED.fitness(Fit(whole=9.0, items=(9.0,), titles=9.0, telling=9.0)) == pytest.approx(0.1)
    assert MEASURED.fitness(Fit(whole=-9.0, items=(-9.0,), titles=-9.0, telling=-9.0)) == pytest.approx(-0.5)


def test_in_a_strange_list_all_items_that_the_goal_lowers_are_named() -> None:
    assert MEASURED.strange_below(USUAL) == -0.1
    assert MEASURED.strange_below(Fit(whole=0.0, items=(0.0,), titles=-0.4, telling=1.0)) == 0.0


def test_without_calibration_no_likelihood_outweighs_a_fault() -> None:
    best, worst = (
        Fit(whole=2.0, items=(2.0,), titles=2.0, telling=9.0),
        Fit(whole=-2.0, items=(0,), titles=-2.0, telling=-9.0),
    )
    assert 0 < UNCALIBRATED.fitness(best) - UNCALIBRATED.fitness(worst) < 0.02


@pytest.mark.parametrize("model", CATALOGUE, ids=lambda model: model.name)
def test_bounds_lie_below_a_list_without_faults(model: Model) -> None:
    bound = calibration_of(model.sha256).bound
    assert 0.5 < bound < 1


def alike(*pairs: tuple[float, int, int], related: float = 0.1) -> Likeness:
    return Likeness(again=pairs[0][0] if pairs else None, alike=pairs, related=related)


def test_parts_more_alike_than_usual_cost_and_are_named() -> None:
    assert MEASURED.said_again(alike((0.5, 0, 1))) == pytest.approx(0)
    assert MEASURED.said_again(alike((0.1, 0, 1))) == 0
    assert MEASURED.said_again(alike((0.55, 0, 1))) == pytest.approx(0.15)
    assert MEASURED.said_again(alike((9.0, 0, 1))) == pytest.approx(0.32)
    assert MEASURED.said_again(None) == MEASURED.said_again(alike()) == 0
    assert MEASURED.alike(alike((0.9, 0, 1), (0.8, 1, 2), (0.7, 3, 4), (0.6, 5, 6))) == ((0, 1), (3, 4))
    assert MEASURED.alike(alike((0.55, 0, 1))) == MEASURED.alike(None) == ()


def test_parts_that_have_nothing_to_do_with_each_other_fit_less() -> None:
    assert MEASURED.fitness(USUAL, alike(related=0.1)) == 0
    assert MEASURED.fitness(USUAL, alike(related=0.0)) == pytest.approx(-0.2 * 2 / 6)
