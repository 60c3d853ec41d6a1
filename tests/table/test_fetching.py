"""What scripts want from the web is fetched from where it may be, and from nowhere else."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

import pytest

from tests.table.echo import served
from tts_tool.errors import BadInput
from tts_tool.table.fetching import Answer, Fetching
from tts_tool.table.notices import Wanted


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    """Serve on this machine."""
    with served() as address:
        yield address


def fetched(
    url: str,
    method: str = "GET",
    reach: str = "loopback",
    seconds: float = 2.0,
    **more: Any,  # noqa: ANN401
) -> Answer:
    """Fetch one thing."""
    fetching = Fetching(reach, seconds=seconds)
    fetching.begin(Wanted(1, method, url, **more))
    ((number, answer),) = fetching.all_of_them()
    fetching.close()
    assert number == 1
    return answer


@pytest.mark.parametrize("method", ["GET", "POST", "PUT", "DELETE", "HEAD"])
def test_methods(server: str, method: str) -> None:
    """Each method, with headers and a body, reaches a server on this machine."""
    answer = fetched(server, method, headers={"x-asks": "me"}, body=b"\xc3\xa9")
    assert (answer.status, answer.error) == (200, "")
    assert answer.headers["x-method"] == method
    assert answer.headers["x-asked"] == "me"
    assert answer.body == (b"" if method == "HEAD" else b"\xc3\xa9")


@pytest.mark.parametrize("code", [404, 500])
def test_bad_news_is_an_answer(server: str, code: int) -> None:
    """What a server refuses is an answer, not an error."""
    answer = fetched(f"{server}/{code}")
    assert (answer.status, answer.error) == (code, "")


def test_redirects_are_looked_at(server: str) -> None:
    """An answer that points on is followed on this machine, and nowhere else, nor in circles."""
    assert fetched(f"{server}/302?/404").status == 404
    assert "may reach loopback, not example.invalid" in (
        fetched(f"{server}/302?http://example.invalid/").error
    )
    assert "only http" in fetched(f"{server}/302?file:///etc/passwd").error
    assert fetched(f"{server}/302?/302?/302?/302?/302?/302?/200").error == "too many redirects"


@pytest.mark.parametrize(
    ("url", "reach", "error"),
    [
        ("http://example.invalid/", "loopback", "may reach loopback, not example.invalid"),
        ("http://127.0.0.1.example.invalid/", "loopback", "may reach loopback"),
        ("http://192.168.0.1/", "loopback", "may reach loopback"),
        ("http://127.0.0.1@example.invalid/", "loopback", "not example.invalid"),
        ("http://127.0.0.1/", "nothing", "may reach nothing"),
        ("http://[::1]:1/", "loopback", "Cannot connect"),
        ("http://localhost:1/", "loopback", "Cannot connect"),
        ("http://127.0.0.1:1/", "anywhere", "Cannot connect"),
        ("file:///etc/passwd", "anywhere", "only http and https"),
        ("ftp://127.0.0.1/", "loopback", "only http and https"),
        ("127.0.0.1", "loopback", "only http and https"),
        ("http://[oops", "loopback", "ValueError"),
        ("", "loopback", "only http and https"),
    ],
)
def test_what_is_not_fetched(url: str, reach: str, error: str) -> None:
    """Other machines, files, and what is no address are refused with a reason."""
    answer = fetched(url, reach=reach)
    assert answer.status == 0
    assert error in answer.error


def test_methods_that_are_none() -> None:
    """A method that is none is not sent."""
    assert "no method" in fetched("http://127.0.0.1:1/", "TRACE / HTTP/1.1\r\n").error


def test_many_at_once(server: str) -> None:
    """Answers come in the order in which they were asked for; each comes once."""
    fetching = Fetching()
    for number in range(20):
        fetching.begin(Wanted(number, "POST", server, body=str(number).encode()))
    answers = fetching.all_of_them()
    assert [(number, answer.body) for number, answer in answers] == [
        (number, str(number).encode()) for number in range(20)
    ]
    assert fetching.finished() == []
    fetching.begin(Wanted(7, "GET", server))
    fetching.forget()
    assert fetching.all_of_them() == []
    fetching.close()


DRIPPING = [
    b"HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n",
    b"HTTP/1.1 200 OK\r\nx-endless: ",
    b"HTTP/1.0 200 OK\r\n\r\n",
]


@pytest.mark.parametrize("beginning", DRIPPING, ids=["body", "header", "open end"])
def test_a_server_that_drips(beginning: bytes) -> None:
    """Whoever sends a letter now and then is left when the time is over."""
    with _dripping(beginning) as url:
        answer = fetched(url, seconds=0.5)
        assert (answer.status, answer.error) == (0, "Request timeout")


def test_an_answer_that_breaks_off() -> None:
    """Half an answer is none."""
    with _dripping(DRIPPING[0], letters=3) as url:
        assert "IncompleteRead" in fetched(url).error


@contextmanager
def _dripping(beginning: bytes, letters: int = 100) -> Iterator[str]:
    """Serve one request, ever so slowly."""

    def drip(listener: socket.socket) -> None:
        with suppress(OSError):
            connection, _ = listener.accept()
            with connection:
                connection.recv(1 << 16)
                connection.sendall(beginning)
                for _ in range(letters):
                    connection.sendall(b"a")
                    time.sleep(0.05)

    with socket.create_server(("127.0.0.1", 0)) as listener:
        server = threading.Thread(target=drip, args=(listener,), daemon=True)
        server.start()
        yield f"http://127.0.0.1:{listener.getsockname()[1]}/"
        server.join(10)


def test_headers_that_are_none() -> None:
    """A header cannot begin another, nor take the place of those that the connection needs."""
    for name, value in (("x", "y\r\nz: 1"), ("x y", "z"), ("Host", "elsewhere")):
        assert "header" in fetched("http://127.0.0.1:1/", headers={name: value}).error


def test_unknown_reach() -> None:
    """A reach that is none is refused."""
    with pytest.raises(BadInput, match="no reach"):
        Fetching("everywhere")
