"""What may stand in the card files of a game, as its ruleset declares it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final, Protocol, TypeVar

from msgspec import inspect

from tts_tool.catalog.anatomy import referred, refused
from tts_tool.catalog.problems import Severity, did_you_mean
from tts_tool.catalog.records import Message, Operation, Record, Rule, Sheet, Table

__all__ = ["RESERVED", "Cards", "Check", "Finding", "Schema", "SchemaError"]

RESERVED: Final = ("messages", "provenance", "rules", "table")
"""Top-level names of a card file that no kind may take."""


REFERABLE: Final = ("message", "record", "rule", "table")
"""What a field may refer to beside kinds: a record is one of any kind."""


class SchemaError(TypeError):
    """A ruleset declares something that cannot be read from a card file."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """What a check of the game itself has to say about a record or a table."""

    about: str
    message: str
    path: str = ""
    suggestion: str | None = None
    severity: Severity = "warning"


class Declares(Protocol):
    """A module of rules, as far as it says what may stand in card files."""

    @property
    def operations(self) -> Mapping[type[Any], Any]:
        """Give the operations that it carries out."""

    @property
    def name(self) -> str:
        """Give its name."""

    @property
    def records(self) -> Mapping[str, type[Any]]:
        """Give its types of cards, by what they are called in card files."""

    @property
    def tables(self) -> Mapping[str, type[Any]]:
        """Give its tables, by what they are called in card files."""

    @property
    def vocabularies(self) -> Mapping[str, Mapping[str, str]]:
        """Give the words that it adds to lists of which a card may say one."""

    @property
    def unread(self) -> Iterable[str]:
        """Give the keys and operations that no rule reads, on purpose."""

    @property
    def checks(self) -> Iterable[Check]:
        """Give what only it can find wrong with cards."""


R = TypeVar("R", bound=Record)
T = TypeVar("T", bound=Table)


class Cards(Protocol):
    """What a check may ask of a catalogue; the catalogue itself knows files, rulesets do not."""

    def of(self, kind: type[R]) -> Mapping[str, R]:
        """Give all records of a type by id."""

    def table(self, table: type[T]) -> T:
        """Give a table of the game."""

    def record(self, record_id: str) -> Record:
        """Give a record whose kind does not matter."""


Check = Callable[[Cards], Iterable[Finding]]
"""A lint that only the game can know: a price nobody can pay, a condition never met."""


@dataclass(frozen=True, kw_only=True)
class Schema:
    """The closed world of a game's card files; modules join theirs with `|`.

    `vocabularies` are lists of words that each module may add to, each word with what it means;
    a field that takes them is marked `ref("moment")`, as if they were records.
    `referenced` names the kinds of which every record must be referred to from somewhere;
    `spare` names keys (``Location.harbour``) and operations (``ruling``) that no rule reads or
    no card uses on purpose: other rooms do, or boxes to come.
    """

    kinds: Mapping[str, type[Record]] = field(default_factory=dict)
    operations: tuple[type[Operation], ...] = ()
    tables: Mapping[str, type[Table]] = field(default_factory=dict)
    vocabularies: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    referenced: frozenset[str] = frozenset()
    spare: frozenset[str] = frozenset()
    checks: tuple[Check, ...] = ()

    def __or__(self, other: Schema) -> Schema:
        """Join what two modules declare; declaring the same thing twice is no clash."""
        return Schema(
            kinds=_joined(self.kinds, other.kinds, "kind"),
            operations=tuple(dict.fromkeys((*self.operations, *other.operations))),
            tables=_joined(self.tables, other.tables, "table"),
            vocabularies=_all_words(self.vocabularies, other.vocabularies),
            referenced=self.referenced | other.referenced,
            spare=self.spare | other.spare,
            checks=tuple(dict.fromkeys((*self.checks, *other.checks))),
        )

    @classmethod
    def of(cls, *modules: Declares) -> Schema:
        """Give what modules have declared."""
        return cls().plus(modules)

    def plus(self, modules: Iterable[Declares]) -> Schema:
        """Join what modules declare: their own schemas, and the operations that they carry out."""
        joined = self
        for module in modules:
            joined |= _declared(module)
        return joined

    @cached_property
    def by_op(self) -> Mapping[str, type[Operation]]:
        """Operations by the name that stands under `op`."""
        found: dict[str, type[Operation]] = {}
        for operation in self.operations:
            op = str(operation.__struct_config__.tag)
            if found.setdefault(op, operation) is not operation:
                raise SchemaError(f"{found[op]} and {operation} are both {op!r}")
        return found

    @cached_property
    def types(self) -> Mapping[type[Sheet], inspect.StructType]:
        """Every sheet that can stand in a card file, taken apart, whether it can be read or not."""
        roots: list[type[Sheet]] = [
            *self.kinds.values(),
            *self.tables.values(),
            *self.operations,
            Message,
            Rule,
        ]
        pairs = zip(roots, inspect.multi_type_info(roots), strict=True)
        return {root: info for root, info in pairs if isinstance(info, inspect.StructType)}

    @cached_property
    def anatomy(self) -> Mapping[type[Sheet], inspect.StructType]:
        """Every sheet that can stand in a card file, taken apart; refuses what TOML can't say.

        Asked for when files are read, not when the schema is made: what one module refers to
        may be declared by another.
        """
        self._check_names()
        found = self.types
        referable = frozenset((*self.kinds, *self.vocabularies, *REFERABLE))
        for root, info in found.items():
            for fault in refused(info, referable):
                raise SchemaError(f"{root.__qualname__}: {fault}")
        self._check_vocabularies(found)
        return found

    @cached_property
    def slots(self) -> Mapping[str, inspect.StructType]:
        """The operations that may stand in an effect slot, taken apart, by `op`."""
        return {op: self.anatomy[operation] for op, operation in self.by_op.items()}

    def kind_of(self, record: type[Record]) -> str:
        """Give the name under which records of this type stand in card files."""
        return _name_of(record, self.kinds)

    def table_name(self, table: type[Table]) -> str:
        """Give the name under which this table stands in card files."""
        return _name_of(table, self.tables)

    def _check_names(self) -> None:
        for kind in self.kinds:
            if kind in (*RESERVED, *REFERABLE):
                raise SchemaError(f"a kind cannot be named {kind!r}")
        for name in self.vocabularies:
            if name in (*self.kinds, *REFERABLE):
                raise SchemaError(f"a vocabulary cannot be named {name!r}")
        for declared in (self.kinds, self.tables):
            if len(set(declared.values())) < len(declared):
                raise SchemaError(f"one type has two names: {', '.join(declared)}")
        for unknown in self.referenced - set(self.kinds):
            raise SchemaError(f"referenced: {unknown!r} is no kind")

    def _check_vocabularies(self, types: Mapping[type[Sheet], inspect.StructType]) -> None:
        """Refuse words that no field takes: the name of their vocabulary is misspelt."""
        taken = {kind for info in types.values() for kind in referred(info)}
        there = sorted(taken - {*self.kinds, *REFERABLE})
        for name, words in self.vocabularies.items():
            if name not in taken:
                guess = did_you_mean(name, there) or f"there are {', '.join(there) or 'none'}"
                declared = ", ".join(map(repr, words))
                raise SchemaError(f"no field takes words of {name!r} ({declared}): {guess}")


def _declared(module: Declares) -> Schema:
    """Join what a module has declared, where it was written."""
    for declared, base in ((module.records, Record), (module.tables, Table)):
        for name, kind in declared.items():
            if not issubclass(kind, base):
                where = f"{kind.__module__}.{kind.__qualname__}"
                what = f"module {module.name}: {name!r} ({where}) is no {base.__name__}"
                raise SchemaError(what)
    return Schema(
        kinds=module.records,
        tables=module.tables,
        operations=tuple(module.operations),
        vocabularies=module.vocabularies,
        spare=frozenset(module.unread),
        checks=tuple(module.checks),
    )


def _name_of(sheet: type[Sheet], names: Mapping[str, type[Sheet]]) -> str:
    for name, declared in names.items():
        if declared is sheet:
            return name
    raise SchemaError(f"{sheet.__qualname__} is not part of this schema")


def _joined(one: Mapping[str, Any], other: Mapping[str, Any], what: str) -> dict[str, Any]:
    for name in one.keys() & other.keys():
        if one[name] != other[name]:
            raise SchemaError(f"{what} {name!r} is declared twice: {one[name]}, {other[name]}")
    return {**one, **other}


def _all_words(
    one: Mapping[str, Mapping[str, str]], other: Mapping[str, Mapping[str, str]]
) -> dict[str, Mapping[str, str]]:
    return {
        name: _joined(one.get(name, {}), other.get(name, {}), f"word of {name}")
        for name in {**one, **other}
    }
