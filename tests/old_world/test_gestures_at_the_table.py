"""What hands do at the table of Old World is an answer, a part of one, or a question."""

from __future__ import annotations

import re
from functools import partial
from random import Random

import msgspec
import pytest

from tests.old_world.referee_table import Refereed
from tests.old_world.table import new, unplayed
from tests.referee.table.paper import drift
from tts_tool.kernel.decisions import Gesture, Move, Press
from tts_tool.kernel.game import Flow
from tts_tool.kernel.module import Module
from tts_tool.referee.table import reports
from tts_tool.referee.table.acts import Count
from tts_tool.referee.table.panel import press_for
from tts_tool.rulesets.old_world.base.points import PHASE1_EXTRA_ACTIONS
from tts_tool.rulesets.old_world.base.turn.turn import Deed


def twins() -> Refereed:
    """Give red two deeds that one button could mean."""
    box = Module("twins", needs=("base",))

    def nothing() -> Flow[None]:
        yield from ()

    twin = partial(Deed, why_not=lambda: None, run=nothing, gesture=Press("twin"))
    box.hook(PHASE1_EXTRA_ACTIONS, "provide")(lambda _g, **_: [twin("one"), twin("two")])
    return Refereed(new(boxes=(box,)))


@pytest.mark.parametrize(("label", "taken"), [("phase-1: one", True), ("neither", False)])
def test_two_meanings(label: str, taken: bool) -> None:  # noqa: FBT001  # a case
    """A gesture that could mean two things is asked about; nothing is done until then."""
    at = twins()
    before = at.session.step
    verdict = at.do("Red", Press("twin"))
    assert not verdict.done
    assert "two things" in verdict.say
    assert at.session.step == before
    (which,) = [q for q in at.host.panels["Red"] if q.decision.startswith("which:")]
    assert [re.sub(r"^\d+ ", "", b.label) for b in which.buttons][-1] == "neither"
    button = next(b for b in which.buttons if b.label.endswith(label.rpartition(": ")[2]))
    assert at.do("Red", Press(button.press)).done
    assert at.session.step == before + taken
    assert not [q for q in at.host.panels["Red"] if q.decision.startswith("which:")]


def test_forgotten_when_something_else_is_done() -> None:
    """Whoever does something else was not asked anything."""
    at = twins()
    at.do("Red", Press("twin"))
    at.do("Red", Press("nobody knows this"))
    assert not [q for q in at.host.panels["Red"] if q.decision.startswith("which:")]


@pytest.mark.soak(sample=2, full=40)
def test_by_number_by_button_by_hand(rounds: int) -> None:
    """Whole games in which each answer is given in one of three ways: table and rules agree."""
    ways: set[str] = set()
    for seed in range(rounds):
        chance = Random(seed)
        at = Refereed(unplayed(1 + seed % 5, str(seed)))
        for _ in range(300):
            if at.session.over:
                break
            ways.add(_answered(at, chance))
            if not at.host.in_drafts:
                assert drift(at.session.state, at.paper) == {}
    assert ways == {"number", "button", "hand"}


def test_what_is_as_it_should_be_is_left_alone() -> None:
    """A piece laid for half of an answer stays, whoever looks, and so do those of empty seats."""
    chance, seen = Random(5), 0
    at = Refereed(unplayed(2, "5"))
    for _ in range(200):
        _answered(at, chance)
        survey = at.paper.survey()
        box = (*survey.places["box"], reports.Seen("miniature.white", down=False))
        places = {
            **survey.places,
            "box": box,
            "hand.white": (reports.Seen("board.none", down=False),),
        }
        at.report(
            msgspec.structs.replace(survey, places=places, epoch=at.host.epoch, step=at.host.step)
        )
        assert at.paper.told.acts == ()
        seen += bool(at.host.in_drafts)
    assert seen > 9


def _answered(at: Refereed, chance: Random) -> str:
    """Do one thing that is allowed, in some way."""
    hands: list[tuple[str, Gesture]] = []
    for colour, permit in at.paper.permits.items():
        hands += [(colour, Move(c, p)) for c, places in permit["moves"].items() for p in places]
        hands += [(colour, Press(button)) for button in permit["presses"]]
    buttons = [
        (colour, b)
        for colour, panel in at.host.panels.items()
        for question in panel
        for b in question.buttons
        if not b.why_not
    ]
    way = chance.choice(["number", "button", "hand"] if hands else ["number", "button"])
    if way == "hand":
        assert at.do(*chance.choice(hands)).done
        return way
    colour, button = chance.choice(buttons)
    if way == "button":
        assert at.do(colour, Press(button.press)).done
    else:
        assert at.say(colour, f"!{button.label.partition(' ')[0]}").done
    return way


def test_a_marker_that_is_moved() -> None:
    """Moved where that can only be an answer it is the answer; else it goes back, with a reason."""
    chance = Random(3)
    at = Refereed(unplayed(4, "3"))
    while not any(q.decision.startswith("free-attribute/") for q in at.host.panels["Red"]):
        _answered(at, chance)
    before = at.session.state.tracks["combat.red"]
    at.report(reports.Changed(track="gold.red", value=9, colour="Red"))
    assert at.paper.told.acts == (Count("gold.red", at.session.state.tracks["gold.red"]),)
    assert [line.colour for line in at.paper.told.lines] == ["Red"]
    at.report(reports.Changed(track="combat.red", value=before + 1, colour="Red"))
    assert at.session.state.tracks["combat.red"] == before + 1
    assert drift(at.session.state, at.paper) == {}


def test_what_lies_on_top_of_nothing() -> None:
    """While a deck lacks cards its top is no piece: it can't be moved, and its button explores."""
    used = new().stand(red=0).lay("wilds-deck", rest="wilds-used")
    at = Refereed(used.to_phase("phase-2").until("explore"))
    state = at.session.state
    pieces = {piece for may in at.host.permits.values() for piece in may.moves}
    assert pieces
    assert pieces <= set(state.inventory.components)
    (asked,) = at.session.open("red")
    assert at.do("Red", Press(press_for(asked, "wilds"))).done


def test_a_number_that_no_button_has() -> None:
    """Whoever types it is told so, and nothing is done."""
    at = twins()
    before = at.session.step
    said = at.say("Red", "!999")
    assert (said.done, said.say) == (False, "Your panel has no button 999.")
    assert at.session.step == before
