"""Games that were kept long ago, by rules and cards that have changed since, go on with notice."""

from __future__ import annotations

import lzma
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.cli.person import Person
from tts_tool.errors import Refused
from tts_tool.journal import Journal
from tts_tool.kernel.entries import Accepted
from tts_tool.kernel.module import Ruleset
from tts_tool.playtest.bots import RandomBot
from tts_tool.proof.match import shipped_cards
from tts_tool.referee.saving import loaded, parsed
from tts_tool.referee.session import Session
from tts_tool.rulesets import night_market, old_world

HERE = Path(__file__).parent / "before"
GAMES: dict[str, tuple[Ruleset, str, int, int]] = {
    # game -> its rules, the module that was another then with its number, its answers
    "lost-mount": (old_world.RULESET, "lost-mount", 2, 60),
    "night-market": (night_market.RULESET, "core", 1, 12),
    "old-world": (old_world.RULESET, "base", 1, 60),
}


def exported(game: str) -> Any:  # noqa: ANN401  # as it was written
    """Read a game as it was exported."""
    return msgspec.json.decode(lzma.decompress((HERE / f"{game}.json.xz").read_bytes()))


@pytest.mark.parametrize("game", GAMES)
def test_it_goes_on(game: str, tmp_path: Path) -> None:
    """It says what has changed and from where it goes on, and is played to its end."""
    ruleset, module, was, answers = GAMES[game]
    cards = shipped_cards(ruleset)
    with Journal(tmp_path / "games") as journal:
        kept = journal.load(exported(game))
        with Session.resume(journal, kept, ruleset, cards) as session:
            codes = [notice.code for notice in session.notices]
            behaviours = [n.params for n in session.notices if n.code == "module-changed"]
            assert [(b["module"], b["was"]) for b in behaviours] == [(module, was)]
            assert len(codes) > 10
            goes_on = next(n for n in session.notices if n.code == "goes-on")
            assert goes_on.params["number"] in {answers, answers - 1}
            bots = {seat: RandomBot(f"{game}/{seat}") for seat in session.seats}
            while not session.over:
                asked = next(d for d in session.open("*") if d.seat and not session.waits_for(d))
                reply = session.answer(asked.seat, asked.id, bots[asked.seat].answer(asked))
                assert isinstance(reply, Accepted), reply
        assert journal.show(kept).over
    assert exported(game)["id"] == kept


@pytest.mark.parametrize(
    ("game", "same", "why"),
    [
        ("old-world", False, "it was played with the modules base 2, here are base 3"),
        ("lost-mount", False, "modules base 3, lost-mount 2, here are base 3, lost-mount 3"),
        (
            "lost-mount",
            True,
            "as cards or rules have changed since (Cards: wolf-witcher is new. …)",
        ),
    ],
)
def test_a_document_is_refused_with_the_reason(game: str, *, same: bool, why: str) -> None:
    """What a program was given by `save` can't be played again by other rules, and is told why.

    Also where the `same` numbers of rules say nothing of it, as only cards have changed.
    """
    file = HERE / f"{game}.saved.json.xz"
    saved = msgspec.json.decode(lzma.decompress(file.read_bytes()))
    ruleset = old_world.RULESET
    if same:
        now = {module.name: module.behaviour for module in ruleset.modules}
        saved["header"]["modules"] = {name: now[name] for name in saved["header"]["modules"]}
    cards = shipped_cards(ruleset)
    with pytest.raises(Refused) as refused:
        loaded(parsed(saved), ruleset, cards)
    assert why in str(refused.value)
    assert (refused.value.fix or "").startswith("load it with the tts-tool that saved it, or begin")


def test_a_document_whose_cards_lack_what_they_must_say_by_now() -> None:
    """They can't be played with, which is told as what it is: they are of other rules."""
    saved = msgspec.json.decode(lzma.decompress((HERE / "old-world.saved.json.xz").read_bytes()))
    for card in ("rend", "block"):
        del saved["header"]["cards"]["records"][card]["faces"]
    ruleset = old_world.RULESET
    cards = shipped_cards(ruleset)
    with pytest.raises(Refused) as refused:
        loaded(parsed(saved), ruleset, cards)
    said = 'its cards are not such as rules take by now (missing key "faces", 2 in all)'
    assert said in str(refused.value)
    assert (refused.value.fix or "").startswith("load it with the tts-tool that saved it, or begin")


def test_whoever_has_it_is_told(tmp_path: Path) -> None:
    """By the command line, too: taken in, listed, and gone on with, with the reasons."""
    person = Person(tmp_path)
    file = tmp_path / "old.json"
    file.write_bytes(lzma.decompress((HERE / "night-market.json.xz").read_bytes()))
    assert person.types("games", "import", file).returncode == 0
    (game,) = person.told("games", "list")
    assert (game["answers"], game["over"]) == (12, False)
    assert person.types("games", "check").returncode == 0
    gone_on = person.types("games", "resume", game["id"], "--people", "0")
    assert gone_on.returncode == 0, gone_on.stderr
    said = gone_on.stdout + gone_on.stderr
    assert "The rules of core have changed: behaviour 1 -> 2." in said
    assert "The game goes on from the state after entry 12." in said
    assert person.told("games", "list")[0]["over"] is True


def one_file(person: Person) -> Path:
    """Lay the file in which all games were once kept where it lay then."""
    usual = person.home / "games.sqlite3"
    usual.write_bytes(lzma.decompress((HERE / "games.sqlite3.xz").read_bytes()))
    return usual


def test_games_in_one_file(tmp_path: Path) -> None:
    """Whoever has it is told, takes its games in and goes on with them; it stays as it was."""
    person = Person(tmp_path)
    old = one_file(person)
    before = old.read_bytes()
    listed = person.types("games", "list").stdout
    assert listed == (
        f"no games yet; `tts-tool games import {old}` takes over those that are kept there\n"
    )
    taken = person.types("games", "import", old)
    assert taken.returncode == 0, taken.stderr
    assert taken.stdout == f"{old} -> night-market-fkfs\n{old} -> night-market-gm92\n"
    answers = {game["id"]: game["answers"] for game in person.told("games", "list")}
    assert answers == {"night-market-fkfs": 29, "night-market-gm92": 12}
    gone_on = person.types("games", "resume", "night-market-fkfs", "--people", "0")
    assert gone_on.returncode == 0, gone_on.stderr
    assert "The rules of core have changed: behaviour 1 -> 2." in gone_on.stdout + gone_on.stderr
    taken_back = person.told("games", "show", "night-market-fkfs")["legs"][0]["lines"]
    assert [line["line"] for line in taken_back].count("taken-back") == 1
    assert old.read_bytes() == before
    assert {each.name for each in old.parent.iterdir()} == {"cache", "games", "games.sqlite3"}


def test_games_in_one_file_that_is_named(tmp_path: Path) -> None:
    """Whoever lets a variable name the file is told what it is, and what to do."""
    person = Person(tmp_path)
    old = one_file(person)
    refused = person.types("games", "list", TTS_TOOL_GAMES=str(old))
    assert (refused.returncode, refused.stdout) == (3, "")
    assert "this file holds games as tts-tool kept them before: all in one file" in refused.stderr
    assert f"name a folder; then `tts-tool games import {old}` takes these" in refused.stderr


@pytest.mark.parametrize(
    ("statement", "what"),
    [
        ("PRAGMA application_id = 7", "this is another program's database"),
        ("DROP TABLE leg", "these games can't be read: no such table: leg"),
        ("UPDATE line SET line = x'00'", "these games can't be read: "),
        ("UPDATE line SET line = '{}'", "this exported game can't be read: "),
        ("DELETE FROM leg", "this exported game makes no sense: it has no leg"),
    ],
)
def test_what_cannot_be_taken_over(tmp_path: Path, statement: str, what: str) -> None:
    """Another program's database, or a damaged one, is refused by name, and nothing is taken in."""
    person = Person(tmp_path)
    old = one_file(person)
    with closing(sqlite3.connect(old, isolation_level=None)) as disk:
        disk.execute(statement)
    refused = person.types("games", "import", old)
    assert (refused.returncode, refused.stdout) == (3, "")
    assert what in refused.stderr
    assert str(old) in refused.stderr
    assert "Traceback" not in refused.stderr
    assert person.told("games", "list") == []
