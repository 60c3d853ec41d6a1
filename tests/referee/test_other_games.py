"""The referee knows no game: another one, without cards, in a few lines."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.referee.client import Client, cards
from tts_tool.catalog import Catalogue, Schema
from tts_tool.errors import Refused
from tts_tool.kernel.events import Ended, Said
from tts_tool.kernel.game import Flow, Game
from tts_tool.kernel.inventory import Component, Place
from tts_tool.kernel.module import Module, Ruleset, Setup
from tts_tool.kernel.rejection import Rejection
from tts_tool.kernel.spaces import Choice
from tts_tool.referee import Session, desk
from tts_tool.rulesets.night_market import RULESET

base, river = Module("base"), Module("river", needs=("bridge",))
bridge = Module("bridge", excludes=("base",))
box = Module("box")


@base.content
def pebbles(_setup: Setup) -> Iterator[Component | Place]:
    """Lay out two pebbles, which no card describes."""
    yield Place("heap")
    yield Place("taken")
    yield from (Component(f"pebble.{n}", "pebble", start="heap") for n in (1, 2))


@box.content
def wrong(_setup: Setup) -> Iterator[Component]:
    """Put a component where there is no place."""
    yield Component("lost", "lost", start="nowhere")


@base.invariant
def some_acting(g: Game) -> Rejection | None:
    """Stumble over what it didn't expect."""
    assert g.acting != "red"
    return None


def play(g: Game) -> Flow[None]:
    """Take a pebble and say so; then it is over."""
    g.restart()
    pebble = yield from g.ask("red", "take", lambda: Choice(g.cards("heap")))
    g.move(pebble, "heap", "taken")
    g.emit(Said("too-dear", {"cost": 3}), "P-1")
    g.emit(Ended((("red",),)))


PEBBLES = Ruleset(
    "pebbles", modules=(base, river, bridge, box), play=play, seats=("red",), schema=Schema()
)
NO_CARDS = Catalogue((), Schema())


def both() -> Client:
    """Offer this game and the sample game."""
    offered = {
        "pebbles": lambda: desk.OfferedGame(PEBBLES, lambda: NO_CARDS),
        "night-market": lambda: desk.OfferedGame(RULESET, cards),
    }
    return Client(desk.Desk(offered))


def test_a_game_without_cards() -> None:
    """Components are named by their kind; what is said comes with its sentence."""
    client = both()
    client.ask("new", game="pebbles")
    asked = client.question("red")
    assert asked["space"]["options"][1] == {"value": "pebble.2", "name": "pebble"}
    client.answer("red", "take", "pebble.2")
    said = next(each for each in client.ask("events")["events"] if each["event"] == "said")
    assert said["text"] == "too-dear (cost 3)"
    assert client.ask("view")["result"] == [["red"]]
    assert client.ask("open")["over"]


def test_which_game() -> None:
    """Where several are offered one must be named; both are told of."""
    client = both()
    error = client.error("new")
    assert error["code"] == "bad-input"
    assert "pebbles, night-market" in error["message"]
    assert [game["name"] for game in client.ask("hello")["games"]] == ["pebbles", "night-market"]


@pytest.mark.parametrize(
    ("modules", "hint"),
    [(["river"], "needs bridge"), (["bridge"], "exclude each other"), (["box"], "nowhere")],
)
def test_modules_that_don_t_go_together(modules: list[str], hint: str) -> None:
    """What can't be composed is refused with the reason."""
    with pytest.raises(Refused, match=hint):
        Session.new(PEBBLES, NO_CARDS, modules=modules)


def test_an_invariant_that_stumbles() -> None:
    """Rules that can't even look at a position refuse it, and name what they stumbled over."""
    with pytest.raises(Refused, match="can make nothing of the position: some-acting"):
        Session.new(PEBBLES, NO_CARDS, position={"acting": "red"})
