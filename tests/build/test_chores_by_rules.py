"""What buttons do at a table is what the rules do there: each chore on positions of random games.

Bots play by the rules. Where these do what a chore is for, the table is laid out as the game was
before, the button is pressed, and all has to lie as the rules have laid it, with the same chance.
Nothing here knows a chore: what each is for, its rows say by their rules.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache
from itertools import chain
from pathlib import Path
from tempfile import mkdtemp
from typing import Any, NamedTuple

import pytest

from tests.build.set_up import Panel, made, opened
from tests.old_world.table import catalogue
from tts_tool.build.table.reading import position, read_table
from tts_tool.build.unprinted import Unprinted, unprinted
from tts_tool.errors import NotFound
from tts_tool.kernel.events import Happened, Moved, Rolled, Shuffled, TrackSet
from tts_tool.kernel.position import encode
from tts_tool.kernel.state import State
from tts_tool.playtest.by_hand import turns
from tts_tool.playtest.doings import ChoreWork, Deed, all_of, touched
from tts_tool.referee.session import Session
from tts_tool.resources import lua_templates_dir
from tts_tool.rulesets.old_world import RULESET
from tts_tool.saves.tree import read
from tts_tool.table.pieces import Piece

FORESEEN = """
local laying = require("lib.laying")
local steps = require("lib.steps")
local tracks = require("lib.tracks")
local given = {}
local facts, act = nil, nil

function do_chore(id, colour, of)
    for _, chore in ipairs(facts.chores) do
        if chore.id == id then
            act(chore, colour, JSON.decode(of))
        end
    end
end

function chance.shuffle(place)
    local order = given[place] ~= nil and table.remove(given[place], 1) or nil
    if order == nil then
        return piles.shuffle(place)
    end
    piles.sort(place, order)
    return order
end

function lay_out(text)
    local said = JSON.decode(text)
    local reach = require("lib.reach")
    local know = reach.know
    reach.know = function(...)
        facts, act = ...
        reach.know = know
        know(...)
    end
    given, laid_out = said.orders, nil
    steps.begin(function()
        laying.lay(said.places)
        for name, value in pairs(said.tracks) do
            tracks.show(name, value)
        end
        require("lib.desk").load({
            stage = "done", step = 1, memory = { seats = said.seats, first = said.first },
            wishes = {}, first = "random", tongues = {}, folded = {},
        })
    end, function() laid_out = "done" end, function(what) laid_out = what end)
end

return chance
"""
"""What the script of a test does besides: it lays a position out, and knows how piles will fall."""


@cache
def foreseeing() -> Unprinted:
    """Make a table whose piles fall as they are told to."""
    folder = Path(mkdtemp(prefix="foreseen-"))
    text = (lua_templates_dir() / "lib" / "chance.lua").read_text("utf-8")
    (folder / "lib").mkdir()
    kept = text.rstrip().removesuffix("return chance") + FORESEEN
    (folder / "lib" / "chance.lua").write_text(kept, "utf-8")
    mod = made().mod
    scripts = (folder, *mod.folders.scripts)
    return unprinted(mod._replace(folders=mod.folders._replace(scripts=scripts)))


class Use(NamedTuple):
    """A moment of a game at which the rules do what a chore is for: how all lay then, and after."""

    known: ChoreWork
    seats: tuple[str, ...]
    seat: str
    of: dict[str, Any]
    before: State
    after: State
    orders: dict[str, list[list[str]]]
    names: set[str]


def uses_in(seed: int, chores: Sequence[ChoreWork]) -> Iterator[Use]:
    """Play a game by bots, and find where a button could have been pressed."""
    with Session.new(RULESET, catalogue(), seats=3, seed=str(seed)) as session:
        for begun, turn in turns(session, str(seed)):
            for known in chores:
                for events in filter(None, known.uses(turn)):
                    if not all(isinstance(each.event, Rolled) for each in events):
                        yield use_of(known, session.seats, begun, turn, events)


def use_of(
    known: ChoreWork,
    seats: tuple[str, ...],
    begun: State,
    turn: Sequence[Deed],
    mine: list[Happened],
) -> Use:
    """Fold what came before, and then what the chore is for."""
    before, own = begun.copy(), {id(each) for each in mine}
    for each in chain.from_iterable(turn):
        if id(each) in own:
            break
        each.event.fold(before)
    after, orders = before.copy(), dict[str, list[list[str]]]()
    for each in mine:
        each.event.fold(after)
        if isinstance(each.event, Shuffled):
            orders.setdefault(each.event.place, []).append(list(each.event.order))
    names = {name for each in mine for name in touched(each)}
    owners = [seat for seat in seats if any(name.endswith(f".{seat}") for name in names)]
    seat = begun.acting if begun.acting in owners or not owners else owners[0]
    return Use(known, seats, seat, of(known, mine, owners), before, after, orders, names)


def of(known: ChoreWork, mine: Sequence[Happened], owners: Sequence[str]) -> dict[str, Any]:
    """Say what is pressed or typed beside its name: at which place, whose thing, which number."""
    said: dict[str, Any] = {"owner": owners[0]} if owners else {}
    if known.chore.over is not None:
        first = next(each.event for each in mine if known.is_led_by(each))
        assert isinstance(first, Moved)
        part = known.chore.over.partition("{")[2].rstrip("}")
        said[part] = first.source.rpartition(".")[2]
    if known.chore.number:
        said["n"] = typed(known, mine)
    return said


def typed(known: ChoreWork, mine: Sequence[Happened]) -> int:
    """Say which number: what is set, else what a track rises by, else how much is lost."""
    sets = [each.event for each in mine if isinstance(each.event, TrackSet)]
    moved = [each.event for each in mine if isinstance(each.event, Moved)]
    match known.chore.id:
        case "gold":
            return sets[0].value
        case "event":
            return int(moved[0].components[0].rpartition(".")[2])
        case "replenish":
            return sum(each.value - each.was for each in sets)
        case _:
            lost = sum(each.was - each.value for each in sets)
            return lost + sum(len(each.components) for each in moved)


def laid_out(panel: Panel, use: Use) -> None:
    """Lay the table out as the game was, and let the desk think that it is under way."""
    places: dict[str, Any] = foreseeing().values["places"]
    state = use.before
    said = {
        "seats": list(use.seats),
        "first": use.seats[0],
        "orders": use.orders,
        "tracks": state.tracks,
        "places": {
            name: [{"id": each, "down": places[name]["down"] or each in state.down} for each in ids]
            for name, ids in state.places.items()
        },
    }
    text = json.dumps(json.dumps(said))
    panel.table.execute(f"lay_out({text})")
    panel.settle()
    assert panel.table.execute("return laid_out") == "done"


def press(panel: Panel, use: Use) -> None:
    """Let the seat have it done, and answer by what the rules have done."""
    colour = foreseeing().values["colours"][use.seat]
    said = json.dumps(json.dumps(use.of))
    panel.table.execute(f"do_chore('{use.known.chore.id}', '{colour}', {said})")
    panel.settle()
    if use.known.pays:
        owner = getattr(panel.table, foreseeing().values["colours"][use.of.get("owner", use.seat)])
        paid = {c for each in ids_paid(use) for c in each}
        cards = [each for each in panel.table.hand(owner.colour) if memo(panel, each) in paid]
        with suppress(NotFound):  # nobody is asked where all goes
            owner.choose_cards(*cards)
            panel.settle()
    xml = panel.table.execute("return UI.getXml()")
    offered = re.findall(r'"pressed_panel\((en\.answer[^")]+)\)".*? text="([^"]*)"', xml)
    for button, text in offered:
        if f".{text.lower()}" in "|".join(use.names):
            panel.table.execute(f"pressed_panel({{color = '{colour}', host = true}}, '{button}')")
            panel.settle()
            return
    assert not offered, offered


def ids_paid(use: Use) -> Iterator[tuple[str, ...]]:
    """List the cards of a hand that are others' afterwards, or discarded."""
    for name, ids in use.before.places.items():
        if name.startswith("hand."):
            yield tuple(each for each in ids if each not in use.after.places[name])


def memo(panel: Panel, thing: Piece) -> str:
    """Say which component a thing is."""
    return str(panel.table.execute(f"return getObjectFromGUID('{thing.guid}').memo"))


def lies(panel: Panel, state: State) -> dict[str, Any]:
    """Read how all lies, as a position of the game."""
    seen = read_table(read(panel.table.save(), "save").root, foreseeing().values["tracks"])
    assert seen.astray == []
    return position(seen, state.inventory, encode(state))


def alike(lying: Mapping[str, Any]) -> dict[str, Any]:
    """Leave of a position what a table shows: in its order only what lies in a pile."""
    places = foreseeing().values["places"]
    found: dict[str, Any] = {f"track {name}": v for name, v in lying["tracks"].items()}
    for name, ids in lying["places"].items():
        known = places[name]
        is_pile = known["down"] and len(known["slots"]) == 1 and not known["piles"]
        found[name] = list(ids) if is_pile else sorted(ids)
    return found


def differing(here: Mapping[str, Any], there: Mapping[str, Any]) -> dict[str, tuple[Any, Any]]:
    """Say what is not alike."""
    return {name: (here[name], there[name]) for name in here if here[name] != there[name]}


USUALLY = {"draw-up", "replenish"}
"""What draws as many as is usual; cards, and a fight that was lost, may say otherwise."""


@pytest.mark.soak(sample=6, full=200)
@pytest.mark.timeout(7_200)
def test_each_chore_does_what_the_rules_do(rounds: int) -> None:
    """On so many positions of each all lies alike then, and no piece is lost or there twice."""
    chores = all_of(made().layout.chores)
    done, unusual, missed = Counter[str](), Counter[str](), list[str]()
    with opened(1, save=foreseeing().save, seats=("Red", "Blue", "Green")) as panel:
        for use in enough(chores, rounds):
            laid_out(panel, use)
            assert differing(alike(lies(panel, use.before)), alike(encode(use.before))) == {}
            press(panel, use)
            here, there = alike(lies(panel, use.before)), alike(encode(use.after))
            pieces = Counter(chain.from_iterable(v for v in here.values() if isinstance(v, list)))
            assert pieces == Counter(use.before.inventory.components.keys())
            done[use.known.chore.id] += 1
            wrong = differing(here, there)
            if use.known.chore.id in USUALLY and wrong.keys() <= {
                f"{place}.{use.seat}" for place in ("deck", "hand", "discard")
            }:
                unusual[use.known.chore.id] += bool(wrong)
            elif wrong:
                missed.append(
                    f"{use.known.chore.id} of {use.seat} {use.of}: {panel.lines[-1]} {wrong}"
                )
    assert missed == []
    assert all(2 * unusual[name] <= done[name] + 1 for name in USUALLY)
    assert len(done) >= min(rounds, 6)


def enough(chores: Sequence[ChoreWork], rounds: int) -> Iterator[Use]:
    """Give positions of random games, for the whole soak so many of each chore."""
    wanted = {known.chore.id: rounds for known in chores}
    each, given = rounds >= 200, 0
    for seed in range(1_000):
        for use in uses_in(seed, chores):
            left = wanted[use.known.chore.id]
            if left > (0 if each else rounds - 1):
                wanted[use.known.chore.id] -= 1
                given += 1
                yield use
        if not any(wanted.values()) or (not each and given >= rounds):
            return
