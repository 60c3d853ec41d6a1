"""What the docstrings of the kernel, and of what rules are written with, show is true."""

import doctest
import importlib
import pkgutil
from typing import Any

import pytest

from tests.kernel.tiny import Score, box, game, ran
from tts_tool import kernel

MODULES = (
    "tts_tool.errors",
    "tts_tool.game",
    *sorted(f"tts_tool.kernel.{found.name}" for found in pkgutil.iter_modules(kernel.__path__)),
)


def given() -> dict[str, Any]:
    """Make what the examples of a method have at hand: a game of its own, as `Game` says."""
    module = box()
    price = module.point("price", "modify", "veto", doc="what a card costs")
    module.hook(price, "modify")(lambda _g, value: 2 * value)
    return {"g": game(module), "run": ran, "Score": Score, "PRICE": price}


def examples() -> list[doctest.DocTest]:
    """Find all that have examples."""
    finder = doctest.DocTestFinder()
    return [
        example
        for name in MODULES
        for example in finder.find(importlib.import_module(name))
        if example.examples
    ]


EXAMPLES = examples()
RULES_USE = """
    add ask cards clockwise draw emit kind modify move note part pick roll shuffle track veto
""".split()


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.name)
def test_examples(example: doctest.DocTest) -> None:
    """Every example in a docstring gives what it says."""
    example.globs |= given()
    assert doctest.DocTestRunner().run(example).failed == 0


def test_what_rules_use_has_an_example() -> None:
    """The methods of a game that most rules call show what they do, and so does the one import."""
    named = {example.name for example in EXAMPLES}
    owners = ("tts_tool.kernel.game.Game", "tts_tool.kernel.joining.Joined")
    shown = {name for name in RULES_USE if {f"{owner}.{name}" for owner in owners} & named}
    assert shown == set(RULES_USE)
    assert "tts_tool.game" in named
