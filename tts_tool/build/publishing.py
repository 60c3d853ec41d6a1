"""Brings the pictures of a build to where other players see them, and proves that they are there.

A picture is called by its content, so what answers under its name with its content is done: an
upload that was broken off goes on where it stopped.
"""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import Final, Literal, NamedTuple
from urllib.parse import urlsplit

import requests

from tts_tool.build.addresses import ASSETS
from tts_tool.build.stamps import digest_of
from tts_tool.build.writing import read_manifest
from tts_tool.errors import BadInput, NotFound, Unavailable

__all__ = ["Manners", "Published", "pictures_of", "publish_to_folder", "publish_to_web"]

AUTHORIZATION: Final = "TTS_TOOL_PUBLISH_AUTHORIZATION"
_NEAR: Final = frozenset({"127.0.0.1", "localhost", "::1"})
_OK, _TOO_MANY, _SERVER_FAULT = range(200, 300), 429, 500
_KINDS: Final = {".png": "image/png", ".jpg": "image/jpeg"}


class Manners(NamedTuple):
    """How we treat a server: how many uploads at once, how often again, how long we wait."""

    together: int = 4
    attempts: int = 4
    pause: float = 0.5
    longest_pause: float = 10.0
    timeout: float = 30.0


class Published(NamedTuple):
    """A picture that is where it should be: its address, and whether it was brought there now."""

    name: str
    address: str
    how: Literal["sent", "was there"]


class _Busy(Exception):
    """The server may say something else in a moment, after so many seconds."""

    def __init__(self, why: str, wait: float | None = None) -> None:
        super().__init__(why)
        self.wait = wait


def pictures_of(build: Path) -> list[Path]:
    """List the pictures that a build calls, which are all that must be published."""
    manifest = read_manifest(build)
    if manifest is None:
        raise NotFound("nothing is built here", where=str(build), fix="tts-tool build")
    return [build / path for path in manifest.files if path.startswith(f"{ASSETS}/")]


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
    with ThreadPoolExecutor(site.manners.together, "publish") as pool:
        waiting = [pool.submit(site.publish, file) for file in files]
        try:
            for done in as_completed(waiting):
                yield done.result()
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


class _Site:
    """A place on the web to which pictures are sent."""

    def __init__(self, base: str, manners: Manners) -> None:
        split = urlsplit(base)
        if split.scheme not in {"http", "https"} or not split.hostname or split.query:
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

    def publish(self, file: Path) -> Published:
        """Send one picture, unless it is there; prove that it is."""
        address = f"{self.base}/{ASSETS}/{file.name}"
        data = file.read_bytes()
        wanted = digest_of(data)
        if self._patiently(address, lambda: self._there(address, len(data), wanted)):
            return Published(file.name, address, "was there")
        self._patiently(address, lambda: self._send(address, data, file.suffix))
        if not self._patiently(address, lambda: self._there(address, len(data), wanted)):
            fix = "see what the server does with a PUT, and whether it changes pictures"
            raise Unavailable("sent, but it does not answer with it", where=address, fix=fix)
        return Published(file.name, address, "sent")

    def _there(self, address: str, size: int, wanted: str) -> bool:
        """Tell whether it answers with this content; the size is asked first, as it costs less."""
        with self._asking("HEAD", address) as head:
            if head.status_code in _OK and head.headers.get("Content-Length") not in {
                None,
                str(size),
            }:
                return False
            if head.status_code not in _OK and head.status_code not in {403, 405, 501}:
                return False
        with self._asking("GET", address) as answer:
            return answer.status_code in _OK and digest_of(answer.content) == wanted

    def _send(self, address: str, data: bytes, suffix: str) -> bool:
        kind = {"Content-Type": _KINDS.get(suffix, "application/octet-stream")}
        with self._asking("PUT", address, data=data, headers=kind) as answer:
            if answer.status_code not in _OK:
                fix = f"set {AUTHORIZATION} if it wants to know who you are"
                what = f"the server says {answer.status_code} {answer.reason}"
                raise Unavailable(what, where=address, fix=fix)
        return True

    def _asking(self, method: str, address: str, **how: object) -> requests.Response:
        headers = {**self.headers, **dict(how.pop("headers", {}))}  # type: ignore[call-overload]
        limit = self.manners.timeout
        try:
            answer = requests.request(method, address, headers=headers, timeout=limit, **how)  # type: ignore[arg-type]
        except (requests.ConnectionError, requests.Timeout) as error:
            raise _Busy(f"no answer: {type(error).__name__}") from None
        except requests.RequestException as error:
            raise Unavailable(str(error), where=address) from None
        if answer.status_code == _TOO_MANY or answer.status_code >= _SERVER_FAULT:
            wait = None
            with suppress(ValueError):
                wait = float(answer.headers.get("Retry-After", ""))
            if answer.status_code != 501:  # noqa: PLR2004 - not implemented: it never will be
                raise _Busy(f"the server says {answer.status_code} {answer.reason}", wait)
        return answer

    def _patiently(self, address: str, do: Callable[[], bool]) -> bool:
        """Try again, after longer and longer pauses, as long as it may help."""
        manners = self.manners
        for attempt in count(1):
            try:
                return do()
            except _Busy as busy:
                if attempt >= manners.attempts:
                    fix = "run the same command again later; what has arrived is not sent again"
                    what = f"{busy}, {attempt} times"
                    raise Unavailable(what, where=address, fix=fix) from None
                pause = manners.pause * 2**attempt if busy.wait is None else busy.wait
            time.sleep(min(pause, manners.longest_pause))
        raise AssertionError


def _copied(file: Path, target: Path) -> Published:
    data = file.read_bytes()
    if target.is_file() and digest_of(target.read_bytes()) == digest_of(data):
        return Published(file.name, str(target), "was there")
    beside = target.with_name(f".{target.name}.tts-tool-new")
    try:
        shutil.copyfile(file, beside)
        beside.replace(target)
    finally:
        beside.unlink(missing_ok=True)
    return Published(file.name, str(target), "sent")
