"""A table without the game, its referee, and the sockets between them, all in one process.

Everything is as it would be with the game: the table's own Lua runs in its cage, what it says goes
over a port, and the referee answers over another. Only hands and time are ours.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import AsyncExitStack, ExitStack
from functools import cached_property
from typing import Any, Final, NamedTuple, Self

import msgspec

from tts_tool.build.table.reading import Seen, TableReading, read_table
from tts_tool.errors import Unavailable
from tts_tool.playtest.crossing import CountedTable, CountedWire, Crossing
from tts_tool.referee.table.arrangement import Lying, laid, shown_tracks
from tts_tool.referee.table.host import Host
from tts_tool.referee.table.resuming import RESUME
from tts_tool.table.editor import EditorPort
from tts_tool.table.switches import Switches
from tts_tool.web.bridge import Bridge

__all__ = ["Built", "Refereed"]

FRAMES: Final = 6
"""So many frames pass before somebody looks again who waits for nothing that can be counted."""
A_WHILE: Final = 1_200
"""So many frames at most something goes on by itself at a table."""
PATIENCE: Final = 600
"""After so many looks somebody waits for ever."""
_FAR: Final = """
local modules = loaded_modules
local saved = modules and modules["lib.referee"].saved() or JSON.decode(onSave()).referee
return { epoch = saved.epoch, done = saved.done, pending = saved.pending, dice = saved.dice or {} }
"""
"""Of what a save keeps that which is asked for after each answer: to write all takes longer."""


class Built(NamedTuple):
    """A save that was built, and what its script was told of places, tracks and sets of dice."""

    save: bytes
    places: Mapping[str, Mapping[str, Any]]
    tracks: Mapping[str, Mapping[str, Any]]
    dice: Sequence[Mapping[str, Any]]

    @classmethod
    def of(cls, save: bytes, values: Mapping[str, Any]) -> Self:
        """Take from all that a script was told what is needed to play at its table."""
        return cls(save, values["places"], values["tracks"], values["dice"])


class Refereed(AsyncExitStack):
    """A table and who referees there, from the greeting to the last answer."""

    def __init__(
        self, built: Built, host: Host, *, seed: int = 0, switches: Switches | None = None
    ) -> None:
        """Open a save for the game of a host; people sit at the colours of its seats."""
        super().__init__()
        self.host = host
        self.built = built
        self.switches = switches or Switches()
        self._seed = seed
        self.table = self._opened(built.save)
        self.wire = CountedWire(0, 0)
        self.bridge: Bridge
        self._crossing: Crossing
        self._reading = TableReading(built.tracks)

    async def __aenter__(self) -> Self:
        await super().__aenter__()
        await self.enter_async_context(self.wire)
        self.bridge = await self.enter_async_context(Bridge(self.host, self.wire))
        self.callback(self._end)
        self._begin()
        await self.bridge.meet()
        return self

    # The game

    def _opened(self, save: bytes) -> CountedTable:
        """Start a game, and open a save in it."""
        seats = tuple(self.host.seating.colours.values())
        return CountedTable.open(
            save, seats=seats, seconds=20, seed=self._seed, switches=self.switches
        )

    def _begin(self) -> None:
        """Let the game that was started speak and be spoken to."""
        self._game = ExitStack()
        self._game.enter_context(self.table)
        port = EditorPort(self.table, self.switches, port=0, editor_port=self.wire.editor_port)
        self.wire.sender.port = self._game.enter_context(port).port
        self.table.listen(port.hear)
        self._crossing = self._game.enter_context(Crossing(self.table, self.wire, self.bridge))
        self.table.run(FRAMES)

    def _end(self) -> None:
        self._game.close()

    def perish(self) -> None:
        """Kill the game's process: what it has not saved is gone, and nobody hears it any more."""
        self.table.perish()
        self._end()

    def rise(self, save: bytes) -> None:
        """Start the game again as another process, and open a save; it says so as the game does."""
        self.table = self._opened(save)
        self._reading = TableReading(self.built.tracks)
        self._begin()
        self.table.tell_of_loading()

    # The wire

    async def cut(self) -> None:
        """Cut the wire between table and referee; neither hears of the other any more."""
        await self.bridge.__aexit__(None, None, None)

    async def mend(self) -> None:
        """Mend the wire: the referee greets the table again."""
        self.bridge = await self.enter_async_context(Bridge(self.host, self.wire))
        self._crossing.bridge = self.bridge
        await self.bridge.meet()

    # Time

    async def settle(self) -> None:
        """Let table and referee go on until neither has anything left to say or to do.

        The table stands still while something is on its way: as many frames pass whoever is slow.
        """
        await self._crossing.empty()
        for _ in range(PATIENCE):
            rests = self.table.settle(A_WHILE, until_said=True) < A_WHILE
            if await self._crossing.empty():
                continue
            if rests and self._agreed():
                return
            self.table.run(FRAMES)
        errors = "; ".join(str(each) for each in self.table.errors[-3:])
        what = f"table and referee don't come to rest: {errors or self._far()}"
        raise Unavailable(what, where=f"step {self.host.step} of the referee")

    def _agreed(self) -> bool:
        host = self.host
        tries = len(host.chance.open()) > len(list(host.chance.for_hands()))
        if tries and not any(self.asked_which()):  # until that is said nothing is told to try
            return False
        far = self._far()
        return bool(not far["pending"] and (far["epoch"], far["done"]) == (host.epoch, host.step))

    def asked_which(self) -> Iterator[tuple[str, str]]:
        """List who may say by which button what goes on, where the table shows another moment."""
        for seat, colour in self.host.seating.colours.items():
            for question in self.host.panels.get(colour, ()):
                for button in question.buttons:
                    if button.press.startswith(RESUME):
                        yield seat, button.press

    def _far(self) -> dict[str, Any]:
        """Ask the script how far it has come."""
        far: dict[str, Any] = self.table.execute(_FAR)
        return far

    # Looking, without asking the script

    def tree(self) -> dict[str, Any]:
        """Give the table as it would be saved."""
        tree: dict[str, Any] = msgspec.json.decode(self.table.save_as_it_is())
        return tree

    @cached_property
    def middles(self) -> Mapping[str, tuple[float, float, float]]:
        """Say where the middle of each place is."""
        zones = (
            thing
            for thing in msgspec.json.decode(self.built.save)["ObjectStates"]
            if thing["Name"] in {"ScriptingTrigger", "HandTrigger"}
        )
        return {
            zone["GMNotes"].removeprefix("place "): (
                zone["Transform"]["posX"],
                zone["Transform"]["posY"],
                zone["Transform"]["posZ"],
            )
            for zone in zones
        }

    def sets_for(self, stream: str) -> list[Sequence[str]]:
        """Name the sets of dice that hands may take for a stream, the likeliest first.

        That is its own, else one that nobody has, else one of somebody who has done with it.
        """
        known = dict(self._far()["dice"])
        if stream in known:
            return [self.built.dice[int(known[stream]) - 1]["guids"]]
        taken = {int(number) - 1 for number in known.values()}
        numbers = [n for n, each in enumerate(self.built.dice) if _stands_for(each, stream)]
        return [self.built.dice[n]["guids"] for n in sorted(numbers, key=lambda n: n in taken)]

    def drift(self, *, whole: bool = False) -> dict[str, Any]:
        """Say where table and rules differ; order counts only where one thing lies on another.

        All that the rules show is compared with all that the table shows. Of the table only what
        has changed is read anew; if the `whole` is, what was known of it must have been true.
        """
        seen = self._reading.take(*self.table.changes())
        wrong = self._differences(seen)
        if whole:
            again = read_table(self.tree(), self.built.tracks)
            wrong |= self._differences(again)
            if again != seen:
                wrong["as it was read"] = {"before": seen, "anew": again}
        return wrong

    def _differences(self, seen: Seen) -> dict[str, Any]:
        state = self.host.session.state
        known = state.inventory.components  # others are of seats that are empty
        wrong: dict[str, Any] = {}
        for place, lying in laid(state).items():
            all_there: Sequence[tuple[str, bool]] = seen.places.get(place, ())
            if all_there == lying:  # as nearly everywhere: the rest is only asked where it matters
                continue
            there = [Lying(*each) for each in all_there if each[0] in known]
            pile = _is_pile(self.built.places[place])
            if (there != lying) if pile else (sorted(there) != sorted(lying)):
                wrong[place] = {"table": there, "rules": lying}
        if astray := [each.component for each in seen.astray if each.component in known]:
            wrong["nowhere"] = astray
        shown = shown_tracks(state).items()
        return wrong | {
            track: {"table": seen.tracks.get(track), "rules": value}
            for track, value in shown
            if seen.tracks.get(track) != value
        }


def _stands_for(dice: Mapping[str, Any], stream: str) -> bool:
    """Tell whether a set of dice may be thrown for a stream."""
    return any(
        stream.startswith(name) if name.endswith(".") else stream == name
        for name in dice["streams"]
    )


def _is_pile(place: Mapping[str, Any]) -> bool:
    """Tell whether what lies in a place is one pile whose order nobody may see or change."""
    return bool(place["down"]) and len(place["slots"]) == 1 and not place["piles"]
