"""In `automate` answers that go together are one press, and nobody is bound by it."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from tests.old_world.ring import Ring
from tests.old_world.table import catalogue
from tests.old_world.test_attention import Evening, attack, attacked
from tts_tool.kernel.decisions import Decision, Press, Stroke
from tts_tool.kernel.entries import Answer
from tts_tool.kernel.rejection import LANGUAGES
from tts_tool.playtest.bots import bot_for
from tts_tool.referee.session import Session
from tts_tool.referee.table.choosing import presses
from tts_tool.referee.table.panel import press_for
from tts_tool.referee.table.strokes import STROKE, press_for_stroke
from tts_tool.rulesets.old_world import RULESET
from tts_tool.rulesets.old_world.base.table.strokes import combos

MOST = 600


def offered(evening: Evening, decision: Decision[Any]) -> list[Stroke]:
    """List what the panel offers to answer together."""
    kind = RULESET.strokes[decision.name]
    buttons = {
        button.press
        for question in evening.host.panels[evening.colours[decision.seat]]
        for button in question.buttons
    }
    strokes = kind(evening.session.timeline.game, decision.seat)
    return [each for each in strokes if press_for_stroke(decision, each) in buttons]


def until(
    evening: Evening, found: Callable[[Decision[Any]], list[Stroke]]
) -> tuple[Decision[Any], Stroke]:
    """Play on by bots until something is offered that is looked for."""
    session = evening.session
    bots = {seat: bot_for(RULESET.name, seat) for seat in session.seats}
    for _ in range(MOST):
        decision = next(each for each in session.open("*") if not session.waits_for(each))
        if decision.name in RULESET.strokes and (strokes := found(decision)):
            return decision, strokes[0]
        for choice in presses(decision.space(), bots[decision.seat].answer(decision)):
            evening.answer(decision.seat, Press(press_for(decision, choice)))
    raise AssertionError


def combo_of(evening: Evening, cards: int) -> tuple[Decision[Any], Stroke]:
    """Play on until a Combo of so many cards or more is offered that leaves some in the hand."""

    def found(decision: Decision[Any]) -> list[Stroke]:
        if decision.name != "combo":
            return []
        hand = evening.session.state.places[f"hand.{decision.seat}"]
        strokes = offered(evening, decision)
        return [each for each in strokes if cards < len(each.answers) <= len(hand)]

    return until(evening, found)


def press(evening: Evening, decision: Decision[Any], stroke: Stroke) -> bool:
    """Press the button of a stroke; tell whether that was done."""
    told = evening.answer(decision.seat, Press(press_for_stroke(decision, stroke)))
    return all(verdict.done for verdict in told.verdicts)


@pytest.mark.parametrize("seed", [0, 1])
def test_a_combo_comes_to_what_its_button_says(seed: int) -> None:
    """Laid card by card the same cards come to the same damage and Shield, in either language."""
    evening = Evening(seed, "automate")
    for _ in range(4):
        decision, stroke = combo_of(evening, 2)
        colour = evening.colours[decision.seat]
        for _, card in stroke.answers[:-1]:
            (asked,) = (e for e in evening.session.open(decision.seat) if e.name == "combo")
            evening.answer(decision.seat, Press(press_for(asked, card)))
        facts = " ".join(evening.host.headings[colour].facts)
        damage, shield = re.findall(r": (\d+) \w+, (\d+) \w+", facts)[-1]
        words = stroke.words[LANGUAGES[seed % len(LANGUAGES)]].rpartition(":")[2]
        sums = {word: int(number) for number, word in re.findall(r"\+(\d+) (\w+)", words)}
        known = {"damage": "Shield", "Schaden": "Schild"}
        told = next((sums.get(d, 0), sums.get(s, 0)) for d, s in known.items() if d in facts)
        assert told == (int(damage), int(shield)), (facts, words)


@pytest.mark.rule("OW-GEN-02")
@pytest.mark.parametrize(("monster", "many"), [("nightwraith", 0), ("archespore", 3)])
def test_no_combo_is_offered_that_begins_at_random(monster: str, many: int) -> None:
    """Before the first card is drawn by chance nobody can say which Combos there will be."""
    r = Ring(seed="1").monster(monster, at=8).lay("trails.red", "token.16")
    r.lay("trophies.red", "monster.leshen").hand("red", *[r.printed("red") for _ in range(3)])
    r.deck("red", *r.plain(4)).fight()
    assert r.open() == ["use-step-1/red"]
    assert len([*combos(r.timeline.game, "red")]) == many


def test_a_combo_is_one_press_and_taken_back_by_one() -> None:
    """All its cards are laid and announced; `!undo` asks for the whole of it."""
    evening = Evening(0, "automate")
    decision, stroke = combo_of(evening, 2)
    before = evening.session.step
    assert press(evening, decision, stroke)
    answers = evening.session.timeline.entries[before:]
    values = [value for _, value in stroke.answers]
    assert [getattr(e, "value", None) for e in answers[: len(values)]] == values
    evening.type("!undo", evening.colours[decision.seat])
    proposal = evening.session.proposal
    to = evening.session.step if proposal is None else proposal.to
    assert to == before


def test_what_was_offered_before_can_not_be_pressed_any_more() -> None:
    """A button of yesterday's panel, or in another mode, is refused and changes nothing."""
    evening = Evening(0, "automate")
    decision, stroke = combo_of(evening, 2)
    evening.host.mode = "enforce"
    step = evening.session.step
    assert not press(evening, decision, stroke)
    evening.host.mode = "automate"
    button = Press(press_for(decision, stroke.answers[0][1]))
    evening.answer(decision.seat, button)
    assert evening.session.step == step + 1
    assert not press(evening, decision, stroke)
    assert evening.session.step == step + 1


def test_whoever_is_asked_something_new_decides_it() -> None:
    """Who goes somewhere to act there, and is asked something else on the way, is not hurried."""
    evening = Evening(2, "automate")
    for _ in range(6):
        decision, stroke = until(
            evening,
            lambda decision: [
                each
                for each in offered(evening, decision)
                if decision.name == "phase-1" and each.answers[-1] == ("phase-1", "action")
            ],
        )
        before = evening.session.step
        assert press(evening, decision, stroke)
        done = [
            (entry.decision.partition("/")[0], entry.value)
            for entry in evening.session.timeline.entries[before:]
            if isinstance(entry, Answer) and entry.seat == decision.seat
        ]
        left = [each for each in done if each[0] not in RULESET.chores]
        assert left[: len(stroke.answers)] == list(stroke.answers)[: len(left)]
        assert left[len(stroke.answers) :] == []


def test_a_whole_fight_is_answered_once() -> None:
    """Whoever lets a monster charge all the time is asked again in the next fight."""
    evening = Evening(0, "automate")
    decision = attack(evening)
    seat, colour = decision.seat, evening.colours[decision.seat]
    stroke = next(each for each in offered(evening, decision) if each.answers[0][1] == "charge")
    assert press(evening, decision, stroke)
    fight, asked = stroke.standing, attack(evening)
    while any(each.standing == fight for each in offered(evening, asked)):
        assert asked.seat != seat
        evening.answer(asked.seat, Press(press_for(asked, "bite")))
        asked = attack(evening)
    assert set(attacked(evening, seat)) == {"charge"}
    while asked.seat != seat:
        evening.answer(asked.seat, Press(press_for(asked, "bite")))
        asked = attack(evening)
    again = next(each for each in offered(evening, asked) if each.answers[0][1] == "bite")
    assert press(evening, asked, again)
    evening.type("!always off", colour)
    last = attack(evening)
    while last.seat != seat:
        evening.answer(last.seat, Press(press_for(last, "bite")))
        last = attack(evening)
    assert last.seat == seat


def test_nothing_is_offered_but_in_automate() -> None:
    """Who referees without doing chores asks one thing after the other."""
    evening = Evening(0)
    attack(evening)
    buttons = [b for panel in evening.host.panels.values() for q in panel for b in q.buttons]
    assert not any(button.press.startswith(STROKE) for button in buttons)


BOXES = ((1, ()), (2, ("lost-mount",)), (3, ("legendary-hunt", "monster-pack")))


@pytest.mark.soak(sample=1, full=20)
@pytest.mark.parametrize(("seats", "boxes"), BOXES)
def test_boxes_have_strokes_too(seats: int, boxes: tuple[str, ...], rounds: int) -> None:
    """Whatever is played, the first answer of each stroke is allowed, and all have words."""
    offered = 0
    for seed in range(rounds):
        session = Session.new(RULESET, catalogue(), seats=seats, modules=boxes, seed=str(seed))
        bots = {seat: bot_for(RULESET.name, seat) for seat in session.seats}
        while not session.over and session.step < MOST / 3:
            decision = next(each for each in session.open("*") if not session.waits_for(each))
            kind = RULESET.strokes.get(decision.name)
            for stroke in kind(session.timeline.game, decision.seat) if kind else ():
                (name, value), *_ = stroke.answers
                assert name == decision.name
                assert decision.space().check(value) == value
                assert all(stroke.words[language] for language in LANGUAGES)
                offered += 1
            session.choose(decision, bots[decision.seat].answer(decision))
    assert offered > MOST / 10
