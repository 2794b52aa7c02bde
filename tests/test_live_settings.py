"""Settings that are read anew while the process runs."""

from __future__ import annotations

import logging

import pytest

from edge_agent.config import Config, ConfigError
from edge_agent.live_settings import LiveSettings

FORMER = Config(name="ash")


@pytest.fixture(autouse=True)
def same_log_level(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(logging.getLogger(), "level", logging.WARNING)


def test_what_can_be_changed_is_and_of_the_rest_the_owner_is_told() -> None:
    settings = LiveSettings(FORMER, lambda: Config(name="beech", log_level="error", listen="127.0.0.1:4002"))
    change = settings.read_anew(has_model=True)
    assert (set(change.applied), change.waiting) == ({"name", "log_level"}, ("listen",))
    assert settings.now == change.config == Config(name="beech", log_level="error")
    assert settings.problem is not None and settings.problem.endswith("only a restart brings it: listen")
    assert logging.getLogger().level == logging.ERROR


def test_wrong_settings_change_nothing_until_they_are_right() -> None:
    wanted = [Config(name="beech", peers=("nonsense:",))]
    settings = LiveSettings(FORMER, lambda: wanted[0])
    with pytest.raises(ConfigError, match="peers"):
        settings.read_anew(has_model=True)
    assert settings.now == FORMER
    assert settings.problem is not None and "the former settings hold" in settings.problem
    wanted[0] = Config(name="beech")
    settings.read_anew(has_model=True)
    assert (settings.now, settings.problem) == (Config(name="beech"), None)


def test_without_files_there_is_nothing_to_read() -> None:
    settings = LiveSettings(FORMER, None)
    with pytest.raises(ConfigError, match="reads its settings when it starts"):
        settings.read_anew(has_model=True)
    assert settings.problem is None
