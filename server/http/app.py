"""`create_app`: one Flask application out of storage, games, thinkers, API, socket and web app."""

import logging
from dataclasses import dataclass

from flask import Flask

from server import logs, metrics
from server.ai.worker_pool import WorkerPool, worker_command
from server.config import Config
from server.games.games import Games
from server.http import errors, headers, reference, sockets, static_files
from server.http.api import routes
from server.http.card_set import card_set
from server.http.health import operations
from server.http.openapi import describe, document
from server.storage.sqlite import SqliteStorage

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Services:
    """What lives beside the application and must be closed with it."""

    games: Games
    ai_workers: WorkerPool
    sockets: sockets.Sockets
    storage: SqliteStorage

    def close(self) -> None:
        self.sockets.farewell()
        self.ai_workers.close()
        self.games.close()
        self.storage.close()
        log.info("the server has stopped")


def create_app(config: Config | None = None) -> Flask:
    """The application. Raises Problem where the games cannot be kept, ContentError where the cards have a fault."""
    config = config or Config()
    cards = card_set(config.content)
    figures = metrics.Metrics()
    storage = SqliteStorage(config.data, figures.storage_refused)
    ai_workers = WorkerPool(worker_command(config), config.own_thinkers)
    games = Games(storage, cards.content, ai_workers.wake)
    services = Services(games, ai_workers, sockets.Sockets(config.max_sockets, figures), storage)

    app = Flask("luthier", static_folder=None)
    app.config.update(
        MAX_CONTENT_LENGTH=config.max_body,
        PROPAGATE_EXCEPTIONS=False,
        PROVIDE_AUTOMATIC_OPTIONS=False,
        TESTING=config.testing,
    )
    app.extensions["luthier"] = services
    logs.log_requests(app)
    metrics.count_requests(app, figures, games.cached_tables)
    errors.handle_errors(app)
    headers.protect(app)
    if config.behind_proxy:
        headers.believe_proxy(app)
    for_watchers = operations(storage, ai_workers, services.sockets, figures, config.metrics_token)
    describe(app, [routes(games, cards, config.code_length), for_watchers])
    reference.serve_reference(app, lambda: document(app))
    sockets.serve_sockets(app, games, services.sockets)
    static_files.serve_site(app, config.dist)
    for game in games.games_awaiting_ai():
        ai_workers.wake(game)
    return app
