"""Things that lie on a table besides, each in a file as the game saves it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.table.small_saves import save, thing
from tts_tool.build.table.lying import beside, read_lying
from tts_tool.errors import BadInput


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Give a folder of the layout with two things in it: one of them as Saved Objects has it."""
    (tmp_path / "things").mkdir()
    (tmp_path / "things" / "mug.json").write_text(json.dumps(thing("ffff01", Nickname="Mug")))
    (tmp_path / "things" / "pot.json").write_text(json.dumps(save(thing("ffff02", Nickname="Pot"))))
    return tmp_path


def test_what_lies_there(folder: Path) -> None:
    """All of it is there, by the names of the files; nothing but JSON is looked at."""
    (folder / "things" / "notes.txt").write_text("mine")
    found = list(beside(read_lying([folder, folder]), ["c0ffee"]))
    assert [each["Nickname"] for each in found] == ["Mug", "Pot"]
    assert list(read_lying([folder / "none"])) == []


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("{", "can't be read"),
        ("[]", "can't be read"),
        ("{}", "no object of the game"),
        ('{"Name": "X", "Transform": 1}', "no object of the game"),
        (json.dumps(thing("ffff02")), "another thing has the GUID"),
        (json.dumps(thing("c0ffee")), "another thing has the GUID"),
    ],
)
def test_what_is_wrong(folder: Path, text: str, why: str) -> None:
    """It is told with its file, and what to do."""
    wrong = folder / "things" / "wrong.json"
    wrong.write_text(text)
    with pytest.raises(BadInput, match=why) as told:
        list(beside(read_lying([folder]), ["c0ffee"]))
    assert told.value.where == f"{wrong.as_posix()}:1"
    assert told.value.fix
