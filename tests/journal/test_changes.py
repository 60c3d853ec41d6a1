"""What has changed between two versions is said value by value, in both languages."""

from __future__ import annotations

from typing import Any

import pytest

from tts_tool.journal import said
from tts_tool.journal.changes import changes
from tts_tool.journal.saved import Pins


def pins(digest: str = "a", modules: dict[str, int] | None = None, **cards: Any) -> Pins:  # noqa: ANN401
    """Make pins of a few things."""
    return Pins(modules or {"core": 1}, digest, cards)


TEA = {"worth": 2, "effects": [{"op": "earn", "coins": 1}]}
MANY = {f"c{n}": {"worth": 1} for n in range(25)}
TOLD: dict[str, tuple[Pins, Pins, list[str]]] = {
    "nothing": (pins(records={"tea": TEA}), pins(records={"tea": TEA}), []),
    "files that the game does not use": (
        pins("a", records={"tea": TEA}),
        pins("b", records={"tea": TEA}),
        [],
    ),
    "a number": (
        pins(records={"tea": TEA}),
        pins(records={"tea": {**TEA, "worth": 3}}),
        ["Cards: tea.worth has changed: 2 -> 3."],
    ),
    "true is not one": (
        pins(records={"tea": {"cloth": True}}),
        pins(records={"tea": {"cloth": 1}}),
        ["Cards: tea.cloth has changed: true -> 1."],
    ),
    "what players are to find out": (
        pins(records={"tea": TEA}),
        pins(records={"tea": {**TEA, "effects": [{"op": "earn", "coins": 2}]}}),
        ["Cards: tea.effects has changed."],
    ),
    "a list and a tuple": (pins(tables={"prices": [1, 2]}), pins(tables={"prices": (1, 2)}), []),
    "records": (
        pins(records={"tea": TEA}),
        pins(records={"silk": {}}),
        ["Cards: tea is gone.", "Cards: silk is new."],
    ),
    "modules": (
        pins(modules={"core": 1, "storm": 2, "guild": 1}),
        pins(modules={"core": 2, "storm": 2, "fair": 1}),
        [
            "The rules of core have changed: behaviour 1 -> 2.",
            "The module guild is gone.",
            "The module fair is new.",
        ],
    ),
    "cards that were not recorded": (pins("a"), pins("b"), ["The cards have changed."]),
    "very much": (
        pins(records=MANY),
        pins(records={}),
        [*(f"Cards: c{n} is gone." for n in range(20)), "More changes in the cards: 5."],
    ),
}


@pytest.mark.parametrize("what", TOLD)
def test_changes_are_told(what: str) -> None:
    """Nothing that matters is left out, and nothing is told that doesn't."""
    was, now, told = TOLD[what]
    assert [said(notice) for notice in changes(was, now)] == told


def test_long_values_are_cut() -> None:
    """Nobody reads a page of effects."""
    (notice,) = changes(pins(records={"tea": "x" * 500}), pins(records={"tea": "y"}))
    assert len(said(notice)) < 120
