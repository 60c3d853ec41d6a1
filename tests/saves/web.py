"""A real server on this machine, with every bad habit that servers have."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Lock, Thread
from typing import ClassVar

__all__ = ["PNG", "Server", "serving"]

PNG = b"\x89PNG\r\n\x1a\n" + bytes(64)


class _Handler(BaseHTTPRequestHandler):
    """Answers by the path; `server` counts what was asked."""

    server: Server

    def do_HEAD(self) -> None:
        self._answer()

    def do_GET(self) -> None:
        self._answer()

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        """Keep the tests quiet."""

    def _answer(self) -> None:
        path = self.path.partition("?")[0]
        times = self.server.asking(f"{self.command} {path}")
        getattr(self, f"_{path.strip('/').replace('-', '_').replace('.', '_')}")(times)

    def _send(self, status: int, kind: str = "image/png", body: bytes = PNG, **more: str) -> None:
        self.send_response(status)
        if kind:
            self.send_header("Content-Type", kind)
        for name, value in more.items():
            self.send_header(name.replace("_", "-"), value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def _ok(self, _times: int) -> None:
        self._send(200)

    def _gone(self, _times: int) -> None:
        self._send(404, "text/html", b"<html>no</html>")

    def _broken(self, _times: int) -> None:
        self._send(500, "text/html", b"<html>oops</html>")

    def _forbidden(self, _times: int) -> None:
        self._send(403, "text/html", b"<html>no</html>")

    def _busy_once(self, times: int) -> None:
        self._send(200) if times > 1 else self._send(503, Retry_After="0")

    def _busy_as_told(self, times: int) -> None:
        self._send(200) if times > 1 else self._send(429, Retry_After="1")

    def _no_head(self, _times: int) -> None:
        self._send(405 if self.command == "HEAD" else 200)

    def _head_hangs_up(self, _times: int) -> None:
        if self.command == "HEAD":
            self.close_connection = True
        else:
            self._send(200)

    def _moved(self, _times: int) -> None:
        self._send(302, Location="/ok")

    def _imgur(self, _times: int) -> None:
        self._send(302, Location="/removed.png")

    def _removed_png(self, _times: int) -> None:
        self._send(200)

    def _circle(self, _times: int) -> None:
        self._send(302, Location="/circle")

    def _slow(self, _times: int) -> None:
        time.sleep(1)
        self._send(200)

    def _page(self, _times: int) -> None:
        self._send(200, "text/html; charset=utf-8", b"<html>Log in</html>")

    def _words(self, _times: int) -> None:
        self._send(200, "text/plain", b"v 0 0 0\nv 1 1 1\n")

    def _untyped(self, _times: int) -> None:
        self._send(200, "")

    def _octets(self, _times: int) -> None:
        self._send(200, "application/octet-stream")

    def _empty(self, _times: int) -> None:
        self._send(200, "application/octet-stream", b"")

    def _nap(self, _times: int) -> None:
        with self.server.napping():
            time.sleep(0.03)
        self._send(200)


class Server(ThreadingHTTPServer):
    """The server; it remembers how often it was asked what, and how much at once."""

    daemon_threads = True
    names: ClassVar[tuple[str, ...]] = ("127.0.0.1", "localhost")

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.asked: Counter[str] = Counter()
        self.most_at_once = 0
        self._now = 0
        self._lock = Lock()

    def asking(self, what: str) -> int:
        """Count a question: how often it was asked."""
        with self._lock:
            self.asked[what] += 1
            return self.asked[what]

    @contextmanager
    def napping(self) -> Iterator[None]:
        """Count how many wait at once; no longer so when the answer goes out, or more seem to."""
        with self._lock:
            self._now += 1
            self.most_at_once = max(self.most_at_once, self._now)
        try:
            yield
        finally:
            with self._lock:
                self._now -= 1

    def handle_error(self, request: object, client_address: object) -> None:
        """Whoever asked may hang up whenever they like."""

    def url(self, path: str) -> str:
        """Give the address of a path."""
        return f"http://127.0.0.1:{self.server_address[1]}/{path}"


@contextmanager
def serving() -> Iterator[Server]:
    """Run a server while tests ask it."""
    server = Server()
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
