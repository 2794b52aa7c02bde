"""What machines announce on the local network, and what is believed of it."""

from __future__ import annotations

from typing import Any

import pytest
from mesh_helpers import seed_of
from zeroconf import ServiceInfo

from edge_agent.mesh.discovery import MAX_HOSTS, SERVICE, Announcement, instance_name, read_announcement
from edge_agent.records import PeerId, Signer

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
    assert instance_name(PeerId(str(PEER))) == instance_name(PEER)
