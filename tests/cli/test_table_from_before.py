"""The table of a game that an older tts-tool built and refereed goes on with this one."""

from __future__ import annotations

import json
import tarfile
from pathlib import Path
from typing import Any

import pytest

from tests.cli.person import Person, Quick
from tests.cli.test_upgrade import SAID
from tests.cli.town import Town, line_of
from tests.saves.played import Tree, inside
from tts_tool.errors import ExitCode
from tts_tool.saves.tree import read

THEN = Path(__file__).parent / "before" / "my-mod.tar.xz"
BUILT = Path("my-mod", "build", "my-mod", "My_Mod.json")
GAME = "my-mod-7vcj"


def unpacked(person: Person) -> Person:
    """Lay there what somebody has from before."""
    with tarfile.open(THEN) as packed:
        if hasattr(tarfile, "data_filter"):  # from Python 3.11.4 on
            packed.extraction_filter = tarfile.data_filter
        packed.extractall(person.home)  # noqa: S202 - our own
    return person


def root_of(file: Path) -> Tree:
    """Read a save."""
    root: Tree = read(file.read_bytes(), str(file)).root
    return root


def lying(root: Tree) -> list[tuple[str, str, object]]:
    """List the cards, with the deck or else the spot at which each lies."""
    found = [(where, it) for where, it in inside(root) if it.get("Memo")]
    return [(where, it["Memo"], it["Transform"] if where == "table" else 0) for where, it in found]


def test_its_save_is_brought_to_now(tmp_path: Path) -> None:
    """`check` says that it differs; `upgrade` keeps all that was played, and knows where it began.

    That is so where the build of then is named, over which it builds, and where nobody names it.
    """
    person = unpacked(Quick(tmp_path))
    built, played = tmp_path / BUILT, tmp_path / "played.json"
    old, was = root_of(built), root_of(played)
    checked = person.types("check", "my-mod")
    assert (checked.returncode, f"{BUILT.name} differs" in checked.stdout) == (
        ExitCode.FINDING,
        True,
    )
    assert root_of(built) == old
    for base in (("--base", built), ()):
        told = person.told("upgrade", played, "--to", "my-mod", *base)
        now = root_of(Path(told["file"]))
        assert lying(now) == lying(was) != lying(old)
        assert was["LuaScript"] != now["LuaScript"] == root_of(built)["LuaScript"]
        assert now["LuaScriptState"] == was["LuaScriptState"]
    assert root_of(played) == was


@pytest.mark.timeout(240)
def test_its_game_goes_on(town: Town) -> None:
    """`host` says which words its script does not speak, brings it to now, and goes on with it."""
    person = unpacked(town.person)
    assert person.types("games", "import", "game.json").returncode == 0
    town.save.write_bytes((person.home / "played.json").read_bytes())
    town.opens("--seat", "Red", "--seat", "Blue")
    (person.home / "tts" / "Saves").mkdir(parents=True)
    words = ("--dir", "tts", "--no-install", "--json", "--upgrade", "--resume", GAME)
    hosting = town.begins("host", "my-mod", *words, *town.ports)
    said: dict[str, dict[str, Any]] = {}
    while "begun" not in said:
        line = line_of(hosting)
        assert line.startswith("{"), line
        told = json.loads(line)
        assert told["what"] in {*SAID, "begun"}, told
        said[told["what"]] = told
    assert said["outdated"]["text"] == "the table speaks version 1 of the protocol, not 2"
    assert said["begun"]["game"] == GAME
