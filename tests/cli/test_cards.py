"""`tts-tool cards` shows, checks and describes the cards of whatever game is installed."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.catalog.night import HEAD, LANTERN, SCHEMA, write
from tts_tool.cli import cards as command
from tts_tool.cli import rulesets
from tts_tool.cli.shell import run
from tts_tool.kernel.module import Module, Ruleset

Run = Callable[..., tuple[int, str, str]]


RULESET = Ruleset(
    "night-market",
    modules=(Module("core"),),
    play=lambda _: iter(()),  # type: ignore[arg-type, return-value]  # nobody plays it here
    seats=("red",),
    schema=SCHEMA,
)


@pytest.fixture
def tool(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Run:
    """Install one game with one card, and give the command to run."""
    write(tmp_path, {"night_market/base/a.toml": HEAD + LANTERN})
    write(tmp_path, {"rules/a.py": "x.cost, x.costs, c.table(Levels)"})
    monkeypatch.chdir(tmp_path)
    installed = {"night-market": rulesets.FoundGame(RULESET, tmp_path / "rules")}
    monkeypatch.setattr(
        rulesets, "installed", lambda: {k: lambda g=g: g for k, g in installed.items()}
    )

    def call(*args: str) -> tuple[int, str, str]:
        places = [] if "schema" in args else ["--folder", str(tmp_path)]
        code = run(command.cards, [*args, *places])
        out, err = capsys.readouterr()
        return code, out.replace(os.sep, "/"), err.replace(os.sep, "/")

    return call


def test_list(tool: Run) -> None:
    """A line for each record, in the order of the files."""
    line = "lantern  ware  Lantern  Laterne  night_market/base/a.toml:5\n"
    assert tool("list") == (0, line, "")
    assert tool("list", "night-market", "--kind", "ware") == (0, line, "")
    assert tool("list", "night-market", "--kind", "guest") == (0, "", "")


def test_list_for_programs(tool: Run) -> None:
    """The same as JSON."""
    _, out, _ = tool("list", "--json")
    (row,) = json.loads(out)
    assert row["game"] == "night-market"
    assert row["id"] == "lantern"


@pytest.mark.parametrize(("lang", "name"), [("en", "Lantern"), ("de", "Laterne")])
def test_show(tool: Run, lang: str, name: str) -> None:
    """What is written, where, and where numbers come from."""
    code, out, _ = tool("show", "lantern", "--lang", lang)
    assert code == 0
    assert out.splitlines() == [
        "lantern: ware of night-market, box base",
        "  night_market/base/a.toml:5",
        f"  name: {name}",
        "  cost: 3  [house]",
    ]


def test_show_for_programs(tool: Run) -> None:
    """The record as it can be given again to the referee, and where its numbers come from."""
    _, out, _ = tool("show", "lantern", "--json")
    shown: dict[str, Any] = json.loads(out)
    assert shown["record"]["kind"] == "ware"
    assert shown["provenance"] == {"cost": {"source": "house", "note": ""}}


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["list", "nigt-market"], 'error: no game "nigt-market"\n  did you mean night-market?\n'),
        (["list", "--kind", "x"], 'error: no kind "x"\n  there are: guest, ware\n'),
        (["show", "lantrn"], 'error: no card "lantrn"\n  did you mean lantern?\n'),
        (["show", "x"], 'error: no card "x"\n  there are: lantern\n'),
    ],
)
def test_not_found(tool: Run, args: list[str], said: str) -> None:
    """Two lines: what was not found, what was probably meant."""
    assert tool(*args) == (4, "", said)


def test_several_games(tool: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """An id that two games have needs the name of the game."""
    one = rulesets.installed()["night-market"]
    monkeypatch.setattr(rulesets, "installed", lambda: {"night-market": one, "day-market": one})
    code, _, err = tool("show", "lantern")
    assert code == 4
    assert "several games have a card" in err
    assert tool("show", "lantern", "--game", "day-market")[0] == 0


def test_lint(tool: Run, tmp_path: Path) -> None:
    """Exit code 1 if there is anything to say; what cannot be read is said as well."""
    code, out, _ = tool("lint")
    assert code == 1
    assert 'operation "choose" stands on no card' in out
    write(tmp_path, {"night_market/base/b.toml": "[[wear]]\n"})
    wanted = 'night_market/base/b.toml:1: unknown kind "wear" (did you mean "ware"?)\n'
    assert tool("lint", "night-market") == (1, wanted, "")
    _, out, _ = tool("lint", "--json")
    (problem,) = json.loads(out)
    assert (problem["line"], problem["severity"]) == (1, "error")


def test_nothing_to_report(tool: Run, tmp_path: Path) -> None:
    """Good cards are praised in three words."""
    effects = (
        'effects = [{ op = "choose", options = [[{ op = "take-ware", ware = "lantern" }]] },'
        '{ op = "gain-gold", amount = 1 }]\n'
    )
    write(tmp_path, {"night_market/base/a.toml": HEAD + LANTERN + effects})
    write(tmp_path, {"rules/b.py": "x.effects, x.options, x.ware, x.amount"})
    assert tool("lint") == (0, "nothing to report\n", "")


def test_broken_cards_cannot_be_listed(tool: Run, tmp_path: Path) -> None:
    """Who wants a list gets one line of what is wrong, and the way to the rest."""
    write(tmp_path, {"night_market/base/b.toml": "x = 1\ny = 2\n"})
    code, _, err = tool("list")
    assert code == 3
    assert err == (
        'error: night_market/base/b.toml:1: unknown kind "x" (and 1 more)\n'
        "  tts-tool cards lint lists all that is wrong\n"
    )


def test_schema(tool: Run) -> None:
    """A JSON Schema, to be written to a file."""
    code, out, _ = tool("schema", "night-market")
    assert code == 0
    assert json.loads(out)["title"] == "Card files of night-market"


def test_installed() -> None:
    """Games come from the entry points; nothing is imported to know their names."""
    assert all(callable(game) for game in rulesets.installed().values())
