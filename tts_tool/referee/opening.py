"""What a game begins from: checked, completed, and written into its header."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple, Self

import msgspec

from tts_tool.catalog import Catalogue, extend
from tts_tool.catalog.problems import did_you_mean
from tts_tool.errors import BadInput, NotFound, Refused
from tts_tool.kernel.entries import Header
from tts_tool.kernel.game import Luck
from tts_tool.kernel.hooks import CompositionError
from tts_tool.kernel.inventory import Seat
from tts_tool.kernel.module import Composition, Ruleset, Setup
from tts_tool.kernel.position import decode, flaws, strange_fields
from tts_tool.kernel.rejection import Wordings
from tts_tool.referee.watchdog import patiently
from tts_tool.texts import NO_GAME, say

__all__ = [
    "MOST_DRAWN",
    "Flawed",
    "Inline",
    "Script",
    "check_position",
    "choose_modules",
    "choose_seats",
    "choose_settings",
    "composed",
    "composition_of",
    "drawn_from",
    "header_of",
    "known",
    "left",
    "pinned",
    "unused",
]

Script = Mapping[str, Sequence[Any]]
"""Outcomes laid down beforehand by stream; ``None`` leaves one to the generator."""

MOST_DRAWN = 1_000_000
"""More often no stream of a real game is drawn from; what claims so is no real position."""


def known(what: str, name: str, names: Iterable[str], where: str | None = None) -> str:
    """Give a name back if it is one of those that exist; else say which was probably meant."""
    there = list(names)
    if name in there:
        return name
    fix = did_you_mean(name, there) or f"there are: {', '.join(there) or 'none'}"
    raise NotFound(f'no {what} "{name[:80]}"', where=where, fix=fix)


def choose_seats(
    ruleset: Ruleset, wanted: Sequence[Seat] | int | None, words: Wordings = NO_GAME
) -> tuple[Seat, ...]:
    """Take the seats by name, in the order in which they sit, or so many of them.

    Of a number that the game has, and its rules not yet, `words` say why.
    """
    fewest, most = ruleset.fewest, len(ruleset.seats)
    if wanted is None:
        return ruleset.seats[:fewest]
    count = wanted if isinstance(wanted, int) else len(wanted)
    if count in ruleset.not_yet:
        why = ruleset.not_yet[count]
        raise Flawed(say(why, game=words), fix=f"it takes {fewest} to {most}", rule=why.rule)
    if not fewest <= count <= most:
        raise Refused(
            f"{ruleset.name} is for {fewest} to {most} seats, not {count}",
            fix=f"the seats are {', '.join(ruleset.seats)}",
        )
    if isinstance(wanted, int):
        return ruleset.seats[:wanted]
    seats = tuple(known("seat", seat, ruleset.seats) for seat in wanted)
    if len(set(seats)) < len(seats):
        raise BadInput(f"a seat is named twice: {', '.join(seats)}", fix="name each once")
    return seats


def choose_modules(ruleset: Ruleset, wanted: Iterable[str]) -> tuple[str, ...]:
    """Take modules that go together, in the ruleset's order; the base is always one of them."""
    names = [module.name for module in ruleset.modules]
    chosen = [known("module", name, names) for name in wanted]
    try:
        return tuple(module.name for module in ruleset.chosen(chosen))
    except CompositionError as error:
        fix = f"{ruleset.name} has {', '.join(names)}"
        raise Flawed(str(error), fix=fix, rule=error.rule) from error


def choose_settings(
    ruleset: Ruleset, modules: Iterable[str], wanted: Mapping[str, str]
) -> dict[str, str]:
    """Complete the settings by their defaults."""
    settings = {setting.name: setting for setting in ruleset.settings(modules)}
    for name, value in wanted.items():
        known("setting", name, settings)
        known("value", value, settings[name].values, where=f"setting {name}")
    return {name: wanted.get(name, setting.default) for name, setting in settings.items()}


def composed(ruleset: Ruleset, setup: Setup) -> Composition:
    """Put the modules of a game together."""
    try:
        composition = Composition(ruleset, setup)
    except (CompositionError, ValueError) as error:
        what = f"these modules, cards and seats make no game: {error}"
        raise Flawed(what, where=ruleset.name, rule=getattr(error, "rule", "")) from error
    except Exception as error:
        what = f"the rules can't lay out what is in the box: {type(error).__name__}: {error}"
        raise Refused(what, where=ruleset.name) from error
    composition.run = patiently
    return composition


def composition_of(header: Header, ruleset: Ruleset, cards: Catalogue) -> Composition:
    """Put a game together as its header says, with the rules that are here and these cards."""
    seats = choose_seats(ruleset, header.seats, cards.wordings)
    modules = choose_modules(ruleset, header.modules)
    settings = choose_settings(ruleset, modules, header.settings)
    return composed(ruleset, Setup(seats, modules, settings, cards))


class Handed(msgspec.Struct, frozen=True):
    """Inline cards as a header has them."""

    records: list[Any] = []
    tables: dict[str, Any] = {}


class Inline(NamedTuple):
    """Cards that somebody handed over in place of files, as they came."""

    records: Sequence[Any] = ()
    tables: Mapping[str, Any] = MappingProxyType({})

    @classmethod
    def of(cls, header: Header) -> Self:
        """Read what was handed over when a game began."""
        written = header.cards.get("inline", {})
        try:
            inline = msgspec.convert(written, Handed)
        except msgspec.ValidationError as error:
            raise BadInput(f"no inline cards: {error}", where="header.cards.inline") from error
        return cls(inline.records, inline.tables)

    def and_then(self, other: Inline) -> Inline:
        """Join with what was handed over later, which counts where both say something."""
        records = [_identified(record) for record in (*self.records, *other.records)]
        tables = {
            name: {**_keys(self.tables.get(name)), **_keys(table)}
            for name, table in {**self.tables, **other.tables}.items()
        }
        return Inline(tuple(dict(records).values()), tables)

    def put_into(self, catalogue: Catalogue) -> Catalogue:
        """Give the catalogue with these cards."""
        if not self.records and not self.tables:
            return catalogue
        return extend(catalogue, self.records, self.tables)


def _identified(record: object) -> tuple[object, object]:
    name = record.get("id") if isinstance(record, dict) else None
    return (name if isinstance(name, str) else id(record)), record


def _keys(table: object) -> dict[str, Any]:
    return table if isinstance(table, dict) else {}


def header_of(
    composition: Composition,
    luck: Luck,
    position: dict[str, Any] | None = None,
    inline: Inline = Inline(),  # noqa: B008  # never changes
) -> Header:
    """Write down all that a game begins from."""
    setup = composition.setup
    return Header(
        game=composition.ruleset.name,
        seats=setup.seats,
        modules={module.name: module.behaviour for module in composition.modules},
        settings=setup.settings,
        luck=luck,
        cards_digest=setup.cards.digest,
        cards=pinned(setup.cards) | _pinned_inline(inline),
        position=position,
    )


def pinned(catalogue: Catalogue) -> dict[str, Any]:
    """Give all records and tables as they were written."""
    return {
        "records": {record: catalogue.raw(record) for record in catalogue.ids},
        "tables": {name: catalogue.raw_table(name) for name in catalogue.tables},
    }


def _pinned_inline(inline: Inline) -> dict[str, Any]:
    if not inline.records and not inline.tables:
        return {}
    return {"inline": {"records": list(inline.records), "tables": dict(inline.tables)}}


def check_position(composition: Composition, position: dict[str, Any]) -> dict[str, int]:
    """See that a position can be entered; give how far each stream of chance has come in it."""
    try:
        state = decode(position, composition.inventory)
    except ValueError as error:
        raise BadInput(f"the position can't be read: {error}", where="position") from error
    if any(not 0 <= count <= MOST_DRAWN for count in state.streams.values()):
        raise BadInput(
            f"a stream has been drawn from 0 to {MOST_DRAWN} times",
            where="position: chance.streams",
        )
    wrong = [*strange_fields(position, composition.inventory), *flaws(composition, state)]
    if wrong:
        more = f" (and {len(wrong) - 1} more)" if len(wrong) > 1 else ""
        said = say(wrong[0], game=composition.setup.cards.wordings)
        raise Flawed(f"{said}{more}", where="position", rule=wrong[0].rule)
    return state.streams


class Flawed(Refused):
    """A position that can't be, or a choice of boxes; perhaps a rule says so."""

    def __init__(
        self, what: str, *, rule: str, where: str | None = None, fix: str | None = None
    ) -> None:
        super().__init__(what, where=where, fix=fix)
        self.rule = rule


def drawn_from(script: Script, used: Mapping[str, int]) -> dict[str, list[Any]]:
    """Lay down a script from where chance stands: what was drawn before counts as drawn."""
    return {
        stream: [*[None] * used.get(stream, 0), *outcomes] for stream, outcomes in script.items()
    }


def left(script: Script, used: Mapping[str, int]) -> dict[str, list[Any]]:
    """Give what of a script is still to come."""
    return {stream: list(outcomes[used.get(stream, 0) :]) for stream, outcomes in script.items()}


def unused(script: Script, used: Mapping[str, int]) -> dict[str, list[Any]]:
    """Give the outcomes that were laid down and never came."""
    outcomes = {
        stream: [outcome for outcome in coming if outcome is not None]
        for stream, coming in left(script, used).items()
    }
    return {stream: coming for stream, coming in outcomes.items() if coming}
