"""Dialling: the peers that the address book says are due, at the addresses it knows, as soon as there is a way."""

from __future__ import annotations

import ipaddress
import logging
import random
from collections.abc import Callable, Collection
from typing import Any, Final

import trio
from libp2p.peer.id import ID

from edge_agent.clock import monotonic_seconds
from edge_agent.mesh import guards
from edge_agent.mesh.addresses import Place
from edge_agent.mesh.book import AddressBook
from edge_agent.mesh.interfaces import Interface, all_hosts, interfaces, nearest_first
from edge_agent.records import PeerId

log = logging.getLogger(__name__)

DIALS_AT_ONCE: Final = 4
ADDRESSES_EVERY: Final = 1.0
"""Seconds between two looks at this machine's addresses."""


class Dialler:
    """Dials for one libp2p host, in the trio thread.

    ``loopback``: the host listens there, and so do its peers. ``is_connected(identity)``: whether a libp2p peer id has
    a connection that is not closing.
    """

    def __init__(self, host: Any, book: AddressBook, *, loopback: bool, is_connected: Callable[[Any], bool]) -> None:
        self._host, self._book, self._loopback, self._is_connected = host, book, loopback, is_connected
        self._me = PeerId(str(host.get_id()))
        self._dialling: set[PeerId | Place] = set()
        self._interfaces: list[Interface] = []

    async def watch_addresses(self) -> None:
        """Where this machine's addresses change (another network, a cable, awake again), try all peers at once.

        What was connected from an address that is gone is dead: nothing that the peer sends arrives here.
        """
        self._interfaces = interfaces()
        while True:
            await trio.sleep(ADDRESSES_EVERY)
            before, self._interfaces = self._interfaces, interfaces()
            if before != self._interfaces:
                await guards.close_streams_from_elsewhere(all_hosts())
                self._book.moved()

    def dial_due(
        self, nursery: trio.Nursery, connected: Collection[PeerId], dropped: Collection[PeerId], now: float
    ) -> None:
        """Begin the dials that are due; ``dropped`` peers are not wanted."""
        for target in self._book.due(connected, self._dialling, now, except_for=dropped):
            if len(self._dialling) < DIALS_AT_ONCE:
                self._dialling.add(target)
                nursery.start_soon(self._dial, target)

    async def _dial(self, target: PeerId | Place) -> None:
        try:
            reached = await (self._visit(target) if isinstance(target, Place) else self._reach(target))
            if not reached:
                failures = self._book.failed(target, monotonic_seconds(), random.uniform(0.8, 1.2))
                if failures == 1 and isinstance(target, Place):
                    log.info("no machine of this swarm answers at %s; it is tried again", target)
        finally:
            self._dialling.discard(target)

    async def _reach(self, peer: PeerId) -> bool:
        """Connect to a peer at one of its addresses; those that failed before the right one are stale."""
        addresses = self._book.addresses(peer)
        order = nearest_first(dict.fromkeys(one.host for one in addresses), self._interfaces)
        addresses.sort(key=lambda one: order.index(one.host))
        identity = ID.from_string(peer)
        for number, address in enumerate(addresses):
            if await self._dial_place(address.place, identity) is not None or self._is_connected(identity):
                self._book.drop(addresses[:number])
                return True
        return False

    async def _visit(self, place: Place) -> bool:
        """Connect to whoever of the swarm is at a place that the owner gave."""
        found = await self._dial_place(place, None)
        if found is not None:
            log.info("%s is %s", place, "this machine itself" if found == self._me else found)
            self._book.met(place, found, monotonic_seconds())
        return found is not None

    async def _dial_place(self, place: Place, expected: Any) -> PeerId | None:
        """Who was connected to, also where that is this machine itself; None where nobody of the swarm answers."""
        for host in await self._look_up(place):
            try:
                return PeerId(str(await guards.dial(self._host, host, place.port, expected)))
            except guards.DialledOurselves:
                return self._me
            except Exception as error:  # of the network, or of whoever answers there
                log.debug("no connection to %s port %d: %r", host, place.port, error)
        return None

    async def _look_up(self, place: Place) -> list[str]:
        """The IP addresses of a place, a name looked up anew each time; never loopback for a name."""
        if place.ip is not None:
            return [place.host]
        try:
            with trio.fail_after(guards.DIAL_SECONDS):
                found = await trio.socket.getaddrinfo(place.host, place.port, type=trio.socket.SOCK_STREAM)
        except (OSError, UnicodeError, trio.TooSlowError) as error:
            log.debug("%s cannot be looked up: %r", place.host, error)
            return []
        hosts = dict.fromkeys(str(entry[4][0]) for entry in found)
        return [host for host in hosts if self._loopback or not ipaddress.ip_address(host).is_loopback]
