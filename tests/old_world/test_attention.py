"""Attention is a budget: what lawful turns and refusals cost those who sit at the table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import partial
from random import Random
from typing import Any, NamedTuple

import msgspec
import pytest

from tests.old_world.referee_table import COLOURS, Refereed
from tests.old_world.table import catalogue, new
from tests.referee.table.paper import Paper, through_json
from tts_tool.journal import Journal
from tts_tool.kernel.decisions import Decision, Gesture, Move, Press, Stroke
from tts_tool.kernel.entries import Answer
from tts_tool.kernel.rejection import LANGUAGES
from tts_tool.playtest.bots import bot_for
from tts_tool.playtest.hands import gesture_for
from tts_tool.referee.session import Session
from tts_tool.referee.table import reports
from tts_tool.referee.table.choosing import presses
from tts_tool.referee.table.host import Host
from tts_tool.referee.table.panel import press_for
from tts_tool.referee.table.strokes import press_for_stroke
from tts_tool.referee.table.told import Mode, Told
from tts_tool.referee.table.unasked import UNASKED
from tts_tool.rulesets.old_world import RULESET

LINES = 4
"""So many lines of the chat a turn costs at most."""
LETTERS = 140
"""A refusal is shorter."""
MODES: tuple[Mode, ...] = ("enforce", "automate")
BEGINNING = 60
"""So many answers of a sample are played."""


class Evening:
    """A game for three by hands, and what it costs them."""

    def __init__(
        self,
        seed: int,
        mode: Mode = "enforce",
        settings: Mapping[str, str] | None = None,
        journal: Journal | None = None,
    ) -> None:
        self.session = Session.new(
            RULESET, catalogue(), seats=3, seed=str(seed), settings=settings, journal=journal
        )
        self.colours = {seat: COLOURS[seat] for seat in self.session.seats}
        language = LANGUAGES[seed % len(LANGUAGES)]
        bot = partial(bot_for, RULESET.name)
        self.host = Host(self.session, self.colours, language, mode=mode, bots=bot)
        self.paper = Paper(self.session.state, Random(seed))
        self.lines: Counter[tuple[int, str]] = Counter()
        """By turn and colour, how much was said to it."""
        self.heard: dict[tuple[int, str], list[str]] = {}
        self.chat: dict[str, list[str]] = {}
        """By colour, what was answered to what it has typed."""
        self.turn = 0
        self.tell(self.paper.hello())

    def tell(self, report: object) -> Told:
        """Report something, and count what it costs."""
        since = len(self.session.timeline.happened)
        told = self.host.received(through_json(report))
        self.paper.perform(told)
        said = [each for each in self.session.told(None, since) if each["event"] == "said"]
        spoken = [each for each in said if RULESET.seen.get(each["code"], 1)]
        for colour in self.colours.values():
            mine = [line.text for line in told.lines if line.colour in ("", colour)]
            assert len(mine) <= bool(spoken), mine  # all else is to be seen on the table
            self.lines[self.turn, colour] += len(mine)
            self.heard.setdefault((self.turn, colour), []).extend(mine)
        return told

    def answer(self, seat: str, gesture: Gesture) -> Told:
        """Let somebody do something."""
        return self.tell(self.paper.gesture(self.colours[seat], gesture))

    def type(self, text: str, colour: str) -> None:
        """Let somebody type something, which is answered in the chat."""
        self.paper.n += 1
        said = reports.Said(n=self.paper.n, colour=colour, text=text)
        told = self.host.received(through_json(said))
        self.paper.perform(told)
        self.chat.setdefault(colour, []).extend(line.text for line in told.lines)

    @property
    def paper_pieces(self) -> set[str]:
        """List what hands can take."""
        return {each.component for lying in self.paper.places.values() for each in lying}

    def look(self) -> None:
        """See that nothing is asked but what the rules ask, and no reason is too long."""
        asked = {each.id for each in (*self.session.open("*"), *self.session.beside("*"))}
        for panel in self.host.panels.values():
            for question in panel:
                assert question.decision in asked or question.decision.startswith(UNASKED)
                assert [b.why_not for b in question.buttons if len(b.why_not) >= LETTERS] == []
        for may in self.host.permits.values():
            reasons = [*sentences(msgspec.to_builtins(may.why_not)), may.otherwise]
            assert [each for each in reasons if len(each) >= LETTERS] == []


def sentences(why_not: object) -> Iterator[str]:
    """List what a table says by itself to what may not be done."""
    if isinstance(why_not, dict):
        for each in why_not.values():
            yield from sentences(each)
    else:
        yield str(why_not)


@pytest.mark.soak(sample=2, full=30)
@pytest.mark.timeout(1_800)
def test_a_lawful_turn(rounds: int) -> None:
    """It brings no question that the rules don't ask, and at most four lines, none twice."""
    most = BEGINNING if rounds < 30 else 4_000
    for seed in range(rounds):
        evening, acting = Evening(seed), ""
        session = evening.session
        bots = {seat: bot_for(RULESET.name, seat) for seat in session.seats}
        while not session.over and session.step < most:
            decision = next(each for each in session.open("*") if not session.waits_for(each))
            for choice in presses(decision.space(), bots[decision.seat].answer(decision)):
                gesture = gesture_for(decision, choice)
                if not (isinstance(gesture, Move) and gesture.component in evening.paper_pieces):
                    gesture = Press(press_for(decision, choice))
                told = evening.answer(decision.seat, gesture)
                assert [verdict.done for verdict in told.verdicts] == [True]
                evening.look()
            if session.state.acting != acting:
                acting, evening.turn = session.state.acting, evening.turn + 1
        assert max(evening.lines.values()) <= LINES, evening.heard
        for heard in evening.heard.values():
            assert len(set(heard)) == len(heard)


WISHES = {
    "attack": ("charge",),
    "combo": ("announce",),
    "use-step-1": ("pass",),
    "use-combo": ("pass",),
}
"""What people of a play don't want to be asked again, where just the same is open."""


def played(
    mode: Mode, seed: int, most: int, wishes: Mapping[str, tuple[str, ...]] = {}, **settings: str
) -> tuple[int, int, int]:
    """Play by buttons; give turns, presses, and how often one announced who had no card left."""
    evening = Evening(seed, mode, settings)
    session = evening.session
    bots = {seat: bot_for(RULESET.name, seat) for seat in session.seats}
    turns = done = announced = 0
    while not session.over and session.step < most:
        decision = next(each for each in session.open("*") if not session.waits_for(each))
        acting, seat = session.state.acting, decision.seat
        announced += decision.name == "combo" and not session.state.places[f"hand.{seat}"]
        answer = bots[seat].answer(decision)
        for choice in presses(decision.space(), answer):
            told = evening.answer(seat, Press(press_for(decision, choice)))
            assert [verdict.done for verdict in told.verdicts] == [True]
            done += 1
            if asking(decision) not in {asking(each) for each in session.open(seat)}:
                break  # what was left of it is done for them
        if answer in wishes.get(decision.name, ()):
            evening.type("!always", evening.colours[seat])
            done += 1
        turns += session.state.acting != acting
    return turns, done, announced


def asking(decision: Decision[Any]) -> str:
    """Name an asking, whatever its options become."""
    return decision.id.rpartition("/")[0]


@pytest.mark.soak(sample=1, full=30)
@pytest.mark.timeout(3_600)
def test_presses_a_turn(rounds: int) -> None:
    """Where the referee does the chores, four presses are left of five: they are decisions.

    Who has laid the whole hand need not announce it. With a card left one has to, though it may not
    fit: else the others would know that it doesn't.
    """
    most = 2 * BEGINNING if rounds < 30 else 4_000
    by_hand, helped = (
        [sum(each) for each in zip(*(played(mode, n, most) for n in range(rounds)), strict=True)]
        for mode in MODES
    )
    assert helped[1] / helped[0] < 0.85 * by_hand[1] / by_hand[0]
    assert (by_hand[2] > 0, helped[2]) == (True, 0)


class Played(NamedTuple):
    """What somebody has answered: the name of the question, and the value."""

    name: str
    value: Any


def answered(session: Session, seat: str) -> list[Played]:
    """List what was answered for a seat so far."""
    entries = session.timeline.entries
    return [
        Played(each.decision.partition("/")[0], each.value)
        for each in entries
        if isinstance(each, Answer) and each.seat == seat
    ]


def one_by_one(seed: int, most: int) -> tuple[Session, int, int]:
    """Play by buttons for single answers; give the game, its turns and the presses.

    Monsters always charge: which half of a hidden card is worse nobody can know.
    """
    evening, turns, done = Evening(seed, "automate"), 0, 0
    session = evening.session
    bots = {seat: bot_for(RULESET.name, seat) for seat in session.seats}
    while not session.over and session.step < most:
        decision = next(each for each in session.open("*") if not session.waits_for(each))
        acting, seat = session.state.acting, decision.seat
        answer = bots[seat].answer(decision)
        done += pressed(evening, decision, "charge" if decision.name == "attack" else answer)
        turns += session.state.acting != acting
    return session, turns, done


def pressed(evening: Evening, decision: Decision[Any], answer: object) -> int:
    """Press what gives an answer, as far as it isn't given for whoever answers; count that."""
    done = 0
    for choice in presses(decision.space(), answer):
        told = evening.answer(decision.seat, Press(press_for(decision, choice)))
        assert [verdict.done for verdict in told.verdicts] == [True]
        done += 1
        if asking(decision) not in {asking(each) for each in evening.session.open(decision.seat)}:
            break
    return done


def wanted(stroke: Stroke, future: list[Played]) -> bool:
    """Tell whether somebody answers just what a stroke does, but for chores between.

    What had only one answer left is asked nobody.
    """
    left = list(stroke.answers)
    for each in future:
        names = [name for name, _ in left]
        if each.name in names:
            left = left[names.index(each.name) :]
            if left.pop(0) != each:
                return False
        elif each.name not in RULESET.chores or len(left) == len(stroke.answers):
            break
    return not left


def at_one_stroke(seed: int, game: Session) -> tuple[Session, int, int]:
    """Play the same game, with strokes wherever they are what was answered."""
    evening, turns, done = Evening(seed, "automate"), 0, 0
    session = evening.session
    while not session.over and session.step < game.step:
        decision = next(each for each in session.open("*") if not session.waits_for(each))
        acting, seat = session.state.acting, decision.seat
        future = answered(game, seat)[len(answered(session, seat)) :]
        kind = RULESET.strokes.get(decision.name)
        strokes = () if kind is None else kind(session.timeline.game, seat)
        fitting = [each for each in strokes if wanted(each, future)]
        if fitting:
            best = max(fitting, key=lambda each: (len(each.answers), each.standing))
            told = evening.answer(seat, Press(press_for_stroke(decision, best)))
            assert [verdict.done for verdict in told.verdicts] == [True]
            done += 1
        else:
            done += pressed(evening, decision, future[0].value)
        evening.look()
        turns += session.state.acting != acting
    return session, turns, done


@pytest.mark.soak(sample=1, full=30)
@pytest.mark.timeout(3_600)
def test_presses_at_one_stroke(rounds: int) -> None:
    """The same game costs three tenths less where answers that go together are one press.

    Eight a turn are the aim; what is left are decisions.
    """
    most, turns, done = 4 * BEGINNING if rounds < 30 else 4_000, Counter[str](), Counter[str]()
    for seed in range(rounds):
        game, turns_of_it, presses_of_it = one_by_one(seed, most)
        turns["one by one"] += turns_of_it
        done["one by one"] += presses_of_it
        session, turns_of_it, presses_of_it = at_one_stroke(seed, game)
        turns["at one stroke"] += turns_of_it
        done["at one stroke"] += presses_of_it
        assert session.timeline.entries[: game.step] == game.timeline.entries
    assert turns["at one stroke"] >= turns["one by one"]
    a_turn = {way: done[way] / turns[way] for way in done}
    assert a_turn["at one stroke"] < 0.7 * a_turn["one by one"], a_turn
    assert a_turn["at one stroke"] < 8, a_turn


@pytest.mark.soak(sample=1, full=30)
@pytest.mark.timeout(3_600)
def test_presses_of_people_with_wishes(rounds: int) -> None:
    """Who says once what they always want presses less, the word itself counted as a press."""
    most = 4 * BEGINNING if rounds < 30 else 4_000
    helped, wished = (
        [
            sum(each)
            for each in zip(
                *(played("automate", n, most, wishes) for n in range(rounds)), strict=True
            )
        ]
        for wishes in ({}, WISHES)
    )
    assert wished[1] / wished[0] < 0.95 * helped[1] / helped[0]


def attack(evening: Evening) -> Decision[Any]:
    """Play on until somebody is asked how a monster attacks."""
    session = evening.session
    bot = bot_for(RULESET.name, "red")
    for _ in range(10 * BEGINNING):
        decision = next(each for each in session.open("*") if not session.waits_for(each))
        if decision.name == "attack":
            return decision
        for choice in presses(decision.space(), bot.answer(decision)):
            evening.answer(decision.seat, Press(press_for(decision, choice)))
    raise AssertionError


def attacked(evening: Evening, seat: str) -> list[str]:
    """List how a seat has let monsters attack so far."""
    entries = evening.session.timeline.entries
    return [
        each.value
        for each in entries
        if isinstance(each, Answer) and each.decision == f"attack/{seat}"
    ]


@pytest.mark.parametrize(
    ("seed", "always", "no_more"), [(0, "!always", "!always off"), (1, "!immer", "!immer aus")]
)
def test_what_somebody_always_wants(seed: int, always: str, no_more: str) -> None:
    """It is done for them where just the same is open; taken back, or ended, it is asked again."""
    evening = Evening(seed)
    decision = attack(evening)
    seat = decision.seat
    colour = evening.colours[seat]
    evening.answer(seat, Press(press_for(decision, "charge")))
    evening.type(always, colour)
    assert any(no_more in line for line in evening.chat[colour])
    before, done = len(attacked(evening, seat)), 0
    while len(attacked(evening, seat)) < before + 3:
        asked = attack(evening)
        assert (asked.seat, asked.why) != (seat, decision.why)
        evening.answer(asked.seat, Press(press_for(asked, "bite")))
        done += asked.seat == seat
    assert attacked(evening, seat)[before:].count("charge") >= 3 - done > 0
    evening.type(no_more, colour)
    while ((asked := attack(evening)).seat, asked.why) != (seat, decision.why):
        evening.answer(asked.seat, Press(press_for(asked, "bite")))


def test_who_wants_to_be_asked_always_announces() -> None:
    """A setting lets also that be asked which has only one way left."""
    assert played("automate", 0, 2 * BEGINNING, {}, **{"always-ask": "yes"})[2] > 0


def test_a_card_is_chosen_and_the_rest_is_paid() -> None:
    """In `automate` a card of the market is chosen, and others of the hand pay for it."""
    evening = Evening(1, "automate")
    session = evening.session
    bots = {seat: bot_for(RULESET.name, seat) for seat in session.seats}
    bought: dict[str, Any] = {"pay": ()}
    while not bought["pay"]:
        decision = next(each for each in session.open("*") if not session.waits_for(each))
        seat, answer = decision.seat, bots[decision.seat].answer(decision)
        bought = answer if decision.name == "purchase" else bought
        for choice in presses(decision.space(), answer):
            if asking(decision) in {asking(each) for each in session.open(seat)}:
                evening.answer(seat, Press(press_for(decision, choice)))
    given = session.timeline.entries[-1]
    assert isinstance(given, Answer)
    assert given.decision.partition("/")[0] == "purchase"
    assert (given.value["card"], len(given.value["pay"])) == (bought["card"], len(bought["pay"]))
    assert set(given.value["pay"]) <= set(session.state.places[f"discard.{given.seat}"])


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_refusal_is_one_sentence(language: str) -> None:
    """The referee gives it whole each time; the table, which says all, says less of it again."""
    r = Refereed(new(3).stand(red=8), language=language)
    far = Move("miniature.red", "at.15")
    first = r.do("Red", far).say
    assert first.endswith(" [OW-MOVE-01]")
    assert len(first) < LETTERS
    assert first.partition(" [")[0].rstrip(".").count(". ") == 0
    assert r.do("Red", far).say == first
    assert r.do("Blue", far).say not in ("", first)
    reader = r.session.reader("red", language)
    assert r.say("Red", "!why").done
    assert r.lines[-1].text == f"OW-MOVE-01: {reader.rule('OW-MOVE-01')}"
