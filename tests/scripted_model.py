"""A scripted backend for tests of the protocol: no model, quick, the same answers for the same requests.

Whole agents load it by name (``backend = "scripted_model:make"``). It answers the requests that the roles really ask,
so the gates see its lines. How long it takes is told by SCRIPTED_SECONDS (a request) and SCRIPTED_WRITE_SECONDS (a
request of an executor); SCRIPTED_CRASHES makes every n-th text fail as a crashed model does.
"""

from __future__ import annotations

import asyncio
import os
import random
import re

from edge_agent.models.backend import ModelCrashed
from edge_agent.roles.instructions import WRITING
from edge_agent.roles.requests import (
    END_OF_TURN,
    Generate,
    Generated,
    Likelihood,
    ModelRefused,
    NextToken,
    NextTokenProbabilities,
    Reply,
    Request,
    TextLikelihood,
    WordSimilarity,
)

SUBJECTS = (
    "Schedule of the first week: Monday to Friday, mornings at the river",
    "Budget for four people: transport, rooms and meals in euros",
    "List of places: the old harbour, the tower, the northern forest",
    "Comparison of three lodgings: price, quiet, distance to the lake",
    "Checklist of clothes: rain jacket, boots, warm hat and gloves",
    "Letter to the neighbours: dates, keys, flowers and the cat",
    "Table of trains: departure, platform, change and arrival",
    "Menu for the evenings: soups, fish, dumplings and plum cake",
    "Overview of museums: opening hours, tickets, halls worth an hour",
    "Table for rainy days: swimming hall, cinema and library",
)
PARTS_OF_A_SPLIT = 4
_MANY_WORDS = """
acorn amber anchor apple arrow badger barley basket beacon birch blanket bramble bridge bronze candle canvas cedar
chestnut clover cobalt copper coral cotton cricket crystal daisy dune ember falcon feather fern fiddle fjord flint
garnet ginger granite hammer harbour hazel heather heron honey ivory jasper juniper kelp kettle lantern larch lemon
linden lupin maple marble meadow mint moss mustard nettle oak ochre olive onyx orchid otter parsley pebble pepper pine
plover poppy quartz quince raven reed ribbon saffron sage sapphire shell silver slate sparrow spruce thistle thyme
timber tulip turnip velvet walnut willow wren yarrow
"""
WORDS = tuple(_MANY_WORDS.split())


class ScriptedModel:
    """The backend; see the module."""

    def __init__(self) -> None:
        self.name = "scripted"
        self.tier = int(os.environ.get("SCRIPTED_TIER", "1"))
        self.texts = 0
        self.requests = 0

    async def start(self) -> None:
        """Nothing to do."""

    async def close(self) -> None:
        """Nothing to do."""

    async def ask(self, request: Request, *, timeout: float) -> Reply:
        """The scripted reply."""
        self.requests += 1
        writing = isinstance(request, Generate) and request.prompt.system.startswith(WRITING)
        await asyncio.sleep(float(os.environ.get("SCRIPTED_WRITE_SECONDS" if writing else "SCRIPTED_SECONDS", "0.01")))
        match request:
            case Generate():
                return self._text(request)
            case Likelihood():
                return _likelihood(request)
            case NextToken():
                return _next_token(request)
            case WordSimilarity():
                raise ModelRefused("a scripted model has no vectors of words")

    def _text(self, request: Generate) -> Generated:
        if "section by section" in request.prompt.system:
            number = request.seed // 10 % 10
            text = f" {random.Random(request.seed // 100).sample(SUBJECTS, k=len(SUBJECTS))[number - 1]}\n"
        elif "You write short lists" in request.prompt.system:
            text = "\n"
        else:
            self.texts += 1
            crashes = int(os.environ.get("SCRIPTED_CRASHES", "0"))
            if crashes and self.texts % crashes == 0:
                raise ModelCrashed("the model process was killed by SIGSEGV")
            words = random.Random(request.seed).sample(WORDS, k=6)
            if "share of all the money in percent" in request.prompt.user:
                text = f" {' '.join(words[:3]).capitalize()}: {10 + request.seed % 50} percent\n"
            else:
                text = f" At {8 + request.seed % 10}:00 the {' '.join(words)} stands ready.\n"
        return Generated(text=text, tokens=len(text.split()), finish="stop")


def _likelihood(request: Likelihood) -> TextLikelihood:
    offsets = tuple(match.start() for match in re.finditer(r"\S+", request.text))
    likely = -2.0 if "reach a goal" in request.prompt.user else -1.0
    return TextLikelihood(log_probabilities=tuple(likely for _ in offsets), offsets=offsets)


def _next_token(request: NextToken) -> NextTokenProbabilities:
    if request.options == ((END_OF_TURN,),):
        lines = request.prompt.reply_so_far.count("\n")
        return NextTokenProbabilities(probabilities=(0.95 if lines >= PARTS_OF_A_SPLIT else 0.05,))
    big = "Part of it" not in request.prompt.user
    yes = 0.9 if big else 0.1
    return NextTokenProbabilities(probabilities=(yes, 1 - yes, *(0.0 for _ in request.options[2:])))


def make(*_: object) -> ScriptedModel:
    """The factory that ``load_backend`` calls."""
    return ScriptedModel()
