"""Files are named as people see them from where they stand, on every system."""

from __future__ import annotations

from pathlib import PurePath, PurePosixPath, PureWindowsPath

import pytest

from tts_tool.here import seen_from

POSIX, WINDOWS = PurePosixPath("/home/ann/mods"), PureWindowsPath("C:\\Users\\Ann\\mods")


@pytest.mark.parametrize(
    ("folder", "where", "seen"),
    [
        (POSIX, "/home/ann/mods/a/b.lua:3:1: what", "a/b.lua:3:1: what"),
        (POSIX, "/home/ann/mods-of-bob/b.lua:3", "/home/ann/mods-of-bob/b.lua:3"),
        (POSIX, "/home/Ann/mods/b.lua:3", "/home/Ann/mods/b.lua:3"),
        (POSIX, "a/b.lua:3", "a/b.lua:3"),
        (PurePosixPath("/"), "/b.lua:3", "b.lua:3"),
        (WINDOWS, "C:\\Users\\Ann\\mods\\a\\b.lua:3:1: a \\ b", "a/b.lua:3:1: a \\ b"),
        (WINDOWS, "c:/users/ann/Mods/a/B.lua:3:1", "a/B.lua:3:1"),
        (WINDOWS, "D:/users/ann/mods/b.lua:3:1", "D:/users/ann/mods/b.lua:3:1"),
        (WINDOWS, "C:\\Users\\Ann\\b.lua:3", "C:\\Users\\Ann\\b.lua:3"),
        (WINDOWS, "what \\n is", "what \\n is"),
    ],
)
def test_seen_from(folder: PurePath, where: str, seen: str) -> None:
    """What is below is named from there, with line and column; all else stays as it is."""
    assert seen_from(folder, where) == seen
