"""Makes other builds of the web app from the current one, as after a change of the app or of the rules."""

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
TEXT_FILES = (".html", ".js", ".css", ".json")
VERSION = "0.1.0"


@dataclass(frozen=True)
class RuleVersions:
    """The rules version of a build's engine, and the versions that it can play."""

    version: str
    playable: Sequence[str]


def make_build(build: Path, to: Path, version: str, rules: RuleVersions | None = None) -> Path:
    """Copy a build; its scripts and styles get other names and another version, its engine other rules."""
    shutil.copytree(build, to)
    for packed in [file for file in to.rglob("*.br") if "offline" not in file.parts]:
        packed.unlink()
    names = {file.name: _renamed(file.name) for file in (to / "assets").iterdir() if HASHED.search(file.name)}
    for file in [file for file in to.rglob("*") if file.suffix in TEXT_FILES and "offline" not in file.parts]:
        text = file.read_text(encoding="utf-8")
        for old, new in names.items():
            text = text.replace(old, new)
        file.write_text(text.replace(f"app:`{VERSION}`", f"app:`{version}`"), encoding="utf-8")
    for old, new in names.items():
        (to / "assets" / old).rename(to / "assets" / new)
    _update_page_revision(to)
    if rules:
        _change_engine(to / "offline", rules)
    return to


def _renamed(name: str) -> str:
    found = HASHED.search(name)
    assert found
    return f"{name[: found.start()]}-{found[1][::-1].swapcase()}.{found[2]}"


def _update_page_revision(build: Path) -> None:
    """Write the page's new revision into the service worker, which compares files by it."""
    worker = build / "sw.js"
    revision = _hash((build / "index.html").read_bytes())
    changed, found = re.subn(
        r'(url:"index.html",revision:")\w+', rf"\g<1>{revision}", worker.read_text(encoding="utf-8")
    )
    assert found == 1
    worker.write_text(changed, encoding="utf-8")


def _change_engine(folder: Path, rules: RuleVersions) -> None:
    """Write other rule versions into the engine's archive, and the archive's new name into the manifest."""
    manifest: dict[str, Any] = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    old = folder / Path(manifest["engine"]).name
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
    files = [file for file in manifest["files"] if file["path"] != manifest["engine"]]
    engine = f"/offline/{new.name}"
    files.append({"path": engine, "raw": size, "bytes": size})
    fields = {"version": _hash(engine.encode()), "rules": rules.version, "playable": list(rules.playable)}
    fields |= {"engine": engine, "files": files, "bytes": sum(file["bytes"] for file in files)}
    (folder / "manifest.json").write_text(json.dumps({**manifest, **fields}), encoding="utf-8")


def _hash(body: bytes) -> str:
    return sha256(body).hexdigest()[:16]
