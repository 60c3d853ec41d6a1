"""Fetches for scripts what they want from the web: from this machine only, unless allowed more.

Scripts are strangers' and run in a cage without a network. Their owner asks in their place, and
looks at every address first, also at those that an answer points on to.
"""

from __future__ import annotations

import http.client
import ipaddress
import re
import socket
import threading
import time
from collections.abc import Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from typing import Final
from urllib.parse import SplitResult, quote, urljoin, urlsplit

import msgspec

from tts_tool.errors import BadInput
from tts_tool.table.notices import Wanted

__all__ = ["REACHES", "Answer", "Fetching"]

REACHES: Final = ("nothing", "loopback", "anywhere")
_METHODS: Final = frozenset({"GET", "HEAD", "DELETE", "POST", "PUT", "PATCH", "OPTIONS"})
_MOST_BYTES: Final = 32 << 20
"""Less than a message to the cage may have (`wire.MOST_BYTES`), in which an answer goes over."""
_MOST_HOPS: Final = 5
"""As many as `build.asking` follows; who points on to themselves ends there."""
_AT_ONCE: Final = 4
"""Threads, whose answers take 128 MB at most; a server that does not answer holds one until the
time is over.
"""
_MOVED: Final = frozenset({301, 302, 303, 307, 308})
_REPEATED: Final = frozenset({307, 308})
"""HTTP lets only these repeat what was asked; after the others a GET follows, as in browsers."""
_NAME: Final = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
_VALUE: Final = re.compile(r"[^\x00-\x08\x0a-\x1f\x7f]*")
# What the connection decides by itself.
_OURS: Final = frozenset({"connection", "content-length", "host", "transfer-encoding", "upgrade"})


class Answer(msgspec.Struct, frozen=True):
    """What the web answered; `error` says why it did not. A 404 is an answer and no error."""

    status: int = 0
    headers: dict[str, str] = {}
    body: bytes = b""
    error: str = ""


class Fetching:
    """The requests of one table that are under way."""

    def __init__(self, reach: str = "loopback", seconds: float = 10.0) -> None:
        """Reach nothing, this machine only, or anywhere; wait so long for each."""
        if reach not in REACHES:
            raise BadInput(f'no reach is called "{reach}"', fix=f"one of {', '.join(REACHES)}")
        self._reach = reach
        self._seconds = seconds
        self._threads = ThreadPoolExecutor(_AT_ONCE, thread_name_prefix="fetch")
        self._under_way: dict[int, Future[Answer]] = {}

    def begin(self, wanted: Wanted) -> None:
        """Begin to fetch something."""
        self._under_way[wanted.number] = self._threads.submit(self._fetch, wanted)

    def forget(self) -> None:
        """Nobody waits for answers any more."""
        self._under_way.clear()

    @property
    def busy(self) -> bool:
        """Tell whether anything is under way."""
        return bool(self._under_way)

    def finished(self) -> list[tuple[int, Answer]]:
        """Give the answers that are there."""
        done = [number for number, future in self._under_way.items() if future.done()]
        return [(number, self._under_way.pop(number).result()) for number in done]

    def all_of_them(self) -> list[tuple[int, Answer]]:
        """Wait for all answers, in the order in which they were asked for."""
        waiting, self._under_way = self._under_way, {}
        return [(number, future.result()) for number, future in waiting.items()]

    def close(self) -> None:
        """Let everything go."""
        self._threads.shutdown(wait=False, cancel_futures=True)

    def _fetch(self, wanted: Wanted) -> Answer:
        deadline = time.monotonic() + self._seconds
        try:
            return self._follow(wanted, deadline)
        except (http.client.HTTPException, ValueError, OSError) as error:
            return Answer(error=_reason(error, late=time.monotonic() >= deadline))

    def _follow(self, wanted: Wanted, deadline: float) -> Answer:
        if (problem := _problem(wanted)) is not None:
            return Answer(error=problem)
        url, method, body = wanted.url, wanted.method, wanted.body or None
        for _ in range(_MOST_HOPS):
            if (refusal := self._refusal(url)) is not None:
                return Answer(error=refusal)
            answer = _exchange(url, method, body, wanted.headers, deadline)
            onward = _header(answer, "location")
            if answer.status not in _MOVED or not onward:
                return answer
            url = urljoin(url, onward)
            if answer.status not in _REPEATED and method != "HEAD":
                method, body = "GET", None
        return Answer(error="too many redirects")

    def _refusal(self, url: str) -> str | None:
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https"):
            return f"only http and https are fetched, not {url[:80]}"
        if self._reach == "anywhere" or (self._reach == "loopback" and _is_here(parts.hostname)):
            return None
        return f"this table may reach {self._reach}, not {parts.hostname}"


def _is_here(host: str | None) -> bool:
    if host == "localhost":
        return True
    with suppress(ValueError):
        return ipaddress.ip_address(host or "").is_loopback
    return False


def _problem(wanted: Wanted) -> str | None:
    """Say why this is no single request of HTTP, if it is none."""
    if wanted.method not in _METHODS:
        return f"no method is called {wanted.method[:20]}"
    for name, value in wanted.headers.items():
        if not _NAME.fullmatch(name) or not _VALUE.fullmatch(value):
            return f"{name[:40]!r} cannot be a header"
        if name.lower() in _OURS:
            return f"the header {name} cannot be set"
    return None


def _exchange(
    url: str, method: str, body: bytes | None, headers: Mapping[str, str], deadline: float
) -> Answer:
    """Ask once; whatever the server does, it is over at the deadline."""
    left = deadline - time.monotonic()
    if left <= 0:
        raise TimeoutError
    parts = urlsplit(url)
    # Any name may mean another machine to somebody; this one is meant.
    host = "127.0.0.1" if parts.hostname == "localhost" else parts.hostname or ""
    kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
    connection = kind(host, parts.port, timeout=left)
    # A server that sends a letter now and then never lets a read time out by itself.
    sockets: list[socket.socket] = []
    alarm = threading.Timer(left, _cut, (connection, sockets))
    alarm.daemon = True
    alarm.start()
    try:
        connection.connect()
        sockets.append(connection.sock)
        connection.request(method, _path(parts), body, dict(headers))
        with connection.getresponse() as response:
            answer = _answer(response)
        if time.monotonic() >= deadline:
            raise TimeoutError
        return answer
    finally:
        alarm.cancel()
        connection.close()


def _path(parts: SplitResult) -> str:
    path = quote(parts.path or "/", safe="/%:@!$&'()*+,;=~")
    query = quote(parts.query, safe="/%:@!$&'()*+,;=~?[]")
    return f"{path}?{query}" if query else path


def _cut(connection: http.client.HTTPConnection, sockets: list[socket.socket]) -> None:
    """End a connection, also one that has left its socket to its response."""
    for each in sockets or [connection.sock]:
        with suppress(OSError, AttributeError):
            each.shutdown(socket.SHUT_RDWR)


def _answer(response: http.client.HTTPResponse) -> Answer:
    body = bytearray()
    while chunk := response.read(1 << 16):
        body += chunk
        if len(body) > _MOST_BYTES:
            return Answer(error=f"an answer of more than {_MOST_BYTES} bytes")
    if response.length:
        raise http.client.IncompleteRead(bytes(body[:0]), response.length)
    return Answer(response.status, dict(response.getheaders()), bytes(body))


def _header(answer: Answer, name: str) -> str:
    found = (value for key, value in answer.headers.items() if key.lower() == name)
    return next(found, "")


def _reason(error: Exception, *, late: bool) -> str:
    """Say what went wrong in few words, as the game's own errors do."""
    if late or isinstance(error, TimeoutError):
        return "Request timeout"
    if isinstance(error, OSError):
        return "Cannot connect to destination host"
    return f"{type(error).__name__}: {error}"[:200]
