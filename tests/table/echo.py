"""A server on this machine that answers with what it was asked."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

__all__ = ["served"]


class Echo(BaseHTTPRequestHandler):
    """Answers with what it was asked."""

    def do_GET(self) -> None:
        """Answer."""
        length = int(self.headers.get("content-length", 0))
        body = self.rfile.read(length)
        code = int(self.path.strip("/").partition("?")[0] or 200)
        self.send_response(code)
        self.send_header("x-method", self.command)
        self.send_header("x-type", self.headers.get("content-type", ""))
        self.send_header("x-asked", self.headers.get("x-asks", ""))
        if 300 <= code < 400:
            self.send_header("location", self.path.partition("?")[2])
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    do_POST = do_PUT = do_DELETE = do_HEAD = do_GET  # noqa: N815 - as above

    def log_message(self, *_: Any) -> None:  # noqa: ANN401
        """Say nothing."""


@contextmanager
def served() -> Iterator[str]:
    """Serve, and give the address."""
    with ThreadingHTTPServer(("127.0.0.1", 0), Echo) as serving:
        threading.Thread(target=serving.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{serving.server_port}"
        serving.shutdown()
