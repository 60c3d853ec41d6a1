"""Boxes that join in at every planned point compose: in pairs, all four, thirteen at once."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations

import pytest

from tests.old_world.dummies import CALLED, DUMMIES, dummies
from tests.old_world.strait import strait
from tests.old_world.table import catalogue
from tests.old_world.test_seams import CATALOGUE
from tts_tool.kernel.entries import Accepted
from tts_tool.kernel.events import Event, Flagged, Moment, Queued, Reacted, Reacting
from tts_tool.kernel.module import Module
from tts_tool.kernel.timeline import Timeline
from tts_tool.proof.kit import PROOFS
from tts_tool.proof.match import ALONE, PAIR, PAIRED, SEATED, Match, field
from tts_tool.proof.play import Wanderer, do, prove, random_play
from tts_tool.rulesets.old_world import RULESET
from tts_tool.rulesets.old_world.base.module import base
from tts_tool.rulesets.old_world.legendary_hunt.module import legendary_hunt

SEED = 5
TOGETHER = [*combinations(DUMMIES, 2), DUMMIES]
HOSTS = (legendary_hunt, strait)
"""Boxes with points of their own: moments that the base game does not have."""
GUESTS = dummies(4, *HOSTS)
AMONG = [*combinations(GUESTS, 2), GUESTS]
LATER = {
    "sea_roll.value",
    "dagon.step",
    "dagon.emerged",
    "dagon.left",
    "special_deck.draw_from_empty",
}
"""Points that come with a box."""
LONG = 430
"""After so many answers each of them has been called."""
TELLING = (Moment, Queued, Reacting, Reacted)
"""How the rules speak with boxes: all that may differ."""


@cache
def alone(seats: int) -> tuple[Event, ...]:
    """Play a game without boxes; give what happened."""
    return tuple(told(played((), seats)))


@cache
def hosted() -> tuple[Event, ...]:
    """Play a game with the boxes that have points of their own, and nobody who joins in there."""
    return tuple(told(played(HOSTS, 3, LONG)))


def played(boxes: tuple[Module, ...], seats: int, answers: int | None = None) -> Timeline:
    """Play a random game with boxes to its end, or for so many answers."""
    own = tuple(box for box in boxes if box not in RULESET.modules)
    names = ("base", *(box.name for box in boxes))
    match = Match(RULESET.plus(*own), catalogue(), names, RULESET.seats[:seats])
    game = random_play(match, SEED).game
    choose = Wanderer(SEED)
    while not game.over and len(game.entries) != answers:
        assert isinstance(do(game, choose(game)), Accepted)
    return game


def told(game: Timeline) -> Iterator[Event]:
    """List what happened in a game, but not what boxes were told."""
    stages = {point.name for module in (base, *HOSTS) for point in module.points}
    for each in game.happened:
        stage = isinstance(each.event, Flagged) and each.event.flag in stages
        if not stage and not isinstance(each.event, TELLING):
            yield each.event


def test_they_join_in_everywhere() -> None:
    """Each of the four joins in at every planned point, in every kind that the point offers."""
    offered = {(point.name, kind) for point in base.points for kind in point.kinds}
    for box in DUMMIES:
        assert {(hook.point, hook.kind) for hook in box.hooks} == offered
    assert set(CATALOGUE) - LATER <= {p for p, _ in offered}


def test_they_join_in_at_points_of_boxes() -> None:
    """With boxes that have the moments that the base lacks no planned point is left out."""
    modules = (base, *HOSTS)
    offered = {(p.name, kind) for module in modules for p in module.points for kind in p.kinds}
    for box in GUESTS:
        assert {(hook.point, hook.kind) for hook in box.hooks} == offered
    assert set(CATALOGUE) <= {name for name, _ in offered}


@pytest.mark.parametrize("boxes", TOGETHER, ids=lambda boxes: "+".join(b.name[-1] for b in boxes))
def test_nothing_changes_by_boxes_that_do_nothing(boxes: tuple[Module, ...]) -> None:
    """A game with them is the game without them, event by event, and each has its turn."""
    CALLED.clear()
    game = played(boxes, 3)
    assert tuple(told(game)) == alone(3)
    often = {(point, kind) for name, point, kind in CALLED if name == boxes[0].name}
    assert len(often) > 60
    for box in boxes:
        mine = {(point, kind) for name, point, kind in CALLED if name == box.name}
        assert {each for each in mine ^ often if each[1] != "replace"} == set()


@pytest.mark.parametrize("boxes", AMONG, ids=lambda boxes: "+".join(b.name[-1] for b in boxes))
def test_nothing_changes_at_points_of_boxes(boxes: tuple[Module, ...]) -> None:
    """Beside boxes with points of their own it is the same, and those moments come, too."""
    CALLED.clear()
    assert tuple(told(played((*HOSTS, *boxes), 3, LONG))) == hosted()
    called = {(name, point) for name, point, _kind in CALLED}
    for point in LATER - {"special_deck.draw_from_empty"}:
        assert {name for name, each in called if each == point} == {box.name for box in boxes}
    empty = {name for name, each in called if each == "special_deck.draw_from_empty"}
    assert empty <= {box.name for box in boxes}
    assert empty or len(boxes) < len(GUESTS)


def test_thirteen() -> None:
    """As many boxes as are to come play together, and change nothing either."""
    assert tuple(told(played(dummies(13), 2))) == alone(2)


@pytest.mark.soak(sample=3, full=28)
def test_what_the_base_owes_is_owed_with_all_four(rounds: int) -> None:
    """What the kit proves of the base it proves of the base with them."""
    names = ("base", *(box.name for box in DUMMIES))
    match = Match(RULESET.plus(*DUMMIES), catalogue(), names, RULESET.seats[:3])
    checks = PROOFS[:: len(PROOFS) // rounds][:rounds]
    assert len(checks) == rounds
    for proof in checks:
        prove(proof.check, next(proof.plays(match, 1)))


def test_what_there_is_to_prove_does_not_grow() -> None:
    """Each check is shown on a few sets with boxes, be there a few boxes or thirteen more.

    Between them the checks come to each of the boxes, and to no larger sets of them.
    """
    for count in (2, 13):
        boxes = {box.name for box in dummies(count)}
        there_is = field(RULESET.plus(*dummies(count)), catalogue())
        shown = [there_is.some(turn) for turn, _ in enumerate(PROOFS)]
        assert {len(matches) for matches in shown} == {SEATED + ALONE + PAIRED}
        together = [boxes & {*match.modules} for matches in shown for match in matches]
        assert set().union(*together) == boxes
        assert max(map(len, together)) <= PAIR
