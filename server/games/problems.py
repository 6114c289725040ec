"""Every error response is problem details (RFC 9457), with a code that never changes its meaning."""

from typing import Any

PROBLEMS: dict[str, tuple[int, str]] = {
    "malformed": (422, "The request does not match the schema"),
    "broken-record": (422, "The record is not valid"),
    "not-json": (400, "The body is not JSON"),
    "bad-request": (400, "The request cannot be understood"),
    "no-token": (401, "A seat token is required"),
    "foreign-seat": (403, "The token belongs to another seat"),
    "not-host": (403, "Only the host may do that"),
    "game-has-secrets": (403, "The log still holds secrets of other seats"),
    "metrics-closed": (403, "The metrics are not public"),
    "not-found": (404, "There is no such address"),
    "unknown-game": (404, "There is no such game"),
    "unknown-code": (404, "There is no such join code"),
    "unknown-entry": (404, "The log has no such entry"),
    "wrong-method": (405, "The address does not answer this method"),
    "stale": (409, "The game has moved on"),
    "both-changed": (409, "The game went on in both places"),
    "not-offered": (409, "The choice is not offered now"),
    "not-on-the-clock": (409, "It is not the seat's turn to choose"),
    "seat-played-by-ai": (409, "An AI plays the seat"),
    "seat-taken": (409, "The seat is taken"),
    "no-free-seat": (409, "No seat is free"),
    "host-seat": (409, "The host's seat cannot be given away"),
    "too-many-links": (409, "There are too many links already"),
    "undo-closed": (409, "The move cannot be undone or redone"),
    "hidden-ahead": (409, "What comes next is hidden"),
    "key-reused": (409, "The key belongs to another move"),
    "content-missing": (409, "The game was made with other cards or rules"),
    "too-large": (413, "The body is too large"),
    "not-json-type": (415, "The body must be application/json"),
    "too-many-guesses": (429, "Too many wrong codes were tried"),
    "internal": (500, "Internal server error"),
    "busy": (503, "The server is busy"),
    "not-ready": (503, "The server is not ready"),
    "storage-failed": (503, "The database cannot be accessed"),
    "not-built": (503, "The web app is not built"),
    "storage-full": (507, "There is no space left"),
}
"""HTTP status and title by code. Clients distinguish problems by the code alone."""


class Problem(Exception):
    """An error response: its code, the detail, and further fields of the body."""

    def __init__(self, code: str, detail: str = "", **fields: Any) -> None:
        self.code, self.detail, self.fields = code, detail, fields
        self.status, self.title = PROBLEMS[code]
        super().__init__(f"{code}: {detail or self.title}")

    def to_json(self) -> dict[str, Any]:
        """The body of the response.

        >>> Problem("stale", "the game is at 12", revision=12).to_json()["code"]
        'stale'
        """
        return {
            "type": f"urn:luthier:problem:{self.code}",
            "title": self.title,
            "status": self.status,
            "code": self.code,
            "detail": self.detail or f"{self.title}.",
            **self.fields,
        }
