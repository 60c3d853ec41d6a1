"""What is read on cards of Path of Destiny stands out from its ground: measured on pixels."""

from __future__ import annotations

import re
from typing import Final

import pytest

from tests.build.faces.pixels import faults, seen
from tests.build.table.test_engraved import Noting, declared, smallest
from tests.path_of_destiny.test_desk import mod
from tests.path_of_destiny.test_faces import drawn
from tts_tool.build import table
from tts_tool.build.faces import easel_of, rasterised

LANGUAGES: Final = ("en", "de")
SORTS: Final = ("board", "ability", "extra-effort", "quest", "page", "action")
SCALE: Final = 2
"""Pixels a unit: a board is drawn about as large, and its letters are thin."""


@pytest.mark.soak(sample=2, full=5)
@pytest.mark.parametrize("sort", SORTS)
@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.long
def test_texts_and_signs_stand_out(sort: str, lang: str, rounds: int) -> None:
    """Of each sort those that say most: texts have 4.5 : 1, signs 3 : 1, all is on the card."""
    made = mod(lang=lang)
    desk = easel_of(made.folders.data)
    under = {each.name: each for each in table.layers(made, table.read_layout(made))}
    faces = [(asked, svg) for asked, svg in drawn(lang) if asked.name.split(".")[0] == sort]
    faces.sort(key=lambda each: -len(each[1]))
    assert faces
    for asked, svg in faces[:rounds]:
        layers = {
            name: rasterised(desk.draw(under[each].template, under[each].values).svg, (200, 140))
            for name, each in asked.layers.items()
        }
        box = re.search(r'viewBox="0 0 (\S+) ([\d.]+)"', svg)
        assert box is not None
        wide, high = float(box[1]), float(box[2])
        size = (round(wide * SCALE), round(high * SCALE))
        assert faults(seen(svg, layers, (wide, high), size)) == [], asked.name


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_face_that_is_read_has_smaller_type_than_is_said(lang: str) -> None:
    """Boards and pages: what the linter measures at the cameras is the smallest type on them."""
    made = mod(lang=lang)
    said, data = table.read_layout(made), made.folders.data
    desk = Noting([each / "faces" for each in data], [each / "icons" for each in data])
    types = declared(said)
    asked = {e.name: e for e in table.drawings(made, said) if e.name.split(".")[0] in types}
    least = smallest(said, asked, desk, lang)
    assert [sort for sort, size in least.items() if size < types[sort]] == []
    assert types.keys() == {"board", "page"}
