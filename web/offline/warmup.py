"""Plays a whole game at the local server, so that every module is loaded: the build packs the loaded ones."""

import json

from local_server import LocalServer

SETUP = {
    "seats": [{"player": "person"}, {"player": "ai", "level": "journeyman"}, {"player": "ai", "level": "apprentice"}],
    "seed": "WARMUP 1",
    "options": {"setup_card": False},
    "settings": {"confirm_turns": False, "auto_forced": True},
}


def warm_up(tables: str) -> str:
    """Play a game to its end, import its record, and provoke a problem. Returns the hash of the final state."""
    server = LocalServer(tables)

    def call(command: str, **arguments: object) -> dict[str, object]:
        answer: dict[str, object] = json.loads(server.call(command, json.dumps(arguments)))["answer"]
        return answer

    game = call("create", setup=SETUP)["game"]
    while True:
        while json.loads(server.move_ai(str(game)))["answer"]:
            pass
        frame = call("view", game=game, viewer=0)
        view = frame["view"]
        assert isinstance(view, dict)
        if view["phase"] == "finished":
            break
        body = {"seat": 0, "revision": frame["revision"], "key": str(frame["revision"])}
        choice = view["prompt"]["choices"][0]["choice"]
        call("submit", game=game, body={**body, "choices": [choice]})
    record = call("export", game=game)
    call("import", record=record)
    assert "problem" in json.loads(server.call("view", json.dumps({"game": "unknown"})))
    return str(record["hash"])
