"""One mesh in a process of its own, for :mod:`bench.spread`: ``python -m bench.gossiper NUMBER PORT PEER...``.

Reads commands from standard input, a line each, and answers each with a line of JSON: ``say COUNT PAUSE`` publishes so
many records, so many seconds apart; ``sync`` exchanges records with every connected peer; ``report`` tells how many
records are here, to how many peers there is a link, and how long each record heard since the last report was under
way.
"""

from __future__ import annotations

import asyncio
import json
import sys
import time
from typing import Any

from mesh_helpers import SWARM, Agent, make_record

from edge_agent.records import Cancel, PeerId, Refusal, decode_record

RECORDS_A_PROCESS = 1_000_000
"""So that no two processes say the same record."""


class Gossiper(Agent):
    """An agent of the mesh's tests that looks at the time. Clocks of one computer's processes agree."""

    def __init__(self, number: int, port: int, peers: list[str]) -> None:
        super().__init__(number, peers, port=port)
        self.milliseconds: list[float] = []
        self._next = number * RECORDS_A_PROCESS

    def _on_record(self, wire: bytes, source: PeerId) -> None:
        now = time.monotonic_ns()
        record = decode_record(wire, SWARM)
        if not isinstance(record, Refusal) and isinstance(record.body, Cancel) and record.id not in self.log.records:
            self.milliseconds.append((now - int(record.body.reason)) / 1e6)
        super()._on_record(wire, source)

    async def obey(self, command: list[str]) -> dict[str, Any]:
        """Do it, and tell what came of it."""
        match command:
            case ["say", count, pause]:
                for _ in range(int(count)):
                    self._next += 1
                    await self.say(make_record(self.signer, self._next, text=str(time.monotonic_ns())))
                    await asyncio.sleep(float(pause))
            case ["sync"]:
                peers = self.mesh.connected()
                await asyncio.gather(*(self.mesh.exchange_with(peer) for peer in peers), return_exceptions=True)
            case ["report"]:
                taken, self.milliseconds = self.milliseconds, []
                return {"held": len(self.log.records), "links": len(self.mesh.connected()), "milliseconds": taken}
        return {}


async def main() -> None:
    """Run until standard input ends."""
    async with Gossiper(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3:]) as gossiper:
        print(json.dumps({"ready": True}), flush=True)
        while line := await asyncio.to_thread(sys.stdin.readline):
            print(json.dumps(await gossiper.obey(line.split())), flush=True)


if __name__ == "__main__":
    asyncio.run(main())
