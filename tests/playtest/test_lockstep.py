"""Games of Old World in which everything goes wrong: table and rules stay together all the same."""

from __future__ import annotations

import asyncio
import json
from itertools import product
from pathlib import Path

import pytest
from click.testing import CliRunner

from tts_tool.journal import Journal
from tts_tool.kernel.entries import Answer
from tts_tool.playtest.bots import RandomBot
from tts_tool.playtest.demo import Drifted, one_answer
from tts_tool.playtest.faults import fail_once
from tts_tool.playtest.hands import Hands
from tts_tool.playtest.lockstep import LATEST, LONGEST, Lockstep, bot_of, main, play, way_of
from tts_tool.playtest.shown import Shown, Unshown
from tts_tool.playtest.stage import old_world
from tts_tool.playtest.stormy import BUDGET, Stormy, StormyWay, Strike
from tts_tool.playtest.tally import PlayedGame, covered, uncovered
from tts_tool.referee.table import meeting
from tts_tool.table.switches import Switches
from tts_tool.texts import by_language

BEGINNING = 14
"""So many answers of a sample are played."""


@pytest.mark.soak(sample=1, full=30)
@pytest.mark.timeout(7_200)
def test_storms(rounds: int, tmp_path: Path) -> None:
    """Seats, modes, switches vary; nothing drifts, is lost, hangs or is kept from people."""
    whole = rounds > 1
    games: list[PlayedGame] = []
    for number in range(rounds):
        game = asyncio.run(
            play(
                old_world(),
                tmp_path / str(number),
                number,
                rounds,
                most=LONGEST if whole else BEGINNING,
                often=1.0 if whole else 4.0,
                stormy=not whole,
            )
        )
        assert game.failed == "", game
        assert game.over == whole
        assert game.longest < BUDGET
        games.append(game)
    assert any(game.faults.get("illegal") for game in games)
    if whole:
        assert {kind: names for kind, names in uncovered(games).items() if kind != "failing"} == {}


def test_what_was_never_tried_is_named() -> None:
    """As long as not all games were played, what is still missing stands in the summary."""
    some = [row(number, 300) for number in range(7)]
    all_of_them = [row(number, 300) for number in range(300)]
    lacking = uncovered(some)
    assert "modes" not in lacking
    assert len(lacking["switches"]) == len(list(Switches().each_turned())) - len(some)
    assert "illegal" in lacking["faults"]
    assert {*uncovered(all_of_them)} == {"faults", "failing"}
    assert covered(all_of_them)["seats"] == dict.fromkeys("12345", 60)


def test_both_kinds_of_bots_play_everywhere() -> None:
    """In thirty games in a row each plays with any number of seats, in calm and in storms."""
    games = [row(number, 300) for number in range(60, 90)]
    assert {(each.bot, each.seats, each.calm) for each in games} == {
        *product(("random", "steady"), range(1, 6), (True, False))
    }
    assert bot_of(60, "night-market") == bot_of(75, "night-market") == "random"


def row(number: int, games: int) -> PlayedGame:
    """Say of a game how it would be played."""
    seats, way = way_of(number, games)
    return PlayedGame(
        game=number,
        bot=bot_of(number, "old-world"),
        calm=way.calm,
        seats=seats,
        mode=way.mode,
        language=way.language,
        switches={**way.switches},
    )


def test_the_command_runs_as_its_first_lines_say(tmp_path: Path) -> None:
    """Who plays need not be said."""
    told = CliRunner().invoke(main, ["--games", "0", "--into", f"{tmp_path}"])
    assert told.exit_code == 0, told.output
    assert json.loads(told.stdout)["games"] == 0


@pytest.mark.long
def test_the_same_storm_blows_twice(tmp_path: Path) -> None:
    """A game that has failed can be looked at again: all chance hangs on its number."""
    one, other = (
        asyncio.run(play(old_world(), tmp_path / name, 9, 300, most=5, often=4.0)) for name in "ab"
    )
    one.seconds = other.seconds = 0
    assert one == other


def test_the_clock_is_that_of_the_table(tmp_path: Path) -> None:
    """What is to be void after a minute is so after a minute's frames, however quick we are."""

    async def proposed() -> None:
        stage = old_world()
        with Journal(tmp_path) as journal:
            way = StormyWay(calm=True, switches={"frames-per-second": 30})
            top = Stormy(stage, journal, stage.begin(journal, 2, "1"), way, 1)
            bots = {seat: RandomBot(seat) for seat in top.host.session.seats}
            async with top:
                await top.settle()
                while not any(isinstance(e, Answer) for e in top.host.session.timeline.entries):
                    await one_answer(top, {seat: Hands(top, seat) for seat in bots}, bots)
                top.table.player("Red").say("!undo")
                await top.settle()
                assert top.host.overdue() is None
                assert top.host.session.proposal is not None
                top.table.run(61 * 30)
                assert top.host.overdue() is not None
                assert top.host.session.proposal is None

    asyncio.run(proposed())


async def save(top: Stormy) -> None:
    """Let the game save itself."""
    top.autosave()


async def turn_back(top: Stormy) -> None:
    """Turn the table back to what was saved first."""
    top.load(top.saves[0])


async def play_another(top: Stormy) -> None:
    """Let another referee come with another game, in which nobody has answered anything."""
    await top.kill()
    top.kept = top.stage.begin(top.journal, 1, "1")
    await top.resurrect()


async def turn_back_amid_a_shuffle(top: Stormy) -> None:
    """Kill the referee when the table is to shuffle, turn the table back, let another come."""
    top.autosave()
    while not top.host.chance.shuffled():
        await top.go_on(1)
    await top.kill()
    top.load(top.saves[0])
    await top.resurrect()


async def stumble_and_die(top: Stormy) -> None:
    """Let the referee stumble, and be killed before its word of that has come."""
    fail_once(top, "tts_tool.referee.table.following", "choreography")
    while not top.stumbles:
        await top.go_on(1)
    await top.kill()
    await top.resurrect()


def alone(folder: Path, most: int, *strikes: Strike, late: int = 0) -> Lockstep:
    """Play the first answers of a game alone; what happens when comes settle by settle."""

    async def play_on() -> Lockstep:
        stage, way = old_world(), StormyWay(calm=True, latest=late, earliest=late)
        with Journal(folder) as journal:
            top = Stormy(stage, journal, stage.begin(journal, 1, "1"), way, 1)
            top.strikes += strikes
            steps = Lockstep(top, {"red": RandomBot("1")})
            async with top:
                await steps.play(most)
            return steps

    return asyncio.run(play_on())


async def nothing(_: Stormy) -> None:
    """Let nothing happen."""


def test_what_was_taken_back_is_not_lost(tmp_path: Path) -> None:
    """Who plays alone and turns the table back has taken back, and is told so."""
    steps = alone(tmp_path, 4, nothing, save, nothing, nothing, turn_back)
    assert steps.happened["taken back with the table"] == 1
    assert steps.answers == 4


def test_nobody_speaks_for_the_dead(tmp_path: Path) -> None:
    """What a referee has stumbled over is told by itself; what it was about the next one does."""
    steps = alone(tmp_path, 4, nothing, nothing, stumble_and_die, late=LATEST)
    assert len(steps.top.stumbles) == 1
    assert steps.top.beginnings == 2
    assert steps.answers == 4


def test_what_was_lost_is_found(tmp_path: Path) -> None:
    """Nobody was told that anything was taken back, and yet it is not there any more."""
    with pytest.raises(Drifted, match="an answer that was accepted is lost"):
        alone(tmp_path, 4, nothing, nothing, nothing, nothing, play_another)


def test_a_shuffle_waits_until_somebody_has_said_which_goes_on(tmp_path: Path) -> None:
    """A table that shows another moment is told to try nothing; the question comes at once."""
    steps = alone(tmp_path, 4, nothing, turn_back_amid_a_shuffle)
    assert steps.happened["asked which goes on"] == 1
    assert steps.answers == 4


@pytest.mark.parametrize("says", [True, False])
def test_whoever_is_left_without_a_word_is_found(
    *, says: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A verdict that takes longer than a second is in order only if the table says so meanwhile."""
    told = by_language("table")
    if not says:
        told["en"]["noted"] = ""
    monkeypatch.setattr(meeting, "by_language", lambda _speaker: told)

    async def slowly() -> Shown:
        with Journal(tmp_path) as journal:
            stage = old_world()
            way = StormyWay(earliest=60, latest=60)
            top = Stormy(stage, journal, stage.begin(journal, 2, "1"), way, 1)
            async with top:
                await top.settle()
                shown = Shown(top)
                (asked,) = top.host.session.open("red")
                await Hands(top, "red").answer(asked, asked.space().sample(lambda _: 0))
                shown.check()
                return shown

    if says:
        shown = asyncio.run(slowly())
        assert shown.verdicts == 1
        assert shown.slowest > 60
    else:
        with pytest.raises(Unshown, match="without a word"):
            asyncio.run(slowly())
