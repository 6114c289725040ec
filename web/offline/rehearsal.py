"""A whole game at the desk, so that everything that a game loads is loaded: the build lists it for the library."""

import json

from desk import Desk

SETUP = {
    "seats": [{"player": "person"}, {"player": "ai", "level": "journeyman"}, {"player": "ai", "level": "apprentice"}],
    "seed": "REHEARSAL 1",
    "options": {"setup_card": False},
    "settings": {"confirm_turns": False, "auto_forced": True},
}


def rehearse(tables: str) -> str:
    """Play a game to its end, bring its record in again, be refused something; gives the hash of its end."""
    desk = Desk(tables)

    def ask(what: str, **told: object) -> dict[str, object]:
        answer: dict[str, object] = json.loads(desk.ask(what, json.dumps(told)))["answer"]
        return answer

    game = ask("create", setup=SETUP)["game"]
    while True:
        while json.loads(desk.move_ai(str(game)))["answer"]:
            pass
        frame = ask("view", game=game, viewer=0)
        view = frame["view"]
        assert isinstance(view, dict)
        if view["phase"] == "finished":
            break
        body = {"seat": 0, "revision": frame["revision"], "key": str(frame["revision"])}
        choice = view["prompt"]["choices"][0]["choice"]
        ask("submit", game=game, body={**body, "choices": [choice]})
    record = ask("export", game=game)
    ask("import", record=record)
    assert "problem" in json.loads(desk.ask("view", json.dumps({"game": "nobody"})))
    return str(record["hash"])
