"""Rules that go on for ever are ended and told like any other fault; nothing of it was done."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext, suppress
from functools import partial
from itertools import count
from time import sleep
from typing import Any

import pytest

from tests.referee.client import Client, cards
from tts_tool.errors import Refused
from tts_tool.kernel.entries import Accepted, Fault
from tts_tool.kernel.game import Flow, Game
from tts_tool.kernel.inventory import Place, Seat, Track
from tts_tool.kernel.module import Module, Ruleset, Setup
from tts_tool.kernel.spaces import Choice
from tts_tool.kernel.state import FlowError
from tts_tool.referee import Session
from tts_tool.referee.desk import Desk
from tts_tool.referee.desk import OfferedGame as Offer
from tts_tool.referee.watchdog import Patience, patiently

pytestmark = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
"""What ends the rules may strike in a callback of the collector, where Python swallows it with a
warning; it strikes again 0.2 seconds later, so these tests need nothing of it but an end."""


def raises(g: Game) -> Flow[None]:
    """Count a track up and down for ever."""
    for n in count():
        g.set("n", n % 2)
    yield from g.settle()


def asks(g: Game) -> Flow[None]:
    """Ask for ever what there is only one answer to."""
    while True:
        yield from g.ask("red", "well", lambda: Choice(("well",)))


def parts(g: Game) -> Flow[None]:
    """Part into flows of nobody for ever."""
    while True:
        yield from g.interleave({})


def turns(g: Game) -> Flow[None]:
    """Loop without a step that could be counted, whatever is raised."""
    yield from g.settle()
    while True:
        try:
            g.track("n")
        except Exception:  # noqa: BLE001, S112  # rules may catch anything
            continue


def clings(g: Game) -> Flow[None]:
    """Loop for ever, and when that is ended, once more."""
    yield from g.settle()
    with suppress(BaseException):
        while True:
            g.track("n")
    while True:
        g.track("n")


UNCOUNTED = ("turns", "clings")
"""Only a clock ends these; the others the kernel ends by its count, however long that takes."""

WAYS: dict[str, Callable[[Game], Flow[None]]] = {
    "raises": raises,
    "asks": asks,
    "parts": parts,
    "turns": turns,
    "clings": clings,
}


def rules(opening: str = "") -> Ruleset:
    """Make a game in which one may do something that never ends, or begin with it."""
    module = Module("core")

    @module.content
    def box(_: Setup) -> Iterator[Place | Track]:
        yield Place("table")
        yield Track("n", low=0, high=9)

    def play(g: Game) -> Flow[None]:
        if opening:
            yield from WAYS[opening](g)
        while True:
            g.restart()
            way = yield from g.ask("red", "way", lambda: Choice(("on", *WAYS)))
            g.add("n", 1)
            if way != "on":
                yield from WAYS[way](g)

    return Ruleset("endless", modules=(module,), play=play, seats=("red",))


@contextmanager
def impatient(session: Session) -> Iterator[None]:
    """Have less patience than people have, for one answer."""
    session.composition.run, before = partial(patiently, seconds=0.3), session.composition.run
    yield
    session.composition.run = before


@pytest.mark.parametrize("way", WAYS)
def test_it_is_a_fault_with_its_place(way: str) -> None:
    """The answer is taken back, the report names the line that loops, and play goes on."""
    session = Session.new(rules(), cards(), seed="1")
    session.choose(session.open("red")[0], "on")
    before = session.digest()
    with impatient(session) if way in UNCOUNTED else nullcontext():
        fault = session.choose(session.open("red")[0], way)
    assert isinstance(fault, Fault)
    assert fault.place.endswith(f" {way}")
    assert fault.place.startswith(f"{__name__}:")
    assert (session.digest(), session.step, session.faults) == (before, 1, {1: fault})
    assert isinstance(session.choose(session.open("red")[0], "on"), Accepted)


@pytest.mark.parametrize("way", ["raises", "asks", "parts"])
def test_a_game_that_never_begins_is_refused(way: str) -> None:
    """A set-up without an end is refused with the reason."""
    with pytest.raises(Refused, match=r"can't begin: FlowError: over \d+ events and questions"):
        Session.new(rules(way), cards(), seed="1")


def test_looking_ends_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """Options that are never ready are told as a fault; what else is asked is answered."""
    module = Module("core")
    module.content(lambda _: [Place("table")])
    ready = [False]

    def space(_g: Game, _seat: Seat) -> Choice[str]:
        while not ready[0]:
            pass
        return Choice(("a", "b"))

    def play(g: Game) -> Flow[None]:
        yield from g.ask("red", "which", lambda: Choice(("a", "b")))

    module.offer(name="look", seats=lambda g: g.seats, space=space, run=play)
    game = Ruleset("endless", modules=(module,), play=play, seats=("red",))
    client = Client(Desk({"endless": lambda: Offer(game, cards)}))
    client.ask("new", seed=1)
    with monkeypatch.context() as patch:
        patch.setattr("tts_tool.referee.protocol.Patience", partial(Patience, 0.3))
        assert client.error("open", seat="red")["code"] == "fault"
    ready[0] = True
    opened: list[dict[str, Any]] = client.ask("open", seat="red")["decisions"]
    assert [each["name"] for each in opened] == ["which", "look"]


def for_ever() -> None:
    """Loop until somebody has no more patience."""
    with Patience(0.1):
        while True:
            pass


class Deaf:
    """Whatever is called while one is thrown away cannot be ended by an exception."""

    def __del__(self) -> None:
        while True:
            pass


def thrown_away_for_ever() -> None:
    """Throw one away, and loop."""
    with Patience(0.1):
        Deaf()
        while True:
            pass


def test_an_end_that_was_lost_comes_again() -> None:
    """Rules that are elsewhere when their time is over are ended a little later."""
    with pytest.raises(FlowError, match="without coming to an end"):
        thrown_away_for_ever()


def test_a_machine_that_sleeps_ends_no_rules() -> None:
    """Time counts in which they work, not in which nobody does."""
    with Patience(0.05):
        sleep(0.3)  # longer than it takes until somebody looks


def test_patience_costs_nothing_afterwards() -> None:
    """Many that end in time, one that doesn't, one inside another: nothing is ended later."""
    for _ in range(1000):
        with Patience(50):
            pass
    with pytest.raises(FlowError, match=r"went on for 0\.1 seconds"), Patience(50):
        for_ever()
    with Patience(50):
        for _ in range(100_000):
            pass
