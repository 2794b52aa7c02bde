"""Whether this machine's network lets the mesh work: its port, the port of multicast DNS, multicast itself."""

from __future__ import annotations

import contextlib
import errno
import secrets
import socket
import struct
from typing import Final

from edge_agent.mesh.interfaces import Interface

MDNS_PORT: Final = 5353
GROUP_IPV4: Final = "224.0.0.251"
GROUP_IPV6: Final = "ff02::fb"
"""The groups of multicast DNS (RFC 6762), which switches and radio links have to let pass for machines to meet."""
ECHO_SECONDS: Final = 2.0
"""How long a packet of one's own may take to come back: the kernel returns it within microseconds, or never."""


def port_problem(host: str, port: int) -> str | None:
    """Why nobody could listen on this TCP port now, in the kernel's words; None where one could. Port 0 is any."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        with socket.socket(family, socket.SOCK_STREAM) as listener:
            # Connections that ended lately do not keep the port.
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.bind((host, port))
            listener.listen(1)
    except OSError as error:
        return error.strerror or str(error)
    return None


def shares_mdns_port() -> bool:
    """Whether UDP port 5353 is free, or held by programs that share it, as those for multicast DNS should."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as mdns:
        mdns.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        mdns.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        try:
            mdns.bind(("", MDNS_PORT))
        except OSError as error:
            return error.errno != errno.EADDRINUSE
    return True


def multicast_problem(interface: Interface) -> str | None:
    """Send a packet to the group of multicast DNS through the interface, on a port of our own, and hear it again.

    None where it came back. It tells of this machine and its firewall, not of the switch behind the cable.
    """
    with contextlib.ExitStack() as closing:
        try:
            if interface.ipv4:
                _echo_ipv4(closing, interface.ipv4[0])
            else:
                _echo_ipv6(closing, interface.index)
        except TimeoutError:
            return "a packet that was sent did not come back: a firewall drops multicast"
        except OSError as error:
            return error.strerror or str(error)
    return None


def _echo_ipv4(closing: contextlib.ExitStack, host: str) -> None:
    own = socket.inet_aton(host)
    listener = closing.enter_context(socket.socket(socket.AF_INET, socket.SOCK_DGRAM))
    listener.bind(("", 0))
    listener.setsockopt(
        socket.IPPROTO_IP, socket.IP_ADD_MEMBERSHIP, struct.pack("4s4s", socket.inet_aton(GROUP_IPV4), own)
    )
    sender = closing.enter_context(socket.socket(socket.AF_INET, socket.SOCK_DGRAM))
    sender.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, own)
    sender.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_LOOP, 1)
    _exchange(sender, listener, (GROUP_IPV4, listener.getsockname()[1]))


def _echo_ipv6(closing: contextlib.ExitStack, index: int) -> None:
    listener = closing.enter_context(socket.socket(socket.AF_INET6, socket.SOCK_DGRAM))
    listener.bind(("::", 0))
    group = socket.inet_pton(socket.AF_INET6, GROUP_IPV6)
    listener.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_JOIN_GROUP, group + struct.pack("@I", index))
    sender = closing.enter_context(socket.socket(socket.AF_INET6, socket.SOCK_DGRAM))
    sender.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_MULTICAST_IF, index)
    sender.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_MULTICAST_LOOP, 1)
    _exchange(sender, listener, (GROUP_IPV6, listener.getsockname()[1], 0, index))


def _exchange(sender: socket.socket, listener: socket.socket, place: tuple[str | int, ...]) -> None:
    """TimeoutError where what is sent is not heard."""
    token = secrets.token_bytes(16)
    listener.settimeout(ECHO_SECONDS)
    sender.sendto(token, place)
    while listener.recv(64) != token:
        """Somebody else's packet."""
