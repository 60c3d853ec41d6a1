"""What is kept between builds is what would be read or compiled anew, or it is not used."""

from __future__ import annotations

import datetime as dt
import tomllib
from pathlib import Path

import pytest

from tts_tool.build.cache import at_work
from tts_tool.build.faces import Easel
from tts_tool.build.parsed import Parsed, remembered
from tts_tool.build.table.merging import merged
from tts_tool.resources import mod_json_dir

CARD = '[[gem]]\nid = "ruby"\nworth = 1.0\ncount = 1\ngone = false\n'


def kept(cache: Path, *texts: str) -> list[dict[str, object]]:
    """Parse some texts as one build would."""
    parsed = Parsed(cache, Path("cards"))
    found = [parsed.parse(text) for text in texts]
    parsed.keep()
    return found


def test_documents(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A text that was parsed is not parsed again, and says the same down to its types."""
    first = kept(tmp_path, CARD)
    monkeypatch.setattr(tomllib, "loads", lambda _: pytest.fail("parsed again"))
    again = kept(tmp_path, CARD)
    assert repr(again) == repr(first) == repr([{"gem": [
        {"id": "ruby", "worth": 1.0, "count": 1, "gone": False}
    ]}])  # fmt: skip


@pytest.mark.parametrize("value", ["2020-01-01", "07:30:00", "1208925819614629174706176", "nan"])
def test_what_would_come_back_otherwise(tmp_path: Path, value: str) -> None:
    """A date, a time, a huge number: what the cache cannot hold as it is, is parsed each time."""
    (first,), (again,) = (kept(tmp_path, f"a = {value}\n", CARD)[:1] for _ in range(2))
    assert repr(again) == repr(first)
    assert isinstance(again["a"], dt.date | dt.time | int | float)


def test_forgotten(tmp_path: Path) -> None:
    """Documents that a folder no longer has are dropped; a damaged cache is as good as none."""
    kept(tmp_path, CARD, "a = 1\n")
    (file,) = (tmp_path / "builds").iterdir()
    before = file.stat().st_size
    kept(tmp_path, CARD)
    assert file.stat().st_size < before
    file.write_bytes(b"?")
    assert kept(tmp_path, CARD) == [tomllib.loads(CARD)]


LAYOUT = '[seats.red]\ncolour = "Red"\n[[places]]\nnames = ["deck"]\ntags = ["Card"]\n'
MORE = '[seats.blue]\ncolour = "Blue"\n[[places]]\nnames = ["discard"]\n'


def test_remembered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What no card says is parsed once, too; damaged, it is as good as nothing."""
    monkeypatch.setenv("TTS_TOOL_CACHE", str(tmp_path))
    dated = "day = 2020-01-01\n"
    assert remembered(LAYOUT) == tomllib.loads(LAYOUT)
    assert remembered(dated) == tomllib.loads(dated)
    (file,) = tmp_path.rglob("*.toml")  # a date would come back as a text, and is not kept
    whole = file.read_bytes()
    with monkeypatch.context() as patch:
        patch.setattr(tomllib, "loads", lambda _: pytest.fail("parsed again"))
        assert remembered(LAYOUT)["places"] == [{"names": ["deck"], "tags": ["Card"]}]
    for damaged in (whole[:-9], whole[:40], b"", whole[:-1] + b"?"):
        file.write_bytes(damaged)
        assert remembered(LAYOUT) == tomllib.loads(LAYOUT)
        assert file.read_bytes() == whole


def test_merging_leaves_what_is_remembered() -> None:
    """Files that are put together stay what they are: the next build puts them together, too."""
    one, other = tomllib.loads(LAYOUT), tomllib.loads(MORE)
    files = [(Path("a.toml"), one), (Path("b.toml"), other)]
    whole = merged(files)
    assert [each["names"] for each in whole["places"]] == [["deck"], ["discard"]]
    assert whole["seats"].keys() == {"red", "blue"}
    assert (one, other) == (tomllib.loads(LAYOUT), tomllib.loads(MORE))
    assert merged(files) == whole


def drawn(faces: Path) -> str:
    """Draw a face with an easel that has read nothing before."""
    return Easel([faces, mod_json_dir() / "old_world" / "faces"], []).draw("a.svg", {}).svg


def test_compiled_templates(tmp_path: Path) -> None:
    """Templates are compiled once; changed or damaged ones are compiled anew, and never run."""
    faces, cache = tmp_path / "faces", tmp_path / "cache"
    faces.mkdir()
    (faces / "style.toml").write_bytes((mod_json_dir() / "old_world/faces/style.toml").read_bytes())
    (faces / "a.svg").write_text("<svg>{{ 1 + 1 }}</svg>", encoding="utf-8")
    assert drawn(faces) == "<svg>2</svg>"
    assert not cache.exists()
    token = at_work.set(cache)
    try:
        assert drawn(faces) == drawn(faces) == "<svg>2</svg>"
        (compiled,) = cache.rglob("*.template")
        stamp = compiled.stat().st_mtime_ns
        assert drawn(faces) == "<svg>2</svg>"
        assert compiled.stat().st_mtime_ns == stamp
        whole = compiled.read_bytes()
        for damaged in (whole[:-9], whole[:40], b"", whole[:-1] + b"?"):
            compiled.write_bytes(damaged)
            assert drawn(faces) == "<svg>2</svg>"
            assert compiled.read_bytes() == whole
        (faces / "a.svg").write_text("<svg>{{ 1 + 2 }}</svg>", encoding="utf-8")
        assert drawn(faces) == "<svg>3</svg>"
    finally:
        at_work.reset(token)
