"""The games on offer and the one on the table: does what a request asks for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext
from functools import singledispatchmethod
from typing import Any, NamedTuple

import msgspec
from msgspec import UNSET, UnsetType

import tts_tool
from tts_tool.catalog import Catalogue
from tts_tool.errors import BadInput, NotFound, Refused
from tts_tool.journal import Journal, Remembered
from tts_tool.kernel.decisions import Decision
from tts_tool.kernel.inventory import Seat
from tts_tool.kernel.module import Ruleset
from tts_tool.kernel.rejection import LANGUAGES, Rejection, quoted
from tts_tool.kernel.settings import GENERAL, Setting
from tts_tool.kernel.spaces import Incomplete
from tts_tool.kernel.story import cause, story
from tts_tool.kernel.views import EVERYTHING
from tts_tool.referee import opening, requests, results, saving, telling
from tts_tool.referee.requests import Language, Request
from tts_tool.referee.results import refusal
from tts_tool.referee.session import Session
from tts_tool.referee.telling import Denied
from tts_tool.referee.wire import LONGEST
from tts_tool.referee.wording import Reader

__all__ = ["PROTOCOL", "Desk", "OfferedGame"]

PROTOCOL = 1
"""Raised when a client of before would be misled; new fields and operations don't raise it."""


class OfferedGame(NamedTuple):
    """A game on offer: its rules, and how to get its cards when they are needed."""

    ruleset: Ruleset
    cards: Callable[[], Catalogue]


class Desk:
    """One conversation's games: which there are, and the one that is played."""

    def __init__(
        self,
        games: Mapping[str, Callable[[], OfferedGame]],
        *,
        longest: int = LONGEST,
        journal: Journal | None = None,
    ) -> None:
        """Offer games by name; nothing is on the table yet.

        A game is fetched only when somebody asks for it.  A journal keeps whatever is played.
        """
        self.games = games
        self.longest = longest
        self.journal = journal
        self.lang: Language = "en"
        self.session: Session | None = None
        self.remembered: list[Remembered] = []
        """What was answered in the game that is gone on with, before it was left."""

    def resume(self, kept: str) -> None:
        """Go on with a game of the journal."""
        if self.journal is None:
            raise BadInput(
                "there is no journal to go on from", fix="name its folder with --journal"
            )
        game = self._game(self.journal.show(kept).game)
        session = Session.resume(self.journal, kept, game.ruleset, game.cards())
        self.close()
        self.session = session
        self.remembered = self.journal.replies(kept)

    def page(self) -> AbstractContextManager[None]:
        """Let all that is done meanwhile be on the disk when it is over, or nothing of it."""
        return nullcontext() if self.session is None else self.session.page()

    def together(self) -> AbstractContextManager[None]:
        """Let all that is done meanwhile be forced to the disk at once, when it is over."""
        return nullcontext() if self.journal is None else self.journal.together()

    def remember(self, reply: Remembered) -> None:
        """Write down what was answered, if anything was done in the game on the table."""
        if self.session is not None:
            self.session.remember(reply)

    def close(self) -> dict[str, list[Any]]:
        """Put the game on the table away; give the outcomes laid down for it that never came."""
        try:
            return self.unused()
        finally:
            session, self.session = self.session, None
            if session is not None:
                session.close()

    def unused(self) -> dict[str, list[Any]]:
        """Give the outcomes laid down for the game on the table that have not come."""
        return {} if self.session is None else self.session.unused()

    @singledispatchmethod
    def do(self, request: Request) -> msgspec.Struct:
        """Do what a request asks for, or raise why not: `Denied`, or a `UserError`."""
        raise NotImplementedError(request)  # pragma: no cover  # each operation stands below

    # Beginning

    @do.register
    def _hello(self, request: requests.HelloRequest) -> results.Hello:
        chosen = self.games if request.game is None else [self._known(request.game)]
        self.lang = request.lang or self.lang
        return results.Hello(
            tool="tts-tool",
            version=tts_tool.__version__,
            protocol=PROTOCOL,
            languages=LANGUAGES,
            lang=self.lang,
            operations=tuple(requests.OPERATIONS),
            longest_line=self.longest,
            games=tuple(_box(self.games[name]().ruleset) for name in chosen),
            playing=None if self.session is None else telling.began(self.session, self.lang),
        )

    @do.register
    def _new(self, request: requests.NewRequest) -> results.Began:
        game = self._game(request.game)
        session = Session.new(
            game.ruleset,
            game.cards(),
            seats=request.seats,
            modules=request.modules,
            settings=request.settings,
            seed=None if request.seed is None else str(request.seed),
            observed=request.observed,
            script=request.script,
            position=request.position,
            cards=request.cards,
            tables=request.tables,
        )
        return self._begin(session, request)

    @do.register
    def _load(self, request: requests.LoadRequest) -> results.Began:
        document = saving.parsed(request.saved)
        game = self._game(document.header.game)
        session = saving.loaded(document, game.ruleset, game.cards())
        return self._begin(session, request)

    def _begin(self, session: Session, request: Request) -> results.Began:
        """Put a game on the table; only now the one before is put away."""
        if self.journal is not None:
            session.keep(self.journal)
        unused = self.close()
        self.session = session
        return telling.began(session, request.lang or self.lang, unused)

    # Looking

    @do.register
    def _open(self, request: requests.OpenRequest) -> results.Open:
        session, reader = self._looked_at(request, request.seat)
        decisions = [*session.open(request.seat), *session.beside(request.seat)]
        asked = [telling.question(session, decision, reader) for decision in decisions]
        if request.decision is not None:
            decision = self._found(request.seat, request.decision, reader)
            left = _left(decision, request.draft, reader)
            told = telling.question(session, decision, reader)
            asked = [msgspec.structs.replace(told, left=left)]
        elif request.draft is not UNSET:
            raise BadInput("a draft is for one question", where="draft", fix='add its "decision"')
        return results.Open(
            decisions=tuple(asked),
            waits_for=tuple(telling.waiting(session, request.seat)),
            proposal=session.proposal,
            step=session.step,
            epoch=session.epoch,
            over=session.over,
        )

    @do.register
    def _view(self, request: requests.ViewRequest) -> results.View:
        session, reader = self._looked_at(request, request.seat)
        return telling.view(session, request.seat, reader)

    @do.register
    def _events(self, request: requests.EventsRequest) -> results.Events:
        session, reader = self._looked_at(request, request.seat)
        epoch = session.epoch if request.epoch is None else request.epoch
        first = session.since(request.since, epoch)
        return results.Events(
            events=[telling.worded(each, reader) for each in session.told(request.seat, first)],
            from_=first,
            next=len(session.timeline.happened),
            epoch=session.epoch,
        )

    @do.register
    def _log(self, request: requests.LogRequest) -> results.Chapters:
        session, reader = self._looked_at(request, request.seat)
        told = story(session.timeline, request.seat, request.since)
        return results.Chapters(
            chapters=tuple(telling.chapter(session, each, reader) for each in told)
        )

    # Doing

    @do.register
    def _answer(self, request: requests.AnswerRequest) -> msgspec.Struct:
        session, reader = self._looked_at(request, request.seat)
        reply = session.answer(request.seat, request.decision, request.value)
        return telling.done(session, reply, reader)

    @do.register
    def _observe(self, request: requests.ObserveRequest) -> msgspec.Struct:
        session, reader = self._looked_at(request, EVERYTHING)
        return telling.done(session, session.observe(request.stream, request.outcome), reader)

    @do.register
    def _undo(self, request: requests.UndoRequest) -> msgspec.Struct:
        session, reader = self._looked_at(request, request.seat)
        if request.consent is None:
            return telling.done(session, session.undo(request.seat, request.to), reader)
        if request.to is not None:
            raise BadInput("consent is to what was proposed", where="to", fix='leave "to" out')
        if request.consent == "agree":
            return telling.done(session, session.agree(request.seat), reader)
        return telling.declined(session, session.decline(request.seat), reader)

    @do.register
    def _redo(self, request: requests.RedoRequest) -> msgspec.Struct:
        session, reader = self._looked_at(request, EVERYTHING)
        return telling.done(session, session.redo(), reader)

    @do.register
    def _waive(self, request: requests.WaiveRequest) -> results.Waived:
        session = self._playing()
        known = session.catalogue.rules
        for rule in request.rules or ():
            if rule not in known or not known[rule].forbids:
                what = f'"{quoted(rule)}" is no rule that forbids anything'
                raise Refused(what, fix="name a rule of legality or limit by its id")
        if request.rules is not None:
            session.waive(request.rules)
        return results.Waived(rules=tuple(sorted(session.timeline.waived)))

    # Writing down

    @do.register
    def _save(self, _request: requests.SaveRequest) -> saving.Document:
        return saving.saved(self._playing())

    @do.register
    def _position(self, request: requests.PositionRequest) -> msgspec.Struct:
        session = self._playing()
        if request.cards or request.tables or request.script:
            return self._set_up(session, request)
        if request.position is not None:
            reader = session.reader(EVERYTHING, request.lang or self.lang)
            reply = session.override(request.position, request.seat)
            return telling.done(session, reply, reader)
        position, since = session.position()
        return results.Placed(position=position, answers_since=since)

    def _set_up(self, session: Session, request: requests.PositionRequest) -> results.Began:
        """Begin anew from a position with other cards, tables or outcomes; all else stays."""
        position, since = session.position()
        if request.position is None and since:
            raise Refused(
                f"the last restart point is {since} answers ago; they would be lost",
                where="position",
                fix="ask for the position, and send it along if that is what you want",
            )
        header = session.timeline.header
        inline = opening.Inline.of(header).and_then(opening.Inline(request.cards, request.tables))
        coming = opening.left(header.luck.script, session.state.streams)
        anew = Session.new(
            session.ruleset,
            session.catalogue,
            seats=session.seats,
            modules=header.modules,
            settings=header.settings,
            seed=header.luck.seed,
            observed=header.luck.observed,
            script={**coming, **request.script},
            position=request.position or position,
            cards=inline.records,
            tables=inline.tables,
        )
        return self._begin(anew, request)

    # Why

    @do.register
    def _explain(self, request: requests.ExplainRequest) -> msgspec.Struct:
        session, reader = self._looked_at(request, request.seat)
        asked = [request.decision, request.event, request.fault]
        if sum(each is not None for each in asked) != 1:
            raise BadInput(
                "one thing is explained at a time",
                where="explain",
                fix='give "decision" with "value", or "event", or "fault"',
            )
        if request.decision is not None:
            return self._judged(request, request.decision, reader)
        if request.event is not None:
            return _caused(session, request.seat, request.event, reader)
        return _reported(session, request.fault or 0)

    def _judged(
        self, request: requests.ExplainRequest, name: str, reader: Reader
    ) -> results.Judgement:
        if request.value is UNSET:
            raise BadInput("which answer is to be explained?", where="value", fix="give one")
        decision = self._found(request.seat, name, reader)
        judged = decision.space().check(request.value)
        if not isinstance(judged, Rejection):
            return results.Judgement(allowed=True)
        why_not = refusal(judged, reader)
        return results.Judgement(
            allowed=False, why_not=why_not, wording=telling.wording(judged.rule, reader)
        )

    # Leaving

    @do.register
    def _quit(self, _request: requests.QuitRequest) -> results.Bye:
        step = 0 if self.session is None else self.session.step
        streams = () if self.session is None else tuple(self.session.state.streams)
        unused = self.close()
        if unused:
            raise Denied(telling.left_over(unused, streams))
        return results.Bye(step=step)

    # Finding

    def _known(self, name: str) -> str:
        return opening.known("game", name, self.games)

    def _game(self, name: str | None) -> OfferedGame:
        if name is not None:
            return self.games[self._known(name)]()
        if len(self.games) != 1:
            raise BadInput("which game?", where="game", fix=f"one of {', '.join(self.games)}")
        (game,) = self.games.values()
        return game()

    def _playing(self) -> Session:
        if self.session is None:
            error = results.Error(
                code="no-game", message='no game is on the table; begin one with "new" or "load"'
            )
            raise Denied(error)
        return self.session

    def _looked_at(self, request: Request, seat: Seat | None) -> tuple[Session, Reader]:
        """Give the game, and the words for whoever looks at it from a seat."""
        session = self._playing()
        if seat is not None and seat != EVERYTHING:
            opening.known("seat", seat, session.seats)
        return session, session.reader(seat, request.lang or self.lang)

    def _found(self, seat: Seat | None, decision: str, reader: Reader) -> Decision[Any]:
        found = self._playing().find(seat, decision)
        if isinstance(found, Rejection):
            raise Denied(refusal(found, reader))
        return found


def _left(
    decision: Decision[Any], draft: object, reader: Reader
) -> dict[str, results.AnySpace] | UnsetType:
    if draft is UNSET:
        return UNSET
    judged = decision.space().check(draft)
    if isinstance(judged, Rejection):
        raise Denied(refusal(judged, reader))
    return telling.spaces(judged.left, reader) if isinstance(judged, Incomplete) else {}


def _caused(session: Session, seat: Seat | None, event: int, reader: Reader) -> results.Cause:
    if event >= len(session.timeline.happened):
        raise NotFound(
            f"no event {event}", fix=f"there are 0 to {len(session.timeline.happened) - 1}"
        )
    told = next((each for each in session.told(seat, event)[:1] if each["n"] == event), None)
    chapter = cause(session.timeline, event, seat)
    return results.Cause(
        event=told,
        chapter=UNSET if chapter is None else telling.chapter(session, chapter, reader),
        wording=telling.wording((told or {}).get("rule", ""), reader),
    )


def _reported(session: Session, number: int) -> results.FaultReport:
    fault = session.faults.get(number)
    if fault is None:
        there = ", ".join(map(str, session.faults)) or "none"
        raise NotFound(f"no report of fault {number}", fix=f"there are: {there}")
    return results.FaultReport(
        header=fault.header, entries=fault.entries, failed=fault.failed, trace=fault.trace
    )


def _box(ruleset: Ruleset) -> results.Box:
    return results.Box(
        name=ruleset.name,
        seats=ruleset.seats,
        fewest=ruleset.fewest,
        modules=tuple(
            results.ModuleTold(
                name=module.name,
                behaviour=module.behaviour,
                needs=module.needs,
                excludes=tuple(module.excludes),
                settings=tuple(map(_setting, module.settings)),
            )
            for module in ruleset.modules
        ),
        settings=tuple(map(_setting, GENERAL)),
        kinds=tuple(ruleset.schema.kinds),
        tables=tuple(ruleset.schema.tables),
    )


def _setting(setting: Setting) -> results.SettingTold:
    return results.SettingTold(
        name=setting.name, values=setting.values, doc=setting.doc, rule=setting.rule
    )
