"""No line, whatever is in it, ends or hangs the referee, or changes a game that refused it."""

from __future__ import annotations

import io
import json
from itertools import cycle
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.referee.client import BUSTLE, Client, desk
from tts_tool.referee import wire
from tts_tool.referee.protocol import CODES, Conversation, converse
from tts_tool.referee.replies import Replied, Replies
from tts_tool.referee.requests import OPERATIONS
from tts_tool.referee.wire import TOO_LONG, waiting

DEEP = b"[" * 100_000
NESTED = b'{"id":1,"op":"answer","value":' + b"[" * 63 + b"]" * 63 + b"}"


WRONG: list[tuple[bytes, object, str]] = [
    (b"\n", None, "not-json"),
    (b"nonsense\n", None, "not-json"),
    (b'{"id":1,"op":"hello"', None, "not-json"),
    (b'{"id":1,"op":"hello"} x', None, "not-json"),
    (b'{"id":1,"op":"hello"}{"id":2,"op":"hello"}', None, "not-json"),
    (b"{'id':1,'op':'hello'}", None, "not-json"),
    (b"\xff\xfe", None, "not-json"),
    (b'{"id":"\xc3\x28","op":"hello"}', None, "not-json"),
    (b'{"id":"\\ud800","op":"hello"}', None, "not-json"),
    (b'{"id":1,"op":"hello","game":"\\udc00x"}', None, "not-json"),
    (b'{"id":NaN,"op":"hello"}', None, "not-json"),
    (b'{"id":1,"op":"answer","value":-Infinity}', None, "not-json"),
    (b'{"id":1,"op":"answer","value":1e999}', None, "not-json"),
    (b'{"id":1,"op":"answer","value":9007199254740992}', None, "not-json"),
    (b'{"id":1,"op":"answer","value":' + b"9" * 100_000 + b"}", None, "not-json"),
    (b'{"id":1,"id":1,"op":"hello"}', None, "not-json"),
    (b'{"id":1,"op":"new","settings":{"a":"1","a":"2"}}', None, "not-json"),
    (DEEP, None, "not-json"),
    (b'{"id":1,"op":"load","saved":' + b'{"a":' * 5000 + b"1" + b"}" * 5001, None, "not-json"),
    (NESTED, 1, "bad-field"),
    (NESTED.replace(b"[]", b"[[]]"), None, "not-json"),
    (b"[]", None, "not-an-object"),
    (b"null", None, "not-an-object"),
    (b'"hello"', None, "not-an-object"),
    (b"{}", None, "bad-id"),
    (b'{"op":"hello"}', None, "bad-id"),
    (b'{"id":null,"op":"hello"}', None, "bad-id"),
    (b'{"id":true,"op":"hello"}', None, "bad-id"),
    (b'{"id":1.5,"op":"hello"}', None, "bad-id"),
    (b'{"id":[1],"op":"hello"}', None, "bad-id"),
    (json.dumps({"id": "x" * 201, "op": "hello"}).encode(), None, "bad-id"),
    (b'{"id":1}', 1, "unknown-op"),
    (b'{"id":1,"op":"helo"}', 1, "unknown-op"),
    (b'{"id":1,"op":7}', 1, "unknown-op"),
    (b'{"id":1,"op":["new"]}', 1, "unknown-op"),
    (b'{"id":1,"op":"hello","nmae":1}', 1, "unknown-field"),
    (b'{"id":1,"op":"open","seats":"red"}', 1, "unknown-field"),
    (b'{"id":1,"op":"answer","seat":"red"}', 1, "bad-field"),
    (b'{"id":1,"op":"hello","lang":"fr"}', 1, "bad-field"),
    (b'{"id":1,"op":"new","seats":"red"}', 1, "bad-field"),
    (b'{"id":1,"op":"new","seed":1.0}', 1, "bad-field"),
    (b'{"id":1,"op":"view","seat":0}', 1, "bad-field"),
]


@pytest.mark.parametrize(("line", "name", "code"), WRONG, ids=repr)
def test_wrong_lines(line: bytes, name: object, code: str) -> None:
    """Every wrong line has one answer, with its id if it could be read, and a code."""
    client = Client()
    client.ask("new", seed=1)
    client.conversation.replies = Replies()  # the ids of this list are its own
    before = client.state()
    reply = json.loads(client.conversation.reply(line))
    assert not reply["ok"]
    assert (reply["id"], reply["error"]["code"]) == (name, code), reply
    assert len(reply["error"]["message"]) < 400
    assert client.state() == before
    assert client.ask("view")["step"] == 0


def test_codes_are_documented() -> None:
    """The codes that this list expects are among those that are described."""
    assert {code for _, _, code in WRONG} <= set(CODES)


def test_hints() -> None:
    """What is misspelt is answered with what was meant, what is missing with its name."""
    client = Client()
    assert 'did you mean "hello"?' in client.error("helo")["message"]
    assert 'did you mean "seat"?' in client.error("view", saet="red")["message"]
    assert "`seat`" in client.error("answer")["message"]
    assert '"seats" of new' in client.error("new", seats="red")["message"]


def test_long_lines_are_skipped() -> None:
    """A line over the limit costs one error; what follows it is read as ever."""
    longest = 1000
    fits = json.dumps({"id": 1, "op": "hello", "game": "x" * 900}).encode()
    padded = json.dumps({"id": 2, "op": "hello"}).encode().ljust(longest)
    source = io.BytesIO(
        b"\n".join([fits, b"y" * longest * 300, padded, padded + b" ", b'{"id":3,"op":"hello"}'])
    )
    said: list[bytes] = []
    conversation = Conversation(desk(longest=longest))
    converse(conversation, source, said.append)
    replies = [json.loads(line) for line in said]
    codes = [reply.get("error", {}).get("code") for reply in replies]
    assert codes == ["not-found", "too-long", None, "too-long", None]
    assert [reply["id"] for reply in replies] == [1, None, 2, None, 3]


def test_the_end_of_the_input_is_quit() -> None:
    """Whoever goes away without a word leaves no game open; what was left over is given back."""
    conversation = Conversation(desk())
    begin = {"id": 1, "op": "new", "script": {"voice": [[1]]}}
    left = converse(conversation, io.BytesIO(json.dumps(begin).encode()), lambda _: None)
    assert left == {"voice": [[1]]}
    assert conversation.desk.session is None


def test_nothing_is_answered_after_quit() -> None:
    """The lines after quit are for nobody, whether they have come already or not."""
    for after in (1, 100, 10_000):
        source = io.BytesIO(b'{"id":1,"op":"quit"}\n' + b'{"id":2,"op":"hello"}\n' * after)
        said: list[bytes] = []
        assert converse(Conversation(desk()), source, said.append) == {}
        assert [json.loads(line)["id"] for line in said] == [1]


class Pieces(io.BytesIO):
    """Bytes that come in pieces, as through a pipe."""

    def __init__(self, data: bytes, sizes: list[int]) -> None:
        super().__init__(data)
        self._sizes = cycle(sizes)

    def read1(self, size: int | None = -1, /) -> bytes:
        """Give the next piece."""
        return super().read1(min(size or 0, next(self._sizes)))


@given(
    lines=st.lists(st.binary(max_size=30).map(lambda each: each.replace(b"\n", b"")), max_size=200),
    sizes=st.lists(st.integers(1, 70), min_size=1, max_size=5),
    ended=st.booleans(),
)
def test_lines_come_whole_in_whatever_pieces(
    lines: list[bytes], sizes: list[int], *, ended: bool
) -> None:
    """All in their order, too long ones as their sign; the last may lack its end."""
    data = b"\n".join(lines) + b"\n" * ended
    found = [line for some in waiting(Pieces(data, sizes), 20) for line in some]
    *whole, rest = data.split(b"\n")
    wanted = [*(line + b"\n" for line in whole), *([rest] if rest else [])]
    assert found == [TOO_LONG if len(line.rstrip(b"\n")) > 20 else line for line in wanted]


def test_a_byte_order_mark_is_no_mistake() -> None:
    """Some systems put one before the first line of a pipe."""
    reply = json.loads(Client().conversation.reply(b'\xef\xbb\xbf{"id":1,"op":"hello"}\r\n'))
    assert reply["ok"]


def test_only_so_many_replies_are_remembered() -> None:
    """Neither many nor big replies fill the memory; the newest is always there."""
    replies = Replies(most=3, most_bytes=100)
    for n in range(5):
        replies.keep(n, Replied(b"", b"x" * 10))
    assert [replies.find(n) is not None for n in range(5)] == [False, False, True, True, True]
    replies.keep("big", Replied(b"", b"x" * 1000))
    assert replies.find(4) is None
    assert replies.find("big") is not None


WORDS = st.sampled_from(
    "red blue * market core storm rest deck ware.tea.1 en close hand.red bustle voice night tea "
    "agree decline new fetch".split(" ")
)
SMALL = st.integers(-2, 30)
PLAIN = st.none() | st.booleans() | SMALL | st.floats(-2, 2) | WORDS | st.text(max_size=5)
VALUES = st.recursive(
    PLAIN,
    lambda below: st.lists(below, max_size=4) | st.dictionaries(WORDS, below, max_size=4),
    max_leaves=12,
)
SEATED = st.sampled_from(["red", "blue"])
COMPONENTS = st.sampled_from(["ware.tea.1", "ware.silk.1", "ware.comb.2", "ware.jade.1"])
STEPS = st.sampled_from(["begin", "meeting", "scheme", "bustle", "haggle", "close", "noon"])
EFFECTS = st.fixed_dictionaries(
    {"id": WORDS, "kind": st.sampled_from(["glow", "x"]), "source": COMPONENTS},
    optional={"seat": SEATED, "params": st.dictionaries(st.just("more"), SMALL), "place": WORDS},
)
POSITIONS = st.fixed_dictionaries(
    {},
    optional={
        "acting": SEATED,
        "phase": WORDS,
        "places": st.dictionaries(
            st.sampled_from(["hand.red", "stall.blue", "attic.red", "bridge", "discard"]),
            st.lists(COMPONENTS, max_size=2, unique=True),
            max_size=3,
        ).map(lambda places: {"deck": "rest", **places}),
        "tracks": st.dictionaries(st.sampled_from(["coins.red", "fame.blue"]), SMALL, max_size=2),
        "flags": st.dictionaries(
            COMPONENTS.map(lambda ware: f"seller.{ware}"), SEATED | SMALL, max_size=2
        ),
        "parts": st.fixed_dictionaries(
            {},
            optional={
                "night": st.fixed_dictionaries(
                    {"number": st.integers(-3, 9), "step": STEPS},
                    optional={"closed": st.lists(WORDS, max_size=3)},
                ),
                "haggle": st.fixed_dictionaries(
                    {},
                    optional={
                        "spot": st.sampled_from(["bridge", "temple", "x"]),
                        "brought": st.dictionaries(SEATED, COMPONENTS),
                        "loud": st.lists(SEATED),
                        "turn": SEATED | WORDS,
                    },
                ),
            },
        ),
        "effects": st.lists(EFFECTS, max_size=2),
        "sealed": st.just({}) | st.dictionaries(SEATED, st.lists(st.tuples(WORDS, VALUES))),
        "shown": st.just({}) | st.dictionaries(COMPONENTS, st.lists(SEATED)),
        "down": st.just([]) | st.lists(COMPONENTS),
        "queue": st.just([[]]) | VALUES,
        "chance": st.just({}) | st.just({"branch": 3, "streams": {"voice": 2}}) | VALUES,
        "asked": st.dictionaries(st.sampled_from(["bustle/red", "spot/blue"]), SMALL),
    },
)
FITTING: dict[str, st.SearchStrategy[Any]] = {
    "lang": st.sampled_from(["en", "de"]),
    "game": st.just("night-market"),
    "seats": st.just(["red", "blue"]) | st.integers(0, 5),
    "modules": st.lists(st.sampled_from(["core", "storm", "guild"]), max_size=3),
    "settings": st.just({"performer": "nobody"}),
    "seed": SMALL,
    "observed": st.lists(WORDS, max_size=2),
    "script": st.dictionaries(st.sampled_from(["voice", "first"]), st.lists(st.just([1]))),
    "position": POSITIONS,
    "cards": st.just([{"id": "tea", "worth": 1}]),
    "tables": st.just({"market": {"nights": 2}}),
    "seat": SEATED | st.none(),
    "stream": st.sampled_from(["voice", "rain", "shuffle.deck"]),
    "since": SMALL,
    "epoch": SMALL,
    "to": SMALL,
    "consent": st.sampled_from(["agree", "decline"]),
    "event": st.integers(0, 90),
    "fault": SMALL,
}


def requests_of(op: str, strange: str) -> st.SearchStrategy[dict[str, Any]]:
    """Make requests of an operation of which one field may hold anything."""
    fields = {field.name: field.required for field in msgspec.structs.fields(OPERATIONS[op])}
    fitting = {each: FITTING.get(each, VALUES) for each in fields} | {strange: VALUES}
    needed = {each: fitting[each] for each, required in fields.items() if required}
    return st.fixed_dictionaries(
        {**needed, "id": st.just(1), "op": st.just(op)},
        optional={each: fitting[each] for each, required in fields.items() if not required},
    )


REQUESTS = st.one_of(
    [
        requests_of(op, strange)
        for op, kind in OPERATIONS.items()
        for strange in kind.__struct_fields__
        if op != "quit"
    ]
)


@pytest.mark.soak(sample=300, full=20_000)
def test_any_request_has_an_answer(rounds: int) -> None:
    """Whatever the fields hold, there is one answer, and a refusal changes nothing."""
    client = Client()
    client.ask("new", seats=2, seed=1, position=BUSTLE)
    granted = 0

    @settings(max_examples=rounds, suppress_health_check=list(HealthCheck))
    @given(REQUESTS)
    def fuzz(request: dict[str, Any]) -> None:
        client.conversation.replies = Replies()
        before = client.state()
        line = json.dumps(request).encode()
        reply = json.loads(client.conversation.reply(line))
        assert reply["ok"] or client.state() == before
        assert reply["ok"] or reply["error"]["code"] != "internal", reply
        nonlocal granted
        granted += reply["ok"]

    fuzz()
    assert granted > rounds // 20


@pytest.mark.soak(sample=300, full=20_000)
def test_any_position_has_an_answer(rounds: int) -> None:
    """A position written by anybody is entered or refused; then the game can still be played."""
    client = Client()
    client.ask("new", seats=2, seed=1, position=BUSTLE)
    granted = 0

    @settings(max_examples=rounds, suppress_health_check=list(HealthCheck))
    @given(POSITIONS, st.sampled_from(["new", "position"]))
    def fuzz(position: dict[str, Any], op: str) -> None:
        before = client.state()
        reply = client.say(op, position=position)
        assert reply["ok"] or client.state() == before
        assert reply["ok"] or reply["error"]["code"] != "internal", reply
        looked = client.say("open", seat="*")
        assert looked["ok"], (position, looked)
        nonlocal granted
        granted += reply["ok"]

    fuzz()
    assert granted > rounds // 5


@pytest.mark.soak(sample=300, full=20_000)
def test_any_bytes_have_an_answer(rounds: int) -> None:
    """Bytes at random, and real requests with bytes changed, never raise."""
    client = Client()
    client.ask("new", seats=2, seed=1)
    real = [json.dumps({"id": n, "op": op}).encode() for n, op in enumerate(OPERATIONS)]
    cut = st.tuples(st.sampled_from(real), st.integers(0, 30), st.binary(max_size=4))
    spoilt = cut.map(lambda each: each[0][: each[1]] + each[2] + each[0][each[1] + 1 :])

    @settings(max_examples=rounds, suppress_health_check=list(HealthCheck))
    @given(st.binary(max_size=60) | spoilt)
    def fuzz(line: bytes) -> None:
        before = client.state()
        reply = json.loads(client.conversation.reply(line))
        assert set(reply) in ({"id", "ok", "result"}, {"id", "ok", "error"})
        assert reply["ok"] or client.state() == before

    fuzz()


def test_largest_numbers_are_read() -> None:
    """The largest number that every reader gets right is one of ours, the next is not."""
    assert wire.read(f'{{"n":{wire.LARGEST}}}'.encode()) == {"n": wire.LARGEST}
    with pytest.raises(wire.Unreadable, match="too big"):
        wire.read(f'{{"n":{wire.LARGEST + 1}}}'.encode())
