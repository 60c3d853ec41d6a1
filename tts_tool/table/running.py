"""A save that is open and lives: time passes, it is saved and taken back, what happens is told.

This is the owner's side of a table. The table itself is in a cage, and everything here is a
question to it; nobody else speaks to the cage.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, Self

import msgspec

from tts_tool.table import crossing, translated
from tts_tool.table.fetching import Answer, Fetching
from tts_tool.table.keeping import Checkpoint, Keeping
from tts_tool.table.notices import Failed, Loaded, Notice, Printed, Saved, Wanted
from tts_tool.table.process import Cage
from tts_tool.table.scripts.translations import LONG
from tts_tool.table.switches import Switches

__all__ = ["ChatLine", "Hear", "Running", "Setup"]

_ROOM = "tts_tool.table.service:open_service"
# Frames in one request, which may take 120 seconds of the processor (`Limits.cpu_seconds`): a fifth
# of a second each.
_AT_ONCE = 600
# About a frame: shorter, and often none is due; longer, and things are seen to jump.
_TICK = 0.02
# Seconds that are made up for at once; longer, and a machine that slept would play it all.
_MOST_LAG = 0.5
# Ten times what is told at one time (`crossing`).
_REMEMBERED = 100_000

Hear = Callable[[Sequence[Notice]], None]


class ChatLine(msgspec.Struct, frozen=True):
    """A line that players see; `to` is the colour of the one who does, if it is one only."""

    kind: str
    text: str
    tint: tuple[float, float, float] = (1.0, 1.0, 1.0)
    to: str = ""
    tag: str = ""


@dataclass(frozen=True)
class Setup:
    """What somebody decides who opens a table; `Table.open` says what each is."""

    seed: int = 0
    switches: Switches = field(default_factory=Switches)
    seconds: float = 5.0
    keep_at: Path | None = None
    seats: Sequence[str] = ()
    reach: str = "loopback"

    def options(self, where: str) -> dict[str, Any]:
        """Say what the cage must know."""
        people = [(f"Player {n}", colour) for n, colour in enumerate(self.seats, 1)]
        facts = {"seed": self.seed, "switches": self.switches.turned}
        return {"where": where, "people": people, **facts}


class Running:
    """A table as something that runs. Its methods may be called from any thread."""

    def __init__(self, raw: bytes, where: str, setup: Setup) -> None:
        self.switches = setup.switches
        self.notices: list[Notice] = []
        self.failed: list[Failed] = []
        self.heard: list[Notice] = []
        self.chat: list[ChatLine] = []
        self.frame = 0
        self._before = self._kept = 0
        self._translated = False
        self._hearers: list[Hear] = [self._note]
        self._untold: list[Notice] = []
        self._turn = threading.RLock()
        self._options = setup.options(where)
        self._loaded = raw
        self._fetching = Fetching(setup.reach)
        self._keeping = Keeping(raw, setup.switches, setup.keep_at)
        try:
            self._cage = Cage(_ROOM, seconds=setup.seconds, notice=self._happened)
        except BaseException:
            self._fetching.close()
            self._keeping.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End the table, and with it all that was not saved elsewhere."""
        self._cage.close()
        self._fetching.close()
        self._keeping.close()

    def listen(self, hear: Hear) -> None:
        """Let somebody hear of everything as it happens; `heard` is what they have missed."""
        self._hearers.append(hear)

    # ---- Time

    def run(self, frames: int = 1, *, until_said: bool = False) -> None:
        """Let frames pass; checkpoints and auto-saves are taken when they are due.

        With `until_said` they stop as soon as a script has sent something to the outside.
        """
        last = self.frame + frames
        with self._turn:
            said = False
            while self.frame < last and not said:
                self._answer(self._fetching.all_of_them())
                said = self._pass_time(last, until_said=until_said)

    def settle(self, at_most: int = 600, *, until_said: bool = False) -> int:
        """Let frames pass until nothing happens by itself any more; say how many it took.

        `until_said` is as for `run`.
        """
        with self._turn:
            before, last = self.frame, self.frame + at_most
            settled = False
            while self.frame < last and not settled:
                self._answer(self._fetching.all_of_them())
                stop = self._keeping.next_stop(self.frame, last)
                passed, ended = self._ask("settle", stop - self.frame, until_said)
                self.frame = self._before + passed
                settled = ended and not self._fetching.busy
                self._keep()
            return self.frame - before

    def run_in_real_time(self) -> None:
        """Let time pass as fast as outside, until interrupted; what lags behind is left out."""
        frames_a_second = self.switches.count("frames-per-second")
        passed = time.monotonic()
        while True:
            time.sleep(_TICK)
            passed = max(passed, time.monotonic() - _MOST_LAG)
            due = int((time.monotonic() - passed) * frames_a_second)
            passed += due / frames_a_second
            with self._turn:
                last = self.frame + due
                while self.frame < last:
                    self._pass_time(last)
                self._answer(self._fetching.finished())

    # ---- Saving, going back

    def save(self) -> bytes:
        """Give the save as it would be written now; scripts write their states first."""
        return bytes(self._ask("save", "fresh"))

    def save_as_it_is(self) -> bytes:
        """Give the save without asking the scripts."""
        return bytes(self._ask("save", "as they are"))

    def write_save(self) -> Path:
        """Save the game, as a player does."""
        with self._turn:
            self._keeping.write(self.save())
            self._tell([Saved(str(self._keeping.path))])
            return self._keeping.path

    def rewind(self, steps: int = 1) -> None:
        """Go back to a checkpoint; scripts start anew, with the state they had."""
        with self._turn:
            point = self._keeping.back(steps)
            self._before = self._kept = self.frame = point.frame
            self._load(point.save, "open")
            self._ask("let fall", list(point.in_the_air))
            if self.switches.on("rewind-tells-editor"):
                self._tell([Loaded()])

    def reload(self, raw: bytes) -> None:
        """Load another save, or the same again; whoever was there stays."""
        with self._turn:
            self._before = self.frame
            self._load(raw, "open")
            self._tell([Loaded()])

    @property
    def checkpoints(self) -> tuple[Checkpoint, ...]:
        """List the points to go back to, oldest first."""
        return self._keeping.points

    # ---- Inside

    def _ask(self, verb: str, *arguments: Any) -> Any:  # noqa: ANN401
        """Ask the cage; whoever listens hears what came of it afterwards, and may ask in turn."""
        with self._turn:
            try:
                return self._cage.request(verb, *arguments)
            finally:
                happened, self._untold = self._untold, []
                self._tell(happened)

    def _load(self, raw: bytes, then: str) -> None:
        self._loaded = raw
        self._fetching.forget()
        self._ask("load", raw, self._options)
        if then:
            self._translate(raw)
            listening, self._hearers = self._hearers, self._heard_while_loading()
            try:
                self._ask(then)
            finally:
                self._hearers = listening

    def _translate(self, raw: bytes) -> None:
        """Have long scripts translated once for all tables that have them in turn."""
        if self._translated or len(raw) < LONG:
            return
        self._translated = True
        wanted: list[bytes] = self._ask("long scripts")
        if known := translated.known(wanted):
            self._ask("translated", [*known.values()])
        if lacking := [each for each in wanted if each not in known]:
            translated.keep(dict(self._ask("translate", lacking)))

    def _heard_while_loading(self) -> list[Hear]:
        """Whoever listens hears of prints, too, unless the game keeps them to itself."""
        if self.switches.on("prints-while-loading"):
            return self._hearers
        return [partial(_without_prints, hear) for hear in self._hearers]

    def _pass_time(self, last: int, *, until_said: bool = False) -> bool:
        """Let frames pass until this one, or until something else has to be done, or is said."""
        stop = self._keeping.next_stop(self.frame, min(last, self.frame + _AT_ONCE))
        passed, said = self._ask("run", stop - self.frame, until_said)
        self.frame = self._before + passed
        self._keep()
        return bool(said)

    def _answer(self, answers: Sequence[tuple[int, Answer]]) -> None:
        """Bring answers from the web to the scripts."""
        for number, answer in answers:
            self._ask("answered", number, answer)

    def _keep(self) -> None:
        """Take the checkpoint or the auto-save that is due."""
        auto_save, checkpoint = self._keeping.due(self.frame)
        if self.frame == self._kept or not (auto_save or checkpoint):
            return
        self._kept = self.frame
        raw = self.save()
        if checkpoint:
            self._keeping.note(Checkpoint(self.frame, raw, self._ask("in the air")))
        if auto_save:
            path = self._keeping.auto_save(raw)
            if self.switches.on("autosave-tells-editor"):
                self._tell([Saved(str(path))])

    def _happened(self, kind: str, value: Any) -> None:  # noqa: ANN401
        """Take note of what the cage tells."""
        del kind
        notices, lines = value
        self.chat += [msgspec.convert(each, ChatLine) for each in lines]
        del self.chat[:-_REMEMBERED]
        for notice in crossing.unpacked_notices(notices):
            if isinstance(notice, Wanted):
                self._fetching.begin(notice)
            else:
                self._untold.append(notice)
        del self._untold[:-_REMEMBERED]

    def _note(self, notices: Sequence[Notice]) -> None:
        """Keep what everybody hears for whoever listens later."""
        self.heard += notices
        del self.heard[:-_REMEMBERED]

    def _tell(self, notices: Sequence[Notice]) -> None:
        self.notices += notices
        self.failed += [each for each in notices if isinstance(each, Failed)]
        del self.notices[:-_REMEMBERED], self.failed[:-_REMEMBERED]
        for hear in self._hearers if notices else ():
            hear(notices)


def _without_prints(hear: Hear, notices: Sequence[Notice]) -> None:
    hear([each for each in notices if not isinstance(each, Printed)])
