"""Names and secrets: short game codes, and the tokens that open a seat."""

import hashlib
import secrets

LETTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
"""No 0, 1, I or O: nobody has to guess which one is meant."""
CODE_LENGTH = 6
TOKEN_BYTES = 32


def game_code() -> str:
    """A short name for a game; it opens nothing."""
    return "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))


def seat_token() -> str:
    """The secret that opens one seat of one game: 256 bits."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def fingerprint(token: str) -> str:
    """What is kept of a token. A random secret of 256 bits needs no salt and no slow hash.

    >>> fingerprint("a")[:8]
    'ca978112'
    """
    return hashlib.sha256(token.encode()).hexdigest()


def matches(token: str, kept: str | None) -> bool:
    return kept is not None and secrets.compare_digest(fingerprint(token), kept)
