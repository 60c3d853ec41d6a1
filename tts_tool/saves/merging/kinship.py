"""Finds each object of one save in another, although somebody has played between the two.

Cards were dealt, decks shuffled, made and used up, tokens stacked. So first goes what surely is the
same, wherever it is: what scripts have noted on it, its GUID. Then what is called and looks the
same, in the same deck, in any; a card whose sheet was drawn anew is known by its cell. A deck is
the one that most of its cards were in.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable

from tts_tool.saves.matching import pair_up
from tts_tool.saves.merging.things import MergedThing

__all__ = ["Kin", "kin"]

Key = Callable[[MergedThing], Hashable]


class Kin:
    """Which things of two saves are the same."""

    def __init__(self) -> None:
        self.later: dict[MergedThing, MergedThing] = {}
        self.earlier: dict[MergedThing, MergedThing] = {}

    def join(self, before: MergedThing, after: MergedThing) -> None:
        """Note that these are the same."""
        self.later[before] = after
        self.earlier[after] = before


def kin(before: Iterable[MergedThing], after: Iterable[MergedThing]) -> Kin:
    """Match all things of two saves."""
    return _Matching([*before], [*after]).matched()


class _Matching:
    def __init__(self, before: list[MergedThing], after: list[MergedThing]) -> None:
        self._old = dict(enumerate(before))
        self._new = dict(enumerate(after))
        self._kin = Kin()
        self._memos = _single((each.memo for each in before), (each.memo for each in after))
        self._guids = _single((each.guid for each in before), (each.guid for each in after))

    def matched(self) -> Kin:
        self._pair(lambda it: (it.sort, it.memo) if it.memo in self._memos else None)
        self._pair(lambda it: (it.sort, it.guid) if it.guid in self._guids else None)
        loose = [
            lambda it: (self._home(it), it.guid, it.called),
            lambda it: (self._home(it), it.called),
            lambda it: (it.guid, it.called) if it.guid else None,
            lambda it: it.called,
            lambda it: (self._home(it), *_named(it), it.print[1:]) if it.print else None,
            lambda it: (self._home(it), *_named(it)) if any(_named(it)[1:]) else None,
            lambda it: _named(it) if any(_named(it)[1:]) else None,
            lambda it: (it.guid, it.sort) if it.guid else None,
        ]
        for key in loose:
            self._pair(_unless_deck(key))
        self._decks()
        for key in loose[:2]:
            self._pair(_unless_deck(key))
        return self._kin

    def _pair(self, key: Key) -> None:
        old, new = dict(self._old), dict(self._new)
        for one, other in pair_up(old, new, key, lambda it: it.spot):
            self._kin.join(self._old.pop(one), self._new.pop(other))

    def _home(self, thing: MergedThing) -> Hashable:
        """Name what holds a thing, by the same name on both sides."""
        if thing.holder is None:
            return 0
        return id(self._kin.earlier.get(thing.holder, thing.holder))

    def _decks(self) -> None:
        """Find decks by their cards: half of those that were in one must be there."""
        places = {id(thing): n for n, thing in self._old.items()}
        for index, deck in [*self._new.items()]:
            if not deck.is_deck:
                continue
            were = (self._kin.earlier.get(card) for card in deck.kids)
            count = Counter(id(card.holder) for card in were if card and card.holder)
            for number, most in count.most_common(1):
                n = places.get(number)
                old = self._old.get(n) if n is not None else None
                if n is not None and old is not None and 2 * most >= len(old.kids):
                    self._kin.join(self._old.pop(n), self._new.pop(index))


def _single(before: Iterable[str], after: Iterable[str]) -> set[str]:
    """List the names that nothing else has, on either side."""
    counts = Counter(before), Counter(after)
    return {each for each in counts[0] if each and counts[0][each] == counts[1][each] == 1}


def _named(thing: MergedThing) -> tuple[str, str, str]:
    return (thing.sort, str(thing.raw.get("Nickname") or ""), thing.memo)


def _unless_deck(key: Key) -> Key:
    return lambda thing: None if thing.is_deck else key(thing)
