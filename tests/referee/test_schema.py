"""The JSON Schema says what really goes in and out."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any, get_args

import jsonschema
import pytest

from tests.referee.client import BUSTLE, HAGGLE, Client, step
from tts_tool.kernel.events import Event
from tts_tool.kernel.spaces import Space
from tts_tool.referee.protocol import CODES
from tts_tool.referee.requests import OPERATIONS
from tts_tool.referee.results import AnyResult
from tts_tool.referee.schema import RESULTS, protocol_schema
from tts_tool.texts import house

ROOT = Path(__file__).parents[2]
DOCS = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")
SCHEMA: dict[str, Any] = json.loads(protocol_schema())


def validator(name: str) -> jsonschema.Draft202012Validator:
    """Check against one definition."""
    schema = {"$ref": f"#/$defs/{name}", "$defs": SCHEMA["$defs"]}
    return jsonschema.Draft202012Validator(schema)


def test_schema_is_up_to_date() -> None:
    """`docs/protocol.schema.json` is what the records say of themselves."""
    written = (ROOT / "docs" / "protocol.schema.json").read_text(encoding="utf-8")
    assert written == protocol_schema(), "run: python -m tts_tool.referee.schema --write"


def test_schema_is_one() -> None:
    """Somebody else's reader takes it for a schema."""
    jsonschema.Draft202012Validator.check_schema(SCHEMA)


def test_every_operation_has_results() -> None:
    """No operation, and no result, is forgotten."""
    assert set(RESULTS) == set(OPERATIONS)
    named = {name for names in RESULTS.values() for name in names}
    assert named == {kind.__name__ for kind in get_args(AnyResult)}


def test_every_reply_is_of_its_schema() -> None:
    """What comes back in a game with everything is what the schema says of that operation."""
    results = {op: validator(f"results/{op}") for op in OPERATIONS}
    whole, failure = validator("Reply"), validator("Failure")
    heard: set[str] = set()

    def check(op: str, reply: dict[str, Any]) -> None:
        if not reply["ok"]:
            failure.validate(reply)
            heard.add("Failure")
            return
        whole.validate({**reply, "result": {"step": 0}})
        results[op].validate(reply["result"])
        heard.add(reply["result"].get("status", reply["result"].get("explains", op)))

    client, random = Client(), Random(5)
    client.heard = check
    client.ask("hello")
    client.ask("new", seats=3, modules=["storm", "guild"], seed=1, observed=["voice"])
    for _ in range(60):
        step(client, random)
    for op in ("view", "events", "log"):
        for seat in ("red", None, "*"):
            client.ask(op, seat=seat)
    client.ask("load", saved=client.ask("save"))
    client.ask("waive")
    client.error("redo")
    client.ask("new", position=HAGGLE, script={"voice": [[7]]})
    client.error("answer", **_answer(client, "red", "raise"))
    client.ask("explain", fault=1)
    client.ask("position", position=BUSTLE)
    client.ask("explain", event=0)
    client.ask("explain", **_answer(client, "red", "fetch"))
    waiting = _answer(client, "blue", "close")
    client.answer("red", "bustle", "barter")
    client.ask("answer", **waiting)
    client.ask("answer", **_answer(client, "red", {"give": "ware.felt.1"}))
    client.ask("undo", seat="blue")
    client.ask("undo", seat="red", consent="decline")
    client.ask("position")
    client.ask("new")
    client.ask("quit")
    assert heard == {
        *(op for op in OPERATIONS if len(RESULTS[op]) == 1 and op != "redo"),
        *("done", "incomplete", "held", "proposed", "declined", "position"),
        *("judgement", "cause", "fault-report", "Failure"),
    }


def _answer(client: Client, seat: str, value: object) -> dict[str, Any]:
    return {"seat": seat, "decision": client.question(seat)["id"], "value": value}


@pytest.mark.parametrize(
    ("request_", "fits"),
    [
        ({"id": 1, "op": "hello"}, True),
        ({"id": "a", "op": "new", "seats": 3, "tables": {"market": {"hand": 2}}}, True),
        ({"id": 1, "op": "answer", "seat": "red", "decision": "x", "value": [1]}, True),
        ({"op": "hello"}, False),
        ({"id": 1, "op": "helo"}, False),
        ({"id": 1, "op": "view", "seet": "red"}, False),
        ({"id": 1, "op": "view", "seat": 1}, False),
        ({"id": 1, "op": "answer", "seat": "red"}, False),
        ({"id": None, "op": "hello"}, False),
    ],
)
def test_requests_are_of_the_schema(request_: dict[str, Any], *, fits: bool) -> None:
    """The schema and the referee agree about which requests are well formed."""
    assert validator("AnyRequest").is_valid(request_) == fits
    reply = json.loads(Client().conversation.reply(json.dumps(request_).encode()))
    code = reply.get("error", {}).get("code")
    assert (code in ("bad-id", "unknown-op", "unknown-field", "bad-field")) != fits


def test_the_docs_name_everything() -> None:
    """Every operation with its fields, every code and every kind of space is described."""
    for op, request in OPERATIONS.items():
        assert f"### {op}\n" in DOCS
        chapter = DOCS.partition(f"### {op}\n")[2].partition("\n#")[0]
        for name in request.__struct_fields__:
            assert name in ("id", "lang") or f"`{name}`" in chapter, (op, name)
    for code, meaning in CODES.items():
        assert f"| `{code}` | {meaning} |" in DOCS
    for kind in ("choice", "subset", "number", "dice", "ordering", "assignment", "record"):
        assert f"| `{kind}` |" in DOCS


def test_the_docs_name_every_event() -> None:
    """Every kind of event is described, and so are its fields."""
    chapter = DOCS.partition("## Events\n")[2].partition("\n## ")[0]
    for kind in Event.__subclasses__():
        if kind.__module__ != Event.__module__:  # another test's
            continue
        tag = str(kind.__struct_config__.tag)
        (row,) = (line for line in chapter.splitlines() if f"`{tag}`" in f"{line}||".split("|")[1])
        told = [*kind.__struct_fields__] if tag not in ("overridden", "unsealed", "said") else []
        assert all(f"`{name}`" in row for name in told), row


def test_what_every_space_wants_can_be_said_in_both_languages() -> None:
    """A malformed answer is refused in the reader's language, and nothing else has such words."""
    wanted = {kind.wanted for kind in Space.__subclasses__()} | {Space.wanted}
    assert {code: text["en"] for code, text in house("wanted").items()} == {w: w for w in wanted}
