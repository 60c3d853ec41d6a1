"""Makes what has to be made, and says why each node ran.

A node whose key and files are as they were is not run. One that ran and gave the same bytes as
before changes no key above it, so what depends on it is not run either.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import NamedTuple, Protocol

import msgspec

from tts_tool.build.cache import Cache, Trace
from tts_tool.build.crew import Crew, Result, Task, cores
from tts_tool.build.facts import Facts
from tts_tool.build.graph import Graph, Node, Output
from tts_tool.build.stamps import Stamps, fingerprint
from tts_tool.errors import BadInput, UserError

__all__ = ["BuildError", "Memory", "Report", "Run", "Silent", "Watcher", "make_all"]


class BuildError(BadInput):
    """What could not be made, with everything that is wrong in all of it."""

    def __init__(self, problems: Iterable[UserError]) -> None:
        first, *others = self.problems = tuple(problems)
        more = f" (and {len(others)} more)" if others else ""
        super().__init__(f"{first.what}{more}", where=first.where, fix=first.fix)

    @property
    def report(self) -> str:
        """A line for each problem, once: several pictures may fail for the same reason."""
        lines = (f"{each}{f' ({each.fix})' if each.fix else ''}" for each in self.problems)
        return "\n".join(dict.fromkeys(lines))


class Run(NamedTuple):
    """A node that ran, why, and for how long."""

    node: str
    why: str
    seconds: float


class Report(NamedTuple):
    """What a build made: all outputs, which nodes ran for them, and what to know next time."""

    outputs: dict[str, Output]
    ran: tuple[Run, ...]
    notes: tuple[str, ...]
    facts: dict[str, Facts]


class Watcher(Protocol):
    """Whoever wants to see how far it is."""

    def began(self, total: int) -> None:
        """So many nodes are there."""

    def done(self, node: str) -> None:
        """A node is there, made now or before."""


class Silent:
    """Nobody watches."""

    def began(self, total: int) -> None:
        """Say nothing."""

    def done(self, node: str) -> None:
        """Say nothing."""


class Memory(NamedTuple):
    """What a build starts with: the cache, the digest of the tool, and what the last one knew."""

    cache: Cache
    tool: str
    stamps: Stamps
    facts: Mapping[str, Facts] = {}


def make_all(
    graph: Graph, memory: Memory, *, jobs: int | None = None, watcher: Watcher | None = None
) -> Report:
    """Make every node of a graph; all that is wrong comes out in one BuildError."""
    building = _Building(graph, memory, watcher or Silent())
    with Crew(memory.cache, jobs or cores()) as crew:
        building.run(crew)
    if building.problems:
        raise BuildError(building.problems)
    return building.report()


class _Building:
    """One pass through a graph."""

    def __init__(self, graph: Graph, memory: Memory, watcher: Watcher) -> None:
        self.graph = graph
        self.memory = memory
        self.watcher = watcher
        self.sorter = graph.sorter()
        self.traces: dict[str, Trace] = {}
        self.outputs: dict[str, Output] = {}
        self.facts: dict[str, Facts] = {}
        self.seconds: dict[str, float] = {}
        self.problems: list[UserError] = []

    def run(self, crew: Crew) -> None:
        """Go through the graph; what fails stops only what needs it."""
        self.watcher.began(len(self.graph))
        while True:
            while ready := self.sorter.get_ready():
                crew.take([task for name in ready if (task := self._lacking(name)) is not None])
            if not crew.busy:
                return
            for task, outcome in crew.results():
                if isinstance(outcome, UserError):
                    self.problems.append(_placed(outcome, task.node))
                else:
                    self._made(task, outcome)

    def report(self) -> Report:
        """Say what was made, in the order of the graph."""
        ran = tuple(
            Run(node.name, self._why(node.name), self.seconds[node.name])
            for node in self.graph
            if node.name in self.seconds
        )
        said = dict.fromkeys(note for node in self.graph for note in self.traces[node.name].notes)
        return Report(self.outputs, ran, tuple(said), self.facts)

    def _lacking(self, name: str) -> Task | None:
        """Take what the cache has; else say what is to be done."""
        node = self.graph.nodes[name]
        needed = {each: self.outputs[each] for each in node.needs}
        digests = {each: output.digest for each, output in needed.items()}
        facts = Facts(self.memory.tool, node.function, node.given_digest, digests)
        self.facts[name] = facts
        key = fingerprint(msgspec.msgpack.encode(facts), node.suffix.encode())
        trace = self.memory.cache.find(key, self.memory.stamps)
        if trace is None:
            return Task(node, key, needed)
        self._known(node, trace)
        return None

    def _made(self, task: Task, result: Result) -> None:
        stamps = self.memory.stamps
        stamps.look_again(result.files)
        digests = {file: stamps.digest(Path(file)) or "" for file in result.files}
        trace = msgspec.structs.replace(result.trace, files=digests)
        if not any(_written_since(file, result.began) for file in result.files):
            self.memory.cache.record(task.key, trace)
        self.seconds[task.node.name] = result.seconds
        self._known(task.node, trace)

    def _known(self, node: Node, trace: Trace) -> None:
        self.traces[node.name] = trace
        self.outputs[node.name] = self.memory.cache.output(trace)
        self.facts[node.name] = msgspec.structs.replace(self.facts[node.name], files=trace.files)
        self.watcher.done(node.name)
        self.sorter.done(node.name)

    def _why(self, name: str) -> str:
        before, now = self.memory.facts.get(name), self.facts[name]
        if before is None:
            return "new"
        reasons = [
            *(["tts-tool changed"] if (before.tool, before.function) != _maker(now) else []),
            *(["what it is given changed"] if before.given != now.given else []),
            *(f"{each} changed" for each in _differing(before.needs, now.needs)),
            *(f"{each} changed" for each in _differing(before.files, now.files)),
        ]
        return ", ".join(reasons) or "not in the cache"


def _maker(facts: Facts) -> tuple[str, str]:
    return facts.tool, facts.function


def _differing(before: Mapping[str, str], now: Mapping[str, str]) -> list[str]:
    names = dict.fromkeys((*before, *now))
    return [name for name in names if before.get(name) != now.get(name)]


def _written_since(file: str, moment: int) -> bool:
    """Tell whether a file may have changed after it was read: then it is read again next time."""
    try:
        return os.stat(file).st_mtime_ns >= moment  # noqa: PTH116 - for each file of each node
    except OSError:
        return False


def _placed(error: UserError, node: Node) -> UserError:
    """Say for which record something could not be made, where the error itself does not."""
    if error.where is None:
        error.where = node.where or node.name
    elif node.where and node.where not in error.where:
        error.what = f"{error.what}, for {node.where}"
    return error
