"""The bot that knows Old World plays better than chance, and stands in for people at a table."""

from __future__ import annotations

import pytest

from tests.old_world.referee_table import Refereed
from tests.old_world.table import catalogue, new
from tts_tool.kernel.inventory import Seat
from tts_tool.playtest.bots import Bot, RandomBot, bot_for
from tts_tool.playtest.steady import SteadyBot
from tts_tool.referee.session import Session
from tts_tool.rulesets.old_world import RULESET

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
