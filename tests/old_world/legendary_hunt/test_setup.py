"""How the hunt is set up: what there is, which legend it is, where it begins."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.old_world.legendary_hunt.hunting import BOXES, Hunted, last
from tests.old_world.table import Table, catalogue, new, unplayed
from tests.referee.client import Client
from tts_tool.kernel.events import Moved, Showed, Shuffled
from tts_tool.kernel.module import Composition, Module
from tts_tool.kernel.position import flaws
from tts_tool.referee.desk import Desk, OfferedGame
from tts_tool.rulesets.old_world import RULESET
from tts_tool.rulesets.old_world.base.box.box import atlas
from tts_tool.rulesets.old_world.legendary_hunt.module import APART, legendary_hunt
from tts_tool.rulesets.old_world.legendary_hunt.records import Destruction, Legend

FIRST = {"starting-player": "red"}


def set_up(seats: int = 3, seed: str = "1", **settings: str) -> tuple[list[str], Table]:
    """Answer all questions of a set-up; list who was asked what."""
    t = unplayed(seats, seed, boxes=(legendary_hunt,), settings={**FIRST, **settings})
    asked: list[str] = []
    while not t.timeline.state.phase:
        decision = t.timeline.decisions()[0]
        asked.append(decision.key)
        t.answer(decision.name, decision.space().sole()[0], decision.seat)
    return asked, t


def kinds(t: Table) -> Counter[str]:
    """Count what there is by the beginning of its name."""
    inventory = t.timeline.composition.inventory.components
    return Counter(name.partition(".")[0] for name in inventory)


@pytest.mark.rule("LH-01", "LH-69")
def test_what_the_box_adds() -> None:
    """Everything is there as often as the rulebook says, and the base game is as it was."""
    without, within = new(3), new(3, boxes=(legendary_hunt,))
    more = kinds(within) - kinds(without)
    assert more == {
        "legend": 7,
        "legend-miniature": 7,
        "destruction": 24,
        "legend-fight": 20,
        "movement": 12,
    }
    copies = {
        kind.id: kind.copies for kind in catalogue().of(Destruction).values() if kind.copies == 1
    }
    assert len(copies) == 4
    here = [within.place(f"monster.{terrain}") for terrain in ("forest", "mountain", "water")]
    assert [len(cards) for cards in here] == [1, 1, 1]


@pytest.mark.rule("LH-02", "COMB-01")
@pytest.mark.parametrize(("side", "least"), [("a", 3), ("b", 4)])
def test_the_side_is_agreed(side: str, least: int) -> None:
    """It is a setting of the game, and Protection goes by it from the first fight on."""
    h = Hunted(settings={"hunt-side": side}).hunt(12)
    h.hand("red", h.printed("red", damage=6)).deck("red", *h.plain(9))
    h.combo(h.place("hand.red")[0])
    assert h.said("legend-protected") == [{"monster": "imperial-golem", "damage": least}]


@pytest.mark.rule("LH-05", "LH-06", "LH-07")
@pytest.mark.parametrize("chosen", ["ice-giant", "toad"])
def test_the_table_chooses(chosen: str) -> None:
    """Who plays first says which for all: that legend alone comes, where its card says."""
    t = unplayed(3, boxes=(legendary_hunt,), settings={**FIRST, "hunt-legend": "choose"})
    t.until("legend")
    assert t.open() == ["legend/red"]
    assert len(t.options("legend")) == 7
    t.answer("legend", chosen)
    start = catalogue().of(Legend)[chosen].start
    assert t.place("legend") == (f"legend.{chosen}",)
    out = [name for name, ids in t.timeline.state.places.items() for c in ids if "legend-mini" in c]
    assert Counter(out) == {"legend-miniatures": 6, f"at.{start}": 1}
    assert len(t.place("legends")) == 6
    events = [happened.event for happened in t.timeline.happened]
    stood = next(n for n, e in enumerate(events) if getattr(e, "target", "") == f"at.{start}")
    (told,) = (n for n, e in enumerate(events) if getattr(e, "code", "") == "legend-comes")
    mixed = next(n for n, e in enumerate(events) if getattr(e, "place", "") == "legend-deck")
    assert stood < told < mixed


@pytest.mark.rule("LH-05")
def test_or_chance_does() -> None:
    """Over many games chance names every legend, or every one of those whose cards are known."""
    assert set_up(1)[1].shuffled("legends") == 1
    found = {set_up(1, str(seed))[1].place("legend")[0] for seed in range(40)}
    assert len(found) == 7
    known = {
        set_up(1, str(seed), **{"hunt-legends": "known"})[1].place("legend")[0]
        for seed in range(20)
    }
    assert known == {"legend.imperial-golem", "legend.frightener", "legend.ice-giant"}


@pytest.mark.rule("LH-08", "LH-11")
def test_decks_are_shuffled() -> None:
    """The fight cards of legends and the tokens are shuffled; none is anywhere else."""
    _, t = set_up()
    assert (len(t.place("legend-deck")), len(t.place("destruction-supply"))) == (20, 24)
    shuffled = [h.event.place for h in t.timeline.happened if isinstance(h.event, Shuffled)]
    assert [shuffled.count(each) for each in ("legend-deck", "destruction-supply")] == [1, 1]
    assert not any(t.place(f"razed.{number}") for number in t.timeline.composition.once(atlas))
    assert t.sees(None, "destruction-supply") == t.sees("red", "legend-deck") == []


@pytest.mark.rule("LH-09", "LH-10", "COMB-20")
@pytest.mark.parametrize("seats", [2, 5])
def test_movement_cards_come_last(seats: int) -> None:
    """They are shuffled when all seats are set up, and none of them is shown."""
    _, t = set_up(seats)
    events = [happened.event for happened in t.timeline.happened]
    at = next(
        n for n, e in enumerate(events) if isinstance(e, Shuffled) and e.place == "movement-deck"
    )
    hands = [
        n for n, e in enumerate(events) if isinstance(e, Moved) and e.target.startswith("hand.")
    ]
    assert at > max(hands)
    assert t.shuffled("movement-deck") == 1
    assert (len(t.place("movement-deck")), t.place("movement-discard")) == (12, ())
    shown = [c for e in events if isinstance(e, Showed) for c in e.components]
    assert not any(card.startswith("movement.") for card in shown)
    assert [t.sees(seat, "movement-deck") for seat in (last(seats), None)] == [[], []]


@pytest.mark.rule("COMB-16")
def test_the_legend_comes_between() -> None:
    """It is there when boards are chosen, and comes after the monsters."""
    asked, _ = set_up(3, **{"hunt-legend": "choose"})
    assert [key.partition("/")[0] for key in asked[:2]] == ["legend", "board"]
    _, t = set_up()
    moved = [h.event for h in t.timeline.happened if isinstance(h.event, Moved)]
    monsters = [n for n, e in enumerate(moved) if e.components[0].startswith("monster.")]
    legend = next(n for n, e in enumerate(moved) if e.components[0].startswith("legend-mini"))
    assert max(monsters) < legend


@pytest.mark.rule("LH-39")
def test_no_two_tokens_at_a_location() -> None:
    """A position with two, or with the legend on one, is refused."""
    for h in (Hunted().raze(7, 7), Hunted(at=8).raze(8)):
        found = flaws(h.timeline.composition, h.timeline.state)
        assert "LH-39" in [flaw.rule for flaw in found]
    clean = Hunted().raze(7)
    assert "LH-39" not in [f.rule for f in flaws(clean.timeline.composition, clean.timeline.state)]


@pytest.mark.rule("COMB-41")
def test_not_with_the_wild_hunt() -> None:
    """A game with both is refused by the rule; with any other box it begins."""
    assert legendary_hunt.excludes == APART == {"wild-hunt": "COMB-41"}
    wild, other = Module("wild-hunt", needs=("base",)), Module("other", needs=("base",))
    ruleset = RULESET.plus(wild, other)
    client = Client(Desk({ruleset.name: lambda: OfferedGame(ruleset, catalogue)}, longest=1 << 20))
    wrong = ["legendary-hunt", "wild-hunt"]
    error = client.error("new", game=ruleset.name, seats=2, modules=wrong)
    assert (error["code"], error["rule"]) == ("not-allowed", "COMB-41")
    client.ask("new", game=ruleset.name, seats=2, modules=["legendary-hunt", "other"])


def test_a_game_has_only_what_its_boxes_bring() -> None:
    """Without the box there is nothing of it."""
    assert not any("legend" in name for name in new(2).timeline.composition.inventory.components)
    assert isinstance(new(2, boxes=BOXES).timeline.composition, Composition)
