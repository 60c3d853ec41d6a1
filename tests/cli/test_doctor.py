"""`tts-tool doctor`: this computer is looked at, and a game is asked, from outside."""

from __future__ import annotations

import json
import re
import socket
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.ports import free_port
from tts_tool.belongings import belongings
from tts_tool.cli.doctor import doctor
from tts_tool.cli.shell import run
from tts_tool.sync.probe import selftest_save
from tts_tool.sync.probe.first import answers_file
from tts_tool.table.switches import Switches

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def tool(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Run:
    """Give the command of somebody with a home of their own: its exit code and what it prints."""
    for name in ("XDG_DATA_HOME", "LOCALAPPDATA", "HOME"):
        monkeypatch.setenv(name, str(tmp_path / "home"))

    def call(*args: str) -> tuple[int, str, str]:
        code = run(doctor, list(args))
        out, err = capsys.readouterr()
        return code, out, err

    return call


@contextmanager
def game(save: Path, editor_port: int, *switches: str) -> Iterator[int]:
    """Run a table as if it were the game, and say where it listens."""
    command = [sys.executable, "-m", "tts_tool", "table", str(save), "--keep", f"{save}.kept"]
    turned = [word for each in switches for word in ("--switch", each)]
    ports = ["--serve", "--port", "0", "--editor-port", str(editor_port)]
    with subprocess.Popen(
        [*command, *turned, *ports], stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        try:
            for line in process.stdout:
                if found := re.search(r"listening on 127\.0\.0\.1:(\d+)", line):
                    yield int(found.group(1))
                    break
        finally:
            process.kill()


def test_this_computer(tool: Run, tmp_path: Path) -> None:
    """All is well, in words; the folder of saves is counted, ports are free."""
    (tmp_path / "Saves").mkdir()
    (tmp_path / "Saves" / "TS_Save_1.json").write_text("{}")
    ports = ("--port", str(free_port()), "--editor-port", str(free_port()))
    code, out, err = tool("--dir", str(tmp_path), *ports)
    assert (code, err) == (0, "")
    assert [line[:3] for line in out.splitlines()] == ["ok "] * 7
    assert f"saves: 1 in {tmp_path / 'Saves'}" in out


def test_what_is_wrong(tool: Run, tmp_path: Path) -> None:
    """A port that is taken names who has it, where the system tells; each fault has a way out."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        code, out, _ = tool("--dir", str(tmp_path), "--editor-port", port, "--json")
    checks = {each["what"]: each for each in json.loads(out)}
    assert code == 1
    assert {name for name, each in checks.items() if not each["good"]} == {"saves", f"port {port}"}
    assert all(each["fix"] for each in checks.values() if not each["good"])
    if sys.platform == "linux":
        assert re.search(r"taken by .+ \(process \d+\)", checks[f"port {port}"]["says"])


def test_asking_a_game(tool: Run, tmp_path: Path) -> None:
    """A game that is not as guessed: the answers say so, and what was measured or stayed open.

    They are kept for whoever hosts with this version of the game, too.
    """
    saves = tmp_path / "game" / "Saves"
    saves.mkdir(parents=True)
    (saves / "TS_AutoSave.json").write_text('{"VersionNumber": "v14.1.8"}', encoding="utf-8")
    save, answers = tmp_path / "selftest.json", tmp_path / "answers.toml"
    save.write_bytes(selftest_save())
    answers.write_text('[rewind-seconds]\nvalue = 30.0\nsource = "before"\n')
    turned = {"nothing-returned": "null", "vector-heading-x": "zy", "custom-message-frames": 6}
    editor_port = free_port()
    with game(save, editor_port, *(f"{name}={value}" for name, value in turned.items())) as port:
        asked = [*turned, "draw-asks-pick-up"]
        only = [word for name in asked for word in ("--only", name)]
        ports = ("--port", str(port), "--editor-port", str(editor_port))
        told = ("--tts", "--no-person", "--answers", str(answers), "--save", str(save))
        folder = ("--dir", str(saves.parent))
        code, out, _ = tool(*told, *folder, *only, *ports)
    assert code == 0
    assert "custom-message-frames: 6 (we had guessed 0)" in out
    assert re.search(r"custom-message-frames: 6 frames until .* there and back in [\d.]+ ms", out)
    assert "draw-asks-pick-up: not found out: it needs a person" in out
    assert Switches.load(answers).turned == {**turned, "rewind-seconds": 30.0}
    assert "`tts-tool host` knows them of v14.1.8" in out
    assert Switches.load(answers_file(belongings(), "v14.1.8")).turned == turned
    written = tomllib.loads(answers.read_text("utf-8"))
    assert written["rewind-seconds"] == {"value": 30.0, "source": "before"}
    assert " ms" in written["custom-message-frames"]["source"]


def test_nobody_loads_the_save(tool: Run, tmp_path: Path) -> None:
    """The save is written and named; when it is not loaded in time, that is said."""
    save = tmp_path / "selftest.json"
    ports = ("--port", str(free_port()), "--editor-port", str(free_port()))
    code, _, err = tool("--tts", "--save", str(save), "--wait", "0.2", *ports)
    assert code == 6
    assert str(save) in err
    assert "nobody has loaded the self-test" in err
    assert b"!selftest" in save.read_bytes()


@pytest.mark.parametrize(
    ("args", "code", "says"),
    [
        (("--only", "spawn-frame"), 3, "no switch is called"),
        (("--only", "tile-ratio"), 5, "cannot be asked: how we stand in"),
    ],
)
def test_wrong_words(tool: Run, args: tuple[str, ...], code: int, says: str) -> None:
    """A name that is none, or that no game can answer, is refused before anything is written."""
    ended, _, err = tool("--tts", *args)
    assert ended == code
    assert says in err


def test_other_files_are_left_alone(tool: Run, tmp_path: Path) -> None:
    """The save of the self-test takes no other file's place."""
    mine = tmp_path / "mine.json"
    mine.write_text("{}")
    code, _, err = tool("--tts", "--save", str(mine))
    assert code == 5
    assert "name a new one with --save" in err
    assert mine.read_text() == "{}"
