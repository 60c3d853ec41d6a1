"""Answering: whole and in parts, now and in turn, seen and drawn, once and twice."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.referee.client import BUSTLE, HAGGLE, Client, cards
from tts_tool.journal import Journal
from tts_tool.referee import Session
from tts_tool.rulesets.night_market import RULESET

MASK = "ware.mask.1"


def bustling(**more: Any) -> Client:  # noqa: ANN401  # fields of "new"
    """Begin where red and blue keep their stalls."""
    client = Client()
    client.ask("new", seats=2, seed=1, position=BUSTLE, **more)
    return client


def values(options: list[dict[str, Any]]) -> dict[str, str]:
    """Give each option's value with the code of the reason against it."""
    return {each["value"]: each.get("why_not", {}).get("code", "") for each in options}


def test_options_come_with_reasons_names_and_gestures() -> None:
    """What can't be done is listed with its reason; cards have names; gestures stand beside."""
    asked = bustling().question("blue", "bustle")
    assert values(asked["space"]["options"]) == {
        MASK: "",
        "fetch": "too-dear",
        "barter": "",
        "close": "",
    }
    told = asked["space"]["options"][0]
    assert (told["value"], told["name"].partition(" (")[0]) == (MASK, "Grinning mask")
    assert "worth 3, a rival’s ware, " in told["name"]
    assert asked["space"]["options"][1]["why_not"] == {
        "code": "too-dear",
        "message": "That costs 2. [NM-07]",
        "rule": "NM-07",
    }
    gesture = {"gesture": "move", "component": MASK, "target": "stall.blue"}
    assert {"value": MASK, "gesture": gesture} in asked["bindings"]
    assert asked["wording"].startswith("Then all keep their stalls side by side")


def test_languages() -> None:
    """A request may want another language; hello changes it for what follows."""
    client = bustling()
    asked = client.question("blue", "bustle")
    wrong = {"seat": "blue", "decision": asked["id"], "value": "fetch"}
    assert client.error("answer", **wrong, lang="de")["message"] == "Das kostet 2. [NM-07]"
    assert client.error("answer", **wrong)["message"] == "That costs 2. [NM-07]"
    client.ask("hello", lang="de")
    assert client.question("blue")["space"]["options"][0]["name"].startswith(
        "Grinsende Maske (Wert 3, "
    )
    malformed = client.error("answer", **{**wrong, "value": []})
    assert malformed["message"] == "Diese Frage verlangt eine der Möglichkeiten."


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        ({"value": "fetch"}, "too-dear"),
        ({"value": "sing"}, "not-an-option"),
        ({"value": ["close"]}, "malformed"),
        ({"value": None}, "malformed"),
        ({"value": True}, "malformed"),
        ({"seat": "red"}, "other-seat"),
        ({"seat": "purple"}, "not-found"),
        ({"decision": "bustle/blue/0/00000000"}, "stale"),
        ({"decision": "bustle/blue/7/00000000"}, "closed"),
        ({"decision": "chance.voice//0/00000000"}, "closed"),
        ({"decision": ""}, "closed"),
        ({"decision": "/" * 9}, "closed"),
    ],
)
def test_a_refused_answer_changes_nothing(wrong: dict[str, Any], code: str) -> None:
    """Every wrong answer has a code and a sentence, and leaves state and log as they were."""
    client = bustling()
    asked = client.question("blue", "bustle")
    before = client.state()
    request = {"seat": "blue", "decision": asked["id"], "value": "close", **wrong}
    error = client.error("answer", **request)
    assert error["code"] == code
    assert len(error["message"]) > len(code)
    assert client.state() == before


def test_refusals_don_t_name_what_is_hidden() -> None:
    """Who asks for a card that it can't see is not told which card that is."""
    client = bustling()
    asked = client.question("blue", "bustle")
    request = {"seat": "blue", "decision": asked["id"]}
    hidden = client.error("answer", **request, value="ware.silk.1")
    seen = client.error("answer", **request, value="ware.tea.1")
    assert hidden["message"] == "something hidden is not among the choices for this question."
    assert seen["message"] == "Smoked tea is not among the choices for this question."


def test_long_answers_are_quoted_shortly() -> None:
    """A refusal doesn't send back a megabyte of what was sent."""
    client = bustling()
    asked = client.question("blue", "bustle")
    error = client.error("answer", seat="blue", decision=asked["id"], value="x" * 100_000)
    assert len(error["message"]) < 300


def test_an_answer_in_parts() -> None:
    """A partial record changes nothing and says what is left; a draft shows the same."""
    client = bustling()
    client.answer("red", "bustle", "barter")
    asked = client.question("red", "barter")
    before = client.state()
    draft = {"give": "ware.felt.1"}
    told = client.ask("open", seat="red", decision=asked["id"], draft=draft)
    (drafted,) = told["decisions"]
    partial = client.ask("answer", seat="red", decision=asked["id"], value=draft)
    assert partial == {"status": "incomplete", "left": drafted["left"]}
    assert values(partial["left"]["take"]["options"]) == {"ware.lantern.1": "", "ware.tea.1": ""}
    assert client.state() == before
    whole = {**draft, "take": "ware.tea.1"}
    (drafted,) = client.ask("open", seat="red", decision=asked["id"], draft=whole)["decisions"]
    assert drafted["left"] == {}
    assert client.ask("answer", seat="red", decision=asked["id"], value=whole)["status"] == "done"


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"draft": {"give": "ware.tea.9"}}, "not-an-option"),
        ({"draft": {"gift": "ware.felt.1"}}, "malformed"),
        ({"draft": 3}, "malformed"),
        ({"seat": "blue"}, "other-seat"),
        ({"seat": None}, "other-seat"),
        ({"decision": "barter/red/0/00000000"}, "stale"),
        ({"decision": None}, "bad-input"),
    ],
)
def test_a_draft_that_can_t_be(fields: dict[str, Any], code: str) -> None:
    """A draft is judged like an answer, and shown to nobody but its seat."""
    client = bustling()
    client.answer("red", "bustle", "barter")
    asked = client.question("red", "barter")
    request = {"seat": "red", "decision": asked["id"], "draft": {}, **fields}
    assert client.error("open", **request)["code"] == code


def test_answers_wait_for_their_turn() -> None:
    """While red is in the middle of a deed, blue's answer is kept, and done when red is done."""
    client = bustling()
    waiting = client.question("blue", "bustle")
    client.answer("red", "bustle", "barter")
    assert client.question("blue", "bustle")["waits_for"] == ["red"]
    request = {"seat": "blue", "decision": waiting["id"], "value": "close"}
    assert client.ask("answer", **request) == {"status": "held", "waits_for": ["red"]}
    done = client.answer("red", "barter", {"give": "ware.felt.1", "take": "ware.tea.1"})
    assert done["released"] == [{"seat": "blue", "name": "bustle", "entry": 2}]
    assert done["step"] == 3
    assert client.ask("open", seat="blue")["decisions"] == []


def test_what_waited_may_be_refused() -> None:
    """Options that were there when blue answered may be gone when its turn comes."""
    client = bustling()
    waiting = client.question("blue", "bustle")
    client.answer("red", "bustle", "ware.felt.1")
    request = {"seat": "blue", "decision": waiting["id"]}
    squeezed = client.question("blue", "squeezed")
    held = client.ask("answer", **request, value=MASK)
    assert held["status"] == "held"
    done = client.ask("answer", seat="blue", decision=squeezed["id"], value=MASK)
    (released,) = done["released"]
    assert released["error"]["code"] == "stale"
    assert client.question("red", "bustle")


def test_observed_dice() -> None:
    """A die that somebody rolls is asked of the table; what it can't show is refused."""
    client = Client()
    client.ask("new", seats=2, seed=1, observed=["voice"], position=HAGGLE)
    assert client.error("observe", stream="voice", outcome=[3])["code"] == "no-chance-open"
    client.answer("red", "haggle", "raise")
    (asked,) = client.ask("open")["decisions"]
    assert (asked["seat"], asked["kind"]) == ("", "chance")
    assert asked["space"] == {"space": "dice", "sides": 6, "count": 1}
    before = client.state()
    outcomes: tuple[Any, ...] = ([7], [1, 2], "six", [True], {}, 0)
    for wrong in outcomes:
        error = client.error("observe", stream="voice", outcome=wrong)
        assert error["code"] == "impossible-outcome", wrong
    assert client.state() == before
    voice = client.ask("view")["tracks"]["voice.red"]
    client.ask("observe", stream="voice", outcome=[5])
    assert client.ask("view")["tracks"]["voice.red"] == voice + 5
    client.answer("red", "haggle", "raise")
    assert client.ask("observe", stream="voice", outcome=None)["status"] == "done"


def test_an_observed_shuffle_is_shown_to_the_table_only() -> None:
    """What lies in a pile that is being shuffled is told to nobody but the full view."""
    client = Client()
    client.ask("new", seats=2, seed=1, observed=["shuffle.deck"])
    assert client.ask("open", seat="red")["decisions"] == []
    waits = client.ask("open")["waits_for"]
    assert waits == [{"seat": "", "name": "chance.shuffle.deck", "kind": "chance"}]
    (asked,) = client.ask("open", seat="*")["decisions"]
    order = [option["value"] for option in asked["space"]["options"]][::-1]
    client.ask("observe", stream="shuffle.deck", outcome=order)
    places = client.ask("position")["position"]["places"]
    assert places["attic.red"] == order[:2]


def test_a_request_sent_twice_is_done_once() -> None:
    """The same line again gets the same reply and changes nothing; other content is an error."""
    client = bustling()
    asked = client.question("blue", "bustle")
    talk = client.conversation
    request = {"id": "b-1", "op": "answer", "seat": "blue", "decision": asked["id"]}
    first = talk.reply(json.dumps({**request, "value": "close"}).encode())
    state = client.state()
    again = talk.reply(json.dumps(dict(reversed([*request.items(), ("value", "close")]))).encode())
    assert first == again
    assert client.state() == state
    other = json.loads(talk.reply(json.dumps({**request, "value": MASK}).encode()))
    assert (other["id"], other["error"]["code"]) == ("b-1", "id-taken")
    assert talk.reply(json.dumps({**request, "value": "close"}).encode()) == first
    assert client.state() == state


def test_ids_are_told_apart_by_kind() -> None:
    """The number 1 and the text "1" are two ids."""
    talk = Client().conversation
    replies = [talk.reply(line) for line in (b'{"id":1,"op":"save"}', b'{"id":"1","op":"hello"}')]
    assert [json.loads(reply)["id"] for reply in replies] == [1, "1"]
    assert json.loads(replies[1])["ok"]


def test_an_answer_against_a_rule() -> None:
    """What a waived rule alone refuses is done and told; the game saved so is played again."""
    client = bustling()
    asked = client.question("blue", "bustle")
    wrong = {"seat": "blue", "decision": asked["id"], "value": "fetch"}
    assert client.error("answer", **wrong)["rule"] == "NM-07"
    assert client.ask("waive") == {"rules": []}
    assert client.error("waive", rules=["NM-99"])["code"] == "not-allowed"
    assert client.ask("waive", rules=["NM-07"]) == {"rules": ["NM-07"]}
    done = client.ask("answer", **wrong)
    assert done["status"] == "done"
    events = client.ask("events", seat="red", since=done["events"][0])["events"]
    assert events[0]["params"] == {"seat": "blue", "rule": "NM-07"}
    saved = client.ask("save")
    assert saved["entries"][-1] == {
        "entry": "answer-against",
        "decision": "bustle/blue",
        "seat": "blue",
        "value": "fetch",
        "branch": 0,
        "rules": ["NM-07"],
    }
    assert client.ask("log")["chapters"][-1]["kind"] == "answer-against"
    client.ask("load", saved=saved)
    assert client.ask("save")["digest"] == saved["digest"]


def test_what_is_waived_is_kept(tmp_path: Path) -> None:
    """A game of a journal knows what was waived when somebody goes on with it."""
    with Journal(tmp_path) as journal:
        with Session.new(RULESET, cards(), seats=2, seed="1", journal=journal) as session:
            session.waive(["NM-07"])
            kept = str(session.kept_as)
        with Session.resume(journal, kept, RULESET, cards()) as session:
            assert session.timeline.waived == {"NM-07"}
