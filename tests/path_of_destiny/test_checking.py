"""The linter says what is wrong with a card that no rule could use, and what is odd in the box."""

from __future__ import annotations

from typing import Any

import pytest

from tests.path_of_destiny.box import cards
from tests.path_of_destiny.table import action, op
from tts_tool.catalog import CatalogueError, extend, lint, wordless
from tts_tool.rulesets.path_of_destiny.base.records import Action
from tts_tool.rulesets.path_of_destiny.base.vocabulary import SYMBOLS

HAVE = op("have-symbol", symbol="magic")
XP = op("gain-xp", amount=3)
SCALED = op("colour-scaled", colour="red")
GIVES = op("gain-xp-scaled")
STEPS = "steps go with steps, and what is fixed with what is fixed"
WRONG = [
    (action("a-card", ["red"]), "a card has a symbol or an effect"),
    (action("a-card", ["red"], when=HAVE, then=HAVE), "here stands a result"),
    (action("a-card", ["red"], when=GIVES, then=HAVE), "here stands a condition"),
    (action("a-card", ["red"], when=HAVE, then=GIVES), STEPS),
    (action("a-card", ["red"], when=SCALED, then=XP), STEPS),
    (action("a-card", ["red", "red"], "magic"), "a colour stands here twice"),
]


def problems(severity: str, *written: dict[str, Any]) -> list[str]:
    """List what the linter says of the box with other cards in it."""
    return [p.message for p in lint(extend(cards(), list(written))) if p.severity == severity]


def changed(record: str, **fields: Any) -> dict[str, Any]:  # noqa: ANN401  # as it is written
    """Write a record of the box with some fields changed, or with ``None`` left out."""
    written = {**cards().raw(record), "id": record, **fields}
    return {name: value for name, value in written.items() if value is not None}


@pytest.mark.rule("PD-DATA-05", "PD-DATA-06", "PD-DATA-08")
@pytest.mark.parametrize(("written", "message"), WRONG)
def test_impossible_cards_are_told(written: dict[str, Any], message: str) -> None:
    """One error, about the card, in words."""
    assert problems("error", written) == [message]


@pytest.mark.rule("PD-SYM-01", "PD-DATA-02")
@pytest.mark.parametrize(
    "fields",
    [{"symbol": "luck"}, {"colours": ["purple"]}, {"colours": []}, {"colours": ["red"] * 3}],
)
def test_there_are_four_symbols_and_four_colours(fields: dict[str, Any]) -> None:
    """No other is read, nor a card of none or of three colours."""
    assert set(SYMBOLS) == {"magic", "diplomacy", "exploration", "combat"}
    fine = extend(cards(), [action("a-card", ["red", "blue"], "magic")]).of(Action)["a-card"]
    assert (fine.colours, fine.symbol) == (("red", "blue"), "magic")
    with pytest.raises(CatalogueError):
        extend(cards(), [{**action("a-card", ["red"], "magic"), **fields}])


@pytest.mark.rule("PD-DATA-12")
def test_a_side_quest_only_counts() -> None:
    """It gives nothing by itself; an ability counts nothing."""
    quest = next(i for i in cards().ids if cards().kind(i) == "side-quest")
    gives = problems("error", changed(quest, scores=[XP]))
    assert gives == ["a side quest only counts the hand"]
    ability = next(i for i in cards().ids if cards().kind(i) == "ability")
    counts = problems("error", changed(ability, does=[op("per-different-colour", vp=1)]))
    assert counts == ["an ability gives something or does something"]


@pytest.mark.rule("PD-DATA-14", "PD-DATA-15")
def test_impossible_pages_are_told() -> None:
    """Two paths with one symbol, a way without a symbol, sides exchanged, an end that goes on."""
    same = {**cards().raw("edge-5")["path"], "symbol": "combat"}
    assert "two paths have different symbols" in problems("error", changed("edge-5", path=same))
    left = {**cards().raw("edge-2")["path"], "symbol": "combat"}
    told = problems("error", changed("edge-2", path=left))
    assert told
    assert all(each.endswith("is no diplomacy") for each in told)
    other = {**cards().raw("edge-5")["path"], "side": "left"}
    assert problems("error", changed("edge-5", path=other)) == ["a left page, then a right page"]
    further = problems("error", changed("edge-16", leads=["edge-17"]))
    assert "after an epilogue nothing follows" in further
    nameless = {"en": "The end.", "de": "Das Ende."}
    told = problems("error", changed("edge-16", epilogue=nameless))
    assert told == ["who has won is named once: {hero}"] * 2


@pytest.mark.rule("PD-DATA-01", "PD-DATA-03", "PD-DATA-04")
def test_a_box_with_too_much_in_it_is_told() -> None:
    """One card too many, and with it one symbol; two of a colour too many."""
    told = problems("warning", action("a-card", ["red"], "magic"))
    assert any(each.startswith("68 common action cards, not 69") for each in told)
    assert any(each.startswith("each symbol equally often, not") for each in told)
    several = [action(f"{name}-card", ["red"], "magic") for name in ("one", "other", "third")]
    assert any(each.startswith("all colours alike often") for each in problems("warning", *several))


@pytest.mark.rule("PD-DATA-07", "PD-DATA-09")
def test_what_no_card_says_is_told() -> None:
    """All cards with one condition changed into plain ones; an effect that gives too much."""
    known = cards().of(Action).values()
    telling = [each.id for each in known if "inactive-scaled" in str(cards().raw(each.id))]
    plain = [changed(each, effect=None, symbol="magic") for each in telling]
    assert "no common card says InactiveScaled" in problems("warning", *plain)
    much = action("a-card", ["red"], when=HAVE, then=op("gain-xp", amount=9))
    assert "an effect gives two or three, not 9" in problems("warning", much)


@pytest.mark.rule("PD-DATA-10", "PD-DATA-11", "PD-DATA-13")
def test_what_a_character_or_a_story_lacks_is_told() -> None:
    """An effect less in one hand; an ability that nobody has at first; pages that are not told."""
    known = cards().of(Action).values()
    mine = next(a.id for a in known if a.character == "ciri" and a.effect and a.symbol)
    assert "starting hands have as many effects, not [2, 3]" in problems(
        "warning", changed(mine, effect=None)
    )
    first = next(
        i for i in cards().ids if cards().kind(i) == "ability" and cards().raw(i)["xp"] == 0
    )
    told = problems("warning", changed(first, xp=1))
    assert any(each.startswith("four abilities, the first at once, not at [1, ") for each in told)
    short = problems("warning", changed("edge-of-the-world", opens="edge-2"))
    assert "23 pages, not 11" in short


@pytest.mark.rule("PD-EFFECT-01", "PD-DATA-28")
def test_texts_change_no_effect() -> None:
    """With another name a card has the same condition and the same result."""
    known = next(a for a in cards().of(Action).values() if a.effect is not None)
    name = {"en": "Lose everything", "de": "Verliere alles"}
    renamed = extend(cards(), [changed(known.id, name=name)]).of(Action)[known.id]
    assert known.effect is not None
    assert (renamed.effect, renamed.name.en) == (known.effect, "Lose everything")
    assert wordless(renamed) == wordless(known)


def test_the_cards_of_the_box_are_as_they_should_be() -> None:
    """The linter has nothing to tell."""
    assert [problem.message for problem in lint(cards())] == []
