"""A stranger on the network: ``python -m lab.outsider ADDRESS PORT PEER_ID KEY``, every attack in turn.

KEY is a swarm's key of 64 hexadecimal digits, or "none". Prints one line an attack: its name, and ``connected`` or
``refused``.
"""

from __future__ import annotations

import contextlib
import logging
import socket
import sys
import time

from mesh_attacker import ATTACKS, TCP_ATTACKS, attack

IDLE = 100
IDLE_SECONDS = 12.0
"""Longer than a connection may idle before it has shown what it wants."""


def bare_port(address: str, port: int) -> None:
    """What needs no libp2p."""
    for assault in TCP_ATTACKS:
        with contextlib.suppress(OSError):
            assault(port, address)
        print(assault.__name__, "connected", flush=True)
    links = [socket.create_connection((address, port)) for _ in range(IDLE)]
    time.sleep(IDLE_SECONDS)
    for link in links:
        link.close()
    print("idle connections", "connected", flush=True)


def as_peer(name: str, address: str, port: int, peer: str, key: str | None) -> None:
    """One attack of an authenticated peer."""
    try:
        attack(name, peer, port, address, key)
        outcome = "connected"
    except Exception:  # libp2p has many, and groups of them
        outcome = "refused"
    print(name, outcome, flush=True)


def main(address: str, port: int, peer: str, key: str) -> None:
    """Everything with the key; the bare port, and one try to connect, without it."""
    logging.getLogger("libp2p").setLevel(logging.CRITICAL)
    if key == "none" or key.startswith("wrong"):
        bare_port(address, port)
        as_peer("gossip: no record", address, port, peer, None if key == "none" else key.removeprefix("wrong"))
        return
    for name in ATTACKS:
        as_peer(name, address, port, peer, key)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), sys.argv[3], sys.argv[4])
