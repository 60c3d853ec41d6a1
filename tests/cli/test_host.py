"""`tts-tool host` and `tts-tool report`, as somebody types them."""

from __future__ import annotations

import getpass
import json
import os
import re
import signal
import socket
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.cli.test_games import answer
from tests.ports import two_ports
from tts_tool.cli.main import cli
from tts_tool.cli.rulesets import find
from tts_tool.cli.shell import run
from tts_tool.errors import ExitCode
from tts_tool.journal import Journal
from tts_tool.referee import Session

LOST = """
Wait.time(function()
  for _, thing in ipairs(getObjects()) do
    if thing.type == "Card" and thing.memo ~= "" then
      thing.memo = ""
      return thing.destruct()
    end
  end
end, 4)
"""
"""A card is gone, of which the table does not remember what it was."""

WINDOWS = sys.platform == "win32"


@pytest.fixture
def person(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give a person with a mod of their own, and nothing else."""
    for variable in ("XDG_DATA_HOME", "LOCALAPPDATA", "HOME"):
        monkeypatch.setenv(variable, str(tmp_path / "home"))
    monkeypatch.setenv("TTS_TOOL_GAMES", str(tmp_path / "games"))
    assert run(cli, ["init", str(tmp_path / "my-mod")]) == ExitCode.OK
    return tmp_path


@contextmanager
def hosting(person: Path, *options: str) -> Iterator[subprocess.Popen[str]]:
    """Host, and end it from the keyboard."""
    command = [sys.executable, "-m", "tts_tool", "host", str(person / "my-mod"), "--json", *options]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8", env=os.environ
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def said(process: subprocess.Popen[str]) -> dict[str, str]:
    """Read the next line."""
    assert process.stdout is not None
    line = process.stdout.readline()
    assert line, process.stderr and process.stderr.read()
    told: dict[str, str] = json.loads(line)
    return told


@pytest.mark.parametrize(
    ("wish", "wrong"),
    [("nosuch=1", 'no setting "nosuch"'), ("starting-player=purple", 'no value "purple"')],
)
def test_what_cannot_be_set(
    wish: str, wrong: str, person: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It is said at once what can be set; nothing is built, and no game is waited for."""
    capsys.readouterr()
    out = person / "built"
    command = ["host", "old-world", "--headless", "--out", str(out), "--set", wish]
    assert run(cli, command) == ExitCode.NOT_FOUND
    told = capsys.readouterr()
    assert wrong in told.err
    assert "there are: " in told.err
    assert told.out == ""
    assert not out.exists()


def test_what_cannot_be_gone_on_with(person: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A game that is not kept is refused at once; nothing is built, and no game is waited for."""
    found = find("night-market")
    with (
        Journal(person / "games") as journal,
        Session.new(found.ruleset, found.load(), seats=2, seed="1", journal=journal) as session,
    ):
        game = str(session.kept_as)
    capsys.readouterr()
    out = person / "built"
    command = ["host", "old-world", "--headless", "--out", str(out), "--resume"]
    for wish in (f"{game}x", "nosuch"):
        assert run(cli, [*command, wish]) == ExitCode.NOT_FOUND
        told = capsys.readouterr()
        assert f'no saved game "{wish}"' in told.err
        assert game in told.err
        assert told.out == ""
        assert not out.exists()


@pytest.mark.skipif(WINDOWS, reason="wants a Ctrl+C that one process can send another")
def test_hosted(person: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A new mod is built, what to do is said, its table is met, also by others; a key ends it."""
    with hosting(person, "--headless") as process:
        ready = said(process)
        assert ready["what"] == "ready"
        assert "only you see the 8 pictures" in ready["text"]
        assert Path(ready["save"]).is_file()
        plays = said(process)
        waiting = said(process)
        assert waiting["what"] == "waiting"
        assert waiting["fix"] == "the table without the game is being opened"
        while waiting["what"] == "waiting":
            waiting = said(process)
        assert (waiting["what"], waiting["text"].partition(".")[0]) == ("met", "The table is met")
        game = f"127.0.0.1:{plays['port']}"
        where = ("--game", game, "--editor-port", str(plays["editor_port"]))
        assert " ".join(where) in plays["text"]
        capsys.readouterr()
        assert run(cli, ["exec", "return Info.name", *where]) == ExitCode.OK
        assert capsys.readouterr().out.strip() == "My Mod"
        process.send_signal(signal.SIGINT)
        last = said(process)
        while last["what"] != "left":
            last = said(process)
        assert process.wait(50) == ExitCode.OK


@pytest.mark.skipif(WINDOWS, reason="wants a Ctrl+C that one process can send another")
def test_left_before_there_was_a_game(person: Path) -> None:
    """Nobody is said to have been told anything."""
    saves, (game, editor) = person / "tts" / "Saves", two_ports()
    saves.mkdir(parents=True)
    where = ("--game", f"127.0.0.1:{game}", "--editor-port", str(editor))
    with hosting(person, "--dir", str(saves.parent), *where) as process:
        while said(process)["what"] != "waiting":
            pass
        process.send_signal(signal.SIGINT)
        assert said(process) == {"what": "left", "text": "No table was met.", "game": None}
        assert process.wait(50) == ExitCode.OK


def test_a_new_mod_is_played_at_its_table(person: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What `init` makes is built, dealt, refereed and played by hands to its end."""
    capsys.readouterr()
    assert run(cli, ["demo", str(person / "my-mod"), "--seed", "1", "--json"]) == ExitCode.OK
    told = json.loads(capsys.readouterr().out)
    assert sorted(seat for rank in told["result"] for seat in rank) == ["blue", "red"]
    assert sum(told["gestures"].values()) >= told["answers"] - 1
    assert told["mended"] == 0
    assert Path(told["picture"]).is_file()


def test_a_table_that_drifts(person: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A card that is lost behind the referee's back ends the demo with its place, and not well."""
    (script,) = (person / "my-mod").glob("lua_templates/*/global/main.lua")
    begins = "function own.load()\n"
    text = script.read_text(encoding="utf-8")
    assert begins in text
    script.write_text(text.replace(begins, f"{begins}{LOST}"), encoding="utf-8")
    capsys.readouterr()
    assert run(cli, ["demo", str(person / "my-mod"), "--seed", "1"]) == ExitCode.FINDING
    told = capsys.readouterr()
    assert re.match(r"error: after .*: table and rules differ: [a-z.]+: \{'table': \[", told.err)
    assert told.out == ""


def test_the_port_is_taken(person: Path) -> None:
    """Whoever listens already is named as the reason, with what to do; nothing hangs."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with hosting(person, "--headless", "--editor-port", str(port)) as process:
            assert said(process)["what"] == "ready"
        saves = person / "tts" / "Saves"
        saves.mkdir(parents=True)
        options = ("--dir", str(saves.parent), "--editor-port", str(port))
        with hosting(person, *options) as process:
            _, complaint = process.communicate(timeout=50)
    assert process.returncode == ExitCode.UNAVAILABLE
    assert "another program listens here in our place" in complaint
    assert (saves / "My_Mod.json").is_file()


def test_the_table_without_the_game_ends(person: Path) -> None:
    """Whoever plays the game's part, too, says why that is over, and waits for it no more."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        game, (_, editor) = f"127.0.0.1:{taken.getsockname()[1]}", two_ports()
        where = ("--game", game, "--editor-port", str(editor))
        with hosting(person, "--headless", *where) as process:
            _, complaint = process.communicate(timeout=50)
    assert process.returncode == ExitCode.UNAVAILABLE
    assert f"error: {game}: another program listens here in our place" in complaint
    assert "error: the table without the game has ended" in complaint


def test_the_table_without_the_game_goes_with_its_host(person: Path) -> None:
    """However hosting ends, nobody is left behind who listens where the next one might."""
    with hosting(person, "--headless") as process:
        assert said(process)["what"] == "ready"
        port = int(said(process)["port"])
        while said(process)["what"] != "met":
            pass
        assert listens(port)
    while listens(port):
        pass


def listens(port: int) -> bool:
    """Tell whether somebody listens there."""
    try:
        socket.create_connection(("127.0.0.1", port)).close()
    except ConnectionRefusedError:
        return False
    return True


def test_report(person: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """One file has versions, answers, log, permits, faults, the end of the last game; no names."""
    found = find("night-market")
    with (
        Journal(person / "games") as journal,
        Session.new(found.ruleset, found.load(), seats=2, seed="1", journal=journal) as session,
    ):
        for _ in range(5):
            answer(session)
        game = session.kept_as
    ours = person / "home" / "tts-tool"
    home, user = str(Path.home()), getpass.getuser()
    for name, text in {
        "answers/v14.1.8.toml": "[nothing-returned]\nvalue = true\n",
        "hosting/host.log": f"opened {home}/saves as {user}\n",
        "hosting/last.json": '{"permits": {}}',
        "hosting/faults/fault-0001.json": json.dumps({"trace": f"{home}/x.py by {user.upper()}"}),
    }.items():
        (ours / name).parent.mkdir(parents=True, exist_ok=True)
        (ours / name).write_text(text, encoding="utf-8")
    out = person / "evening.zip"
    assert run(cli, ["report", "--out", str(out), "--json"]) == ExitCode.OK
    told = json.loads(capsys.readouterr().out)
    with zipfile.ZipFile(out) as packed:
        parts = {name: packed.read(name).decode() for name in packed.namelist()}
    assert set(told["parts"]) == set(parts)
    assert set(parts) == {
        "versions.txt",
        "answers/v14.1.8.toml",
        "host.log",
        "last.json",
        "faults/fault-0001.json",
        f"journal/{game}.txt",
    }
    assert parts["host.log"] == "opened ~/saves as somebody\n"
    assert json.loads(parts["faults/fault-0001.json"])["trace"] == "~/x.py by somebody"
    assert parts[f"journal/{game}.txt"].count(" -> ") == 5
    assert "Python" in parts["versions.txt"]
