"""Sets up any evening of the night market, and speaks for the seats."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from tts_tool.kernel.entries import Accepted, Held, Refused, Reply
from tts_tool.kernel.game import Luck
from tts_tool.kernel.position import decode, flaws
from tts_tool.kernel.timeline import Timeline
from tts_tool.proof.match import Match, shipped_cards
from tts_tool.rulesets.night_market import RULESET
from tts_tool.rulesets.night_market.core import Night
from tts_tool.rulesets.night_market.guild import Guild
from tts_tool.rulesets.night_market.haggle import Haggle

QUIET = {"performer": "nobody"}
"""No performer at the end of a night, so that nobody is asked who is fastest."""


def match(modules: Sequence[str] = ("core",), seats: int = 2) -> Match:
    """Choose boxes and the number of stallholders."""
    return Match(RULESET, shipped_cards(RULESET), tuple(modules), RULESET.seats[:seats])


def evening(  # noqa: PLR0913  # an evening has many sides
    step: str,
    lying: Mapping[str, Sequence[str]] | None = None,
    *,
    modules: Sequence[str] = ("core",),
    seats: int = 2,
    night: int = 1,
    acting: str = "red",
    tracks: Mapping[str, int] | None = None,
    parts: Mapping[str, Any] | None = None,
    script: Mapping[str, list[Any]] | None = None,
    observed: tuple[str, ...] = (),
    settings: Mapping[str, str] | None = None,
    **more: Any,  # noqa: ANN401  # further fields of a position
) -> Timeline:
    """Begin at a step of a night, with these kinds of wares lying there; others are in the deck.

    Of each kind the first named is number one: `{"hand.red": ["tea", "tea"]}` gives red
    `ware.tea.1` and `ware.tea.2`.  Everyone has ten coins if nothing else is said.
    """
    here = match(modules, seats)
    coins = {f"coins.{seat}": 10 for seat in here.seats}
    position = {
        "acting": acting,
        "phase": step,
        "places": lay_out(here, lying or {}),
        "tracks": coins | dict(tracks or {}),
        "parts": {"night": Night(number=night, step=step), **(parts or {})},
        **more,
    }
    document = msgspec.to_builtins(position)
    luck = Luck(script=dict(script or {}), observed=observed)
    header = here.header(luck, {**QUIET, **(settings or {})})
    composition = here.composition(header.settings)
    assert flaws(composition, decode(document, composition.inventory)) == []
    return Timeline(composition, msgspec.structs.replace(header, position=document))


def lay_out(here: Match, lying: Mapping[str, Sequence[str]]) -> dict[str, list[str]]:
    """Name the wares, and put what isn't named under the deck."""
    used: dict[str, int] = {}
    places: dict[str, list[str]] = {"deck": []}
    for place, kinds in lying.items():
        places[place] = []
        for kind in kinds:
            used[kind] = used.get(kind, 0) + 1
            places[place].append(f"ware.{kind}.{used[kind]}")
    known = here.composition(here.header(Luck()).settings).inventory.components
    named = {component for ids in places.values() for component in ids}
    places["deck"] += [component for component in known if component not in named]
    return places


def at_spot(spot: str, **wares: str) -> dict[str, Any]:
    """Give the fields of a position in which seats have brought wares to a spot."""
    return {
        "lying": {spot: list(wares.values())},
        "flags": {f"seller.ware.{ware}.1": seat for seat, ware in wares.items()},
    }


def does(game: Timeline, seat: str, name: str, value: object) -> Timeline:
    """Give an answer that must be accepted, by the question's name."""
    reply = says(game, seat, name, value)
    assert isinstance(reply, Accepted), reply
    return game


def says(game: Timeline, seat: str, name: str, value: object) -> Reply:
    """Give an answer by the question's name."""
    found = game.driver.find(f"{name}/{seat}")
    assert found is not None, f"{name} is not asked of {seat}, but {asked(game)}"
    return game.answer(seat, found.id, value)


def refusal(game: Timeline, seat: str, name: str, value: object) -> tuple[str, str]:
    """Give code and rule of a refusal."""
    reply = says(game, seat, name, value)
    assert isinstance(reply, Refused), reply
    return reply.rejection.code, reply.rejection.rule


def waits(game: Timeline, seat: str, name: str, value: object) -> tuple[str, ...]:
    """Give for whom an answer has to wait."""
    reply = says(game, seat, name, value)
    assert isinstance(reply, Held), reply
    return reply.waits_for


def asked(game: Timeline) -> list[str]:
    """List what is asked of whom: `bustle/red`."""
    return sorted(decision.key for decision in game.decisions())


def offered(game: Timeline, seat: str, name: str) -> list[Any]:
    """List what a seat may answer now."""
    found = game.driver.find(f"{name}/{seat}")
    assert found is not None
    return list(found.space().answers())


def coins(game: Timeline, seat: str) -> int:
    """Count the coins of a seat."""
    return game.state.tracks[f"coins.{seat}"]


def fame(game: Timeline, seat: str) -> int:
    """Look up the fame of a seat."""
    return game.state.tracks[f"fame.{seat}"]


def lies(game: Timeline, place: str) -> list[str]:
    """List the wares in a place by kind, the top one first."""
    return [component.split(".")[1] for component in game.state.places[place]]


def night(game: Timeline) -> Night:
    """Look at how far the night has come."""
    return game.game.part(Night)


def haggle(game: Timeline) -> Haggle:
    """Look at the haggling that is going on."""
    return game.game.part(Haggle)


def guild(game: Timeline) -> Guild:
    """Look at what the guild keeps."""
    return game.game.part(Guild)
