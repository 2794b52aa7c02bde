"""The settings of a running process, read anew on request: what can be applied is, of the rest the owner is told."""

from __future__ import annotations

import logging
from collections.abc import Callable

from edge_agent.config import Config, ConfigError
from edge_agent.config_files import Change, change_of
from edge_agent.mesh.addresses import parse_given

log = logging.getLogger(__name__)


class LiveSettings:
    """``read`` reads the settings anew; without it that cannot be done."""

    def __init__(self, config: Config, read: Callable[[], Config] | None) -> None:
        self.now = config
        """What holds."""
        self.problem: str | None = None
        """What became of changed settings, where it is not all that was wanted."""
        self._read = read

    def read_anew(self, *, has_model: bool) -> Change:
        """What is changed now, and what only a restart brings; ConfigError, and no change, where they are wrong."""
        if self._read is None:
            raise ConfigError(
                "a local swarm (`swarm-agent up`) reads its settings when it starts: end it and start it again"
            )
        try:
            change = change_of(self.now, self._read(), has_model=has_model)
            _refuse_bad_peers(change.config)
        except ConfigError as error:
            log.error("the settings were not read anew: %s", error)
            self.problem = f"the former settings hold, because the new ones are wrong: {error}"
            raise
        self.now, self.problem = change.config, None
        logging.getLogger().setLevel(self.now.log_level.upper())
        log.info("the settings were read anew; changed now: %s", ", ".join(change.applied) or "nothing")
        if change.waiting:
            self.problem = f"changed in the settings, but only a restart brings it: {', '.join(change.waiting)}"
            log.warning("%s", self.problem)
        return change


def _refuse_bad_peers(config: Config) -> None:
    try:
        for text in config.peers:
            parse_given(text)
    except ValueError as error:
        raise ConfigError(f"peers: {error}") from error
