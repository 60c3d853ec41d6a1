"""Asks whether what a save calls is still there: politely, side by side, and never for ever."""

from __future__ import annotations

import ipaddress
import re
import socket
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import contextmanager, suppress
from functools import lru_cache
from itertools import chain, count, zip_longest
from threading import BoundedSemaphore, Event, Lock, local
from typing import Final, Literal, NamedTuple
from urllib.parse import urlsplit

import msgspec
import requests

from tts_tool.saves.assets import Asset

__all__ = ["LinkVerdict", "Manners", "State", "check"]

State = Literal["ok", "dead", "wrong", "failed", "private", "unusable"]

_PICTURES: Final = re.compile(r"ImageURL|ImageSecondaryURL|FaceURL|BackURL|DiffuseURL|NormalURL")
_PAGES: Final = "PageURL"  # a tablet shows pages; nothing else does
_SCRIPTS: Final = ("LuaScript", "LuaScriptState", "XmlUI")
_REMOVED: Final = "/removed.png"  # the picture that Imgur shows in place of one that is gone
_MAGIC: Final = re.compile(
    rb"\x89PNG|\xff\xd8\xff|GIF8|RIFF|BM|\x1a\x45\xdf\xa3|....ftyp|OggS|Unity|II\*\0|MM\0\*|8BPS",
    re.DOTALL,
)
_SOME: Final = 16  # bytes, enough to know a picture by
_REDIRECTS: Final = 5  # each may take fifteen seconds (`Manners`): six answers a minute and a half
_TOO_MANY, _SERVER_FAULT, _ERROR = 429, 500, 400
_LONGEST_WAIT: Final = 10.0  # a server may ask for hours, and somebody waits for the list
_GONE: Final = frozenset({404, 410, 451})
_AGENT: Final = "tts-tool (checks the links of a save)"


class Manners(msgspec.Struct, frozen=True, kw_only=True):
    """How much is asked at a time, how long we wait, and how often we ask again.

    `private` also asks servers on this machine and in its network, which strangers' saves might
    name to have something done there.
    """

    together: int = 8
    per_host: int = 2
    pause: float = 0.05
    connect: float = 5.0
    read: float = 10.0
    retries: int = 2
    wait: float = 0.5
    private: bool = False


class LinkVerdict(msgspec.Struct, frozen=True, kw_only=True):
    """What became of one address."""

    asset: Asset
    state: State
    why: str
    status: int | None = None

    @property
    def good(self) -> bool:
        """Tell whether players see it."""
        return self.state == "ok"


def check(found: Iterable[Asset], manners: Manners | None = None) -> Iterator[LinkVerdict]:
    """Ask for each, and give the verdicts as they come."""
    asking = _Asking(manners or Manners())
    with ThreadPoolExecutor(asking.manners.together, "links") as pool:
        waiting = [pool.submit(asking.verdict, asset) for asset in _by_turns(found)]
        try:
            for done in as_completed(waiting):
                yield done.result()
        finally:
            asking.over.set()
            pool.shutdown(wait=False, cancel_futures=True)


def _by_turns(found: Iterable[Asset]) -> Iterator[Asset]:
    """Ask one host after the other, so that nobody waits for a slow one."""
    hosts: defaultdict[str, list[Asset]] = defaultdict(list)
    for asset in found:
        hosts[asset.host].append(asset)
    rounds = zip_longest(*hosts.values())
    return (asset for asset in chain.from_iterable(rounds) if asset is not None)


class _Refused(requests.RequestException):
    """An address that we do not ask, or do not ask any further."""


class _Answer(NamedTuple):
    """What a server said."""

    status: int
    url: str
    kind: str
    start: bytes
    wait: float

    @property
    def busy(self) -> bool:
        """Tell whether it may say something else in a moment."""
        return self.status == _TOO_MANY or self.status >= _SERVER_FAULT

    @property
    def is_page(self) -> bool:
        """Tell whether it is a web page, as servers send in place of what they do not have."""
        return self.kind in {"text/html", "application/xhtml+xml"}

    @property
    def is_picture(self) -> bool:
        """Tell whether it is a picture or a film, by what the server says or by its first bytes."""
        said = self.kind.startswith(("image/", "video/"))
        return said or (not self.is_page and _MAGIC.match(self.start) is not None)


class _Host:
    """How many may ask a host at once, and when it has had its peace."""

    def __init__(self, manners: Manners) -> None:
        self._pause = manners.pause
        self._seats = BoundedSemaphore(manners.per_host)
        self._lock = Lock()
        self._next = 0.0

    @contextmanager
    def turn(self) -> Iterator[None]:
        """Wait until it is polite to ask."""
        with self._seats:
            with self._lock:
                now = time.monotonic()
                start = max(now, self._next)
                self._next = start + self._pause
            time.sleep(start - now)
            yield


class _Session(requests.Session):
    """Follows redirects only to where we would also ask directly."""

    def __init__(self, manners: Manners) -> None:
        super().__init__()
        self.max_redirects = _REDIRECTS
        self.headers["User-Agent"] = _AGENT
        self._private = manners.private

    def get_redirect_target(self, resp: requests.Response) -> str | None:
        target = super().get_redirect_target(resp)
        host = urlsplit(target).hostname if target else None
        if host and not self._private and _is_private(host):
            raise _Refused("is sent on into a private network")
        return target


class _Asking:
    """One round of questions: a session per thread, a turn per host."""

    def __init__(self, manners: Manners) -> None:
        self.manners = manners
        self.over = Event()  # nobody wants to know any more
        self._hosts: dict[str, _Host] = {}
        self._lock = Lock()
        self._mine = local()

    def verdict(self, asset: Asset) -> LinkVerdict:
        """Say what has become of an asset, whatever its address looks like."""
        if asset.kind == "file":
            why = "a file on one computer: only whoever hosts the game there sees it"
            return LinkVerdict(asset=asset, state="private", why=why)
        if asset.kind == "other":
            return LinkVerdict(asset=asset, state="unusable", why="not an address on the web")
        try:
            if not self.manners.private and _is_private(asset.host):
                why = "a server in a private network: other players do not reach it"
                return LinkVerdict(asset=asset, state="private", why=why)
            return self._asked(asset)
        except (requests.RequestException, ValueError, OSError) as error:
            return _failed(asset, error)

    def _asked(self, asset: Asset) -> LinkVerdict:
        """Ask without the contents first; who does not answer that may answer in full."""
        with suppress(requests.ConnectionError, requests.Timeout):
            head = self._once("HEAD", asset)
            if head.status < _ERROR and not _doubtful(asset, head):
                return _judged(asset, head)
        return _judged(asset, self._patiently(asset))

    def _patiently(self, asset: Asset) -> _Answer:
        """Ask again when the server, or the line to it, was only busy."""
        for attempt in count():
            last = attempt == self.manners.retries or self.over.is_set()
            wait = self.manners.wait * 2**attempt
            try:
                answer = self._once("GET", asset)
            except (requests.ConnectionError, requests.Timeout):
                if last:
                    raise
            else:
                if last or not answer.busy:
                    return answer
                wait = max(wait, answer.wait)
            self.over.wait(min(wait, _LONGEST_WAIT))
        raise AssertionError("counting has no end")

    def _once(self, method: str, asset: Asset) -> _Answer:
        patience = (self.manners.connect, self.manners.read)
        with (
            self._host(asset.host).turn(),
            self._still_wanted(),
            self._session().request(
                method, asset.address, timeout=patience, stream=True, allow_redirects=True
            ) as response,
        ):
            start = b"" if method == "HEAD" else next(response.iter_content(_SOME), b"")
            kind = response.headers.get("Content-Type", "").partition(";")[0].strip().lower()
            wait = response.headers.get("Retry-After", "")
            seconds = float(wait) if wait.isascii() and wait.isdigit() else 0.0
            return _Answer(response.status_code, response.url, kind, start, seconds)

    @contextmanager
    def _still_wanted(self) -> Iterator[None]:
        """Ask nothing more when nobody wants to know."""
        if self.over.is_set():
            raise _Refused("was not asked any more")
        yield

    def _host(self, name: str) -> _Host:
        with self._lock:
            return self._hosts.setdefault(name, _Host(self.manners))

    def _session(self) -> _Session:
        if not hasattr(self._mine, "session"):
            self._mine.session = _Session(self.manners)
        session: _Session = self._mine.session
        return session


# More hosts than the links of a save lead to, so that none is asked for twice.
@lru_cache(maxsize=1024)
def _is_private(host: str) -> bool:
    """Tell whether a host is this machine or one near it, by its number or by what it is called."""
    try:
        found = socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        return False
    return any(not ipaddress.ip_address(str(each[4][0])).is_global for each in found)


def _wants_picture(asset: Asset) -> bool:
    return any(_PICTURES.search(use.key) for use in asset.uses)


def _wants_page(asset: Asset) -> bool:
    """Tell whether a page would do: for a tablet, and for what scripts may do with it."""
    return all(use.key.endswith((_PAGES, *_SCRIPTS)) for use in asset.uses)


def _doubtful(asset: Asset, answer: _Answer) -> bool:
    if _wants_picture(asset):
        return not answer.is_picture
    return answer.is_page and not _wants_page(asset)


def _judged(asset: Asset, answer: _Answer) -> LinkVerdict:
    state, why = _meaning(asset, answer)
    return LinkVerdict(asset=asset, state=state, why=why, status=answer.status)


def _meaning(asset: Asset, answer: _Answer) -> tuple[State, str]:
    if answer.status in _GONE or urlsplit(answer.url).path == _REMOVED:
        return "dead", "it is no longer there"
    if answer.status >= _ERROR:
        return "failed", f"the server answers {answer.status}"
    if _doubtful(asset, answer):
        wanted = "picture" if _wants_picture(asset) else "file"
        return "wrong", f"no {wanted} but {answer.kind or 'something else'}"
    return "ok", ""


def _failed(asset: Asset, error: Exception) -> LinkVerdict:
    for kind, state, why in _FAILURES:
        if isinstance(error, kind):
            return LinkVerdict(asset=asset, state=state, why=why or str(error))
    return LinkVerdict(asset=asset, state="unusable", why="not an address that can be asked")


# The narrow before the wide: a bad certificate and a slow connection are connection errors, too.
_FAILURES: Final[tuple[tuple[type[Exception], State, str], ...]] = (
    (_Refused, "private", ""),
    (requests.TooManyRedirects, "dead", "it is sent on again and again"),
    (requests.exceptions.SSLError, "failed", "the certificate of the server is not valid"),
    (requests.Timeout, "failed", "the server does not answer in time"),
    (requests.exceptions.ChunkedEncodingError, "failed", "the server breaks off its answer"),
    (requests.ConnectionError, "failed", "the server cannot be reached"),
)
