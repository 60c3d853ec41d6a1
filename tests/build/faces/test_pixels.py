"""What is read on a face stands out, is whole and stays on it: measured on finished pixels.

Templates say on what ground they write, and are believed where they are drawn. Here nobody is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import chain

import pytest

from tests.build.faces.filled import filled
from tests.build.faces.pixels import Seen, faults, seen
from tests.build.table.test_engraved import easel, texts
from tests.old_world.legendary_hunt.test_hunt_on_the_table import built
from tts_tool.build import table
from tts_tool.build.faces import rasterised
from tts_tool.build.faces.words import words_in
from tts_tool.build.mod import Drawing, Language, Mod
from tts_tool.build.table import Layout

LANGUAGES: list[Language] = ["en", "de"]
SORTS = (
    "action.svg",
    "aid.svg",
    "attribute-trophy.svg",
    "back.svg",
    "board.svg",
    "destruction.svg",
    "event.svg",
    "exploration.svg",
    "fight.svg",
    "help.svg",
    "hunt.svg",
    "legend-fight.svg",
    "legend-standee.svg",
    "legend.svg",
    "location-token.svg",
    "marker.svg",
    "miniature.svg",
    "monster-standee.svg",
    "monster-token.svg",
    "monster.svg",
    "mount-card.svg",
    "movement.svg",
    "potion.svg",
    "sign.svg",
    "token-back.svg",
    "witcher-trophy.svg",
)
MUTE = ("closed-tavern.svg", "coin.svg", "destruction-back.svg", "die.svg", "mount.svg")
"""Pictures as large as what they lie on: a mug, a coin, a ruin, eyes, a horse."""
ROUND = ("destruction.svg", "location-token.svg", "monster-token.svg", "token-back.svg")
"""What is cut out as a disc: the corners of its picture are never seen."""
BOXES = ("legendary-hunt", "monster-pack", "lost-mount")
BOX = (500.0, 700.0)


@cache
def mod(lang: Language) -> Mod:
    """Give the game with all that may lie on its table."""
    return built(lang, *BOXES)


@cache
def layout(lang: Language) -> Layout:
    """Read its layout."""
    return table.read_layout(mod(lang))


def svg_of(asked: Drawing, lang: Language) -> str:
    """Fill in the template of a face or layer."""
    return filled(mod(lang).folders.data, asked, lang)


@cache
def layer(name: str, lang: Language) -> bytes:
    """Draw a layer once, half as large as in a build."""
    asked = next(each for each in table.layers(mod(lang), layout(lang)) if each.name == name)
    size = (asked.size[0] // 2, asked.size[1] // 2)
    return rasterised(svg_of(asked, asked.lang), size)


measures: dict[tuple[str, Language], list[Seen]] = {}
"""What was measured, by the names of faces: two tests look at it."""


def measured(asked: Drawing, lang: Language) -> list[Seen]:
    """Measure a face once."""
    if (asked.name, lang) not in measures:
        measures[asked.name, lang] = measure(asked, lang)
    return measures[asked.name, lang]


def measure(asked: Drawing, lang: Language) -> list[Seen]:
    """Measure a face above its layers, a pixel a unit."""
    svg = svg_of(asked, lang)
    found = re.search(r'viewBox="0 0 (\S+) ([\d.]+)"', svg)
    assert found is not None
    units = (float(found[1]), float(found[2]))
    under = {name: layer(each, lang) for name, each in asked.layers.items()}
    size = (round(units[0]), round(units[1]))
    return seen(svg, under, units, size, is_round=asked.template in ROUND)


@cache
def faces(lang: Language) -> dict[str, list[Drawing]]:
    """List faces of each sort, by their template: those first on which there is least room."""
    sorts: dict[str, dict[tuple[str, ...], Drawing]] = {}
    for each in table.drawings(mod(lang), layout(lang)):
        if not each.name.startswith("mat."):
            said = words_in(svg_of(each, lang))
            sorts.setdefault(each.template, {}).setdefault(said, each)
    return {template: list(narrowest(drawn)) for template, drawn in sorts.items()}


def narrowest(drawn: dict[tuple[str, ...], Drawing]) -> Iterator[Drawing]:
    """Give faces, in turn those that say most and those that have the longest names."""
    most = sorted(drawn, key=lambda said: sum(map(len, said)), reverse=True)
    longest = sorted(drawn, key=lambda said: len(said[0]) if said else 0, reverse=True)
    turns = chain.from_iterable(zip(most, longest, strict=True))
    yield from (drawn[said] for said in dict.fromkeys(turns))


def test_every_sort_of_face_is_measured() -> None:
    """Whoever adds a sort of faces adds it here, or says that it has nothing to read."""
    assert {*SORTS, *MUTE} == {*faces("en")} == {*faces("de")}


@pytest.mark.soak(sample=3, full=8)
@pytest.mark.parametrize("template", SORTS)
@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.long
def test_texts_and_signs_stand_out(template: str, lang: Language, rounds: int) -> None:
    """Texts have 4.5 : 1 and signs 3 : 1, nothing is drawn over them, none leaves its picture."""
    found: dict[str, list[str]] = {}
    for asked in faces(lang)[template][:rounds]:
        marks = measured(asked, lang)
        assert marks, asked.name
        if wrong := faults(marks):
            found[asked.name] = wrong
    assert found == {}


@pytest.mark.parametrize("template", ["action.svg", "board.svg", "event.svg", "monster.svg"])
@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.long
def test_type_is_as_large_as_it_says(template: str, lang: Language) -> None:
    """Lines begin with a capital as high as their size asks: by that they are judged at cameras."""
    noting = easel()
    looked_at = 0
    for asked in faces(lang)[template][:3]:
        sizes = {box.what: box.size for box in texts(noting, asked, lang)[0]}
        for each in measured(asked, lang):
            if each.is_text and each.says[0].isupper() and "\n" not in each.says:
                high = each.box[3] - each.box[1]
                lines = max(1, round(high / sizes[each.says]))
                assert high >= 0.6 * sizes[each.says], each.says
                assert lines > 1 or high <= 1.2 * sizes[each.says], each.says
                looked_at += 1
    assert looked_at >= 3


HEAD = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 500 700">'
SAID = '<g data-words="Rain" fill="#1f1b16"><path d="M{x} 300h60v14h-60zM{x} 330h60v14h-60z"/></g>'
RULE = '<path d="M90 345h9" stroke="#1f1b16" stroke-width="2"/>'
SIGN = (
    '<g data-icon="eye" color="{ink}" fill="none" stroke="currentColor" stroke-width="8">'
    '<path d="M90 90h60v30h-60z"/></g>'
)
PAPER = '<rect width="500" height="700" fill="#efe6d2"/>'


@pytest.mark.parametrize(
    ("body", "wrong"),
    [
        (PAPER + SAID.format(x=90), []),
        (PAPER + SIGN.format(ink="#3d5a73"), []),
        ('<rect width="500" height="700" fill="#6e5220"/>' + SAID.format(x=90), ["contrast of 2"]),
        (
            PAPER
            + '<rect x="80" y="290" width="30" height="90" fill="#2b3a2b"/>'
            + SAID.format(x=90),
            ["contrast of 1", "touches something"],
        ),
        (PAPER + SIGN.format(ink="#c9a24e"), ["contrast of 1"]),
        (
            PAPER
            + SAID.format(x=90)
            + '<rect x="80" y="290" width="30" height="90" fill="#efe6d2"/>',
            ["covered"],
        ),
        (PAPER + SAID.format(x=90) + SAID.format(x=120), ["covered", "covered"]),
        (PAPER + SAID.format(x=470), ["over the edge"]),
        (PAPER + RULE + SAID.format(x=90), ["touches something"]),
    ],
    ids=["text", "sign", "dark ground", "half dark", "faint", "covered", "two", "edge", "rule"],
)
def test_a_broken_face_is_noticed(body: str, wrong: list[str]) -> None:
    """Each fault is seen where the template says that all is well, and nothing else is."""
    said = faults(seen(f"{HEAD}{body}</svg>", {}, BOX, (500, 700)))
    assert len(said) == len(wrong), said
    assert all(each in one for each, one in zip(wrong, said, strict=True)), said


def test_a_text_over_the_rim_of_a_token_is_noticed() -> None:
    """What is whole on a square sheet may be cut off when that is cut out as a disc."""
    svg = f"{HEAD.replace('700', '500')}{PAPER}{SAID.format(x=30).replace('3', '4')}</svg>"
    size = (500, 500)
    assert faults(seen(svg, {}, size, size)) == []
    (wrong,) = faults(seen(svg, {}, size, size, is_round=True))
    assert "over the rim" in wrong


def test_a_real_face_that_is_spoiled_is_noticed() -> None:
    """A board over which something pale is spread has no text left that can be read."""
    asked = next(e for e in table.drawings(mod("en"), layout("en")) if e.name == "board.wolf")
    svg = svg_of(asked, "en")
    under = {name: layer(each, "en") for name, each in asked.layers.items()}
    size = (500, 704)
    assert faults(seen(svg, under, (500, 704.5), size)) == []
    pale = svg.replace(
        "</svg>", '<rect width="500" height="704" fill="#efe6d2" opacity=".8"/></svg>'
    )
    assert len(faults(seen(pale, under, (500, 704.5), size))) >= 5
