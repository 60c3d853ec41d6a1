"""Asks servers, with an end to everything: how long they may take, and how much they may say."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping
from typing import Final, NamedTuple, Self, TypeVar
from urllib.parse import urlsplit
from urllib.request import getproxies, proxy_bypass

import aiohttp

from tts_tool.errors import Unavailable

__all__ = ["NoReply", "Reply", "Web", "side_by_side"]

_AGENT: Final = "tts-tool (brings pictures to players)"
_CHUNK: Final = 65_536
"""Bytes read at once; any value gives the same."""
_REDIRECTS: Final = 5
"""Whoever is sent on and on has to come to an end; aiohttp by itself allows ten."""

T = TypeVar("T")


class NoReply(Exception):
    """A server gave no answer that can be used; it may give one next time."""


class Reply(NamedTuple):
    """What a server said: of its body no more than was asked for, and a byte if there is more."""

    status: int
    reason: str
    headers: Mapping[str, str]
    body: bytes = b""

    @property
    def is_good(self) -> bool:
        """Tell whether it is what was asked for."""
        return 200 <= self.status < 300  # noqa: PLR2004 - as HTTP has it


class Web:
    """Lines to servers. What is asked says nothing of a person but what it is told to say.

    No cookies are kept, and no passwords taken from a `.netrc`: others, who have none, are to be
    answered the same.
    """

    def __init__(self) -> None:
        self._session = aiohttp.ClientSession(
            auto_decompress=False,
            cookie_jar=aiohttp.DummyCookieJar(),
            headers={"User-Agent": _AGENT, "Accept-Encoding": "identity"},
        )
        self._proxies = getproxies()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._session.close()

    async def ask(  # noqa: PLR0913 - as much as there is to a question
        self,
        method: str,
        address: str,
        *,
        seconds: float,
        most: int = 0,
        headers: Mapping[str, str] | None = None,
        data: bytes | None = None,
        follow: bool = True,
    ) -> Reply:
        """Ask, and wait so many seconds for the whole answer: its head, and `most` of its body."""
        try:
            async with asyncio.timeout(seconds):
                answer = await self._session.request(
                    method,
                    address,
                    headers=headers,
                    data=data,
                    allow_redirects=follow,
                    max_redirects=_REDIRECTS,
                    proxy=self._proxy(address),
                    timeout=aiohttp.ClientTimeout(total=None),
                )
                try:
                    body = await _read(answer, most) if most else b""
                finally:
                    answer.close()
        except TimeoutError:
            raise NoReply(f"no whole answer within {round(seconds, 1):g} s") from None
        except (aiohttp.InvalidURL, aiohttp.NonHttpUrlClientError) as error:
            raise Unavailable(f"no address that can be asked: {error}", where=address) from None
        except (aiohttp.ClientError, OSError, ValueError) as error:
            raise NoReply(f"no answer: {type(error).__name__}") from None
        return Reply(answer.status, answer.reason or "", answer.headers, body)

    def _proxy(self, address: str) -> str | None:
        """Go the way that this computer's settings say."""
        split = urlsplit(address)
        if not split.hostname or proxy_bypass(split.hostname):
            return None
        return self._proxies.get(split.scheme)


async def _read(answer: aiohttp.ClientResponse, most: int) -> bytes:
    """Read what is wanted, and a byte more, by which one knows that there is more."""
    body = bytearray()
    while len(body) <= most and (some := await answer.content.read(_CHUNK)):
        body += some
    return bytes(body[: most + 1])


def side_by_side(jobs: Iterable[Callable[[Web], Awaitable[T]]], together: int) -> Iterator[T]:
    """Do jobs that ask servers, so many at a time, and give what they come to, as it comes.

    The first that fails ends the others.
    """
    with asyncio.Runner() as runner:
        web = runner.run(_opened())
        seats = asyncio.Semaphore(together)

        async def done(job: Callable[[Web], Awaitable[T]]) -> T:
            async with seats:
                return await job(web)

        tasks = [runner.get_loop().create_task(done(job)) for job in jobs]
        waiting = set(tasks)
        try:
            while waiting:
                first = asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
                finished, waiting = runner.run(first)
                for task in finished:
                    yield task.result()
        finally:
            runner.run(_ended(tasks, web))


async def _opened() -> Web:
    return Web()


async def _ended(tasks: Iterable[asyncio.Task[T]], web: Web) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    await web.__aexit__()
