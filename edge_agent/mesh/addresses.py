"""Addresses: how peers are named in a configuration, what this machine announces, what may be dialled."""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable, Sequence
from typing import Final

from msgspec import Struct

from edge_agent.mesh.interfaces import hosts_of, interfaces
from edge_agent.records import PeerId, key_of_peer_id

MAX_ANNOUNCED: Final = 8
"""More interfaces than this are virtual ones; a peer tries one address after the other."""

_HOST_PROTOCOLS: Final = frozenset({"ip4", "ip6", "dns", "dns4", "dns6"})


class PeerAddress(Struct, frozen=True, order=True):
    """Where a peer listens. ``host`` is an IP address or a name, ``port`` a TCP port."""

    peer: PeerId
    host: str
    port: int

    def __str__(self) -> str:
        return f"{multiaddr_of(self.host, self.port)}/p2p/{self.peer}"

    @property
    def ip(self) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
        """The host as an IP address; None for a name."""
        try:
            return ipaddress.ip_address(self.host)
        except ValueError:
            return None


def multiaddr_of(host: str, port: int) -> str:
    """The host (IP address or name) and TCP port as a multiaddr."""
    try:
        kind = f"ip{ipaddress.ip_address(host).version}"
    except ValueError:
        kind = "dns"
    return f"/{kind}/{host}/tcp/{port}"


def parse_peer(text: str) -> PeerAddress:
    """Read ``/ip4/192.168.1.7/tcp/4711/p2p/12D3KooW...`` or ``host:port/12D3KooW...``.

    ValueError with the reason otherwise: the peer id must be there, since the link's encryption checks it.
    """
    form = f"peer {text!r}: expected HOST:PORT/PEERID or /ip4/ADDRESS/tcp/PORT/p2p/PEERID"
    if text.startswith("/"):
        parts = text.split("/")[1:]
        if len(parts) != 6 or parts[0] not in _HOST_PROTOCOLS or parts[2] != "tcp" or parts[4] not in ("p2p", "ipfs"):
            raise ValueError(form)
        host, port_text, peer = parts[1], parts[3], parts[5]
    else:
        place, slash, peer = text.rpartition("/")
        host, colon, port_text = place.rpartition(":")
        if not slash or not colon:
            raise ValueError(form)
        host = host.removeprefix("[").removesuffix("]")
    if not host or not port_text.isascii() or not port_text.isdigit() or not 0 < int(port_text) < 65_536:
        raise ValueError(form)
    try:
        key_of_peer_id(PeerId(peer))
    except ValueError as error:
        raise ValueError(f"peer {text!r}: {peer!r} is not the peer id of an Ed25519 key") from error
    return PeerAddress(PeerId(peer), host, int(port_text))


def is_dialable(address: PeerAddress, *, loopback: bool) -> bool:
    """Whether an address that a peer or the network told may be dialled; a name may not, an owner's word may always."""
    ip = address.ip
    if ip is None or ip.is_unspecified or ip.is_multicast:
        return False
    if ip.version == 6 and ip.is_link_local:
        return False  # without its zone it says nothing
    return loopback or not ip.is_loopback


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
