"""Destruction Tokens: who takes them, what they do, and that they are kept unseen."""

from __future__ import annotations

from typing import Any

import pytest

from tests.old_world.legendary_hunt.hunting import BOXES, Hunted
from tests.old_world.table import workshop
from tts_tool.kernel.events import Moved
from tts_tool.rulesets.old_world.base.turn.turn import force_end
from tts_tool.rulesets.old_world.lost_mount import lost_mount

AT = 11


def on_ruins(kind: str = "rubble", seats: int = 2, **facts: Any) -> Hunted:  # noqa: ANN401  # as `Hunted` has them
    """Let red stand on a token of a kind, in Phase I."""
    h = Hunted(seats, at=1, **facts).stand(red=AT)
    h.lies(kind, f"razed.{AT}")
    return h.tracks(**{"gold.red": 3})


def searched(kind: str, **tracks: int) -> Hunted:
    """Let red take a token of a kind at the end of Phase I."""
    h = on_ruins(kind).tracks(**tracks)
    return h.answer("phase-1", "end-phase")


def target(h: Hunted) -> int:
    """Say how many cards red holds in Phase III when none is bought yet."""
    h.until("phase-2").answer("phase-2", "wait")
    if h.open()[0] == "discard/red":
        h.answer("discard", [])
    return len(h.place("hand.red"))


@pytest.mark.rule("LH-55", "LH-58", "LH-59")
def test_it_is_taken_where_phase_one_ends() -> None:
    """Without a question, before Phase II: revealed, resolved, then kept face down."""
    h = on_ruins()
    assert h.open() == ["phase-1/red"]
    h.answer("phase-1", "end-phase")
    assert h.open() == ["phase-2/red"]
    assert (h.ruins, len(h.place("destruction.red"))) == ([], 1)
    moved = [e.event for e in h.timeline.happened if isinstance(e.event, Moved)]
    ways = [(e.source, e.target) for e in moved if e.components[0].startswith("destruction.")]
    assert ways == [(f"razed.{AT}", "destruction-found"), ("destruction-found", "destruction.red")]
    assert h.said("destruction-found") == [{"seat": "red", "token": "rubble"}]
    assert [h.sees(seat, "destruction.red") for seat in ("red", "blue", None)] == [[], [], []]


@pytest.mark.rule("LH-56")
def test_passing_through_brings_nothing() -> None:
    """Who acts there and moves on leaves it where it is."""
    h = on_ruins().did("red", moved=True)
    h.hand("red", *h.plain(3)).answer("phase-1", "action").until("phase-1")
    h.go(10)
    h.answer("phase-1", "end-phase").until("phase-2")
    assert (h.ruins, h.place("destruction.red")) == ([AT], ())


@pytest.mark.rule("LH-57")
def test_who_stood_there_has_it_too() -> None:
    """The legend leaves in the night, and the next turn ends Phase I without a move."""
    h = Hunted(2, at=AT).stand(red=AT).next_cards("12-5").evening().until("phase-1")
    assert AT in h.ruins
    h.answer("phase-1", "end-phase").until("phase-2")
    assert (AT in h.ruins, len(h.place("destruction.red"))) == (False, 1)
    assert not h.memory("red").moved


@pytest.mark.rule("LH-60")
def test_rubble() -> None:
    """A gold, and one card more in Phase III."""
    h = searched("rubble")
    assert h.track("gold.red") == 4
    assert (h.memory("red").draws, target(h)) == (1, 4)


@pytest.mark.rule("LH-61")
@pytest.mark.parametrize(("shield", "left"), [(2, 1), (0, 0)])
def test_splinters(shield: int, left: int) -> None:
    """The Shield falls by one as far as there is one, and there are two cards more."""
    h = searched("splinters", **{"shield.red": shield, "defense.red": 3})
    assert h.track("shield.red") == left
    assert (h.memory("red").draws, target(h)) == (2, 5)


@pytest.mark.rule("LH-62")
def test_a_lost_scroll() -> None:
    """A card of cost 0 for the discard, and one card less in Phase III."""
    h = searched("lost-scroll")
    offered = h.options("gain")
    assert len(offered) > 1
    h.answer("gain", offered[0])
    assert h.place("discard.red") == (offered[0],)
    assert h.memory("red").draws == -1


@pytest.mark.rule("LH-63")
@pytest.mark.parametrize("attribute", ["combat", "defense", "alchemy", "specialty"])
def test_a_trampled_yard(attribute: str) -> None:
    """The attribute that it shows rises, at the top it doesn't; one card less in any case."""
    for before, after in ((2, 3), (5, 5)):
        h = searched(f"trampled-yard-{attribute}", **{f"{attribute}.red": before})
        assert (h.track(f"{attribute}.red"), h.memory("red").draws) == (after, -1)


@pytest.mark.rule("LH-64")
def test_a_crater() -> None:
    """No Shield is left, and an attribute of choice rises; Phase III is as ever."""
    h = searched("crater", **{"shield.red": 3, "defense.red": 4})
    assert h.track("shield.red") == 0
    h.answer("learn", "combat")
    assert (h.track("combat.red"), h.memory("red").draws) == (2, 0)
    assert h.ruins == []


@pytest.mark.rule("LH-65")
@pytest.mark.parametrize("kind", ["trampled-yard-combat", "crater"])
def test_a_level_draws_nothing(kind: str) -> None:
    """The Witcher level rises and the hand doesn't grow; elsewhere the same rise draws a card."""
    others = {"defense.red": 2, "alchemy.red": 2, "specialty.red": 2, "shield.red": 0}
    h = on_ruins(kind).tracks(**others)
    h.hand("red", *h.plain(2)).answer("phase-1", "end-phase")
    if kind == "crater":
        h.answer("learn", "combat")
    assert (h.track("witcher.red"), len(h.place("hand.red"))) == (2, 2)
    trained = Hunted(at=1).stand(red=7).did("red", moved=True).tracks(**others)
    number = next(
        n
        for n in range(19)
        if trained.timeline.composition.inventory.places[f"at.{n}"].card.deed == "combat"
    )
    trained.stand(red=number).hand("red", *trained.plain(2)).answer("phase-1", "action")
    assert (trained.track("witcher.red"), len(trained.place("hand.red"))) == (2, 3)


@pytest.mark.rule("LH-66")
def test_what_attributes_bring_stays() -> None:
    """Alchemy brings a Potion, Defense raises the Shield."""
    h = searched("trampled-yard-alchemy")
    assert len(h.place("potions.red")) == 1
    h = searched("trampled-yard-defense", **{"shield.red": 0, "defense.red": 2})
    assert h.track("shield.red") == 1


@pytest.mark.rule("LH-67", "COMB-26")
@pytest.mark.parametrize(("draws", "hand"), [(2, 4), (-2, 0), (-9, 0)])
def test_draws_add_up(draws: int, hand: int) -> None:
    """What else changes the draw counts as well, and never comes to less than nothing."""
    h = on_ruins("trampled-yard-combat").did("red", draws=draws)
    h.hand("red").until("phase-2")
    assert h.memory("red").draws == draws - 1
    assert target(h) == hand


@pytest.mark.rule("LH-68")
def test_then_phase_two_as_ever() -> None:
    """All that Phase II offers is open after it."""
    h = searched("rubble")
    assert h.open() == ["phase-2/red"]
    assert {"explore", "wait"} <= set(h.options("phase-2"))


@pytest.mark.rule("COMB-24")
def test_however_phase_one_ends() -> None:
    """Who is forced to end Phase I takes the token as well."""

    def stop(g: Any, seat: str) -> None:  # noqa: ANN401  # a game
        force_end(g, seat)

    bell = workshop("bell", {"ring": stop})
    h = on_ruins(boxes=(*BOXES, bell))
    h.answer("phase-1", "ring").until("phase-2")
    assert (h.ruins, len(h.place("destruction.red"))) == ([], 1)


@pytest.mark.rule("COMB-23", "COMB-37")
def test_the_token_comes_before_what_others_place() -> None:
    """With the mount off the map and its rider on a token, the token is taken first."""
    h = on_ruins("crater", boxes=(*BOXES, lost_mount))
    for ids in h.document()["places"].values():
        if "mount" in ids:
            ids.remove("mount")
    h.document()["places"]["box"].append("mount")
    h.answer("phase-1", "end-phase")
    assert h.open() == ["learn/red"]
    h.answer("learn", "combat")
    assert h.open() == ["mount-pile/red"]
    h.answer("mount-pile", "mountain")
    h.answer("mount", h.options("mount")[0]).until("phase-2")
    assert h.timeline.state.place_of("mount").startswith("at.")
