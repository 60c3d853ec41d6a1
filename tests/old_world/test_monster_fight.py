"""Monster fights: preparation, the monster's Fight Turn, the three outcomes and what follows."""

from __future__ import annotations

from typing import Any

import pytest

from tests.old_world.ring import MONSTER, Ring, box_opened
from tests.old_world.table import new
from tests.old_world.test_fight_turn import hit_of
from tts_tool.kernel.events import Moved, Noted, Said
from tts_tool.kernel.position import decode, encode, flaws
from tts_tool.kernel.views import view
from tts_tool.rulesets.old_world.base.fight.arena import Arena
from tts_tool.rulesets.old_world.base.fight.fight import Fight
from tts_tool.rulesets.old_world.base.turn.turn import Turn

LEVELS = {1: "archespore", 2: "fiend", 3: "yghern"}
"""A monster of each level whose Special Ability does nothing to a witcher who is attacked."""


def ring(level: int = 1, seats: int = 2, **tracks: int) -> Ring:
    """Let red, of no school, stand beside a monster of a level."""
    return Ring(seats).monster(LEVELS[level]).tracks(**tracks)


def attacked(card: int, attack: str, level: int = 1, *, hand: int = 4, **tracks: int) -> Ring:
    """Let a monster of a level carry out one half of a fight card against red."""
    r = ring(level, **{"shield.red": 0, **tracks})
    r.hand("red", *r.plain(hand)).deck("red", *r.plain(9)).pile("red")
    return r.bout((card, 12, 17, 18), turn=MONSTER).answer("attack", attack)


def beaten(level: int = 1, seats: int = 2, **tracks: int) -> Ring:
    """Let red defeat a monster with the one card in hand; Fatigue is asked next."""
    r = ring(level, seats, **tracks)
    return r.hand("red", hit_of(r, 1)).deck("red", *r.plain(6)).bout(1)


def lost(left: int, level: int = 1, seats: int = 2, **tracks: int) -> Ring:
    """Let red be Knocked-Out while the Life Pool has so many cards left."""
    r = ring(level, seats, **{"shield.red": 0, **tracks})
    r.hand("red", *r.plain(1)).deck("red").pile("red", *r.plain(5))
    return r.bout((5, *range(10, 10 + left)), turn=MONSTER).answer("attack", "charge")


# Declaring


@pytest.mark.rule("OW-MONSTER-01")
@pytest.mark.parametrize("location", [10, 17, 8])
def test_the_monster_here(location: int) -> None:
    """The monster here can be fought anywhere, at a school and at the Closed Tavern as well."""
    r = Ring(3).monster("barghest", at=location).ready().close_tavern(location)
    assert "fight.forest" in r.options("phase-2")
    assert r.refused("phase-2", "fight.mountain").rule == "OW-MONSTER-01"


@pytest.mark.rule("OW-MONSTER-02", "OW-MONSTER-08", "OW-MONSTER-09")
@pytest.mark.parametrize(
    ("seats", "choosers"),
    [
        (2, ["blue", "blue", "blue"]),
        (4, ["yellow", "green", "blue", "yellow"]),
        (3, ["green", "blue", "green"]),
    ],
)
def test_who_chooses_the_attack(seats: int, choosers: list[str]) -> None:
    """The right-hand seat first, then the others counter-clockwise, never the attacker."""
    r = ring(1, seats, **{"shield.red": 4, "defense.red": 4})
    r.hand("red", *r.plain(2)).deck("red", *r.plain(30))
    r.bout((12, 18, 13, 17, 8, 5), turn=MONSTER)
    asked = []
    for _ in choosers:
        asked.append(r.ask("attack").seat)
        r.answer("attack", "bite").combo(r.place("hand.red")[0])
    assert asked == choosers


@pytest.mark.rule("OW-MONSTER-03", "OW-MONSTER-40", "OW-CARD-07")
def test_before_and_after_the_pools() -> None:
    """Before the pools a hand card is lost into the deck to come; after them one of the deck."""
    r = Ring().monster("arachas")
    hand = r.plain(2)
    r.hand("red", *hand).deck("red", *r.plain(3)).pile("red").fight()
    r.answer("discard", [hand[0]])
    assert r.place("discard.red") == ()
    assert hand[0] in r.place("deck.red")
    codes = [getattr(happened.event, "code", "") for happened in r.timeline.happened]
    assert "special-ability" in codes
    r = Ring().monster("drowners-nest")
    hidden = r.plain(3)
    r.hand("red", *r.plain(1)).deck("red", *hidden[:2]).pile("red", hidden[2]).fight()
    assert len(r.place("monster-life")) == 10
    r.answer("discard-from-deck", [hidden[2]])  # it was shuffled in before
    assert r.place("discard.red") == (hidden[2],)
    assert r.shuffled("deck.red") == 2  # with its discards, and after it was looked through


@pytest.mark.rule("OW-MONSTER-40")
def test_the_last_card_is_lost_after_the_pools() -> None:
    """Whoever has nothing left when the pools are made is Knocked Out before any Fight Turn."""
    r = (
        Ring()
        .monster("drowners-nest")
        .hand("red")
        .pile("red")
        .deck("red", *Ring().plain(1))
        .fight()
    )
    assert (r.ended("winner"), r.ended("turns")) == (MONSTER, {})


@pytest.mark.rule("OW-MONSTER-04", "OW-MONSTER-05", "OW-HID-18")
def test_life_pool() -> None:
    """As many cards as life, from the shuffled deck; everybody sees how many, nobody which."""
    r = Ring(boxes=(box_opened(),)).monster("fiend").fight()
    assert (len(r.place("monster-life")), len(r.place("monster-deck"))) == (13, 7)
    for seat in ("red", "blue", None):
        shown = view(r.timeline.state, seat)["places"]["monster-life"]
        assert shown == [{"back": {"back": "fight"}}] * 13


@pytest.mark.rule("OW-MONSTER-06", "OW-TRAIL-08")
@pytest.mark.parametrize(
    ("token", "asked"), [("token.16", "combo/red"), ("token.9", "attack/blue"), ("", "attack/blue")]
)
def test_first_fight_turn(token: str, asked: str) -> None:
    """With a Trail Token of the monster's terrain the witcher begins, else the monster."""
    r = Ring().monster("barghest", at=8).hand("red")
    r.hand("red", *r.plain(2))
    if token:
        r.lay("trails.red", token)
    assert r.fight().open() == [asked]
    assert r.rules().count("OW-MONSTER-06") == 1


# The monster's Fight Turn


@pytest.mark.rule("OW-MONSTER-07", "OW-MONSTER-10")
def test_announced_before_revealed() -> None:
    """The type is chosen before the card is known; the card costs the monster a life."""
    r = ring(**{"shield.red": 0})
    r.deck("red", *r.plain(9)).hand("red", *r.plain(2)).bout((5, 12, 17), turn=MONSTER)
    assert r.options("attack") == ["charge", "bite"]
    assert len(r.place("monster-life")) == 3
    r.answer("attack", "bite")
    assert r.place("monster-spent") == ("fight.5",)
    assert len(r.place("deck.red")) == 9 - 2


@pytest.mark.rule("OW-MONSTER-11")
def test_damage_by_a_monster() -> None:
    """A bite of five: three are taken by the Shield, two by the deck."""
    r = attacked(7, "bite", **{"shield.red": 3, "defense.red": 3})
    assert r.track("shield.red") == 0
    assert len(r.place("deck.red")) == 9 - 2


@pytest.mark.rule("OW-MONSTER-12", "OW-MONSTER-13", "OW-MONSTER-18")
@pytest.mark.parametrize(
    ("card", "level", "before", "after", "discarded"),
    [
        (15, 1, {"combat.red": 2}, {"combat.red": 1}, 0),
        (15, 2, {"combat.red": 1}, {"combat.red": 1}, 1),
        (13, 3, {"alchemy.red": 5}, {"alchemy.red": 5}, 2),
        (16, 3, {"defense.red": 3, "shield.red": 3}, {"defense.red": 2, "shield.red": 0}, 0),
        (16, 1, {"defense.red": 3, "shield.red": 3}, {"defense.red": 2, "shield.red": 2}, 0),
    ],
)
def test_lowered_attributes(
    card: int, level: int, before: dict[str, int], after: dict[str, int], discarded: int
) -> None:
    """First the attribute falls, if it can; damage by the monster's level comes in any case."""
    r = attacked(card, "bite", level, **before)
    assert {track: r.track(track) for track in after} == after
    assert len(r.place("discard.red")) == discarded


@pytest.mark.rule("OW-MONSTER-14", "OW-MONSTER-17")
@pytest.mark.parametrize("level", [1, 2, 3])
def test_random_discards(level: int) -> None:
    """As many random hand cards as the monster has levels; the Shield doesn't help."""
    r = attacked(4, "charge", level, hand=6, **{"shield.red": 2, "defense.red": 2})
    assert len(r.place("hand.red")) == 6 - level
    assert (len(r.place("deck.red")), r.track("shield.red")) == (9, 2)
    lost_first = set()
    for seed in range(12):
        s = Ring(seed=str(seed)).monster(LEVELS[level])
        hand = s.plain(4)
        s.hand("red", *hand).bout((4, 12, 17), turn=MONSTER).answer("attack", "charge")
        lost_first.add(hand.index(s.place("discard.red")[-1]))
    assert len(lost_first) > 2


@pytest.mark.rule("OW-MONSTER-15")
def test_missing_hand_cards_come_from_the_deck() -> None:
    """Hand 1 against level III: that card and two from the top of the deck."""
    r = ring(3, **{"shield.red": 0, "combat.red": 1})
    (last,), deck = r.plain(1), r.plain(10)[1:]
    r.hand("red", last).deck("red", *deck).pile("red").bout((4, 12, 17, 18), turn=MONSTER)
    r.answer("attack", "charge")
    assert sorted(r.place("discard.red")) == sorted([last, *deck[:2]])
    left = (*r.place("hand.red"), *r.place("deck.red"))
    assert sorted(left) == sorted(deck[2:])


@pytest.mark.rule("OW-MONSTER-16", "OW-MONSTER-17")
def test_trashing() -> None:
    """The witcher trashes a hand card of choice, with an empty hand the top of the deck."""
    r = attacked(1, "charge", hand=3, **{"shield.red": 1})
    assert r.ask("trash-one").seat == "red"
    chosen = r.place("hand.red")[1]
    r.answer("trash-one", chosen)
    assert chosen in r.place("trash")
    assert r.track("shield.red") == 1
    r = ring(**{"combat.red": 1})
    deck = r.plain(4)
    r.hand("red").deck("red", *deck).bout((1, 12, 5), turn=MONSTER).answer("attack", "charge")
    assert set(deck) & set(r.place("trash")) == {deck[0]}


@pytest.mark.rule("OW-MONSTER-18")
@pytest.mark.parametrize(
    ("card", "attack", "level", "tracks", "damage"),
    [
        (2, "bite", 2, {}, 4),
        (16, "charge", 3, {}, 5),
        (3, "bite", 1, {"combat.red": 4}, 4),
        (9, "bite", 1, {"specialty.red": 2}, 2),
        (11, "bite", 1, {"alchemy.red": 5}, 5),
        (20, "bite", 1, {"defense.red": 3}, 3),
    ],
)
def test_computed_damage(
    card: int, attack: str, level: int, tracks: dict[str, int], damage: int
) -> None:
    """Damage by the monster's level, or by the level of an attribute, also at level 5."""
    assert len(attacked(card, attack, level, **tracks).place("discard.red")) == damage


# Who has won


@pytest.mark.rule("OW-MONSTER-19", "OW-MONSTER-21")
def test_the_monster_runs_out() -> None:
    """A monster that attacks with its last card and leaves the witcher alive is defeated."""
    r = ring(**{"shield.red": 4, "defense.red": 4})
    r.bout((12,), turn=MONSTER).answer("attack", "charge")
    assert (r.ended("outcome"), r.ended("turn")) == ("defeated", MONSTER)
    r = ring()
    r.hand("red", hit_of(r, 1)).deck("red").pile("red").bout(1)  # both have nothing left
    assert r.ended("outcome") == "defeated"


@pytest.mark.rule("OW-MONSTER-20", "OW-MONSTER-22")
@pytest.mark.parametrize(
    ("left", "outcome"), [(0, "driven-away"), (1, "driven-away"), (2, "lost"), (5, "lost")]
)
def test_outcome_of_a_knock_out(left: int, outcome: str) -> None:
    """A Knocked-Out witcher has driven the monster away if at most one of its cards is left."""
    r = lost(left)
    assert (r.ended("winner"), r.ended("outcome")) == (MONSTER, outcome)
    assert r.place("trophies.red") == ()


# Defeated


@pytest.mark.rule("OW-MONSTER-22")
def test_the_outcome_stands_before_what_it_brings() -> None:
    """What a monster does to whoever defeats it comes once it is certain that they have."""
    r = Ring().monster("rotfiend").bout(1)
    r.hand("red", hit_of(r, 1)).deck("red", *r.plain(9)).after()
    noted = [each.event.value for each in r.timeline.happened if isinstance(each.event, Noted)]
    order = [
        "won" if isinstance(value, Fight) else "punished"
        for value in noted
        if (isinstance(value, Fight) and value.outcome)
        or (isinstance(value, Turn) and value.memories["red"].draw_target == 1)
    ]
    assert order[:1] == ["won"]
    assert "punished" in order


@pytest.mark.rule("OW-MONSTER-23")
@pytest.mark.parametrize("level", [1, 2, 3])
def test_defeating(level: int) -> None:
    """The card is taken, then two gold, a step, Fatigue, and a new monster comes."""
    r = beaten(level, **{"gold.red": 1, "track.red": 1})
    assert (r.track("gold.red"), r.track("track.red")) == (3, 2)
    card = f"monster.{LEVELS[level]}"
    assert r.place("trophies.red") == (card,)
    assert r.place("monster.forest") == ()  # Fatigue comes before another monster does
    assert len(r.ask("trash").space().sole()[0]) == 2
    r.after()
    assert r.place("trophies.red") == (card,)
    assert r.place("monster.forest") != (card,)


@pytest.mark.rule("OW-MONSTER-23", "OW-TROPHY-03")
def test_winning_by_a_monster() -> None:
    """The fourth step ends the game before Fatigue and before a new monster; the card is taken."""
    r = beaten(**{"track.red": 3})
    assert (r.over, r.timeline.state.result[0]) == (True, ("red",))
    assert r.place("trophies.red") == (f"monster.{LEVELS[1]}",)
    assert not {"OW-TROPHY-07", "OW-MONSTER-30"} & set(r.rules())


@pytest.mark.rule("OW-MONSTER-24", "OW-MONSTER-30")
@pytest.mark.parametrize(("level", "following"), [(1, 2), (2, 3), (3, 3)])
def test_a_stronger_monster_follows(level: int, following: int) -> None:
    """After a defeat a monster one level higher comes to the same slot, witchers or not."""
    r = beaten(level).after()
    (card,) = r.place("monster.forest")
    (token,) = r.place("lair.forest")
    assert r.inventory.cards[card].level == following
    assert r.inventory.cards[token].terrain == "forest"
    location = r.inventory.cards[token].number
    assert card.replace("monster.", "monster-token.") in r.place(f"at.{location}")
    laid = [each.event for each in r.timeline.happened if each.rule == "OW-MONSTER-30"][-2:]
    assert [each.target for each in laid if isinstance(each, Moved)] == [
        f"at.{location}",
        "monster.forest",
    ]


@pytest.mark.rule("OW-MONSTER-25", "OW-MONSTER-26")
@pytest.mark.parametrize(
    ("how", "level", "from_stack"), [("beaten", 1, True), ("beaten", 2, False), ("away", 1, False)]
)
def test_monsters_set_aside(how: str, level: int, from_stack: bool) -> None:  # noqa: FBT001
    """Tokens set aside come for defeated Level I monsters only."""
    r = beaten(level) if how == "beaten" else lost(1, level)
    token = r.place("monster-tokens.1")[0]
    r.lay("more-monsters", token).after()
    came = r.place("monster.forest") == (token.replace("monster-token.", "monster."),)
    assert came == from_stack
    assert (r.place("more-monsters") == ()) == from_stack


@pytest.mark.rule("OW-MONSTER-27", "OW-MONSTER-32")
def test_tokens_of_beaten_monsters() -> None:
    """A defeated monster never comes back; of one driven away token and card wait."""
    r = beaten().after()
    assert "monster-token.archespore" in r.place("box")
    r = lost(1, 2).after()
    assert "monster-token.fiend" in r.place("driven-away.2")
    assert "monster.fiend" in r.place("monster-cards.2")


@pytest.mark.rule("OW-MONSTER-28")
def test_driven_away_monsters_come_back() -> None:
    """An empty pile is made of the tokens driven away, also the one that was just now."""
    r = lost(1, 3)
    r.lay("monster-tokens.3", rest="box").after()
    assert r.place("monster.forest") == ("monster.yghern",)
    assert r.shuffled("monster-tokens.3") == 1
    r = beaten(3)
    r.lay("monster-tokens.3", rest="box").after()
    assert (r.place("monster.forest"), r.place("lair.forest")) == ((), ())


@pytest.mark.rule("OW-MONSTER-29", "OW-TRAIL-10")
def test_spawning_returns_tokens() -> None:
    """Before a new token is drawn the old one and all trails of the terrain go back."""
    r = Ring(3).monster("archespore", at=8).lay("trails.red", "token.16")
    r.lay("rumours.blue", "token.6").lay("trails.green", "token.9")
    pile = ("token.7", "token.10", "token.17")
    r.lay("tokens.forest", *pile, rest="tokens.forest")
    r.hand("red", hit_of(r, 1)).bout(1).after()
    assert (r.place("trails.red"), r.place("rumours.blue")) == ((), ())
    assert r.place("trails.green") == ("token.9",)
    assert len(r.place("tokens.forest")) == 5
    assert r.shuffled("tokens.forest") == 1


@pytest.mark.rule("OW-MONSTER-27", "OW-SETUP-16")
def test_tokens_go_with_their_cards() -> None:
    """A position in which a token may be drawn whose card is elsewhere is refused."""
    t = new(2).timeline
    document = encode(t.state)
    card = document["places"]["monster-cards.2"].pop()
    document["places"]["trophies.red"].append(card)
    wrong = flaws(t.composition, decode(document, t.composition.inventory))
    assert [(flaw.code, flaw.rule) for flaw in wrong] == [("token-without-card", "OW-MONSTER-27")]


# Driven away, or lost


@pytest.mark.rule("OW-MONSTER-31", "OW-MONSTER-38")
def test_driving_away() -> None:
    """Two gold, a 0-cost card for the new deck, an equal monster; nothing else."""
    r = lost(1, 2, **{"gold.red": 0})
    cheap = r.printed("green", cost=0)
    r.lay("display.2", cheap, rest="action-deck").answer("gain", cheap)
    r.after()
    assert (r.track("gold.red"), r.track("track.red")) == (2, 0)
    assert cheap in r.place("deck.red") + r.place("hand.red")
    (card,) = r.place("monster.forest")
    assert r.inventory.cards[card].level == 2
    assert not r.memory("red").lost
    assert "OW-TROPHY-07" not in r.rules()


@pytest.mark.rule("OW-MONSTER-33", "OW-MONSTER-34")
@pytest.mark.parametrize("owned", [(), ("token.16",)])
def test_complete_defeat(owned: tuple[str, ...]) -> None:
    """A trail if there is none, a 0-cost card, a weaker Phase III; the monster stays as it was."""
    r = Ring().monster("archespore", at=8).tracks(**{"gold.red": 0, "shield.red": 0})
    r.lay("trails.red", *owned)
    r.hand("red", *r.plain(1)).deck("red").pile("red", *r.plain(5))
    r.bout((5, 1, 2, 3), turn=MONSTER).answer("attack", "charge")
    assert r.open() == ["gain/red"]
    r.after()
    assert len(r.place("trails.red")) == 1
    assert (r.track("gold.red"), r.memory("red").lost) == (0, True)
    assert (r.place("monster.forest"), len(r.place("hand.red"))) == (("monster.archespore",), 2)
    again = r.lay("potions.red", "potion.stonebark.1", rest="potion-deck").fight()
    assert len(again.place("monster-life")) == 12


@pytest.mark.rule("OW-MONSTER-35")
def test_fight_deck_is_whole_again() -> None:
    """After the fight all twenty cards are one deck, and the witcher's cards another."""
    r = beaten().after()
    assert len(r.place("monster-deck")) == 20
    assert r.shuffled("monster-deck") == 1
    assert (r.place("monster-life"), r.place("monster-spent")) == ((), ())
    assert "OW-FIGHT-35" in r.rules()
    assert r.part(Arena).fighters == ()


@pytest.mark.rule("OW-FIGHT-35")
def test_whoever_lost_recovers() -> None:
    """Hand and discard of who fought are one new deck, those of a bystander lie as they lay."""
    r = lost(3)
    beside = r.plain(2)
    r.pile("blue", *beside).after()
    assert (r.place("discard.red"), r.shuffled("deck.red")) == ((), 1)
    assert (r.place("discard.blue"), r.shuffled("deck.blue")) == (tuple(beside), 0)


@pytest.mark.rule("OW-MONSTER-36", "OW-MONSTER-37")
def test_cheap_card() -> None:
    """Any display card of cost 0, from whatever slot; else the first one of the deck."""
    r = lost(3)
    first, dear = r.printed("green", cost=0), [r.printed("red", cost=2) for _ in range(5)]
    for slot, card in enumerate((first, *dear), 1):
        r.lay(f"display.{slot}", card, rest="action-deck")
    r.after()
    assert "OW-MONSTER-36" in r.rules() or first in r.place("deck.red") + r.place("hand.red")
    r = lost(3)
    dear = [r.printed("red", cost=2) for _ in range(7)]
    first = r.printed("green", cost=0)
    for slot in range(1, 7):
        r.lay(f"display.{slot}", dear[slot], rest="action-deck")
    rest = [c for c in r.document()["places"]["action-deck"] if c not in (dear[0], first)]
    r.lay("action-deck", dear[0], first, *rest, rest="action-deck").after()
    assert first in r.place("deck.red") + r.place("hand.red")
    assert dear[0] in r.place("action-discard")
    assert [r.place(f"display.{slot}") for slot in range(1, 7)] == [(card,) for card in dear[1:]]


@pytest.mark.rule("OW-MONSTER-39", "OW-GEN-02")
@pytest.mark.parametrize(
    ("card", "attack"), [(5, "charge"), (7, "bite"), (4, "bite"), (8, "bite"), (19, "bite")]
)
def test_the_foglet_prescribes_its_first_attack(card: int, attack: str) -> None:
    """The half that costs more cards is taken; all else in the turn is as always."""
    script = {"shuffle.monster-deck": [[f"fight.{card}"]]}
    r = Ring(script=script).monster("foglet").tracks(**{"shield.red": 0})
    r.hand("red", *r.plain(4)).deck("red", *r.plain(12)).pile("red").fight()
    half = {"charge": {5: 5}, "bite": {7: 5, 4: 4, 8: 2, 19: 4}}[attack][card]
    assert len(r.place("discard.red")) == half
    assert r.place("monster-spent") == (f"fight.{card}",)
    assert r.open() == ["combo/red"]  # nobody was asked, and the second attack is free again
    r.combo(r.place("hand.red")[0])
    assert r.open() == ["attack/blue"]


SPECIAL = "special-ability"


@pytest.mark.rule("OW-MONSTER-41")
def test_price_of_a_fight() -> None:
    """Who can't pay a monster's price can't fight it; the price is no use of a Potion."""
    r = Ring().monster("archespore").ready()
    r.lay("potions.red", rest="potion-deck")
    assert r.refused("phase-2", "fight.forest").rule == "OW-MONSTER-41"
    r.tracks(**{"alchemy.red": 1})
    paid, used = r.potions("red", "adder-bite", "stonebark")
    r.answer("phase-2", "fight.forest").answer("discard-potions", [paid])
    assert paid in r.place("potion-discard")
    happened = [each.event for each in r.timeline.happened]
    said = [n for n, e in enumerate(happened) if isinstance(e, Said) and e.code == SPECIAL]
    gone = [n for n, e in enumerate(happened) if isinstance(e, Moved) and paid in e.components]
    assert len(said) == 1
    assert said < gone[-1:]  # who pays has heard for what
    life: Any = r.place("monster-life")
    assert len(life) == 12  # it had no effect
    r.until("use-step-1")
    assert r.why_not("use-step-1", used) is None
