"""Whether the network lets the mesh work."""

from __future__ import annotations

import socket

import pytest

from edge_agent.mesh import probe
from edge_agent.mesh.interfaces import Interface
from edge_agent.mesh.probe import multicast_problem, port_problem, shares_mdns_port


def test_a_port_is_free_until_somebody_listens() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert port_problem("127.0.0.1", port) == "Address already in use"
    assert port_problem("127.0.0.1", port) is None
    assert port_problem("127.0.0.1", 0) is None
    assert port_problem("192.0.2.77", 0) == "Cannot assign requested address"


def test_the_port_of_multicast_dns_is_shared_or_not(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as other:
        other.bind(("", 0))
        monkeypatch.setattr(probe, "MDNS_PORT", other.getsockname()[1])
        assert not shares_mdns_port()
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as other:
        other.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        other.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        other.bind(("", 0))
        monkeypatch.setattr(probe, "MDNS_PORT", other.getsockname()[1])
        assert shares_mdns_port()


def test_a_packet_to_the_group_comes_back_over_loopback() -> None:
    assert multicast_problem(Interface("lo", socket.if_nametoindex("lo"), ("127.0.0.1/8",))) is None


def test_an_interface_that_is_not_there_is_a_problem() -> None:
    assert multicast_problem(Interface("eth9", 4_711, ("192.0.2.77/24",))) is not None
    assert multicast_problem(Interface("eth9", 4_711, ("fe80::9/64",))) is not None


def test_a_packet_that_is_lost_is_a_problem(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(probe, "ECHO_SECONDS", 0.05)
    monkeypatch.setattr(socket.socket, "sendto", lambda *arguments: 16)
    problem = multicast_problem(Interface("lo", 1, ("127.0.0.1/8",)))
    assert problem is not None
    assert "did not come back" in problem
