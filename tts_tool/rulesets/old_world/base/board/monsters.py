"""Monsters: their cards, tokens and piles, where they stand, and how a new one comes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from msgspec import Meta

from tts_tool.catalog.records import Effect, Record
from tts_tool.kernel.game import Flow, Game
from tts_tool.kernel.inventory import Component, Place
from tts_tool.kernel.module import OpenPoint, Setup
from tts_tool.kernel.rejection import Rejection
from tts_tool.rulesets.old_world.base import places
from tts_tool.rulesets.old_world.base.abilities.abilities import Ability, Gear
from tts_tool.rulesets.old_world.base.board.tokens import lies_at, return_tokens
from tts_tool.rulesets.old_world.base.box.records import LEVELS, TERRAINS, Count
from tts_tool.rulesets.old_world.base.module import base
from tts_tool.rulesets.old_world.base.points import (
    MONSTER_LEAVING,
    MONSTER_SPAWN,
    MONSTER_SPAWNED,
    SPAWN_CLEANUP,
    SPAWN_PLACE,
)

base.settles(
    OpenPoint(
        "OW-OPEN-10",
        "settled",
        "",
        "The token of a defeated monster leaves the game, that of one driven away waits with "
        "others of its level.",
    ),
    OpenPoint(
        "OW-OPEN-11",
        "settled",
        "",
        "With no token of the level left the slot stays empty, without a Location Token.",
    ),
    OpenPoint("OW-OPEN-26", "settled", "", "A new monster may appear where the old one stood."),
    OpenPoint(
        "OW-OPEN-58", "data", "fight-card.charge", "What the halves of the 20 fight cards do."
    ),
    OpenPoint("OW-OPEN-60", "data", "monster.level", "10 monsters of Level I, 12 of II, 6 of III."),
)


@base.record("monster")
class Monster(Gear):
    """A monster; its abilities are those of its card as a trophy."""

    level: Annotated[int, Meta(ge=1, le=3)]
    life: Count
    special: tuple[Ability, ...] = ()
    """Its Special Ability in its own fights."""


@base.record("fight-card")
class FightCard(Record):
    """A card of the Monster Fight deck: what the witcher suffers by either attack type."""

    charge: tuple[Effect, ...]
    bite: tuple[Effect, ...]


@base.content
def bestiary(setup: Setup) -> Iterator[Component | Place]:
    """Lay out monster cards and tokens in piles by level, with the slots of the three terrains."""
    for level in LEVELS:
        yield Place(places.monster_cards(level))  # OW-HID-17
        yield Place(places.monster_tokens(level), "nobody")  # OW-HID-16
        yield Place(places.driven_away(level))
    yield Place(places.MORE_MONSTERS, "nobody")
    for terrain in TERRAINS:
        yield Place(places.monster(terrain))
    for kind in setup.cards.of(Monster).values():
        level = kind.level
        card, token = f"monster.{kind.id}", f"monster-token.{kind.id}"
        back: dict[str, str | int] = {"back": "monster-token", "level": level}
        start, face = places.monster_cards(level), {"level": level, "life": kind.life}
        yield Component(card, kind.id, start, face, card=kind)  # OW-COMP-10
        yield Component(  # OW-COMP-11
            token,
            kind.id,
            places.monster_tokens(level),
            {"level": level},
            back,
            "tokens",
            card=kind,
        )


@base.content
def fight_deck(setup: Setup) -> Iterator[Component | Place]:
    """Lay out the Monster Fight deck, the Life Pool made of it, and what a pool has lost."""
    yield Place(places.MONSTER_DECK, "nobody")  # OW-HID-14
    yield Place(places.MONSTER_LIFE, "nobody")  # OW-MONSTER-05 OW-HID-18
    yield Place(places.MONSTER_SPENT)  # OW-HID-19
    for kind in setup.cards.of(FightCard).values():
        number = kind.id.rpartition("-")[2]
        yield Component(  # OW-COMP-12
            f"fight.{number}",
            kind.id,
            places.MONSTER_DECK,
            back={"back": "fight"},
            pool="fight",
            card=kind,
        )


def monster(g: Game, component: str) -> Monster:
    """Read a monster by its card or token."""
    known: Monster = g.card(component)
    return known


def in_slot(g: Game, terrain: str) -> str | None:
    """Give the card of the monster in a terrain's slot, if there is one."""
    return next(iter(g.cards(places.monster(terrain))), None)


# Coming


def spawn(g: Game, terrain: str, level: int) -> Flow[None]:
    """Clean a terrain's slot up and place a new monster of a level there, if there is one."""
    yield from clean_up(g, terrain)
    if due(g, terrain, level, ""):
        yield from spawn_from(g, terrain, (yield from pile_of(g, level)))


def due(g: Game, terrain: str, level: int, how: str) -> bool:
    """Tell whether a new monster comes at all after the old one left."""
    defeated = how == "defeated"
    return g.veto(MONSTER_SPAWN, terrain=terrain, level=level, defeated=defeated) is None


def clean_up(g: Game, terrain: str) -> Flow[None]:
    """Take the old Location Token and the trails of a terrain back and shuffle them."""
    yield from g.replaced(SPAWN_CLEANUP, return_tokens, terrain=terrain)  # OW-MONSTER-29


def pile_of(g: Game, level: int) -> Flow[str]:
    """Give the token pile of a level, made anew of what was driven away if it is empty."""
    pile, away = places.monster_tokens(level), places.driven_away(level)
    if not g.cards(pile) and g.cards(away):
        g.move(g.cards(away), away, pile, rule="OW-MONSTER-28")  # OW-MONSTER-28
        yield from g.shuffle(pile, "OW-MONSTER-28")
    return pile


def spawn_from(g: Game, terrain: str, pile: str) -> Flow[None]:
    """Reveal a Location Token and place the monster on top of a pile there, if there is one."""
    if not g.cards(pile):
        return  # OW-OPEN-11
    tokens, lair = places.tokens(terrain), places.lair(terrain)
    g.draw(tokens, lair, rule="OW-MONSTER-29")  # OW-OPEN-26 OW-SETUP-11
    token = g.cards(pile)[0]
    yield from g.replaced(SPAWN_PLACE, place_monster, terrain=terrain, token=token, source=pile)


def place_monster(g: Game, terrain: str, token: str, source: str) -> Flow[None]:
    """Put a monster's token on the location its slot names, and its card into the slot."""
    location, level = lies_at(g, terrain), monster(g, token).level
    card = f"monster.{g.kind(token)}"
    g.move(token, source, places.at(location), rule="OW-MONSTER-30")  # OW-SETUP-16 OW-MONSTER-30
    g.move(card, places.monster_cards(level), places.monster(terrain), rule="OW-MONSTER-30")
    g.notify(MONSTER_SPAWNED, terrain=terrain, monster=card)
    yield from g.settle()


# Going


def leave(g: Game, terrain: str, how: str) -> Flow[None]:
    """Take a monster off the board: a defeated one for good, one driven away for a while.

    The card of a defeated monster is its victor's trophy already.
    """
    location = lies_at(g, terrain)
    token = next(c for c in g.cards(places.at(location)) if c.startswith("monster-token."))
    level = monster(g, token).level
    if how == "defeated":
        g.move(token, places.at(location), places.BOX, rule="OW-MONSTER-27")  # OW-MONSTER-27
    else:
        g.move(token, places.at(location), places.driven_away(level), rule="OW-MONSTER-27")
        slot, pile = places.monster(terrain), places.monster_cards(level)
        g.move(g.cards(slot), slot, pile, rule="OW-MONSTER-32")  # OW-MONSTER-32
    g.notify(MONSTER_LEAVING, terrain=terrain, monster=f"monster.{g.kind(token)}", how=how)
    yield from g.settle()


def follow(g: Game, terrain: str, level: int, how: str) -> Flow[None]:
    """Let a new monster come: after a defeat one level higher or one set aside, else an equal."""
    yield from clean_up(g, terrain)
    if not due(g, terrain, level, how):
        return
    if how != "defeated":  # OW-MONSTER-26
        pile = yield from pile_of(g, level)  # OW-MONSTER-31
    elif level == LEVELS[0] and g.cards(places.MORE_MONSTERS):
        pile = places.MORE_MONSTERS  # OW-MONSTER-25
    else:
        pile = yield from pile_of(g, min(level + 1, LEVELS[-1]))  # OW-MONSTER-24
    yield from spawn_from(g, terrain, pile)


@base.invariant
def tokens_have_cards(g: Game) -> Rejection | None:
    """Every monster token that may still come has its card in the pile of its level."""
    for level in LEVELS:
        cards = g.cards(places.monster_cards(level))
        for pile in (places.monster_tokens(level), places.driven_away(level), places.MORE_MONSTERS):
            for token in (c for c in g.cards(pile) if c.startswith("monster-token.")):
                if monster(g, token).level == level and f"monster.{g.kind(token)}" not in cards:
                    params: dict[str, str | int] = {"monster": g.kind(token)}
                    return Rejection("token-without-card", params, "OW-MONSTER-27")
    return None
