"""The Lua that we write keeps to what every Lua understands alike."""

from __future__ import annotations

from pathlib import Path

import pytest

from tts_tool.lua.lint import lint
from tts_tool.resources import lua_templates_dir

LIBRARY = sorted((lua_templates_dir() / "lib").rglob("*.lua"))


@pytest.mark.parametrize("path", LIBRARY, ids=lambda path: path.name)
def test_library(path: Path) -> None:
    """Nothing on which the game and plain Lua disagree, no global that nobody defines."""
    text = path.read_text(encoding="utf-8")
    assert [str(each) for each in lint(text, path.name, known=("require",))] == []


def test_there_is_a_library() -> None:
    """The test above does not pass for lack of files."""
    assert "referee.lua" in {path.name for path in LIBRARY}
