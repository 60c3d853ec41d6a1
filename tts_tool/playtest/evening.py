"""An evening of five people at a table without the game, and the next one: what each of them sees.

One of them hosts; the others have what the game gives them, and nothing else. One is German, one
joins in round two, one drops out and comes back on another colour; the wire is cut for a minute,
the game is killed, and next week all goes on from the save alone, on another computer.

    python -m tts_tool.playtest.evening --into docs
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import AsyncExitStack
from copy import copy
from io import BytesIO
from ipaddress import ip_address
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, NamedTuple, Self, cast
from urllib.parse import urlsplit

import msgspec
from PIL import Image

from tts_tool.build.unprinted import NOWHERE
from tts_tool.errors import ExitCode, Refused
from tts_tool.journal import Journal
from tts_tool.kernel.game import Game
from tts_tool.kernel.hooks import Hook
from tts_tool.kernel.inventory import Seat
from tts_tool.picture.screen import drawn, laid_out
from tts_tool.playtest.bots import Bot, bot_for
from tts_tool.playtest.demo import one_answer
from tts_tool.playtest.hands import Hands
from tts_tool.playtest.refereed import Refereed
from tts_tool.playtest.stage import Stage, old_world
from tts_tool.referee.session import Session
from tts_tool.referee.table.host import Host
from tts_tool.referee.table.keepsake import begun_from, unpacked
from tts_tool.rulesets.old_world.base.points import PHASE3_DRAW_TARGET

__all__ = ["Evening", "Unfriendly", "evening", "white_cards"]

SEATS: Final = 5
"""As many as the game takes."""
A_MINUTE: Final = 3_600
"""Frames."""
MOST: Final = 400
"""So many answers at most until a round is over."""
_ADDRESSES: Final = ("FaceURL", "BackURL", "ImageURL", "ImageSecondaryURL", "MeshURL", "DiffuseURL")


_SECOND: Final = "https://second-printing.invalid/"
_NEEDED: Final = {"FaceURL": "nothing", "BackURL": "nothing", "ImageURL": "nothing"}
"""What has to have a picture; the others may have none."""


class Unfriendly(Refused):
    """Somebody sees, or does not see, what a friend of the host should."""

    exit_code = ExitCode.FINDING


class Person(NamedTuple):
    """Somebody at the table."""

    name: str
    speaks: str = "en"


class Scene(NamedTuple):
    """What has happened, and what each of those who were there has read meanwhile."""

    title: str
    read: Mapping[str, tuple[str, ...]]
    """By name, what the chat has said to them."""
    panels: Mapping[str, tuple[str, ...]]
    """By name, what the panel says in the end."""
    screens: Mapping[str, list[dict[str, Any]]]
    """By name, what lies on their screen; who wants to see it draws it."""


def white_cards(tree: Mapping[str, Any]) -> Iterator[str]:
    """List what has no picture for who has only the game: on another's disk, or in their net."""
    for asset in tree.get("CustomUIAssets") or ():
        if not _is_public(str(asset.get("URL") or "nothing")):
            yield f"{asset.get('Name')}: URL {asset.get('URL')!r}"
    for each in _all_of(tree["ObjectStates"]):
        sheets = each.get("CustomDeck") or {}
        holders = [*sheets.values(), each.get("CustomImage"), each.get("CustomMesh")]
        for holder in filter(None, holders):
            for name in _ADDRESSES:
                address = str(holder.get(name) or _NEEDED.get(name, "https://public.invalid"))
                if name in holder and not _is_public(address):
                    yield f"{each.get('Nickname') or each['GUID']}: {name} {address!r}"


def _all_of(things: Iterable[Mapping[str, Any]]) -> Iterator[Mapping[str, Any]]:
    """List things with all that they hold, and that they can turn into."""
    for thing in things:
        yield thing
        yield from _all_of(thing.get("ContainedObjects") or ())
        yield from _all_of((thing.get("States") or {}).values())


def _is_public(address: str) -> bool:
    """Tell whether everybody finds something at an address, and not only who hosts."""
    parts = urlsplit(address)
    if parts.scheme not in {"http", "https"} or parts.hostname in {None, "localhost"}:
        return False
    try:
        return ip_address(str(parts.hostname)).is_global
    except ValueError:  # a name
        return True


def printed_again(stage: Stage) -> Stage:
    """Give a stage as a later build has it: other pictures, other words."""
    save = stage.built.save.replace(NOWHERE.encode(), _SECOND.encode())
    tree = msgspec.json.decode(save)
    for each in _all_of(tree["ObjectStates"]):
        cast("dict[str, Any]", each)["Description"] = "of the second printing"
    return stage._replace(built=stage.built._replace(save=msgspec.json.encode(tree)))


def ruled_again(stage: Stage) -> Stage:
    """Give a stage as a later build has it whose rules are others: hands are filled to one more."""
    base, *boxes = (copy(module) for module in stage.ruleset.modules)
    base.behaviour += 1
    base.hooks = [*base.hooks, Hook(base.name, PHASE3_DRAW_TARGET.name, "modify", _one_more)]
    ruleset = copy(stage.ruleset)
    ruleset.modules = (base, *boxes)
    return stage._replace(ruleset=ruleset)


def _one_more(_g: Game, target: int, **_: object) -> int:
    return target + 1


_LOST: Final = """
local hand = Player.Red.getHandObjects()
hand[1].destruct()
for _, thing in ipairs(getObjects()) do
    if thing.type == "Deck" then
        thing.destruct()
        break
    end
end
"""


class Evening(AsyncExitStack):
    """Five people at a table; `scenes` are what they have seen."""

    def __init__(
        self,
        stage: Stage,
        session: Session,
        save: bytes | None = None,
        tongues: Mapping[str, str] | None = None,
    ) -> None:
        """Sit down to a game, at the table as it was built or as it was saved.

        `tongues` are the languages that a saved table knows of its people.
        """
        super().__init__()
        self.stage = stage
        self.scenes: list[Scene] = []
        self.people: dict[str, Person] = {}
        """By colour, who sits there now."""
        self._read = 0
        self._language: dict[str, str] = {}
        colours = {seat: stage.colours[seat] for seat in session.seats}
        host = Host(
            session,
            colours,
            tongues=tongues,
            digest=stage.digest,
            bots=self._bot,
            anew=lambda: stage.pieces,
        )
        host.tell_changes()
        built = stage.built if save is None else stage.built._replace(save=save)
        self.top = Refereed(built, host, seed=5)
        self._bots = {seat: self._bot(seat) for seat in session.seats}

    def _bot(self, seat: Seat) -> Bot:
        return bot_for(self.stage.ruleset.name, seat)

    async def __aenter__(self) -> Self:
        await super().__aenter__()
        await self.enter_async_context(self.top)
        await self.top.settle()
        return self

    @property
    def session(self) -> Session:
        """Give the game."""
        return self.top.host.session

    # People

    async def sits_down(self, person: Person, colour: str) -> None:
        """Let somebody sit at a colour, and choose their language."""
        self.top.table.player(colour)
        self.people[colour] = person
        await self.top.settle()
        if person.speaks != "en" and self._language.get(colour) != person.speaks:
            self.top.table.player(colour).click(f"own.{colour}.language")
            self._language[colour] = person.speaks
            await self.top.settle()

    async def leaves(self, colour: str) -> Person:
        """Let somebody drop out of the game."""
        person = self.people.pop(colour)
        self.top.table.player(colour).leave()
        await self.top.settle()
        return person

    async def presses(self, colour: str, begins: str) -> None:
        """Let somebody press the button of their panel whose name begins so."""
        panel = self.top.host.panels[colour]
        names = (b.press for q in panel for b in q.buttons if b.press.startswith(begins))
        self.top.table.player(colour).click(next(names))
        await self.top.settle()

    # Playing

    async def plays(self, turns: int) -> None:
        """Let everybody play by hand until so many turns have begun."""
        colours = self.stage.colours
        sitting = (seat for seat in self._bots if colours[seat] in self.people)
        hands = {seat: Hands(self.top, seat) for seat in sitting}
        state, begun = self.session.state, 0
        acting = state.acting
        for _ in range(MOST):
            if self.session.over or self.is_empty():
                return
            await one_answer(self.top, hands, self._bots)
            if self.session.state.acting != acting:
                acting, begun = self.session.state.acting, begun + 1
                if begun >= turns:
                    return
        raise Refused(f"after {MOST} answers no {turns} turns have begun")

    def is_empty(self) -> bool:
        """Tell whether the game waits for a seat at which nobody sits."""
        chance = self.top.host.chance
        asked = {each.seat for each in self.session.open("*") if each.kind == "question"}
        rolling = [chance.rollers(each)[0] for each in chance.for_hands()]
        colours = {self.stage.colours[seat] for seat in (*asked, *rolling)}
        return bool(colours) and not colours & set(self.people)

    async def is_killed(self, save: bytes | None = None) -> None:
        """Kill the game, and start it again with an older save, or with how all lies now."""
        save = self.top.table.save() if save is None else save
        self.top.perish()
        self.top.rise(save)
        self._read = 0  # the chat is empty again
        await self.top.settle()

    async def loses(self) -> None:
        """Let a card of a hand, and a whole pile, be gone, and nobody remember what they were."""
        self.top.table.execute(_LOST)
        await self.is_killed()
        if _SECOND not in str(self.top.tree()):
            raise Unfriendly("what was lost did not come from the new build", where="next week")

    # What they see

    def note(self, title: str) -> None:
        """Write down what each has read since, and what each sees; nobody sees a white card."""
        table = self.top.table
        if white := list(white_cards(self.top.tree())):
            raise Unfriendly(f"{len(white)} white cards: {white[0]}", where=title)
        lines, self._read = table.chat[self._read :], len(table.chat)
        read, panels, screens = {}, {}, {}
        for colour, person in self.people.items():
            screen = table.screen(colour)
            boxes = laid_out(screen, (1366, 768))
            if cut := [" ".join(box.lines) for box in boxes if box.overflows]:
                raise Unfriendly(f"{person.name} can't read {cut[0]!r}", where=title)
            read[person.name] = tuple(line.text for line in lines if line.to in ("", colour))
            panels[person.name] = tuple(filter(None, (" ".join(box.lines) for box in boxes)))
            screens[person.name] = screen
        self.scenes.append(Scene(title, read, panels, screens))


ANNA, BEN, CLARA = Person("Anna, who hosts"), Person("Ben"), Person("Clara", "de")
DAN, EVA = Person("Dan"), Person("Eva")


async def evening(folder: Path, stage: Stage | None = None) -> list[Scene]:
    """Play the evening, and the next one; the journals of both computers lie in a folder."""
    stage = stage or old_world()
    with Journal(folder / "this-week", durability="NORMAL") as journal:
        kept = stage.begin(journal, SEATS, "evening")
        with Session.resume(journal, kept, stage.ruleset, stage.cards) as session:
            scenes, saved = await _this_week(Evening(stage, session))
    referee = msgspec.json.decode(msgspec.json.decode(saved)["LuaScriptState"])["referee"]
    keepsake, later = unpacked(referee["keepsake"]), printed_again(ruled_again(stage))
    with (
        Journal(folder / "next-week", durability="NORMAL") as journal,
        begun_from(keepsake, later.ruleset, later.cards, journal) as session,
    ):
        return scenes + await _next_week(Evening(later, session, saved, {"Green": CLARA.speaks}))


async def _this_week(table: Evening) -> tuple[list[Scene], bytes]:
    async with table:
        top = table.top
        for person, colour in ((ANNA, "Red"), (BEN, "Blue"), (CLARA, "Green"), (DAN, "White")):
            await table.sits_down(person, colour)
        top.table.player("Yellow").leave()
        await top.settle()
        table.note("They sit down; Eva is late")
        for _ in range(SEATS):
            await table.plays(1)
            if table.is_empty():
                await table.presses("Red", "away:yellow.bot")
        table.note("The first round; a bot plays for who is late")
        dan = await table.leaves("White")
        await table.plays(SEATS)
        if table.is_empty():
            await table.presses("Blue", "away:white.wait")
        await table.sits_down(dan, "Yellow")
        table.note("Dan drops out, and comes back on another colour")
        await table.sits_down(EVA, "White")
        await table.plays(2)
        table.note("Round two: Eva joins, at the seat that is free")
        saved = top.table.save()
        await top.cut()
        top.table.player("Blue").say("!undo")
        top.table.run(A_MINUTE)
        table.note("The wire is cut for a minute")
        await top.mend()
        await top.settle()
        await table.plays(1)
        table.note("The wire is mended")
        await table.is_killed(saved)
        table.note("The game is killed, and the last save loaded")
        if top.host.session.proposal is not None:
            top.table.player("Green").say("!nein")
            await top.settle()
        await table.plays(1)
        if top.drift(whole=True):
            raise Unfriendly("table and rules differ", where="the end of the evening")
        return table.scenes, top.table.save()


async def _next_week(table: Evening) -> list[Scene]:
    async with table:
        seated = ((ANNA, "Red"), (BEN, "Blue"), (CLARA, "Green"), (EVA, "White"), (DAN, "Yellow"))
        for person, colour in seated:
            table.people[colour] = person
        table.note("Next week, on another computer, from the save alone")
        await table.loses()
        await table.plays(2)
        table.note("The game goes on; what was lost is of the new build")
        if table.top.drift(whole=True):
            raise Unfriendly("table and rules differ", where="next week")
        return table.scenes


# The page


def page(scenes: list[Scene]) -> str:
    """Write what each of them has read as a page, with a picture of each screen."""
    said = ["# An evening", "", _INTRODUCTION, ""]
    for number, scene in enumerate(scenes, 1):
        said += [f"## {number}. {scene.title}", ""]
        for name in scene.panels:
            said += [f"**{name}**", ""]
            said += [*(f"> {line}" for line in scene.read[name]), ""] if scene.read[name] else []
            if number in _PICTURED:
                said += [f"![{name}](pictures/{_file(number, name)})", ""]
    return "\n".join(said)


_PICTURED: Final = (4, 7, 8)
_INTRODUCTION: Final = (
    "What five people read at the table, one of whom hosts, as a script has played it without the "
    "game: `python -m tts_tool.playtest.evening --into docs`."
)


_COLOURS: Final = 48  # a screen of flat areas and letters needs no more


def _file(number: int, name: str) -> str:
    return f"evening.{number}.{name.partition(',')[0].lower()}.png"


def main(into: Path) -> None:
    """Play the evening, and write its page and its pictures."""
    with TemporaryDirectory() as folder:
        scenes = asyncio.run(evening(Path(folder)))
    (into / "evening.md").write_text(f"{page(scenes)}\n", encoding="utf-8", newline="\n")
    for number, scene in enumerate(scenes, 1):
        for name, screen in scene.screens.items() if number in _PICTURED else ():
            picture = Image.open(BytesIO(drawn(screen))).quantize(_COLOURS)
            picture.save(into / "pictures" / _file(number, name), "PNG", optimize=True)


if __name__ == "__main__":
    main(Path(sys.argv[sys.argv.index("--into") + 1]))
