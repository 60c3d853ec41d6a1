"""An error is told as the game tells it: whose it is and what ran, for each way of running."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.table.small_saves import save, thing
from tts_tool.table import Table
from tts_tool.table.switches import Switches

SCRIPT = """
function wrong() error('boom') end
function later() coroutine.yield(0) error('boom') end
function onChat() error('boom') end
"""
STATE = save(
    thing("b0b000", Nickname="Bob", LuaScript=SCRIPT, XmlUI='<Button id="b" onClick="wrong" />'),
    script=SCRIPT,
    ui='<Button id="g" onClick="wrong" /><Button id="o" onClick="b0b000/wrong" />',
)
OF_GLOBAL = ("-1", "Error in Global Script: ")


def of_bob(function: str) -> tuple[str, str]:
    """Say how an error of the object is told if nothing is turned."""
    return "b0b000", f"Error in Script (Bob - b0b000) - function <{function}>: "


def coroutine_of_global(table: Table) -> None:
    """Let it fail in its second frame."""
    table.execute("startLuaCoroutine(Global, 'later')")


def coroutine_of_bob(table: Table) -> None:
    """Start it from outside: the script that it is of counts, not who started it."""
    table.execute("startLuaCoroutine(getObjectFromGUID('b0b000'), 'later')")


def button_of_global(table: Table) -> None:
    """Press what calls Global."""
    table.white.click("g")


def button_to_bob(table: Table) -> None:
    """Press what belongs to Global and calls an object."""
    table.white.click("o")


def button_of_bob(table: Table) -> None:
    """Press what an object shows."""
    table.white.click("b", on=table.find("Bob"))


def timer_of_global(table: Table) -> None:
    """Let a Timer call."""
    table.execute("Timer.create({identifier = 't', function_name = 'wrong', delay = 0.1})")


def handler_of_bob(table: Table) -> None:
    """Let an event be heard; Global hears it as well, and first."""
    table.white.say("hello")


@pytest.mark.parametrize(
    ("do", "turned", "told"),
    [
        (coroutine_of_global, {}, OF_GLOBAL),
        (coroutine_of_bob, {}, of_bob("later")),
        (button_of_global, {}, OF_GLOBAL),
        (button_to_bob, {}, of_bob("wrong")),
        (button_of_bob, {}, of_bob("wrong")),
        (handler_of_bob, {}, of_bob("onChat")),
        (timer_of_global, {}, ("-2", "Error in Timer function: ")),
        (
            coroutine_of_global,
            {"error-prefix-coroutine": "In <{function}>: ", "error-guid-ui": "-2"},
            ("-1", "In <later>: "),
        ),
        (
            coroutine_of_bob,
            {"error-prefix-coroutine": "{name} ({guid}): ", "error-guid-coroutine": "-1"},
            ("-1", "Bob (b0b000): "),
        ),
        (
            button_of_bob,
            {"error-prefix-ui": "{name} <{function}>: ", "error-guid-ui": "-2"},
            ("-2", "Bob <wrong>: "),
        ),
        (
            handler_of_bob,
            {"error-prefix-ui": "no", "error-prefix-coroutine": "no", "error-guid-ui": "-2"},
            of_bob("onChat"),
        ),
    ],
)
def test_each_kind_of_error(
    do: Callable[[Table], None], turned: dict[str, str], told: tuple[str, str]
) -> None:
    """A handler, a coroutine, an interface, a Timer: each has its words, as the switches say."""
    with Table.open(STATE, switches=Switches(turned)) as table:
        do(table)
        table.run(12)
        last = table.errors[-1]
    assert (last.guid, last.prefix) == told
    assert "boom" in last.error
