"""The linter says what is wrong with a card that the rules could make nothing of."""

from __future__ import annotations

import pytest

from tests.path_of_destiny.box import cards
from tts_tool.catalog import extend, lint


def action(**fields: object) -> dict[str, object]:
    """Write an action card."""
    name = {"en": "A card", "de": "Eine Karte"}
    return {"kind": "action", "id": "a-card", "name": name, "colours": ["red"], **fields}


HAVE = {"op": "have-symbol", "symbol": "magic"}
SCALED = {"op": "colour-scaled", "colour": "red"}
WRONG = [
    (action(), "a card has a symbol or an effect"),
    (action(effect={"when": HAVE, "then": HAVE}), "here stands a result"),
    (action(effect={"when": {"op": "gain-xp-scaled"}, "then": HAVE}), "here stands a condition"),
    (
        action(effect={"when": HAVE, "then": {"op": "gain-xp-scaled"}}),
        "steps go with steps, and what is fixed with what is fixed",
    ),
    (
        action(effect={"when": SCALED, "then": {"op": "gain-xp", "amount": 3}}),
        "steps go with steps, and what is fixed with what is fixed",
    ),
    (action(symbol="magic", colours=["red", "red"]), "a colour stands here twice"),
]


@pytest.mark.rule("PD-DATA-05", "PD-DATA-06", "PD-DATA-08")
@pytest.mark.parametrize(("written", "message"), WRONG)
def test_impossible_cards_are_told(written: dict[str, object], message: str) -> None:
    """One error, about the card, in words."""
    found = [p for p in lint(extend(cards(), [written])) if p.severity == "error"]
    assert [problem.message for problem in found] == [message]


def test_the_cards_of_the_box_are_possible() -> None:
    """The linter has no error to tell."""
    assert [problem for problem in lint(cards()) if problem.severity == "error"] == []
