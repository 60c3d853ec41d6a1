"""Games that were kept long ago, by rules and cards that have changed since, go on with notice."""

from __future__ import annotations

import lzma
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.cli.person import Person
from tts_tool.catalog import load
from tts_tool.journal import Journal
from tts_tool.kernel.module import Ruleset
from tts_tool.kernel.timeline import Accepted
from tts_tool.playtest.bots import RandomBot
from tts_tool.referee.session import Session
from tts_tool.resources import cards_dir
from tts_tool.rulesets import night_market, old_world

HERE = Path(__file__).parent / "before"
GAMES: dict[str, tuple[Ruleset, str, int]] = {
    "night-market": (night_market.RULESET, "core", 12),
    "old-world": (old_world.RULESET, "base", 60),
}


def exported(game: str) -> Any:  # noqa: ANN401  # as it was written
    """Read a game as it was exported."""
    return msgspec.json.decode(lzma.decompress((HERE / f"{game}.json.xz").read_bytes()))


@pytest.mark.parametrize("game", GAMES)
def test_it_goes_on(game: str, tmp_path: Path) -> None:
    """It says what has changed and from where it goes on, and is played to its end."""
    ruleset, module, answers = GAMES[game]
    cards = load(cards_dir() / ruleset.folder, ruleset.schema)
    with Journal(tmp_path / "games") as journal:
        kept = journal.load(exported(game))
        with Session.resume(journal, kept, ruleset, cards) as session:
            codes = [notice.code for notice in session.notices]
            behaviour = next(n for n in session.notices if n.code == "module-changed")
            assert (behaviour.params["module"], behaviour.params["was"]) == (module, 1)
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


def test_whoever_has_it_is_told(tmp_path: Path) -> None:
    """By the command line, too: taken in, listed, and gone on with, with the reasons."""
    person = Person(tmp_path)
    file = tmp_path / "old.json"
    file.write_bytes(lzma.decompress((HERE / "night-market.json.xz").read_bytes()))
    assert person.types("games", "import", file).returncode == 0
    (game,) = person.told("games", "list")
    assert (game["answers"], game["over"]) == (12, False)
    gone_on = person.types("games", "resume", game["id"], "--people", "0")
    assert gone_on.returncode == 0, gone_on.stderr
    said = gone_on.stdout + gone_on.stderr
    assert "The rules of core have changed: behaviour 1 -> 2." in said
    assert "The game goes on from the state after entry 12." in said
    assert person.told("games", "list")[0]["over"] is True
