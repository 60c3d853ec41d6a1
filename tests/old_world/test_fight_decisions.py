"""Fights in which somebody has to decide, and what everybody sees of them."""

from __future__ import annotations

import pytest

from tests.old_world.ring import MONSTER, TAVERN_TOWN, Ring, box_opened, tab
from tests.old_world.test_fight_turn import hit_of
from tests.old_world.test_monster_fight import attacked, lost
from tts_tool.kernel.views import view


def wager() -> Ring:
    """Red attacks blue while green watches."""
    return Ring(3).stand(red=TAVERN_TOWN, blue=TAVERN_TOWN).attack()


def uses() -> Ring:
    """Red has a Potion, the Griffin's Specialty and a trophy."""
    r = Ring().monster("archespore").school("red", "griffin")
    r.potions("red", "stonebark")
    return r.lay("trophies.red", "monster.leshen").hand("red", *r.plain(3)).bout(12)


def combo() -> Ring:
    """Red has two cards that connect."""
    r = Ring().monster("archespore")
    return r.hand("red", r.printed("red", tab("red")), r.printed("red")).bout(12)


def damaged() -> Ring:
    """Blue's hand is damaged."""
    r = Ring()
    r.hand("red", hit_of(r, 2)).hand("blue", *r.plain(3)).deck("blue")
    return r.tracks(**{"shield.blue": 0}).spar()


def first_attack() -> Ring:
    """The monster attacks for the first time."""
    return Ring(4).monster("archespore").bout(12, turn=MONSTER)


def second_attack() -> Ring:
    """The monster attacks for the second time."""
    return Ring(4).monster("archespore").bout(12, turn=MONSTER, turns={MONSTER: 1})


def trashing() -> Ring:
    """A charge makes red trash a hand card."""
    return attacked(1, "charge", hand=3)


def cheap_card() -> Ring:
    """Red lost and may choose among two cards of cost 0."""
    r = lost(3)
    for slot in (2, 4):
        r.lay(f"display.{slot}", r.printed("green", cost=0), rest="action-deck")
    return r


def fatigue() -> Ring:
    """Red has defeated a monster."""
    r = Ring().monster("archespore").bout(1)
    return r.hand("red", hit_of(r, 1)).deck("red", *r.plain(5))


def viper() -> Ring:
    """A Viper has hit."""
    r = Ring().monster("archespore").school("red", "viper").tracks(**{"specialty.red": 3})
    return r.hand("red", hit_of(r, 1)).bout(12)


def wolf() -> Ring:
    """A Wolf has announced three cards."""
    r = Ring().monster("archespore").school("red", "wolf")
    cards = [r.printed("red", tab("red")) for _ in range(3)]
    return r.hand("red", *cards).bout(12).combo(*cards)


def cat() -> Ring:
    """A Cat begins."""
    return Ring().monster("archespore").school("red", "cat").bout(12)


def before_an_attack() -> Ring:
    """Red's trophy may be used before the monster attacks."""
    r = Ring().monster("archespore").lay("trophies.red", "monster.rotfiend")
    return r.bout(12, turn=MONSTER)


@pytest.mark.rule("OW-DEC-26")
def test_a_single_card_plays_itself() -> None:
    """Nobody is asked about the only card in hand."""
    r = Ring().monster("archespore")
    assert r.hand("red", hit_of(r, 1)).bout(12).open() == ["attack/blue"]
    assert len(r.place("monster-life")) == 11


@pytest.mark.rule("OW-HID-05", "OW-HID-19", "OW-HID-22")
def test_what_everybody_sees() -> None:
    """Combo, spent fight cards and wagers lie open to owner, other seats and spectators."""
    r = combo()
    card = r.place("hand.red")[0]
    r.answer("combo", card)
    s = Ring(boxes=(box_opened(),)).monster("archespore").bout((18, 12, 5), turn=MONSTER)
    s.answer("attack", "charge")
    w = Ring(4).stand(red=TAVERN_TOWN, blue=TAVERN_TOWN).attack().answer("wager", "red", "green")
    for seat in ("red", "blue", None):
        places = view(r.timeline.state, seat)["places"]
        assert [shown["id"] for shown in places["combo.red"]] == [card]
        spent = view(s.timeline.state, seat)["places"]["monster-spent"]
        assert [shown["id"] for shown in spent] == ["fight.18"]
        assert view(w.timeline.state, seat)["parts"]["fight"]["wagers"] == {"green": "red"}


@pytest.mark.rule("OW-HID-16", "OW-HID-17", "OW-HID-18")
def test_what_is_hidden_of_monsters() -> None:
    """Cards and monsters on the board are open; tokens in piles show their level only."""
    r = Ring(4, boxes=(box_opened(),)).monster("archespore")
    r.lay("more-monsters", "monster-token.arachas").bout(5)
    for seat in ("red", "blue", None):
        places = view(r.timeline.state, seat)["places"]
        assert places["monster.forest"][0]["id"] == "monster.archespore"
        assert all("id" in shown for shown in places["monster-cards.2"])
        hidden = [*places["monster-tokens.2"], *places["more-monsters"]]
        assert all(shown["back"]["back"] == "monster-token" for shown in hidden)
        assert not any("id" in shown for shown in [*hidden, *places["monster-life"]])
        assert len(places["monster-life"]) == 5


@pytest.mark.rule("OW-HID-18", "OW-SPEC-02")
def test_only_the_viper_sees() -> None:
    """What a Viper looks at is seen by that seat alone, also in the question and its answers."""
    r = viper().answer("use-hit", "venomous-steel")
    faces = {
        seat: sum("id" in shown for shown in view(r.timeline.state, seat)["places"]["monster-life"])
        for seat in ("red", "blue", None)
    }
    assert faces == {"red": 4, "blue": 0, None: 0}
    seen = r.place("monster-life")[1]
    r.answer("peer-discard", [seen]).answer("peer-order", list(r.place("monster-life")[:3]))
    told = [h.seen_by("blue", r.timeline.state) for h in r.timeline.happened[-12:]]
    hidden = r.place("monster-life")[0]
    assert not any(hidden in str(event) for event in told)
