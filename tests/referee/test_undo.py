"""Taking back: one's own freely, what others did or learned only if they agree."""

from __future__ import annotations

import pytest

from tests.referee.client import BUSTLE, HAGGLE, Client


def bustling(seats: int = 2) -> Client:
    """Begin where all keep their stalls."""
    client = Client()
    client.ask("new", seats=seats, seed=1, position=BUSTLE)
    return client


def test_own_answers_are_taken_back_freely() -> None:
    """Undo and redo lead to the states that were; readers learn from where to read again."""
    client = bustling()
    before = client.state()
    heard = client.ask("events")
    client.answer("red", "bustle", "close")
    after = client.state()
    known = client.ask("events")["next"]
    undone = client.ask("undo", seat="red")
    assert undone["status"] == "done"
    assert client.state() == before
    again = client.ask("events", since=known, epoch=0)
    assert again["from"] == heard["next"]
    assert again["epoch"] == 1
    client.ask("redo")
    assert client.state() == after
    assert client.error("redo")["code"] == "nothing-to-redo"


def test_what_others_did_takes_their_consent() -> None:
    """A proposal is shown to all, done when the last has agreed, and counts only once."""
    client = bustling(3)
    before = client.state()
    for seat in ("blue", "green"):
        client.answer(seat, "bustle", "close")
    proposed = client.ask("undo", seat="red", to=0)
    proposal = {"seat": "red", "to": 0, "agreed": ["red"], "needs": ["blue", "green"]}
    assert proposed == {"status": "proposed", "proposal": proposal}
    assert client.ask("open", seat="blue")["proposal"] == proposal
    agreed = client.ask("undo", seat="blue", consent="agree")["proposal"]
    assert agreed == {**proposal, "agreed": ["red", "blue"], "needs": ["green"]}
    assert client.ask("undo", seat="blue", consent="agree")["proposal"] == agreed
    assert client.ask("undo", seat="green", consent="agree")["status"] == "done"
    assert client.state() == before
    assert client.ask("open")["proposal"] is None


def test_wanting_the_same_is_agreeing() -> None:
    """Who asks for what somebody else has proposed agrees to it."""
    client = bustling()
    client.answer("blue", "bustle", "close")
    assert client.ask("undo", seat="red")["status"] == "proposed"
    assert client.ask("undo", seat="blue")["status"] == "done"


def test_a_proposal_is_declined() -> None:
    """One declines, and nothing is left to agree to."""
    client = bustling()
    client.answer("blue", "bustle", "close")
    state = client.state()
    client.ask("undo", seat="red")
    assert client.ask("undo", seat="blue", consent="decline")["status"] == "declined"
    assert client.error("undo", seat="blue", consent="agree")["code"] == "no-proposal"
    assert client.error("undo", seat="blue", consent="decline")["code"] == "no-proposal"
    assert client.state() == state


def test_a_new_answer_drops_a_proposal() -> None:
    """What was proposed was proposed where the game stood."""
    client = bustling()
    client.answer("blue", "bustle", "close")
    client.ask("undo", seat="red")
    client.answer("red", "bustle", "ware.silk.1")
    assert client.ask("open")["proposal"] is None
    assert client.error("undo", seat="blue", consent="agree")["code"] == "no-proposal"


def test_across_a_wall_all_agree_and_chance_falls_anew() -> None:
    """A die that was seen is taken back only with everyone, and the log says so."""
    client = Client()
    client.ask("new", seats=2, seed=1, position=HAGGLE, observed=["voice"])
    client.answer("red", "haggle", "raise")
    client.ask("observe", stream="voice", outcome=[4])
    assert client.ask("undo", seat="red", to=0)["proposal"]["needs"] == ["blue"]
    done = client.ask("undo", seat="blue", consent="agree")
    assert done["step"] == 1
    (mark,) = client.ask("log")["chapters"]
    assert mark["kind"] == "mark"
    assert client.error("redo")["code"] == "nothing-to-redo"
    assert client.question("red", "haggle")


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"seat": "red"}, "nothing-to-undo"),
        ({"seat": "red", "to": 5}, "nothing-to-undo"),
        ({"seat": "purple"}, "not-found"),
        ({"seat": "*"}, "not-found"),
        ({"seat": "red", "to": -1}, "bad-field"),
        ({"seat": "red", "to": 0, "consent": "agree"}, "bad-input"),
        ({"seat": "red", "consent": "perhaps"}, "bad-field"),
    ],
)
def test_nothing_to_take_back(fields: dict[str, object], code: str) -> None:
    """What can't be taken back, or by nobody, is refused."""
    assert bustling().error("undo", **fields)["code"] == code
