"""Addresses: how peers are named in a configuration, what this machine announces, what may be dialled."""

from __future__ import annotations

import contextlib
import ipaddress
import re
from collections.abc import Iterable, Sequence
from typing import Final

from msgspec import Struct

from edge_agent.mesh.interfaces import hosts_of, interfaces
from edge_agent.records import PeerId, key_of_peer_id

MAX_ANNOUNCED: Final = 8
"""More interfaces than this are virtual ones; a peer tries one address after the other."""

_HOST_PROTOCOLS: Final = frozenset({"ip4", "ip6", "dns", "dns4", "dns6"})
_NAME: Final = re.compile(r"(?=.{1,253}\Z)\w([\w.-]*\w)?\.?")


class Place(Struct, frozen=True, order=True):
    """Where some machine listens. ``host`` is an IP address (a link-local one with its zone) or a name."""

    host: str
    port: int

    def __str__(self) -> str:
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"

    @property
    def ip(self) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
        """The host as an IP address; None for a name."""
        try:
            return ipaddress.ip_address(self.host)
        except ValueError:
            return None


class PeerAddress(Struct, frozen=True, order=True):
    """Where a peer listens: as :class:`Place`, and who it is."""

    peer: PeerId
    host: str
    port: int

    def __str__(self) -> str:
        return f"{multiaddr_of(self.host, self.port)}/p2p/{self.peer}"

    @property
    def place(self) -> Place:
        """Where, without who."""
        return Place(self.host, self.port)

    @property
    def ip(self) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
        """The host as an IP address; None for a name."""
        return self.place.ip


def multiaddr_of(host: str, port: int) -> str:
    """The host (IP address or name) and TCP port as a multiaddr."""
    try:
        kind = f"ip{ipaddress.ip_address(host).version}"
    except ValueError:
        kind = "dns"
    return f"/{kind}/{host}/tcp/{port}"


def parse_peer(text: str) -> PeerAddress:
    """Read an address with a peer id: ``/ip4/192.168.1.7/tcp/4711/p2p/12D3KooW...`` or ``host:port/12D3KooW...``.

    ValueError with the reason otherwise.
    """
    place, peer = _split(text)
    if place is None or not peer:
        raise ValueError(f"peer {text!r}: expected HOST:PORT/PEERID or /ip4/ADDRESS/tcp/PORT/p2p/PEERID")
    try:
        key_of_peer_id(PeerId(peer))
    except ValueError as error:
        raise ValueError(f"peer {text!r}: {peer!r} is not the peer id of an Ed25519 key") from error
    return PeerAddress(PeerId(peer), place.host, place.port)


def parse_given(text: str) -> PeerAddress | Place:
    """Read what an owner writes: as :func:`parse_peer`, or without a peer id, ``attic.local:4711``.

    ValueError with the reason and what is allowed otherwise.
    """
    place, peer = _split(text)
    if place is None:
        raise ValueError(
            f"peer {text!r}: expected HOST:PORT, such as 192.168.7.4:4711, attic.local:4711 or [fd00::7]:4711; or, to "
            "let in one machine alone there, HOST:PORT/PEERID or /ip4/ADDRESS/tcp/PORT/p2p/PEERID"
        )
    if place.ip is not None and (place.ip.is_unspecified or place.ip.is_multicast):
        raise ValueError(f"peer {text!r}: {place.host} is not the address of one machine")
    return parse_peer(text) if peer else place


def _split(text: str) -> tuple[Place | None, str]:
    """Where, and the peer id or nothing; None where it is no address."""
    if text.startswith("/"):
        parts = text.split("/")[1:]
        if len(parts) not in (4, 6) or parts[0] not in _HOST_PROTOCOLS or parts[2] != "tcp":
            return None, ""
        if len(parts) == 6 and (parts[4] not in ("p2p", "ipfs") or not parts[5]):
            return None, ""
        host, port, peer = parts[1], parts[3], parts[5] if len(parts) == 6 else ""
    else:
        where, slash, peer = text.partition("/")
        host, _, port = where.rpartition(":")
        if slash and not peer:
            return None, ""
        if host.startswith("[") and host.endswith("]"):
            host = host[1:-1]
        elif ":" in host:
            return None, ""
    is_port = port.isascii() and port.isdigit() and 0 < int(port) < 65_536
    place = Place(host, int(port)) if is_port else None
    if place is None or (place.ip is None and not _NAME.fullmatch(host)):
        return None, ""
    return place, peer


def is_dialable(address: PeerAddress, *, loopback: bool, zoned: bool = False) -> bool:
    """Whether an address that a peer or the network told may be dialled; a name may not, an owner's word may always.

    ``zoned``: a link-local IPv6 address may come with its zone; only what was found from here has one that is ours.
    """
    ip = address.ip
    if ip is None or ip.is_unspecified or ip.is_multicast:
        return False
    if ip.version == 6 and ip.is_link_local:
        return zoned and ip.scope_id is not None  # without its zone it says nothing
    return loopback or not ip.is_loopback


def dialable_of(peer: PeerId, told: Iterable[str], *, loopback: bool, zoned: bool = False) -> list[PeerAddress]:
    """The peer's addresses among these multiaddrs that may be dialled, see :func:`is_dialable`.

    What cannot be read, or is another peer's, is left out: anyone on the network may have said it.
    """
    found = []
    for text in told:
        with contextlib.suppress(ValueError):
            address = parse_peer(text if "/p2p/" in text else f"{text}/p2p/{peer}")
            if address.peer == peer and is_dialable(address, loopback=loopback, zoned=zoned):
                found.append(address)
    return found


def choose_announced(listen_host: str, found: Iterable[str]) -> list[str]:
    """The hosts to announce for a listener on ``listen_host``, given those ``found`` on the interfaces.

    Never an unspecified address; loopback only where that is what the listener is bound to; IPv4 link-local only
    where there is nothing better (two machines on one cable).
    """
    bound = ipaddress.ip_address(listen_host)
    if not bound.is_unspecified:
        return [str(bound)]
    usable = [ipaddress.ip_address(host) for host in found]
    usable = [ip for ip in usable if not (ip.is_loopback or ip.is_unspecified or ip.is_multicast)]
    usable = [ip for ip in usable if ip.version == 4 or not ip.is_link_local]
    if any(not ip.is_link_local for ip in usable):
        usable = [ip for ip in usable if not ip.is_link_local]
    return [str(ip) for ip in usable][:MAX_ANNOUNCED]


def interface_hosts() -> list[str]:
    """The IP addresses of this machine's usable interfaces; see :mod:`edge_agent.mesh.interfaces`."""
    return hosts_of(interfaces())


def listen_multiaddrs(listen_host: str, port: int) -> Sequence[str]:
    """What to listen on. All interfaces means IPv4 and IPv6; a machine without IPv6 still listens on the first."""
    if listen_host == "0.0.0.0":
        return [multiaddr_of("0.0.0.0", port), multiaddr_of("::", port)]
    return [multiaddr_of(listen_host, port)]
