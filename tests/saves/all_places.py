"""A table with one of each place where a save may call a picture."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tests.saves.uploading import steam_address
from tts_tool.saves.assets import is_address_key
from tts_tool.saves.objects import (
    Bag,
    Board,
    Card,
    Deck,
    Save,
    Sheet,
    Tile,
    Token,
    UIAsset,
    Vector,
)
from tts_tool.saves.tree import read, written

__all__ = ["CLOUD", "TABLE", "addresses", "local"]

Object = dict[str, Any]


def local(name: str) -> str:
    """Name a picture on somebody's computer."""
    return f"C:/Users/eve/pictures/{name}.png"


def table() -> Object:
    """Lay out a table with one of each place where a picture may be called."""
    sheets = [
        Sheet(key=n, face=local(f"sheet {n}"), back=local(f"back {n}"), columns=3, rows=2)
        for n in (1, 2, 3)
    ]
    cards = tuple(
        Card(
            id=f"card {n}",
            memo=f"card {n}",
            nickname=f"Card {n}",
            sheet=sheets[n % 3],
            index=n // 3,
        )
        for n in range(9)
    )
    lone = Sheet(key=9, face=local("lone"), back=local("back 1"))
    inside = tuple(
        Token(id=f"token {n}", memo=f"token {n}", nickname="Token", image=local(f"token {n}"))
        for n in range(3)
    )
    sides = tuple(Tile(id=f"side {n}", image=local(f"side {n}")) for n in (2, 3))
    things = (
        Board(id="board", image=local("board")),
        Deck(id="deck", nickname="Deck", cards=cards),
        Card(id="lone", memo="lone", sheet=lone),
        Bag(id="bag", memo="bag", nickname="Bag", inside=inside),
        Tile(id="side 1", image=local("side 1"), back=local("below"), states=sides),
        Tile(
            id="screen",
            memo="screen",
            image=local("screen"),
            ui_assets=(
                UIAsset(name="sign", url=local("sign")),
                UIAsset(name="seal", url=local("seal")),
            ),
            position=Vector(4, 1, 4),
        ),
    )
    assets = (UIAsset(name="panel", url=local("panel")),)
    save = Save(name="All places", objects=things, ui_assets=assets)
    root: Object = read(written(save.tree()), "table").root
    return root


TABLE = table()


def addresses(node: Any) -> Iterator[str]:  # noqa: ANN401 - any value of a save
    """List every address of a save."""
    if isinstance(node, list):
        for each in node:
            yield from addresses(each)
    elif isinstance(node, dict):
        for key, value in node.items():
            if isinstance(value, str) and value.strip() and is_address_key(key):
                yield value
            else:
                yield from addresses(value)


CLOUD = {
    address: steam_address(address.encode(), number)
    for number, address in enumerate(dict.fromkeys(addresses(TABLE)))
}


"""Where each of its addresses is on Steam, once it was brought there."""
