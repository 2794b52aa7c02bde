"""The network interfaces of this machine on which other machines may be met, read anew at each call (a millisecond).

Left out: what is down or without a cable; bridges of containers and virtual machines, and what hangs on any bridge;
the host's ends of container cables. A bridge over a network card is this machine's own, and so is a ``veth`` on a
machine that has no network card: the machine is a container itself.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final

import ifaddr
from msgspec import Struct

SYSTEM: Final = Path("/sys/class/net")
IPV6_FLAGS: Final = Path("/proc/net/if_inet6")

_MULTICAST: Final = 0x1000
_POINT_TO_POINT: Final = 0x10
_UNUSABLE_IPV6: Final = 0x08 | 0x20 | 0x40
"""Duplicate, deprecated, tentative (``IFA_F_*`` of linux/if_addr.h): cannot be bound, or not much longer."""
_CONTAINERS: Final = (
    "docker", "br-", "virbr", "vnet", "cni", "podman", "lxc", "lxd", "incus", "flannel", "cali", "vb-", "ve-",
)  # fmt: skip
"""Names that container managers give to the host's side, for what the kernel does not tell apart."""


class Interface(Struct, frozen=True, order=True):
    """An interface and its IP addresses, each with its prefix length: ``192.168.1.7/24``, ``fe80::1/64``."""

    name: str
    index: int
    addresses: tuple[str, ...]
    multicast: bool = True
    """Whether it reaches neighbours by multicast; a tunnel to one other end does not."""

    @property
    def hosts(self) -> list[str]:
        """The IP addresses without their prefix lengths."""
        return [address.partition("/")[0] for address in self.addresses]

    @property
    def ipv4(self) -> list[str]:
        """The IPv4 addresses among them."""
        return [host for host in self.hosts if ":" not in host]

    @property
    def ipv6(self) -> list[str]:
        """The IPv6 addresses among them."""
        return [host for host in self.hosts if ":" in host]


def interfaces(system: Path = SYSTEM, ipv6_flags: Path = IPV6_FLAGS) -> list[Interface]:
    """The usable interfaces with at least one address, loopback included, in the order of their names."""
    unusable = _unusable_ipv6(ipv6_flags)
    found: dict[str, Interface] = {}
    adapters = ifaddr.get_adapters()
    has_card = any((system / adapter.name / "device").exists() for adapter in adapters)
    for adapter in adapters:
        addresses = [
            f"{ip.ip if ip.is_IPv4 else ip.ip[0]}/{ip.network_prefix}"
            for ip in adapter.ips
            if ip.is_IPv4 or (adapter.name, ip.ip[0].partition("%")[0]) not in unusable
        ]
        path = system / adapter.name
        if addresses and adapter.index is not None and not _is_virtual(path, has_card) and _is_up(path):
            flags = _read_number(path / "flags", default=_MULTICAST)
            found[adapter.name] = Interface(
                adapter.name,
                adapter.index,
                tuple(sorted(addresses)),
                multicast=bool(flags & _MULTICAST) and not flags & _POINT_TO_POINT,
            )
    return sorted(found.values())


def all_hosts() -> set[str]:
    """Every IP address that this machine has, whatever the state of its interfaces."""
    return {
        ip.ip if ip.is_IPv4 else ip.ip[0].partition("%")[0] for adapter in ifaddr.get_adapters() for ip in adapter.ips
    }


def hosts_of(found: Iterable[Interface]) -> list[str]:
    """All IP addresses of the interfaces."""
    return [host for interface in found for host in interface.hosts]


def nearest_first(hosts: Iterable[str], found: Sequence[Interface]) -> list[str]:
    """Another machine's addresses in the order to try: those on our own networks, link-local ones, the others.

    Dialling what cannot be reached from here takes seconds.
    """
    networks = [ipaddress.ip_interface(address).network for interface in found for address in interface.addresses]

    def distance(host: str) -> int:
        try:
            ip = ipaddress.ip_address(host)
        except ValueError:
            return 2  # a name
        if ip.is_link_local:
            return 1
        return 0 if any(ip in network for network in networks) else 2

    return sorted(hosts, key=distance)


def _is_up(path: Path) -> bool:
    """Whether it is up and has its cable or radio link; one that does not say (a tunnel) is taken to be."""
    return _read(path / "operstate") in ("", "up", "unknown")


def _is_virtual(path: Path, has_card: bool) -> bool:
    if (path / "device").exists():
        return (path / "brport").exists()
    if (path / "brport").exists():
        return True
    if (path / "bridge").is_dir():
        return not any(_is_own(path.parent / port.name) for port in _entries(path / "brif"))
    return path.name.startswith(_CONTAINERS) or (has_card and path.name.startswith("veth"))


def _is_own(port: Path) -> bool:
    """Whether a bridge's port leads out of the machine: a network card, a bond or a VLAN of one."""
    kind = _read(port / "uevent")
    return (port / "device").exists() or (port / "bonding").exists() or "DEVTYPE=vlan" in kind or "DEVTYPE=wlan" in kind


def _entries(path: Path) -> list[Path]:
    try:
        return list(path.iterdir())
    except OSError:
        return []


def _unusable_ipv6(path: Path) -> set[tuple[str, str]]:
    """The (interface, address) pairs that the kernel does not let be used now."""
    found = set()
    for line in _read(path).splitlines():
        fields = line.split()
        if len(fields) == 6 and int(fields[4], 16) & _UNUSABLE_IPV6:
            found.add((fields[5], str(ipaddress.IPv6Address(int(fields[0], 16)))))
    return found


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace").strip()
    except OSError:
        return ""


def _read_number(path: Path, default: int) -> int:
    try:
        return int(_read(path), 16)
    except ValueError:
        return default
