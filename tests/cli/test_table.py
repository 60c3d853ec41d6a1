"""`tts-tool table` and `tts-tool api`: mods run, plays are played, editors served, from outside."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.corpus import each_save
from tests.table.small_saves import deck, hand, save, thing
from tts_tool.cli.api import api
from tts_tool.cli.shell import run
from tts_tool.cli.table import table
from tts_tool.sync import (
    Exchange,
    Listener,
    Loaded,
    Message,
    ScriptPrinted,
    ScriptState,
    ScriptTold,
    Sender,
)
from tts_tool.sync.listener import Dropped
from tts_tool.table import Table

Run = Callable[..., tuple[int, str, str]]

SCRIPT = """
function onLoad() print('ready') sendExternalMessage({a = 1}) end
function onObjectLeaveContainer() broadcastToAll('drawn') end
"""
STATE = save(
    deck("dec000", 5, (4, 4)),
    thing("b0b000", at=(-4, 0), Nickname="Bob"),
    hand("fac000", "Red"),
    script=SCRIPT,
)
BROKEN = save(thing("b0b000", Nickname="Bob", LuaScript="function onUpdate() a.b = 1 end"))


@pytest.fixture
def tool(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Run:
    """Give the command, and files of a small and a broken mod and of a play."""
    for name, state in (("small.json", STATE), ("broken.json", BROKEN)):
        (tmp_path / name).write_text(json.dumps(state))
    (tmp_path / "play.txt").write_text(
        'red.draw(find("Deck"), 2); settle()\nexpect len(hand("Red")) == 2\n'
        'expect "drawn" in chat\nexpect find("Bob").locked\n'
    )

    def call(*args: str) -> tuple[int, str, str]:
        files = [str(tmp_path / arg) if (tmp_path / arg).exists() else arg for arg in args]
        code = run(table, files)
        out, err = capsys.readouterr()
        return code, out, err

    return call


def test_picture_and_sketch(tool: Run, tmp_path: Path) -> None:
    """The table can be looked at: as a picture in a file, and as text."""
    target = tmp_path / "table.png"
    code, out, _ = tool("small.json", "--picture", str(target), "--sketch")
    assert code == 0
    assert target.read_bytes().startswith(b"\x89PNG")
    assert "Bob" in out
    assert "Deck x 5" in out
    _, out, _ = tool("small.json", "--sketch", "--json")
    assert "Deck x 5" in json.loads(out)["sketch"]


def test_half_a_letter(tool: Run, tmp_path: Path) -> None:
    """A name with one half of a pair of surrogates is read, shown and kept as it was."""
    text = json.dumps(STATE).replace('"Bob"', '"Bob \\ud83d"').replace("'ready'", "'\\ud83d'")
    (tmp_path / "half.json").write_text(text)
    assert "\\ud83d" in text
    keep = str(tmp_path / "kept.json")
    code, out, err = tool("half.json", "--sketch", "--json", "--keep", keep)
    assert (code, err) == (0, "")
    report = json.loads(out)
    assert "Bob \ud83d" in report["sketch"]
    kept = json.loads((tmp_path / "kept.json").read_text())
    assert kept["ObjectStates"][1]["Nickname"] == "Bob \ud83d"
    with Table.open(tmp_path / "half.json") as opened:
        assert opened.find("b0b000").nickname == "Bob \ufffd"


def test_run(tool: Run) -> None:
    """A mod runs to the frame that was asked for, and one line says what came of it."""
    summary = "frames: 60, objects: 3, errors: 0, failures: 0"
    assert tool("small.json") == (0, f"print: ready\n{summary}\n", "")
    code, out, _ = tool("small.json", "--frames", "7", "--json")
    report = json.loads(out)
    assert code == 0
    assert report["frames"] == 7
    assert report["prints"] == ["ready"]
    assert report["messages"] == [{"a": 1}]


SPEAKS = """
function onLoad()
    print('one', 2) printToColor('psst', 'Red') broadcastToAll('hear') log({ a = 1 }, 'state')
end
"""


def test_what_scripts_say_is_printed(tool: Run, tmp_path: Path) -> None:
    """In its order, with who hears it; people's chat too; of a flood, only the beginning."""
    (tmp_path / "speaks.json").write_text(json.dumps(save(hand("fac000", "Red"), script=SPEAKS)))
    (tmp_path / "say.txt").write_text('red.say("hello")\n')
    said = [
        "print: one\t2",
        "chat to Red: psst",
        "chat: hear",
        "log: state ",
        "a: 1",
        "chat: hello",
    ]
    assert tool("speaks.json", "--script", "say.txt")[1].splitlines()[:-1] == said
    flood = "for n = 1, 700 do print(n) end"
    (tmp_path / "flood.json").write_text(json.dumps(save(script=flood)))
    lines = tool("flood.json")[1].splitlines()
    assert lines[499:501] == ["print: 500", "… and 200 more, which --json lists"]
    assert len(lines) == 502
    assert len(json.loads(tool("flood.json", "--json")[1])["prints"]) == 700


def test_errors_are_listed(tool: Run) -> None:
    """A mod's own errors are listed, each once; they make the command fail only if asked to."""
    code, out, _ = tool("broken.json", "--frames", "5")
    error, summary = out.splitlines()
    assert code == 0
    assert error.startswith("Error in Script (Bob - b0b000) - function <onUpdate>: chunk_")
    assert error.endswith("(5 times)")
    assert summary == "frames: 5, objects: 1, errors: 5, failures: 0"
    assert tool("broken.json", "--frames", "5", "--fail-on-error")[0] == 1
    assert tool("broken.json", "--frames", "0", "--fail-on-error")[0] == 0
    assert tool("small.json", "--fail-on-error")[0] == 0


def test_script(tool: Run, tmp_path: Path) -> None:
    """A play is played; an expectation that does not hold is told with its line and fails."""
    code, out, _ = tool("small.json", "--script", "play.txt")
    assert code == 1
    assert out.splitlines()[:-2] == ["print: ready", "chat: drawn", "chat: drawn"]
    assert out.splitlines()[-2] == (
        f'{tmp_path / "play.txt"}:4: expected find("Bob").locked; found False'
    )
    assert tool("small.json", "--script", "play.txt", "--json")[0] == 1
    play = tmp_path / "play.txt"
    play.write_text(play.read_text().replace("expect find", "expect not find"))
    assert tool("small.json", "--script", "play.txt")[0] == 0
    play.write_text("red.shufle()")
    assert tool("small.json", "--script", "play.txt")[::2] == (
        4,
        f"error: {play}:1: nobody can shufle\n  did you mean shuffle?\n",
    )


def test_seed_decides(tool: Run, tmp_path: Path) -> None:
    """The same seed gives the same chance, another seed another."""
    play = tmp_path / "play.txt"
    play.write_text("red.shuffle(find('Deck')); settle(); expect find('Deck').contents == 0")
    failures = [tool("small.json", "--script", "play.txt", "--seed", seed)[1] for seed in "112345"]
    assert failures[0] == failures[1]
    assert len(set(failures)) > 2


def test_keep(tool: Run, tmp_path: Path) -> None:
    """The table is saved where it is wished, but never over the save that it was opened from."""
    before = (tmp_path / "small.json").read_bytes()
    assert tool("small.json", "--keep", str(tmp_path / "kept.json"))[0] == 0
    assert json.loads((tmp_path / "kept.json").read_text())["SaveName"] == "small"
    code, _, err = tool("small.json", "--keep", "small.json")
    assert code == 3
    assert "keep it in another file" in err
    assert (tmp_path / "small.json").read_bytes() == before


@pytest.mark.parametrize(
    ("args", "code", "said"),
    [
        (["none.json"], 2, "does not exist"),
        (["play.txt"], 3, "play.txt"),
        (["small.json", "--switch", "rewind=3"], 3, "did you mean"),
        (["small.json", "--serve", "--json"], 2, "for ever"),
        (["small.json", "--seat", "Mauve"], 4, "Mauve"),
    ],
)
def test_mistakes(tool: Run, args: list[str], code: int, said: str) -> None:
    """What is wrong on the command line, or in a file, is said and nothing runs."""
    found, _, err = tool(*args)
    assert (found, said in err) == (code, True), err


def test_switches_reach_the_table(tool: Run, tmp_path: Path) -> None:
    """A switch that is typed, or answered in a file, holds at the table."""
    (tmp_path / "play.txt").write_text("expect prints == ['table']")
    script = "function onLoad() print(type(package)) end"
    (tmp_path / "small.json").write_text(json.dumps(save(script=script)))
    (tmp_path / "answers.toml").write_text("[package-library]\nvalue = true\n")
    typed = ["small.json", "--script", "play.txt"]
    assert tool(*typed)[0] == 1
    assert tool(*typed, "--switch", "package-library=true")[0] == 0
    assert tool(*typed, "--answers", "answers.toml")[0] == 0


@each_save
def test_corpus(tool: Run, path: Path) -> None:
    """Every real save runs."""
    assert tool(str(path), "--frames", "30")[0] == 0


def test_served_to_our_bridge(tmp_path: Path) -> None:
    """A table that serves is a game to our bridge: it loads, answers, reloads, keeps the time."""
    path = tmp_path / "small.json"
    path.write_text(json.dumps(STATE))
    before = path.read_bytes()
    heard: list[Message | Dropped] = []

    async def play() -> tuple[int, str, str]:
        sender = Sender(0)
        exchange = Exchange(sender)

        def hear(message: Message | Dropped) -> None:
            heard.append(message)
            exchange.hear(message)

        async with Listener(hear, 0) as listener:
            game = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "tts_tool", "table", str(path), "--serve"),
                *("--port", "0", "--editor-port", str(listener.port)),
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),
            )
            assert game.stdout is not None
            line = (await game.stdout.readline()).decode()
            sender.port = int(line.partition("127.0.0.1:")[2].partition(",")[0])
            assert await exchange.execute("return {n = 2}") == {"n": 2}
            loaded = await exchange.scripts()
            assert loaded.states[0].script == SCRIPT
            fresh = ScriptState("-1", "Global", "function onLoad() print('anew') end")
            assert (await exchange.save_and_play([fresh])).states == (fresh,)
            game.send_signal(_INTERRUPT)
            out, err = await asyncio.wait_for(game.communicate(), 50)
            return int(game.returncode or 0), out.decode(), err.decode()

    code, out, err = asyncio.run(play())
    assert out.split() == ["ready", "anew"]
    assert [each for each in heard if isinstance(each, ScriptPrinted)] == [
        ScriptPrinted("ready"),
        ScriptPrinted("anew"),
    ]
    assert any(isinstance(each, ScriptTold) and each.message == {"a": 1} for each in heard)
    assert any(isinstance(each, Loaded) for each in heard)
    assert path.read_bytes() == before
    if os.name != "nt":
        assert (code, err.strip()) == (130, "stopped")


_INTERRUPT: Any = getattr(signal, "CTRL_BREAK_EVENT", signal.SIGINT)


def test_api(capsys: pytest.CaptureFixture[str]) -> None:
    """The API is counted page by page, for people and for programs."""
    assert run(api, ["--json"]) == 0
    pages = json.loads(capsys.readouterr().out)
    assert pages["wait"]["there"] == pages["wait"]["names"] > 0
    assert pages["removed/base"]["there"] == pages["removed/base"]["names"] > 0
    assert run(api, ["wait", "--missing"]) == 0
    out = capsys.readouterr().out
    assert f"{pages['wait']['there']:4} of {pages['wait']['names']:4}  wait" in out
    assert run(api, ["removed/player/instance"]) == 0
    assert "dropped: getPlayerHand, now getHandTransform" in capsys.readouterr().out
    assert run(api, ["weit"]) == 4
    assert "did you mean wait?" in capsys.readouterr().err
