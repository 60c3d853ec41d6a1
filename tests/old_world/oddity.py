"""A third deck to explore, of which a test says what its cards do.

t = oddities([way([stories.Gold(by=3)]), way([], gold=2)]).explore()
t.answer("option", "a")
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Self

import msgspec

from tests.old_world.table import Table, new
from tts_tool.catalog import Effect, Text
from tts_tool.kernel.game import Game
from tts_tool.kernel.inventory import Component, Place
from tts_tool.kernel.module import Module, Setup
from tts_tool.kernel.views import view
from tts_tool.rulesets.old_world.base.points import EXPLORE_DECK
from tts_tool.rulesets.old_world.base.story.stories import Exploration, Fee, Way, read_aloud

__all__ = ["DECK", "Story", "happened", "oddities", "seen", "story", "way"]

DECK = "odd"


def way(effects: Iterable[Effect], **fee: int) -> Way:
    """Make an option; what it costs is given by name."""
    return Way(label=Text(en="So be it", de="So sei es"), fee=Fee(**fee), effects=tuple(effects))


class Story(Table):
    """A table at which stories are read."""

    def explore(self, deck: str = DECK, seat: str = "red") -> Self:
        """Stand before Phase II and explore a deck."""
        self.to_phase("phase-2", seat)
        if f"phase-2/{seat}" in self.open():
            self.answer("phase-2", "explore")
        self.answer("explore", deck)
        return self

    def to_phase_three(self) -> Self:
        """Give the first allowed answer to every question of the story that is read."""
        while self.timeline.state.phase == "phase-2":
            decision = self.timeline.decisions()[0]
            self.answer(decision.name, decision.space().sole()[0], decision.seat)
        return self

    def on_top(self, deck: str, *cards: str) -> Self:
        """Let cards lie on top of an exploration deck."""
        pile = f"{deck}-deck"
        left = [card for card in self.place(pile) if card not in cards]
        self.lay(pile, *cards, *left, rest=f"{deck}-used")
        return self


def story(
    seats: int = 2,
    *,
    script: Mapping[str, list[Any]] | None = None,
    boxes: tuple[Module, ...] = (),
) -> Story:
    """Give a table at which the decks of the box are read."""
    return Story(new(seats, script=script, boxes=boxes).timeline)


def oddities(
    *cards: Sequence[Way], seats: int = 2, script: Mapping[str, list[Any]] | None = None
) -> Story:
    """Give a table with a third deck, of cards with these options."""
    return story(seats, script=script, boxes=(box(cards),))


def box(cards: Sequence[Sequence[Way]]) -> Module:
    """Make a box that adds a deck to explore."""
    oddity = Module("oddities", needs=("base",))

    @oddity.content
    def lay_out(_setup: Setup) -> Iterator[Component | Place]:
        yield Place(f"{DECK}-deck", "nobody")
        yield Place(f"{DECK}-used")
        for number, ways in enumerate(cards, 1):
            name = Text(en="Oddity", de="Kuriosum")
            card = Exploration(
                id=f"oddity-{number}",
                name=name,
                deck="city",
                introduction=Text(en="How odd", de="Wie kurios"),
                ways=tuple(ways),
            )
            back: dict[str, str | int] = {"back": DECK}
            place = f"{DECK}-deck"
            component = f"odd.{number}"
            face = read_aloud(card.introduction, card.ways)
            yield Component(component, card.id, place, face=face, back=back, pool=DECK, card=card)

    @oddity.hook(EXPLORE_DECK, "provide")
    def decks(_g: Game, **_: object) -> list[str]:
        return [DECK]

    return oddity


def seen(t: Table, seat: str | None) -> str:
    """Write down everything that a seat, or a spectator, sees, is asked and was told."""
    timeline = t.timeline
    told = [happened.seen_by(seat, timeline.state) for happened in timeline.happened]
    asked = [d.describe() for d in timeline.decisions() if d.seat == seat]
    return msgspec.json.encode([view(timeline.state, seat), told, asked]).decode()


def happened(t: Table, event: str) -> list[dict[str, Any]]:
    """List what happened of a kind, whole."""
    told = (each.seen_by("*", t.timeline.state) for each in t.timeline.happened)
    return [each for each in told if each is not None and each["event"] == event]
