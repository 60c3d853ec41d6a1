"""People come, go, and change places at a refereed table: what is theirs goes with them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from functools import cache, partial
from pathlib import Path
from typing import Any

import pytest

from tests.plain_table import Die
from tests.web.tabletop import Tabletop
from tts_tool.catalog import Catalogue, load
from tts_tool.journal import Journal
from tts_tool.kernel.decisions import Decision
from tts_tool.picture.screen import laid_out
from tts_tool.playtest.crossing import CountedTable, CountedWire, Crossing
from tts_tool.referee.session import Session
from tts_tool.referee.table.throws import stream_of
from tts_tool.resources import cards_dir
from tts_tool.rulesets.night_market import RULESET
from tts_tool.table.switches import Switches

COLOURS = {"red": "Red", "blue": "Blue", "green": "Green"}
TWO_SECONDS = 120
"""So many frames."""


@cache
def catalogue() -> Catalogue:
    """Give the cards of the sample game."""
    return load(cards_dir() / RULESET.folder, RULESET.schema)


class Evening(Tabletop):
    """Three people at a table of the sample game, with words for what they see and do."""

    kind_of_table = CountedTable
    kind_of_wire = CountedWire

    def listen(self) -> None:
        assert isinstance(self.table, CountedTable)
        assert isinstance(self.wire, CountedWire)
        self.crossing = self.enter_context(Crossing(self.table, self.wire, self.bridge))

    async def die(self) -> None:
        """Let another referee go on."""
        await super().die()
        self.crossing.bridge = self.bridge

    def reads(self, colour: str) -> str:
        """Give all that somebody at a colour reads on the panel."""
        boxes = laid_out(self.table.screen(colour), (1920, 1080))
        return "\n".join(" ".join(box.lines) for box in boxes)

    def hand(self, colour: str) -> set[str]:
        """Give the faces of this colour's hand cards that somebody at a colour sees."""
        seat = colour.lower()
        return {piece.nickname for piece in self.table.seen_by(colour) if self.is_in(piece, seat)}

    def is_in(self, piece: Any, seat: str) -> bool:  # noqa: ANN401  # a piece of the table
        """Tell whether a piece lies in the hand of a seat, and shows its face."""
        return bool(piece.look.hand == COLOURS[seat] and piece.nickname)

    def does_not_read(self, colour: str, text: str) -> bool:
        """Tell whether something is not to be read at a colour."""
        return text not in self.reads(colour)

    async def soon(self, holds: Callable[[], bool]) -> int:
        """Wait until something holds; give how many frames passed.

        The table stands still while something is on its way: as many pass whoever is slow.
        """
        for frame in range(0, 10 * TWO_SECONDS, 4):
            await self.crossing.empty()
            if holds():
                return frame
            self.table.run(4)
        raise AssertionError(self.table.chat[-5:])

    async def secret_choice(self) -> list[Decision[Any]]:
        """Let everybody answer anything until some choose in secret; give what they are asked."""
        session = self.host.session
        for _ in range(400):
            if found := [each for each in session.open("*") if session.secret(each)]:
                self.table.execute("broadcastToAll('?')")
                await self.settle()
                return found
            each = next(d for d in session.open("*") if not session.waits_for(d))
            if each.kind == "chance":
                session.observe(stream_of(each), None)
            else:
                session.choose(each, next(iter(each.space().answers())))
        raise AssertionError


def evening(path: Path, work: Callable[[Evening], Coroutine[Any, Any, None]]) -> None:
    """Open a table for three, let something be done there, and see that it did no harm."""
    journal = Journal(path / "games", durability="NORMAL")
    with Session.new(
        RULESET,
        catalogue(),
        seats=tuple(COLOURS),
        modules=("guild",),
        seed="1",
        observed=("voice", "shuffle."),
        journal=journal,
    ) as session:
        kept = str(session.kept_as)

    async def done() -> None:
        top = Evening(
            RULESET,
            catalogue(),
            journal,
            kept,
            colours=COLOURS,
            dice=(Die("voice", 6),),
            switches=Switches(),
            seed=1,
        )
        async with top:
            await top.settle()
            await work(top)
            await top.settle()
            assert [str(each) for each in top.table.errors] == []
            assert top.drift() == {}

    asyncio.run(done())


CHOICE = "0 to 2"
ASKED = "How much do you pay in dues?"
"""What Blue is asked when the evening begins."""


def test_sitting_down_and_standing_up(tmp_path: Path) -> None:
    """Hand and question are seen within two seconds by who sits there, and by nobody else."""

    async def work(top: Evening) -> None:
        assert ASKED in top.reads("Blue")
        hand = top.hand("Blue")
        assert hand
        blue = top.table.player("Blue")
        blue.change_colour("Grey")
        for looks_on in ("Grey", "Red", "Green"):
            assert await top.soon(partial(top.does_not_read, looks_on, CHOICE)) <= TWO_SECONDS
            assert not {p.guid for p in top.table.seen_by(looks_on) if top.is_in(p, "blue")}
        await top.settle()
        blue.change_colour("Blue")
        assert await top.soon(lambda: ASKED in top.reads("Blue")) <= TWO_SECONDS
        assert top.hand("Blue") == hand

    evening(tmp_path, work)


def test_another_colour(tmp_path: Path) -> None:
    """Who changes to the seat of somebody who has left has its hand and its question."""

    async def work(top: Evening) -> None:
        hand = top.hand("Blue")
        top.table.player("Blue").leave()
        await top.settle()
        green = top.table.player("Green")
        green.change_colour("Blue")
        assert await top.soon(lambda: ASKED in top.reads("Blue")) <= TWO_SECONDS
        assert top.hand("Blue") == hand
        assert not [p for p in top.table.seen_by("Blue") if top.is_in(p, "green")]
        step = top.host.session.step
        green.say("!1")
        await top.settle()
        assert top.host.session.step > step
        # Who sits somewhere else has not left, and nobody is asked about that seat.
        assert not [q for q in top.host.panels["Red"] if q.decision.startswith("away:")]

    evening(tmp_path, work)


def test_who_drops_out_and_comes_back(tmp_path: Path) -> None:
    """Language and size come back with the person, to another colour, too; nobody else has them."""

    async def work(top: Evening) -> None:
        hands = {colour: top.hand(colour) for colour in ("Blue", "Green")}
        blue = top.table.player("Blue")
        blue.click("own.Blue.language")
        await top.settle()
        top.table.run(10)
        blue.click("own.Blue.size")
        await top.settle()
        german, size = top.reads("Blue"), panel_of(top, "Blue")
        assert ASKED not in german
        assert size != panel_of(top, "Red")
        blue.leave()
        top.table.player("Green").leave()
        await top.settle()
        top.table.player("Blue")  # somebody else
        await top.soon(lambda: ASKED in top.reads("Blue"))
        assert panel_of(top, "Blue") == panel_of(top, "Red")
        top.table.player("Green", left="Blue")
        assert await top.soon(lambda: "Schiedsrichterin" in top.reads("Green")) <= TWO_SECONDS
        await top.settle()
        assert (top.hand("Green"), panel_of(top, "Green")) == (hands["Green"], size)
        assert ASKED in top.reads("Blue")
        top.table.player("Green").leave()
        top.table.player("Blue").leave()
        await top.settle()
        top.table.player("Blue", left="Green")
        assert await top.soon(lambda: top.reads("Blue") == german) <= TWO_SECONDS
        assert (top.hand("Blue"), panel_of(top, "Blue")) == (hands["Blue"], size)

    evening(tmp_path, work)


def panel_of(top: Evening, colour: str) -> float:
    """Say how wide the panel is that somebody at a colour sees."""
    return max(box.frame.width for box in laid_out(top.table.screen(colour), (1920, 1080)))


def test_late_joining(tmp_path: Path) -> None:
    """Who joins when the game is well under way is shown within two seconds what there is."""

    async def work(top: Evening) -> None:
        top.table.player("Green").leave()
        await top.settle()
        top.table.player("Blue").say("!1")
        await top.settle()
        top.table.player("Green")  # joins, and sits down
        lines = ("Your turn", "Waiting for", "What happened")
        shown = await top.soon(lambda: any(each in top.reads("Green") for each in lines))
        assert shown <= TWO_SECONDS
        assert top.hand("Green")

    evening(tmp_path, work)


def about(top: Evening, colour: str) -> list[str]:
    """List the buttons by which a colour says what becomes of an empty seat."""
    panel = top.host.panels[colour]
    return [b.press for q in panel if q.decision.startswith("away:") for b in q.buttons]


@pytest.mark.parametrize("way", ["wait", "bot", "answer"])
def test_leaving_in_the_middle_of_a_secret_choice(tmp_path: Path, way: str) -> None:
    """Those who are there say what becomes of it; what was chosen in secret stays so."""

    async def work(top: Evening) -> None:
        session = top.host.session
        leaver = (await top.secret_choice())[0].seat
        others = [c for s, c in COLOURS.items() if s != leaver]
        player = top.table.player(COLOURS[leaver])
        assert about(top, others[0]) == []
        player.leave()
        await top.settle()
        assert [len(about(top, each)) for each in others] == [3, 3]
        button = next(each for each in about(top, others[0]) if f".{way}." in each)
        assert top.table.player(others[0]).click(button)
        await top.settle()
        assert about(top, others[0]) == about(top, others[1]) == []
        waits = [d for d in session.open("*") if d.seat == leaver and session.secret(d)]
        if way == "bot":
            assert waits == []
        else:
            assert waits != []
        if way == "answer":
            name = f"{leaver.capitalize()}: "
            assert any(q.title.startswith(name) for q in top.host.panels[others[0]])
            assert not any(q.title.startswith(name) for q in top.host.panels[others[1]])
            while waits := [d for d in session.open(leaver) if session.secret(d)]:
                panel = top.host.panels[others[0]]
                free = [b for q in panel if q.decision == waits[0].id for b in q.buttons]
                pressed = next(b.press for b in free if not b.why_not)
                assert top.table.player(others[0]).click(pressed)
                await top.settle()
        top.table.player(COLOURS[leaver])  # is back
        await top.settle()
        assert top.host.seating.plays(others[0]) == (others[0].lower(),)
        assert top.host.seating.plays(COLOURS[leaver]) == (leaver,)
        assert leaver not in top.host._stand_ins.seats

    evening(tmp_path, work)


def test_a_bot_for_an_empty_seat_goes_when_somebody_sits_down(tmp_path: Path) -> None:
    """Also one that who hosts has called by name; a bot that one has called oneself stays."""

    async def work(top: Evening) -> None:
        top.table.player("Blue").leave()
        await top.settle()
        top.table.player("Red").say("!bot blue")
        await top.settle()
        top.table.player("Green").say("!bot")
        await top.settle()
        assert playing(top) == {"blue", "green"}
        top.table.player("Blue")  # is back
        top.table.player("Green").click("own.Green.language")  # which says who sits there, too
        await top.settle()
        assert playing(top) == {"green"}

    evening(tmp_path, work)


def playing(top: Evening) -> set[str]:
    """Say for which seats bots play."""
    return set(top.host._stand_ins.seats)


def test_one_person_with_several_seats(tmp_path: Path) -> None:
    """Their panel has the questions of all, and buttons, numbers and hands answer the right one."""

    async def work(top: Evening) -> None:
        red = top.table.player("Red")
        red.say("!also blue")
        await top.settle()
        assert top.host.seating.plays("Red") == ("red",)  # somebody sits there
        top.table.player("Blue").leave()
        await top.settle()
        red.say("!auch Blue")
        await top.settle()
        assert top.host.seating.plays("Red") == ("red", "blue")
        assert f"Blue: {ASKED}" in top.reads("Red")
        before = top.host.session.step
        number = next(
            b.label.partition(" ")[0]
            for q in top.host.panels["Red"]
            if q.title.startswith(f"Blue: {ASKED}")
            for b in q.buttons
        )
        red.say(f"!{number}")
        await top.settle()
        last = top.host.session.timeline.entries[before]
        assert getattr(last, "seat", "") == "blue"
        top.table.player("Blue")
        await top.settle()
        assert top.host.seating.plays("Red") == ("red",)
        assert not any(q.title.startswith("Blue: ") for q in top.host.panels["Red"])

    evening(tmp_path, work)


def test_spectators(tmp_path: Path) -> None:
    """Who has no seat sees no hand and no question, and what they do is no answer."""

    async def work(top: Evening) -> None:
        before = top.host.session.digest()
        teal = top.table.player("Teal")
        await top.settle()
        assert ASKED not in top.reads("Teal")
        assert not [p for p in top.table.seen_by("Teal") if p.look.hand and p.nickname]
        said = len(top.table.chat)
        piece = top.table.find(top.holder(top.host.session.state.places["deck"][0])[0])
        if teal.pick_up(piece):
            teal.drop_at(piece, (0, 2, 0))
        await top.settle()
        teal.say("!1")
        await top.settle()
        assert top.host.session.digest() == before
        assert all(line.to in ("", "Teal") for line in top.table.chat[said:])

    evening(tmp_path, work)


def test_the_referee_is_gone_and_back(tmp_path: Path) -> None:
    """Whoever comes back to host finds everybody's question and hand where they were."""

    async def work(top: Evening) -> None:
        hand = top.hand("Blue")
        await top.bridge.farewell()
        await top.soon(lambda: ASKED not in top.reads("Blue"))
        assert top.hand("Blue") == hand
        await top.die()
        assert await top.soon(lambda: ASKED in top.reads("Blue")) <= TWO_SECONDS
        await top.settle()
        assert top.hand("Blue") == hand

    evening(tmp_path, work)


def test_a_bot_takes_and_gives_back(tmp_path: Path) -> None:
    """Typed once a bot answers for one's seat, typed again the seat is asked as before."""

    async def work(top: Evening) -> None:
        blue = top.table.player("Blue")
        blue.say("!bot")
        await top.settle()
        assert not [d for d in top.host.session.open("blue") if d.seat == "blue"]
        step = top.host.session.step
        assert step > 0
        blue.say("!bot")
        await top.settle()
        assert any("plays again without a bot" in line.text for line in top.table.chat)

    evening(tmp_path, work)


def test_what_belongs_to_a_person_goes_with_them(tmp_path: Path) -> None:
    """Language, size and folding: at another colour, after a load, with another referee."""

    async def work(top: Evening) -> None:
        green = top.table.player("Green")
        usual = width(top, "Green")
        for what in ("language", "size"):
            green.click(f"own.Green.{what}")
            await top.settle()
        chosen = width(top, "Green")
        assert chosen != usual
        await top.reload()
        await top.settle()
        await top.die()
        await top.settle()
        assert (GERMAN in top.reads("Green"), width(top, "Green")) == (True, chosen)
        top.table.player("Green").click("own.Green.fold")
        await top.settle()
        await top.reload()
        await top.settle()
        assert GERMAN not in top.reads("Green")
        assert "A±" in top.reads("Green")
        green = top.table.player("Green")
        green.click("own.Green.fold")
        top.table.player("Blue").leave()
        await top.settle()
        green.change_colour("Blue")
        top.table.player("Green")  # somebody else
        await top.settle()
        assert (GERMAN in top.reads("Blue"), width(top, "Blue")) == (True, chosen)
        assert (GERMAN in top.reads("Green"), width(top, "Green")) == (False, usual)

    evening(tmp_path, work)


GERMAN = "Die Schiedsrichterin"


def width(top: Evening, colour: str) -> float:
    """Say how wide somebody's panel is."""
    return float(laid_out(top.table.screen(colour), (3840, 2160))[0].frame.width)
