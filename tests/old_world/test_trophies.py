"""The Trophy Track: steps, Fatigue, and winning."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.old_world.ring import Ring
from tests.old_world.table import Table, new
from tests.old_world.test_duel import duel, won
from tests.old_world.test_fights_at_random import fought
from tests.old_world.test_meditate import mastered, owning
from tests.old_world.test_monster_fight import beaten, lost
from tts_tool.kernel.events import Ended, Moved, Shuffled
from tts_tool.kernel.game import Flow, Game
from tts_tool.kernel.module import Module
from tts_tool.rulesets.old_world.base.points import PHASE1_ENDED
from tts_tool.rulesets.old_world.base.witcher.trophies import reward


def winning(position: int, *, trophy: str = "monster.arachas", seats: int = 3) -> Table:
    """Let red win a trophy at the end of Phase I, as a fight would bring it."""
    box = Module("prize", needs=("base",))
    box.hook(PHASE1_ENDED, "ask")(prize(trophy))
    t = new(seats=seats, boxes=(box,))
    t.hand("red", *t.place("deck.red")[:3])
    return t.tracks(**{"track.red": position})


def prize(trophy: str) -> Callable[..., Flow[None]]:
    """Give a trophy its reward."""

    def flow(g: Game, seat: str) -> Flow[None]:
        yield from reward(g, seat, trophy)

    return flow


@pytest.mark.rule("OW-TROPHY-02")
@pytest.mark.parametrize("position", [0, 1, 2])
def test_one_spot_for_a_trophy(position: int) -> None:
    """Each trophy won in a fight moves the scoring token one spot up."""
    t = winning(position).answer("phase-1", "end-phase")
    assert t.track("track.red") == position + 1
    assert not t.over


@pytest.mark.rule("OW-TROPHY-02", "OW-TROPHY-03")
def test_the_top_wins_at_once() -> None:
    """The fourth spot ends the game there and then: no Fatigue, no Phase II, no other turn."""
    t = winning(3).tracks(**{"track.blue": 2}).answer("phase-1", "end-phase")
    assert t.over
    assert t.timeline.state.result == (("red",), ("blue",), ("green",))
    assert t.place("trash") == ()
    assert t.timeline.state.phase == "phase-1"
    assert t.open() == []
    assert sum(isinstance(each.event, Ended) for each in t.timeline.happened) == 1


@pytest.mark.rule("OW-TROPHY-05")
def test_cards_alone_do_not_win() -> None:
    """Four trophies in front of a seat at position 3 are no victory."""
    t = winning(2)
    four = [c for c in t.timeline.composition.inventory.components if c.startswith("monster.")][:4]
    t.lay("trophies.red", *four).answer("phase-1", "end-phase")
    assert t.track("track.red") == 3
    assert not t.over


@pytest.mark.rule("OW-TROPHY-06", "OW-CARD-10", "OW-CARD-05")
@pytest.mark.parametrize(("position", "count"), [(0, 1), (1, 2), (2, 3)])
def test_fatigue_by_position(position: int, count: int) -> None:
    """The new position says how many cards go: exactly so many, from anywhere of one's own."""
    t = winning(position)
    t.lay("discard.red", *t.place("deck.red")[:2])
    t.answer("phase-1", "end-phase")
    options = t.options("trash")
    own = {*t.place("hand.red"), *t.place("deck.red"), *t.place("discard.red")}
    assert set(options) == own
    mixed = [t.place("hand.red")[0], t.place("discard.red")[0], t.place("deck.red")[0]]
    refusal = t.refused("trash", options[: count + 1])
    assert (refusal.code, refusal.rule) == ("too-many", "OW-CARD-10")
    assert t.refused("trash", options[: count - 1]).rule == "OW-CARD-10"
    t.answer("trash", mixed[:count])
    assert set(t.place("trash")) == set(mixed[:count])


@pytest.mark.rule("OW-TROPHY-07")
def test_all_is_shuffled_after_fatigue() -> None:
    """Hand and discard go back into one shuffled deck; the next drawing is from it."""
    t = winning(0)
    t.answer("phase-1", "end-phase")
    card = t.place("hand.red")[0]
    t.answer("trash", [card])
    assert t.place("discard.red") == ()
    shuffled = [h for h in t.timeline.happened if isinstance(h.event, Shuffled)]
    assert [h.rule for h in shuffled].count("OW-TROPHY-07") == 1


@pytest.mark.rule("OW-TROPHY-06")
def test_more_fatigue_than_cards() -> None:
    """Whoever has fewer cards than demanded trashes all of them and plays on."""
    t = winning(2)
    two = t.place("hand.red")[:2]
    t.lay("hand.red", *two, rest="box").lay("deck.red", rest="box")
    t.answer("phase-1", "end-phase")
    assert set(two) <= set(t.place("trash"))
    assert not t.over


@pytest.mark.rule("OW-TROPHY-08", "OW-HID-06")
def test_trashed_with_full_knowledge() -> None:
    """While trashing the owner sees the own deck, the others don't; then all see what went."""
    t = winning(0).answer("phase-1", "end-phase")
    assert t.sees("red", "deck.red") == list(t.place("deck.red"))
    assert t.sees("blue", "deck.red") == []
    assert t.sees(None, "deck.red") == []
    gone = t.place("deck.red")[0]
    t.answer("trash", [gone])
    for seat in ("red", "blue", None):
        assert t.sees(seat, "trash") == [gone]
    assert t.sees("red", "deck.red") == []


def duelled(winner: str, owned: str = "witcher-trophy.cat.1") -> Ring:
    """Let red, who owns a trophy, attack blue, a Bear; both have one to give."""
    r = duel(2).lay("trophies.red", owned)
    r.lay("witcher-trophies.red", "witcher-trophy.wolf.1")
    r.lay("witcher-trophies.blue", "witcher-trophy.bear.1", "witcher-trophy.bear.2")
    return won(r, winner).after()


@pytest.mark.rule("OW-TROPHY-01")
@pytest.mark.parametrize(
    ("ended", "red", "blue"),
    [
        (lambda: mastered("combat").answer("phase-2", "meditate"), 1, 0),
        (lambda: beaten().after(), 1, 0),
        (lambda: lost(1).after(), 0, 0),
        (lambda: lost(5).after(), 0, 0),
        (lambda: duelled("red"), 2, 0),
        (lambda: duelled("blue"), 1, 0),
    ],
    ids=["meditated", "defeated", "driven away", "defeat", "duel won", "duel won by defender"],
)
def test_what_brings_a_trophy(ended: Callable[[], Table], red: int, blue: int) -> None:
    """Meditation, a defeated monster, a duel that one began and won, and nothing else."""
    t = ended()
    assert (len(t.place("trophies.red")), len(t.place("trophies.blue"))) == (red, blue)


@pytest.mark.rule("OW-TROPHY-11")
def test_nobody_loses_a_trophy() -> None:
    """A duel is about trophies of the loser's school; Fatigue takes Action cards only."""
    assert duelled("blue").place("trophies.red") == ("witcher-trophy.cat.1",)
    t = winning(2).lay("trophies.red", "monster.arachas").answer("phase-1", "end-phase")
    assert "monster.arachas" not in t.options("trash")
    t.answer("trash", t.options("trash")[:3])
    assert t.place("trophies.red") == ("monster.arachas",)


@pytest.mark.rule("OW-TROPHY-11")
@pytest.mark.soak(sample=8, full=800)
def test_no_fight_takes_a_trophy(rounds: int) -> None:
    """Whatever happens in fights, no trophy leaves the seat that owns it."""
    for seed in range(rounds):
        *_, r = fought(seed)
        moved = [h.event for h in r.timeline.happened if isinstance(h.event, Moved)]
        assert moved
        assert not [event for event in moved if event.source.startswith("trophies.")]


@pytest.mark.rule("OW-TROPHY-12")
def test_two_of_a_kind() -> None:
    """Monsters of one level may lie side by side, trophies of one attribute or school never."""
    r = beaten(1).lay("trophies.red", "monster.barghest").after()
    levels = [r.inventory.cards[trophy].level for trophy in r.place("trophies.red")]
    assert levels == [1, 1]
    assert owning(mastered("combat", seats=4)).why_not("phase-2", "meditate") is not None
    assert len(duelled("red", owned="witcher-trophy.bear.4").place("trophies.red")) == 1
