"""Which of a machine's interfaces count."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from edge_agent.mesh import interfaces as module
from edge_agent.mesh.interfaces import Interface, hosts_of, interfaces, nearest_first


class Machine:
    """A machine made of files as the kernel shows them."""

    def __init__(self, directory: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.system = directory / "net"
        self.system.mkdir()
        self.flags = directory / "if_inet6"
        self.flags.write_text("")
        self.adapters: list[Any] = []
        monkeypatch.setattr(module.ifaddr, "get_adapters", lambda: self.adapters)

    def add(self, name: str, *addresses: str, state: str = "up", flags: int = 0x1003, **files: str) -> None:
        path = self.system / name
        path.mkdir(exist_ok=True)
        (path / "operstate").write_text(state + "\n")
        (path / "flags").write_text(hex(flags) + "\n")
        for file, text in files.items():
            if text == "directory":
                (path / file).mkdir(parents=True)
            else:
                (path / file).write_text(text)
        ips = [
            SimpleNamespace(is_IPv4=":" not in one, ip=one if ":" not in one else (one, 0, 0), network_prefix=24)
            for one in addresses
        ]
        self.adapters.append(SimpleNamespace(name=name, nice_name=name, index=len(self.adapters) + 1, ips=ips))

    def plug(self, bridge: str, *ports: str) -> None:
        for directory in ("bridge", "brif"):
            (self.system / bridge / directory).mkdir()
        for port in ports:
            (self.system / bridge / "brif" / port).mkdir()
            (self.system / port / "brport").mkdir()

    def names(self) -> list[str]:
        return [one.name for one in interfaces(self.system, self.flags)]


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Machine:
    return Machine(tmp_path, monkeypatch)


def test_bridges_of_containers_and_what_hangs_on_them_are_left_out(machine: Machine) -> None:
    machine.add("eth0", "192.168.1.7", device="directory")
    machine.add("docker0", "172.17.0.1")
    machine.add("br-3f2a", "172.18.0.1")
    machine.add("mybridge", "172.19.0.1")
    machine.add("veth12ab", "169.254.3.4")
    machine.add("tap7", "169.254.3.5")
    machine.add("veth-loose", "169.254.3.6")
    machine.add("ve-box", "169.254.3.7")
    machine.plug("docker0")
    machine.plug("br-3f2a", "veth12ab")
    machine.plug("mybridge", "tap7")
    assert machine.names() == ["eth0"]


def test_a_bridge_over_a_network_card_is_the_machines_own(machine: Machine) -> None:
    machine.add("eth0", "192.168.1.8", device="directory")
    machine.add("br-lan", "192.168.1.7")
    machine.add("veth1", "10.0.0.1")
    machine.plug("br-lan", "eth0", "veth1")
    assert machine.names() == ["br-lan"]


def test_a_bridge_over_a_vlan_is_the_machines_own(machine: Machine) -> None:
    machine.add("eth0.7", "192.168.1.8", uevent="DEVTYPE=vlan\nINTERFACE=eth0.7\n")
    machine.add("vmbr0", "192.168.1.7")
    machine.plug("vmbr0", "eth0.7")
    assert machine.names() == ["vmbr0"]


def test_a_container_uses_its_own_end_of_the_cable(machine: Machine) -> None:
    machine.add("lo", "127.0.0.1", state="unknown", flags=0x9)
    machine.add("veth0", "172.17.0.2")
    assert machine.names() == ["lo", "veth0"]


def test_what_is_down_does_not_count(machine: Machine) -> None:
    machine.add("eth0", "192.168.1.7", state="down", device="directory")
    machine.add("eth1", "192.168.1.8", state="lowerlayerdown", device="directory")
    machine.add("eth2", device="directory")
    machine.add("wg0", "10.8.0.2", state="unknown", flags=0x10D1)
    assert machine.names() == ["wg0"]
    assert not interfaces(machine.system, machine.flags)[0].multicast


def test_an_ipv6_address_that_is_still_being_checked_waits(machine: Machine) -> None:
    machine.add("eth0", "192.168.1.7", "fe80::1", "fd00::1", device="directory")
    machine.flags.write_text(
        "fe800000000000000000000000000001 02 40 20 80     eth0\nfd000000000000000000000000000001 02 40 00 40     eth0\n"
    )
    assert hosts_of(interfaces(machine.system, machine.flags)) == ["192.168.1.7", "fe80::1"]
    assert hosts_of(interfaces(machine.system, Path("/nonexistent"))) == ["192.168.1.7", "fd00::1", "fe80::1"]


def test_a_machine_that_tells_nothing_of_its_interfaces_uses_them(machine: Machine) -> None:
    machine.add("eth0", "192.168.1.7")
    assert interfaces(Path("/nonexistent"), Path("/nonexistent")) == [Interface("eth0", 1, ("192.168.1.7/24",))]


def test_near_addresses_are_tried_first() -> None:
    own = [Interface("eth0", 1, ("192.168.1.7/24", "fd00::7/64"))]
    hosts = ["10.0.0.1", "fe80::9%1", "169.254.1.1", "fd00::9", "2001:db8::1", "192.168.1.9"]
    assert nearest_first(hosts, own) == [
        "fd00::9",
        "192.168.1.9",
        "fe80::9%1",
        "169.254.1.1",
        "10.0.0.1",
        "2001:db8::1",
    ]


def test_this_machine_can_be_read() -> None:
    assert "127.0.0.1" in hosts_of(interfaces())
