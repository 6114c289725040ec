"""`luthier`: everything that a person runs.

luthier serve            host games
luthier simulate         let rivals play against each other, and count
luthier backup FILE      copy all games while they are served
luthier link GAME        make a link to a seat whose person has lost every key
luthier replay FILE      verify the log of a game
luthier bench            measure the speed of the engine
luthier content check    name the faults of a card set
luthier openapi          print the document of the HTTP API
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
from server.cli.banner import can_draw, greeting
from server.cli.recovery_link import link
from server.config import Config
from server.games.problems import Problem
from server.http.app import create_app
from server.http.card_set import card_set
from server.http.openapi import document
from server.storage.backup import BackupFailed, backup
from server.storage.sqlite import SqliteStorage

PORT = 8765


class Refused(Exception):
    """The command cannot be done; the text says why, in a sentence."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; gives the process's exit status."""
    asked = parser().parse_args(arguments)
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s")
    logging.getLogger("werkzeug").setLevel(logging.WARNING)
    try:
        status: int = asked.command(asked)
    except (Refused, Problem, ContentError, BrokenRecord, BackupFailed, serve.NoGunicorn, serve.PortTaken) as refusal:
        print(f"luthier: {getattr(refusal, 'detail', '') or refusal}", file=sys.stderr)
        return 1
    except BrokenPipeError:  # who reads our output has enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except KeyboardInterrupt:
        return 130
    return status


def parser() -> argparse.ArgumentParser:
    top = argparse.ArgumentParser(prog="luthier", description="The board game Luthier.")
    commands = top.add_subparsers(required=True, metavar="command")
    _serve_options(commands.add_parser("serve", help="host games"))
    _backup_options(commands.add_parser("backup", help="copy all games, also while they are served"))
    _link_options(commands.add_parser("link", help="make a link to a seat whose person has lost every key to it"))
    _simulate_options(commands.add_parser("simulate", help="let rivals play against each other, and count"))
    _replay_options(commands.add_parser("replay", help="verify the log of a game"))
    _bench_options(commands.add_parser("bench", help="measure the speed of the engine"))
    _content_options(commands.add_parser("content", help="look at a card set"))
    openapi = commands.add_parser("openapi", help="print the document of the HTTP API")
    openapi.set_defaults(command=show_openapi)
    return top


def _serve_options(serve: argparse.ArgumentParser) -> None:
    serve.add_argument("--host", default="127.0.0.1", help="where to listen; 0.0.0.0 lets other devices in")
    serve.add_argument("--port", type=int, default=PORT)
    _data_option(serve)
    serve.add_argument("--content", type=Path, default=ATELIER, metavar="DIR", help="another card set")
    app = Path(os.environ.get("LUTHIER_APP", Config.dist))
    built = "another build of the web app (default: $LUTHIER_APP or web/dist)"
    serve.add_argument("--app", type=Path, default=app, metavar="DIR", help=built)
    serve.add_argument("--processes", type=int, default=1, metavar="N", help="web processes on one data folder")
    serve.add_argument("--quiet", action="store_true", help="print nothing but errors")
    proxy = "a reverse proxy is in front, and its X-Forwarded-For, -Proto and -Host are true"
    serve.add_argument("--behind-proxy", action="store_true", help=proxy)
    token = os.environ.get("LUTHIER_METRICS_TOKEN")
    told = "who sends it may read /metrics from anywhere (default: $LUTHIER_METRICS_TOKEN, else this machine alone may)"
    serve.add_argument("--metrics-token", default=token, metavar="TOKEN", help=told)
    level = os.environ.get("LUTHIER_LOG_LEVEL", "warning")
    logged = "log this and graver things, as JSON lines (default: $LUTHIER_LOG_LEVEL or warning)"
    serve.add_argument("--log-level", choices=logs.LEVELS, default=level, help=logged)
    serve.set_defaults(command=serve_games)


def _data_option(command: argparse.ArgumentParser) -> None:
    data = Path(os.environ.get("LUTHIER_DATA", "data"))
    command.add_argument("--data", type=Path, default=data, metavar="DIR", help="where the games are kept")


def _backup_options(save: argparse.ArgumentParser) -> None:
    save.add_argument("file", type=Path, metavar="FILE", help="where the copy is to be; to use it: games.db in DIR")
    _data_option(save)
    save.add_argument("--force", action="store_true", help="overwrite FILE")
    save.set_defaults(command=back_up)


def _link_options(rescue: argparse.ArgumentParser) -> None:
    rescue.add_argument("game", metavar="GAME", help="as its menu and its address name it")
    rescue.add_argument("--seat", type=int, metavar="N", help="which seat, counted from 1 (default: the host's)")
    _data_option(rescue)
    rescue.set_defaults(command=make_link)


def _simulate_options(simulate: argparse.ArgumentParser) -> None:
    simulate.add_argument("--seats", default="journeyman,apprentice", help=f"levels: {', '.join(PLAYERS)}")
    simulate.add_argument("--games", type=int, default=200, help="half as many seeds, each with seats swapped")
    simulate.add_argument("--seed", default="1")
    simulate.add_argument("--json", action="store_true")
    simulate.set_defaults(command=simulate_games)


def _replay_options(replay: argparse.ArgumentParser) -> None:
    replay.add_argument("file", type=Path, metavar="FILE", help="an exported game")
    replay.add_argument("--content", type=Path, default=ATELIER, metavar="DIR")
    replay.set_defaults(command=replay_log)


def _bench_options(measure: argparse.ArgumentParser) -> None:
    measure.add_argument("--json", action="store_true")
    measure.add_argument("--http", action="store_true", help="submitting over HTTP on SQLite too")
    measure.add_argument("--games", type=int, default=20)
    measure.add_argument("--compare", type=Path, metavar="FILE", help="figures of before, as --json printed them")
    limit = "end with status 1 when a figure is more than RATIO times as bad as in the file"
    measure.add_argument("--fail-above", type=float, metavar="RATIO", help=limit)
    measure.set_defaults(command=measure_speed)


def _content_options(content: argparse.ArgumentParser) -> None:
    kinds = content.add_subparsers(required=True, metavar="what")
    checked = kinds.add_parser("check", help="name the faults of a card set")
    checked.add_argument("folder", type=Path, nargs="?", default=ATELIER, metavar="DIR")
    checked.set_defaults(command=check_content)


# --- commands --------------------------------------------------------------------------------------------------------


def serve_games(asked: argparse.Namespace) -> int:
    if asked.processes < 1:
        raise Refused(f"{asked.processes} processes cannot serve")
    if asked.log_level not in logs.LEVELS:
        raise Refused(f"there is no log level {asked.log_level!r}; there are {', '.join(logs.LEVELS)}")
    config = Config(
        data=asked.data,
        content=asked.content,
        dist=asked.app.resolve(),
        processes=asked.processes,
        behind_proxy=asked.behind_proxy,
        metrics_token=asked.metrics_token or None,
        log_level=asked.log_level,
    )
    logs.set_up(asked.log_level)
    serve.check_port(asked.host, asked.port)
    card_set(asked.content)
    SqliteStorage(asked.data).close()  # refuses here, in words, what would otherwise end a worker of the server
    serve.serve(config, asked.host, asked.port, lambda: None if asked.quiet else greet(asked))
    return 0


def greet(asked: argparse.Namespace) -> None:
    print(greeting(asked.host, asked.port, asked.data, asked.behind_proxy, can_draw(sys.stdout)), flush=True)


def back_up(asked: argparse.Namespace) -> int:
    games = backup(asked.data, asked.file, asked.force)
    print(f"{asked.file} holds {games} {'game' if games == 1 else 'games'}.")
    return 0


def make_link(asked: argparse.Namespace) -> int:
    print("On the new device, behind the address of the server:")
    print(link(asked.data, asked.game, asked.seat))
    return 0


def simulate_games(asked: argparse.Namespace) -> int:
    levels = tuple(asked.seats.split(","))
    if not 2 <= len(levels) <= 4:
        raise Refused(f"a game has 2 to 4 seats, not {len(levels)}")
    if unknown := [level for level in levels if level not in PLAYERS]:
        raise Refused(f"there is no level {unknown[0]!r}; there are {', '.join(PLAYERS)}")
    if asked.games < 1:
        raise Refused(f"{asked.games} games cannot be played")
    series = arena.Series(levels, asked.games, asked.seed)
    result = arena.play_series(series, load(), os.cpu_count() or 1)
    print(json.dumps(result, indent=2) if asked.json else _in_words(result))
    return 0


def _in_words(result: arena.Result) -> str:
    """One line for the series, one for each seat."""
    lines = [
        f"{result['games']} games, {result['games_per_s']} a second, {result['decisions_per_s']} decisions a second"
    ]
    for entry in result["seats"]:
        low, high = entry["ci95"]
        rate = f"{entry['win_rate']:.1%} ({low:.1%} to {high:.1%})"
        lines.append(f"{entry['level']:12} {rate:26} {entry['wins']:>5} wins, prestige {entry['mean_prestige']:.1f}")
    return "\n".join(lines)


def replay_log(asked: argparse.Namespace) -> int:
    played = game_from_json(_read_json(asked.file), card_set(asked.content).content)
    state = "ended" if played.state.finished else f"in round {played.state.round}"
    scores = ", ".join(
        f"{who.colour} {p.prestige}" for who, p in zip(played.players, played.state.players, strict=True)
    )
    print(
        f"The log holds: {played.revision} entries, {played.choice_count} choices in force, {state}; "
        f"prestige: {scores}."
    )
    return 0


def measure_speed(asked: argparse.Namespace) -> int:
    if asked.games < 1:
        raise Refused(f"{asked.games} games cannot be measured")
    if asked.fail_above is not None and asked.compare is None:
        raise Refused("--fail-above needs a file to --compare with")
    baseline = _read_figures(asked.compare) if asked.compare else None
    figures = bench.measure(asked.games)
    if asked.http:
        figures |= bench.measure_http()
    if asked.json:
        print(json.dumps(figures, indent=2))
    else:
        print(bench.comparison_in_words(figures, baseline) if baseline else bench.in_words(figures))
    return _judge(bench.compare(figures, baseline), asked.fail_above) if baseline and asked.fail_above else 0


def _read_figures(file: Path) -> bench.Figures:
    figures = _read_json(file)
    if not isinstance(figures, dict) or not all(isinstance(v, int | float) and v > 0 for v in figures.values()):
        raise Refused(f"{file} holds no figures of luthier bench --json")
    if "calibration_ms" not in figures:
        raise Refused(f"{file} tells no calibration_ms")
    return figures


def _judge(ratios: bench.Figures, limit: float) -> int:
    worse = [f"{name} is {ratio:.2f} times as bad" for name, ratio in ratios.items() if ratio > limit]
    for line in worse:
        print(f"luthier: {line} as before, more than {limit}", file=sys.stderr)
    return 1 if worse else 0


def check_content(asked: argparse.Namespace) -> int:
    faults = check(read_tables(asked.folder))
    for fault in faults:
        print(fault)
    if faults:
        return 1
    content = load(asked.folder)
    print(f"{content.name} {content.version}: no fault found.")
    return 0


def show_openapi(asked: argparse.Namespace) -> int:
    with tempfile.TemporaryDirectory() as folder:
        app = create_app(Config(data=Path(folder), thinkers=0))
        print(json.dumps(document(app), indent=2, sort_keys=True))
        app.extensions["luthier"].close()
    return 0


def _read_json(file: Path) -> Any:
    try:
        return json.loads(file.read_text(encoding="utf-8"), object_pairs_hook=_object)
    except OSError as fault:
        raise Refused(f"{file} cannot be read: {fault.strerror}") from fault
    except (ValueError, RecursionError) as fault:
        raise Refused(f"{file} holds no JSON: {fault}") from fault


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """A JSON object; of a name that stands there twice, every reader would take another value."""
    read = dict(pairs)
    if len(read) < len(pairs):
        names = [name for name, _ in pairs]
        raise ValueError(f"{short(next(name for name in names if names.count(name) > 1))} stands twice in an object")
    return read


if __name__ == "__main__":
    sys.exit(main())
