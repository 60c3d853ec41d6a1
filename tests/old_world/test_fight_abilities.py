"""Potions and trophies: what each card does when it is used, and when it can't be."""

from __future__ import annotations

from collections.abc import Callable
from inspect import isfunction, signature
from typing import Any

import pytest

from tests.old_world.ring import TAVERN_TOWN, Ring, tab
from tests.old_world.test_fight_turn import hit_of
from tts_tool.kernel.decisions import Move
from tts_tool.kernel.inventory import Component
from tts_tool.rulesets.old_world.base.abilities.abilities import Ability, Condition, Potion
from tts_tool.rulesets.old_world.base.abilities.held import HeldAbility, unmet
from tts_tool.rulesets.old_world.base.board.monsters import Monster
from tts_tool.rulesets.old_world.base.witcher.trophy_cards import AttributeTrophy, WitcherTrophy

TRACKS = {"defense.red": 4, "shield.red": 2, "combat.red": 2, "alchemy.red": 4, "gold.red": 1}


def owning(*trophies: str, **tracks: int) -> Ring:
    """Let red, owner of these trophies, stand beside a monster with five cards in hand."""
    other = "rotfiend" if "monster.archespore" in trophies else "archespore"
    r = Ring().monster(other).tracks(**{**TRACKS, **tracks})
    r.lay("trophies.red", *trophies).hand("red", *r.plain(5))
    r.deck("red", *r.plain(12)).pile("red", *r.plain(4))
    r.potions("red", "stonebark", "quicksilver")
    return r


def used(trophy: str, **tracks: int) -> Ring:
    """Use a trophy in step 1 of the first Fight Turn."""
    return owning(trophy, **tracks).bout(12).answer("use-step-1", trophy)


def hand(r: Ring) -> int:
    """Count red's hand."""
    return len(r.place("hand.red"))


def life(r: Ring) -> int:
    """Count the Life Pool."""
    return len(r.place("monster-life"))


def shield(r: Ring) -> int:
    """Read red's Shield."""
    return r.track("shield.red")


def passed(r: Ring, *cards: str) -> Ring:
    """Use nothing more in step 1 and play a Combo."""
    if "use-step-1/red" in r.open():
        r.answer("use-step-1", "pass")
    return r.combo(*cards)


def strikes(r: Ring, damage: int = 0) -> Ring:
    """Play a Combo of one card."""
    card = hit_of(r, damage)
    r.hand("red", card, *r.plain(3))
    return passed(r, card)


def with_combo(trophy: str, *colours: str) -> Ring:
    """Announce a Combo of these colours for which a trophy is used."""
    r = owning(trophy)
    tabs = [*colours[1:], ""]
    combo = [
        r.printed(colour, *([tab(following)] if following else []))  # type: ignore[arg-type]
        for colour, following in zip(colours, tabs, strict=True)
    ]
    r.hand("red", *combo, *r.plain(1)).bout(12)
    passed(r, *combo)
    return r.answer("use-combo", trophy) if r.open() == ["use-combo/red"] else r


def bitten(r: Ring, card: int = 5, attack: str = "charge") -> Ring:
    """Let the monster carry out an attack."""
    r.lay("monster-life", f"fight.{card}", "fight.12", "fight.17", rest="monster-deck")
    return r.answer("attack", attack)


# Trophies of monsters


def nekkers_nest() -> None:
    """Draw a card when the pools are made."""
    r = owning("monster.nekkers-nest").lay("trails.red", "token.16").monster("barghest", at=8)
    before = 5
    assert hand(r.fight().answer("use-after-pools", "monster.nekkers-nest")) == before + 1


def arachas() -> None:
    """With at most one hand card draw two before the pools."""
    r = owning("monster.arachas").monster("barghest", at=8)
    r.hand("red", *r.plain(1)).fight().answer("use-before-pools", "monster.arachas")
    assert hand(r) == 3
    two = owning("monster.arachas").monster("barghest", at=8)
    two.hand("blue").hand("red", *two.plain(2))  # the other hand does not count
    assert two.fight().open() == ["attack/blue"]


def archespore() -> None:
    """A Potion for one damage and a card."""
    r = used("monster.archespore").answer("discard-potions", ["potion.quicksilver.1"])
    assert (life(r), hand(r), r.place("spent-potions.red")) == (11, 6, ())


def barghest() -> None:
    """The Shield rises before the pools."""
    r = owning("monster.barghest").monster("rotfiend", at=8).fight()
    assert shield(r.answer("use-before-pools", "monster.barghest")) == 3


def foglet() -> None:
    """Used in the first Fight Turn, two less are taken from the next attack only."""
    r = strikes(used("monster.foglet", **{"shield.red": 4}))
    assert shield(bitten(r)) == 4 - 3
    assert shield(bitten(passed(r, r.place("hand.red")[0]), 18)) == 0


def harpy() -> None:
    """A hand card for two of the deck."""
    r = used("monster.harpy")
    assert r.open() == ["pay/red"]
    given = {gesture for _, gesture in r.ask("pay").bindings()}
    assert given == {Move(card, "discard.red") for card in r.place("hand.red")}
    assert hand(r.answer("pay", [r.place("hand.red")[0]])) == 6
    broke = owning("monster.harpy").hand("red").bout(12)
    assert broke.why_not("use-step-1", "monster.harpy") is not None


def ghouls_nest() -> None:
    """A discarded card of choice goes into the deck."""
    r = used("monster.ghouls-nest")
    chosen = r.place("discard.red")[2]
    assert r.open() == ["mend/red"]
    assert chosen in r.answer("mend", [chosen]).place("deck.red")


def drowners_nest() -> None:
    """A Shield for the top of the discard."""
    r = used("monster.drowners-nest")
    assert (hand(r), shield(r)) == (6, 1)
    broke = owning("monster.drowners-nest", **{"shield.red": 0}).bout(12)
    refusal = broke.refused("use-step-1", "monster.drowners-nest")
    assert (refusal.code, refusal.rule) == ("price-shield", "OW-GEN-08")


def rotfiend() -> None:
    """Before an attack the Shield may rise."""
    r = strikes(owning("monster.rotfiend").bout(12)).answer("use-opponent-turn", "monster.rotfiend")
    assert shield(r) == 3


def ekimmara() -> None:
    """Who hits raises the Shield."""
    r = strikes(owning("monster.ekimmara").bout(12), 1).answer("use-hit", "monster.ekimmara")
    assert shield(r) == 3


def griffin() -> None:
    """A Combo of three draws one more."""
    assert hand(with_combo("monster.griffin", "red", "red", "red")) == 1 + 3
    assert hand(with_combo("monster.griffin", "red", "red")) == 1 + 2


def wyvern() -> None:
    """Two hand cards for three damage."""
    r = used("monster.wyvern")
    assert life(r.answer("pay", list(r.place("hand.red")[:2]))) == 9


def werewolf() -> None:
    """Without a Shield one damage."""
    assert life(used("monster.werewolf", **{"shield.red": 0})) == 11
    r = owning("monster.werewolf").bout(12)
    assert r.refused("use-step-1", "monster.werewolf").code == "needs-shield"


def fiend() -> None:
    """Two purple cards deal two more."""
    assert life(with_combo("monster.fiend", "purple", "purple")) == 10
    assert life(with_combo("monster.fiend", "purple", "red")) == 12


def noonwraith() -> None:
    """A yellow card raises the Shield by one more."""
    assert shield(with_combo("monster.noonwraith", "yellow")) == 3


def nightwraith() -> None:
    """In the first Fight Turn one card may be laid on any other."""
    r = used("monster.nightwraith")
    one, two, three = r.place("hand.red")[:3]
    r.answer("use-step-1", "pass").answer("combo", one).answer("combo", two)
    assert r.refused("combo", three).rule == "OW-FIGHT-16"


def water_hag() -> None:
    """One more Potion than Alchemy allows."""
    r = owning("monster.water-hag", **{"alchemy.red": 1}).monster("barghest", at=8)
    r.lay("trails.red", "token.16").fight()
    r.answer("use-step-1", "potion.stonebark.1").answer("use-step-1", "potion.quicksilver.1")
    assert len(r.place("spent-potions.red")) == 2


def manticore() -> None:
    """Whoever is damaged may draw."""
    r = strikes(owning("monster.manticore").bout(12))
    before = hand(r)
    assert hand(bitten(r, 12).answer("use-damaged", "monster.manticore")) == before + 1


def whispess() -> None:
    """A hit discards one of the two next cards."""
    r = strikes(owning("monster.whispess").bout(12), 1).answer("use-hit", "monster.whispess")
    assert life(r.answer("peer-discard", [r.place("monster-life")[1]])) == 10


def weavess() -> None:
    """Before an attack the next two cards are seen and put in order."""
    r = strikes(owning("monster.weavess").bout(12)).answer("use-opponent-turn", "monster.weavess")
    order = r.place("monster-life")[:2][::-1]
    assert r.answer("peer-order", list(order)).place("monster-life")[:2] == order


def penitent() -> None:
    """The first Combo deals one more."""
    r = strikes(owning("monster.penitent").bout(12), 1).answer("use-combo", "monster.penitent")
    assert life(r) == 10


def grave_hag() -> None:
    """A hand card for any discarded one."""
    r = used("monster.grave-hag")
    r.answer("pay", [r.place("hand.red")[0]])
    chosen = r.place("discard.red")[3]
    assert chosen in r.answer("fetch", chosen).place("hand.red")


def leshen() -> None:
    """The Shield rises by two."""
    assert shield(used("monster.leshen")) == 4


def striga() -> None:
    """A Shield for two damage."""
    r = used("monster.striga")
    assert (life(r), shield(r)) == (10, 1)


def bruxa() -> None:
    """A hit takes two discarded cards back into the deck."""
    r = owning("monster.bruxa").bout(12)
    r = strikes(r, 1).answer("use-hit", "monster.bruxa")
    chosen = list(r.place("discard.red")[:2])
    assert set(chosen) <= set(r.answer("mend", chosen).place("deck.red") + r.place("hand.red"))


def glustyworp() -> None:
    """Used in the first Fight Turn, three less are taken."""
    assert shield(bitten(strikes(used("monster.glustyworp")))) == 0
    r = owning("monster.glustyworp").bout(12, turns={"red": 1})
    assert r.refused("use-step-1", "monster.glustyworp").code == "needs-turn"


def brewess() -> None:
    """A Potion for three cards, as far as the hand has room."""
    r = used("monster.brewess").answer("discard-potions", ["potion.quicksilver.1"])
    assert hand(r) == 7


def yghern() -> None:
    """A Combo of four deals two more and raises the Shield."""
    r = with_combo("monster.yghern", "red", "red", "red", "red")
    assert (life(r), shield(r)) == (10, 3)


# Trophies of attributes and of witchers


def trophy_of_combat() -> None:
    """Two cards deal one more."""
    assert life(with_combo("attribute-trophy.combat.1", "red", "red")) == 11


def trophy_of_defense() -> None:
    """Before an attack: two damage less."""
    r = strikes(owning("attribute-trophy.defense.2").bout(12))
    r.lay("monster-life", "fight.17", "fight.12", rest="monster-deck")
    r.answer("use-opponent-turn", "attribute-trophy.defense.2").answer("attack", "bite")
    assert shield(r) == 2


def trophy_of_alchemy() -> None:
    """A Potion for two damage."""
    r = used("attribute-trophy.alchemy.1").answer("discard-potions", ["potion.quicksilver.1"])
    assert life(r) == 10


def trophy_of_specialty() -> None:
    """Draw two, put one back."""
    r = used("attribute-trophy.specialty.1")
    chosen = r.place("hand.red")[0]
    assert r.answer("put-back", [chosen]).place("deck.red")[0] == chosen
    assert hand(r) == 6


def bear_trophy() -> None:
    """Without a Shield raise it by one."""
    assert shield(used("witcher-trophy.bear.1", **{"shield.red": 0})) == 1


def cat_trophy() -> None:
    """Draw one in the first Fight Turn."""
    assert hand(used("witcher-trophy.cat.1")) == 6


def griffin_trophy() -> None:
    """Take the top of the discard, then discard any card."""
    r = used("witcher-trophy.griffin.1")
    given = r.place("hand.red")[3]
    assert r.answer("discard", [given]).place("discard.red")[0] == given
    assert hand(r) == 5


def viper_trophy() -> None:
    """A hit deals one more, and one less is drawn; nobody is asked."""
    r = strikes(owning("witcher-trophy.viper.1").bout(12), 1)
    assert (life(r), hand(r)) == (10, 3 + 1)


def wolf_trophy() -> None:
    """A Combo of three deals one more."""
    assert life(with_combo("witcher-trophy.wolf.1", "red", "red", "red")) == 11


# Potions


def drunk(kind: str, **tracks: int) -> Ring:
    """Use a Potion in the first Fight Turn."""
    r = owning(**tracks)
    (potion,) = r.potions("red", kind)
    r.lay("trophies.red", "monster.leshen")
    return r.bout(12).answer("use-step-1", potion)


def blizzard() -> None:
    """One card may be laid against any colour."""
    r = drunk("blizzard")
    one, two, three = r.place("hand.red")[:3]
    r.answer("use-step-1", "pass").answer("combo", one).answer("combo", two)
    assert r.refused("combo", three).rule == "OW-FIGHT-16"


def black_blood() -> None:
    """Three less are taken from the next attack."""
    assert shield(bitten(strikes(drunk("black-blood")))) == 0


def adder_bite() -> None:
    """Two damage; one less is drawn."""
    r = drunk("adder-bite")
    assert life(r) == 10
    assert hand(strikes(r)) == 3 + 1


def stonebark() -> None:
    """The Shield rises by two."""
    assert shield(drunk("stonebark")) == 4


def quicksilver() -> None:
    """Draw two."""
    assert hand(drunk("quicksilver")) == 7


def second_wind() -> None:
    """Take any discarded card."""
    r = drunk("second-wind")
    chosen = r.place("discard.red")[2]
    assert chosen in r.answer("fetch", chosen).place("hand.red")


def berserker_root() -> None:
    """Each red or blue card deals one more; the Shield falls."""
    r = drunk("berserker-root")
    assert shield(r) == 1
    assert life(strikes(r, 1)) == 10


SHOWN: dict[str, Callable[[], None]] = {
    name.replace("_", "-"): show
    for name, show in list(globals().items())
    if isfunction(show) and show.__module__ == __name__ and not signature(show).parameters
}


@pytest.mark.rule("OW-DEC-37")
@pytest.mark.parametrize("kind", SHOWN)
def test_card(kind: str) -> None:
    """What the card does, and what it refuses."""
    SHOWN[kind]()


@pytest.mark.rule("OW-FIGHT-25")
def test_what_raises_the_shield_of_a_combo_is_one_s_own() -> None:
    """What somebody has used for their Combo raises their Shield, and nobody else's."""
    r = with_combo("monster.noonwraith", "yellow")
    assert (shield(r), r.track("shield.blue")) == (3, Ring().track("shield.blue"))


@pytest.mark.rule("OW-COMP-04", "OW-COMP-08", "OW-COMP-09")
def test_every_card_is_shown() -> None:
    """28 Potions of 7 kinds, 2 trophies of each attribute, 4 of each school, all shown above."""
    composition = Ring().timeline.composition
    cards = composition.setup.cards
    kinds = [cards.of(kind) for kind in (Potion, Monster, AttributeTrophy, WitcherTrophy)]
    assert sorted(SHOWN) == sorted(name for known in kinds for name in known)
    assert [len(known) for known in kinds] == [7, 28, 4, 5]
    components: dict[str, Component] = composition.inventory.components
    for prefix, count in (("potion.", 28), ("attribute-trophy.", 8), ("witcher-trophy.", 20)):
        assert sum(name.startswith(prefix) for name in components) == count


@pytest.mark.rule("OW-TROPHY-13")
def test_no_two_kinds_are_alike() -> None:
    """Cards of different kinds do different things; all of a kind do the same."""
    cards = Ring().timeline.composition.setup.cards
    kinds = [cards.of(kind) for kind in (Potion, Monster, AttributeTrophy, WitcherTrophy)]
    for known in kinds:
        abilities = [repr(card.abilities) for card in known.values()]
        assert len(set(abilities)) == len(abilities)


@pytest.mark.rule("OW-TROPHY-10")
def test_a_trophy_comes_too_late_for_its_own_fight() -> None:
    """What reacts to a hit has no part in the fight in which the trophy was won."""
    r = Ring().monster("ekimmara").tracks(**{**TRACKS, "shield.red": 0}).bout(1)
    r.hand("red", hit_of(r, 1)).deck("red", *r.plain(9))
    assert r.open() == ["trash/red"]
    r.after()
    assert "monster.ekimmara" in r.place("trophies.red")
    assert "OW-FIGHT-25" not in r.rules()


@pytest.mark.rule("OW-MONSTER-03", "OW-MONSTER-40")
@pytest.mark.parametrize(
    ("trophy", "moment"), [("barghest", "before-pools"), ("nekkers-nest", "after-pools")]
)
def test_who_passes_is_not_asked_again(trophy: str, moment: str) -> None:
    """Before and after the Life Pools each is offered once what may be used then."""
    r = Ring().monster("archespore").tracks(**TRACKS).lay("trophies.red", f"monster.{trophy}")
    r.hand("red", *r.plain(2)).fight().answer(f"use-{moment}", "pass")
    assert r.open() != [f"use-{moment}/red"]


@pytest.mark.rule("OW-DUEL-06", "OW-FIGHT-12")
def test_trophies_around_the_pools_of_a_duel() -> None:
    """Between witchers both sides use what is used before, and after, the Life Pools."""
    r = Ring().stand(red=TAVERN_TOWN, blue=TAVERN_TOWN).tracks(**TRACKS)
    r.lay("trophies.red", "monster.barghest").lay("trophies.blue", "monster.nekkers-nest")
    r.hand("red", *r.plain(2)).hand("blue", *r.plain(2)).attack()
    assert shield(r.answer("use-before-pools", "monster.barghest")) == 3
    r.answer("use-after-pools", "monster.nekkers-nest", "blue")
    assert len(r.place("hand.blue")) == 3
    assert r.open() == ["combo/red"]


@pytest.mark.rule("OW-FIGHT-12", "OW-SPEC-01")
@pytest.mark.parametrize(
    ("needs", "missing"),
    [
        ({"turn": 1}, ""),
        ({"turn": 2}, "needs-turn"),
        ({"shield": 1}, ""),
        ({"shield": 0}, "needs-shield"),
        ({"most_hand": 2}, ""),
        ({"most_hand": 1}, "needs-hand"),
        ({"most_deck": 3}, ""),
        ({"most_deck": 2}, "needs-deck"),
        ({"least_combo": 1}, "needs-combo"),
        ({"trail": True}, ""),
        ({"trail": False}, "needs-trail"),
        ({"against": "monster"}, ""),
        ({"against": "witcher"}, "needs-against"),
        ({"locations": (8, 9)}, ""),
        ({"locations": (7, 10)}, "needs-location"),
    ],
)
def test_what_an_ability_may_need(needs: dict[str, Any], missing: str) -> None:
    """Each condition that a card can have holds where it says, and is named where it does not."""
    r = Ring().monster("archespore", at=8).stand(blue=7).tracks(**{"shield.red": 1})
    r.lay("trails.red", "token.8", rest="box").hand("red", *r.plain(2)).deck("red", *r.plain(3))
    game = r.bout(9).timeline.game
    ability = Ability(when="step-1", needs=Condition(**needs), effects=())
    found = unmet(game, "red", HeldAbility("own", "own", ability))
    assert (found.code if found else "") == missing
