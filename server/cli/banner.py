"""What `luthier serve` prints when it serves: where it is found, from here and from phones, and a QR code for those."""

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

EVERYWHERE = ("0.0.0.0", "::")
ELSEWHERE = {socket.AF_INET: "192.0.2.1", socket.AF_INET6: "2001:db8::1"}
"""Addresses kept for documentation: they stand for any other machine, and nobody has them."""
SIOCGIFADDR = 0x8915
INNER = ("docker", "br-", "veth", "virbr", "podman", "cni", "tun", "tap", "wg")
"""Interfaces of containers, virtual machines and tunnels: no phone is there."""
WHITE_ON_BLACK, PLAIN = "\033[97;40m", "\033[0m"

Address = IPv4Address | IPv6Address


def greeting(host: str, port: int, data: Path, behind_proxy: bool, terminal: bool) -> str:
    """The lines to print. On a terminal, a QR code shows the first address that other devices can reach."""
    here = "localhost" if host in ("127.0.0.1", "::1", *EVERYWHERE) else _in_address(host)
    lines = [f"Luthier is served at http://{here}:{port} (games in {data}); Ctrl-C ends it."]
    others = [] if behind_proxy or host not in EVERYWHERE else lan_addresses(host == "::")
    urls = [f"http://{_in_address(str(address))}:{port}" for address in others]
    if urls:
        lines.append(f"Other devices in the same network find it at {' or '.join(urls)}")
        lines.append("(in a browser; installing the app and playing offline need https: see README, Host it).")
        if terminal:
            lines.append(qr_code(urls[0]))
    elif host in EVERYWHERE and not behind_proxy:
        lines.append("This machine is in no network now, so no other device can find it.")
    return "\n".join(lines)


def lan_addresses(with_ipv6: bool) -> list[Address]:
    """The addresses of this machine in its networks, the likeliest first. No packet is sent to find them.

    IPv6 addresses, long to type, are given only where there is no other.
    """
    source, found = list(_source(socket.AF_INET)), list(_interfaces())
    inner = [address for address in source if address not in found]  # as that of a tunnel, which leads past the phone
    outer = sorted(dict.fromkeys(found), key=lambda address: address not in source)
    return [*outer, *inner] or (list(_source(socket.AF_INET6)) if with_ipv6 else [])


def qr_code(text: str) -> str:
    """The text as a QR code of half blocks: light on dark, whatever the terminal's colours are."""
    drawn = io.StringIO()
    segno.make(text, micro=False, error="l", boost_error=False).terminal(drawn, compact=True)
    return "\n".join(f"{WHITE_ON_BLACK}{line}{PLAIN}" for line in drawn.getvalue().splitlines())


def can_draw(out: TextIO) -> bool:
    """Whether what is printed there is seen on a terminal that has the half blocks."""
    return out.isatty() and out.encoding.lower() in ("utf-8", "utf8")


def _source(family: socket.AddressFamily) -> Iterator[Address]:
    """The address that packets to other machines would carry; connecting a datagram socket only looks it up."""
    with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
        probe.connect((ELSEWHERE[family], 9))
        yield from _reachable([probe.getsockname()[0]])


def _interfaces() -> Iterator[Address]:
    """The IPv4 address of each interface, where the system is one that tells (Linux)."""
    if sys.platform != "linux":
        return
    from fcntl import ioctl

    names = [name for _, name in socket.if_nameindex() if not name.startswith(INNER)]
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        for name in names:
            with suppress(OSError):  # it has none
                answer = ioctl(asked, SIOCGIFADDR, struct.pack("256s", name.encode()[:15]))
                yield from _reachable([socket.inet_ntoa(answer[20:24])])


def _reachable(addresses: Sequence[str]) -> Iterator[Address]:
    for text in addresses:
        address = ip_address(text)
        if not (address.is_loopback or address.is_link_local or address.is_unspecified):
            yield address


def _in_address(host: str) -> str:
    """A host as it is written in a URL.

    >>> _in_address("fd00::5")
    '[fd00::5]'
    """
    return f"[{host}]" if ":" in host else host
