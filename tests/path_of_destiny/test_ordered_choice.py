"""Two cards of the hand in an order are one answer: as JSON, at the keyboard, and what is none."""

from __future__ import annotations

from typing import Any

import pytest
from click.testing import CliRunner, Result

from tests.referee.client import Client
from tts_tool.cli.main import cli
from tts_tool.proof.match import shipped_cards
from tts_tool.referee import desk
from tts_tool.rulesets.path_of_destiny import RULESET

pytestmark = pytest.mark.rule("PD-PLAY-01")

ORDER = ("first", "second")


@pytest.fixture(scope="module")
def client() -> Client:
    """Come to where two seats choose in secret, with what anybody may send."""
    offered = desk.OfferedGame(RULESET, lambda: shipped_cards(RULESET))
    here = Client(desk.Desk({RULESET.name: lambda: offered}))
    here.ask("new", game=RULESET.name, seats=["red", "blue"], seed="7")
    while (asked := here.ask("open", seat="*")["decisions"])[0]["name"] != "cards-to-play":
        options = [each["value"] for each in asked[0]["space"]["options"] if "why_not" not in each]
        here.answer(asked[0]["seat"], asked[0]["name"], options[-1])
    return here


def held(client: Client) -> list[str]:
    """List the hand of red, as the question offers it."""
    fields = client.question("red", "cards-to-play")["space"]["fields"]
    offered = [[each["value"] for each in fields[field]["options"]] for field in ORDER]
    assert offered[0] == offered[1]
    return list(offered[0])


def given(client: Client, value: Any) -> dict[str, Any]:  # noqa: ANN401  # whatever somebody sends
    """Send an answer of red's."""
    asked = client.question("red", "cards-to-play")["id"]
    return client.say("answer", seat="red", decision=asked, value=value)


def test_what_is_no_two_cards(client: Client) -> None:
    """One leaves the other open; three, the same twice, a stranger and a list change nothing."""
    before, hand = client.state(), held(client)
    one = given(client, {"first": hand[0]})["result"]
    assert one["status"] == "incomplete"
    left = one["left"]["second"]["options"]
    assert [each["value"] for each in left if "why_not" not in each] == hand[1:]
    for wrong in (
        {"first": hand[0], "second": hand[0]},
        {"first": hand[0], "second": "action.nobody-has-it"},
        {"first": hand[0], "second": hand[1], "third": hand[2]},
        hand[:2],
        {},
    ):
        reply = given(client, wrong)
        assert not reply["ok"] or reply["result"]["status"] == "incomplete", wrong
    assert client.state() == before


def test_it_is_taken_back_as_long_as_nobody_else_has_chosen(client: Client) -> None:
    """Nobody has to agree, since nothing came out; then it is asked again as before."""
    before, hand = client.ask("view", seat="red"), held(client)
    client.answer("red", "cards-to-play", {"first": hand[5], "second": hand[6]})
    others = client.ask("view", seat="blue")["places"]
    assert [len(others[f"chosen.{field}.red"]) for field in ORDER] == [1, 1]
    assert hand[5] not in str(others)
    assert client.ask("undo", seat="red")["status"] == "done"
    assert client.ask("view", seat="red")["places"] == before["places"]
    assert held(client) == hand


def test_both_orders_are_answers(client: Client) -> None:
    """Whichever is named the left one lies left, whatever comes first in the message."""
    hand = held(client)
    client.answer("red", "cards-to-play", {"second": hand[0], "first": hand[3]})
    blue = client.question("blue", "cards-to-play")["space"]["fields"]["first"]["options"]
    two = [each["value"] for each in blue[:2]]
    client.answer("blue", "cards-to-play", dict(zip(ORDER, two, strict=True)))
    places = client.ask("view")["places"]
    assert [card["id"] for card in places["timeline.red"]] == [hand[3], hand[0]]
    assert [card["id"] for card in places["timeline.blue"]] == two


def typed(*lines: str) -> Result:
    """Play as red against a bot, and type some lines."""
    line = "play path-of-destiny --people 1 --bots 1 --seed 7 --no-save"
    return CliRunner().invoke(cli, line.split(), input="".join(f"{each}\n" for each in lines))


def test_at_the_keyboard() -> None:
    """It is asked part by part; what is wrong is refused, and the question comes again whole."""
    told = typed("1", "1", "1 2", "1", "3", "99", "1", "1", "q").output
    assert told.count("Red: Which two cards do you play? (PD-PLAY-01)") >= 2
    assert "1 2 is not among the choices" in told
    asked = told.split("On the right:\n")
    first = next(each for each in asked[0].splitlines()[::-1] if " 1 " in each)
    assert first.strip().removeprefix("1 ") not in asked[1].split("number, or")[0]
    assert "Red has chosen in secret" in told or "Red · Which two cards" in told
