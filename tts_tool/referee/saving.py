"""A game as a document: written down, and played again entry by entry when it is read."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import blake2b
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta

from tts_tool.catalog import Catalogue, CatalogueError, extend
from tts_tool.errors import BadInput, Refused
from tts_tool.journal.changes import changes
from tts_tool.journal.notices import Notice, said
from tts_tool.journal.saved import Pins
from tts_tool.kernel.decisions import TABLE
from tts_tool.kernel.entries import Answer, AnyEntry, Header, Waiting
from tts_tool.kernel.module import Composition, Ruleset
from tts_tool.kernel.timeline import Timeline
from tts_tool.referee import opening
from tts_tool.referee.session import Session

__all__ = ["Document", "as_pinned", "loaded", "parsed", "saved"]


_WEIGHTY: Final = ("module-gone", "module-new", "module-changed", "card-gone", "card-new")
"""What is told first of all that has changed: another word on a card stops no game."""
ELSEWHERE: Final = "load it with the tts-tool that saved it, or begin anew from a position of it"


class Document(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True
):
    """A game as a document: what it began from, what came from outside, where that led."""

    format: Literal["tts-tool game"]
    version: Literal[1]
    header: Header
    entries: tuple[AnyEntry, ...]
    digest: Annotated[str, Meta(description="of the state; loading checks it")]
    waiting: Annotated[
        tuple[Waiting, ...], Meta(description="answers that wait for somebody else to finish")
    ] = ()


def saved(session: Session) -> Document:
    """Write a game down."""
    return Document(
        format="tts-tool game",
        version=1,
        header=session.timeline.header,
        entries=tuple(session.timeline.entries),
        digest=_digest(session),
        waiting=tuple(session.timeline.waiting),
    )


def _digest(session: Session) -> str:
    return blake2b(session.digest(), digest_size=16).hexdigest()


def parsed(plain: dict[str, Any]) -> Document:
    """Read a document; what it says is not checked yet."""
    header = plain.get("header")
    for name in header if isinstance(header, dict) else ():
        opening.known("field of a header", name, Header.__struct_fields__, where="saved")
    try:
        return msgspec.convert(plain, Document)
    except msgspec.ValidationError as error:
        raise BadInput(
            f"no saved game: {error}", where="saved", fix="send what op save has given"
        ) from error


def loaded(document: Document, ruleset: Ruleset, catalogue: Catalogue) -> Session:
    """Play a saved game again, with the cards it was played with; notices say what has changed."""
    header = document.header
    cards = as_pinned(catalogue, header.cards)
    composition = opening.composition_of(header, ruleset, cards)
    _check_modules(composition, header)
    if header.position is not None:
        opening.check_position(composition, header.position)
    absent = {each.folder for each in ruleset.modules if each.name not in header.modules}
    now = opening.Inline.of(header).put_into(catalogue).without(frozenset(absent))
    here = Pins(header.modules, now.digest, {**header.cards, **opening.pinned(now)})
    changed = changes(Pins.of(header), here)
    session = Session(_replayed(composition, document, changed), changed)
    if _digest(session) != document.digest:
        raise Refused(
            "played again, this game leads to another state than the one that was saved",
            where="saved: digest",
            fix="the document was changed, or the rules were; begin anew from a position of it",
        )
    for one in document.waiting:
        opening.known("seat", one.seat, (TABLE, *session.seats), where="saved: waiting")
    session.timeline.waiting = list(document.waiting)
    return session


def as_pinned(catalogue: Catalogue, cards: dict[str, Any]) -> Catalogue:
    """Give the cards that a game was played with, whatever they are like by now."""
    records, tables = _dict(cards, "records"), _dict(cards, "tables")
    try:
        both = extend(catalogue, list(records.values()), tables)
    except CatalogueError as error:
        first, count = error.problems[0], len(error.problems)
        what = f"{first.path}: {first.message}" if first.path else first.message
        raise Refused(
            f"its cards are not such as rules take by now ({what}, {count} in all)",
            where="saved: header.cards",
            fix=ELSEWHERE,
        ) from error
    entries = (e for e in both.entries if e.draft.space != "record" or e.draft.name in records)
    return Catalogue(entries, catalogue.schema)


def _dict(cards: dict[str, Any], what: str) -> dict[str, Any]:
    found = cards.get(what)
    if not isinstance(found, dict):
        raise BadInput(f'"{what}" is missing', where="saved: header.cards")
    return found


def _check_modules(composition: Composition, header: Header) -> None:
    now = {module.name: module.behaviour for module in composition.modules}
    if now != header.modules:
        raise Refused(
            f"it was played with the modules {_listed(header.modules)}, here are {_listed(now)}",
            where="saved: header.modules",
            fix=ELSEWHERE,
        )


def _listed(modules: dict[str, int]) -> str:
    return ", ".join(f"{name} {behaviour}" for name, behaviour in modules.items())


def _replayed(
    composition: Composition, document: Document, changed: tuple[Notice, ...]
) -> Timeline:
    played: list[AnyEntry] = []

    def entries() -> Iterator[AnyEntry]:
        for entry in document.entries:
            played.append(entry)
            if isinstance(entry, Answer) and entry.decision.rpartition("/")[2] != entry.seat:
                raise ValueError(f"{entry.decision} is not for {entry.seat}")
            yield entry

    try:
        return Timeline.replay(composition, document.header, entries())
    except Exception as error:
        where = f"saved: entries[{len(played) - 1}]" if played else "saved: header"
        if changed:
            first = said(min(changed, key=lambda each: each.code not in _WEIGHTY))
            raise Refused(
                f"this can't be played any more, as cards or rules have changed since ({first} …)",
                where=where,
                fix=f"{ELSEWHERE}; a game of a journal goes on: tts-tool games resume",
            ) from error
        raise BadInput(
            f"this can't be played: {type(error).__name__}: {error}",
            where=where,
            fix="the document was changed, or the rules were",
        ) from error
