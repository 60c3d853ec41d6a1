"""A build that stays in memory between edits, so that an edit costs what hangs on it.

An edit of a script or an interface runs the nodes of scripts alone; whatever else is edited is
planned and made as ever, from what is remembered. The folder is brought up to date afterwards, when
nobody waits (`settle`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Final, NamedTuple

from tts_tool.build.building import Built, Job, build
from tts_tool.build.cache import Cache
from tts_tool.build.freshness import Past
from tts_tool.build.graph import Graph
from tts_tool.build.making import Memory, make_all
from tts_tool.build.plan import MAPS, SAVE, Plan, plan
from tts_tool.build.scripts import GLOBAL, guid, plan_scripts, read_script
from tts_tool.build.tool import tool_digest
from tts_tool.lua.where import MAP_ENDING
from tts_tool.saves.swap import replace_file
from tts_tool.saves.tree import Node, read

__all__ = ["Warm"]

_SCRIPTS: Final = frozenset({".lua", ".ttslua", ".xml"})
_MEMBER: Final = "ObjectStates"


class _Known(NamedTuple):
    """The last build that went well: from what, and the save that came of it."""

    job: Job
    plan: Plan
    root: Node


class Warm:
    """Builds again and again. `read_job` reads what is to be built, as often as it may differ."""

    def __init__(self, read_job: Callable[[], Job], past: Past, cache: Cache) -> None:
        self._read_job = read_job
        self._past = past
        self._cache = cache
        self._known: _Known | None = None
        self._is_settled = True

    @property
    def job(self) -> Job:
        """Give what was built last."""
        assert self._known is not None  # noqa: S101 - nobody asks before it was built
        return self._known.job

    def save(self, edited: Iterable[Path] = ()) -> Node:
        """Give the save as the files say now; what is wrong with them is raised, and all stays."""
        files = [str(path) for path in edited]
        self._past.stamps.look_again(files)
        known = self._known
        if known is None or not files or not self._only_scripts(known, map(Path, files)):
            return self._whole()
        self._is_settled = False
        root = self._with_scripts(known)
        self._known = known._replace(root=root)
        return root

    def settle(self) -> None:
        """Bring the folder of the build up to date, if an edit has left that for later."""
        if not self._is_settled:
            self._whole()

    def _whole(self) -> Node:
        job = self._read_job()
        built: Built = build(job, self._past, self._cache)
        planned = plan(job.mod, job.parts, job.addresses, job.out)
        save = built.report.outputs[SAVE]
        self._known = _Known(job, planned, read(save.data(), built.manifest.save).root)
        self._is_settled = True
        return self._known.root

    def _only_scripts(self, known: _Known, edited: Iterable[Path]) -> bool:
        """Tell whether nothing but texts of the scripts that there were has changed."""
        folders = [folder.resolve() for folder in known.job.mod.folders.scripts]
        for path in edited:
            if path.suffix not in _SCRIPTS or not any(map(path.is_relative_to, folders)):
                return False
        return plan_scripts(known.job.mod.folders.scripts) == known.plan.scripts

    def _with_scripts(self, known: _Known) -> Node:
        """Make the scripts alone, and put them into the save; the map of lines is theirs, too."""
        last = self._past.last
        names = [MAPS, *(each.node for each in known.plan.scripts)]
        facts = last.facts if last else {}
        memory = Memory(self._cache, tool_digest(self._past.stamps), self._past.stamps, facts)
        graph: Graph = known.plan.graph.below(names)
        report = self._cache.mended(lambda: make_all(graph, memory, jobs=1))
        if last is not None:
            last.facts.update(report.facts)
        texts: dict[str, dict[str, str]] = {}
        for each in known.plan.scripts:
            key = "XmlUI" if each.is_interface else "LuaScript"
            owner = guid(each.owner) if each.owner != GLOBAL else GLOBAL
            texts.setdefault(owner, {})[key] = read_script(report.outputs[each.node])
        job = known.job
        maps = job.out / f"{job.mod.file_name}{MAP_ENDING}"
        replace_file(maps, report.outputs[MAPS].data())
        lying = [
            {**thing, **texts[thing["GUID"]]} if thing.get("GUID") in texts else thing
            for thing in known.root[_MEMBER]
        ]
        return {**known.root, **texts.get(GLOBAL, {}), _MEMBER: lying}
