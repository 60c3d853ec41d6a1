"""Brings the pictures of a build to where other players see them, and proves that they are there.

A picture is called by its content, so what answers under its name with its content is done: an
upload that was broken off goes on where it stopped.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from functools import partial
from itertools import count
from pathlib import Path
from typing import Final, Literal, NamedTuple
from urllib.parse import SplitResult, urlsplit

from tts_tool.build.addresses import ASSETS
from tts_tool.build.asking import NoReply, Reply, Web, side_by_side
from tts_tool.build.stamps import digest_of
from tts_tool.errors import BadInput, Unavailable
from tts_tool.saves.swap import put_file

__all__ = [
    "Manners",
    "Published",
    "publish_to_folder",
    "publish_to_web",
]

AUTHORIZATION: Final = "TTS_TOOL_PUBLISH_AUTHORIZATION"
_NEAR: Final = frozenset({"127.0.0.1", "localhost", "::1"})
_TOO_MANY, _SERVER_FAULT, _NOT_IMPLEMENTED = 429, 500, 501
_NO_HEAD: Final = frozenset({403, 405, _NOT_IMPLEMENTED})
"""So answers who has the file, but takes no HEAD: then the GET that follows decides."""
_KINDS: Final = {".png": "image/png", ".jpg": "image/jpeg"}


class Manners(NamedTuple):
    """How we treat a server: how many uploads at once, how often again, how long we wait.

    Each question is waited for `timeout` seconds, and for what it carries besides, as long as a
    line takes on which no more than `slowest` bytes come through in a second.
    """

    together: int = 4
    attempts: int = 4
    pause: float = 0.5
    longest_pause: float = 10.0
    timeout: float = 30.0
    slowest: int = 20_000

    def seconds(self, size: int) -> float:
        """Say how long we wait for an answer to a question that carries so much."""
        return self.timeout + size / self.slowest


class Published(NamedTuple):
    """A picture that is where it should be: its address, and whether it was brought there now."""

    name: str
    address: str
    how: Literal["sent", "was there"]
    size: int


class _Busy(NoReply):
    """The server may say something else in so many seconds."""

    def __init__(self, why: str, wait: float | None = None) -> None:
        super().__init__(why)
        self.wait = wait


def publish_to_folder(files: list[Path], folder: Path) -> Iterator[Published]:
    """Copy pictures into a folder that somebody else brings to the web."""
    target = folder / ASSETS
    try:
        target.mkdir(parents=True, exist_ok=True)
        for file in files:
            yield _copied(file, target / file.name)
    except OSError as error:
        what = f"this cannot be written: {error.strerror or error}"
        raise Unavailable(what, where=str(target), fix="name another folder with --to") from None


def publish_to_web(
    files: list[Path], base: str, manners: Manners | None = None
) -> Iterator[Published]:
    """Send pictures by HTTP PUT, and prove of each that it answers with its content."""
    site = _Site(base, manners or Manners())
    yield from side_by_side((partial(site.publish, file) for file in files), site.manners.together)


def _place(base: str) -> SplitResult | None:
    """Take an address apart, if pictures can be sent there."""
    try:
        split = urlsplit(base)
        wrong = split.query or split.username is not None or split.port == 0
    except ValueError:  # brackets that do not close, a port that there is not
        return None
    return split if split.scheme in {"http", "https"} and split.hostname and not wrong else None


class _Site:
    """A place on the web to which pictures are sent."""

    def __init__(self, base: str, manners: Manners) -> None:
        split = _place(base)
        if split is None:
            fix = "name a folder, or an address like https://host/folder"
            raise BadInput("this is no place to publish to", where=base, fix=fix)
        self.base = base.rstrip("/")
        self.manners = manners
        self.headers: dict[str, str] = {}
        if said := os.environ.get(AUTHORIZATION):
            if split.scheme != "https" and split.hostname not in _NEAR:
                what = f"{AUTHORIZATION} would be readable on the way"
                raise BadInput(what, where=base, fix="use an https:// address")
            self.headers["Authorization"] = said

    async def publish(self, file: Path, web: Web) -> Published:
        """Send one picture, unless it is there; prove that it is."""
        address = f"{self.base}/{ASSETS}/{file.name}"
        data = await asyncio.to_thread(file.read_bytes)
        size = len(data)
        if await self._patiently(address, lambda: self._there(web, address, data)):
            return Published(file.name, address, "was there", size)
        await self._patiently(address, lambda: self._send(web, address, data, file.suffix))
        if not await self._patiently(address, lambda: self._there(web, address, data)):
            raise await self._unproven(web, address, data)
        return Published(file.name, address, "sent", size)

    async def _unproven(self, web: Web, address: str, wanted: bytes) -> Unavailable:
        """Say why a picture that was sent does not reach the players."""
        mine = self.headers and await self._patiently(
            address, lambda: self._answers(web, address, wanted, self.headers)
        )
        if mine:
            fix = "let the server give pictures to whoever asks: players have no password"
            return Unavailable("it answers only to you", where=address, fix=fix)
        fix = "see what the server does with a PUT, and whether it changes pictures"
        return Unavailable("sent, but it does not answer with it", where=address, fix=fix)

    async def _there(self, web: Web, address: str, wanted: bytes) -> bool:
        """Tell whether anybody is answered with this content; asking for the size costs less."""
        head = await self._asked(web, "HEAD", address)
        if not head.is_good and head.status not in _NO_HEAD:
            return False
        if head.is_good and head.headers.get("Content-Length") not in {None, str(len(wanted))}:
            return False
        return await self._answers(web, address, wanted, {})

    async def _answers(
        self, web: Web, address: str, wanted: bytes, headers: dict[str, str]
    ) -> bool:
        answer = await self._asked(web, "GET", address, headers, most=len(wanted))
        return answer.is_good and answer.body == wanted

    async def _send(self, web: Web, address: str, data: bytes, suffix: str) -> bool:
        kind = {"Content-Type": _KINDS.get(suffix, "application/octet-stream")}
        answer = await self._asked(web, "PUT", address, {**self.headers, **kind}, data=data)
        if not answer.is_good:
            fix = f"set {AUTHORIZATION} if it wants to know who you are"
            what = f"the server says {answer.status} {answer.reason}"
            raise Unavailable(what, where=address, fix=fix)
        return True

    async def _asked(  # noqa: PLR0913, PLR0917 - as much as there is to a question
        self,
        web: Web,
        method: str,
        address: str,
        headers: dict[str, str] | None = None,
        most: int = 0,
        data: bytes | None = None,
    ) -> Reply:
        seconds = self.manners.seconds(most + len(data or b""))
        answer = await web.ask(
            method, address, seconds=seconds, most=most, headers=headers, data=data
        )
        # What is not implemented will never be.
        busy = answer.status == _TOO_MANY or answer.status >= _SERVER_FAULT
        if busy and answer.status != _NOT_IMPLEMENTED:
            wait = None
            with suppress(ValueError):
                wait = float(answer.headers.get("Retry-After", ""))
            raise _Busy(f"the server says {answer.status} {answer.reason}", wait)
        return answer

    async def _patiently(self, address: str, do: Callable[[], Awaitable[bool]]) -> bool:
        """Try again, after longer and longer pauses, as long as it may help."""
        manners = self.manners
        for attempt in count(1):
            try:
                return await do()
            except NoReply as busy:
                if attempt >= manners.attempts:
                    fix = "run the same command again later; what has arrived is not sent again"
                    what = f"{busy}, {attempt} times"
                    raise Unavailable(what, where=address, fix=fix) from None
                wait = busy.wait if isinstance(busy, _Busy) else None
                pause = manners.pause * 2**attempt if wait is None else wait
            await asyncio.sleep(min(max(pause, 0.0), manners.longest_pause))
        raise AssertionError


def _copied(file: Path, target: Path) -> Published:
    data = file.read_bytes()
    if target.is_file() and digest_of(target.read_bytes()) == digest_of(data):
        return Published(file.name, str(target), "was there", len(data))
    put_file(target, data)
    return Published(file.name, str(target), "sent", len(data))
