"""Builds the archives that browsers load. The build runs this in the same Python that will read them.

Both hold compiled modules, uncompressed: the server sends them compressed by brotli. The library is the part of the
standard library that a whole game needs; the other archive holds engine, automa, `server/games`, the local server, and
the card set as JSON.
"""

import importlib.util
import io
import json
import marshal
import sys
from collections.abc import Iterator
from pathlib import Path
from zipfile import ZIP_STORED, ZipFile, ZipInfo

MODULES = ("local_server", "memory_storage")
TABLES = "tables.json"
ENCODINGS = ("encodings/cp437.py", "encodings/ascii.py", "encodings/latin_1.py", "encodings/idna.py")
"""Python loads these by name when it meets such a text or archive."""
LIBRARY = f"python{sys.version_info.major}{sys.version_info.minor}.zip"
FILE_TIME = (2026, 1, 1, 0, 0, 0)


def engine_archive(root: Path) -> bytes:
    """The project's modules, from its folder."""
    from engine.content.files import read_tables

    sources = {name: file.read_bytes() for name, file in _modules(root)}
    compiled = {f"{name}c": _compile(source, f"/{name}") for name, source in sorted(sources.items())}
    return _zip({**compiled, TABLES: json.dumps(read_tables(), separators=(",", ":"), ensure_ascii=False).encode()})


def library_archive(source: Path) -> bytes:
    """The modules of the standard library that are loaded now, from the archive of all of them."""
    files = [str(getattr(module, "__file__", None) or "") for module in list(sys.modules.values())]
    used = {file.partition(f"{LIBRARY}/")[2] for file in files if f"{LIBRARY}/" in file} | {*ENCODINGS}
    with ZipFile(source) as whole:
        return _zip({f"{name}c": _compile(whole.read(name), f"/lib/{LIBRARY}/{name}") for name in sorted(used)})


def _modules(root: Path) -> Iterator[tuple[str, Path]]:
    for package in ("engine", "automa", "server/games"):
        for file in (root / package).rglob("*.py"):
            yield file.relative_to(root).as_posix(), file
    yield "server/__init__.py", root / "server" / "__init__.py"
    for module in MODULES:
        yield f"{module}.py", root / "web" / "offline" / f"{module}.py"


def _compile(source: bytes, name: str) -> bytes:
    """The content of a .pyc file, marked by the hash of its source, which is never compared."""
    code = compile(source, name, "exec", dont_inherit=True)
    unchecked = (1).to_bytes(4, "little")
    return importlib.util.MAGIC_NUMBER + unchecked + importlib.util.source_hash(source) + marshal.dumps(code)


def _zip(files: dict[str, bytes]) -> bytes:
    archive = io.BytesIO()
    with ZipFile(archive, "w", ZIP_STORED) as file:
        for name, body in files.items():
            file.writestr(ZipInfo(name, FILE_TIME), body)
    return archive.getvalue()
