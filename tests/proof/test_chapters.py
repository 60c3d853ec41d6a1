"""Long games are cut into chapters, which together are the whole game."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from unittest.mock import patch

import pytest

from tests.proof import flaws
from tests.proof.pebbles import Pebbles, Words
from tts_tool.kernel.game import Flow, Game
from tts_tool.kernel.inventory import Seat
from tts_tool.kernel.module import Module, Ruleset
from tts_tool.kernel.position import encode
from tts_tool.proof import chapters, laws
from tts_tool.proof.chapters import some, whole
from tts_tool.proof.kit import Proof
from tts_tool.proof.match import Match, matches
from tts_tool.proof.play import Broken, prove, random_play


@pytest.fixture(autouse=True)
def _short() -> Iterator[None]:
    """Cut also the toy game, which nobody would call long."""
    with patch.object(chapters, "SHORT", 10), patch.object(chapters, "LENGTH", 6):
        yield


def table(rules: Pebbles) -> Match:
    """Give the match with the most seats."""
    return list(matches(rules.ruleset(), Words()))[-1]


def test_chapters_follow_each_other() -> None:
    """Each begins where the one before ends: at a restart point; together they are the game."""
    match = table(Pebbles())
    play = random_play(match, 3)
    for _ in play:
        pass
    cut = chapters.chapters(match, 3)
    assert len(cut) > 2
    assert sum(chapter.answers for chapter in cut) == len(play.steps)
    assert all(chapter.answers >= chapters.LENGTH for chapter in cut[:-1])
    known = {checkpoint.entry: checkpoint.state for checkpoint in play.game.checkpoints}
    assert cut[0].header == play.game.header
    at = 0
    for before, chapter in pairwise(cut):
        at += before.answers
        begun = chapter.play(match, 3).game
        assert encode(begun.checkpoints[0].state) == encode(known[at])


def test_a_chapter_is_played() -> None:
    """Each chapter is looked at for as many answers as it has."""
    match = table(Pebbles())
    for seed in range(3):
        for chapter in chapters.chapters(match, seed):
            play = chapter.play(match, seed)
            for _ in play:
                pass
            assert len(play.steps) == chapter.answers or play.game.over


def test_full_size_cuts_every_game() -> None:
    """By default few games are cut; at full size a chapter of each game is looked at."""
    match = table(Pebbles())
    proof = Proof(laws.components_conserved, 6, 8)
    cut = {
        seed: {repr(chapter.header) for chapter in chapters.chapters(match, seed)}
        for seed in range(8)
    }

    def seen(proof: Proof, rounds: int) -> set[int]:
        headers = [repr(play.game.header) for play in proof.plays(match, rounds)]
        return {seed for seed, known in cut.items() if known.intersection(headers)}

    assert seen(proof, proof.sample) == set(range(chapters.CUT))
    for games in (1, 5, 8):
        full = proof.at_full_size(games)
        assert seen(full, full.full) == set(range(games))
    assert proof.at_full_size(9).full == proof.full == 8


def test_full_size_ends_no_game_early() -> None:
    """Of whole games some are looked at by default, and all at full size."""
    match = table(Pebbles())
    proof = Proof(laws.ends, 4, 4, whole=True, enough=1)

    def played(proof: Proof) -> int:
        return sum(len([*play]) > 1 for play in proof.plays(match, 4))

    assert (played(proof), played(proof.at_full_size(4))) == (1, 4)


def test_some_chapters_are_drawn() -> None:
    """By default the first chapter is looked at, and another of each game, drawn by the check."""
    match = table(Pebbles())
    begun = {name: [play.game.header for play in some(match, 4, name)] for name in "abcdef"}
    first, *_ = chapters.chapters(match, 0)
    assert all(len(headers) == 5 and headers[0] == first.header for headers in begun.values())
    assert all(header.position for headers in begun.values() for header in headers[1:])
    assert len({repr(headers) for headers in begun.values()}) > 1
    assert begun["a"] == [play.game.header for play in some(match, 4, "a")]


def test_short_games_are_not_cut() -> None:
    """A game that is short enough is looked at from its first decision to its last."""
    match = table(Pebbles())
    with patch.object(chapters, "SHORT", 1_000):
        plays = some(match, 3, "any")
        assert [play.game.header for play in plays] == [match.begin(seed) for seed in range(3)]
        for play in plays:
            for _ in play:
                pass
            assert play.game.over


@pytest.mark.parametrize(("enough", "count"), [(None, 4), (1, 1), (60, 2)])
def test_whole_games(enough: int | None, count: int) -> None:
    """Whole games are begun until enough answers have been looked at."""
    played = []
    for play in whole(table(Pebbles()), 4, enough):
        for _ in play:
            pass
        assert play.game.over
        played.append(len(play.steps))
    assert len(played) == count, played


class LosesLate(flaws.LosesPebbles):
    """Destroys a component, but only in the last round."""

    def thrown(self, g: Game, seat: Seat, pebble: str) -> Flow[None]:
        """Throw it into the sea on the way home."""
        lost = g.happened and len(g.cards(f"hand.{seat}")) == 0
        yield from (
            super().thrown(g, seat, pebble) if lost else Pebbles.thrown(self, g, seat, pebble)
        )


def test_a_late_flaw_is_found() -> None:
    """What goes wrong only in the last round is found in a chapter that begins shortly before."""
    proof = Proof(laws.components_conserved, 6, 30)
    match = table(LosesLate())
    with pytest.raises(Broken, match="lies in 0 places"):
        proven(proof, match)


def proven(proof: Proof, match: Match) -> None:
    """Show a check on what is looked at by default."""
    for play in proof.plays(match, proof.sample):
        prove(proof.check, play)


def test_rules_that_fail_are_left_to_the_checks() -> None:
    """A game that can't be played to its end is not cut, but looked at as far as it goes."""
    match = table(Fails())
    (play,) = some(match, 1, "any")
    with pytest.raises(Broken, match="gave a fault"):
        prove(laws.components_conserved, play)


class Fails(Pebbles):
    """Stumbles at the end of the first round."""

    def close(self, g: Game) -> Flow[None]:
        """Stumble."""
        yield from super().close(g)
        raise RuntimeError(g.state.phase)


def test_what_comes_with_seats_is_nobodys_choice() -> None:
    """A module that a number of seats brings along is proven with just that number."""
    base, alone, box = Module("base"), Module("alone"), Module("box")
    ruleset = Ruleset(
        "boxes",
        modules=(base, alone, box),
        play=Pebbles().play,
        seats=("ann", "bob"),
        implied=lambda seats, _chosen: ("alone",) if len(seats) == 1 else (),
    )
    known = [str(match) for match in matches(ruleset, Words())]
    assert known == ["base+alone-1", "base-2", "base+alone+box-1", "base+box-2"]


def test_other_seeds_are_other_games() -> None:
    """From another seed on the games are others, as many, and the same each time."""
    match = table(Pebbles())
    usual, other, again = (some(match, 3, "any", seeds=first) for first in (0, 100, 100))
    assert {play.seed for play in other} == {100, 101, 102}
    assert {play.seed for play in usual} == {0, 1, 2}
    assert [play.game.header for play in other] == [play.game.header for play in again]
    assert {play.game.header.luck.seed for play in other} == {"100", "101"}
    assert [play.seed for play in whole(match, 2, None, 7)] == [7, 8]
