"""Mats are drawn where things lie, and every name on them can be read, in both languages."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest
from PIL import Image

from tests.build.table.old_world import layout, mod, rewritten, save
from tts_tool.build import table
from tts_tool.build.faces import Easel, contrast, rasterised
from tts_tool.build.faces.style import LEAST_CONTRAST, mixed
from tts_tool.build.mod import Drawing, Language, Mod
from tts_tool.errors import BadInput

LANGUAGES: list[Language] = ["en", "de"]
MATS = ["map", "market", "monsters", "trophies", "stories", "help", "store", "seat.red"]
GROUNDS = {(58, 33, 23), (30, 51, 43)}


def easel(made: Mod) -> Easel:
    """Draw with the templates of the game."""
    data = made.folders.data
    return Easel([each / "faces" for each in data], [each / "icons" for each in data])


def drawing(made: Mod, name: str) -> Drawing:
    """Find a drawing that the table asks for."""
    found = table.drawings(made, table.read_layout(made))
    return next(each for each in found if each.name == name)


def painted(made: Mod, asked: Drawing, part: float) -> Image.Image:
    """Draw a mat, smaller than a build does."""
    svg = easel(made).draw(asked.template, asked.values, language=asked.lang).svg
    size = (round(asked.size[0] * part), round(asked.size[1] * part))
    with Image.open(io.BytesIO(rasterised(svg, size))) as picture:
        return picture.convert("RGB")


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("seats", [1, 2, 5])
def test_every_name_fits_and_can_be_read(seats: int, lang: Language) -> None:
    """No mat, help sheet or marker has a text that is too long for its room at a legible size."""
    made, said = mod(seats, lang), layout(seats, lang)
    desk = easel(made)
    own = [
        each
        for each in table.drawings(made, said)
        if each.name.startswith(("mat.", "help.", "marker.", "bank.", "board.", "miniature."))
    ]
    assert len(own) >= 8 + 4 * seats
    for each in own:
        assert desk.draw(each.template, each.values, language=lang).svg.lstrip().startswith("<svg")


def test_a_name_that_cannot_be_read_stops_the_build(tmp_path: Path) -> None:
    """What would have to be set too small is an error that quotes it and names the template."""
    long = "An uncommonly circumstantial description of a market"
    made = rewritten(tmp_path, "layout.toml", ('en = "Market"', f'en = "{long * 8}"'))
    asked = drawing(made, "mat.market")
    with pytest.raises(BadInput, match="does not fit") as caught:
        easel(made).draw(asked.template, asked.values, language="en")
    assert long in str(caught.value)
    assert "mats.j2" in str(caught.value)


@pytest.mark.parametrize("name", MATS)
def test_slots_are_drawn_where_things_lie(name: str) -> None:
    """Every slot of the layout is a hollow in the picture, and the map has a medallion for each."""
    asked = drawing(mod(), f"mat.{name}")
    part = 0.5
    picture = painted(mod(), asked, part)
    for place in asked.values["places"]:
        if not place["outlined"]:
            continue
        if name == "map":
            points = [(place["x"], place["y"] - asked.values["unit"] * 0.98)]
        else:
            points = [
                (x - place["wide"] * 0.46, y + place["deep"] * (0.0 if place["round"] else 0.46))
                for x, y in place["slots"][:1]
            ]
        for x, y in points:
            pixel = picture.getpixel((round(x * part), round(y * part)))
            assert pixel not in {*GROUNDS, (0, 0, 0)}, place["name"]


def test_names_are_on_a_mat_in_both_languages() -> None:
    """What a mat is given to draw has each place's name in English and in German."""
    for name in MATS:
        for place in drawing(mod(), f"mat.{name}").values["places"]:
            assert place["label"]["en"]
            assert place["label"]["de"]
            assert place["label"] != {"en": place["name"], "de": place["name"]}


def test_the_market_shows_what_a_slot_costs() -> None:
    """The numbers beside the slots are those of the rules."""
    places = drawing(mod(), "mat.market").values["places"]
    marks = [each["mark"] for each in places if each["name"].startswith("display.")]
    assert marks == mod().cards.raw_table("market")["slots"]


@pytest.mark.parametrize("seats", [1, 5])
def test_no_card_covers_what_a_slot_costs(seats: int) -> None:
    """The coin of a slot is above the card that lies there, and within its width."""
    places = drawing(mod(seats), "mat.market").values["places"]
    slots = [each for each in places if each["mark"] is not None]
    assert len(slots) == 6
    for slot in slots:
        x, y, wide, high = slot["mark_at"]
        card_top = slot["y"] - slot["deep"] / 2
        assert y + high / 2 < card_top < slot["y"]
        assert abs(x - slot["x"]) < slot["wide"] / 2 - wide / 2


def test_lines_part_slots_only_where_cards_lie_side_by_side() -> None:
    """Where cards lie over each other no line goes through them, nor through the sign there."""
    lines = {}
    for name in ("market", "trophies", "seat.red"):
        asked = drawing(mod(), f"mat.{name}")
        svg = easel(mod()).draw(asked.template, asked.values).svg
        lines[name] = len(re.findall(r'<path d="M[\d.]+ [\d.]+v[\d.]+"/>', svg))
    fanned = [each for each in drawing(mod(), "mat.market").values["places"] if each["slots"][1:]]
    assert [each["name"] for each in fanned] == ["revealed"]
    side_by_side = 9 + 5 + 4 + 3 + 3 - 5  # a combo, potions, trophies, equipment, quests
    assert lines == {"market": 0, "trophies": 8 - 1, "seat.red": side_by_side}


@pytest.mark.parametrize(("layer", "ground"), [("leather", "#3a2117"), ("felt", "#1e332b")])
def test_names_and_slots_stand_out_from_what_mats_are_made_of(layer: str, ground: str) -> None:
    """On the lightest and the darkest grain, names have 4.5 : 1 and the lines of slots 3 : 1.

    The lines are no louder than that needs: what is empty recedes.
    """
    found = table.layers(mod(), layout())
    asked = next(each for each in found if each.template == f"grounds/{layer}.svg")
    svg = easel(mod()).draw(asked.template, asked.values).svg
    with Image.open(io.BytesIO(rasterised(svg, (400, 300)))) as picture:
        bands = [picture.convert("RGB").getchannel(band).tobytes() for band in "RGB"]
    rim = mixed("#c2a06a", ground, 0.72)
    for edge in (min, max):
        grain = "#" + "".join(f"{edge(band):02x}" for band in bands)
        assert contrast("#cfc2a4", grain) >= LEAST_CONTRAST
        assert contrast(rim, mixed("#0b0603", grain, 0.3)) >= 3
    middle = "#" + "".join(f"{sorted(band)[len(band) // 2]:02x}" for band in bands)
    assert abs(contrast("#efe6d2", middle) - contrast("#efe6d2", ground)) < 3
    assert contrast(rim, middle) < 4.5


def test_a_mat_is_engraved_in_one_language_and_tells_the_other() -> None:
    """No name of the other language is on a mat; whoever hovers over it reads each of them."""
    german = {each.id: each for each in save(5, "en").objects if each.id.startswith("mat.")}
    for name in MATS:
        asked = drawing(mod(), f"mat.{name}")
        svg = easel(mod()).draw(asked.template, asked.values).svg
        told = german[f"mat.{name}"]
        names = [each["label"] for each in asked.values["places"] if each["engraved"]]
        for label in (label for label in names if label["en"] != label["de"]):
            assert f'data-words="{label["de"]}"' not in svg, label
            assert f"{label['en']} – {label['de']}" in told.description.splitlines(), label
        assert told.tooltip
