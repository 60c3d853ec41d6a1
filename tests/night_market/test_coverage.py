"""Every rule has its test, and random games come by everything that the kit looks at."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tts_tool.kernel.decisions import Decision
from tts_tool.kernel.entries import Answer
from tts_tool.kernel.spaces import Record
from tts_tool.kernel.timeline import Timeline
from tts_tool.proof.match import matches, shipped_cards
from tts_tool.proof.play import Play, random_play
from tts_tool.rulesets.night_market import RULESET

SHOWN = re.compile(r'@pytest\.mark\.rule\("(NM-\d+)"\)')


def test_every_rule_is_shown_by_a_test() -> None:
    """No rule without a test, and no test of a rule that isn't written down."""
    files = Path(__file__).parent.glob("test_*.py")
    shown = {rule for file in files for rule in SHOWN.findall(file.read_text(encoding="utf-8"))}
    assert shown == set(shipped_cards(RULESET).rules)


MET = frozenset(
    """
    chance-question held-question secret-question offer-question again-question race-question
    assignment choice dice number ordering record subset
    partial-answer refused-option nested-question wall-within-reach undo-without-wall
    answered closed effect-began effect-ended ended flagged forced moment moved noted opened
    phase-began queued reacted reacting rolled said sealed showed shuffled
    track-set turn-began unsealed
    """.split()
)


@pytest.mark.soak(sample=4, full=40)
def test_random_games_meet_everything(rounds: int) -> None:
    """All kinds of questions, spaces, answers and events of the game turn up."""
    met: set[str] = set()
    for match in matches(RULESET):
        for seed in range(rounds):
            met.update(meets(random_play(match, seed)))
    assert met == MET


def meets(play: Play) -> Iterator[str]:
    """Name all that a game comes by."""
    for game in play:
        tasks = [game.driver.open[decision.key][0] for decision in game.decisions()]
        if len(set(map(id, tasks))) < len(tasks):
            yield "race-question"
        for decision in (*game.decisions(), *game.beside()):
            yield from kinds(game, decision)
        if game.entries:
            yield "wall-within-reach" if game.wall(len(game.entries) - 1) else "undo-without-wall"
    for happened in play.game.happened:
        yield str(happened.event.told()["event"])


def kinds(game: Timeline, decision: Decision[object]) -> Iterator[str]:
    """Name what a question is like."""
    space = decision.space()
    yield str(space.describe()["space"])
    if decision.kind != "question":
        yield f"{decision.kind}-question"
    elif game.driver.held(decision):
        yield "held-question"
    elif game.driver.open[decision.key][0].sealed:
        yield "secret-question"
    elif game.driver.busy and _last_seat(game) not in ("", decision.seat):
        yield "nested-question"
    if any(option.rejection for option in space.options()):
        yield "refused-option"
    if isinstance(space, Record):
        yield "partial-answer"


def _last_seat(game: Timeline) -> str:
    last = game.entries[-1]
    return last.seat if isinstance(last, Answer) else ""
