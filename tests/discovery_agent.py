"""A machine's discovery in a process of its own: ``discovery_agent.py NUMBER PORT FINGERPRINT [mesh PEER...]``.

Prints ``up``, then ``peer ID ADDRESS...`` for each word of a peer, and ``problem TEXT`` or ``problem -`` for what the
owner should know. With ``mesh`` it listens and dials what it finds, says a record now and then, and prints
``link ID True|False`` for what comes and goes and ``heard COUNT`` for records that came by gossip.
"""

from __future__ import annotations

import asyncio
import sys

from mesh_helpers import Agent, make_record, seed_of

from edge_agent.mesh.discovery import Discovery
from edge_agent.records import PeerId, Signer


async def main(number: int, port: int, fingerprint: str, *options: str) -> None:
    agent = Agent(number, options[1:], port=port, listen_host="0.0.0.0") if options else None
    if agent is not None:
        await agent.mesh.start()

    def on_peer(peer: PeerId, addresses: list[str]) -> None:
        print("peer", peer, *addresses, flush=True)
        if agent is not None:
            agent.mesh.add_addresses(peer, addresses, zoned=True)

    running = asyncio.create_task(
        Discovery(
            peer_id=Signer(seed_of(number)).peer_id,
            port=port,
            version="1.2.3",
            fingerprint=fingerprint,
            on_peer=on_peer,
            on_problem=lambda text: print("problem", text or "-", flush=True),
            retry_every=0.5,
        ).run()
    )
    print("up", flush=True)
    told = said = heard = 0
    while not running.done():
        await asyncio.sleep(0.2)
        if agent is None:
            continue
        for peer, up in agent.links[told:]:
            print("link", peer, up, flush=True)
            told += 1
        if heard != len(agent.heard):
            heard = len(agent.heard)
            print("heard", heard, flush=True)
        await agent.mesh.publish(make_record(agent.signer, said).wire)
        said += 1
    await running


asyncio.run(main(int(sys.argv[1]), int(sys.argv[2]), *sys.argv[3:]))
