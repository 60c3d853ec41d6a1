"""Serves the pictures of builds to the game on this computer, and to nobody else.

Only files whose name is the digest of their content are given, so a name can neither lead out of
the folder nor change its meaning, and the game may keep what it got.
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Final

from aiohttp import web
from aiohttp.http import HttpProcessingError

from tts_tool.build.addresses import ASSETS
from tts_tool.ports import cannot_listen

__all__ = ["HOST", "asset_routes", "guarded", "serve", "told_by"]

HOST: Final = "127.0.0.1"
_NAME: Final = re.compile(r"[0-9a-f]{32}\.(png|jpg)")
_KINDS: Final = {"png": "image/png", "jpg": "image/jpeg"}
_ANOTHER: Final = "name another port with --port, and build with the same --port"
_FOREVER: Final = "public, max-age=31536000, immutable"

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


def asset_routes(folders: Sequence[Path]) -> list[web.RouteDef]:
    """Serve the pictures of the builds in these folders, as they are at each request."""

    async def picture(request: web.Request) -> web.StreamResponse:
        name = request.match_info["name"]
        found = _NAME.fullmatch(name)
        for folder in folders if found else ():
            try:
                data = await asyncio.to_thread(_content, folder / ASSETS / name)
            except OSError:
                continue
            if data is None:
                continue
            kind = _KINDS[str(found and found[1])]
            return web.Response(body=data, content_type=kind, headers={"Cache-Control": _FOREVER})
        raise web.HTTPNotFound(text="no such picture; build again\n")

    return [web.get(f"/{ASSETS}/{{name}}", picture)]


def _content(path: Path) -> bytes | None:
    """Read a picture of a build: a link might lead to any file, and a pipe would be waited for."""
    return path.read_bytes() if path.is_file() and not path.is_symlink() else None


def guarded(port: int) -> Callable[..., Awaitable[web.StreamResponse]]:
    """Answer only who asks for this very host, and no page of another one.

    A web page anywhere can make a browser ask 127.0.0.1, also under a name of its own; it cannot
    choose what the browser says in Host and Origin.
    """
    hosts = {f"{HOST}:{port}", f"localhost:{port}"}
    origins = {f"http://{host}" for host in hosts}

    @web.middleware
    async def guard(request: web.Request, handler: Handler) -> web.StreamResponse:
        if request.headers.get("Host") not in hosts:
            raise web.HTTPForbidden(text="wrong Host\n")
        if request.headers.get("Origin", next(iter(origins))) not in origins:
            raise web.HTTPForbidden(text="wrong Origin\n")
        answer = await handler(request)
        answer.headers["X-Content-Type-Options"] = "nosniff"
        return answer

    return guard


async def serve(folders: Sequence[Path], port: int, started: Callable[[str], None]) -> None:
    """Serve until this task is cancelled; `started` is told the address."""
    app = web.Application(middlewares=[guarded(port)])
    app.add_routes(asset_routes(folders))
    runner = web.AppRunner(app, access_log=None, logger=told_by())
    await runner.setup()
    try:
        await _listen(runner, port)
        started(f"http://{HOST}:{port}/{ASSETS}/")
        await asyncio.Event().wait()
    finally:
        await runner.cleanup()


def told_by() -> logging.Logger:
    """Tell of our own faults, in a line each.

    Whoever sends what is no HTTP is told so in the answer; the person at the terminal has nothing
    to do with it.
    """
    logger = logging.getLogger(__name__)
    logger.addFilter(_in_a_line)
    return logger


def _in_a_line(record: logging.LogRecord) -> bool:
    error = record.exc_info[1] if record.exc_info else None
    if isinstance(error, HttpProcessingError):
        return False
    if error is not None:
        said = f"internal error: {record.getMessage()}: {type(error).__name__}: {error}"
        record.msg = " ".join(said.split())
        record.args, record.exc_info = (), None
    return True


async def _listen(runner: web.AppRunner, port: int) -> None:
    try:
        await web.TCPSite(runner, HOST, port).start()
    except OSError as error:
        raise cannot_listen(error, f"{HOST}:{port}", _ANOTHER, _ANOTHER) from None
