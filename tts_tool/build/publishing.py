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
from tts_tool.build.writing import Manifest, read_manifest
from tts_tool.errors import BadInput, NotFound, Refused, Unavailable
from tts_tool.saves.assets import assets
from tts_tool.saves.tree import read

__all__ = [
    "Manners",
    "Published",
    "looked_at",
    "pictures_of",
    "publish_to_folder",
    "publish_to_web",
]

AUTHORIZATION: Final = "TTS_TOOL_PUBLISH_AUTHORIZATION"
_FOLDER: Final = f"{ASSETS}/"
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
    """List the pictures that a build calls, which are all that must be published.

    Only what is as it was built: a folder may be a stranger's, and lead to a file of one's own.
    """
    manifest = _manifest(build)
    pictures = {path: manifest.files[path] for path in manifest.files if path.startswith(_FOLDER)}
    for path, digest in pictures.items():
        file = build / path
        if not file.is_file() or digest_of(file.read_bytes()) != digest:
            fix = "tts-tool build puts it right"
            raise Refused("this picture is not as it was built", where=str(file), fix=fix)
    return [build / path for path in pictures]


def looked_at(build: Path) -> str:
    """Say where the save looks for its pictures: what stands before their names, if it has any."""
    manifest = _manifest(build)
    save = build / manifest.save
    found = (asset.address for asset in assets(read(save.read_bytes(), str(save)).root))
    split = (address.rpartition("/") for address in found)
    return next((f"{base}/" for base, _, name in split if f"{_FOLDER}{name}" in manifest.files), "")


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
        wrong = split.query or split.username is not None
        if split.scheme not in {"http", "https"} or not split.hostname or wrong:
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
            raise self._unproven(address, wanted)
        return Published(file.name, address, "sent")

    def _unproven(self, address: str, wanted: str) -> Unavailable:
        """Say why a picture that was sent does not reach the players."""
        mine = self.headers and self._patiently(
            address, lambda: self._answers(address, wanted, self.headers)
        )
        if mine:
            fix = "let the server give pictures to whoever asks: players have no password"
            return Unavailable("it answers only to you", where=address, fix=fix)
        fix = "see what the server does with a PUT, and whether it changes pictures"
        return Unavailable("sent, but it does not answer with it", where=address, fix=fix)

    def _there(self, address: str, size: int, wanted: str) -> bool:
        """Tell whether anybody is answered with this content; asking for the size costs less."""
        with self._asking("HEAD", address) as head:
            if head.status_code in _OK and head.headers.get("Content-Length") not in {
                None,
                str(size),
            }:
                return False
            if head.status_code not in _OK and head.status_code not in {403, 405, 501}:
                return False
        return self._answers(address, wanted, {})

    def _answers(self, address: str, wanted: str, headers: dict[str, str]) -> bool:
        with self._asking("GET", address, headers) as answer:
            return answer.status_code in _OK and digest_of(answer.content) == wanted

    def _send(self, address: str, data: bytes, suffix: str) -> bool:
        kind = {"Content-Type": _KINDS.get(suffix, "application/octet-stream")}
        with self._asking("PUT", address, {**self.headers, **kind}, data) as answer:
            if answer.status_code not in _OK:
                fix = f"set {AUTHORIZATION} if it wants to know who you are"
                what = f"the server says {answer.status_code} {answer.reason}"
                raise Unavailable(what, where=address, fix=fix)
        return True

    def _asking(
        self,
        method: str,
        address: str,
        headers: dict[str, str] | None = None,
        data: bytes | None = None,
    ) -> requests.Response:
        """Ask with these headers only: not with what this person's .netrc would add."""
        limit, auth = self.manners.timeout, _nobody
        try:
            answer = requests.request(
                method, address, headers=headers, data=data, timeout=limit, auth=auth
            )
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


def _manifest(build: Path) -> Manifest:
    manifest = read_manifest(build)
    if manifest is None:
        raise NotFound("nothing is built here", where=str(build), fix="tts-tool build")
    return manifest


def _nobody(request: requests.PreparedRequest) -> requests.PreparedRequest:
    return request


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
