"""`create_app`: one Flask application out of storage, games, thinkers, API, socket and web app."""

from dataclasses import dataclass

from flask import Flask

from server import headers, push, refusals, site
from server.api import health, routes
from server.config import Config
from server.deck import card_set
from server.games import Games
from server.openapi import describe
from server.schemas import Bodies
from server.sqlite import SqliteStorage
from server.thinkers import Thinkers, command


@dataclass(frozen=True)
class Services:
    """What lives beside the application and must be closed with it."""

    games: Games
    thinkers: Thinkers
    sockets: push.Sockets
    storage: SqliteStorage

    def close(self) -> None:
        self.sockets.farewell()
        self.thinkers.close()
        self.storage.close()


def create_app(config: Config | None = None) -> Flask:
    """The application. Raises Problem where the games cannot be kept, ContentError where the cards have a fault."""
    config = config or Config()
    cards = card_set(config.content)
    storage = SqliteStorage(config.data)
    thinkers = Thinkers(command(config), config.own_thinkers)
    games = Games(storage, cards.content, thinkers.wake)
    services = Services(games, thinkers, push.Sockets(config.max_sockets), storage)

    app = Flask("luthier", static_folder=None)
    app.config.update(MAX_CONTENT_LENGTH=config.max_body, TESTING=config.testing, PROPAGATE_EXCEPTIONS=False)
    app.extensions["luthier"] = services
    bodies = Bodies()
    refusals.handle_refusals(app)
    headers.protect(app)
    describe(app, [routes(games, cards, bodies), health()])
    push.serve_sockets(app, games, services.sockets, bodies)
    site.serve_site(app, config.dist)
    for game in games.rivals_to_move():
        thinkers.wake(game)
    return app
