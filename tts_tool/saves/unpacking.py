"""A save becomes a folder that a person likes to read and git likes to compare."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

import msgspec

from tts_tool.errors import BadInput
from tts_tool.saves.bundles import Shelf, parts_of
from tts_tool.saves.cards import common, remainder
from tts_tool.saves.folder import (
    BUNDLE,
    CARDS,
    FOR_GIT,
    HOLDERS,
    LAYOUT,
    MADE_BY,
    MODULES,
    OBJECT,
    ORDER,
    SAVE,
    TEXTS,
    Files,
    is_marker,
    json_file,
)
from tts_tool.saves.layout import ONE_LINE, TTS, Layout, Odd, step, write
from tts_tool.saves.naming import Names, slug
from tts_tool.saves.tree import Document

__all__ = ["unpack"]

Node = dict[str, Any]

# Windows takes paths of 259 characters, and a project lies in some folder, too. What would lie
# deeper stays in the file of what holds it.
LONGEST_HOME: Final = 120
LONGEST_KEY: Final = 8
"""Keys are numbers in real saves; names add up to paths, of which Windows takes 259 letters."""
_OWN_FOLDER: Final = (
    *("LuaScript", "LuaScriptState", "XmlUI", "GMNotes"),
    *("States", "ContainedObjects", "ChildObjects"),
)


def unpack(document: Document, where: str, *, modules: bool = True) -> Files:
    """Take a save apart; `where` is the name that errors give.

    Without `modules`, scripts that a bundler has put together stay whole.
    """
    if not isinstance(document.root, dict):
        raise BadInput("this is no save: it holds no object", where=f"{where}:1:1")
    work = _Unpacking(Shelf() if modules else None)
    work.node(document.root, "", "", SAVE)
    for file, text in work.shelf.texts.items() if work.shelf else ():
        work.files[f"{MODULES}/{file}"] = text.encode()
    work.files[FOR_GIT] = b"* -text\n"
    work.files[LAYOUT] = _layout_file(document.layout, work.homes)
    return work.files


@dataclass
class _Unpacking:
    """The files so far, and the folder of each object by its place in the tree."""

    shelf: Shelf | None
    files: Files = field(default_factory=dict)
    homes: dict[str, str] = field(default_factory=dict)

    def node(self, node: Node, home: str, at: str, name: str = OBJECT) -> None:
        """Write the save or an object, with all that is in it."""
        self.homes[at] = home
        body = dict(node)
        for key, file in TEXTS.items():
            if value := body.get(key):
                body[key] = self._bundle(value, home, file) or self._text(value, home, file)
        for key, folder in HOLDERS.items():
            if key in body:
                body[key] = self._held(node, key, home, folder, at)
        if "States" in body:
            body["States"] = self._states(node["States"], home, f"{at}/States")
        if name == SAVE and "TabStates" in body:
            body["TabStates"] = self._tabs(node["TabStates"])
        self.files[home + name] = json_file(body)

    def _text(self, value: Any, home: str, file: str) -> Any:  # noqa: ANN401
        if isinstance(value, str) and value:
            if not _encodable(value):
                return value
            self.files[home + file] = value.encode()
            return {"file": file}
        return _guarded(value)

    def _bundle(self, value: Any, home: str, file: str) -> Any:  # noqa: ANN401
        """Take a script apart into its modules, if it is a bundle of such."""
        if self.shelf is None or file != TEXTS["LuaScript"] or not isinstance(value, str):
            return None
        parts = parts_of(value) if _encodable(value) else None
        if parts is None:
            return None
        listed: list[Any] = []
        for part in parts:
            if isinstance(part, str):
                listed.append(part)
            elif part.is_root:
                self.files[home + file] = part.text.encode()
                listed.append({"file": file})
            else:
                listed.append({"module": self.shelf.put(part)})
        self.files[home + BUNDLE] = json_file({"parts": listed})
        return {"bundle": BUNDLE}

    def _held(self, node: Node, key: str, home: str, folder: str, at: str) -> Any:  # noqa: ANN401
        held = node[key]
        if not _are_objects(held) or len(home) > LONGEST_HOME:
            return _guarded(held)
        if key == "ContainedObjects" and "DeckIDs" in node:
            self._deck(held, home, f"{at}/{key}")
            return {"cards": CARDS}
        free = Names()
        names = [free.take(*_called(each)) for each in held]
        self.files[f"{home}{folder}/{ORDER}"] = "".join(f"{name}\n" for name in names).encode()
        for index, (name, each) in enumerate(zip(names, held, strict=True)):
            self.node(each, f"{home}{folder}/{name}/", f"{at}/{key}/{index}")
        return {"folder": folder}

    def _states(self, states: Any, home: str, at: str) -> Any:  # noqa: ANN401
        if not isinstance(states, dict) or not states:
            return states
        whole = is_marker(states) or len(home) > LONGEST_HOME
        if whole or not _are_objects([*states.values()]):
            return {"value": states}
        names = Names()
        marked = {}
        for key, each in states.items():
            folder = f"states/{names.take(key[:LONGEST_KEY], *_called(each))}"
            self.node(each, f"{home}{folder}/", f"{at}/{step(key)}")
            marked[key] = {"folder": folder}
        return marked

    def _tabs(self, tabs: Any) -> Any:  # noqa: ANN401
        if not isinstance(tabs, dict) or is_marker(tabs):
            return _guarded(tabs)
        names = Names()
        return {key: self._tab(key, tab, names) for key, tab in tabs.items()}

    def _tab(self, key: str, tab: Any, names: Names) -> Any:  # noqa: ANN401
        if not isinstance(tab, dict) or "body" not in tab:
            return tab
        name = names.take(key[:LONGEST_KEY], _word(tab.get("title")))
        return {**tab, "body": self._text(tab["body"], "", f"notebook/{name}.txt")}

    def _deck(self, cards: list[Node], home: str, at: str) -> None:
        """Write the cards of a deck into one file, but for those that hold files of their own."""
        names = Names()
        own = [any(card.get(key) for key in _OWN_FOLDER) for card in cards]
        like = common([card for card, alone in zip(cards, own, strict=True) if not alone])
        lines = []
        for index, (card, alone) in enumerate(zip(cards, own, strict=True)):
            if alone:
                folder = f"cards/{names.take(*_called(card))}"
                self.node(card, f"{home}{folder}/", f"{at}/{index}")
                lines.append({"folder": folder})
            else:
                lines.append(_line(card, like))
        self.files[home + CARDS] = _cards_file(like, lines)


def _encodable(text: str) -> bool:
    """Tell whether a file can hold a text: half a surrogate pair only an escape can say."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _line(card: Node, like: Node) -> Node:
    rest = remainder(card, like)
    mistakable = rest is not None and len(rest) == 1 and next(iter(rest)) in ("folder", "whole")
    return {"whole": card} if rest is None or mistakable else rest


def _cards_file(like: Node, lines: list[Node]) -> bytes:
    said = json_file(like).rstrip().replace(b"\n", b"\n  ")
    each = b",\n    ".join(write(line, ONE_LINE) for line in lines)
    return b'{\n  "like": %b,\n  "cards": [\n    %b\n  ]\n}\n' % (said, each)


def _are_objects(held: Any) -> bool:  # noqa: ANN401
    return isinstance(held, list) and bool(held) and all(isinstance(each, dict) for each in held)


def _called(node: Node) -> tuple[str, str]:
    """Give what a folder is named by: what a person sees, and the GUID."""
    nickname = _word(node.get("Nickname"))
    return nickname if slug(nickname) else _word(node.get("Name")), _word(node.get("GUID"))


def _word(value: Any) -> str:  # noqa: ANN401
    return value if isinstance(value, str) else ""


def _guarded(value: Any) -> Any:  # noqa: ANN401
    return {"value": value} if is_marker(value) else value


def _layout_file(layout: Layout, homes: Mapping[str, str]) -> bytes:
    """Write what is odd, under the folder in which it is: objects that move take it along."""
    odd: dict[str, dict[str, Odd]] = {}
    for at, what in layout.odd.items():
        top = at
        while top not in homes:
            top = top.rpartition("/")[0]
        odd.setdefault(homes[top], {})[at[len(top) :]] = what
    rule = {name: getattr(layout, name) for name in layout.__struct_fields__ if name != "odd"}
    unusual = {name: value for name, value in rule.items() if value != getattr(TTS, name)}
    noted = {"made-by": MADE_BY, **unusual} | ({"odd": odd} if odd else {})
    return json_file(msgspec.to_builtins(noted))
