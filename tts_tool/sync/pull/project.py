"""Says what a project's files would have to be, so that it is built as it is in the game.

Nothing is written into a save that is built: whatever was changed there is led back to the
template, the line of the layout, the page, the card from which it came. What comes from where no
program could change it (what a template computes, what play has turned) is named, with the place.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

from tts_tool.build.mod import Mod
from tts_tool.build.scripts import GLOBAL, Script, plan_scripts
from tts_tool.build.table.layout import Layout, Point
from tts_tool.build.table.lines import place_of
from tts_tool.build.table.saving import objects, unprinted
from tts_tool.lua.source_map import SourceMap
from tts_tool.lua.where import ScriptMap
from tts_tool.saves.labels import label
from tts_tool.saves.matching import place
from tts_tool.saves.merging.kinship import Kin, kin
from tts_tool.saves.merging.things import MergedThing, listed
from tts_tool.saves.merging.values import ABSENT, SPOT, equal
from tts_tool.saves.objects import guids
from tts_tool.saves.tree import Document, number
from tts_tool.sync.messages import GLOBAL as GLOBAL_GUID
from tts_tool.sync.pull.code import new_file, part_edits, script_edits, text_edits
from tts_tool.sync.pull.layout import Moved, moves
from tts_tool.sync.pull.looks import Looks
from tts_tool.sync.pull.pieces import Pieces
from tts_tool.sync.pull.proposals import Edit, Left, Proposals, proposals
from tts_tool.sync.pull.reshaping import Reshaped, reshapes
from tts_tool.sync.pull.settings import settings
from tts_tool.sync.pull.trying import Trial, values_of

__all__ = ["MadeProject", "proposed"]


class MadeProject(NamedTuple):
    """A project, the save that was built of it, and where the lines of its scripts come from."""

    mod: Mod
    layout: Layout
    save: Document
    maps: Mapping[str, ScriptMap]


def proposed(made: MadeProject, wanted: Document) -> Proposals:
    """Propose what makes the project what the game has; `wanted` is both merged."""
    work = _Proposing(made, wanted)
    found = [*work.scripts(), *work.pages(), *work.things(), *work.settings()]
    edits = (it for it in found if isinstance(it, Edit))
    return proposals(edits, (it for it in found if isinstance(it, Left)))


class _Proposing:
    def __init__(self, made: MadeProject, wanted: Document) -> None:
        self._made = made
        self._old, self._new = made.save.root, wanted.root
        self._before = [it for top in listed(self._old) for it in top.all()]
        self._after = [it for top in listed(self._new) for it in top.all()]
        self._kin: Kin = kin(self._before, self._after)
        mod, layout = made.mod, made.layout
        every = objects(mod, layout, unprinted(mod, layout))
        names = guids(part.id for thing in every for part in thing.all())
        self._ids = {guid: identity for identity, guid in names.items()}
        self._scripts = plan_scripts(mod.folders.scripts)
        self._pieces = Pieces(mod, layout, self._ids)
        self._looks = Looks(mod, layout, self._ids)

    def scripts(self) -> Iterator[Edit | Left]:
        """Lead changed scripts and interfaces back."""
        yield from self._code(self._old, self._new, GLOBAL, GLOBAL_GUID)
        for old, new in self._kin.later.items():
            yield from self._code(old.raw, new.raw, self._ids.get(old.guid, ""), old.guid)

    def _code(
        self, old: Mapping[str, Any], new: Mapping[str, Any], owner: str, guid: str
    ) -> Iterator[Edit | Left]:
        for key, ending in (("LuaScript", ".lua"), ("XmlUI", ".xml")):
            built, wanted = str(old.get(key) or ""), str(new.get(key) or "")
            if equal(built, wanted, key):
                continue
            called = f"{'the script' if ending == '.lua' else 'the interface'} of {owner or guid}"
            script = self._script(owner, ending)
            origin = self._made.maps.get(guid)
            if not owner:
                yield Left(label(dict(old)), f"{called} was changed, and no file is called so")
            elif not built and script is None:
                yield new_file(owner, ending, wanted, self._scripts, Path())
            elif ending == ".xml" and script is not None:
                yield from text_edits(_file(script), built, wanted, called, self._trial(script))
            else:
                lines = origin.map if origin else SourceMap.plain(None, built)
                yield from script_edits(built, wanted, lines, called, self._trial(script))

    def _trial(self, script: Script | None) -> Trial | None:
        return Trial(script, self._values) if script is not None else None

    @cached_property
    def _values(self) -> Mapping[str, Any]:
        return values_of(self._made.mod, self._made.layout)

    def _script(self, owner: str, ending: str) -> Script | None:
        return next(
            (it for it in self._scripts if it.owner == owner and it.template.endswith(ending)), None
        )

    def pages(self) -> Iterator[Edit | Left]:
        """Lead pages of the notebook back."""
        files, said = self._made.layout.files, self._made.layout.pages
        old, new = (side.get("TabStates") or {} for side in (self._old, self._new))
        for key, page in new.items():
            was = old.get(key)
            if equal(was if was is not None else ABSENT, page):
                continue
            title = (was or page).get("title")
            number = next((n for n, it in enumerate(said) if it.title == title), None)
            if was is None or number is None or was.get("title") != page.get("title"):
                yield Left(files[0], f'the page "{page.get("title")}" is new, or called otherwise')
                continue
            where = place_of(files, "pages", str(number))
            yield from part_edits(where, was["body"], page["body"], f'the page "{title}"')

    def things(self) -> Iterator[Edit | Left]:
        """Lead things that were changed, added or taken away back."""
        layout, mod = self._made.layout, self._made.mod
        moved, reshaped = [], []
        for old, new in self._kin.later.items():
            if self._pieces.is_own(old):
                yield from self._pieces.rewritten(old, new)
                continue
            yield from self._pieces.renamed(old, new)
            yield from self._looks.changed(old, new, self._pieces.prop(old))
            if old.holder is not None or new.holder is not None:
                continue
            identity = self._ids.get(old.guid, "")
            if not _lies_there(old, new):
                (x, _, z), (to_x, _, to_z) = place(old.raw), place(new.raw)
                moved.append(Moved(identity, label(old.raw), (to_x - x, to_z - z), (to_x, to_z)))
            if old.raw.get("Locked") and identity not in mod.inventory.components:
                # What is not locked is turned by play: dice, bags, markers.
                reshaped.append(
                    Reshaped(
                        identity,
                        label(old.raw),
                        (_number(old, "rotY"), _number(new, "rotY")),
                        (_scale(old), _scale(new)),
                    )
                )
        yield from self._looks.tags(self._before)
        yield from moves(mod, layout, tuple(moved))
        yield from reshapes(mod, layout, tuple(reshaped))
        yield from self._pieces.changed(self._kin, self._before, self._after)

    def settings(self) -> Iterator[Edit | Left]:
        """Lead back what is set at the table itself."""
        yield from settings(self._made.mod, self._made.layout, self._old, self._new)


def _lies_there(old: MergedThing, new: MergedThing) -> bool:
    """Tell whether a thing lies where it did, seen from above."""
    was, is_now = ({"posX": x, "posZ": z} for x, _, z in (place(old.raw), place(new.raw)))
    return equal(was, is_now, SPOT)


def _number(thing: MergedThing, key: str) -> float:
    return float(number((thing.raw.get("Transform") or {}).get(key, 0)))


def _scale(thing: MergedThing) -> Point:
    return _number(thing, "scaleX"), _number(thing, "scaleZ")


def _file(script: Script) -> Path:
    return next(it / script.template for it in script.folders if (it / script.template).is_file())
