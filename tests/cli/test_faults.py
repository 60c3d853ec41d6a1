"""A mistake in one's own rules is told with its line, its card and the answer that led there."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest
from click.testing import CliRunner

from tts_tool.cli.main import cli
from tts_tool.cli.shell import run
from tts_tool.errors import ExitCode

Captured = pytest.CaptureFixture[str]
AFTER_PICK = '    g.move([fruit], "stall", basket, rule="FRUIT-02")\n'


class Mistake(NamedTuple):
    """What stands in the rules, what comes in its place, and what is told of it."""

    before: str
    after: str
    failed: str
    """The line that fails."""
    error: str
    answered: bool = True
    """Whether an answer led there, and not the set-up."""


MISTAKES = {
    "after an answer": Mistake(
        AFTER_PICK,
        f"{AFTER_PICK}    if len(g.cards(basket)) == 2:\n        1 // 0\n",
        "1 // 0",
        "ZeroDivisionError: integer division or modulo by zero",
    ),
    "a place that isn't there": Mistake(
        '"stall", basket, rule', '"stalll", basket, rule', '"stalll"', "KeyError: 'stalll'"
    ),
    "a question without an answer": Mistake(
        'Choice(g.cards("stall"))',
        'Choice([c for c in g.cards("stall") if not g.cards(basket)])',
        "yield from g.ask(",
        "FlowError: pick/red has no allowed answer",
    ),
    "at the end": Mistake(
        "    worth = {", "    1 / 0\n    worth = {", "1 / 0", "ZeroDivisionError"
    ),
    "for ever": Mistake(
        AFTER_PICK,
        f"{AFTER_PICK}    while True:\n        g.flag('n', len(g.state.flags) or None)\n"
        "        g.flag('n', None)\n        g.flag('n', 1)\n",
        "g.flag(",
        "FlowError: over 100000 events and questions follow from one answer",
    ),
    "before the first question": Mistake(
        "    missing =", "    1 / 0\n    missing =", "1 / 0", "ZeroDivisionError", answered=False
    ),
    "in the box": Mistake(
        '    yield Place("crate"',
        '    1 / 0\n    yield Place("crate"',
        "1 / 0",
        "Zero",
        answered=False,
    ),
}


@pytest.fixture
def spoilt(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> Callable[[str], Mistake]:
    """Begin a project of one's own in `mod` and make a mistake in its rules."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TTS_TOOL_GAMES", str(tmp_path / "games"))
    assert run(cli, ["init", "mod"]) == ExitCode.OK
    capsys.readouterr()

    def spoil(what: str) -> Mistake:
        mistake = MISTAKES[what]
        rules = Path("mod/rules.py")
        text = rules.read_text(encoding="utf-8")
        assert text.count(mistake.before) == 1
        rules.write_text(text.replace(mistake.before, mistake.after), encoding="utf-8")
        return mistake

    return spoil


@pytest.mark.parametrize("what", MISTAKES)
def test_a_mistake_is_told(spoilt: Callable[[str], Mistake], what: str, capsys: Captured) -> None:
    """In at most ten lines: file and line, the text of it, the answer and its card."""
    mistake = spoilt(what)
    lines = Path("mod/rules.py").read_text(encoding="utf-8").splitlines()
    assert run(cli, ["play", "mod", "--bots", "2", "--seed", "1"]) == ExitCode.BAD_INPUT
    first, *rest = capsys.readouterr().err.splitlines()
    assert len(rest) < 10
    assert max(map(len, [first, *rest])) < 200
    number = int(first.removeprefix("error: mod/rules.py:").partition(":")[0])
    assert mistake.failed in lines[number - 1]
    assert mistake.error in first
    assert rest[0].endswith(lines[number - 1].strip())
    assert "tts_tool" not in "".join(rest)
    told = [line for line in rest if line.startswith("  after ")]
    cards = [line for line in rest if line.startswith("  its card: ")]
    assert len(told) == len(cards) == mistake.answered
    if mistake.answered:
        assert "answered pick: " in told[0]
        assert "mod/cards/" in cards[0]
        assert ".toml:" in cards[0]
        assert "--seed 1" in rest[-1]


def test_people_are_told_at_the_table(spoilt: Callable[[str], Mistake]) -> None:
    """The same stands below the question, which is asked again; mended, the game goes on."""
    spoilt("after an answer")
    runner = CliRunner()
    typed = "1\n1\n1\nq\n"
    told = runner.invoke(cli, ["play", "mod", "--bots", "1", "--people", "1"], typed).output
    assert told.count("ZeroDivisionError") == 2
    assert "mod/rules.py:" in told
    assert "after red answered pick: " in told
    game = told.split()[-1]
    rules = Path("mod/rules.py")
    rules.write_text(rules.read_text(encoding="utf-8").replace("1 // 0", "0"), encoding="utf-8")
    lost = runner.invoke(cli, ["games", "resume", game])
    assert getattr(lost.exception, "fix", "").endswith(f"games resume {game} --rules FOLDER")
    resume = ["games", "resume", game, "--people", "0", "--rules", "mod"]
    assert "1. " in runner.invoke(cli, resume).output
