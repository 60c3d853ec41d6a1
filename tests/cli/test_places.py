"""Folders are called as people call them: with umlauts, blanks and signs, and one in another."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.person import Person
from tests.wants import do_without
from tts_tool.saves.assets import assets
from tts_tool.saves.tree import read

NAMES = ("Jörg & Änne Müller", "Spiele (neu), größer", "100 % Ernst's «Höhle» #1")
LETTERS = 300


@pytest.fixture
def person(tmp_path: Path) -> Person:
    """Give a home whose path has umlauts, blanks, and more letters than Windows takes by itself."""
    home = tmp_path.joinpath(*NAMES)
    while len(str(home)) < LETTERS:
        home /= "noch ein Ordner, tief unten"
    try:
        home.mkdir(parents=True)
    except OSError as error:
        do_without("posix", f"paths of {LETTERS} letters: {error}")
    return Person(home)


def test_everything_works_there(person: Person) -> None:
    """A mod is begun, built, installed, taken apart, put together, run and played there.

    The installed save names pictures that are there, whatever the folder is called.
    """
    data, mod = person.home / "Tabletop Simulator ß", "Größe der Höhle"
    (data / "Saves").mkdir(parents=True)
    save = f"{mod}/build/{mod}/Größe_der_Höhle.json"
    for words in (
        ("init", mod),
        ("build", mod, "--jobs", "1"),
        ("install", mod, "--dir", str(data)),
        ("unpack", save, "zerlegt hübsch"),
        ("pack", "zerlegt hübsch", "wieder ganz.json"),
        ("table", save, "--frames", "10", "--fail-on-error"),
        ("play", mod, "--bots", "2", "--seed", "1"),
        ("check", mod),
        ("clean", mod),
    ):
        done = person.types(*words)
        assert done.returncode == 0, (words, done.stdout, done.stderr)
    assert json.loads((person.home / "wieder ganz.json").read_bytes())["SaveName"] == mod
    (installed,) = (data / "Saves").glob("*.json")
    named = {asset.address for asset in assets(read(installed.read_bytes(), "").root)}
    # On Windows the address goes on with a drive, elsewhere it is the path itself.
    found = [Path(address.removeprefix("file:///")) for address in named]
    assert found
    assert all(path.is_file() and path.is_relative_to(person.home) for path in found)
