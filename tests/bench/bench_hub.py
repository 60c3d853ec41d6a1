"""What the hub costs: a question to the game through it, beside the same one without, and an echo.

A game that answers at once plays in another process, and so does the hub. Asked in turns are: a
bare echo over loopback, each time over a connection of its own, as the game's messages are; the
game, by owning its port; the game, through the hub. What the hub adds is the difference of the last
two, taken in pairs, so that a busy moment of the machine hits both. What all of them but the game
are at work for a question stands beside it: that no other program slows.

Run it as `python tests/bench/bench_hub.py [--rounds 400] [--bytes 1000 100000]`.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, Final, NamedTuple

REPO: Final = Path(__file__).parents[2]
sys.path.insert(0, str(REPO))

# ruff: noqa: E402 - run as a script, it finds the tests by the line above
from tests.ports import free_port
from tts_tool.documents import read_document
from tts_tool.sync.hub import Ports, attached
from tts_tool.sync.messages import compact
from tts_tool.sync.sender import HOST, deliver
from tts_tool.sync.wire import Wire

ANSWER: Final = '{"ok":true,"value":1}'


class Doors(NamedTuple):
    """Where all listen: an echo; a game and whom it answers, without a hub and with one."""

    echo: int
    game: int
    editor: int
    hub_game: int
    hub_editor: int


async def play(doors: Doors) -> None:
    """Be the echo, and both games."""

    async def echo(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(await reader.read(-1))
        await writer.drain()
        writer.close()

    def answers(editor: int) -> Callable[..., Awaitable[None]]:
        async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            asked = read_document(await reader.read(-1))
            writer.close()
            told = {"messageID": 5, "returnID": asked.get("returnID"), "returnValue": ANSWER}
            await deliver(HOST, editor, compact(told))

        return answer

    await asyncio.start_server(echo, HOST, doors.echo)
    await asyncio.start_server(answers(doors.editor), HOST, doors.game)
    await asyncio.start_server(answers(doors.hub_editor), HOST, doors.hub_game)
    print("they listen", flush=True)
    await asyncio.Event().wait()


async def echoed(port: int, data: bytes) -> None:
    """Ask the echo once."""
    reader, writer = await asyncio.open_connection(HOST, port)
    writer.write(data)
    writer.write_eof()
    assert len(await reader.read(-1)) == len(data)
    writer.close()


class Timed(NamedTuple):
    """How long it took each time, by the clock, and how long this process was at work for all."""

    took: list[float]
    work: list[float]


async def timed(work: Callable[[], Awaitable[Any]], found: Timed) -> None:
    """Note how long something takes, in milliseconds."""
    began, worked = time.perf_counter(), time.process_time()
    await work()
    found.took.append((time.perf_counter() - began) * 1000)
    found.work.append((time.process_time() - worked) * 1000)


async def measured(doors: Doors, rounds: int, size: int) -> dict[str, Timed]:
    """Ask in turns."""
    found = {name: Timed([], []) for name in ("echo", "game", "hub")}
    text = f"return 1 --{'x' * size}"
    data = text.encode()
    ports = Ports(doors.hub_game, doors.hub_editor)
    async with Wire(doors.game, doors.editor) as wire, attached(ports, "a bench") as line:
        ways: dict[str, Callable[[], Awaitable[Any]]] = {
            "echo": lambda: echoed(doors.echo, data),
            "game": lambda: wire.execute(text),
            "hub": lambda: line.execute(text),
        }
        for work in ways.values():
            for _ in range(20):
                await work()
        for _ in range(rounds):
            for name, work in ways.items():
                await timed(work, found[name])
    return found


def at(percent: float, found: list[float]) -> float:
    """Give a percentile."""
    return sorted(found)[round((len(found) - 1) * percent)]


def busy(process: int) -> float:
    """Say how long a process was at work so far, in milliseconds; 0 where that is not told."""
    stat = Path(f"/proc/{process}/stat")
    if not stat.is_file():
        return 0.0
    used = stat.read_text().rpartition(")")[2].split()[11:13]
    return sum(map(int, used)) * 1000 / os.sysconf("SC_CLK_TCK")


def begun(*words: str) -> subprocess.Popen[str]:
    """Start one of the others, and wait until it listens."""
    process = subprocess.Popen(
        (sys.executable, *words), cwd=REPO, stdout=subprocess.PIPE, encoding="utf-8"
    )
    assert process.stdout is not None
    process.stdout.readline()
    return process


def main() -> None:
    """Measure, and print a line for each way."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=400)
    parser.add_argument("--bytes", type=int, nargs="+", default=[1_000, 100_000])
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--play", help=argparse.SUPPRESS)
    told = parser.parse_args()
    if told.play:
        asyncio.run(play(Doors(*json.loads(told.play))))
        return
    doors = Doors(*(free_port() for _ in Doors._fields))
    with tempfile.TemporaryDirectory() as home:
        for name in ("HOME", "XDG_DATA_HOME", "LOCALAPPDATA"):
            os.environ[name] = home
        others = [begun(__file__, "--play", json.dumps(doors))]
        ports = f"--game={HOST}:{doors.hub_game}", f"--editor-port={doors.hub_editor}"
        others.append(begun("-m", "tts_tool", "hub", *ports))
        try:
            for size in told.bytes:
                before = busy(others[1].pid)
                found = asyncio.run(measured(doors, told.rounds, size))
                work = (busy(others[1].pid) - before) / (told.rounds + 20)
                tell(size, found, work, as_json=told.json)
        finally:
            for other in others:
                other.terminate()
                other.wait()


def tell(size: int, found: dict[str, Timed], work: float, *, as_json: bool) -> None:
    """Print what was found for one size; the hub was at `work` for each question."""
    took = {name: some.took for name, some in found.items()}
    took["added"] = [hub - game for hub, game in zip(took["hub"], took["game"], strict=True)]
    works = {name: statistics.fmean(some.work) for name, some in found.items()}
    works["hub"] += work
    works["added"] = works["hub"] - works["game"]
    figures = {name: (at(0.5, some), at(0.95, some), works[name]) for name, some in took.items()}
    if as_json:
        print(json.dumps({"bytes": size, **figures}))
        return
    print(f"{size:,} bytes each")
    words = {"echo": "a bare echo", "game": "the game, its port our own",
             "hub": "the game, through the hub", "added": "what the hub adds"}  # fmt: skip
    for name, (middle, most, some) in figures.items():
        row = f"p50 {middle:6.2f} ms, p95 {most:6.2f} ms; at work {some:5.2f} ms"
        print(f"  {words[name]:28} {row}")
    print(f"  through the hub : a bare echo {at(0.5, took['hub']) / at(0.5, took['echo']):6.1f}")


if __name__ == "__main__":
    main()
