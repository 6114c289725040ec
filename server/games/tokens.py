"""Names and secrets: the names of games, join codes, and the tokens that give access to a seat."""

import hashlib
import hmac
import secrets
from base64 import urlsafe_b64encode

ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
"""No 0, 1, I or O: they look alike."""
NAME_LENGTH = 6
CODE_LENGTH = 6
"""With the rate limit of attempts, and each code valid for an hour, enough for thousands of open games."""
TOKEN_BYTES = 32


def new_game_name() -> str:
    """A short name for a game; it gives no access to it."""
    return _random_word(NAME_LENGTH)


def new_join_code(length: int = CODE_LENGTH) -> str:
    """A code that people type to take an open seat."""
    return _random_word(length)


def normalize_code(typed: str) -> str:
    """A join code or a game's name in the form it was issued in, however it was typed.

    >>> normalize_code(" 7qk 4mn ")
    '7QK4MN'
    """
    return "".join(typed.split()).upper()


def new_seat_token() -> str:
    """A secret of 256 bits that gives access to one seat of one game."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def derive_token(shared: str, key: str) -> str:
    """A seat token derived from a join code or link, which others know too, and a secret key of the client.

    The same key gives the same token, so that a repeated request has one effect.

    >>> derive_token("7QK4MN", "a key")[:8]
    'vftKCPLY'
    """
    return urlsafe_b64encode(hmac.digest(key.encode(), shared.encode(), "sha256")).rstrip(b"=").decode()


def hash_token(token: str) -> str:
    """The stored form of a token. A random secret of 256 bits needs no salt and no slow hash.

    >>> hash_token("a")[:8]
    'ca978112'
    """
    return hashlib.sha256(token.encode()).hexdigest()


def _random_word(length: int) -> str:
    return "".join(secrets.choice(ALPHABET) for _ in range(length))
