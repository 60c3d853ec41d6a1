"""Checks that nobody learns what it can't see: from views, questions, refusals, events."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import zip_longest
from random import Random
from typing import Any

import msgspec

from tts_tool.kernel.decisions import TABLE, Decision
from tts_tool.kernel.entries import Accepted
from tts_tool.kernel.events import Opened
from tts_tool.kernel.game import Game, Luck
from tts_tool.kernel.inventory import Inventory, Seat
from tts_tool.kernel.rejection import Rejection
from tts_tool.kernel.state import State
from tts_tool.kernel.timeline import Timeline
from tts_tool.kernel.views import redrawn, sees, view
from tts_tool.proof.play import Broken, Play, answerable, do, same, sampled
from tts_tool.texts import say


def views_name_nothing_hidden(play: Play) -> None:
    """No view holds the id of something whose face the viewer can't see."""
    for game in play:
        for seat in viewers(play):
            seen = view(game.state, seat)
            _only_seen(f"the view of {seat}", seen, seat, game.state)


def questions_name_nothing_hidden(play: Play) -> None:
    """No question names, to the seat it asks, what that seat can't see."""
    for game in play:
        asks_nothing_hidden(game)


def asks_nothing_hidden(game: Timeline) -> None:
    """Demand that no open question names to its seat what that can't see."""
    for decision in (*game.decisions(), *game.beside()):
        if decision.seat != TABLE:
            _only_seen(decision.key, decision.describe(), decision.seat, game.state)


def events_name_nothing_hidden(play: Play) -> None:
    """Nobody is told of a component that it could see neither before nor after."""
    game = play.game
    before, at = game.checkpoints[0].state.copy(), 0
    for game in play:
        for happened in game.happened[at:]:
            after = before.copy()
            happened.event.fold(after)
            for seat in viewers(play):
                heard = happened.seen_by(seat, after)
                if not isinstance(happened.event, Opened):  # opening secrets is telling them
                    _only_seen(f"what {seat} is told", heard, seat, before, after)
            before = after
        at = len(game.happened)


def views_survive_redrawing(play: Play) -> None:
    """Whatever else lies where a seat can't look, it sees the same."""
    for game in play:
        for seat in viewers(play):
            other = dealt_anew(game.state, seat, play.random)
            same(f"the view of {seat}", view(game.state, seat), view(other, seat))
            twin = Game(game.composition, Luck(), other)
            same(f"the readings of {seat}", game.game.readings(seat), twin.readings(seat))


def questions_survive_redrawing(play: Play) -> None:
    """Whatever else lies where a seat can't look, it is asked and told the same.

    Refusals and their words included; and so again after its own next answer.  Only where it
    learns something by the rules, the two games part, and not before: who is not asked at all
    because of what is hidden has told it.
    """
    for game in play:
        for restart in game.restarts:
            here = Timeline(game.composition, game.header, start=restart.state)
            for seat in viewers(play):
                other = dealt_anew(restart.state, seat, play.random)
                there = Timeline(game.composition, game.header, start=other)
                if alike(play, seat, here, there):
                    _answered_alike(play, seat, here, there)


def alike(play: Play, seat: Seat | None, here: Timeline, there: Timeline, since: int = 0) -> bool:
    """Demand that two games look alike to a seat, until it learns in what they differ."""
    if _learned(seat, here, there, since):
        return False
    same(f"what {seat} sees", view(here.state, seat), view(there.state, seat))
    same(f"who is asked, as {seat} sees it", asked(here), asked(there))
    mine, others = worded(play, seat, here), worded(play, seat, there)
    same(f"what {seat} is asked", mine, others)
    return True


def _learned(seat: Seat | None, here: Timeline, there: Timeline, since: int) -> bool:
    """Go through what happened in both games up to where the seat learns the difference."""
    pairs = zip_longest(here.happened[since:], there.happened[since:])
    for one, other in pairs:
        told = one and one.seen_by(seat, here.state)
        elsewhere = other and other.seen_by(seat, there.state)
        if told != elsewhere:
            if one and other and one.wall and other.wall:
                shapes = (one.event.redacted(here.state), other.event.redacted(there.state))
                same(f"what {seat} learns something by", *shapes)
                return True
            same(f"what {seat} is told", told, elsewhere)
    return False


def _answered_alike(play: Play, seat: Seat | None, here: Timeline, there: Timeline) -> None:
    for decision in answerable([*here.decisions(), *here.beside()]):
        if decision.seat == seat and not here.driver.held(decision):
            one, other = here.fork(), there.fork()
            deed = sampled(decision, play.random)
            since, replies = len(one.happened), (do(one, deed), do(other, deed))
            if not all(isinstance(reply, Accepted) for reply in replies):
                raise Broken(f"{deed} by {seat} depends on what it can't see: {replies}")
            alike(play, seat, one, other, since)


def asked(game: Timeline) -> list[str]:
    """List who is asked what, as everyone at the table can tell."""
    return sorted(decision.key for decision in game.decisions())


def worded(play: Play, seat: Seat | None, game: Timeline) -> list[tuple[Any, list[str]]]:
    """Give the questions of a seat with all reasons in words."""
    mine = [d for d in (*game.decisions(), *game.beside()) if d.seat == seat]
    mine.sort(key=lambda decision: decision.key)
    return [(decision.describe(), list(_reasons(play, decision))) for decision in mine]


def _reasons(play: Play, decision: Decision[Any]) -> Iterator[str]:
    for option in decision.space().options():
        if isinstance(option.rejection, Rejection):
            yield say(option.rejection, game=play.match.cards.wordings)


def viewers(play: Play) -> tuple[Seat | None, ...]:
    """Give all who look: the seats and a spectator."""
    return (*play.match.seats, None)


def dealt_anew(state: State, seat: Seat | None, draw: Random) -> State:
    """Deal anew what a seat can't see."""

    def in_any_order(count: int) -> list[int]:
        """Sort by chance, which is quicker than `sample`."""
        return sorted(range(count), key=[draw.random() for _ in range(count)].__getitem__)

    return redrawn(state, seat, in_any_order)


# Names of hidden things


def _only_seen(what: str, data: object, seat: Seat | None, *states: State) -> None:
    for component in named(data, states[0].inventory):
        if not any(sees(s, s.place_of(component), component, seat) for s in states):
            raise Broken(f"{what} names {component}, which {seat} can't see: {data!r:.300}")


def named(data: object, inventory: Inventory) -> set[str]:
    """Find every component that is named anywhere in some data."""
    words = set(msgspec.json.encode(data).decode().split('"'))
    return {component for word in words for component in _named_in(word, inventory)}


@lru_cache(maxsize=65_536)  # views say the same words again and again
def _named_in(text: str, inventory: Inventory) -> tuple[str, ...]:
    return tuple(_names(inventory).findall(text))


@cache
def _names(inventory: Inventory) -> re.Pattern[str]:
    longest_first = sorted(inventory.components, key=len, reverse=True)
    either = "|".join(re.escape(component) for component in longest_first)
    return re.compile(rf"(?<!\w)(?:{either})(?!\w)" if either else r"(?!)")
