"""Every question of the page of gestures is answered at the real table, in every way there is.

By hand where something on the table means the answer, by the button of the panel and by its number
in the chat always. Each begins from a moment of a game that is laid out for it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, get_args

import pytest

from tests.old_world.moments import NEVER, Moment, met, page_rows, throws
from tests.old_world.real_table import Sat, open_table
from tests.old_world.table import new
from tts_tool.kernel.decisions import BUTTON, TABLE, Press, Roll
from tts_tool.kernel.entries import Answer, Observation
from tts_tool.kernel.spaces import Dice
from tts_tool.kernel.timeline import Timeline
from tts_tool.playtest.hands import Way, gesture_for
from tts_tool.referee.table.choosing import choices
from tts_tool.referee.table.drafting import DONE


class Deed(NamedTuple):
    """A moment, and in which way its question is answered."""

    moment: Moment
    way: Way


@pytest.fixture(scope="module")
def table() -> Iterator[Sat]:
    """Open the table once for all moments."""
    with open_table(new(5).timeline) as sat:
        yield sat


def by_hand(moment: Moment) -> bool:
    """Tell whether hands can do on the table what means the answer.

    A press is done by hand where it is that of a marker in a row; other buttons are on the panel.
    """
    decision = moment.decision(moment.game)
    if moment.gesture != "press":
        return moment.gesture != BUTTON
    bound = [gesture_for(decision, each) for each in choices(decision.space(), moment.answer)]
    pressed = [each.button for each in bound if isinstance(each, Press)]
    tracks = moment.game.composition.inventory.tracks
    return any(each in tracks and tracks[each].shown == "marker" for each in pressed)


def deeds() -> list[Deed]:
    """List all that is to be done: first one of each kind of gesture, then the rest."""
    found = [
        Deed(moment, way)
        for _, moment in sorted(met().items())
        for way in get_args(Way)
        if way != "hand" or by_hand(moment)
    ]
    kinds: set[tuple[str, bool]] = set()
    first: list[Deed] = []
    rest: list[Deed] = []
    for deed in sorted(found, key=lambda each: each.way != "hand"):
        kind = (deed.moment.gesture, deed.way == "hand")
        (rest if kind in kinds else first).append(deed)
        kinds.add(kind)
    return [*first, *rest]


def test_every_row_is_met() -> None:
    """For each question of the page, and each gesture there, there is a moment, and no other."""
    rows = {(question, gesture) for question, all_ in page_rows().items() for gesture in all_}
    assert set(met()) | set(NEVER) == rows
    assert not set(met()) & set(NEVER)
    assert {question for question, _ in met()} == set(page_rows())


@pytest.mark.soak(sample=14, full=1_000)
@pytest.mark.timeout(600)
def test_every_question_in_every_way(table: Sat, rounds: int) -> None:
    """The answer is taken as it was meant, and table and rules agree afterwards."""
    todo = deeds()[:rounds]
    done = [deed for deed in in_order(todo) if answered(table, deed)]
    assert done == in_order(todo)
    if rounds >= len(deeds()):
        assert {(each.moment.question, each.moment.gesture) for each in done} == set(met())


def in_order(todo: list[Deed]) -> list[Deed]:
    """Do what is near in time one after the other: then little is to be laid out."""
    return sorted(
        todo, key=lambda deed: (str(deed.moment.game.header.luck), len(deed.moment.game.entries))
    )


def answered(sat: Sat, deed: Deed) -> bool:
    """Answer a question at the table; tell whether that was done in the way that was meant."""
    moment = deed.moment
    sat.lay(moment.game.fork())
    decision, before = moment.decision(sat.session.timeline), len(sat.session.timeline.entries)
    hands = sat.answer(moment.seat, decision, moment.answer, deed.way)
    taken = sat.session.timeline.entries[before:]
    assert taken, (moment.id, deed.way, sat.heard(moment.seat)[-2:])
    assert isinstance(taken[0], Answer), moment.id
    assert taken[0].decision.partition("/")[0] == decision.name
    space = decision.space()
    assert space.check(taken[0].value) == space.check(moment.answer), moment.id
    assert sat.top.drift() == {}, (moment.id, deed.way)
    assert sat.top.table.errors == []
    moved = hands.drags + hands.turns + hands.rolls
    return moved > 0 if deed.way == "hand" else moved == 0


# Dice


@pytest.mark.soak(sample=4, full=1_000)
def test_every_throw_in_every_way(table: Sat, rounds: int) -> None:
    """Dice are rolled together, one by one, or left to the table; what they show counts."""
    ways: tuple[tuple[Way, bool], ...] = (
        ("hand", True),
        ("hand", False),
        ("button", True),
        ("chat", True),
    )
    assert set(throws()) == {"attack", "poker", "story"}
    todo = [(kind, way) for way in ways for kind in sorted(throws(), reverse=True)]
    for kind, (way, together) in todo[:rounds]:
        rolled(table, throws()[kind].fork(), way, together=together)


def rolled(sat: Sat, game: Timeline, way: Way, *, together: bool) -> None:
    """Roll for what the rules wait for, and compare what lies there with what they have read."""
    sat.lay(game)
    throw = next(each for each in game.decisions() if each.seat == TABLE)
    space = throw.space()
    assert isinstance(space, Dice)
    before = len(sat.session.timeline.entries)
    hands = sat.roll(throw, way, together=together)
    seen = sat.session.timeline.entries[before]
    assert isinstance(seen, Observation)
    dice = sat.top.sets_for(seen.stream)[0][: space.count]
    assert seen.outcome == [sat.top.table.find(die).value for die in dice]
    assert (hands.rolls > 0, hands.presses) == (way == "hand", way == "button")
    assert sat.top.drift() == {}


def test_dice_are_chosen_by_rolling_them_one_by_one() -> None:
    """Who rolls some dice again, each by itself, has chosen them.

    It is a table of its own: at another somebody else may have thrown these dice last.
    """
    moment = met()["roll-again", "roll"]
    with open_table(moment.game.fork()) as sat:
        game = sat.session.timeline
        decision, before = moment.decision(game), len(game.entries)
        hands = sat.hands(moment.seat)
        for choice in moment.answer:
            gesture = gesture_for(decision, choice)
            assert isinstance(gesture, Roll)
            assert hands.do(gesture)
            sat.settle()
        if len(game.entries) == before:
            sat.press(moment.seat, decision.name, DONE)
        first = game.entries[before]
        assert isinstance(first, Answer)
        assert sorted(first.value) == sorted(moment.answer)


def test_any_set_that_is_free_may_be_taken() -> None:
    """Nobody says which dice are whose: who takes those that the table would not have is right."""
    game = throws()["poker"].fork()
    with open_table(game) as sat:
        throw = next(each for each in game.decisions() if each.seat == TABLE)
        space, before = throw.space(), len(game.entries)
        assert isinstance(space, Dice)
        other = [sat.top.table.find(die) for die in sat.top.built.dice[-1]["guids"]][: space.count]
        sat.player(sat.host.chance.rollers(throw)[0]).roll(*other)
        sat.settle()
        assert len(game.entries) > before, [line.text for line in sat.top.table.chat]
        seen = game.entries[before]
        assert isinstance(seen, Observation)
        assert seen.outcome == [die.again().value for die in other]
