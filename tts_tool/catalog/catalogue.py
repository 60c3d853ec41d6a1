"""The cards of a game, read and checked: what rules, builder and table ask for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from hashlib import blake2b
from pathlib import PurePath
from types import MappingProxyType
from typing import Any, TypeVar, cast

import msgspec

from tts_tool.catalog.drafts import default_provenance
from tts_tool.catalog.provenance import Provenance, governing, parse
from tts_tool.catalog.reading import ReadDraft
from tts_tool.catalog.records import Message, Record, Rule, Table
from tts_tool.catalog.schema import Schema
from tts_tool.catalog.sources import Space

__all__ = ["Catalogue"]

R = TypeVar("R", bound=Record)
T = TypeVar("T", bound=Table)


class Catalogue:
    """Records by kind and id, tables by type, wordings by code. Never changes once made.

    Whoever draws from `of` gets the records in the order of their ids, not of the files: two
    catalogues with the same digest must lead to the same game.
    """

    def __init__(self, entries: Iterable[ReadDraft], schema: Schema) -> None:
        self.schema = schema
        self.entries = tuple(entries)
        self._spaces: dict[Space, dict[str, ReadDraft]] = {
            "record": {},
            "table": {},
            "message": {},
            "rule": {},
        }
        for entry in self.entries:
            self._spaces[entry.draft.space][entry.draft.name] = entry
        self._without: dict[frozenset[str], Catalogue] = {}

    def without(self, boxes: frozenset[str]) -> Catalogue:
        """Give the catalogue without what some boxes bring: the folders of their files."""
        present = boxes & {entry.draft.source.box for entry in self.entries}
        if not present:
            return self
        if present not in self._without:
            left = (each for each in self.entries if each.draft.source.box not in present)
            self._without[present] = Catalogue(left, self.schema)
        return self._without[present]

    def of(self, kind: type[R]) -> Mapping[str, R]:
        """Give all records of a type by id, ordered by id."""
        members: Mapping[str, Any] = self._by_kind[self.schema.kind_of(kind)]
        return members

    def table(self, table: type[T]) -> T:
        """Give a table of the game."""
        value: Any = self._spaces["table"][self.schema.table_name(table)].value
        return cast("T", value)

    def record(self, record_id: str) -> Record:
        """Give a record whose kind does not matter; a KeyError if there is none."""
        return cast("Record", self.entry(record_id).value)

    def __contains__(self, record_id: object) -> bool:
        return record_id in self._spaces["record"]

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids of all records, in the order of the files."""
        return tuple(self._spaces["record"])

    @property
    def tables(self) -> tuple[str, ...]:
        """The names of all tables, in the order of the files."""
        return tuple(self._spaces["table"])

    @cached_property
    def messages(self) -> Mapping[str, Message]:
        """The wordings of refusals by code."""
        entries = self._spaces["message"].items()
        return MappingProxyType({code: cast("Message", entry.value) for code, entry in entries})

    @cached_property
    def rules(self) -> Mapping[str, Rule]:
        """Our own wording of each rule, by the rule's id."""
        entries = self._spaces["rule"].items()
        return MappingProxyType({rule: cast("Rule", entry.value) for rule, entry in entries})

    @cached_property
    def wordings(self) -> Mapping[str, Mapping[str, str]]:
        """The messages as plain text: code -> language -> sentence."""
        texts = self.messages.items()
        return MappingProxyType({code: {"en": text.en, "de": text.de} for code, text in texts})

    def kind(self, record_id: str) -> str:
        """Say of which kind a record is."""
        return self.entry(record_id).draft.kind

    def box(self, record_id: str) -> str:
        """Say in which box (the folder of its file) a record comes; "" for inline records."""
        return self.entry(record_id).draft.source.box

    def home_of_rule(self, rule: str) -> tuple[str, str]:
        """Say in which box (the folder), and in which file of it, the wording of a rule stands."""
        source = self._spaces["rule"][rule].draft.source
        return source.box, PurePath(source.name).stem

    def where(self, record: Record | str) -> str:
        """Say where a record is written: `cards/night_market/base/wares.toml:12`."""
        return self.entry(record if isinstance(record, str) else record.id).draft.where

    def raw(self, record_id: str) -> dict[str, Any]:
        """Give a record as it was written, ready for JSON and for `extend`."""
        draft = self.entry(record_id).draft
        own = {} if draft.provenance is None else {"provenance": draft.provenance}
        return {"kind": draft.kind, **_copied(draft.body), **_copied(own)}

    def raw_table(self, name: str) -> dict[str, Any]:
        """Give a table as it was written, ready for JSON and for `extend`."""
        draft = self._spaces["table"][name].draft
        own = {} if draft.provenance is None else {"provenance": draft.provenance}
        return {**_copied(draft.body), **_copied(own)}

    def provenance(self, about: str | type[Table], path: str) -> Provenance:
        """Say where a number comes from: `provenance("lantern", "effects[0].amount")`.

        A number that is written nowhere is a default of the schema, hence our own.
        """
        if isinstance(about, str):
            draft = self.entry(about).draft
        else:
            draft = self._spaces["table"][self.schema.table_name(about)].draft
        own = draft.provenance or {}
        key = governing(path, own)
        said = parse(own[key]) if key is not None else default_provenance(draft.source)
        return said or Provenance("house", "default of the schema")

    def entry(self, record_id: str) -> ReadDraft:
        """Give a record together with where and how it was written."""
        return self._spaces["record"][record_id]

    @cached_property
    def digest(self) -> str:
        """Fingerprint of all that can matter to a game: content, not files, order or layout."""
        content = {
            space: {name: (entry.draft.kind, entry.value) for name, entry in entries.items()}
            for space, entries in self._spaces.items()
        }
        return blake2b(msgspec.json.encode(content, order="sorted"), digest_size=16).hexdigest()

    @cached_property
    def _by_kind(self) -> Mapping[str, Mapping[str, Record]]:
        found: dict[str, dict[str, Record]] = {kind: {} for kind in self.schema.kinds}
        for record_id, entry in sorted(self._spaces["record"].items()):
            found[entry.draft.kind][record_id] = cast("Record", entry.value)
        return {kind: MappingProxyType(members) for kind, members in found.items()}


def _copied(written: Any) -> Any:  # noqa: ANN401 - what a file says
    """Copy what is nothing but data: each new game pins all cards."""
    if isinstance(written, dict):
        return {key: _copied(value) for key, value in written.items()}
    return [*map(_copied, written)] if isinstance(written, list) else written
