"""The card set with the facts of the rules, as clients need them: the answer to `GET /api/content`."""

from engine.content.cards import Content, fingerprint
from engine.requirements import requirements_met_by
from engine.rule_facts import rule_facts
from engine.rules.orchestra import chairs_for_card
from server.games.storage import Json


def client_content(tables: Json, content: Content) -> Json:
    """The plain tables with what clients would otherwise have to work out; `digest` covers all that is printed."""
    return {
        "pack": content.pack,
        "version": content.version,
        "digest": fingerprint(tables),
        "tables": tables,
        "requirements_met_by": requirements_met_by(content),
        "chairs_for_card": chairs_for_card(content),
        "rules": rule_facts(content),
    }
