"""A network for each scenario of the lab."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from lab.network import Network, why_not
from lab.swarm import Lab


@pytest.fixture
def lab(tmp_path: Path) -> Iterator[Lab]:
    """A network of its own for one scenario."""
    reason = why_not()
    if reason is not None:
        pytest.skip(reason)
    with Network() as network:
        lab = Lab(network, tmp_path)
        try:
            yield lab
        finally:
            lab.close()
