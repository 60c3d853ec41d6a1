"""What rules read of the cards: everything but the words that people read."""

from __future__ import annotations

from functools import cache, lru_cache
from hashlib import blake2b
from types import UnionType
from typing import Annotated, Any, Final, Union, get_args, get_origin

import msgspec

from tts_tool.catalog.catalogue import Catalogue
from tts_tool.catalog.records import Text
from tts_tool.kernel.inventory import Inventory

__all__ = ["rules_digest", "wordless"]


# Two, as one who edits has the table of before beside that of now.
@lru_cache(maxsize=2)
def rules_digest(cards: Catalogue, box: Inventory) -> str:
    """Fingerprint what rules know of a box: a table and a referee with the same can play together.

    Texts, pictures and where things lie on the table don't count.
    """
    names = sorted(cards.ids)
    content = (
        {name: (cards.kind(name), _written(name, cards.record(name))) for name in names},
        {name: cards.raw_table(name) for name in sorted(cards.tables)},
        [(each.id, each.kind, each.start, each.pool) for each in box.components.values()],
        [(place.name, place.seen, place.owner) for place in box.places.values()],
        [wordless(track) for track in box.tracks.values()],
    )
    return blake2b(msgspec.json.encode(content, order="sorted"), digest_size=16).hexdigest()


def _written(name: str, record: Any) -> msgspec.Raw:  # noqa: ANN401 - as a catalogue gives it
    """Write a record without its texts, once as long as it is the same: an edit makes few anew."""
    known = _LATELY.get(name)
    if known is None or known[0] is not record:
        known = record, msgspec.Raw(msgspec.json.encode(wordless(record), order="sorted"))
        _LATELY[name] = known
    return known[1]


_LATELY: Final[dict[str, tuple[Any, msgspec.Raw]]] = {}
"""What was written of each record last: one of a name, so that it does not grow with edits."""


@cache
def _spoken(kind: type[msgspec.Struct]) -> frozenset[str]:
    """Name the fields in which a text stands, or could stand."""
    fields = {each.name: each.type for each in msgspec.structs.fields(kind)}
    return frozenset(name for name, each in fields.items() if _is_text(each))


def _is_text(annotation: Any) -> bool:  # noqa: ANN401 - whatever may stand there
    if isinstance(annotation, type):
        return issubclass(annotation, Text)
    union = get_origin(annotation) in (Union, UnionType, Annotated)
    return union and any(map(_is_text, get_args(annotation)))


def wordless(value: Any) -> Any:  # noqa: ANN401 - whatever stands in a record
    """Make plain data of a record, without the texts in it."""
    if isinstance(value, msgspec.Struct):
        fields = msgspec.structs.asdict(value)
        spoken = _spoken(type(value))
        said = {
            key: each if type(each) in _PLAIN else wordless(each)
            for key, each in fields.items()
            if key not in spoken
        }
        tag = value.__struct_config__.tag_field
        return said if tag is None else {tag: value.__struct_config__.tag, **said}
    if isinstance(value, list | tuple):
        return [each if type(each) in _PLAIN else wordless(each) for each in value]
    return msgspec.to_builtins(value)


_PLAIN: Final = frozenset({str, int, bool, float, type(None)})
