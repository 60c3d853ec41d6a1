"""Leads back how things look and what is noted on them: tint, tags, notes, pictures."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from itertools import chain
from pathlib import Path
from typing import Any, Final
from urllib.parse import unquote

from tts_tool.build.mod import Mod
from tts_tool.build.scans import TAKEN
from tts_tool.build.table.layout import Layout, Prop
from tts_tool.build.table.lines import place_of
from tts_tool.build.table.prints import prints_of, sort_of
from tts_tool.saves.labels import label
from tts_tool.saves.merging.things import MergedThing
from tts_tool.saves.merging.values import ABSENT, equal
from tts_tool.saves.tree import Node, number
from tts_tool.sync.pull.entries import entry_at
from tts_tool.sync.pull.layout import line_of
from tts_tool.sync.pull.proposals import Edit, Left

__all__ = ["Looks"]

_TINT: Final = "ColorDiffuse"
_ADDRESSES: Final = ("ImageURL", "ImageSecondaryURL")
_FILE: Final = "file:///"


class Looks:
    """What things look like, and which file says it."""

    def __init__(self, mod: Mod, layout: Layout, ids: Mapping[str, str]) -> None:
        """`ids` are what the layout or the rules call things, by GUID."""
        self._mod = mod
        self._layout = layout
        self._ids = ids
        self._prints = prints_of(mod, layout)
        self._templates = {it.name: it.template for it in self._prints.drawings()}
        self._tags: defaultdict[str, list[tuple[MergedThing, tuple[str, ...]]]] = defaultdict(list)

    def changed(
        self, old: MergedThing, new: MergedThing, prop: Prop | None
    ) -> Iterator[Edit | Left]:
        """Lead back what differs of a thing; tags are gathered, see `tags`."""
        identity = self._ids.get(old.guid, old.memo)
        if not _equal(old, new, _TINT):
            yield self._tinted(identity, old, new, prop)
        if not _equal(old, new, "GMNotes"):
            yield self._noted(identity, old, new)
        if not _equal(old, new, "Tags"):
            tags = tuple(map(str, new.raw.get("Tags") or ()))
            self._tags[self._sort(old)].append((old, tags))
        for key in _ADDRESSES:
            was, now = (_address(it, key) for it in (old, new))
            if was != now:
                yield self._pictured(identity, self._picture(identity, old, key), old, now)

    def tags(self, every: list[MergedThing]) -> Iterator[Edit | Left]:
        """Lead tags back: what all pieces of a sort have is said once, of what has none nothing."""
        for sort, changed in self._tags.items():
            if not sort:
                for old, _ in changed:
                    what = (
                        f"the Tags of {label(old.raw)} changed; what it is gives them, no line here"
                    )
                    yield Left(self._where(self._ids.get(old.guid, "")), what)
                continue
            where = place_of(self._layout.files, "piece", sort)
            why = f"Tags of {sort} changed"
            now = {tags for _, tags in changed}
            all_of_them = len(changed) == sum(self._sort(it) == sort for it in every)
            entry = entry_at(where)
            if entry is not None and all_of_them and len(now) == 1 and len(*now) == 1:
                ((tag,),) = now
                yield entry.put("tag", _quoted(tag), why)
            else:
                names = ", ".join(sorted({label(old.raw) for old, _ in changed})[:3])
                yield Left(where, f"{why} ({names}): `tag` is one, for all pieces of the sort")

    def _sort(self, thing: MergedThing) -> str:
        component = self._mod.inventory.components.get(thing.memo)
        return sort_of(component) if component is not None else ""

    def _where(self, identity: str) -> str:
        """Say where the layout says a thing; of what it says nothing, its first file."""
        line = line_of(identity, self._prints.plan)
        keys = line.keys if line is not None else ()
        keys = ("surface",) if identity == "surface" else keys
        return place_of(self._layout.files, *keys) if keys else self._layout.files[0]

    def _tinted(
        self, identity: str, old: MergedThing, new: MergedThing, prop: Prop | None
    ) -> Edit | Left:
        tint = new.raw.get(_TINT) or {}
        shown = ", ".join(f"{round(float(number(tint.get(part, 1))), 3):g}" for part in "rgb")
        why = f"the tint of {label(old.raw)} changed to [{shown}]"
        seat = self._seat(identity)
        if seat:
            where = place_of(self._layout.files, "seats", seat)
            return Left(where, f"{why}; it is the `colour` of this seat")
        if prop is None:
            return Left(self._where(identity), f"{why}; no number here does it")
        where = self._layout.where(prop)
        if prop.count > 1 and old.holder is None:
            return Left(where, f"{why}; `colour` is one for all {prop.count} of them")
        entry = entry_at(where)
        return entry.put("colour", f"[{shown}]", why) if entry else Left(where, why)

    def _seat(self, identity: str) -> str:
        """Name the seat whose colour a thing has: the marker of its track, its standee."""
        sort, _, name = identity.partition(".")
        lane = self._prints.plan.lanes.get(name) if sort == "track" else None
        component = self._mod.inventory.components.get(identity)
        owner = (lane.track.owner or "") if lane else ""
        owner = str(component.face.get("seat", "")) if component is not None else owner
        return owner if owner in self._layout.seats else ""

    def _noted(self, identity: str, old: MergedThing, new: MergedThing) -> Left:
        notes = str(new.raw.get("GMNotes") or "")
        what = f"the notes of {label(old.raw)} changed to {notes!r}"
        if old.raw.get("GMNotes"):
            fix = f"they are what it is called here, {identity}, and scripts look for them"
            return Left(self._where(identity), f"{what}; {fix}")
        return Left(self._where(identity), f"{what}; no line here says notes")

    @property
    def _art(self) -> Path | None:
        """Say where pictures of one's own lie, or would: beside the cards."""
        cards = (
            Path(self._mod.cards.where(each).rpartition(":")[0]) for each in self._mod.cards.ids
        )
        beside = (each.parent / "art" for each in cards)
        return next(chain(self._mod.folders.art, beside), None)

    def _picture(self, identity: str, old: MergedThing, key: str) -> str:
        """Name the drawing that a thing shows."""
        component = self._mod.inventory.components.get(old.memo)
        is_back = key == _ADDRESSES[1]
        if component is not None:
            return self._prints.back(component) if is_back else self._prints.face(component)
        names = ("mat.surface",) if identity == "surface" else (identity, f"{identity}.1")
        known = [it for it in names if it in self._templates]
        return known[0] if known and not is_back else ""

    def _pictured(self, identity: str, drawing: str, old: MergedThing, address: str) -> Edit | Left:
        what = f"the picture of {label(old.raw)} changed"
        art = self._art
        if not drawing or art is None:
            return Left(self._where(identity), f"{what} to {address}; no picture is drawn for it")
        file = _local(address)
        if file is not None:
            suffix = ".jpg" if file.suffix.lower() == ".jpeg" else file.suffix.lower()
            why = f"{what}; {drawing}{suffix} is shown in place of what is drawn"
            data = file.read_bytes()
            return Edit(art / f"{drawing}{suffix}", 1, (), (), why, is_all=True, data=data)
        template = self._templates.get(drawing, "")
        folders = (each / "faces" / template for each in self._mod.folders.data)
        where = next((each for each in folders if each.is_file()), Path(self._layout.files[0]))
        fix = f"{art.as_posix()}/{drawing}{TAKEN[0]}"
        return Left(
            f"{where.as_posix()}:1",
            f"{what} to {address}; this draws it, and {fix} would replace it",
        )


def _equal(old: MergedThing, new: MergedThing, key: str) -> bool:
    return equal(old.raw.get(key, ABSENT), new.raw.get(key, ABSENT), key)


def _address(thing: MergedThing, key: str) -> str:
    custom: Node = thing.raw.get("CustomImage")
    return str(custom.get(key) or "") if isinstance(custom, dict) else ""


def _local(address: str) -> Path | None:
    """Find a picture that lies on this computer."""
    path = Path(_path(address))
    is_picture = path.suffix.lower() in TAKEN and path.is_absolute()
    return path if is_picture and path.is_file() else None


def _path(address: str) -> str:
    """Give the path that an address names, on Windows with its drive."""
    if not address.startswith(_FILE):
        return address
    path = unquote(address.removeprefix(_FILE))
    return path if path[1:2] == ":" else f"/{path}"


def _quoted(text: Any) -> str:  # noqa: ANN401 - a tag
    escaped = str(text).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
