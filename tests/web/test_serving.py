"""Pictures are served to the game on this computer: those of the build, and nothing else."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import requests
from aiohttp.http_exceptions import BadStatusLine

from tests.build.tiny import Tiny
from tests.ports import free_port
from tts_tool.web.serving import told_by

PICTURE = "0123456789abcdef0123456789abcdef.png"


@pytest.fixture
def build(tmp_path: Path) -> Path:
    """Make a folder that holds a picture, as a build does, and a secret beside."""
    (tmp_path / "out/assets").mkdir(parents=True)
    (tmp_path / "out/assets" / PICTURE).write_bytes(b"picture")
    (tmp_path / "out/assets/secret.txt").write_bytes(b"secret")
    (tmp_path / "out/manifest.json").write_bytes(b"{}")
    return tmp_path / "out"


@pytest.fixture
def port(build: Path) -> Iterator[int]:
    """Run `tts-tool serve` as people do, until it answers."""
    found = free_port()
    command = (sys.executable, "-m", "tts_tool", "serve", "--out", build, "--port", str(found))
    with subprocess.Popen(command, stderr=subprocess.PIPE) as process:
        assert process.stderr is not None
        assert b"for this computer only" in process.stderr.readline()
        yield found
        process.terminate()


def ask(port: int, path: str, method: str = "GET", **headers: str) -> requests.Response:
    """Ask the server, by a path exactly as it is written."""
    request = requests.Request(method, f"http://127.0.0.1:{port}/", headers=headers).prepare()
    request.url = f"http://127.0.0.1:{port}{path}"
    with requests.Session() as session:
        return session.send(request, timeout=50)


def test_served(port: int, build: Path) -> None:
    """A picture of the build is given, for ever; one of the next build is given, too."""
    answer = ask(port, f"/assets/{PICTURE}")
    assert (answer.status_code, answer.content) == (200, b"picture")
    assert answer.headers["Content-Type"] == "image/png"
    assert "immutable" in answer.headers["Cache-Control"]
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert ask(port, f"/assets/{PICTURE}", "HEAD").headers["Content-Length"] == "7"
    build.rename(build.with_name("old"))
    (build / "assets").mkdir(parents=True)
    other = PICTURE.replace("0", "f").replace("png", "jpg")
    (build / "assets" / other).write_bytes(b"other")
    assert ask(port, f"/assets/{other}").content == b"other"
    assert ask(port, f"/assets/{PICTURE}").status_code == 404


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/manifest.json",
        "/assets/",
        "/assets/secret.txt",
        "/assets/../manifest.json",
        "/assets/%2e%2e/manifest.json",
        "/assets/..%2fmanifest.json",
        f"/assets/{PICTURE}%00",
        f"/assets/{PICTURE.upper()}",
        f"/assets//{PICTURE}",
    ],
)
def test_nothing_else(port: int, path: str) -> None:
    """No other name leads anywhere."""
    answer = ask(port, path)
    assert answer.status_code == 404
    assert b"secret" not in answer.content


@pytest.mark.skipif(sys.platform == "win32", reason="there not everybody may make links")
def test_no_link_and_no_pipe(port: int, build: Path) -> None:
    """What a picture's name leads to elsewhere is not given, and nobody waits for a pipe."""
    link, pipe = (build / "assets" / f"{sign * 32}.png" for sign in "ab")
    link.symlink_to(build / "manifest.json")
    os.mkfifo(pipe)
    assert [ask(port, f"/assets/{each.name}").status_code for each in (link, pipe)] == [404, 404]
    assert ask(port, f"/assets/{PICTURE}").content == b"picture"


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Host": "evil.example.org"}, 403),
        ({"Host": "127.0.0.1"}, 403),
        ({"Origin": "https://evil.example.org"}, 403),
        ({"Origin": "null"}, 403),
        ({"Origin": "http://127.0.0.1:{port}"}, 200),
        ({"Host": "localhost:{port}"}, 200),
    ],
)
def test_who_may_ask(port: int, headers: dict[str, str], status: int) -> None:
    """A page of another site gets nothing, whatever name it gives this computer."""
    said = {name: value.format(port=port) for name, value in headers.items()}
    assert ask(port, f"/assets/{PICTURE}", **said).status_code == status


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "OPTIONS"])
def test_only_reading(port: int, method: str) -> None:
    """Nothing can be changed."""
    assert ask(port, f"/assets/{PICTURE}", method).status_code == 405


NO_REQUESTS = [
    b"\x16\x03\x01\x02\x00\x01",
    b"\x00\xff\r\n\r\n",
    b"GET / HTTP/9.9\r\n\r\n",
    b"GET /" + b"a" * 20_000 + b" HTTP/1.1\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: x\r\nContent-Length: -5\r\n\r\n",
    b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n",
    b"GET http://[::1/ HTTP/1.1\r\nHost: x\r\n\r\n",
    b"CONNECT a:1 HTTP/1.1\r\n\r\n",
]


def test_what_is_no_http(build: Path) -> None:
    """What is no request is answered 400, and whoever serves reads nothing of it."""
    port = free_port()
    command = (sys.executable, "-m", "tts_tool", "serve", "--out", build, "--port", str(port))
    with subprocess.Popen(command, stderr=subprocess.PIPE) as process:
        assert process.stderr is not None
        process.stderr.readline()
        for sent in NO_REQUESTS:
            with socket.create_connection(("127.0.0.1", port), timeout=50) as connection:
                connection.sendall(sent)
                assert connection.recv(100).startswith(b"HTTP/1.0 400 "), sent
        assert ask(port, f"/assets/{PICTURE}").content == b"picture"
        process.terminate()
        assert process.stderr.read() == b""


def test_our_own_fault_is_a_line(caplog: pytest.LogCaptureFixture) -> None:
    """What goes wrong in us while we answer is told, without a page of our code."""
    fault = RuntimeError("two\nlines")
    told_by().error("Error handling request from %s", "127.0.0.1", exc_info=fault)
    told_by().error("Error handling request", exc_info=BadStatusLine("GET"))
    (record,) = caplog.records
    said = "internal error: Error handling request from 127.0.0.1: RuntimeError: two lines"
    assert (record.getMessage(), record.exc_info) == (said, None)


def test_this_computer_only(port: int) -> None:
    """On its other addresses nobody listens."""
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as other:
        other.settimeout(1)
        with pytest.raises(OSError):  # noqa: PT011 - refused or unreachable, as the system says it
            other.connect(("127.0.0.2", port))


def test_port_that_is_taken(build: Path) -> None:
    """If somebody else has the port, the error says what to do."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        command = (sys.executable, "-m", "tts_tool", "serve", "--out", build, "--port", str(port))
        done = subprocess.run(command, capture_output=True, check=False, encoding="utf-8")
    assert done.returncode == 6
    assert "another program listens here in our place" in done.stderr
    assert "--port" in done.stderr


def test_a_save_finds_its_pictures(tmp_path: Path) -> None:
    """Every address in a save built for `serve` answers with the picture."""
    port = free_port()
    tiny = Tiny(tmp_path)
    tiny.port = port
    tiny.build()
    command = (sys.executable, "-m", "tts_tool", "serve", "--out", tiny.out, "--port", str(port))
    with subprocess.Popen(command, stderr=subprocess.PIPE) as process:
        assert process.stderr is not None
        process.stderr.readline()
        text = tiny.files()["Tiny_Gems.json"].decode()
        found = {part.partition('"')[0] for part in text.split(f"http://127.0.0.1:{port}")[1:]}
        assert len(found) == 4
        assert all(ask(port, path).content.startswith(b"\x89PNG") for path in found)
        process.terminate()
