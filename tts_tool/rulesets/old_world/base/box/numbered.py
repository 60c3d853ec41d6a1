"""Locations and events have numbers; the linter says where cards name one that nothing has.

How far the numbers go is nobody's to say beforehand: boxes bring islands and events of their own.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import asdict

from tts_tool.catalog.records import Sheet
from tts_tool.catalog.schema import Cards, Finding
from tts_tool.rulesets.old_world.base.abilities.abilities import Condition
from tts_tool.rulesets.old_world.base.box.records import Location
from tts_tool.rulesets.old_world.base.module import base
from tts_tool.rulesets.old_world.base.story.stories import (
    Depart,
    Event,
    Exploration,
    Quest,
    calls_from,
)

__all__ = ["numbers_nobody_has"]


@base.check
def numbers_nobody_has(cards: Cards) -> Iterator[Finding]:
    """Find roads, quests and conditions that lead to no location, and calls of no event."""
    locations = {each.number for each in cards.of(Location).values()}
    events = {(each.deck, each.number) for each in cards.of(Event).values()}
    records: list[Location | Exploration | Event] = [*cards.of(Location).values()]
    records += [*cards.of(Exploration).values(), *cards.of(Event).values()]
    for record in records:
        deck = "" if isinstance(record, Location) else calls_from(record)
        there = {number for each, number in events if each == deck}
        for path, what, number in _named(record, ""):
            if number not in (locations if what == "location" else there):
                message = f"no {what} has the number {number}"
                yield Finding(about=record.id, path=path, message=message, severity="error")


def _named(sheet: Sheet, path: str) -> Iterator[tuple[str, str, int]]:
    """List the numbers that something on a card names: where, of what, and which."""
    match sheet:
        case Location(roads=several):
            yield from ((f"roads[{n}]", "location", each) for n, each in enumerate(several))
        case Condition(locations=several):
            named = enumerate(several)
            yield from ((f"{path}locations[{n}]", "location", each) for n, each in named)
        case Quest(event=event, to=to):
            yield f"{path}event", "event", event
            if isinstance(to, int):
                yield f"{path}to", "location", to
        case Depart(event=int(event)):
            yield f"{path}event", "event", event
    for name, value in asdict(sheet).items():
        yield from _within(value, f"{path}{name}")


def _within(value: Any, path: str) -> Iterator[tuple[str, str, int]]:  # noqa: ANN401  # a field
    if isinstance(value, Sheet):
        yield from _named(value, f"{path}.")
    elif isinstance(value, tuple):
        for n, each in enumerate(value):
            yield from _within(each, f"{path}[{n}]")
