"""Attribute Trophies and Witcher Trophies as cards; how they are won stands elsewhere."""

from __future__ import annotations

from collections.abc import Iterator

from tts_tool.kernel.inventory import Component, Place
from tts_tool.kernel.module import Setup
from tts_tool.rulesets.old_world.base import places
from tts_tool.rulesets.old_world.base.abilities.abilities import Gear, Potion
from tts_tool.rulesets.old_world.base.box.records import Attribute, Count
from tts_tool.rulesets.old_world.base.module import base


@base.record("attribute-trophy")
class AttributeTrophy(Gear):
    """What meditating on an attribute brings."""

    attribute: Attribute
    copies: Count


@base.record("witcher-trophy")
class WitcherTrophy(Gear):
    """What winning against a witcher of a school brings; all of a school are alike."""

    school: str
    copies: Count


@base.content
def trophy_cards(setup: Setup) -> Iterator[Component | Place]:
    """Lay out the Attribute Trophies; Witcher Trophies wait in the box for their boards."""
    yield Place(places.ATTRIBUTE_TROPHIES)
    for kind in setup.cards.of(AttributeTrophy).values():
        for number in range(1, kind.copies + 1):
            name = f"attribute-trophy.{kind.attribute}.{number}"
            yield Component(name, kind.id, places.ATTRIBUTE_TROPHIES, card=kind)  # OW-COMP-08
    for seat in setup.seats:
        yield Place(places.witcher_trophies(seat), "everyone", seat)
    for trophy in setup.cards.of(WitcherTrophy).values():
        for number in range(1, trophy.copies + 1):  # OW-TROPHY-13
            name = f"witcher-trophy.{trophy.school}.{number}"
            yield Component(name, trophy.id, places.BOX, card=trophy)  # OW-COMP-09


@base.content
def potion_cards(setup: Setup) -> Iterator[Component]:
    """Lay out the Potion deck."""
    for kind in setup.cards.of(Potion).values():
        for number in range(1, kind.copies + 1):
            yield Component(  # OW-COMP-04
                f"potion.{kind.id}.{number}",
                kind.id,
                places.POTION_DECK,
                back={"back": "potion"},
                pool="potions",
                card=kind,
            )
