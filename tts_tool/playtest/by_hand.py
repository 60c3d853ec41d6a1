"""Counts drags and presses at a table where nobody referees: what a turn costs those who sit there.

Bots play by the rules; somebody at a table has to bring all of it about, by hand or by the buttons
of chores, and takes whatever costs less. Looking and talking cost nothing.

    python -m tts_tool.playtest.by_hand --games 30
    python -m tts_tool.playtest.by_hand --games 30 --only refill --only before
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Final

import msgspec

from tts_tool.build.table import Layout, read_layout
from tts_tool.kernel.events import Happened, Moved, Rolled, Showed, Shuffled, TrackSet, Turned
from tts_tool.kernel.inventory import Inventory
from tts_tool.kernel.state import State
from tts_tool.playtest.bots import bot_for
from tts_tool.playtest.doings import ChoreWork, Deed, all_of
from tts_tool.playtest.foretelling import Foreteller, Press
from tts_tool.playtest.stage import laid
from tts_tool.referee.session import Session
from tts_tool.rulesets.old_world import RULESET

__all__ = ["Costs", "by_hand", "cheapest", "deeds", "played", "turns"]

MOST: Final = 6_000
"""So many answers of a game are played at most."""
CUT: Final = 3
"""More cards than that are cut from a pile: a line of its menu, how many, and the drag."""
BOXED: Final = 2
"""Whatever lies side by side is gone after two drags: one around it, and one with it."""

SEEN: Final = (Moved, Shuffled, Turned, Showed, Rolled, TrackSet)
"""What somebody has to do; all else the game has in its head, as people have."""

Places = dict[str, tuple[str, ...]]


class Costs(Counter[str]):
    """Drags and presses by what they are for, and how many turns there were (`turns`)."""

    @property
    def a_turn(self) -> float:
        """Say how many drags and presses a turn costs."""
        return (self.total() - self["turns"]) / max(1, self["turns"])


def by_hand(inventory: Inventory, layout: Layout, places: Places, happened: Happened) -> int:
    """Say how many drags and presses an event costs without a button."""
    event = happened.event
    match event:
        case Moved():
            return _moved(inventory, places, event)
        case Shuffled():
            return int(len(event.order) > 1)  # R
        case Turned() | Showed():
            return 1  # F, or to search a pile
        case Rolled():
            return min(len(event.values), BOXED)  # R at each, or around all of them
        case TrackSet():
            counted = next(e for e in layout.tracks if _is_of(e.names, event.track))
            is_counter = layout.markers[counted.marker].shape == "counter"
            return abs(event.value - event.was) if is_counter else 1
        case _:
            return 0


def _is_of(names: Iterable[str], track: str) -> bool:
    return any(name.partition(".")[0] == track.partition(".")[0] for name in names)


def _moved(inventory: Inventory, places: Places, event: Moved) -> int:
    count, source = len(event.components), inventory.places[event.source]
    is_pile = source.seen == "nobody"
    if not count:
        return 0
    if is_pile and event.target.startswith("hand."):
        return 1  # a number at the pile
    lies_open = inventory.places[event.target].seen != "nobody"
    turned = int(is_pile and lies_open)  # F, for all at once
    if set(event.components) == set(places[event.source]):
        one = is_pile or event.source.startswith(("discard.", "action-discard", "monster-spent"))
        turned += int(one and not is_pile and not lies_open)
        return min(count, 1 if one else BOXED) + turned
    return min(count, CUT if is_pile else count) + turned


def deeds(session: Session, seed: str, bot: str = "") -> Iterator[tuple[State, list[Happened]]]:
    """Play a game by bots: the state before each answer, and what came of it."""
    game = session.ruleset.name
    bots = {seat: bot_for(game, f"{seed}/{seat}", bot) for seat in session.seats}
    for _ in range(MOST):
        if session.over:
            return
        decision = next(each for each in session.open("*") if not session.waits_for(each))
        before, since = session.state.copy(), len(session.timeline.happened)
        session.choose(decision, bots[decision.seat].answer(decision))
        came = session.timeline.happened[since:]
        yield before, [each for each in came if isinstance(each.event, SEEN)]


def cheapest(
    inventory: Inventory,
    layout: Layout,
    presses: Iterable[Press],
    before: State,
    turn: Sequence[Deed],
) -> Costs:
    """Count what a turn costs whoever presses buttons where that costs less than doing it."""
    places, costs, found = dict(before.places), Costs(turns=1), Costs()
    each = dict[int, int]()
    for deed in turn:
        for group in _together(deed):
            first, *_ = group
            event = first.event
            if isinstance(event, Moved):
                every = tuple(chain.from_iterable(one.event.components for one in group))  # type: ignore[attr-defined]
                event = msgspec.structs.replace(event, components=every)
            alike = msgspec.structs.replace(first, event=event)
            each.update((id(one), 0) for one in group)
            each[id(first)] = by_hand(inventory, layout, places, alike)
            if isinstance(event, Moved):
                _follow(places, event)
    left = list(presses)
    while left:
        press = max(left, key=lambda one: _saved(one, each))
        if _saved(press, each) <= 0:
            break
        left.remove(press)
        costs[press.work.chore.id] += press.cost
        each.update((id(one), 0) for one in press.events)
    for happened in chain.from_iterable(turn):
        if each[id(happened)]:
            found[_what(happened)] += each[id(happened)]
    return Costs(costs + found)


def _together(deed: Deed) -> Iterator[list[Happened]]:
    """Take together what hands take together: cards that go the same way for the same reason."""
    group = list[Happened]()
    for happened in deed:
        if group and _way(group[0]) != _way(happened):
            yield group
            group = []
        if _way(happened) is None:
            yield [happened]
        else:
            group.append(happened)
    if group:
        yield group


def _way(happened: Happened) -> tuple[str, ...] | None:
    event = happened.event
    if not isinstance(event, Moved):
        return None
    return happened.rule, event.source, event.target


def _saved(press: Press, each: Mapping[int, int]) -> int:
    return sum(each[id(one)] for one in press.events) - press.cost


def _follow(places: Places, event: Moved) -> None:
    gone = set(event.components)
    places[event.source] = tuple(c for c in places[event.source] if c not in gone)
    places[event.target] = (*event.components, *places[event.target])


def _what(happened: Happened) -> str:
    event = happened.event
    match event:
        case Moved():
            return f"{_sort(event.source)} → {_sort(event.target)}"
        case TrackSet():
            return f"{_sort(event.track)} is set"
        case Shuffled():
            return f"{_sort(event.place)} is shuffled"
        case _:
            return type(event).__name__.lower()


def _sort(name: str) -> str:
    return name.partition(".")[0]


def turns(session: Session, seed: str, bot: str = "") -> Iterator[tuple[State, list[Deed]]]:
    """Play a game by bots: the state before each turn, and what came of each answer in it."""
    begun, turn = session.state.copy(), list[Deed]()
    for before, deed in deeds(session, seed, bot):
        if before.phase and session.state.acting != begun.acting:
            yield begun, [*turn, deed]
            begun, turn = session.state.copy(), []
        elif before.phase:
            turn.append(deed)
        else:
            begun = session.state.copy()  # it is still set up


def played(seed: str, seats: int, layout: Layout, chores: Sequence[ChoreWork]) -> Costs:
    """Count what a game costs, from its first turn on."""
    cards, mod = laid(RULESET)
    costs = Costs()
    with Session.new(RULESET, cards, seats=seats, seed=seed) as session:
        teller = Foreteller(mod, layout, session.seats)
        for before, turn in turns(session, seed):
            presses = (press for work in chores for press in teller.presses(work, before, turn))
            costs += cheapest(session.composition.inventory, layout, presses, before, turn)
    return Costs(costs)


def main(games: int, seats: int, only: Sequence[str]) -> None:
    """Count for some games, and say what for."""
    layout, costs = read_layout(laid(RULESET)[1]), Costs()
    chores = all_of(layout.chores, only)
    for seed in range(games):
        costs += played(str(seed), seats, layout, chores)
    taken, found = costs["turns"], Costs(costs)
    for what, cost in costs.most_common():
        if what != "turns":
            sys.stdout.write(f"{cost / taken:8.2f}  {what}\n")
    sys.stdout.write(f"{found.a_turn:8.2f}  a turn, of {taken} turns in {games} games\n")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=30)
    parser.add_argument("--seats", type=int, default=3)
    parser.add_argument("--only", action="append", default=[], help="a chore that there is")
    said = parser.parse_args()
    main(said.games, said.seats, said.only)
