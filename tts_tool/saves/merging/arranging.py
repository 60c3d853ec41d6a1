"""Where the things of a merged save lie: in what, and in which order.

Our order stays, as that of a deck that somebody has shuffled; only where nobody here has changed
it, theirs is taken. What is new follows what it follows on its own side.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from tts_tool.saves.merging.sides import Made, Sides
from tts_tool.saves.merging.things import MergedThing
from tts_tool.saves.merging.values import SPOT

__all__ = ["arranged"]


def arranged(sides: Sides) -> list[Made]:
    """Put each thing into what holds it; give those that lie on the table."""
    every = sides.every()
    for made in every:
        made.home = _home(made, sides)
    for made in every:
        if _is_inside_itself(made):
            made.home = None
    held: defaultdict[Made | None, list[Made]] = defaultdict(list)
    for made in every:
        held[made.home].append(made)
    old = {made.base: made for made in every if made.base is not None and not made.is_copy}
    for made in every:
        lists = [it.kids if it else [] for it in (made.base, made.ours, made.theirs)]
        made.kids = _ordered(held[made], lists, old, sides.made)
    return _ordered(held[None], sides.tops, old, sides.made)


def _home(made: Made, sides: Sides) -> Made | None:
    here = _holder(made.ours, sides)
    there = _holder(made.theirs, sides)
    if made.ours is None or made.theirs is None or made.base is None or made.is_copy:
        return there if made.ours is None else here
    lost = made.theirs.holder is not None and there is None
    if here is there or lost or not sides.was_moved(sides.there, made.theirs):
        return here
    if not sides.was_moved(sides.here, made.ours):
        return there
    one, other = (it.any.where[-1] if it else "the table" for it in (here, there))
    return there if sides.is_theirs(made.ours, SPOT, "lies in", one, other) else here


def _holder(thing: MergedThing | None, sides: Sides) -> Made | None:
    return sides.made.get(thing.holder) if thing is not None and thing.holder else None


def _is_inside_itself(made: Made) -> bool:
    seen = made.home
    while seen is not None and seen is not made:
        seen = seen.home
    return seen is made


def _ordered(
    kids: Sequence[Made],
    lists: Iterable[Sequence[MergedThing]],
    old: Mapping[MergedThing, Made],
    made: Mapping[MergedThing, Made],
) -> list[Made]:
    """Order what lies together; `lists` are the things that did so on each side."""
    inside = {*kids}
    names: tuple[Mapping[MergedThing, Made], ...] = (old, made, made)
    base, ours, theirs = (
        [it for thing in things if (it := known.get(thing)) is not None and it in inside]
        for things, known in zip(lists, names, strict=True)
    )
    both = {*base} & {*ours}
    shuffled = [it for it in base if it in both] != [it for it in ours if it in both]
    order = _inserted(ours, theirs) if shuffled or not theirs else _inserted(theirs, ours)
    return _inserted(order, kids)


def _inserted(order: Sequence[Made], more: Iterable[Made]) -> list[Made]:
    """Put those that are not there yet behind those that they follow elsewhere."""
    there = {*order}
    behind: defaultdict[Made | None, list[Made]] = defaultdict(list)
    last: Made | None = None
    for each in more:
        if each in there:
            last = each
        else:
            behind[last].append(each)
    found = behind[None]
    for each in order:
        found += [each, *behind[each]]
    return found
