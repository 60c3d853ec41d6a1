"""A difference between two saves is told as a person would tell it."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.corpus import corpus_file, each_save
from tts_tool.saves.assets import assets, assets_in_scripts
from tts_tool.saves.comparing import Change, compare
from tts_tool.saves.objects import Bag, Block, Card, Deck, Save, Sheet, Tab, Tile, Token, Vector
from tts_tool.saves.summary import summary
from tts_tool.saves.tree import Document, number_from, objects, read, written

Tree = dict[str, Any]
Edit = Callable[[Tree], object]

SHEET = Sheet(key=7, face="f.png", back="b.png", columns=4, rows=2)
TABLE = Save(
    name="Night Market",
    script="a\nb\nc",
    notebook=(Tab(title="Rules", body="one\ntwo"),),
    objects=(
        Tile(id="stall", nickname="Stall", image="s.png", tags=("Ware",)),
        Deck(
            id="wares",
            nickname="Wares",
            cards=tuple(
                Card(id=f"ware.{n}", nickname=f"Ware {n}", sheet=SHEET, index=n) for n in range(5)
            ),
        ),
        Bag(id="coins", nickname="Coins", inside=tuple(Block(id=f"coin.{n}") for n in range(4))),
        Token(id="moon", image="m.png", states=(Token(id="moon.2", image="m2.png"),)),
    ),
)


def edited(edit: Edit, save: Save = TABLE) -> tuple[Document, Document]:
    """Give a save before and after."""
    tree = save.tree()
    before = read(written(tree), "before")
    tree = copy.deepcopy(tree)
    edit(tree)
    return before, read(written(tree), "after")


def told(edit: Edit) -> list[str]:
    """Tell what was edited, without the GUIDs, which are hashes."""
    return [plain(str(change)) for change in compare(*edited(edit))]


def plain(text: str) -> str:
    """Leave out the GUIDs."""
    names = {thing["GUID"] for thing in objects(TABLE.tree())}
    for name in names:
        text = text.replace(f" [{name}]", "")
    return text


def thing(tree: Tree, index: int) -> Tree:
    """Give an object on the table."""
    found: Tree = tree["ObjectStates"][index]
    return found


def into_the_bag(tree: Tree) -> None:
    """Put the first card of the deck into the bag."""
    deck, bag = thing(tree, 1), thing(tree, 2)
    card = deck["ContainedObjects"].pop(0)
    deck["DeckIDs"].pop(0)
    bag["ContainedObjects"].append(card)


def draw(tree: Tree) -> None:
    """Lay the last card of the deck on the table."""
    deck = thing(tree, 1)
    card = deck["ContainedObjects"].pop()
    deck["DeckIDs"].pop()
    card["Transform"]["posX"] = 3.0
    tree["ObjectStates"].append(card)


def shuffle(tree: Tree) -> None:
    """Put the last two cards on top."""
    deck = thing(tree, 1)
    for key in ("ContainedObjects", "DeckIDs"):
        deck[key] = deck[key][3:] + deck[key][:3]


def put_in(tree: Tree, key: str, value: Tree) -> None:
    """Put a new object into the deck, the bag, or on the table."""
    if key == "deck":
        thing(tree, 1)["ContainedObjects"].append(value)
        thing(tree, 1)["DeckIDs"].append(value["CardID"])
    else:
        tree["ObjectStates"].append(value)


def copied(tree: Tree, **changes: object) -> Tree:
    """Copy the last card of the deck."""
    return {**copy.deepcopy(thing(tree, 1)["ContainedObjects"][-1]), **changes}


def new_page(tree: Tree) -> None:
    """Add a page to the notebook."""
    tree["TabStates"]["1"] = {"title": "Hints", "body": ""}


EDITS: list[tuple[str, Edit, list[str]]] = [
    ("nothing", lambda _: None, []),
    ("name", lambda t: t.update(SaveName="Day"), ['SaveName from "Night Market" to "Day"']),
    ("setting", lambda t: t["Grid"].update(xSize=3.0), ["Grid.xSize from 2.0 to 3.0"]),
    ("new key", lambda t: t.update(SkyURL="x"), ['SkyURL is new: "x"']),
    ("lost key", lambda t: t.pop("PlayArea"), ["PlayArea is gone; it was 0.5"]),
    ("script", lambda t: t.update(LuaScript="a\nB\nB\nc"), ["script changed at lines 2-3 (+2 -1)"]),
    ("no script", lambda t: t.update(LuaScript=""), ["script removed (3 lines)"]),
    ("new UI", lambda t: t.update(XmlUI="<a/>"), ["UI added (1 line)"]),
    (
        "line ends",
        lambda t: t.update(LuaScript="a\r\nb\r\nc"),
        ["script changed in its line ends only"],
    ),
    (
        "notebook",
        lambda t: t["TabStates"]["0"].update(body="one\n2"),
        ['notebook tab "Rules": text changed at line 2 (+1 -1)'],
    ),
    ("page", new_page, ['notebook tab "Hints" added']),
    ("no page", lambda t: t["TabStates"].clear(), ['notebook tab "Rules" removed']),
    (
        "moved",
        lambda t: thing(t, 0)["Transform"].update(posX=1.5, posZ=-2.0),
        ['Custom_Tile "Stall": moved by (1.5, 0, -2)'],
    ),
    (
        "turned",
        lambda t: thing(t, 0)["Transform"].update(rotY=90.0),
        ['Custom_Tile "Stall": turned by (0, -90, 0)'],
    ),
    (
        "resized",
        lambda t: thing(t, 0)["Transform"].update(scaleX=2.0),
        ['Custom_Tile "Stall": resized from (1, 1, 1) to (2, 1, 1)'],
    ),
    (
        "renamed",
        lambda t: thing(t, 0).update(Nickname="Booth"),
        ['Custom_Tile "Booth": renamed from "Stall" to "Booth"'],
    ),
    ("locked", lambda t: thing(t, 0).update(Locked=True), ['Custom_Tile "Stall": locked']),
    (
        "tags",
        lambda t: thing(t, 0).update(Tags=["Stall"]),
        ['Custom_Tile "Stall": tag "Stall" added', 'Custom_Tile "Stall": tag "Ware" removed'],
    ),
    (
        "picture",
        lambda t: thing(t, 0)["CustomImage"].update(ImageURL="t.png"),
        ['Custom_Tile "Stall": CustomImage.ImageURL from "s.png" to "t.png"'],
    ),
    (
        "object's script",
        lambda t: thing(t, 0).update(LuaScript="x"),
        ['Custom_Tile "Stall": script added (1 line)'],
    ),
    ("removed", lambda t: t["ObjectStates"].pop(0), ['Custom_Tile "Stall" removed']),
    (
        "added",
        lambda t: put_in(t, "table", {**thing(t, 0), "GUID": "abcdef", "Nickname": "New"}),
        ['Custom_Tile "New" [abcdef] added'],
    ),
    (
        "card added",
        lambda t: put_in(t, "deck", copied(t, GUID="abcdef", Nickname="New", CardID=705)),
        ['Deck "Wares": Card "New" [abcdef] added'],
    ),
    (
        "into the bag",
        into_the_bag,
        ['Bag "Coins" > Card "Ware 0": put from Deck "Wares" to Bag "Coins"'],
    ),
    (
        "drawn",
        draw,
        [
            'Card "Ware 4": put from Deck "Wares" to the table',
            'Card "Ware 4": moved by (3, 0, 0)',
        ],
    ),
    ("shuffled", shuffle, ['Deck "Wares": order changed: 2 of 5 objects in other places']),
    (
        "deck numbers alone",
        lambda t: thing(t, 1)["DeckIDs"].reverse(),
        [
            'Deck "Wares": DeckIDs[0] from 700 to 704',
            'Deck "Wares": DeckIDs[1] from 701 to 703',
            'Deck "Wares": DeckIDs[3] from 703 to 701',
            'Deck "Wares": DeckIDs[4] from 704 to 700',
        ],
    ),
    (
        "state",
        lambda t: thing(t, 3)["States"]["2"]["CustomImage"].update(ImageURL="x"),
        ['Custom_Token > state 2 > Custom_Token: CustomImage.ImageURL from "m2.png" to "x"'],
    ),
    (
        "state added",
        lambda t: thing(t, 3)["States"].update({"3": thing(t, 3)["States"]["2"]}),
        ["Custom_Token: state 3 added: Custom_Token"],
    ),
    (
        "state removed",
        lambda t: thing(t, 3).pop("States"),
        ["Custom_Token: state 2 removed: Custom_Token"],
    ),
    (
        "order on the table",
        lambda t: t["ObjectStates"].reverse(),
        ["order changed: 3 of 4 objects in other places"],
    ),
    ("not objects", lambda t: t.update(ObjectStates=3), ["ObjectStates from"]),
    (
        "odd state",
        lambda t: thing(t, 3).update(States={"2": 5}),
        ["Custom_Token: state 2 added: 5"],
    ),
    (
        "odd place",
        lambda t: thing(t, 0).update(Transform="here"),
        ['Custom_Tile "Stall": Transform from {"posX":0.0,'],
    ),
]


@pytest.mark.parametrize(("edit", "lines"), [e[1:] for e in EDITS], ids=[e[0] for e in EDITS])
def test_edits(edit: Edit, lines: list[str]) -> None:
    """Each edit is told as what it is, and nothing else is told."""
    found = told(edit)
    assert len(found) == len(lines)
    assert all(one.startswith(line) for one, line in zip(found, lines, strict=True))


COPIES = Save(
    name="x",
    objects=(Bag(id="bag", inside=tuple(Block(id=f"{n}", position=Vector(n)) for n in range(4))),),
)


def same_guids(tree: Tree) -> Tree:
    """Give all that lies in the bag one GUID, as TTS does with what was copied inside."""
    for block in tree["ObjectStates"][0]["ContainedObjects"]:
        block["GUID"] = "aaaaaa"
    return tree


def inside(tree: Tree) -> list[Tree]:
    """Give what lies in the bag."""
    found: list[Tree] = tree["ObjectStates"][0]["ContainedObjects"]
    return found


@pytest.mark.parametrize(
    ("edit", "line"),
    [
        (lambda t: inside(t)[2].update(Locked=True), "BlockSquare [aaaaaa]: locked"),
        (lambda t: inside(t).pop(1), "BlockSquare [aaaaaa] removed"),
        (
            lambda t: inside(t)[3].update(Nickname="x"),
            'BlockSquare "x" [aaaaaa]: renamed from "" to "x"',
        ),
        (
            lambda t: inside(t)[3]["Transform"].update(posX=3.25),
            "BlockSquare [aaaaaa]: moved by (0.25, 0, 0)",
        ),
    ],
)
def test_same_guids(edit: Edit, line: str) -> None:
    """Where GUIDs repeat, what is equal belongs together, and one edit stays one change."""
    before = same_guids(COPIES.tree())
    after = copy.deepcopy(before)
    edit(after)
    (change,) = compare(read(written(before), "a"), read(written(after), "b"))
    assert str(change).endswith(line)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (b'{"a": 1}', b'{"a":1}'),
        (b'{"a":1,"b":2}', b'{"b":2,"a":1}'),
        (b'{"Gravity": 4.00}', b'{"Gravity": 4.0}'),
        (b'{"Mass": NaN, "Drag": 1E-05}', b'{"Mass": NaN, "Drag": 0.00001}'),
        (b'{"a": "\\/"}', b'{"a": "/"}'),
        (b'{"a": null}', b"{}"),
        (b'{"ObjectStates": [{"Nickname": ""}]}', b'{"ObjectStates": [{}]}'),
        (b'{"ObjectStates": [{"Tags": [], "States": {}}]}', b'{"ObjectStates": [{}]}'),
        (b'{"ObjectStates": [{"ContainedObjects": []}]}', b'{"ObjectStates": [{}]}'),
        (b'{"Locked": true}', b'{"Locked": 1}'),
    ],
)
def test_layout(one: bytes, other: bytes) -> None:
    """Files that say the same in other blanks, order of keys, or spelling are told apart."""
    (change,) = compare(read(one, "a"), read(other, "b"))
    assert (change.kind, change.where) == ("layout", ())


def test_another_spelling_hides_nothing() -> None:
    """Where another tool has written all numbers its own way, what has changed is still told."""
    before = read(b'{"Gravity": 1E-05, "PlayArea": 0.50}', "a")
    after = read(b'{"Gravity": 0.00001, "PlayArea": 0.6}', "b")
    assert [str(change) for change in compare(before, after)] == ["PlayArea from 0.5 to 0.6"]


@pytest.mark.parametrize(("one", "other"), [(b"3", b"4"), (b"[]", b"{}"), (b"[1]", b'"x"')])
def test_no_saves(one: bytes, other: bytes) -> None:
    """Files that are no saves are compared, too."""
    (change,) = compare(read(one, "a"), read(other, "b"))
    assert change.what.startswith("the whole file from")


def test_for_programs() -> None:
    """Values are given as values; what JSON cannot say is given by its name."""
    (change,) = compare(*edited(lambda t: t["Grid"].update(xSize=3.0)))
    assert (change.kind, change.before, change.after) == ("setting", 2.0, 3.0)
    (odd,) = compare(read(b'{"Mass": 1.0}', "a"), read(b'{"Mass": NaN}', "b"))
    assert (odd.before, odd.after) == (1.0, "NaN")


@each_save
def test_real_saves_are_equal_to_themselves(path: Path) -> None:
    """A real save does not differ from itself, also after it was laid out anew."""
    data = path.read_bytes()
    document = read(data, path.name)
    assert compare(document, read(data, path.name)) == []
    again = read(written(document.root), path.name)
    assert {change.kind for change in compare(document, again)} <= {"layout"}


@given(data=st.data())
def test_one_edit_in_a_real_save(data: st.DataObject) -> None:
    """Whatever object of a real save is locked, moved, or scripted: exactly that is told."""
    text = corpus_file("canterbury.json").read_bytes()
    before, after = read(text, "before"), read(text, "after")
    things = list(objects(after.root))
    chosen = data.draw(st.sampled_from(range(len(things))))
    edit = data.draw(st.sampled_from(sorted(SMALL_EDITS)))
    SMALL_EDITS[edit](things[chosen])
    changes = compare(before, after)
    assert [change.kind for change in changes] == [edit]
    assert (things[chosen]["GUID"] or things[chosen]["Name"]) in changes[0].where[-1]


SMALL_EDITS: dict[str, Edit] = {
    "changed": lambda thing: thing.update(Locked=not thing["Locked"]),
    "moved": lambda thing: thing["Transform"].update(posX=number_from(-99.5)),
    "script": lambda thing: thing.update(LuaScript=thing["LuaScript"] + "\n-- end"),
    "text": lambda thing: thing.update(Description=thing["Description"] + "!"),
}


def test_changes_are_json() -> None:
    """A change can be written as JSON, whatever is in it."""
    (change,) = compare(*edited(lambda t: thing(t, 0).update(Nickname="a\ud800\nb\x07")))
    assert isinstance(change, Change)
    assert json.loads(json.dumps(str(change))).startswith(r'Custom_Tile "a\ud800 b"')


@pytest.mark.parametrize(
    ("old", "new", "what"),
    [
        ("a\nb", "a\nb\nc", "at line 3 (+1 -0)"),
        ("a\nb\nc", "b\nc", "at line 1 (+0 -1)"),
        ("x\nx\nx", "x\nx", "at line 3 (+0 -1)"),
        ("a\nb\nc\nd\ne", "a\nB\nc\nD\ne", "at line 2, line 4 (+2 -2)"),
        ("\n".join("abcdefgh"), "\n".join("aBcDeFgH"), "line 8 (+4 -4)"),
        ("-\na\n" * 7, "-\nb\n" * 7, "line 10 and 2 more places (+7 -7)"),
        ("same\n" * 30_000 + "a", "a\n" + "same\n" * 30_000, "at lines 1-30002 (+30002 -30001)"),
        ("same\n" * 30_000 + "a", "same\n" * 30_000 + "b", "at line 30001 (+1 -1)"),
    ],
)
def test_lines_of_texts(old: str, new: str, what: str) -> None:
    """Where a text changed is told by its lines, at once also in texts that are all alike."""
    saves = [read(written({"LuaScript": text}), "x") for text in (old, new)]
    (change,) = compare(*saves)
    assert change.what.endswith(what)


ANYTHING = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**9), 10**9)
    | st.sampled_from([2**60, 2**60 + 1, 2**64, -(10**400)])
    | st.floats(width=32)
    | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["Name", "GUID", "States", "ContainedObjects"]), inner)
    ),
    max_leaves=6,
)


def places(node: object, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """List the paths to everything in a tree."""
    inside = node.items() if isinstance(node, dict) else enumerate(node)  # type: ignore[arg-type]
    holders = [(key, part) for key, part in inside if isinstance(part, dict | list)]
    own = [(*path, key) for key in (node if isinstance(node, dict) else range(len(node)))]  # type: ignore[arg-type]
    return [*own, *(deep for key, part in holders for deep in places(part, (*path, key)))]


PLACES = places(TABLE.tree())


@pytest.mark.parametrize(("old", "new"), [(2**60, 2**60 + 1), (10**400, 10**401), (1, -(10**400))])
def test_numbers_that_the_game_would_not_write(old: int, new: int) -> None:
    """Numbers beyond all that a float holds, or told apart only by what it does not, are told."""

    def at(x: int) -> Document:
        return edited(lambda tree: tree["ObjectStates"][0]["Transform"].update(posX=x))[1]

    (there,), (back,) = compare(at(old), at(new)), compare(at(new), at(old))
    assert str(there)
    assert str(back)
    assert msgspec.json.encode([there, back])


@given(path=st.sampled_from(PLACES), value=ANYTHING)
def test_whatever_stands_there(path: tuple[Any, ...], value: object) -> None:
    """Anything may stand anywhere in a save: it is compared, counted and listed all the same."""

    def put(tree: Any) -> None:  # noqa: ANN401 - a part of a tree
        for step in path[:-1]:
            tree = tree[step]
        tree[path[-1]] = value

    before, after = edited(put)
    there, back = compare(before, after), compare(after, before)
    assert bool(there) == bool(back) == (before.bytes() != after.bytes())
    assert all(str(change) and msgspec.json.encode(change) for change in there + back)
    assert summary(after).size == len(after.bytes())
    assert isinstance(assets(after.root), list)
    assert isinstance(assets_in_scripts(after.root), list)
