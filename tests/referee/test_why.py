"""Asking why: why is this not allowed, why did this happen, what went wrong."""

from __future__ import annotations

from typing import Any

import pytest

from tests.referee.client import BUSTLE, HAGGLE, Client
from tts_tool.kernel.game import Game
from tts_tool.kernel.rejection import Rejection
from tts_tool.rulesets.night_market import bustle


def bustling() -> Client:
    """Begin where red and blue keep their stalls."""
    client = Client()
    client.ask("new", seats=2, seed=1, position=BUSTLE)
    return client


def test_why_not() -> None:
    """A disabled option is explained with its reason and the wording of the rule."""
    client = bustling()
    asked = {"seat": "red", "decision": client.question("red")["id"]}
    assert client.ask("explain", **asked, value="fetch") == {
        "explains": "judgement",
        "allowed": False,
        "why_not": {
            "code": "attic-empty",
            "message": "The attic is empty. [NM-07]",
            "rule": "NM-07",
        },
        "wording": "Fetching the top ware of one's attic costs coins.",
    }
    german = client.ask("explain", **asked, value="fetch", lang="de")
    assert german["why_not"]["message"] == "Der Dachboden ist leer. [NM-07]"
    assert german["wording"].startswith("Die oberste Ware")
    allowed = client.ask("explain", **asked, value="close")
    assert allowed == {"explains": "judgement", "allowed": True}


def test_what_an_event_came_of() -> None:
    """An event leads to the answer before it, told as the asking seat may know it."""
    client = bustling()
    known = client.ask("events")["next"]
    client.answer("red", "bustle", "ware.silk.1")
    events = client.ask("events", since=known)["events"]
    moved = next(event for event in events if event["event"] == "moved")
    told = client.ask("explain", event=moved["n"])
    assert told["event"] == moved
    assert told["chapter"]["did"] == "bustle"
    assert told["wording"].startswith("A hawked ware is laid into the stall")
    client.ask("new", seed=1)
    assert "chapter" not in client.ask("explain", event=0)


def test_an_event_that_one_was_not_told() -> None:
    """What a seat learned alone is explained to others as far as they were told it."""
    client = Client()
    client.ask("new", seats=2, seed=1)
    known = client.ask("events")["next"]
    client.answer("blue", "spot", "bridge")
    blue, red = (client.ask("explain", event=known, seat=seat) for seat in ("blue", "red"))
    assert blue["event"]["value"] == "bridge"
    assert red["event"] == {"n": known, "event": "sealed", "seat": "blue"}
    assert "bridge" not in str(red)


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({}, "bad-input"),
        ({"event": 0, "fault": 1}, "bad-input"),
        ({"event": 10_000}, "not-found"),
        ({"event": -1}, "bad-field"),
        ({"fault": 0}, "not-found"),
        ({"fault": 1}, "not-found"),
        ({"seat": "red", "decision": "bustle/red/0/0"}, "bad-input"),
        ({"seat": "red", "decision": "bustle/red/0/0", "value": 1}, "stale"),
        ({"seat": "blue", "decision": "bustle/red/0/0", "value": 1}, "other-seat"),
        ({"seat": "red", "decision": "bustle/red/9/0", "value": 1}, "closed"),
    ],
)
def test_what_can_t_be_explained(fields: dict[str, Any], code: str) -> None:
    """Exactly one thing that there is can be explained."""
    assert bustling().error("explain", **fields)["code"] == code


def test_the_story() -> None:
    """The log says who did what, by which rules, and what others may know of it."""
    client = bustling()
    client.answer("red", "bustle", "ware.silk.1")
    client.answer("blue", "bustle", "close")
    hawked, closed = client.ask("log", seat="red")["chapters"]
    assert (hawked["kind"], hawked["seat"], hawked["did"]) == ("answer", "red", "bustle")
    assert hawked["value"] == "ware.silk.1"
    assert {event.get("rule") for event in closed["events"]} >= {"NM-05"}
    assert client.ask("log", seat="red", since=1)["chapters"] == [closed]
    assert client.ask("log", seat="blue")["chapters"][0]["value"] is None


def test_a_fault_is_reported_and_can_be_repeated() -> None:
    """A script that can't come true fails the answer; the report leads to the same failure."""
    client = Client()
    client.ask("new", seats=2, seed=1, position=HAGGLE, script={"voice": [[7]]})
    before = client.state()
    asked = client.question("red")
    request = {"seat": "red", "decision": asked["id"], "value": "raise"}
    error = client.error("answer", **request)
    assert (error["code"], error["fault"]) == ("fault", 1)
    assert "can't come from voice" in error["message"]
    assert client.state() == before
    report = client.ask("explain", fault=1)
    assert report["trace"].startswith("FlowError: ")
    assert report["failed"]["value"] == "raise"
    saved = {**client.ask("save"), "entries": [*report["entries"], report["failed"]]}
    again = Client().error("load", saved=saved)
    assert "can't come from voice" in again["message"]
    assert client.error("answer", **request)["fault"] == 1
    assert client.answer("red", "haggle", "hold")["step"] == 1


def test_rules_that_fail_while_they_judge(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Answering is a fault with a report, looking an internal error; the process goes on."""
    client = bustling()
    asked = client.question("red")
    before = client.state()

    def failing(_g: Game, _seat: str) -> Rejection | None:
        raise ZeroDivisionError("no attic")

    with monkeypatch.context() as broken:
        broken.setattr(bustle, "no_fetching", failing)
        session = client.conversation.desk.session
        assert session is not None
        session.timeline.driver.open["bustle/red"][1]._version = -1
        request = {"seat": "red", "decision": asked["id"], "value": "fetch"}
        error = client.error("answer", **request)
        assert error["code"] == "fault"
        assert client.ask("explain", fault=error["fault"])["failed"]["value"] == "fetch"
        assert client.error("open", seat="red")["code"] == "internal"
        assert "no_fetching" not in capsys.readouterr().out
    assert client.state() == before
    assert client.question("red") == asked


def test_what_waited_may_fail(monkeypatch: pytest.MonkeyPatch) -> None:
    """A fault of an answer that waited is reported to whom it was released by."""
    client = bustling()
    waiting = client.question("blue")
    client.answer("red", "bustle", "barter")
    client.ask("answer", seat="blue", decision=waiting["id"], value="ware.mask.1")

    def failing(*_: object) -> None:
        raise ZeroDivisionError("no market")

    monkeypatch.setattr(bustle, "hawk", failing)
    done = client.answer("red", "barter", {"give": "ware.silk.1", "take": "ware.tea.1"})
    (released,) = done["released"]
    assert (released["seat"], released["error"]["code"]) == ("blue", "fault")
    assert done["step"] == 2
    assert client.ask("explain", fault=1)["trace"].startswith("ZeroDivisionError: no market")
