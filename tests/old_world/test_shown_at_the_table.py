"""Nobody is shown what they may not know: on the table, on the screen, in the chat, by a search.

What a viewer can't see is dealt anew; at the table then everything looks the same to them.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import islice
from random import Random
from typing import NamedTuple

import msgspec
import pytest

from tests.old_world.real_table import COLOURS, Sat, open_table
from tests.old_world.referee_table import OBSERVED
from tests.old_world.shown import Shown, differences, shown
from tests.old_world.table import new, unplayed
from tts_tool.kernel.decisions import TABLE
from tts_tool.kernel.entries import Accepted
from tts_tool.kernel.state import State
from tts_tool.kernel.timeline import Timeline
from tts_tool.kernel.views import view
from tts_tool.playtest.bots import RandomBot
from tts_tool.proof.play import Watched, answerable, do, sampled
from tts_tool.proof.secrecy import dealt_anew
from tts_tool.referee.table.throws import stream_of

GAMES = ((2, "sa"), (3, "sb"), (5, "sc"))
STEPS = 2
"""So many answers at most are given after a place at which rules can be entered."""
BOARDS = "shuffle.boards"
DRAFTING = ("green", "blue", "red")
"""In which order three seats draft when red begins."""
ONLOOKER = "Purple"
"""Somebody sits there who does not play."""


class Moment(NamedTuple):
    """A place at which the rules can be entered, and what is asked there."""

    question: str
    game: Timeline
    state: State


@cache
def moments() -> tuple[Moment, ...]:
    """Give restart points of random games: one of each question for each number of seats."""
    found: dict[tuple[str, int], list[Moment]] = {}
    for seats, seed in GAMES:
        first = unplayed(seats, seed).timeline
        luck = msgspec.structs.replace(first.header.luck, observed=OBSERVED)
        game = Watched(first.composition, msgspec.structs.replace(first.header, luck=luck))
        bot = RandomBot(seed)
        while not game.over:
            chosen = next(d for d in game.decisions() if not game.driver.held(d))
            reply = (
                game.observe(stream_of(chosen), None)
                if chosen.seat == TABLE
                else game.choose(chosen, bot.answer(chosen))
            )
            assert isinstance(reply, Accepted), reply
        for restart in game.restarts:
            here = Timeline(game.composition, game.header, start=restart.state)
            names = [each.name for each in here.decisions() if each.seat != TABLE]
            if names:
                found.setdefault((names[0], seats), []).append(
                    Moment(names[0], here, restart.state)
                )
    # In the middle of a game more has come out of the box, and not all of it is used up.
    return tuple(several[len(several) // 2] for several in found.values())


@pytest.fixture(scope="module")
def table() -> Iterator[Sat]:
    """Open the table once for all moments."""
    with open_table(new(5).timeline) as sat:
        sat.top.table.player(ONLOOKER)
        yield sat


class Look(NamedTuple):
    """What somebody sees, and what was said to them."""

    seen: Shown
    said: tuple[str, ...]


def look(sat: Sat, game: Timeline, colour: str) -> Look:
    """Lay a game out, and look at it with somebody's eyes."""
    since = len(sat.top.table.chat)
    sat.lay(game)
    said = [line.text for line in sat.top.table.chat[since:] if line.to in {colour, ""}]
    return Look(shown(sat.top.table, sat.top.tree()["ObjectStates"], colour), tuple(said))


def alike() -> Iterator[tuple[str, str | None, tuple[Timeline, Timeline]]]:
    """Give moments, somebody who looks, and two games that look alike to them.

    In the second all is dealt anew that they can't see; then they may have answered in both.
    """
    chance = Random(3)
    for number, moment in enumerate(chance.sample(moments(), len(moments()))):
        game = moment.game
        viewers = (None, *game.header.seats)
        viewer = viewers[number % len(viewers)]
        other = dealt_anew(moment.state, viewer, chance)
        there = Timeline(game.composition, game.header, start=other)
        assert moment.state.places != other.places
        both = (game.fork(), there)
        if not alike_to(viewer, both):
            continue  # something comes to light right there
        question = moment.question
        for _ in range(number % (STEPS + 1)):
            further = (both[0].fork(), both[1].fork())
            asked = next(iter(answerable(further[0].decisions())), None)
            if asked is None or asked.seat != viewer:
                break
            deed = sampled(asked, chance)
            taken = all(isinstance(do(each, deed), Accepted) for each in further)
            if not (taken and alike_to(viewer, further)):
                break
            both = further
            question = " ".join(sorted({each.name for each in both[0].decisions()}))
        yield question, viewer, both


def alike_to(viewer: str | None, both: tuple[Timeline, Timeline]) -> bool:
    """Tell whether nothing that differs has come to light, and no chance is to fall."""
    chance = [each for game in both for each in game.decisions() if each.seat == TABLE]
    return not chance and view(both[0].state, viewer) == view(both[1].state, viewer)


@pytest.mark.soak(sample=3, full=100)
@pytest.mark.timeout(900)
def test_nobody_is_shown_what_is_hidden(table: Sat, rounds: int) -> None:
    """To a seat, or who looks on, all looks the same whatever lies where they can't see."""
    seen = set()
    for question, viewer, both in islice(alike(), rounds):
        colour = ONLOOKER if viewer is None else COLOURS[viewer]
        one, two = (look(table, game, colour) for game in both)
        assert "\n".join(differences(one.seen, two.seen)) == "", (question, viewer)
        assert one.said == two.said
        assert len(one.seen.things) > 100
        seen.add((question, viewer is None))
    assert len(seen) >= min(rounds, 12)
    assert {True, False} <= {is_onlooker for _, is_onlooker in seen}


def drafts() -> Iterator[tuple[str | None, tuple[Timeline, Timeline]]]:
    """Give the board draft as it stands before each seat, and once more with other boards drawn.

    Who drafts sees the own two in both; in which order the others lie nobody knows.
    """
    for number in range(len(DRAFTING)):
        last = DRAFTING[-1] if number == len(DRAFTING) - 1 else ""  # there one board is left
        for viewer in (None, *(each for each in DRAFTING if each != last)):
            one = drafting(number, None, viewer)
            other = drafting(number, Random(f"{number} {viewer}"), viewer)
            assert one.state.places != other.state.places
            yield viewer, (one, other)


def drafting(number: int, chance: Random | None, viewer: str | None) -> Timeline:
    """Let so many seats draft a board; by chance the next one draws others, unless it looks."""
    first = unplayed(3, "draft", settings={"starting-player": "red"}).timeline
    luck = msgspec.structs.replace(first.header.luck, observed=(BOARDS,))
    game = Timeline(first.composition, msgspec.structs.replace(first.header, luck=luck))
    drafted = 0
    while True:
        (asked,) = game.decisions()
        if asked.seat == TABLE:
            order = sorted(game.state.places["boards"])
            Random(drafted).shuffle(order)
            if chance is not None and drafted == number:
                kept = order[:2] if viewer == DRAFTING[drafted] else []
                left = order[len(kept) :]
                while left == order[len(kept) :]:
                    chance.shuffle(left)
                order = [*kept, *left]
            reply = game.observe(stream_of(asked), order)
        elif drafted == number:
            return game
        else:
            drafted += asked.name == "board"
            reply = game.choose(asked, asked.space().sole()[0])
        assert isinstance(reply, Accepted), reply


@pytest.mark.soak(sample=2, full=11)
@pytest.mark.timeout(900)
@pytest.mark.rule("OW-HID-23")
def test_nobody_is_shown_what_others_draft(table: Sat, rounds: int) -> None:
    """The boards that a seat has drawn look the same to all others, whichever they are."""
    for viewer, both in Random(5).sample(list(drafts()), rounds):
        assert alike_to(viewer, both)
        colour = ONLOOKER if viewer is None else COLOURS[viewer]
        one, two = (look(table, game, colour) for game in both)
        assert "\n".join(differences(one.seen, two.seen)) == "", viewer
        assert one.said == two.said
