"""The lines that `luthier serve` prints at the start: its addresses for this machine and for phones, and a QR code."""

import io
import socket
import struct
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from ipaddress import IPv4Address, IPv6Address, ip_address
from pathlib import Path
from typing import TextIO

import segno

ALL_ADDRESSES = ("0.0.0.0", "::")
REMOTE = {socket.AF_INET: "192.0.2.1", socket.AF_INET6: "2001:db8::1"}
"""Addresses reserved for documentation, which no machine has."""
SIOCGIFADDR = 0x8915
VIRTUAL = ("docker", "br-", "veth", "virbr", "podman", "cni", "tun", "tap", "wg")
"""Name prefixes of interfaces of containers, virtual machines and tunnels, which no phone can reach."""
WHITE_ON_BLACK, PLAIN = "\033[97;40m", "\033[0m"

Address = IPv4Address | IPv6Address


def banner(host: str, port: int, data: Path, behind_proxy: bool, terminal: bool) -> str:
    """The text to print. On a terminal, a QR code shows the first address that other devices can reach."""
    local = "localhost" if host in ("127.0.0.1", "::1", *ALL_ADDRESSES) else _url_host(host)
    lines = [f"Luthier is served at http://{local}:{port} (games in {data}); Ctrl-C stops it."]
    addresses = [] if behind_proxy or host not in ALL_ADDRESSES else lan_addresses(host == "::")
    urls = [f"http://{_url_host(str(address))}:{port}" for address in addresses]
    if urls:
        lines.append(f"Other devices in the same network reach it at {' or '.join(urls)}")
        lines.append("(in a browser; installing the app and playing offline need https: see docs/HOSTING.md).")
        if terminal:
            lines.append(qr_code(urls[0]))
    elif host in ALL_ADDRESSES and not behind_proxy:
        lines.append("This machine is in no network now, so no other device can reach it.")
    return "\n".join(lines)


def lan_addresses(with_ipv6: bool) -> list[Address]:
    """The addresses of this machine in its networks, the likeliest first, found without sending a packet.

    IPv6 addresses, which are long to type, are returned only where there is no other.
    """
    source, found = list(_source_address(socket.AF_INET)), list(_interface_addresses())
    virtual = [address for address in source if address not in found]  # such as a tunnel, which no phone can reach
    physical = sorted(dict.fromkeys(found), key=lambda address: address not in source)
    return [*physical, *virtual] or (list(_source_address(socket.AF_INET6)) if with_ipv6 else [])


def qr_code(text: str) -> str:
    """The text as a QR code of half blocks, light on dark whatever the terminal's colours."""
    blocks = io.StringIO()
    segno.make(text, micro=False, error="l", boost_error=False).terminal(blocks, compact=True)
    return "\n".join(f"{WHITE_ON_BLACK}{line}{PLAIN}" for line in blocks.getvalue().splitlines())


def can_show_qr_code(out: TextIO) -> bool:
    """Whether the output is a terminal with half blocks."""
    return out.isatty() and out.encoding.lower() in ("utf-8", "utf8")


def _source_address(family: socket.AddressFamily) -> Iterator[Address]:
    """The source address of packets to other machines; connecting a datagram socket sends none."""
    with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
        probe.connect((REMOTE[family], 9))
        yield from _reachable([probe.getsockname()[0]])


def _interface_addresses() -> Iterator[Address]:
    """The IPv4 address of each physical interface (on Linux; other systems have no such call)."""
    if sys.platform != "linux":
        return
    from fcntl import ioctl

    names = [name for _, name in socket.if_nameindex() if not name.startswith(VIRTUAL)]
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        for name in names:
            with suppress(OSError):  # the interface has no address
                packed = ioctl(probe, SIOCGIFADDR, struct.pack("256s", name.encode()[:15]))
                yield from _reachable([socket.inet_ntoa(packed[20:24])])


def _reachable(addresses: Sequence[str]) -> Iterator[Address]:
    for text in addresses:
        address = ip_address(text)
        if not (address.is_loopback or address.is_link_local or address.is_unspecified):
            yield address


def _url_host(host: str) -> str:
    """A host as a URL has it.

    >>> _url_host("fd00::5")
    '[fd00::5]'
    """
    return f"[{host}]" if ":" in host else host
