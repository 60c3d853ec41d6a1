"""Bags."""

from __future__ import annotations

from typing import ClassVar, Final, Literal

from tts_tool.saves.objects.pieces import Material, mesh
from tts_tool.saves.objects.thing import Thing
from tts_tool.saves.objects.values import Tree

__all__ = ["Bag", "InfiniteBag", "ModelBag"]

_ORDERS: Final = ("last-first", "first-first", "random")
"""Each stands at its number in a save."""
_NO_MODEL: Final = {"MaterialIndex": -1, "MeshIndex": -1}

Order = Literal["last-first", "first-first", "random"]


class Bag(Thing, frozen=True, kw_only=True):
    """A bag; `order` says what comes out of it first."""

    inside: tuple[Thing, ...] = ()
    order: Order = "last-first"

    title: ClassVar[str] = "Bag"
    kind: ClassVar[str] = "bag"

    def __post_init__(self) -> None:
        Thing.__post_init__(self)
        self._check(self.order in _ORDERS, "has no such order", ", ".join(_ORDERS))

    def own_keys(self) -> Tree:
        return {**_NO_MODEL, "Bag": {"Order": _ORDERS.index(self.order)}}

    def contents(self) -> tuple[Thing, ...]:
        return self.inside


class ModelBag(Bag, frozen=True, kw_only=True):
    """A bag with a mesh of its own."""

    mesh: str
    diffuse: str = ""
    material: Material = "cardboard"

    title: ClassVar[str] = "Custom_Model_Bag"

    def __post_init__(self) -> None:
        Bag.__post_init__(self)
        self._check(bool(self.mesh), "has no mesh", "give the address of its mesh")

    def own_keys(self) -> Tree:
        model = mesh((self.mesh, self.diffuse, "", ""), self.material, "bag", self.where)
        order = {"Order": _ORDERS.index(self.order)}
        return {**_NO_MODEL, "CustomMesh": model, "Bag": order}


class InfiniteBag(Thing, frozen=True, kw_only=True):
    """A bag that gives copies of one thing without end."""

    inside: Thing

    title: ClassVar[str] = "Infinite_Bag"
    kind: ClassVar[str] = "infinite bag"

    def own_keys(self) -> Tree:
        return dict(_NO_MODEL)

    def contents(self) -> tuple[Thing, ...]:
        return (self.inside,)
