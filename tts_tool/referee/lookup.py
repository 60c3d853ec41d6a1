"""Cards and rules, read at the table: what they say, never what somebody is to find out."""

from __future__ import annotations

import re
from collections.abc import Iterator
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any, Final

from tts_tool.catalog.anatomy import spots
from tts_tool.kernel.rejection import LANGUAGES, Rejection, filled

if TYPE_CHECKING:
    from tts_tool.catalog import Catalogue
    from tts_tool.referee.wording import Reader

__all__ = ["card", "cards_called", "rules_about"]

MOST: Final = 12
"""So many rules are read at most, or cards named that could be meant."""
UNTOLD: Final = ("id", "name", "kind", "provenance", "copies")
RULE: Final = re.compile(r"[A-Z]+(?:-[A-Z0-9]+)+")


def card(reader: Reader, record: str) -> Iterator[str]:
    """Read a card: its name, and below what is printed on it.

    Of a card with options, or one that tells how it ends, only the words are read that stand
    before the end: what comes of it is for whoever has got there.
    """
    body, secret = _before_the_end(reader.catalogue, record)
    kind = reader.name(str(body["kind"]))
    yield f"{reader.name(record)}{f' · {kind}' if kind else ''}"
    for key, value in body.items():
        if key not in UNTOLD:
            yield from _told(reader, key, value, "  ", words_only=secret)


def cards_called(reader: Reader, text: str) -> tuple[list[str], list[str]]:
    """Find the cards of this id or name; if there is none, names that come near."""
    known = {each: reader.name(each) or each for each in _cards(reader.catalogue)}
    wanted = text.casefold()
    found = [each for each, name in known.items() if wanted in (each, name.casefold())]
    found = found or [each for each, name in known.items() if wanted in name.casefold()]
    names = {name.casefold(): name for name in known.values()}
    near = [] if found else get_close_matches(wanted, names, n=3, cutoff=0.6)
    return found, [names[each] for each in near]


def rules_about(reader: Reader, text: str) -> list[str]:
    """Read the rules of these ids, or those in which these words stand."""
    there = reader.catalogue.rules
    ids = [each for each in dict.fromkeys(RULE.findall(text.upper())) if each in there]
    if not ids:
        wanted = text.casefold().split()
        said = {each: (reader.rule(each) or "").casefold() for each in there}
        ids = [each for each in there if wanted and all(word in said[each] for word in wanted)]
    more = [f"… {len(ids) - MOST}"] if len(ids) > MOST else []
    return [*(f"{each}: {reader.rule(each)}" for each in ids[:MOST]), *more]


def _cards(catalogue: Catalogue) -> Iterator[str]:
    """Give the records that are more than a name."""
    for each in catalogue.ids:
        if set(catalogue.raw(each)) - {*UNTOLD}:
            yield each


def _before_the_end(catalogue: Catalogue, record: str) -> tuple[dict[str, Any], bool]:
    """Give a card without what is told later, and whether its results are to be found out."""
    body = catalogue.raw(record)
    anatomy = catalogue.schema.anatomy[type(catalogue.record(record))]
    found = [each for each in spots(anatomy, body, catalogue.schema.slots) if each.marks]
    later = [each.path for each in found if each.marks.get("later")]
    for *above, field in later:
        holder: Any = body
        for step in above:
            holder = holder[step]
        del holder[field]
    return body, bool(later) or any(each.marks.get("options") for each in found)


def _told(
    reader: Reader,
    key: str,
    value: Any,  # noqa: ANN401  # plain data
    indent: str,
    *,
    words_only: bool,
) -> Iterator[str]:
    """Tell a field of a card, what lies in it indented below."""
    if isinstance(value, dict) and (said := _operation(reader, value)):
        yield f"{indent}{said}"
        return
    name = reader.name(key) or key.replace("-", " ").replace("_", " ")
    if isinstance(value, dict) and set(value) <= {*LANGUAGES}:
        yield f"{indent}{value.get(reader.language) or next(iter(value.values()))}"
    elif isinstance(value, dict):
        below = [
            line
            for part, each in value.items()
            for line in _told(reader, part, each, f"{indent}  ", words_only=words_only)
        ]
        yield from [f"{indent}{name}:", *below] if below else ()
    elif isinstance(value, list) and value and isinstance(value[0], dict):
        for each in value:
            yield from _told(reader, key, each, indent, words_only=words_only)
    elif not words_only and value is not False:
        yield f"{indent}{name}: {_value(reader, value)}"


def _operation(reader: Reader, fields: dict[str, Any]) -> str:
    """Say what an operation does, if the cards have a wording for it."""
    wording = reader.catalogue.wordings.get(f"op-{fields.get('op')}")
    return "" if wording is None else filled(wording[reader.language], fields, reader.named)


def _value(reader: Reader, value: Any) -> str:  # noqa: ANN401
    if isinstance(value, list):
        return ", ".join(_value(reader, each) for each in value)
    if isinstance(value, bool):
        return reader.say(Rejection("yes" if value else "no"))
    return reader.name(str(value)) or str(value)
