"""Bots with hands play at the built table of Old World, and table and rules never differ."""

from __future__ import annotations

import asyncio

import pytest

from tests.build.set_up import made
from tests.old_world.table import catalogue
from tts_tool.playtest.bots import RandomBot
from tts_tool.playtest.demo import Drifted, Evening, play_out
from tts_tool.playtest.refereed import Built, Refereed
from tts_tool.referee.session import Session
from tts_tool.referee.table.host import Host
from tts_tool.rulesets.old_world import RULESET
from tts_tool.table import Table
from tts_tool.table.pieces import Piece

OBSERVED = ("poker.", "story", "attack", "shuffle.")


class Enough(Exception):  # it ends what was only to begin
    """So much of a game is enough."""


def refereed(seats: int, seed: int) -> Refereed:
    """Open the built table for a game of so many seats."""
    values = made().values
    session = Session.new(RULESET, catalogue(), seats=seats, seed=str(seed), observed=OBSERVED)
    colours = {seat: values["colours"][seat] for seat in session.seats}
    host = Host(session, colours, mode="enforce", digest=values["digest"])
    return Refereed(Built.of(made().save, values), host, seed=seed)


async def evening(top: Refereed, most: int) -> Evening | None:
    """Play so many answers, or to the end if that comes before."""
    seats = top.host.session.seats
    bots = {
        seat: RandomBot(f"{seat}/{top.host.session.timeline.header.luck.seed}") for seat in seats
    }
    left = most

    def watch(_top: Refereed) -> None:
        nonlocal left
        left -= 1
        if not left:
            raise Enough

    async with top:
        try:
            return await play_out(top, bots, watch)
        except Enough:
            return None


@pytest.mark.soak(sample=1, full=30)
@pytest.mark.timeout(900)
def test_games_by_hands(rounds: int) -> None:
    """Seats, chance and characters vary; a sample plays the beginning of a game of two."""
    for seed in range(rounds):
        top = refereed(1 + (seed + 1) % 5, seed)
        played = asyncio.run(evening(top, 30 if rounds == 1 else 20_000))
        assert (played is None) == (rounds == 1)
        if played is not None:
            assert top.host.session.over
            assert played.drags > played.answers // 4


@pytest.mark.long
def test_the_same_game_takes_the_same_frames() -> None:
    """However fast machine and sockets are: played again, a game is the same to the frame.

    Where people do what they are asked to, the table has no reason to look at everything.
    """
    frames = []
    for _ in range(2):
        top = refereed(2, 11)
        assert asyncio.run(evening(top, 20)) is None
        frames.append((top.table.frame, top.host.epoch, top.host.step))
        assert "surveyed" not in {each["kind"] for each in top.table.messages}
    assert frames[0] == frames[1]


def test_a_difference_is_noticed() -> None:
    """What somebody moves behind the referee's back ends the evening with its place."""

    async def cheated() -> None:
        top = refereed(1, 3)

        def cheat(top: Refereed) -> None:
            # A piece that nobody is asked for yet, and of which the table remembers nothing.
            top.table.execute(
                "for _, each in ipairs(getObjects()) do"
                " if string.match(each.memo or '', '^attribute%-trophy') then"
                " each.memo = '' each.destruct() break end end"
            )

        async with top:
            await play_out(top, {"red": RandomBot("red")}, cheat)

    with pytest.raises(Drifted, match="table and rules differ"):
        asyncio.run(cheated())


@pytest.mark.parametrize(
    ("lower", "upper"),
    [("miniature.red", "miniature.blue"), ("potion.blizzard.3", "potion.stonebark.4")],
)
def test_who_stands_on_another_is_not_carried_off(lower: str, upper: str) -> None:
    """Figures and cards that somebody has dropped on each other are lifted one by one."""
    with Table.open(made().save, seats=("Red",)) as table:

        def piece(name: str) -> Piece:
            held = table.with_memo(name)
            assert held is not None
            return held.piece

        hand = table.player("Red")
        for each, x in ((lower, 0.0), (upper, 0.7)):  # cards that lie askew do not become a pile
            held = table.with_memo(each)
            assert held is not None
            one = hand.pull(held.piece, held.inside) if held.inside else held.piece
            hand.drop_at(one, (x, 4, 40))
            table.run(60)
        lies = piece(upper).position
        assert lies[1] > piece(lower).position[1]
        hand.drop_at(piece(lower), (20, 4, 40))
        table.run(60)
        assert piece(lower).position[0] == pytest.approx(20)
        assert piece(upper).position[0] == pytest.approx(lies[0])
