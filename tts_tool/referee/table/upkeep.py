"""Looks after the table: what lies otherwise than the rules have it is put right, or named."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, Final

from tts_tool.kernel.position import encode
from tts_tool.kernel.rejection import Rejection
from tts_tool.kernel.state import State
from tts_tool.referee.session import Session
from tts_tool.referee.table import reports
from tts_tool.referee.table.acts import (
    Act,
    Anew,
    Arrange,
    Single,
    Spawn,
    again,
    put_back,
    repairs,
)
from tts_tool.referee.table.arrangement import Lying, laid, lies_down, shown_tracks
from tts_tool.referee.table.chance import Chance

__all__ = ["MOST_NAMED", "Upkeep", "named", "of_several"]

MOST_NAMED: Final = 3
"""So many places and counters are named; of more it is only said that there are."""

TRIES: Final = 3
"""So often an act of the same thing is tried again between two hellos."""


def named(components: Sequence[str]) -> str:
    """Name the first of some components."""
    return ", ".join(components[:MOST_NAMED])


def of_several(code: str, components: Sequence[str]) -> Rejection:
    """Say something of a few components by name, of many only how many they are."""
    if len(components) > MOST_NAMED:
        return Rejection(f"{code}-many", {"count": len(components)})
    return Rejection(code, {"about": named(components)})


class Upkeep:
    """What of a table is not as the rules have it."""

    def __init__(
        self, session: Session, chance: Chance, anew: Callable[[], Mapping[str, str]]
    ) -> None:
        """Take the session and its chance; `anew` gives the pieces of the build, by component."""
        self._session = session
        self._chance = chance
        self._anew = anew
        self.piles: frozenset[str] | None = None
        """Places of the table in which all lies in one stack, if it has told."""
        self._making: set[str] = set()
        """What the table was told to make anew since it said how all lies."""
        self._made: Counter[str] = Counter()
        """What was made anew and not seen since, and how often."""
        self._tried: Counter[str] = Counter()
        """What could not be done since then, and how often."""
        self._tried_at = 0
        """Where the game stood when something could not be done last."""
        self.given_up: set[str] = set()
        """What could not be done, as everybody has been told: pieces, tracks, places."""
        self._named: frozenset[str] = frozenset()
        """What everybody has been told of."""

    def begin_anew(self) -> None:
        """Know nothing any more of what the table was told."""
        for each in (self._making, self._made, self._tried, self.given_up):
            each.clear()
        self._named = frozenset()

    def repairs(self, survey: reports.Surveyed, laid_for_answers: Collection[str]) -> list[Act]:
        """Say what the table has to do so that it agrees with the rules again.

        What hands have laid for an answer that is not complete yet lies where it should.
        """
        state = self._session.state
        seen: dict[str, list[Lying]] = {
            place: [Lying(each.component, each.down) for each in lying]
            for place, lying in survey.places.items()
        }
        # What is being shuffled lies as chance has brought it, of which we may not have heard.
        seen |= {place: laid(state)[place] for place in self._chance.shuffled()}
        return repairs(state, seen, survey.counters, self.piles, laid_for_answers)

    def copies(self, survey: reports.Surveyed) -> list[str]:
        """Give the components that lie on the table more than once."""
        known = self._session.state.inventory.components
        return [each for each in dict.fromkeys(survey.twice) if each in known]

    def put_right(self) -> None:
        """Take it that nothing differs now: what does so later is to be named again."""
        self._named = frozenset()

    def seen(self, survey: reports.Surveyed, *, is_right: bool) -> None:
        """Learn what is there; if all is as it should be, whatever was tried is forgotten."""
        self._making.clear()
        for component in _there(survey):
            del self._made[component]
        if is_right:
            self._tried.clear()
            self.given_up.clear()
        elif self.given_up:
            self.given_up -= self._right(survey)

    def _right(self, survey: reports.Surveyed) -> set[str]:
        """Give what was given up, and lies or shows by now what it should."""
        state = self._session.state
        lies = {
            each.component
            for place, lying in survey.places.items()
            for each in lying
            if each.component in self.given_up and state.place_of(each.component) == place
        }
        shown = shown_tracks(state)
        return lies | {t for t in self.given_up if shown.get(t) == survey.counters.get(t, "")}

    def track_is_right(self, track: str) -> None:
        """Learn that a track shows again what it should."""
        self.given_up.discard(track)

    def gives_up(self, about: str) -> bool:
        """Note what could not be done; tell whether nobody has been told of it yet."""
        is_news = about not in self.given_up
        self.given_up.add(about)
        return is_news

    def wanted(self) -> None:
        """Somebody wants all to be put right: whatever can't be is to be told again."""
        self.given_up.clear()

    def vanished(self, survey: reports.Surveyed) -> list[str]:
        """Give the components that are nowhere on the table: in no place and beside none."""
        there = _there(survey)
        known = self._session.state.inventory.components
        return [each for each in known if each not in there and each not in self._making]

    def astray(self, survey: reports.Surveyed, laid_for_answers: Collection[str]) -> list[str]:
        """Give the components that lie on the table, but in no place of it."""
        known = self._session.state.inventory.components
        found = dict.fromkeys(survey.loose)
        return [each for each in found if each in known and each not in laid_for_answers]

    def single(self, component: str) -> Act:
        """Let a component be on the table once."""
        return Single(component, self._session.state.place_of(component))

    def differs(self, survey: reports.Surveyed, state: State) -> int:
        """Count the places and counters that are otherwise than in some state of the game."""
        seen = {
            place: [Lying(each.component, each.down) for each in lying]
            for place, lying in survey.places.items()
        }
        wrong = repairs(state, seen, survey.counters, self.piles)
        return sum(len(act.places) + len(act.counters) for act in wrong if isinstance(act, Arrange))

    def as_it_lies(
        self, survey: reports.Surveyed, start: State | None = None
    ) -> dict[str, Any] | None:
        """Give the position that the table shows, if the game stands where it can be entered.

        What a table does not show, as whose turn it is, is as at the `start`.
        """
        if start is None and not self._session.timeline.at_restart:
            return None
        state = start or self._session.state
        lies = {each.component: place for place, lying in survey.places.items() for each in lying}
        moved = {c: p for c, p in lies.items() if p in state.places and state.place_of(c) != p}
        places = {
            place: [
                *(each for each, target in moved.items() if target == place),
                *(each for each in lying if each not in moved),
            ]
            for place, lying in state.places.items()
        }
        document = encode(state, places)
        shown = {t: v for t, v in survey.counters.items() if t in shown_tracks(state)}
        return {**document, "tracks": {**document["tracks"], **shown}}

    def put_back(self, component: str) -> Act:
        """Bring a component to where it lies according to the rules."""
        return put_back(self._session.state, component, self.piles)

    def remark(
        self, survey: reports.Surveyed, laid_for_answers: Collection[str], *, again: bool = False
    ) -> Rejection | None:
        """Name what is not as it should be, and how it would be put right; once, or `again`.

        Only places are named: what lies there may be hidden.
        """
        wrong = self.repairs(survey, laid_for_answers)
        names = frozenset(
            name
            for act in wrong
            if isinstance(act, Arrange)
            for name, _ in (*act.places, *act.counters)
        )
        fresh, self._named = names if again else names - self._named, names
        if not fresh:
            return None
        few = sorted(fresh)[:MOST_NAMED]
        code = "otherwise" if len(few) == len(fresh) else "otherwise-and-more"
        return Rejection(code, {"places": ", ".join(few)})

    def again(self, act: Act, about: str, laid_for_answers: Collection[str]) -> list[Act]:
        """Let what has failed be done once more, as the rules have it now; not for ever."""
        if not self.may_try(about):
            return []
        if about in self._session.state.inventory.components:
            return [self.put_back(about)]
        return [again(self._session.state, act, laid_for_answers)]

    def may_try(self, about: str) -> bool:
        """Count that something is tried once more; tell whether it may be.

        It has failed for no lasting cause if the game has gone on meanwhile.
        """
        if about in self.given_up:
            return False
        if self._tried_at != self._session.step:
            self._tried.clear()
            self._tried_at = self._session.step
        self._tried[about] += 1
        return self._tried[about] <= TRIES

    def is_news(self, about: str) -> bool:
        """Tell whether something is tried once more for the first time."""
        return self._tried[about] == 1

    def made_anew(self, components: Collection[str]) -> list[Act]:
        """Let pieces be made anew that are nowhere any more, and laid where they belong.

        That is told once, and again when they are nowhere all the same; not for ever.
        """
        state, build = self._session.state, self._anew()
        known = [
            each
            for each in components
            if each in build and each in state.inventory.components and self._made[each] < TRIES
        ]
        lost = {*known} - self._making
        pieces = tuple(
            Anew(each, place, lies_down(state, place, each), build[each])
            for place in dict.fromkeys(map(state.place_of, known))
            for each in state.places[place]
            if each in lost
        )
        if not pieces:
            return []
        self._making |= lost
        self._made.update(lost)
        return [Spawn(pieces), *(self.put_back(each.component) for each in reversed(pieces))]

    def is_coming(self, component: str) -> bool:
        """Tell whether the table was told to make a piece anew, and nobody has looked since."""
        return component in self._making

    def not_made(self, act: Spawn) -> None:
        """Learn that what was to be made anew was not."""
        self._making -= {each.component for each in act.pieces}


def _there(survey: reports.Surveyed) -> set[str]:
    """Give what is somewhere on the table: in a place, or beside all of them."""
    return {each.component for lying in survey.places.values() for each in lying} | {*survey.loose}
