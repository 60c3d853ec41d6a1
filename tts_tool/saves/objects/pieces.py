"""Boards, tiles, tokens, figurines, dice and the other pieces of a game."""

from __future__ import annotations

from typing import ClassVar, Final, Literal

from tts_tool.errors import BadInput
from tts_tool.saves.kinds import MODEL_TYPES
from tts_tool.saves.objects.thing import Thing, image
from tts_tool.saves.objects.values import WHITE, Color, DieSide, Tree, Vector

__all__ = [
    "Block",
    "Board",
    "Counter",
    "Dice",
    "Figurine",
    "Model",
    "Notecard",
    "Pdf",
    "StandardDie",
    "Text3D",
    "Tile",
    "Token",
    "mesh",
]

# All four in the order of the numbers that a save has for them.
_TILE_SHAPES: Final = ("box", "hex", "circle", "rounded")
_MATERIALS: Final = ("plastic", "wood", "metal", "cardboard")
_MODEL_TYPES: Final = tuple(each.lower() for each in MODEL_TYPES)
_DICE_SIDES: Final = (4, 6, 8, 10, 12, 20)
_BLOCKS: Final = {
    "square": "BlockSquare",
    "rectangle": "BlockRectangle",
    "triangle": "BlockTriangle",
}

Material = Literal["plastic", "wood", "metal", "cardboard"]
DiceSides = Literal[4, 6, 8, 10, 12, 20]


class _Pictured(Thing, frozen=True, kw_only=True):
    """Something with a picture on it."""

    image: str

    def __post_init__(self) -> None:
        Thing.__post_init__(self)
        self._check(bool(self.image), "has no picture", "give the address of its image")


class Board(_Pictured, frozen=True, kw_only=True):
    """A board; `width_scale` is the width of its picture divided by the height."""

    width_scale: float = 1.0
    locked: bool = True

    title: ClassVar[str] = "Custom_Board"
    kind: ClassVar[str] = "board"

    def __post_init__(self) -> None:
        _Pictured.__post_init__(self)
        self._check(self.width_scale > 0, "has no width", "width_scale is width / height")

    def own_keys(self) -> Tree:
        return {"CustomImage": image(self.image, width_scale=self.width_scale)}


class Tile(_Pictured, frozen=True, kw_only=True):
    """A flat piece with a picture on both sides."""

    back: str = ""
    shape: Literal["box", "hex", "circle", "rounded"] = "rounded"
    thickness: float = 0.2
    stackable: bool = False
    stretch: bool = True

    title: ClassVar[str] = "Custom_Tile"
    kind: ClassVar[str] = "tile"

    def __post_init__(self) -> None:
        _Pictured.__post_init__(self)
        self._check(self.thickness > 0, "is too thin", "thickness is more than 0")
        self._check(self.shape in _TILE_SHAPES, "has no such shape", ", ".join(_TILE_SHAPES))

    def own_keys(self) -> Tree:
        tile = {
            "Type": _TILE_SHAPES.index(self.shape),
            "Thickness": float(self.thickness),
            "Stackable": self.stackable,
            "Stretch": self.stretch,
        }
        return {"CustomImage": {**image(self.image, self.back), "CustomTile": tile}}


class Token(_Pictured, frozen=True, kw_only=True):
    """A piece that is cut out along the edge of its picture."""

    thickness: float = 0.1
    merge_distance: float = 15.0
    stand_up: bool = False
    stackable: bool = False

    title: ClassVar[str] = "Custom_Token"
    kind: ClassVar[str] = "token"

    def __post_init__(self) -> None:
        _Pictured.__post_init__(self)
        self._check(self.thickness > 0, "is too thin", "thickness is more than 0")

    def own_keys(self) -> Tree:
        token = {
            "Thickness": float(self.thickness),
            "MergeDistancePixels": float(self.merge_distance),
            "StandUp": self.stand_up,
            "Stackable": self.stackable,
        }
        return {"CustomImage": {**image(self.image), "CustomToken": token}}


class Figurine(_Pictured, frozen=True, kw_only=True):
    """A standee; without a back it shows its front from both sides."""

    back: str = ""

    title: ClassVar[str] = "Figurine_Custom"
    kind: ClassVar[str] = "figurine"

    def own_keys(self) -> Tree:
        return {"CustomImage": image(self.image, self.back or self.image)}


class Dice(_Pictured, frozen=True, kw_only=True):
    """A die with a picture; `faces` say what its sides are worth."""

    sides: DiceSides = 6
    faces: tuple[DieSide, ...] = ()

    title: ClassVar[str] = "Custom_Dice"
    kind: ClassVar[str] = "die"

    def __post_init__(self) -> None:
        _Pictured.__post_init__(self)
        self._check(self.sides in _DICE_SIDES, "has no such sides", f"one of {_DICE_SIDES}")
        fits = len(self.faces) in {0, self.sides}
        self._check(fits, f"has {len(self.faces)} faces", f"give it {self.sides}")

    def own_keys(self) -> Tree:
        dice = {"Type": _DICE_SIDES.index(self.sides)}
        return {"CustomImage": {**image(self.image), "CustomDice": dice}}

    def rotation_values(self) -> list[Tree]:
        return [face.tree() for face in self.faces]


class StandardDie(Thing, frozen=True, kw_only=True):
    """A die of TTS's own."""

    sides: DiceSides = 6

    kind: ClassVar[str] = "die"

    def __post_init__(self) -> None:
        Thing.__post_init__(self)
        self._check(self.sides in _DICE_SIDES, "has no such sides", f"one of {_DICE_SIDES}")

    def object_name(self) -> str:
        """TTS names it by its sides."""
        return f"Die_{self.sides}"

    def own_keys(self) -> Tree:
        return {"MaterialIndex": 0}


class Block(Thing, frozen=True, kw_only=True):
    """A plain piece of wood."""

    shape: Literal["square", "rectangle", "triangle"] = "square"

    kind: ClassVar[str] = "block"

    def __post_init__(self) -> None:
        Thing.__post_init__(self)
        self._check(self.shape in _BLOCKS, "has no such shape", ", ".join(_BLOCKS))

    def object_name(self) -> str:
        """TTS names it by its shape."""
        return _BLOCKS[self.shape]


class Model(Thing, frozen=True, kw_only=True):
    """A piece with a mesh of its own."""

    mesh: str
    diffuse: str = ""
    normal: str = ""
    collider: str = ""
    convex: bool = True
    material: Material = "wood"
    type: Literal["generic", "figurine", "dice", "coin", "board", "chip"] = "generic"
    cast_shadows: bool = True

    title: ClassVar[str] = "Custom_Model"
    kind: ClassVar[str] = "model"

    def __post_init__(self) -> None:
        Thing.__post_init__(self)
        self._check(bool(self.mesh), "has no mesh", "give the address of its mesh")

    def own_keys(self) -> Tree:
        urls = (self.mesh, self.diffuse, self.normal, self.collider)
        written = mesh(urls, self.material, self.type, self.where)
        return {"CustomMesh": {**written, "Convex": self.convex, "CastShadows": self.cast_shadows}}


class Counter(Thing, frozen=True, kw_only=True):
    """A counter with two buttons."""

    count: int = 0

    title: ClassVar[str] = "Counter"
    kind: ClassVar[str] = "counter"

    def own_keys(self) -> Tree:
        return {"Counter": {"value": self.count}}


class Text3D(Thing, frozen=True, kw_only=True):
    """Writing on the table."""

    text: str
    text_color: Color = WHITE
    font_size: int = 64
    rotation: Vector = Vector(90, 0, 0)
    locked: bool = True

    title: ClassVar[str] = "3DText"
    kind: ClassVar[str] = "text"

    def __post_init__(self) -> None:
        Thing.__post_init__(self)
        self._check(self.font_size > 0, "has no size", "font_size is more than 0")

    def own_keys(self) -> Tree:
        text = {
            "Text": self.text,
            "colorstate": self.text_color.tree(),
            "fontSize": self.font_size,
        }
        return {"Text": text}


class Notecard(Thing, frozen=True, kw_only=True):
    """A card to write on: its nickname is the heading, its description the text."""

    title: ClassVar[str] = "Notecard"
    kind: ClassVar[str] = "notecard"


class Pdf(Thing, frozen=True, kw_only=True):
    """A rulebook on the table; pages are counted from 0."""

    url: str
    page: int = 0
    page_offset: int = 0
    locked: bool = True

    title: ClassVar[str] = "Custom_PDF"
    kind: ClassVar[str] = "PDF"

    def __post_init__(self) -> None:
        Thing.__post_init__(self)
        self._check(bool(self.url), "has no file", "give the address of the PDF")
        self._check(self.page >= 0, "is open before its first page", "pages begin with 0")

    def own_keys(self) -> Tree:
        pdf = {
            "PDFUrl": self.url,
            "PDFPassword": "",
            "PDFPage": self.page,
            "PDFPageOffset": self.page_offset,
        }
        return {"CustomPDF": pdf}


def mesh(urls: tuple[str, str, str, str], material: str, model_type: str, where: str) -> Tree:
    """Write a mesh with the pictures on it: mesh, diffuse, normal, collider."""
    if material not in _MATERIALS or model_type not in _MODEL_TYPES:
        fix = f"materials: {', '.join(_MATERIALS)}; types: {', '.join(_MODEL_TYPES)}"
        raise BadInput("no such material or type", where=where, fix=fix)
    keys = ("MeshURL", "DiffuseURL", "NormalURL", "ColliderURL")
    return {
        **dict(zip(keys, urls, strict=True)),
        "Convex": True,
        "MaterialIndex": _MATERIALS.index(material),
        "TypeIndex": _MODEL_TYPES.index(model_type),
        "CastShadows": True,
    }
