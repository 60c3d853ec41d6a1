"""Old World's faces: all of them, in both languages, readable, and silent about results."""

from __future__ import annotations

import io
import re
import tomllib
from collections import Counter
from copy import deepcopy
from itertools import combinations
from typing import Any

import pytest
from PIL import Image, ImageChops

from tests.build.faces.old_world import GAME, SORTS, Wanted, drawn, easel, wanted
from tests.build.table.old_world import layout, mod
from tests.old_world.table import catalogue
from tts_tool.build import table
from tts_tool.build.faces import Easel, contrast, rasterised
from tts_tool.build.faces.contact import contact_sheet
from tts_tool.build.faces.layers import Laid, laid
from tts_tool.build.faces.style import LEAST_CONTRAST, read_style
from tts_tool.errors import BadInput

LANGUAGES = ("en", "de")
STORIES = [each for each in wanted() if each.template in {"exploration.svg", "event.svg"}]


@pytest.fixture(scope="module")
def artist() -> Easel:
    """Give the game's own templates."""
    return easel()


def faces_of(sort: str) -> list[Wanted]:
    """Give the faces of a sort, without backs."""
    return [each for each in wanted() if each.name.partition(".")[0] == sort]


def test_the_box_is_complete() -> None:
    """As many faces as the box has different cards and tokens."""
    counts = Counter({sort: len(faces_of(sort)) for sort in SORTS})
    assert counts == {
        "action": 140,
        "potion": 7,
        "fight": 20,
        "monster": 28,
        "monster-token": 28,
        "attribute-trophy": 4,
        "witcher-trophy": 5,
        "city": 36,
        "wilds": 36,
        "event": 56,
        "token": 18,
        "closed-tavern": 1,
    }


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_face_and_back_can_be_drawn(language: str) -> None:
    """No text overflows its box or has too little contrast: either would be an error."""
    svgs = [drawn(each, language) for each in wanted()]
    assert all(svg.startswith("<svg") or "\n<svg" in svg for svg in svgs)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.long
def test_no_cell_is_empty_and_no_two_are_alike(language: str) -> None:
    """Every picture shows something, and different cards never look the same."""
    pictures: dict[str, Wanted] = {}
    for each in wanted():
        svg = drawn(each, language)
        small = rasterised(svg, (60, 84))
        with Image.open(io.BytesIO(small)) as opened:
            levels = [at for at, many in enumerate(opened.convert("L").histogram()) if many]
        assert levels[-1] - levels[0] > 60, each.name
        alike = pictures.setdefault(svg, each)
        assert each is alike or says_the_same(each, alike), (each.name, alike.name)


def says_the_same(one: Wanted, other: Wanted) -> bool:
    """Tell whether two cards of the Monster Fight deck do the same: some do, by the box."""
    return all(
        one.values["card"][half] == other.values["card"][half] for half in ("charge", "bite")
    )


LAYERS = ("ground", "figure", "mist", "paper")


def beast(svg: str) -> Laid:
    """Give where the figure of a beast lies."""
    (found,) = [each for each in laid(svg) if each.layer == "figure"]
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_monster_is_half_a_card_high(artist: Easel, language: str) -> None:
    """However long what it does is, its beast keeps two fifths of the card, and mostly half."""
    heights = [
        beast(artist.draw(each.template, each.values, language, LAYERS).svg).height
        for each in faces_of("monster")
    ]
    assert len(heights) == 28
    assert min(heights) >= 280
    assert sorted(heights)[14] >= 350


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_monster_without_a_figure_shows_its_kind(artist: Easel, language: str) -> None:
    """What nobody has drawn yet, as in a box of somebody's own, has the sign of monsters."""
    for each in (faces_of("monster")[0], faces_of("monster-token")[0]):
        svg = drawn(each, language)
        assert 'data-icon="monster"' in svg
        assert laid(svg) == []
        assert (
            'data-icon="monster"' not in artist.draw(each.template, each.values, layers=LAYERS).svg
        )


def test_a_beast_gives_way_to_a_long_text_and_never_vanishes(artist: Easel) -> None:
    """A text too long beside the beast makes it smaller; one too long for both is an error."""
    each = next(each for each in faces_of("monster") if each.values["kind"] == "manticore")
    usual = beast(artist.draw(each.template, each.values, layers=LAYERS).svg)
    values = deepcopy(each.values)
    values["card"]["abilities"] *= 2
    smaller = beast(artist.draw(each.template, values, layers=LAYERS).svg)
    assert 0 < smaller.height < usual.height
    values["card"]["abilities"] *= 2
    with pytest.raises(BadInput, match="no room for the beast"):
        artist.draw(each.template, values)


@pytest.mark.parametrize(
    ("template", "kinds"),
    [
        ("potion.svg", [each.values["kind"] for each in faces_of("potion")]),
        ("event.svg", ["woodland-mare", "cocked-crossbow", "supple-armour", "grey-hound"]),
    ],
)
def test_what_differs_is_told_apart_by_its_shape(
    artist: Easel, template: str, kinds: list[str]
) -> None:
    """With one and the same words on them, no two of them look alike."""
    sort = template.partition(".")[0].partition("-")[0]
    values = deepcopy(next(e for e in faces_of(sort) if e.values["kind"] == kinds[0]).values)
    drawn = {
        artist.draw(template, {**values, "card": {**values["card"], "id": kind}}).svg
        for kind in kinds
    }
    assert len(drawn) == len(kinds)


def silent(svg: str) -> str:
    """Leave out what a picture carries in words and does not show."""
    return re.sub(r' data-words="[^"]*"', "", svg)


def test_languages_differ_only_in_words() -> None:
    """A picture without words is the same in both languages; a card with words is not."""
    for each in wanted():
        one, other = (silent(drawn(each, lang)) for lang in LANGUAGES)
        name = (each.values.get("card") or {}).get("name") or {"en": "", "de": ""}
        wordless = each.name.startswith("back") or each.template == "closed-tavern.svg"
        if wordless or (each.template == "location-token.svg" and name["en"] == name["de"]):
            assert one == other, each.name
        elif name["en"] != name["de"]:
            assert one != other, each.name


def test_a_story_s_face_holds_no_result(artist: Easel) -> None:
    """Whatever comes of an option, a test or a stay, the face before the choice is the same."""
    looked_at = 0
    for each in STORIES:
        card = without_results(each.values["card"])
        if card != each.values["card"]:
            looked_at += 1
            other = {**each.values, "card": card, "printed": card}
            for language in LANGUAGES:
                told = drawn(each, language)
                assert artist.draw(each.template, other, language).svg == told, each.name
    kept = sum(each.values["card"].get("kept") is not None for each in STORIES)
    assert looked_at == len(STORIES) - kept == 36 + 36 + 56 - 16


def without_results(card: dict[str, Any]) -> dict[str, Any]:
    """Put one and the same result in place of all; kept cards have no option, hence none."""
    other = deepcopy(card)
    for way in other["ways"]:
        way["effects"] = [{"op": "gold", "by": 9}]
        way["ending"] = {"en": "And so it ended.", "de": "Und so ging es aus."}
    for effect in other.get("effects", ()):
        effect["outcomes"] = [{"least": 0, "effects": []}]
    if other["ways"]:
        other["abilities"] = [{"when": "nothing may read this"}]
    return other


def test_a_story_s_face_shows_options_and_what_they_cost(artist: Easel) -> None:
    """Changing a label or a price changes the face: the check above looks at living text."""
    each = next(each for each in STORIES if each.values["card"]["ways"])
    before = artist.draw(each.template, each.values).svg
    for way in range(2):
        for change in (
            {"label": {"en": "Run", "de": "Laufen"}},
            {"fee": {"gold": 5, "potions": 0, "hand": 0}},
        ):
            other = deepcopy(each.values)
            other["card"]["ways"][way] |= change
            assert artist.draw(each.template, other).svg != before


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_story_s_face_is_introduced(artist: Easel, language: str) -> None:
    """Every story's face holds its introduction in its own language, and the other's nowhere."""
    (other,) = set(LANGUAGES) - {language}
    for each in STORIES:
        told = drawn(each, language)
        for changed, same in ((language, False), (other, True)):
            card = deepcopy(each.values["card"])
            card["introduction"][changed] = "Rain."
            values = {**each.values, "card": card, "printed": card}
            assert (artist.draw(each.template, values, language).svg == told) is same, each.name


def test_an_introduction_that_is_too_long_is_an_error(artist: Easel) -> None:
    """What does not fit above the options is said with the text itself, never cut or shrunk."""
    each = next(each for each in STORIES if each.values["card"]["ways"])
    card = deepcopy(each.values["card"])
    card["introduction"]["en"] = "Once more the ferryman sighs and counts his oars. " * 9
    with pytest.raises(BadInput, match=r"Once more the ferryman.*does not fit"):
        artist.draw(each.template, {**each.values, "card": card, "printed": card})


def test_a_legal_combo_looks_connected(artist: Easel) -> None:
    """A tab meets the socket of its colour: both are at the height that the colour alone has."""
    heights: dict[str, set[float]] = {}
    for each in faces_of("action"):
        printed = deepcopy(each.values["printed"])
        printed["face"]["extensions"] = []
        svg = artist.draw(each.template, {**each.values, "printed": printed}).svg
        heights.setdefault(printed["colour"], set()).add(socket(svg))
        for extension in each.values["printed"]["face"]["extensions"]:
            one = {**printed, "face": {**printed["face"], "extensions": [extension]}}
            svg = artist.draw(each.template, {**each.values, "printed": one}).svg
            heights.setdefault(extension["colour"], set()).add(tab(svg))
    assert {colour: len(at) for colour, at in heights.items()} == dict.fromkeys(heights, 1)
    assert all(not one & other for one, other in combinations(heights.values(), 2))


def socket(svg: str) -> float:
    """Read where the socket on the left edge is."""
    (start,) = [part for part in svg.split('d="M0 ')[1:] if "H62a35" in part]
    return float(start.split("H")[0]) + 35


def tab(svg: str) -> float:
    """Read where the tab on the right edge is."""
    (start,) = [part for part in svg.split('d="M500 ')[1:] if "a35" in part]
    return float(start.split("H")[0]) + 35


def test_styles_are_readable() -> None:
    """Text has the contrast that the guidelines ask for, and rules text is no smaller than 30."""
    style = read_style(GAME / "faces" / "style.toml")
    for name, text in style.text.items():
        ratio = contrast(style.colours[text.colour], style.colours[text.on])
        assert ratio >= LEAST_CONTRAST, name
        assert text.smallest >= 28, name
    assert style.text["rules"].smallest == 30


def test_paper_is_light_wherever_texts_stand(artist: Easel) -> None:
    """Measured on its pixels: stains and worn edges leave each ink the contrast that it needs."""
    with Image.open(
        io.BytesIO(rasterised(artist.draw("grounds/paper.svg", {}).svg, (250, 350)))
    ) as opened:
        sheet = opened.convert("RGB").crop((12, 12, 238, 338))
    darkest = "#" + "".join(f"{min(sheet.getchannel(band).tobytes()):02x}" for band in "RGB")
    colours = read_style(GAME / "faces" / "style.toml").colours
    for ink in ("ink", "blood", "silver", "faded"):
        assert contrast(colours[ink], darkest) >= LEAST_CONTRAST, ink


def test_card_colours_differ_also_in_shape() -> None:
    """The five card types have icons of their own, and so have terrains and attributes."""
    names = (
        "blue red green yellow purple forest mountain water wild combat defense alchemy specialty"
    )
    shapes = {name: (GAME / "icons" / f"{name}.svg").read_text("utf-8") for name in names.split()}
    assert len(set(shapes.values())) == len(shapes)


def test_every_icon_can_be_drawn_and_is_used_up_to_its_edge(artist: Easel) -> None:
    """Every icon of the game is shapes only, has ink at 24 pixels, and stays on its grid."""
    names = artist.icons.names()
    assert len(names) > 60
    svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><g stroke="#000">'
    for name in names:
        drawn = f"{svg}{artist.icons.shapes(name).shapes}</g></svg>"
        with Image.open(io.BytesIO(rasterised(drawn, (24, 24)))) as opened:
            ink = opened.getchannel("A")
        assert sum(ink.histogram()[128:]) > 40, name


def test_contact_sheets_show_what_they_are_given(artist: Easel) -> None:
    """A sheet is as wide as its columns, whatever the pictures' sizes."""
    few = faces_of("potion")
    pictures = [
        (e.name, rasterised(artist.draw(e.template, e.values).svg, (300, 420))) for e in few
    ]
    with Image.open(io.BytesIO(contact_sheet(pictures, columns=4, width=100))) as sheet:
        assert sheet.width == 4 * (100 + 12) + 12
        assert sheet.height == 2 * (140 + 22 + 12) + 12


def test_records_of_the_table_are_those_of_the_cards() -> None:
    """The faces above come from the catalogue, not from a list of this test."""
    shown = {each.values["kind"] for each in wanted() if "kind" in each.values}
    kinds = ("action", "potion", "monster", "fight-card", "event", "exploration")
    records = {each for each in catalogue().ids if catalogue().kind(each) in kinds}
    assert records <= shown


STORY_LAYERS = ("head", "paper")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_story_keeps_a_picture(artist: Easel, language: str) -> None:
    """However long it is, a fifth of the card is its picture's, and of most a quarter."""
    seams = []
    for each in STORIES:
        svg = artist.draw(each.template, each.values, language, STORY_LAYERS).svg
        (head,) = [lying for lying in laid(svg) if lying.layer == "head"]
        seams.append(head.y + head.height)
    assert len(seams) == 36 + 36 + 56
    assert min(seams) >= 130
    assert sorted(seams)[len(seams) // 2] >= 175


def test_every_story_has_a_head_by_its_theme() -> None:
    """Each is about one of many things, all of which are drawn and none twice the same."""
    heads = tomllib.loads((GAME / "pieces.toml").read_text("utf-8"))["layers"]["head"]["named"]
    themes: dict[str, list[str]] = heads["theme"]
    listed = Counter(kind for kinds in themes.values() for kind in kinds)
    assert listed == Counter({each.values["kind"] for each in STORIES})
    assert themes.keys() == {file.stem for file in (GAME / "faces" / "heads").glob("*.svg")}
    assert len(themes) >= 12
    assert max(map(len, themes.values())) <= 12


@pytest.mark.long
def test_heads_of_stories_are_told_apart_small(artist: Easel) -> None:
    """At 120 pixels each head differs from every other in a good part of its picture."""
    small = {}
    for file in (GAME / "faces" / "heads").glob("*.svg"):
        svg = artist.draw(f"heads/{file.name}", {}).svg
        with Image.open(io.BytesIO(rasterised(svg, (120, 55)))) as opened:
            small[file.stem] = opened.convert("L")
    for one, other in combinations(sorted(small), 2):
        apart = ImageChops.difference(small[one], small[other]).histogram()
        assert sum(apart[32:]) > 120 * 55 // 4, (one, other)


@pytest.mark.parametrize(
    ("folder", "told", "asked"),
    [
        ("gestures", "school", ("wolf", "cat", "bear", "griffin", "viper")),
        ("stances", "terrain", ("forest", "mountain", "water", "wild")),
    ],
)
def test_cards_that_lie_side_by_side_have_gestures_of_their_own(
    artist: Easel, folder: str, told: str, asked: tuple[str, ...]
) -> None:
    """What each school does in its own way, and what many cards do, looks otherwise each time."""
    kinds = {file.stem for file in (GAME / "faces" / folder).glob("*.svg")}
    if told == "school":
        kinds &= {"quick-slash", "heavy-blow", "push", "aard", "yrden"}
    assert len(kinds) >= 5
    for kind in sorted(kinds):
        seen = []
        for each in asked:
            svg = artist.draw(f"{folder}/{kind}.svg", {"dye": "blue", told: each}).svg
            with Image.open(io.BytesIO(rasterised(svg, (88, 98)))) as opened:
                seen.append(opened.getchannel("A"))
        for one, other in combinations(seen, 2):
            ink = min(sum(each.histogram()[128:]) for each in (one, other))
            apart = sum(ImageChops.difference(one, other).histogram()[128:])
            assert apart > ink // 4, kind


def test_as_many_gestures_as_cards_call_for() -> None:
    """Of 47 kinds, seven are each school's own; their cards lie on 67 gestures in all."""
    found = {
        (drawing.layers.get("school-gesture") or drawing.layers.get("stance"))
        or drawing.layers["gesture"]
        for drawing in table.drawings(mod(), layout())
        if drawing.name.startswith("action.")
    }
    assert len(found) == 67
