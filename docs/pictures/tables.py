"""Draws the table of Old World as it lies before players: from above, and as they look at it.

It is set up by its own script, and some of all that is read again and again is laid out.
"""

from __future__ import annotations

import io
import math
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from PIL import Image

sys.path.append(str(Path(__file__).parents[2]))

from tests.build.set_up import Panel, opened
from tests.build.table.booth import put_up
from tts_tool.build.building import build
from tts_tool.build.cache import Cache
from tts_tool.build.freshness import Past
from tts_tool.build.mod import Language, Mod
from tts_tool.build.table import read_layout, script_values
from tts_tool.build.table.layout import Layout
from tts_tool.build.table.seeing import View, views_of
from tts_tool.build.table.spots import SpotPlan
from tts_tool.cached import cache_folder
from tts_tool.cli.mods import choose, job
from tts_tool.picture.above import from_above
from tts_tool.picture.local import local_picture
from tts_tool.saves.tree import read

__all__ = ["tables"]

TABLES = (
    ("1", 1, "old-world", ()),
    ("3", 3, "old-world", ()),
    ("lost-mount", 2, "old-world", ("lost-mount",)),
    ("boxes", 5, "old-world", ("legendary-hunt", "lost-mount", "monster-pack")),
    ("booth", 2, "old-world", ("booth",)),
    ("5", 5, "old-world", ()),
)
"""How a picture is called, who sits there, and what is played; the booth is made up by tests."""
WIDE = 6_000
SCREEN = (1_280, 720)
MARGIN = 1.0
"""So much more than everything a picture from above shows."""
LOOKS = {1: "map", 2: "market", 3: "monsters", 4: "stories"}
"""Cameras that are drawn, by their keys."""
HELD = {
    "potions": ("potion-deck", 4),
    "trophies": ("monster-cards.{level}", 3),
    "gear": ("events", 3),
    "quests": ("events", 2),
}
"""What a seat is given, and how much of it, by the place: so that one sees what covers what."""


Place = dict[str, Any]


class Seen(NamedTuple):
    """A table from above, and where on the picture its middle is."""

    picture: Image.Image
    left: float
    top: float
    unit: float

    def at(self, x: float, z: float) -> tuple[float, float]:
        """Give a point of the table as a point of the picture."""
        return (x - self.left) * self.unit, (self.top - z) * self.unit


def tables(lang: Language, only: str = "") -> Iterator[tuple[str, Image.Image]]:
    """Give all pictures of tables in a language, by their names; or only those of one table."""
    for name, seats, game, boxes in TABLES:
        if only not in {"", name}:
            continue
        layout, plan, seen = laid(game, boxes, seats, lang)
        small = seen.picture.copy()
        small.thumbnail((1_600, 1_600))
        yield f"table.{name}", small
        if name == "5":
            for view in views_of(plan):
                if view.key in LOOKS:
                    yield f"look.{LOOKS[view.key]}", look(layout, seen, view)
                elif view.seat in {"red", "yellow"}:
                    yield f"look.{view.seat}", look(layout, seen, view)


def laid(
    game: str, boxes: tuple[str, ...], seats: int, lang: Language
) -> tuple[Layout, SpotPlan, Seen]:
    """Build a table, set it up, lay out what one would have after some turns, and draw it."""
    with tempfile.TemporaryDirectory() as temporary:
        mod, save = built(game, boxes, seats, lang, Path(temporary))
        layout = read_layout(mod)
        places = script_values(mod, layout)["places"]
        with opened(lang=lang, save=save) as panel:
            panel.set_up(seats)
            for number, seat in enumerate(mod.inventory.seats[:seats]):
                fill(panel, places, seat, number % 3 + 1)
            lay(panel, places["city-deck"], places["story"], 0)
            tree = read(panel.table.save(), "save").root
            buttons = panel.table.buttons()
        drawn = from_above(tree, local_picture, width=WIDE, buttons=buttons)
        picture = Image.open(io.BytesIO(drawn))
        picture.load()
    surface = layout.surface
    left = surface.at[0] - surface.size[0] / 2 - MARGIN
    top = surface.at[1] + surface.size[1] / 2 + MARGIN
    unit = picture.width / (surface.size[0] + 2 * MARGIN)
    return layout, SpotPlan(mod, layout), Seen(picture.convert("RGB"), left, top, unit)


def built(
    game: str, boxes: tuple[str, ...], seats: int, lang: Language, out: Path
) -> tuple[Mod, bytes]:
    """Build a table; give its mod, and its save."""
    made_up = boxes == ("booth",)
    asked = job(choose(game, () if made_up else boxes, lang, seats=seats, out=out / "table"))
    if made_up:
        asked = asked._replace(mod=put_up(out / "booth", lang))
    cache = cache_folder()
    made = build(asked, Past(cache, asked.out), Cache(cache))
    return asked.mod, (asked.out / made.manifest.save).read_bytes()


def fill(panel: Panel, places: dict[str, Place], seat: str, level: int) -> None:
    """Give a seat some of everything that it keeps before it."""
    for place, (deck, count) in HELD.items():
        for number in range(count):
            lay(panel, places[deck.format(level=level)], places[f"{place}.{seat}"], number)


def lay(panel: Panel, deck: Place, place: Place, slot: int) -> None:
    """Draw the top card of a deck, face up, into a slot of a place."""
    foot, at = deck["slots"][0], place["slots"][slot]
    lying = (each for each in panel.table.objects if each.kind == "Deck")
    near = min(lying, key=lambda each: math.dist(each.position[::2], (foot["x"], foot["z"])))
    card = panel.table.red.pull(near)
    panel.settle()
    panel.table.execute(
        f"local o = getObjectFromGUID('{card.guid}') o.setRotation({{0, 180, 0}})"
        f" o.setPosition({{{at['x']}, {at['y'] + 0.3}, {at['z']}}})"
    )
    panel.settle()


def look(layout: Layout, seen: Seen, view: View) -> Image.Image:
    """Draw the table as it is on a screen that looks at it so; what stands up lies flat."""
    wide, high = SCREEN
    half = high / 2 / math.tan(math.radians(layout.reading.field_of_view / 2))
    pitch, turn = math.radians(view.pitch), math.radians(view.turn)
    corners: list[tuple[float, float]] = []
    sides = [
        (-wide / 2, high / 2),
        (wide / 2, high / 2),
        (wide / 2, -high / 2),
        (-wide / 2, -high / 2),
    ]
    for across, up in sides:
        away = up * view.distance / (half * math.sin(pitch) - up * math.cos(pitch))
        aside = across * (view.distance + away * math.cos(pitch)) / half
        x = view.at[0] + aside * math.cos(turn) + away * math.sin(turn)
        z = view.at[1] - aside * math.sin(turn) + away * math.cos(turn)
        corners.append(seen.at(x, z))
    screen = [(0, 0), (wide, 0), (wide, high), (0, high)]
    found = solved(screen, corners)
    return seen.picture.transform(
        SCREEN, Image.Transform.PERSPECTIVE, found, Image.Resampling.BICUBIC, fillcolor=(12, 10, 8)
    )


def solved(here: list[tuple[int, int]], there: list[tuple[float, float]]) -> list[float]:
    """Find the eight numbers of the projection that takes four points to four others."""
    rows: list[list[Any]] = []
    for (x, y), (u, v) in zip(here, there, strict=True):
        rows += [[x, y, 1, 0, 0, 0, -u * x, -u * y, u], [0, 0, 0, x, y, 1, -v * x, -v * y, v]]
    for n in range(8):
        best = max(range(n, 8), key=lambda row: abs(rows[row][n]))
        rows[n], rows[best] = rows[best], rows[n]
        rows[n] = [each / rows[n][n] for each in rows[n]]
        for other in range(8):
            if other != n:
                factor = rows[other][n]
                rows[other] = [a - factor * b for a, b in zip(rows[other], rows[n], strict=True)]
    return [row[8] for row in rows]
