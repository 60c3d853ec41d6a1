"""What is chosen in secret is shown to nobody else: on the table, on the screen, in the chat.

What a viewer can't see is dealt anew; at the table everything looks the same to them then. And
what was laid where only its owner sees it stays there and stays secret, whatever goes wrong.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from functools import cache
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.old_world.shown import Shown, differences, shown
from tests.path_of_destiny.real_table import Sat, begun, open_table, played, stage
from tts_tool.journal import Journal
from tts_tool.kernel.decisions import Move
from tts_tool.kernel.timeline import Timeline
from tts_tool.kernel.views import view
from tts_tool.playtest.bots import RandomBot
from tts_tool.playtest.demo import one_answer
from tts_tool.playtest.hands import Hands
from tts_tool.playtest.stormy import Stormy, StormyWay
from tts_tool.proof.secrecy import dealt_anew

ONLOOKER = "Purple"
"""Somebody sits there who does not play."""
SEATS = ("red", "blue", "green")
SECOND = 60
FIELDS = ("first", "second")


def laid(game: Timeline) -> list[str]:
    """List the cards that lie covered beside the hands."""
    places = game.state.places
    return [c for seat in game.header.seats for f in FIELDS for c in places[f"chosen.{f}.{seat}"]]


@cache
def secrets() -> tuple[Timeline, ...]:
    """Give moments at which some have laid their cards, or chosen what stays, and others not."""
    found: list[Timeline] = []
    for seats, seed in ((3, "sa"), (4, "sb")):
        for game in played(seats, seed):
            keeping = game.state.sealed and len(game.state.sealed) < seats
            if keeping or 0 < len(laid(game)) < 2 * seats:
                found.append(game.fork())
    return tuple(Random(7).sample(found, len(found)))


@pytest.fixture(scope="module")
def table() -> Iterator[Sat]:
    """Open the table once for all moments."""
    with open_table(begun(4, "first")) as sat:
        sat.top.table.player(ONLOOKER)
        yield sat


def look(sat: Sat, game: Timeline, colour: str) -> tuple[Shown, list[str]]:
    """Lay a game out; give what somebody sees of it, and what was said to them."""
    since = len(sat.top.table.chat)
    sat.lay(game)
    said = [line.text for line in sat.top.table.chat[since:] if line.to in {colour, ""}]
    seen = shown(sat.top.table, sat.top.tree()["ObjectStates"], colour)
    return seen._replace(things=Counter(map(unnamed, Counter(seen.things).elements()))), said


def unnamed(look: tuple[Any, ...]) -> tuple[Any, ...]:
    """Leave out what a deck is called: one that was put together by hand has no name."""
    where, kind, drawn, told, *more = look
    return (where, kind, drawn, ("", *told[1:]) if kind[1] == "Deck" else told, *more)


def alike() -> Iterator[tuple[str | None, Timeline, Timeline]]:
    """Give who looks, and two games that differ only in what they can't see."""
    chance = Random(5)
    for number, game in enumerate(secrets()):
        viewers = (None, *(seat for seat in game.header.seats))
        viewer = viewers[number % len(viewers)]
        other = dealt_anew(game.state, viewer, chance)
        there = Timeline(game.composition, game.header, start=other)
        here = Timeline(game.composition, game.header, start=game.state)
        assert view(here.state, viewer) == view(there.state, viewer)
        yield viewer, here, there


@pytest.mark.soak(sample=3, full=60)
@pytest.mark.timeout(900)
@pytest.mark.rule("PD-PLAY-02", "PD-PLAY-13")
def test_nobody_is_shown_what_others_have_laid(table: Sat, rounds: int) -> None:
    """Whichever cards lie there, to all others and to who looks on everything looks the same."""
    differing = 0
    for viewer, here, there in islice(alike(), rounds):
        colour = ONLOOKER if viewer is None else table.colours[viewer]
        for game in (here, there):  # piles that differ are put together anew in both
            table.lay(game.fork())
        one, two = (look(table, game, colour) for game in (here, there))
        assert "\n".join(differences(one[0], two[0])) == "", viewer
        assert one[1] == two[1]
        differing += laid(here) != laid(there)
    assert differing >= min(rounds, 10) // 3


Work = Callable[[Stormy], Awaitable[None]]


def evening(tmp_path: Path, work: Work) -> None:
    """Play until red has laid both cards, and let something happen then."""

    async def play() -> None:
        here = stage()
        with Journal(tmp_path, durability="NORMAL") as journal:
            top = Stormy(here, journal, here.begin(journal, len(SEATS), "secret"), StormyWay(), 1)
            async with top:
                await top.settle()
                bots = {seat: RandomBot(seat) for seat in SEATS}
                while top.host.session.state.phase != "choose":
                    await one_answer(top, {seat: Hands(top, seat) for seat in SEATS}, bots)
                (asked,) = (each for each in top.host.session.open("red") if each.seat == "red")
                hand = top.host.session.state.places["hand.red"]
                two = {"first": hand[4], "second": hand[1]}
                await Hands(top, "red").answer(asked, two)
                assert tray(top) == [hand[4], hand[1]]
                assert top.drift() == {}
                await work(top)
                await top.settle()
                assert top.drift() == {}
                assert tray(top) == [hand[4], hand[1]]
                assert [seat for seat in SEATS if asked_of(top, seat)] == ["blue", "green"]
                await rest(top, bots)
                lying = top.host.session.state.places["timeline.red"]
                assert lying[-2:] == (hand[4], hand[1])
                assert top.drift(whole=True) == {}
                assert top.stumbles == []

    asyncio.run(play())


async def rest(top: Stormy, bots: dict[str, RandomBot]) -> None:
    """Let the others lay theirs."""
    while top.host.session.state.phase == "choose":
        await one_answer(top, {seat: Hands(top, seat) for seat in SEATS}, dict(bots))


def asked_of(top: Stormy, seat: str) -> bool:
    """Tell whether a seat is asked for its cards."""
    return any(
        each.name == "cards-to-play" and each.seat == seat for each in top.host.session.open("*")
    )


def tray(top: Stormy) -> list[str]:
    """List what red has laid, the left one first."""
    places = top.host.session.state.places
    return [each for field in FIELDS for each in places[f"chosen.{field}.red"]]


async def deleted(top: Stormy) -> None:
    """Somebody throws a covered card away; it is made anew where it lay."""
    (held,) = (top.table.with_memo(tray(top)[0]),)
    assert held is not None
    top.table.player("Blue").delete(held.piece)
    top.table.run(SECOND)
    await top.settle()
    top.table.run(10 * SECOND)


async def reloaded(top: Stormy) -> None:
    """The table is loaded as it would be saved now."""
    top.load(top.table.save())


async def killed(top: Stormy) -> None:
    """The referee dies; another one knows nothing but the journal."""
    await top.kill()
    await top.resurrect()


async def left(top: Stormy) -> None:
    """Blue, who has not chosen yet, leaves, and comes back."""
    top.table.player("Blue").leave()
    await top.settle()
    assert any(question.decision.startswith("away:") for question in top.host.panels["Red"])
    top.table.player("Blue")


async def carried(top: Stormy) -> None:
    """Green takes a covered card of red's; it is brought back, and green is told why."""
    before = len(top.table.chat)
    assert Hands(top, "green").do(Move(tray(top)[1], "chosen.first.green"))
    await top.settle()
    assert [line.to for line in top.table.chat[before:]] == ["Green"]


WRONG = (deleted, reloaded, killed, left, carried)


@pytest.mark.rule("PD-PLAY-02")
@pytest.mark.parametrize("what", WRONG, ids=lambda each: each.__name__)
def test_what_goes_wrong_in_a_secret_choice(what: Work, tmp_path: Path) -> None:
    """What red has laid lies there all the same, the others are still asked, and all goes on."""
    evening(tmp_path, what)
