"""The command line, `luthier`.

luthier serve            host games
luthier simulate         play AIs against each other and count their wins
luthier backup FILE      copy all games while they are served
luthier link GAME        make a recovery link to a seat whose player has lost every token
luthier replay FILE      verify an exported game
luthier bench            measure the speed of the engine
luthier content check    list the faults of a card set
luthier openapi          print the OpenAPI document of the HTTP API
"""

import argparse
import json
import logging
import os
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from automa import PLAYERS, arena
from engine.codec import short
from engine.content.check import check
from engine.content.files import ATELIER, load, read_tables
from engine.errors import BrokenRecord, ContentError
from engine.game import game_from_json
from server import logs
from server.cli import bench, serve
from server.cli.banner import banner, can_show_qr_code
from server.cli.recovery_link import recovery_link
from server.config import Config
from server.games.problems import Problem
from server.http.app import create_app
from server.http.card_set import load_card_set
from server.http.openapi import document
from server.storage.backup import BackupFailed, backup
from server.storage.sqlite import SqliteStorage

PORT = 8765


class CommandFailed(Exception):
    """A command cannot be carried out; the text says why, in a sentence."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; return the process's exit status."""
    options = parser().parse_args(arguments)
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s")
    logging.getLogger("werkzeug").setLevel(logging.WARNING)
    try:
        status: int = options.command(options)
    except (
        CommandFailed,
        Problem,
        ContentError,
        BrokenRecord,
        BackupFailed,
        serve.GunicornMissing,
        serve.PortUnavailable,
    ) as error:
        print(f"luthier: {getattr(error, 'detail', '') or error}", file=sys.stderr)
        return 1
    except BrokenPipeError:  # the reader of our output has closed it
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except KeyboardInterrupt:
        return 130
    return status


def parser() -> argparse.ArgumentParser:
    top = argparse.ArgumentParser(prog="luthier", description="The board game Luthier.")
    commands = top.add_subparsers(required=True, metavar="command")
    _serve_options(commands.add_parser("serve", help="host games"))
    _backup_options(commands.add_parser("backup", help="copy all games while they are served"))
    _link_options(commands.add_parser("link", help="make a recovery link to a seat whose player has lost every token"))
    _simulate_options(commands.add_parser("simulate", help="play AIs against each other and count their wins"))
    _replay_options(commands.add_parser("replay", help="verify an exported game"))
    _bench_options(commands.add_parser("bench", help="measure the speed of the engine"))
    _content_options(commands.add_parser("content", help="check a card set"))
    openapi = commands.add_parser("openapi", help="print the OpenAPI document of the HTTP API")
    openapi.set_defaults(command=show_openapi)
    return top


def _serve_options(command: argparse.ArgumentParser) -> None:
    command.add_argument("--host", default="127.0.0.1", help="address to listen at; 0.0.0.0 accepts other devices")
    command.add_argument("--port", type=int, default=PORT)
    _data_option(command)
    command.add_argument("--content", type=Path, default=ATELIER, metavar="DIR", help="folder of another card set")
    app = Path(os.environ.get("LUTHIER_APP", Config.dist))
    build = "folder of another build of the web app (default: $LUTHIER_APP or web/dist)"
    command.add_argument("--app", type=Path, default=app, metavar="DIR", help=build)
    command.add_argument("--processes", type=int, default=1, metavar="N", help="web processes")
    command.add_argument("--quiet", action="store_true", help="print nothing but errors")
    proxy = "trust X-Forwarded-For, -Proto and -Host, which a reverse proxy in front sets"
    command.add_argument("--behind-proxy", action="store_true", help=proxy)
    token = os.environ.get("LUTHIER_METRICS_TOKEN")
    scope = (
        "lets its sender read /metrics from anywhere (default: $LUTHIER_METRICS_TOKEN; without one, this machine only)"
    )
    command.add_argument("--metrics-token", default=token, metavar="TOKEN", help=scope)
    level = os.environ.get("LUTHIER_LOG_LEVEL", "warning")
    threshold = "least level of the JSON lines that are logged (default: $LUTHIER_LOG_LEVEL or warning)"
    command.add_argument("--log-level", choices=logs.LEVELS, default=level, help=threshold)
    command.set_defaults(command=serve_games)


def _data_option(command: argparse.ArgumentParser) -> None:
    data = Path(os.environ.get("LUTHIER_DATA", "data"))
    command.add_argument(
        "--data", type=Path, default=data, metavar="DIR", help="folder of the games (default: $LUTHIER_DATA or data)"
    )


def _backup_options(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "file", type=Path, metavar="FILE", help="the copy; to restore it, rename it to games.db in DIR"
    )
    _data_option(command)
    command.add_argument("--force", action="store_true", help="overwrite FILE")
    command.set_defaults(command=back_up)


def _link_options(command: argparse.ArgumentParser) -> None:
    command.add_argument("game", metavar="GAME", help="the game's name, as in its menu and its address")
    command.add_argument("--seat", type=int, metavar="N", help="the seat, counted from 1 (default: the host's)")
    _data_option(command)
    command.set_defaults(command=make_link)


def _simulate_options(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--seats", default="journeyman,apprentice", help=f"AI levels, from {', '.join(PLAYERS)} (default: %(default)s)"
    )
    command.add_argument(
        "--games",
        type=int,
        default=200,
        help="number of games; each seed is played twice, with seats swapped (default: %(default)s)",
    )
    command.add_argument("--seed", default="1")
    command.add_argument("--json", action="store_true")
    command.set_defaults(command=simulate_games)


def _replay_options(command: argparse.ArgumentParser) -> None:
    command.add_argument("file", type=Path, metavar="FILE", help="the exported game")
    command.add_argument("--content", type=Path, default=ATELIER, metavar="DIR")
    command.set_defaults(command=replay_log)


def _bench_options(command: argparse.ArgumentParser) -> None:
    command.add_argument("--json", action="store_true")
    command.add_argument("--http", action="store_true", help="measure submits over HTTP with SQLite too")
    command.add_argument("--games", type=int, default=20)
    command.add_argument("--compare", type=Path, metavar="FILE", help="earlier measurements, as --json printed them")
    limit = "exit with status 1 where a measurement is more than RATIO times as bad as in the file"
    command.add_argument("--fail-above", type=float, metavar="RATIO", help=limit)
    command.set_defaults(command=measure_speed)


def _content_options(command: argparse.ArgumentParser) -> None:
    actions = command.add_subparsers(required=True, metavar="action")
    checker = actions.add_parser("check", help="list the faults of a card set")
    checker.add_argument("folder", type=Path, nargs="?", default=ATELIER, metavar="DIR")
    checker.set_defaults(command=check_content)


# --- commands --------------------------------------------------------------------------------------------------------


def serve_games(options: argparse.Namespace) -> int:
    if options.processes < 1:
        raise CommandFailed(f"--processes must be at least 1, not {options.processes}")
    if options.log_level not in logs.LEVELS:
        raise CommandFailed(f"there is no log level {options.log_level!r}; there are {', '.join(logs.LEVELS)}")
    config = Config(
        data=options.data,
        content=options.content,
        dist=options.app.resolve(),
        processes=options.processes,
        behind_proxy=options.behind_proxy,
        metrics_token=options.metrics_token or None,
        log_level=options.log_level,
    )
    logs.configure_logging(options.log_level)
    serve.check_port(options.host, options.port)
    load_card_set(options.content)
    SqliteStorage(options.data).close()  # reports an unusable database here, not in a web process
    serve.serve(config, options.host, options.port, lambda: None if options.quiet else print_banner(options))
    return 0


def print_banner(options: argparse.Namespace) -> None:
    shows_qr_code = can_show_qr_code(sys.stdout)
    print(banner(options.host, options.port, options.data, options.behind_proxy, shows_qr_code), flush=True)


def back_up(options: argparse.Namespace) -> int:
    games = backup(options.data, options.file, options.force)
    print(f"{options.file} holds {games} {'game' if games == 1 else 'games'}.")
    return 0


def make_link(options: argparse.Namespace) -> int:
    path = recovery_link(options.data, options.game, options.seat)
    print(f"Open this path on the new device, after the address of the server:\n{path}")
    return 0


def simulate_games(options: argparse.Namespace) -> int:
    levels = tuple(options.seats.split(","))
    if not 2 <= len(levels) <= 4:
        raise CommandFailed(f"a game has 2 to 4 seats, not {len(levels)}")
    if unknown := [level for level in levels if level not in PLAYERS]:
        raise CommandFailed(f"there is no level {unknown[0]!r}; there are {', '.join(PLAYERS)}")
    if options.games < 1:
        raise CommandFailed(f"--games must be at least 1, not {options.games}")
    series = arena.Series(levels, options.games, options.seed)
    result = arena.play_series(series, load(), os.cpu_count() or 1)
    print(json.dumps(result, indent=2) if options.json else _series_text(result))
    return 0


def _series_text(result: arena.Result) -> str:
    """One line for the series, one for each seat."""
    lines = [
        f"{result['games']} games, {result['games_per_s']} a second, {result['decisions_per_s']} decisions a second"
    ]
    for entry in result["seats"]:
        low, high = entry["ci95"]
        rate = f"{entry['win_rate']:.1%} ({low:.1%} to {high:.1%})"
        lines.append(f"{entry['level']:12} {rate:26} {entry['wins']:>5} wins, prestige {entry['mean_prestige']:.1f}")
    return "\n".join(lines)


def replay_log(options: argparse.Namespace) -> int:
    played = game_from_json(_read_json(options.file), load_card_set(options.content).content)
    state = "ended" if played.state.finished else f"in round {played.state.round}"
    scores = ", ".join(
        f"{who.colour} {p.prestige}" for who, p in zip(played.players, played.state.players, strict=True)
    )
    print(
        f"The log holds: {played.revision} entries, {played.choice_count} choices in force, {state}; "
        f"prestige: {scores}."
    )
    return 0


def measure_speed(options: argparse.Namespace) -> int:
    if options.games < 1:
        raise CommandFailed(f"--games must be at least 1, not {options.games}")
    if options.fail_above is not None and options.compare is None:
        raise CommandFailed("--fail-above needs a file to --compare with")
    baseline = _read_figures(options.compare) if options.compare else None
    figures = bench.measure(options.games)
    if options.http:
        figures |= bench.measure_http()
    if options.json:
        print(json.dumps(figures, indent=2))
    else:
        print(bench.comparison_text(figures, baseline) if baseline else bench.text(figures))
    return _check_limit(bench.compare(figures, baseline), options.fail_above) if baseline and options.fail_above else 0


def _read_figures(file: Path) -> bench.Figures:
    figures = _read_json(file)
    if not isinstance(figures, dict) or not all(isinstance(v, int | float) and v > 0 for v in figures.values()):
        raise CommandFailed(f"{file} is no output of luthier bench --json")
    if "calibration_ms" not in figures:
        raise CommandFailed(f"{file} has no calibration_ms")
    return figures


def _check_limit(ratios: bench.Figures, limit: float) -> int:
    worse = [f"{name} is {ratio:.2f} times as bad" for name, ratio in ratios.items() if ratio > limit]
    for line in worse:
        print(f"luthier: {line} as before, more than {limit}", file=sys.stderr)
    return 1 if worse else 0


def check_content(options: argparse.Namespace) -> int:
    faults = check(read_tables(options.folder))
    for fault in faults:
        print(fault)
    if faults:
        return 1
    content = load(options.folder)
    print(f"{content.name} {content.version}: no fault found.")
    return 0


def show_openapi(options: argparse.Namespace) -> int:
    with tempfile.TemporaryDirectory() as folder:
        app = create_app(Config(data=Path(folder), ai_workers=0))
        print(json.dumps(document(app), indent=2, sort_keys=True))
        app.extensions["luthier"].close()
    return 0


def _read_json(file: Path) -> Any:
    try:
        return json.loads(file.read_text(encoding="utf-8"), object_pairs_hook=_object)
    except OSError as fault:
        raise CommandFailed(f"{file} cannot be read: {fault.strerror}") from fault
    except (ValueError, RecursionError) as fault:
        raise CommandFailed(f"{file} is no JSON: {fault}") from fault


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """A JSON object; refuses a repeated key, of which readers take different values."""
    result = dict(pairs)
    if len(result) < len(pairs):
        names = [name for name, _ in pairs]
        raise ValueError(f"{short(next(name for name in names if names.count(name) > 1))} is repeated in an object")
    return result


if __name__ == "__main__":
    sys.exit(main())
