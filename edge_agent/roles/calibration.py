"""What likelihoods mean, model by model: so that a threshold approves as many good splits on one as on another.

Measured by ``python -m bench.quality.calibrate`` on the tuning half of the labelled splits; see docs/quality.md. A
model is known by the SHA-256 of its file: another quantisation of the same weights has other likelihoods.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from msgspec import Struct

APPROVED: Final = 50
"""The mark, of 100, at which a calibrated scorer approves 85 % of good splits; also the default approve_threshold."""
_STRANGE: Final = 1 / 3
"""A list with less than this share of the usual measure has little to do with the goal."""
_WEIGHT: Final = 0.3
"""What a list loses that has no more to do with the goal than any other list, of a worth of 1."""
_MOST_LOST: Final = 0.5
MOST_GAINED: Final = 0.1
"""What a list gains that has most to do with its goal."""


class Calibration(Struct, frozen=True, kw_only=True):
    """One model's measures, in nats per token, see score.Fit."""

    usual: float
    """The median measure (score.Fit) of good lists."""
    strange_item: float
    """The PMI below which one item in twenty of good lists lies."""
    bound: float
    """The worth that 85 % of good lists reach: the mark there is :data:`APPROVED`."""
    weight: float = _WEIGHT
    """What the fit counts."""

    def fitness(self, measure: float) -> float:
        """What the list's fit adds to its worth, or takes from it."""
        return min(max(self.weight * (measure / self.usual - 1), -_MOST_LOST), MOST_GAINED)

    def strange_below(self, measure: float) -> float:
        """The PMI below which items of such a list are named: 0 in a list that is strange as a whole."""
        return self.strange_item if measure >= _STRANGE * self.usual else max(0.0, self.strange_item)


UNCALIBRATED: Final = Calibration(usual=0.3, strange_item=-9.0, bound=0.55, weight=0.001)
"""For a model that nobody has measured: PMI ranks lists that the gates find alike, and decides nothing.

The bound lets through what lacks a thing or two, and refuses what a single grave fault spoils."""

_CALIBRATIONS: Final[Mapping[str, Calibration]] = {
    # Qwen2.5-Coder-0.5B-Instruct Q4_K_M
    "1d9614638d18024d0fbb36575a15f1302a3adf044df10345688ec4f6e1c4ff32": Calibration(
        usual=0.405, strange_item=-0.095, bound=0.828
    ),
}


def calibration_of(model: str) -> Calibration:
    """The measures of the model whose file has this SHA-256; :data:`UNCALIBRATED` where there are none."""
    return _CALIBRATIONS.get(model, UNCALIBRATED)
