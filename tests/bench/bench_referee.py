"""How long a table waits for its referee: from the report leaving it to what it is told, all of it.

Real sockets, the real bridge, a journal on disk; the table is one on paper, so no frame of rest is
in it. Beside it, in turns in the same run, a bare echo over loopback with as many bytes each way,
and the disk alone: every answer is on it before anybody hears of it.
Run it: `python -m tests.bench.bench_referee`; `--answers 10000` also says how memory grows.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import resource
import statistics
import tempfile
import time
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from tests.bench.forced import disk
from tests.old_world.referee_table import COLOURS, OBSERVED
from tests.old_world.table import catalogue
from tests.referee.table.paper import Paper
from tests.referee.table.test_host import tried
from tts_tool.journal import Journal
from tts_tool.kernel.decisions import Roll
from tts_tool.referee.session import Session
from tts_tool.referee.table.host import Host
from tts_tool.rulesets.old_world import RULESET
from tts_tool.sync.wire import Wire
from tts_tool.web.bridge import Bridge

ANSWERS = 600
MILLISECONDS = 1_000


class Game:
    """The game's side of the sockets: hears one message over each connection."""

    def __init__(self) -> None:
        self._heard: asyncio.Queue[bytes] = asyncio.Queue()

    async def take(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Hear a message."""
        self._heard.put_nowait(await reader.read())
        writer.close()

    async def asked(self, port: int, raw: bytes) -> tuple[float, float, bytes]:
        """Say something over a connection of its own; give how long the answer took, and it.

        How long of a processor comes second: that hangs less on what else the machine does.
        """
        start, worked = time.perf_counter(), time.process_time()
        _, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(raw)
        writer.close()
        await writer.wait_closed()
        answer = await self._heard.get()
        return time.perf_counter() - start, time.process_time() - worked, answer


async def echoing(size: list[int], game_port: int) -> asyncio.Server:
    """Answer whatever comes with as many bytes as are wanted, over a connection of its own."""

    async def echo(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read()
        writer.close()
        _, back = await asyncio.open_connection("127.0.0.1", game_port)
        back.write(bytes(size[0]))
        back.close()

    return await asyncio.start_server(echo, "127.0.0.1", 0)


def report(bridge: Bridge, body: Any) -> bytes:  # noqa: ANN401  # any report
    """Write a report as the game sends it."""
    text = msgspec.json.encode(body).decode()
    message = {"kind": "report", "secret": bridge.secret, "body": text}
    return json.dumps({"messageID": 4, "customMessage": message}, indent=2).encode()


async def measured(answers: int, seats: int, folder: Path) -> dict[str, list[float]]:
    """Play random games until so many answers were given; time each, and an echo beside it."""
    game, chance, size = Game(), Random(1), [0]
    listening = await asyncio.start_server(game.take, "127.0.0.1", 0)
    game_port = listening.sockets[0].getsockname()[1]
    echo = await echoing(size, game_port)
    names = ("referee", "echo", "disk", "referee cpu", "echo cpu", "told bytes")
    found: dict[str, list[float]] = {name: [] for name in names}
    with Journal(folder / "games") as journal, disk(folder) as force:
        while len(found["referee"]) < answers:
            session = Session.new(
                RULESET, catalogue(), seats=seats, observed=OBSERVED, journal=journal
            )
            host = Host(session, {seat: COLOURS[seat] for seat in session.seats})
            async with Wire(game_port, 0) as wire, Bridge(host, wire) as bridge:
                paper = Paper(session.state, chance)
                waiting: list[Any] = [paper.hello()]
                while not session.over and len(found["referee"]) < answers:
                    if not waiting:
                        way = tried(paper, chance)
                        assert way is not None
                        dice = ((1, 3),) if isinstance(way[1], Roll) else ()
                        waiting.append(paper.gesture(*way, dice))
                    raw = report(bridge, waiting.pop(0))
                    took, worked, told = await game.asked(wire.editor_port, raw)
                    size[0] = len(told)
                    bare, idled, _ = await game.asked(echo.sockets[0].getsockname()[1], raw)
                    found["referee"].append(took * MILLISECONDS)
                    found["echo"].append(bare * MILLISECONDS)
                    found["disk"].append(force() * MILLISECONDS)
                    found["referee cpu"].append(worked * MILLISECONDS)
                    found["echo cpu"].append(idled * MILLISECONDS)
                    found["told bytes"].append(len(told))
                    paper.perform(host.told)
                    waiting += [*paper.fell, *paper.failed]
                    paper.fell, paper.failed = [], []
            session.close()
    echo.close()
    listening.close()
    return found


def main() -> None:
    """Print the percentiles."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--answers", type=int, default=ANSWERS)
    parser.add_argument("--seats", type=int, default=2)
    said = parser.parse_args()
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    with tempfile.TemporaryDirectory() as folder:
        found = asyncio.run(measured(said.answers, said.seats, Path(folder)))
    for name, values in found.items():
        cuts = statistics.quantiles(values, n=100)
        print(f"{name:<12} p50 {cuts[49]:9.2f}  p95 {cuts[94]:9.2f}  p99 {cuts[98]:9.2f}")
    ratio = statistics.median(found["referee"]) / statistics.median(found["echo"])
    print(f"p50 referee : echo {ratio:.1f}")
    more = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024
    print(f"memory: {more:.0f} MB more after {said.answers} reports")


if __name__ == "__main__":
    main()
