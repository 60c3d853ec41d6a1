"""The bot that knows Old World plays better than chance, and stands in for people at a table."""

from __future__ import annotations

import pytest

from tests.old_world.referee_table import Refereed
from tests.old_world.table import catalogue, new
from tts_tool.kernel.decisions import Move
from tts_tool.kernel.entries import Answer
from tts_tool.kernel.events import Moved
from tts_tool.kernel.inventory import Seat
from tts_tool.playtest.bots import Bot, RandomBot, bot_for
from tts_tool.playtest.steady import SteadyBot
from tts_tool.referee.session import Session
from tts_tool.referee.table.choosing import choices
from tts_tool.referee.table.told import Mode
from tts_tool.rulesets.old_world import RULESET
from tts_tool.rulesets.old_world.base.box.records import TERRAINS

LONGEST = 4_000
"""After so many answers a game is not won any more."""


def winner(seed: int) -> tuple[Seat, Seat]:
    """Let the steady bot play against one that takes anything; give its seat, and who won."""
    with Session.new(RULESET, catalogue(), seats=2, seed=str(seed)) as session:
        steady = session.seats[seed % 2]
        bots: dict[Seat, Bot] = {
            seat: SteadyBot(f"{seed}{seat}") if seat == steady else RandomBot(f"{seed}{seat}")
            for seat in session.seats
        }
        while not session.over and session.step < LONGEST:
            decision = next(each for each in session.open("*") if not session.waits_for(each))
            session.choose(decision, bots[decision.seat].answer(decision))
        first = session.state.result[0] if session.over else ()
        return steady, first[0] if len(first) == 1 else ""


@pytest.mark.soak(sample=10, full=200)
def test_it_beats_chance(rounds: int) -> None:
    """It wins nine games of ten against a bot that takes any allowed answer."""
    won = sum(steady == first for steady, first in map(winner, range(rounds)))
    assert won >= rounds * 9 // 10


@pytest.mark.parametrize("seats", [1, 3, 5])
def test_it_answers_every_question(seats: int) -> None:
    """Bots of its kind play whole games among themselves, and are refused nothing."""
    with Session.new(RULESET, catalogue(), seats=seats, seed="steady") as session:
        bots = {seat: bot_for(RULESET.name, seat) for seat in session.seats}
        while not session.over and session.step < LONGEST:
            decision = next(each for each in session.open("*") if not session.waits_for(each))
            answer = bots[decision.seat].answer(decision)
            before = session.step
            session.choose(decision, answer)
            assert session.step == before + 1
        assert session.over


def test_the_same_seed_answers_alike() -> None:
    """A game of bots can be played again."""
    assert [winner(3), winner(3)] == [winner(3)] * 2


def test_it_fights_witchers_where_no_monster_is_left() -> None:
    """Five seats can win all monsters of the third level: who lacks a trophy fights others then."""
    t = new(2).stand(red=4, blue=9).tracks(**{"track.red": 3, "track.blue": 3})
    for terrain in TERRAINS:
        t.lay(f"monster.{terrain}").lay(f"lair.{terrain}", rest=f"tokens.{terrain}")
    tokens = [c for at in range(19) for c in t.place(f"at.{at}") if c.startswith("monster-token.")]
    t.lay("box", *t.place("box"), *tokens)
    for level in (1, 2, 3):
        t.lay(f"monster-tokens.{level}")
    bots = {seat: SteadyBot(seat) for seat in ("red", "blue")}
    for _ in range(LONGEST):
        if t.over:
            break
        decision = t.timeline.decisions()[0]
        t.answer(decision.name, bots[decision.seat].answer(decision), decision.seat)
    assert t.over
    assert "OW-DUEL-04" in t.rules()


# At the table


def at() -> Refereed:
    """Let three people sit at a table for which there are bots."""
    situation = new(3).stand(red=8)
    return Refereed(situation, bots=lambda seat: bot_for(RULESET.name, seat))


def test_it_takes_a_seat_and_gives_it_back() -> None:
    """Who goes lets a bot play, which answers at once; who comes back is asked again."""
    r = at()
    assert {each.seat for each in r.session.open("*")} == {"red"}
    assert r.say("Red", "!bot").done
    assert any("A bot plays for Red" in line.text for line in r.lines)
    assert r.session.step > 0
    assert all(each.seat != "red" for each in r.session.open("*") if each.kind == "question")
    r.say("Red", "!bot")
    assert r.lines[-1].text == "Red plays again without a bot."
    for colour in ("Blue", "Green"):
        r.say(colour, "!bot")
    assert "red" in {each.seat for each in r.session.open("*") if each.kind == "question"}


def test_whose_seat_it_takes() -> None:
    """Others' seats are given to a bot by who leads the table, and by nobody else."""
    r = at()
    step = r.session.step
    assert not r.say("Blue", "!bot red").done
    assert r.session.step == step
    r.say("Blue", "!bot Rot", leads=True)
    assert r.session.step == step
    assert r.say("Blue", "!bot Red", leads=True).done
    assert r.session.step > step


def test_a_game_without_bots() -> None:
    """Where there is none for a game that is said."""
    r = Refereed(new(2))
    assert not r.say("Red", "!bot").done
    assert r.session.step == 0


# Chores


def answered(mode: Mode) -> tuple[int, int]:
    """Let red play a turn; count what red has answered, and what was answered for red."""
    r = Refereed(new(2).stand(red=8), mode=mode, bots=lambda seat: bot_for(RULESET.name, seat))
    red, pressed = SteadyBot("red"), 0
    while r.session.state.acting == "red" and not r.session.over:
        decision = next(each for each in r.session.open("*") if each.seat)
        if decision.seat == "red":
            pressed += 1
        r.session.choose(decision, red.answer(decision))
        r.say("Blue", "!help")
    given = [entry for entry in r.session.timeline.entries if isinstance(entry, Answer)]
    return pressed, sum(entry.seat == "red" for entry in given) - pressed


def test_chores_are_done() -> None:
    """In `automate` nobody is asked what pays, and nobody else is asked less than before."""
    by_hand, helped = answered("enforce"), answered("automate")
    assert by_hand[1] == 0
    assert helped[1] > 0
    assert helped[0] < by_hand[0]


def test_a_chore_that_is_taken_back_is_ones_own() -> None:
    """It stands in the log like any answer; after taking it back one is asked oneself."""
    r = Refereed(new(2).stand(red=8), "automate", bots=lambda seat: bot_for(RULESET.name, seat))
    assert r.do("Red", Move("miniature.red", "at.4")).done
    names = [e.decision.partition("/")[0] for e in entries(r)]
    assert names == ["phase-1", "pay-move"]
    assert r.say("Red", "!undo").done
    assert r.say("Blue", "!agree").done  # the card that was paid had been hidden
    assert [e.decision.partition("/")[0] for e in entries(r)] == ["phase-1"]
    assert [each.name for each in r.session.open("red")] == ["pay-move"]
    r.say("Blue", "!help")
    assert [each.name for each in r.session.open("red")] == ["pay-move"]


def entries(r: Refereed) -> list[Answer]:
    """List the answers so far."""
    return [each for each in r.session.timeline.entries if isinstance(each, Answer)]


@pytest.mark.soak(sample=2, full=30)
def test_much_moves_for_few_presses(rounds: int) -> None:
    """Over whole games, at least four pieces lie otherwise for each press that is made."""
    presses = moved = 0
    for seed in range(rounds):
        with Session.new(RULESET, catalogue(), seats=3, seed=f"presses {seed}") as session:
            bots = {seat: SteadyBot(seat) for seat in session.seats}
            while not session.over:
                decision = next(d for d in session.open("*") if not session.waits_for(d))
                answer = decision.space().check(bots[decision.seat].answer(decision))
                if decision.name not in RULESET.chores:
                    presses += max(1, len(list(choices(decision.space(), answer))))
                session.choose(decision, answer)
            events = [happened.event for happened in session.timeline.happened]
            moved += sum(len(event.components) for event in events if isinstance(event, Moved))
    assert moved >= 4 * presses
