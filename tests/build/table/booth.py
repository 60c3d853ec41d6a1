"""A box made up for tests: a booth at a fair, with a deck, a board, a piece, a track, a setting.

All that it is on the table stands in files of its own, in one folder; nobody else has any of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from tests.old_world.table import catalogue
from tts_tool.build.mod import Folders, Language, Mod
from tts_tool.kernel.decisions import Press
from tts_tool.kernel.game import Flow, Game
from tts_tool.kernel.inventory import Component, Place, Seat, Track
from tts_tool.kernel.module import Module, Setup
from tts_tool.kernel.settings import Setting
from tts_tool.kernel.spaces import Choice
from tts_tool.referee import opening
from tts_tool.resources import lua_templates_dir, mod_json_dir
from tts_tool.rulesets.old_world import RULESET
from tts_tool.rulesets.old_world.base.box.records import TERRAINS
from tts_tool.rulesets.old_world.base.points import SETUP_AFTER_PLAYERS
from tts_tool.rulesets.old_world.base.turn.turn import Turn

__all__ = ["FILES", "LAYOUT", "alone", "booth", "put_up"]

booth = Module(
    "booth",
    needs=("base",),
    settings=(Setting("booth-open", ("yes", "no"), "whether the booth is open", "BOOTH-01"),),
)


@booth.content
def box(setup: Setup) -> Iterator[Component | Place | Track]:
    """Bring six wares in a deck, a board, a tent and how many wares each seat has bought."""
    yield Place("ware-deck", seen="nobody")
    yield Place("ware-shown")
    yield Place("booth-board")
    for number in range(1, 7):
        kind = f"ware-{number}"
        yield Component(f"ware.{number}", kind, "ware-deck", {}, {"back": "ware"})
    yield Component("booth", "booth", "booth-board")
    yield Component("tent", "tent", "box")
    for seat in setup.seats:
        yield bought(seat)


def bought(seat: Seat) -> Track:
    """Count what a seat has bought."""
    return Track(f"bought.{seat}", 0, 5, owner=seat, shown="marker")


@booth.hook(SETUP_AFTER_PLAYERS, "ask")
def put_up_tent(g: Game) -> Flow[None]:
    """Shuffle the wares, show one, and let who begins put the tent beside a monster and buy one."""
    yield from g.shuffle("ware-deck", "BOOTH-02")
    g.draw("ware-deck", "ware-shown", 1, "BOOTH-02")
    first = g.part(Turn).first
    terrain = yield from g.ask(
        first, "tent-terrain", lambda: Choice(TERRAINS), why="BOOTH-03", bind=Press
    )
    (lair,) = g.cards(f"lair.{terrain}")
    g.move("tent", "box", f"at.{g.card(lair).number}", rule="BOOTH-03")
    g.set(f"bought.{first}", 1, "BOOTH-03")


LAYOUT = """
[mats.booth]
column = "right"
size = [14, 20]
title = { en = "The booth", de = "Die Bude" }
density = 56

[[cameras]]
mat = "booth"
distance = 20

[[mats.stories.values.legend]]
title = { en = "The booth", de = "Die Bude" }
column = 2
rows = [{ sign = "booth", en = "Buy a ware", de = "Eine Ware kaufen" }]

[[places]]
names = ["ware-deck", "ware-shown"]
on = "booth"
at = [-2.4, 5.4]
step = [4.0, 0]
wide = 3.6
holds = "ware"
label = { en = "Wares", de = "Waren" }

[[places]]
names = ["booth-board"]
on = "booth"
at = [0, -2.5]
holds = "booth"
label = { en = "Booth", de = "Bude" }

[[piles]]
within = "box"
at = { tent = [2.45, -3.9], ware = [5.0, -3.2] }

[[piles]]
within = "at"
at = { tent = [-1.1, 0.75] }

[[tracks]]
names = ["bought.{seat}"]
on = "booth"
at = [-2.0, -5.4]
step = [0, -0.8]
each = [1.0, 0]
marker = "bead"
engraved = false

[markers.bead]
shape = "cube"
size = 0.4

[piece.ware]
shape = "card"
size = [2.2, 3.1]
face = "booth.svg"
back = "back.svg"
tag = "Card"

[piece.booth]
shape = "tile"
size = [3.1, 2.2]
face = "booth.svg"
pixels = [840, 600]
tag = "Board"

[piece.tent]
shape = "standee"
size = [0.8, 0.6]
face = "booth.svg"
pixels = [600, 800]
tag = "Miniature"

[[props]]
id = "price-list"
shape = "tile"
on = "booth"
at = [5.0, 6.4]
size = [2.2, 3.1]
name = { en = "Prices", de = "Preise" }
engraved = false
faces = ["booth.svg"]
values = { sort = "prices" }

[[rolls]]
dice = "die"
streams = ["booth"]

[[pages]]
lang = "en"
title = "The booth"
body = "A ware a turn."

[[pages]]
lang = "de"
title = "Die Bude"
body = "Eine Ware je Zug."

[[setup]]
part = "after-players"
rule = "BOOTH-02"
do = "shuffle"
piles = ["ware-deck"]

[[setup]]
part = "after-players"
rule = "BOOTH-02"
do = "fill"
from = "ware-deck"
to = ["ware-shown"]
count = 1

[[setup]]
part = "after-players"
rule = "BOOTH-03"
do = "ask"
question = "tent-terrain"
who = "{first}"
among = "lair.{terrain}"

[[setup]]
part = "after-players"
rule = "BOOTH-03"
do = "bring"
piece = "tent"
to = "at.{kind:lair.{tent-terrain/{first}}}"

[[setup]]
part = "after-players"
rule = "BOOTH-03"
do = "set"
track = "bought.{first}"
value = 1

[[chores]]
id = "buy-ware"
title = { en = "Buy the ware", de = "Ware kaufen" }
tip = { en = "Takes the ware that is shown.", de = "Nimmt die Ware, die offen liegt." }
said = { en = "{seat} has bought a ware.", de = "{seat} hat eine Ware gekauft." }
steps = [
    { do = "set", track = "bought.{seat}", by = 1 },
    { do = "bring", from = "ware-shown", to = "box" },
    { do = "fill", from = "ware-deck", to = ["ware-shown"], count = 1 },
]

[script]
tables = ["market"]

[script.records]
action = ["name"]

[script.icons]
booth = { en = "booth", de = "Bude" }
"""

FACE = """{% import "phrases." ~ language ~ ".j2" as say %}
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 600 840">
<rect width="600" height="840" fill="{{ colour.awning }}"/>
{{ icon("booth", 200, 120, 200, "vellum") }}
{{ text(say.effect({"op": "barter", "count": 2}), 60, 500, 480, 200, "haggling") }}
</svg>
"""

BACK = """{% set ground = "#4a3320" %}
{% macro figure(ink, ground, shade) %}<circle cx="250" cy="350" r="140"/>{% endmacro %}
"""

FILES = {
    "layout_booth.toml": LAYOUT,
    "faces/booth.svg": FACE,
    "faces/style_booth.toml": '[colours]\nawning = "#5b1f1f"\n\n[text.haggling]\nfont = "sans"\n'
    'largest = 60\nsmallest = 30\ncolour = "vellum"\non = "awning"\n',
    "faces/backs/ware.j2": BACK,
    "faces/phrases_booth.en.j2": '{% macro effect(e) %}{% if e.op == "barter" %}'
    "swap {{ e.count }} wares{% endif %}{% endmacro %}",
    "faces/phrases_booth.de.j2": '{% macro effect(e) %}{% if e.op == "barter" %}'
    "tausche {{ e.count }} Waren{% endif %}{% endmacro %}",
    "icons/booth.svg": '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">'
    '<path d="M4 20V10L12 4l8 6v10"/></svg>',
}
"""What the box is, in files that nobody else has."""


def put_up(folder: Path, lang: Language = "en", **instead: str) -> Mod:
    """Give Old World with the box, whose files lie in a folder; `instead` of some stand others."""
    for name, text in {**FILES, **instead}.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return _laid(("booth",), lang, folder)


def alone() -> Mod:
    """Give Old World without the box."""
    return _laid((), "en")


def _laid(boxes: tuple[str, ...], lang: Language, *own: Path) -> Mod:
    game = RULESET.plus(booth)
    modules = opening.choose_modules(game, boxes)
    settings = opening.choose_settings(game, modules, {})
    composition = opening.composed(game, Setup(RULESET.seats, modules, settings, catalogue()))
    data, scripts = mod_json_dir(), lua_templates_dir()
    folders = Folders((*own, data / RULESET.folder, data), (scripts / RULESET.folder, scripts))
    names = tuple(module.name for module in composition.modules)
    cards = composition.setup.cards
    return Mod(game.name, "Old World", lang, cards, composition.inventory, folders, names)
