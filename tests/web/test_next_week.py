"""Next week: a save, perhaps an old one, a journal, perhaps an empty one, and the game goes on."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, suppress
from copy import copy
from functools import partial
from pathlib import Path
from shutil import copytree
from typing import Any, NamedTuple

import msgspec
import pytest

from tests.web.test_hosting import COLOURS, Evening, offer
from tts_tool.errors import BadInput, NotFound, Refused
from tts_tool.journal import Journal
from tts_tool.journal.saved import Saved
from tts_tool.kernel.decisions import Press
from tts_tool.kernel.events import PhaseBegan
from tts_tool.kernel.game import Flow, Game
from tts_tool.kernel.module import Reaction
from tts_tool.playtest.bots import RandomBot
from tts_tool.referee.session import Session
from tts_tool.referee.table import reports
from tts_tool.referee.table.arrangement import laid, shown_tracks
from tts_tool.referee.table.choosing import presses
from tts_tool.referee.table.host import Host
from tts_tool.referee.table.keepsake import Keepsakes, unpacked
from tts_tool.referee.table.lobby import Lobby, Offer
from tts_tool.referee.table.panel import press_for
from tts_tool.rulesets.night_market import RULESET
from tts_tool.table import Table
from tts_tool.web import hosting

__all__ = ["offer"]

ALL_WELL = "Everything lies as it should."
PLAYED = 4
"""So many answers before the last save, and after it."""


class Left(NamedTuple):
    """What an evening leaves: the save of its middle, and how game and table stood."""

    save: bytes
    steps: int
    middle: dict[str, Any]
    end: bytes
    folder: Path = Path()
    """Its journal."""


@asynccontextmanager
async def night(
    offer: Offer, journal: Journal, save: bytes | None = None
) -> AsyncIterator[Evening]:
    """Host a table as it was built, or as it was saved."""
    evening = Evening(offer, journal)
    raw = evening.save if save is None else save
    with Table.open(raw, seats=tuple(COLOURS.values()), seconds=20) as table:
        async with evening.hosted(table):
            yield evening
        assert [str(each) for each in table.errors] == []


async def play(evening: Evening, answers: int) -> None:
    """Let people type the numbers of buttons that make whole answers."""
    host = evening.playing
    bot = RandomBot("next week")
    for _ in range(answers):
        await come_to_rest(evening)
        asked = [d for d in host.session.open("*") if d.kind == "question"]
        decision = next(d for d in asked if not host.session.waits_for(d))
        made = presses(decision.space(), bot.answer(decision))
        colour = COLOURS[decision.seat]
        buttons = [b.press for q in host.panels[colour] for b in q.buttons]
        numbers = [str(1 + buttons.index(press_for(decision, each))) for each in made]
        before = host.session.step
        evening.table.player(colour).say("!" + ",".join(numbers))
        await evening.until(partial(has_gone_on, host, before))
        await come_to_rest(evening)


def has_gone_on(host: Host, before: int) -> bool:
    """Tell whether something was answered."""
    return host.session.step > before


async def come_to_rest(evening: Evening) -> None:
    """Wait until the table has done, and saved, all that it was told, and dice and decks lie."""

    def rests() -> bool:
        host = evening.playing
        state = json.loads(str(evening.table.execute("return onSave()")))["referee"]
        waits = len(host.chance.open()) > len(list(host.chance.for_hands()))
        done = (state["epoch"], state["done"]) == (host.epoch, host.step)
        met = host.epoch > evening.reception.lobby.epoch
        return met and done and not state["pending"] and not waits

    for _ in range(3):
        await evening.until(rests)


async def first_evening(offer: Offer, journal: Journal) -> Left:
    """Begin a game, save in the middle of it, and play on until the game of the table is killed."""
    async with night(offer, journal) as evening:
        for button in ("seat.red", "seat.blue", "begin"):
            await evening.press("Red", button)
        await evening.until(lambda: evening.reception.host is not None)
        await play(evening, PLAYED)
        host = evening.playing
        await come_to_rest(evening)
        saved, steps = evening.table.save(), host.session.step
        middle = dict(host.session.state.places)
        await play(evening, PLAYED)
        assert host.session.step > steps + 2
        return Left(saved, steps, middle, host.session.digest())


async def on_the_panel(evening: Evening, way: str) -> str:
    """Wait for the question which of them goes on, press an answer; give what was asked."""
    host = evening.playing
    await evening.until(lambda: any(q.decision == "resume" for q in host.panels.get("Blue", ())))
    (question,) = host.panels["Blue"]
    await click(evening, "Blue", f"resume:{way}.blue")
    await evening.until(lambda: not any(q.decision == "resume" for q in host.panels["Blue"]))
    await evening.settled()
    return question.title


async def click(evening: Evening, colour: str, button: str) -> None:
    """Press a button of the panel as soon as it can be pressed."""
    done: list[Any] = []

    def press() -> bool:
        with suppress(NotFound, Refused):
            done.append(evening.table.player(colour).click(button))
        return bool(done)

    await evening.until(press)


async def said_of_it(evening: Evening) -> list[str]:
    """Ask whether everything lies as it should; give what is answered to that."""
    await come_to_rest(evening)
    before = len(evening.table.chat)
    evening.table.player("Red").say("!check")
    await evening.until(lambda: len(evening.table.chat) > before)
    await come_to_rest(evening)
    return [line.text for line in evening.table.chat[before:]]


@pytest.fixture(scope="module")
def left(offer: Offer, tmp_path_factory: pytest.TempPathFactory) -> Left:
    """Let a first evening be played, once for all that may become of it."""
    folder = tmp_path_factory.mktemp("first") / "games"

    async def evening() -> Left:
        with Journal(folder, durability="NORMAL") as journal:
            return (await first_evening(offer, journal))._replace(folder=folder)

    return asyncio.run(evening())


def run(work: Callable[[], Awaitable[None]]) -> None:
    """Do it."""

    async def done() -> None:
        await work()

    asyncio.run(done())


def the_game(folder: Path) -> Saved:
    """Read the one game of a journal."""
    with Journal(folder, durability="NORMAL") as journal:
        (kept,) = journal.games()
        return journal.show(kept.id)


@asynccontextmanager
async def resumed(offer: Offer, left: Left, folder: Path, save: bytes) -> AsyncIterator[Evening]:
    """Host a table next week, with the games of last week in a folder, and go on with the game."""
    copytree(left.folder, folder)
    with Journal(folder, durability="NORMAL") as journal:
        (kept,) = journal.games()
        async with night(offer, journal, save) as evening:
            await evening.press("Red", f"resume.{kept.id}")
            await evening.until(lambda: evening.reception.host is not None)
            yield evening


@pytest.mark.timeout(180)
@pytest.mark.parametrize("way", ["game", "back", "table"])
def test_the_game_was_killed_after_the_last_save(
    offer: Offer, left: Left, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    """Some answers later than the save: each of the three ways on leads to where it says."""
    monkeypatch.setattr(hosting, "AGAIN", 0.05)

    async def evenings() -> None:
        async with resumed(offer, left, tmp_path / "games", left.save) as evening:
            asked = await on_the_panel(evening, way)
            session = evening.playing.session
            assert "behind the game; nothing was moved since" in asked
            if way == "game":
                assert session.digest() == left.end
            else:
                await evening.until(lambda: session.digest() != left.end)
                await evening.until(lambda: dict(session.state.places) == left.middle)
            assert evening.playing.mode == "enforce"
            assert await said_of_it(evening) == [ALL_WELL]

    run(evenings)


def later_build(offer: Offer, *reactions: Reaction) -> Offer:
    """Give what is offered by a build whose rules are others: perhaps also in what was played."""
    core, *boxes = (copy(module) for module in offer.ruleset.modules)
    core.behaviour += 1
    core.reactions = [*core.reactions, *reactions]
    ruleset = copy(offer.ruleset)
    ruleset.modules = (core, *boxes)
    return offer._replace(ruleset=ruleset)


def alms(g: Game, seat: str) -> Flow[None]:
    """Give everybody a coin who comes to the market."""
    yield from ()
    g.add(f"coins.{seat}", 1)


def bustling(g: Game, began: PhaseBegan) -> Iterator[tuple[str, dict[str, Any]]]:
    """List who comes to the market when it opens."""
    if began.phase == "bustle":
        yield from ((seat, {}) for seat in g.seats)


@pytest.mark.timeout(180)
@pytest.mark.parametrize("way", ["game", "back", "table"])
def test_rules_have_changed_and_not_what_was_played(
    offer: Offer, left: Left, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    """All are told so; it is the same game, so each of the three ways leads to where it says."""
    monkeypatch.setattr(hosting, "AGAIN", 0.05)

    async def evenings() -> None:
        async with resumed(later_build(offer), left, tmp_path / "games", left.save) as evening:
            asked = await on_the_panel(evening, way)
            session = evening.playing.session
            assert "behind the game; nothing was moved since" in asked
            heard = [line.text for line in evening.table.chat]
            for said in ("The rules of core have changed", "Nothing of that touches"):
                assert any(said in each for each in heard), heard
                assert any(said in each.text for each in evening.news)
            if way == "game":
                assert session.digest() == left.end
            else:
                await evening.until(lambda: dict(session.state.places) == left.middle)
            assert await said_of_it(evening) == [ALL_WELL]

    run(evenings)


@pytest.mark.timeout(180)
@pytest.mark.parametrize("way", ["game", "back", "table"])
def test_rules_have_changed_in_what_was_played(
    offer: Offer, left: Left, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    """The game goes on where the rules still lead; what they don't stays in the journal."""
    monkeypatch.setattr(hosting, "AGAIN", 0.05)
    later = later_build(offer, Reaction("alms", PhaseBegan, bustling, alms))

    async def evenings() -> None:
        before = the_game(left.folder)
        async with resumed(later, left, tmp_path / "games", left.save) as evening:
            session = evening.playing.session
            digest = session.digest()
            assert "shows a moment that the game never had" in await on_the_panel(evening, way)
            heard = [line.text for line in evening.table.chat]
            for said in ("now do something else at entry", "The game goes on from"):
                assert any(said in each for each in heard), heard
            if way == "game":
                assert session.digest() == digest
            else:
                await evening.until(lambda: dict(session.state.places) == left.middle)
            assert await said_of_it(evening) == [ALL_WELL]
            step = session.step
            await play(evening, 1)
            assert session.step > step
        assert the_game(tmp_path / "games").legs[0] == before.legs[0]

    run(evenings)


@pytest.mark.timeout(180)
@pytest.mark.parametrize("is_later", [False, True])
def test_another_computer(
    offer: Offer,
    left: Left,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    is_later: bool,  # noqa: FBT001  # pytest gives it
) -> None:
    """From the save alone, with an empty journal, the game goes on from its last restart point."""
    offer = later_build(offer) if is_later else offer
    monkeypatch.setattr(hosting, "AGAIN", 0.05)

    async def evenings() -> None:
        with Journal(left.folder, durability="NORMAL") as journal:
            there = [game.id for game in journal.games()]
        state = json.loads(json.loads(left.save)["LuaScriptState"])
        assert 0 < len(json.loads(left.save)["LuaScriptState"]) < 64 * 1024
        point = unpacked(state["referee"]["keepsake"])
        assert (point.seats, [point.kept_as]) == (("red", "blue"), there)
        with Journal(tmp_path / "elsewhere", durability="NORMAL") as journal:
            assert journal.games() == []
            async with night(offer, journal, left.save) as evening:
                await evening.press("Blue", "table")
                await evening.until(lambda: evening.reception.host is not None)
                await evening.settled()
                session = evening.playing.session
                assert session.position()[0]["places"] == point.position["places"]
                assert [game.seats for game in journal.games()] == [("red", "blue")]
                assert await said_of_it(evening) == [ALL_WELL]
                before = session.step
                await play(evening, PLAYED)
                assert session.step > before
                heard = [line.text for line in evening.table.chat]
                assert is_later == any("rules of core have changed" in each for each in heard)
                assert is_later == any("by the rules as they are now" in each for each in heard)

    run(evenings)


@pytest.mark.timeout(180)
def test_a_save_of_an_older_build(
    offer: Offer, left: Left, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A table that keeps nothing of its game yet is brought to where the game is, unasked."""
    monkeypatch.setattr(hosting, "AGAIN", 0.05)

    async def evenings() -> None:
        tree = json.loads(left.save)
        state = json.loads(tree["LuaScriptState"])
        del state["referee"]["moment"], state["referee"]["keepsake"]
        tree["LuaScriptState"] = json.dumps(state)
        async with resumed(offer, left, tmp_path / "games", json.dumps(tree).encode()) as evening:
            await evening.settled()
            assert evening.playing.session.digest() == left.end
            assert await said_of_it(evening) == [ALL_WELL]

    run(evenings)


def test_what_a_table_keeps_is_short_and_read_with_care(offer: Offer) -> None:
    """It is packed anew only at a new restart point; nonsense of any kind is told, not believed."""
    with Session.new(RULESET, offer.catalogue, seats=("red", "blue"), seed="1") as session:
        keepsakes = Keepsakes(session)
        once = keepsakes.packed()
        assert keepsakes.packed() is once
        assert unpacked(once).seats == ("red", "blue")
        assert len(once) < 64 * 1024
        for nonsense in ("", "x", "eJw=", once[:-9], once[9:], "AAAA", "é"):
            with pytest.raises(BadInput, match="can't be read"):
                unpacked(nonsense)


def test_what_a_table_keeps_was_bent(offer: Offer) -> None:
    """It is not gone on with, and each person is told so in their language, once."""
    with Session.new(RULESET, offer.catalogue, seats=("red", "blue"), seed="1") as session:
        kept = Keepsakes(session).packed()
    for keepsake, is_fit in ((kept, True), (kept[:-9], False), ("nonsense", False)):
        lobby = Lobby(offer)
        hello = reports.Hello(survey=reports.Surveyed(), moment="0.x", keepsake=keepsake)
        told = lobby.received(msgspec.structs.replace(hello, tongues={"Blue": "de"}))
        said = {line.colour: line.text for line in told.lines}
        offered = {b.press for q in told.panels["Red"] for b in q.buttons}
        assert ("lobby.Red.table" in offered, said == {}) == (is_fit, is_fit)
        assert is_fit or ("can’t be read" in said["Red"] and "nicht zu lesen" in said["Blue"])
        assert lobby.received(reports.Did(epoch=1, step=1)).lines == ()


def test_a_table_that_nobody_loaded_asks_nothing(offer: Offer) -> None:
    """A referee that comes back to a table which stayed open goes on without a word."""
    with Session.new(RULESET, offer.catalogue, seats=("red", "blue"), seed="1") as session:
        host = Host(session, {"red": "Red", "blue": "Blue"})
        hello = msgspec.json.decode(b'{"kind": "hello", "moment": "0.x", "loaded": false}')
        told = host.received(reports.read(hello))
        assert told.mode == "enforce"
        assert not any(q.decision == "resume" for panel in told.panels.values() for q in panel)


@pytest.mark.parametrize(("minutes", "asked"), [(1, "undo"), (30, "resume")])
@pytest.mark.parametrize("way", ["game", "back", "table"])
def test_a_table_is_loaded_while_its_referee_goes_on(
    offer: Offer, minutes: int, asked: str, way: str
) -> None:
    """From long ago: people say which goes on. From just now it is the key that turns it back."""
    passed = [0.0]
    with Session.new(RULESET, offer.catalogue, seats=("red", "blue"), seed="1") as session:
        host = Host(session, {"red": "Red", "blue": "Blue"}, now=lambda: passed[0])
        shows = host.received(reports.Hello(sitting=("Red", "Blue"))).moment
        survey, places = laid_out(host), dict(session.state.places)
        while session.step < PLAYED or session.state.places == places:
            decision = next(d for d in session.open("*") if d.kind == "question")
            session.choose(decision, RandomBot("loaded").answer(decision))
            host.received(reports.Did(epoch=host.epoch, step=host.step))
        after = session.digest()
        passed[0] += 60.0 * minutes
        hello = reports.Hello(1, 0, moment=shows, loaded=True, leader="Red", survey=survey)
        told = host.received(hello)
        questions = {q.decision for panel in told.panels.values() for q in panel}
        assert {"undo", "resume"} & questions == {asked}
        if asked == "undo":
            return
        assert (told.mode, told.acts) == ("off", ())
        host.received(pressed(1, f"resume:{way}.red"))
        assert host.mode == "enforce"
        host.received(msgspec.structs.replace(survey, epoch=host.epoch, step=host.step))
        assert (session.digest() == after) == (way == "game")
        assert (dict(session.state.places) == places) == (way != "game")


def laid_out(host: Host) -> reports.Surveyed:
    """Say how a table lies that shows all as the rules have it."""
    state = host.session.state
    return reports.Surveyed(
        places={p: tuple(reports.Seen(*e) for e in lying) for p, lying in laid(state).items()},
        counters=dict(shown_tracks(state)),
    )


def pressed(n: int, button: str) -> reports.Gestured:
    """Let Red press a button."""
    return reports.Gestured(n, "Red", Press(button), ())
