"""The card set of this server: parsed for the engine, and as the JSON response for clients."""

import json
from dataclasses import dataclass
from pathlib import Path

from engine.content.cards import Content
from engine.content.check import check
from engine.content.files import load, read_tables
from engine.errors import ContentError
from server.games.client_content import client_content
from server.http.static_files import gzip_if_useful


@dataclass(frozen=True)
class CardSet:
    """The parsed cards and the response to `GET /api/content`. `digest` covers names and texts of the cards too."""

    content: Content
    digest: str
    body: bytes
    gzipped: bytes | None


def load_card_set(folder: Path) -> CardSet:
    """The set in a folder; raises ContentError where it has a fault."""
    tables = read_tables(folder)
    if faults := check(tables):
        more = f" (and {len(faults) - 1} more: luthier content check)" if len(faults) > 1 else ""
        raise ContentError(f"{faults[0]}{more}")
    content = load(folder)
    tables_for_clients = client_content(tables, content)
    body = json.dumps(tables_for_clients, separators=(",", ":"), ensure_ascii=False).encode()
    return CardSet(content, tables_for_clients["digest"], body, gzip_if_useful(body, "application/json"))
