"""Names and secrets: the names of games, the codes that people join by, and the tokens that open a seat."""

import hashlib
import hmac
import secrets
from base64 import urlsafe_b64encode

LETTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
"""No 0, 1, I or O: nobody has to guess which one is meant."""
NAME_LENGTH = 6
CODE_LENGTH = 6
"""With guesses bounded as they are, and each code alive for an hour, enough for thousands of open games."""
TOKEN_BYTES = 32


def game_name() -> str:
    """A short name for a game; it opens nothing."""
    return _word(NAME_LENGTH)


def join_code(length: int = CODE_LENGTH) -> str:
    """What people type to come to an open seat."""
    return _word(length)


def typed(code: str) -> str:
    """A join code as it was given out, however it was typed.

    >>> typed(" 7qk 4mn ")
    '7QK4MN'
    """
    return "".join(code.split()).upper()


def seat_token() -> str:
    """The secret that opens one seat of one game: 256 bits."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def own_token(shared: str, key: str) -> str:
    """The seat's token of who came by what others know too, a code or a link: the same for the same key, a secret.

    >>> own_token("7QK4MN", "a key")[:8]
    'vftKCPLY'
    """
    return urlsafe_b64encode(hmac.digest(key.encode(), shared.encode(), "sha256")).rstrip(b"=").decode()


def fingerprint(token: str) -> str:
    """What is kept of a token. A random secret of 256 bits needs no salt and no slow hash.

    >>> fingerprint("a")[:8]
    'ca978112'
    """
    return hashlib.sha256(token.encode()).hexdigest()


def _word(length: int) -> str:
    return "".join(secrets.choice(LETTERS) for _ in range(length))
