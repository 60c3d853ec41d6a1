"""A built table at which one situation after the other is laid out.

Opening a table costs more than everything that is tried at it, so a module opens it once; each
situation is met by a referee of its own, who brings the table to it by one telling.
"""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Self

from tts_tool.kernel.decisions import Decision
from tts_tool.kernel.timeline import Timeline
from tts_tool.playtest.hands import Hands, Way
from tts_tool.playtest.refereed import Built, Refereed
from tts_tool.referee.session import Session
from tts_tool.referee.table.host import Host
from tts_tool.referee.table.panel import press_for
from tts_tool.referee.table.told import Mode
from tts_tool.table.pieces import Piece

__all__ = ["Sat", "sat_down"]


class Sat:
    """People at the table, and the situation that lies before them."""

    def __init__(self, top: Refereed, runner: asyncio.Runner, colours: Mapping[str, str]) -> None:
        self.top = top
        self.colours = colours
        self._runner = runner

    def lay(
        self,
        game: Timeline,
        language: str = "en",
        *,
        proven: tuple[str, ...] = (),
        mode: Mode = "enforce",
    ) -> Self:
        """Let a referee of this game come, and wait until the table shows it."""
        session = Session(game)
        colours = {seat: self.colours[seat] for seat in session.seats}
        digest = self.host.digest
        host = Host(session, colours, language, digest=digest, proven=proven, mode=mode)
        host.epoch = before = self.top.host.epoch
        self.top.host = self.top.bridge.referee = host
        self._run(self.top.bridge.meet())
        while host.epoch == before:  # a busy machine may need longer until it is met
            self.settle()
        if self.top.drift():  # after a long way from one game to another, piles still come down
            self.settle()
        assert self.top.drift() == {}
        return self

    @property
    def host(self) -> Host:
        """Give the referee."""
        return self.top.host

    @property
    def session(self) -> Session:
        """Give the game."""
        return self.top.host.session

    def hands(self, seat: str) -> Hands:
        """Give the hands of a seat."""
        return Hands(self.top, seat)

    def answer(self, seat: str, decision: Decision[Any], value: object, way: Way = "hand") -> Hands:
        """Let a seat answer a question in some way; give the hands that have done it."""
        hands = self.hands(seat)
        self._run(hands.answer(decision, value, way))
        return hands

    def roll(self, throw: Decision[Any], way: Way = "hand", *, together: bool = True) -> Hands:
        """Let whoever is asked roll the dice for which the rules wait."""
        hands = self.hands(self.host.chance.rollers(throw)[0])
        self._run(hands.roll(throw, way, together=together))
        return hands

    def press(self, seat: str, question: str, choice: object) -> None:
        """Press the button of a question that makes a choice."""
        decision = next(each for each in self.session.open(seat) if each.name == question)
        self.player(seat).click(press_for(decision, choice))
        self.settle()

    def settle(self) -> None:
        """Wait until table and referee have nothing left to say or to do."""
        self._run(self.top.settle())

    def _run(self, work: Coroutine[Any, Any, Any]) -> Any:  # noqa: ANN401  # of the work
        return self._runner.run(work)

    def player(self, seat: str) -> Any:  # noqa: ANN401  # each gesture has its own answer
        """Give whoever sits at the colour of a seat."""
        return self.top.table.player(self.colours[seat])

    def piece(self, component: str) -> Piece:
        """Give the object that is a component."""
        found = next(each for each in self.top.tree()["ObjectStates"] if _memo(each) == component)
        return self.top.table.find(found["GUID"])

    def heard(self, seat: str, since: int = 0) -> list[str]:
        """List what a seat was told, in its own words."""
        lines = self.top.table.chat[since:]
        return [line.text for line in lines if line.to == self.colours[seat]]


def _memo(thing: Mapping[str, Any]) -> str:
    return str(thing.get("Memo", ""))


@contextmanager
def sat_down(
    built: Built, first: Timeline, colours: Mapping[str, str], digest: str, seed: int = 0
) -> Iterator[Sat]:
    """Open a table for a first game; whoever is at none of its seats looks on."""
    session = Session(first)
    host = Host(session, {seat: colours[seat] for seat in session.seats}, digest=digest)
    with asyncio.Runner() as runner:
        top = Refereed(built, host, seed=seed)
        runner.run(top.__aenter__())
        try:
            runner.run(top.settle())
            yield Sat(top, runner, colours)
            assert [str(each) for each in top.table.errors] == []
        finally:
            runner.run(top.__aexit__(None, None, None))
