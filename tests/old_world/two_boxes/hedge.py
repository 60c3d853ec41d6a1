"""The hedge mage: no witcher, with charms for cards, a market row of them, and Energy for a Shield.

Her Combo is resolved card by card, and a charm may be boosted for Energy. In a fight nothing caps
her Energy, and she draws more the more of it she has.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from tts_tool.game import (
    Choice,
    Component,
    Flow,
    Game,
    Module,
    Place,
    Record,
    Rejection,
    Seat,
    Setup,
    Sheet,
    Track,
    ref,
)
from tts_tool.rulesets.old_world.base import points
from tts_tool.rulesets.old_world.base.box.box import Card, card
from tts_tool.rulesets.old_world.base.box.records import Colour, Count, Face, Symbols
from tts_tool.rulesets.old_world.base.cards.market import Row
from tts_tool.rulesets.old_world.base.fight.combo import counted, parts, specials
from tts_tool.rulesets.old_world.base.fight.damage import guard, strike
from tts_tool.rulesets.old_world.base.fight.fight import Fight, over
from tts_tool.rulesets.old_world.base.witcher.boards import character

__all__ = ["ROW", "Charm", "CharmFace", "Motes", "hedge"]

hedge = Module("hedge", needs=("base",))
hedge.words("count", {"energy": "the Energy of a mage"})
hedge.words("price", {"energy": "Energy that is spent"})

ROW = Row(tuple(f"hedge.{slot}" for slot in range(1, 7)), "hedge-deck", "hedge-discard")


class Motes(Symbols):
    """What a charm shows: the symbols of Action cards, and Energy."""

    energy: Count = 0


class Boost(Sheet):
    """What more a charm does for so much Energy."""

    costs: Count
    effect: Motes


class CharmFace(Face):
    """One printed charm."""

    fight: Motes
    boost: Boost | None = None


@hedge.record("charm")
class Charm(Record):
    """A kind of charm; with a mage it is a starting card."""

    colour: Colour
    cost: Count = 0
    mage: Annotated[str, ref("character")] | None = None
    faces: tuple[CharmFace, ...]


# What lies on the table


@hedge.content
def charms(setup: Setup) -> Iterator[Component | Place | Track]:
    """Lay out the charms, a row to gain them from, and a track of Energy for every seat."""
    for slot in ROW.slots:
        yield Place(slot)
    yield Place(ROW.deck, "nobody")
    yield Place(ROW.discard)
    for seat in setup.seats:
        yield Track(f"energy.{seat}", 0, 99, 1, seat)
    for kind in setup.cards.of(Charm).values():
        for number, face in enumerate(kind.faces, 1):
            yield Component(
                f"charm.{kind.id}.{number}",
                kind.id,
                "box" if kind.mage else ROW.deck,
                face={"colour": kind.colour, "cost": kind.cost, "terrain": face.terrain},
                back={"back": "charm"},
                pool="charm.hedge" if kind.mage else "charm",
                card=Card(kind.id, kind.colour, kind.cost, kind.mage, face),
            )


def is_mage(g: Game, seat: Seat, **_: object) -> bool:
    """Tell whether a seat plays a mage."""
    who = character(g, seat)
    return who is not None and who.calling == "mage"


# Gaining charms


@hedge.hook(points.MARKET_ROWS, "provide")
def charm_row(_g: Game) -> list[Row]:
    """Add a row of charms to the market."""
    return [ROW]


@hedge.hook(points.MARKET_ROW, "replace", when=is_mage)
def own_row(_g: Game, _usual: object, **_: object) -> Row:
    """Let a mage gain from the row of charms."""
    return ROW


@hedge.hook(points.GAIN_ACTION_CARD, "veto")
def own_kind(g: Game, seat: Seat, component: str | None, **_: object) -> Rejection | None:
    """Let mages gain charms only, and witchers none."""
    if component is None or is_mage(g, seat) is component.startswith("charm."):
        return None
    return Rejection("card-of-others", rule="HDG-03")


# Energy


@hedge.hook(points.CHARACTER_GUARD_RESOURCE, "replace", when=is_mage)
def energy(_g: Game, _usual: object, **_: object) -> str:
    """Read Shield as Energy."""
    return "energy"


@hedge.hook(points.GUARD_CAP, "modify")
def no_cap(g: Game, most: int, seat: Seat) -> int:
    """Let nothing cap the Energy of a mage in a fight."""
    return 99 if is_mage(g, seat) else most  # HDG-04


@hedge.hook(points.DAMAGE_ABSORB, "replace", when=is_mage)
def unshielded(_g: Game, _usual: object, amount: int, **_: object) -> int:
    """Let Energy take no damage."""
    return amount


@hedge.hook(points.ABILITY_COUNT, "replace", when=lambda _g, counted, **_: counted == "energy")
def how_much(g: Game, _usual: object, seat: Seat, **_: object) -> int:
    """Count the Energy of a seat."""
    return g.track(f"energy.{seat}")


@hedge.hook(points.ABILITY_PRICE, "veto")
def too_little(g: Game, seat: Seat, price: str, number: int, **_: object) -> Rejection | None:
    """Say why a seat can't spend so much Energy."""
    if price != "energy" or g.track(f"energy.{seat}") >= number:
        return None
    return Rejection("too-little-energy", {"energy": number}, "HDG-05")


@hedge.hook(points.ABILITY_PRICE, "ask")
def spend(g: Game, seat: Seat, price: str, number: int, **_: object) -> Flow[None]:
    """Spend Energy for an ability."""
    if price == "energy":
        g.add(f"energy.{seat}", -number, "HDG-05")
    yield from ()


@hedge.hook(points.FIGHT_TURN_DRAW_COUNT, "modify")
def by_energy(g: Game, cards: int, seat: Seat) -> int:
    """Let a mage draw as many more cards as she has Energy."""
    return cards + g.track(f"energy.{seat}") if is_mage(g, seat) else cards  # HDG-06


# Combos


@hedge.hook(points.COMBO_RESOLVE, "replace", when=is_mage)
def card_by_card(g: Game, _usual: object, seat: Seat, played: tuple[str, ...]) -> Flow[None]:
    """Resolve one card after the other: its ability, its boost, then the tab that was matched."""
    printed = [parts(g, seat, at, component) for at, component in enumerate(played)]
    for component, each in zip(played, printed, strict=True):
        yield from happen(g, seat, component, each["ability"])
        yield from boosted(g, seat, component)
        if "extension" in each:
            yield from happen(g, seat, component, each["extension"])


def boosted(g: Game, seat: Seat, component: str) -> Flow[None]:
    """Ask whether a charm is boosted, if there is Energy enough."""
    face = card(g, component).face
    boost = face.boost if isinstance(face, CharmFace) else None
    if over(g) or boost is None or g.track(f"energy.{seat}") < boost.costs:
        return
    answer = yield from g.ask(seat, "boost", lambda: Choice(("boost", "pass")), why="HDG-07")
    if answer == "boost":
        g.add(f"energy.{seat}", -boost.costs, "HDG-07")
        effect = counted(g, seat, component, "boost", boost.effect)
        yield from happen(g, seat, component, effect)


def happen(g: Game, seat: Seat, component: str, symbols: Symbols) -> Flow[None]:
    """Do what some symbols say, at once but for the draw, which comes with step 4."""
    if over(g):
        return
    g.note(Fight, draw=g.part(Fight).draw + symbols.draw)
    yield from strike(g, seat, symbols.damage)
    if not over(g):
        guard(g, seat, symbols.shield + (symbols.energy if isinstance(symbols, Motes) else 0))
        specials(g, seat, component, symbols)
