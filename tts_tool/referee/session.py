"""One game at a table: what a terminal, a protocol, a bridge or a bot has in its hands."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from secrets import token_hex
from typing import Any, Self

import msgspec

from tts_tool.catalog import Catalogue
from tts_tool.errors import Refused as NotAllowed
from tts_tool.errors import UserError
from tts_tool.journal import Journal, Keeper, Notice, Present, Remembered, resume
from tts_tool.kernel.decisions import TABLE, Decision
from tts_tool.kernel.entries import (
    Accepted,
    Answer,
    AnyEntry,
    Fault,
    Header,
    Held,
    Observation,
    Refused,
    Reply,
)
from tts_tool.kernel.flow import Together
from tts_tool.kernel.game import Luck
from tts_tool.kernel.inventory import Seat
from tts_tool.kernel.module import Composition, Ruleset, Setup
from tts_tool.kernel.position import canonical, encode
from tts_tool.kernel.rejection import Rejection
from tts_tool.kernel.spaces import Dice
from tts_tool.kernel.state import State
from tts_tool.kernel.story import told
from tts_tool.kernel.timeline import Timeline, trace
from tts_tool.kernel.views import EVERYTHING, view
from tts_tool.referee import opening
from tts_tool.referee.wording import Reader

__all__ = ["Proposal", "Proposed", "Released", "Session"]

WAIVED = "waived"
"""The name under which the journal keeps which rules merely advise."""

MOST_FAULTS = 50
"""So many reports are kept, the newest; each holds a whole game."""


class Proposal(msgspec.Struct, frozen=True):
    """Somebody wants to take back to before an entry; those in `needs` have not agreed yet."""

    seat: Seat
    to: int
    agreed: tuple[Seat, ...]
    needs: tuple[Seat, ...]


class Proposed(msgspec.Struct, frozen=True):
    """Nothing was taken back yet: others must agree first."""

    proposal: Proposal


class Released(msgspec.Struct, frozen=True):
    """An answer that had waited for somebody else, and what became of it."""

    seat: Seat
    decision: str
    reply: Reply


class Session(AbstractContextManager["Session"]):
    """One game at a table, from its set-up to its end.

    Begin: `Session.new(ruleset, catalogue, seats=…, modules=…, …, journal=…)`, or
    `Session.resume(journal, game, ruleset, catalogue)`.  Use it in a ``with`` or `close` it.

    Look: `seats`, `over`, `state`, `step` (answers so far), `epoch` (raised whenever
    something was taken back), `open(seat)` and `beside(seat)` (`Decision`s: ``.id``,
    ``.space().options()``, ``.describe()``), `waits_for(decision)` (who must finish first;
    empty: answer now), `view(seat)`, `since(n, epoch)`, `reader(seat, language)` for
    wordings: ``.say(rejection)``, ``.name(component)``, ``.rule(id)``.

    Do: `answer(seat, decision_id, value)` or `choose(decision, value)`, `observe(stream,
    outcome)`, `undo(seat, to)`, `agree(seat)`, `decline(seat)`, `redo()`, `override(position)`.
    Each gives a kernel `Reply` (`Accepted`, `Refused`, `Incomplete`, `Held`, `Fault`), an
    undo perhaps `Proposed`.  What had waited for its turn and was done by the way stands in
    `released`, reports of faults by their number in `faults`.

    A seat is a name, ``None`` for a spectator, ``"*"`` for everything.  What a person got
    wrong (an unknown seat, module, setting, card) raises a `UserError`; what the rules
    refuse is a reply.
    """

    def __init__(self, playing: Timeline | Keeper, notices: tuple[Notice, ...] = ()) -> None:
        """Sit down at a game that has begun; a keeper writes down what is done."""
        self._playing = playing
        self.notices = notices
        self.before: tuple[AnyEntry, ...] = ()
        """What led to where the rules were entered anew, if they have changed in the meantime."""
        self.begun_with: Header | None = None
        """The header with which a game that was resumed has begun, whatever it goes on with."""
        self.proposal: Proposal | None = None
        self.released: list[Released] = []
        self.faults: dict[int, Fault] = {}
        self.remembered: list[Remembered] = []
        """What was answered to whom before the game was left."""
        self._cuts: list[int] = []

    @classmethod
    def new(  # noqa: PLR0913  # a game begins from this many things
        cls,
        ruleset: Ruleset,
        catalogue: Catalogue,
        *,
        seats: Sequence[Seat] | int | None = None,
        modules: Iterable[str] = (),
        settings: Mapping[str, str] | None = None,
        seed: str | None = None,
        observed: Iterable[str] = (),
        script: opening.Script | None = None,
        position: dict[str, Any] | None = None,
        cards: Sequence[Any] = (),
        tables: Mapping[str, Any] | None = None,
        journal: Journal | None = None,
    ) -> Self:
        """Set up a game; what is left out is as the ruleset has it, a seed is drawn.

        `cards` and `tables` replace or add to the catalogue, written as in TOML; `script`
        gives outcomes by stream, counted from where the game begins.  With a `journal`
        every answer is on the disk before its reply comes back.
        """
        inline = opening.Inline(cards, tables or {})
        sitting = opening.choose_seats(ruleset, seats, catalogue.wordings)
        names = opening.choose_modules(ruleset, ruleset.completed(modules, sitting))
        chosen = opening.choose_settings(ruleset, names, settings or {})
        setup = Setup(sitting, names, chosen, inline.put_into(catalogue))
        composition = opening.composed(ruleset, setup)
        used = {} if position is None else opening.check_position(composition, position)
        drawn = opening.drawn_from(script or {}, used)
        luck = Luck(token_hex(8) if seed is None else seed, tuple(observed), drawn)
        header = opening.header_of(composition, luck, position, inline)
        session = cls(_begun(composition, header))
        if journal is not None:
            session.keep(journal)
        return session

    @classmethod
    def resume(cls, journal: Journal, game: str, ruleset: Ruleset, catalogue: Catalogue) -> Self:
        """Go on with a game of a journal; `notices` say what has changed since it was left."""

        def present(header: Header) -> Present:
            inline = opening.Inline.of(header)
            cards = inline.put_into(catalogue)
            composition = opening.composition_of(header, ruleset, cards)
            now = opening.header_of(composition, header.luck, header.position, inline)
            return Present(composition, now)

        resumed = resume(journal, game, present)
        session = cls(resumed.keeper, resumed.notices)
        saved = journal.show(game)
        *earlier, _ = saved.course()
        session.before = tuple(done.entry for _, lines in earlier for _, done in lines)
        session.begun_with = saved.legs[0].header
        session.remembered = journal.replies(game)
        if kept := session.noted(WAIVED):
            session.timeline.waived = frozenset(msgspec.json.decode(kept))
        with session.page():
            session._let_go()  # where the rules have changed nobody may be waited for
        return session

    def keep(self, journal: Journal) -> str:
        """Write the game down from its beginning, and what is done from now on; give its name."""
        keeper = Keeper.begin(journal, self.timeline)
        self._playing = keeper
        return keeper.game

    # Looking

    @property
    def timeline(self) -> Timeline:
        """Give the game itself, to look at; what is done goes through the session."""
        return self._playing if isinstance(self._playing, Timeline) else self._playing.timeline

    @property
    def kept_as(self) -> str | None:
        """Give the name of the game in its journal."""
        return self._playing.game if isinstance(self._playing, Keeper) else None

    @property
    def catalogue(self) -> Catalogue:
        """Give the cards that are played with."""
        cards: Catalogue = self.composition.setup.cards
        return cards

    @property
    def composition(self) -> Composition:
        """Give the modules of the game, put together."""
        return self.timeline.composition

    @property
    def ruleset(self) -> Ruleset:
        """Give the rules that are played."""
        return self.composition.ruleset

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Give all seats, clockwise."""
        return self.composition.setup.seats

    @property
    def state(self) -> State:
        """Give the state as it is now."""
        return self.timeline.state

    @property
    def over(self) -> bool:
        """Tell whether the game has ended."""
        return self.timeline.over

    @property
    def step(self) -> int:
        """Count what was answered, observed and set up by hand so far."""
        return len(self.timeline.entries)

    @property
    def epoch(self) -> int:
        """Count how often something was taken back."""
        return len(self._cuts)

    def open(self, seat: Seat | None) -> list[Decision[Any]]:
        """Give the questions that a seat may see: its own, and how dice fell; ``"*"``: all.

        They stand in the order of the seats, however the game came to where it is.
        """
        seen = [each for each in self.timeline.decisions() if self.shows(each, seat)]
        return sorted(seen, key=lambda each: (TABLE, *self.seats).index(each.seat))

    def shows(self, decision: Decision[Any], seat: Seat | None) -> bool:
        """Tell whether a seat may see what can be answered: a shuffle lists a hidden pile."""
        if decision.kind == "chance":
            return seat == EVERYTHING or isinstance(decision.space(), Dice)
        return seat in (decision.seat, EVERYTHING)

    def secret(self, decision: Decision[Any]) -> str | None:
        """Name the secret choice of which a question is a step; how far it is stays secret."""
        parent = self.timeline.driver.open[decision.key][0].parent
        return parent.want.name if parent and isinstance(parent.want, Together) else None

    def find(self, seat: Seat | None, decision: str) -> Decision[Any] | Rejection:
        """Find an open question of a seat by its id, or say why there is none."""
        found = self.timeline.driver.find(decision.rpartition("/")[0].rpartition("/")[0])
        if found is None:
            return Rejection("closed", {"decision": decision})
        if not self.shows(found, seat):
            return Rejection("other-seat", {"seat": found.seat})
        if found.id == decision:
            return found
        same = found.id.rpartition("/")[0] == decision.rpartition("/")[0]
        return Rejection("stale" if same else "closed", {"decision": decision})

    def beside(self, seat: Seat | None) -> list[Decision[Any]]:
        """Give what a seat, or with ``"*"`` everyone, may do beside the questions."""
        return [each for each in self.timeline.beside() if seat in (each.seat, EVERYTHING)]

    def waits_for(self, decision: Decision[Any]) -> tuple[Seat, ...]:
        """Say who must finish first before an answer to this is done; mostly nobody."""
        held = self.timeline.driver.held
        if not held(decision):
            return ()
        return tuple({each.seat: None for each in self.timeline.decisions() if not held(each)})

    def view(self, seat: Seat | None) -> dict[str, Any]:
        """Show the state to a seat."""
        return view(self.state, seat)

    def readings(self, seat: Seat | None) -> dict[str, Any]:
        """Work out what follows from what is seen; for who has no seat, as for who acts."""
        return self.timeline.game.readings(seat)

    def reader(self, seat: Seat | None, language: str = "en") -> Reader:
        """Give somebody who puts refusals and names into words for a seat."""
        return Reader(self.catalogue, self.state, seat, language)

    def since(self, event: int, epoch: int) -> int:
        """Say from which event on a reader who knew so many in that epoch must read again."""
        return min([event, len(self.timeline.happened), *self._cuts[epoch:]])

    def told(self, seat: Seat | None, since: int = 0) -> list[dict[str, Any]]:
        """Tell a seat the events from a number on, each with its number ``n``."""
        return told(self.timeline, seat, since)

    def digest(self) -> bytes:
        """Give the state as bytes: the same state gives the same bytes everywhere."""
        return canonical(self.state)

    def position(self) -> tuple[dict[str, Any], int]:
        """Give the last restart point as a document, and how many entries came after it."""
        last = self.timeline.checkpoints[-1]
        return encode(last.state), self.step - last.entry

    def unused(self) -> dict[str, list[Any]]:
        """Give the outcomes that were laid down by stream and have not come."""
        return opening.unused(self.timeline.header.luck.script, self.state.streams)

    # Doing

    def answer(self, seat: Seat, decision: str, value: Any) -> Reply:  # noqa: ANN401  # untrusted
        """Answer a question named by its id."""
        self._seat(seat)
        return self._then(lambda: self._answered(seat, decision, value))

    def choose(self, decision: Decision[Any], value: Any) -> Reply:  # noqa: ANN401  # untrusted
        """Answer an open question."""
        if self.timeline.driver.held(decision):
            return self.answer(decision.seat, decision.id, value)
        entry = Answer(decision.key, decision.seat, value, self.state.branch)
        return self._then(
            lambda: self._judged(entry, partial(self._playing.choose, decision, value))
        )

    def observe(self, stream: str, outcome: Any) -> Reply:  # noqa: ANN401  # untrusted
        """Tell how dice fell or a deck was shuffled; ``None`` leaves it to the generator."""
        return self._then(lambda: self._observed(stream, outcome))

    def _answered(self, seat: Seat, decision: str, value: Any) -> Reply:  # noqa: ANN401
        key = decision.rpartition("/")[0].rpartition("/")[0]
        entry = Answer(key, seat, value, self.state.branch)
        return self._judged(entry, partial(self._playing.answer, seat, decision, value))

    def _observed(self, stream: str, outcome: Any) -> Reply:  # noqa: ANN401
        entry = Observation(stream, outcome, self.state.branch)
        return self._judged(entry, partial(self._playing.observe, stream, outcome))

    def _judged(self, entry: AnyEntry, judge: Callable[[], Reply]) -> Reply:
        """Judge and do; rules that fail already while they judge are a fault like any other."""
        try:
            return judge()
        except UserError:
            raise
        except Exception as problem:  # noqa: BLE001  # whatever rules may raise
            timeline = self.timeline
            return Fault(timeline.header, tuple(timeline.entries), entry, trace(problem))

    def override(self, position: dict[str, Any], seat: Seat = "") -> Reply:
        """Let the table set up a position by hand; it is an entry and an event."""
        if seat:
            self._seat(seat)
        opening.check_position(self.composition, position)
        return self._then(lambda: self._playing.override(position, seat))

    def look(self, seat: Seat, place: str) -> Reply:
        """Note that a seat has looked at what is hidden from it: a wall for whoever takes back."""
        self._seat(seat)
        if place not in self.state.places:
            return Refused(Rejection("closed", {"decision": place}))
        return self._then(lambda: self._playing.look(seat, place))

    def waive(self, rules: Iterable[str]) -> None:
        """Let rules merely advise: what only they refuse is done all the same, and told."""
        self.timeline.waived = frozenset(rules)
        self.note(WAIVED, msgspec.json.encode(sorted(self.timeline.waived)).decode())

    def redo(self) -> Reply:
        """Do again what was taken back last."""
        return self._then(self._playing.redo)

    # Taking back

    def undo(self, seat: Seat, to: int | None = None) -> Reply | Proposed:
        """Take back to before an entry, by default the last; or propose it to the others.

        Somebody else's proposal to go back to the same entry is agreed to. Where the table itself
        was turned back nobody's own answers go without them.
        """
        self._seat_or_table(seat)
        to = self.step - 1 if to is None else to
        if not 0 <= to < self.step:
            return Refused(Rejection("nothing-to-undo"))
        before = self.proposal
        agreed = before.agreed if before is not None and before.to == to else ()
        return self._taken_back(before.seat if before and agreed else seat, to, (*agreed, seat))

    def agree(self, seat: Seat) -> Reply | Proposed:
        """Agree to what somebody proposed to take back; it is done when all have agreed."""
        self._seat(seat)
        proposal = self.proposal
        if proposal is None:
            return Refused(Rejection("no-proposal"))
        return self._taken_back(proposal.seat, proposal.to, (*proposal.agreed, seat))

    def decline(self, seat: Seat) -> Proposal | Refused:
        """Decline what somebody proposed to take back, or withdraw one's own proposal."""
        self._seat_or_table(seat)
        declined, self.proposal = self.proposal, None
        return Refused(Rejection("no-proposal")) if declined is None else declined

    def _taken_back(self, seat: Seat, to: int, agreed: tuple[Seat, ...]) -> Reply | Proposed:
        needed = self.timeline.consents(to) - set(agreed)
        if needed:
            given = tuple(dict.fromkeys(agreed))
            needs = tuple(each for each in self.seats if each in needed)
            self.proposal = Proposal(seat, to, given, needs)
            return Proposed(self.proposal)
        return self._then(lambda: self._undone(seat, to, agreed))

    def go_back(self, seat: Seat, to: int) -> Reply:
        """Take back to before an entry, as the whole table has decided together."""
        self._seat(seat)
        return self._then(lambda: self._undone(seat, to, self.seats))

    def _undone(self, seat: Seat, to: int, agreed: tuple[Seat, ...]) -> Reply:
        cut = self.timeline.starts[to]
        reply = self._playing.undo(seat, to, agreed)
        if isinstance(reply, Accepted):
            self._cuts.append(cut)
        return reply

    # What follows

    def page(self) -> AbstractContextManager[None]:
        """Let all that is done meanwhile be on the disk when it is over, or nothing of it."""
        return self._playing.page() if isinstance(self._playing, Keeper) else nullcontext()

    def remember(self, reply: Remembered) -> None:
        """Write on the page what was answered to the request that led to it."""
        if isinstance(self._playing, Keeper):
            self._playing.remember(reply)

    def note(self, name: str, line: str) -> None:
        """Write down what is no answer and belongs to the game; `noted` gives it back."""
        if isinstance(self._playing, Keeper):
            self._playing.note(Remembered(name, "", line))

    def noted(self, name: str) -> str | None:
        """Give what was noted last under a name, before the game was left."""
        found = [each.line for each in self.remembered if each.request == name]
        return found[-1] if found else None

    def _then(self, do: Callable[[], Reply]) -> Reply:
        """Do something; after that a proposal is void and what waited may have its turn."""
        self.released = []
        with self.page():
            reply = do()
            if isinstance(reply, Accepted):
                self.proposal = None
                self._let_go()
        return self._noticed(reply)

    def _let_go(self) -> None:
        while self.timeline.waiting and self._release():
            pass

    def _release(self) -> bool:
        """Let what waits have its turn; tell whether anything came of it."""
        waiting, self.timeline.waiting = self.timeline.waiting, []
        replies: list[Reply] = []
        for one in waiting:
            seat, to, value = one.seat, one.to, one.value
            reply = self._observed(to, value) if seat == TABLE else self._answered(seat, to, value)
            if not isinstance(reply, Held):
                self.released.append(Released(seat, to, self._noticed(reply)))
                replies.append(reply)
        return any(isinstance(reply, Accepted) for reply in replies)

    def _noticed(self, reply: Reply) -> Reply:
        """Keep the report of a fault; the same failure once more is the same fault."""
        if isinstance(reply, Fault) and reply not in self.faults.values():
            self.faults[max(self.faults, default=0) + 1] = reply
            self.faults = dict(list(self.faults.items())[-MOST_FAULTS:])
        return reply

    def _seat(self, seat: Seat) -> Seat:
        return opening.known("seat", seat, self.seats)

    def _seat_or_table(self, seat: Seat) -> None:
        if seat != TABLE:
            self._seat(seat)

    def close(self) -> None:
        """Leave the table; a game in a journal is free for others then."""
        if isinstance(self._playing, Keeper):
            self._playing.close()

    def __exit__(self, *_: object) -> None:
        self.close()


def _begun(composition: Composition, header: Header) -> Timeline:
    """Run the set-up; rules that stumble in it refuse what they were given."""
    try:
        return Timeline(composition, header)
    except Exception as error:
        raise NotAllowed(
            f"the rules can't begin: {type(error).__name__}: {error}",
            fix="look at the position, the script and the tables that were given",
        ) from error
