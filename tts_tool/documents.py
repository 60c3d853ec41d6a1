"""One JSON document out of a connection: as soon as it is whole, and read with good will.

Programs that talk with Tabletop Simulator send one document per connection. Some close then,
some only stop writing, some do neither; some write a byte order mark, leave names unquoted or
quote with apostrophes. Nobody frames. So the end of a document is found by its brackets.
"""

from __future__ import annotations

import json
import re
from typing import Any, Final

from tts_tool.errors import BadInput

__all__ = ["Assembly", "NoDocument", "read_document"]

DEEPEST: Final = 200
"""Real saves go 15 deep; each level takes three of the thousand calls that Python allows."""


class NoDocument(BadInput):
    """What came over a connection is no JSON object."""


class Assembly:
    """Collects what a connection brings, in pieces of any size, until one document is whole."""

    def __init__(self, most: int) -> None:
        """Take at most so many bytes."""
        self._most = most
        self._bytes = bytearray()
        self._seen = 0
        self._depth = 0
        self._quote = b""

    def feed(self, chunk: bytes) -> bytes | None:
        """Take a piece; give the document if that completes it.

        Whatever does not begin like an object, as a browser's request does not, is refused with
        its first byte: nobody can smuggle a document in behind something else.
        """
        self._bytes += chunk
        if len(self._bytes) > self._most:
            raise NoDocument(f"a document of more than {self._most} bytes")
        if not self._begun():
            return None
        return self._scan()

    def end(self) -> bytes:
        """Give all that came, when no more will come."""
        if not self._begun():
            raise NoDocument("the connection brought nothing")
        return bytes(self._bytes)

    def _begun(self) -> bool:
        head = bytes(self._bytes[:_LONGEST_HEAD]).removeprefix(_MARK).lstrip()
        if head in _MARKS_BEGUN:
            return False
        if not head.startswith(b"{"):
            raise NoDocument("it does not begin like a JSON object")
        return True

    def _scan(self) -> bytes | None:
        """Follow brackets and quotes from where the last piece ended."""
        while found := _STEPS[self._quote].match(self._bytes, self._seen):
            self._seen = found.end(1)
            stop = found[2]
            if not stop:  # the piece ends, maybe between a backslash and what it protects
                return None
            self._seen = found.end()
            if self._quote:
                self._quote = b""
            elif stop in (b'"', b"'"):
                self._quote = stop
            else:
                self._depth += 1 if stop in b"{[" else -1
                if self._depth <= 0:
                    return bytes(self._bytes[: self._seen])
        return None


_LONGEST_HEAD: Final = 64  # bytes: a byte order mark and blanks, then the first sign tells
_MARK: Final = b"\xef\xbb\xbf"
_MARKS_BEGUN: Final = (b"", b"\xef", b"\xef\xbb")
# What means nothing, and what does, if it has come. Of a text of megabytes all is one step, however
# much of it is protected by backslashes.
_STEPS: Final = {
    b"": re.compile(rb"""([^"'{}\[\]]*+)(.?)""", re.DOTALL),
    b'"': re.compile(rb"""([^"\\]*+(?:\\.[^"\\]*+)*+)("?)""", re.DOTALL),
    b"'": re.compile(rb"""([^'\\]*+(?:\\.[^'\\]*+)*+)('?)""", re.DOTALL),
}


def read_document(raw: bytes) -> dict[str, Any]:
    """Read one object, also if names are unquoted, quotes are apostrophes, commas trail.

    >>> read_document(b"{ messageID: 0, }")
    {'messageID': 0}
    """
    text = raw.decode("utf-8-sig", errors="replace")
    try:
        value = json.loads(text, strict=False)
    except json.JSONDecodeError:
        value = _Lenient(text).document()
    except RecursionError as error:
        raise NoDocument(f"values lie more than {DEEPEST} deep in each other") from error
    if not isinstance(value, dict):
        raise NoDocument("it is no JSON object")
    return value


_TOKEN: Final = re.compile(
    r"""(?:\s+|//[^\n]*|/\*.*?\*/)*        # blanks and comments mean nothing
    (?:(?P<mark>[{}\[\],:])
      |(?P<quoted>"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')
      |(?P<word>[^\s,:{}\[\]"']+))""",
    re.VERBOSE | re.DOTALL,
)
_ESCAPE: Final = re.compile(r"\\(?:u([0-9a-fA-F]{4})|(.))", re.DOTALL)
_ESCAPED: Final = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f"}
_WORDS: Final = {"true": True, "false": False, "null": None, "undefined": None}
_Token = tuple[str, str]


class _Lenient:
    """Reads what the game's own reader reads although it is no JSON."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0
        self._depth = 0

    def document(self) -> object:
        value = self._value(self._next())
        if self._text[self._at :].strip("\0 \r\n\t"):
            raise NoDocument(f"something follows the document at character {self._at + 1}")
        return value

    def _next(self) -> _Token:
        found = _TOKEN.match(self._text, self._at)
        if found is None:
            raise NoDocument(f"no JSON at character {self._at + 1}")
        self._at = found.end()
        kind = str(found.lastgroup)
        return kind, found[kind]

    def _value(self, token: _Token) -> object:
        kind, text = token
        if kind == "quoted":
            return _unquoted(text)
        if kind == "word":
            return self._word(text)
        if text in "{[":
            return self._inside(text)
        raise NoDocument(f'"{text}" instead of a value at character {self._at}')

    def _word(self, text: str) -> object:
        if text in _WORDS:
            return _WORDS[text]
        try:
            return json.loads(text)
        except ValueError as error:
            raise NoDocument(f'"{text[:40]}" is no value, at character {self._at}') from error

    def _inside(self, mark: str) -> object:
        self._depth += 1
        if self._depth > DEEPEST:
            raise NoDocument(f"values lie more than {DEEPEST} deep in each other")
        value = self._object() if mark == "{" else self._list()
        self._depth -= 1
        return value

    def _object(self) -> dict[str, object]:
        found: dict[str, object] = {}
        while (token := self._next()) != ("mark", "}"):
            if token[0] == "mark":
                raise NoDocument(f'"{token[1]}" instead of a name at character {self._at}')
            name = _unquoted(token[1]) if token[0] == "quoted" else token[1]
            self._expect(":")
            found[name] = self._value(self._next())
            if self._comma_or("}"):
                break
        return found

    def _list(self) -> list[object]:
        found = []
        while (token := self._next()) != ("mark", "]"):
            found.append(self._value(token))
            if self._comma_or("]"):
                break
        return found

    def _comma_or(self, end: str) -> bool:
        token = self._next()
        if token not in (("mark", ","), ("mark", end)):
            raise NoDocument(f'"{token[1][:40]}" instead of a comma at character {self._at}')
        return token[1] == end

    def _expect(self, mark: str) -> None:
        token = self._next()
        if token != ("mark", mark):
            raise NoDocument(f'"{token[1][:40]}" instead of "{mark}" at character {self._at}')


def _unquoted(text: str) -> str:
    plain = _ESCAPE.sub(_unescaped, text[1:-1])
    # Two escapes may be the halves of one character.
    return plain.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _unescaped(found: re.Match[str]) -> str:
    return chr(int(found[1], 16)) if found[1] else _ESCAPED.get(found[2], found[2])
