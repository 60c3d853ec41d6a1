"""A client of the referee as somebody else would write it, here without a process between."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from itertools import count
from random import Random
from typing import Any

from tts_tool.catalog import Catalogue, load
from tts_tool.journal import Journal
from tts_tool.referee.desk import Desk, OfferedGame
from tts_tool.referee.protocol import Conversation
from tts_tool.resources import cards_dir
from tts_tool.rulesets.night_market import RULESET

SEATS = ["red", "blue", "green", "yellow"]

BUSTLE: dict[str, Any] = {
    "acting": "red",
    "phase": "bustle",
    "places": {
        "deck": "rest",
        "hand.red": ["ware.silk.1", "ware.felt.1"],
        "hand.blue": ["ware.mask.1"],
        "attic.blue": ["ware.tea.2"],
        "discard": ["ware.lantern.1", "ware.tea.1"],
    },
    "tracks": {"coins.red": 3, "coins.blue": 1},
    "parts": {"night": {"number": 1, "step": "bustle"}},
}
"""Two seats keep their stalls; red can't fetch, blue can't pay for it."""

HAGGLE: dict[str, Any] = {
    "acting": "red",
    "phase": "haggle",
    "places": {"deck": "rest", "bridge": ["ware.silk.1", "ware.tea.1"]},
    "flags": {"seller.ware.silk.1": "red", "seller.ware.tea.1": "blue"},
    "parts": {
        "night": {"number": 1, "step": "haggle"},
        "haggle": {
            "spot": "bridge",
            "brought": {"red": "ware.silk.1", "blue": "ware.tea.1"},
            "loud": ["red", "blue"],
            "turn": "red",
        },
    },
}
"""Two seats haggle at the bridge; it is red's word."""


@cache
def cards() -> Catalogue:
    """Load the cards of the sample game once for all tests."""
    return load(cards_dir() / RULESET.folder, RULESET.schema)


def desk(longest: int = 1 << 20, journal: Journal | None = None) -> Desk:
    """Offer the sample game."""
    return Desk(
        {RULESET.name: lambda: OfferedGame(RULESET, cards)}, longest=longest, journal=journal
    )


class Client:
    """Sends requests with ids of its own and reads the replies."""

    def __init__(self, at: Desk | None = None) -> None:
        """Sit down at a desk."""
        self.conversation = Conversation(at or desk())
        self.ids = count(1)
        self.heard: Callable[[str, dict[str, Any]], object] = lambda _op, _reply: None

    def say(self, op: str, **fields: Any) -> dict[str, Any]:  # noqa: ANN401  # whatever is asked
        """Send a request and give the whole reply."""
        line = json.dumps({"id": next(self.ids), "op": op, **fields}).encode()
        reply: dict[str, Any] = json.loads(self.conversation.reply(line))
        self.heard(op, reply)
        return reply

    def ask(self, op: str, **fields: Any) -> dict[str, Any]:  # noqa: ANN401  # whatever is asked
        """Send a request that is granted, and give its result."""
        reply = self.say(op, **fields)
        assert reply["ok"], reply
        result: dict[str, Any] = reply["result"]
        return result

    def error(self, op: str, **fields: Any) -> dict[str, Any]:  # noqa: ANN401  # whatever is asked
        """Send a request that is refused, and give the error."""
        reply = self.say(op, **fields)
        assert not reply["ok"], reply
        error: dict[str, Any] = reply["error"]
        return error

    def question(self, seat: str, name: str | None = None) -> dict[str, Any]:
        """Give the question of a seat, or the one of this name."""
        asked: list[dict[str, Any]] = self.ask("open", seat=seat)["decisions"]
        return next(each for each in asked if name in (None, each["name"]))

    def answer(self, seat: str, name: str, value: Any) -> dict[str, Any]:  # noqa: ANN401
        """Answer the question of this name."""
        asked = self.question(seat, name)
        return self.ask("answer", seat=seat, decision=asked["id"], value=value)

    def state(self) -> bytes:
        """Give the state and the log as bytes, to see whether anything has changed."""
        session = self.conversation.desk.session
        if session is None:
            return b""
        return session.digest() + repr(session.timeline.entries).encode()


def chosen(space: dict[str, Any], random: Random) -> Any:  # noqa: ANN401, PLR0911  # as the space wants
    """Choose an allowed answer at random from nothing but the description of its space."""
    match space["space"]:
        case "choice":
            return random.choice(_enabled(space["options"]))
        case "subset" if "together" in space:
            return random.choice(space["together"])
        case "subset":
            values = _enabled(space["options"])
            size = random.randint(space["least"], min(space["most"], len(values)))
            return random.sample(values, size)
        case "number":
            refused = [each["value"] for each in space["refused"]]
            numbers = range(space["low"], space["high"] + 1)
            return random.choice([number for number in numbers if number not in refused])
        case "dice":
            return [random.randint(1, space["sides"]) for _ in range(space["count"])]
        case "ordering":
            return random.sample(values := _enabled(space["options"]), len(values))
        case "assignment":
            pairs = _enabled(space["options"])
            return {
                item: random.choice([target for one, target in pairs if one == item])
                for item in space["items"]
            }
        case _:
            field = random.choice(list(space["fields"]))
            return {field: chosen(space["fields"][field], random)}


def _enabled(options: list[dict[str, Any]]) -> list[Any]:
    return [option["value"] for option in options if "why_not" not in option]


def _is_free(decision: dict[str, Any]) -> bool:
    """Tell whether an offer can be taken now; a question always can be answered."""
    options = decision["space"].get("options")
    return decision["kind"] != "offer" or options is None or bool(_enabled(options))


def step(client: Client, random: Random, *, beside: float = 0.1) -> bool:
    """Answer one open question at random, mostly not an offer; tell whether there was one."""
    asked = client.ask("open", seat="*")["decisions"]
    now = [each for each in asked if "waits_for" not in each]
    questions = [each for each in now if each["kind"] in ("question", "chance")]
    if not questions:
        return False
    free = [each for each in now if _is_free(each)]
    decision = random.choice(free if random.random() < beside else questions)
    value = chosen(decision["space"], random)
    if decision["kind"] == "chance":
        client.ask("observe", stream=decision["name"].removeprefix("chance."), outcome=value)
        return True
    request = {"seat": decision["seat"], "decision": decision["id"]}
    done = client.ask("answer", **request, value=value)
    while done["status"] == "incomplete":
        field = random.choice(list(done["left"]))
        value[field] = chosen(done["left"][field], random)
        done = client.ask("answer", **request, value=value)
    assert done["status"] == "done"
    return True
