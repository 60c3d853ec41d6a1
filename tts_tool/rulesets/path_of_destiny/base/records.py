"""What lies in the box: action cards, characters and what is theirs, stories and their pages."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from tts_tool.catalog.records import LATER, Effect, Record, Sheet, Text, Word, ref
from tts_tool.rulesets.path_of_destiny.base.module import base
from tts_tool.rulesets.path_of_destiny.base.vocabulary import Colour, Symbol

Side = Literal["left", "right"]
Moment = Literal[
    "at-draft",
    "after-draft",
    "at-play",
    "after-effects",
    "before-fate",
    "at-chapter-end",
    "any-own-moment",
]
"""When an ability can be used; the last is any of the others."""

MOMENTS: tuple[Moment, ...] = (
    "at-draft",
    "after-draft",
    "at-play",
    "after-effects",
    "before-fate",
    "at-chapter-end",
)


class Deal(Sheet):
    """The effect of an action card: a condition, and the result if it is met."""

    when: Effect
    then: Effect


@base.record("action")
class Action(Record):
    """An action card; with a character it is one of the five with which that one starts."""

    colours: Annotated[tuple[Colour, ...], Meta(min_length=1, max_length=2)]  # PD-DATA-02
    symbol: Symbol | None = None
    effect: Deal | None = None  # PD-EFFECT-01 PD-DATA-28
    character: Annotated[str, ref("character")] | None = None


@base.record("character")
class Character(Record):
    """Somebody to play."""


@base.record("ability")
class Ability(Record):
    """What a character can do once in a game, from so much experience on."""

    character: Annotated[str, ref("character")]
    xp: Annotated[int, Meta(ge=0, le=20)]  # PD-DATA-11
    at: Moment
    text: Text
    does: Annotated[tuple[Effect, ...], Meta(min_length=1)]


@base.record("side-quest")
class SideQuest(Record):
    """What a character's hand is worth at the end."""

    character: Annotated[str, ref("character")]
    text: Text
    scores: Annotated[tuple[Effect, ...], Meta(min_length=1)]


@base.record("story")
class Story(Record):
    """A story: who acts before whom at its beginning, and the page on which it opens."""

    order: tuple[str, ...]
    """Characters, the first listed highest; those that are not in play are passed over."""
    opens: Annotated[str, ref("page")]


class Reward(Sheet):
    """What the holder of a path token has done, and gets for it."""

    said: Text
    effects: Annotated[tuple[Effect, ...], Meta(min_length=1)]


class Rewards(Sheet):
    """What the two path tokens pay."""

    left: Reward
    right: Reward


class Path(Sheet):
    """A way on: its side, the symbol that is active on it, and what one would do there."""

    side: Side
    symbol: Symbol
    offer: Text


@base.record("page")
class Page(Record):
    """A story card: it tells, pays path tokens, tells on, and offers a path or ends the story."""

    number: Annotated[int, Meta(ge=1, le=23)]
    tale: Text
    rewards: Rewards | None = None
    further: Text | None = None
    path: Path | None = None
    leads: Annotated[tuple[Annotated[str, ref("page")], ...], Meta(max_length=2)] = ()
    """Where its path leads: to a left and a right page, or to one ending."""
    epilogue: Annotated[Text | None, LATER] = None
    """What is read when all is scored; `{hero}` is whoever has won."""

    @property
    def said(self) -> dict[str, Text]:
        """Give what is said to the holders of the path tokens, by the side."""
        known = self.rewards
        return {} if known is None else {"left": known.left.said, "right": known.right.said}

    @property
    def offer(self) -> Text | None:
        """Give what one would do on its path."""
        return None if self.path is None else self.path.offer


base.record("word")(Word)
