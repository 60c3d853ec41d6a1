"""The night: which card is turned up, where the legend goes by it, and what it leaves behind."""

from __future__ import annotations

import pytest

from tests.old_world.legendary_hunt.hunting import Hunted, last
from tts_tool.kernel.events import Moved, Shuffled
from tts_tool.rulesets.old_world.base.turn.turn import Turn
from tts_tool.rulesets.old_world.legendary_hunt.grounds import SUPPLY
from tts_tool.rulesets.old_world.legendary_hunt.walking import steps_to, ways


def night(seats: int, at: int, *cards: str, razed: tuple[int, ...] = (), **facts: object) -> Hunted:
    """Let a round end with the legend somewhere, and these Movement cards on top."""
    h = Hunted(seats, at=at, **facts)  # type: ignore[arg-type]  # what `Hunted` takes
    return h.raze(*razed).next_cards(*cards).evening(seats)


@pytest.mark.rule("LH-23", "LH-24")
@pytest.mark.parametrize("seats", [2, 4])
def test_once_a_round(seats: int) -> None:
    """A card is turned up after the last turn of a round, and after no other."""
    h = Hunted(seats, at=1).next_cards("2-18").to_phase("turn-end", "red")
    assert (h.open()[0], h.place("movement-discard")) == ("phase-1/blue", ())
    h = night(seats, 1, "2-18")
    h.until("phase-1")
    assert (h.timeline.state.acting, len(h.place("movement-discard"))) == ("red", 1)
    assert h.lurks != 1
    assert h.part(Turn).number == 2


@pytest.mark.rule("LH-25", "LH-26", "LH-36")
@pytest.mark.parametrize(("seats", "moves"), [(2, 2), (3, 3), (4, 4), (5, 4)])
def test_as_many_as_seats_say(seats: int, moves: int) -> None:
    """The column of the number of players counts; each location left has a token, the last none."""
    h = night(seats, 15, "2-18")
    supply = [*h.document()["places"][SUPPLY]]
    h.until("phase-1")
    walked = [e.event for e in h.timeline.happened if isinstance(e.event, Moved)]
    steps = [e for e in walked if e.components[0].startswith("legend-miniature.")]
    assert len(steps) == moves
    left = [int(step.source.partition(".")[2]) for step in steps]
    assert h.ruins == sorted(left)
    assert [h.place(f"razed.{each}") for each in left] == [(top,) for top in supply[:moves]]
    assert h.lurks not in h.ruins


@pytest.mark.rule("LH-27", "LH-28")
def test_the_shortest_way() -> None:
    """One neighbour is closest, and nobody is asked; tokens further ahead are not looked at."""
    h = night(2, 1, "12-5", razed=(12,))
    h.until("phase-1")
    assert (h.lurks, h.forced("legend-step")) == (9, ["at.9"])
    assert steps_to({1: (2,), 2: (1, 3), 3: (2,)}, 3) == {3: 0, 2: 1, 1: 2}
    assert h.timeline.composition.once(ways)[12][1] == 2


@pytest.mark.rule("LH-29", "LH-30")
def test_last_player_chooses_between_equals() -> None:
    """Two of the closest neighbours are free, a third is not: whoever plays last chooses."""
    h = night(4, 7, "0-17", razed=(4,))
    assert h.open() == ["legend-step/yellow"]
    assert h.options("legend-step") == ["at.8", "at.11"]
    refused = h.refused("legend-step", "at.4")
    assert (refused.code, refused.rule) == ("legend-avoids-ruins", "LH-29")
    h.answer("legend-step", "at.11", "yellow")
    assert 7 in h.ruins


@pytest.mark.rule("LH-30")
def test_a_single_free_one_is_taken() -> None:
    """With one of the equals left, nobody is asked."""
    h = night(2, 7, "0-17", razed=(4, 8)).until("phase-1")
    assert (h.lurks, h.forced("legend-step")) == (11, ["at.11"])


@pytest.mark.rule("LH-31")
def test_all_of_the_closest_are_razed() -> None:
    """Then any free neighbour can be chosen, also one further away, and no other."""
    h = night(2, 7, "0-17", razed=(4, 8, 11, 3))
    assert h.open() == ["legend-step/blue"]
    assert h.options("legend-step") == ["at.2", "at.6", "at.9", "at.10"]
    h.answer("legend-step", "at.10")
    assert h.lurks == 10


@pytest.mark.rule("LH-32")
def test_nowhere_to_go() -> None:
    """With all neighbours razed the rest of the card is lost: one step of three was made."""
    h = night(3, 13, "16-1", razed=(12, 13 + 1, 17))
    h.until("phase-1")
    assert (h.lurks, h.ruins) == (16, [12, 13, 14, 17])
    assert len(h.place("movement-discard")) == 1


@pytest.mark.rule("LH-33", "LH-34")
def test_from_the_main_goal_on() -> None:
    """On its main goal it makes for the second, and doesn't come back by the same card."""
    h = night(3, 17, "17-0")
    h.until("phase-1")
    before = h.timeline.composition.once(ways)[0]
    assert h.ruins[-1] == 17
    assert before[h.lurks] < before[17] - 1
    passing = night(4, 16, "14-3").until("phase-1")
    assert 14 in passing.ruins
    to_third = passing.timeline.composition.once(ways)[3]
    assert to_third[passing.lurks] < to_third[14]


@pytest.mark.rule("LH-35")
def test_beyond_both_goals() -> None:
    """With Movements left at the second goal, whoever plays last chooses any free neighbour."""
    h = night(5, 9, "9-12")
    assert h.open() == ["legend-step/white"]
    assert h.lurks == 12
    assert h.options("legend-step") == ["at.10", "at.13", "at.14"]
    h.answer("legend-step", "at.13")
    assert h.ruins[:2] == [9, 12]


@pytest.mark.rule("LH-38", "LH-40")
def test_tokens_lie_unseen() -> None:
    """Several are laid by one card, and nobody can name one of them."""
    h = night(4, 15, "2-18").until("phase-1")
    assert len(h.ruins) == 4
    seen = [h.sees(seat, f"razed.{at}") for at in h.ruins for seat in ("red", "yellow", None)]
    assert seen == [[]] * 12


@pytest.mark.rule("LH-41")
def test_no_token_is_left() -> None:
    """The legend walks all the same."""
    h = Hunted(2, at=15).lay("destruction-supply", rest="destruction.blue")
    h.next_cards("2-18").evening().until("phase-1")
    assert (h.lurks != 15, h.ruins) == (True, [])


@pytest.mark.rule("LH-42")
def test_the_deck_is_made_anew() -> None:
    """A card from an empty deck comes from those that were used, shuffled."""
    h = Hunted(2, at=1)
    used = list(h.place("movement-deck"))
    h.lay("movement-deck", rest="movement-discard").evening()
    h.until("phase-1")
    (order,) = (
        each.event.order
        for each in h.timeline.happened
        if isinstance(each.event, Shuffled) and each.event.place == "movement-deck"
    )
    assert sorted(order) == sorted(used)
    assert (len(h.place("movement-deck")), len(h.place("movement-discard"))) == (11, 1)
    assert sorted((*h.place("movement-deck"), *h.place("movement-discard"))) == sorted(used)


@pytest.mark.rule("LH-43", "COMB-29")
def test_by_land_only() -> None:
    """From a harbour it goes where roads lead, to location 0 as to any other."""
    h = night(3, 4, "0-17").until("phase-1")
    assert (h.ruins, h.lurks in {8, 11, 15}) == ([0, 4], True)
    harbour = h.timeline.composition.inventory.places["at.9"].card
    assert harbour.harbour
    assert all(number <= 18 for number in harbour.roads)


@pytest.mark.rule("LH-18", "LH-22", "COMB-37")
def test_nobody_is_harmed() -> None:
    """Witchers and monsters where it comes, goes and passes stay as they are."""
    h = Hunted(3, at=15).stand(red=11, blue=7, green=15).next_cards("2-18").evening(3)
    before = {name: ids for name, ids in h.timeline.state.places.items() if name.startswith("hand")}
    after = h.until("phase-1").timeline.state
    assert {name: after.places[name] for name in before} == before
    assert [after.place_of(f"miniature.{s}") for s in ("red", "blue", "green")] == [
        "at.11",
        "at.7",
        "at.15",
    ]


# Habits


@pytest.mark.parametrize(
    ("legend", "standing", "goes"),
    [("unseen-elder", 8, 11), ("gaunter-odimm", 8, 8), ("kayran", 8, 4)],
)
def test_habits_choose(legend: str, standing: int, goes: int) -> None:
    """Where they are played, what a legend is drawn to or shuns says which way it goes."""
    razed = () if legend == "kayran" else (4,)
    h = Hunted(2, legend=legend, at=7, settings={"hunt-habits": "habits"}).raze(*razed)
    h.stand(red=standing, blue=1).next_cards("0-17").evening().until("phase-1")
    assert h.forced("legend-step") == []
    assert h.lurks == goes


@pytest.mark.parametrize(
    ("legend", "standing", "offered"),
    [
        ("unseen-elder", (8, 1), ["at.11", "at.4"]),
        ("gaunter-odimm", (8, 4), ["at.4", "at.8"]),
        ("gaunter-odimm", (1, 1), ["at.11", "at.4", "at.8"]),
    ],
)
def test_habits_leave_a_choice(legend: str, standing: tuple[int, int], offered: list[str]) -> None:
    """Of several ways that a legend likes whoever plays last chooses; if it likes none, of all."""
    h = Hunted(2, legend=legend, at=7, settings={"hunt-habits": "habits"})
    h.stand(red=standing[0], blue=standing[1]).next_cards("0-17").evening()
    assert sorted(h.options("legend-step")) == offered


def test_a_tie_is_left_to_chance() -> None:
    """One that blunders goes where the lot falls, and nobody is asked."""
    h = Hunted(
        2, legend="cyclops", at=7, settings={"hunt-habits": "habits"}, script={"blunder": [[2]]}
    )
    h.next_cards("0-17").evening().until("phase-1")
    assert h.lurks == 8


@pytest.mark.parametrize(("at", "steps"), [(6, 2), (1, 1)])
def test_slow_in_the_water(at: int, steps: int) -> None:
    """One that likes water goes a Movement less from there, but never none."""
    h = Hunted(2, legend="toad", at=at, settings={"hunt-habits": "habits"})
    h.next_cards("14-3").evening().until("phase-1")
    assert len(h.ruins) == steps


@pytest.mark.rule("LH-49")
@pytest.mark.parametrize("seats", [3, 5])
def test_last_player_chooses_for_who_drives(seats: int) -> None:
    """Also where the first player drives the legend away."""
    h = Hunted(seats, at=7).stand(red=7).did("red", moved=True).next_cards("0-17")
    h.answer("phase-1", "drive-away").answer("pay-driving", [h.place("hand.red")[0]])
    assert h.open() == [f"legend-step/{last(seats)}"]
