"""How long somebody at a table waits: from the report leaving its Lua to the verdict done there.

The real script of Old World, real sockets, the real bridge, a journal on disk; bots as hands.
Frames in which things come to rest are counted apart, and so are those that acts take. Beside it
a bare echo over loopback, the disk alone, and how long the referee's processor works, on which
other work of the machine has less effect. Run it: `python -m tests.bench.bench_hands`.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import statistics
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from tests.bench.forced import disk
from tests.bench.memory import resident
from tests.build.set_up import made
from tests.old_world.real_table import COLOURS
from tests.old_world.referee_table import OBSERVED
from tests.old_world.table import catalogue
from tts_tool.garbage import seldom_swept
from tts_tool.journal import Journal
from tts_tool.playtest.bots import RandomBot
from tts_tool.playtest.hands import Hands
from tts_tool.playtest.refereed import Built, Refereed
from tts_tool.referee.session import Session
from tts_tool.referee.table.host import Host
from tts_tool.rulesets.old_world import RULESET
from tts_tool.table.notices import ExternalNotice, Notice

ANSWERS = 150
MILLISECONDS = 1_000
OF_HANDS = {"gestured", "said"}
NAMES = ("report to verdict", "cpu of referee", "echo", "disk", "frames of rest", "frames of acts")
EVERY = 1_000
"""After so many answers memory is looked at."""
BYTES = 4_000
"""So many a referee says, about."""


class Watch:
    """Looks at the clock when a report leaves the table, and when what is told has been heard."""

    def __init__(self, top: Refereed) -> None:
        self.top = top
        self.found: dict[str, list[float]] = {name: [] for name in NAMES}
        self.done_at = self.heard_at = 0
        self._left: tuple[float, float] | None = None
        top.table.listen(self._leaves)
        arrived = top.table.arrived

        def hear() -> None:
            if self._left is not None:
                begun, worked = self._left
                self.found["report to verdict"].append((time.perf_counter() - begun) * MILLISECONDS)
                self.found["cpu of referee"].append((time.process_time() - worked) * MILLISECONDS)
                self._left = None
                self.heard_at = top.table.frame
            if arrived is not None:
                arrived()

        top.table.arrived = hear

    def _leaves(self, notices: Sequence[Notice]) -> None:
        for each in notices:
            kind = each.message.get("kind") if isinstance(each, ExternalNotice) else ""
            if kind in OF_HANDS:
                self.found["frames of rest"].append(self.top.table.frame - self.done_at)
                self._left = time.perf_counter(), time.process_time()
            elif kind == "did":
                self.found["frames of acts"].append(self.top.table.frame - self.heard_at)


async def echoed(port: int) -> float:
    """Ask an echo over a connection of its own; give how long it took."""
    begun = time.perf_counter()
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(bytes(BYTES))
    writer.write_eof()
    await reader.read()
    writer.close()
    return (time.perf_counter() - begun) * MILLISECONDS


async def echo(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Say what was said."""
    writer.write(await reader.read())
    writer.close()


async def measured(answers: int, seats: int, folder: Path) -> dict[str, list[float]]:
    """Play so many answers, each by hand."""
    echoes = await asyncio.start_server(echo, "127.0.0.1", 0)
    port = echoes.sockets[0].getsockname()[1]
    with Journal(folder / "games") as journal, disk(folder) as force:
        session = Session.new(
            RULESET, catalogue(), seats=seats, seed="1", observed=OBSERVED, journal=journal
        )
        colours = {seat: COLOURS[seat] for seat in session.seats}
        host = Host(session, colours, digest=made().values["digest"])
        bot = RandomBot("1")
        async with Refereed(Built.of(made().save, made().values), host) as top:
            await top.settle()
            watch = Watch(top)
            for number in range(answers):
                if number % EVERY == 0:
                    print_memory(number)
                watch.done_at = top.table.frame
                rolls = list(host.chance.for_hands())
                if rolls:
                    await Hands(top, host.chance.rollers(rolls[0])[0]).roll(rolls[0])
                elif session.over:
                    session.go_back(session.seats[0], 0)
                    await top.cut()
                    await top.mend()
                    await top.settle()
                else:
                    asked = next(each for each in session.open("*") if each.seat)
                    await Hands(top, asked.seat).answer(asked, bot.answer(asked))
                watch.found["echo"].append(await echoed(port))
                watch.found["disk"].append(force() * MILLISECONDS)
            print_memory(answers)
        session.close()
    echoes.close()
    return watch.found


def print_memory(answers: int) -> None:
    """Say how much memory the referee holds now, measurements included, and how much the table."""
    own, table = (held / 1e6 for held in resident(os.getpid()))
    print(
        f"memory after {answers:>6} answers: referee {own:.0f} MB, table {table:.0f} MB", flush=True
    )


def main() -> None:
    """Print the percentiles."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--answers", type=int, default=ANSWERS)
    parser.add_argument("--seats", type=int, default=2)
    said = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, seldom_swept():  # as every command is
        found = asyncio.run(measured(said.answers, said.seats, Path(folder)))
    for name, values in found.items():
        if values:
            cuts = statistics.quantiles(values, n=100)
            print(f"{name:<18} p50 {cuts[49]:9.2f}  p95 {cuts[94]:9.2f}  p99 {cuts[98]:9.2f}")
    middle = {name: statistics.median(values) for name, values in found.items()}
    bare = middle["echo"] + middle["disk"]
    print(f"p50 report to verdict : echo and disk {middle['report to verdict'] / bare:.1f}")


if __name__ == "__main__":
    main()
