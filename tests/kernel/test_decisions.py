"""Questions: their names, what they look like on a table, and when there is something to decide."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from tests.kernel.tiny import begun, box, do, found, game
from tts_tool.kernel.decisions import (
    BUTTON,
    TABLE,
    Decision,
    Gesture,
    Move,
    Press,
    Roll,
    Turn,
    several,
)
from tts_tool.kernel.events import Flagged, TrackSet
from tts_tool.kernel.game import Flow, Game
from tts_tool.kernel.spaces import Assignment, Choice, Number, Ordering, Record, Space, Subset


def afford(g: Game) -> Number:
    """Offer what the gold of ann pays."""
    return Number(0, g.track("gold.ann"))


def test_the_id_tells_one_asking_from_another() -> None:
    """It names question, seat and asking; asking again changes it, another event does not."""

    def rules(g: Game) -> Flow[None]:
        for _ in range(2):
            yield from g.ask("ann", "pay", lambda: afford(g))

    timeline = begun(rules)
    first = found(timeline, "pay/ann").id
    assert re.fullmatch(r"pay/ann/0/[0-9a-f]{8}", first)
    timeline.game.emit(Flagged("rain", 1))
    assert found(timeline, "pay/ann").id == first
    do(timeline, "pay/ann", 1)
    second = found(timeline, "pay/ann").id
    assert second.startswith("pay/ann/1/")
    assert second.rpartition("/")[2] == first.rpartition("/")[2]


def test_the_id_tells_options_from_others() -> None:
    """When its own options change, a question has another id, and it is the same asking."""
    timeline = begun(lambda g: g.ask("ann", "pay", lambda: afford(g)))
    decision = found(timeline, "pay/ann")
    before = decision.id
    timeline.game.emit(TrackSet("gold.ann", 5, 3))
    assert decision.id != before
    assert decision.id.rpartition("/")[0] == before.rpartition("/")[0]


def test_the_id_is_the_same_on_every_machine() -> None:
    """Ids stand in saved games and in scripts of other people, so they are pinned here."""
    decision = Decision(game(), "ann", "pay", lambda: Choice(("a", "b")))
    assert decision.id == "pay/ann/0/05d2dce5"


def test_options_are_looked_at_once_until_something_happens() -> None:
    """A space is made anew from the state only after an event."""
    g, looked = game(), []

    def space() -> Number:
        looked.append(g.version)
        return afford(g)

    decision = Decision(g, "ann", "pay", space)
    assert decision.space() is decision.space()
    assert looked == [0]
    g.set("gold.ann", 5)
    assert decision.space().check(5) == 5
    assert decision.space() is decision.space()
    assert looked == [0, 1]


def bound(value: str) -> Gesture | None:
    """Say what an answer looks like; one of them has no gesture."""
    return {"a": Move("card.1", "table"), "b": Turn("coin"), "c": None}[value]


def test_bindings() -> None:
    """Each option that has a gesture is listed with it, also those that are not allowed."""
    decision = Decision(game(), "ann", "do", lambda: Choice(("a", "b", "c")), bind=bound)
    assert decision.bindings() == [("a", Move("card.1", "table")), ("b", Turn("coin"))]
    assert Decision(game(), "ann", "do", lambda: Choice(("a",))).bindings() == []


def test_described_as_plain_data() -> None:
    """A program gets all of a question: who, what, why, options, gestures, button or not."""
    decision = Decision(game(), "ann", "do", lambda: Choice(("a", "c")), why="T-1", bind=bound)
    described = decision.describe()
    assert described == {
        "id": decision.id,
        "seat": "ann",
        "name": "do",
        "kind": "question",
        "why": "T-1",
        "space": {"space": "choice", "options": [{"value": "a"}, {"value": "c"}]},
        "bindings": [
            {
                "value": "a",
                "gesture": {"gesture": "move", "component": "card.1", "target": "table"},
            }
        ],
        "button": False,
    }
    assert json.loads(json.dumps(described)) == described
    assert Decision(game(), TABLE, "chance.die", lambda: Choice(("a",)), kind="chance").describe()[
        "button"
    ]


@pytest.mark.parametrize(
    ("gesture", "told"),
    [
        (Press("bell"), {"gesture": "press", "button": "bell"}),
        (Roll("d6"), {"gesture": "roll", "die": "d6"}),
        (Turn("coin"), {"gesture": "turn", "component": "coin"}),
    ],
)
def test_gestures_are_plain_data(gesture: Gesture, told: dict[str, str]) -> None:
    """Each kind of gesture says its name and what it is made with."""
    decision = Decision(game(), "ann", "do", lambda: Choice(("a",)), bind=lambda _: gesture)
    assert decision.describe()["bindings"] == [{"value": "a", "gesture": told}]


def test_a_question_by_default() -> None:
    """Unless said otherwise it is a plain question, skipped if it can be, by button."""
    decision = Decision(game(), "ann", "do", lambda: Choice(("a",)))
    assert (decision.kind, decision.always, decision.why) == ("question", False, "")
    assert decision.bind == BUTTON
    assert decision.key == "do/ann"
    assert Decision(game(), "ann", "do", lambda: Choice(("a",)), always=True).always


def test_bindings_follow_the_state() -> None:
    """The gestures are those of the options as they are now."""

    def rules(g: Game) -> Flow[None]:
        yield from g.ask("ann", "lay", lambda: Choice(g.cards("table")), bind=Turn, always=True)

    timeline = begun(rules, box())
    timeline.game.draw("deck", "table")
    assert found(timeline, "lay/ann").bindings() == [
        ("card.1", Turn("card.1")),
        ("coin", Turn("coin")),
    ]


@pytest.mark.parametrize(
    ("space", "decides"),
    [
        (Choice(("a", "b")), True),
        (Choice(("a",)), False),
        (Subset(("a",)), True),
        (Subset(("a",), 1), False),
        (Number(0, 1), True),
        (Number(1, 1), False),
        (Ordering(("a", "b")), True),
        (Assignment(("a",), ("n",)), False),
        (Record({"n": lambda _: Number(0, 1)}), True),
    ],
)
def test_several(space: Space[Any], *, decides: bool) -> None:
    """There is something to decide where two answers or more are allowed."""
    assert several(Decision(game(), "ann", "do", lambda: space)) == decides
