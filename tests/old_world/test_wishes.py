"""What somebody always wants goes along with them, is taken back like an answer, and ends."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from tests.old_world.test_attention import Evening, attack, attacked
from tests.referee.table.paper import through_json
from tts_tool.journal import Journal
from tts_tool.kernel.decisions import Decision, Press
from tts_tool.kernel.entries import Answer
from tts_tool.referee.table import reports
from tts_tool.referee.table.headings import UNDO
from tts_tool.referee.table.panel import press_for
from tts_tool.referee.table.reports import Gestured
from tts_tool.referee.table.told import Button
from tts_tool.referee.table.wishes import END, WISH

PEOPLE = {"Red": "76561198000000001", "Blue": "76561198000000002", "Green": "76561198000000003"}
MOST = 24


def sat_down(journal: Journal | None = None) -> Evening:
    """Let three people sit down of whom the table says who they are."""
    evening = Evening(0, journal=journal)
    hello = evening.paper.hello()
    assert isinstance(hello, reports.Hello)
    evening.tell(msgspec.structs.replace(hello, people=PEOPLE, sitting=tuple(PEOPLE)))
    return evening


def listen(evening: Evening, report: object) -> None:
    """Let the referee hear something of which people are told."""
    evening.paper.perform(evening.host.received(through_json(report)))


def undo(entry: int) -> Press:
    """Press the arrow beside a line of the log."""
    return Press(f"{UNDO}{entry}")


def choose(evening: Evening, decision: Decision[object], value: str) -> None:
    """Press a button for a choice."""
    evening.answer(decision.seat, Press(press_for(decision, value)))


def asked_again(evening: Evening, seat: str, why: str) -> Decision[object] | None:
    """Play on until a seat is asked the same about an attack, if it is in a while."""
    for _ in range(MOST):
        decision = attack(evening)
        if (decision.seat, decision.why) == (seat, why):
            return decision
        choose(evening, decision, "bite")
    return None


def wish(evening: Evening) -> tuple[str, str]:
    """Let whoever is asked next wish for an attack; give the seat, and the rule that asks."""
    decision = attack(evening)
    choose(evening, decision, "charge")
    evening.type("!always", evening.colours[decision.seat])
    return decision.seat, decision.why


def buttons(evening: Evening, seat: str, begin: str) -> list[Button]:
    """List the buttons of a seat's panel whose names begin so."""
    panel = evening.host.panels[evening.colours[seat]]
    return [b for question in panel for b in question.buttons if b.press.startswith(begin)]


@pytest.mark.parametrize("agree", ["!agree", "!ja"])
def test_an_answer_by_a_wish_is_taken_back(agree: str) -> None:
    """The question is open again and stays open; answered by hand, the wish holds next time."""
    evening = sat_down()
    seat, why = wish(evening)
    before = attacked(evening, seat).count("charge")
    while attacked(evening, seat).count("charge") == before:
        decision = attack(evening)
        assert (decision.seat, decision.why) != (seat, why)
        choose(evening, decision, "bite")
    charged = [
        n
        for n, each in enumerate(evening.session.timeline.entries)
        if isinstance(each, Answer) and (each.seat, each.value) == (seat, "charge")
    ]
    listen(evening, Gestured(n=900, colour=evening.colours[seat], gesture=undo(charged[-1])))
    for colour in PEOPLE:
        if evening.session.proposal is not None:
            evening.type(agree, colour)
    assert evening.session.proposal is None
    (asked,) = (each for each in evening.session.open(seat) if each.name == "attack")
    assert (asked.seat, asked.why) == (seat, why)
    for colour in PEOPLE:  # whatever else is done, it is not answered for them this time
        evening.type("!why", colour)
    assert [each.name for each in evening.session.open(seat)] == ["attack"]
    choose(evening, asked, "bite")
    assert attacked(evening, seat)[-1] == "bite"
    assert asked_again(evening, seat, why) is None


def test_a_wish_goes_along_to_another_colour() -> None:
    """Who sits down elsewhere has it there, and whoever comes to the old seat is asked."""
    evening = sat_down()
    seat, why = wish(evening)
    colour = evening.colours[seat]
    other = next(each for each in evening.session.seats if each != seat)
    there = evening.colours[other]
    for report in (
        reports.Stood(colour=there),
        reports.Seated(colour=there, person=PEOPLE[colour]),
        reports.Stood(colour=colour),
    ):
        listen(evening, report)
    assert asked_again(evening, seat, why) is not None
    before = len(attacked(evening, other))
    assert asked_again(evening, other, why) is None
    assert "charge" in attacked(evening, other)[before:]


def test_a_wish_by_the_panel() -> None:
    """Who has chosen the same twice is offered to choose it always, and then to be asked again."""
    evening = sat_down()
    decision = attack(evening)
    seat, why = decision.seat, decision.why
    for _ in range(2):
        assert buttons(evening, seat, WISH) == []
        choose(evening, decision, "charge")
        again = asked_again(evening, seat, why)
        assert again is not None
        decision = again
    (offer,) = buttons(evening, seat, WISH)
    assert "Charge" in offer.label
    evening.answer(seat, Press(offer.press))
    assert attacked(evening, seat)[-1] == "charge"
    assert asked_again(evening, seat, why) is None
    (end,) = buttons(evening, seat, f"{WISH}{END}")
    evening.answer(seat, Press(end.press))
    assert asked_again(evening, seat, why) is not None
    assert buttons(evening, seat, f"{WISH}{END}") == []


def test_a_wish_is_kept_and_no_number_of_anybody(tmp_path: Path) -> None:
    """A journal that is handed on says that it was the same person, and not who."""
    with Journal(tmp_path / "games.db") as journal:
        evening = sat_down(journal)
        seat, _ = wish(evening)
        evening.session.close()
        (game,) = journal.games()
        kept = [each.line for each in journal.replies(game.id) if "charge" in each.line]
        assert evening.host.seating.whose(seat) in kept[-1]
        assert not any(person in line for person in PEOPLE.values() for line in kept)
