"""What the script is told of the catalogue: numbers, a few fields of records, texts of results.

What comes of an option of a card must be on no thing that anybody can look at before the choice.
So the texts are in the script alone, encoded: whoever plays never sees a script, and whoever
hosts does not read one by accident.
"""

from __future__ import annotations

import html
import json
import re
from base64 import b64encode
from collections import Counter
from collections.abc import Mapping
from typing import Any, Final

import msgspec

from tts_tool.build.faces import easel_of
from tts_tool.build.mod import Mod
from tts_tool.build.table.engraving import label_of
from tts_tool.build.table.layout import Layout
from tts_tool.catalog import Record
from tts_tool.errors import BadInput

__all__ = ["results", "told"]

LANGUAGES: Final = ("en", "de")
_ONE: Final = ("", "1")
Texts = dict[str, dict[str, list[str]]]


def told(mod: Mod, layout: Layout) -> dict[str, Any]:
    """Give the values of the script's template that come from the catalogue.

    `tables` and `records` hold what the layout names, `starts` how many components begin in each
    place, `names` what places are called, `results` the texts of each card by its component;
    `files` are the templates by which they were worded.
    """
    texts, files = _worded(mod, layout)
    return {
        "tables": {name: mod.cards.raw_table(name) for name in layout.script.tables},
        "records": {
            kind: _fields(mod, kind, fields) for kind, fields in layout.script.records.items()
        },
        "starts": dict(Counter(each.start for each in mod.inventory.components.values())),
        "names": {name: label_of(mod, name) for name in mod.inventory.places},
        "results": {card: _encoded(by_language) for card, by_language in texts.items()},
        "files": sorted(files),
    }


def results(mod: Mod, layout: Layout) -> Texts:
    """Word what comes of each option: by component and language, in the order of the options."""
    return _worded(mod, layout)[0]


def _worded(mod: Mod, layout: Layout) -> tuple[Texts, set[str]]:
    template = layout.script.results
    found: Texts = {}
    files: set[str] = set()
    if not template:
        return found, files
    easel = easel_of(mod.folders.data)
    for language in LANGUAGES:
        drawn = easel.draw(template, {"cards": _choices(mod)}, language)
        files |= {path.as_posix() for path in drawn.files}
        for line in filter(str.strip, drawn.svg.splitlines()):
            card, _, text = html.unescape(line).partition("|")
            plain = _plain(layout, text, language)
            found.setdefault(card.strip(), {}).setdefault(language, []).append(plain)
    return found, files


def _choices(mod: Mod) -> dict[str, Any]:
    """Give the records of the cards on which something is chosen, by component."""
    return {
        each.id: msgspec.to_builtins(each.card)
        for each in mod.inventory.components.values()
        if isinstance(each.card, Record) and hasattr(each.card, "ways")
    }


def _plain(layout: Layout, text: str, language: str) -> str:
    """Write words in place of icons, for a chat that has none; a sentence begins with a capital."""

    def word(icon: re.Match[str]) -> str:
        return f"{icon[1]}{_word(layout, icon[2], language, many=icon[1].strip() not in _ONE)}"

    words = re.sub(r"(\d+\s|)\[([\w-]+)\]", word, text)
    plain = re.sub(r"\s+", " ", words.replace("*", "")).strip()
    return re.sub(r"(^|[.:] )([a-zäöü])", lambda start: start[1] + start[2].upper(), plain)


def _word(layout: Layout, icon: str, language: str, *, many: bool) -> str:
    known = layout.script.icons.get(icon)
    if known is None:
        what = f'a result shows the icon "{icon}", which no word stands for'
        raise BadInput(what, where=layout.script.results, fix=f"add it to [script.icons]: {icon}")
    said = known.many if many and known.many is not None else known
    return str(getattr(said, language))


def _fields(mod: Mod, kind: str, fields: tuple[str, ...]) -> dict[str, dict[str, Any]]:
    """Give some fields of all records of a kind."""
    ids = [each for each in mod.cards.ids if mod.cards.kind(each) == kind]
    return {each: _picked(mod.cards.record(each), fields) for each in ids}


def _picked(record: Record, fields: tuple[str, ...]) -> dict[str, Any]:
    return {name: msgspec.to_builtins(getattr(record, name)) for name in fields}


def _encoded(texts: Mapping[str, list[str]]) -> dict[str, Any]:
    """Encode texts as plain ASCII: a game counts letters where Lua counts bytes."""
    plain = json.dumps(texts, ensure_ascii=True, separators=(",", ":"))
    count = max(len(each) for each in texts.values())
    return {"count": count, "code": b64encode(plain.encode("ascii")).decode("ascii")}
