"""The built web app: its files with their caching, one page for every route of the app, and compression."""

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

IMMUTABLE = "public, max-age=31536000, immutable"
REVALIDATE = "no-cache"
HASHED = ("assets/", "offline/")
"""Folders in which the build puts a content hash into each file's name."""
NOT_PAGES = ("api", "content", "healthz", "metrics", "openapi.json", "readyz", "reference", "reference.css")
ENGINE_MANIFEST = "offline/manifest.json"
ENGINE_WORKER = "assets/worker-"
"""The one script that may compile WebAssembly: the worker that runs the engine."""
LEAST_COMPRESSED = 1024
"""Bytes; a shorter body fits into one packet anyway."""
FAST_GZIP = 4
"""The gzip level for bodies made for one request, of 9."""
COMPRESSIBLE = ("text/", "application/javascript", "application/json", "application/manifest+json", "image/svg+xml")
JSON = "application/json"
WEBMANIFEST = ("application/manifest+json", ".webmanifest")

mimetypes.add_type(*WEBMANIFEST)
mimetypes.add_type("text/javascript", ".js")
mimetypes.add_type("text/javascript", ".mjs")
mimetypes.add_type("application/wasm", ".wasm")
mimetypes.add_type("font/woff2", ".woff2")


class AppPathConverter(PathConverter):
    """A path that belongs to the web app."""

    regex = rf"(?!(?:{'|'.join(map(re.escape, NOT_PAGES))})(?:/|$))[^/].*?"


def serve_app(app: Flask, dist: Path) -> None:
    """Serve the files in `dist`; a path without a file is a route of the app and gets its page."""

    app.url_map.converters["app_path"] = AppPathConverter
    app.after_request(compress_response)

    @app.get("/", defaults={"path": ""})
    @app.get("/<app_path:path>")
    def page(path: str) -> Response:
        found = file_for(dist, path)
        hashed = path.startswith(HASHED) and path != ENGINE_MANIFEST
        response = send(found, IMMUTABLE if hashed else REVALIDATE)
        if path.startswith(ENGINE_WORKER):
            response.headers["Content-Security-Policy"] = WORKER_POLICY
        return response


def file_for(dist: Path, path: str) -> Path:
    """The file for this path; raises not-found, or not-built where there is no built web app."""
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
    """A file, compressed by brotli where the build has made such a copy and the client accepts it."""
    kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
    brotli = file.with_name(f"{file.name}.br")
    if request.accept_encodings["br"] and _is_newer(brotli, file):
        body, _, tag = _read(brotli, brotli.stat().st_mtime_ns)
        response = send_bytes(body, None, tag, kind, caching)
        response.headers["Content-Encoding"] = "br"
        response.headers["Vary"] = "Accept-Encoding"
        return response
    body, gzipped, tag = _read(file, file.stat().st_mtime_ns)
    return send_bytes(body, gzipped, tag, kind, caching)


def send_bytes(body: bytes, gzipped: bytes | None, tag: str, kind: str, caching: str) -> Response:
    """Bytes with an ETag, so that a client that has them gets a short 304; gzipped where the client accepts that."""
    response = Response(body, mimetype=kind)
    if gzipped is not None:
        response.headers["Vary"] = "Accept-Encoding"
        if request.accept_encodings["gzip"]:
            response.set_data(gzipped)
            response.headers["Content-Encoding"] = "gzip"
    response.set_etag(tag, weak=True)
    response.headers["Cache-Control"] = caching
    response.make_conditional(request)
    return response


def etag_of(body: bytes) -> str:
    """A hash of the bytes."""
    return hashlib.sha256(body).hexdigest()[:20]


def gzip_if_useful(body: bytes, kind: str, level: int = 9) -> bytes | None:
    """The bytes compressed; None where that would save nothing."""
    if not kind.startswith(COMPRESSIBLE) or len(body) < LEAST_COMPRESSED:
        return None
    return gzip.compress(body, level, mtime=0)


def compress_response(response: Response) -> Response:
    """Compress a body that was made for this request. A body with a token, which its compressed size could reveal, is
    too short for it."""
    kind = response.mimetype or ""
    if kind == JSON and request.accept_encodings["gzip"] and "Content-Encoding" not in response.headers:
        gzipped = gzip_if_useful(response.get_data(), kind, FAST_GZIP)
        if gzipped is not None:
            response.set_data(gzipped)
            response.headers["Content-Encoding"] = "gzip"
            response.vary.add("Accept-Encoding")
    return response


def _is_newer(copy: Path, file: Path) -> bool:
    """Whether the compressed copy exists and was made after the file."""
    return copy.is_file() and copy.stat().st_mtime_ns >= file.stat().st_mtime_ns


@lru_cache(maxsize=256)
def _read(file: Path, changed: int) -> tuple[bytes, bytes | None, str]:
    """A file's bytes, plain and gzipped, and their ETag; read again when the file has changed."""
    body = file.read_bytes()
    kind = mimetypes.guess_type(file.name)[0] or ""
    return body, gzip_if_useful(body, kind), etag_of(body)
