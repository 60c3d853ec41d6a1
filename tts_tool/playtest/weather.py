"""The air between a table and its referee: what is said takes its time, and not always the same.

It stands where the ports stand else. Time is counted in frames of the table, and all chance is
seeded: the same storm blows twice alike.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from random import Random
from typing import Any, Final, NamedTuple

from tts_tool.sync.messages import GLOBAL, Message, Request, Tell, read_message
from tts_tool.sync.wire import Hear
from tts_tool.table import Table
from tts_tool.table.notices import ExternalNotice, Loaded, Notice
from tts_tool.table.said import said

__all__ = ["Weather"]

_TURNS: Final = 6
"""So often whoever has heard something may go on before time does: it takes it in, and answers."""


def _nobody(_: Mapping[str, Any]) -> None:
    """Overhear nothing."""


class _Flying(NamedTuple):
    """Something that was said, and the frame in which it arrives."""

    due: int
    number: int
    what: Message | dict[str, Any]


class Weather:
    """A line to a table, on which things are under way for some frames; see `sync.wire.Line`."""

    def __init__(self, table: Table, chance: Random, latest: int = 0, *, earliest: int = 0) -> None:
        """Hear a table; what is said arrives up to `latest` frames later, in any order.

        Nothing arrives before the `earliest`: if that is the latest, too, all keeps its order.
        """
        self.table = table
        self.earliest = earliest
        self.latest = latest
        self.cut = False
        """Whether nothing gets through any more, in neither direction."""
        self.overhear: Callable[[Mapping[str, Any]], object] = _nobody
        """Is given what the table has said, and what it is told when that arrives."""
        self._said: list[Mapping[str, Any]] = []
        self._chance = chance
        self._hearing: list[Hear] = []
        self._to_referee: list[_Flying] = []
        self._to_table: list[_Flying] = []
        self._number = 0
        table.listen(self._notice)

    def is_calm(self) -> bool:
        """Tell whether nothing is under way."""
        return not (self._to_referee or self._to_table)

    @property
    def next_due(self) -> int:
        """Say in how many frames the next of what is under way arrives: one at least."""
        flying = (*self._to_referee, *self._to_table)
        return max(1, min((each.due for each in flying), default=0) - self.table.frame)

    def lose(self) -> None:
        """Lose all that is under way."""
        self._to_referee.clear()
        self._to_table.clear()

    def catch_up(self) -> None:
        """Let be overheard what the table has said: only by now its frames are counted."""
        fresh, self._said = self._said, []
        for message in fresh:
            self.overhear(message)

    async def blow(self) -> None:
        """Let arrive what is due, and let whoever hears it answer."""
        self.catch_up()
        for one in self._due(self._to_referee):
            for hear in tuple(self._hearing):
                hear(one.what)  # type: ignore[arg-type]  # of that list they all are messages
            await self._turns()
        await self._turns()
        for one in self._due(self._to_table):
            self.overhear(one.what)  # type: ignore[arg-type]  # they are what is told
            self.table.external_message(one.what)  # type: ignore[arg-type]  # the same

    async def _turns(self) -> None:
        for _ in range(_TURNS):
            await asyncio.sleep(0)

    def _due(self, flying: list[_Flying]) -> list[_Flying]:
        due = sorted(each for each in flying if each.due <= self.table.frame)
        for each in due:
            flying.remove(each)
        return due

    def _fly(self, what: Message | dict[str, Any], flying: list[_Flying]) -> None:
        self._number += 1
        late = self._chance.randint(self.earliest, self.latest)
        flying.append(_Flying(self.table.frame + late, self._number, what))

    def _notice(self, notices: Sequence[Notice]) -> None:
        for notice in notices:
            if isinstance(notice, ExternalNotice | Loaded) and self._hearing and not self.cut:
                document = said(notice, self.table, self.table.switches)
                if isinstance(notice, ExternalNotice):
                    self._said.append(notice.message)
                self._fly(read_message(document), self._to_referee)

    # A line

    @contextmanager
    def subscribed(self, hear: Hear) -> Iterator[None]:
        """Hear all that the table says to a referee, as long as it is entered."""
        self._hearing.append(hear)
        try:
            yield
        finally:
            self._hearing.remove(hear)

    async def send(self, request: Request) -> None:
        """Send a message."""
        if isinstance(request, Tell) and not self.cut:
            self._fly(dict(request.message), self._to_table)

    async def execute(self, script: str, guid: str = GLOBAL) -> Any:  # noqa: ANN401 - Lua decides
        """Run a piece of Lua and give what it returns."""
        return self.table.execute_chunk(guid, script).value
