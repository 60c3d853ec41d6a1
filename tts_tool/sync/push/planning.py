"""Decides what a push has to do, before it does any of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from difflib import unified_diff
from typing import Final, NamedTuple

from tts_tool.errors import Refused
from tts_tool.sync.messages import GLOBAL, ScriptState, is_same_text, plain
from tts_tool.sync.push.memory import Identity, Known
from tts_tool.sync.push.wanted import Wanted

__all__ = ["PushPlan", "is_same", "planned", "table_there"]

_MOST_DIFF: Final = 40
"""Lines of one script: about as many as a terminal shows at once; the others are counted."""


class PushPlan(NamedTuple):
    """What is to be changed in the game, and what can't be.

    `globe` is Global, whose code the game takes only when it loads the save again.
    """

    objects: tuple[ScriptState, ...]
    globe: ScriptState | None
    missing: tuple[ScriptState, ...] = ()
    """They have a script in the files, and are not on the table."""

    @property
    def is_empty(self) -> bool:
        """Tell whether the game has it all."""
        return not self.objects and self.globe is None


def table_there(name: str, there: Mapping[str, ScriptState]) -> Identity:
    """Say by what the table that is open can be known again."""
    guids = tuple(guid for guid in there if guid != GLOBAL)
    return Identity(name, guids, _lines(there, GLOBAL))


def is_same(ours: Identity, theirs: Identity) -> bool:
    """Tell whether a table is the one that a folder means.

    Half of its objects with scripts must be there, and it must have the name or the Global.
    """
    shared = len(set(ours.guids) & set(theirs.guids))
    if 2 * shared < len(ours.guids):
        return False
    return (bool(ours.name) and ours.name == theirs.name) or ours.script == theirs.script


def planned(
    wanted: Wanted,
    there: Mapping[str, ScriptState],
    lying: frozenset[str],
    known: Known | None,
    *,
    force: bool = False,
) -> PushPlan:
    """Find what differs; refuse to write over what nobody here has seen.

    `there` are the scripts in the game, `lying` the GUIDs of all that lies on its table.
    """
    changes = [each for guid, each in wanted.states.items() if _differs(each, there.get(guid))]
    reached = [each for each in changes if each.guid == GLOBAL or each.guid in lying]
    if not force:
        _check_seen(reached, there, known)
    globe = next((each for each in reached if each.guid == GLOBAL), None)
    if globe is not None and not globe.script.strip():
        raise Refused(
            "the script of Global is empty, which locks up the game",
            where="Global",
            fix="leave a comment in it, such as -- nothing here",
        )
    return PushPlan(
        tuple(each for each in reached if each.guid != GLOBAL),
        globe,
        tuple(each for each in changes if each not in reached),
    )


def _check_seen(
    changes: list[ScriptState], there: Mapping[str, ScriptState], known: Known | None
) -> None:
    unseen = []
    for each in changes:
        now = there.get(each.guid, ScriptState(each.guid))
        seen = known.states.get(each.guid) if known else None
        if seen is None and known is not None:
            seen = ScriptState(each.guid)  # it had no script when we last looked
        was_before = known is not None and known.has_seen(now)
        if not was_before and (seen is None or _differs(seen, now)):
            unseen.append((each, seen, now))
    if not unseen:
        return
    names = ", ".join(_called(each) for each, _, _ in unseen)
    if known is None:
        what = f"nobody here has seen yet what the game has as the script of {names}"
        fix = "--bind says that this is the table, and what is in it may go (a copy is kept)"
    else:
        what = f"the script of {names} was changed in the game since it was last seen"
        fix = "bring the change into your files; --force writes over it (a copy is kept)"
    details = [line for each, seen, now in unseen for line in _diff(seen or each, now)]
    raise Refused(what, fix=fix, details=tuple(details))


def _diff(ours: ScriptState, theirs: ScriptState) -> Iterator[str]:
    """Show how the game differs, in the lines that people know from git."""
    for kind, old, new in (("script", ours.script, theirs.script), ("ui", ours.ui, theirs.ui)):
        names = (f"{_called(ours)}, {kind}, as known", f"{_called(ours)}, {kind}, in the game")
        lines = list(unified_diff(old.splitlines(), new.splitlines(), *names, lineterm="", n=1))
        yield from lines[:_MOST_DIFF]
        if len(lines) > _MOST_DIFF:
            yield f"… and {len(lines) - _MOST_DIFF} more lines"


def _called(state: ScriptState) -> str:
    return "Global" if state.guid == GLOBAL else f"{state.name or 'object'} - {state.guid}"


def _differs(one: ScriptState, other: ScriptState | None) -> bool:
    """Tell whether scripts differ in more than line ends, which change on their way."""
    other = other or ScriptState(one.guid)
    return not (is_same_text(one.script, other.script) and is_same_text(one.ui, other.ui))


def _lines(states: Mapping[str, ScriptState], guid: str) -> str:
    state = states.get(guid)
    return plain(state.script) if state else ""
