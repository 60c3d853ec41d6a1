"""Trail Quests and Trail Tokens, and what happens where a miniature is put down."""

from __future__ import annotations

from collections.abc import Iterable

from tts_tool.kernel.decisions import Move
from tts_tool.kernel.game import Flow, Game
from tts_tool.kernel.inventory import Seat
from tts_tool.kernel.module import OpenPoint
from tts_tool.kernel.rejection import Rejection
from tts_tool.kernel.spaces import Choice
from tts_tool.rulesets.old_world.base import places
from tts_tool.rulesets.old_world.base.board.tokens import no_tokens, of_terrain, printed_on
from tts_tool.rulesets.old_world.base.box.box import where
from tts_tool.rulesets.old_world.base.box.records import TERRAINS
from tts_tool.rulesets.old_world.base.module import base
from tts_tool.rulesets.old_world.base.points import GAIN_TRAIL, MOVE_ARRIVED
from tts_tool.rulesets.old_world.base.turn.prices import Prices
from tts_tool.rulesets.old_world.base.words import Words, phrase

base.settles(
    OpenPoint(
        "OW-OPEN-27",
        "settled",
        "",
        "Gold on a Trail Quest that is returned goes to the bank; it lies there as long as the "
        "quest is open, so it is no gold of the seat.",
    ),
    OpenPoint(
        "OW-OPEN-28",
        "settled",
        "",
        "Several trails of a terrain may be held through gains that say so; one is enough.",
    ),
    OpenPoint(
        "OW-OPEN-29",
        "settled",
        "",
        "A Trail Quest for the own location is drawn again; without another token there is none.",
    ),
)


def has_trail(g: Game, seat: Seat, terrain: str) -> bool:
    """Tell whether a seat has a Trail Token for the monster of a terrain."""
    return bool(of_terrain(g, places.trails(seat), terrain))  # OW-TRAIL-01 OW-TRAIL-08 OW-TRAIL-09


# Trail Tokens


def gain_trail(
    g: Game, seat: Seat, terrain: str | None = None, rule: str = "", *, source: str = ""
) -> Flow[None]:
    """Gain a Trail Token: of a named terrain, or of one that the seat chooses."""
    if g.veto(GAIN_TRAIL, seat=seat, terrain=terrain, source=source) is not None:
        return
    terrains = (terrain,) if terrain else TERRAINS
    if not terrain:
        terrains = (*TERRAINS, *g.provide(GAIN_TRAIL, seat=seat, source=source))
    if all(no_tokens(g, each) for each in terrains):  # OW-TOKEN-03
        return
    chosen = yield from g.ask(
        seat,
        "trail",
        lambda: Choice(terrains, lambda each: no_tokens(g, each)),
        why="OW-DEC-20",
        bind=lambda each: Move(f"{places.tokens(each)}/top", places.trails(seat)),
    )
    g.draw(places.tokens(chosen), places.trails(seat), rule=rule or "OW-TRAIL-07")  # OW-TRAIL-07


# Trail Quests


def rumour_why_not(g: Game, seat: Seat, terrain: str) -> Rejection | None:
    """Say why no Trail Quest can be taken for the monster of a terrain."""
    if not g.cards(places.monster(terrain)):
        return Rejection("no-monster-there", {"terrain": terrain}, "OW-TRAIL-02")  # OW-SOLO-20
    if no_tokens(g, terrain) is not None:  # OW-TRAIL-04
        return Rejection("no-tokens-left", {"terrain": terrain}, "OW-TRAIL-04")
    return g.veto(GAIN_TRAIL, seat=seat, terrain=terrain, source="rumour")


def rumour(g: Game, seat: Seat) -> Flow[None]:
    """Choose a monster and take a Trail Quest for it; without a monster to choose, nothing."""
    if all(rumour_why_not(g, seat, terrain) for terrain in TERRAINS):
        return
    terrain = yield from g.ask(
        seat,
        "track",
        lambda: Choice(TERRAINS, lambda each: rumour_why_not(g, seat, each)),
        why="OW-DEC-11",
        bind=lambda each: Move(f"{places.tokens(each)}/top", places.rumours(seat)),
        label=lambda each: tracked(g, each),
    )
    yield from take_rumour(g, seat, terrain)


def tracked(g: Game, terrain: str) -> Words | None:
    """Say which monster is tracked."""
    monsters = g.cards(places.monster(terrain))
    if not monsters:
        return None
    return phrase(g, "label-trail", monster=g.kind(monsters[0]), terrain=terrain)


def take_rumour(g: Game, seat: Seat, terrain: str) -> Flow[None]:
    """Draw a token that names another location than the seat's own and lay it face up."""
    pile = places.tokens(terrain)
    drawn = g.cards(pile)[:1]
    g.reveal(drawn, pile, "OW-TRAIL-02")
    if printed_on(g, drawn[0]).number == where(g, seat):  # OW-TRAIL-03
        g.move(g.cards(pile)[1:2], pile, places.rumours(seat), rule="OW-TRAIL-03")
        yield from g.shuffle(pile, "OW-TRAIL-03")
    else:
        g.move(drawn, pile, places.rumours(seat), rule="OW-TRAIL-02")  # OW-TRAIL-02


# Arriving


def arrive(g: Game, seat: Seat, location: int, rule: str = "") -> Flow[None]:
    """Put a seat's miniature down at a location, by a move or by a card, and see what it meets."""
    g.move(f"miniature.{seat}", places.at(where(g, seat)), places.at(location), rule=rule)
    for token in found(g, seat, location):  # OW-MOVE-10 OW-TRAIL-06
        g.add(places.gold(seat), g.table(Prices).rumour_gold, "OW-TRAIL-05")  # OW-TRAIL-05
        g.move(token, places.rumours(seat), places.trails(seat), rule="OW-TRAIL-05")
    g.notify(MOVE_ARRIVED, seat, location=location)
    yield from g.settle()


def found(g: Game, seat: Seat, location: int) -> Iterable[str]:
    """Find the seat's Trail Quests that name a location."""
    return [t for t in g.cards(places.rumours(seat)) if printed_on(g, t).number == location]
