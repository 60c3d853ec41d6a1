"""Each condition and each result of action cards, from a timeline laid out for it."""

from __future__ import annotations

import pytest

from tests.path_of_destiny.table import TIMELINE, Table, action, at, op, resolved

XP = op("gain-xp", amount=3)
SCALED_XP = op("gain-xp-scaled")
NOBODY = {"xp.red": 0}


def card(when: dict[str, object], then: dict[str, object], **shows: object) -> dict[str, object]:
    """Write the red card of which the effect is looked at; it shows no symbol unless it is said."""
    symbol = str(shows.get("symbol", ""))
    return action("the-card", ["red"], symbol, when=when, then=then)


def gained(when: dict[str, object], *lying: str, **tracks: int) -> int:
    """Say what experience a condition brings: three if it is met, or as much as its step."""
    scaled = str(when["op"]).endswith("scaled")
    tokens = {f"{symbol}.red": count for symbol, count in tracks.items()}
    t = resolved(card(when, SCALED_XP if scaled else XP), *lying, tracks=tokens)
    while t.asked() and t.asked()[0] == "lose/red":
        t.say("red", "lose", t.offered("red", "lose")[0])
    return t.track("xp.red")


@pytest.mark.rule("PD-EFFECT-02", "PD-SYM-02", "PD-EFFECT-13")
@pytest.mark.parametrize(
    ("lying", "tokens", "xp"), [((), 0, 0), (("blue-combat-1",), 0, 3), ((), 1, 3)]
)
def test_losing_one_symbol_takes_a_printed_one_or_a_token(
    lying: tuple[str, ...], tokens: int, xp: int
) -> None:
    """Three for a card or a token; without either nothing."""
    t = resolved(
        card(op("lose-symbol", symbol="combat"), XP), *lying, tracks={"combat.red": tokens}
    )
    assert (t.track("xp.red"), t.tokens(), t.covered()) == (xp, {}, list(lying))


@pytest.mark.rule("PD-EFFECT-03", "PD-EFFECT-14", "PD-PLAY-10")
@pytest.mark.parametrize(("count", "left"), [(0, 0), (1, 0), (2, 0), (3, 0), (5, 2)])
def test_losing_up_to_three_takes_as_many_as_there_are(count: int, left: int) -> None:
    """So many are the step, not less and not more than three; the rest stays."""
    when = op("lose-symbol-scaled", symbol="combat")
    t = resolved(card(when, SCALED_XP), tracks={"combat.red": count})
    assert (t.track("xp.red"), t.tokens().get("combat", 0)) == (min(3, count), left)


@pytest.mark.rule("PD-EFFECT-04", "PD-SYM-08", "PD-EFFECT-25")
def test_of_inactive_symbols_any_three_can_go() -> None:
    """Tokens of both kinds and printed ones are offered each time; active ones never."""
    tracks = {"diplomacy.red": 2, "exploration.red": 1, "combat.red": 4}
    lying = ("blue-exploration-1", "blue-magic-1")
    t = resolved(card(op("lose-inactive-scaled"), SCALED_XP), *lying, tracks=tracks)
    for way in ("token.exploration", "token.diplomacy", "blue-exploration-1"):
        assert way in t.offered("red", "lose")
        assert not {"token.combat", "blue-magic-1"} & set(t.offered("red", "lose"))
        t.say("red", "lose", way)
    assert (t.track("xp.red"), t.covered()) == (3, ["blue-exploration-1"])
    assert t.tokens() == {"diplomacy": 1, "combat": 4}


@pytest.mark.rule("PD-EFFECT-05", "PD-EFFECT-06", "PD-EFFECT-12")
@pytest.mark.parametrize(
    ("count", "others", "xp"), [(2, 0, 0), (2, 1, 3), (2, 2, 3), (3, 1, 0), (3, 2, 3), (3, 3, 3)]
)
def test_at_least_so_many_of_a_colour(count: int, others: int, xp: int) -> None:
    """The own card counts, more than enough are enough."""
    lying = [f"red-none-{n}" for n in range(1, others + 1)]
    assert gained(op("colour-at-least", colour="red", count=count), *lying) == xp


@pytest.mark.rule("PD-EFFECT-07", "PD-EFFECT-08", "PD-EFFECT-12")
@pytest.mark.parametrize(
    ("count", "others", "xp"), [(1, 0, 3), (1, 1, 0), (2, 0, 0), (2, 1, 3), (2, 2, 0)]
)
def test_exactly_so_many_of_a_colour(count: int, others: int, xp: int) -> None:
    """One too many is as bad as one too few."""
    lying = [f"red-none-{n}" for n in range(1, others + 1)]
    assert gained(op("colour-exactly", colour="red", count=count), *lying) == xp


@pytest.mark.rule("PD-EFFECT-09", "PD-EFFECT-11")
@pytest.mark.parametrize(("blue", "step"), [(0, 0), (1, 1), (3, 3), (5, 3)])
def test_cards_of_a_colour_are_steps(blue: int, step: int) -> None:
    """One to three, and five are as good as three; having one is enough to have one."""
    lying = [f"blue-none-{n}" for n in range(1, blue + 1)]
    assert gained(op("colour-scaled", colour="blue"), *lying) == step
    assert gained(op("have-colour", colour="blue"), *lying) == (3 if blue else 0)


@pytest.mark.rule("PD-EFFECT-10", "PD-SYM-08")
def test_inactive_symbols_are_steps() -> None:
    """Printed ones and tokens together, and none of them is lost."""
    t = resolved(
        card(op("inactive-scaled"), SCALED_XP), "blue-diplomacy-1", tracks={"exploration.red": 1}
    )
    assert (t.track("xp.red"), t.tokens(), t.covered()) == (2, {"exploration": 1}, [])
    assert gained(op("inactive-scaled"), combat=3) == 0


@pytest.mark.rule("PD-EFFECT-11")
@pytest.mark.parametrize("tokens", [0, 1])
def test_having_a_symbol_loses_nothing(tokens: int) -> None:
    """One is enough and stays."""
    t = resolved(card(op("have-symbol", symbol="magic"), XP), tracks={"magic.red": tokens})
    assert (t.track("xp.red"), t.tokens().get("magic", 0)) == (3 * tokens, tokens)


ALWAYS = op("have-colour", colour="red")
THREE = op("colour-scaled", colour="red")


@pytest.mark.rule("PD-EFFECT-17", "PD-EFFECT-18", "PD-SYM-09")
@pytest.mark.parametrize("active", [("combat", "magic"), ("diplomacy", "combat")])
def test_two_of_a_path_are_of_what_is_active_there(active: tuple[str, str]) -> None:
    """The same card gives another symbol in another chapter."""
    for side, symbol in zip(("left", "right"), active, strict=True):
        t = resolved(card(ALWAYS, op("gain-symbol", symbol=side, amount=2)), active=active)
        assert t.tokens() == {symbol: 2}


@pytest.mark.rule("PD-EFFECT-15", "PD-EFFECT-16", "PD-EFFECT-21")
@pytest.mark.parametrize(
    ("symbol", "gained"), [("left", "combat"), ("right", "magic"), ("diplomacy", "diplomacy")]
)
def test_steps_give_so_many_of_a_symbol(symbol: str, gained: str) -> None:
    """Two cards of the colour give two: of a path, or of what is shown."""
    t = resolved(card(THREE, op("gain-symbol-scaled", symbol=symbol)), "red-none-1")
    assert t.tokens() == {gained: 2}


@pytest.mark.rule("PD-EFFECT-19", "PD-EFFECT-20")
def test_each_active_symbol_or_those_shown() -> None:
    """One left and one right; or what stands there, twice the same and active nowhere."""
    t = resolved(card(ALWAYS, op("gain-each-active")))
    assert t.tokens() == {"combat": 1, "magic": 1}
    t = resolved(card(ALWAYS, op("gain-shown", symbols=["diplomacy", "diplomacy"])))
    assert t.tokens() == {"diplomacy": 2}


@pytest.mark.rule("PD-EFFECT-22")
def test_what_is_gained_does_not_raise_the_own_step() -> None:
    """One inactive symbol gives one more, and not for itself again."""
    t = resolved(
        card(op("inactive-scaled"), op("gain-symbol-scaled", symbol="diplomacy")),
        tracks={"exploration.red": 1},
    )
    assert t.tokens() == {"exploration": 1, "diplomacy": 1}


@pytest.mark.rule("PD-EFFECT-23", "PD-SYM-06")
def test_covers_and_tokens_do_not_change_colours() -> None:
    """A covered card is as red as before, and tokens have no colour."""
    first = action("one-card", ["blue"], when=op("lose-symbol", symbol="combat"), then=XP)
    second = card(op("colour-at-least", colour="red", count=2), XP)
    places = {TIMELINE: ["red-combat-1", "one-card", "the-card"]}
    pending = ("action.one-card", "action.the-card")
    t = at("effects", places, cards=[first, second], pending=pending, played=pending)
    assert t.covered() == ["red-combat-1"]
    assert t.track("xp.red") == 6
    assert gained(op("colour-at-least", colour="red", count=2), combat=3) == 0


@pytest.mark.rule("PD-EFFECT-24", "PD-PLAY-05")
def test_an_effect_sees_nothing_to_its_right() -> None:
    """The symbol and the colour of a card further right are out of reach."""
    t = resolved(card(op("lose-symbol", symbol="combat"), XP), after=["blue-combat-1"])
    assert (t.track("xp.red"), t.covered()) == (0, [])
    t = resolved(card(op("colour-at-least", colour="red", count=2), XP), after=["red-none-1"])
    assert t.track("xp.red") == 0
    lying = ("blue-combat-1", "blue-combat-2")
    two = resolved(card(op("lose-symbol", symbol="combat"), XP), *lying, after=["blue-combat-3"])
    assert two.refused("red", "lose", "blue-combat-3") == ("out-of-reach", "PD-EFFECT-24")


@pytest.mark.rule("PD-PLAY-07")
def test_the_own_symbol_pays_the_own_price() -> None:
    """Nothing else shows combat."""
    t = resolved(card(op("lose-symbol", symbol="combat"), XP, symbol="combat"))
    assert (t.track("xp.red"), t.covered()) == (3, ["the-card"])


@pytest.mark.rule("PD-EFFECT-26", "PD-XP-06")
def test_experience_beyond_the_end_is_lost_and_the_rest_goes_on() -> None:
    """The symbol is lost all the same."""
    t = resolved(
        card(op("lose-symbol", symbol="combat"), XP), tracks={"combat.red": 1, "xp.red": 39}
    )
    assert (t.track("xp.red"), t.tokens()) == (40, {})


@pytest.mark.rule("PD-SYM-04", "PD-SYM-05")
def test_a_symbol_is_lost_as_a_token_or_under_a_cover() -> None:
    """Both are offered, both make one less; what is covered can't be lost again."""
    when = op("lose-symbol-scaled", symbol="combat")
    lying = ("blue-combat-1", "green-combat-1")
    t = resolved(card(when, SCALED_XP), *lying, tracks={"combat.red": 2})
    assert t.offered("red", "lose") == ["token.combat", *lying]
    t.say("red", "lose", "blue-combat-1")
    assert t.offered("red", "lose") == ["token.combat", "green-combat-1"]
    assert t.refused("red", "lose", "blue-combat-1")[0] == "not-an-option"
    t.say("red", "lose", "token.combat")
    assert t.offered("red", "lose") == ["token.combat", "green-combat-1"]
    t.say("red", "lose", "token.combat")
    assert (t.tokens(), t.covered()) == ({}, ["blue-combat-1"])


@pytest.mark.rule("PD-SYM-10")
def test_a_card_of_two_colours_is_of_both() -> None:
    """It counts for red and for green."""
    both = action("both", ["red", "green"])
    for colour in ("red", "green"):
        other = card(op("colour-at-least", colour=colour, count=2), XP)
        lying = ["both"] if colour == "red" else ["both", "green-none-1"]
        t = resolved(other, *lying, cards=[both])
        assert t.track("xp.red") == 3


@pytest.mark.rule("PD-SYM-03", "PD-SYM-11")
def test_there_are_always_more_tokens() -> None:
    """The forty-first token of a kind is gained like the first."""
    t = resolved(
        card(ALWAYS, op("gain-symbol", symbol="left", amount=1)), tracks={"combat.red": 40}
    )
    assert t.tokens() == {"combat": 41}


def test_a_table_has_its_own_words() -> None:
    """What stands on a card is told beside its name, in both languages."""
    t = at(
        "choose",
        {"hand.red": ["the-card", *(f"red-none-{n}" for n in range(1, 7))]},
        cards=[card(op("lose-symbol", symbol="combat"), XP)],
    )
    assert isinstance(t, Table)
    found = t.timeline.driver.find("cards-to-play/red")
    assert found is not None
    assert found.words("action.the-card") == {
        "en": "the-card (Red; −1 Combat → +3 experience)",
        "de": "the-card (Rot; −1 Kampf → +3 EP)",
    }
