"""Which things a merged save has: ours, without what theirs took away, with what is new there."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from tts_tool.saves.merging.kinship import Kin, kin
from tts_tool.saves.merging.things import HELD, MergedThing, forms_of, listed, same_print
from tts_tool.saves.merging.values import SPOT, Conflict, Taken, Terms, equal
from tts_tool.saves.tree import Node

__all__ = ["OF_CARDS", "Made", "Sides"]

Object = dict[str, Node]

OF_CARDS = ("CardID", "DeckIDs", "CustomDeck")
"""What says which cards there are; cards may change places, so it is merged by itself."""


@dataclass(eq=False)
class Made:
    """A thing of the merged save, and what it is on each side.

    `is_copy`: ours has made it after the picture of the others, and it is not the same thing.
    """

    base: MergedThing | None
    ours: MergedThing | None
    theirs: MergedThing | None
    is_copy: bool = False
    home: Made | None = None
    kids: list[Made] = field(default_factory=list)

    @property
    def any(self) -> MergedThing:
        """Give it as it is on some side, ours before theirs."""
        found = self.ours or self.theirs
        if found is None:
            raise AssertionError("it was made of one of them")
        return found


class Sides:
    """Three saves, and what in them is the same."""

    def __init__(self, base: Node, ours: Node, theirs: Node, terms: Terms) -> None:
        self.terms = terms
        self.conflicts: list[Conflict] = []
        self.tops = (listed(base), listed(ours), listed(theirs))
        before, mine, other = ([it for top in side for it in top.all()] for side in self.tops)
        self.here = kin(before, mine)
        self.there = kin(before, other)
        new = kin(
            (it for it in mine if it not in self.here.earlier),
            (it for it in other if it not in self.there.earlier),
        )
        self._dropped: dict[MergedThing, bool] = {}
        self.made: dict[MergedThing, Made] = {}
        """What became of each thing of ours and of theirs."""
        likes = _first(before) if terms.copies else {}
        for thing in mine:
            if not self._is_dropped(thing):
                self._make(thing, new, likes)
        for thing in other:
            if self._is_added(thing):
                self._add(thing)

    def every(self) -> list[Made]:
        """List all things of the merged save."""
        return list(dict.fromkeys(self.made.values()))

    def was_moved(self, whose: Kin, thing: MergedThing) -> bool:
        """Tell whether a thing lies in something else now."""
        was = whose.earlier[thing].holder
        return (whose.earlier.get(thing.holder, thing) if thing.holder else None) is not was

    def is_theirs(self, thing: MergedThing, of: str, key: str, ours: Node, theirs: Node) -> bool:
        """Note that both sides have changed something, and tell whether theirs is taken.

        `of` is by what key that is decided, `key` how it is told; `thing` is of our side, unless
        it is gone there.
        """
        is_theirs = self.terms.side(of) == "theirs"
        taken: Taken = "theirs" if is_theirs else "ours"
        self.conflicts.append(Conflict(thing.where, thing.at, key, ours, theirs, taken))
        return is_theirs

    def _is_dropped(self, thing: MergedThing) -> bool:
        """Tell what goes because theirs has taken it away; what was touched here by agreement."""
        if thing not in self._dropped:
            self._dropped[thing] = self._drops(thing)
        return self._dropped[thing]

    def _drops(self, thing: MergedThing) -> bool:
        before = self.here.earlier.get(thing)
        stays = [it for it in thing.kids if not (self._is_dropped(it) or self._is_fetched(it))]
        if before is None or before in self.there.later or stays:
            return False
        is_touched = self.was_moved(self.here, thing) or _has_changed(before, thing)
        return not is_touched or self.is_theirs(thing, HELD, "", "changed", "removed")

    def _is_fetched(self, thing: MergedThing) -> bool:
        """Tell what theirs has put elsewhere, and nobody here."""
        before = self.here.earlier.get(thing)
        after = self.there.later.get(before) if before else None
        moved = after is not None and self.was_moved(self.there, after)
        return moved and not self.was_moved(self.here, thing)

    def _make(self, thing: MergedThing, new: Kin, likes: dict[object, MergedThing]) -> None:
        before = self.here.earlier.get(thing)
        after = self.there.later.get(before) if before else new.later.get(thing)
        made = Made(before, thing, after)
        like = likes.get(thing.called)
        if before is None and after is None and like is not None and not thing.is_deck:
            made = Made(like, thing, self.there.later.get(like), is_copy=True)
        elif after is not None:
            self.made[after] = made
        self.made[thing] = made

    def _is_added(self, thing: MergedThing) -> bool:
        if thing in self.made:
            return False
        before = self.there.earlier.get(thing)
        if before is None or before in self.here.later:
            return before is None
        if not _has_changed(before, thing) and not self.was_moved(self.there, thing):
            return False
        return self.is_theirs(thing, HELD, "", "removed", "changed")

    def _add(self, thing: MergedThing) -> None:
        """Add a thing of theirs, and what holds it, if that is not here any more."""
        if thing not in self.made:
            self.made[thing] = Made(self.there.earlier.get(thing), None, thing)
            if thing.holder is not None:
                self._add(thing.holder)


def _has_changed(before: MergedThing, after: MergedThing) -> bool:
    """Tell whether a thing is another than it was; where it lies matters only on the table."""
    if not same_print(before.print, after.print):
        return True
    old, new = forms_of(before.raw), forms_of(after.raw)
    on_table = before.holder is None and after.holder is None
    if old.up != new.up or (on_table and not equal(old.spot, new.spot, SPOT)):
        return True
    bodies = ((old.bodies.get(name, {}), body) for name, body in new.bodies.items())
    return (
        len(old.bodies) != len(new.bodies)
        or any(
            not equal(one.get(key, value), value, key)
            for one, body in bodies
            for key, value in body.items()
            if key not in ("GUID", SPOT, *OF_CARDS)
        )
        or any(key not in after.raw for key in before.raw)
    )


def _first(things: Iterable[MergedThing]) -> dict[object, MergedThing]:
    """Give for each name and look the first thing that has them."""
    found: dict[object, MergedThing] = {}
    for thing in things:
        if thing.is_known:
            found.setdefault(thing.called, thing)
    return found
