"""Cards that were found right are not searched again, and all is said as if they were."""

from __future__ import annotations

import enum
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Annotated, Any

import pytest

from tests.catalog.night import HEAD, SCHEMA, Levels, Ware, write
from tts_tool.build.parsed import Parsed
from tts_tool.catalog import CatalogueError, Record, Schema, checked, judged_by, load, loading, ref
from tts_tool.catalog.agreement import unproven
from tts_tool.catalog.problems import Problem
from tts_tool.catalog.records import SheetType
from tts_tool.catalog.sources import Draft

WARE = """
[[ware]]
id = "{id}"
name = {{ en = "{name}", de = "Ware" }}
cost = {cost}
goes_with = ["{other}"]
effects = [{{ op = "take-ware", ware = "{other}" }}]
"""
FILES = {
    "base/head.toml": HEAD,
    "base/a.toml": '[provenance]\ndefault = "house"\n'
    + WARE.format(id="lamp", name="Lamp", cost=3, other="silk"),
    "box/b.toml": '[provenance]\ndefault = "house"\n'
    + WARE.format(id="silk", name="Silk", cost=4, other="lamp"),
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Give cards that are right."""
    return write(tmp_path / "cards", FILES)


def plainly(folder: Path, schema: Schema = SCHEMA, told: tuple[str, ...] = ("en", "de")) -> str:
    """Say what the cards are, or what is wrong with them, by reading and searching all."""
    try:
        return load(folder, schema, told, told[0]).digest
    except CatalogueError as error:
        return "\n".join(map(str, error.problems))


def kept(
    cache: Path, folder: Path, schema: Schema = SCHEMA, told: tuple[str, ...] = ("en", "de")
) -> str:
    """Say the same as a process does that starts from what others have left."""
    return _told(Parsed(cache, folder), folder, schema, told)


def _told(parsed: Parsed, folder: Path, schema: Schema, told: tuple[str, ...]) -> str:
    try:
        cards = load(folder, schema, told, told[0], parsed.checked(schema, told, told[0]))
    except CatalogueError as error:
        return "\n".join(map(str, error.problems))
    parsed.keep()
    return cards.digest


@pytest.fixture
def searched(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """List the records in which faults are searched."""
    found: list[str] = []

    def noted(draft: Draft) -> Iterator[Problem]:
        found.append(draft.name)
        return unproven(draft)

    monkeypatch.setattr(loading, "unproven", noted)
    return found


def test_only_what_was_edited(tmp_path: Path, folder: Path, searched: list[str]) -> None:
    """Another process searches no file again but the edited one, and reads what it says now."""
    first = kept(tmp_path, folder)
    assert {*searched} == {"levels", "lamp", "silk", "weather"}
    searched.clear()
    assert kept(tmp_path, folder) == first
    assert searched == ["weather"]  # which stands in no file
    write(folder, {"base/a.toml": FILES["base/a.toml"].replace("Lamp", "Lantern")})
    searched.clear()
    edited = kept(tmp_path, folder)
    assert searched == ["lamp", "weather"]
    assert edited == plainly(folder) != first


def test_what_another_file_has_lost(tmp_path: Path, folder: Path) -> None:
    """A file that is as it was is told of when what it refers to is gone."""
    right = kept(tmp_path, folder)
    write(folder, {"box/b.toml": FILES["box/b.toml"].replace('id = "silk"', 'id = "wool"')})
    said = kept(tmp_path, folder)
    assert said == plainly(folder)
    assert said.count('no ware "silk"') == 2
    write(folder, FILES)
    assert kept(tmp_path, folder) == right


class Guest2(Record):
    """Is wanted by what it is called."""

    wants: Annotated[str, ref("guest")] | None = None


def dyed(*hues: str) -> Schema:
    """Give a schema that differs from its like in nothing but the members of an enumeration."""
    hue = enum.Enum("Hue", {each.upper(): each for each in hues})  # type: ignore[misc]
    body = {"__annotations__": {"hue": hue | int}, "__module__": __name__}
    kind: Any = SheetType("Dye", (Record,), body)
    return Schema(kinds={"dye": kind})


def test_another_schema(tmp_path: Path, folder: Path) -> None:
    """What was right by one schema is searched by another: other references, other members."""
    guest = '\n[[guest]]\nid = "ann"\nname = { en = "Ann", de = "Ann" }\nwants = "lamp"\n'
    write(folder, {"base/a.toml": FILES["base/a.toml"] + guest})
    assert kept(tmp_path, folder) == plainly(folder)
    other = Schema(
        kinds={"ware": Ware, "guest": Guest2}, operations=SCHEMA.operations, tables=SCHEMA.tables
    )
    assert kept(tmp_path, folder, other) == plainly(folder, other)
    assert 'no guest "lamp"' in plainly(folder, other)
    one, two = dyed("red", "green"), dyed("red", "blue")
    assert repr(one.types) == repr(two.types)
    assert judged_by(one, ("en",), "en") != judged_by(two, ("en",), "en")
    assert judged_by(one, ("en",), "en") == judged_by(dyed("red", "green"), ("en",), "en")


def test_other_languages(tmp_path: Path, folder: Path) -> None:
    """A text that is whole in the languages of one game is not in those of another."""
    text = FILES["base/a.toml"].replace(', de = "Ware"', "")
    write(folder, {"base/a.toml": text})
    for told in [("en",), ("en", "de"), ("en",), ("en", "fr")]:
        assert kept(tmp_path, folder, told=told) == plainly(folder, told=told)
    assert "fr" in plainly(folder, told=("en", "fr"))


def test_another_tool(
    tmp_path: Path, folder: Path, searched: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A tool that checks otherwise checks all again, and so does another schema's version."""
    kept(tmp_path, folder)
    searched.clear()
    monkeypatch.setattr(checked, "_tool", lambda: "another version")
    assert kept(tmp_path, folder) == plainly(folder)
    assert searched.count("lamp") == 2


def test_what_the_tool_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The tool is the code that checks: a letter of it makes another one."""
    code = tmp_path / "code.py"
    code.write_text("a = 1\n", encoding="utf-8")
    monkeypatch.setattr(checked, "_JUDGES", (code,))
    before = checked._tool.__wrapped__()
    code.write_text("a = 2\n", encoding="utf-8")
    assert checked._tool.__wrapped__() != before


def test_faults_are_not_remembered(tmp_path: Path, folder: Path) -> None:
    """What is wrong is told each time, and what is right beside it is right afterwards."""
    for wrong in ("cost = 99", "cost = nan", "cost = 3\nprice_of = 2", 'cost = "3"', "cost = 3.5"):
        text = FILES["base/a.toml"].replace("cost = 3", wrong)
        write(folder, {"base/a.toml": text})
        said = plainly(folder)
        assert "a.toml" in said
        assert [kept(tmp_path, folder) for _ in range(2)] == [said, said]
        write(folder, FILES)
        assert kept(tmp_path, folder) == plainly(folder)


def test_a_damaged_cache(tmp_path: Path, folder: Path) -> None:
    """Cut off anywhere, or with any byte turned, it is thrown away: nothing comes out of it."""
    right = kept(tmp_path, folder)
    (file,) = (tmp_path / "builds").iterdir()
    whole = file.read_bytes()
    for at in range(0, len(whole), 31):
        for damaged in (whole[:at], whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :]):
            file.write_bytes(damaged)
            assert kept(tmp_path, folder) == right
            assert file.read_bytes() == whole


def test_any_edits(tmp_path: Path, folder: Path) -> None:
    """After each of many edits all say the same: a new process, one that lives on, one without."""
    random, living = Random(7), Parsed(tmp_path / "living", folder)
    said = set()
    for _ in range(80):
        name = random.choice([*FILES])
        lines = FILES[name].splitlines(keepends=True)
        at = random.randrange(len(lines))
        match random.randrange(4):
            case 0:
                del lines[at]
            case 1:
                lines[at] = lines[at].replace(random.choice(["silk", "lamp", "3", '"']), "7")
            case 2:
                lines.insert(at, random.choice(lines))
        write(folder, {name: "".join(lines)})
        plain = plainly(folder)
        assert kept(tmp_path / "other", folder) == plain
        assert _told(living, folder, SCHEMA, ("en", "de")) == plain
        said.add(plain)
    assert len(said) > 20


def test_records_of_a_process_that_lives_on(tmp_path: Path, folder: Path) -> None:
    """A process that has read a file gives the same records again, and others after an edit."""
    parsed = Parsed(tmp_path, folder)

    def read() -> dict[str, Ware]:
        cards = load(folder, SCHEMA, checked=parsed.checked(SCHEMA, ("en", "de"), "en"))
        assert cards.table(Levels).costs == (1, 2, 3)
        return dict(cards.of(Ware))

    one = read()
    write(folder, {"base/a.toml": FILES["base/a.toml"].replace("cost = 3", "cost = 2")})
    two = read()
    assert two["silk"] is one["silk"]
    assert (one["lamp"].cost, two["lamp"].cost) == (3, 2)
