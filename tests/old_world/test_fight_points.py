"""Every point of fights and of monsters on the board, joined once with a visible effect."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from tests.old_world.ring import MONSTER, Ring, tab
from tests.old_world.test_fight_turn import hit_of
from tts_tool.kernel.game import Flow, Game
from tts_tool.kernel.hooks import HookKind, Point
from tts_tool.kernel.module import Module
from tts_tool.kernel.rejection import Rejection
from tts_tool.kernel.spaces import Choice
from tts_tool.rulesets.old_world.base import points
from tts_tool.rulesets.old_world.base.abilities.abilities import Ability, Guard
from tts_tool.rulesets.old_world.base.abilities.held import HeldAbility
from tts_tool.rulesets.old_world.base.fight.fight import Fight, Rewards

Hook = Callable[..., Any]


def box(point: Point, kind: HookKind, run: Hook) -> Module:
    """Make a box that joins in at one point."""
    module = Module(f"box-{point.name.replace('.', '-').replace('_', '-')}-{kind}", needs=("base",))
    module.hook(point, kind)(run)
    return module


def marks(g: Game, _seat: str = "", **_: object) -> Flow[None]:
    """React by a mark that everybody sees."""
    g.flag("marked", int(g.state.flags.get("marked", 0)) + 1)
    yield from ()


def asks(g: Game, **_: object) -> Flow[None]:
    """Ask green something."""
    answer = yield from g.ask("blue", "box", lambda: Choice(("yes", "no")))
    g.flag("answered", answer)


def ring(module: Module, **tracks: int) -> Ring:
    """Play with a box; red stands beside a monster of Level I with three cards in hand."""
    r = Ring(boxes=(module,)).monster("archespore", at=8)
    r.tracks(**{"shield.red": 0, "defense.red": 3, "combat.red": 2, **tracks})
    return r.hand("red", *r.plain(3)).deck("red", *r.plain(12)).pile("red")


def hits(r: Ring, damage: int = 2, **symbols: int) -> Ring:
    """Let red deal damage in a Fight Turn."""
    card = r.printed("red", damage=damage, **symbols)
    return r.hand("red", card, *r.plain(2)).bout(12).combo(card)


def worse(_g: Game, value: int, **_: object) -> int:
    """Take more off than there is."""
    return value - 99


def spent(_g: Game, inner: Callable[[], Flow[int]], **_: object) -> Flow[int]:
    """Let less than nothing through."""
    return (yield from inner()) - 99


@pytest.mark.parametrize(("kind", "hook"), [("modify", worse), ("around", spent)])
def test_no_damage_is_less_than_nothing(kind: HookKind, hook: Hook) -> None:
    """Whatever a box takes off a damage, nobody gets anything by it."""
    r = bites(ring(box(points.DAMAGE_TO_PLAYER, kind, hook), **{"shield.red": 1}))
    assert (r.track("shield.red"), len(r.place("discard.red"))) == (1, 0)
    r = hits(ring(box(points.DAMAGE_TO_MONSTER, kind, hook)))
    assert len(r.place("monster-life")) == 12


@pytest.mark.rule("OW-FIGHT-24")
@pytest.mark.parametrize("kind", ["modify", "around"])
def test_whose_damage_it_is(kind: HookKind) -> None:
    """A box is told who hits the monster, not who sits beside; a damage is a card of its life."""
    told: list[object] = []

    def modify(_g: Game, value: int, seat: object, **_: object) -> int:
        told.append(seat)
        return value

    def around(_g: Game, inner: Callable[[], Flow[int]], seat: object, **_: object) -> Flow[int]:
        told.append(seat)
        return (yield from inner())

    hook = modify if kind == "modify" else around
    r = ring(box(points.DAMAGE_TO_MONSTER, kind, hook))
    hits(r)
    assert set(told) == {"red"}
    assert len(r.place("monster-life")) == 10


def bites(r: Ring, card: int = 18) -> Ring:
    """Let the monster deal four damage by a bite."""
    return r.bout((card, 12, 17, 13), turn=MONSTER).answer("attack", "bite")


def marked(r: Ring) -> int:
    """Count the marks."""
    return int(r.timeline.state.flags.get("marked", 0))


def life(r: Ring) -> int:
    """Count the Life Pool."""
    return len(r.place("monster-life"))


def plus(more: int) -> Hook:
    """Change a number."""
    return lambda _g, value, **_: value + more


def gives(value: object) -> Hook:
    """Take over with a value."""
    return lambda _g, *_, **__: value


# Before the first Fight Turn


@pytest.mark.parametrize(
    "point",
    [points.FIGHT_BEFORE, points.FIGHT_AFTER_POOLS, points.FIGHT_TURN_STARTED],
    ids=lambda point: point.name,
)
def test_told_at_the_beginning(point: Point) -> None:
    """Boxes are told when a fight is declared, when its pools are made, when a turn begins."""
    r = ring(box(point, "notify", marks)).lay("potions.red", "potion.stonebark.1")
    assert marked(r.fight()) == 1
    s = Ring(boxes=(box(point, "notify", marks),)).stand(red=7, blue=7)
    assert marked(s.attack()) == 1


@pytest.mark.rule("OW-MONSTER-41")
def test_asked_before_the_fight() -> None:
    """A box may ask something when a fight is declared and paid for, before anything is built."""
    r = ring(box(points.FIGHT_BEFORE, "ask", asks)).lay("potions.red", "potion.stonebark.1")
    assert r.fight().open() == ["box/blue"]
    assert r.place("potion-discard") == ("potion.stonebark.1",)
    assert (life(r), life(r.answer("box", "yes"))) == (0, 12)


def test_pool_of_another_size_and_source() -> None:
    """The Life Pool may have another size, or come from elsewhere, where it goes back to."""
    r = ring(box(points.FIGHT_MONSTER_POOL_SIZE, "modify", plus(-5)))
    assert life(r.lay("potions.red", "potion.stonebark.1").fight()) == 7
    r = ring(box(points.FIGHT_MONSTER_POOL_SOURCE, "replace", gives("box")))
    r.lay("potions.red", "potion.stonebark.1").fight()
    assert (life(r), r.now.source) == (12, "box")
    assert len(r.place("monster-deck")) == 20


@pytest.mark.rule("OW-MONSTER-06")
def test_who_begins() -> None:
    """A box says who begins, or which token counts as a trail."""
    for module in (
        box(points.FIGHT_FIRST_TURN, "modify", lambda _g, _value, seat, **_: seat),
        box(points.FIGHT_TRAIL_FOR, "provide", lambda _g, **_: [True]),
    ):
        r = ring(module).lay("potions.red", "potion.stonebark.1").fight()
        assert r.open() == ["combo/red"]


# A witcher's Fight Turn


def test_levels_in_a_fight() -> None:
    """A level may count otherwise in a fight: here every attribute as 5."""
    r = hits(ring(box(points.FIGHT_TEMPORARY_LEVELS, "modify", gives(5))))
    assert len(r.place("hand.red")) == 2 + 4


def test_uses_of_step_1() -> None:
    """A box offers something more in step 1, and forbids something."""
    held = HeldAbility("brew", "box", Ability(when="step-1", effects=(Guard(by=2),)))
    r = ring(box(points.FIGHT_TURN_STEP1_USES, "provide", lambda _g, **_: [held])).bout(12)
    assert r.answer("use-step-1", "brew").track("shield.red") == 2
    forbid = lambda _g, use, **_: Rejection("dry") if use == "potion.stonebark.1" else None  # noqa: E731
    r = ring(box(points.FIGHT_TURN_STEP1_USES, "veto", forbid), **{"alchemy.red": 3})
    r.potions("red", "stonebark", "quicksilver")
    assert r.bout(12).refused("use-step-1", "potion.stonebark.1").code == "dry"


def test_item_limit() -> None:
    """More Potions may be used than Alchemy says."""
    r = ring(box(points.FIGHT_ITEM_LIMIT, "modify", plus(1)), **{"alchemy.red": 1})
    one, two = r.potions("red", "stonebark", "quicksilver")
    assert two in r.bout(12).answer("use-step-1", one).options("use-step-1")


@pytest.mark.rule("OW-FIGHT-15", "OW-FIGHT-16")
def test_connections() -> None:
    """A box adds a tab, or forbids a seat a card; where all are forbidden nothing need be laid."""
    r = ring(box(points.COMBO_CONNECT, "modify", lambda _g, tabs, **_: [*tabs, "green"]))
    one, two = r.place("hand.red")[:2]
    r.bout(12).answer("combo", one).answer("combo", two)
    assert r.now.links == (0,)  # a tab that isn't printed has no effect
    r.answer("combo", "announce")

    def short(_g: Game, seat: str, laid: tuple[str, ...], **_: object) -> Rejection | None:
        return Rejection("too-long") if (seat, len(laid)) == ("red", 1) else None

    r = ring(box(points.COMBO_CONNECT, "veto", short))
    cards = [r.printed("red", tab("red")) for _ in range(2)]
    r.hand("red", *cards).bout(12).answer("combo", cards[0])
    assert r.refused("combo", cards[1]).code == "too-long"
    r = ring(box(points.COMBO_CONNECT, "veto", lambda _g, **_: Rejection("no-combo"))).bout(12)
    assert (r.open(), len(r.place("hand.red"))) == (["attack/blue"], 3 + 2)


def test_resolving_otherwise() -> None:
    """A box resolves Combos in its own way."""
    r = hits(ring(box(points.COMBO_RESOLVE, "replace", lambda g, _, **__: marks(g))))
    assert (marked(r), life(r)) == (1, 12)


@pytest.mark.parametrize("kind", ["ask", "notify"])
def test_each_card_of_a_combo(kind: HookKind) -> None:
    """Boxes are told of, and may ask about, every single card."""
    r = ring(box(points.COMBO_CARD_RESOLVED, kind, asks if kind == "ask" else marks))
    cards = [r.printed("red", tab("red")) for _ in range(2)]
    r.hand("red", *cards).bout(12).combo(*cards)
    if kind == "ask":
        r.answer("box", "yes").answer("box", "no")
    assert r.timeline.state.flags == ({"answered": "no"} if kind == "ask" else {"marked": 2})


def test_symbols() -> None:
    """Symbols of a card may count otherwise."""
    ignored = lambda _g, symbols, **_: msgspec.structs.replace(symbols, damage=0)  # noqa: E731
    assert life(hits(ring(box(points.COMBO_SYMBOLS, "modify", ignored)))) == 12


def test_draw_of_step_4() -> None:
    """The draw of step 4 may be another one."""
    r = hits(ring(box(points.FIGHT_TURN_DRAW_COUNT, "modify", gives(0))))
    assert len(r.place("hand.red")) == 2


def test_end_of_a_fight_turn() -> None:
    """Boxes are told when a Fight Turn of either side is over."""
    r = hits(ring(box(points.FIGHT_TURN_ENDED, "notify", marks)))
    r.lay("monster-life", "fight.18", "fight.12", rest="monster-deck")
    assert (marked(r), marked(r.answer("attack", "charge"))) == (1, 2)


# Damage


def test_damage_to_the_monster() -> None:
    """Less damage, or another fate of each single card."""
    assert life(hits(ring(box(points.DAMAGE_TO_MONSTER, "modify", plus(-1))))) == 11

    def stop(g: Game, _usual: object, card: str, **_: object) -> Flow[int]:
        g.move(card, "monster-life", "monster-spent")
        yield from ()
        return 0

    r = hits(ring(box(points.DAMAGE_MONSTER_CARD_DISCARDED, "replace", stop)), 4)
    assert life(r) == 11


def test_damage_to_a_witcher() -> None:
    """More damage; a Shield that takes nothing; news of every single card."""
    r = bites(ring(box(points.DAMAGE_TO_PLAYER, "modify", plus(1))))
    assert len(r.place("discard.red")) == 5
    absorb = lambda _g, _usual, amount, **_: amount  # noqa: E731
    r = bites(ring(box(points.DAMAGE_ABSORB, "replace", absorb), **{"shield.red": 3}))
    assert (len(r.place("discard.red")), r.track("shield.red")) == (4, 3)
    assert marked(bites(ring(box(points.DAMAGE_PLAYER_CARD_DISCARDED, "notify", marks)))) == 4


def test_shield_in_a_fight() -> None:
    """A raised Shield may rise by more, or not at all."""
    r = hits(ring(box(points.GUARD_CHANGE_IN_FIGHT, "modify", plus(1))), 0, shield=1)
    assert r.track("shield.red") == 2
    r = hits(ring(box(points.GUARD_CHANGE_IN_FIGHT, "veto", lambda _g, **_: Rejection("no"))))
    assert r.track("shield.red") == 0


def test_pools_that_grow() -> None:
    """Boxes are told when cards are put into a Life Pool."""
    r = ring(box(points.POOL_ADD_CARDS, "notify", marks))
    r.lay("trophies.red", "attribute-trophy.specialty.1").bout(12)
    r.answer("use-step-1", "attribute-trophy.specialty.1")
    assert marked(r.answer("put-back", [r.place("hand.red")[0]])) == 1


def test_discards_that_are_no_damage() -> None:
    """Boxes are told of discards without damage: by a Viper, from hand, of either side."""
    r = ring(box(points.DISCARD_OTHER, "notify", marks), **{"specialty.red": 2})
    r.school("red", "viper").hand("red", hit_of(r, 1), *r.plain(1)).bout(12)
    r.combo(r.place("hand.red")[0]).answer("use-hit", "venomous-steel")
    assert marked(r.answer("peer-discard", [r.place("monster-life")[0]])) == 1
    r.lay("monster-life", "fight.4", "fight.12", rest="monster-deck").answer("attack", "charge")
    assert marked(r) == 2


# The monster's Fight Turn


def test_attack_type() -> None:
    """A box asks something before the attack, or chooses the attack itself."""
    r = ring(box(points.MONSTER_ATTACK_TYPE, "ask", asks)).bout((18, 12, 17), turn=MONSTER)
    assert r.open() == ["box/blue"]
    assert r.answer("box", "no").open() == ["attack/blue"]

    def bite(_g: Game, _usual: object, **_: object) -> Flow[str]:
        yield from ()
        return "bite"

    r = ring(box(points.MONSTER_ATTACK_TYPE, "replace", bite)).bout((18, 12), turn=MONSTER)
    assert len(r.place("discard.red")) == 4


def test_attack_card() -> None:
    """A box carries out the revealed card in its own way, and lets the monster act again."""

    def again(g: Game, _usual: object, attack: str, **_: object) -> Flow[None]:
        g.flag("attack", attack)
        g.note(Fight, again=g.part(Fight).turns[MONSTER] == 1)
        yield from ()

    r = bites(ring(box(points.MONSTER_ATTACK_CARD, "replace", again)))
    assert (r.timeline.state.flags["attack"], r.open()) == ("bite", ["attack/blue"])
    assert (r.now.turns, len(r.place("discard.red"))) == ({MONSTER: 2}, 0)
    assert r.answer("attack", "charge").open() == ["combo/red"]
    told = box(points.MONSTER_EXTRA_TURN, "notify", marks)
    s = Ring(boxes=(told,)).monster("archespore").bout((18, 12, 17), turn=MONSTER, again=True)
    assert marked(s.answer("attack", "charge")) == 1


# The end


def test_who_is_knocked_out() -> None:
    """A box has another idea of who is Knocked-Out."""
    r = ring(box(points.FIGHT_END_CHECK, "modify", lambda g, gone, side: gone or _short(g, side)))
    assert hits(r, 8).ended("winner") == "red"


def _short(g: Game, side: str) -> bool:
    return side == MONSTER and len(g.cards("monster-life")) <= 4


def test_outcome_and_rewards() -> None:
    """Another outcome, and other rewards for the usual one."""
    r = _beaten(box(points.FIGHT_OUTCOME_TABLE, "replace", gives("draw")))
    assert (r.ended("outcome"), r.place("monster.forest")) == ("draw", ("monster.archespore",))
    rewards = Rewards(gold=9)
    r = _beaten(box(points.FIGHT_REWARDS, "modify", gives(rewards)))
    assert (r.track("gold.red"), r.track("track.red")) == (9, 0)


def _beaten(module: Module) -> Ring:
    r = ring(module, **{"gold.red": 0})
    return r.hand("red", hit_of(r, 1)).bout(1).after()


@pytest.mark.parametrize(
    ("point", "told"),
    [
        (points.FIGHT_CLEANUP, 1),
        (points.FIGHT_FINISHED, 1),
        (points.MONSTER_LEAVING, 1),
        (points.MONSTER_SPAWNED, 3 + 1),
    ],
    ids=lambda value: getattr(value, "name", ""),
)
def test_told_afterwards(point: Point, told: int) -> None:
    """Boxes are told of clean-up, end, the old monster's leaving, and new ones from set-up on."""
    assert marked(_beaten(box(point, "notify", marks))) == told


def test_spawning() -> None:
    """A box forbids the new monster, or cleans up in its own way."""
    r = _beaten(box(points.MONSTER_SPAWN, "veto", lambda _g, **_: Rejection("none")))
    assert (r.place("monster.forest"), r.place("lair.forest")) == ((), ())

    def clean(g: Game, _usual: object, terrain: str) -> Flow[None]:
        g.move(g.cards(f"lair.{terrain}"), f"lair.{terrain}", f"tokens.{terrain}")
        yield from g.shuffle(f"tokens.{terrain}")
        g.flag("cleaned", terrain)

    r = _beaten(box(points.SPAWN_CLEANUP, "replace", clean))
    assert r.timeline.state.flags["cleaned"] == "forest"
