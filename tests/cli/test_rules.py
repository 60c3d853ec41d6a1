"""`tts-tool rules` answers for the games that come with the tool."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tts_tool.cli import rules as command
from tts_tool.cli.cards import lint
from tts_tool.cli.init import init
from tts_tool.cli.shell import run

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def tool(capsys: pytest.CaptureFixture[str]) -> Run:
    """Give the command to run."""

    def call(*args: str) -> tuple[int, str, str]:
        code = run(command.rules, args)
        out, err = capsys.readouterr()
        return code, out, err

    return call


def test_show(tool: Run) -> None:
    """Wording in both languages, kind, the lines that carry it, the tests that show it."""
    code, out, err = tool("show", "NM-06")
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert lines[:3] == [
        "NM-06: limit, of night-market",
        "  en: A stall holds only so many wares.",
        "  de: Ein Stand fasst nur eine bestimmte Zahl von Waren.",
    ]
    assert lines[-1] == "    tests/night_market/test_rules.py::test_a_stall_holds_three"
    code_lines = [line.strip().partition(".py:")[0] for line in lines[4:-2]]
    assert set(code_lines) == {
        "tts_tool/rulesets/night_market/bustle",
        "tts_tool/rulesets/night_market/core",
    }


@pytest.mark.parametrize("language", ["en", "de"])
def test_one_language(tool: Run, language: str) -> None:
    """With `--lang` only that language is shown."""
    shown = json.loads(tool("show", "NM-06", "--lang", language, "--json")[1])
    assert [*shown["wording"]] == [language]
    assert shown["kind"] == "limit"
    assert shown["shown by"]


def test_rules_of_another_game(tool: Run) -> None:
    """The id alone finds the game; what else says the same, and what it leaves open, is told."""
    shown = json.loads(tool("show", "OW-DUEL-03", "--json")[1])
    assert (shown["game"], shown["same"]) == ("old-world", ["OW-POKER-06"])
    assert json.loads(tool("show", "OW-DUEL-12", "--json")[1])["open"] == ["OW-OPEN-41"]
    assert "legality, permits" in tool("show", "OW-DUEL-05")[1]


def test_no_such_rule(tool: Run) -> None:
    """A mistyped id is told with the one that was probably meant."""
    code, out, err = tool("show", "NM-060")
    assert (code, out) == (4, "")
    assert err == 'error: no rule "NM-060"\n  did you mean NM-06?\n'


def test_coverage(tool: Run) -> None:
    """A complete game ends with exit code 0, in words and as JSON."""
    code, out, _ = tool("coverage", "night-market")
    assert (code, out) == (0, "night-market: 28 of 28 rules shown, 0 missing, 0 unshowable\n")
    found = json.loads(tool("coverage", "night-market", "--json")[1])
    assert (found["rules"], found["missing"]) == (28, [])


@pytest.mark.parametrize("option", ["--with", "--module"])
def test_coverage_of_one_box(tool: Run, option: str) -> None:
    """A box is named as where it is played with, or as what it is to the rules."""
    code, out, _ = tool("coverage", "old-world", option, "lost-mount")
    said = "old-world lost-mount: 24 of 24 rules shown, 0 missing, 0 unshowable\n"
    assert (code, out) == (0, said)


def test_open_points(tool: Run) -> None:
    """A game without open points says so; one with them lists how each is settled."""
    assert tool("open-points", "night-market")[1] == "night-market has no open points\n"
    found = json.loads(tool("open-points", "old-world", "--json")[1])
    rows = {row["id"]: (row["how"], row["what"]) for row in found["points"]}
    assert rows["OW-OPEN-01"] == ("data", "progress.fatigue")
    assert rows["OW-OPEN-06"] == ("choice", "unused-dice")
    assert sum(name.startswith("OW-") for name in rows) == 64


@pytest.mark.parametrize("args", [["coverage", "chess"], ["open-points", "chess"]])
def test_no_such_game(tool: Run, args: list[str]) -> None:
    """A game that is not installed is told with those that are."""
    code, _, err = tool(*args)
    assert code == 4
    assert 'no game "chess"' in err


MARKED = """
import pytest
from rules import RULESET
from tts_tool.kernel.game import Luck
from tts_tool.kernel.timeline import Timeline
from tts_tool.proof.match import matches
from test_rules import CARDS

@pytest.mark.rule("FRUIT-01")
def test_the_stall_is_filled():
    match = next(iter(matches(RULESET, CARDS)))
    header = match.header(Luck(seed="a"))
    game = Timeline(match.composition(header.settings), header)
    assert len(game.state.places["stall"]) == 3
"""


def test_of_a_project(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """Rules of a project are covered by its own tests, and its evidence lies beside them."""

    def tool(*args: str) -> tuple[int, str, str]:
        code = run(command.rules, args)
        out, err = capfd.readouterr()
        return code, out, err.splitlines()[-1] if err else ""

    monkeypatch.chdir(tmp_path)
    assert run(init, ["my-mod"]) == 0
    capfd.readouterr()
    monkeypatch.chdir("my-mod")
    assert tool("open-points", ".")[1] == "my-mod has no open points\n"
    found = json.loads(tool("coverage", ".", "--json")[1])
    assert (found["rules"], found["shown"]) == (3, 0)
    assert all(each["why"].startswith("no test marked with it") for each in found["missing"])
    code, _, told = tool("coverage", ".", "--run")
    assert (code, told) == (1, "no test is marked with a rule of my-mod")
    Path("tests/test_marked.py").write_text(MARKED, "utf-8")
    code, out, _ = tool("coverage", ".", "--run")
    assert (code, out.splitlines()[-1]) == (
        1,
        "my-mod: 1 of 3 rules shown, 2 missing, 0 unshowable",
    )
    (file,) = Path("tests/evidence/my-mod").rglob("*.json")
    (shown,) = json.loads(file.read_bytes())["FRUIT-01"]
    assert shown == "tests/test_marked.py::test_the_stall_is_filled"


def test_a_rule_that_there_is_not(
    tool: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Code, cards and tests of a project cite only rules that it has; else it is told where."""
    monkeypatch.chdir(tmp_path)
    assert run(init, ["my-mod"]) == 0
    rules, cards = Path("my-mod/rules.py"), Path("my-mod/cards/my_mod/base/fruit.toml")
    text = rules.read_text("utf-8").replace('rule="FRUIT-03"', 'rule="FRUIT-30"')
    rules.write_text(text.replace('"FRUIT-01"', '"FRIUT-01"'), "utf-8")
    text = cards.read_text("utf-8").replace("copies = 5", "copies = 5  # FRUIT-04 as in UTF-8")
    cards.write_text(text, "utf-8")
    Path("my-mod/tests/test_more.py").write_text('mark.rule("FRUIT-09")\n', "utf-8")
    (installed := Path("my-mod/.venv/lib")).mkdir(parents=True)
    (installed / "other.py").write_text("# FRUIT-77\n", "utf-8")
    wanted = {
        'my-mod/rules.py:73: no rule "FRUIT-30" (did you mean "FRUIT-03"?)',
        'my-mod/rules.py:81: no rule "FRIUT-01" (did you mean "FRUIT-01"?)',
    }
    capsys.readouterr()
    assert run(lint, ["my-mod"]) == 1
    told = {line for line in capsys.readouterr().out.splitlines() if "no rule" in line}
    assert wanted < told
    assert {line.partition(" ")[0] for line in told - wanted} == {
        "my-mod/cards/my_mod/base/fruit.toml:10:",
        "my-mod/tests/test_more.py:1:",
    }
    code, out, _ = tool("coverage", "my-mod")
    assert code == 1
    assert told <= set(out.splitlines())
