"""The words for what cards do: there for every effect, in both languages, and true to it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import msgspec
import pytest

from tests.build.faces.old_world import easel
from tests.old_world.table import catalogue
from tts_tool.build.faces.drawing import plain_words
from tts_tool.errors import BadInput
from tts_tool.rulesets.old_world import RULESET
from tts_tool.rulesets.old_world.base.abilities.abilities import Ability, Condition, Price
from tts_tool.rulesets.old_world.base.story.stories import Quest

LANGUAGES = ("en", "de")
RULING = {
    "op": "ruling",
    "readings": [{"label": {"en": "Loose", "de": "Frei"}, "effects": [{"op": "gold", "by": 1}]}],
}


def parts(thing: Any, key: str) -> Iterator[dict[str, Any]]:  # noqa: ANN401 - plain data
    """Find everything in plain data that has a key."""
    if isinstance(thing, dict):
        if key in thing:
            yield thing
        thing = list(thing.values())
    if isinstance(thing, list | tuple):
        for part in thing:
            yield from parts(part, key)


RECORDS = [msgspec.to_builtins(catalogue().record(each)) for each in catalogue().ids]
WORST = {
    "op": "bend",
    "rule": "worst-attack",
    "colour": None,
    "during": {"side": "opponent", "turn": 1},
    "until": "opponent-turn",
}
EFFECTS = [*parts(RECORDS, "op"), RULING]


ENVIRONMENT = easel()._environment


@cache
def phrases(language: str) -> Any:  # noqa: ANN401 - macros, as Jinja gives them
    """Read the phrases of a language."""
    return ENVIRONMENT.get_template(f"phrases.{language}.j2").module


def say(language: str, macro: str, what: Any) -> str:  # noqa: ANN401 - plain data
    """Say something by a macro of the phrases, as if it were for a face of its own."""
    ENVIRONMENT.allow()
    return plain_words(getattr(phrases(language), macro)(what))


def test_every_operation_of_the_rules_is_among_these_effects() -> None:
    """What the data holds is all that the rules know, so that no phrase stays untried."""
    known = {operation.__struct_config__.tag for operation in RULESET.schema.operations}
    assert {effect["op"] for effect in EFFECTS} == known


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_effect_has_a_phrase(language: str) -> None:
    """Each is a sentence of words and known icons; nothing of Python shines through."""
    icons = set(easel().icons.names())
    for effect in EFFECTS:
        said = say(language, "effects", [effect])
        assert said.endswith("."), said
        assert not re.search(r"None|True|False|[{}<>&]|\.\.|  |-\d", said), said
        assert set(re.findall(r"\[([^\]]*)\]", said)) <= icons, said
        assert said.lstrip("*")[0] in "[1234567890" or said.lstrip("*")[0].isupper(), said


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_changed_number_is_a_changed_text(language: str) -> None:
    """No number and no switch of an effect is left out of what is said about it."""
    tried = 0
    for effect in EFFECTS:
        said = say(language, "effects", [effect])
        for other in changed(effect):
            tried += 1
            assert say(language, "effects", [other]) != said, (said, other)
    assert tried > 300


def changed(effect: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Change each number and switch that has a say in an effect, to what exists."""
    for key, value in effect.items():
        if key == "count" and effect.get("colours") == ():
            continue  # of no cards
        if isinstance(value, bool):
            if value:
                yield {**effect, key: False}
        elif isinstance(value, int) and value not in {0, -1} and not effect.get("every"):
            yield {**effect, key: value - 1 if value > 1 else value + 1}


@pytest.mark.parametrize(
    ("language", "effects", "said"),
    [
        ("en", [{"op": "strike", "damage": 2}], "Deal 2\u00a0[damage]."),
        ("de", [{"op": "strike", "damage": 2}], "2\u00a0[damage] zufügen."),
        (
            "en",
            [WORST],
            (
                "*In its first Fight Turn:* It attacks in the way that costs you more cards"
                " until the end of the opponent’s Fight Turn."
            ),
        ),
        (
            "de",
            [WORST],
            (
                "*In seinem ersten Kampfzug:* Bis zum Ende des gegnerischen Kampfzugs:"
                " es greift so an, dass es dich mehr Karten kostet."
            ),
        ),
        ("en", [{"op": "draw-cards", "count": 1}], "Draw 1\u00a0card."),
        ("de", [{"op": "draw-cards", "count": 3}], "3\u00a0Karten ziehen."),
        (
            "en",
            [{"op": "gold", "by": -2}, {"op": "brew", "count": 1}],
            "Lose 2\u00a0[gold]. Gain 1\u00a0[potion].",
        ),
        (
            "de",
            [{"op": "gold", "by": -2}, {"op": "brew", "count": 1}],
            "2\u00a0[gold] verlieren. 1\u00a0[potion] erhalten.",
        ),
    ],
)
def test_some_phrases_word_for_word(language: str, effects: list[Any], said: str) -> None:
    """Short, with icons, singular and plural, one sentence for each effect."""
    assert say(language, "effects", effects) == said


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_operation_without_words_is_an_error(language: str) -> None:
    """Whoever adds an operation learns which file lacks its phrase."""
    with pytest.raises(BadInput, match=r"no .* phrase for the operation dance"):
        say(language, "effects", [{"op": "dance"}])


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("ability", "lacking"),
    [
        (Ability(when="ashore", effects=()), "the moment ashore"),
        (
            Ability(when="step-1", needs=Condition(least={"pearl": 2}), effects=()),
            "counting pearl",
        ),
        (Ability(when="step-1", price=Price(also={"pearls": 2}), effects=()), "paying pearls"),
        (Ability(when="step-1", effects=(Quest(event=1, to="lagoon"),)), "the goal lagoon"),
    ],
)
def test_a_word_of_a_box_without_words_is_an_error(
    language: str, ability: Ability, lacking: str
) -> None:
    """What a box adds to the vocabularies is never left out of a text."""
    with pytest.raises(BadInput, match=f"phrase for {lacking}"):
        say(language, "ability", msgspec.to_builtins(ability))
