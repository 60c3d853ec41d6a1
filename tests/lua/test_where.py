"""Messages of the game are understood, and lead to the files that people edit."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tts_tool.errors import BadInput, NotFound
from tts_tool.lua.locations import Location, locations, read_report
from tts_tool.lua.source_map import Position, Section, SourceMap, Stretch, stacked
from tts_tool.lua.where import ScriptMap, places, read_maps, write_maps

TI4 = (
    "Error in Script (Burninate - lea2ff) - function <call/allFactions>: "
    "chunk_3:(1128,8-62): pattern to complex"
)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("chunk_3:(12,4)", Location("chunk_3", 12, 4, 12, 4)),
        ("chunk_3:(12,4-8)", Location("chunk_3", 12, 4, 12, 8)),
        ("chunk_3:(12,4-14,2)", Location("chunk_3", 12, 4, 14, 2)),
        ("[clr]", Location()),
        ("<executeScript>:(1,0)", Location("<executeScript>", 1, 0, 1, 0)),
        ("<call/all factions>:(1,0)", Location("<call/all factions>", 1, 0, 1, 0)),
        ("Global.-1.lua:(1,0-3)", Location("Global.-1.lua", 1, 0, 1, 3)),
    ],
)
def test_shapes(text: str, expected: Location) -> None:
    """Each of the four shapes is found, alone and inside a message."""
    assert list(locations(text)) == [expected]
    assert list(locations(f"Error: ({text}): x:(y) (1,2) at 12:(3)")) == [expected]


@given(st.text("chunk_:(),-0123456789[]<> \n"))
def test_any_text_is_read(text: str) -> None:
    """No text is too odd to be looked through."""
    assert all(each.line is None or each.line >= 0 for each in locations(text))
    read_report(text)


@pytest.mark.parametrize(
    ("text", "guid", "name", "function", "message"),
    [
        ("chunk_0:(36,4-8): boom", None, None, None, "boom"),
        ("Error in Global Script: chunk_0:(36,4-8): boom", "-1", None, None, "boom"),
        (TI4, "lea2ff", "Burninate", "call/allFactions", "pattern to complex"),
        ("Error in Script (A - (x) - 12ab34): c:(1,0): z", "12ab34", "A - (x)", None, "z"),
        (json.dumps({"messageID": 3, "guid": "-1", "errorMessagePrefix": "Error in Global Script: ",
                     "error": "chunk_0:(36,4-8): boom"}), "-1", None, None, "boom"),
        (json.dumps({"guid": "lea2ff", "errorMessagePrefix": TI4, "error": "pattern to complex"}),
         "lea2ff", "Burninate", "call/allFactions", "pattern to complex"),
        (json.dumps({"guid": "-2", "error": "chunk_0:(3,1): timer"}), "-1", None, None, "timer"),
        ('{"error": 5, "guid": null}', None, None, None, "5"),
        ("{broken", None, None, None, "{broken"),
    ],
)  # fmt: skip
def test_messages(
    text: str, guid: str | None, name: str | None, function: str | None, message: str
) -> None:
    """Whose script it is, in which function, and what is wrong, in either field of a message."""
    report = read_report(text)
    assert (report.guid, report.name, report.function) == (guid, name, function)
    assert report.message.splitlines()[-1:] == message.splitlines()[-1:]


def test_a_place_said_twice_is_one() -> None:
    """The prefix often repeats the error."""
    report = read_report(json.dumps({"errorMessagePrefix": f"Error: {TI4}", "error": TI4}))
    assert report.locations == (Location("chunk_3", 1128, 8, 1128, 62),)


def test_pieces() -> None:
    """Text that advances leads line by line, text of one line stays on it, glue leads nowhere."""
    script = SourceMap(
        (
            Stretch(1, 0),
            Stretch(2, 0, "a.lua", 10, 0, advances=True),
            Stretch(4, 5, "b.lua", 7),
            Stretch(6, 2, "a.lua", 12, 8, advances=True),
        ),
        8,
    )
    expected = {
        (1, 0): None,
        (2, 3): Position("a.lua", 10, 3),
        (3, 9): Position("a.lua", 11, 9),
        (4, 4): Position("a.lua", 12, 4),
        (4, 5): Position("b.lua", 7),
        (5, 80): Position("b.lua", 7),
        (6, 1): Position("b.lua", 7),
        (6, 4): Position("a.lua", 12, 10),
        (8, 1): Position("a.lua", 14, 1),
        (9, 0): None,
    }
    assert {place: script.at(*place) for place in expected} == expected
    assert str(Position("a.lua", 3, 0)) == "a.lua:3:1"
    assert str(Position("a.lua", 3)) == "a.lua:3"


pieces = st.lists(
    st.builds(
        Stretch,
        st.integers(1, 50),
        st.integers(0, 99),
        st.sampled_from(["a.lua", "b/c.lua"]),
        st.integers(1, 99),
        st.none() | st.integers(0, 99),
        st.booleans(),
    )
    | st.tuples(st.integers(1, 50), st.integers(0, 99)).map(lambda place: Stretch(*place)),
    max_size=8,
)
maps = pieces.map(
    lambda many: SourceMap(
        (Stretch(1, 0), *sorted(many, key=lambda piece: piece[:2])), 60, (Section("m", 1, 9),)
    )
)


@given(maps, maps)
def test_maps_are_kept(first: SourceMap, second: SourceMap) -> None:
    """What is written as JSON is read as it was; stacking only moves lines."""
    assert SourceMap.from_json(json.loads(json.dumps(first.as_json()))) == first
    both = stacked([first, second])
    for line in (1, 7, 30, 60):
        assert both.at(line, 5) == first.at(line, 5)
        assert both.at(line + 60, 5) == second.at(line, 5)
    assert both.sections == (Section("m", 1, 9), Section("m", 61, 69))


@pytest.fixture
def build(tmp_path: Path) -> Path:
    """Give the maps of a build with two scripts, in a folder that has moved since."""
    src = tmp_path / "old" / "src"
    src.mkdir(parents=True)
    text = "one\ntwo\r\nthree\nfour\nfive"
    (src / "a.lua").write_bytes(text.encode())
    out = tmp_path / "old" / "build"
    out.mkdir()
    whole = SourceMap.plain((src / "a.lua").as_posix(), text)
    glue = SourceMap.plain(None, "--")
    script = ScriptMap("-1", "Global", stacked([glue, whole.named("a")]))
    write_maps(out / "mod.map.json", [script, ScriptMap("lea2ff", "Burninate", whole)])
    (tmp_path / "old").rename(tmp_path / "new")
    return tmp_path / "new" / "build" / "mod.map.json"


def test_from_message_to_file(build: Path) -> None:
    """The file is found, with the module, and the lines around, also after the folder moved."""
    (place,) = places(read_report("Error in Global Script: chunk_2:(4,1-2): x"), read_maps(build))
    file = (build.parent.parent / "src/a.lua").as_posix()
    assert place.position == Position(file, 3, 1)
    assert place.module == Position("a", 3, 1)
    assert place.around == ((1, "one"), (2, "two"), (3, "three"), (4, "four"), (5, "five"))
    (place,) = places(read_report(TI4.replace("1128", "1")), read_maps(build))
    assert place.position == Position(file, 1, 8)
    assert place.around == ((1, "one"), (2, "two"), (3, "three"))


@pytest.mark.parametrize(
    ("text", "guid", "why"),
    [
        ("[clr]: x", "-1", "inside the game itself"),
        ("c:(1,0)", "-1", "in what bundling adds"),
        ("c:(70,0)", "-1", "only 6 lines"),
        ("c:(0,0)", "-1", "in what bundling adds"),
    ],
)
def test_places_without_a_file(build: Path, text: str, guid: str, why: str) -> None:
    """What is in no file of the author's is said so."""
    (place,) = places(read_report(text, guid), read_maps(build))
    assert place.position is None
    assert why in str(place.why)


def test_whose_script(build: Path) -> None:
    """With several scripts, the message or the person has to say which."""
    known = read_maps(build)
    with pytest.raises(BadInput, match="whose script") as caught:
        places(read_report("c:(2,0)"), known)
    assert caught.value.fix == "--guid, one of: -1 (Global), lea2ff (Burninate)"
    with pytest.raises(NotFound, match="no script of 123456"):
        places(read_report("c:(2,0)", "123456"), known)
    with pytest.raises(BadInput, match="no place of a script"):
        places(read_report("it does not work"), known)
    with pytest.raises(NotFound, match="no script to look into"):
        places(read_report("c:(2,0)"), [])
    (place,) = places(read_report("c:(2,0)"), known[1:])
    assert place.position is not None


def test_a_script_without_a_map(tmp_path: Path) -> None:
    """A script itself will do; of a bundle, the module and its line are told."""
    script = tmp_path / "s.lua"
    script.write_text('-- Bundled by luabundle {"version":"1.5.0"}\n'
                      '__bundle_register("__root", function(require, a, b, c)\nx()\ny()\nend)\n'
                      'return __bundle_require("__root")')  # fmt: skip
    (place,) = places(read_report("c:(4,0)", "whoever"), read_maps(script))
    assert place.position == Position(script.as_posix(), 4, 0)
    assert place.module == Position("__root", 2, 0)


def _map_file(**different: object) -> str:
    script: dict[str, object] = {"guid": None, "name": "", "lines": 1, "files": []}
    script |= {"modules": [], "pieces": []}
    return json.dumps({"version": 1, "scripts": [script | different]})


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{}",
        _map_file(pieces=[[1, 0, 0, 1, 0, 1e999]], files=["x"], lines=1e999),
        '{"version": 2, "scripts": []}',
        '{"version": 1}',
        "[" * 5000,
        _map_file(pieces=[[1, 0, 0, 1, 0, 1]]),
        _map_file(pieces=[[2, 0], [1, 0]]),
        _map_file(lines="x"),
    ],
)
def test_files_that_are_no_maps(tmp_path: Path, text: str) -> None:
    """Anything else that ends in .json is refused by its name."""
    file = tmp_path / "x.map.json"
    file.write_text(text)
    with pytest.raises(BadInput) as caught:
        read_maps(file)
    assert caught.value.where == file.as_posix()
