"""A machine's discovery in a process of its own: ``discovery_agent.py NUMBER PORT FINGERPRINT [mesh]``.

Prints ``up``, then ``peer ID ADDRESS...`` for each word of a peer, and ``problem TEXT`` or ``problem -`` for what the
owner should know. With ``mesh`` it listens and dials what it finds, and prints ``link ID True|False``.
"""

from __future__ import annotations

import asyncio
import sys

from mesh_helpers import Agent, seed_of

from edge_agent.mesh.discovery import Discovery
from edge_agent.records import PeerId, Signer


async def main() -> None:
    number, port, fingerprint, with_mesh = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3], sys.argv[4:] == ["mesh"]
    agent = Agent(number, port=port, listen_host="0.0.0.0") if with_mesh else None
    if agent is not None:
        await agent.mesh.start()

    def on_peer(peer: PeerId, addresses: list[str]) -> None:
        print("peer", peer, *addresses, flush=True)
        if agent is not None:
            agent.mesh.add_addresses(peer, addresses, zoned=True)

    discovery = Discovery(
        peer_id=Signer(seed_of(number)).peer_id,
        port=port if agent is None else agent.mesh.port,
        version="1.2.3",
        fingerprint=fingerprint,
        on_peer=on_peer,
        on_problem=lambda text: print("problem", text or "-", flush=True),
    )
    print("up", flush=True)
    running = asyncio.create_task(discovery.run())
    told = 0
    while not running.done():
        await asyncio.sleep(0.1)
        for peer, up in agent.links[told:] if agent is not None else []:
            print("link", peer, up, flush=True)
            told += 1
    await running


asyncio.run(main())
