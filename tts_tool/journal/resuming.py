"""Goes on with a game that is on the disk: in the same state, or saying what is different.

Every entry is done again and its digest compared.  If all agree, it is the same game,
whatever has changed around it.  If one doesn't, the game goes on from the last restart point
whose position the rules can still enter, with those entries after it that still lead to the
same states.  The others are set aside; they stay in the journal.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import msgspec

from tts_tool.errors import Refused
from tts_tool.journal.changes import changes
from tts_tool.journal.journal import Journal, now
from tts_tool.journal.keeper import Keeper
from tts_tool.journal.notices import Notice, said
from tts_tool.journal.pages import WrittenPage
from tts_tool.journal.retelling import holding, retold, stamp
from tts_tool.journal.saved import Begun, Done, Leg, Origin, Pins, Repinned, Saved, piles_of
from tts_tool.journal.writing import Writer
from tts_tool.kernel.entries import Answer, AnyEntry, Header, Mark, Observation
from tts_tool.kernel.hooks import CompositionError
from tts_tool.kernel.module import Composition
from tts_tool.kernel.position import decode, flaws
from tts_tool.kernel.timeline import Timeline
from tts_tool.texts import say

__all__ = ["Compose", "Present", "Resumed", "resume"]


class Present(NamedTuple):
    """Rules and cards as they are now, and the header that a game with them would get."""

    composition: Composition
    header: Header


Compose = Callable[[Header], Present]


class Resumed(NamedTuple):
    """A game that goes on, and what its players should know about it."""

    keeper: Keeper
    notices: tuple[Notice, ...]

    @property
    def timeline(self) -> Timeline:
        """Look at the game."""
        return self.keeper.timeline


class Replay(NamedTuple):
    """A game played again as far as it agrees with what was written down."""

    timeline: Timeline | None
    """The game, if all of it agrees."""
    agreed: int
    """How many entries agree; -1 if not even the set-up does."""


class Entered(NamedTuple):
    """A game that goes on from a restart point, and the entries after it that it can't keep."""

    timeline: Timeline
    leg: Leg
    aside: list[Done]


def resume(journal: Journal, game: str, compose: Compose) -> Resumed:
    """Go on with a game; `errors.Refused`, with the reason, if that is not possible."""
    journal.hold(game)
    try:
        saved = journal.show(game)
        before = saved.legs[-1].pinned()
        composition, now_pinned = _present(saved, before, compose)
        pins = Pins.of(now_pinned)
        present = Present(composition, pins.put_into(before))
        changed = changes(Pins.of(before), pins)
        replay = _replayed(present, saved.legs[-1])
        if replay.timeline is not None:
            return _same(journal, saved, replay.timeline, changed)
        return _elsewhere(journal, saved, present, (*changed, _differs(saved, replay.agreed)))
    except BaseException:
        journal.let_go(game)
        raise


def _present(saved: Saved, header: Header, compose: Compose) -> Present:
    try:
        return compose(header)
    except (CompositionError, LookupError, ValueError) as problem:
        raise Refused(
            f"{saved.id} can't go on: {problem}", where=saved.game, fix=_way_out(saved)
        ) from problem


def _way_out(saved: Saved) -> str:
    return f"play it with the tts-tool it began with, or keep it: tts-tool games export {saved.id}"


def _replayed(present: Present, leg: Leg) -> Replay:
    """Play a leg again and compare every digest."""
    opening = [line.digest for line in leg.lines if isinstance(line, Begun)]
    standing = leg.standing()
    replay = _followed(present, list(standing.done.values()), opening)
    if replay.timeline is not None:
        replay.timeline.redoable = standing.redoable
        replay.timeline.waiting = list(leg.waiting())
    return replay


def _followed(present: Present, lines: Sequence[Done], opening: Sequence[str] = ()) -> Replay:
    """Play from a header as far as the lines agree, whatever the rules have against them."""
    agreed = -1
    try:
        timeline, writer = Timeline(*present), Writer()
        if opening and [writer.digest(timeline.state, timeline.happened)] != opening:
            return Replay(None, agreed)
        for agreed, line in enumerate(lines):
            timeline.again(line.entry)
            if stamp(timeline, writer) != line.digest:
                return Replay(None, agreed)
    except Exception:  # noqa: BLE001  # changed rules may fail in any way; all mean: not the same
        return Replay(None, agreed)
    return Replay(timeline, len(lines))


def _differs(saved: Saved, agreed: int) -> Notice:
    """Say at which entry the rules first do something else."""
    if agreed < 0:
        return Notice("differs-opening")
    *earlier, (_, last) = saved.course()
    number = sum(len(done) for _, done in earlier) + agreed + 1
    return Notice("differs", {"number": number, "what": _what(last[agreed][1].entry)})


def _what(entry: AnyEntry) -> str:
    if isinstance(entry, Answer):
        return f"{entry.seat}: {entry.decision.rpartition('/')[0]}"
    return entry.stream if isinstance(entry, Observation) else type(entry).__name__.lower()


def _same(
    journal: Journal, saved: Saved, timeline: Timeline, changed: tuple[Notice, ...]
) -> Resumed:
    """Go on with the same game; if something has changed, write that down."""
    if not changed:
        return Resumed(Keeper(journal, saved.id, timeline), ())
    notices = (*changed, Notice("untouched"))
    line = Repinned(at=now(), pins=Pins.of(timeline.header), notices=notices)
    journal.write(saved.id, WrittenPage(now(), saved.answers, timeline.over, lines=(line,)))
    return Resumed(Keeper(journal, saved.id, timeline), notices)


def _elsewhere(
    journal: Journal, saved: Saved, present: Present, notices: tuple[Notice, ...]
) -> Resumed:
    """Go on from the last restart point that can still be entered."""
    reasons: list[str] = []
    for origin, position in saved.restarts():
        header = msgspec.structs.replace(present.header, position=position)
        try:
            entered = _entered(Present(present.composition, header), saved, origin)
        except Exception as problem:  # noqa: BLE001  # changed rules may fail in any way
            reasons.append(str(problem) or repr(problem))
            continue
        notices = (*notices, *_outcome(saved, entered))
        waiting = saved.legs[-1].waiting()
        entered.timeline.waiting = list(waiting)
        leg = msgspec.structs.replace(entered.leg, notices=notices)
        leg = holding(leg, waiting, now())
        answers = msgspec.structs.replace(saved, legs=(*saved.legs, leg)).answers
        journal.add_leg(saved.id, leg, answers, over=entered.timeline.over)
        return Resumed(Keeper(journal, saved.id, entered.timeline), notices)
    reason = reasons[0] if reasons else "it has no restart point"
    why = " ".join(said(notice) for notice in notices)
    raise Refused(f"{saved.id} can't go on: {reason} {why}", fix=_way_out(saved))


def _entered(present: Present, saved: Saved, origin: Origin) -> Entered:
    """Enter the rules at a position, with as many entries since as still lead to the same."""
    wrong = flaws(
        present.composition, decode(present.header.position or {}, present.composition.inventory)
    )
    if wrong:
        raise ValueError(say(wrong[0]))
    since = saved.since(origin)
    kept = max(0, _followed(present, since).agreed)
    entries, aside = [line.entry for line in since[:kept]], since[kept:]
    if any(line.wall for line in aside):
        entries.append(_mark(present.composition, saved, aside))
    timeline, leg = retold(*present, entries, now())
    began = msgspec.structs.replace(origin, carried=kept)
    return Entered(timeline, msgspec.structs.replace(leg, origin=began), aside)


def _mark(composition: Composition, saved: Saved, aside: list[Done]) -> Mark:
    """Let chance fall anew after what was revealed, as an undo across it would."""
    places = composition.inventory.places
    known = [pile for pile in piles_of(aside) if pile in places and places[pile].seen == "nobody"]
    return Mark(saved.branches() + 1, tuple(known))


def _outcome(saved: Saved, entered: Entered) -> list[Notice]:
    """Say from where the game goes on, and what could not be kept."""
    stands = len(saved.since_the_beginning()) - len(entered.aside)
    notices = [Notice("goes-on", {"number": stands}) if stands else Notice("from-start")]
    if entered.aside:
        notices.append(Notice("set-aside", {"count": len(entered.aside)}))
    if any(line.wall for line in entered.aside):
        notices.append(Notice("chance-anew"))
    return notices
