"""A table is waited for, asked what it wants to play, refereed, told farewell, and gone on with."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

from tests.plain_table import Die, plain_table
from tests.table.small_saves import save, thing
from tests.web.tabletop import LOOK, RESTS
from tts_tool.catalog import Catalogue, load, rules_digest
from tts_tool.errors import NotFound, Refused, UserError
from tts_tool.journal import Journal
from tts_tool.kernel.module import Composition, Setup
from tts_tool.referee.table.host import Host
from tts_tool.referee.table.house import House
from tts_tool.referee.table.lobby import Lobby, Offer
from tts_tool.referee.table.reception import Reception
from tts_tool.resources import cards_dir
from tts_tool.rulesets.night_market import RULESET
from tts_tool.saves.tree import written
from tts_tool.sync.wire import Wire
from tts_tool.table import Table
from tts_tool.table.editor import EditorPort
from tts_tool.web import hosting
from tts_tool.web.hosting import News

COLOURS = {"red": "Red", "blue": "Blue", "green": "Green"}
BOXES = ("storm", "guild")
DICE = (Die("voice", 6), Die("rain", 6))


@pytest.fixture(scope="module")
def offer() -> Offer:
    """Offer the sample game with all its boxes."""
    cards: Catalogue = load(cards_dir() / RULESET.folder, RULESET.schema)
    settings = {each.name: each.default for each in RULESET.settings(BOXES)}
    box = Composition(RULESET, Setup(tuple(COLOURS), ("core", *BOXES), settings, cards)).inventory
    return Offer(RULESET, cards, box, rules_digest(cards, box), BOXES, COLOURS)


class Evening:
    """A game, who hosts it, and what they are told."""

    def __init__(self, offer: Offer, journal: Journal) -> None:
        """Lay the table; nobody hosts yet."""
        self.journal = journal
        kept = [game for game in journal.games() if not game.over]
        house = House(
            offer._replace(kept=kept), journal, {}, ("voice", "rain", "shuffle."), note=None
        )
        self.troubles: list[UserError] = []
        self.news: list[News] = []
        lobby = Lobby(offer._replace(kept=kept), "enforce")
        self.reception = Reception(lobby, house.begin, self.troubles.append)
        tabled = plain_table(RULESET.name, offer.box, COLOURS, LOOK, DICE, digest=offer.digest)
        self.save = written(tabled.tree())
        self.table: Table
        self.kept = 0

    def keep(self, _: Host) -> None:
        """Have no room on the disk for how things stand."""
        self.kept += 1
        raise OSError(28, "No space left on device")

    @asynccontextmanager
    async def hosted(self, table: Table, told: str = "met") -> AsyncIterator[None]:
        """Host, before the game runs; then let it run until a thing is told."""
        self.table = table
        wire = Wire(1, 0)  # nobody listens there
        task = asyncio.create_task(hosting.host(self.reception, wire, self.news.append, self.keep))
        try:
            await self.until(lambda: bool(self.news))
            with EditorPort(table, port=0, editor_port=wire.editor_port) as port:
                table.listen(port.hear)
                wire.sender.port = port.port
                await self.until(lambda: told in {self.news[-1].what, self.news[-1].text})
                yield
                task.cancel()
                with suppress(asyncio.CancelledError):
                    await task
                if self.reception.host is not None:
                    await self.until(lambda: any("away" in line.text for line in table.chat))
                table.run(60)
        finally:
            task.cancel()
            if self.reception.host is not None:
                self.reception.host.session.close()

    @property
    def playing(self) -> Host:
        """Give the host of the game that has begun."""
        assert self.reception.host is not None
        return self.reception.host

    async def until(self, so: Callable[[], bool]) -> None:
        """Let time pass until something is so."""
        async with asyncio.timeout(50):
            while not so():
                if hasattr(self, "table"):
                    self.table.run(5)
                await asyncio.sleep(0.005)

    async def press(self, colour: str, button: str) -> None:
        """Press a button as soon as it is there and can be pressed."""
        pressed: list[Any] = []

        def press() -> bool:
            with suppress(NotFound, Refused):
                pressed.append(self.table.player(colour).click(f"lobby.{colour}.{button}"))
            return bool(pressed)

        await self.until(press)
        self.table.run(5)
        await asyncio.sleep(0.05)

    async def settled(self) -> None:
        """Wait until the table shows the game."""

        def done() -> bool:
            host = self.reception.host
            return (
                host is not None
                and host.epoch > 0
                and len(host.chance.open()) == len(list(host.chance.for_hands()))
                and bool(self.table.execute(RESTS))
            )

        for _ in range(5):
            await self.until(done)


def test_a_table_without_a_referee(
    offer: Offer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever loads one is told, also what can be done if it is an older one of this mod."""
    monkeypatch.setattr(hosting, "AGAIN", 0.05)
    told = (
        "the game is on, but its table is none that has a referee; "
        "`tts-tool upgrade` gives an older one of this mod its own"
    )

    async def waits(journal: Journal) -> None:
        evening = Evening(offer, journal)
        with Table.open(written(save(thing("b0b000")))) as table:
            async with evening.hosted(table, told):
                assert [news.what for news in evening.news] == ["waiting", "waiting"]

    with Journal(tmp_path / "games", durability="NORMAL") as journal:
        asyncio.run(waits(journal))


@pytest.mark.timeout(120)
def test_an_evening(offer: Offer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """From a game that does not run yet to one that goes on next day; a full disk ends nothing."""
    monkeypatch.setattr(hosting, "AGAIN", 0.05)

    async def first(journal: Journal) -> bytes:
        evening = Evening(offer, journal)
        with Table.open(evening.save, seats=tuple(COLOURS.values()), seconds=20) as table:
            async with evening.hosted(table):
                assert evening.news[0].what == "waiting"
                assert "does not listen" in evening.news[0].text
                await evening.press("Red", "seat.red")
                with pytest.raises(Refused, match="not interactable"):
                    table.player("Red").click("lobby.Red.begin")  # one alone can't play
                await evening.press("Blue", "seat.blue")
                table.player("Blue").click("own.Blue.language")
                await evening.press("Blue", "box.guild")
                await evening.press("Blue", "begin")
                await evening.settled()
                host = evening.playing
                assert host.session.seats == ("red", "blue")
                assert host.greeting("").count >= 5  # numbers go on from the lobby's
                assert "decide" not in " ".join(line.text for line in table.chat)
                assert [m.name for m in host.session.composition.modules] == ["core", "storm"]
                assert (host.seating.tongue("Blue"), host.seating.tongue("Red")) == ("de", "en")
                await evening.until(lambda: evening.news[-1].what == "begun")
                await evening.until(lambda: evening.kept > 0)
                said = len(table.chat)
                await evening.until(lambda: evening.playing.step > 0)
                assert [line.text for line in table.chat[said:] if "away" in line.text] == []
            assert "away" in " ".join(line.text for line in table.chat[said:])
            assert evening.troubles == []
            return host.session.digest()

    async def second(journal: Journal) -> bytes:
        evening = Evening(offer, journal)
        (kept,) = evening.reception.lobby.offer.kept
        with Table.open(evening.save, seats=tuple(COLOURS.values()), seconds=20) as table:
            async with evening.hosted(table):
                await evening.press("Green", f"resume.{kept.id}")
                await evening.settled()
                return evening.playing.session.digest()

    with Journal(tmp_path / "games", durability="NORMAL") as journal:
        before = asyncio.run(first(journal))
        assert asyncio.run(second(journal)) == before
