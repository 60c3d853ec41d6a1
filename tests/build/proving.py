"""Proves that a table that was set up is one that the rules could have left."""

from __future__ import annotations

from collections import Counter
from typing import Any

from tests.build.set_up import Panel, composition, seen
from tests.old_world.table import catalogue
from tts_tool.build.table.reading import Seen, position
from tts_tool.kernel.position import decode, encode, flaws
from tts_tool.referee.session import Session
from tts_tool.referee.table.arrangement import lies_down
from tts_tool.rulesets.old_world import RULESET
from tts_tool.rulesets.old_world.base.box.setup import SEATS

__all__ = ["prove", "school"]

ATTRIBUTES = ("combat", "defense", "alchemy", "specialty")


def school(table: Seen, seat: str) -> str:
    """Say which school a seat plays."""
    (board,) = table.places[f"board.{seat}"]
    return board.component.partition(".")[2]


def found_levels(memory: dict[str, Any]) -> dict[str, int]:
    """Say of which level the first monster of each terrain is."""
    known = memory["known"].items()
    return {key.partition(".")[2]: int(level) for key, level in known if key.startswith("level.")}


def by_the_rules(panel: Panel, table: Seen, seats: tuple[str, ...]) -> Session:
    """Set the same game up by the rules: same beginner, same schools, same answers."""
    memory = panel.state["memory"]
    settings = {"starting-player": memory["first"], "boards": "choose"}
    game = Session.new(RULESET, catalogue(), seats=seats, settings=settings, seed="1")
    levels = found_levels(memory)
    strongest = max(levels, key=lambda terrain: levels[terrain])
    while (asked := game.open("*")[0]).name in {"board", "slot", "free-attribute"}:
        seat = asked.seat
        if asked.name == "slot":
            game.choose(asked, strongest)
        elif asked.name == "board":
            game.choose(asked, f"board.{school(table, seat)}")
        else:
            game.choose(asked, next(a for a in ATTRIBUTES if table.tracks[f"{a}.{seat}"] > 1))
    return game


def sorts(places: dict[str, Any]) -> dict[str, Counter[str]]:
    """Count what lies in each place, by the first word of its id; locations count as one place."""
    found: dict[str, Counter[str]] = {}
    for name, ids in places.items():
        where = "at" if name.startswith("at.") else name
        found.setdefault(where, Counter()).update(each.partition(".")[0] for each in ids)
    return {name: count for name, count in found.items() if count}


def prove(panel: Panel, count: int) -> None:
    """Prove that the table as it lies is a set-up that the rules could have left."""
    seats = SEATS[:count]
    table = seen(panel)
    inventory = composition(seats).inventory
    assert table.astray == []
    game = by_the_rules(panel, table, seats)
    known = encode(game.state)
    found = position(table, inventory, known)
    state = decode(found, inventory)
    assert flaws(composition(seats), state) == []
    assert sorts(found["places"]) == sorts(known["places"])
    assert found["tracks"] == known["tracks"]
    for name, lying in table.places.items():
        for each in lying:
            if each.component in inventory.components:
                assert each.down == lies_down(state, name, each.component), (name, each)
            else:
                assert (name, each.component.partition(".")[0]) == ("box", "miniature")
    assert found["places"]["events"] == list(known["places"]["events"])
    for seat in seats:
        cards = [*found["places"][f"deck.{seat}"], *found["places"][f"hand.{seat}"]]
        assert {inventory.cards[card].school for card in cards} == {school(table, seat)}
        home = game.state.place_of(f"miniature.{seat}")
        assert f"miniature.{seat}" in found["places"][home]
    cheap = [found["places"][f"display.{slot}"][0] for slot in (4, 5, 6)]
    assert [inventory.cards[card].cost for card in cheap] == [0, 0, 0]
    for terrain, level in found_levels(panel.state["memory"]).items():
        (token,), (card,) = (found["places"][f"{p}.{terrain}"] for p in ("lair", "monster"))
        assert inventory.cards[token].terrain == terrain
        assert inventory.cards[card].level == level
        stands = found["places"][token.replace("token", "at")]
        assert card.replace("monster", "monster-token") in stands
    again = Session.new(RULESET, catalogue(), seats=seats, position=found, seed="1")
    assert [each.name for each in again.open("*")] == [each.name for each in game.open("*")]
    assert [each.seat for each in again.open("*")] == [panel.state["memory"]["first"]]
