"""Who asks: which seats of a game the tokens of a request open. A token comes as a cookie or as `Authorization`."""

from collections.abc import Iterator, Sequence

from flask import Request, Response

from server.problems import Problem
from server.storage import SeatRow
from server.tokens import matches

BEARER = "Bearer "
YEAR_S = 365 * 24 * 3600


def held_seats(request: Request, game: str, seats: Sequence[SeatRow]) -> tuple[int, ...]:
    """The seats that the request's tokens open; raises no-token where it has none that opens any."""
    tokens = list(_tokens(request, game))
    held = tuple(row.seat for row in seats if any(matches(token, row.token) for token in tokens))
    if not held:
        detail = "no token that was sent opens a seat of this game" if tokens else "no seat's token was sent"
        raise Problem("no-token", detail)
    return held


def chosen_seat(held: Sequence[int], asked: int | None) -> int:
    """The seat that the request is about: the one it names, which must be held, or else the first one held."""
    if asked is None:
        return held[0]
    if asked not in held:
        raise Problem("foreign-seat", f"seat {asked} is not yours; yours: {', '.join(map(str, held))}")
    return asked


def hand_over(response: Response, request: Request, game: str, seat: int, token: str) -> None:
    """Put a token into a cookie that no script can read and that goes to this game's addresses alone."""
    response.set_cookie(
        _cookie(game, seat),
        token,
        max_age=YEAR_S,
        path=f"/api/games/{game}",
        secure=request.is_secure,
        httponly=True,
        samesite="Lax",
    )


def same_origin(request: Request) -> bool:
    """Whether a page of ours opened this socket (or no page at all, but a program)."""
    origin = request.headers.get("Origin")
    return origin is None or origin.partition("://")[2] == request.host


def _tokens(request: Request, game: str) -> Iterator[str]:
    """`Authorization: Bearer A, B` may hold the tokens of several seats."""
    authorization = request.headers.get("Authorization", "")
    if authorization.startswith(BEARER):
        yield from (token.strip() for token in authorization.removeprefix(BEARER).split(","))
    for name, value in request.cookies.items():
        if name.startswith(_cookie(game, "")):
            yield value


def _cookie(game: str, seat: int | str) -> str:
    return f"seat-{game}-{seat}"
