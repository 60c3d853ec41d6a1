"""The fight with the legend: Life Pool, first Fight Turn, Protection, and what comes of it."""

from __future__ import annotations

from typing import Any

import pytest

from tests.old_world.legendary_hunt.hunting import BOXES, MONSTER, Hunted
from tests.old_world.table import workshop
from tts_tool.kernel.events import Moved, Noted
from tts_tool.rulesets.old_world.base.abilities.abilities import Strike
from tts_tool.rulesets.old_world.base.fight.damage import strike
from tts_tool.rulesets.old_world.base.fight.fight import Fight
from tts_tool.rulesets.old_world.base.points import FIGHT_TURN_STARTED, TROPHY_GAINED
from tts_tool.rulesets.old_world.base.witcher import trophies
from tts_tool.rulesets.old_world.legendary_hunt.memory import Hunt


def before(tokens: int = 0, **facts: Any) -> Hunted:  # noqa: ANN401  # as `Hunted` has them
    """Let red stand before Phase II where the legend is."""
    h = Hunted(**facts).owns(tokens)
    return h.stand(red=h.lurks).ready()


def struck(damage: int, life: int = 12, **tracks: int) -> Hunted:
    """Let red deal so much damage by a Combo, to a legend with so much life."""
    h = Hunted().tracks(**tracks)
    h.hunt(life).hand("red", h.printed("red", damage=damage), *h.plain(1)).deck("red", *h.plain(9))
    return h.combo(h.place("hand.red")[0])


def beaten(left: int, tokens: int = 0, kind: str = "rubble", seats: int = 2) -> Hunted:
    """Let red be knocked out while the legend has so many cards left."""
    h = Hunted(seats, at=11).tracks(**{"shield.red": 0, "gold.red": 2}).owns(tokens)
    supply = h.document()["places"]["destruction-supply"]
    first = next(t for t in supply if t.rpartition(".")[0] == f"destruction.{kind}")
    h.lay("destruction-supply", first, *(t for t in supply if t != first))
    h.hand("red", *h.plain(1)).deck("red").pile("red", *h.plain(5))
    h.hunt((3, *range(10, 10 + left)), turn=MONSTER)
    return h.answer("attack", "charge")


# Declaring


@pytest.mark.rule("LH-70")
def test_where_the_legend_is() -> None:
    """It can be fought there and nowhere else, and it is the one fight of the turn."""
    h = before()
    assert "fight.legend" in h.options("phase-2")
    h.stand(red=1)
    refused = h.refused("phase-2", "fight.legend")
    assert (refused.code, refused.rule) == ("legend-elsewhere", "LH-70")
    h = before().answer("phase-2", "fight.legend")
    assert (h.now.attacker, h.now.monster) == ("red", "legend.imperial-golem")
    assert h.memory("red").doing == "fight.legend"


@pytest.mark.rule("LH-22", "LH-70")
def test_a_monster_beside_it() -> None:
    """Where both are, one chooses which to fight."""
    h = Hunted().monster("barghest")
    spot = next(n for n in range(19) if "miniature.red" in h.place(f"at.{n}"))
    h.legend("imperial-golem", spot).ready()
    assert {"fight.legend", "fight.forest"} <= set(h.options("phase-2"))
    h.answer("phase-2", "fight.forest")
    assert h.now.monster == "monster.barghest"


@pytest.mark.rule("LH-71")
@pytest.mark.parametrize(("tokens", "turn"), [(0, MONSTER), (1, "red"), (3, "red")])
def test_who_begins(tokens: int, turn: str) -> None:
    """With a token the witcher does; trails make no difference."""
    h = before(tokens)
    for terrain in ("forest", "mountain", "water"):
        h.lay("trails.red", *h.place("trails.red"), h.place(f"tokens.{terrain}")[0])
    h.answer("phase-2", "fight.legend")
    assert h.now.turn == turn


@pytest.mark.rule("LH-72", "LH-73", "LH-74")
@pytest.mark.parametrize(("tokens", "life"), [(0, 20), (5, 15), (19, 1), (24, 1)])
def test_a_card_less_for_each_token(tokens: int, life: int) -> None:
    """So many cards stay aside, unseen and without any damage; the tokens are kept."""
    h = before(tokens, seats=3)
    h.hand("red", *h.plain(3)).answer("phase-2", "fight.legend")
    assert len(h.place("monster-life")) == life
    assert len(h.place("legend-deck")) == 20 - life
    assert h.sees(None, "legend-deck") == h.sees("red", "monster-life") == []
    assert (h.place("monster-spent"), h.now.dealt, h.now.lost) == ((), 0, 0)
    assert len(h.place("destruction.red")) == tokens
    assert h.shuffled("legend-deck") == 1
    assert len(h.place("monster-deck")) == 20


# Protection


@pytest.mark.rule("LH-03", "LH-04", "LH-81")
@pytest.mark.parametrize(("side", "values"), [("a", [3, 2, 1, 0, 0]), ("b", [4, 3, 2, 1, 0])])
def test_by_the_position_on_the_track(side: str, values: list[int]) -> None:
    """Five positions give five values, whatever trophies lie there."""
    found = []
    for position in range(5):
        h = Hunted(settings={"hunt-side": side}).tracks(**{"track.red": position})
        h.lay("trophies.red", *h.place("monster-cards.1")[:3], rest="box")
        h.hunt(12).hand("red", h.printed("red", damage=5), *h.plain(1)).deck("red", *h.plain(9))
        h.combo(h.place("hand.red")[0])
        found.append(5 - (12 - len(h.place("monster-life"))))
    assert found == values


@pytest.mark.rule("LH-82", "LH-84")
@pytest.mark.parametrize(("damage", "lost"), [(1, 0), (2, 0), (3, 1), (5, 3)])
def test_it_takes_so_much(damage: int, lost: int) -> None:
    """Two of the damage of a Fight Turn are taken off, and what is left costs cards."""
    h = struck(damage, **{"track.red": 1})
    assert len(h.place("monster-spent")) == lost
    assert len(h.said("legend-protected")) == 1
    assert [each.rule for each in h.timeline.happened if isinstance(each.event, Noted)].count(
        "LH-82"
    ) == 1


@pytest.mark.rule("LH-82", "LH-83")
def test_it_is_used_up_and_whole_again() -> None:
    """A Potion's damage is taken first, then that of the Combo; the next turn it is whole."""
    h = Hunted().tracks(**{"track.red": 1, "alchemy.red": 3, "shield.red": 4, "defense.red": 4})
    h.potions("red", "adder-bite")
    cards = [h.printed("red", damage=3) for _ in range(2)]
    h.hunt(12).hand("red", *cards).deck("red", *h.plain(12))
    h.answer("use-step-1", "potion.adder-bite.1")
    h.combo(cards[0])
    taken = [int(each["damage"]) for each in h.said("legend-protected")]
    dealt = next(
        effect.damage
        for effect in h.inventory.cards["potion.adder-bite.1"].abilities[0].effects
        if isinstance(effect, Strike)
    )
    assert sum(taken) == 2
    assert len(h.place("monster-spent")) == dealt + 3 - 2
    h.note(Fight, turn="red", step="start").note(Hunt, spent=2)
    strong = h.printed("red", damage=3)
    h.hand("red", strong, *h.plain(1))
    before_it = len(h.place("monster-spent"))
    h.combo(strong)
    assert len(h.place("monster-spent")) == before_it + 1
    assert h.said("legend-protected")[-1]["damage"] == 2


def echo(g: Any, seat: str, **_: Any) -> Any:  # noqa: ANN401  # a game
    """Deal damage when the legend's Fight Turn begins."""
    if not seat:
        yield from strike(g, "red", 2)


@pytest.mark.rule("LH-85", "LH-86")
def test_not_outside_the_own_turn() -> None:
    """What strikes in the legend's turn comes through, and so does what is no damage."""
    wire = workshop("wire", {})
    wire.hook(FIGHT_TURN_STARTED, "notify")(echo)
    h = Hunted(boxes=(*BOXES, wire)).tracks(**{"shield.red": 4, "defense.red": 4})
    h.hand("red", *h.plain(3)).deck("red", *h.plain(9)).hunt(12, turn=MONSTER)
    h.answer("attack", "bite")
    assert len(h.place("monster-spent")) == 3  # two struck, one revealed
    assert h.said("legend-protected") == []


@pytest.mark.rule("COMB-28")
def test_a_trophy_without_a_step() -> None:
    """It is gained and lowers no Protection, as the position stays."""
    still = workshop(
        "still", {"take": lambda g, seat: trophies.reward(g, seat, "monster.archespore")}
    )

    def no_step(_g: Any, gained: Any, **_: Any) -> Any:  # noqa: ANN401  # a hook's
        return type(gained)(0, 0)

    still.hook(TROPHY_GAINED, "modify")(no_step)
    h = Hunted(boxes=(*BOXES, still))
    h.answer("phase-1", "take").until("phase-1")
    assert h.track("track.red") == 0
    h.hunt(12).hand("red", h.printed("red", damage=4), *h.plain(1)).deck("red", *h.plain(9))
    h.combo(h.place("hand.red")[0])
    assert h.said("legend-protected")[-1]["damage"] == 3


# The outcome


@pytest.mark.rule("LH-12", "LH-87")
def test_slaying_it_wins_at_once() -> None:
    """The game ends in the middle of the turn: no gold, trophy, Fatigue or Phase III."""
    h = struck(4, life=1, **{"gold.red": 1})
    assert h.over
    assert h.timeline.state.result == (("red",), ("blue",))
    assert (h.track("gold.red"), h.track("track.red"), h.place("trophies.red")) == (1, 0, ())
    assert h.timeline.state.phase == "phase-2"
    assert h.said("legend-slain") == [{"seat": "red", "monster": "imperial-golem"}]


@pytest.mark.rule("LH-77")
def test_lost_cards_do_nothing() -> None:
    """Cards with a Special Attack among what is lost are not carried out."""
    h = Hunted().tracks(**{"shield.red": 0})
    h.hunt((1, 2, 4, 5, *range(6, 16))).hand("red", h.printed("red", damage=5), *h.plain(2))
    h.deck("red", *h.plain(9)).combo(h.place("hand.red")[0])
    assert len(h.place("monster-spent")) == 2
    assert h.said("legend-attack") == []
    assert len(h.place("hand.red")) == 3


@pytest.mark.rule("LH-88", "LH-90")
@pytest.mark.parametrize("left", [1, 6])
def test_who_is_knocked_out_has_lost(left: int) -> None:
    """However few cards it has left: no gold, no card of cost 0, and the usual draw."""
    h = beaten(left, kind="crater")
    assert h.ended("outcome") == "beaten"
    assert h.said("legend-unbeaten") == [{"seat": "red", "monster": "imperial-golem"}]
    assert h.open() == ["learn/red"]
    h.answer("learn", "combat")
    assert (h.track("gold.red"), h.place("action-discard")) == (2, ())
    assert not h.memory("red").lost
    assert not h.over


@pytest.mark.rule("LH-89", "LH-59")
def test_the_loser_has_a_token() -> None:
    """From the supply, revealed and resolved; its draw counts this turn."""
    h = beaten(6, tokens=2)
    assert len(h.place("destruction.red")) == 3
    assert h.said("destruction-found") == [{"seat": "red", "token": "rubble"}]
    assert (h.track("gold.red"), h.memory("red").draws) == (3, 1)


@pytest.mark.rule("LH-90")
def test_without_a_token_there_is_nothing() -> None:
    """With an empty supply the loser has neither token nor anything else."""
    h = Hunted(2, at=11).tracks(**{"shield.red": 0, "gold.red": 2})
    h.lay("destruction-supply", rest="destruction.blue")
    h.hand("red", *h.plain(1)).deck("red").pile("red", *h.plain(5))
    h.hunt((3, 10, 11, 12), turn=MONSTER).answer("attack", "charge")
    assert (h.track("gold.red"), h.memory("red").draws, h.memory("red").lost) == (2, 0, False)
    assert h.place("destruction.red") == ()


@pytest.mark.rule("LH-91", "LH-92")
def test_it_stays_and_is_whole() -> None:
    """The legend stays; all its cards come back, and all of the loser's make a new deck."""
    h = beaten(6)
    assert h.lurks == 11
    assert (len(h.place("legend-deck")), h.place("monster-life"), h.place("monster-spent")) == (
        20,
        (),
        (),
    )
    moved = [e.event for e in h.timeline.happened if isinstance(e.event, Moved)]
    back = [
        c
        for e in moved
        if e.target == "deck.red" and e.source == "discard.red"
        for c in e.components
    ]
    assert len(back) == 6
    assert h.track("shield.red") == 1
    h.until("phase-1").stand(blue=11).to_phase("phase-2", "blue")
    h.answer("phase-2", "fight.legend")
    assert len(h.place("monster-life")) + len(h.place("monster-spent")) == 20
