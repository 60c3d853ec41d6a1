"""What a ruleset derives its card types from, and the marks it puts on their fields.

A card type reads like the card: `class Ware(Record): cost: Price; effects: tuple[Effect, ...]`.
Frozen, keywords only and closed against unknown keys comes with the base.
"""

from __future__ import annotations

import re
from typing import Annotated, Any, Final, Literal, dataclass_transform

import msgspec
from msgspec import Meta

__all__ = [
    "FORBIDDING",
    "LATER",
    "OPTIONS",
    "Effect",
    "Id",
    "Message",
    "Operation",
    "Record",
    "Rule",
    "RuleKind",
    "Sheet",
    "Table",
    "Text",
    "Word",
    "ref",
]

OPTIONS: Final = Meta(extra={"options": True})
"""Marks an array of which somebody chooses; the linter then looks for equal options."""

LATER: Final = Meta(extra={"later": True})
"""Marks words that are told once something has happened, and shown to nobody before."""

# A pattern's "$" alone would let a line break at the end pass.
Id = Annotated[
    str,
    Meta(
        pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$(?!\n)",
        max_length=80,
        extra={"expected": 'an id such as "red-lantern"'},
    ),
]
"""Lower case words, joined by hyphens."""


class SheetType(msgspec.StructMeta):
    """Gives every card type the same habits, so that no declaration has to repeat them."""

    def __new__(
        cls,
        name: str,
        bases: tuple[type, ...],
        namespace: dict[str, Any],
        **config: Any,  # noqa: ANN401 - whatever msgspec's classes take
    ) -> SheetType:
        """Make the class frozen, keywords only and closed, unless it says otherwise."""
        habits = {"frozen": True, "kw_only": True, "forbid_unknown_fields": True}
        return super().__new__(cls, name, bases, namespace, **{**habits, **config})


@dataclass_transform(kw_only_default=True, frozen_default=True, field_specifiers=(msgspec.field,))
class Sheet(msgspec.Struct, metaclass=SheetType, frozen=True, kw_only=True):
    """Anything that is written in a card file: also the parts of a record derive from this."""


Words = Annotated[str, Meta(pattern=r"\S", extra={"expected": "words"})]
"""What is read has at least one letter."""


class Text(Sheet):
    """Words that players read."""

    en: Words
    de: Words


class Record(Sheet):
    """A card, token, board or whatever else a game has many of."""

    id: Id
    name: Text


class Word(Record):
    """The name of a place, track, question or option; its id is what the rules call it."""


class Table(Sheet):
    """Numbers of a game that exist once: levels, prices, a map."""


class Message(Sheet):
    """The wording of a refusal; `{seat}` and the like stand for its parameters."""

    en: Words
    de: Words
    rule: Annotated[str, Meta(extra={"ref": ("rule",)})] | None = None


RuleKind = Literal[
    "setup", "legality", "timing", "effect", "limit", "scoring", "choice", "hidden-info"
]


FORBIDDING: Final = ("legality", "limit")
"""Kinds of rules that forbid something, unless they say that they permit it."""


class Rule(Text):
    """Our own wording of a rule, what sort of rule it is, and which others say the same.

    A legality or limit rule that `permits` (or caps) refuses nothing.  `open` names the open
    points of the rulebook that it raises; `unshowable` says why no program can show it.
    """

    kind: RuleKind | None = None
    same: tuple[Annotated[str, Meta(extra={"ref": ("rule",)})], ...] = ()
    permits: bool = False
    open: tuple[str, ...] = ()
    unshowable: Annotated[str, Meta(min_length=1)] | None = None

    @property
    def forbids(self) -> bool:
        """Tell whether somebody can be refused something by this rule."""
        return self.kind in FORBIDDING and not self.permits


class Effect:
    """The slot in a card type where an operation stands: `effects: tuple[Effect, ...]`.

    Which operations may stand there is known only when the modules of a game come together,
    so the slot names none of them.
    """

    __slots__ = ()


def _kebab(name: str) -> str:
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "-", name).lower()


class Operation(Effect, Sheet, tag_field="op", tag=_kebab):
    """Something that a card does; `class GainGold(Operation)` is `op = "gain-gold"` in TOML."""


def ref(*kinds: str) -> Meta:
    """Mark a field that holds the id of something else.

    Written `buyer: Annotated[str, ref("guest")]`.

    Beside the kinds of the schema there are `"record"`, which is one of any kind, `"message"`,
    `"rule"` and `"table"`, and the names of its vocabularies: lists of words that each box may
    add to.
    """
    return Meta(
        description=f"id of a {' or '.join(kinds)}",
        extra={"ref": kinds},
        extra_json_schema={"ref": [*kinds]},
    )
