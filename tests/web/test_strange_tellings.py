"""Whatever a table is told, it neither fails for good nor hangs, and agrees with the rules."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from random import Random
from typing import Any

import msgspec
import pytest

from tests.referee.table.test_strange_reports import bent
from tests.web.fairground import FAIR, fair
from tests.web.peer import SECRET
from tests.web.refereed import Refereed, drift, look_at
from tts_tool.errors import BadInput
from tts_tool.kernel.decisions import Move
from tts_tool.referee.table import reports
from tts_tool.referee.table.acts import (
    Act,
    Anew,
    Arrange,
    Bring,
    Count,
    Order,
    Rolling,
    Shuffling,
    Spawn,
    TurnOver,
)
from tts_tool.referee.table.arrangement import Lying
from tts_tool.referee.table.told import Button, Line, Permits, Question, Told, Verdict

BLOCK = 25
"""After so many strange messages everybody meets anew, and goes on playing."""
FRAMES = 3


def acts(peer: Refereed, chance: Random) -> tuple[Act, ...]:
    """Give some acts of every kind, as a referee might tell them."""
    state = peer.session.state
    place = chance.choice(sorted(state.places))
    component = chance.choice(sorted(state.inventory.components))
    lying = state.places[place]
    kinds: list[Act] = [
        Bring(component, place, down=chance.random() < 0.5),
        Order(place, lying, tuple(False for _ in lying)),
        Arrange(((place, tuple(Lying(c, down=False) for c in lying)),), (("day", 3),)),
        TurnOver(component, down=True),
        Spawn((Anew(component, place, down=False, data='{"Name": "BlockSquare"}'),)),
        Count(chance.choice(sorted(state.tracks)), chance.randrange(9)),
        Rolling("chance.x/1", "throw.red", sides=6, count=5, dice=(1, 2)),
        Shuffling("chance.y/1", "prizes"),
    ]
    return tuple(chance.sample(kinds, chance.randrange(1, 4)))


def told(peer: Refereed, chance: Random, step: int) -> dict[str, Any]:
    """Give a telling with something of everything, that leads to a step."""
    panel = (Question("q/1", "Which?", (Button("q/1#1", "1 this"), Button("q/1#2", "2", "no"))),)
    permits = Permits(version=1, moves={"stamp.1": {"stamps": True}}, otherwise="no")
    made = Told(
        epoch=peer.host.epoch,
        since=step - 1,
        step=step,
        acts=acts(peer, chance),
        verdicts=(Verdict(1, "Red", done=True, say="well"),),
        lines=(Line("Hear, hear."),),
        permits={"Red": permits},
        panels={"Blue": panel},
    )
    document: dict[str, Any] = msgspec.to_builtins(made)
    return document


def message(document: object, secret: object = SECRET, kind: object = "told") -> dict[str, Any]:
    """Put something into the shape in which it comes over the port."""
    body = document if isinstance(document, str) else json.dumps(document)
    return {"kind": kind, "secret": secret, "body": body}


class Strange:
    """Says strange things to a table."""

    def __init__(self, peer: Refereed, chance: Random) -> None:
        self.peer = peer
        self.chance = chance
        self.said = 0

    @property
    def ways(self) -> list[Callable[[], None]]:
        """List in how many ways something can be strange."""
        return [self.telling, self.telling, self.telling, self.text, self.outside, self.stranger]

    def telling(self) -> None:
        """Say what the table has to listen to, but for something in it."""
        heard = int(self.peer.saved()["done"])
        document = told(self.peer, self.chance, heard + 1)
        if self.chance.random() < 0.5:  # only one part of it is strange
            key = self.chance.choice(sorted(document))
            document[key] = bent(document[key], self.chance)
        else:
            document = bent(document, self.chance)
        self.send(message(document))

    def text(self) -> None:
        """Say what is no JSON, or only a part of it."""
        text = json.dumps(told(self.peer, self.chance, 1))
        cut = text[: self.chance.randrange(len(text))]
        self.send(message(self.chance.choice([cut, "[" * 5_000, "nil", "{}", '"x"', ""])))

    def outside(self) -> None:
        """Say something of which the shape itself is strange."""
        self.send(bent(message(told(self.peer, self.chance, 1)), self.chance))

    def stranger(self) -> None:
        """Say it without knowing the secret: nothing comes of that, at all."""
        self.peer.table.settle(600)  # of what was told before, all is done
        before = self.looks()
        for secret in ("guessed", "", None, {"a": 1}):
            self.send(message(told(self.peer, self.chance, 1), secret=secret))
        self.send(message({}, secret="guessed", kind="farewell"))  # noqa: S106  # a wrong one
        assert self.looks() == before

    def send(self, said: Any) -> None:  # noqa: ANN401  # any JSON
        """Let something come over the port, and let some frames pass."""
        self.said += 1
        with suppress(BadInput):  # a number that no port of the game takes
            self.peer.table.external_message(said)
        self.peer.table.run(FRAMES)

    def looks(self) -> tuple[object, ...]:
        """Say all that a stranger might have changed."""
        saved = self.peer.saved()
        return look_at(self.peer, FAIR.values), saved, self.peer.table.chat


def hear(peer: Refereed) -> None:
    """Let the referee pass over what nobody can read, as whoever listens at the port does."""
    while peer.answered < len(peer.reports):
        try:
            report = reports.read(peer.reports[peer.answered])
        except (msgspec.ValidationError, ValueError):
            report = None
        peer.answered += 1
        if report is not None:
            peer.answer(peer.host.received(report))


def agreed(peer: Refereed) -> None:
    """Meet anew: all lies as the rules say, and hands may go on."""
    hear(peer)
    peer.due = None  # whatever it was told, it is told anew
    peer.sit_down()
    peer.wait()
    assert drift(peer) == {}


@pytest.mark.soak(sample=150, full=10_000)
@pytest.mark.timeout(1_200)
def test_strange_tellings(rounds: int) -> None:
    """A table that was told nonsense plays on; nothing that was decided is changed by it."""
    chance = Random(11)
    with fair(11) as peer:
        strange = Strange(peer, chance)
        before = peer.session.digest()
        while strange.said < rounds:
            for _ in range(BLOCK):
                chance.choice(strange.ways)()
            agreed(peer)
            assert peer.session.digest() == before
            here = peer.session.state.place_of("visitor.red")
            if not peer.session.over and peer.asked()[0].seat == "red":
                target = "yard.1" if here != "yard.1" else "yard.2"
                assert peer.do("Red", Move("visitor.red", target))
                peer.wait()
                assert peer.session.digest() != before
            before = peer.session.digest()


@pytest.mark.parametrize(("kept", "most"), [("moment", 200), ("keepsake", 65_536)])
def test_what_nobody_could_read_is_not_kept(kept: str, most: int) -> None:
    """A table says it back when it says hello: longer than a hello may say, it is refused whole."""
    with fair(11) as peer:
        for letters in (most, most + 1):
            peer.table.settle(600)
            done = int(peer.saved()["done"])
            document = {**told(peer, Random(1), done + 1), "acts": [], kept: "é" * letters}
            peer.table.external_message(message(document))
            peer.table.settle(600)
            assert (peer.saved()[kept] == document[kept]) == (letters == most)
            agreed(peer)
