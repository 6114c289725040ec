"""Security headers of every response: pages run scripts of this server alone, and no other site can frame them.

There are no CORS headers: without them browsers keep pages of other sites out.
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
"""For the worker that compiles WebAssembly: a worker has the policy of its own script, not of its page."""
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
"""HSTS: browsers use https alone for a year. Sent over https only; elsewhere browsers ignore it."""


def add_security_headers(app: Flask) -> None:
    @app.after_request
    def add_headers(response: Response) -> Response:
        for name, value in HEADERS.items():
            response.headers.setdefault(name, value)
        if request.is_secure:
            response.headers["Strict-Transport-Security"] = HTTPS_ONLY
        if response.mimetype in ("application/json", "application/problem+json"):
            response.headers.setdefault("Cache-Control", "no-store")
        return response


def trust_proxy(app: Flask) -> None:
    """Take the client's address, scheme and host from the X-Forwarded headers of the one proxy in front."""
    app.wsgi_app = ProxyFix(app.wsgi_app, x_for=1, x_proto=1, x_host=1)  # type: ignore[method-assign]
