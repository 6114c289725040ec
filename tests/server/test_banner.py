"""The banner: addresses for this machine and for phones, and a QR code on a terminal."""

import io
import os
import pty
import re
import signal
import socket
import subprocess
import sys
import time
from ipaddress import ip_address
from pathlib import Path

import pytest
import segno

from server.cli import banner as banner_module
from server.cli.banner import banner, can_show_qr_code, lan_addresses, qr_code

WIFI, CABLE, TUNNEL = "192.168.1.20", "10.0.0.5", "10.8.0.2"
DATA = Path("data")


@pytest.fixture
def network(monkeypatch: pytest.MonkeyPatch):
    """Sets the addresses of the machine: those of its interfaces, and the source addresses of packets."""

    def network(*interfaces: str, source: str | None = None, source6: str | None = None) -> None:
        sources = {socket.AF_INET: source, socket.AF_INET6: source6}
        monkeypatch.setattr(banner_module, "_interface_addresses", lambda: map(ip_address, interfaces))
        monkeypatch.setattr(banner_module, "_source_address", lambda f: [ip_address(sources[f])] if sources[f] else [])

    return network


def banner_text(host: str = "0.0.0.0", behind_proxy: bool = False, terminal: bool = False) -> str:
    return banner(host, 8765, DATA, behind_proxy, terminal)


def matrix(drawn: str) -> list[list[int]]:
    """The modules of a printed QR code: 1 is dark."""
    plain = re.sub(r"\x1b\[[0-9;]*m", "", drawn).splitlines()
    light = {"█": (0, 0), "▀": (0, 1), "▄": (1, 0), " ": (1, 1)}
    return [[light[block][half] for block in line] for line in plain for half in (0, 1)]


def test_the_banner_names_the_address_in_the_local_network(network):
    network(WIFI, source=WIFI)
    text = banner_text()
    assert "http://localhost:8765" in text
    assert f"http://{WIFI}:8765" in text


def test_the_network_of_the_default_route_comes_first(network):
    network(CABLE, WIFI, source=WIFI)
    assert f"http://{WIFI}:8765 or http://{CABLE}:8765" in banner_text()


def test_a_tunnel_does_not_hide_the_local_network(network):
    network(WIFI, source=TUNNEL)
    assert list(map(str, lan_addresses(False))) == [WIFI, TUNNEL]


def test_without_a_list_of_interfaces_the_source_address_is_named(network):
    network(source=WIFI)
    assert f"http://{WIFI}:8765" in banner_text()


def test_without_a_network_no_address_for_other_devices_is_named(network):
    network()
    assert "in no network" in banner_text(terminal=True)
    assert "█" not in banner_text(terminal=True)


def test_ipv6_is_named_only_where_there_is_no_ipv4(network):
    network(source6="2001:db8::20")
    assert "http://[2001:db8::20]:8765" in banner_text("::")
    assert "2001:db8" not in banner_text("0.0.0.0"), "it does not listen there"
    network(WIFI, source=WIFI, source6="2001:db8::20")
    assert f"http://{WIFI}:8765" in banner_text("::")
    assert "2001:db8" not in banner_text("::")


@pytest.mark.parametrize(("host", "shown"), [("127.0.0.1", "localhost"), ("::1", "localhost"), (CABLE, CABLE)])
def test_a_server_that_listens_at_one_address_names_that_alone(network, host: str, shown: str):
    network(WIFI, source=WIFI)
    text = banner_text(host, terminal=True)
    assert f"http://{shown}:8765" in text
    assert WIFI not in text
    assert "█" not in text


def test_behind_a_proxy_no_address_for_other_devices_is_named(network):
    network(WIFI, source=WIFI)
    assert WIFI not in banner_text(behind_proxy=True, terminal=True)


def test_on_a_terminal_a_qr_code_shows_the_first_address(network):
    network(WIFI, source=WIFI)
    drawn = "\n".join(line for line in banner_text(terminal=True).splitlines() if "\x1b" in line)
    code = segno.make(f"http://{WIFI}:8765", micro=False, error="l", boost_error=False)
    expected = [list(row) for row in code.matrix_iter(border=4)]
    assert matrix(drawn)[: len(expected)] == expected


def test_without_a_terminal_there_is_no_qr_code(network):
    network(WIFI, source=WIFI)
    assert "█" not in banner_text()
    assert not can_show_qr_code(io.StringIO())


def test_the_qr_code_is_light_on_dark_whatever_the_terminals_colours():
    for line in qr_code("http://x").splitlines():
        assert line.startswith("\x1b[97;40m")
        assert line.endswith("\x1b[0m")


def test_the_addresses_of_this_machine_can_be_listed():
    """In whatever network the tests run, no address is listed that only this machine can reach."""
    assert not [address for address in lan_addresses(True) if address.is_loopback or address.is_unspecified]


@pytest.mark.parametrize("quiet", [False, True])
def test_serve_prints_the_banner_unless_it_is_to_be_quiet(tmp_path: Path, quiet: bool):
    ours, theirs = pty.openpty()
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "-m", "server.cli", "serve", "--host", "0.0.0.0", "--port", str(port)]
    command += ["--data", str(tmp_path), *(["--quiet"] if quiet else [])]
    environment = os.environ | {"PYTHONIOENCODING": "utf-8"}
    process = subprocess.Popen(command, stdout=theirs, env=environment)
    os.close(theirs)
    try:
        if quiet:
            _wait_for(port)
        else:
            assert _read_until(ours, "Ctrl-C stops it.").startswith(f"Luthier is served at http://localhost:{port}")
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(30)
    if quiet:
        with pytest.raises(OSError, match="Input/output error"):  # the terminal is closed, and nothing was written
            os.read(ours, 4096)
    os.close(ours)


def _read_until(terminal: int, words: str) -> str:
    read = b""
    while words.encode() not in read:
        read += os.read(terminal, 4096)
    return read.decode(errors="replace")  # the end of the text may be cut off anywhere


def _wait_for(port: int) -> None:
    for _ in range(600):
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.05)
    raise AssertionError("the server does not answer")
