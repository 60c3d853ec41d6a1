"""What a chore would do, told from a state of the game, without a table.

Whoever presses a button knows what it does, and presses it where that is what is wanted. So this
performs the rows of chores, and finds in what the rules did the moments at which a press, or a
number that is typed, would have done the same.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import chain
from typing import Any, Final, NamedTuple

import msgspec

from tts_tool.build.mod import Mod
from tts_tool.build.table import Layout
from tts_tool.build.table.told import told
from tts_tool.kernel.events import Happened, Moved, TrackSet
from tts_tool.kernel.state import State
from tts_tool.playtest.doings import ChoreWork, Deed, touched
from tts_tool.playtest.performing import EndsError, Known, Performance, WontError

__all__ = ["Foreteller", "Press"]

_NAMED: Final = re.compile(r"\{(\w+)\}")
_MOST: Final = 60
"""More than so many events nobody brings about by one press."""


class Press(NamedTuple):
    """A moment at which somebody would press: what it brings about, how all lay before it."""

    work: ChoreWork
    seat: str
    of: dict[str, Any]
    events: tuple[Happened, ...]
    before: State

    @property
    def cost(self) -> int:
        """Say how many drags and presses it costs: the press, or each digit; answers, cards."""
        pays = [each.event for each in self.events if any(p.is_in(each) for p in self.work.pays)]
        marked = sum(len(event.components) for event in pays if isinstance(event, Moved))
        return len(str(self.of.get("n", 0))) + self.work.asks + marked


class Foreteller:
    """Knows what the script of a table is told, and performs its chores on states."""

    def __init__(self, mod: Mod, layout: Layout, seats: tuple[str, ...]) -> None:
        """Be told what the script is told, and who plays."""
        steps = {each.id: msgspec.to_builtins(each.steps) for each in layout.chores}
        self.known = Known(told(mod, layout), steps, seats)

    def presses(self, work: ChoreWork, begun: State, turn: Sequence[Deed]) -> Iterator[Press]:
        """Find when somebody would press for a chore in a turn that began like this."""
        flat, state, at = list(chain.from_iterable(turn)), begun.copy(), 0
        while at < len(flat):
            found = self._longest(work, state, flat[at:]) if work.is_of(flat[at]) else None
            if found is not None:
                yield found
            last = flat.index(found.events[-1], at) if found is not None else at
            for each in flat[at : last + 1]:
                each.event.fold(state)
            at = last + 1

    def said(
        self, work: ChoreWork, before: State, seat: str
    ) -> Iterator[tuple[dict[str, Any], State]]:
        """Give what the rows of a chore leave, for each press: also what no rule ever does."""
        for of in self._open(work, before):
            run = Performance(self.known, before, (), {**of, "seat": seat})
            with suppress(WontError):
                with suppress(EndsError):
                    run.perform(work.chore.id)
                after = before.copy()
                after.places, after.tracks = run.places, run.tracks
                yield of, after

    def _open(self, work: ChoreWork, before: State) -> list[dict[str, Any]]:
        over = work.chore.over
        if over is None:
            return [{}]
        (part,) = _NAMED.findall(over)
        first, _, last = over.partition(f"{{{part}}}")
        names = (e for e in before.places if e.startswith(first) and e.endswith(last))
        return [{part: each.removeprefix(first).removesuffix(last)} for each in names]

    def _longest(self, work: ChoreWork, state: State, left: Sequence[Happened]) -> Press | None:
        """Find the press that brings about as much as one can of what follows.

        Who presses may wait until something else is done, as long as that touches nothing of what
        the press has been put off for.
        """
        before, best = state.copy(), None
        own, passed = list[Happened](), list[Happened]()
        for each in left[:_MOST]:
            if not work.is_of(each):
                passed.append(each)
                continue
            kept = {name for one in passed for name in touched(one)}
            if not kept.isdisjoint(touched(each)):
                if any(not kept.isdisjoint(touched(one)) for one in own):
                    passed.append(each)
                    continue
                for one in passed:
                    one.event.fold(before)
                passed = []
            own.append(each)
            best = self._press(work, before.copy(), tuple(own)) or best
        return best

    def _press(self, work: ChoreWork, before: State, own: tuple[Happened, ...]) -> Press | None:
        """Say how to press so that just this comes of it, if one can."""
        names = {name for each in own for name in touched(each)}
        if not names:
            return None
        owners = [s for s in self.known.seats if any(name.endswith(f".{s}") for name in names)]
        acting = before.acting
        seat = acting if acting in owners or not owners else owners[0]
        is_anybodys = any("{owner}" in name for name in work.chore.at)
        of = {"owner": owners[0]} if owners and is_anybodys else {}
        of |= _bound(work, own)
        for n in _numbers(work, own):
            said = of if n is None else {**of, "n": n}
            if self._does(work, before, own, seat, said):
                return Press(work, seat, said, own, before)
        return None

    def _does(
        self,
        work: ChoreWork,
        before: State,
        own: Sequence[Happened],
        seat: str,
        of: Mapping[str, Any],
    ) -> bool:
        run = Performance(self.known, before, own, {**of, "seat": seat})
        try:
            with suppress(EndsError):
                run.perform(work.chore.id)
        except WontError:
            return False
        after = before.copy()
        for each in own:
            each.event.fold(after)
        return run.is_like(after)


def _bound(work: ChoreWork, own: Iterable[Happened]) -> dict[str, Any]:
    """Say what the names leave open at which a chore stands: a slot, a place, a card laid."""
    chore = work.chore
    names = (*chore.at, *(() if chore.over is None else (chore.over,)))
    wanted = {part for name in names for part in _NAMED.findall(name)} - {"seat", "owner"}
    found = dict[str, Any]()
    for each in own:
        if isinstance(each.event, Moved):
            if each.event.source.startswith("hand."):
                thing = each.event.components[0]
                _, kind, number = thing.split(".")
                found |= {"thing": thing, "kind": kind, "face": number}
            for doing in work.doings:
                if doing.is_in(each):
                    for name, place in (
                        (doing.source, each.event.source),
                        (doing.target, each.event.target),
                    ):
                        for part in wanted & set(_NAMED.findall(name)):
                            before, _, after = name.partition(f"{{{part}}}")
                            found.setdefault(part, place.removeprefix(before).removesuffix(after))
    return found


def _numbers(work: ChoreWork, own: Iterable[Happened]) -> list[int | None]:
    """List what somebody may type for a chore to bring this about, the button first."""
    if not work.chore.number:
        return [None]
    moved, tracks = defaultdict[tuple[str, str], int](int), list[int]()
    lost, ids = 0, list[int]()
    for each in own:
        event = each.event
        if isinstance(event, Moved):
            moved[event.source, event.target] += len(event.components)
            number = event.components[0].rpartition(".")[2]
            ids += [int(number)] if number.isdigit() else []
        elif isinstance(event, TrackSet):
            tracks += [event.value, abs(event.value - event.was)]
            lost += max(0, event.was - event.value)
    all_lost = lost + sum(moved.values())
    typed = dict.fromkeys([all_lost, *moved.values(), *tracks, *ids[:1], 0])
    return [*([None] if work.chore.button else []), *typed]
