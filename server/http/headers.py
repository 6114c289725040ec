"""Headers that every answer carries, so that a page of ours runs our scripts alone and is framed by nobody.

There is none that lets pages of other sites in (CORS): browsers keep those out by themselves.
"""

from flask import Flask, Response, request
from werkzeug.middleware.proxy_fix import ProxyFix

POLICY = "; ".join(
    [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self'",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    ]
)
WORKER_POLICY = POLICY.replace("script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'")
"""For a worker that compiles WebAssembly; it has the policy of its own script, not its page's."""
HEADERS = {
    "Content-Security-Policy": POLICY,
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}
HTTPS_ONLY = "max-age=31536000"
"""For a year this host is asked by https alone; said over https only, since elsewhere nobody may believe it."""


def protect(app: Flask) -> None:
    @app.after_request
    def add_headers(response: Response) -> Response:
        for name, value in HEADERS.items():
            response.headers.setdefault(name, value)
        if request.is_secure:
            response.headers["Strict-Transport-Security"] = HTTPS_ONLY
        if response.mimetype in ("application/json", "application/problem+json"):
            response.headers.setdefault("Cache-Control", "no-store")
        return response


def believe_proxy(app: Flask) -> None:
    """Take address, scheme and host of a request from the one proxy in front of us."""
    app.wsgi_app = ProxyFix(app.wsgi_app, x_for=1, x_proto=1, x_host=1)  # type: ignore[method-assign]
