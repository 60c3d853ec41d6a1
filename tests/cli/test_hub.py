"""`tts-tool hub`, as somebody types it, with a table that plays the game's part."""

from __future__ import annotations

import json
import signal
import socket
import sys
from pathlib import Path

import pytest

from tests.cli.town import Town, line_of
from tts_tool.errors import ExitCode

WINDOWS = sys.platform == "win32"


def test_it_runs_and_says_how_it_stands(town: Town) -> None:
    """It says where it listens, who is attached; a second one is refused; it ends when told to."""
    assert town.person.types("hub", "--status", *town.ports).returncode == ExitCode.UNAVAILABLE
    hub = town.hub()
    told = town.status()
    assert told is not None
    assert (told["editor_port"], told["game"]) == (town.editor, f"127.0.0.1:{town.game}")
    assert told["attached"] == [{"name": "tts-tool hub", "heard": 0, "asked": 1}]
    second = town.person.types("hub", *town.ports)
    assert second.returncode == ExitCode.REFUSED
    assert "a hub runs already" in second.stderr
    looked = town.person.types("doctor", "--json", f"--editor-port={town.editor}")
    (row,) = (each for each in json.loads(looked.stdout) if str(town.editor) in each["what"])
    assert row["good"], row
    assert "the hub of tts-tool" in row["says"]
    assert town.person.types("hub", "--stop", *town.ports).returncode == ExitCode.OK
    assert hub.wait(50) == ExitCode.OK
    assert town.status() is None


def test_somebody_else_has_the_port(town: Town) -> None:
    """It says so and what to do, and leaves nothing that looks like a hub."""
    with socket.create_server(("127.0.0.1", town.editor)):
        done = town.person.types("hub", *town.ports)
    assert done.returncode == ExitCode.UNAVAILABLE
    assert "another program listens here" in done.stderr
    assert "end the other editor" in done.stderr
    assert town.status() is None


@pytest.mark.skipif(WINDOWS, reason="wants a Ctrl+C that one process can send another")
def test_the_port_is_lent(town: Town) -> None:
    """`--yield` frees the port, says who hears nothing meanwhile, and Ctrl+C takes it back."""
    hub = town.hub()
    lending = town.begins("hub", "--yield", *town.ports)
    assert "is free" in line_of(lending)
    with socket.create_server(("127.0.0.1", town.editor)):
        told = town.status()
        assert told is not None
        assert (told["listens"], told["lent_to"]) == (False, "tts-tool hub --yield")
    lending.send_signal(signal.SIGINT)
    said, _ = lending.communicate(timeout=50)
    assert "listens on port" in said
    told = town.status()
    assert told is not None
    assert told["listens"]
    hub.kill()
    hub.wait()
    assert town.status() is None, "what a killed hub leaves behind is no hub"


def test_mistakes(town: Town) -> None:
    """What can't be meant is said before anything is done."""
    for words in (("--editor", "x"), ("--game", "nowhere"), ("--status", "--stop")):
        done = town.person.types("hub", *words)
        assert done.returncode in {ExitCode.USAGE, ExitCode.BAD_INPUT}
        assert done.stderr


@pytest.mark.skipif(WINDOWS, reason="wants a Ctrl+C that one process can send another")
@pytest.mark.timeout(120)  # it hosts four times
def test_a_referee_shares_its_port(town: Town) -> None:
    """Who hosts is the hub for others, or attaches to one that runs; no second may host there."""
    assert town.person.types("init", "my-mod").returncode == 0
    built = Path(town.person.told("build", "my-mod", "--jobs", "1")["save"])
    saves = town.person.home / "tts" / "Saves"
    saves.mkdir(parents=True)
    words = ("host", "my-mod", "--dir", str(saves.parent), "--no-install", "--json", *town.ports)
    town.save.write_bytes((town.person.home / built).read_bytes())
    town.opens()
    for hub in (None, town.hub):
        names = ["tts-tool hub"] if hub is None else ["tts-tool host", "tts-tool hub"]
        if hub is not None:
            hub()
        hosting = town.begins(*words)
        while '"met"' not in (said := line_of(hosting)):
            assert said.startswith("{"), said
        told = town.status()
        assert told is not None
        assert [each["name"] for each in told["attached"]] == names
        assert told["run_by"] == ("tts-tool host" if hub is None else "tts-tool hub")
        second = town.person.types(*words)
        assert second.returncode == ExitCode.UNAVAILABLE
        assert "tts-tool host runs already for this game" in second.stderr
        hosting.send_signal(signal.SIGINT)
        hosting.communicate(timeout=50)
