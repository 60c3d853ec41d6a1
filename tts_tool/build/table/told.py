"""What scripts are told of the catalogue: numbers, a few fields of records, texts of results.

What comes of an option of a card must be on no thing that anybody can look at before the choice.
So the texts are in the script alone, encoded: whoever plays never sees a script, and whoever
hosts does not read one by accident.  How a story ends is told with its result; where something
decides first, how many ends there are is known only to a script that was asked for the result.
"""

from __future__ import annotations

import json
from base64 import b64encode
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from tts_tool.build.graph import Given, Later, Made
from tts_tool.build.mod import Mod
from tts_tool.build.table.engraving import label_of
from tts_tool.build.table.layout import Layout, Told
from tts_tool.build.table.plain import plain, wanted
from tts_tool.build.table.rows import chores_told, in_parts, questions_of
from tts_tool.catalog import LANGUAGES, Record, Text, wordless
from tts_tool.texts import house

__all__ = ["Wording", "endings", "results", "told", "worded", "wording"]

Texts = dict[str, dict[str, list[str]]]
Endings = dict[str, dict[str, list[list[str]]]]
"""By component and language, for each option: the ends between which something decides."""


_OPTIONS = "abcdefgh"
"""How the options of a card are named in the names of its ends: "b", or "b.2"."""


class Wording(NamedTuple):
    """What results are worded of: cards on which something is chosen, by component, and how."""

    cards: dict[str, Any]
    ends: dict[str, dict[str, Text]]
    said: Told
    data: tuple[Path, ...]
    languages: tuple[str, ...]


def told(mod: Mod, layout: Layout) -> dict[str, Any]:
    """Give the values of the script's template that come from the catalogue as they are.

    `tables` and `records` hold what the layout names, `starts` how many components begin in each
    place, `names` what places and tracks are called, `texts` what the script says itself, by code
    and language; `setup` is what is done to set up, `chores` what buttons do, `asked` how their
    questions are called; `sorted` are piles that are never shuffled, and their order.
    """
    own, box = layout.script.texts, mod.inventory
    rows = (*layout.setup, *(row for chore in layout.chores for row in chore.steps))
    mine = [code.removeprefix(own) for code in mod.cards.wordings if own and code.startswith(own)]
    asked = [each for each in dict.fromkeys(questions_of(rows)) if each not in mine]
    chores, said = chores_told(layout.chores)
    return {
        "tables": {name: mod.cards.raw_table(name) for name in layout.script.tables},
        "records": {
            kind: _fields(mod, kind, fields) for kind, fields in layout.script.records.items()
        },
        "starts": dict(Counter(each.start for each in mod.inventory.components.values())),
        "names": {name: label_of(mod, name) for name in (*box.places, *box.tracks)},
        "texts": {
            **(house("desk") if own else {}),
            **{code: mod.cards.wordings[own + code] for code in mine},
            **said,
        },
        "setup": in_parts(layout.setup),
        "chores": chores,
        "sorted": [
            {
                "pile": pile,
                "order": [each.id for each in box.components.values() if each.start == pile],
            }
            for pile in layout.script.sorted
        ],
        "asked": {question: label_of(mod, question) for question in asked},
    }


def wording(mod: Mod, layout: Layout) -> Wording:
    """Say what results are worded of: of data, never of words that stand on a card already."""
    cards = {
        each.id: wordless(each.card)
        for each in mod.inventory.components.values()
        if isinstance(each.card, Record) and hasattr(each.card, "ways")
    }
    ends = {each: getattr(mod.inventory.components[each].card, "ending", {}) for each in cards}
    languages = LANGUAGES if mod.lang in LANGUAGES else (mod.lang,)
    return Wording(cards, ends, layout.script, mod.folders.data, languages)


def worded(given: Later, _needed: Given) -> Made:
    """Give under `results` the texts of each card by its component, encoded: a node."""
    texts, files = _worded(given.value)
    ends = _endings(given.value)
    found = {card: _encoded(by_language, ends[card]) for card, by_language in texts.items()}
    return Made(msgspec.json.encode({"results": found}), tuple(sorted(files)))


def results(mod: Mod, layout: Layout) -> Texts:
    """Word what comes of each option: by component and language, in the order of the options."""
    return _worded(wording(mod, layout))[0]


def endings(mod: Mod, layout: Layout) -> Endings:
    """Give the ends between which a die, a test or a fight decides, as results does."""
    return _endings(wording(mod, layout))


def _worded(given: Wording) -> tuple[Texts, set[str]]:
    found: Texts = {}
    files: set[str] = set()
    if not given.said.results:
        return found, files
    # Slow, and seldom needed.
    import html  # noqa: PLC0415

    from tts_tool.build.faces import easel_of  # noqa: PLC0415

    easel = easel_of(given.data)
    for language in given.languages:
        drawn = easel.draw(given.said.results, {"cards": given.cards}, language)
        files |= {path.as_posix() for path in drawn.files}
        named = wanted(given.said, given.data, language)
        for line in filter(str.strip, drawn.svg.splitlines()):
            card, _, text = html.unescape(line).partition("|")
            known = found.setdefault(card.strip(), {}).setdefault(language, [])
            end = given.ends[card.strip()].get(_OPTIONS[len(known)])
            said = plain(text, named)
            known.append(said if end is None else f"{_in(end, language)}\n{said}")
    return found, files


def _endings(given: Wording) -> Endings:
    found: Endings = {}
    for card, ends in given.ends.items():
        for language in given.languages:
            options: list[list[str]] = [[] for _ in given.cards[card]["ways"] or ("",)]
            for name, text in ends.items():
                option, _, number = name.rpartition(".")
                if number.isdigit():
                    options[_OPTIONS.index(option) if option else 0].append(_in(text, language))
            found.setdefault(card, {})[language] = options
    return found


def _in(text: Text, language: str) -> str:
    return str(getattr(text, language, text.en))


def _fields(mod: Mod, kind: str, fields: tuple[str, ...]) -> dict[str, dict[str, Any]]:
    """Give some fields of all records of a kind."""
    ids = [each for each in mod.cards.ids if mod.cards.kind(each) == kind]
    return {each: _picked(mod.cards.record(each), fields) for each in ids}


def _picked(record: Record, fields: tuple[str, ...]) -> dict[str, Any]:
    return {name: _brief(msgspec.to_builtins(getattr(record, name))) for name in fields}


def _brief(value: Any) -> Any:  # noqa: ANN401  # what a record holds
    """Leave out of what stands within a field whatever says nothing: a script has it as nil."""
    if isinstance(value, dict):
        return {key: _brief(each) for key, each in value.items() if each not in (0, None, "", ())}
    return [_brief(each) for each in value] if isinstance(value, list | tuple) else value


def _encoded(texts: Mapping[str, list[str]], ends: Mapping[str, list[list[str]]]) -> dict[str, Any]:
    """Encode texts as plain ASCII: a game counts letters where Lua counts bytes."""
    known = {each: {"said": texts[each], "ends": ends[each]} for each in texts}
    plain = json.dumps(known, ensure_ascii=True, separators=(",", ":"))
    count = max(len(each) for each in texts.values())
    return {"count": count, "code": b64encode(plain.encode("ascii")).decode("ascii")}
