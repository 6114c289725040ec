"""Makes the archives that browsers load. Run by the build inside the very Python that will read them.

Both hold compiled modules, not packed: the server sends them packed by brotli. The library is that of the standard
library which a whole game needs; the other holds engine, automa, the parts of the server that host a game without a
web, the desk, and the card set as JSON.
"""

import importlib.util
import io
import json
import marshal
import sys
from collections.abc import Iterator
from pathlib import Path
from zipfile import ZIP_STORED, ZipFile, ZipInfo

OWN_PARTS = ("desk", "shelf")
TABLES = "tables.json"
WANTED_LATER = ("encodings/cp437.py", "encodings/ascii.py", "encodings/latin_1.py", "encodings/idna.py")
"""What Python itself loads by name when it meets such a text or archive."""
LIBRARY = f"python{sys.version_info.major}{sys.version_info.minor}.zip"
THEN = (2026, 1, 1, 0, 0, 0)


def engine_archive(root: Path) -> bytes:
    """The project's modules, from its folder."""
    from engine.content.files import read_tables

    sources = {name: file.read_bytes() for name, file in _modules(root)}
    parts = {f"{name}c": _compiled(source, f"/{name}") for name, source in sorted(sources.items())}
    return _zip({**parts, TABLES: json.dumps(read_tables(), separators=(",", ":"), ensure_ascii=False).encode()})


def library_archive(source: Path) -> bytes:
    """The modules of the standard library that are loaded by now, from the archive that holds all of them."""
    files = [str(getattr(module, "__file__", None) or "") for module in list(sys.modules.values())]
    used = {file.partition(f"{LIBRARY}/")[2] for file in files if f"{LIBRARY}/" in file} | {*WANTED_LATER}
    with ZipFile(source) as whole:
        return _zip({f"{name}c": _compiled(whole.read(name), f"/lib/{LIBRARY}/{name}") for name in sorted(used)})


def _modules(root: Path) -> Iterator[tuple[str, Path]]:
    for package in ("engine", "automa", "server/games"):
        for file in (root / package).rglob("*.py"):
            yield file.relative_to(root).as_posix(), file
    yield "server/__init__.py", root / "server" / "__init__.py"
    for part in OWN_PARTS:
        yield f"{part}.py", root / "web" / "offline" / f"{part}.py"


def _compiled(source: bytes, name: str) -> bytes:
    """A module as Python keeps it compiled, marked by the hash of its source, which nobody compares."""
    code = compile(source, name, "exec", dont_inherit=True)
    unchecked = (1).to_bytes(4, "little")
    return importlib.util.MAGIC_NUMBER + unchecked + importlib.util.source_hash(source) + marshal.dumps(code)


def _zip(files: dict[str, bytes]) -> bytes:
    packed = io.BytesIO()
    with ZipFile(packed, "w", ZIP_STORED) as made:
        for name, body in files.items():
            made.writestr(ZipInfo(name, THEN), body)
    return packed.getvalue()
