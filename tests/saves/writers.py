"""Writes JSON as all kinds of hands do: TTS, Go, Python, a person with tabs and no patience."""

from __future__ import annotations

import random
from typing import Any

import msgspec

GAPS = ("", "", " ", "\n", "\t", "\r\n", "  ", "\n\n    ")
NUMBERS = ("0", "-0", "4.00", "1e-07", "1E+09", "NaN", "Infinity", "-Infinity", "1.5E-05", "-0.0")
LETTERS = 'ab/<>&"\\\n\r\t\b\x01\x7fäé€\u2028\u0085😀\ud800 ,:{}[]'


def tree(pick: random.Random, depth: int = 4) -> Any:  # noqa: ANN401
    """Make up any JSON value."""
    kind = pick.randrange(7 if depth else 5)
    if kind == 0:
        return pick.choice([None, True, False, 0, -7, 2**40])
    if kind == 1:
        return msgspec.Raw(pick.choice([*NUMBERS, str(10**30)]))
    if kind <= 4:
        return string(pick)
    size = pick.choice([0, 1, 2, 5])
    if kind == 5:
        return [tree(pick, depth - 1) for _ in range(size)]
    return {string(pick): tree(pick, depth - 1) for _ in range(size)}


def string(pick: random.Random) -> str:
    """Make up a string with all that makes strings hard."""
    return "".join(pick.choices(LETTERS, k=pick.choice([0, 1, 3, 12])))


def scribble(node: Any, pick: random.Random, again: float = 0.1) -> str:  # noqa: ANN401
    """Write a value with blanks anywhere, escapes anyhow, and keys that come twice."""

    def gap() -> str:
        return pick.choice(GAPS) if pick.random() < 0.3 else ""

    if isinstance(node, str):
        return f'"{"".join(_spelled(char, pick) for char in node)}"'
    if isinstance(node, list):
        inside = ",".join(gap() + scribble(each, pick) + gap() for each in node)
        return f"[{inside or gap()}]"
    if isinstance(node, dict):
        members = [
            f"{gap()}{scribble(key, pick)}{gap()}:{gap()}{scribble(value, pick)}{gap()}"
            for key, value in node.items()
        ]
        for key in [key for key in node if pick.random() < again]:
            members.insert(0, f"{gap()}{scribble(key, pick)}:{scribble(tree(pick, 1), pick)}")
        return f"{{{','.join(members) or gap()}}}"
    if isinstance(node, msgspec.Raw):
        return bytes(node).decode()
    return msgspec.json.encode(node).decode()


def _spelled(char: str, pick: random.Random) -> str:
    short = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t", "/": "\\/"}
    raw = char not in '"\\' and char >= " " and not "\ud800" <= char <= "\udfff"
    if raw and pick.random() < 0.8:
        return char
    if char in short and pick.random() < 0.7:
        return short[char]
    codes = char.encode("utf-16-be", "surrogatepass").hex()
    codes = codes.upper() if pick.random() < 0.3 else codes
    return "".join(f"\\u{codes[at : at + 4]}" for at in range(0, len(codes), 4))
