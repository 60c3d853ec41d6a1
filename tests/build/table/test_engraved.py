"""What is engraved can be read: no text lies over another, over a slot or over a track's values.

The linter knows rooms; here is looked at what templates have set in them, and beside them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import combinations
from typing import Any, NamedTuple

import pytest

from tests.build.table.old_world import layout, mod
from tts_tool.build import table
from tts_tool.build.faces import Easel
from tts_tool.build.faces.drawing import Text
from tts_tool.build.mod import Drawing, Language
from tts_tool.build.table.layout import Layout

SHARES = {"left": 0.0, "top": 0.0, "middle": 0.5, "right": 1.0, "bottom": 1.0}
LANGUAGES: list[Language] = ["en", "de"]
SLACK = 1.0
"""Pixels of a picture by which two boxes may touch: letters do not fill theirs."""


class Box(NamedTuple):
    """A rectangle on a picture, and what is in it."""

    what: str
    left: float
    top: float
    right: float
    bottom: float
    size: float = 0

    def meets(self, other: Box) -> bool:
        """Tell whether two share more than an edge."""
        across = min(self.right, other.right) - max(self.left, other.left)
        along = min(self.bottom, other.bottom) - max(self.top, other.top)
        return min(across, along) > SLACK

    def holds(self, other: Box) -> bool:
        """Tell whether the other is inside."""
        return (
            self.left <= other.left + SLACK
            and self.top <= other.top + SLACK
            and self.right >= other.right - SLACK
            and self.bottom >= other.bottom - SLACK
        )


class Noting(Easel):
    """Draws, and notes which texts it has set, and where."""

    said: list[Box]

    def _text(self, string: object, x: float, y: float, *rest: Any, **more: Any) -> Text:  # noqa: ANN401 - as templates say it
        text = super()._text(string, x, y, *rest, **more)
        wide, high = rest[:2]
        left = x + SHARES[more.get("align", "left")] * (wide - text.width)
        top = y + SHARES[more.get("valign", "top")] * (high - text.height)
        box = Box(str(string), left, top, left + text.width, top + text.height, text.size)
        self.said.append(box)
        return text


def texts(easel: Noting, asked: Drawing, lang: Language) -> tuple[list[Box], float]:
    """Draw a picture; give its texts, and how high it is."""
    easel.said = []
    svg = easel.draw(asked.template, asked.values, lang, asked.layers).svg
    high = re.search(r'viewBox="0 0 \S+ ([\d.]+)"', svg)
    assert high is not None
    return easel.said, float(high[1])


def easel() -> Noting:
    """Give an easel with the templates of the game."""
    data = mod().folders.data
    return Noting([each / "faces" for each in data], [each / "icons" for each in data])


def marks(values: dict[str, Any]) -> Iterator[Box]:
    """Give the slots of a mat and the values of its tracks."""
    for place in values["places"]:
        wide, deep = place["wide"] / 2, place["deep"] / 2
        for x, y in place["slots"] if place["outlined"] and place["engraved"] else ():
            yield Box(place["name"], x - wide, y - deep, x + wide, y + deep)
    for track in values["tracks"]:
        side = track["size"] / 2
        for value, x, y in track["values"]:
            yield Box(f"{value} of {track['name']}", x - side, y - side, x + side, y + side)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_engraved_text_lies_over_another_or_over_a_slot(lang: Language) -> None:
    """On every mat; a number may stand in the middle of the value or the slot that it names."""
    desk, made = easel(), mod(5, lang)
    drawn = {e.name: e for e in table.drawings(made, layout(5, lang)) if e.name[:4] == "mat."}
    names = [name for name in drawn if not name.startswith("mat.seat.")] + ["mat.seat.red"]
    for name in names:
        if name in {"mat.surface", "mat.map"}:
            continue  # the map is a picture: that it can be read is asserted in `test_chart`
        said, _ = texts(desk, drawn[name], lang)
        assert said, name
        over = [(a.what, b.what) for a, b in combinations(said, 2) if a.meets(b)]
        assert over == [], name
        spots = [*marks(drawn[name].values)]
        on = [(a.what, b.what) for a in said for b in spots if a.meets(b) and not b.holds(a)]
        assert on == [], name


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_face_that_is_read_has_smaller_type_than_the_layout_says(lang: Language) -> None:
    """What the linter measures at the cameras is the smallest type that is on any such face."""
    desk, said = easel(), layout(5, lang)
    least = smallest(said, {e.name: e for e in table.drawings(mod(5, lang), said)}, desk, lang)
    types = declared(said)
    assert least.keys() == types.keys()
    for sort, found in least.items():
        assert types[sort] <= found, (sort, found)
        assert types[sort] >= found * 0.9, (sort, found)


def declared(said: Layout) -> dict[str, float]:
    """Give the smallest type that the layout says of each sort of faces that is read."""
    pieces = {sort: piece.type for sort, piece in said.piece.items()}
    all_of_them = {**pieces, **{prop.id: prop.type for prop in said.props}}
    return {sort: high for sort, high in all_of_them.items() if high}


def smallest(
    said: Layout, drawn: dict[str, Drawing], desk: Noting, lang: Language
) -> dict[str, float]:
    """Give the smallest type of each sort of faces that is read, as a part of its height."""
    found: dict[str, float] = {}
    for name, asked in drawn.items():
        sort = name.partition(".")[0]
        if sort in declared(said):
            boxes, high = texts(desk, asked, lang)
            least = min(box.size for box in boxes) / high
            found[sort] = min(found.get(sort, 1), least)
    return found
