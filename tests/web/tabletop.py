"""A refereed table: a headless game and the referee, joined through real sockets."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from contextlib import AsyncExitStack
from functools import cached_property
from random import Random
from types import TracebackType
from typing import Any, ClassVar, Self

from tests.plain_table import Die, Look, plain_table
from tts_tool.catalog import Catalogue, rules_digest
from tts_tool.errors import NotFound
from tts_tool.journal import Journal
from tts_tool.kernel.decisions import Gesture, Move, Press, Roll
from tts_tool.kernel.module import Ruleset
from tts_tool.playtest.bots import bot_for
from tts_tool.referee.session import Session
from tts_tool.referee.table.arrangement import Lying, laid, shown_tracks
from tts_tool.referee.table.host import Host
from tts_tool.saves.tree import written
from tts_tool.sync.hub import Hub
from tts_tool.sync.wire import GameLine, Wire
from tts_tool.table import Table
from tts_tool.table.editor import EditorPort
from tts_tool.table.switches import Switches
from tts_tool.web.bridge import Bridge

LOOK = Look(
    face=lambda component: f"https://example.invalid/{component.kind}.png",
    back=lambda _: "https://example.invalid/back.png",
    name=lambda component: component.kind,
)
FRAMES = 10
PATIENCE = 400
RESTS = """
for _, thing in ipairs(getObjects()) do
    if not thing.resting then
        return false
    end
end
return true
"""


class Tabletop(AsyncExitStack):
    """A game on a table and its referee, who may die and come back."""

    kind_of_table: ClassVar[type[Table]] = Table
    kind_of_wire: ClassVar[type[Wire]] = Wire

    def __init__(  # noqa: PLR0913  # a game, and how the table behaves
        self,
        ruleset: Ruleset,
        catalogue: Catalogue,
        journal: Journal,
        kept: str,
        *,
        colours: Mapping[str, str],
        dice: tuple[Die, ...],
        switches: Switches,
        seed: int,
    ) -> None:
        super().__init__()
        self.rules = (ruleset, catalogue)
        self.journal = journal
        self.kept = kept
        self.colours = dict(colours)
        self.chance = Random(seed)
        session = Session.resume(journal, kept, *self.rules)
        inventory = session.composition.inventory
        self.digest = rules_digest(catalogue, inventory)
        save = plain_table(ruleset.name, inventory, colours, LOOK, dice, digest=self.digest)
        self.start = written(save.tree())
        self.host = self.new_host(session)
        seats = tuple(colours.values())
        self.table = self.kind_of_table.open(
            self.start, seats=seats, seconds=20, seed=seed, switches=switches, hold_scripts=True
        )
        self.switches = switches
        self.wire: Wire | Hub = self.kind_of_wire(0, 0)
        self.line: GameLine = self.wire
        self.order = seed
        self.bridge: Bridge

    async def __aenter__(self) -> Self:
        await super().__aenter__()
        self.enter_context(self.table)
        self.line = await self.open_line()
        self.bridge = Bridge(self.host, self.line)
        await self.bridge.__aenter__()
        editor = self.wire.editor_port
        self.port = self.enter_context(
            EditorPort(self.table, self.switches, port=0, editor_port=editor, order=self.order)
        )
        self.table.listen(self.port.hear)
        self.wire.sender.port = self.port.port
        self.listen()
        self.table.reload(self.start)
        return self

    def listen(self) -> None:
        """Begin to listen to what goes over the line, before anything does."""

    def new_host(self, session: Session) -> Host:
        """Let somebody referee."""
        return Host(
            session,
            self.colours,
            digest=self.digest,
            anew=self.anew,
            bots=lambda seat: bot_for(session.ruleset.name, seat),
        )

    async def open_line(self) -> GameLine:
        """Give the referee a line to the game; here, by owning the port."""
        await self.enter_async_context(self.wire)
        return self.wire

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> bool | None:
        await self.bridge.__aexit__(kind, error, trace)
        self.host.session.close()
        return await super().__aexit__(kind, error, trace)

    # Time

    async def settle(self) -> None:
        """Let table and referee go on until neither has anything left to say or do."""
        quiet = 0
        for _ in range(PATIENCE):
            self.table.run(FRAMES)
            await asyncio.sleep(0.002)
            quiet = quiet + 1 if self._agreed() else 0
            if quiet == 3:  # once might be between two messages
                return
        msg = f"they don't come to rest: {self.lua()}, {self.host.step}, {self.table.errors[-3:]}"
        raise AssertionError(msg)

    def _agreed(self) -> bool:
        state = self.lua()
        return (
            self.rests()
            and not state["pending"]
            and state["done"] == self.host.step
            and state["epoch"] == self.host.epoch
            and not self.waits_for_chance()
        )

    def rests(self) -> bool:
        """Tell whether no die rolls and nothing falls: what it means is told when it lies."""
        return bool(self.table.execute(RESTS))

    def waits_for_chance(self) -> bool:
        """Tell whether the referee waits for dice or a shuffle that the table has been told of."""
        return len(self.host.chance.open()) > len(list(self.host.chance.for_hands()))

    def lua(self) -> dict[str, Any]:
        """Ask the script how far it has come."""
        saved: dict[str, dict[str, Any]] = json.loads(str(self.table.execute("return onSave()")))
        return saved["referee"]

    async def die(self) -> None:
        """Let the referee die and another go on, who knows nothing but the journal."""
        await self.bridge.__aexit__(None, None, None)
        self.host.session.close()
        session = Session.resume(self.journal, self.kept, *self.rules)
        self.host = self.new_host(session)
        self.bridge = Bridge(self.host, self.line)
        await self.bridge.__aenter__()
        await self.bridge.meet()

    async def reload(self) -> None:
        """Let the game load what it would save now: all that is in the air comes down."""
        self.table.reload(self.table.save())
        for _ in range(20):
            self.table.run(FRAMES)
            await asyncio.sleep(0.01)

    def anew(self) -> dict[str, str]:
        """Give each piece as it was laid out at first."""
        things = json.loads(self.start)["ObjectStates"]
        pieces = [card for thing in things for card in thing.get("ContainedObjects") or [thing]]
        return {piece["Memo"]: json.dumps(piece) for piece in pieces if piece.get("Memo")}

    def destroy(self) -> str:
        """Destroy a piece that lies alone, if there is one."""
        alone = [thing for thing in self.tree()["ObjectStates"] if thing.get("Memo")]
        if not alone:
            return ""
        thing = self.chance.choice(alone)
        lost = f"local lost = getObjectFromGUID('{thing['GUID']}')"
        # As if it had been lost before the script began: else the table remembers what it was.
        self.table.execute(f"{lost} lost.memo = '' lost.destruct()")
        self.table.run(FRAMES)
        return str(thing["Memo"])

    # Looking, without asking the script

    def tree(self) -> dict[str, Any]:
        """Give the table as it would be saved."""
        tree: dict[str, Any] = json.loads(self.table.save_as_it_is())
        return tree

    @cached_property
    def zones(self) -> dict[str, tuple[dict[str, float], str]]:
        """Give the transform and GUID of the zone of each place."""
        found = {}
        for thing in json.loads(self.start)["ObjectStates"]:
            if thing["Name"] in ("ScriptingTrigger", "HandTrigger"):
                name = thing["GMNotes"].removeprefix("place ") or thing["Nickname"]
                found[name] = (thing["Transform"], thing["GUID"])
        return found

    def place_at(self, transform: Mapping[str, float]) -> str:
        """Say in which place something lies."""
        for place, (zone, _) in self.zones.items():
            inside = all(
                abs(transform[f"pos{axis}"] - zone[f"pos{axis}"]) <= zone[f"scale{axis}"] / 2
                for axis in "XZ"
            )
            if inside:
                return place
        return ""

    def lying(self) -> dict[str, list[Lying]]:
        """Say what lies where, what lies on top first."""
        found: dict[str, list[Lying]] = {place: [] for place in ("", *self.zones)}
        things = self.tree()["ObjectStates"]
        for thing in sorted(things, key=lambda each: -each["Transform"]["posY"]):
            place = self.place_at(thing["Transform"])
            down = 90 < thing["Transform"]["rotZ"] % 360 < 270  # degrees
            cards = thing.get("ContainedObjects") or [thing]
            ids = [card["Memo"] for card in cards if card.get("Memo")]
            ids = ids if down else ids[::-1]
            found[place] += [Lying(each, down) for each in ids]
        return {place: lying for place, lying in found.items() if place or lying}

    def counters(self) -> dict[str, int]:
        """Say what the counters show."""
        things = self.tree()["ObjectStates"]
        return {
            each["Nickname"]: each["Counter"]["value"]
            for each in things
            if each["Name"] == "Counter"
        }

    def drift(self) -> dict[str, Any]:
        """Say where table and rules differ; order counts only in hidden piles."""
        state, there = self.host.session.state, self.lying()
        wrong: dict[str, Any] = {}
        for place, lying in laid(state).items():
            pile = state.inventory.places[place].seen == "nobody"
            seen = there.get(place, [])
            if (seen != lying) if pile else (sorted(seen) != sorted(lying)):
                wrong[place] = {"table": seen, "rules": lying}
        if there.get(""):
            wrong["nowhere"] = there[""]
        shown = self.counters()
        wrong |= {t: (shown[t], v) for t, v in shown_tracks(state).items() if shown[t] != v}
        return wrong

    def holder(self, component: str) -> tuple[str, int]:
        """Find the object that is, or holds, a component; and how much lies in it."""
        for thing in self.tree()["ObjectStates"]:
            cards = thing.get("ContainedObjects") or [thing]
            if any(card.get("Memo") == component for card in cards):
                return thing["GUID"], len(cards)
        raise LookupError(component)

    # Hands

    def do(self, colour: str, gesture: Gesture) -> bool:
        """Do with hands what a gesture says; tell whether the table let it be done at all."""
        player = self.table.player(colour)
        match gesture:
            case Move(component, place):
                guid, cards = self.holder(component)
                piece = self.table.find(guid)
                if cards > 1:
                    pulled = player.pull(piece)
                    if not pulled:
                        return False
                    piece = pulled
                elif not player.pick_up(piece):
                    return False
                zone, _ = self.zones[place]
                offset = self.chance.uniform(-0.3, 0.3) * zone["scaleX"]
                spot = (zone["posX"] + offset, zone["posY"] + 1, zone["posZ"])
                player.drop_at(piece, spot)
                return True
            case Press(button):
                try:
                    return bool(player.click(button))
                except NotFound:  # others were quicker, and the button is gone
                    return False
            case Roll(die):
                return bool(player.roll(self.table.find(die)))
        raise NotImplementedError(gesture)
