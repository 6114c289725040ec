"""`create_app`: the Flask application, made of storage, games, AI workers, API, sockets and web app."""

import logging
from dataclasses import dataclass

from flask import Flask

from server import logs, metrics
from server.ai.worker_pool import WorkerPool, worker_command
from server.config import Config
from server.games.games import Games
from server.http import errors, headers, reference, sockets, static_files
from server.http.api import api_routes
from server.http.card_set import load_card_set
from server.http.health import health_routes
from server.http.openapi import describe, document
from server.storage.sqlite import SqliteStorage

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Services:
    """Objects that live as long as the application and are closed with it."""

    games: Games
    ai_workers: WorkerPool
    sockets: sockets.Sockets
    storage: SqliteStorage

    def close(self) -> None:
        self.sockets.close()
        self.ai_workers.close()
        self.games.close()
        self.storage.close()
        log.info("the server has stopped")


def create_app(config: Config | None = None) -> Flask:
    """The application. Raises Problem where the database cannot be used, ContentError where the cards have a fault."""
    config = config or Config()
    cards = load_card_set(config.content)
    own_metrics = metrics.Metrics()
    storage = SqliteStorage(config.data, own_metrics.count_storage_error)
    ai_workers = WorkerPool(worker_command(config), config.ai_workers_per_process)
    games = Games(storage, cards.content, ai_workers.wake)
    services = Services(games, ai_workers, sockets.Sockets(config.max_sockets, own_metrics), storage)

    app = Flask("luthier", static_folder=None)
    app.config.update(
        MAX_CONTENT_LENGTH=config.max_body,
        PROPAGATE_EXCEPTIONS=False,
        PROVIDE_AUTOMATIC_OPTIONS=False,
        TESTING=config.testing,
    )
    app.extensions["luthier"] = services
    logs.log_requests(app)
    metrics.count_requests(app, own_metrics, games.cached_tables)
    errors.handle_errors(app)
    headers.add_security_headers(app)
    if config.behind_proxy:
        headers.trust_proxy(app)
    health = health_routes(storage, ai_workers, services.sockets, own_metrics, config.metrics_token)
    describe(app, [api_routes(games, cards, config.code_length), health])
    reference.serve_reference(app, lambda: document(app))
    sockets.serve_sockets(app, games, services.sockets)
    static_files.serve_app(app, config.dist)
    for game in games.games_awaiting_ai():
        ai_workers.wake(game)
    return app
