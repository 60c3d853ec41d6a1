"""A save from above: pictures where they are at hand, outlines where not, and no secrets."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from tests.corpus import corpus_file
from tts_tool.picture.above import from_above
from tts_tool.picture.local import local_picture
from tts_tool.picture.text import as_text
from tts_tool.saves.dice import SIX
from tts_tool.saves.objects import (
    Bag,
    Board,
    Card,
    Counter,
    Deck,
    Dice,
    Figurine,
    Save,
    ScriptingZone,
    Sheet,
    Text3D,
    Thing,
    Tile,
    Token,
    Vector,
)
from tts_tool.saves.tree import read, written

RED, GREEN, BLUE = (200, 20, 30), (20, 160, 40), (30, 60, 220)
GROUND = (38, 32, 27)


def painted(*colours: tuple[int, int, int], size: tuple[int, int] = (22, 31)) -> bytes:
    """Give a picture of equal columns in these colours."""
    whole = Image.new("RGB", (size[0] * len(colours), size[1]))
    for column, colour in enumerate(colours):
        whole.paste(colour, (column * size[0], 0, (column + 1) * size[0], size[1]))
    target = io.BytesIO()
    whole.save(target, "PNG")
    return target.getvalue()


PICTURES = {
    "face": painted(RED, GREEN),
    "back": painted(BLUE),
    "square": painted(RED, size=(20, 20)),
    "halves": painted(RED, GREEN, size=(10, 20)),
}


def card(identity: str, index: int, **more: Any) -> Card:  # noqa: ANN401 - fields of a card
    """Give a card of a sheet with two faces."""
    sheet = Sheet(key=1, face="face", back="back", columns=2)
    return Card(id=identity, sheet=sheet, index=index, nickname=identity, **more)


def seen(*things: Thing, width: int = 400, **more: Any) -> Image.Image:  # noqa: ANN401
    """Draw a table on which these lie, with a tile far away that fixes the edges."""
    edge = Tile(id="edge", image="none", scale=Vector(10, 1, 10), position=Vector(0, 0, 0))
    tree = read(written(Save(name="t", objects=(edge, *things)).tree()), "t").root
    data = from_above(tree, PICTURES.get, width=width, **more)
    with Image.open(io.BytesIO(data)) as picture:
        return picture.convert("RGB")


def at(picture: Image.Image, x: float, z: float) -> tuple[int, ...]:
    """Give the colour at a point of the table, whose edges are 11 away from the middle."""
    pixel = picture.getpixel((round((x + 11) / 22 * 399), round((11 - z) / 22 * 399)))
    assert isinstance(pixel, tuple)
    return pixel


def colours(picture: Image.Image) -> list[object]:
    """List the colours of a picture."""
    return list(picture.getcolors(1_000_000) or ())


def near(one: tuple[int, ...], other: tuple[int, int, int]) -> bool:
    """Tell whether two colours look alike."""
    return max(abs(a - b) for a, b in zip(one, other, strict=True)) < 24


def test_a_card_shows_its_cell() -> None:
    """Of a sheet only the card's own cell is seen."""
    assert near(at(seen(card("a", 0)), 0, 0), RED)
    assert near(at(seen(card("a", 1)), 0, 0), GREEN)


def test_what_lies_face_down_shows_its_back() -> None:
    """A card that lies face down shows the back, and so does a deck."""
    down = Vector(0, 180, 180)
    assert near(at(seen(card("a", 0, rotation=down)), 0, 0), BLUE)
    pile = Deck(id="pile", cards=(card("a", 0), card("b", 1)), rotation=down)
    assert near(at(seen(pile), 0, 0), BLUE)


def test_a_deck_shows_the_card_on_top() -> None:
    """A deck that lies face up lists its top card last."""
    pile = Deck(id="pile", cards=(card("a", 0), card("b", 1)))
    assert near(at(seen(pile), 0, 0.6), GREEN)


def test_what_lies_higher_covers_what_lies_lower() -> None:
    """Things are drawn from below, whatever their order in the save."""
    high = card("a", 0, position=Vector(0, 3, 0))
    low = card("b", 1, position=Vector(0, 1, 0))
    assert near(at(seen(high, low), 0, 0), RED)
    assert near(at(seen(low, high), 0, 0), RED)


def test_north_is_at_the_top() -> None:
    """What lies away from the seat below is drawn above."""
    picture = seen(card("a", 0, position=Vector(5, 1, 7)))
    assert near(at(picture, 5, 7), RED)
    assert not near(at(picture, 5, -7), RED)


@pytest.mark.parametrize(
    ("turn", "red"), [(180, (-1, 0)), (0, (1, 0)), (270, (0, 1)), (90, (0, -1))]
)
def test_pictures_turn_with_their_things(turn: float, red: tuple[int, int]) -> None:
    """The left half of an upright picture is on the left; turned clockwise it goes up."""
    tile = Tile(
        id="t",
        image="halves",
        shape="box",
        stretch=False,
        scale=Vector(3, 1, 3),
        position=Vector(0, 1, 0),
        rotation=Vector(0, turn, 0),
    )
    picture = seen(tile)
    x, z = red
    assert near(at(picture, 2 * x, 2 * z), RED)
    assert near(at(picture, -2 * x, -2 * z), GREEN)


def test_round_things_have_no_corners() -> None:
    """A round tile is cut out of its square picture."""
    round_one = Tile(id="t", image="square", shape="circle", stretch=False, scale=Vector(3, 1, 3))
    picture = seen(round_one)
    assert near(at(picture, 0, 0), RED)
    assert near(at(picture, 2.8, 0), RED)
    assert not near(at(picture, 2.7, 2.7), RED)


def test_without_a_picture_there_is_an_outline_in_its_colour() -> None:
    """Nothing is left out because its picture is not at hand."""
    bag = Bag(id="b", nickname="Coins", color=Thing(id="x").color, position=Vector(4, 1, 4))
    assert not near(at(seen(bag), 4.5, 4.5), GROUND)
    assert len(colours(seen(bag))) > len(colours(seen()))


def test_zones_are_shown_only_where_they_are_wanted() -> None:
    """Players do not see zones; whoever designs a table may."""
    zone = ScriptingZone(id="z", scale=Vector(4, 4, 4), position=Vector(0, 2, 0))
    assert seen(zone).tobytes() == seen().tobytes()
    assert seen(zone, with_zones=True).tobytes() != seen().tobytes()


def test_the_same_table_gives_the_same_bytes() -> None:
    """Drawing depends on the save and its pictures alone."""
    tree = Save(name="t", objects=(card("a", 0), card("b", 1))).tree()
    assert from_above(tree, PICTURES.get) == from_above(tree, PICTURES.get)


KINDS: list[Thing] = [
    Board(id="x", image="square", width_scale=1.5),
    Token(id="x", image="square"),
    Figurine(id="x", image="square"),
    Counter(id="x", count=7),
    Text3D(id="x", text="North"),
    Tile(id="x", image="broken"),
]


@pytest.mark.parametrize("thing", KINDS, ids=[type(each).__name__ for each in KINDS])
def test_every_kind_can_be_seen(thing: Thing) -> None:
    """Boards, tokens, standees, counters, writing, and what has a picture that is none."""
    higher = Vector(0, 1.5, 0)
    placed = type(thing)(
        **{**{f: getattr(thing, f) for f in thing.__struct_fields__}, "position": higher}
    )
    assert seen(placed).tobytes() != seen().tobytes()


def test_text_names_what_lies_where() -> None:
    """The sketch has a line for each thing, the far left first; face down has no name."""
    tree = Save(
        name="Night Market",
        objects=(
            card("Lantern", 0, position=Vector(3, 1, -4)),
            card("Mask", 1, position=Vector(-3, 1, 4), rotation=Vector(0, 180, 180)),
            Deck(id="d", cards=(card("a", 0), card("b", 1)), nickname="Wares"),
        ),
    ).tree()
    text = as_text(tree)
    assert text.startswith("Night Market: 3 things on the table\n")
    assert "Lantern" in text
    assert "Mask" not in text
    assert "Wares x 2" in text
    assert text.index("face down") < text.index("Wares") < text.index("Lantern")


def test_pictures_on_this_computer_are_found(tmp_path: Path) -> None:
    """A file is found by its path and by its address; what lies elsewhere is left alone."""
    file = tmp_path / "a face.png"
    file.write_bytes(PICTURES["face"])
    assert local_picture(str(file)) == PICTURES["face"]
    assert local_picture(file.as_uri()) == PICTURES["face"]
    for address in (
        "",
        "http://127.0.0.1:1/a.png",
        "\\\\host\\share\\a.png",
        "//host/share/a.png",
        "file://host/share/a.png",
        "file:////host/share/a.png",
        "file://[",
        str(tmp_path),
        str(tmp_path / "none.png"),
        "a\0b",
    ):
        assert local_picture(address) is None, address


BAD: list[dict[str, Any]] = [
    {},
    {"ObjectStates": None},
    {"ObjectStates": [None, 3, {}, {"Transform": []}, {"Transform": {"posX": "far"}}]},
    {"ObjectStates": [{"Name": "Deck", "ContainedObjects": [7], "CustomDeck": {"1": None}}]},
    {"ObjectStates": [{"Name": "Card", "CardID": 1e30, "CustomDeck": {"1": {"NumWidth": 0}}}]},
    {"ObjectStates": [{"Name": "Custom_Tile", "Transform": {"scaleX": 1e300, "posX": 1e300}}]},
    {"ObjectStates": [{"Name": "Custom_Tile", "Transform": {"scaleX": float("nan")}}]},
]


@pytest.mark.parametrize("tree", BAD, ids=range(len(BAD)))
def test_a_strange_save_is_drawn_as_far_as_it_goes(tree: dict[str, Any]) -> None:
    """Whatever a file says, there is a picture and a text, and no crash."""
    assert from_above(tree, PICTURES.get, width=100).startswith(b"\x89PNG")
    assert "things on the table" in as_text(tree)


nodes = st.recursive(
    st.none() | st.booleans() | st.floats() | st.integers(-(10**6), 10**6) | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                ["Name", "Transform", "posX", "posZ", "scaleX", "rotY", "CustomDeck", "CardID", "1"]
            ),
            inner,
            max_size=4,
        )
    ),
    max_leaves=12,
)


@settings(max_examples=60, deadline=None)
@given(st.lists(nodes, max_size=4))
def test_no_tree_is_too_strange(things: list[Any]) -> None:
    """Any JSON in the place of objects gives a picture."""
    assert from_above({"ObjectStates": things}, PICTURES.get, width=64).startswith(b"\x89PNG")


@pytest.mark.parametrize("name", ["pandemic_v12.2.json", "arcs_v13.3.json", "canterbury.json"])
def test_real_saves_are_drawn(name: str) -> None:
    """Saves of real mods are drawn and written down, without any of their pictures."""
    path = corpus_file(name)
    tree = read(path.read_bytes(), name).root
    with Image.open(io.BytesIO(from_above(tree, width=600))) as picture:
        assert picture.width == 600
        assert len(picture.convert("RGB").getcolors(10**6) or ()) > 20
    assert len(as_text(tree).splitlines()) > 50


@pytest.mark.parametrize("value", range(1, 7))
def test_a_die_shows_the_side_that_is_up(value: int) -> None:
    """Of a die with six sides and a picture, the side is shown that its turn brings up."""
    side = SIX[value - 1]
    sides = Image.new("RGB", (30, 30), BLUE)
    corner = (side.column * 10, side.row * 10)
    sides.paste(RED, (*corner, corner[0] + 10, corner[1] + 10))
    target = io.BytesIO()
    sides.save(target, "PNG")
    die = Dice(id="die", image="sides", rotation=Vector(*side.rotation), scale=Vector(4, 4, 4))
    save = read(written(Save(name="Dice", objects=(die,)).tree()), "save").root
    data = from_above(save, {"sides": target.getvalue()}.get, width=300)
    with Image.open(io.BytesIO(data)) as picture:
        assert picture.convert("RGB").getpixel((150, picture.height // 2)) == RED


PAPER, INK = (240, 230, 214), (30, 28, 23)
FLAT = {"width": 1000, "height": 300, "font_size": 150}


def button(away: float, **more: Any) -> dict[str, Any]:  # noqa: ANN401 - fields of a button
    """Give a button as `getButtons` tells of it, so far before the middle of its thing."""
    colours = {"color": [each / 255 for each in PAPER], "font_color": [each / 255 for each in INK]}
    whole = {"label": "MMMM", "position": [0, 0.2, away], "rotation": [0, 0, 0]}
    return {**whole, "scale": [1, 1, 1], **FLAT, **colours, **more}


def fitted(*buttons: dict[str, Any], **more: Any) -> Image.Image:  # noqa: ANN401 - of a thing
    """Draw a tile with buttons, that lies before somebody who looks north."""
    tile = Tile(id="tile", image="square", position=Vector(0, 1, 4), **more)
    edge = Tile(id="edge", image="none", scale=Vector(10, 1, 10), position=Vector(0, 0, 0))
    tree = read(written(Save(name="t", objects=(edge, tile)).tree()), "t").root
    guid = tree["ObjectStates"][1]["GUID"]
    data = from_above(tree, PICTURES.get, width=400, buttons={guid: buttons})
    with Image.open(io.BytesIO(data)) as picture:
        return picture.convert("RGB")


def test_buttons_stand_where_scripts_have_put_them() -> None:
    """Where, how large and in which colour a script has said, with their words."""
    turned = {"rotation": Vector(0, 180, 0)}
    picture = fitted(button(5), button(7, label=""), **turned)
    assert at(picture, -0.85, -1) == PAPER
    assert at(picture, 0, -3) == PAPER
    assert PAPER not in {at(picture, -1.2, -1), at(picture, 0, -1.45), at(picture, 0, 1)}
    words = picture.crop((170, 212, 230, 224)).getcolors(4_000) or []
    assert any(sum(each) < 200 for _, each in words if isinstance(each, tuple))
    scaled = fitted(button(5, scale=[0.5, 1, 0.5]), scale=Vector(2, 1, 2), **turned)
    assert at(scaled, 0.85, -6) == PAPER
    assert at(scaled, 1.2, -6) != PAPER


def test_a_button_on_the_lower_side_is_not_seen() -> None:
    """One that a script has turned over for a thing that lies on its face is."""
    down = {"rotation": Vector(0, 180, 180)}
    assert at(fitted(button(5), **down), 0, -1) != PAPER
    assert at(fitted(button(5, rotation=[0, 0, 180]), **down), -0.85, -1) == PAPER
