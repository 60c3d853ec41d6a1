"""At its table the hunt is played by hands: every question of the box, and what the referee moves.

Each moment is laid out, answered in every way there is, and table and rules agree afterwards.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple, get_args

import pytest

from tests.old_world.real_table import Sat, open_table
from tests.old_world.table import FIXED, Table, new, unplayed
from tests.old_world.test_every_rule_broken_by_hand import broken, of_box
from tts_tool.kernel.decisions import Decision
from tts_tool.kernel.entries import Answer
from tts_tool.playtest.hands import Way
from tts_tool.rulesets.old_world.legendary_hunt import legendary_hunt
from tts_tool.rulesets.old_world.monster_pack import monster_pack

BOXES = (legendary_hunt, monster_pack)
NAMES = ("legendary-hunt", "monster-pack")


@pytest.fixture(scope="module")
def table() -> Iterator[Sat]:
    """Open the table once, built with both boxes."""
    with open_table(hunting().timeline, boxes=NAMES) as sat:
        yield sat


def hunting(
    legend: str = "imperial-golem",
    at: int = 8,
    *,
    seats: int = 2,
    script: Mapping[str, list[Any]] | None = None,
) -> Table:
    """Let a legend be hunted that stands somewhere; no token lies on the map."""
    t = new(seats, script=script, boxes=BOXES)
    cards = [*t.place("legend"), *t.place("legends")]
    kinds = sorted(card.removeprefix("legend.") for card in cards)
    places = t.document()["places"]
    for ids in places.values():
        ids[:] = [each for each in ids if not each.startswith(("legend.", "legend-miniature."))]
    places["legend"] = [f"legend.{legend}"]
    places["legends"] = [f"legend.{kind}" for kind in kinds if kind != legend]
    places["legend-miniatures"] = [f"legend-miniature.{kind}" for kind in kinds if kind != legend]
    places[f"at.{at}"].append(f"legend-miniature.{legend}")
    return t


def lurks(sat: Sat) -> str:
    """Say where the legend is by the rules."""
    state = sat.session.timeline.state
    return state.place_of(f"legend-miniature.{state.places['legend'][0].removeprefix('legend.')}")


# Moments


def asked_which() -> Table:
    """Whoever begins is asked which legend is hunted."""
    settings = {**FIXED, "hunt-legend": "choose"}
    return unplayed(2, settings=settings, boxes=BOXES).until("legend")


def by_night() -> Table:
    """The last player is asked for a way as the round ends."""
    return night(hunting(at=4), "movement-16-1").until("legend-step")


def night(t: Table, card: str) -> Table:
    """Let the round end next, and a Movement card lie on top."""
    first_card = printed(t, "movement-deck", card)
    rest = [each for each in t.place("movement-deck") if each != first_card]
    return t.lay("movement-deck", first_card, *rest).to_phase("phase-3", "blue")


def printed(t: Table, place: str, kind: str) -> str:
    """Find what has a record printed on it."""
    cards = t.timeline.composition.inventory.cards
    return next(each for each in t.place(place) if cards[each].id == kind)


def before_driving() -> Table:
    """Red stands beside the legend after a move."""
    t = hunting()
    t.hand("red", *t.place("deck.red")[:3])
    return t.stand(red=8).did("red", moved=True)


def paying() -> Table:
    """Red is asked for the card that drives it away."""
    return before_driving().answer("phase-1", "drive-away")


def before_the_fight() -> Table:
    """Red may fight it."""
    return hunting().stand(red=8).to_phase("phase-2", "red")


def attacked(legend: str, at: int) -> Table:
    """Red has begun to fight a legend, whose first card calls Special Attack 1 by a charge."""
    top = printed(hunting(), "legend-deck", "legend-fight-card-10")
    t = hunting(legend, at, script={"shuffle.legend-deck": [[top]]})
    purple = t.cards(colour="purple")[:2]
    t.hand("red", *purple, *t.place("deck.red")[:2])
    t.tracks(**{"gold.red": 3}).stand(red=at).to_phase("phase-2", "red")
    return t.answer("phase-2", "fight.legend")


def tolled() -> Table:
    """Red is to give up one of two purple cards."""
    return attacked("imperial-golem", 8).until("toll")


def offered() -> Table:
    """Red is asked how to get out of it."""
    return attacked("gaunter-odimm", 2).until("bargain")


def exhausted() -> Table:
    """Red has fewer cards in the deck than the Ice Giant takes away, and chooses from hand."""
    t = hunting("ice-giant", 5)
    deck = t.place("deck.red")
    t.hand("red", *deck[:5]).lay("deck.red", *deck[5:6], rest="trash")
    return (
        t.stand(red=5).to_phase("phase-2", "red").answer("phase-2", "fight.legend").until("discard")
    )


class Moment(NamedTuple):
    """A question of the box, how it comes, an answer, and whether hands can give it."""

    question: str
    comes: Callable[[], Table]
    answer: Callable[[Decision[Any]], object]
    by_hand: bool = True


def first(question: Decision[Any]) -> object:
    """Answer with the first that is allowed."""
    return question.space().sole()[0]


MOMENTS = (
    Moment("legend", asked_which, first),
    Moment("legend-step", by_night, first),
    Moment("pay-driving", paying, first),
    Moment("toll", tolled, first),
    Moment("bargain", offered, first, by_hand=False),
    Moment("discard", exhausted, first),
    Moment("phase-1", before_driving, lambda _: "drive-away"),
    Moment("phase-2", before_the_fight, lambda _: "fight.legend", by_hand=False),
)
DEEDS: list[tuple[Moment, Way]] = [
    (moment, way) for moment in MOMENTS for way in get_args(Way) if way != "hand" or moment.by_hand
]


@pytest.mark.soak(sample=9, full=100)
def test_every_question_of_the_box_in_every_way(table: Sat, rounds: int) -> None:
    """The answer is taken as it was meant, by hand without a press, and nothing drifts."""
    todo = [*(each for each in DEEDS if each[1] == "hand"), *DEEDS][:rounds]
    assert {moment.question for moment, _ in DEEDS} == {each.question for each in MOMENTS}
    for moment, way in todo:
        answer_it(table, moment, way)


def answer_it(sat: Sat, moment: Moment, way: Way) -> None:
    """Answer a question at the table, and see what came of it."""
    game = moment.comes().timeline
    sat.lay(game)
    question = next(each for each in game.decisions() if each.name == moment.question)
    value, before = moment.answer(question), len(game.entries)
    hands = sat.answer(question.seat, question, value, way)
    taken = sat.session.timeline.entries[before:]
    assert taken, (moment.question, way, sat.heard(question.seat)[-2:])
    assert isinstance(taken[0], Answer), moment.question
    assert question.space().check(taken[0].value) == question.space().check(value)
    assert sat.top.drift() == {}, (moment.question, way)
    assert sat.top.table.errors == []
    moved = hands.drags + hands.turns + hands.rolls
    assert (moved > 0) == (way == "hand"), moment.question


@pytest.mark.soak(sample=3, full=100)
def test_every_rule_of_the_box_is_broken(table: Sat, rounds: int) -> None:
    """What the box forbids is tried in vain, and refused in both languages with the rule's id."""
    rules = of_box("LH-")[:rounds]
    assert {rule: broken(table, rule) for rule in rules}


# What the referee moves by itself


def test_the_legend_walks_by_itself(table: Sat) -> None:
    """Where nobody has to choose, its standee goes by night, and leaves a token face down."""
    table.lay(night(hunting(at=2), "movement-3-14").timeline)
    before = table.piece("legend-miniature.imperial-golem").position
    while lurks(table) == "at.2":
        question = table.session.timeline.decisions()[0]
        table.answer(question.seat, question, first(question), "button")
    table.settle()
    after = table.piece("legend-miniature.imperial-golem").position
    gone = abs(before[0] - after[0]) + abs(before[2] - after[2])
    (token,) = table.session.timeline.state.places["razed.2"]
    assert lurks(table) == "at.3"
    assert gone > 5
    assert table.piece(token).face_down
    assert table.top.drift() == {}


def test_a_token_is_shown_to_all_and_kept_face_down(table: Sat) -> None:
    """Who ends Phase I where one lies has it turned up, gains what it says, and keeps it."""
    t = hunting(at=2).stand(red=8)
    token = printed(t, "destruction-supply", "rubble")
    table.lay(t.lay("razed.8", token).timeline)
    gold, since = t.track("gold.red"), len(table.top.table.chat)
    question = next(each for each in t.timeline.decisions() if each.name == "phase-1")
    table.answer("red", question, "end-phase", "button")
    state = table.session.timeline.state
    assert state.places["destruction.red"] == (token,)
    assert state.tracks["gold.red"] == gold + 1
    assert any("Rubble" in line.text for line in table.top.table.chat[since:])
    assert table.piece(token).face_down
    assert table.top.drift() == {}
