"""The one shape of every refusal: problem details (RFC 9457) with a code that never changes its meaning."""

from typing import Any

PROBLEMS: dict[str, tuple[int, str]] = {
    "malformed": (422, "The request is not written as the API asks"),
    "broken-record": (422, "The record does not hold together"),
    "not-json": (400, "The body is no JSON"),
    "bad-request": (400, "The request cannot be understood"),
    "no-token": (401, "A seat's token is needed"),
    "foreign-seat": (403, "The token opens another seat"),
    "not-host": (403, "Only the host may do that"),
    "game-has-secrets": (403, "The log still holds secrets of others"),
    "metrics-closed": (403, "The metrics are not for everybody"),
    "not-found": (404, "There is no such address"),
    "unknown-game": (404, "There is no such game"),
    "unknown-code": (404, "There is no such join code"),
    "unknown-entry": (404, "The log has no such entry"),
    "wrong-method": (405, "The address does not answer this method"),
    "stale": (409, "The game has moved on"),
    "both-changed": (409, "The game went on at both ends"),
    "not-offered": (409, "The choice is not offered now"),
    "not-on-the-clock": (409, "Another seat is to choose"),
    "seat-played-by-ai": (409, "A rival plays the seat"),
    "seat-taken": (409, "Somebody else sits at the seat"),
    "no-free-seat": (409, "No seat is free"),
    "host-seat": (409, "The host's seat is not given away"),
    "too-many-links": (409, "There are too many links already"),
    "undo-closed": (409, "The way back is closed"),
    "hidden-ahead": (409, "What comes next is hidden"),
    "key-reused": (409, "The key belongs to another move"),
    "content-missing": (409, "The game was made with other cards or rules"),
    "too-large": (413, "The body is too large"),
    "not-json-type": (415, "The body must be application/json"),
    "too-many-guesses": (429, "Too many wrong codes were tried"),
    "internal": (500, "The server made a mistake"),
    "busy": (503, "The server is busy"),
    "not-ready": (503, "The server cannot do its work now"),
    "storage-failed": (503, "The games cannot be reached"),
    "not-built": (503, "The web app is not built"),
    "storage-full": (507, "There is no room for more"),
}
"""Code: HTTP status and title. Clients tell problems apart by the code alone."""


class Problem(Exception):
    """A refusal, with the code, what exactly was wrong, and what else belongs in the answer."""

    def __init__(self, code: str, detail: str = "", **more: Any) -> None:
        self.code, self.detail, self.more = code, detail, more
        self.status, self.title = PROBLEMS[code]
        super().__init__(f"{code}: {detail or self.title}")

    def to_json(self) -> dict[str, Any]:
        """The body of the answer.

        >>> Problem("stale", "the game is at 12", revision=12).to_json()["code"]
        'stale'
        """
        return {
            "type": f"urn:luthier:problem:{self.code}",
            "title": self.title,
            "status": self.status,
            "code": self.code,
            "detail": self.detail or f"{self.title}.",
            **self.more,
        }
