"""An unpacked folder becomes the save again."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NoReturn

import msgspec

from tts_tool.errors import BadInput
from tts_tool.saves.cards import filled
from tts_tool.saves.folder import (
    BUNDLE,
    HOLDERS,
    LAYOUT,
    MODULES,
    OBJECT,
    ORDER,
    SAVE,
    TEXTS,
    Kept,
    is_marker,
    safe,
)
from tts_tool.saves.layout import TTS, Layout, Odd, step, write
from tts_tool.saves.reading import LONGEST, FileReader
from tts_tool.saves.tree import Document, read

__all__ = ["bundle_parts", "object_in", "pack", "packed", "placed"]

Node = dict[str, Any]
_TOO_LONG = f"no text of a save is longer than {LONGEST >> 20} MB"


def pack(kept: Kept) -> Document:
    """Put a save together."""
    return placed(kept)[0]


def placed(kept: Kept) -> tuple[Document, dict[str, str]]:
    """Put a save together, and say for each place in it which folder it comes from."""
    work = _Packing(kept)
    root = work.node("", "", SAVE)
    homes = {at: home for home, at in work.places.items()}
    return Document(root, work.layout()), homes


def object_in(kept: Kept, home: str) -> Node:
    """Put one object together, with all that is in it; `home` is its folder, with `/`."""
    return _Packing(kept).node(home, "")


def packed(kept: Kept) -> bytes:
    """Put a save together and write it."""
    document = pack(kept)
    data = document.bytes()
    if document.layout.odd or document.layout.marks:
        _check(data, document, kept.where(LAYOUT))
    return data


def bundle_parts(kept: Kept, home: str) -> list[tuple[str, str | None]]:
    """List the parts of the bundled script in a folder: each text, and the file that holds it."""
    return _Packing(kept).parts(home, home + BUNDLE)


def _check(data: bytes, document: Document, where: str) -> None:
    """See that what is odd about a save changes nothing of what it says."""
    fix = f"undo the change of {LAYOUT}, or delete what is odd there"
    try:
        same = write(read(data, where).root, TTS) == write(document.root, TTS)
    except BadInput as error:
        raise BadInput(f"this leads to no JSON: {error.what}", where=where, fix=fix) from None
    if not same:
        raise BadInput("this changes what the save says", where=where, fix=fix)


@dataclass
class _Packing:
    """Where the objects read so far have their place in the tree, by their folders."""

    kept: Kept
    places: dict[str, str] = field(default_factory=dict)
    reader: FileReader = field(default_factory=FileReader)

    def node(self, home: str, at: str, name: str = OBJECT) -> Node:
        """Read the save or an object, with all that is in it."""
        self.places[home] = at
        file = home + name
        body = self._json(file)
        for key in TEXTS:
            if body.get(key):
                body[key] = self._text(body[key], home, file)
        for key in HOLDERS:
            if key in body and is_marker(body[key]):
                body[key] = self._held(body[key], home, f"{at}/{key}", file)
        if "States" in body:
            body["States"] = self._states(body["States"], home, f"{at}/States", file)
        if name == SAVE and "TabStates" in body:
            body["TabStates"] = self._tabs(body["TabStates"], file)
        return body

    def layout(self) -> Layout:
        """Read what is odd, as far as it still has a place."""
        noted = self._json(LAYOUT)
        noted.pop("made-by", None)
        odd = noted.pop("odd", {})
        try:
            layout = msgspec.convert(noted, Layout)
            homes = msgspec.convert(odd, dict[str, dict[str, Odd]])
        except msgspec.ValidationError as error:
            self._wrong(f"{error}", LAYOUT, "undo the change of this file, or delete what is odd")
        known = [(self.places[home], kinds) for home, kinds in homes.items() if home in self.places]
        places = {top + below: what for top, kinds in known for below, what in kinds.items()}
        return msgspec.structs.replace(layout, odd=places)

    def _json(self, file: str) -> Node:
        where = self.kept.where(file)
        node = self.reader.read(self.kept.read(file), where)
        if not isinstance(node, dict):
            raise BadInput("an object in braces is missing", where=f"{where}:1:1")
        return node

    def _text(self, value: Any, home: str, file: str) -> Any:  # noqa: ANN401
        if not is_marker(value):
            return value
        if "value" in value:
            return value["value"]
        if "bundle" in value:
            return self._bundle(home, home + self._target(value, "bundle", file))
        return self._read(home + self._target(value, "file", file))

    def _bundle(self, home: str, file: str) -> str:
        """Join what a bundler wrote and the modules between."""
        return "".join(text for text, _ in self.parts(home, file))

    def parts(self, home: str, file: str) -> list[tuple[str, str | None]]:
        """Read the parts of a bundled script, each with the file that holds it."""
        parts = self._json(file).get("parts")
        if not isinstance(parts, list):
            self._wrong('"parts" with brackets are missing', file)
        found: list[tuple[str, str | None]] = []
        room = LONGEST
        for part in parts:
            path = None if isinstance(part, str) else self._part(part, home, file)
            found.append((part if path is None else self._read(path), path))
            room -= len(found[-1][0])
            if room < 0:
                self._wrong(_TOO_LONG, file)
        return found

    def _part(self, part: Any, home: str, file: str) -> str:  # noqa: ANN401
        """Name the file of a part."""
        if not isinstance(part, dict) or len(part) != 1:
            self._wrong('a part is a text, {"file": …} or {"module": …}', file)
        if "module" in part:
            return f"{MODULES}/{self._target(part, 'module', file)}"
        return home + self._target(part, "file", file)

    def _read(self, path: str) -> str:
        """Read a file that holds a text."""
        data = self.kept.read(path)
        if len(data) > LONGEST:
            self._wrong(_TOO_LONG, path)
        try:
            return data.decode()
        except UnicodeDecodeError as error:
            line = data[: error.start].count(b"\n") + 1
            raise BadInput("not UTF-8 text", where=f"{self.kept.where(path)}:{line}") from None

    def _target(self, marker: Node, kind: str, file: str) -> str:
        """Read where a marker points, which must be inside the folder."""
        target = marker.get(kind)
        if not isinstance(target, str):
            given = next(iter(marker))
            self._wrong(f'"{kind}" belongs here, not "{given}"', file)
        if not safe(target):
            self._wrong(f'"{target}" leads out of the folder', file)
        return target

    def _held(self, marker: Node, home: str, at: str, file: str) -> Any:  # noqa: ANN401
        if "value" in marker:
            return marker["value"]
        if "cards" in marker:
            return self._deck(home, at, self._target(marker, "cards", file))
        folder = f"{home}{self._target(marker, 'folder', file)}/"
        names = self._order(folder)
        return [self.node(f"{folder}{name}/", f"{at}/{n}") for n, name in enumerate(names)]

    def _order(self, folder: str) -> list[str]:
        """Read which objects are in a folder; each that is there must be named, once."""
        file = folder + ORDER
        there = self.kept.objects(folder)
        seen: dict[str, int] = {}
        for number, line in enumerate(self._lines(file), 1):
            name = line.strip()
            if not name:
                continue
            if "/" in name or not safe(name):
                self._wrong(f'"{name}" is no name of a folder here', f"{file}:{number}")
            if name in seen:
                self._wrong(f'"{name}" stands in line {seen[name]} already', f"{file}:{number}")
            if name not in there:
                fix = "delete the line, or bring the folder back"
                self._wrong(f'there is no "{name}/{OBJECT}" here', f"{file}:{number}", fix)
            seen[name] = number
        if missing := sorted(there - seen.keys()):
            fix = "add a line where the object belongs, or delete the folder"
            self._wrong(f'"{missing[0]}" is not named here', file, fix)
        return list(seen)

    def _lines(self, file: str) -> list[str]:
        return self.kept.read(file).decode("utf-8-sig", "replace").splitlines()

    def _states(self, states: Any, home: str, at: str, file: str) -> Any:  # noqa: ANN401
        if not isinstance(states, dict):
            return states
        if is_marker(states) and "value" in states:
            return states["value"]
        for key, marker in states.items():
            folder = f"{home}{self._target(_marker(marker), 'folder', file)}/"
            states[key] = self.node(folder, f"{at}/{step(key)}")
        return states

    def _tabs(self, tabs: Any, file: str) -> Any:  # noqa: ANN401
        if is_marker(tabs):
            return tabs.get("value", tabs)
        inside = tabs.values() if isinstance(tabs, dict) else ()
        for tab in inside:
            if isinstance(tab, dict) and "body" in tab:
                tab["body"] = self._text(tab["body"], "", file)
        return tabs

    def _deck(self, home: str, at: str, name: str) -> list[Any]:
        file = home + name
        noted = self._json(file)
        like, lines = noted.get("like"), noted.get("cards")
        if not isinstance(like, dict) or not isinstance(lines, list):
            self._wrong('"like" with braces and "cards" with brackets are missing', file)
        return [self._card(line, like, home, f"{at}/{n}", file) for n, line in enumerate(lines)]

    def _card(self, line: Any, like: Node, home: str, at: str, file: str) -> Any:  # noqa: ANN401
        if not isinstance(line, dict):
            self._wrong("a card is written in braces", file)
        if len(line) == 1 and "whole" in line:
            return line["whole"]
        if len(line) == 1 and "folder" in line:
            return self.node(f"{home}{self._target(line, 'folder', file)}/", at)
        return filled(line, like)

    def _wrong(self, what: str, place: str, fix: str | None = None) -> NoReturn:
        raise BadInput(what, where=self.kept.where(place), fix=fix)


def _marker(value: Any) -> Node:  # noqa: ANN401
    return value if is_marker(value) else {"value": value}
