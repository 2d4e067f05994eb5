"""Addresses as a phone needs them, whatever the server was told to listen on."""

from ipaddress import ip_address

import pytest

from app.web import addresses as module
from app.web.addresses import Addresses, addresses, lan_address, terminal_qr


@pytest.fixture
def in_a_hall(monkeypatch: pytest.MonkeyPatch) -> None:
    """A computer whose address in the local network is 192.168.1.20."""
    monkeypatch.setattr(module, "_candidates", lambda: iter([ip_address("192.168.1.20")]))


@pytest.mark.parametrize(
    ("host", "local", "hall"),
    [
        pytest.param("0.0.0.0", "http://127.0.0.1:8000", "http://192.168.1.20:8000", id="all"),
        pytest.param("::", "http://127.0.0.1:8000", "http://192.168.1.20:8000", id="all of IPv6 too"),
        pytest.param("127.0.0.1", "http://127.0.0.1:8000", None, id="this computer"),
        pytest.param("::1", "http://[::1]:8000", None, id="this computer by IPv6"),
        pytest.param("localhost", "http://localhost:8000", None, id="this computer by name"),
        pytest.param("10.0.0.5", "http://10.0.0.5:8000", "http://10.0.0.5:8000", id="one interface"),
        pytest.param("laptop.lan", "http://laptop.lan:8000", "http://laptop.lan:8000", id="a name"),
    ],
)
@pytest.mark.usefixtures("in_a_hall")
def test_addresses_by_host(host: str, local: str, hall: str | None) -> None:
    assert addresses(host, 8000) == Addresses(local, hall)


@pytest.mark.usefixtures("in_a_hall")
def test_a_public_address_outranks_what_is_found() -> None:
    reached = addresses("127.0.0.1", 8000, "https://netrunner.example")
    assert reached.hall == reached.best == "https://netrunner.example"
    assert reached.local == "http://127.0.0.1:8000"


def test_without_a_network_there_is_only_this_computer(monkeypatch: pytest.MonkeyPatch) -> None:
    alone = [ip_address("127.0.0.1"), ip_address("169.254.7.7"), ip_address("0.0.0.0")]
    monkeypatch.setattr(module, "_candidates", lambda: iter(alone))
    assert lan_address() is None
    assert addresses("0.0.0.0", 80).best == "http://127.0.0.1:80"


def test_interfaces_of_this_computer_are_read() -> None:
    assert "127.0.0.1" in {str(address) for address in module._interface_addresses()}


def test_terminal_qr_has_a_quiet_zone_and_is_square() -> None:
    lines = terminal_qr("http://192.168.1.20:8000", colours=False).splitlines()
    assert {len(line) for line in lines} == {len(lines[0])}
    assert len(lines) == (len(lines[0]) + 1) // 2
    assert set(lines[0]) == {"█"}


def test_terminal_qr_in_colour_sets_both_colours_on_every_line() -> None:
    lines = terminal_qr("http://192.168.1.20:8000", colours=True).splitlines()
    assert all(line.startswith("\x1b[97;40m") and line.endswith("\x1b[0m") for line in lines)
