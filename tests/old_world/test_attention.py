"""Attention is a budget: what lawful turns and refusals cost those who sit at the table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

import msgspec
import pytest

from tests.old_world.referee_table import COLOURS, Refereed
from tests.old_world.table import catalogue, new
from tests.referee.table.paper import Paper, through_json
from tts_tool.kernel.decisions import Gesture, Move, Press
from tts_tool.kernel.rejection import LANGUAGES
from tts_tool.playtest.bots import bot_for
from tts_tool.playtest.hands import gesture_for
from tts_tool.referee.session import Session
from tts_tool.referee.table.choosing import presses
from tts_tool.referee.table.host import Host
from tts_tool.referee.table.panel import press_for
from tts_tool.referee.table.told import Told
from tts_tool.referee.table.unasked import UNASKED
from tts_tool.rulesets.old_world import RULESET

LINES = 4
"""So many lines of the chat a turn costs at most."""
LETTERS = 140
"""A refusal is shorter."""
BEGINNING = 60
"""So many answers of a sample are played."""


class Evening:
    """A game for three by hands, and what it costs them."""

    def __init__(self, seed: int) -> None:
        self.session = Session.new(RULESET, catalogue(), seats=3, seed=str(seed))
        self.colours = {seat: COLOURS[seat] for seat in self.session.seats}
        language = LANGUAGES[seed % len(LANGUAGES)]
        self.host = Host(self.session, self.colours, language)
        self.paper = Paper(self.session.state, Random(seed))
        self.lines: Counter[tuple[int, str]] = Counter()
        """By turn and colour, how much was said to it."""
        self.heard: dict[tuple[int, str], list[str]] = {}
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


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_refusal_is_one_sentence_and_quieter_when_repeated(language: str) -> None:
    """Said again it only names the rule; after anything else was done it is said whole again."""
    r = Refereed(new(3).stand(red=8), language=language)
    far = Move("miniature.red", "at.15")
    first = r.do("Red", far).say
    assert first.endswith(" [OW-MOVE-01]")
    assert len(first) < LETTERS
    assert first.partition(" [")[0].rstrip(".").count(". ") == 0
    again = r.do("Red", far).say
    assert len(again) < len(first) / 2
    assert again.endswith(" [OW-MOVE-01]")
    assert r.do("Blue", far).say not in (first, again)
    assert r.do("Red", Move("miniature.red", "at.4")).done
    assert len(r.do("Red", far).say) > len(again)
    reader = r.session.reader("red", language)
    assert r.say("Red", "!why").done
    assert r.lines[-1].text == f"OW-MOVE-01: {reader.rule('OW-MOVE-01')}"
