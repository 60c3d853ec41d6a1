"""Dice that hands roll: a throw is a set of dice, and fills as they fall, together or in turn.

A question may ask for the dice of a throw one by one (which to roll again): rolling one chooses
it, and what it shows counts when the throw comes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from tts_tool.kernel.decisions import Decision, Gesture, Roll
from tts_tool.kernel.rejection import Rejection
from tts_tool.kernel.spaces import Dice

__all__ = ["CHANCE", "Throws", "die_of", "stream_of"]

CHANCE = "chance."
"""How the names of questions to chance begin; what follows is the stream."""


class Rolled(NamedTuple):
    """A die as a gesture names it: its stream, and its number if it is one of several."""

    stream: str
    number: int | None


def die_of(gesture: Gesture | None) -> Rolled | None:
    """Say which die a gesture rolls, if it rolls one.

    >>> die_of(Roll("poker.red.3"))
    Rolled(stream='poker.red', number=3)
    """
    if not isinstance(gesture, Roll):
        return None
    stream, _, number = gesture.die.rpartition(".")
    whole = not (stream and number.isdigit())
    return Rolled(gesture.die, None) if whole else Rolled(stream, int(number))


def stream_of(decision: Decision[Any]) -> str:
    """Give the stream of chance that a question asks."""
    return decision.name.removeprefix(CHANCE)


class Throws:
    """What has fallen and is not used yet, and of which dice the coming throw is."""

    def __init__(self) -> None:
        """Begin with empty hands."""
        self._fallen: dict[str, dict[int, int]] = {}
        self._chosen: dict[str, tuple[int, ...]] = {}

    def choose(self, stream: str, dice: Iterable[int]) -> None:
        """Note of which dice the next throw is."""
        self._chosen[stream] = tuple(sorted(dice))

    def has_fallen(self, die: Rolled) -> bool:
        """Tell whether a die has fallen already."""
        return die.number in self._fallen.get(die.stream, {})

    def dice(self, stream: str, space: Dice) -> tuple[int, ...]:
        """Say of which dice a throw is: those that were chosen, or all."""
        chosen = self._chosen.get(stream, ())
        return chosen if len(chosen) == space.count else tuple(range(1, space.count + 1))

    def missing(self, stream: str, space: Dice) -> tuple[int, ...]:
        """Say which dice of a throw have not fallen yet."""
        fallen = self._fallen.get(stream, {})
        return tuple(die for die in self.dice(stream, space) if die not in fallen)

    def fill(
        self, stream: str, values: Mapping[int, int], dice: Iterable[int], sides: int
    ) -> Rejection | None:
        """Take what has fallen into the throw, all of it or nothing."""
        fallen = self._fallen.setdefault(stream, {})
        known = set(dice)
        for die, shows in values.items():
            if die not in known or die in fallen:
                return Rejection("die-again" if die in fallen else "other-die", {"die": die})
            if not 1 <= shows <= sides:
                return Rejection("die-on-edge", {"die": die})
        fallen |= values
        return None

    def drop(self, stream: str, dice: Iterable[int]) -> None:
        """Forget how some dice fell: what they were to mean is not done."""
        for die in dice:
            self._fallen.get(stream, {}).pop(die, None)

    def outcome(self, stream: str, space: Dice) -> list[int]:
        """Give a whole throw, in the order of its dice; it is used now."""
        fallen = self._fallen.pop(stream, {})
        dice = self.dice(stream, space)
        self._chosen.pop(stream, None)
        return [fallen[die] for die in dice]

    def forget(self) -> None:
        """Forget all: time was turned back."""
        self._fallen.clear()
        self._chosen.clear()
