"""A built table sends nothing until a referee greets it; then it says truly how everything lies."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from tests.build.set_up import Made, Panel, made, opened
from tts_tool.catalog import rules_digest
from tts_tool.kernel.state import State
from tts_tool.referee.table import reports
from tts_tool.referee.table.arrangement import Lying, laid, shown_tracks
from tts_tool.referee.table.meeting import PROTOCOL
from tts_tool.table.notices import ExternalNotice

GREETING: dict[str, Any] = {
    "protocol": PROTOCOL,
    "secret": "between the two of us",
    "game": "old-world",
    "mode": "advise",
    "words": {"en": {"away": "The referee is away."}},
    "tongues": {},
}


def meet(panel: Panel, **said: object) -> dict[str, Any]:
    """Greet a table as a referee does; give its answer."""
    text = json.dumps({**GREETING, **said})
    answer: dict[str, Any] = json.loads(
        panel.table.execute(f"return meet_referee([[{text}]])"),
    )
    return answer


@contextmanager
def heard(panel: Panel) -> Iterator[list[dict[str, Any]]]:
    """Listen to what a table sends meanwhile."""
    messages: list[dict[str, Any]] = []
    panel.table.listen(
        lambda notices: messages.extend(
            each.message for each in notices if isinstance(each, ExternalNotice)
        )
    )
    yield messages


def box(english: Made) -> State:
    """Give the rules' own arrangement of the box, before a game begins."""
    return State(english.mod.inventory)


def test_nothing_is_sent_before() -> None:
    """Whatever is done at a table that no referee has met, it keeps to itself."""
    with opened(1) as panel, heard(panel) as messages:
        panel.set_up(1)
        panel.table.red.say("!undo")
        panel.table.run(900)
        assert messages == []
        assert "referee" not in json.dumps([line.text for line in panel.table.chat])


def test_it_says_what_it_is() -> None:
    """The answer names game, digest of the box and how far it has come; no secret is saved."""
    mod, places = made().mod, made().values["places"]
    with opened(1) as panel, heard(panel):
        answer = meet(panel)
        assert answer == {
            "protocol": PROTOCOL,
            "game": "old-world",
            "digest": rules_digest(mod.cards, mod.inventory),
            "epoch": 0,
            "step": 0,
            "stage": "ready",
            "count": 0,
            "piles": [
                name
                for name in made().values["order"]
                if places[name]["down"] and len(places[name]["slots"]) == 1
            ],
        }
        assert GREETING["secret"] not in panel.table.save().decode()
        panel.set_up(2)
        assert meet(panel)["stage"] == "done"


def test_another_protocol_or_game_is_not_met() -> None:
    """A referee of something else learns what the table is, and hears nothing more."""
    for said in ({"protocol": PROTOCOL + 1}, {"game": "night-market"}):
        with opened(1) as panel, heard(panel) as messages:
            assert meet(panel, **said)["game"] == "old-world"
            panel.table.run(60)
            assert messages == []


def test_hello_surveys_the_box() -> None:
    """What the survey says is what the rules say of the box: every piece, pile, side and track."""
    state = box(made())
    with opened(1) as panel, heard(panel) as messages:
        meet(panel)
        panel.table.run(5)
        (message,) = messages
        assert (message["kind"], message["secret"]) == ("hello", GREETING["secret"])
        hello = reports.read(json.loads(message["body"]))
        assert isinstance(hello, reports.Hello)
        seen = hello.survey
        for place, lying in laid(state).items():
            there = [Lying(each.component, each.down) for each in seen.places.get(place, ())]
            hidden = state.inventory.places[place].seen == "nobody"
            assert (there if hidden else sorted(there)) == (lying if hidden else sorted(lying)), (
                place
            )
        assert seen.counters == shown_tracks(state)
        assert (seen.loose, seen.twice) == ((), ())
