"""What is installed is used, and what is used is installed."""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from collections.abc import Iterable
from functools import cache
from importlib.metadata import distribution, packages_distributions
from itertools import pairwise
from pathlib import Path

import pytest

from tests.source_tree import imports_of, modules

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
EXTRAS = PROJECT["optional-dependencies"]

# What is imported and comes with something else, and why it need not be named.
BESIDES = {
    "markupsafe": ("jinja2", "what Jinja's filters give"),
    "pytest": ("pytest-timeout", "only where pytest runs are its plugins imported"),
}

# What is not imported, and what it is for instead.
TOOLS = {
    "coverage": "coverage[toml] reads its settings in pyproject.toml",
    "hatchling": "builds the wheel",
    "mypy": "is run by hand and by .ci",
    "pytest-cov": "gives pytest --cov",
    "pytest-timeout": "gives pytest its timeout",
    "ruff": "is run by hand and by .ci",
    "types-jsonschema": "is read by mypy",
    "types-requests": "is read by mypy",
    "uv": "is run by the test of the install, as people run it",
}


def names(requirements: Iterable[str]) -> set[str]:
    """Give the names of what is required."""
    return {re.split(r"[\s\[<>=~!;]", each, maxsplit=1)[0].lower() for each in requirements}


@cache
def sources() -> dict[str, list[str]]:
    """Say which distributions bring a module of some name."""
    found = packages_distributions()
    return {name: sorted({each.lower() for each in several}) for name, several in found.items()}


def brought_by(imported: Iterable[str]) -> set[str]:
    """Give the distributions, beside our own, that modules come from."""
    tops = {name.partition(".")[0] for name in imported}
    others = tops - {*sys.stdlib_module_names, "tts_tool", "tests"}
    return {each for top in others for each in sources().get(top, [top])}


def of_the_package() -> set[str]:
    """List what the package imports."""
    return brought_by(one.imported for module in modules() for one in imports_of(module))


def of_the_tests() -> set[str]:
    """List what the tests import, and the modules that they run as `-m`."""
    found = set()
    for file in (ROOT / "tests").rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                found |= {each.name for each in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module:
                found.add(node.module)
            elif isinstance(node, ast.List | ast.Tuple):
                found |= set(run_as_modules(node))
    return brought_by(found)


def run_as_modules(line: ast.List | ast.Tuple) -> Iterable[str]:
    """Give the modules of a command line such as `[sys.executable, "-m", "uv"]`."""
    words = [each.value if isinstance(each, ast.Constant) else None for each in line.elts]
    return (
        str(word)
        for dash, word in pairwise(words)
        if dash == "-m" and isinstance(word, str) and word.isidentifier()
    )


def test_every_dependency_is_used() -> None:
    """What people install with the tool the package imports, and it imports nothing else."""
    assert of_the_package() - BESIDES.keys() == names(PROJECT["dependencies"])


@pytest.mark.parametrize("name", sorted(BESIDES))
def test_what_comes_with_something_else(name: str) -> None:
    """What is imported and not named is what something else needs that is named."""
    (other, where) = BESIDES[name]
    assert name in names(distribution(other).requires or ())
    assert other in names([*PROJECT["dependencies"], *EXTRAS["dev"]]), where


def test_every_tool_of_ours_is_used() -> None:
    """What only we install our tests use, or it is a tool that says what it is for."""
    assert names(EXTRAS["dev"]) - of_the_tests() == TOOLS.keys()


@pytest.mark.parametrize("name", sorted({*names(PROJECT["dependencies"]), *names(EXTRAS["dev"])}))
def test_it_is_there(name: str) -> None:
    """Each is one that there is, by this very name."""
    assert distribution(name).metadata["Name"].lower() == name
