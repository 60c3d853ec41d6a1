"""One object of every kind that we build."""

from collections.abc import Iterator, Mapping
from typing import Any

from tts_tool.saves.objects import (
    AttachedDecal,
    Bag,
    Block,
    Board,
    Card,
    Counter,
    Decal,
    Deck,
    Dice,
    DieSide,
    Figurine,
    FogOfWarZone,
    HandZone,
    HiddenZone,
    InfiniteBag,
    LayoutZone,
    Model,
    ModelBag,
    Notecard,
    Pdf,
    RandomizeZone,
    ScriptingZone,
    Sheet,
    SnapPoint,
    StandardDie,
    Text3D,
    Thing,
    Tile,
    Token,
    UIAsset,
    Vector,
)

__all__ = ["EVERYTHING", "SHEET", "SINGLE", "walk"]

SHEET = Sheet(key=7, face="https://x.example/f.png", back="b.png", columns=10, rows=7)
SINGLE = Sheet(key=8, face="https://x.example/one.png", back="b.png")


def _cards(*numbers: int) -> tuple[Card, ...]:
    return tuple(Card(id=f"ware.{number}", sheet=SHEET, index=number) for number in numbers)


EVERYTHING: tuple[Thing, ...] = (
    Card(
        id="lantern",
        memo="lantern.1",
        sheet=SHEET,
        index=69,
        tags=("Ware", "Night Market"),
        alt_look_angle=Vector(),
        states=(Card(id="lantern.lit", sheet=SHEET, index=68),),
    ),
    Card(id="seat", sheet=SINGLE, snap_points=(SnapPoint(position=Vector(0.5, 0.2, 0)),)),
    Deck(id="wares", nickname="Wares", cards=_cards(3, 1, 2)),
    Deck(id="last", cards=(Card(id="last.card", sheet=SHEET, index=5),)),
    Board(id="board", image="board.png", width_scale=1.5),
    Tile(
        id="stall",
        image="stall.png",
        snap_points=(
            SnapPoint(position=Vector(1, 2, 3), rotation=Vector(0, 90, 0), tags=("Ware",)),
        ),
        children=(Tile(id="sign", image="sign.png"),),
    ),
    Token(
        id="coin",
        image="coin.png",
        decals=(AttachedDecal(decal=Decal(name="rust", url="rust.png")),),
        state=2,
        states=(Token(id="coin.1", image="c1.png"), Token(id="coin.3", image="c3.png")),
    ),
    Figurine(id="guard", image="guard.png"),
    Dice(
        id="fate",
        image="fate.png",
        faces=tuple(DieSide(value=str(n), rotation=Vector(n, 0, 0)) for n in range(1, 7)),
    ),
    StandardDie(id="d20", sides=20),
    Block(id="cube"),
    Model(id="tower", mesh="tower.obj", ui_assets=(UIAsset(name="flag", url="flag.png"),)),
    Counter(id="round", count=3),
    Text3D(id="title", text="Night Market"),
    Notecard(id="hint", nickname="Hint", description="Buy low."),
    Pdf(id="rules", url="rules.pdf"),
    Bag(id="bag", inside=(Block(id="cube.1"), Block(id="cube.2", shape="rectangle"))),
    ModelBag(id="sack", mesh="sack.obj"),
    InfiniteBag(id="supply", inside=Block(id="cube.any", shape="triangle")),
    ScriptingZone(id="market"),
    HandZone(id="hand.red", player="Red"),
    HiddenZone(id="screen.red", player="Red"),
    FogOfWarZone(id="fog"),
    LayoutZone(id="row"),
    RandomizeZone(id="bowl"),
)


def walk(thing: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """Give an object and all that is in it."""
    yield thing
    states = thing.get("States") or {}
    for key in ("ContainedObjects", "ChildObjects"):
        for part in thing.get(key) or ():
            yield from walk(part)
    for part in states.values():
        yield from walk(part)
