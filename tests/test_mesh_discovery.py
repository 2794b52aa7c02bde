"""What machines announce on the local network, and what is believed of it."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from typing import Any

import pytest
from lab.network import INTERFACE, Link, Network, ip, why_not
from mesh_helpers import LONG, seed_of
from processes import TESTS, product_environment
from waiting import until
from zeroconf import ServiceInfo

from edge_agent.mesh import discovery as discovery_module
from edge_agent.mesh.discovery import MAX_HOSTS, SERVICE, Announcement, Discovery, instance_name, read_announcement
from edge_agent.mesh.interfaces import Interface
from edge_agent.records import Signer

ME = Signer(seed_of(1)).peer_id
PEER = Signer(seed_of(2)).peer_id
GOOD = {"id": PEER, "version": "1.2.3", "swarm": "f00d"}


def service(properties: Any, hosts: list[str] | None = None, port: int | None = 4711, **options: Any) -> ServiceInfo:
    return ServiceInfo(
        SERVICE,
        f"x.{SERVICE}",
        port=port,
        properties=properties,
        server="x.local.",
        parsed_addresses=["192.168.1.7"] if hosts is None else hosts,
        **options,
    )


def read(info: ServiceInfo) -> Announcement | None:
    return read_announcement(info, fingerprint="f00d", me=ME)


def test_a_machine_of_the_swarm_is_believed() -> None:
    assert read(service(GOOD, ["192.168.1.7", "fd00::7"])) == Announcement(PEER, ("192.168.1.7", "fd00::7"), 4711)


def test_a_key_more_in_a_newer_version_is_no_harm() -> None:
    assert read(service(GOOD | {"new": "x", "flag": None})) is not None


@pytest.mark.parametrize(
    "properties",
    [
        {},
        b"",
        b"\xff\xff\xff",
        b"\x00" * 300,
        GOOD | {"swarm": "beef"},
        GOOD | {"swarm": ""},
        GOOD | {"swarm": None},
        {"id": PEER, "version": "1"},
        {"swarm": "f00d", "version": "1"},
        GOOD | {"id": ME},
        GOOD | {"id": PEER.lower()},
        GOOD | {"id": PEER[:-1]},
        GOOD | {"id": PEER + "/../x"},
        GOOD | {"id": b"\xff\xfe"},
        GOOD | {"id": "x" * 200},
        GOOD | {"id": "QmYwAPJzv5CZsnA625s3Xf2nemtYgPpHdWEz79ojWnPbdG"},
        {b"\xff": b"\xff"},
    ],
)
def test_other_swarms_and_nonsense_are_passed_over(properties: Any) -> None:
    assert read(service(properties)) is None


@pytest.mark.parametrize("host", ["0.0.0.0", "127.0.0.1", "::", "::1", "224.0.0.251", "ff02::fb", "fe80::7"])
def test_addresses_that_cannot_be_dialled_are_left_out(host: str) -> None:
    assert read(service(GOOD, [host])) is None
    told = read(service(GOOD, [host, "192.168.1.7"]))
    assert told is not None
    assert told.hosts == ("192.168.1.7",)


def test_a_link_local_address_carries_the_zone_of_the_interface_it_came_by() -> None:
    told = read(service(GOOD, ["fe80::7"], interface_index=3))
    assert told is not None
    assert told.hosts == ("fe80::7%3",)


def test_ports_and_numbers_of_addresses_are_bounded() -> None:
    assert read(service(GOOD, port=0)) is None
    assert read(service(GOOD, port=None)) is None
    assert read(service(GOOD, [])) is None
    told = read(service(GOOD, [f"10.0.0.{n}" for n in range(1, 100)]))
    assert told is not None
    assert len(told.hosts) == MAX_HOSTS


def test_the_name_of_a_service_is_unique_and_stable() -> None:
    names = {instance_name(Signer(seed_of(n)).peer_id) for n in range(1, 200)}
    assert len(names) == 199
    assert all(len(name.encode()) <= 63 and name == name.lower() and name.isalnum() for name in names)
    assert instance_name(PEER) == "1hgwxccidmfcwlqcmpgwr6qctp6qrmud"


class Told:
    """A discovery without a network, and what it told."""

    def __init__(self, look: Callable[[], list[Interface]], **options: Any) -> None:
        self.problems: list[str | None] = []
        self.discovery = Discovery(
            peer_id=ME, port=4711, version="1", fingerprint="f00d", on_peer=lambda peer, addresses: None,
            on_problem=self.problems.append, look=look, **options,
        )  # fmt: skip


async def test_whatever_goes_wrong_is_told_once_and_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(discovery_module, "LOOK_EVERY", 0.01)
    looks = 0

    def look() -> list[Interface]:
        nonlocal looks
        looks += 1
        if looks < 5:
            raise RuntimeError("a fault in a library")
        return []

    told = Told(look, retry_every=0.01)
    running = asyncio.create_task(told.discovery.run())
    await until(lambda: looks > 8, "more looks")
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
    assert len(told.problems) == 2
    assert "a fault in a library" in str(told.problems[0])
    assert "`peers`" in str(told.problems[0])
    assert told.problems[1] is None


async def test_an_interface_without_multicast_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """An address that this machine does not have stands for one that went away between the look and its use."""
    monkeypatch.setattr(discovery_module, "LOOK_EVERY", 0.01)
    told = Told(lambda: [Interface("gone0", 999, ("fd00::1234/64",))])
    running = asyncio.create_task(told.discovery.run())
    await until(lambda: bool(told.problems), "the problem")
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
    assert "multicast DNS does not work here" in str(told.problems[0])


@pytest.mark.parametrize("host", ["127.0.0.1", "::1"])
async def test_a_machine_that_listens_on_loopback_announces_nothing(monkeypatch: pytest.MonkeyPatch, host: str) -> None:
    monkeypatch.setattr(discovery_module, "LOOK_EVERY", 0.01)
    looks: list[int] = []

    def look() -> list[Interface]:
        looks.append(1)
        return [Interface("lo", 1, ("127.0.0.1/8", "::1/128")), Interface("eth0", 2, ("192.0.2.7/24",))]

    told = Told(look, listen_host=host)
    running = asyncio.create_task(told.discovery.run())
    await until(lambda: len(looks) > 5, "more looks")
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
    assert told.discovery._zeroconf is None
    assert told.problems == []


class Machine:
    """A process on a machine of the private network, and the lines that it printed."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process
        self.lines: list[str] = []
        self.reader = asyncio.create_task(self._read())

    @classmethod
    async def start(cls, link: Link, *command: str) -> Machine:
        return cls(
            await asyncio.create_subprocess_exec(
                *link.inside(sys.executable, *command),
                stdout=asyncio.subprocess.PIPE,
                cwd=TESTS,
                env=product_environment(),
            )
        )

    async def _read(self) -> None:
        assert self.process.stdout is not None
        async for line in self.process.stdout:
            self.lines.append(line.decode().strip())

    async def says(self, text: str, what: str, seconds: float = LONG) -> str:
        """Wait for a line with the text."""
        await until(lambda: any(text in line for line in self.lines), f"{what}; it said {self.lines}", seconds)
        return next(line for line in self.lines if text in line)

    async def kill(self) -> None:
        if self.process.returncode is None:
            self.process.kill()
        await self.process.wait()
        await self.reader


Start = Callable[..., Awaitable[Machine]]


@pytest.fixture
def network() -> Iterator[Network]:
    if (reason := why_not()) is not None:
        pytest.skip(reason)
    with Network() as network:
        yield network


@pytest.fixture
async def start(network: Network) -> AsyncIterator[Start]:
    machines: list[Machine] = []

    async def start(link: Link, *command: object) -> Machine:
        machines.append(await Machine.start(link, *(str(one) for one in command)))
        return machines[-1]

    yield start
    for machine in machines:
        await machine.kill()


SOON = 20.0
"""Seconds in which a machine is back, on a computer that has much else to do; without that care it takes longer."""
THIRD = Signer(seed_of(3)).peer_id
BROWSE = """
import sys, time
from zeroconf import InterfaceChoice, IPVersion, ServiceBrowser, Zeroconf
zeroconf = Zeroconf(InterfaceChoice.All, ip_version=IPVersion.V4Only)
def on_change(zeroconf, service_type, name, state_change):
    info = zeroconf.get_service_info(service_type, name)
    if info:
        told = sorted((key.decode(), value.decode()) for key, value in info.properties.items())
        print(info.name, info.server, info.port, info.parsed_addresses(IPVersion.V4Only), told, flush=True)
browser = ServiceBrowser(zeroconf, "_swarm-agent._tcp.local.", handlers=[on_change])
time.sleep(60)
"""


async def test_machines_of_one_swarm_meet_and_tell_little(network: Network, start: Start) -> None:
    """Without a default route; another swarm's are passed over; a new address is told within seconds."""
    links = [network.plug_in(name) for name in ("one", "two", "three", "guest")]
    for link in links:
        link.drop_default_route()
    one = await start(links[0], "discovery_agent.py", 1, 4711, "f00d")
    two = await start(links[1], "discovery_agent.py", 2, 4712, "f00d")
    three = await start(links[2], "discovery_agent.py", 3, 4713, "beef")
    guest = await start(links[3], "-c", BROWSE)
    await one.says(f"peer {PEER} /ip4/{links[1].address}/tcp/4712/p2p/{PEER}", "the second machine")
    await two.says(f"peer {ME} /ip4/{links[0].address}/tcp/4711/p2p/{ME}", "the first machine")

    name = instance_name(PEER)
    seen = await guest.says(f"{name}.", "the second machine for a browser")
    told = [("id", PEER), ("swarm", "f00d"), ("version", "1.2.3")]
    assert seen == f"{name}.{SERVICE} {name}.local. 4712 {[links[1].address]} {told}"

    address = links[1].use_address(77)
    links[1].drop_default_route()
    await one.says(f"/ip4/{address}/tcp/4712/p2p/{PEER}", "the new address")
    assert not any("127.0.0.1" in line or "0.0.0.0" in line for line in one.lines + two.lines + guest.lines)
    assert not any(THIRD in line for line in one.lines + two.lines)
    assert not any("peer" in line for line in three.lines)


@pytest.mark.parametrize("kind", ["IPv4", "IPv6"])
async def test_machines_with_link_local_addresses_alone_link(network: Network, start: Start, kind: str) -> None:
    links = [network.plug_in(name, link_local_only=True) for name in ("one", "two")]
    for link in links:
        if kind == "IPv4":
            ip("netns", "exec", link.namespace, "sysctl", "-qw", "net.ipv6.conf.all.disable_ipv6=1")
        else:
            ip("-n", link.namespace, "-4", "addr", "flush", "dev", INTERFACE)
    one = await start(links[0], "discovery_agent.py", 1, 4711, "f00d", "mesh")
    two = await start(links[1], "discovery_agent.py", 2, 4711, "f00d", "mesh")
    await one.says(f"link {PEER} True", "the link")
    await two.says(f"link {ME} True", "the link")
    await one.says("/ip4/169.254." if kind == "IPv4" else "/ip6/fe80:", "the address")


async def test_the_port_of_multicast_dns_is_held_by_a_program_that_does_not_share_it(
    network: Network, start: Start
) -> None:
    """It is said once, a peer by its address works meanwhile, and all is well when the port is free again."""
    links = [network.plug_in(name) for name in ("one", "two")]
    holder = await start(
        links[0], "-c", "import socket, time; s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM); "
        "s.bind(('', 5353)); print('held', flush=True); time.sleep(60)"
    )  # fmt: skip
    await holder.says("held", "the port")
    two = await start(links[1], "discovery_agent.py", 2, 4711, "f00d", "mesh")
    await two.says("up", "the second machine")
    one = await start(links[0], "discovery_agent.py", 1, 4711, "f00d", "mesh", f"{links[1].address}:4711")
    await one.says("problem UDP port 5353 is held by a program that does not share it", "the problem")
    await one.says(f"link {PEER} True", "the link")
    await asyncio.sleep(1.5)
    assert [line for line in one.lines if line.startswith("problem")] == [await one.says("problem", "the problem")]
    await holder.kill()
    await one.says("problem -", "its end")
    await one.says(f"peer {PEER}", "the other machine")


async def test_a_machine_that_moves_or_loses_power_is_back_within_seconds(network: Network, start: Start) -> None:
    """Neither end waits until the kernel or the pings find the old connection dead, which takes 20 s and more."""
    links = [network.plug_in(name) for name in ("one", "two")]
    one = await start(links[0], "discovery_agent.py", 1, 4711, "f00d", "mesh")
    two = await start(links[1], "discovery_agent.py", 2, 4711, "f00d", "mesh")
    await one.says("heard", "the second machine's records")
    await two.says("heard", "the first machine's records")

    links[1].use_address(77)
    await until(lambda: two.lines.count(f"link {ME} True") == 2, "the link after the move", SOON)
    await gossip_again(one, two)
    await lose_power(links[1], two)
    await come_back(links[1], 78, one, start)


async def test_a_machine_that_lost_power_for_long_is_back_within_seconds(network: Network, start: Start) -> None:
    """By then the other end found the connection dead; nothing may still be trying the former addresses."""
    links = [network.plug_in(name) for name in ("one", "two")]
    one = await start(links[0], "discovery_agent.py", 1, 4711, "f00d", "mesh")
    two = await start(links[1], "discovery_agent.py", 2, 4711, "f00d", "mesh")
    await one.says("heard", "the second machine's records")
    await lose_power(links[1], two)
    await one.says(f"link {PEER} False", "the end of the dead connection")
    await come_back(links[1], 78, one, start)


async def lose_power(link: Link, machine: Machine) -> None:
    """Nothing says goodbye."""
    ip("-n", link.namespace, "-4", "addr", "flush", "dev", INTERFACE)
    await machine.kill()


async def come_back(link: Link, address: int, other: Machine, start: Start) -> None:
    """The second machine starts again at another address and port."""
    link.use_address(address)
    machine = await start(link, "discovery_agent.py", 2, 4999, "f00d", "mesh")
    await machine.says("up", "the start")
    await machine.says(f"link {ME} True", "the link after the power cut", SOON)
    await gossip_again(other, machine)


async def gossip_again(one: Machine, two: Machine) -> None:
    """Records go both ways from now on."""
    one.lines.clear()
    two.lines.clear()
    await two.says("heard", "gossip to it", SOON)
    await one.says("heard", "gossip from it", SOON)
