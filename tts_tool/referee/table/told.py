"""What a table is told: what to do, what became of gestures, what may be done, what is asked.

`docs/table-protocol.md` describes it for whoever writes a table.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from tts_tool.referee.table.acts import Act

__all__ = [
    "Button",
    "Heading",
    "Line",
    "LogLine",
    "Mode",
    "Permits",
    "Question",
    "Told",
    "Verdict",
    "WhyNot",
]

Mode = Literal["off", "advise", "enforce", "automate"]
"""Log only; say what is wrong; prevent it and put it back; do the chores, too."""


class Verdict(msgspec.Struct, frozen=True):
    """What became of a gesture, so that the table need not keep it any longer."""

    n: int
    colour: str
    done: bool
    say: str = ""


class Line(msgspec.Struct, frozen=True):
    """Something to be read, by one colour or, without one, by all."""

    text: str
    colour: str = ""


Sayings = dict[str, str | Literal[False]]
Marks = dict[str, bool]


class WhyNot(msgspec.Struct, frozen=True):
    """What can't be done, and the sentence that says why."""

    moves: dict[str, Sayings | Literal[False]] = {}
    turns: Sayings = {}
    rolls: Sayings = {}
    presses: Sayings = {}


class Permits(msgspec.Struct, frozen=True):
    """What one seat may do.

    With a `base` it says what has changed since that version: dictionaries are merged key by
    key, and what is ``false`` is taken out.
    """

    version: int = 0
    base: int = 0
    moves: dict[str, Marks | Literal[False]] = {}
    """Component -> place to which it may be moved."""
    turns: Marks = {}
    rolls: Marks = {}
    """Streams of chance of which dice may be rolled."""
    presses: Marks = {}
    own: tuple[str, ...] = ()
    """Places in which it may arrange things as it likes."""
    why_not: WhyNot = WhyNot()
    otherwise: str = ""
    """What to say to everything else."""


class Button(msgspec.Struct, frozen=True):
    """One thing to press; greyed with the reason where it can't be."""

    press: str
    label: str
    why_not: str = ""
    chosen: bool = False


class Question(msgspec.Struct, frozen=True):
    """What a seat is asked, or a part of it."""

    decision: str
    title: str
    """Empty where it goes on with the question above."""
    buttons: tuple[Button, ...]
    part: str = ""
    """What this part of the answer is called, if there are several."""
    wants: str = ""
    """How much of it is still to be chosen, where it is not one thing."""
    rule: str = ""
    """The rule that asks."""
    terms: str = ""
    """What its words mean, for who is new here."""


class LogLine(msgspec.Struct, frozen=True):
    """Something that has happened; with `undo` there is a button to take it back."""

    text: str
    undo: str = ""


class Heading(msgspec.Struct, frozen=True):
    """What stands above the questions of a seat, and below them what has happened."""

    turn: str
    """Whose turn it is, and which phase."""
    waits: str = ""
    """For whom else the game waits, and for what."""
    facts: tuple[str, ...] = ()
    """How things stand that change fast."""
    mode: str = ""
    lesson: str = ""
    """In an own turn, what the phase is for, for who is new here."""
    log: tuple[LogLine, ...] = ()
    """The newest last."""


class Told(msgspec.Struct, frozen=True, kw_only=True):
    """What a table is told after every change, all in one, so that nothing can overtake.

    It leads from step `since` to step `step` of an epoch; a table that has not come to
    `since` has missed something and says hello again.
    """

    epoch: int
    since: int
    step: int
    mode: Mode = "enforce"
    acts: tuple[Act, ...] = ()
    verdicts: tuple[Verdict, ...] = ()
    lines: tuple[Line, ...] = ()
    permits: dict[str, Permits] = {}
    """By colour, of those whose permits have changed."""
    panels: dict[str, tuple[Question, ...]] = {}
    """By colour, of those whose panel has changed."""
    headings: dict[str, Heading] = {}
    """By colour, of those whose heading has changed."""
    look: bool = False
    """Whether the table should say how it lies, when all is done: what it said was outdated."""
    moment: str = ""
    """A name of where the game stands then: the table says it back when it says hello."""
    keepsake: str = ""
    """What the table keeps of its game, to go on from the save alone; empty: what it has."""
    over: bool = False
