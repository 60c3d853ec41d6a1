"""The Special Ability of every monster, seen where it changes something."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

import pytest

from tests.old_world.ring import MONSTER, Ring, tab
from tests.old_world.test_fight_turn import hit_of
from tts_tool.rulesets.old_world.base.board.monsters import Monster

SHIELDED = {"defense.red": 4, "shield.red": 4, "combat.red": 2}


def begun(
    kind: str,
    top: int = 12,
    *,
    trail: bool = True,
    hand: int = 3,
    tracks: Mapping[str, int] = MappingProxyType({}),
) -> Ring:
    """Declare a fight in which a fight card lies on top; with a trail red begins."""
    r = Ring(script={"shuffle.monster-deck": [[f"fight.{top}"]]}).monster(kind, at=8)
    r.lay("trails.red", *(["token.16"] if trail else []))
    r.tracks(**{**SHIELDED, **tracks}).hand("red", *r.plain(hand))
    r.deck("red", *r.plain(15)).pile("red")
    return r.fight()


def plays(
    kind: str, *cards: dict[str, object], tracks: Mapping[str, int] = MappingProxyType({})
) -> Ring:
    """Let red begin and play a Combo of these cards, each with a tab for the next."""
    r = begun(kind, tracks=tracks)
    r.hand("red", *_chain(r, cards), *r.plain(1))
    combo = r.place("hand.red")[: len(cards)]
    return r.combo(*combo)


def _chain(r: Ring, cards: tuple[dict[str, object], ...]) -> list[str]:
    tabs = [[tab(card["colour"])] for card in cards[1:]] + [[]]  # type: ignore[arg-type]
    rest = [{k: v for k, v in card.items() if k != "colour"} for card in cards]
    return [
        r.printed(card["colour"], *mine, **symbols)  # type: ignore[arg-type]
        for card, mine, symbols in zip(cards, tabs, rest, strict=True)
    ]


def card(colour: str, **symbols: int) -> dict[str, object]:
    """Name a card for a Combo."""
    return {"colour": colour, **symbols}


def hand(r: Ring) -> int:
    """Count red's hand."""
    return len(r.place("hand.red"))


def life(r: Ring) -> int:
    """Count the Life Pool."""
    return len(r.place("monster-life"))


def shield(r: Ring) -> int:
    """Read red's Shield."""
    return r.track("shield.red")


def again(r: Ring, attack: str = "charge") -> Ring:
    """Let the monster attack, so that red's next Fight Turn begins."""
    return r.answer("attack", attack)


def nekkers_nest() -> None:
    """Without a green card one less is drawn."""
    assert hand(plays("nekkers-nest", card("red"))) == 1 + 1
    assert hand(plays("nekkers-nest", card("red"), card("green"))) == 1 + 2


def arachas() -> None:
    """One hand card of choice is discarded before the pools, and ends up in the deck."""
    r = begun("arachas")
    chosen = r.place("hand.red")[1]
    r.answer("discard", [chosen])
    assert (hand(r), chosen in r.place("deck.red")) == (2, True)


def archespore() -> None:
    """The fight costs a Potion."""
    r = Ring().monster("archespore").ready().lay("potions.red", rest="potion-deck")
    assert r.refused("phase-2", "fight.forest").code == "fight-price"


def barghest() -> None:
    """The Shield is one lower before the pools."""
    assert shield(begun("barghest")) == 3


def foglet() -> None:
    """Its first attack is the worse half, whoever would choose."""
    r = begun("foglet", 5, trail=False)
    assert (r.open(), r.place("monster-spent"), shield(r)) == (["combo/red"], ("fight.5",), 0)


def harpy() -> None:
    """In the first Fight Turn Combat draws nothing, draw symbols still do."""
    r = plays("harpy", card("blue", draw=1))
    assert hand(r) == 1 + 1
    again(r).combo(r.place("hand.red")[0])
    assert hand(r) == 1 + 2


def ghouls_nest() -> None:
    """In the first Fight Turn no more than two cards are lost."""
    r = plays("ghouls-nest", card("red", damage=5))
    assert life(r) == 12 - 2
    again(r).hand("red", hit_of(r, 5), *r.plain(1))
    assert life(r.combo(r.place("hand.red")[0])) == 12 - 2 - 1 - 5


def drowners_nest() -> None:
    """One card of the deck is discarded after the pools."""
    r = begun("drowners-nest")
    chosen = r.place("deck.red")[3]
    assert r.open() == ["discard-from-deck/red"]
    assert r.timeline.state.shown.keys() >= {*r.place("deck.red")}
    assert r.looked_at() == ["deck.red"]
    r.answer("discard-from-deck", [chosen])
    assert r.place("discard.red") == (chosen,)
    assert r.rules().count("OW-CARD-07") == 1  # a deck that was looked through is shuffled


def rotfiend() -> None:
    """Whoever defeats it draws one card in Phase III, whatever else says more or less."""
    r = Ring().monster("rotfiend").bout(1)
    r.hand("red", hit_of(r, 1)).deck("red", *r.plain(9)).after()
    assert (r.memory("red").draw_target, hand(r)) == (1, 1)


def ekimmara() -> None:
    """A hand card is discarded after the pools by who has no trail."""
    r = begun("ekimmara", trail=False)
    r.answer("discard", [r.place("hand.red")[0]])
    assert len(r.place("discard.red")) == 1
    assert begun("ekimmara").open() == ["combo/red"]


def griffin() -> None:
    """One less is drawn each time, but not less than one because of it."""
    assert hand(plays("griffin", card("red"), tracks={"combat.red": 3})) == 1 + 2
    assert hand(plays("griffin", card("red"), tracks={"combat.red": 1})) == 1 + 1
    assert hand(plays("griffin", card("red", draw=-1), tracks={"combat.red": 1})) == 1 + 0


def wyvern() -> None:
    """After its first attack a random hand card is discarded, later none."""
    r = begun("wyvern", 12, trail=False).answer("attack", "charge")
    assert (hand(r), shield(r)) == (2, 2)
    r.combo(r.place("hand.red")[0])
    before = hand(r)
    r.lay("monster-life", "fight.18", "fight.5", rest="monster-deck").answer("attack", "charge")
    assert hand(r) == before


def werewolf() -> None:
    """The Shield is two lower before the pools."""
    assert shield(begun("werewolf")) == 2


def fiend() -> None:
    """A purple card does nothing, but others may be laid on it."""
    r = plays("fiend", card("purple", damage=3), card("red", damage=1))
    assert life(r) == 13 - 1


def noonwraith() -> None:
    """The Shield rises by one in a Fight Turn, and by one again in the next."""
    r = plays("noonwraith", card("yellow", shield=3), tracks={"shield.red": 0})
    assert shield(r) == 1
    r.lay("monster-life", "fight.15", "fight.5", rest="monster-deck")
    again(r, "bite").hand("red", r.printed("yellow", shield=3), *r.plain(1))
    assert shield(r.combo(r.place("hand.red")[0])) == 1


def nightwraith() -> None:
    """The first card is a random one and stays; more may be laid on it."""
    firsts = set()
    for seed in range(8):
        r = Ring(seed=str(seed)).monster("nightwraith", at=8).lay("trails.red", "token.16")
        cards = [r.printed("red", tab("red")) for _ in range(3)]
        r.hand("red", *cards).fight()
        (first,) = r.place("combo.red")
        firsts.add(cards.index(first))
        assert r.refused("combo", "take-back").code == "nothing-to-take-back"
        other = r.place("hand.red")[0]
        r.answer("combo", other).answer("combo", "take-back")
        assert r.place("combo.red") == (first,)
    assert len(firsts) > 1


def water_hag() -> None:
    """One Potion at most, whatever Alchemy allows."""
    r = begun("water-hag", tracks={"alchemy.red": 4})
    one, two = r.potions("red", "stonebark", "blizzard")
    r.lay("trophies.red", "monster.leshen").answer("use-step-1", one)
    assert r.refused("use-step-1", two).code == "potions-used-up"


def manticore() -> None:
    """Its damage is one less, and costs a random hand card each time."""
    r = begun("manticore", 5, trail=False).answer("attack", "charge")
    assert (shield(r), hand(r)) == (0, 2)
    r.combo(r.place("hand.red")[0])
    before = hand(r)
    r.lay("monster-life", "fight.18", "fight.5", rest="monster-deck").answer("attack", "charge")
    assert hand(r) == before - 1


def whispess() -> None:
    """Each yellow card of a Combo costs two Shield."""
    assert shield(plays("whispess", card("yellow"), card("red"))) == 2
    two = plays("whispess", card("yellow", shield=1), card("yellow"), tracks={"shield.red": 4})
    assert shield(two) == 1


def weavess() -> None:
    """Defense falls for good, and the Shield with it."""
    r = begun("weavess")
    assert (r.track("defense.red"), shield(r)) == (3, 3)


def penitent() -> None:
    """Without its trail the first Fight Turn deals no damage."""
    r = begun("penitent", trail=False).answer("attack", "charge")
    r.hand("red", hit_of(r, 3), *r.plain(1)).combo(r.place("hand.red")[0])
    assert life(r) == 14 - 1
    assert life(plays("penitent", card("red", damage=3))) == 14 - 3


def grave_hag() -> None:
    """Its first damage comes from the hand before the Shield."""
    r = begun("grave-hag", 12, trail=False, hand=4).answer("attack", "charge")
    chosen = list(r.place("hand.red")[:2])
    r.answer("damage", chosen)
    assert (hand(r), shield(r)) == (2, 4)
    r.combo(r.place("hand.red")[0])
    r.lay("monster-life", "fight.18", "fight.5", rest="monster-deck").answer("attack", "charge")
    assert shield(r) == 2


def leshen() -> None:
    """Defense counts one less during the fight: the Shield is capped at once."""
    r = begun("leshen")
    assert (r.track("defense.red"), shield(r)) == (4, 3)
    assert shield(begun("leshen", tracks={"defense.red": 1, "shield.red": 1})) == 1


def striga() -> None:
    """The Shield is lower by the number of hand cards before the pools."""
    assert shield(begun("striga", hand=3)) == 1


def bruxa() -> None:
    """With one or two cards left its attacks deal two more."""
    for cards, taken in (((18, 12), 4), ((18, 12, 5), 2)):
        r = begun("bruxa", trail=False)
        assert r.open() == ["attack/blue"]
        r.lay("monster-life", *(f"fight.{n}" for n in cards), rest="monster-deck")
        assert shield(r.answer("attack", "charge")) == 4 - taken


def glustyworp() -> None:
    """The first Fight Turn deals one damage at most, in all."""
    r = begun("glustyworp", tracks={"alchemy.red": 2})
    adder = r.potions("red", "adder-bite")[0]
    r.hand("red", hit_of(r, 4), *r.plain(1)).answer("use-step-1", adder)
    assert life(r) == 18 - 1
    assert life(r.combo(r.place("hand.red")[0])) == 18 - 1


def brewess() -> None:
    """Each green or yellow card takes one of the Combo's damage."""
    r = plays("brewess", card("red", damage=4), card("green"), card("yellow"))
    assert life(r) == 17 - 2


def yghern() -> None:
    """Each blue card takes one of the Combo's damage, down to nothing."""
    assert life(plays("yghern", card("red", damage=4), card("blue", damage=1))) == 18 - 4
    assert life(plays("yghern", card("blue", damage=1), card("blue"))) == 18


SHOWN: dict[str, Callable[[], None]] = {
    show.__name__.replace("_", "-"): show
    for show in (
        nekkers_nest,
        arachas,
        archespore,
        barghest,
        foglet,
        harpy,
        ghouls_nest,
        drowners_nest,
        rotfiend,
        ekimmara,
        griffin,
        wyvern,
        werewolf,
        fiend,
        noonwraith,
        nightwraith,
        water_hag,
        manticore,
        whispess,
        weavess,
        penitent,
        grave_hag,
        leshen,
        striga,
        bruxa,
        glustyworp,
        brewess,
        yghern,
    )
}


@pytest.mark.rule("OW-MONSTER-03", "OW-MONSTER-40")
@pytest.mark.parametrize("kind", SHOWN)
def test_special_ability(kind: str) -> None:
    """What the monster's Special Ability does in a fight, and where it stops."""
    SHOWN[kind]()


@pytest.mark.rule("OW-FIGHT-09", "OW-FIGHT-24")
def test_damage_beyond_what_can_be_lost() -> None:
    """Damage beyond what a monster can lose in a Fight Turn is ignored."""
    ghouls_nest()


@pytest.mark.parametrize(("kind", "pool"), [("manticore", (18, 12, 5)), ("bruxa", (18,))])
def test_harm_done_to_oneself_is_not_the_monsters(kind: str, pool: tuple[int, ...]) -> None:
    """A blunder in one's own Fight Turn costs what it says, whatever the monster's damage costs."""
    r = Ring(script={"story": [[1]]}).monster(kind, at=8).lay("trails.red", "token.16")
    r.lay("gear.red", "event.20", rest="events").tracks(**SHIELDED)
    r.hand("red", *r.plain(3)).deck("red", *r.plain(9)).pile("red").fight()
    assert r.open() == ["use-step-1/red"]
    r.lay("monster-life", *(f"fight.{n}" for n in pool), rest="monster-deck")
    r.answer("use-step-1", "event.20")
    assert (shield(r), hand(r)) == (4 - 1, 3)


@pytest.mark.rule("OW-COMP-10", "OW-COMP-11", "OW-COMP-12")
def test_every_monster_is_shown() -> None:
    """28 monsters with a token each, 10 / 12 / 6 by level, and a fight card for each life."""
    composition = Ring().timeline.composition
    kinds = composition.setup.cards.of(Monster)
    assert set(SHOWN) == set(kinds)
    levels = [each.level for each in kinds.values()]
    assert [levels.count(level) for level in (1, 2, 3)] == [10, 12, 6]
    names = composition.inventory.components
    assert sum(name.startswith("monster-token.") for name in names) == 28
    assert sum(name.startswith("fight.") for name in names) == 20
    assert max(each.life for each in kinds.values()) == 19
    assert MONSTER not in composition.setup.seats
