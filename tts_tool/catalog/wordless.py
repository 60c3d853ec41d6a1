"""What rules read of the cards: everything but the words that people read."""

from __future__ import annotations

from hashlib import blake2b
from typing import Any

import msgspec

from tts_tool.catalog.catalogue import Catalogue
from tts_tool.catalog.records import Text
from tts_tool.kernel.inventory import Inventory

__all__ = ["rules_digest", "wordless"]


def rules_digest(cards: Catalogue, box: Inventory) -> str:
    """Fingerprint what rules know of a box: a table and a referee with the same can play together.

    Texts, pictures and where things lie on the table don't count.
    """
    names = sorted(cards.ids)
    content = (
        {name: (cards.kind(name), wordless(cards.record(name))) for name in names},
        {name: cards.raw_table(name) for name in sorted(cards.tables)},
        [(each.id, each.kind, each.start, each.pool) for each in box.components.values()],
        [(place.name, place.seen, place.owner) for place in box.places.values()],
        [wordless(track) for track in box.tracks.values()],
    )
    return blake2b(msgspec.json.encode(content, order="sorted"), digest_size=16).hexdigest()


def wordless(value: Any) -> Any:  # noqa: ANN401 - whatever stands in a record
    """Make plain data of a record, without the texts in it."""
    if isinstance(value, msgspec.Struct):
        fields = msgspec.structs.asdict(value)
        said = {key: wordless(each) for key, each in fields.items() if not isinstance(each, Text)}
        tag = value.__struct_config__.tag_field
        return said if tag is None else {tag: value.__struct_config__.tag, **said}
    if isinstance(value, list | tuple):
        return [wordless(each) for each in value]
    return msgspec.to_builtins(value)
