"""What is said to people, until their table has heard it: what got lost is said once more."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Final, NamedTuple

from tts_tool.kernel.rejection import Rejection
from tts_tool.referee.session import Session
from tts_tool.referee.table.seating import Seating
from tts_tool.referee.table.told import Line
from tts_tool.referee.wording import setting_in_words

__all__ = ["Spoken", "played_otherwise", "what_has_changed"]

MOST: Final = 100
"""So many tellings are remembered of which nobody knows whether they were heard."""

_CARDS: Final = frozenset(
    {"card-changed", "card-gone", "card-new", "card-rewritten", "cards-changed", "more-changed"}
)
"""What is said of cards that have changed, one by one."""


class _Telling(NamedTuple):
    """What was said at one time."""

    lines: tuple[Line, ...]
    by_verdicts: dict[int, Line]


class Spoken:
    """Lines to be said, and those that were told and perhaps not heard."""

    def __init__(self) -> None:
        """Begin with nothing to say."""
        self.fresh: list[Line] = []
        self.owned_up: dict[int, Line] = {}
        """By the number of a gesture, what its verdict says of a failure of the referee itself."""
        self._told: dict[tuple[int, int], _Telling] = {}
        self._in_lines = False
        self._forgotten = range(0)
        self._pending: Collection[int] = ()
        """Which gestures the table knows nothing of any more, but those that it waits for."""

    def own_up(self, n: int, line: Line) -> None:
        """Say of a failure of ours by the verdict of a gesture, if the table waits for that."""
        if n in self._forgotten and n not in self._pending:
            self.fresh.append(line)
            self._in_lines = True
        else:
            self.owned_up[n] = line

    @property
    def owns_up(self) -> bool:
        """Tell whether somebody is told of a failure anyway."""
        return self._in_lines or bool(self.owned_up)

    def told(self, epoch: int, step: int) -> tuple[Line, ...]:
        """Give what is to be said now, with which the table comes to a step."""
        telling = _Telling(tuple(dict.fromkeys(self.fresh)), self.owned_up)
        self.fresh, self.owned_up, self._in_lines = [], {}, False
        if any(telling):
            self._told[epoch, step] = telling
        while len(self._told) > MOST:
            del self._told[next(iter(self._told))]
        return telling.lines

    def heard(self, epoch: int, step: int) -> None:
        """Learn that the table has heard all of an epoch up to a step.

        Of another epoch it tells nothing: referees begin to count anew, and a save of an earlier
        one may be further than we are.
        """
        heard = [when for when in self._told if when[0] == epoch and when[1] <= step]
        for when in heard:
            del self._told[when]

    def begin_anew(
        self, epoch: int, step: int, pending: Collection[int] = (), numbered: int = 0
    ) -> None:
        """Say once more what a table has not heard that had come to a step and now begins anew.

        What it still waits for it hears by a verdict again; a table that was turned back has
        forgotten the gesture, but whoever made it has not been told of a failure of ours. Nor has
        whoever made one that only comes by now: the table counts on from what it was `numbered`.
        """
        self._forgotten, self._pending = range(numbered + 1), pending
        self.heard(epoch, step)
        unheard, self._told = self._told, {}
        by_verdicts = {n: line for told in unheard.values() for n, line in told.by_verdicts.items()}
        by_verdicts |= self.owned_up  # said before the table listened at all
        again = [line for told in unheard.values() for line in told.lines]
        again += [line for n, line in by_verdicts.items() if n not in pending]
        self.fresh = again + self.fresh
        self.owned_up = {n: line for n, line in by_verdicts.items() if n in pending}


def played_otherwise(session: Session, seating: Seating) -> Iterator[Line]:
    """Say to each colour which house rules are played."""
    chosen = session.timeline.header.settings
    for setting in session.ruleset.settings(session.timeline.header.modules):
        value = chosen.get(setting.name, setting.default)
        for colour in seating.colours.values() if value != setting.default else ():
            reader = seating.reader(colour)
            name, words = setting_in_words(setting.name, value, reader)
            yield Line(f"{reader.say(Rejection('house-rule'))} {name} {words}.", colour)


def what_has_changed(session: Session) -> tuple[list[Rejection], list[Rejection]]:
    """Say what has changed in the rules since a game was left, in short, and to who hosts in full.

    Where the game goes on all have to know; of cards that have changed, at the table only that.
    """
    notices = [Rejection(each.code, each.params) for each in session.notices]
    cards = [each for each in notices if each.code in _CARDS]
    others = [each for each in notices if each.code not in _CARDS]
    return [*([Rejection("cards-changed")] if cards else []), *others], cards
