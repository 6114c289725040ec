"""The card set that this server plays with, parsed for the engine and packed for clients."""

import json
from dataclasses import dataclass
from pathlib import Path

from engine.content.cards import Content, fingerprint
from engine.content.check import check
from engine.content.files import load, read_tables
from engine.errors import ContentError
from engine.requirements import requirements_met_by
from engine.rule_facts import rule_facts
from engine.rules.orchestra import chairs_for_card
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
    edition = fingerprint(tables)
    told = {
        "pack": content.pack,
        "version": content.version,
        "digest": edition,
        "tables": tables,
        "requirements_met_by": requirements_met_by(content),
        "chairs_for_card": chairs_for_card(content),
        "rules": rule_facts(content),
    }
    body = json.dumps(told, separators=(",", ":"), ensure_ascii=False).encode()
    return CardSet(content, edition, body, pack(body, "application/json"))
