"""Whole games through the protocol, by a client that knows nothing but what it is told."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from tests.referee.client import SEATS, Client, step
from tts_tool.kernel.views import EVERYTHING
from tts_tool.referee.session import Session

BOXES: list[list[str]] = [[], ["storm"], ["guild"], ["storm", "guild"]]


def on_the_table(client: Client) -> Session:
    """Look past the protocol at the game itself."""
    session = client.conversation.desk.session
    assert session is not None
    return session


def hidden(session: Session, seat: str | None) -> Iterator[str]:
    """List the components that a seat can't see."""
    state = session.state
    for place, contents in state.places.items():
        for component in contents:
            seers = state.seers(place, component)
            if seers is not None and seat not in seers:
                yield component


def leaks(session: Session, seat: str | None, told: Any) -> list[str]:  # noqa: ANN401  # any result
    """Find ids of hidden components in what a seat was told."""
    text = json.dumps(told)
    return [component for component in hidden(session, seat) if f'"{component}"' in text]


@pytest.mark.parametrize("modules", BOXES, ids="-".join)
@pytest.mark.soak(sample=2, full=50)
def test_a_game_from_new_to_its_end(modules: list[str], rounds: int) -> None:
    """Random answers end every game, and nobody is ever shown the id of a hidden component."""
    for seed in range(rounds):
        random, client = Random(f"{modules} {seed}"), Client()
        seats = SEATS[: random.randint(2, 4)]
        client.ask("new", seats=seats, modules=modules, seed=seed, observed=["voice"])
        session = on_the_table(client)
        while step(client, random):
            for seat in (*seats, None):
                assert leaks(session, seat, client.ask("view", seat=seat)) == []
                assert leaks(session, seat, client.ask("open", seat=seat)) == []
        end = client.ask("view")
        assert end["over"]
        assert sorted(seat for rank in end["result"] for seat in rank) == sorted(seats)


def test_leaks_are_seen() -> None:
    """The check itself can fail: the full view names what is hidden from red."""
    client = Client()
    client.ask("new", seats=3, seed=1)
    session = on_the_table(client)
    assert leaks(session, "red", client.ask("view", seat=EVERYTHING))
    assert leaks(session, "red", client.ask("open", seat=EVERYTHING)) == []
    client.answer("blue", "spot", "bridge")
    assert leaks(session, "red", client.ask("open", seat=EVERYTHING))


def test_each_seat_is_told_its_own_events() -> None:
    """Of a hand that is dealt its seat hears the cards, the others their backs."""
    client = Client()
    client.ask("new", seats=2, seed=1)
    red, blue, log = (client.ask("events", seat=seat)["events"] for seat in ("red", "blue", "*"))
    dealt = [each["n"] for each in log if each["event"] == "moved" and each["target"] == "hand.red"]
    assert dealt
    for n in dealt:
        assert [each["components"] for each in red if each["n"] == n]
        assert [each["backs"] for each in blue if each["n"] == n]


def test_the_name_of_a_secret_step_is_not_told() -> None:
    """Who has chosen a spot but no ware yet looks to the others as who has chosen nothing."""
    client = Client()
    client.ask("new", seats=2, seed=1)
    before = client.ask("open", seat="red")["waits_for"]
    client.answer("blue", "spot", "bridge")
    assert client.ask("open", seat="red")["waits_for"] == before
    assert before == [{"seat": "blue", "name": "scheme", "kind": "question"}]


def test_the_same_seed_is_the_same_game() -> None:
    """Two processes of mind, one seed and the same answers: the same state."""
    states = []
    for _ in range(2):
        random, client = Random(3), Client()
        client.ask("new", seats=3, modules=["storm", "guild"], seed="again")
        while step(client, random):
            pass
        states.append(client.state())
    assert states[0] == states[1]
