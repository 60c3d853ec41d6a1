"""A table in play that nobody has refereed: what lies there is read, and becomes a game.

What can be read is what lies where and what the counters show. What no table shows the game itself
settles, and says how. What does not fit is named, and put right by hand: it may be anybody's.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from tts_tool.errors import Refused
from tts_tool.kernel.game import Game, Luck
from tts_tool.kernel.inventory import Inventory, Seat
from tts_tool.kernel.module import Composition
from tts_tool.kernel.position import decode, encode, flaws
from tts_tool.kernel.rejection import Rejection
from tts_tool.referee.table import reports
from tts_tool.referee.table.arrangement import shown_tracks
from tts_tool.referee.table.upkeep import MOST_NAMED

__all__ = ["Adopted", "Found", "Unfit", "adopted", "in_play"]


class Found(NamedTuple):
    """A table as it lies, and whose turn begins there, as somebody has said."""

    survey: reports.Surveyed
    seat: Seat


class Adopted(NamedTuple):
    """A game that was read from a table, and what is to be said about it."""

    position: dict[str, Any]
    said: tuple[Rejection, ...]


class Unfit(Refused):
    """What lies on a table is no game; `why` says what does not fit."""

    def __init__(self, why: tuple[Rejection, ...]) -> None:
        codes = ", ".join(dict.fromkeys(each.code for each in why))
        what = f"what lies on the table can't be gone on with as it is: {codes}"
        super().__init__(what, fix="put right what the chat names, and press the button again")
        self.why = why


def in_play(survey: reports.Surveyed, box: Inventory) -> tuple[Seat, ...]:
    """Give the seats that play at a table: something lies in their places that began elsewhere."""
    owners = {
        box.places[place].owner
        for place, lying in survey.places.items()
        for each in lying
        if place in box.places and each.component in box.components
        if box.components[each.component].start != place
    }
    return tuple(seat for seat in box.seats if seat in owners)


def adopted(found: Found, composition: Composition) -> Adopted:
    """Read a table as a position of a game; an `Unfit` names what does not fit."""
    takes_up, survey = composition.ruleset.takes_up, found.survey
    box = composition.inventory
    strange = [*_in_no_place(survey, box)]
    if takes_up is None or strange:
        raise Unfit(tuple(strange) or (Rejection("not-to-be-taken-up"),))
    nowhere = _nowhere(survey, box)
    state = decode({"places": _places(survey, box, nowhere)}, box)
    state.tracks |= {t: v for t, v in survey.counters.items() if t in shown_tracks(state)}
    game = Game(composition, Luck(), state)
    settled = [*takes_up(game, found.seat)]
    document = {name: each for name, each in encode(game.state).items() if name != "queue"}
    if wrong := flaws(composition, decode(document, box)):
        raise Unfit(tuple(wrong))
    pieces, counters = len(box.components) - len(nowhere), len(survey.counters.keys() & box.tracks)
    said = [Rejection("adopted", {"pieces": pieces, "counters": counters}), *settled]
    if nowhere:
        names = [*dict.fromkeys(_called(each, box) for each in nowhere)]
        code = "adopted-made-anew" if len(names) <= MOST_NAMED else "adopted-made-anew-and-more"
        said.append(Rejection(code, {"about": ", ".join(names[:MOST_NAMED])}))
    return Adopted(document, tuple(said))


def _in_no_place(survey: reports.Surveyed, box: Inventory) -> Iterator[Rejection]:
    """Name what lies in no place of this game: where it belongs only those know who laid it."""
    for each in dict.fromkeys(survey.loose):
        if each in box.components:
            yield _named("adopting-astray", each, box)
    for place, lying in survey.places.items():
        for seen in lying:
            if seen.component in box.components and place not in box.places:
                yield _named("adopting-elsewhere", seen.component, box, place)
    for each in dict.fromkeys(survey.twice):
        if each in box.components:
            yield _named("adopting-twice", each, box)


def _named(code: str, component: str, box: Inventory, place: str = "") -> Rejection:
    """Say something of a piece by its name; where that may be hidden, by where it began."""
    where: dict[str, str | int] = {"place": place} if place else {}
    called = _called(component, box)
    return Rejection(code if called == component else f"{code}-of", {"about": called, **where})


def _called(component: str, box: Inventory) -> str:
    begins = box.components[component].start
    return component if box.places[begins].seen == "everyone" else begins


def _nowhere(survey: reports.Surveyed, box: Inventory) -> list[str]:
    there = {each.component for lying in survey.places.values() for each in lying}
    return [each for each in box.components if each not in there]


def _places(survey: reports.Surveyed, box: Inventory, nowhere: list[str]) -> dict[str, list[str]]:
    """Give what lies in each place, the top first; what is nowhere is where it began."""
    places: dict[str, list[str]] = {}
    for place in box.places:
        seen = (each.component for each in survey.places.get(place, ()))
        places[place] = [each for each in dict.fromkeys(seen) if each in box.components]
    for each in nowhere:
        places[box.components[each].start].append(each)
    return places
