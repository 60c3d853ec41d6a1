"""Kernel and rulesets are pure: same header and answers, same game, on every machine.

And nowhere in the package is text run as code, or read back as live objects.
"""

import ast
from collections.abc import Iterable, Iterator

import pytest

from tests.source_tree import Module, imports_of, modules

PURE_ROOMS = frozenset({"kernel", "rulesets"})

# Imports the files of a game, as import statements would that somebody had to write one by one.
IMPORTS = "tts_tool.chapters"
IMPORTING = frozenset({"importlib", "pkgutil"})

# Everything that reads or writes the world, a clock, chance, or depends on the process.
IMPURE_MODULES = frozenset(
    """
    aiohttp asyncio atexit click concurrent contextvars ctypes curses datetime dbm ftplib gc
    getpass gettext glob http imaplib importlib io jinja2 linecache locale logging lupa mmap
    multiprocessing os pathlib PIL pkgutil platform poplib random requests resource rich runpy
    sched secrets select selectors shelve shutil signal site smtplib socket socketserver sqlite3
    ssl subprocess sys sysconfig tempfile termios threading time tomllib traceback tracemalloc
    tty urllib uuid warnings watchdog webbrowser winreg zipfile zoneinfo _thread
    """.split()
)
# These read or write, run text as code, or (id, hash) answer differently in each process.
IMPURE_NAMES = frozenset(
    "__import__ breakpoint compile eval exec globals hash id input open print".split()
)

# Nobody may do these: strangers' files and messages come in everywhere.
UNSAFE_MODULES = frozenset({"code", "codeop", "dill", "marshal", "pickle", "shelve"})
UNSAFE_NAMES = frozenset({"eval", "exec", "__import__"})


def violations(
    module: Module, forbidden_modules: frozenset[str], forbidden_names: frozenset[str]
) -> list[str]:
    """Report forbidden imports and uses of forbidden builtins, with their lines."""
    imported = [
        f"{module.name}:{one.line} imports {one.imported}"
        for one in imports_of(module)
        if one.imported.partition(".")[0] in forbidden_modules
    ]
    used = [
        f"{module.name}:{line} uses {name}"
        for name, line in _names(module.tree)
        if name in forbidden_names
    ]
    return imported + used


def _names(tree: ast.Module) -> Iterator[tuple[str, int]]:
    """List the names that are read; attributes and arguments called `id` are not builtins."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
            yield node.id, node.lineno


def impure(tree: Iterable[Module]) -> list[str]:
    """Report what kernel, rulesets and whatever they import must not do."""
    return [
        report
        for module in must_be_pure(list(tree))
        for report in violations(
            module,
            IMPURE_MODULES - IMPORTING if module.name == IMPORTS else IMPURE_MODULES,
            IMPURE_NAMES,
        )
    ]


def must_be_pure(tree: list[Module]) -> list[Module]:
    """Pick the modules of the pure rooms, and those of other rooms that these import."""
    by_name = {module.name: module for module in tree}
    known = frozenset(by_name)
    waiting = [module.name for module in tree if module.room in PURE_ROOMS]
    reached: set[str] = set()
    while waiting:
        name = waiting.pop()
        reached.add(name)
        imported = {one.imported for one in imports_of(by_name[name], known)}
        waiting.extend(imported & known - reached)
    return [by_name[name] for name in sorted(reached)]


def unsafe(tree: Iterable[Module]) -> list[str]:
    """Report what no module at all may do."""
    return [
        report for module in tree for report in violations(module, UNSAFE_MODULES, UNSAFE_NAMES)
    ]


def source(name: str, text: str) -> Module:
    """Make a module out of a few lines."""
    return Module(f"tts_tool.{name}", ast.parse(text))


def test_kernel_and_rulesets_are_pure() -> None:
    """They do no I/O, read no clock, draw no randomness, and look at nothing of the process."""
    assert impure(modules()) == []


def test_nothing_is_unsafe() -> None:
    """No pickle, no eval, no exec, anywhere."""
    assert unsafe(modules()) == []


@pytest.mark.parametrize(
    "text",
    [
        "import random",
        "import os.path as p",
        "from time import monotonic",
        "def late():\n    from datetime import date",
        "if TYPE_CHECKING:\n    from pathlib import Path",
        "print(1)",
        "for line in open('x'): pass",
        "key = hash(('a', 1))",
        "order = sorted(cards, key=id)",
        "read = input",
    ],
)
def test_impurity_is_seen(text: str) -> None:
    """Each is reported in kernel and rulesets, and only there."""
    rooms = ["kernel.state", "rulesets.night_market.flows", "journal.store"]
    assert len(impure(source(room, text) for room in rooms)) == 2


def test_impurity_behind_an_import_is_seen() -> None:
    """A ruleset may take types from a room with I/O only from modules that have none."""
    tree = [
        source("rulesets.night_market", "from tts_tool.catalog import records"),
        source("catalog.records", "import tts_tool.catalog.schema"),
        source("catalog.schema", "import pathlib"),
        source("catalog.loader", "import os"),
    ]
    assert impure(tree) == ["tts_tool.catalog.schema:1 imports pathlib"]


@pytest.mark.parametrize(
    "text",
    ["import pickle", "from pickle import loads", "eval('1')", "run = exec", "__import__('os')"],
)
def test_unsafety_is_seen(text: str) -> None:
    """Each is reported in every room."""
    assert len(unsafe([source("journal.store", text), source("cli.play", text)])) == 2


def test_innocent_words_pass() -> None:
    """Fields and methods may be called `id`, `hash` or `open`; only the builtins are meant."""
    text = "class A:\n    id: str\n    def open(self): return self.id\ngame.open(id='x').hash()"
    assert impure([source("kernel.state", text)]) == []
