"""Reads any JSON token by token, and finds out how it is laid out."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, Final, NamedTuple, NoReturn

import msgspec

from tts_tool.errors import BadInput
from tts_tool.saves.layout import (
    MARK,
    TTS,
    Layout,
    Named,
    Newline,
    Odd,
    Shape,
    Slot,
    Spelled,
    fingerprint,
    step,
    walk,
)
from tts_tool.saves.spelling import BY_TTS, Spelling, learn, plain, units

__all__ = ["DEEPEST", "Numbers", "ThoroughReader", "place", "read_thoroughly", "text_of", "wrong"]

DEEPEST: Final = 200  # real saves go 15 deep


class Numbers(dict[str, msgspec.Raw]):
    """One object for each way to write a number: most numbers of a save occur many times."""

    def __missing__(self, text: str) -> msgspec.Raw:
        number = self[text] = msgspec.Raw(text)
        return number


def read_thoroughly(data: bytes, where: str) -> tuple[Any, Layout]:
    """Read any JSON, and find out how it is laid out."""
    text = text_of(data, where)
    newline: Newline = "\n"
    if text.count("\r\n") == text.count("\r") == text.count("\n") > 0:
        text, newline = text.replace("\r\n", "\n"), "\r\n"
    reader = ThoroughReader(text, where)
    reader.document()
    dead = _outermost(reader.dead)
    if dead:
        reader = ThoroughReader(_without(text, dead), where)
        reader.document()
    layout = _layout(reader, mark=data.startswith(MARK), newline=newline)
    for member in dead:
        dead_here = layout.odd.setdefault(member.at, Odd()).dead
        said = member.key, text[member.start : member.end]
        dead_here.setdefault(member.before, []).append(said)
    return reader.root, layout


def wrong(what: str, text: str, at: int, where: str) -> NoReturn:
    """Refuse what stands at this place of a text."""
    raise BadInput(what, where=f"{where}:{place(text[:at])}")


def text_of(data: bytes, where: str) -> str:
    """Give the text of a file, without its byte order mark."""
    try:
        return data.removeprefix(MARK).decode()
    except UnicodeDecodeError as error:
        at = place(data[: error.start].decode("utf-8", "replace"))
        raise BadInput("not UTF-8 text", where=f"{where}:{at}") from None


def place(before: str) -> str:
    """Give line and column of what follows a text."""
    return f"{before.count(chr(10)) + 1}:{len(before) - before.rfind(chr(10))}"


class _Dead(NamedTuple):
    """A member of a dict that a later one with the same key replaces; where it is to stand."""

    start: int
    end: int
    key: str
    at: str
    before: str


def _outermost(dead: list[_Dead]) -> list[_Dead]:
    found: list[_Dead] = []
    for member in sorted(dead):
        if not found or member.start >= found[-1].end:
            found.append(member)
    return found


def _without(text: str, dead: list[_Dead]) -> str:
    ends = [0, *(member.end for member in dead)]
    starts = [*(member.start for member in dead), len(text)]
    return "".join(text[end:start] for end, start in zip(ends, starts, strict=True))


@cache
def _token() -> re.Pattern[str]:
    """Say how one piece of a text looks. To compile that takes long, and few commands read so."""
    return re.compile(
        r"""([ \t\r\n]*)(?:
      ("[^"\\\x00-\x1f]*+(?:\\.[^"\\\x00-\x1f]*+)*+")
    | ([{}\[\],:])
    | (-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?(?![\w.+-])|NaN\b|-?Infinity\b)
    | (true\b|false\b|null\b)
    )?""",
        re.VERBOSE,
    )


_STRING, _PUNCTUATION, _NUMBER, _WORD = 2, 3, 4, 5
_VALUES: Final = {"true": True, "false": False, "null": None}
_INT: Final = re.compile(r"0|-?[1-9][0-9]{0,3999}")  # Python has no longer ones


class ThoroughReader:
    """Reads one text and notes, in its order, the gaps, the rule of each dict and list, strings."""

    def __init__(self, text: str, where: str) -> None:
        self.text = text
        self.where = where
        self.root: Any = None
        self.lead = self.tail = ""
        self.gaps: list[str] = []
        self.shapes: list[Shape] = []
        self.odd_strings: dict[int, str] = {}
        self.units: Counter[str] = Counter()
        self.dead: list[_Dead] = []
        self._token = _token()
        self._strings = 0
        self._numbers = Numbers()
        self._at = 0
        self._gap = ""
        self._found = ""
        self._kind = 0
        self._open: list[int] = []

    def document(self) -> None:
        self._next()
        self.lead = self._gap
        self.root = self._value("", "\n")
        self._next()
        self.tail = self._gap
        if self._kind or self._at < len(self.text):
            self._fail("something follows the end of the document")

    def _next(self) -> None:
        found = self._token.match(self.text, self._at)
        assert found is not None, "the pattern can match nothing at all"  # noqa: S101
        self._gap, self._kind = found[1], found.lastindex or 0
        self._kind = 0 if self._kind == 1 else self._kind
        self._found = found[self._kind] if self._kind else ""
        self._at = found.end()

    def _value(self, at: str, line: str) -> Any:  # noqa: ANN401
        if self._kind == _STRING:
            return self._string()
        if self._kind == _NUMBER:
            return int(self._found) if _INT.fullmatch(self._found) else self._numbers[self._found]
        if self._kind == _WORD:
            return _VALUES[self._found]
        if self._found == "{":
            return self._inside(self._dict, at, line)
        if self._found != "[":
            self._fail("a value is missing")
        return self._inside(self._list, at, line)

    def _inside(self, read: Any, at: str, line: str) -> Any:  # noqa: ANN401
        self._open.append(self._at - 1)
        if len(self._open) > DEEPEST:
            self._fail(f"values lie more than {DEEPEST} deep in each other", back=1)
        node = read(at, line)
        self._open.pop()
        return node

    def _string(self) -> str:
        spelled = self._found[1:-1]
        try:
            value = plain(spelled)
        except (KeyError, ValueError):
            self._fail("an escape that JSON does not have", back=len(self._found))
        if BY_TTS.spell(value) != spelled:
            self.odd_strings[self._strings] = spelled
        self._strings += 1
        return value

    def _list(self, at: str, line: str) -> list[Any]:
        node: list[Any] = []
        leads: list[str] = []
        mine = self._shape_to_come()
        self._next()
        while self._found != "]" or self._kind != _PUNCTUATION or node:
            leads.append(self._gap)
            self.gaps.append(self._gap)
            node.append(self._value(f"{at}/{len(node)}", self._line(line)))
            if self._ends("]"):
                break
            self._next()
        self._close(mine, leads, [], line)
        return node

    def _dict(self, at: str, line: str) -> dict[str, Any]:
        node: dict[str, Any] = {}
        leads: list[str] = []
        colons: list[str] = []
        starts: list[tuple[str, int]] = []
        mine = self._shape_to_come()
        start = self._at
        self._next()
        while self._found != "}" or self._kind != _PUNCTUATION or starts:
            if self._kind != _STRING:
                self._fail("a key in quotes is missing")
            lead = self._line(line)
            leads.append(self._gap)
            self.gaps.append(self._gap)
            key = self._string()
            starts.append((key, start))
            colons.append(self._colon())
            node.pop(key, None)
            node[key] = self._value(f"{at}/{step(key)}", lead)
            ended = self._ends("}")
            start = self._at
            if ended:
                break
            self._next()
        if len(starts) > len(node):
            self.dead += _replaced(starts, at)
        self._close(mine, leads, colons, line)
        return node

    def _shape_to_come(self) -> int:
        self.shapes.append(TTS.shape)
        return len(self.shapes) - 1

    def _line(self, above: str) -> str:
        """Give the blanks with which the line begins that we are on."""
        return self._gap[self._gap.rfind("\n") :] if "\n" in self._gap else above

    def _colon(self) -> str:
        self._next()
        before = self._gap
        if self._found != ":" or self._kind != _PUNCTUATION:
            self._fail("a colon is missing")
        self._next()
        colon = f"{before}:{self._gap}"
        self.gaps.append(colon)
        return colon

    def _ends(self, closing: str) -> bool:
        """Go to the end of an item: a comma, or the end of all."""
        self._next()
        if self._kind != _PUNCTUATION or self._found not in ("," + closing):
            self._fail(f'a comma or "{closing}" is missing')
        if self._found == ",":
            self.gaps.append(self._gap)
        return self._found == closing

    def _close(self, mine: int, leads: list[str], colons: list[str], line: str) -> None:
        self.gaps.append(self._gap)
        if not leads:
            self.shapes[mine] = _EMPTY
            return
        inside = _most(leads[1:] or leads)
        # All alike but the first: that one is odd by itself only where lines are broken.
        first = inside if "\n" in inside else leads[0]
        self.shapes[mine] = Shape(first, inside, self._gap, _most(colons) if colons else "")
        if "\n" in inside and (found := inside[inside.rfind("\n") :]).startswith(line):
            self.units[found[len(line) :]] += 1

    def _fail(self, what: str, back: int = 0) -> NoReturn:
        if not self._found and self._at >= len(self.text):
            what = "the file ends too early" + self._opened()
        wrong(what, self.text, self._at - (back or len(self._found)), self.where)

    def _opened(self) -> str:
        if not self._open:
            return ""
        at = self._open[-1]
        return f': what begins with "{self.text[at]}" at {place(self.text[:at])} has no end'


_EMPTY: Final = Shape("", "", "", "")


def _most(gaps: list[str]) -> str:
    first = gaps[0]
    return first if gaps.count(first) == len(gaps) else Counter(gaps).most_common(1)[0][0]


def _replaced(members: list[tuple[str, int]], at: str) -> Iterator[_Dead]:
    """List the members that a later one replaces, each with the next one that counts."""
    last = {key: index for index, (key, _) in enumerate(members)}
    before, end = "", 0
    for index, (key, start) in reversed([*enumerate(members)]):
        if last[key] == index:
            before = key
        else:
            yield _Dead(start, end, key, at, before)
        end = start


def _layout(reader: ThoroughReader, *, mark: bool, newline: Newline) -> Layout:
    spelling = learn(reader.odd_strings.values(), reader.text)
    root = reader.shapes[0] if reader.shapes and reader.root else TTS.shape
    if not root.colon:
        root = root._replace(colon=_usual_colon(reader))
    rule = Layout(
        mark=mark,
        newline=newline,
        lead=reader.lead,
        tail=reader.tail,
        unit=reader.units.most_common(1)[0][0] if reader.units else "",
        shape=root,
        wide=spelling.wide,
        marks=spelling.marks,
    )
    noting = _Noting(reader, spelling)
    walk(reader.root, rule, noting)
    return msgspec.structs.replace(rule, odd=noting.odd)


def _usual_colon(reader: ThoroughReader) -> str:
    """Give the colon of most dicts, for a file whose outermost value is a list."""
    seen = Counter(shape.colon for shape in reader.shapes if shape.colon)
    return seen.most_common(1)[0][0] if seen else ": "


class _Noting:
    """Goes along with what was read, and notes where it is not as the rule says."""

    def __init__(self, reader: ThoroughReader, spelling: Spelling) -> None:
        self.odd: dict[str, Odd] = {}
        self._gaps = iter(reader.gaps)
        self._shapes = (shape for shape in reader.shapes if shape is not _EMPTY)
        self._odd_strings = reader.odd_strings
        self._spelling = spelling
        self._strings = 0

    def gap(self, at: str, slot: Slot, usual: str) -> str:
        gap = next(self._gaps)
        if gap != usual:
            setattr(self._note(at), slot, gap)
        return gap

    def shape(self, at: str, usual: Shape) -> Shape:
        shape = next(self._shapes)
        shape = shape if shape.colon else shape._replace(colon=usual.colon)
        if shape != usual:
            self._note(at).shape = shape
        return shape

    def text(self, at: str, slot: Named, value: str) -> str:
        spelled = self._odd_strings.get(self._strings)
        self._strings += 1
        if spelled is None:
            spelled = BY_TTS.spell(value)
        if spelled != self._spelling.spell(value):
            mark = self._spelling.mark
            odd = [(n, unit) for n, (char, unit) in enumerate(units(spelled)) if unit != mark(char)]
            setattr(self._note(at), slot, Spelled(fingerprint(value), odd))
        return ""

    def dead(self, at: str, key: str, node: Mapping[str, Any]) -> str:  # noqa: ARG002
        return ""

    def _note(self, at: str) -> Odd:
        return self.odd.setdefault(at, Odd())
