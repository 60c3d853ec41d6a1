"""Files that change while `push` reads them: what reaches the game is what they said at one moment.

Whoever reads is met in the middle: as soon as one file is opened, another one, which was read
before, and that one itself are written anew.
"""

from __future__ import annotations

import asyncio
import os
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from tts_tool.cli import sources
from tts_tool.cli.init import init
from tts_tool.cli.sources import PushFiles, source_for, source_of
from tts_tool.errors import Unavailable
from tts_tool.sync.messages import ScriptState

GUID = "b0b000"

_opened: dict[str, Callable[[], None]] = {}


def _meet(event: str, about: tuple[Any, ...]) -> None:
    if _opened and event == "open" and (found := _opened.get(str(about[0]))) is not None:
        found()


sys.addaudithook(_meet)  # it stays, and does nothing as long as nobody waits for a file


class Editor:
    """Somebody who writes two files at the moment at which the second one is opened.

    A build opens it `before`, to see whether it has changed.
    """

    def __init__(self, first: Path, second: Path, times: int = 1, before: int = 0) -> None:
        self._before = before
        self._files = (first, second)
        self._texts = [file.read_text() for file in self._files]
        self._left = times
        self.written = 0
        _opened[str(second)] = self._write

    def _write(self) -> None:
        if self._before:
            self._before -= 1
        elif self._left:
            self._left -= 1
            self.written += 1
            waits = dict(_opened)
            _opened.clear()  # what is opened here is not met
            for file, text in zip(self._files, self._texts, strict=True):
                file.write_text(text.replace("old", f"new {self.written}"))
                now = time.time_ns()  # a file system's own clock may be some milliseconds behind
                os.utime(file, ns=(now, now))
            _opened.update(waits)


@pytest.fixture(autouse=True)
def nobody_waits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Begin at home, and let no test meet whoever reads after it."""
    for variable in ("XDG_DATA_HOME", "XDG_CACHE_HOME", "LOCALAPPDATA", "HOME"):
        monkeypatch.setenv(variable, str(tmp_path))
    monkeypatch.setattr(sources, "_A_MOMENT", 0.0)
    monkeypatch.setattr("tts_tool.cli.options.print_json", lambda _: None)
    yield
    _opened.clear()


def one_file(folder: Path) -> tuple[PushFiles, Path, Path]:
    """Give the file of one object's script, and what it requires."""
    script, lib = folder / "bob.lua", folder / "lib.lua"
    script.write_text("-- old\nreturn require('lib')\n")
    lib.write_text("return 'old'\n")
    source = asyncio.run(source_for(None, str(script), "-1"))  # type: ignore[arg-type]
    return source, script, lib


def project(folder: Path) -> tuple[PushFiles, Path, Path]:
    """Give a project whose table has a script, and what that requires."""
    assert CliRunner().invoke(init, [str(folder / "mod")], catch_exceptions=False).exit_code == 0
    templates = folder / "mod" / "lua_templates" / "mod"
    script, lib = templates / "global" / "main.lua", templates / "lib.lua"
    script.write_text("-- old\nreturn require('lib')\n")
    lib.write_text("return 'old'\n")
    return source_of(str(folder / "mod")), script, lib


KINDS = pytest.mark.parametrize("kind", [one_file, project])
Kind = Callable[[Path], tuple[PushFiles, Path, Path]]


def script_of(source: PushFiles) -> str:
    """Read what the game should have."""
    return source.read({GUID: ScriptState(GUID)}).states["-1"].script


@KINDS
def test_edited_while_it_is_read(kind: Kind, tmp_path: Path) -> None:
    """Both files are as they were written, not one of before and one of after."""
    source, script, lib = kind(tmp_path)
    editor = Editor(script, lib, before=kind is project)
    text = script_of(source)
    assert editor.written == 1
    assert "old" not in text
    assert text.count("new 1") == 2


@KINDS
def test_half_written_while_it_is_read(kind: Kind, tmp_path: Path) -> None:
    """What is no Lua only because it is not written to its end yet is no mistake."""
    source, _, lib = kind(tmp_path)
    whole = lib.read_text()
    lib.write_text("return 'ol")

    def goes_on() -> None:
        _opened.clear()
        lib.write_text("return 'o")

    def ends(_: float) -> None:
        if lib.read_text() != whole:
            lib.write_text(whole)

    _opened[str(lib)] = goes_on
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sources, "sleep", ends)
        assert "return 'old'" in script_of(source)


@KINDS
def test_written_again_and_again(kind: Kind, tmp_path: Path) -> None:
    """Who never comes to an end is told which file it is, and nothing is pushed."""
    source, script, lib = kind(tmp_path)
    Editor(script, lib, 1_000)
    with pytest.raises(Unavailable, match="is being written") as caught:
        script_of(source)
    assert caught.value.where in {str(script), str(lib)}
