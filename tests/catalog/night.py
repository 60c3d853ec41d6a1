"""A small game with which the catalogue is tested: every sort of field once."""

from __future__ import annotations

import os
import textwrap
from collections.abc import Mapping
from enum import Enum
from pathlib import Path
from typing import Annotated, Literal

import msgspec
import pytest
from msgspec import Meta

from tts_tool.catalog import (
    OPTIONS,
    Catalogue,
    CatalogueError,
    Effect,
    Operation,
    Record,
    Schema,
    Sheet,
    Table,
    Text,
    load,
    ref,
)


class GainGold(Operation):
    """Gold from the bank."""

    amount: Annotated[int, Meta(ge=1)]


class TakeWare(Operation):
    """A ware from the supply."""

    ware: Annotated[str, ref("ware")]


class Choose(Operation):
    """One of several."""

    options: tuple[tuple[Effect, ...], ...]


class Colour(Enum):
    """Colours of lanterns."""

    RED = "red"
    BLUE = "blue"


class Price(Sheet):
    """What a ware costs, and when."""

    base: Annotated[int, Meta(ge=0, le=9)]
    rain: float = 1.0


class Ware(Record):
    """What the market sells."""

    cost: Annotated[int, Meta(ge=0, le=9)]
    price: Price | None = None
    colour: Colour = Colour.RED
    size: Literal["small", "large"] = "small"
    effects: tuple[Effect, ...] = ()
    goes_with: tuple[Annotated[str, ref("ware")], ...] = ()
    spot: tuple[int, int] = (0, 0)
    stock: dict[Annotated[str, ref("guest")], int] = msgspec.field(default_factory=dict)
    limit: int | Literal["none"] = "none"
    nickname: Text | None = None
    tags: Annotated[tuple[str, ...], Meta(max_length=2), OPTIONS] = ()


class Guest(Record):
    """Who comes to buy."""

    wants: Annotated[str, ref("ware")] | None = None
    rich: bool = False

    def __post_init__(self) -> None:
        """Refuse what only this type can know of."""
        if self.rich and self.wants is None:
            raise ValueError("the rich want something")


class Levels(Table):
    """What a level costs."""

    costs: tuple[int, ...]
    fatigue: int = 0


class Weather(Table):
    """A table that is complete without a file."""

    rain: int = 2


SCHEMA = Schema(
    kinds={"ware": Ware, "guest": Guest},
    operations=(GainGold, TakeWare, Choose),
    tables={"levels": Levels, "weather": Weather},
)

HEAD = """\
[provenance]
default = "house"
[table.levels]
costs = [1, 2, 3]
"""
LANTERN = """\
[[ware]]
id = "lantern"
name = { en = "Lantern", de = "Laterne" }
cost = 3
"""


def write(folder: Path, files: Mapping[str, str]) -> Path:
    """Write card files; the text may be indented."""
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(textwrap.dedent(text).encode())
    return folder


def cards(folder: Path, text: str = LANTERN, schema: Schema = SCHEMA) -> Catalogue:
    """Load one file below a head that gives what each needs."""
    return load(
        write(
            folder,
            {"base/head.toml": HEAD, "base/it.toml": '[provenance]\ndefault = "house"\n' + text},
        ),
        schema,
    )


def problems(folder: Path, files: Mapping[str, str], schema: Schema = SCHEMA) -> list[str]:
    """Say what is wrong with card files, with paths below the folder."""
    with pytest.raises(CatalogueError) as caught:
        load(write(folder, files), schema)
    return [below(folder, str(each)) for each in caught.value.problems]


def below(folder: Path, line: str) -> str:
    """Write paths as seen from a folder, the same on every system."""
    return line.replace(f"{folder}{os.sep}", "").replace(os.sep, "/")
