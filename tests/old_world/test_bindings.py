"""What hands do at the table and what that means: every answer has a gesture or a button."""

from __future__ import annotations

from functools import partial

import pytest

from tests.old_world.gestures import PAGE, Asked, asked, clashes, gather, page
from tests.old_world.table import new
from tts_tool.kernel.decisions import BUTTON, Press
from tts_tool.kernel.game import Flow
from tts_tool.kernel.module import Module
from tts_tool.rulesets.old_world.base.points import PHASE1_EXTRA_ACTIONS
from tts_tool.rulesets.old_world.base.turn.turn import Deed

QUESTIONS = tuple(asked())


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda q: q.name)
def test_a_question_says_how_it_is_answered(question: Asked) -> None:
    """Every question in the rules says how it looks on the table, if only by its button."""
    assert question.bound, f"{question.where} asks {question.name} without a binding"


def test_every_answer_has_a_gesture() -> None:
    """In random games of one to five seats each option of a question is bound, or none is."""
    found = gather()
    assert not found.unbound
    words = {each for known in found.gestures.values() for each in known if "button" in each}
    assert words == {BUTTON}


def test_what_is_ones_own_is_carried_to_ones_own_places() -> None:
    """What is gained or given up isn't laid with somebody else, but where that is the point."""
    assert gather().others == {("peer-discard", "move to discard")}


def test_the_page_of_gestures() -> None:
    """The page lists every question with its gestures, and every gesture with two meanings."""
    assert PAGE.read_text(encoding="utf-8") == page(), (
        "write it anew: python -m tests.old_world.gestures --write"
    )


def test_a_clash_is_found() -> None:
    """Two deeds that one button could mean are found, among all that is open."""
    box = Module("twins", needs=("base",))

    def nothing() -> Flow[None]:
        yield from ()

    twin = partial(Deed, why_not=lambda: None, run=nothing, gesture=Press("twin"))
    box.hook(PHASE1_EXTRA_ACTIONS, "provide")(lambda _g, **_: [twin("one"), twin("two")])
    timeline = new(boxes=(box,)).timeline
    found = list(clashes([*timeline.decisions(), *timeline.beside()]))
    assert found == [(Press("twin"), "phase-1 = one", "phase-1 = two")]
