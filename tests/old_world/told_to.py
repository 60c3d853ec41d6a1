"""A table at which stories come to a certain end, and what of it anybody hears.

at = before("the-drowned-bell", "a.2")
reach(at, "the-drowned-bell", "a.2")
"""

from __future__ import annotations

from collections.abc import Iterator

from tests.old_world.oddity import Story, happened, story
from tests.old_world.ring import Ring, tab
from tests.old_world.table import Table, catalogue
from tts_tool.kernel.rejection import Rejection
from tts_tool.referee.wording import Reader
from tts_tool.rulesets.old_world.base.story.quests import OpenQuest, Quests
from tts_tool.rulesets.old_world.base.story.stories import (
    End,
    Event,
    Exploration,
    RollDie,
    Skirmish,
    Tale,
    Test,
    decided,
    outcomes,
)

__all__ = ["TALES", "before", "decider", "endings", "heard", "reach"]

QUEST = "city.lame-porter"
PORT = 9
"""A location with a Location Action that costs nothing."""

TALES: tuple[Tale, ...] = (
    *catalogue().of(Exploration).values(),
    *catalogue().of(Event).values(),
)


def endings() -> Iterator[tuple[Tale, End]]:
    """Give every way in which a story can end, with its card."""
    return ((card, end) for card in TALES for end in outcomes(card))


def decider(card: Tale, end: End) -> RollDie | Test | Skirmish | None:
    """Find what decides between this end and others of the same option."""
    effects = end.way.effects if end.way else getattr(card, "effects", ())
    last = effects[-1] if decided(effects) else None
    return last if isinstance(last, RollDie | Test | Skirmish) else None


def before(card: Tale, end: End) -> Table:
    """Stand where the end is still open: at the choice, or in front of what decides."""
    table = _in_front_of(decider(card, end), getattr(end.result, "least", 0))
    if isinstance(card, Event):
        table.lay("quests.red", QUEST, rest="city-deck")
        table.note(Quests, open={QUEST: OpenQuest(card.number, PORT)})
        return table.stand(red=PORT).did("red", moved=True)
    assert isinstance(table, Story)
    assert isinstance(card, Exploration)
    return table.on_top(card.deck, f"{card.deck}.{card.id}").explore(card.deck)


def _in_front_of(by: RollDie | Test | Skirmish | None, least: int) -> Table:
    """Let red have enough to pay for everything, and just enough for what decides."""
    if isinstance(by, Skirmish):
        ring = Ring(3)
        _equip(ring)
        return ring.hand("red", *(ring.printed("red", tab("red"), damage=1) for _ in range(least)))
    die = least - 1 if isinstance(by, RollDie) and by.plus else least
    table = _equip(story(3, script={"story": [[max(die, 1)]]}))
    return table.tracks(**{f"{by.attribute}.red": least}) if isinstance(by, Test) else table


def _equip(table: Table) -> Table:
    table.lay("potions.red", *table.place("potion-deck")[:3], rest="potion-deck")
    return table.tracks(**{"gold.red": 9, "shield.red": 2})


def reach(table: Table, card: Tale, end: End) -> None:
    """Come to this end; what it asks then stays open."""
    if isinstance(card, Event):
        table.answer("phase-1", f"quest.{QUEST}")
    if end.way:
        table.answer("option", end.name[0])
    while table.open() and not heard(table):
        decision = table.timeline.decisions()[0]
        first = decision.space().sole()[0]
        held = table.place("hand.red")
        laid = isinstance(decider(card, end), Skirmish) and decision.name == "combo"
        value = (held[0] if held else "announce") if laid else first
        table.answer(decision.name, value, decision.seat)


def heard(table: Table, seat: str | None = None, language: str = "en") -> list[str]:
    """List the endings that somebody has heard, in words."""
    reader = Reader(catalogue(), table.timeline.state, seat, language)
    return [
        reader.say(Rejection(each["code"], each["params"]))
        for each in happened(table, "said")
        if each["code"] == "story-ended"
    ]
