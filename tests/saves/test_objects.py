"""What builders make is what was asked for; what TTS could not open is refused."""

import os
import re
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.saves.objects import EVERYTHING, SHEET, SINGLE, walk
from tts_tool.errors import BadInput
from tts_tool.saves.layout import TTS
from tts_tool.saves.numbers import single
from tts_tool.saves.objects import (
    Bag,
    Block,
    Board,
    Camera,
    Card,
    Color,
    Counter,
    Deck,
    Dice,
    DieSide,
    HandZone,
    LayoutZone,
    Model,
    Save,
    Sheet,
    StandardDie,
    Tab,
    Thing,
    Tile,
    Token,
    Turns,
    UIAsset,
    Vector,
    guids,
    object_trees,
)
from tts_tool.saves.objects.save import date_text
from tts_tool.saves.tree import number, objects, read, written

TREES = [part for tree in object_trees(EVERYTHING) for part in walk(tree)]
BY_NAME = {tree["Name"]: tree for tree in reversed(TREES)}


def test_card_ids() -> None:
    """A card is found by a hundred times the key of its sheet, plus its cell."""
    card = BY_NAME["Card"]
    assert card["CardID"] == 769
    assert list(card["CustomDeck"]) == ["7"]
    assert card["Memo"] == "lantern.1"
    assert list(card).index("Memo") == list(card).index("GMNotes") + 1


@given(
    columns=st.integers(1, 10),
    rows=st.integers(1, 7),
    hidden=st.booleans(),
    key=st.integers(1, 600_551),
    data=st.data(),
)
def test_every_cell(
    *, columns: int, rows: int, hidden: bool, key: int, data: st.DataObject
) -> None:
    """Every cell is a card, but the last one if that is what others see; TTS can tell them all."""
    alone = columns * rows == 1
    sheet = Sheet(
        key=key, face="f", back="b", columns=columns, rows=rows, back_is_hidden=hidden or alone
    )
    assert sheet.capacity == columns * rows - (not (hidden or alone))
    index = data.draw(st.integers(0, sheet.capacity - 1))
    (tree,) = object_trees([Card(id="x", sheet=sheet, index=index)])
    assert divmod(tree["CardID"], 100) == (key, index)
    assert tree["Name"] == ("CardCustom" if alone else "Card")
    with pytest.raises(BadInput, match=f"cell {sheet.capacity} of sheet {key}"):
        Card(id="x", sheet=sheet, index=sheet.capacity)


def test_deck() -> None:
    """A deck lists its cards in order, and the sheets they use, and no other."""
    deck = next(tree for tree in TREES if tree["Name"] == "Deck")
    assert deck["DeckIDs"] == [703, 701, 702]
    assert deck["DeckIDs"] == [card["CardID"] for card in deck["ContainedObjects"]]
    assert list(deck["CustomDeck"]) == ["7"]
    assert (deck["Hands"], deck["ContainedObjects"][0]["Hands"]) == (False, True)


def test_deck_of_one_is_a_card() -> None:
    """One card is no deck for TTS: it lies where the deck would."""
    place = Vector(1, 2, 3)
    card = Card(id="c", nickname="Lone", memo="c.1", sheet=SINGLE)
    (tree,) = object_trees([Deck(id="d", position=place, cards=(card,))])
    assert (tree["Name"], tree["Nickname"], tree["Memo"]) == ("CardCustom", "Lone", "c.1")
    assert [tree["Transform"][key] for key in ("posX", "posY", "posZ")] == [1.0, 2.0, 3.0]
    assert tree["GUID"] == guids(["c", "d"])["c"]


def test_states_leave_out_the_present_one() -> None:
    """The number of the state that lies there is the gap in the list of states."""
    coin = BY_NAME["Custom_Token"]
    assert list(coin["States"]) == ["1", "3"]
    assert list(BY_NAME["Card"]["States"]) == ["2"]


def test_zone_has_the_color_of_its_player() -> None:
    """A hand zone is invisible, and of its player's color."""
    (zone,) = object_trees([HandZone(id="z", player="Teal")])
    assert zone["FogColor"] == "Teal"
    assert zone["ColorDiffuse"] == {"r": 0.129, "g": 0.694, "b": 0.607, "a": 0.0}


def test_tags_are_collected() -> None:
    """TTS lists all tags of the table, with the form in which it compares them."""
    assert Save(name="x", objects=EVERYTHING).tree()["ComponentTags"]["labels"] == [
        {"displayed": "Ware", "normalized": "ware"},
        {"displayed": "Night Market", "normalized": "night_market"},
    ]


@given(st.sets(st.text(max_size=4), max_size=300))
def test_guids(ids: set[str]) -> None:
    """GUIDs are six hex digits, each its own, whatever the order of the ids."""
    given_guids = guids(sorted(ids))
    assert all(re.fullmatch(r"[0-9a-f]{6}", guid) for guid in given_guids.values())
    assert len(set(given_guids.values())) == len(ids)
    assert guids(sorted(ids, reverse=True)) == given_guids


def test_guids_collide_in_one_way_only() -> None:
    """Among 20,000 ids hashes do collide; all stay unique, and nearly all stay as when alone."""
    ids = [f"card.{number}" for number in range(20_000)]
    given_guids = guids(ids)
    moved = [each for each in ids if guids([each])[each] != given_guids[each]]
    assert len(set(given_guids.values())) == len(ids)
    assert 0 < len(moved) < 40


@pytest.mark.parametrize(
    ("epoch", "text"),
    [
        (0, "1/1/1970 12:00:00 AM"),
        (1_621_174_045, "5/16/2021 2:07:25 PM"),
        (1_577_880_000, "1/1/2020 12:00:00 PM"),
    ],
)
def test_date(epoch: int, text: str) -> None:
    """Dates are written the American way, without leading zeros, as TTS does."""
    assert date_text(epoch) == text
    tree = Save(name="x", epoch=epoch).tree()
    assert (tree["EpochTime"], tree["Date"]) == (epoch, text)


def test_same_bytes_every_day(monkeypatch: pytest.MonkeyPatch) -> None:
    """A build asks no clock: SOURCE_DATE_EPOCH counts, else a fixed day."""
    monkeypatch.delenv("SOURCE_DATE_EPOCH", raising=False)
    assert Save(name="x").tree()["Date"] == "1/1/2020 12:00:00 AM"
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1621174045")
    assert Save(name="x").tree()["EpochTime"] == 1_621_174_045
    monkeypatch.setitem(os.environ, "SOURCE_DATE_EPOCH", "today")
    with pytest.raises(BadInput, match="SOURCE_DATE_EPOCH is 'today'"):
        Save(name="x").tree()


def wrong_sheet(**changes: Any) -> Callable[[], Sheet]:  # noqa: ANN401 - whatever a generator says
    """Make a sheet with something wrong."""
    return lambda: Sheet(**{"key": 1, "face": "f", "back": "b", **changes})


OTHER_SHEET = Sheet(key=7, face="other.png", back="b.png")
WRONG: list[tuple[Callable[[], object], str, str]] = [
    (wrong_sheet(columns=11), "sheet 1: 11 x 1 cells", "1 to 10 columns and 1 to 7 rows"),
    (wrong_sheet(rows=8), "1 x 8 cells", "use several sheets"),
    (wrong_sheet(columns=0), "0 x 1 cells", "1 to 10"),
    (wrong_sheet(key=0), "has the key 0", "1 to 21474835"),
    (wrong_sheet(key=21_474_836), "has the key 21474836", "1 to 21474835"),
    (wrong_sheet(back=""), "sheet 1: no address of the back", "give its back"),
    (wrong_sheet(face=""), "no address of the face", "give its face"),
    (wrong_sheet(back_is_hidden=False), "its only cell", "leave back_is_hidden on"),
    (wrong_sheet(shape="round"), 'unknown shape "round"', "rounded, rectangle"),
    (lambda: Card(id="a", sheet=SHEET, index=70), 'card "a": cell 70 of sheet 7', "0 to 69"),
    (lambda: Card(id="a", sheet=SHEET, index=-1), "cell -1", "0 to 69"),
    (lambda: Deck(id="d", cards=()), 'deck "d" has no cards', "leave the deck out"),
    (
        lambda: Deck(
            id="d",
            cards=(Card(id="a", sheet=SHEET), Card(id="b", sheet=SHEET, sideways=True)),
        ),
        "sideways and upright",
        "two decks",
    ),
    (
        lambda: Deck(id="d", cards=(Card(id="a", sheet=SHEET), Card(id="b", sheet=OTHER_SHEET))),
        'deck "d" has two sheets with the key 7',
        "key of its own",
    ),
    (
        lambda: Deck(id="d", script="x()", cards=(Card(id="a", sheet=SHEET),)),
        "one card and a script",
        "to the card",
    ),
    (
        lambda: Save(
            name="x",
            objects=(
                Bag(id="b", inside=(Card(id="a", sheet=SHEET),)),
                Card(id="c", sheet=OTHER_SHEET),
            ),
        ),
        'card "c": another sheet has the key 7 too',
        "key of its own",
    ),
    (lambda: Block(id=""), 'block "" has no id', "GUID"),
    (lambda: Block(id="b", scale=Vector(1, 0, 1)), "has no size", "scale"),
    (lambda: Block(id="b", tags=("",)), "empty tag", "leave it out"),
    (lambda: Block(id="b", tags=("a", "a")), "a tag twice", "once"),
    (lambda: Block(id="b", state=2), "is state 2 of 1", "1 to 1"),
    (lambda: Block(id="b", shape="ball"), "no such shape", "square"),  # type: ignore[arg-type]
    (lambda: Vector(float("nan"), 0, 0), "nan is no place", "finite"),
    (lambda: Vector(1e39, 0, 0), "too large", "3.4E+38"),
    (lambda: Color(255, 0, 0), "part of a color is 255", "0 to 1"),
    (lambda: Board(id="b", image=""), 'board "b" has no picture', "image"),
    (lambda: Board(id="b", image="i", width_scale=0), "no width", "width / height"),
    (lambda: Tile(id="t", image="i", thickness=0), "too thin", "more than 0"),
    (lambda: Tile(id="t", image="i", shape="x"), "no such shape", "hex"),  # type: ignore[arg-type]
    (lambda: Token(id="t", image="i", thickness=-1), "too thin", "more than 0"),
    (lambda: Dice(id="d", image="i", sides=7), "no such sides", "20"),  # type: ignore[arg-type]
    (
        lambda: Dice(id="d", image="i", faces=(DieSide(value=1, rotation=Vector()),)),
        "has 1 faces",
        "give it 6",
    ),
    (lambda: StandardDie(id="d", sides=7), "no such sides", "20"),  # type: ignore[arg-type]
    (lambda: Model(id="m", mesh=""), "has no mesh", "mesh"),
    (lambda: HandZone(id="z", player="red"), '"red" is not a player color', "Red"),
    (lambda: Tab(title="x", player="Gold"), 'notebook tab "x": "Gold"', "Grey"),
    (lambda: Turns(order=("Gold",)), 'turns: "Gold"', "Red"),
    (lambda: LayoutZone(id="z", most_in_group=-1), "limit below 0", "no limit"),
    (lambda: UIAsset(name="", url="u"), "lacks its name", ""),
    (lambda: Save(name="x", player_counts=(4, 2)), "player_counts goes from 4 to 2", "least"),
    (lambda: Save(name="x", ui_assets=(UIAsset(name="a", url="u"),) * 2), 'called "a"', "once"),
    (lambda: object_trees([Block(id="a"), Counter(id="a")]), 'two objects have the id "a"', "own"),
]


@pytest.mark.parametrize(("make", "what", "fix"), WRONG, ids=[what for _, what, _ in WRONG])
def test_wrong(make: Callable[[], object], what: str, fix: str) -> None:
    """What TTS could not open, or would show wrongly, is refused with what to do about it."""
    with pytest.raises(BadInput) as caught:
        make()
    assert what in str(caught.value)
    assert fix in (caught.value.fix or "")


def test_things_are_values() -> None:
    """What is built cannot change behind the generator's back."""
    thing: Thing = Block(id="a")
    with pytest.raises(AttributeError):
        thing.nickname = "b"  # type: ignore[misc]


def test_reader_gives_back_what_builders_make() -> None:
    """A save that we built is read and written again without a changed byte; floats look it."""
    data = written(Save(name="Night Market", objects=EVERYTHING).tree())
    document = read(data, "built")
    assert document.bytes() == data
    assert document.layout == TTS
    assert sum(1 for _ in objects(document.root)) == len(TREES)
    assert b'"Thickness": 0.1,' in data
    assert b'"posY": 1.0,' in data


def test_cameras_are_kept_by_their_keys() -> None:
    """Cameras stand in the order of the keys, a gap for each unused one, and look where they say.

    The numbers of the first are those of a real save.
    """
    real = Camera(key=2, look_at=Vector(0, -2.5, 0), distance=78.75)
    states = Save(name="t", cameras=(real, Camera(key=0, look_at=Vector(), turn=90))).tree()
    listed = states["CameraStates"]
    assert [each is not None for each in listed] == [False, True, *[False] * 7, True]
    stands = listed[1]["AbsolutePosition"]
    assert (round(stands["y"], 3), round(stands["z"], 3)) == (68.872, -33.281)
    assert listed[9]["AbsolutePosition"]["x"] < 0
    keys = list(states)
    assert keys.index("Turns") < keys.index("CameraStates") < keys.index("DecalPallet")
    assert "CameraStates" not in Save(name="t").tree()


@pytest.mark.parametrize(("key", "distance"), [(10, 1.0), (-1, 1.0), (1, 0.0)])
def test_a_camera_that_cannot_be(key: int, distance: float) -> None:
    """There are ten keys, and a camera looks from somewhere."""
    with pytest.raises(BadInput, match="camera"):
        Camera(key=key, look_at=Vector(), distance=distance)


@given(text=st.text(), where=st.floats(width=32, allow_nan=False, allow_infinity=False))
def test_any_text_and_any_place(*, text: str, where: float) -> None:
    """Whatever the texts, and wherever it lies: it is read back as it was said."""
    block = Block(id="b", nickname=text, script=text, position=Vector(where, 0, 0))
    data = written(Save(name=text, objects=(block,)).tree())
    document = read(data, "built")
    (tree,) = document.root["ObjectStates"]
    assert document.bytes() == data
    assert (document.root["SaveName"], tree["Nickname"], tree["LuaScript"]) == (text, text, text)
    assert single(number(tree["Transform"]["posX"])) == where
