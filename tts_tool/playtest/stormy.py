"""A refereed table to which things happen: referees die, tables are loaded again, time is late.

Unlike at a `Refereed` table there are no ports in between, so that all of it happens again in the
same way when it is played again with the same seed.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from contextlib import AsyncExitStack
from functools import cached_property
from random import Random
from typing import Any, Final, NamedTuple, Self

from tts_tool.errors import Unavailable
from tts_tool.journal import Journal
from tts_tool.playtest.refereed import Refereed
from tts_tool.playtest.stage import Stage
from tts_tool.playtest.weather import Weather
from tts_tool.referee.session import Session
from tts_tool.referee.table.faults import Stumble
from tts_tool.referee.table.host import Host
from tts_tool.referee.table.told import Mode
from tts_tool.table.switches import Switches
from tts_tool.web.bridge import Bridge

__all__ = ["BUDGET", "Stormy", "StormyWay", "Strike"]

BUDGET: Final = 1_800
"""Frames, half a minute: after so many whatever was done has come to an end."""
STEP: Final = 6
"""Frames, a tenth of a second: with `lockstep.LATEST` a message may come several steps late."""
KEPT: Final = 9
"""So many older saves are kept beside the last one."""

Strike = Callable[["Stormy"], Awaitable[None]]


class StormyWay(NamedTuple):
    """How a game is refereed, and what its table is like."""

    mode: Mode = "enforce"
    language: str = "en"
    proven: tuple[str, ...] = ()
    switches: Mapping[str, Any] = {}
    latest: int = 0
    """So many frames later messages may arrive."""
    earliest: int = 0
    """So many frames later they arrive at the earliest."""
    calm: bool = False
    """Whether nothing goes wrong on purpose."""


class Stormy(Refereed):
    """A table and its referee, of which the table may be loaded again, and the referee may die."""

    def __init__(
        self, stage: Stage, journal: Journal, kept: str, way: StormyWay, seed: int
    ) -> None:
        """Sit down to a game of a journal."""
        self.stage = stage
        self.journal = journal
        self.kept = kept
        self.way = way
        self.chance = Random(seed)  # noqa: S311  # a game, not a secret
        self.stumbles: list[Stumble] = []
        self.silenced = 0
        """So many stumbles are of referees that have died since: they tell nobody any more."""
        self.strikes: list[Strike] = []
        """What happens while the table does what it was told next."""
        self.saves: list[bytes] = []
        """What the game has saved by itself, the oldest first."""
        self.injected: list[Callable[[], None]] = []
        """How what was made to fail is made whole again."""
        self.broken: list[str] = []
        """Names of what was made to fail."""
        self.beginnings = 0
        """How often table or referee have begun anew."""
        self.longest = 0
        """So many frames it took at most until all was at rest."""
        super().__init__(
            stage.built, self._referee(), seed=seed, switches=Switches(dict(way.switches))
        )
        self.weather = Weather(self.table, self.chance, way.latest, earliest=way.earliest)

    def _referee(self) -> Host:
        stage, way = self.stage, self.way
        session = Session.resume(self.journal, self.kept, stage.ruleset, stage.cards)
        return Host(
            session,
            {seat: stage.colours[seat] for seat in session.seats},
            way.language,
            mode=way.mode,
            digest=stage.digest,
            proven=way.proven,
            note=self.stumbles.append,
            anew=lambda: self.pieces,
            now=self._clock,
        )

    def _clock(self) -> float:
        """Give the seconds of the table: how quick we are changes nothing."""
        return self.table.frame / self.switches.count("frames-per-second")

    @cached_property
    def pieces(self) -> Mapping[str, str]:
        """Give each piece as it was laid out at first, to make it anew of."""
        return self.stage.pieces

    async def __aenter__(self) -> Self:
        await AsyncExitStack.__aenter__(self)
        self.enter_context(self.table)
        self.push_async_callback(self._leave)
        self.bridge = Bridge(self.host, self.weather, again=None)
        await self.bridge.__aenter__()
        self.table.run(STEP)
        await self.bridge.meet()
        return self

    async def _leave(self) -> None:
        await self.bridge.__aexit__(None, None, None)
        self.host.session.close()

    # Time

    async def settle(self) -> None:
        """Let table and referee go on until neither has anything left to say or to do."""
        if self.strikes:
            await self.strikes.pop(0)(self)
        begun = self.table.frame
        while self.table.frame < begun + BUDGET:
            await self.weather.blow()
            if not self.weather.is_calm():
                self.table.run(self.weather.next_due)
                continue
            step = self.host.step
            rests = self.table.settle(BUDGET, until_said=True) < BUDGET
            await self.weather.blow()
            if not self.weather.is_calm() or self.host.step != step:
                continue  # it has stopped to say something, and perhaps a card still falls
            if rests and self._agreed():
                self.longest = max(self.longest, self.table.frame - begun)
                return
            self.table.run(STEP)
        errors = "; ".join(str(each) for each in self.table.errors[-3:])
        what = f"table and referee don't come to rest: {self._far()} {errors}"
        raise Unavailable(what, where=f"step {self.host.step} of the referee")

    async def go_on(self, frames: int) -> None:
        """Let so many frames pass, in which things arrive."""
        last = self.table.frame + frames
        while self.table.frame < last:
            self.table.run(min(STEP, last - self.table.frame))
            await self.weather.blow()

    # Looking

    def drift(self, *, whole: bool = False) -> dict[str, Any]:
        """Say where table and rules differ; what is part of a draft lies where hands laid it."""
        drafted, differing = self.host.in_drafts, super().drift(whole=whole)
        if not drafted:
            return differing
        wrong = {}
        for place, found in differing.items():
            sides = (found["table"], found["rules"]) if isinstance(found, dict) else (found, ())
            if isinstance(sides[1], list):
                there, lying = (sorted(e for e in s if e.component not in drafted) for s in sides)
                if there == lying:
                    continue
            wrong[place] = found
        return wrong

    # What happens to it

    async def kill(self) -> None:
        """Let the referee die: what was under way to it and from it is gone."""
        await self.bridge.__aexit__(None, None, None)
        self.weather.catch_up()
        self.beginnings += 1
        self.weather.lose()
        self.silenced = len(self.stumbles)
        self.host.session.close()

    async def resurrect(self) -> None:
        """Let another referee come, who knows nothing but the journal."""
        self.host = self._referee()
        self.bridge = Bridge(self.host, self.weather, again=None)
        await self.bridge.__aenter__()
        await self.bridge.meet()

    def autosave(self) -> None:
        """Let the game save itself."""
        self.saves = [*self.saves[-KEPT:], self.table.save()]

    def load(self, save: bytes) -> None:
        """Let the game load a save: what was under way to the table is heard by another."""
        self.weather.catch_up()
        self.beginnings += 1
        self.table.reload(save)
