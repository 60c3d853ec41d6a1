"""A field says what it expects in words that a card author knows."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import pytest
from msgspec import Meta, inspect

from tests.catalog.night import Colour, Price
from tts_tool.catalog import Effect, Id
from tts_tool.catalog.wording import expected, found


@pytest.mark.parametrize(
    ("kind", "wanted"),
    [
        (int, "a whole number"),
        (Annotated[int, Meta(le=3)], "a whole number of at most 3"),
        (Annotated[int, Meta(gt=1, lt=9)], "a whole number above 1 below 9"),
        (Annotated[int, Meta(ge=0, multiple_of=5)], "a whole number of at least 0 in steps of 5"),
        (float, "a number"),
        (bool, "true or false"),
        (str, "a text"),
        (Annotated[str, Meta(min_length=1)], "a text of at least 1 characters"),
        (Annotated[str, Meta(min_length=1, max_length=3)], "a text of 1 to 3 characters"),
        (Annotated[str, Meta(pattern="^a")], "a text of the form ^a"),
        (Id, 'an id such as "red-lantern"'),
        (Literal["b", "a"], 'one of "a", "b"'),
        (Colour, 'one of "red", "blue"'),
        (tuple[int, ...], "an array"),
        (Annotated[tuple[int, ...], Meta(min_length=2, max_length=2)], "an array of 2"),
        (tuple[int, int], "an array of 2"),
        (dict[str, int], "a table"),
        (Price, "a table"),
        (Effect, "an operation"),
        (int | None, "a whole number or nothing"),
    ],
)
def test_expected(kind: Any, wanted: str) -> None:  # noqa: ANN401
    """Limits are part of the sentence."""
    assert expected(inspect.type_info(kind)) == wanted


@pytest.mark.parametrize(
    ("value", "wanted"),
    [
        ("ä\n", '"ä\\n"'),
        ("x" * 99, f'"{"x" * 38}…'),
        ("\ud800", '"\\ud800"'),
        ({}, "a table"),
        ((1, 2), "an array"),
        (object(), "a object"),
        (1.5, "1.5"),
    ],
)
def test_found(value: object, wanted: str) -> None:
    """Short, in one line, and printable whatever it is."""
    assert found(value) == wanted
