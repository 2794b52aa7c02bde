"""What likelihoods mean, model by model: so that a threshold approves as many good splits on one as on another.

Measured by ``python -m bench.quality.calibrate`` on labelled splits that are not of the test half; see docs/quality.md.
A model is known by the SHA-256 of its file: another quantisation of the same weights has other likelihoods.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from typing import Final

from msgspec import Struct

from edge_agent.roles.likeness import Likeness

APPROVED: Final = 50
"""The mark, of 100, at a model's bound; also the default approve_threshold."""
_WEIGHT: Final = 0.2
"""What a list loses of a worth of 1 that fits one spread less than good lists usually do."""
_MOST_LOST: Final = 0.5
MOST_GAINED: Final = 0.1
"""What a list gains that has most to do with its goal."""
_ALIKE: Final = 2.0
"""Parts that are more alike than is usual, by more spreads than this, say the same. With one
spread, many a sound split that code writes would lose: its parts are more alike than those of the labelled ones."""
_SAID_AGAIN: Final = 0.3
"""What a list loses for each further spread."""
_MOST_SAID_AGAIN: Final = 0.32
"""Together with the most that a list gains, enough to refuse it with the 1.5B."""
_NAMED: Final = 3.0
"""Pairs that are more alike than is usual, by so many spreads, are named: where the list loses the most."""
_STRANGE: Final = -0.33
"""A list that loses more than this has little to do with the goal: then all items that the goal lowers are named."""


class Fit(Struct, frozen=True, kw_only=True):
    """How well a list fits its goal. PMI: log P(text | goal) - log P(text | any goal), in nats per token."""

    whole: float
    """The list's PMI."""
    items: tuple[float, ...]
    """Each item's."""
    titles: float
    """The mean of the two titles that have the least PMI."""
    telling: float
    """The PMI of an item's most telling token: the mean of the two items in which it is least.

    A mean over the list hides two strange items of five. An item of another goal has no word at all that the goal
    makes much likelier.
    """
    by_code: bool = False
    """Whether code's outlines wrote the list: what these name is general, and the goal makes it less likely."""

    @property
    def neighbours(self) -> float:
        """The lowest mean PMI of two neighbouring items: lists that stray to another goal mostly stay there."""
        pairs = list(itertools.pairwise(self.items))
        return min((first + second) / 2 for first, second in pairs) if pairs else self.whole


class Usual(Struct, frozen=True, kw_only=True):
    """A measure among good lists: its median, and its standard deviation."""

    median: float
    spread: float

    def standing(self, value: float) -> float:
        """How many spreads the value lies above the median."""
        return (value - self.median) / self.spread


class Calibration(Struct, frozen=True, kw_only=True):
    """One model's measures."""

    whole: Usual
    titles: Usual
    telling: Usual
    neighbours: Usual
    related: Usual | None
    """How much strays have to do with the other parts; None, as ``again``: this model's vectors do not count."""
    again: Usual | None
    """How alike the two parts are that are most alike."""
    by_code: float
    """How many spreads good lists of code lie above the median of others: below 0; 0 where that does not count."""
    strange_item: float
    """The PMI below which one item in twenty of good lists lies."""
    bound: float
    """The worth that 90 % of good lists reach, for goals that were not in view when gates and measures were made."""

    def fitness(self, fit: Fit | None, likeness: Likeness | None = None) -> float:
        """What the list's fit adds to its worth, or takes from it; 0 where nothing was measured.

        Lists of code are compared with good lists of code.
        """
        if fit is None:
            return 0.0
        usual = self.by_code if fit.by_code else 0.0
        return min(max(_WEIGHT * (self.standing(fit, likeness) - usual), -_MOST_LOST), MOST_GAINED)

    def standing(self, fit: Fit, likeness: Likeness | None = None) -> float:
        """How many spreads the list lies above the median of good lists, all measures together."""
        standings = [
            self.whole.standing(fit.whole),
            self.titles.standing(fit.titles),
            self.telling.standing(fit.telling),
            # Twice: it tells most of lists of which only a part is for another goal, which all else hardly tells.
            self.neighbours.standing(fit.neighbours),
            self.neighbours.standing(fit.neighbours),
        ]
        if likeness is not None and self.related is not None:
            standings.append(self.related.standing(likeness.related))
        return sum(standings) / len(standings)

    @property
    def asks_for_likeness(self) -> bool:
        """Whether it counts how like each other the parts are."""
        return self.related is not None or self.again is not None

    def said_again(self, likeness: Likeness | None) -> float:
        """What the list loses where two parts say the same in other words, 0 or more; 0 where it was not measured."""
        if likeness is None or likeness.again is None or self.again is None:
            return 0.0
        return min(max(_SAID_AGAIN * (self.again.standing(likeness.again) - _ALIKE), 0.0), _MOST_SAID_AGAIN)

    def alike(self, likeness: Likeness | None) -> tuple[tuple[int, int], ...]:
        """Pairs of parts that seem to say the same, two at most, each part in one pair."""
        named: list[tuple[int, int]] = []
        if likeness is None or self.again is None:
            return ()
        for value, first, second in likeness.alike:
            if self.again.standing(value) >= _NAMED and not {first, second} & {at for pair in named for at in pair}:
                named.append((first, second))
        return tuple(named[:2])

    def strange_below(self, fit: Fit) -> float:
        """The PMI below which items of such a list are named."""
        return self.strange_item if self.fitness(fit) >= _STRANGE else max(0.0, self.strange_item)


_UNKNOWN: Final = Usual(median=0.3, spread=100.0)
UNCALIBRATED: Final = Calibration(
    whole=_UNKNOWN,
    titles=_UNKNOWN,
    telling=_UNKNOWN,
    neighbours=_UNKNOWN,
    related=None,
    again=None,
    by_code=0.0,
    strange_item=-9.0,
    bound=0.55,
)
"""For a model that nobody has measured: its PMI ranks lists that the gates find alike, and decides nothing.

The bound lets through what lacks a thing or two, and refuses what a single grave fault spoils."""

_CALIBRATIONS: Final[Mapping[str, Calibration]] = {
    # SmolLM2-135M-Instruct Q4_1
    "b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53": Calibration(
        whole=Usual(median=0.351, spread=0.132),
        titles=Usual(median=0.071, spread=0.15),
        telling=Usual(median=0.892, spread=0.509),
        neighbours=Usual(median=0.056, spread=0.111),
        related=Usual(median=0.085, spread=0.095),
        again=Usual(median=0.269, spread=0.11),
        by_code=-0.544,
        strange_item=-0.106,
        bound=0.775,
    ),
    # Qwen2.5-Coder-0.5B-Instruct Q4_K_M
    "1d9614638d18024d0fbb36575a15f1302a3adf044df10345688ec4f6e1c4ff32": Calibration(
        whole=Usual(median=0.331, spread=0.126),
        titles=Usual(median=0.028, spread=0.16),
        telling=Usual(median=1.018, spread=0.426),
        neighbours=Usual(median=0.058, spread=0.109),
        # Its vectors refused eight of 102 sound splits more, for no more paraphrases in the test half.
        related=None,
        again=None,
        # Compared with code's, one in seven of code's good lists more passed, and all that are of another kind of goal.
        by_code=0.0,
        strange_item=-0.099,
        bound=0.702,
    ),
    # Qwen2.5-Coder-1.5B-Instruct Q4_K_M
    "cc324af070c2ecbfd324a30884d2f951a7ff756aba85cb811a6ec436933bb046": Calibration(
        whole=Usual(median=0.359, spread=0.151),
        titles=Usual(median=0.02, spread=0.174),
        telling=Usual(median=1.104, spread=0.557),
        neighbours=Usual(median=0.043, spread=0.126),
        related=Usual(median=0.043, spread=0.052),
        again=Usual(median=0.261, spread=0.113),
        by_code=-0.475,
        strange_item=-0.15,
        bound=0.785,
    ),
}


def calibration_of(sha256: str) -> Calibration:
    """The measures of the model whose file has this SHA-256; :data:`UNCALIBRATED` where there are none."""
    return _CALIBRATIONS.get(sha256, UNCALIBRATED)
