"""A port that another program has, and one that the system keeps, are told apart."""

from __future__ import annotations

import asyncio
import errno
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tts_tool.errors import Unavailable
from tts_tool.sync.checkup import checkup
from tts_tool.sync.listener import Listener
from tts_tool.table.editor import _listening
from tts_tool.web.serving import serve


async def _listen(port: int) -> None:
    async with Listener(lambda _: None, port):
        pass


async def _serve(port: int) -> None:
    async with asyncio.timeout(50):
        await serve([Path()], port, lambda _: None)


LISTENERS: dict[str, Callable[[int], object]] = {
    "editor": lambda port: asyncio.run(_listen(port)),
    "pictures": lambda port: asyncio.run(_serve(port)),
    "table": lambda port: _listening(port).close(),
}


@contextmanager
def taken() -> Iterator[int]:
    """Listen on a free port."""
    with socket.create_server(("127.0.0.1", 0)) as other:
        yield other.getsockname()[1]


@pytest.fixture
def forbidding(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the system refuse every port, as Windows does with those that it keeps for itself."""

    def refuse(*_: object) -> None:
        raise PermissionError(errno.EACCES, "forbidden by its access permissions")

    monkeypatch.setattr(socket.socket, "bind", refuse)


@pytest.mark.parametrize("who", LISTENERS)
def test_in_use(who: str) -> None:
    """Another program has the port: that is what is said, where, and to end it or go elsewhere."""
    with taken() as port, pytest.raises(Unavailable) as caught:
        LISTENERS[who](port)
    assert str(caught.value) == f"127.0.0.1:{port}: another program listens here in our place"
    assert any(word in str(caught.value.fix) for word in ("end ", "--port"))


@pytest.mark.parametrize("who", LISTENERS)
@pytest.mark.usefixtures("forbidding")
def test_forbidden(who: str) -> None:
    """The system keeps the port: nobody is told to end a program that there is not."""
    with pytest.raises(Unavailable) as caught:
        LISTENERS[who](39998)
    assert str(caught.value) == "127.0.0.1:39998: this system lets nobody listen here"
    assert any(word in str(caught.value.fix) for word in ("excludedportrange", "--port"))
    assert "end " not in str(caught.value.fix)


def test_doctor_tells_them_apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The check of the editor's port says which of both it is, each with its own way out."""
    with taken() as port:
        used = next(check for check in checkup(1, port, tmp_path) if check.what == f"port {port}")
    assert not used.good
    assert "taken by" in used.says or "another program" in used.says
    assert used.fix.startswith("end the other editor")

    def refuse(*_: object) -> None:
        raise PermissionError(errno.EACCES, "forbidden")

    monkeypatch.setattr(socket.socket, "bind", refuse)
    kept = next(check for check in checkup(1, port, tmp_path) if check.what == f"port {port}")
    assert (kept.good, kept.says) == (False, "this system lets nobody listen here")
    assert "excludedportrange" in kept.fix
