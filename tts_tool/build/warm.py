"""A build that stays in memory while its table lies open, so that an edit costs what hangs on it.

An edit of a script or an interface runs the nodes of scripts alone. After any other the table is
planned anew, from what is remembered, and a card that looks otherwise is printed alone. The folder
of the build stays as it is, but for the map of scripts by which errors are found; what is drawn
anew lies in the gallery, where the game finds it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from threading import Thread
from typing import Any, Final, NamedTuple

import msgspec

from tts_tool.build.building import Built, Job, Keep, build
from tts_tool.build.cache import Cache
from tts_tool.build.crew import call_ahead
from tts_tool.build.faces import ready_to_draw
from tts_tool.build.facts import Facts
from tts_tool.build.freshness import Past
from tts_tool.build.gallery import Gallery
from tts_tool.build.graph import Output
from tts_tool.build.imprints import Imprint, imprints_of
from tts_tool.build.making import (
    BuildMemory,
    BuildReport,
    Overtaken,
    Silent,
    Watcher,
    make_all,
    never,
)
from tts_tool.build.plan import LINT, MAPS, SAVE, Fresh, Plan, laid_open, plan
from tts_tool.build.problems import BuildError, Problem
from tts_tool.build.scripts import GLOBAL, plan_scripts, read_script, source_of
from tts_tool.build.scripts import guid as owner_guid
from tts_tool.build.tool import tool_digest
from tts_tool.cached import write_beside
from tts_tool.catalog import rules_digest
from tts_tool.errors import UserError
from tts_tool.garbage import unswept
from tts_tool.lua.locations import MAP_ENDING
from tts_tool.saves.objects import Tab, Thing, transforms
from tts_tool.saves.objects.save import tabs
from tts_tool.saves.tree import Node, read, settled

__all__ = ["Warm"]

_SCRIPTS: Final = frozenset({".lua", ".ttslua", ".xml"})
_MEMBER: Final = "ObjectStates"
_PLACES: Final = "values/places"
_HANDS: Final = 4
"""So many draw at once at most: of most cards there are no more that look otherwise."""


class _Known(NamedTuple):
    """The last edit that was built: from what, and the save that came of it."""

    job: Job
    plan: Plan
    root: Node


class Warm:
    """Builds again and again. `read_job` reads what is to be built, as often as it may differ."""

    def __init__(
        self,
        read_job: Callable[[], Job],
        past: Past,
        cache: Cache,
        watcher: Watcher | None = None,
        *,
        keep: Keep | None = None,
    ) -> None:
        """Build it once as ever, and `keep` the save: that is the table which lies open."""
        self._read_job = read_job
        self._cache = cache
        self._stamps = past.stamps
        job = read_job()
        built = build(job, past, cache, watcher or Silent(), keep=keep)
        planned = plan(job.mod, job.parts, job.addresses, job.out)
        self._facts: dict[str, Facts] = dict(built.report.facts)
        self._tool = tool_digest(self._stamps)
        self._imprints = _imprints(job, planned, built)
        self._there = {name: job.addresses.at(name) for name in built.manifest.pictures}
        root = read(built.report.outputs[SAVE].data(), built.manifest.save).root
        self._known = _Known(job, planned, root)
        self._layout = _placed(built.report.outputs)
        self._written: Mapping[str, Output] = built.report.outputs
        self._rules = rules_digest(job.mod.cards, job.mod.inventory)
        self._shown: set[str] = set()
        self._overtaken: Callable[[], bool] = never
        # Once there are threads here, whoever draws would have to be started anew for each edit.
        self._hands = call_ahead(cache, ready_to_draw, job.jobs, _HANDS)

    @property
    def job(self) -> Job:
        """Give what was built last."""
        return self._known.job

    @property
    def rules(self) -> str:
        """Give the digest of what rules read of the cards and the box."""
        return self._rules

    @property
    def layout(self) -> Mapping[str, Any]:
        """Give what the script of the table is told of where things go, by the names there."""
        return self._layout

    def source(self, guid: str, line: int, column: int) -> str:
        """Say from which file a place of a script comes, as written last; nothing, if from none."""
        scripts = (each for each in self._known.plan.scripts if not each.is_interface)
        for each in scripts:
            if owner_guid(each.owner) == guid:
                return source_of(self._written[each.node], line, column)
        return ""

    def save(self, edited: Iterable[Path] = (), overtaken: Callable[[], bool] = never) -> Node:
        """Give the save as the files say now; what is wrong with them is raised, and all stays.

        Without `edited`, anything may have changed. What is `overtaken` ends as `Overtaken`, soon.
        """
        self._overtaken = overtaken
        with unswept():
            return self._saved([str(path) for path in edited])

    def moved(self, edited: Iterable[Path]) -> Node | None:
        """Give the last save with what lies on the table where the layout has it now.

        That is quick. Whatever else such an edit means, as a picture on which places show, `save`
        gives, and tells what is wrong; then, and if nothing is moved, this gives nothing.
        """
        files = [str(path) for path in edited]
        if not files or not self._is_same(files):
            return None
        job, planned, root = self._known
        tables, before = job.parts.tables, planned.order.spread.layout
        with unswept(), suppress(UserError):
            layout = tables.read_layout(job.mod)
            if layout == before or tables.notebook(job.mod, before, layout, map(Path, files)):
                return None
            return _moved(root, tables.check_playable(tables.bare(job.mod, layout)))
        return None

    def _saved(self, files: list[str]) -> Node:
        if files:
            self._stamps.look_again(files)
        else:
            self._stamps.look_again(self._stamps.seen)
        if files and self._only_scripts(map(Path, files)):
            self._known = self._with_scripts()
        elif (pages := self._only_pages(files)) is not None:
            root = {**self._known.root, **settled(tabs(pages))}
            self._known = self._known._replace(root=root)
        else:
            self._known = self._anew(self.job if files and self._is_same(files) else None)
        return self._known.root

    def _is_same(self, files: Iterable[str]) -> bool:
        """Tell whether cards and rules are as they were: only layout and faces were edited."""
        folders = [folder.resolve() for folder in self.job.mod.folders.data]
        sources = [source.resolve() for source in self.job.sources]
        return all(
            any(map(path.is_relative_to, folders)) and not any(map(path.is_relative_to, sources))
            for path in map(Path, files)
        )

    def _anew(self, same: Job | None) -> _Known:
        """Plan everything, and make what has changed; of the `same` cards, if they are known."""
        job = same or self._read_job()
        gallery = Gallery.mine()
        there = {**self._there, **job.addresses.known}
        at = job.addresses._replace(base=gallery.address(""), known=there)
        planned = plan(job.mod, job.parts, at, job.out, self._imprints)
        values = [_PLACES] if _PLACES in planned.graph.nodes else []
        fresh = Fresh(planned.order, at, self._imprints)
        self._stop_if_overtaken()

        def laid() -> tuple[Mapping[str, Output], Node]:
            outputs = self._made(planned, [LINT, MAPS, *planned.shown, *values])
            self._stop_if_overtaken()
            return outputs, _laid(fresh, outputs)

        outputs, root = self._cache.mended(laid)
        known = {each.face for each in self._imprints.values()}
        pictures = (outputs[node] for node in planned.assets)
        new = (each for each in pictures if each.name not in there and each.digest not in known)
        self._show(gallery, new)
        self._write_map(job, outputs)
        self._layout = _placed(outputs)
        self._written = outputs
        self._rules = rules_digest(job.mod.cards, job.mod.inventory)
        return _Known(job, planned, root)

    def _stop_if_overtaken(self) -> None:
        if self._overtaken():
            raise Overtaken

    def _show(self, gallery: Gallery, pictures: Iterable[Output]) -> None:
        """Put pictures where the game finds them; it need not wait until they are on the disk."""
        new = [
            each for each in pictures if not (each.name in self._shown and gallery.has(each.name))
        ]
        if new:
            names = [gallery.put(each.data(), each.suffix, waits=False) for each in new]
            self._shown.update(names)
            Thread(target=gallery.settled, args=(names,), daemon=True).start()

    def _only_scripts(self, edited: Iterable[Path]) -> bool:
        """Tell whether nothing but texts of the scripts that there were has changed."""
        mod = self._known.job.mod
        folders = [folder.resolve() for folder in mod.folders.scripts]
        for path in edited:
            if path.suffix not in _SCRIPTS or not any(map(path.is_relative_to, folders)):
                return False
        return plan_scripts(mod.folders.scripts) == self._known.plan.scripts

    def _only_pages(self, files: list[str]) -> tuple[Tab, ...] | None:
        """Give the notebook, if nothing else was edited: it is on no picture and in no script."""
        if not files or not self._is_same(files):
            return None
        job, planned, _ = self._known
        tables, before = job.parts.tables, planned.order.spread.layout
        return tables.notebook(job.mod, before, tables.read_layout(job.mod), list(map(Path, files)))

    def _with_scripts(self) -> _Known:
        """Make the scripts alone, and put them into the save."""
        job, planned, root = self._known
        outputs = self._made(planned, [MAPS, *(each.node for each in planned.scripts)])
        texts: dict[str, dict[str, str]] = {}
        for each in planned.scripts:
            key = "XmlUI" if each.is_interface else "LuaScript"
            texts.setdefault(owner_guid(each.owner), {})[key] = read_script(outputs[each.node])
        self._write_map(job, outputs)
        self._written = outputs
        lying = [
            {**thing, **texts[thing["GUID"]]} if thing.get("GUID") in texts else thing
            for thing in root[_MEMBER]
        ]
        root = {**root, **texts.get(owner_guid(GLOBAL), {}), _MEMBER: lying}
        return self._known._replace(root=root)

    def _made(self, planned: Plan, names: Iterable[str]) -> Mapping[str, Output]:
        graph = planned.graph.below(names)
        memory = BuildMemory(self._cache, self._tool, self._stamps, self._facts)
        jobs, hands = self.job.jobs, self._hands

        def made() -> BuildReport:
            return make_all(graph, memory, jobs=jobs, ahead=hands, overtaken=self._overtaken)

        for hand in hands:
            hand.come_back()
        try:
            report = self._cache.mended(made)
        except Overtaken:
            raise
        except BaseException:
            for hand in hands:
                if hand.tasks and not hand.is_gone:
                    hand.dismiss()  # it is at work still, for what nobody waits for any more
            raise
        self._facts |= report.facts
        return report.outputs

    def _write_map(self, job: Job, outputs: Mapping[str, Output]) -> None:
        if job.out.is_dir():  # somebody may have cleaned up meanwhile
            write_beside(job.out / f"{job.mod.file_name}{MAP_ENDING}", outputs[MAPS].data())


def _imprints(job: Job, planned: Plan, built: Built) -> dict[str, Imprint]:
    outputs = built.report.outputs
    return imprints_of(planned.cells, planned.drawings, outputs, job.addresses, job.mod.lang)


def _laid(fresh: Fresh, outputs: Mapping[str, Output]) -> Node:
    """Lay the table out; what is wrong then is told as if a node had failed over it."""
    try:
        return laid_open(fresh, outputs)
    except BuildError:
        raise
    except UserError as error:
        error.where = error.where or "the table"
        raise BuildError([Problem(error)]) from None


def _moved(root: Node, things: Iterable[Thing]) -> Node:
    """Put what lies on a table where the like lies on another one."""
    places = settled(transforms(things))
    lying = [
        {**thing, "Transform": places.get(thing["GUID"], thing["Transform"])}
        for thing in root[_MEMBER]
    ]
    return {**root, _MEMBER: lying}


def _placed(outputs: Mapping[str, Output]) -> dict[str, Any]:
    """Take where places and tracks are out of what scripts are filled in with, if they are."""
    if _PLACES not in outputs:
        return {}
    values = msgspec.json.decode(outputs[_PLACES].data(), type=dict[str, Any])
    return {name: values[name] for name in ("places", "tracks") if name in values}
