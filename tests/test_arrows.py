"""Rooms import each other only along the arrows of the architecture, and never in a circle."""

import ast
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from graphlib import CycleError, TopologicalSorter

import pytest

from tests.source_tree import Import, Module, imports_of, modules, room_of

# `a: {b, c}` is the arrow a <- {b, c}: b and c may import a, and whatever a may.
ARROWS: Mapping[str, frozenset[str]] = {
    "kernel": frozenset({"rulesets", "catalog", "journal", "referee", "texts", "game"}),
    "texts": frozenset({"catalog", "journal", "referee", "build", "proof"}),
    "catalog": frozenset({"rulesets", "build", "referee", "game"}),
    "game": frozenset({"rulesets"}),
    "journal": frozenset({"referee"}),
    "referee": frozenset({"web", "playtest"}),
    "saves": frozenset({"build", "table", "sync", "picture"}),
    "lua": frozenset({"build", "table", "sync"}),
    "picture": frozenset({"build", "table", "web"}),
    "build": frozenset({"sync"}),
    "sync": frozenset({"web"}),
    "web": frozenset({"playtest"}),
    "rulesets": frozenset({"playtest", "proof"}),
    "table": frozenset({"playtest", "proof"}),
}
ROOMS = frozenset(ARROWS).union(*ARROWS.values())

# What stands at the top of the package: the package itself (its version) and leaves.
LEAVES = frozenset(
    {
        "",
        "belongings",
        "cached",
        "chapters",
        "documents",
        "errors",
        "garbage",
        "here",
        "installed",
        "patience",
        "ports",
        "project",
        "resources",
    }
)
PURE = frozenset({"kernel", "rulesets"})
# Leaves that look at a disk, which what is pure must not.
ON_DISK = frozenset(
    {"belongings", "cached", "here", "installed", "patience", "project", "resources"}
)
# What a leaf stands on.
UNDER = {
    **dict.fromkeys(("documents", "patience", "ports", "resources"), frozenset({"errors"})),
    **dict.fromkeys(("cached", "project"), frozenset({"errors", "patience"})),
}
# `python -m tts_tool` is a door to the command line, like the installed command.
DOORS = frozenset({"__main__"})


@cache
def allowed(room: str) -> frozenset[str]:
    """Tell what a room may import: itself, leaves, and along the arrows."""
    if room in LEAVES:
        return UNDER.get(room, frozenset())
    if room == "cli" or room in DOORS:
        return ROOMS | LEAVES | {"cli"}
    below = [source for source, targets in ARROWS.items() if room in targets]
    reach = frozenset({room}).union(*(allowed(source) for source in below))
    return (reach - LEAVES) | (LEAVES - ON_DISK if room in PURE else LEAVES)


def own_imports(tree: Iterable[Module]) -> Iterator[Import]:
    """List the imports of our own modules only."""
    found = list(tree)
    known = frozenset(module.name for module in found)
    for module in found:
        for one in imports_of(module, known):
            if one.imported.partition(".")[0] == "tts_tool":
                yield one


def against_the_arrows(tree: Iterable[Module]) -> list[str]:
    """Report every import that no arrow allows, with its line."""
    return [
        f"{one.importer}:{one.line} imports {one.imported}"
        for one in own_imports(tree)
        if room_of(one.imported) not in allowed(room_of(one.importer))
    ]


def circle(tree: Iterable[Module]) -> list[str]:
    """Find modules that need each other to be imported, or return []."""
    graph: dict[str, set[str]] = {}
    for one in own_imports(tree):
        if one.eager and one.imported != "tts_tool":
            graph.setdefault(one.importer, set()).add(one.imported)
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


def source(name: str, text: str, *, is_package: bool = False) -> Module:
    """Make a module out of a few lines."""
    return Module(f"tts_tool.{name}", ast.parse(text), is_package)


def test_arrows() -> None:
    """No module imports a room that its own room may not know."""
    assert against_the_arrows(modules()) == []


def test_no_circles() -> None:
    """No module needs itself, by whatever way round, to be imported."""
    assert circle(modules()) == []


def test_every_room_is_on_the_plan() -> None:
    """A new folder needs a place in the architecture, and arrows, first."""
    assert {module.room for module in modules()} <= ROOMS | LEAVES | DOORS | {"cli"}


@pytest.mark.parametrize(
    ("room", "may", "may_not"),
    [
        ("kernel", {"errors"}, {"resources", "catalog", "rulesets", "journal", "cli"}),
        ("rulesets", {"kernel", "catalog"}, {"resources", "journal", "referee"}),
        ("catalog", {"kernel", "resources"}, {"rulesets", "journal", "referee"}),
        ("referee", {"kernel", "catalog", "journal"}, {"rulesets", "saves", "web"}),
        ("build", {"catalog", "kernel", "saves", "lua", "picture"}, {"sync", "referee"}),
        ("web", {"referee", "sync", "build", "picture", "kernel"}, {"rulesets", "table"}),
        ("playtest", {"referee", "rulesets", "table", "saves", "web"}, {"cli", "proof"}),
        ("proof", {"rulesets", "table", "kernel"}, {"referee", "playtest", "journal"}),
        ("cli", ROOMS, set()),
        ("saves", {"errors", "project", "resources"}, {"lua", "kernel", "build", "cli"}),
        ("lua", {"errors", "project"}, {"saves", "build"}),
        ("kernel", {"errors"}, {"project"}),
        ("project", {"errors"}, {"resources", "saves", "kernel"}),
        ("errors", set(), {"kernel", "resources", ""}),
    ],
)
def test_what_follows_from_the_arrows(room: str, may: set[str], may_not: set[str]) -> None:
    """The arrows, followed to their end, say what the architecture says."""
    assert may <= allowed(room)
    assert not may_not & allowed(room)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("kernel.state", "import tts_tool.journal"),
        ("kernel.state", "from tts_tool import resources"),
        ("kernel.state", "from ..catalog import loader"),
        ("kernel.state", "def late():\n    from tts_tool.cli.main import main"),
        ("referee.session", "if TYPE_CHECKING:\n    from tts_tool.rulesets import night_market"),
        ("web.page", "from tts_tool.cli import main"),
        ("errors", "from tts_tool.kernel import state"),
        ("unheard_of.room", "import tts_tool.kernel"),
    ],
)
def test_wrong_arrows_are_seen(name: str, text: str) -> None:
    """An import against the arrows is reported, however it is written and wherever it stands."""
    tree = [
        source(name, text),
        source("resources", ""),
        source("rulesets.night_market", ""),
        source("catalog.loader", ""),
    ]
    assert len(against_the_arrows(tree)) == 1


def test_circles_are_seen() -> None:
    """A circle is reported, also inside a room; late and typing imports do not make one."""
    first = source("kernel.a", "from tts_tool.kernel import b")
    second = source("kernel.b", "try:\n    from tts_tool.kernel.a import x\nfinally:\n    pass")
    late = source("kernel.b", "def f():\n    from tts_tool.kernel.a import x")
    typing = source("kernel.b", "if TYPE_CHECKING:\n    from tts_tool.kernel.a import x")
    assert set(circle([first, second])) == {"tts_tool.kernel.a", "tts_tool.kernel.b"}
    assert circle([first, late]) == circle([first, typing]) == []


def test_package_that_is_imported_by_its_part_is_a_circle() -> None:
    """A module that takes names from the front of its own package goes in a circle, too."""
    front = source("kernel", "from tts_tool.kernel.a import x", is_package=True)
    part = source("kernel.a", "from tts_tool.kernel import y")
    assert circle([front, part])
