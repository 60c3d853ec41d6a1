"""Reads the modules of the package and what they import, without running them."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

__all__ = ["PACKAGE", "Import", "Module", "imports_of", "modules"]

PACKAGE = Path(__file__).parents[1] / "tts_tool"


class Module(NamedTuple):
    """A module by its full name, with its syntax tree."""

    name: str
    tree: ast.Module
    is_package: bool = False

    @property
    def room(self) -> str:
        """The room it belongs to: `kernel` for `tts_tool.kernel.state`; '' for the package."""
        return room_of(self.name)


class Import(NamedTuple):
    """One imported module; `eager` if importing the importer needs it."""

    importer: str
    imported: str
    line: int
    eager: bool


@cache
def modules(package: Path = PACKAGE) -> tuple[Module, ...]:
    """Read every module of the package, once for all tests."""
    return tuple(_read(path, package) for path in sorted(package.rglob("*.py")))


def _read(path: Path, package: Path) -> Module:
    parts = [package.name, *path.relative_to(package).with_suffix("").parts]
    is_package = parts[-1] == "__init__"
    name = ".".join(parts[:-1] if is_package else parts)
    tree = ast.parse(path.read_text(encoding="utf-8"), filename=str(path))
    return Module(name, tree, is_package)


def room_of(name: str) -> str:
    """Name the room of a module."""
    return ".".join(name.split(".")[1:2])


def imports_of(module: Module, known: frozenset[str] = frozenset()) -> Iterator[Import]:
    """List what a module imports; `known` tells submodules from names in `from a import b`."""
    for node, eager in _import_nodes(module.tree, eager=True):
        for name in _imported(node, module, known):
            yield Import(module.name, name, node.lineno, eager)


def _import_nodes(
    tree: ast.AST, *, eager: bool
) -> Iterator[tuple[ast.Import | ast.ImportFrom, bool]]:
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.Import | ast.ImportFrom):
            yield node, eager
        else:
            yield from _import_nodes(node, eager=eager and not _is_late(node))


def _is_late(node: ast.AST) -> bool:
    """Tell whether the import of the module passes this by: functions, `if TYPE_CHECKING`."""
    if isinstance(node, ast.If):
        return "TYPE_CHECKING" in ast.unparse(node.test)
    return isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)


def _imported(
    node: ast.Import | ast.ImportFrom, module: Module, known: frozenset[str]
) -> Iterator[str]:
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
        return
    base = _base(node, module)
    below = [f"{base}.{alias.name}" for alias in node.names]
    submodules = [name for name in below if name in known]
    yield from submodules
    if len(submodules) < len(below):
        yield base


def _base(node: ast.ImportFrom, module: Module) -> str:
    """Resolve `from . import x` too, although the linter forbids it."""
    if not node.level:
        return node.module or ""
    parts = module.name.split(".")
    here = parts if module.is_package else parts[:-1]
    up = here[: len(here) - node.level + 1]
    return ".".join([*up, *([node.module] if node.module else [])])
