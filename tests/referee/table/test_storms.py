"""Whole games in a storm: messages get lost, come twice, late, out of order; referees die."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any, NoReturn

import pytest

from tests.referee.table.paper import Paper, drift, through_json
from tests.referee.table.test_host import COLOURS, answers, begun, tried
from tts_tool.catalog import Catalogue, load
from tts_tool.journal import Journal
from tts_tool.kernel.decisions import Move, Roll
from tts_tool.referee.session import Session
from tts_tool.referee.table import reports
from tts_tool.referee.table.host import Host
from tts_tool.referee.table.told import Told
from tts_tool.resources import cards_dir
from tts_tool.rulesets.night_market import RULESET

LOST, TWICE, LATE = 0.04, 0.05, 0.3
DIES, STUMBLES, ILLEGAL = 0.01, 0.02, 0.2
LONGEST = 4_000
INJECTED = ("showing.permits", "following.choreography", "asking.questions", "judging.meanings")


@pytest.fixture(scope="module")
def catalogue() -> Catalogue:
    """Give the cards of the sample game."""
    return load(cards_dir() / RULESET.folder, RULESET.schema)


class Storm:
    """A table on paper and its referee, with bad weather between them."""

    def __init__(self, catalogue: Catalogue, seed: int, journal: Journal) -> None:
        self.chance = Random(seed)
        self.catalogue = catalogue
        self.journal = journal
        session = begun(catalogue, seed, journal)
        self.kept = str(session.kept_as)
        self.host = Host(session, COLOURS)
        self.paper = Paper(session.state, self.chance)
        self.to_host: list[Any] = []
        self.to_table: list[Told] = []
        self.sent: dict[str, int] = {}
        """By colour the number of the gesture that is under way."""
        self.calm = False
        self.hello()

    # The table

    def hello(self) -> None:
        """Say where the table has come to; what has no verdict goes along."""
        self.sent.clear()
        self.to_host = [each for each in self.to_host if isinstance(each, reports.Fell)]
        self.to_host.append(self.paper.hello())

    def told(self, told: Told) -> None:
        """Take what came as a table does: nothing old, and nothing behind a gap."""
        paper = self.paper
        if told.epoch < paper.epoch or (told.epoch == paper.epoch and told.step <= paper.step):
            return
        if told.since != (paper.step if told.epoch == paper.epoch else 0):
            self.hello()
            return
        paper.perform(told)
        for verdict in told.verdicts:
            if self.sent.get(verdict.colour) == verdict.n:
                del self.sent[verdict.colour]
        self.to_host += paper.fell
        paper.fell = []

    def send(self) -> None:
        """Send the oldest gesture of each seat that has none under way."""
        for each in self.paper.pending:
            if each.colour not in self.sent:
                self.sent[each.colour] = each.n
                self.to_host.append(each)

    # The weather

    def blown(self, waiting: list[Any]) -> list[Any]:
        """Take from what is under way what arrives now."""
        arriving = []
        for each in list(waiting):
            if not self.calm and self.chance.random() < LATE:
                continue
            waiting.remove(each)
            if self.calm or self.chance.random() >= LOST:
                arriving.append(each)
            if not self.calm and self.chance.random() < TWICE:
                arriving.append(each)
        if not self.calm:
            self.chance.shuffle(arriving)
        return arriving

    def blow(self) -> None:
        """Let what is under way arrive, or not."""
        self.send()
        for report in self.blown(self.to_host):
            self.to_table.append(self.host.received(through_json(report)))
        for told in self.blown(self.to_table):
            self.told(told)

    def settle(self) -> None:
        """Let the weather calm down until nothing is under way; what got lost is asked for."""
        self.calm = True
        for _ in range(3):
            self.hello()  # as a table does that gets no verdict for a while
            for _ in range(200):
                if not (self.to_host or self.to_table or self.paper.pending):
                    break
                self.blow()
        assert not self.paper.pending
        self.calm = False

    def die(self) -> None:
        """Let the referee die; what was under way to it and from it is gone."""
        self.host.session.close()
        self.to_host, self.to_table = [], []
        resumed = Session.resume(self.journal, self.kept, RULESET, self.catalogue)
        self.host = Host(resumed, COLOURS)
        self.hello()

    # Hands

    def act(self) -> None:
        """Do something that was allowed when it was last told, or something illegal."""
        found = tried(self.paper, self.chance)
        if found is None or self.chance.random() < ILLEGAL:
            place = self.chance.choice([p for p, there in self.paper.places.items() if there])
            component = self.chance.choice(self.paper.places[place]).component
            target = self.chance.choice([p for p in self.paper.places if p != place])
            found = self.chance.choice(list(COLOURS.values())), Move(component, target)
        values = ((1, self.chance.randint(1, 6)),) if isinstance(found[1], Roll) else ()
        self.paper.gesture(*found, values)


def failing(*_: object, **__: object) -> NoReturn:
    """Fail as nobody has thought of."""
    raise ZeroDivisionError("nobody has thought of this")


@pytest.mark.soak(sample=3, full=200)
def test_storms(
    catalogue: Catalogue, rounds: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """When it has calmed down every gesture has its verdict, and table and rules agree."""
    for seed in range(rounds):
        storm = Storm(catalogue, seed, Journal(tmp_path / str(seed), durability="NORMAL"))
        for number in range(LONGEST):
            if storm.host.session.over:
                break
            for _ in range(storm.chance.randint(0, 3)):  # hands are quick
                storm.act()
            with monkeypatch.context() as broken:
                if storm.chance.random() < STUMBLES:
                    part = storm.chance.choice(INJECTED)
                    broken.setattr(f"tts_tool.referee.table.{part}", failing)
                storm.blow()
            if storm.chance.random() < DIES:
                storm.die()
            if number % 10 == 9:
                storm.settle()
                assert drift(storm.host.session.state, storm.paper) == {}, (seed, number)
        storm.settle()
        assert storm.host.session.over, seed
        accepted = answers(storm.host.session)
        storm.die()
        assert answers(storm.host.session) == accepted
        storm.host.session.close()
