"""Attacks on `publish`: servers that say anything, targets and builds that are none, odd saves."""

from __future__ import annotations

import os
import random
import socketserver
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path

from tests.attacks.mods import OUT, laid_out, started
from tests.attacks.weapons import (
    bent,
    command,
    contents,
    odd_file,
    overwrite,
    twisted,
    wrong_words,
)
from tests.saves.uploading import steam_address, uploaded
from tests.table.api.scene import scene_save
from tts_tool.build.built import pictures_of
from tts_tool.build.gallery import Gallery
from tts_tool.build.learning import Lesson
from tts_tool.build.publishing import Manners, Published, publish_to_web
from tts_tool.build.steam import Steam
from tts_tool.errors import UserError
from tts_tool.saves.assets import assets
from tts_tool.saves.tree import read, written

__all__ = ["attack"]

HASTY = Manners(together=3, attempts=2, pause=0.001, longest_pause=0.01, timeout=0.2)
STATUSES = (
    *("200 OK", "201 Created", "204 No", "206 Part", "301 Gone", "302 Found", "304 Same"),
    *("401 Who", "403 No", "404 None", "405 No", "429 Wait", "500 Oh", "501 No", "503 Busy"),
    *("100 Continue", "199 x", "999 x", "0 x", "-1 x", "OK", ""),
)
HEADERS = (
    *("Content-Length: 0", "Content-Length: 5", "Content-Length: 99999999999", "Content-Length: x"),
    *("Transfer-Encoding: chunked", "Content-Encoding: gzip", "Connection: close", ": x", "x"),
    *("Retry-After: nan", "Retry-After: -5", "Retry-After: \xff", "Retry-After: 1e9"),
    *("Location: http://127.0.0.1:1/", "Location: //[::1", "Location: /", "Location: file:///x"),
    *("Set-Cookie: " + "a" * 9_000, "Location: http://[::1"),
    *(
        "X: " + "y" * 70_000,
        "Content-Length: 3\r\nContent-Length: 4",
        "Location: ftp://x",
        "\x00: x",
    ),
)


class Liar(socketserver.ThreadingTCPServer):
    """A server that answers each question with one of its answers, and keeps what it is sent."""

    daemon_threads = True
    allow_reuse_address = True

    def __init__(self, answers: list[bytes], honest: float, pick: random.Random) -> None:
        super().__init__(("127.0.0.1", 0), _Line)
        self.answers, self.honest, self.pick = answers, honest, pick
        self.files: dict[bytes, bytes] = {}
        self.lock = threading.Lock()

    def handle_error(self, *_: object) -> None:
        """Say nothing: who is lied to goes away."""

    @property
    def address(self) -> str:
        """Say where it is."""
        return f"http://127.0.0.1:{self.server_address[1]}"


class _Line(socketserver.StreamRequestHandler):
    server: Liar
    timeout = 2

    def handle(self) -> None:
        while first := self.rfile.readline():
            length = 0
            while (line := self.rfile.readline()) not in {b"\r\n", b""}:
                name, _, value = line.partition(b":")
                length = int(value) if name.lower() == b"content-length" else length
            body = self.rfile.read(length)
            with self.server.lock:
                answer = self._answer(first, body)
            self.wfile.write(answer)
            self.wfile.flush()
            if answer[:12] != b"HTTP/1.1 200":
                return

    def _answer(self, first: bytes, body: bytes) -> bytes:
        method, path, _ = first.split()
        server = self.server
        if server.pick.random() > server.honest:
            return server.pick.choice(server.answers)
        if method == b"PUT":
            server.files[path] = body
        found = body[:0] if method == b"PUT" else server.files.get(path)
        if found is None:
            return b"HTTP/1.1 404 None\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
        head = b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n" % len(found)
        return head + (b"" if method == b"HEAD" else found)


@contextmanager
def lying(pick: random.Random) -> Iterator[Liar]:
    """Run such a server for a while."""
    answers = [_answer(pick) for _ in range(pick.choice([1, 4]))]
    honest = pick.choice([0.0, 0.5, 0.9, 1.0])
    with Liar(answers, honest, random.Random(pick.random())) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
        thread.start()
        try:
            yield server
        finally:
            server.shutdown()
            thread.join()


def _answer(pick: random.Random) -> bytes:
    head = [
        f"HTTP/1.1 {pick.choice(STATUSES)}",
        *pick.choices(HEADERS, k=pick.choice([0, 1, 2, 90])),
    ]
    whole = ("\r\n".join(head) + "\r\n\r\n").encode("latin-1")
    whole += pick.choice([b"", b"x", b"5\r\nhello\r\n0\r\n\r\n", b"\x1f\x8b\x08", b"x" * 3_000_000])
    kinds: tuple[Callable[[], bytes], ...] = (
        lambda: b"",
        lambda: pick.randbytes(500),
        lambda: bent(whole, pick),
        lambda: b"HTTP/1.1 200 OK\r\n" + b"A: b\r\n" * 50_000,
        lambda: b"HTTP/1.1 100 Continue\r\n\r\n" * 10_000,
        lambda: whole,
        lambda: whole,
    )
    return pick.choice(kinds)()


def attack(pick: random.Random, folder: Path) -> str | None:
    """Publish somewhere where it goes wrong; what was built stays, and nothing is claimed."""
    mod = laid_out(folder)
    os.environ["TTS_TOOL_PICTURES"] = str(folder / "pictures")
    way = pick.choice([_to_web, _to_web, _to_folder, _from_nothing, _to_steam])
    return way(mod / OUT, folder, pick)


def _to_web(build: Path, _folder: Path, pick: random.Random) -> str | None:
    """Send to a server that lies, and send again to one that does not."""
    files = pictures_of(build)
    before = contents(build)
    with lying(pick) as server:
        claimed: list[Published] = []
        with suppress(UserError):
            claimed.extend(publish_to_web(files, server.address, HASTY))
        for each in claimed:
            kept = server.files.get(f"/assets/{each.name}".encode())
            if kept != (build / "assets" / each.name).read_bytes():
                return f"{each.name} is said to be there, and is not"
        server.honest = 1.0
        done = list(publish_to_web(files, server.address, HASTY._replace(timeout=9)))
        if len(done) != len(files) or len(server.files) != len(files):
            return "not all is there in the end"
    return None if contents(build) == before else "the build has changed"


def _to_folder(build: Path, folder: Path, pick: random.Random) -> str | None:
    """Copy to a folder in which something lies already, or to no folder at all."""
    target = folder / "site"
    names = [path.name for path in pictures_of(build)]
    (target / "assets").mkdir(parents=True)
    (target / "mine.txt").write_bytes(b"mine")
    for name in pick.sample(names, pick.choice([0, 1, 2])):
        odd_file(target / "assets" / name, pick)
    where = pick.choice([str(target), str(target), str(target / "mine.txt"), "x" * 5_000])
    where = pick.choice(
        [where, where, "http://[::1", "https://a:b@c/", "ftp://x", "http:///", "://"]
    )
    ran = command("publish", "--out", str(build), "--to", where, *pick.choice([(), ("--json",)]))
    if wrong := wrong_words(ran):
        return wrong
    if (target / "mine.txt").read_bytes() != b"mine":
        return "a person's own file is gone"
    if ran.code == 0:
        there = [name for name in names if (Path(where) / "assets" / name).is_file()]
        if any(
            (target / "assets" / name).read_bytes() != (build / "assets" / name).read_bytes()
            for name in there
        ):
            return "a picture came out otherwise"
        return None if len(there) == len(names) else "not all is there"
    return None


def _from_nothing(build: Path, folder: Path, pick: random.Random) -> str | None:
    """Publish a build that somebody has harmed: no file of anybody else's gets out."""
    path = pick.choice([path for path in build.rglob("*") if path.is_file()])
    match pick.randrange(3):
        case 0:
            odd_file(path, pick)
        case 1 if path.suffix == ".json":
            path.write_bytes(twisted(path.read_bytes(), pick, pick.choice([1, 3])))
        case _:
            path.write_bytes(bent(path.read_bytes(), pick))
    target = folder / "site"
    ran = command("publish", "--out", str(build), "--to", str(target))
    good = {Path(name).name: data for name, data in started().items()}
    wrong = [name for name, data in contents(target).items() if good.get(Path(name).name) != data]
    return wrong_words(ran) or (f"something else was brought out: {wrong}" if wrong else None)


@cache
def _scene() -> bytes:
    return written(scene_save())


def _to_steam(build: Path, folder: Path, pick: random.Random) -> str | None:
    """Learn from saves that are bent, of a Steam that lies; then from a good one, all of it."""
    gallery = Gallery(folder / "pictures")
    good = _uploaded(build)
    save = folder / "save.json"
    save.write_bytes(
        twisted(good, pick, pick.choice([1, 3])) if pick.random() < 0.6 else bent(good, pick)
    )
    if pick.random() < 0.1:
        odd_file(save, pick, but=("pipe",))
    if pick.random() < 0.1:
        overwrite(save, _scene())
    with lying(pick) as server:
        os.environ["TTS_TOOL_STEAM"] = f"{server.address}/ugc/"
        steam = Steam(f"{server.address}/ugc/", manners=HASTY)
        lesson = Lesson(build, gallery, steam)
        with suppress(UserError):
            list(lesson.learn(save))
        for name, seen in gallery.published.items():
            content = (build / "assets" / name).read_bytes()
            if seen.proof == "hash" and steam_address(content).split("/")[-2] not in seen.address:
                return "an address is believed that does not name the picture"
        server.honest, server.files = 1.0, {}
        sound = folder / "good.json"
        sound.write_bytes(good)
        lesson = Lesson(build, gallery, steam)
        list(lesson.learn(sound))
    ran = command("publish", "--out", str(build), "--steam", "--save", str(save), "--wait", "0")
    return wrong_words(ran)


def _uploaded(build: Path) -> bytes:
    """Give the build's save as the game leaves it after Upload All."""
    save = next(build.glob("*_Mod.json"))
    root = read(save.read_bytes(), str(save)).root
    addresses = {each.address for each in assets(root)}
    cloud = {}
    for number, each in enumerate(sorted(addresses), 1):
        name = each.rpartition("/")[2]
        if (build / "assets" / name).is_file():
            cloud[each] = steam_address((build / "assets" / name).read_bytes(), number)
    return written(uploaded(root, cloud))
