"""Files that editors on Windows have written stay as those write them, when a pull changes them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.person import Quick
from tests.cli.test_pull import Mod, Project, in_game

BOM = b"\xef\xbb\xbf"


def crlf(data: bytes) -> bytes:
    """Write it as most editors on Windows do."""
    return data.replace(b"\r\n", b"\n").replace(b"\n", b"\r\n")


def marked(data: bytes) -> bytes:
    """Write it as some of them do: with a mark that says it is UTF-8."""
    return BOM + crlf(data)


def mixed(data: bytes) -> bytes:
    """End every third line otherwise, as what two systems have edited ends."""
    lines = data.replace(b"\r\n", b"\n").split(b"\n")
    ends = (b"\n" if n % 3 else b"\r\n" for n in range(len(lines) - 1))
    return b"".join(line + end for line, end in zip(lines, (*ends, b""), strict=True))


Write = Callable[[bytes], bytes]
WAYS = pytest.mark.parametrize("way", [crlf, marked, mixed])


@WAYS
def test_a_project(tmp_path: Path, way: Write) -> None:
    """Lines that nobody has changed are the same to the byte; new ones end like those around."""
    project = Project(Quick(tmp_path))
    (cards,) = project.folder.rglob("fruit.toml")
    files = (project.module, project.layout, project.pages, cards)
    for file in files:
        file.write_bytes(way(file.read_bytes()))
    game = project.game = project.built()
    game["LuaScript"] = game["LuaScript"].replace('"hello " .. name', '"hi " .. name')
    page = game["TabStates"]["0"]
    page["body"] = page["body"].replace("one fruit", "two fruits")
    crate = next(it for it in game["ObjectStates"] if it.get("DeckIDs"))
    crate["Transform"]["posX"] -= 0.3
    for card in crate["ContainedObjects"]:
        card["Nickname"] = card["Nickname"].replace("Quince", "Medlar")
    before = {file: file.read_bytes().split(b"\n") for file in files}
    told = project.told("--take")
    assert (told["left"], told["written"]) == ([], 4)
    for file in files:
        was, now = before[file], file.read_bytes().split(b"\n")
        changed = [(a, b) for a, b in zip(was, now, strict=True) if a != b]
        assert len(changed) == 1, file
        ((old, new),) = changed
        assert old.endswith(b"\r") == new.endswith(b"\r")
        assert now[0].startswith(BOM) == was[0].startswith(BOM)
    assert project.told()["proposed"] == []
    assert project.built()["LuaScript"].count('"hi " .. name') == 1


@WAYS
def test_an_unpacked_mod(tmp_path: Path, way: Write) -> None:
    """A module and a script that were edited on Windows take what was done in the game alike."""
    mod = Mod(Quick(tmp_path))
    files = mod.file("Bob.b0b000/script.lua"), mod.file("lib/dice.lua")
    for file in files:
        file.write_bytes(way(file.read_bytes()))
    before = {file: file.read_bytes().split(b"\n") for file in files}
    done = mod.pulls(in_game(mod.root))
    assert done.returncode == 0, done.stderr
    for file in files:
        was, now = before[file], file.read_bytes().split(b"\n")
        changed = [(a, b) for a, b in zip(was, now, strict=True) if a != b]
        assert len(changed) == 1, (file, was, now)
        ((old, new),) = changed
        assert old.endswith(b"\r") == new.endswith(b"\r"), (file, was, now)
