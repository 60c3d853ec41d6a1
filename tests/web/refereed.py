"""A built table with a referee in the same process: frames are counted, and no time passes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, Self

import msgspec

from tests.web.peer import Peer
from tts_tool.build.table.reading import Seen, read_table
from tts_tool.catalog import Catalogue
from tts_tool.kernel.decisions import Decision, Gesture, Move, Roll, Turn
from tts_tool.kernel.module import Ruleset
from tts_tool.referee.session import Session
from tts_tool.referee.table import reports
from tts_tool.referee.table.acts import Act
from tts_tool.referee.table.arrangement import Lying, laid, shown_tracks
from tts_tool.referee.table.host import Host
from tts_tool.referee.table.told import Mode, Told
from tts_tool.saves.tree import read
from tts_tool.table import Table
from tts_tool.table.pieces import Piece

__all__ = ["Refereed", "TableOf", "drift", "look_at"]

PATIENCE = 4_000
QUIET = 15
"""So many frames the table looks again at what lies still, before it tells of it."""
STILL = """
for _, thing in ipairs(getObjects()) do
    if not thing.resting or thing.held_by_color ~= nil then
        return false
    end
end
return true
"""


class TableOf(NamedTuple):
    """A game and its table: rules, cards, the save, and what its script was told."""

    ruleset: Ruleset
    cards: Catalogue
    save: bytes
    values: Mapping[str, Any]

    @property
    def observed(self) -> tuple[str, ...]:
        """Say what can be rolled and shuffled at the table."""
        streams = {each for dice in self.values["dice"] for each in dice["streams"]}
        return ("shuffle.", *sorted(streams))


class Refereed(Peer):
    """A table and the referee of a session, who hear each other at once."""

    def __init__(  # noqa: PLR0913 - a game, and how its table is refereed
        self,
        table: Table,
        made: TableOf,
        session: Session,
        *,
        mode: Mode = "enforce",
        proven: tuple[str, ...] = (),
        anew: Callable[[], Mapping[str, str]] = dict,
    ) -> None:
        super().__init__(table, made.ruleset.name, mode=mode)
        self.made = made
        self.session = session
        colours = {seat: made.values["colours"][seat] for seat in session.seats}
        self.host = Host(session, colours, mode=mode, proven=proven, anew=anew)
        self.proven = proven
        self.answered = 0
        self.due: tuple[int, int] | None = None
        """Of which telling the table has acts to do."""
        self.told_acts: list[Act] = []
        """All that the table was told to do."""

    @classmethod
    def new(  # noqa: PLR0913 - a game, and how its table is refereed
        cls,
        table: Table,
        made: TableOf,
        seats: Sequence[str],
        seed: str,
        *,
        mode: Mode = "enforce",
        proven: tuple[str, ...] = (),
        anew: Callable[[], Mapping[str, str]] = dict,
    ) -> Self:
        """Begin a game of some seats; what can be rolled and shuffled is left to the table."""
        game = Session.new(
            made.ruleset, made.cards, seats=tuple(seats), seed=seed, observed=made.observed
        )
        return cls(table, made, game, mode=mode, proven=proven, anew=anew)

    # Time

    def sit_down(self) -> int:
        """Meet the table, and let it show how the game begins; give how many frames it took."""
        self.meet(proven=self.proven, count=self.host.greeting("").count)
        return self.rest()

    def listen(self) -> None:
        """Give the referee what the table has reported, and the table what that says."""
        while self.answered < len(self.reports):
            report = reports.read(self.reports[self.answered])
            self.answered += 1
            self.answer(self.host.received(report))

    def answer(self, told: Told) -> None:
        """Tell the table what the referee says."""
        self.told_acts += told.acts
        if told.acts:
            self.due = told.epoch, told.step
        self.send(msgspec.to_builtins(told))

    def look(self) -> None:
        """Let the referee look at a session that was played in another way."""
        self.answer(self.host.received(reports.Did(epoch=self.host.epoch, step=self.host.step)))

    def pass_frames(self, many: int) -> None:
        """Let frames pass; whatever is reported in one is answered before the next."""
        last = self.table.frame + many
        while self.table.frame < last:
            self.go_on(last - self.table.frame)
            self.listen()

    def go_on(self, at_most: int) -> None:
        """Let frames pass until there is something to answer: one, if there is already."""
        waits = self.answered < len(self.reports)
        self.table.run(1 if waits else at_most, until_said=True)

    def rest(self) -> int:
        """Let frames pass until nothing is left to do; give how many."""
        before = self.table.frame
        while (passed := self.table.frame - before) < PATIENCE:
            self.listen()
            if passed > 1 and self.is_done():
                return passed
            self.go_on(PATIENCE - passed if passed > 1 else 1)
        msg = f"no rest in {PATIENCE} frames: {self.reports[-3:]} {self.table.errors[-3:]}"
        raise AssertionError(msg)

    def is_done(self) -> bool:
        """Tell whether the table has done all that it was told, and chance waits for hands only."""
        did = {(each["epoch"], each["step"]) for each in self.heard("did")}
        waits = len(self.host.chance.open()) > len(list(self.host.chance.for_hands()))
        return not waits and (self.due is None or self.due in did)

    def wait(self) -> None:
        """Let frames pass until all lies still for a while, and all is done that follows."""
        still = 0
        while still < QUIET:
            self.table.run(3)
            self.listen()
            still = still + 3 if self.table.execute(STILL) else 0
        self.rest()

    def asked(self) -> list[Decision[Any]]:
        """List the questions that wait for somebody."""
        return [each for each in self.session.open("*") if each.kind != "chance"]

    # Hands

    def holder(self, component: str) -> tuple[Piece, int]:
        """Find the object that is, or holds, a component; and how much lies in it."""
        for thing in self.tree():
            cards = thing.get("ContainedObjects") or [thing]
            if thing["Name"] != "Infinite_Bag" and component in {c.get("Memo") for c in cards}:
                return self.table.find(thing["GUID"]), len(cards)
        raise LookupError(component)

    def tree(self) -> list[dict[str, Any]]:
        """List everything as it would be saved, as plain data."""
        found: list[dict[str, Any]] = msgspec.json.decode(self.table.save_as_it_is())[
            "ObjectStates"
        ]
        return found

    def spot(self, place: str, slot: int = 0) -> tuple[float, float, float]:
        """Say where hands let go of what goes to a place."""
        said = self.made.values["places"][place]
        at = said["slots"][slot % len(said["slots"])]
        return (at["x"], at["y"] + 2, at["z"])

    def take(self, colour: str, component: str) -> Piece | None:
        """Let somebody pick up a component, or pull it out of its pile; None if it is prevented."""
        piece, many = self.holder(component)
        player = self.table.player(colour)
        if many > 1:
            taken: Piece | None = player.pull(piece)
            return taken
        return piece if player.pick_up(piece) else None

    def do(self, colour: str, gesture: Gesture) -> bool:
        """Do with hands what a gesture says; tell whether the table let it be done at all."""
        player = self.table.player(colour)
        match gesture:
            case Move(component, place):
                piece = self.take(colour, self.real(component))
                if not piece:
                    return False
                slot = len(self.session.state.places.get(place, ()))
                player.drop_at(piece, self.spot(place, slot))
                return True
            case Turn(component):
                piece, _ = self.holder(component)
                turned = player.set_state(piece, 3 - state_of(piece, self.tree()))
                return bool(turned)
            case Roll(stream):
                return bool(player.roll(*self.dice(stream)))
        raise NotImplementedError(gesture)

    def real(self, component: str) -> str:
        """Name what lies on top of a place, where only that is said."""
        if component.endswith("/top"):
            return self.session.state.places[component.removesuffix("/top")][0]
        return component

    def dice(self, stream: str) -> list[Piece]:
        """Give the dice that stand for a stream: those that were not thrown last."""
        sets = [each["guids"] for each in self.made.values["dice"]]
        known = self.saved()["dice"]
        found = sets[int(known[stream]) - 1] if stream in known else self.free(sets, known)
        return [self.table.find(each) for each in found]

    @staticmethod
    def free(sets: Sequence[Sequence[str]], known: Mapping[str, float]) -> Sequence[str]:
        """Give a set that stands for nothing yet, or the first."""
        taken = {int(each) - 1 for each in known.values()} if known else set()
        return next((each for n, each in enumerate(sets) if n not in taken), sets[0])

    def saved(self) -> dict[str, Any]:
        """Give what the table would save of the referee's side."""
        saved: dict[str, Any] = msgspec.json.decode(str(self.table.execute("return onSave()")))
        return dict(saved["referee"])


def state_of(piece: Piece, tree: Sequence[Mapping[str, Any]]) -> int:
    """Say which of two states an object shows."""
    (thing,) = (each for each in tree if each["GUID"] == piece.guid)
    return 2 if "1" in thing.get("States", {}) else 1


# Looking, without asking the script


def look_at(peer: Peer, values: Mapping[str, Any]) -> Seen:
    """Read the table from what it would save."""
    return read_table(read(peer.table.save(), "save").root, values["tracks"])


def drift(peer: Refereed) -> dict[str, object]:
    """Say where table and rules differ; order counts only where one thing lies on another."""
    state = peer.session.state
    known = state.inventory.components
    table = look_at(peer, peer.made.values)
    wrong: dict[str, object] = {}
    for place, lying in laid(state).items():
        there = [Lying(*each) for each in table.places[place] if each.component in known]
        spot = peer.made.values["places"][place]
        pile = spot["down"] and len(spot["slots"]) == 1 and not spot["piles"]
        if (there != lying) if pile else (sorted(there) != sorted(lying)):
            wrong[place] = {"table": there, "rules": lying}
    for track, value in shown_tracks(state).items():
        if table.tracks[track] != value:
            wrong[track] = {"table": table.tracks[track], "rules": value}
    astray = [each.component for each in table.astray if each.component in known]
    return wrong | ({"nowhere": astray} if astray else {})
