"""Writes the things of a merged save, each as its sides say together."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from tts_tool.saves.merging.decks import MergedCard, alone, deck
from tts_tool.saves.merging.sides import OF_CARDS, Made, Sides
from tts_tool.saves.merging.things import HELD, Forms, MergedThing, Print, forms_of, same_print
from tts_tool.saves.merging.values import ABSENT, SPOT, Values, equal
from tts_tool.saves.tree import Node

__all__ = ["rows"]

Object = dict[str, Node]

_FEWEST: Final = 2
"""Fewer cards are no deck."""


def rows(tops: list[Made], sides: Sides) -> list[Object]:
    """Write what lies on the table."""
    return [row for made in tops for row in _written(made, sides)]


def _written(made: Made, sides: Sides) -> Iterator[Object]:
    if made.any.is_deck:
        cards = [_whole(kid, sides) for kid in made.kids]
        yield from _deck(made, _body(made, sides).raw, cards)
    else:
        yield alone(_whole(made, sides))


def _whole(made: Made, sides: Sides) -> MergedCard:
    """Write a thing with what it holds."""
    card = _body(made, sides)
    if not made.kids and HELD not in made.any.raw:
        return card
    held = [row for kid in made.kids for row in _written(kid, sides)]
    return card._replace(raw=_ordered({**card.raw, HELD: held}, made))


def _deck(made: Made, raw: Object, cards: list[MergedCard]) -> Iterator[Object]:
    """Write a deck, as a side has it if its cards are that side's."""
    texts = [each.raw for each in cards]
    for side in (made.theirs, made.ours):
        if side is not None and texts == [kid.raw for kid in side.kids]:
            said = {key: side.raw[key] for key in OF_CARDS if key in side.raw}
            held = {HELD: texts} if HELD in side.raw else {}
            yield _ordered({**raw, **said, **held}, made)
            return
    if len(cards) >= _FEWEST:
        yield _ordered(deck(raw, cards), made)
    for each in cards if len(cards) < _FEWEST else ():
        yield {**alone(each), **({SPOT: raw[SPOT]} if SPOT in raw else {})}


def _body(made: Made, sides: Sides) -> MergedCard:
    """Write a thing without what it holds."""
    ours, theirs = made.ours, made.theirs
    if ours is None or theirs is None:
        return MergedCard({k: v for k, v in made.any.raw.items() if k != HELD}, made.any.print)
    values = Values(sides.terms, sides.conflicts, ours.where, ours.at)
    forms = [forms_of(it.raw if it else {}) for it in (made.base, ours, theirs)]
    bodies = {
        name: _form(name, forms, made, values)
        for name in dict.fromkeys([*forms[1].bodies, *forms[2].bodies])
        if not _is_removed(name, forms)
    }
    up = forms[1].up if forms[1].up in bodies else next(iter(bodies))
    raw = dict(bodies.pop(up))
    if up:
        raw["States"] = {name: bodies[name] for name in sorted(bodies, key=_number)}
    raw.pop(SPOT, None)
    spot = _spot(made, forms, values)
    if spot is not None:
        raw[SPOT] = spot
    shown, whose = _shown(made, ours, theirs, sides)
    raw |= {key: whose.raw[key] for key in OF_CARDS if key in whose.raw}
    return MergedCard(_ordered(raw, made), shown)


def _is_removed(name: str, forms: list[Forms]) -> bool:
    """Tell which state one side has taken away, if the other does not show or change it."""
    old, ours, theirs = forms
    if name not in old.bodies or (name in ours.bodies and name in theirs.bodies):
        return False
    side = theirs if name in theirs.bodies else ours
    return side.up != name and equal(side.bodies.get(name, {}), old.bodies[name])


def _form(name: str, forms: list[Forms], made: Made, values: Values) -> Object:
    """Merge a state; of a copy, what makes it one of its own stays."""
    own = {"GUID", "Number", "Name"} if made.is_copy else set()
    old, ours, theirs = (each.bodies.get(name) for each in forms)
    if ours is None or theirs is None:
        return dict(ours or theirs or {})
    apart = own | {*OF_CARDS}
    before, mine, other = (
        {key: value for key, value in (it or {}).items() if key not in apart}
        for it in (old, ours, theirs)
    )
    merged = values.merged(before, mine, other)
    return {**merged, **{key: ours[key] for key in ours if key in apart}}


def _spot(made: Made, forms: list[Forms], values: Values) -> Node:
    """Say where a thing lies; in a deck or a bag that means nothing."""
    ours, theirs = made.ours, made.theirs
    base, here, there = (each.spot for each in forms)
    if ours is None or theirs is None or made.is_copy:
        return here
    if (made.home is None) != (ours.holder is None):
        return there  # it went where theirs has put it
    if ours.holder is not None or theirs.holder is not None:
        return here
    was_here = made.base is not None and made.base.holder is None
    return values.value(SPOT, base if was_here else ABSENT, here, there)


def _shown(
    made: Made, ours: MergedThing, theirs: MergedThing, sides: Sides
) -> tuple[Print | None, MergedThing]:
    """Say what a card shows, and which side says so."""
    old = made.base.print if made.base else None
    if same_print(ours.print, theirs.print) or same_print(old, theirs.print):
        return ours.print, ours
    if same_print(old, ours.print):
        return theirs.print, theirs
    told = ("FaceURL", "what it shows", _face(ours), _face(theirs))
    return (theirs.print, theirs) if sides.is_theirs(ours, *told) else (ours.print, ours)


def _face(thing: MergedThing) -> Node:
    sheet = thing.print.sheet if thing.print else None
    return None if sheet is None else sheet.get("FaceURL")


def _ordered(raw: Object, made: Made) -> Object:
    """Put keys where a side has them that knows them: ours, then theirs."""
    order: list[str] = []
    for side in (made.ours, made.theirs):
        last = -1
        for key in side.raw if side else ():
            if key in order:
                last = order.index(key)
            else:
                last += 1
                order.insert(last, key)
    keys = [key for key in order if key in raw]
    return {key: raw[key] for key in [*keys, *(key for key in raw if key not in order)]}


def _number(name: str) -> int:
    return int(name) if name.isdecimal() else 0
