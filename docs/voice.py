"""Prints endings that a seed draws, for two people who read them aloud to each other.

    python docs/voice.py                      every tenth ending of Old World, in both languages
    python docs/voice.py --seed 7 --count 10  other ones, and fewer
    python docs/voice.py --quests             quests and their events, as one tale each

What can't be linted is for ears: whether everything that happens has its cause, whether the joke
is one, whether the last word is the strongest.  Somebody should be shuffling meanwhile.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Iterator
from typing import NamedTuple

import msgspec

from tts_tool.catalog import Text, load, wordless
from tts_tool.resources import cards_dir
from tts_tool.rulesets.old_world import RULESET
from tts_tool.rulesets.old_world.base.story.stories import (
    End,
    Event,
    Exploration,
    Quest,
    Tale,
    outcomes,
)

EVERY = 10
"""Of so many endings one is drawn."""


class Told(NamedTuple):
    """An ending with the card that has it, and where its quest leads."""

    card: Tale
    end: End
    event: Event | None = None


def told() -> Iterator[Told]:
    """Give all endings of Old World."""
    assert RULESET.schema is not None  # noqa: S101 - a script
    cards = load(cards_dir() / "old_world", RULESET.schema)
    events = {event.number: event for event in cards.of(Event).values()}
    for card in (*cards.of(Exploration).values(), *events.values()):
        for end in outcomes(card):
            led = [events[each.event] for each in end.result.effects if isinstance(each, Quest)]
            yield Told(card, end, led[0] if led else None)


def lines(each: Told) -> Iterator[str]:
    """Word one of them: what happens, what was read before, what is told, what comes later."""
    card, end, event = each
    yield f"{card.id}.{end.name}  {msgspec.json.encode(wordless(end.result.effects)).decode()}"
    for language in ("en", "de"):
        texts: list[tuple[str, Text | None]] = [("", card.introduction)]
        texts.append(("> ", end.way.label if end.way else None))
        texts.append(("", end.result.ending))
        texts.append(("  … ", event.introduction if event else None))
        for mark, text in texts:
            if text is not None:
                yield f"  {language}  {mark}{getattr(text, language)}"
    yield ""


def main() -> None:
    """Print them."""
    parser = argparse.ArgumentParser(description="Print endings that a seed draws.")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int)
    parser.add_argument("--quests", action="store_true", help="only those that lead to an event")
    given = parser.parse_args()
    every = [each for each in told() if each.event or not given.quests]
    count = min(len(every), given.count or len(every) // EVERY)
    chance = random.Random(given.seed)  # noqa: S311 - a sample, no secret
    for each in chance.sample(every, count):
        sys.stdout.write("\n".join(lines(each)) + "\n")


if __name__ == "__main__":
    main()
