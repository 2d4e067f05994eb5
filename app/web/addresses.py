"""Under which addresses people reach the program: at this computer, and from a phone in the same hall.

The address of the hall is read from the machine's own interfaces, so that it is found without internet and
nothing is sent. `CACHE_REFRESH_PUBLIC_URL` outranks what is found: a proxy or a tunnel can't be guessed.
"""

import io
import socket
import struct
import sys
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, ip_address

import segno

# Reserved for documentation (RFC 5737): "connecting" a datagram socket to it only asks the routing table.
SOMEWHERE_ELSE = "192.0.2.1"
LINUX_SIOCGIFADDR = 0x8915
# What virtual machines and containers of this computer use among themselves: no phone is on those.
VIRTUAL_INTERFACES = ("docker", "br-", "veth", "virbr", "vboxnet", "vmnet", "lxc", "podman")


@dataclass(frozen=True)
class Addresses:
    """The program's addresses, as URLs without a path; `local` works at this computer.

    `hall` is what a phone types; None when only this computer can reach the program.
    """

    local: str
    hall: str | None

    @property
    def best(self) -> str:
        """The address to hand to somebody else, as far as there is one."""
        return self.hall or self.local


def addresses(host: str, port: int, public_url: str | None = None) -> Addresses:
    """The addresses of a server that listens on a host (a name, an IP, or 0.0.0.0 for all) and a port."""
    ip = _parsed(host)
    if ip is not None and ip.is_unspecified:
        found = lan_address()
        return Addresses(
            f"http://127.0.0.1:{port}", public_url or (f"http://{found}:{port}" if found else None)
        )
    here = f"http://[{host}]:{port}" if isinstance(ip, IPv6Address) else f"http://{host}:{port}"
    only_here = host == "localhost" or (ip is not None and ip.is_loopback)
    return Addresses(here, public_url or (None if only_here else here))


def lan_address() -> str | None:
    """This computer's IPv4 address in the local network; None when it is in none."""
    for address in _candidates():
        if not (address.is_loopback or address.is_link_local or address.is_unspecified):
            return str(address)
    return None


def terminal_qr(text: str, colours: bool) -> str:
    """A QR code in half blocks, for a dark terminal; with colours for any terminal that knows them."""
    drawn = io.StringIO()
    segno.make_qr(text).terminal(drawn, border=2, compact=True)
    lines = drawn.getvalue().splitlines()
    return "\n".join(f"\x1b[97;40m{line}\x1b[0m" if colours else line for line in lines)


def _parsed(host: str) -> IPv4Address | IPv6Address | None:
    try:
        return ip_address(host)
    except ValueError:
        return None


def _candidates() -> Iterator[IPv4Address]:
    """Addresses of this computer, the likeliest to be the hall's first."""
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect((SOMEWHERE_ELSE, 9))
        yield IPv4Address(probe.getsockname()[0])
    # A hall's router without internet may announce no way out: then the interfaces themselves are asked.
    if sys.platform == "linux":
        yield from _interface_addresses()
    with suppress(OSError):
        for entry in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET):
            yield IPv4Address(entry[4][0])


def _interface_addresses() -> Iterator[IPv4Address]:
    """The address of every real network interface, as Linux tells it (netdevice(7), SIOCGIFADDR)."""
    from fcntl import ioctl

    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        for _, name in socket.if_nameindex():
            if name.startswith(VIRTUAL_INTERFACES):
                continue
            with suppress(OSError):
                answer = ioctl(asking, LINUX_SIOCGIFADDR, struct.pack("256s", name.encode()[:15]))
                yield IPv4Address(answer[20:24])
