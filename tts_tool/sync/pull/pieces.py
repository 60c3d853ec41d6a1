"""Leads pieces that were named otherwise, copied, added or thrown away back to what says them.

A card is said by its record, with its texts and how many copies there are; an extra by its entry; a
thing that no entry says by a file of its own, as the game saves it.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from tts_tool.build.mod import Mod
from tts_tool.build.table.layout import Layout, Prop
from tts_tool.build.table.lying import FOLDER
from tts_tool.saves.labels import label
from tts_tool.saves.merging.kinship import Kin
from tts_tool.saves.merging.things import MergedThing
from tts_tool.saves.merging.values import equal
from tts_tool.saves.naming import slug
from tts_tool.saves.tree import Node, Number, number
from tts_tool.sync.pull.entries import LayoutEntry, entry_at
from tts_tool.sync.pull.proposals import Edit, Left

__all__ = ["Pieces", "plain"]

_TEXTS: Final = ("Nickname", "Description")


class Pieces:
    """The pieces of a mod, and which file says each."""

    def __init__(self, mod: Mod, layout: Layout, ids: dict[str, str]) -> None:
        """`ids` are what the layout or the rules call things, by GUID."""
        self._mod = mod
        self._layout = layout
        self._ids = ids
        self._lying = {str(each.data.get("GUID")): each for each in layout.lying}

    def said(self, thing: MergedThing) -> str:
        """Say in which file and line a thing is said."""
        if (own := self._lying.get(thing.guid)) is not None:
            return f"{own.file}:1"
        if (card := self._card(thing)) is not None:
            return self._mod.cards.where(card)
        if (prop := self.prop(thing)) is not None:
            return self._layout.where(prop)
        return self._layout.files[0]

    def is_own(self, thing: MergedThing) -> bool:
        """Tell whether a thing has a file of its own."""
        return thing.guid in self._lying

    def renamed(self, old: MergedThing, new: MergedThing) -> Iterator[Edit | Left]:
        """Lead its name and description back."""
        where = self.said(old)
        for key in _TEXTS:
            was, now = (str(each.raw.get(key) or "") for each in (old, new))
            if was == now:
                continue
            what = f"{label(old.raw)}: its {key} was changed"
            entry = entry_at(where) if was else None
            found = entry.say(was, now, self._mod.lang, what) if entry is not None else None
            yield found or Left(where, f"{what}; in the game it is: {now}")

    def rewritten(self, old: MergedThing, new: MergedThing) -> Iterator[Edit]:
        """Give the file of a thing that has one as the thing is now."""
        if not equal(old.raw, new.raw):
            yield self._file(Path(self._lying[old.guid].file), new, f"{label(old.raw)} was changed")

    def changed(
        self, kin: Kin, before: Sequence[MergedThing], after: Sequence[MergedThing]
    ) -> Iterator[Edit | Left]:
        """Lead what was added and what is gone back."""
        added = [it for it in after if it not in kin.earlier]
        gone = [it for it in before if it not in kin.later]
        cards = Counter(filter(None, map(self._card, added)))
        cards.subtract(filter(None, map(self._card, gone)))
        for card, by in cards.items():
            if by:
                yield self._copies(card, by)
        props = Counter(it.id for it in map(self.prop, added) if it is not None)
        props.subtract(it.id for it in map(self.prop, gone) if it is not None)
        for prop in self._layout.props:
            if props[prop.id]:
                yield self._count(prop, props[prop.id])
        for thing in added:
            if self._card(thing) is None and self.prop(thing) is None and thing.holder is None:
                yield self._new(thing)
        for thing in gone:
            if self.is_own(thing):
                file = Path(self._lying[thing.guid].file)
                yield Edit(
                    file, 1, (), (), f"{label(thing.raw)} is not there any more", is_all=True
                )
            elif self._card(thing) is None and self.prop(thing) is None:
                yield Left(self.said(thing), f"{label(thing.raw)} is not there any more")

    def _card(self, thing: MergedThing) -> str | None:
        component = self._mod.inventory.components.get(thing.memo)
        card = component.card if component is not None else None
        return card.id if card is not None and card.id in self._mod.cards else None

    def prop(self, thing: MergedThing) -> Prop | None:
        """Find the extra that a thing is one of; copies are known by the notes that those have."""
        identity = self._ids.get(thing.guid) or str(thing.raw.get("GMNotes") or "").replace(
            " ", ".", 1
        )
        return next((it for it in self._layout.props if _is_one(identity, it)), None)

    def _copies(self, card: str, by: int) -> Edit | Left:
        components = self._mod.inventory.components.values()
        many = sum(it.card is not None and it.card.id == card for it in components)
        where, why = self._mod.cards.where(card), _more(card, by)
        entry = entry_at(where)
        if entry is None or many + by < 1 or entry.number("copies") not in {str(many), _one(many)}:
            return Left(where, why)
        return entry.put("copies", str(many + by), why)

    def _count(self, prop: Prop, by: int) -> Edit | Left:
        where, why = self._layout.where(prop), _more(prop.id, by)
        entry: LayoutEntry | None = entry_at(where)
        if entry is None or entry.number("count") not in {str(prop.count), _one(prop.count)}:
            return Left(where, why)
        if prop.count + by < 1:
            return entry.gone(why)
        return entry.put("count", str(prop.count + by), why)

    def _new(self, thing: MergedThing) -> Edit:
        folder = Path(self._layout.files[0]).parent / FOLDER
        called = slug(str(thing.raw.get("Nickname") or thing.raw.get("Name") or "")) or "thing"
        return self._file(
            folder / f"{called}.{thing.guid}.json", thing, f"{label(thing.raw)} is new"
        )

    def _file(self, file: Path, thing: MergedThing, why: str) -> Edit:
        text = json.dumps(plain(thing.raw), indent=2, ensure_ascii=False)
        return Edit(file, 1, (), (*text.split("\n"), ""), why, is_all=True)


def _is_one(identity: str, prop: Prop) -> bool:
    first, _, last = identity.rpartition(".")
    return identity == prop.id or (first == prop.id and last.isdecimal())


def _one(many: int) -> str | None:
    """Give what stands there for one: nothing."""
    return None if many == 1 else str(many)


def _more(name: str, by: int) -> str:
    verb, how = "is" if abs(by) == 1 else "are", "more" if by > 0 else "less"
    return f"of {name} there {verb} {abs(by)} {how}"


def plain(value: Node) -> Any:  # noqa: ANN401 - data of a save
    """Give data of a save as JSON has it."""
    if isinstance(value, dict):
        return {key: plain(each) for key, each in value.items()}
    if isinstance(value, list):
        return [plain(each) for each in value]
    return number(value) if isinstance(value, Number) else value
