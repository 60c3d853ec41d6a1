"""What is made from what: nodes, each a pure function of what it is given and of other nodes.

    Node("face/action.block/en", inked, given=drawing, needs=("sketch/action.block/en",))

A node's key is a digest of the tool, its function's name, what it is given and the contents of
what it needs. Which files a template includes is known only after it was rendered: a node says
so in `Made.files`, and next time the contents of those files are compared, too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextvars import ContextVar
from functools import cached_property
from pathlib import Path
from types import FunctionType, MethodType
from typing import Any, Final, NamedTuple

import msgspec

from tts_tool.build.stamps import digest_of, fingerprint

__all__ = [
    "Amend",
    "Damaged",
    "Given",
    "Graph",
    "GraphError",
    "Hazardous",
    "Later",
    "Made",
    "Make",
    "Node",
    "Output",
    "Queue",
    "elsewhere",
    "nowhere",
]


class GraphError(ValueError):
    """The plan itself is wrong: a mistake of ours, never of a person's files."""


class Damaged(Exception):
    """A content in the cache is gone, or is not what was kept under its digest."""


class Hazardous(Exception):
    """What may take for ever, or end its process: it is to be made in another one."""


elsewhere: Final[ContextVar[bool]] = ContextVar("elsewhere", default=False)
"""Whether nodes are made in a process of their own, which may end over one."""


class Made(NamedTuple):
    """What a node gives: its bytes, the files that it read, and what a person should know.

    A file that was looked for in vain counts as read: it matters when it appears.
    """

    data: bytes
    files: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


class Output(NamedTuple):
    """What a node gave, kept in the cache; names differ exactly if the contents do."""

    digest: str
    suffix: str
    file: str | Path

    @property
    def path(self) -> Path:
        """Where the content lies."""
        return Path(self.file)

    @property
    def name(self) -> str:
        """The file name that contains the content's digest."""
        return f"{self.digest}{self.suffix}"

    def data(self) -> bytes:
        """Read the content; other bytes than were kept are never given."""
        try:
            data = self.path.read_bytes()
        except OSError:
            data = b""
        if digest_of(data) != self.digest:
            raise Damaged(str(self.path))
        return data


Given = Mapping[str, Output]
Make = Callable[[Any, Given], Made]
Amend = Callable[[Any, Given, bytes], bytes]


def nowhere() -> str:
    """Stand in for the place of what is written in no file."""
    return ""


class Node(NamedTuple):
    """Something to be made.

    `make(given, needed)` is a function of a module: nodes are made in other processes, unless they
    say `here`. `given` is plain data; parts of it that are not have a `digest`. `where` finds the
    record's `file:line`, for errors: lines move without anything changing, so it is no input.
    `amend(given, changed, before)` gives the bytes that `make` would give, from those that it gave
    when only what is `changed` of its needs was otherwise: for a node that needs hundreds.
    """

    name: str
    make: Make
    given: Any = None
    needs: tuple[str, ...] = ()
    suffix: str = ""
    where: Callable[[], str] = nowhere
    here: bool = False
    amend: Amend | None = None

    @property
    def function(self) -> str:
        """The name of what makes it."""
        return _named(self.make)

    @property
    def roots(self) -> tuple[str, ...]:
        """The folders of what it is given, if it does not matter where they lie."""
        return getattr(self.given, "roots", ())

    @property
    def given_digest(self) -> str:
        """Digest what it is given."""
        own = getattr(self.given, "digest", None)
        return own if isinstance(own, str) else fingerprint(_ENCODER.encode(self.given))


class Later:
    """Plain data that is worked out when it is asked for: when somebody draws already."""

    def __init__(self, work: Callable[[], object]) -> None:
        self._work = work

    @cached_property
    def value(self) -> Any:  # noqa: ANN401 - whatever a node is given
        """Give the data."""
        return self._work()

    @cached_property
    def digest(self) -> str:
        """Digest it, as if it had been given at once."""
        return fingerprint(_ENCODER.encode(self.value))


class Graph:
    """Nodes by name, each after what it needs."""

    def __init__(self, nodes: Iterable[Node]) -> None:
        self.nodes: dict[str, Node] = {}
        for node in nodes:
            if self.nodes.setdefault(node.name, node) is not node:
                raise GraphError(f"two nodes are called {node.name}")
        for node in self.nodes.values():
            for name in node.needs:
                if name not in self.nodes:
                    raise GraphError(f"{node.name} needs {name}, which nobody makes")
        queue = Queue(self)
        while ready := queue.ready():
            for name in ready:
                queue.done(name)
        if queue.waiting:
            raise GraphError(f"these need each other: {', '.join(queue.waiting)}")

    @classmethod
    def _part(cls, nodes: dict[str, Node]) -> Graph:
        """Take a part of a graph, which is one itself."""
        graph = cls(())
        graph.nodes = nodes
        return graph

    def __len__(self) -> int:
        return len(self.nodes)

    def __iter__(self) -> Iterator[Node]:
        return iter(self.nodes.values())

    def below(self, names: Iterable[str]) -> Graph:
        """Give the part of the graph that these nodes need, themselves included."""
        wanted: dict[str, None] = {}
        waiting = list(names)
        while waiting:
            name = waiting.pop()
            if name not in wanted:
                wanted[name] = None
                waiting += self.nodes[name].needs
        return self._part({name: node for name, node in self.nodes.items() if name in wanted})


class Queue:
    """Says which nodes of a graph can be made, as more and more of them are there."""

    def __init__(self, graph: Graph) -> None:
        self.waiting: dict[str, int] = {}
        self._feeds: dict[str, list[str]] = {}
        self._ready: list[str] = []
        for node in graph:
            needs = dict.fromkeys(node.needs)
            for name in needs:
                self._feeds.setdefault(name, []).append(node.name)
            if needs:
                self.waiting[node.name] = len(needs)
            else:
                self._ready.append(node.name)

    def ready(self) -> list[str]:
        """Name what can be made by now and was not named before."""
        ready, self._ready = self._ready, []
        return ready

    def done(self, name: str) -> None:
        """Note that a node is there."""
        for fed in self._feeds.get(name, ()):
            self.waiting[fed] -= 1
            if not self.waiting[fed]:
                del self.waiting[fed]
                self._ready.append(fed)


def _named(function: Callable[..., object]) -> str:
    """Let a function stand for itself by its name: what it does is part of the tool."""
    return f"{function.__module__}.{function.__qualname__}"


def _plain(value: object) -> object:
    """Let what is not data stand for itself by its digest."""
    if isinstance(value, Path):
        return value.as_posix()
    if isinstance(value, FunctionType | MethodType):
        return _named(value)
    digest = getattr(value, "digest", None)
    if not isinstance(digest, str):
        raise GraphError(f"{type(value).__name__} is no plain data and has no digest")
    return {"digest": digest}


_ENCODER: Final = msgspec.json.Encoder(order="deterministic", enc_hook=_plain)
