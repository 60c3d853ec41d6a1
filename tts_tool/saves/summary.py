"""What is in a save, in a few lines."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import msgspec

from tts_tool.saves.assets import assets
from tts_tool.saves.tree import Document, Node, objects

__all__ = ["Summary", "WrittenScripts", "summary"]


class WrittenScripts(msgspec.Struct, frozen=True, kw_only=True):
    """How much of something is written: how many texts, how many lines and characters in all."""

    texts: int
    lines: int
    characters: int


class Summary(msgspec.Struct, frozen=True, kw_only=True):
    """What is in a save."""

    name: str
    game_mode: str
    version: str
    date: str
    table: str
    sky: str
    size: int
    on_table: int
    objects: int
    kinds: dict[str, int]
    tags: dict[str, int]
    notebook: list[str]
    lua: WrittenScripts
    state: WrittenScripts
    xml: WrittenScripts
    assets: int
    hosts: dict[str, int]
    shared_guids: int
    without_guid: int


def summary(document: Document) -> Summary:
    """Count what is in a save."""
    root = document.root if isinstance(document.root, dict) else {}
    things = list(objects(root))
    guids = Counter(str(thing.get("GUID") or "") for thing in things)
    without = guids.pop("", 0)
    found = assets(root)
    return Summary(
        name=_text(root, "SaveName"),
        game_mode=_text(root, "GameMode"),
        version=_text(root, "VersionNumber"),
        date=_text(root, "Date"),
        table=_text(root, "Table"),
        sky=_text(root, "Sky"),
        size=len(document.bytes()),
        on_table=len(_list(root.get("ObjectStates"))),
        objects=len(things),
        kinds=_counted(_text(thing, "Name") or "?" for thing in things),
        tags=_counted(str(tag) for thing in things for tag in _list(thing.get("Tags"))),
        notebook=_titles(root.get("TabStates")),
        lua=_scripts([root, *things], "LuaScript"),
        state=_scripts([root, *things], "LuaScriptState"),
        xml=_scripts([root, *things], "XmlUI"),
        assets=len(found),
        hosts=_counted(asset.host or "(no address on the web)" for asset in found),
        shared_guids=sum(times for times in guids.values() if times > 1),
        without_guid=without,
    )


def _scripts(things: list[dict[str, Node]], key: str) -> WrittenScripts:
    texts = [text for text in (_text(thing, key) for thing in things) if text]
    return WrittenScripts(
        texts=len(texts),
        lines=sum(text.count("\n") + 1 for text in texts),
        characters=sum(map(len, texts)),
    )


def _counted(values: Iterable[str]) -> dict[str, int]:
    """Count, the most frequent first; what is as frequent in the order of names."""
    counted = Counter(values)
    return dict(sorted(counted.items(), key=lambda pair: (-pair[1], pair[0])))


def _titles(tabs: Node) -> list[str]:
    values = tabs.values() if isinstance(tabs, dict) else ()
    return [_text(tab, "title") for tab in values if isinstance(tab, dict)]


def _text(node: dict[str, Node], key: str) -> str:
    value = node.get(key)
    return value.encode(errors="replace").decode() if isinstance(value, str) else ""


def _list(node: Node) -> list[Node]:
    return node if isinstance(node, list) else []
