"""Games that are put away and taken out again: as a document, and in a journal."""

from __future__ import annotations

import errno
import io
import json
import os
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.referee.client import BUSTLE, Client, cards, desk, step
from tts_tool.catalog import extend
from tts_tool.errors import Unavailable
from tts_tool.journal import Journal
from tts_tool.kernel.entries import Accepted
from tts_tool.kernel.game import Flow, Game
from tts_tool.kernel.module import Ruleset
from tts_tool.referee import saving
from tts_tool.referee.desk import Desk
from tts_tool.referee.desk import OfferedGame as Offer
from tts_tool.referee.protocol import converse
from tts_tool.referee.session import Session
from tts_tool.rulesets.night_market import RULESET


def played(seed: int, steps: int) -> tuple[Client, dict[str, Any]]:
    """Play some of a game with inline numbers and a position, and save it."""
    random, client = Random(seed), Client()
    tables = {"market": {"coins": 5}}
    client.ask("new", seats=3, modules=["storm"], seed=seed, observed=["voice"], tables=tables)
    for _ in range(steps):
        step(client, random)
    return client, client.ask("save")


@pytest.mark.soak(sample=8, full=200)
def test_a_loaded_game_is_the_same_game(rounds: int) -> None:
    """The document alone leads to the same state, the same questions and the same log."""
    for seed in range(rounds):
        client, saved = played(seed, 5 + seed % 60)
        twin = Client()
        assert twin.ask("load", saved=saved)["notices"] == []
        assert twin.state() == client.state()
        assert twin.ask("open", seat="*")["decisions"] == client.ask("open", seat="*")["decisions"]
        assert twin.ask("log", seat="*") == client.ask("log", seat="*")
        assert twin.ask("save") == saved


def test_undo_and_override_are_saved() -> None:
    """Marks and overrides are entries like others."""
    client = Client()
    client.ask("new", seats=2, seed=1)
    client.ask("position", position=BUSTLE)
    client.ask("undo", seat="red", to=0)
    client.ask("undo", seat="blue", consent="agree")
    client.ask("position", position=BUSTLE)
    saved = client.ask("save")
    assert [entry["entry"] for entry in saved["entries"]] == ["mark", "override"]
    twin = Client()
    twin.ask("load", saved=saved)
    assert twin.state() == client.state()


def test_cards_may_change_meanwhile() -> None:
    """The game keeps the cards it was played with, and says which are different by now."""
    client, saved = played(1, 10)
    now = extend(cards(), [{**cards().raw("tea"), "worth": 5}], {"market": {"hand": 3}})
    twin = Client(Desk({RULESET.name: lambda: Offer(RULESET, lambda: now)}))
    notices = twin.ask("load", saved=saved)["notices"]
    assert len(notices) == 2
    assert notices[0] == "Cards: tea.worth has changed: 2 -> 5."
    assert twin.state() == client.state()
    german = Client(Desk({RULESET.name: lambda: Offer(RULESET, lambda: now)}))
    assert "geändert" in german.ask("load", saved=saved, lang="de")["notices"][0]


def _put(*path: str | int, value: object) -> Callable[[dict[str, Any]], None]:
    def change(saved: dict[str, Any]) -> None:
        at: Any = saved
        for key in path[:-1]:
            at = at[key]
        at[path[-1]] = value

    return change


@pytest.mark.parametrize(
    ("change", "code", "hint"),
    [
        (_put("format", value="chess"), "bad-input", "format"),
        (_put("version", value=2), "bad-input", "version"),
        (_put("versoin", value=1), "bad-input", "versoin"),
        (_put("header", value=[]), "bad-input", "header"),
        (_put("header", "seed", value="1"), "not-found", "seed"),
        (_put("header", "game", value="go"), "not-found", "night-market"),
        (_put("header", "seats", value=["red"]), "not-allowed", "seats"),
        (_put("header", "modules", value={"core": 9, "storm": 1}), "not-allowed", "core 9"),
        (_put("header", "modules", value={"strom": 1}), "not-found", "storm"),
        (_put("header", "settings", value={"performer": "x"}), "not-found", "fastest"),
        (_put("header", "cards", value={}), "bad-input", "records"),
        (_put("header", "cards", "records", "tea", "worth", value=-1), "not-allowed", "worth"),
        (_put("header", "cards", "inline", value=3), "bad-input", "inline"),
        (_put("header", "position", value={"places": {}, "x": 1}), "bad-input", "position"),
        (_put("header", "luck", "seed", value="other"), "bad-input", "entries["),
        (_put("entries", 0, "entry", value="ansewr"), "bad-input", "entries[0]"),
        (_put("entries", 3, "value", value="nonsense"), "bad-input", "entries[3]"),
        (_put("entries", 3, "seat", value="purple"), "bad-input", "entries[3]"),
        (_put("entries", 3, "value", value=[[["x"]]]), "bad-input", "entries[3]"),
        (_put("digest", value="0"), "not-allowed", "digest"),
    ],
)
def test_a_document_that_was_changed(
    change: Callable[[dict[str, Any]], None], code: str, hint: str
) -> None:
    """Nothing is loaded but what was saved: what is wrong is named, the game before stays."""
    client, saved = played(1, 12)
    wrong = deepcopy(saved)
    change(wrong)
    before = client.state()
    error = client.error("load", saved=wrong)
    assert error["code"] == code, error
    assert hint in error["message"]
    assert client.state() == before


def test_a_journal_keeps_what_is_played(tmp_path: Path) -> None:
    """Left and resumed, the game is the same; a new game is another one in the same file."""
    random = Random(1)
    with Journal(tmp_path / "games") as journal:
        client = Client(desk(journal=journal))
        tables = {"market": {"coins": 5}}
        name = client.ask("new", seats=3, seed=1, tables=tables)["journal"]
        for _ in range(20):
            step(client, random)
        client.ask("undo", seat=client.ask("log")["chapters"][-1]["seat"])
        left = client.state()
        other = client.ask("new", seats=2, seed=2)["journal"]
        assert other != name
        assert {each.id for each in journal.games()} == {name, other}
        resumed = desk(journal=journal)
        resumed.resume(name)
        twin = Client(resumed)
        assert twin.state() == left
        assert twin.ask("hello")["playing"]["journal"] == name
        step(twin, random)


def test_a_loaded_game_goes_into_the_journal(tmp_path: Path) -> None:
    """What was played before the journal came is written into it, too."""
    _, saved = played(3, 15)
    with Journal(tmp_path / "games") as journal:
        keeping = Client(desk(journal=journal))
        name = keeping.ask("load", saved=saved)["journal"]
        keeping.ask("quit")
    with (
        Journal(tmp_path / "games") as journal,
        Session.resume(journal, name, RULESET, cards()) as session,
    ):
        assert saving.saved(session).digest == saved["digest"]
        assert session.step == len(saved["entries"])


def holding(client: Client) -> tuple[str, bytes]:
    """Let red be in the middle of a deed and blue's answer wait; give blue's question."""
    client.ask("new", seats=2, seed=1, position=BUSTLE)
    decision = client.question("blue", "bustle")["id"]
    client.answer("red", "bustle", "barter")
    held = client.ask("answer", seat="blue", decision=decision, value="close")
    assert held["status"] == "held"
    return decision, client.state()


DEAL = {"give": "ware.felt.1", "take": "ware.tea.1"}


def test_an_answer_that_waits_is_saved() -> None:
    """What waited for red when the game was saved has its turn when red is done with it."""
    client = Client()
    decision, state = holding(client)
    saved = client.ask("save")
    assert saved["waiting"] == [{"seat": "blue", "to": decision, "value": "close"}]
    twin = Client()
    twin.ask("load", saved=saved)
    assert twin.state() == state
    assert twin.ask("save") == saved
    for one in (client, twin):
        (released,) = one.answer("red", "barter", DEAL)["released"]
        assert (released["seat"], released["name"]) == ("blue", "bustle")
    assert twin.state() == client.state()


def test_nobody_unknown_waits() -> None:
    """In a document that was changed a seat that does not play is named."""
    client = Client()
    holding(client)
    saved = client.ask("save")
    saved["waiting"][0]["seat"] = "purple"
    assert "purple" in client.error("load", saved=saved)["message"]


def test_an_answer_that_waits_is_in_the_journal(tmp_path: Path) -> None:
    """The referee dies while blue waits for red: the answer is done after red's all the same."""
    with Journal(tmp_path / "games") as journal:
        first = Client(desk(journal=journal))
        _, state = holding(first)
        name = left(first, journal)
        second = gone_on(journal, name)
        assert second.state() == state
        (released,) = second.answer("red", "barter", DEAL)["released"]
        assert (released["seat"], released["name"]) == ("blue", "bustle")
        assert gone_on(journal, left(second, journal)).state() == second.state()


def left(client: Client, journal: Journal) -> str:
    """Leave a game without a word, as when the process dies; give its name."""
    session = client.conversation.desk.session
    assert session is not None
    journal.close()
    return str(session.kept_as)


def gone_on(journal: Journal, name: str) -> Client:
    """Go on with a game in a conversation of its own."""
    at = desk(journal=journal)
    at.resume(name)
    return Client(at)


def test_a_request_that_comes_again_after_a_restart_is_done_once(tmp_path: Path) -> None:
    """It gets the very reply that it had; another request may use its id, as ids begin anew."""
    with Journal(tmp_path / "games") as journal:
        first = Client(desk(journal=journal))
        decision, _ = holding(first)
        held = {"seat": "red", "decision": first.question("red", "barter")["id"], "value": DEAL}
        request = json.dumps({"id": "deal", "op": "answer", **held}).encode()
        reply = first.conversation.reply(request)
        assert json.loads(reply)["result"]["released"]
        second = gone_on(journal, left(first, journal))
        for _ in range(2):
            assert second.conversation.reply(request) == reply
        assert second.state() == first.state()
        look = json.dumps({"id": "deal", "op": "open"}).encode()
        opened = second.conversation.reply(look)
        assert json.loads(opened)["ok"]
        assert second.conversation.reply(look) == opened
        assert json.loads(second.conversation.reply(request))["error"]["code"] == "id-taken"
        again = {"seat": "blue", "decision": decision, "value": "close"}
        assert second.error("answer", **again)["code"] == "closed"


def test_who_counts_anew_after_a_restart_is_understood(tmp_path: Path) -> None:
    """With a number only answers are remembered, until they are taken back."""
    undo = b'{"id":3,"op":"undo","seat":"red"}'
    with Journal(tmp_path / "games") as journal:
        client = Client(desk(journal=journal))
        client.ask("new", seats=2, seed=1, position=BUSTLE)
        decision = client.question("red", "bustle")["id"]
        asked = {"seat": "red", "decision": decision, "value": "barter"}
        answer = json.dumps({"id": 77, "op": "answer", **asked}).encode()
        reply = client.conversation.reply(answer)
        for _ in range(2):
            client = gone_on(journal, left(client, journal))
            assert client.conversation.reply(answer) == reply
            assert json.loads(client.conversation.reply(undo))["ok"]
            client = gone_on(journal, left(client, journal))
            assert json.loads(client.conversation.reply(answer))["ok"]
            assert client.question("red", "barter")


MANY = [
    {"id": f"u{n}", "op": "redo"} if n % 2 else {"id": f"u{n}", "op": "undo", "seat": "red"}
    for n in range(40)
]
"""Requests each of which writes something down."""


def done_together(client: Client, said: list[bytes]) -> None:
    """Let many requests wait together."""
    lines = "\n".join(map(json.dumps, MANY))
    converse(client.conversation, io.BytesIO(lines.encode()), said.append)


def begun_in(journal: Journal) -> Client:
    """Begin a game in which something can be taken back and done again."""
    client = Client(desk(journal=journal))
    client.ask("new", seats=2, seed=1, position=BUSTLE)
    client.answer("red", "bustle", "barter")
    return client


def test_requests_that_wait_together_force_the_disk_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Forty requests in one go cost one forced write, and are all there afterwards."""
    with Journal(tmp_path / "games") as journal:
        client = begun_in(journal)
        forced, fsync = [0], os.fsync

        def counted(file: int) -> None:
            forced[0] += 1
            fsync(file)

        with monkeypatch.context() as patch:
            patch.setattr(os, "fsync", counted)
            said: list[bytes] = []
            done_together(client, said)
        assert [json.loads(line)["ok"] for line in said] == [True] * len(MANY)
        (game,) = journal.games()
        (leg,) = journal.show(game.id).legs
        assert len(leg.lines) == 2 + len(MANY)
        assert forced[0] <= 2


def test_of_requests_that_wait_together_none_is_told_unless_all_are_on_the_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If the disk fails each gets the same error, also when it asks again; nothing was done."""
    with Journal(tmp_path / "games") as journal:
        client = begun_in(journal)
        before = client.state()
        name = journal.games()[0].id

        def fails(_: int) -> None:
            raise OSError(errno.EIO, "Input/output error")

        with monkeypatch.context() as patch:
            patch.setattr(os, "fsync", fails)
            said: list[bytes] = []
            with pytest.raises(Unavailable):
                done_together(client, said)
        replies = [json.loads(line) for line in said]
        assert [reply["id"] for reply in replies] == [each["id"] for each in MANY]
        assert {reply["error"]["code"] for reply in replies} == {"unavailable"}
        again = json.loads(client.conversation.reply(json.dumps(MANY[0]).encode()))
        assert (again["id"], again["ok"]) == ("u0", False)
        journal.close()
        assert gone_on(journal, name).state() == before


def test_an_answer_that_waits_outlives_a_change_of_the_rules(tmp_path: Path) -> None:
    """Where the game goes on elsewhere it is judged there, and where it must wait still waits."""

    def altered(g: Game) -> Flow[None]:
        if "altered" not in g.state.flags:
            g.flag("altered")
        yield from RULESET.play(g)

    with Journal(tmp_path / "games") as journal:
        first = Client(desk(journal=journal))
        holding(first)
        name = left(first, journal)
        schema, seats = RULESET.schema, RULESET.seats
        modules = RULESET.modules
        rules = Ruleset(RULESET.name, modules=modules, play=altered, seats=seats, schema=schema)
        with Session.resume(journal, name, rules, cards()) as session:
            assert [said.code for said in session.notices][-2:] == ["from-start", "set-aside"]
            assert session.timeline.waiting == []
            (released,) = session.released
            assert (released.seat, released.reply) == ("blue", Accepted(0, (1, 3)))
        with Session.resume(journal, name, rules, cards()) as session:
            assert (session.notices, session.timeline.waiting) == ((), [])


def test_without_a_journal_nothing_is_resumed() -> None:
    """The referee says what is missing."""
    with pytest.raises(Exception, match="no journal"):
        desk().resume("night-market-aaaa")
