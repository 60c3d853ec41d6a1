"""Whole random games: they end by the rules, keep every component, and nothing else ends them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from statistics import quantiles
from typing import NamedTuple

import msgspec
import pytest

from tts_tool.kernel.events import Ended
from tts_tool.kernel.position import encode
from tts_tool.kernel.timeline import Timeline
from tts_tool.proof.chapters import Chapter
from tts_tool.proof.laws import miscounted
from tts_tool.proof.match import Match, field
from tts_tool.proof.play import Play, Wanderer, do, random_play
from tts_tool.rulesets.old_world import RULESET
from tts_tool.rulesets.old_world.base.box.records import Limits
from tts_tool.rulesets.old_world.base.turn.turn import Turn

TABLES = field(RULESET).base
FAR_TOO_LONG = 50_000
"""Answers: who plays at random needs up to a few thousand."""
LONG_AGO = 10_000
SOME = 300


class Played(NamedTuple):
    """What is counted of a game that has ended."""

    seats: int
    answers: int
    turns: int


def played(match: Match, seed: int) -> Played:
    """Play a random game to its end and look at how it ended."""
    play = random_play(match, seed)
    for game in play:
        assert len(game.entries) < FAR_TOO_LONG, f"{match}, seed {seed} does not end"
    game = play.game
    assert not miscounted(game.state)
    flaws = [holds(game.game) for holds in game.composition.invariants]
    assert not any(flaws), flaws
    ended = [(one.rule, one.event) for one in game.happened if isinstance(one.event, Ended)]
    assert ended == [("OW-TROPHY-03", Ended(game.state.result))]
    (winner,), *others = game.state.result
    positions = {seat: game.state.tracks[f"track.{seat}"] for seat in match.seats}
    top = game.game.table(Limits).track
    assert [seat for seat, position in positions.items() if position == top] == [winner]
    ranked = [tuple({positions[seat] for seat in rank}) for rank in others]
    assert ranked == sorted(set(ranked), reverse=True), "one position to a rank, the highest first"
    assert Counter((winner, *(seat for rank in others for seat in rank))) == Counter(match.seats)
    return Played(len(match.seats), len(play.steps), game.game.part(Turn).number)


def games(count: int) -> Iterator[Played]:
    """Play so many games, with one to five seats in turn."""
    for number in range(count):
        yield played(TABLES[number % len(TABLES)], number // len(TABLES))


@pytest.mark.soak(sample=10, full=2000)
def test_random_games_end_by_the_rules(rounds: int, capsys: pytest.CaptureFixture[str]) -> None:
    """Every game ends with a winner at the top of the Trophy Track; how long it took is printed."""
    known = list(games(rounds))
    assert Counter(game.seats for game in known) == dict.fromkeys(range(1, 6), rounds // 5)
    with capsys.disabled():
        print("", *distribution(known), sep="\n")  # noqa: T201  # for whoever runs the tests


def distribution(known: list[Played]) -> Iterator[str]:
    """Say by number of seats how many turns and answers games took."""
    for seats in sorted({game.seats for game in known}):
        mine = [game for game in known if game.seats == seats]
        turns = spread([game.turns for game in mine])
        answers = spread([game.answers for game in mine])
        yield f"{seats} seats, {len(mine)} games: turns {turns}; answers {answers}"


def spread(numbers: list[int]) -> str:
    """Give the least, the quarters, the 95th of a hundred, and the most."""
    cuts = quantiles(numbers, n=20, method="inclusive")
    shown = [min(numbers), *(round(cuts[at]) for at in (4, 9, 14, 18)), max(numbers)]
    return " ".join(map(str, shown))


@pytest.mark.rule("OW-GEN-04", "OW-SOLO-19")
@pytest.mark.parametrize("match", TABLES, ids=map(str, TABLES))
def test_no_turn_is_the_last(match: Match) -> None:
    """A game that has already gone on for ten thousand turns goes on like one that has not."""
    first, later = turned(match, 1), turned(match, 1 + LONG_AGO)
    assert later.steps == first.steps
    assert later.game.state.places == first.game.state.places
    now, then = (play.game.game.part(Turn).number for play in (first, later))
    assert (now > len(match.seats), then - now) == (True, LONG_AGO)


def turned(match: Match, number: int) -> Play:
    """Play some hundred answers from the first turn on, which is counted as another one."""
    header = match.begin(0)
    game = Timeline(match.composition(header.settings), header)
    choose = Wanderer(0)
    while not game.game.part(Turn).number:
        do(game, choose(game))
    document = encode(game.checkpoints[-1].state)
    document["parts"]["turn"]["number"] = number
    begun = msgspec.structs.replace(header, position=document)
    play = Chapter(begun, SOME).play(match, 0)
    for _ in play:
        pass
    return play
