"""A real server that keeps what is PUT, with the bad habits of such servers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Lock, Thread
from typing import Literal

__all__ = ["Habit", "Storage", "storing"]

Habit = Literal["", "endless", "lying", "silent", "dripping", "dripping head", "loud"]

_MUCH = b"x" * 65_536
_DRIP = 0.02


class Storage(ThreadingHTTPServer):
    """Keeps files by path. `busy` answers of each PUT are 503; `limit` PUTs later it is gone.

    It `wants` to know who sends; if it is `shy`, also who asks. A bad `habit` is how it answers
    requests of the `habitual` kind: with a body that has no end (`endless`), also one that was
    said to be short (`lying`), with nothing at all (`silent`), with a byte now and then
    (`dripping`, already in its headers: `dripping head`), or with an error as long as it can
    (`loud`). `said` counts the bytes of such bodies.
    """

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.files: dict[str, bytes] = {}
        self.asked: Counter[str] = Counter()
        self.tries: Counter[str] = Counter()
        self.busy = 0
        self.limit = 1_000
        self.heads = True
        self.alters = False
        self.wants = ""
        self.shy = False
        self.habit: Habit = ""
        self.habitual = "GET"
        self.said = 0
        self.over = Event()
        self.lock = Lock()

    @property
    def address(self) -> str:
        """Say where it is."""
        return f"http://127.0.0.1:{self.server_port}/site"


class _Handler(BaseHTTPRequestHandler):
    server: Storage

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        """Keep the tests quiet."""

    def do_HEAD(self) -> None:
        if self._is_bad():
            self._misbehave()
        elif self.server.heads:
            self._give(with_body=False)
        else:
            self._say(405)

    def do_GET(self) -> None:
        if self._is_bad():
            self._misbehave()
        else:
            self._give(with_body=True)

    def do_PUT(self) -> None:
        data = self.rfile.read(int(self.headers["Content-Length"]))
        server = self.server
        with server.lock:
            server.tries[self.path] += 1
            server.asked["PUT"] += 1
            tries, puts = server.tries[self.path], server.asked["PUT"]
        if self._is_bad():
            self._misbehave()
        elif server.wants and self.headers.get("Authorization") != server.wants:
            self._say(401)
        elif puts > server.limit:
            self.close_connection = True
        elif tries <= server.busy:
            self._say(503)
        else:
            server.files[self.path] = data[::-1] if server.alters else data
            self._say(201)

    def _give(self, *, with_body: bool) -> None:
        with self.server.lock:
            self.server.asked[self.command] += 1
        found = self.server.files.get(self.path)
        if self.server.shy and self.headers.get("Authorization") != self.server.wants:
            self._say(401)
            return
        if found is None:
            self._say(404)
            return
        self.send_response(200)
        self.send_header("Content-Length", str(len(found)))
        self.end_headers()
        if with_body:
            self.wfile.write(found)

    def _say(self, status: int) -> None:
        self.send_response(status)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def _is_bad(self) -> bool:
        return bool(self.server.habit) and self.command == self.server.habitual

    def _misbehave(self) -> None:
        self.close_connection = True
        server, habit = self.server, self.server.habit
        with server.lock:
            server.asked[self.command] += 1
        with suppress(OSError):
            if habit == "silent":
                server.over.wait()
            elif habit == "dripping head":
                self.wfile.write(b"HTTP/1.1 200 OK\r\nX-Slow: ")
                self._drip()
            elif habit == "dripping":
                self.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Length: 1000000000\r\n\r\n")
                self._drip()
            else:
                status = b"403 Go away" if habit == "loud" else b"200 OK"
                length = b"Content-Length: 9\r\n" if habit == "lying" else b""
                self.wfile.write(b"HTTP/1.1 %s\r\n%s\r\n" % (status, length))
                self._shout()

    def _drip(self) -> None:
        while not self.server.over.wait(_DRIP):
            self.wfile.write(b"x")

    def _shout(self) -> None:
        while not self.server.over.is_set():
            self.wfile.write(_MUCH)
            with self.server.lock:
                self.server.said += len(_MUCH)


@contextmanager
def storing() -> Iterator[Storage]:
    """Run such a server for a while."""
    server = Storage()
    thread = Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    try:
        yield server
    finally:
        server.over.set()
        server.shutdown()
        thread.join()
        server.server_close()
