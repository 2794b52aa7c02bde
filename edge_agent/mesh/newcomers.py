"""Connections before it is known who is there: what speaks without the swarm's key is noticed at its first byte.

With a pre-shared key py-libp2p 0.8.1 decrypts whatever comes, and takes the garbage that results for a message of up to
2^63 bytes: it waits for it until the handshake's time is over (10 s), and keeps in memory whatever is sent meanwhile.
What comes first on every link is known, however: multistream's greeting. So the first byte tells, on both sides.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from typing import Any, Final

import libp2p.network.swarm as swarm_module
from libp2p.io.exceptions import IOException
from libp2p.security.pnet.psk_conn import PskConn
from libp2p.transport.exceptions import SecurityUpgradeFailure

GREETING: Final = b"\x13/multistream/1.0.0\n"
"""https://github.com/multiformats/multistream-select: the first message of both sides."""
HANDSHAKE_BYTES: Final = 64 * 1024
"""What a newcomer may send until it has proved who it is; an honest handshake takes less than a kilobyte."""
HANDSHAKES_AN_ADDRESS: Final = 32
"""Handshakes under way with one IP address; a further one ends the oldest."""


class WithoutKeyError(IOException):  # type: ignore[misc]  # the library has no types
    """What came was not encrypted with the swarm's key."""


class KeyedConnection(PskConn):  # type: ignore[misc]  # the library has no types
    """A link with the pre-shared key, whose other side is known to have it from its first byte on."""

    def __init__(self, connection: Any, psk: str) -> None:
        super().__init__(connection, psk)
        self._greeting = b""

    async def read(self, n: int | None = None) -> bytes:
        """Decrypted bytes. WithoutKeyError where they make no sense."""
        try:
            data: bytes = await super().read(n)
        except ValueError as error:  # less came than a nonce has
            raise WithoutKeyError(str(error)) from error
        if len(self._greeting) < len(GREETING):
            self._greeting += data
            if not GREETING.startswith(self._greeting[: len(GREETING)]):
                self._conn.without_key = True
                raise WithoutKeyError("the other side has not the swarm's key")
        return data


def expect_greetings() -> None:
    """Have the library use :class:`KeyedConnection`. Once a process."""
    swarm_module.new_protected_conn = KeyedConnection


class NewcomerWatch:
    """What a host asks about newcomers, and tells of them. ``peer`` is a libp2p peer id, ``address`` an IP address."""

    def __init__(
        self,
        *,
        admits: Callable[[str], bool],
        refuses: Callable[[Any], bool],
        stranger: Callable[[str], None],
        welcome: Callable[[str], None],
    ) -> None:
        self.admits, self.refuses = admits, refuses
        self.stranger, self.welcome = stranger, welcome


class _Handshake:
    """A newcomer's connection, read up to ``HANDSHAKE_BYTES`` until it is secured."""

    def __init__(self, raw: Any, address: str) -> None:
        self.raw, self.address = raw, address
        self._read = raw.read
        self._left = HANDSHAKE_BYTES
        raw.read = self.read
        raw.handshake = self

    async def read(self, n: int | None = None) -> bytes:
        data: bytes = await self._read(n)
        self._left -= len(data)
        if self._left < 0:
            raise IOException("too many bytes before a handshake was done")
        return data

    def secured(self) -> None:
        self.raw.read = self._read


def watch_newcomers(host: Any, watch: NewcomerWatch) -> None:
    """Ask and tell ``watch`` of every inbound connection of the host, and refuse dropped peers in both directions."""
    network = host.get_network()
    multistream = network.upgrader.security_multistream
    upgrade, secure_inbound = network.upgrade_inbound_raw_conn, multistream.secure_inbound
    secure_outbound = multistream.secure_outbound
    under_way: dict[str, list[_Handshake]] = {}

    def end(handshake: _Handshake) -> None:
        others = under_way.get(handshake.address, [])
        if handshake in others:
            others.remove(handshake)
        if not others:
            under_way.pop(handshake.address, None)

    async def refuse_dropped(secured: Any) -> None:
        if watch.refuses(secured.get_remote_peer()):
            await secured.close()
            raise SecurityUpgradeFailure("a peer that was dropped")

    async def let_in(raw: Any) -> Any:
        secured = await secure_inbound(raw)
        handshake: _Handshake = getattr(raw, "_conn", raw).handshake
        handshake.secured()
        end(handshake)
        await refuse_dropped(secured)
        watch.welcome(handshake.address)
        return secured

    async def reach(raw: Any, peer_id: Any) -> Any:
        secured = await secure_outbound(raw, peer_id)
        await refuse_dropped(secured)
        return secured

    async def upgrade_inbound(raw: Any, address: Any) -> Any:
        place = raw.get_remote_address()
        source = str(place[0]) if place else "an unknown address"
        if not watch.admits(source):
            await raw.close()
            raise ConnectionError(f"too many connections without the key from {source}")
        handshake = _Handshake(raw, source)
        others = under_way.setdefault(source, [])
        others.append(handshake)
        if len(others) > HANDSHAKES_AN_ADDRESS:
            with contextlib.suppress(Exception):  # it may be ending by itself
                await others.pop(0).raw.close()
        try:
            return await upgrade(raw, address)
        finally:
            end(handshake)
            if getattr(raw, "without_key", False):
                watch.stranger(source)

    multistream.secure_inbound, multistream.secure_outbound = let_in, reach
    network.upgrade_inbound_raw_conn = upgrade_inbound
