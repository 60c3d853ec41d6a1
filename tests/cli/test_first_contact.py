"""Hosting with a version of the game that nobody knows, and with the same one again."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from queue import Empty, Queue
from threading import Thread
from typing import Any

import pytest

from tests.ports import free_port
from tts_tool.cli.main import cli
from tts_tool.cli.shell import run
from tts_tool.errors import ExitCode
from tts_tool.referee.table.lobby import MODES
from tts_tool.table import Table
from tts_tool.table.editor import EditorPort
from tts_tool.table.switches import Switches
from tts_tool.texts import house

FRAMES = 6
SHORT = 20 * 60
"""So many frames, twenty seconds, a version that nobody knows is asked at most."""
PATIENCE = 60
"""Seconds of ours in which the next thing is said."""
LOOKS = 100
CHOSEN = "• "
"""So a button begins that is chosen."""


class Evening:
    """Somebody hosts, as a process of its own; the game is ours."""

    def __init__(self, process: subprocess.Popen[str], table: Table) -> None:
        self.process = process
        self.table = table
        self.lines: Queue[dict[str, Any]] = Queue()
        Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.lines.put(json.loads(line))

    def until(self, what: str) -> tuple[list[dict[str, Any]], int]:
        """Let the game go on until something is said; give all up to that, and how many frames."""
        heard: list[dict[str, Any]] = []
        begun, end = self.table.frame, time.monotonic() + PATIENCE
        while time.monotonic() < end:
            try:
                heard.append(self.lines.get_nowait())
            except Empty:
                assert self.process.poll() is None, (
                    self.process.stderr and self.process.stderr.read()
                )
                self.table.run(FRAMES)
                time.sleep(0.01)
            else:
                if heard[-1]["what"] == what:
                    return heard, self.table.frame - begun
        raise AssertionError(heard)

    def mode(self) -> str:
        """Say which mode is chosen on the panel of the lobby."""
        for _ in range(LOOKS):
            self.table.run(FRAMES)
            time.sleep(0.01)
            chosen = {each["text"].removeprefix(CHOSEN) for each in self._buttons()}
            for mode in MODES:
                if house("lobby")[mode]["en"] in chosen:
                    return mode
        raise AssertionError(self.table.screen("Red"))

    def _buttons(self) -> list[dict[str, Any]]:
        """List the buttons that are marked as chosen."""
        all_ = _buttons(self.table.screen("Red"))
        return [each for each in all_ if each["text"].startswith(CHOSEN)]


def _buttons(elements: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for each in elements:
        if each["tag"] == "Button":
            yield each
        yield from _buttons(each["children"])


@pytest.fixture
def made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give somebody whose mod is built, and who has the game."""
    for variable in ("XDG_DATA_HOME", "LOCALAPPDATA", "HOME"):
        monkeypatch.setenv(variable, str(tmp_path / "home"))
    monkeypatch.setenv("TTS_TOOL_GAMES", str(tmp_path / "games"))
    assert run(cli, ["init", str(tmp_path / "my-mod")]) == ExitCode.OK
    out = ["--out", str(tmp_path / "out")]
    assert run(cli, ["build", str(tmp_path / "my-mod"), *out]) == ExitCode.OK
    saves = tmp_path / "tts" / "Saves"
    saves.mkdir(parents=True)
    (saves / "TS_AutoSave.json").write_text('{"VersionNumber": "v14.9.9"}', encoding="utf-8")
    return tmp_path


@contextmanager
def hosted(made: Path) -> Iterator[Evening]:
    """Host at a table that lies there already."""
    switches = Switches()
    with Table.open(
        made / "out" / "My_Mod.json", seats=("Red",), seconds=20, switches=switches
    ) as table:
        table.settle()
        editor = free_port()
        with EditorPort(table, switches, port=0, editor_port=editor) as port:
            table.listen(port.hear)
            command = [sys.executable, "-m", "tts_tool", "host", str(made / "my-mod"), "--json"]
            command += ["--out", str(made / "out"), "--dir", str(made / "tts")]
            command += ["--game", f"127.0.0.1:{port.port}", "--editor-port", str(editor)]
            with subprocess.Popen(
                command,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                encoding="utf-8",
                env=os.environ,
            ) as process:
                try:
                    yield Evening(process, table)
                finally:
                    process.kill()


@pytest.mark.timeout(240)
def test_a_version_that_nobody_knows(made: Path) -> None:
    """It is asked before anybody sits down, within twenty seconds; the next time all is known.

    Until then the referee only advises, after that it forbids.
    """
    kept = made / "home" / "tts-tool" / "answers" / "v14.9.9.toml"
    with hosted(made) as evening:
        said = list(evening.table.chat)
        evening.until("ready")
        heard, frames = evening.until("assumed")
        assert frames < SHORT
        assert "v14.9.9" in heard[-1]["text"]
        answers = kept.read_text(encoding="utf-8")
        assert answers.count("[") > 10
        evening.until("met")
        assert evening.table.chat == said
        assert evening.mode() == "advise"
    with hosted(made) as evening:
        heard, _ = evening.until("met")
        assert "v14.9.9" in " ".join(each["text"] for each in heard)
        assert evening.mode() == "enforce"
    assert kept.read_text(encoding="utf-8") == answers
