"""The seam through which tests and other programs bring their own backend."""

from __future__ import annotations

import pytest

from edge_agent.models.backend import ModelUnavailable, load_backend
from edge_agent.roles.requests import Generated


class Echo:
    name = "echo"
    tier = 7

    def __init__(self, text="hello"):
        self.text = text

    async def start(self):
        pass

    async def ask(self, request, *, timeout):
        return Generated(text=self.text, tokens=1, finish="stop")

    async def close(self):
        pass


def not_a_backend():
    return 3


def test_a_factory_is_loaded_by_name_and_given_its_arguments():
    backend = load_backend(f"{__name__}:Echo", "servus")
    assert backend.tier == 7
    assert backend.text == "servus"


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("echo", "package.module:factory"),
        ("no.such.module:thing", "no"),
        (f"{__name__}:Missing", "Missing"),
        (f"{__name__}:not_a_backend", "not a model backend"),
    ],
)
def test_a_wrong_name_is_explained(name, message):
    with pytest.raises(ModelUnavailable, match=message):
        load_backend(name)
