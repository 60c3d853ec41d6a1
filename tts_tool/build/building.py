"""Builds a mod into a folder: plan, make, write. All or nothing of it is seen there."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, NamedTuple

from tts_tool.build.addresses import ASSETS, Addresses
from tts_tool.build.cache import Cache
from tts_tool.build.freshness import Past
from tts_tool.build.making import BuildMemory, BuildReport, Watcher, make_all
from tts_tool.build.mod import Mod
from tts_tool.build.plan import MAPS, SAVE, THUMBNAIL, Plan, plan
from tts_tool.build.seams import Parts
from tts_tool.build.tool import tool_digest
from tts_tool.build.trimming import limit, trim_sometimes
from tts_tool.build.writing import (
    Content,
    Manifest,
    Written,
    differences,
    listing,
    names_in,
    read_manifest,
    write_outputs,
)
from tts_tool.lua.locations import MAP_ENDING

if TYPE_CHECKING:
    from tts_tool.build.hand import Hand

__all__ = ["Built", "Job", "Keep", "build", "check", "roots"]


class Job(NamedTuple):
    """What is to be built, from what parts, and where to.

    `sources` are folders with cards and rules, `asked` says how it was asked for.
    """

    mod: Mod
    parts: Parts
    addresses: Addresses
    out: Path
    sources: tuple[Path, ...]
    asked: str = ""
    jobs: int | None = None


Keep = Callable[[bytes], object]


class Built(NamedTuple):
    """What a build has made and what it changed on the disk."""

    report: BuildReport
    written: Written
    manifest: Manifest


class _Made(NamedTuple):
    report: BuildReport
    contents: dict[str, Content]
    manifest: Manifest
    inputs: str


def build(  # noqa: PLR0913 - who is there meanwhile is said by name
    job: Job,
    past: Past,
    cache: Cache,
    watcher: Watcher | None = None,
    *,
    ahead: Sequence[Hand] = (),
    keep: Keep | None = None,
) -> Built:
    """Make what has changed, put it in the folder, and remember what it was made from.

    Whoever wants to `keep` a save that is another one now gets it while it is written.
    """
    most = limit()
    built = cache.mended(lambda: _built(job, past, cache, watcher, ahead, keep))
    trim_sometimes(cache.folder, most)
    return built


def check(job: Job, past: Past, cache: Cache, watcher: Watcher | None = None) -> list[str]:
    """Make everything, write nothing but the cache, and say how the folder differs from it."""
    made = cache.mended(lambda: _made(job, past, cache, watcher))
    return differences(job.out, made.contents, past.stamps)


def roots(job: Job) -> list[Path]:
    """List the folders all of whose files may matter."""
    folders = job.mod.folders
    return list(dict.fromkeys([*job.sources, *folders.data, *folders.scripts, *folders.art]))


def _built(  # noqa: PLR0913, PLR0917 - the same
    job: Job,
    past: Past,
    cache: Cache,
    watcher: Watcher | None,
    ahead: Sequence[Hand],
    keep: Keep | None,
) -> Built:
    made = _made(job, past, cache, watcher, ahead)
    for hand in ahead:
        hand.release()  # it ends while all is written
    with _beside(job.out, made, keep):
        written = write_outputs(job.out, made.contents, made.manifest, past.stamps)
    names = names_in(job.out, made.contents)
    past.stamps.look_again(names[path] for path in written.changed)
    for name in names.values():
        past.stamps.digest(name)
    past.remember(job.asked, roots(job), made.report.facts, made.report.notes, made.inputs)
    return Built(made.report, written, made.manifest)


@contextmanager
def _beside(out: Path, made: _Made, keep: Keep | None) -> Iterator[None]:
    """Keep a save while it is written: both mostly wait for the disk."""
    before, save = read_manifest(out), made.manifest.save
    same = before is not None and before.files.get(save) == made.manifest.files[save]
    if keep is None or same:
        yield
        return
    thread = Thread(target=keep, args=(made.report.outputs[SAVE].data(),))
    thread.start()
    try:
        yield
    finally:
        thread.join()


def _made(
    job: Job, past: Past, cache: Cache, watcher: Watcher | None, ahead: Sequence[Hand] = ()
) -> _Made:
    inputs = past.inputs(roots(job))
    planned = plan(job.mod, job.parts, job.addresses, job.out)
    facts = past.last.facts if past.last else {}
    memory = BuildMemory(cache, tool_digest(past.stamps), past.stamps, facts)
    report = make_all(planned.graph, memory, jobs=job.jobs, watcher=watcher, ahead=ahead)
    report = report._replace(notes=(*planned.notes, *report.notes))
    name = job.mod.file_name
    contents = dict(_contents(planned, report, name))
    pictures = {report.outputs[each].name: planned.size(each) for each in planned.assets}
    manifest = listing(_manifest(job, name, pictures), contents)
    return _Made(report, contents, manifest, inputs)


def _contents(plan: Plan, report: BuildReport, name: str) -> Iterator[tuple[str, Content]]:
    endings = {SAVE: ".json", THUMBNAIL: ".png", MAPS: MAP_ENDING}
    files = {f"{name}{ending}": report.outputs[node] for node, ending in endings.items()}
    files |= {
        f"{ASSETS}/{output.name}": output
        for output in map(report.outputs.get, plan.assets)
        if output
    }
    for path, output in files.items():
        yield path, Content(output.digest, output.data)


def _manifest(job: Job, name: str, found: Mapping[str, tuple[int, int]]) -> Manifest:
    mod, at = job.mod, job.addresses
    return Manifest(
        game=mod.name,
        save=f"{name}.json",
        lang=mod.lang,
        assets=at.mode,
        modules=mod.modules,
        cards=mod.cards.digest,
        published=len(found) if at.mode == "https" else sum(each in at.known for each in found),
        pixels=sum(width * height for width, height in found.values()),
    )
