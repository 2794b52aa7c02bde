"""How peers are named, what is announced, what may be dialled."""

from __future__ import annotations

import pytest

from edge_agent.mesh.addresses import (
    MAX_ANNOUNCED,
    PeerAddress,
    Place,
    choose_announced,
    interface_hosts,
    is_dialable,
    listen_multiaddrs,
    multiaddr_of,
    parse_given,
    parse_peer,
)
from edge_agent.records import Signer

PEER = Signer(bytes(32)).peer_id


@pytest.mark.parametrize(
    ("text", "host", "port"),
    [
        (f"/ip4/192.168.1.7/tcp/4711/p2p/{PEER}", "192.168.1.7", 4711),
        (f"/ip6/fd00::7/tcp/1/p2p/{PEER}", "fd00::7", 1),
        (f"/dns4/attic.local/tcp/4711/p2p/{PEER}", "attic.local", 4711),
        (f"attic.local:4711/{PEER}", "attic.local", 4711),
        (f"[fd00::7]:4711/{PEER}", "fd00::7", 4711),
        (f"192.168.1.7:65535/{PEER}", "192.168.1.7", 65535),
    ],
)
def test_peers_are_read_in_both_forms(text: str, host: str, port: int) -> None:
    assert parse_peer(text) == PeerAddress(PEER, host, port)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "192.168.1.7:4711",
        f":4711/{PEER}",
        f"host/{PEER}",
        f"host:0/{PEER}",
        f"host:70000/{PEER}",
        f"host:4x/{PEER}",
        "host:4711/12D3KooWnotakey",
        "host:4711/QmYwAPJzv5CZsnA625s3Xf2nemtYgPpHdWEz79ojWnPbdG",
        f"/ip4/1.2.3.4/udp/4711/p2p/{PEER}",
        f"/unix/x/tcp/4711/p2p/{PEER}",
        f"fd00::7:4711/{PEER}",
        f"host name:4711/{PEER}",
        "/ip4/1.2.3.4/tcp/4711",
        "/ip4/1.2.3.4/tcp/4711/p2p/",
    ],
)
def test_anything_else_is_refused_with_the_text(text: str) -> None:
    with pytest.raises(ValueError, match="peer "):
        parse_peer(text)


@pytest.mark.parametrize(
    ("text", "host", "port"),
    [
        ("192.168.7.4:4711", "192.168.7.4", 4711),
        ("attic.local:4711", "attic.local", 4711),
        ("attic:1", "attic", 1),
        ("bücherei.local:1", "bücherei.local", 1),
        ("[fd00::7]:4711", "fd00::7", 4711),
        ("[fe80::7%eth0]:4711", "fe80::7%eth0", 4711),
        ("/ip4/192.168.7.4/tcp/4711", "192.168.7.4", 4711),
        ("/dns/attic.local/tcp/4711", "attic.local", 4711),
    ],
)
def test_an_owner_may_leave_the_peer_id_out(text: str, host: str, port: int) -> None:
    place = parse_given(text)
    assert place == Place(host, port)
    assert parse_given(str(place)) == place


def test_an_owner_may_give_the_peer_id() -> None:
    assert parse_given(f"attic.local:4711/{PEER}") == PeerAddress(PEER, "attic.local", 4711)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "attic",
        "attic.local",
        ":4711",
        "attic:",
        "attic:0",
        "attic:65536",
        "fd00::7:4711",
        "[fd00::7]",
        "-x:1",
        "attic:4711/",
        "tcp://attic:4711",
        "/ip4/1.2.3.4/udp/1",
        "a b:1",
        "attic:٤٧",
    ],
)
def test_what_an_owner_may_write_is_named(text: str) -> None:
    with pytest.raises(ValueError, match=r"HOST:PORT, such as .*attic\.local:4711 or \[fd00::7\]:4711"):
        parse_given(text)


@pytest.mark.parametrize("host", ["0.0.0.0", "[::]", "224.0.0.1"])
def test_an_address_of_no_machine_is_refused(host: str) -> None:
    with pytest.raises(ValueError, match="not the address of one machine"):
        parse_given(f"{host}:4711")


def test_an_address_reads_back_as_it_is_written() -> None:
    for host in ("10.0.0.1", "fd00::7", "attic.local"):
        assert parse_peer(str(PeerAddress(PEER, host, 5))) == PeerAddress(PEER, host, 5)
    assert multiaddr_of("10.0.0.1", 5) == "/ip4/10.0.0.1/tcp/5"


def test_a_listener_on_all_interfaces_announces_real_addresses_only() -> None:
    found = ["127.0.0.1", "::1", "fe80::1", "169.254.3.4", "192.168.1.7", "fd00::7", "0.0.0.0"]
    assert choose_announced("0.0.0.0", found) == ["192.168.1.7", "fd00::7"]


def test_a_direct_cable_announces_its_link_local_address() -> None:
    assert choose_announced("0.0.0.0", ["127.0.0.1", "169.254.3.4"]) == ["169.254.3.4"]


def test_without_a_network_nothing_is_announced() -> None:
    assert choose_announced("0.0.0.0", ["127.0.0.1", "::1"]) == []


def test_loopback_is_announced_only_where_that_is_listened_on() -> None:
    assert choose_announced("127.0.0.1", ["192.168.1.7"]) == ["127.0.0.1"]
    assert choose_announced("192.168.1.7", ["192.168.1.7", "10.0.0.1"]) == ["192.168.1.7"]


def test_a_machine_with_many_interfaces_announces_some() -> None:
    assert len(choose_announced("0.0.0.0", [f"10.0.0.{n}" for n in range(1, 40)])) == MAX_ANNOUNCED


def test_this_machine_has_an_interface() -> None:
    assert "127.0.0.1" in interface_hosts()


@pytest.mark.parametrize(
    ("host", "anywhere", "on_loopback"),
    [
        ("192.168.1.7", True, True),
        ("127.0.0.1", False, True),
        ("::1", False, True),
        ("0.0.0.0", False, False),
        ("::", False, False),
        ("224.0.0.1", False, False),
        ("fe80::1", False, False),
        ("evil.example", False, False),
    ],
)
def test_what_a_stranger_says_is_dialled_only_where_it_makes_sense(
    host: str, anywhere: bool, on_loopback: bool
) -> None:
    address = PeerAddress(PEER, host, 4711)
    assert is_dialable(address, loopback=False) is anywhere
    assert is_dialable(address, loopback=True) is on_loopback


def test_all_interfaces_means_both_protocols() -> None:
    assert listen_multiaddrs("0.0.0.0", 5) == ["/ip4/0.0.0.0/tcp/5", "/ip6/::/tcp/5"]
    assert listen_multiaddrs("127.0.0.1", 5) == ["/ip4/127.0.0.1/tcp/5"]


def test_a_link_local_address_is_dialled_with_a_zone_of_ours_only() -> None:
    zoned = PeerAddress(PEER, "fe80::1%2", 4711)
    assert is_dialable(zoned, loopback=False, zoned=True)
    assert not is_dialable(zoned, loopback=False)
    assert not is_dialable(PeerAddress(PEER, "fe80::1", 4711), loopback=False, zoned=True)
