"""Action cards and locations as the card files have them, for tests that need no game."""

from __future__ import annotations

from functools import cache

from tests.old_world.table import catalogue
from tts_tool.resources import cards_dir
from tts_tool.rulesets.old_world.base.box.box import Card
from tts_tool.rulesets.old_world.base.box.records import Action, Location

__all__ = ["BASE", "SCHOOLS", "action_cards", "common", "locations", "starting"]

BASE = cards_dir() / "old_world" / "base"
SCHOOLS = ("wolf", "cat", "bear", "griffin", "viper")


@cache
def action_cards() -> tuple[Card, ...]:
    """Give every Action card of the box, one for each printed face."""
    return tuple(
        Card(kind.id, kind.colour, kind.cost, kind.school, face)
        for kind in catalogue().of(Action).values()
        for face in kind.faces
    )


def common() -> list[Card]:
    """Give the cards of the Common Action Deck."""
    return [card for card in action_cards() if card.school is None]


def starting(school: str) -> list[Card]:
    """Give the ten cards with which a school starts."""
    return [card for card in action_cards() if card.school == school]


@cache
def locations() -> dict[int, Location]:
    """Give the map by location number."""
    return {each.number: each for each in catalogue().of(Location).values()}
