"""A save becomes a folder; a person edits it; it comes back with that edit and nothing else."""

from __future__ import annotations

import json
import random
import unicodedata
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from tests.corpus import CORPUS, corpus_file, wants_corpus
from tests.saves.saves import NAMES, hostile, small
from tests.saves.writers import scribble
from tts_tool.errors import BadInput
from tts_tool.saves.folder import LAYOUT, Files, InMemory, safe
from tts_tool.saves.layout import write
from tts_tool.saves.naming import Names
from tts_tool.saves.packing import packed
from tts_tool.saves.rounding import rounded
from tts_tool.saves.tree import Document, read, written
from tts_tool.saves.unpacking import unpack
from tts_tool.saves.verifying import verify

Edit = Callable[[Files], None]


def unpacked(data: bytes) -> Files:
    """Unpack what a file holds."""
    return unpack(read(data, "save.json"), "save.json")


def edited(data: bytes, edit: Edit) -> Any:  # noqa: ANN401
    """Unpack, edit, pack; give the tree."""
    files = unpacked(data)
    edit(files)
    return json.loads(packed(InMemory(files)))


@wants_corpus
def test_real_saves() -> None:
    """Every byte comes back, and next to none of it from the residue."""
    residue = size = 0
    for file in CORPUS:
        verdict = verify(file.read_bytes(), file.name)
        assert verdict.differs_at is None, file.name
        assert verdict.residue <= 4096, file.name
        residue, size = residue + verdict.residue, size + verdict.size
    assert residue <= size / 100


@pytest.mark.soak(sample=200, full=20_000)
def test_hostile_saves(rounds: int) -> None:
    """Whatever things are called and whatever they hold, all of it comes back."""
    for seed in range(rounds):
        pick = random.Random(seed)
        save = hostile(pick)
        data = scribble(save, pick, 0.02).encode() if seed % 3 == 0 else written(save)
        files = unpacked(data)
        assert packed(InMemory(files)) == data, seed
        check_paths(list(files))


def check_paths(paths: list[str]) -> None:
    """See that Windows, macOS and Linux all take these names, side by side."""
    folded = {unicodedata.normalize("NFKC", path.casefold()) for path in paths}
    assert len(folded) == len(paths)
    folders = {path.rpartition("/")[0] for path in paths}
    assert not folders & set(paths)
    for path in paths:
        assert safe(path)
        assert len(path) <= 210
        for part in path.split("/"):
            assert len(part.encode()) <= 255
            assert part.partition(".")[0].upper() not in {"CON", "PRN", "AUX", "NUL", "COM1"}
            assert part == part.strip(" .") or part == ".gitattributes"
            assert not set(part) & set('<>:"\\|?*\n\x07\u202e')


def test_look_of_a_folder() -> None:
    """A folder for each object, a file for each text, the cards of a deck in one file."""
    files = unpacked(written(small()))
    assert sorted(files) == sorted(
        """.gitattributes layout.json note.txt notebook/0.Rules.txt save.json script.lua
        objects/order.txt
        objects/Chest.aaaaaa/object.json objects/Chest.aaaaaa/contained/order.txt
        objects/Chest.aaaaaa/contained/Coin.bbbbbb/object.json
        objects/Chest.aaaaaa/contained/Coin/object.json
        objects/Deck.cccccc/object.json objects/Deck.cccccc/cards.json
        objects/Door.dddddd/object.json objects/Door.dddddd/script.lua
        objects/Door.dddddd/states/2.Open.eeeeee/object.json
        objects/Ship.ffffff/object.json objects/Ship.ffffff/children/order.txt
        objects/Ship.ffffff/children/Flag.abcdef/object.json
        objects/Ship.ffffff/children/Flag.abcdef/description.txt""".split()
    )
    assert files["script.lua"] == b"function onLoad()\r\nend\n"
    assert files["notebook/0.Rules.txt"] == b"Be nice.\r\n"
    assert files["objects/order.txt"] == b"Chest.aaaaaa\nDeck.cccccc\nDoor.dddddd\nShip.ffffff\n"
    assert files["objects/Door.dddddd/object.json"].decode() == (
        '{\n  "GUID": "dddddd",\n  "Name": "Bag",\n  "Transform": {\n    "posX": 0.5,\n'
        '    "posY": 1.0,\n    "posZ": 1E-05\n  },\n  "Nickname": "Door",\n  "Description": "",\n'
        '  "LuaScript": {\n    "file": "script.lua"\n  },\n'
        '  "States": {\n    "2": {\n      "folder": "states/2.Open.eeeeee"\n    }\n  }\n}\n'
    )
    cards = files["objects/Deck.cccccc/cards.json"].decode().splitlines()
    assert cards[-5] == '    {"GUID": "000002", "Nickname": "Card 2", "CardID": 102},'
    assert json.loads(files[LAYOUT]) == {"made-by": "tts-tool unpack"}


def test_shuffled_deck_differs_in_the_order_of_its_lines() -> None:
    """What most cards have in common is said once, and does not depend on which comes first."""
    before, after = small(), small()
    random.Random(3).shuffle(after["ObjectStates"][1]["ContainedObjects"])
    path = "objects/Deck.cccccc/cards.json"
    lines = [unpacked(written(save))[path].decode().splitlines() for save in (before, after)]
    assert lines[0] != lines[1]
    plain = [sorted(line.rstrip(",") for line in each) for each in lines]
    assert plain[0] == plain[1]


def test_deck_is_smaller_than_its_cards() -> None:
    """Thousands of lines that all cards share are gone."""
    save = corpus_file("arcs_v13.3.json").read_bytes()
    assert sum(map(len, unpacked(save).values())) < len(save) * 0.7


CHEST, DOOR, DECK = "objects/Chest.aaaaaa/", "objects/Door.dddddd/", "objects/Deck.cccccc/"


def swap(path: str, old: bytes, new: bytes) -> Edit:
    """Make an edit that a person would make in an editor."""

    def edit(files: Files) -> None:
        assert files[path].count(old) == 1
        files[path] = files[path].replace(old, new)

    return edit


def delete(folder: str, order: str, line: bytes) -> Edit:
    """Make the edit of a person who deletes an object."""

    def edit(files: Files) -> None:
        for path in [path for path in files if path.startswith(folder)]:
            del files[path]
        swap(order, line, b"")(files)

    return edit


Change = Callable[[Any], None]


def put(*path: str | int, value: object) -> Change:
    """Make the same change in the tree itself."""

    def change(save: Any) -> None:  # noqa: ANN401
        for step in path[:-1]:
            save = save[step]
        if value is ...:
            del save[path[-1]]
        else:
            save[path[-1]] = value

    return change


EDITS: dict[str, tuple[Edit, Change]] = {
    "nickname": (
        swap(f"{CHEST}object.json", b'"Chest"', '"Größe/1"'.encode()),
        put("ObjectStates", 0, "Nickname", value="Größe/1"),
    ),
    "number": (
        swap(f"{CHEST}object.json", b"0.5", b"7.25"),
        put("ObjectStates", 0, "Transform", "posX", value=msgspec.Raw("7.25")),
    ),
    "line of a script": (
        swap("script.lua", b"\r\nend", b"\r\n  print(1)\nend"),
        put("LuaScript", value="function onLoad()\r\n  print(1)\nend\n"),
    ),
    "page of the notebook": (
        swap("notebook/0.Rules.txt", b"nice", b"kind"),
        put("TabStates", "0", "body", value="Be kind.\r\n"),
    ),
    "order": (
        swap(f"{CHEST}contained/order.txt", b"Coin.bbbbbb\nCoin\n", b"\r\nCoin\r\nCoin.bbbbbb"),
        lambda save: save["ObjectStates"][0]["ContainedObjects"].reverse(),
    ),
    "state": (
        swap(f"{DOOR}states/2.Open.eeeeee/object.json", b'"Open"', b'"Ajar"'),
        put("ObjectStates", 2, "States", "2", "Nickname", value="Ajar"),
    ),
    "number of a state": (
        swap(f"{DOOR}object.json", b'"2"', b'"3"'),
        lambda save: save["ObjectStates"][2].update(
            States={"3": save["ObjectStates"][2]["States"]["2"]}
        ),
    ),
    "object": (
        delete(CHEST, "objects/order.txt", b"Chest.aaaaaa\n"),
        put("ObjectStates", 0, value=...),
    ),
    "contained object": (
        delete(f"{CHEST}contained/Coin/", f"{CHEST}contained/order.txt", b"\nCoin"),
        put("ObjectStates", 0, "ContainedObjects", 1, value=...),
    ),
    "card": (
        swap(f"{DECK}cards.json", b'"Card 2"', b'"Ace"'),
        put("ObjectStates", 1, "ContainedObjects", 2, "Nickname", value="Ace"),
    ),
    "card that goes": (
        swap(f"{DECK}cards.json", b'{"GUID": "000003", "Nickname": "Card 3", "CardID": 103},', b""),
        put("ObjectStates", 1, "ContainedObjects", 3, value=...),
    ),
}


@pytest.mark.parametrize("oddly", [False, True])
@pytest.mark.parametrize("name", EDITS)
def test_edit(name: str, *, oddly: bool) -> None:
    """The packed save differs in exactly what was edited, and in nothing of its layout."""
    edit, change = EDITS[name]
    data = written(small())
    if oddly:
        data = data.replace(b"\n", b"\r\n").replace(b"Y", b"\\u0059")
        data = b"\xef\xbb\xbf" + data + b"\r\n"
    files = unpacked(data)
    edit(files)
    expected = small()
    change(expected)
    assert packed(InMemory(files)) == write(expected, read(data, "save.json").layout)


def test_what_is_odd_goes_along() -> None:
    """An object takes its odd blanks and escapes along when it moves; its fellows keep theirs."""
    lines = written(small()).replace(b'"Door"', b'"D\\u006for"').decode().splitlines()
    odd = [line + "  " if '"cccccc"' in line or '"ffffff"' in line else line for line in lines]
    data = "\n".join(odd).encode()
    files = unpacked(data)
    assert packed(InMemory(files)) == data
    delete(CHEST, "objects/order.txt", b"Chest.aaaaaa\n")(files)
    begin = next(n for n, line in enumerate(odd) if '"ObjectStates"' in line) + 1
    end = next(n for n, line in enumerate(odd) if '"cccccc"' in line) - 1
    assert packed(InMemory(files)).decode() == "\n".join(odd[:begin] + odd[end:])


def test_edited_text_is_spelled_as_usual() -> None:
    """Odd escapes of a text that was edited are forgotten, not applied to other characters."""
    data = written({"LuaScript": "a/b", "Note": "a/c", "XmlUI": "//"}).replace(b"a/b", b"a\\/b")
    files = unpacked(data)
    files["script.lua"] = b"x/yz"
    assert packed(InMemory(files)) == data.replace(b"a\\/b", b"x/yz")


def test_names_of_equal_things() -> None:
    """Names are told apart in document order, whatever the file system thinks is the same."""
    names = Names()
    wanted = ["Ace", "ace", "Äce", "A\u0308ce", "x.2", "x", "x"]
    taken = [names.take(name, "") for name in wanted]
    assert taken == ["Ace", "ace.2", "Äce", "Äce.2", "x_2", "x", "x.2"]
    assert [Names().take(name, "") for name in ("CON", "..", "com1", "😀", "a/b")] == [
        *("CON_", "unnamed", "com1_", "unnamed", "a_b")
    ]
    for name in NAMES:
        assert safe(Names().take(name, name))


def test_deep_nesting_stays_short() -> None:
    """Bags in bags in bags get folders as long as Windows can still open them."""
    bag: dict[str, Any] = {"GUID": "abcdef", "Nickname": "x" * 300}
    for _ in range(60):
        bag = {**bag, "ContainedObjects": [bag]}
    data = written({"ObjectStates": [bag]})
    files = unpacked(data)
    check_paths(list(files))
    assert packed(InMemory(files)) == data


@pytest.mark.parametrize("root", [[], "x", 1, None])
def test_no_save(root: object) -> None:
    """A file that is JSON but no save is refused by name."""
    with pytest.raises(BadInput, match=r"mod\.json:1:1: this is no save"):
        unpack(Document(root), "mod.json")


@pytest.mark.parametrize(
    ("path", "content", "place", "what"),
    [
        ("save.json", b"{", "save.json:1:2", "ends too early"),
        ("save.json", b"[]", "save.json:1:1", "braces"),
        ("save.json", b'{\n "a": 1,\n "a": 2}', "save.json:2:2", "comes again"),
        ("save.json", b'{"ObjectStates": {"folder": "../x"}}', "save.json", "leads out"),
        ("save.json", b'{"ObjectStates": {"folder": "/etc"}}', "save.json", "leads out"),
        ("save.json", b'{"ObjectStates": {"folder": "C:\\\\x"}}', "save.json", "leads out"),
        ("save.json", b'{"ObjectStates": {"folder": 7}}', "save.json", "belongs here"),
        ("save.json", b'{"ObjectStates": {"folder": "nope"}}', "nope/order.txt", "no such file"),
        ("save.json", b'{"LuaScript": {"file": "../x.lua"}}', "save.json", "leads out"),
        ("save.json", b'{"LuaScript": {"file": "nope.lua"}}', "nope.lua", "no such file"),
        ("save.json", b'{"LuaScript": {"folder": "objects"}}', "save.json", "belongs here"),
        ("script.lua", b"a\n\xff", "script.lua:2", "not UTF-8"),
        ("objects/order.txt", b"../x\n", "objects/order.txt:1", "no name"),
        ("objects/order.txt", b"Chest.aaaaaa\n..\n", "objects/order.txt:2", "no name"),
        ("objects/order.txt", b"Nope\n", "objects/order.txt:1", 'no "Nope/object.json"'),
        ("objects/order.txt", b"Chest.aaaaaa\n\nChest.aaaaaa", "objects/order.txt:3", "line 1"),
        ("objects/order.txt", b"Chest.aaaaaa\n", "objects/order.txt", '"Deck.cccccc" is not'),
        (f"{DOOR}object.json", b'{"States": {"2": 5}}', f"{DOOR}object.json", "belongs here"),
        (f"{DECK}cards.json", b'{"like": {}}', f"{DECK}cards.json", "cards"),
        (f"{DECK}cards.json", b'{"like": {}, "cards": [1]}', f"{DECK}cards.json", "braces"),
        (LAYOUT, b'{"newline": "x"}', LAYOUT, "Invalid enum"),
        (LAYOUT, b'{"lead": "x"}', LAYOUT, "matching regex"),
        (LAYOUT, b'{"odd": {"": {"": {"dead": {"Note": [["Note", "x"]]}}}}}', LAYOUT, "no JSON"),
    ],
)
def test_mistakes_of_a_person(path: str, content: bytes, place: str, what: str) -> None:
    """The error names the file, and the line where it can."""
    files = unpacked(written(small()))
    files[path] = content
    with pytest.raises(BadInput, match=what) as caught:
        packed(InMemory(files))
    assert caught.value.where == place


def test_rounded_view() -> None:
    """Only places, sizes and angles are rounded, and packing the view gives just that."""
    text = '{"Transform": {"posX": 1.00049996, "rotY": 359.98, "scaleX": 1E-07, "posY": NaN}, '
    text += '"Mass": 1.00049996, "ObjectStates": [{"Transform": {"rotX": -0.01}}]}'
    view = Document(rounded(read(text.encode(), "x").root))
    files = unpack(view, "x")
    back = packed(InMemory(files)).decode()
    assert " ".join(back.split()) == (
        '{ "Transform": { "posX": 1.0, "rotY": 0.0, "scaleX": 0.0, "posY": NaN }, '
        '"Mass": 1.00049996, "ObjectStates": [ { "Transform": { "rotX": 0.0 } } ] }'
    )
