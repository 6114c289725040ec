"""Seat tokens of requests, which come as cookies or as `Authorization`, and addresses of clients."""

from collections.abc import Collection, Iterator
from ipaddress import IPv6Address, ip_address, ip_network

from flask import Request, Response

from server.games.tokens import hash_token

CLIENT_PREFIX_BITS = 64
"""IPv6 prefix length that counts as one client."""
BEARER = "Bearer "
YEAR_S = 365 * 24 * 3600


def token_hashes(request: Request, game: str) -> frozenset[str]:
    """Hashes of all tokens of a game in a request."""
    return frozenset(hash_token(token) for token in _tokens(request, game))


def set_token_cookie(response: Response, request: Request, game: str, seat: int | None, token: str) -> None:
    """Set a cookie with a token, which no script can read and which is sent to this game's paths alone."""
    _set_cookie(response, request, game, _cookie_name(game, "none" if seat is None else seat), token)


def refresh_cookies(response: Response, request: Request, game: str, valid_hashes: Collection[str]) -> None:
    """Set the request's cookies with valid tokens again, for a year from now."""
    for name, token in _cookies(request, game):
        if hash_token(token) in valid_hashes:
            _set_cookie(response, request, game, name, token)


def _set_cookie(response: Response, request: Request, game: str, name: str, token: str) -> None:
    response.set_cookie(
        name,
        token,
        max_age=YEAR_S,
        path=f"/api/games/{game}",
        secure=request.is_secure,
        httponly=True,
        samesite="Lax",
    )


def client_address(request: Request) -> str:
    """The address for which wrong join codes are counted: an IPv4 address, or an IPv6 network."""
    try:
        address = ip_address(request.remote_addr or "")
    except ValueError:
        return ""
    if not isinstance(address, IPv6Address):
        return str(address)
    if address.ipv4_mapped:
        return str(address.ipv4_mapped)
    return str(ip_network((address, CLIENT_PREFIX_BITS), strict=False))


def is_same_origin(request: Request) -> bool:
    """Whether a page of this server sent the request, or a program, which sends no Origin."""
    origin = request.headers.get("Origin")
    return origin is None or origin.partition("://")[2] == request.host


def _tokens(request: Request, game: str) -> Iterator[str]:
    """`Authorization: Bearer A, B` may hold the tokens of several seats."""
    authorization = request.headers.get("Authorization", "")
    if authorization.startswith(BEARER):
        yield from (token.strip() for token in authorization.removeprefix(BEARER).split(","))
    for _, token in _cookies(request, game):
        yield token


def _cookies(request: Request, game: str) -> Iterator[tuple[str, str]]:
    """Names and values of the cookies of a game's seats."""
    return ((name, value) for name, value in request.cookies.items() if name.startswith(_cookie_name(game, "")))


def _cookie_name(game: str, seat: int | str) -> str:
    return f"seat-{game}-{seat}"
