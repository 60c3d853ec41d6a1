"""Where each kind of component of the base game can lie, and how much there is room for.

Only what the base game knows is judged: a box may lay its own components where it likes, and
components of the base game in places of its own and in the trays of the seats.
"""

from __future__ import annotations

from itertools import chain

from tts_tool.kernel.game import Game
from tts_tool.kernel.rejection import Rejection
from tts_tool.rulesets.old_world.base import places
from tts_tool.rulesets.old_world.base.board.tokens import lies_at
from tts_tool.rulesets.old_world.base.box.box import SLOTS, Card, atlas
from tts_tool.rulesets.old_world.base.box.records import TERRAINS
from tts_tool.rulesets.old_world.base.cards import market
from tts_tool.rulesets.old_world.base.module import base

CARDS = "action-deck action-discard display hand deck discard combo revealed trash box"

HOMES = {
    "action": ("OW-COMP-02", CARDS),
    "potion": ("OW-COMP-04", "potion-deck potion-discard potions spent-potions"),
    "city": ("OW-COMP-05", "city-deck city-used story quests gear box"),
    "wilds": ("OW-COMP-06", "wilds-deck wilds-used story quests gear box"),
    "event": ("OW-COMP-07", "events story gear"),
    "attribute-trophy": ("OW-COMP-08", "attribute-trophies trophies box"),
    "witcher-trophy": ("OW-COMP-09", "witcher-trophies trophies box"),
    "monster": ("OW-COMP-10", "monster-cards monster trophies"),
    "monster-token": ("OW-COMP-11", "monster-tokens driven-away more-monsters at box"),
    "fight": ("OW-COMP-12", "monster-deck monster-life monster-spent"),
    "closed-tavern": ("OW-COMP-14", "at box"),
    "board": ("OW-COMP-19", "boards draft board box"),
    "miniature": ("OW-COMP-20", "at box"),
    # A box lets a seat look at some where it looks at boards.
    "token": ("OW-TOKEN-01", "tokens lair rumours trails quest-tokens draft"),
}
"""For each kind of component which rule says what it is, and in what kinds of places it lies."""

PLACES = frozenset(chain.from_iterable(homes.split() for _, homes in HOMES.values()))
STRAY = frozenset(
    (kind, place)
    for kind, (_, homes) in HOMES.items()
    for place in PLACES.difference(homes.split())
)
"""Which kinds of components and of places don't go together."""

COMMON = (places.ACTION_DECK, places.ACTION_DISCARD, places.REVEALED, *SLOTS)


@base.invariant
def everything_at_home(g: Game) -> Rejection | None:
    """Nothing lies among things of another kind."""
    for place, components in g.state.places.items():
        where = place.partition(".")[0]
        for component in components:
            kind = component.partition(".")[0]
            if (kind, where) in STRAY:
                params: dict[str, str | int] = {"component": component, "place": place}
                return Rejection("lies-elsewhere", params, HOMES[kind][0])
    return None


@base.invariant
def starting_cards_stay_apart(g: Game) -> Rejection | None:
    """No starting card lies among the common ones."""
    for place in COMMON:
        for component in g.cards(place):
            known = g.card(component)
            if isinstance(known, Card) and known.school is not None:
                params: dict[str, str | int] = {"component": component, "place": place}
                return Rejection("lies-elsewhere", params, "OW-SETUP-01")
    return None


@base.invariant
def slots_hold_one(g: Game) -> Rejection | None:
    """A slot of the market holds one card."""
    for slot in chain.from_iterable(row.slots for row in market.rows(g)):
        if len(g.cards(slot)) > 1:
            return Rejection("slot-full", {"place": slot}, "OW-MARKET-13")
    return None


@base.invariant
def monsters_keep_apart(g: Game) -> Rejection | None:
    """No two monsters share a location, and each stands where the token of its slot says."""
    for number in g.once(atlas):
        here = [c for c in g.cards(places.at(number)) if c.startswith("monster-token.")]
        if len(here) > 1:  # OW-TOKEN-07
            return Rejection("two-monsters-here", {"place": places.at(number)}, "OW-TOKEN-07")
    for terrain in TERRAINS:
        for monster in g.cards(places.monster(terrain)):
            token, spot = f"monster-token.{g.kind(monster)}", lies_at(g, terrain)
            if token not in g.state.places.get(places.at(spot), ()):
                return Rejection("monster-astray", {"monster": g.kind(monster)}, "OW-MONSTER-30")
    return None


@base.invariant
def trophies_differ(g: Game) -> Rejection | None:
    """Nobody owns two trophies of one school, or two of one attribute."""
    for seat in g.seats:
        single = ("attribute-trophy", "witcher-trophy")
        kinds = [g.kind(c) for c in g.cards(places.trophies(seat)) if c.partition(".")[0] in single]
        if len(set(kinds)) < len(kinds):  # OW-TROPHY-12
            return Rejection("trophy-twice", {"seat": seat}, "OW-TROPHY-12")
    return None


@base.invariant
def seats_are_seated(g: Game) -> Rejection | None:
    """No seat has two boards; from the first turn on each has one, and its miniature stands."""
    for seat in g.seats:
        boards = len(g.cards(places.board(seat)))
        if boards > 1 or (g.state.phase and not boards):
            return Rejection("boards-astray", {"seat": seat}, "OW-SETUP-22")
        if g.state.phase and f"miniature.{seat}" in g.cards(places.BOX):
            return Rejection("miniature-astray", {"seat": seat}, "OW-SETUP-24")
    return None
