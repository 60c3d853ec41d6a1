"""Attacks on `serve`: requests that are none, folders that change beneath it, lines left open."""

from __future__ import annotations

import asyncio
import logging
import random
import socket
import tempfile
import threading
from collections.abc import Callable
from functools import cache
from pathlib import Path

from tests.attacks.weapons import PRIVATE, bent, odd_file, somebody_elses
from tests.ports import free_port
from tts_tool.build.stamps import digest_of
from tts_tool.web.serving import serve, told_by

__all__ = ["attack"]

CONTENT = b"\x89PNG a picture that stays" * 99
GOOD = f"{digest_of(CONTENT)}.png"
HARMED = f"{'ab' * 16}.png"
PATIENCE = 8.0
METHODS = ("GET", "GET", "HEAD", "POST", "PUT", "OPTIONS", "CONNECT", "TRACE", "get", "G\x00T", "")
VERSIONS = ("HTTP/1.1", "HTTP/1.1", "HTTP/1.0", "HTTP/0.9", "HTTP/9.9", "HTTP/", "", "FTP/1.1")
PATHS = (
    *(f"/assets/{GOOD}", f"/assets/{HARMED}", "/assets/private.png", "/", "*", "", "/assets/"),
    *("/assets/../secret.png", "/assets/..%2f..%2fsecret", f"//assets/{GOOD}", "/assets/%00"),
    *("http://127.0.0.1/assets/x", "http://[::1", "/" + "a" * 20_000, "/%", "/%ff%fe", "/\xff"),
    *(f"/assets/{GOOD}?{'a=1&' * 2_000}", f"/assets/{GOOD}#x", "/assets/" + "../" * 2_000),
)
HEADERS = (
    *("Connection: close", "Connection: keep-alive, Upgrade", "Upgrade: websocket", "Expect: x"),
    *("Sec-WebSocket-Key: x", "Sec-WebSocket-Version: 13", "Content-Length: 5"),
    *("Expect: 100-continue", "Transfer-Encoding: x"),
    *("Content-Length: -1", "Content-Length: 99999999999999999999", "Content-Length: 1, 2"),
    *("Transfer-Encoding: chunked", "Transfer-Encoding: gzip", "Range: bytes=0-0,1-1,5-"),
    *("Range: bytes=999999999999-", "Origin: null", "Origin: https://evil.example.org"),
    *("Host: evil.example.org", "Host: ", "Cookie: " + "a=b;" * 3_000, "X: " + "y" * 9_000),
    *(": nothing", "no colon", "\x00: x", "X:\ty", " folded", "If-None-Match: *", "If-Range: x"),
    *("Accept-Encoding: gzip;q=" + "9" * 500, "If-Modified-Since: Thu, 99 Foo 9999", "Host: [::1"),
)  # fmt: skip
BODIES = (
    b"",
    b"",
    b"x" * 5,
    b"5\r\nhello\r\n0\r\n\r\n",
    b"ffffffffffffffff\r\nx",
    b"\x00" * 100_000,
)


class Served:
    """A folder that is served in this process, and whatever its server has to say about us."""

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="served-"))
        self.assets = self.folder / "assets"
        self.assets.mkdir()
        (self.assets / GOOD).write_bytes(CONTENT)
        (self.folder / "secret.png").write_bytes(PRIVATE)
        (self.assets / "private.png").write_bytes(PRIVATE)
        self.port = free_port()
        self.told: list[str] = []
        self._listen_to_complaints()
        ready = threading.Event()
        run = serve([self.folder], self.port, lambda _: ready.set())
        threading.Thread(target=asyncio.run, args=(run,), daemon=True).start()
        ready.wait(PATIENCE)

    def _listen_to_complaints(self) -> None:
        handler = logging.Handler()
        handler.emit = lambda record: self.told.append(record.getMessage())  # type: ignore[method-assign]
        told_by().addHandler(handler)
        for name in ("asyncio", "aiohttp", "aiohttp.server", "aiohttp.web"):
            logging.getLogger(name).addHandler(handler)

    def sent(self, data: bytes, *, waits: bool = True) -> bytes:
        """Send bytes, and read the answer until its end, or for a moment."""
        answer = bytearray()
        with socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE) as line:
            try:
                line.sendall(data)
                line.settimeout(PATIENCE if waits else 0.05)
                while some := line.recv(65_536):
                    answer += some
            except OSError:
                pass
        return bytes(answer)

    def asked(self) -> bytes:
        """Ask for the picture as the game does."""
        host = f"Host: 127.0.0.1:{self.port}"
        return self.sent(
            f"GET /assets/{GOOD} HTTP/1.1\r\n{host}\r\nConnection: close\r\n\r\n".encode()
        )


@cache
def served() -> Served:
    """Serve for as long as this process attacks."""
    return Served()


def attack(pick: random.Random, folder: Path) -> str | None:  # noqa: ARG001 - it has its own
    """Harm what is served, send something, and see that the picture is still given."""
    server = served()
    before = len(server.told)
    if pick.random() < 0.3:
        _harm(server.assets / HARMED, pick)
    lines = [_nothing_good(server.port, pick) for _ in range(pick.choice([1, 1, 3]))]
    left = [
        socket.create_connection(("127.0.0.1", server.port)) for _ in range(pick.choice([0, 0, 30]))
    ]
    try:
        for number, line in enumerate(left):
            line.sendall(lines[0][: number * 7])
        answers = [server.sent(line, waits=False) for line in lines]
        if not server.asked().endswith(b"\r\n\r\n" + CONTENT):
            return "the picture is no longer given"
    finally:
        for line in left:
            line.close()
    if any(PRIVATE in answer for answer in answers):
        return "something else was given"
    return "; ".join(server.told[before:]) or None


def _harm(path: Path, pick: random.Random) -> None:
    if path.is_dir() and not path.is_symlink():
        path.rmdir()
    if path.is_symlink() or path.exists():
        path.unlink()
    match pick.randrange(4):
        case 0:
            path.write_bytes(pick.randbytes(1_000))
        case 1:
            path.symlink_to(somebody_elses())
        case _:
            odd_file(path, pick)


def _nothing_good(port: int, pick: random.Random) -> bytes:
    kinds: tuple[Callable[[], bytes], ...] = (
        lambda: pick.randbytes(pick.choice([1, 100, 70_000])),
        lambda: bent(_request(port, pick), pick),
        lambda: _request(port, pick) * pick.choice([2, 50, 1_000]),
        lambda: b"\x16\x03\x01" + pick.randbytes(300),
        lambda: b"GET / HTTP/1.1\r\n" + b"A: b\r\n" * 20_000,
        lambda: b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n" + b"1\r\nx\r\n" * 50_000,
        lambda: b"\r\n" * 100_000,
    )
    return pick.choice(kinds)() if pick.random() < 0.4 else _request(port, pick)


def _request(port: int, pick: random.Random) -> bytes:
    if pick.random() < 0.3:  # what is right, for something that is not
        plain = f"GET /assets/{HARMED} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n"
        return plain.encode() * pick.choice([1, 1, 20])
    lines = [f"{pick.choice(METHODS)} {pick.choice(PATHS)} {pick.choice(VERSIONS)}"]
    if pick.random() < 0.8:
        lines.append(f"Host: 127.0.0.1:{port}")
    lines += pick.choices(HEADERS, k=pick.choice([0, 1, 3, 200]))
    end = pick.choice(["\r\n", "\r\n", "\r\n", "\n", "\r"])
    return (end.join(lines) + end + end).encode("latin-1") + pick.choice(BODIES)
