"""Makes what has to be made, and says why each node ran.

A node whose key and files are as they were is not run. One that ran and gave the same bytes as
before changes no key above it, so what depends on it is not run either.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol

import msgspec

from tts_tool.build.cache import Cache, Trace
from tts_tool.build.crew import Amended, Crew, Result, Task, cores
from tts_tool.build.facts import Facts
from tts_tool.build.graph import Graph, Node, Output, Queue
from tts_tool.build.problems import BuildError, Problem
from tts_tool.build.stamps import Stamps, fingerprint
from tts_tool.errors import Unavailable, UserError

if TYPE_CHECKING:
    from tts_tool.build.hand import Hand

__all__ = [
    "BuildMemory",
    "BuildReport",
    "Overtaken",
    "Run",
    "Silent",
    "Watcher",
    "make_all",
    "never",
]


class Run(NamedTuple):
    """A node that ran, why, and for how long."""

    node: str
    why: str
    seconds: float


class BuildReport(NamedTuple):
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


class Overtaken(Exception):
    """What was to be made is wanted no more: something newer is."""


def never() -> bool:
    """Let nothing overtake what is made."""
    return False


class Silent:
    """Nobody watches."""

    def began(self, total: int) -> None:
        """Say nothing."""

    def done(self, node: str) -> None:
        """Say nothing."""


_UNKNOWN: Final = "written while it was read"
"""Stands for the digest of what nobody knows to be what was read."""


class BuildMemory(NamedTuple):
    """What a build starts with: the cache, the digest of the tool, and what the last one knew."""

    cache: Cache
    tool: str
    stamps: Stamps
    facts: Mapping[str, Facts] = {}


def make_all(  # noqa: PLR0913 - who is there meanwhile is said by name
    graph: Graph,
    memory: BuildMemory,
    *,
    jobs: int | None = None,
    watcher: Watcher | None = None,
    ahead: Sequence[Hand] = (),
    overtaken: Callable[[], bool] = never,
) -> BuildReport:
    """Make every node of a graph; all that is wrong comes out in one BuildError."""
    building = _Building(graph, memory, watcher or Silent(), overtaken)
    with Crew(memory.cache, jobs or cores(), ahead) as crew:
        building.run(crew)
    if building.problems:
        raise BuildError(each for node in graph for each in building.problems.get(node.name, ()))
    return building.report()


class _Building:
    """One pass through a graph."""

    def __init__(
        self, graph: Graph, memory: BuildMemory, watcher: Watcher, overtaken: Callable[[], bool]
    ) -> None:
        self.graph = graph
        self.overtaken = overtaken
        self.memory = memory
        self.watcher = watcher
        self.queue = Queue(graph)
        self.traces: dict[str, Trace] = {}
        self.outputs: dict[str, Output] = {}
        self.facts: dict[str, Facts] = {}
        self.seconds: dict[str, float] = {}
        self.problems: dict[str, tuple[Problem, ...]] = {}

    def run(self, crew: Crew) -> None:
        """Go through the graph; what fails stops only what needs it, but a full disk all."""
        self.watcher.began(len(self.graph))
        while True:
            while ready := self.queue.ready():
                for name in ready:  # whoever draws begins while the others are looked at
                    if (task := self._lacking(name)) is not None:
                        crew.take(task)
            if not crew.busy:
                return
            if self.overtaken():
                raise Overtaken
            for task, outcome in crew.results(self.overtaken):
                if isinstance(outcome, Unavailable):
                    raise outcome
                if isinstance(outcome, UserError):
                    self.problems[task.node.name] = _problems(outcome, task.node)
                else:
                    self._made(task, outcome)

    def report(self) -> BuildReport:
        """Say what was made, in the order of the graph."""
        ran = tuple(
            Run(node.name, self._why(node.name), self.seconds[node.name])
            for node in self.graph
            if node.name in self.seconds
        )
        said = dict.fromkeys(note for node in self.graph for note in self.traces[node.name].notes)
        return BuildReport(self.outputs, ran, tuple(said), self.facts)

    def _lacking(self, name: str) -> Task | None:
        """Take what the cache has; else say what is to be done."""
        node = self.graph.nodes[name]
        needed = {each: self.outputs[each] for each in node.needs}
        digests = {each: output.digest for each, output in needed.items()}
        facts = Facts(self.memory.tool, node.function, node.given_digest, digests)
        before = self.memory.facts.get(name)
        if before is not None and before.trace and self._is_same(facts, before):
            self._known(node, before, before.trace)  # as in the last build: most are
            return None
        key = fingerprint(msgspec.msgpack.encode(facts), node.suffix.encode())
        trace = self.memory.cache.find(key, self.memory.stamps, node.roots)
        if trace is None:
            self.facts[name] = facts
            return Task(node, key, needed, self._amended(node, facts, before))
        self._known(node, msgspec.structs.replace(facts, trace=trace), trace)
        return None

    def _is_same(self, facts: Facts, before: Facts) -> bool:
        """Tell whether the last build had this node made of the same, and what it gave is here."""
        return before.made_of == facts.made_of and self._holds(before.trace)

    def _holds(self, trace: Trace | None) -> bool:
        return trace is not None and self.memory.cache.holds(trace, self.memory.stamps)

    def _amended(self, node: Node, now: Facts, before: Facts | None) -> Amended | None:
        """Give what the last build had of a node, if that can be put right where needs differ."""
        if node.amend is None or before is None or before.trace is None:
            return None
        if (*before.made_of[:-1], [*before.needs]) != (*now.made_of[:-1], [*now.needs]):
            return None
        if not self._holds(before.trace):
            return None
        differing = frozenset(_differing(before.needs, now.needs))
        return Amended(self.memory.cache.output(before.trace), differing)

    def _made(self, task: Task, result: Result) -> None:
        stamps = self.memory.stamps
        stamps.look_again(result.files)
        # What was written meanwhile may have been read before or after: next time it is made anew.
        meanwhile = {file for file in result.files if _written_since(file, result.began)}
        digests = {
            file: _UNKNOWN if file in meanwhile else stamps.digest(file) or ""
            for file in result.files
        }
        trace = msgspec.structs.replace(result.trace, files=digests)
        if not meanwhile:
            self.memory.cache.record(task.key, trace, task.node.roots)
        self.seconds[task.node.name] = result.seconds
        facts = msgspec.structs.replace(self.facts[task.node.name], trace=trace)
        self._known(task.node, facts, trace)

    def _known(self, node: Node, facts: Facts, trace: Trace) -> None:
        self.facts[node.name] = facts
        self.traces[node.name] = trace
        self.outputs[node.name] = self.memory.cache.output(trace)
        self.watcher.done(node.name)
        self.queue.done(node.name)

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


def _problems(error: UserError, node: Node) -> tuple[Problem, ...]:
    """Say for which record something could not be made, where the error itself does not."""
    if isinstance(error, BuildError):
        return error.problems
    place = node.where()
    if error.where is None:
        error.where = place or node.name
    return (Problem(error, "" if place in error.where else place),)
