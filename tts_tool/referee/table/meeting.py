"""How referee and table meet: the referee greets, the table answers what it is and how it stands.

A save holds no secret. The referee brings one, new for each session, and the table puts it on
everything that it reports from then on.
"""

from __future__ import annotations

from typing import Any, Final

import msgspec

from tts_tool.errors import BadInput, Refused
from tts_tool.referee.table.told import Mode
from tts_tool.texts import by_language

__all__ = [
    "PROTOCOL",
    "VETOES",
    "Greeting",
    "Met",
    "Outdated",
    "fitting",
    "greeting_script",
    "read_answer",
]

PROTOCOL: Final = 2
"""Raised when a table or a referee of before would be misled."""

VETOES: Final = (
    "onPlayerAction",
    "tryObjectEnterContainer",
    "tryObjectRandomize",
    "tryObjectRotate",
    "tryObjectStateChange",
    "onObjectNumberTyped",
)
"""Events in which a script may say no to the game."""


class Greeting(msgspec.Struct, frozen=True, kw_only=True):
    """What a table needs to know of its referee."""

    protocol: int = PROTOCOL
    secret: str
    game: str
    mode: Mode
    words: dict[str, dict[str, str]] = msgspec.field(default_factory=lambda: by_language("table"))
    """By language what the table says itself, when nobody tells it."""
    tongues: dict[str, str] = {}
    """Languages by colour."""
    count: int = 0
    """The highest number of a gesture that is known: the table counts on from there."""
    proven: tuple[str, ...] = ()
    """Events in which the game is known to listen to a script that says no, as in `onPlayerAction`:
    only there something is prevented, in `enforce`; elsewhere it is put back."""


class Met(msgspec.Struct, frozen=True, kw_only=True):
    """What a table answers."""

    protocol: int
    game: str
    digest: str = ""
    """Of what rules read of the box that it was built from."""
    epoch: int = 0
    step: int = 0
    stage: str = "ready"
    """How far it was set up without a referee: `ready` is an untouched box."""
    count: int = 0
    piles: tuple[str, ...] | None = None
    """Places in which all lies in one stack, back up: only there the order means something."""


class Outdated(Refused):
    """A table of the right game that was built before its rules changed."""


def greeting_script(greeting: Greeting) -> str:
    """Write the piece of Lua that greets a table."""
    text = msgspec.json.encode(greeting).decode()
    level = "="
    while f"]{level}]" in text:
        level += "="
    return f"return meet_referee([{level}[{text}]{level}])"


def fitting(table: Met, game: str, digest: str) -> None:
    """See that a table is one of this game and of these rules, or say why it is not.

    Without a `digest` any box of the game will do.
    """
    if table.game != game:
        raise Refused(f"the table is one of {table.game}, not of {game}", fix="load the other save")
    if table.protocol != PROTOCOL:
        what = f"the table speaks version {table.protocol} of the protocol, not {PROTOCOL}"
        refused = Outdated if table.protocol < PROTOCOL else Refused
        raise refused(what, fix="build it again with this tts-tool, and load it")
    if digest and table.digest != digest:
        raise Outdated(
            "the table was built from other rules or numbers than this game is played with",
            fix="build it again and load it; only texts and pictures may differ",
        )


def read_answer(answer: Any) -> Met:  # noqa: ANN401  # whatever the script on the table returns
    """Read what a table has answered."""
    try:
        return msgspec.convert(msgspec.json.decode(str(answer)), Met, strict=False)
    except (msgspec.MsgspecError, ValueError) as error:
        raise BadInput(
            f"the table answered a greeting with what no table of ours says: {error}",
            fix="load a save that this tts-tool has built",
        ) from error
