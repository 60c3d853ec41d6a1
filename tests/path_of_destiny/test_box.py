"""What the box must hold: so many cards of each sort, and nothing of the vocabulary left out."""

from __future__ import annotations

import re
from collections import Counter
from random import Random
from typing import cast

import pytest

from tests.path_of_destiny.box import cards
from tts_tool.playtest.counting import Sketch
from tts_tool.rulesets.path_of_destiny.base.records import Ability, Action, Character, SideQuest
from tts_tool.rulesets.path_of_destiny.base.vocabulary import (
    COLOURS,
    CONDITIONS,
    DEEDS,
    HIGHEST_STEP,
    SCORINGS,
    SYMBOLS,
    Condition,
    DrawCards,
    GainEachActive,
    GainShown,
    GainSymbol,
    GainSymbolScaled,
    GainXp,
    GainXpScaled,
)

CHARACTERS = ("ciri", "dandelion", "geralt", "vesemir", "yennefer")
GIVES = (GainXp, GainXpScaled, GainSymbol, GainSymbolScaled, GainEachActive, GainShown)


def common() -> list[Action]:
    """Give the cards that everybody draws from."""
    return [card for card in cards().of(Action).values() if card.character is None]


@pytest.mark.rule("PD-DATA-01")
def test_sixty_eight_common_cards_and_five_for_each_character() -> None:
    """As many as the box has."""
    assert len(common()) == 68
    own = Counter(card.character for card in cards().of(Action).values() if card.character)
    assert own == dict.fromkeys(CHARACTERS, 5)
    assert tuple(cards().of(Character)) == CHARACTERS


@pytest.mark.rule("PD-DATA-03", "PD-DATA-04")
def test_symbols_and_colours_are_alike_often() -> None:
    """Fifteen cards of each symbol, eight without; eight to twelve of two colours."""
    symbols: dict[str | None, int] = {**dict.fromkeys(SYMBOLS, 15), None: 8}
    assert Counter(card.symbol for card in common()) == symbols
    assert 8 <= sum(len(card.colours) == 2 for card in common()) <= 12
    colours = Counter(colour for card in common() for colour in card.colours)
    assert set(colours) == set(COLOURS)
    assert max(colours.values()) - min(colours.values()) <= 1


@pytest.mark.rule("PD-DATA-07")
def test_everything_that_an_effect_can_say_is_said() -> None:
    """Each condition and each result, on the common cards; for each colour and each symbol."""
    effects = [card.effect for card in common() if card.effect is not None]
    said = {type(each.when) for each in effects}
    assert said == set(CONDITIONS)
    assert {type(each.then) for each in effects} >= set(GIVES)
    about = {getattr(each.when, "colour", None) for each in effects}
    assert about >= set(COLOURS)
    assert {getattr(each.when, "symbol", None) for each in effects} >= set(SYMBOLS)
    gained = {getattr(each.then, "symbol", None) for each in effects}
    assert gained >= {*SYMBOLS, "left", "right"}
    counts = {(type(w).__name__, w.count) for e in effects if hasattr(w := e.when, "count")}
    assert counts == {(n, c) for n, cs in EXACT.items() for c in cs}


EXACT = {"ColourAtLeast": (2, 3), "ColourExactly": (1, 2)}


@pytest.mark.rule("PD-DATA-01")
def test_no_two_cards_differ_in_their_name_only() -> None:
    """Each shows or does something that no other does; abilities, too."""
    faces = Counter((frozenset(card.colours), card.symbol, card.effect) for card in common())
    assert [face for face, many in faces.items() if many > 1] == []
    done = Counter((tuple(a.does), a.at) for a in cards().of(Ability).values())
    assert max(done.values()) == 1


@pytest.mark.rule("PD-DATA-10")
def test_starting_hands_are_worth_the_same() -> None:
    """As many effects and symbols for every character, no two with the same symbols."""
    hands = {
        name: [card for card in cards().of(Action).values() if card.character == name]
        for name in CHARACTERS
    }
    assert len({sum(card.effect is not None for card in hand) for hand in hands.values()}) == 1
    assert len({sum(card.symbol is not None for card in hand) for hand in hands.values()}) == 1
    leaning = [tuple(sorted(str(card.symbol) for card in hand)) for hand in hands.values()]
    assert len(set(leaning)) == len(CHARACTERS)


@pytest.mark.rule("PD-DATA-11")
@pytest.mark.parametrize("name", CHARACTERS)
def test_four_abilities_the_first_at_once(name: str) -> None:
    """The first without experience, the others at more and more, up to twenty."""
    known = sorted(a.xp for a in cards().of(Ability).values() if a.character == name)
    assert (len(known), len(set(known)), known[0]) == (4, 4, 0)
    assert known[-1] <= 20


@pytest.mark.rule("PD-DATA-08")
def test_each_colour_has_each_symbol_once_and_nothing_else() -> None:
    """Sixteen cards of one colour only show a symbol, and no two of them the same."""
    bare = [c for c in common() if c.effect is None and len(c.colours) == 1]
    shown = sorted((*card.colours, str(card.symbol)) for card in bare)
    assert shown == sorted((colour, symbol) for colour in COLOURS for symbol in SYMBOLS)


@pytest.mark.rule("PD-DATA-09")
def test_no_condition_comes_for_free_or_never() -> None:
    """Of cards laid by chance each sort is met in three to seven cases of ten, steps as thirds."""
    chance = Random("chapters")  # a game, not a secret
    reached: dict[str, list[float]] = {}
    for chapter in range(900):
        sketch = Sketch(tuple(chance.sample(SYMBOLS, 2)))
        for card in chance.sample(common(), 6 + chapter % 3):
            if card.effect is not None:
                when = cast("Condition", card.effect.when)
                sketch.lying.append(card)
                share = sketch.step(when) / (HIGHEST_STEP if when.scaled else 1)
                reached.setdefault(type(when).__name__, []).append(share)
                sketch.lying.pop()
            sketch.lay(card)
    shares = {name: sum(each) / len(each) for name, each in reached.items()}
    assert len(shares) == len(CONDITIONS)
    assert {name: share for name, share in shares.items() if not 0.3 <= share <= 0.7} == {}


@pytest.mark.rule("PD-DATA-28")
@pytest.mark.parametrize("language", ["en", "de"])
def test_texts_name_the_numbers_of_what_is_done(language: str) -> None:
    """An ability and a side quest say so many as they give, draw, take off and count."""
    for ability in cards().of(Ability).values():
        gained: Counter[str] = Counter()
        for each in ability.does:
            gained += Counter({each.symbol: each.amount} if isinstance(each, GainSymbol) else {})
        done = [n for e in ability.does if not isinstance(e, GainSymbol) for n in numbers(e)]
        assert said(ability, language) == sorted([*gained.values(), *done]), ability.id
    for quest in cards().of(SideQuest).values():
        counted = sorted(number for each in quest.scores for number in numbers(each))
        assert said(quest, language) == counted, quest.id


def numbers(each: object) -> list[int]:
    """Give the numbers that stand in something that a card does or counts."""
    if isinstance(each, GainShown):
        return [*Counter(each.symbols).values()]
    names = ("amount", "count", "places", "step", "vp")
    found = [getattr(each, name) for name in names if hasattr(each, name)]
    return found * 2 if isinstance(each, DrawCards) else found  # as many are discarded


def said(card: Ability | SideQuest, language: str) -> list[int]:
    """Give the numbers that stand in a text."""
    return sorted(int(found) for found in re.findall(r"\d+", getattr(card.text, language)))


@pytest.mark.rule("PD-DATA-11", "PD-DATA-12")
def test_all_that_abilities_and_side_quests_can_do_is_done() -> None:
    """Each deed on some ability, each way to count on some side quest; each moment is used."""
    abilities, quests = cards().of(Ability).values(), cards().of(SideQuest).values()
    assert {type(each) for a in abilities for each in a.does} >= set(DEEDS)
    assert {type(each) for q in quests for each in q.scores} == set(SCORINGS)
    assert len({a.at for a in abilities}) == 7
    assert sorted(q.character for q in quests) == list(CHARACTERS)
