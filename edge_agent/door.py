"""The door of one agent: what the mesh asks before it takes or relays anything."""

from __future__ import annotations

from collections.abc import Callable

from edge_agent.clock import Quarantine
from edge_agent.mesh.presence import BeaconRefusal, decode_beacon
from edge_agent.records import Refusal, SwarmId, decode_record


class SwarmDoor:
    """Functions of the bytes and the time alone, asked in the mesh's own thread. ``reference_ms``: what time it is."""

    def __init__(self, swarm: SwarmId, reference_ms: Callable[[], int]) -> None:
        self._swarm = swarm
        self._reference_ms = reference_ms

    def check_record(self, wire: bytes) -> bool:
        """Whether to take and relay it; one from the future is not relayed, an exchange brings it when it is due."""
        record = decode_record(wire, self._swarm)
        return not isinstance(record, Refusal) and not Quarantine.must_wait(record.clock, self._reference_ms())

    def excuses(self, wire: bytes) -> bool:
        """Whether an honest machine may have sent what was refused: from the future, or of a newer version."""
        record, beacon = decode_record(wire, self._swarm), decode_beacon(wire, self._swarm)
        return (
            not isinstance(record, Refusal)
            or record is Refusal.UNKNOWN_VERSION
            or beacon is BeaconRefusal.UNKNOWN_VERSION
        )

    def check_beacon(self, wire: bytes) -> bool:
        """Whether to take and relay it."""
        return not isinstance(decode_beacon(wire, self._swarm), BeaconRefusal)
