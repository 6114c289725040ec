"""Other builds of the web app, made from the one that is there: as after a change of the app, or of the rules."""

import json
import re
import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any
from zipfile import ZIP_STORED, ZipFile

HASHED = re.compile(r"-([\w-]{8})\.(js|css)$")
WRITTEN = (".html", ".js", ".css", ".json")
VERSION = "0.1.0"


@dataclass(frozen=True)
class Rules:
    """What the engine of a build plays by."""

    version: str
    playable: Sequence[str]


def another(build: Path, to: Path, version: str, rules: Rules | None = None) -> Path:
    """A build whose scripts and styles have other names and tell another version; with an engine of other rules."""
    shutil.copytree(build, to)
    for packed in [file for file in to.rglob("*.br") if "offline" not in file.parts]:
        packed.unlink()
    names = {file.name: _renamed(file.name) for file in (to / "assets").iterdir() if HASHED.search(file.name)}
    for file in [file for file in to.rglob("*") if file.suffix in WRITTEN and "offline" not in file.parts]:
        text = file.read_text(encoding="utf-8")
        for old, new in names.items():
            text = text.replace(old, new)
        file.write_text(text.replace(f"app:`{VERSION}`", f"app:`{version}`"), encoding="utf-8")
    for old, new in names.items():
        (to / "assets" / old).rename(to / "assets" / new)
    _list_page_anew(to)
    if rules:
        _change_engine(to / "offline", rules)
    return to


def _renamed(name: str) -> str:
    found = HASHED.search(name)
    assert found
    return f"{name[: found.start()]}-{found[1][::-1].swapcase()}.{found[2]}"


def _list_page_anew(build: Path) -> None:
    """The service worker tells files of the same name apart by their revision."""
    worker = build / "sw.js"
    revision = _hash((build / "index.html").read_bytes())
    told, found = re.subn(r'(url:"index.html",revision:")\w+', rf"\g<1>{revision}", worker.read_text(encoding="utf-8"))
    assert found == 1
    worker.write_text(told, encoding="utf-8")


def _change_engine(folder: Path, rules: Rules) -> None:
    """Put other rules' versions into the engine's archive, under a name and in a list of its own."""
    listed: dict[str, Any] = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    old = folder / Path(listed["engine"]).name
    new = folder / f"engine-{_hash(repr(rules).encode())}.zip"
    with ZipFile(old) as before, ZipFile(new, "w", ZIP_STORED) as after:
        for name in before.namelist():
            if name != "engine/__init__.pyc":
                after.writestr(name, before.read(name))
        after.writestr(
            "engine/__init__.py",
            f"RULES_VERSION = {rules.version!r}\nPLAYABLE_RULES = {tuple(rules.playable)!r}\n",
        )
    for gone in folder.glob(f"{old.name}*"):
        gone.unlink()
    size = new.stat().st_size
    files = [file for file in listed["files"] if file["path"] != listed["engine"]]
    engine = f"/offline/{new.name}"
    files.append({"path": engine, "raw": size, "bytes": size})
    told = {"version": _hash(engine.encode()), "rules": rules.version, "playable": list(rules.playable)}
    told |= {"engine": engine, "files": files, "bytes": sum(file["bytes"] for file in files)}
    (folder / "manifest.json").write_text(json.dumps({**listed, **told}), encoding="utf-8")


def _hash(body: bytes) -> str:
    return sha256(body).hexdigest()[:16]
