"""Fights between witchers: where they may happen, wagers, what winner and loser get."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import pytest

from tests.old_world.ring import TAVERN_TOWN, Ring
from tests.old_world.test_fight_turn import hit_of
from tts_tool.kernel.module import Module
from tts_tool.rulesets.old_world.base.fight.arena import Arena
from tts_tool.rulesets.old_world.base.points import GAME_WIN_CHECK
from tts_tool.rulesets.old_world.legendary_hunt.module import legendary_hunt


def duel(seats: int = 3, **tracks: int) -> Ring:
    """Let red, a Wolf, stand beside blue, a Bear."""
    return facing(Ring(seats)).tracks(**tracks)


def facing(r: Ring) -> Ring:
    """Put red, a Wolf, beside blue, a Bear."""
    r.stand(red=TAVERN_TOWN, blue=TAVERN_TOWN)
    return r.school("red", "wolf").school("blue", "bear")


def won(r: Ring, winner: str = "red", wagers: Mapping[str, str] = MappingProxyType({})) -> Ring:
    """Let the duel be decided by the one card in the winner's hand."""
    loser = "blue" if winner == "red" else "red"
    r.tracks(**{f"shield.{loser}": 0, "specialty.red": 1})
    r.hand(loser).deck(loser, *r.plain(2))
    r.hand(winner, hit_of(r, 9)).deck(winner, *r.plain(3))
    return r.spar(turn=winner, turns={"red": 1}, wagers=dict(wagers))


# Where and whom


@pytest.mark.rule("OW-DUEL-01")
@pytest.mark.parametrize("school", [0, 1, 3, 10, 15, 17])
def test_no_duel_at_a_school(school: int) -> None:
    """Witchers fight at no School Location, not even at that of a school nobody plays."""
    r = duel().stand(red=school, blue=school).ready()
    assert r.refused("phase-2", "fight.blue").rule == "OW-DUEL-01"


@pytest.mark.rule("OW-DUEL-02", "OW-DUEL-09")
def test_closed_tavern_forbids_duels_only() -> None:
    """At the Closed Tavern token no witcher is attacked; its monster and other things are."""
    r = Ring(3).monster("barghest", at=8).ready().stand(blue=8).close_tavern(8)
    assert r.refused("phase-2", "fight.blue").rule == "OW-DUEL-02"
    assert {"fight.forest", "wait"} <= set(r.options("phase-2"))


@pytest.mark.rule("OW-DUEL-03", "OW-POKER-06")
def test_no_duel_after_poker() -> None:
    """With whom one played Dice Poker one doesn't fight; others can be attacked."""
    r = duel().stand(green=TAVERN_TOWN).did("red", poker=("blue",)).ready()
    assert r.refused("phase-2", "fight.blue").rule == "OW-DUEL-03"
    assert "fight.green" in r.options("phase-2")


@pytest.mark.rule("OW-DUEL-04")
def test_one_of_several_is_attacked() -> None:
    """The attacker picks one of the witchers here; the other only watches."""
    r = duel(4).stand(green=TAVERN_TOWN).ready()
    r.answer("phase-2", "fight.green")
    assert (r.now.attacker, r.now.defender) == ("red", "green")
    assert r.open() == ["wager/blue"]


@pytest.mark.rule("OW-DUEL-05", "OW-DUEL-17", "OW-DUEL-18")
def test_a_second_win_brings_no_trophy() -> None:
    """An owned trophy of the school forbids no fight, but there is no second one."""
    r = duel(**{"gold.red": 0})
    r.lay("trophies.red", "witcher-trophy.bear.4")
    r.lay("witcher-trophies.blue", "witcher-trophy.bear.1")
    assert r.ready().why_not("phase-2", "fight.blue") is None
    won(r).after()
    assert (r.track("track.red"), r.track("gold.red")) == (0, 1)
    assert r.place("witcher-trophies.blue") == ("witcher-trophy.bear.1",)
    assert "closed-tavern" in r.place(f"at.{TAVERN_TOWN}")


# Wagers


@pytest.mark.rule("OW-DUEL-06", "OW-DUEL-07")
def test_wagers_come_before_the_first_turn() -> None:
    """Wagers first, then the Life Pools, then the attacker's first Fight Turn."""
    r = duel(4).attack()
    assert r.open() == ["wager/green"]
    r.answer("wager", "no-wager").answer("wager", "no-wager")
    assert r.open() == ["combo/red"]
    rules = r.rules()
    assert "OW-FIGHT-04" in rules
    assert not [question for question in r.open() if question.startswith("wager")]


@pytest.mark.rule("OW-DUEL-07")
def test_the_fight_ends_at_once() -> None:
    """A defender who is Knocked-Out by damage ends it: no Shield, no draw afterwards."""
    r = duel(2, **{"shield.red": 0, "defense.red": 3})
    r.hand("red", r.printed("red", damage=5, shield=2, draw=2))
    r.hand("blue").deck("blue", *r.plain(1)).tracks(**{"shield.blue": 0}).spar()
    assert r.ended("winner") == "red"
    assert not {"OW-FIGHT-25", "OW-FIGHT-30"} & set(r.rules())


@pytest.mark.rule("OW-DUEL-10")
def test_nobody_bets_on_two() -> None:
    """With two seats nobody is left to bet, and in monster fights nobody bets at all."""
    assert duel(2).attack().open() == ["combo/red"]
    assert Ring(3).monster("barghest").fight().open() == ["attack/green"]


@pytest.mark.rule("OW-DUEL-11", "OW-DUEL-12", "OW-DUEL-13")
def test_wagers() -> None:
    """Who only watches may stake one own coin, from anywhere, if there is one."""
    r = duel(5, **{"gold.green": 3, "gold.yellow": 0, "gold.white": 1, "gold.red": 4})
    r.attack()
    assert r.options("wager") == ["no-wager", "red", "blue"]
    assert r.refused("wager", 2).code == "not-an-option"
    r.answer("wager", "blue", "green")
    assert r.open() == ["wager/white"]
    r.answer("wager", "no-wager")
    assert r.now.wagers == {"green": "blue"}
    assert [r.track(f"gold.{seat}") for seat in ("green", "white", "red")] == [2, 1, 4]


@pytest.mark.rule("OW-DUEL-13", "OW-DUEL-14", "OW-DUEL-15")
@pytest.mark.parametrize(("position", "paid"), [(0, 1), (1, 1), (2, 2), (3, 3)])
def test_winnings(position: int, paid: int) -> None:
    """The loser's position pays the winner, and whoever bet on him as much; a stake is lost."""
    r = duel(4, **{"gold.red": 0, "gold.green": 0, "gold.yellow": 0, "track.blue": position})
    won(r, wagers={"green": "red", "yellow": "blue"}).after()
    assert [r.track(f"gold.{seat}") for seat in ("red", "green", "yellow")] == [paid, 1 + paid, 0]


def endless() -> Module:
    """Make a box with which nobody wins."""
    made = Module("endless", needs=("base",))
    made.hook(GAME_WIN_CHECK, "replace")(lambda *_, **__: ())
    return made


@pytest.mark.parametrize("boxes", [(endless(),), (legendary_hunt,)], ids=["endless", "hunt"])
@pytest.mark.parametrize("winner", ["red", "blue"])
def test_reputation_where_the_track_does_not_end_the_game(
    boxes: tuple[Module, ...], winner: str
) -> None:
    """Beyond the last position that has a number, that number counts, whoever attacked."""
    loser = "blue" if winner == "red" else "red"
    r = facing(Ring(boxes=boxes)).tracks(**{f"gold.{winner}": 0, f"track.{loser}": 4})
    won(r, winner).after()
    assert (r.track(f"gold.{winner}"), r.over) == (3, False)


# Winning and losing


@pytest.mark.rule("OW-DUEL-16", "OW-DUEL-20")
def test_attacker_wins_a_trophy() -> None:
    """The attacker takes a trophy, moves up and tires; the loser keeps what he has."""
    r = duel()
    r.lay("witcher-trophies.blue", "witcher-trophy.bear.1", "witcher-trophy.bear.2")
    r.lay("trophies.blue", "witcher-trophy.cat.1")
    won(r)
    assert "trash/red" in r.open()  # Fatigue
    assert r.place("trophies.red") == ("witcher-trophy.bear.1",)
    r.after()
    assert r.track("track.red") == 1
    assert r.place("trophies.red") == ("witcher-trophy.bear.1",)
    assert r.place("witcher-trophies.blue") == ("witcher-trophy.bear.2",)
    assert r.place("trophies.blue") == ("witcher-trophy.cat.1",)


@pytest.mark.rule("OW-DUEL-08")
def test_tavern_closes_where_witchers_fought() -> None:
    """The token lies where the last duel was, whoever won."""
    r = duel().close_tavern(18)
    won(r, "blue").after()
    assert "closed-tavern" in r.place(f"at.{TAVERN_TOWN}")
    assert "closed-tavern" not in r.place("at.18")
    assert r.rules().count("OW-DUEL-08") == 1


@pytest.mark.rule("OW-DUEL-19", "OW-DUEL-23", "OW-DUEL-24")
@pytest.mark.parametrize(("winner", "cards"), [("blue", 4), ("red", 3)])
def test_defender(winner: str, cards: int) -> None:
    """A defender gets gold at best and draws a new hand at once; it has no Phase III."""
    r = duel(2, **{"gold.blue": 0})
    r.lay("witcher-trophies.red", "witcher-trophy.wolf.1")
    won(r, winner).deck("blue", *r.plain(9))
    r.after()
    assert len(r.place("hand.blue")) == cards
    assert (r.track("track.blue"), r.place("trophies.blue")) == (0, ())
    assert r.track("gold.blue") == (1 if winner == "blue" else 0)
    assert r.timeline.state.acting == "red"
    assert r.part(Arena).fighters == ()


@pytest.mark.rule("OW-DUEL-21", "OW-DUEL-22")
def test_loser_learns_before_the_shuffle() -> None:
    """The loser's 0-cost card is in the new deck; both have full Shields and no discard."""
    r = duel(2, **{"defense.red": 3, "defense.blue": 2, "shield.red": 0})
    cheap = r.printed("green", cost=0)
    r.lay("display.3", cheap, rest="action-deck")
    won(r).until("gain")
    decks = ("deck.red", "deck.blue")
    since = [r.shuffled(deck) for deck in decks]
    r.answer("gain", cheap).after()
    assert [r.shuffled(deck) - before for deck, before in zip(decks, since, strict=True)] == [1, 1]
    assert cheap in r.place("deck.blue") + r.place("hand.blue")
    assert (r.track("shield.red"), r.track("shield.blue")) == (3, 2)
    assert r.place("discard.blue") == ()


@pytest.mark.rule("OW-DUEL-25", "OW-MARKET-04")
@pytest.mark.parametrize(("winner", "cards"), [("red", 3), ("blue", 2)])
def test_attacker_goes_on(winner: str, cards: int) -> None:
    """The attacker draws three in Phase III, after losing only two."""
    r = won(duel(2), winner)
    r.after()
    assert r.memory("red").lost == (winner == "blue")
    assert r.timeline.state.phase == "phase-3"
    assert len(r.place("hand.red")) == cards


@pytest.mark.rule("OW-DUEL-26", "OW-TROPHY-03")
def test_fourth_trophy_ends_the_game() -> None:
    """At the top of the track all is over: no Fatigue, no wagers, no gold, no tavern."""
    r = duel(3, **{"track.red": 3, "gold.red": 0, "gold.green": 0})
    r.lay("witcher-trophies.blue", "witcher-trophy.bear.1")
    won(r, wagers={"green": "red"})
    assert r.over
    assert r.timeline.state.result[0] == ("red",)
    assert (r.track("gold.red"), r.track("gold.green")) == (0, 0)
    assert not {"OW-DUEL-08", "OW-TROPHY-07"} & set(r.rules())


@pytest.mark.rule("OW-DUEL-27")
def test_defender_takes_the_same_fight_turns() -> None:
    """In the defender's own Fight Turn its Specialty and cards work as the attacker's do."""
    r = duel(2, **{"specialty.blue": 1, "shield.blue": 0})
    r.hand("red", *r.plain(1)).hand("blue", *r.plain(2)).deck("blue", *r.plain(5)).spar(turn="blue")
    assert len(r.place("hand.blue")) == 3  # Armor has drawn a card
    assert r.open() == ["combo/blue"]


@pytest.mark.rule("OW-GEN-03")
def test_a_fight_without_an_end_fails() -> None:
    """Where both only return their last card to hand the attack has failed after a while."""
    r = duel(2, **{"gold.blue": 0})
    for seat in ("red", "blue"):
        r.hand(seat, r.printed("green", back=True)).deck(seat).pile(seat)
    r.spar()
    assert (r.ended("winner"), r.ended("outcome")) == ("blue", "lost")
    codes = [getattr(happened.event, "code", "") for happened in r.timeline.happened]
    assert codes.count("stalemate") == 1
    assert r.rules().count("OW-GEN-03") == 2  # it is said, and has failed
    s = duel(2)
    s.hand("red", s.printed("green", back=True)).deck("red").pile("red")
    s.hand("blue").deck("blue", *s.plain(1)).spar()
    assert "stalemate" not in [getattr(h.event, "code", "") for h in s.timeline.happened]
    assert s.ended("winner") == "red"
