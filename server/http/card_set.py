"""The card set that this server plays with, parsed for the engine and packed for clients."""

import json
from dataclasses import dataclass
from pathlib import Path

from engine.content.cards import Content
from engine.content.check import check
from engine.content.files import load, read_tables
from engine.errors import ContentError
from server.games.client_content import client_content
from server.http.static_files import pack


@dataclass(frozen=True)
class CardSet:
    """The cards as the engine has them, and the answer to `GET /api/content`; `digest` is of all that is printed."""

    content: Content
    digest: str
    body: bytes
    packed: bytes | None


def card_set(folder: Path) -> CardSet:
    """The set in a folder; raises ContentError where it has a fault."""
    tables = read_tables(folder)
    if faults := check(tables):
        more = f" (and {len(faults) - 1} more: luthier content check)" if len(faults) > 1 else ""
        raise ContentError(f"{faults[0]}{more}")
    content = load(folder)
    answer = client_content(tables, content)
    body = json.dumps(answer, separators=(",", ":"), ensure_ascii=False).encode()
    return CardSet(content, answer["digest"], body, pack(body, "application/json"))
