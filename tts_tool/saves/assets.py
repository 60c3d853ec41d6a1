"""The pictures, models, sounds and pages that a save calls by their addresses.

An address is free text: some have blanks in front, some no scheme, some lead to a file on the
disk of whoever made the mod. Nothing here changes or refuses one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, Literal
from urllib.parse import urlsplit

import msgspec

from tts_tool.saves.labels import label, thing_name
from tts_tool.saves.tree import Node

__all__ = [
    "Asset",
    "Kind",
    "Use",
    "address",
    "assets",
    "assets_in_scripts",
    "is_address_key",
    "picture_name",
]

Kind = Literal["web", "file", "other"]

_KEY: Final = re.compile(r"URL$|Url$")
_SONG: Final = "Item1"  # the address of a song; Item2 is its name
_SCRIPTS: Final = ("LuaScript", "LuaScriptState", "XmlUI")
_IN_TEXT: Final = re.compile(r"https?://[^\s\"'<>\\\[\]]+")
_METADATA: Final = re.compile(r"\s*(?:\{[^{}]*\}\s*)+$")
_DOMAIN: Final = re.compile(r"(?:[\w-]+\.)+[a-zA-Z]{2,}(?::\d+)?/")
_OLD_STEAM: Final = re.compile(
    r"https?://(?:cloud-3\.steamusercontent\.com|steamusercontent-a\.akamaihd\.net)/ugc/",
    re.IGNORECASE,
)
_OURS: Final = re.compile(r"[/\\]([0-9a-f]{32}\.(?:png|jpg))\Z")
_STEAM: Final = "https://steamusercontent-a.akamaihd.net/ugc/"


class Use(msgspec.Struct, frozen=True):
    """Where an address stands: in which key, of which object, which leads from the table down."""

    key: str
    where: tuple[str, ...]

    def __str__(self) -> str:
        """Write it in one line, place first."""
        return f"{' > '.join(self.where) or 'the table'}: {self.key}"


class Asset(msgspec.Struct, frozen=True):
    """Something outside of the save: its address, how the save writes it, and where."""

    address: str
    written: tuple[str, ...]
    uses: tuple[Use, ...]

    @property
    def kind(self) -> Kind:
        """Tell what is on the web from files on somebody's disk, and from what is neither."""
        if re.match(r"https?://", self.address, re.IGNORECASE):
            return "web"
        on_disk = re.match(r"file:|[A-Za-z]:[\\/]|\\\\|/", self.address, re.IGNORECASE)
        return "file" if on_disk else "other"

    @property
    def host(self) -> str:
        """The server that has it; nothing if it is not on the web."""
        try:
            return (urlsplit(self.address).hostname or "") if self.kind == "web" else ""
        except ValueError:
            return ""


def address(written: str) -> str:
    """Give the address behind what is written in a save.

    Steam has changed its server; TTS asks the new one, too. Words in braces at the end only make
    an address another one for TTS.

    >>> address(" http://cloud-3.steamusercontent.com/ugc/1/A/{Unique}")
    'https://steamusercontent-a.akamaihd.net/ugc/1/A/'
    """
    text = _METADATA.sub("", written.strip())
    if text.lower().startswith("www.") or _DOMAIN.match(text):
        text = f"http://{text}"
    return _OLD_STEAM.sub(_STEAM, text)


def is_address_key(key: str) -> bool:
    """Tell whether a key of a save holds an address.

    >>> [is_address_key(key) for key in ("FaceURL", "PDFUrl", "Item1", "Nickname")]
    [True, True, True, False]
    """
    return _KEY.search(key) is not None or key == _SONG


def picture_name(address: str) -> str:
    """Give the name of a picture that we called by its content, whatever stands before it.

    >>> picture_name("file:///C:/pictures/assets/00112233445566778899aabbccddeeff.png")
    '00112233445566778899aabbccddeeff.png'
    """
    found = _OURS.search(address)
    return found[1] if found else ""


def assets(root: Node) -> list[Asset]:
    """List what a save calls, in the order of its first use."""
    return _gathered(_uses(root, ()))


def assets_in_scripts(root: Node) -> list[Asset]:
    """List the addresses that stand in scripts, script states and XML."""
    return _gathered(_script_uses(root, ()))


def _gathered(uses: Iterator[tuple[str, Use]]) -> list[Asset]:
    found: dict[str, tuple[dict[str, None], dict[Use, None]]] = {}
    for written, use in uses:
        same, places = found.setdefault(address(written), ({}, {}))
        same[written] = None
        places[use] = None
    return [Asset(url, tuple(same), tuple(places)) for url, (same, places) in found.items()]


def _uses(
    node: Node, where: tuple[str, ...], path: tuple[str, ...] = ()
) -> Iterator[tuple[str, Use]]:
    if isinstance(node, list):
        for part in node:
            yield from _uses(part, where, path)
    if not isinstance(node, dict):
        return
    where, path = _inside(node, where, path)
    for key, value in node.items():
        if isinstance(value, str):
            if value.strip() and is_address_key(key):
                yield value, Use(".".join((*path, key)), where)
        else:
            yield from _uses(value, where, (*path, key))


def _script_uses(node: Node, where: tuple[str, ...]) -> Iterator[tuple[str, Use]]:
    if isinstance(node, list):
        for part in node:
            yield from _script_uses(part, where)
    if not isinstance(node, dict):
        return
    where, _ = _inside(node, where, ())
    for key, value in node.items():
        if key in _SCRIPTS and isinstance(value, str):
            for found in _IN_TEXT.finditer(value):
                yield found[0].rstrip(".,;:)"), Use(key, where)
        elif isinstance(value, dict | list):
            yield from _script_uses(value, where)


def _inside(
    node: dict[str, Node], where: tuple[str, ...], path: tuple[str, ...]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Step into an object, or stay in the one we are in; a named asset is told by its name."""
    if "Transform" in node and "Name" in node:
        return (*where, label(node)), ()
    name = node.get("Name")
    if path and isinstance(name, str) and ("URL" in node or "ImageURL" in node):
        return where, (*path[:-1], thing_name(path[-1], name))
    return where, path
