"""What must agree between records: ids, references, provenance."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from tts_tool.catalog.anatomy import Spot, dotted, refs, spots
from tts_tool.catalog.drafts import default_provenance
from tts_tool.catalog.problems import Problem, did_you_mean
from tts_tool.catalog.provenance import KINDS_OF_SOURCE, numbers, parse, unspoken
from tts_tool.catalog.records import Sheet
from tts_tool.catalog.schema import Schema
from tts_tool.catalog.sources import Draft
from tts_tool.catalog.wording import found

__all__ = ["Names", "duplicates", "misreferred", "names", "references", "unproven"]

ANY = "record"
"""What a reference says that may name a record of any kind."""

Names = Mapping[str, frozenset[str]]
"""What can be referred to: ids by kind, and codes, rules, tables."""


def names(drafts: Iterable[Draft], schema: Schema) -> Names:
    """Collect what can be referred to; a broken record counts, or its faults would echo."""
    members: dict[str, set[str]] = {}
    records: set[str] = set()
    for draft in drafts:
        members.setdefault(draft.kind, set()).add(draft.name)
        if draft.space == "record":
            records.add(draft.name)
    words = {name: frozenset(words) for name, words in schema.vocabularies.items()}
    known = {kind: frozenset(ids) for kind, ids in members.items()}
    return {**known, **words, ANY: frozenset(records)}


def duplicates(drafts: Iterable[Draft]) -> Iterator[Problem]:
    """Find what is declared twice, naming both places. Ids are unique over all kinds."""
    first: dict[tuple[str, str], Draft] = {}
    for draft in drafts:
        earlier = first.setdefault((draft.space, draft.name), draft)
        if earlier is not draft and draft.name:
            what = "id" if draft.space == "record" else draft.space
            at = ("id",) if draft.space == "record" else ()
            also = f"also at {earlier.where}"
            yield draft.problem((), f"duplicate {what} {found(draft.name)}", also, at=at)


def references(draft: Draft, sheet: type[Sheet], schema: Schema) -> Iterator[Spot]:
    """Find every id inside a draft that refers to something."""
    for spot in spots(schema.anatomy[sheet], draft.body, schema.slots):
        if refs(spot.marks) and isinstance(spot.value, str):
            yield spot


def misreferred(
    draft: Draft, sheet: type[Sheet], schema: Schema, known: Names | None
) -> Iterator[Problem]:
    """Find references to what does not exist; nothing is known if a file cannot be read."""
    if known is None:
        return
    for spot in references(draft, sheet, schema):
        kinds = refs(spot.marks)
        if not any(spot.value in known.get(kind, ()) for kind in kinds):
            there = [each for kind in kinds for each in sorted(known.get(kind, ()))]
            guess = (
                did_you_mean(spot.value, there)
                or _elsewhere(spot.value, known)
                or _listed(word for kind in kinds for word in schema.vocabularies.get(kind, ()))
            )
            yield draft.problem(spot.path, f"no {' or '.join(kinds)} {found(spot.value)}", guess)


def unproven(draft: Draft) -> Iterator[Problem]:
    """Find numbers of which nobody says where they come from, and sayings about nothing."""
    if not isinstance(draft.body, dict):
        return
    own = {} if draft.provenance is None else draft.provenance
    if not isinstance(own, dict):
        yield draft.problem(("provenance",), "expected a table: field = source")
        return
    yield from _bad_sayings(draft, own)
    if default_provenance(draft.source) is None and "provenance" not in draft.source.document:
        for path in unspoken(draft.body, own):
            fix = f'add provenance = {{ {path[0]} = "house" }}, or a default for the file'
            yield draft.problem(path, "number without provenance", fix)


def _bad_sayings(draft: Draft, own: Mapping[str, object]) -> Iterator[Problem]:
    if not own:
        return
    there = sorted({dotted(path[:n]) for path in numbers(draft.body) for n in range(1, 9)})
    for field, saying in own.items():
        at = ("provenance", field)
        if parse(saying) is None:
            sources = ", ".join(KINDS_OF_SOURCE)
            word = saying.partition(":")[0] if isinstance(saying, str) else None
            guess = did_you_mean(word, KINDS_OF_SOURCE)
            message = f"provenance of {found(field)}: expected one of {sources}"
            yield draft.problem((), message, guess, at=at)
        if field not in there:
            message = f"provenance of {found(field)}: there is no such number"
            yield draft.problem((), message, did_you_mean(field, there), at=at)


def _elsewhere(name: str, known: Names) -> str | None:
    kind = next((kind for kind, members in known.items() if name in members), None)
    return None if kind is None else f"it is a {kind}"


def _listed(words: Iterable[str]) -> str | None:
    """Say which words there are to choose from; ids are too many to be listed."""
    there = ", ".join(f'"{word}"' for word in words)
    return f"there are {there}" if there else None
