"""The tokens that a request brings, and how they get into a browser. One comes as a cookie or as `Authorization`."""

from collections.abc import Collection, Iterator
from ipaddress import IPv6Address, ip_address, ip_network

from flask import Request, Response

from server.games.tokens import hash_token

SHARED_BITS = 64
"""Of an IPv6 address; whoever has one has all that begin so."""
BEARER = "Bearer "
YEAR_S = 365 * 24 * 3600


def hashes(request: Request, game: str) -> frozenset[str]:
    """Of all tokens of a game that a request brings."""
    return frozenset(hash_token(token) for token in _tokens(request, game))


def hand_over(response: Response, request: Request, game: str, seat: int | None, token: str) -> None:
    """Put a token into a cookie that no script can read and that goes to this game's addresses alone."""
    _put(response, request, game, _cookie(game, "none" if seat is None else seat), token)


def keep(response: Response, request: Request, game: str, held: Collection[str]) -> None:
    """Let a browser keep the tokens with these hashes, which it came with, for a year from now."""
    for name, token in _cookies(request, game):
        if hash_token(token) in held:
            _put(response, request, game, name, token)


def _put(response: Response, request: Request, game: str, name: str, token: str) -> None:
    response.set_cookie(
        name,
        token,
        max_age=YEAR_S,
        path=f"/api/games/{game}",
        secure=request.is_secure,
        httponly=True,
        samesite="Lax",
    )


def neighbourhood(request: Request) -> str:
    """Where a request comes from, as far as it can be told apart from its neighbours."""
    try:
        address = ip_address(request.remote_addr or "")
    except ValueError:
        return ""
    if not isinstance(address, IPv6Address):
        return str(address)
    if address.ipv4_mapped:
        return str(address.ipv4_mapped)
    return str(ip_network((address, SHARED_BITS), strict=False))


def same_origin(request: Request) -> bool:
    """Whether a page of ours opened this socket (or no page at all, but a program)."""
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
    """The cookies of a game's seats, by name."""
    return ((name, value) for name, value in request.cookies.items() if name.startswith(_cookie(game, "")))


def _cookie(game: str, seat: int | str) -> str:
    return f"seat-{game}-{seat}"
