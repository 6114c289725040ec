"""The built web app: files with their caching, and one page for every address of the app's own; answers packed."""

import gzip
import hashlib
import mimetypes
import re
from functools import lru_cache
from pathlib import Path

from flask import Flask, Response, request
from werkzeug.routing import PathConverter
from werkzeug.security import safe_join

from server.games.problems import Problem
from server.http.headers import WORKER_POLICY

FOREVER = "public, max-age=31536000, immutable"
ASK_AGAIN = "no-cache"
HASHED = ("assets/", "offline/")
"""The build puts a hash of its text into the name of each file in here."""
NOT_PAGES = ("api", "content", "healthz", "metrics", "openapi.json", "readyz", "reference", "reference.css")
ENGINE_LIST = "offline/manifest.json"
ENGINE_WORKER = "assets/worker-"
"""The one script that may compile WebAssembly: the engine's worker, which shows nothing and loads nothing of others."""
WORTH_PACKING = 1024
"""Bytes; what is shorter fits into one packet anyway."""
QUICK = 4
"""How hard gzip tries on what is packed while somebody waits, of 9."""
PACKED = ("text/", "application/javascript", "application/json", "application/manifest+json", "image/svg+xml")
JSON = "application/json"
WEBMANIFEST = ("application/manifest+json", ".webmanifest")

mimetypes.add_type(*WEBMANIFEST)
mimetypes.add_type("text/javascript", ".js")
mimetypes.add_type("text/javascript", ".mjs")
mimetypes.add_type("application/wasm", ".wasm")
mimetypes.add_type("font/woff2", ".woff2")


class PageConverter(PathConverter):
    """A path at which nothing but the web app can be."""

    regex = rf"(?!(?:{'|'.join(map(re.escape, NOT_PAGES))})(?:/|$))[^/].*?"


def serve_site(app: Flask, dist: Path) -> None:
    """Serve the files in `dist`; a path without a file is an address of the app and gets its page."""

    app.url_map.converters["page"] = PageConverter
    app.after_request(pack_answer)

    @app.get("/", defaults={"path": ""})
    @app.get("/<page:path>")
    def page(path: str) -> Response:
        found = file_for(dist, path)
        hashed = path.startswith(HASHED) and path != ENGINE_LIST
        response = send(found, FOREVER if hashed else ASK_AGAIN)
        if path.startswith(ENGINE_WORKER):
            response.headers["Content-Security-Policy"] = WORKER_POLICY
        return response


def file_for(dist: Path, path: str) -> Path:
    """The file that answers this path; raises not-found, or not-built where there is no web app at all."""
    joined = safe_join(str(dist), path)
    if path and joined is not None and Path(joined).is_file():
        return Path(joined)
    if "." in path.rpartition("/")[2] or joined is None:
        raise Problem("not-found", f"there is nothing at /{path}")
    index = dist / "index.html"
    if not index.is_file():
        raise Problem("not-built", "the web app is not built: run `make build`")
    return index


def send(file: Path, caching: str) -> Response:
    """A file; where the build has packed it by brotli, for those who can unpack that."""
    kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
    small = file.with_name(f"{file.name}.br")
    if request.accept_encodings["br"] and _is_newer(small, file):
        body, _, tag = _read(small, small.stat().st_mtime_ns)
        response = send_bytes(body, None, tag, kind, caching)
        response.headers["Content-Encoding"] = "br"
        response.headers["Vary"] = "Accept-Encoding"
        return response
    body, packed, tag = _read(file, file.stat().st_mtime_ns)
    return send_bytes(body, packed, tag, kind, caching)


def send_bytes(body: bytes, packed: bytes | None, tag: str, kind: str, caching: str) -> Response:
    """Bytes with a tag, so that who has them gets a short 304; packed for those who can unpack."""
    response = Response(body, mimetype=kind)
    if packed is not None:
        response.headers["Vary"] = "Accept-Encoding"
        if request.accept_encodings["gzip"]:
            response.set_data(packed)
            response.headers["Content-Encoding"] = "gzip"
    response.set_etag(tag, weak=True)
    response.headers["Cache-Control"] = caching
    response.make_conditional(request)
    return response


def tag_of(body: bytes) -> str:
    """The same for the same bytes."""
    return hashlib.sha256(body).hexdigest()[:20]


def pack(body: bytes, kind: str, level: int = 9) -> bytes | None:
    """The bytes made smaller, where that is worth it."""
    if not kind.startswith(PACKED) or len(body) < WORTH_PACKING:
        return None
    return gzip.compress(body, level, mtime=0)


def pack_answer(response: Response) -> Response:
    """Pack what was made for this request alone. No body of that length holds a token, which its size could betray."""
    kind = response.mimetype or ""
    if kind == JSON and request.accept_encodings["gzip"] and "Content-Encoding" not in response.headers:
        packed = pack(response.get_data(), kind, QUICK)
        if packed is not None:
            response.set_data(packed)
            response.headers["Content-Encoding"] = "gzip"
            response.vary.add("Accept-Encoding")
    return response


def _is_newer(packed: Path, file: Path) -> bool:
    """Whether a file was packed since it was written."""
    return packed.is_file() and packed.stat().st_mtime_ns >= file.stat().st_mtime_ns


@lru_cache(maxsize=256)
def _read(file: Path, changed: int) -> tuple[bytes, bytes | None, str]:
    """A file's bytes, plain and packed, and their tag; read again when the file has changed."""
    body = file.read_bytes()
    kind = mimetypes.guess_type(file.name)[0] or ""
    return body, pack(body, kind), tag_of(body)
