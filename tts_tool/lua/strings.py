"""What a string literal says: its escapes, read as MoonSharp reads them."""

import re
from collections.abc import Callable, Iterator

__all__ = ["bad_escape", "escapes", "replace_escapes", "string_value"]

_ESCAPE = re.compile(
    r"""\\(?:(?P<plain>[abfnrtv\\"'\[\]\n])|(?P<line>\r\n?)|(?P<blank>z\s*+)|x(?P<hex>[0-9a-fA-F]{2})
    |(?P<decimal>[0-9]{1,3})|u\{(?P<point>[0-9a-fA-F]{1,8})\}|(?P<bad>(?s:.?)))""",
    re.VERBOSE,
)
_PLAIN = dict(zip("abfnrtv", "\a\b\f\n\r\t\v", strict=True))
_LAST_CODE_POINT = 0x10FFFF
_LAST_DECIMAL = 255


def string_value(text: str) -> str:
    """Tell what the literal `text`, with its quotes or brackets, means as characters."""
    if text[0] == "[":
        return _long_value(text)
    return replace_escapes(text[1:-1], lambda escape, _: escape)


def replace_escapes(text: str, replace: Callable[[str, str], str]) -> str:
    """Replace each escape by what `replace(meaning, as written)` says."""
    if "\\" not in text:
        return text
    return _ESCAPE.sub(lambda found: replace(_meaning(found), found[0]), text)


def escapes(text: str) -> Iterator[tuple[str, str]]:
    """Give each escape: what it means, and how it is written."""
    return ((_meaning(found), found[0]) for found in _ESCAPE.finditer(text))


def bad_escape(text: str) -> tuple[int, str] | None:
    """Find the first escape that means nothing: its place in `text`, and how it begins."""
    for found in _ESCAPE.finditer(text):
        if _is_bad(found):
            return found.start(), found[0]
    return None


def _long_value(text: str) -> str:
    """Drop the brackets, carriage returns and a line feed that comes first."""
    width = text.index("[", 1) + 1
    return text[width:-width].replace("\r", "").removeprefix("\n")


def _is_bad(found: re.Match[str]) -> bool:
    return (
        found["bad"] is not None
        or int(found["decimal"] or 0) > _LAST_DECIMAL
        or int(found["point"] or "0", 16) > _LAST_CODE_POINT
    )


def _meaning(found: re.Match[str]) -> str:
    match found.lastgroup:
        case "plain":
            return _PLAIN.get(found["plain"], found["plain"])
        case "line":
            return "\n"
        case "hex" | "point" as group:
            return chr(int(found[group], 16))
        case "decimal":
            return chr(int(found["decimal"]))
    return ""
