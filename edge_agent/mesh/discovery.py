"""Finding the machines of the swarm on the local network by multicast DNS (RFC 6762), on zeroconf's asyncio API.

It tells addresses, never who lives: that a service is gone, or still there, changes nothing but the address book.
What is announced can be read by everybody on the network: the peer id, the port, this program's version, and a
fingerprint by which the machines of one swarm know each other; no name of a machine and nothing of a goal.
"""

from __future__ import annotations

import asyncio
import contextlib
import errno
import ipaddress
import logging
import re
from collections.abc import Callable, Mapping
from typing import Any, Final

from msgspec import Struct
from zeroconf import IPVersion, ServiceInfo, ServiceStateChange, Zeroconf
from zeroconf.asyncio import AsyncServiceBrowser, AsyncServiceInfo, AsyncZeroconf

from edge_agent.clock import monotonic_seconds
from edge_agent.mesh.addresses import choose_announced, multiaddr_of
from edge_agent.mesh.interfaces import Interface, hosts_of, interfaces, nearest_first
from edge_agent.records import PeerId, key_of_peer_id

log = logging.getLogger(__name__)

SERVICE: Final = "_swarm-agent._tcp.local."
LOOK_EVERY: Final = 1.0
"""Seconds between two looks at this machine's addresses: a new one is announced within seconds."""
SLEPT: Final = 15.0
"""A look that comes so many seconds late: the machine slept, and the network may be another one."""
ANNOUNCE_EVERY: Final = 60.0
"""Seconds between announcements: where a switch or a radio link was away, nobody else makes machines meet again."""
RETRY_EVERY: Final = 30.0
MAX_SERVICES: Final = 512
"""What is remembered of the network's announcements; others' swarms and hostile ones are among them."""
MAX_QUESTIONS: Final = 64
MAX_HOSTS: Final = 12
MAX_ZONED: Final = 4
CLOSE_SECONDS: Final = 3.0
_ANSWER_MS: Final = 3_000
PORT_TAKEN: Final = (
    "UDP port 5353 is held by a program that does not share it, so machines do not find each other by themselves. "
    "`sudo ss -lunp 'sport = 5353'` names it; stop it, or, if it is avahi-daemon, set disallow-other-stacks=no in "
    "/etc/avahi/avahi-daemon.conf. Until then name the other machines in `peers`"
)


class Announcement(Struct, frozen=True):
    """What one machine of this swarm announces. ``hosts``: its IP addresses, link-local IPv6 with its zone."""

    peer: PeerId
    hosts: tuple[str, ...]
    port: int


def instance_name(peer_id: PeerId) -> str:
    """The name of a machine's service: unique and always the same; names are case-insensitive and at most 63 bytes."""
    return peer_id[-32:].lower()


def read_announcement(info: ServiceInfo, *, fingerprint: str, me: PeerId) -> Announcement | None:
    """What a service says; None for another swarm's, this machine's own and whatever is malformed or hostile."""
    told = _properties_of(info)
    peer = told.get("id", "")
    if told.get("swarm") != fingerprint or peer == me or not re.fullmatch(r"[1-9A-HJ-NP-Za-km-z]{40,64}", peer):
        return None
    try:
        key_of_peer_id(PeerId(peer))
        hosts = tuple(dict.fromkeys(host for host in info.parsed_scoped_addresses() if _is_told(host)))[:MAX_HOSTS]
    except ValueError:
        return None
    if not hosts or info.port is None or not 0 < info.port < 65_536:
        return None
    return Announcement(PeerId(peer), hosts, info.port)


def _properties_of(info: ServiceInfo) -> Mapping[str, str]:
    found: dict[str, str] = {}
    for key, value in list(info.properties.items())[:16]:
        with contextlib.suppress(UnicodeDecodeError):
            if value is not None and len(value) <= 128:
                found[key.decode()] = value.decode()
    return found


def _is_told(host: str) -> bool:
    ip = ipaddress.ip_address(host)
    if ip.is_unspecified or ip.is_loopback or ip.is_multicast:
        return False
    # Without its zone, which only a packet over IPv6 brings, a link-local IPv6 address cannot be dialled.
    return not (isinstance(ip, ipaddress.IPv6Address) and ip.is_link_local) or ip.scope_id is not None


class Discovery:
    """Announces this machine and tells of the others while :meth:`run` runs.

    ``fingerprint`` is the swarm's. ``on_peer(peer, multiaddrs)``: where a machine of the swarm listens now.
    ``on_problem(text)``: what the owner should do, None when it is over. Both run on the asyncio loop.
    ``listen_host``: a machine that listens on loopback announces nothing and looks for nobody. ``retry_every``: seconds
    until multicast DNS is tried again where it did not work.
    """

    def __init__(
        self,
        *,
        peer_id: PeerId,
        port: int,
        version: str,
        fingerprint: str,
        on_peer: Callable[[PeerId, list[str]], None],
        on_problem: Callable[[str | None], None],
        listen_host: str = "0.0.0.0",
        look: Callable[[], list[Interface]] = interfaces,
        retry_every: float = RETRY_EVERY,
    ) -> None:
        self._peer_id, self._port, self._version, self._fingerprint = peer_id, port, version, fingerprint
        self._on_peer, self._on_problem = on_peer, on_problem
        self._listen_host = listen_host
        self._find_interfaces = look
        self._retry_every = retry_every
        self._interfaces: list[Interface] = []
        self._zeroconf: AsyncZeroconf | None = None
        self._browser: AsyncServiceBrowser | None = None
        self._info: ServiceInfo | None = None
        self._names: set[str] = set()
        self._changed: set[str] = set()
        """Services to be read once more: a record that was replaced stays valid for a second."""
        self._questions: dict[str, asyncio.Task[None]] = {}
        self._problem: str | None = None
        self._looked_at = monotonic_seconds()
        self._announce_at = 0.0
        self._retry_at = 0.0

    async def run(self) -> None:
        """Announce and look until cancelled; whatever goes wrong is told once and tried again."""
        logging.getLogger("zeroconf").setLevel(logging.CRITICAL)  # a line for each malformed packet of a stranger
        try:
            while True:
                if monotonic_seconds() >= self._retry_at:
                    try:
                        await self._look(monotonic_seconds())
                        self._tell(None)
                    except Exception as error:  # of the library, the network or the kernel: it is told, and tried again
                        self._tell(_problem_of(error))
                        await self._close()
                        self._retry_at = monotonic_seconds() + self._retry_every
                await asyncio.sleep(LOOK_EVERY)
        finally:
            await asyncio.shield(self._close())

    async def _look(self, now: float) -> None:
        """Bring what is announced up to date with this machine's addresses."""
        slept = now - self._looked_at > SLEPT
        self._looked_at = now
        found = self._usable()
        if slept or found != self._interfaces or (self._zeroconf is None and found):
            await self._close()
            self._interfaces = found
            if found:
                log.info("announcing this machine on %s", ", ".join(hosts_of(found)))
                await self._open()
            self._looked_at = monotonic_seconds()
        elif self._zeroconf is not None and self._info is not None:
            changed, self._changed = self._changed, set()
            if now >= self._announce_at:
                self._announce_at = now + ANNOUNCE_EVERY
                zeroconf = self._zeroconf.zeroconf
                zeroconf.async_send(zeroconf.generate_service_broadcast(self._info, None))
                changed = set(self._names)
            for name in changed:
                self._read(name)

    def _usable(self) -> list[Interface]:
        """The interfaces to announce on; all but loopback, or the one of the address that is listened on."""
        found = [one for one in self._find_interfaces() if one.multicast and not _is_loopback(one)]
        bound = ipaddress.ip_address(self._listen_host)
        return found if bound.is_unspecified else [one for one in found if str(bound) in one.hosts]

    def _announced(self) -> list[str]:
        """This machine's addresses. Link-local IPv6 comes last: on one cable there may be nothing else."""
        hosts = choose_announced(self._listen_host, hosts_of(self._interfaces))
        if ipaddress.ip_address(self._listen_host).is_unspecified:
            hosts += [host for host in hosts_of(self._interfaces) if host.startswith("fe80:")][:MAX_ZONED]
        return hosts

    async def _open(self) -> None:
        # One address of each kind for an interface: multicast leaves through it, whether or not there is a route.
        ipv4 = [next(iter(one.ipv4), None) for one in self._interfaces]
        ipv6 = [one.index for one in self._interfaces if one.ipv6]
        places: list[str | int] = [*(host for host in ipv4 if host is not None), *ipv6]
        version = IPVersion.All if len(places) > len(ipv6) > 0 else IPVersion.V6Only if ipv6 else IPVersion.V4Only
        label = instance_name(self._peer_id)
        self._info = ServiceInfo(
            SERVICE,
            f"{label}.{SERVICE}",
            port=self._port,
            properties={"id": self._peer_id, "version": self._version, "swarm": self._fingerprint},
            server=f"{label}.local.",
            parsed_addresses=self._announced(),
        )
        self._zeroconf = AsyncZeroconf(interfaces=places, ip_version=version)
        await self._zeroconf.zeroconf.async_wait_for_start()
        self._browser = AsyncServiceBrowser(self._zeroconf.zeroconf, SERVICE, handlers=[self._on_change])
        await (await self._zeroconf.async_register_service(self._info, allow_name_change=True))
        self._announce_at = monotonic_seconds() + ANNOUNCE_EVERY

    async def _close(self) -> None:
        questions = list(self._questions.values())
        for task in questions:
            task.cancel()
        await asyncio.gather(*questions, return_exceptions=True)
        self._names.clear()
        self._changed.clear()
        self._info = None
        opened, self._zeroconf = self._zeroconf, None
        browser, self._browser = self._browser, None
        if opened is not None:
            try:
                async with asyncio.timeout(CLOSE_SECONDS):
                    if browser is not None:
                        await browser.async_cancel()
                    await opened.async_close()
            except Exception as error:  # what is left of it is replaced, or the machine stops
                log.info("multicast DNS was not closed in order: %r", error)

    def _on_change(
        self, *, zeroconf: Zeroconf, service_type: str, name: str, state_change: ServiceStateChange, **_: Any
    ) -> None:
        """The browser saw a service come, change or go."""
        if state_change is ServiceStateChange.Removed:
            self._names.discard(name)
            return
        if len(self._names) < MAX_SERVICES:
            self._names.add(name)
            self._changed.add(name)
        self._read(name)

    def _read(self, name: str) -> None:
        """Tell what is known of a service; ask for what is missing."""
        if self._zeroconf is None:
            return
        try:
            info = AsyncServiceInfo(SERVICE, name)
            if info.load_from_cache(self._zeroconf.zeroconf):
                self._hear(info)
            elif name not in self._questions and len(self._questions) < MAX_QUESTIONS:
                task = asyncio.create_task(self._ask(info, self._zeroconf.zeroconf))
                self._questions[name] = task
                task.add_done_callback(lambda _: self._questions.pop(name, None))
        except Exception as error:  # a stranger's name or record
            log.debug("%r is no service of ours: %r", name, error)

    async def _ask(self, info: AsyncServiceInfo, zeroconf: Zeroconf) -> None:
        try:
            if await info.async_request(zeroconf, _ANSWER_MS):
                self._hear(info)
        except Exception as error:  # a stranger's record, or the library's end while it asked
            log.debug("%r is no service of ours: %r", info.name, error)

    def _hear(self, info: ServiceInfo) -> None:
        told = read_announcement(info, fingerprint=self._fingerprint, me=self._peer_id)
        if told is not None:
            hosts = nearest_first(told.hosts, self._interfaces)
            self._on_peer(told.peer, [f"{multiaddr_of(host, told.port)}/p2p/{told.peer}" for host in hosts])

    def _tell(self, problem: str | None) -> None:
        if problem != self._problem:
            self._problem = problem
            log.log(logging.INFO if problem is None else logging.WARNING, "%s", problem or "machines are found again")
            self._on_problem(problem)


def _is_loopback(interface: Interface) -> bool:
    return all(ipaddress.ip_address(host).is_loopback for host in interface.hosts)


def _problem_of(error: Exception) -> str:
    if isinstance(error, OSError) and error.errno == errno.EADDRINUSE:
        return PORT_TAKEN
    return (
        f"machines do not find each other by themselves, multicast DNS does not work here: "
        f"{error or type(error).__name__}. Until it does, name the other machines in `peers`"
    )
