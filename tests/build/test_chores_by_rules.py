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

from tests.build.set_up import Panel, opened
from tts_tool.build.table import read_layout
from tts_tool.build.table.reading import position, read_table
from tts_tool.build.unprinted import Unprinted, unprinted
from tts_tool.errors import NotFound
from tts_tool.kernel.events import Moved, Rolled, Shuffled
from tts_tool.kernel.position import encode
from tts_tool.kernel.state import State
from tts_tool.playtest.by_hand import turns
from tts_tool.playtest.doings import ChoreWork, Deed, all_of, touched
from tts_tool.playtest.foretelling import Foreteller, Press
from tts_tool.playtest.stage import laid
from tts_tool.referee.session import Session
from tts_tool.resources import lua_templates_dir
from tts_tool.rulesets.old_world import RULESET as OLD_WORLD
from tts_tool.rulesets.path_of_destiny import RULESET as PATH_OF_DESTINY
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


GAMES = {each.name: each for each in (OLD_WORLD, PATH_OF_DESTINY)}


@cache
def foreseeing(game: str) -> Unprinted:
    """Make a table whose piles fall as they are told to."""
    folder = Path(mkdtemp(prefix="foreseen-"))
    text = (lua_templates_dir() / "lib" / "chance.lua").read_text("utf-8")
    (folder / "lib").mkdir()
    kept = text.rstrip().removesuffix("return chance") + FORESEEN
    (folder / "lib" / "chance.lua").write_text(kept, "utf-8")
    _, mod = laid(GAMES[game])
    scripts = (folder, *mod.folders.scripts)
    return unprinted(mod._replace(folders=mod.folders._replace(scripts=scripts)))


class Use(NamedTuple):
    """A moment of a game at which a press does what the rules do: how all lies then, and after."""

    game: str
    press: Press
    seats: tuple[str, ...]
    after: State
    orders: dict[str, list[list[str]]]
    names: set[str]

    @property
    def known(self) -> ChoreWork:
        """Give what the chore is for."""
        return self.press.work


class Games:
    """Random games, played by bots, and what presses would do in them."""

    def __init__(self, game: str) -> None:
        self.game, (self.cards, self.mod) = game, laid(GAMES[game])
        self.layout = read_layout(self.mod)
        self.chores = all_of(self.layout.chores)
        self.done, self.left = Counter[str](), Counter[str]()
        """By rule, how often it did what a chore is for, and how often no press would do that."""

    def uses(self, seed: int) -> Iterator[Use]:
        """Play a game by bots, and find where a button could have been pressed."""
        ruleset = GAMES[self.game]
        with Session.new(ruleset, self.cards, seats=3, seed=str(seed)) as session:
            teller = Foreteller(self.mod, self.layout, session.seats)
            for begun, turn in turns(session, str(seed)):
                presses = [p for each in self.chores for p in teller.presses(each, begun, turn)]
                self._count(turn, {id(each) for press in presses for each in press.events})
                yield from (use_of(self.game, press, session.seats) for press in presses)

    def _count(self, turn: Sequence[Deed], covered: set[int]) -> None:
        leads = [lead for each in self.chores for lead in each.leads if lead.rule]
        for each in chain.from_iterable(turn):
            if any(lead.is_in(each) for lead in leads) and not isinstance(each.event, Rolled):
                self.done[each.rule] += 1
                self.left[each.rule] += id(each) not in covered


def use_of(game: str, press: Press, seats: tuple[str, ...]) -> Use:
    """Fold what the press is for, and note how piles fall by it."""
    after, orders = press.before.copy(), dict[str, list[list[str]]]()
    for each in press.events:
        each.event.fold(after)
        if isinstance(each.event, Shuffled):
            orders.setdefault(each.event.place, []).append(list(each.event.order))
    names = {name for each in press.events for name in touched(each)}
    return Use(game, press, seats, after, orders, names)


def laid_out(panel: Panel, use: Use) -> None:
    """Lay the table out as the game was, and let the desk think that it is under way."""
    places: dict[str, Any] = foreseeing(use.game).values["places"]
    state = use.press.before
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
    colour = foreseeing(use.game).values["colours"][use.press.seat]
    said = json.dumps(json.dumps(use.press.of))
    panel.table.execute(f"do_chore('{use.known.chore.id}', '{colour}', {said})")
    panel.settle()
    if use.known.pays:
        owner = getattr(
            panel.table,
            foreseeing(use.game).values["colours"][use.press.of.get("owner", use.press.seat)],
        )
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
    """List the cards that go from a hand to somewhere, also those that came there by the press."""
    for each in use.press.events:
        if isinstance(each.event, Moved) and each.event.source.startswith("hand."):
            yield each.event.components


def memo(panel: Panel, thing: Piece) -> str:
    """Say which component a thing is."""
    return str(panel.table.execute(f"return getObjectFromGUID('{thing.guid}').memo"))


def lies(panel: Panel, game: str, state: State) -> dict[str, Any]:
    """Read how all lies, as a position of the game."""
    tracks = foreseeing(game).values["tracks"]
    seen = read_table(read(panel.table.save(), "save").root, tracks)
    assert seen.astray == []
    return position(seen, state.inventory, encode(state))


def alike(game: str, lying: Mapping[str, Any]) -> dict[str, Any]:
    """Leave of a position what a table shows: in its order only what lies in a pile."""
    places = foreseeing(game).values["places"]
    found: dict[str, Any] = {f"track {name}": v for name, v in lying["tracks"].items()}
    for name, ids in lying["places"].items():
        known = places[name]
        is_pile = known["down"] and len(known["slots"]) == 1 and not known["piles"]
        found[name] = list(ids) if is_pile else sorted(ids)
    return found


def differing(here: Mapping[str, Any], there: Mapping[str, Any]) -> dict[str, tuple[Any, Any]]:
    """Say what is not alike."""
    return {name: (here[name], there[name]) for name in here if here[name] != there[name]}


@pytest.mark.soak(sample=6, full=200)
@pytest.mark.timeout(14_400)
@pytest.mark.parametrize("game", GAMES)
def test_each_chore_does_what_the_rules_do(rounds: int, game: str) -> None:
    """On so many positions of each all lies alike then, and no piece is lost or there twice.

    Next to nothing of what a chore is for has to be done without one.
    """
    games, done, missed = Games(game), Counter[str](), list[str]()
    table = foreseeing(game)
    seats = tuple(table.values["colours"][seat] for seat in GAMES[game].seats[:3])
    with opened(1, save=table.save, seats=seats) as panel:
        for use in enough(games, rounds):
            press_, before = use.press, use.press.before
            laid_out(panel, use)
            lying = alike(game, lies(panel, game, before))
            assert differing(lying, alike(game, encode(before))) == {}
            press(panel, use)
            here, there = alike(game, lies(panel, game, before)), alike(game, encode(use.after))
            pieces = Counter(chain.from_iterable(v for v in here.values() if isinstance(v, list)))
            assert pieces == Counter(before.inventory.components.keys())
            done[use.known.chore.id] += 1
            wrong = differing(here, there)
            if wrong:
                what = f"{use.known.chore.id} of {press_.seat} {press_.of}"
                missed.append(f"{what}: {panel.lines[-1]} {wrong}")
    assert missed == []
    assert len(done) >= min(rounds, 6)
    assert 20 * games.left.total() <= games.done.total(), games.left


def enough(games: Games, rounds: int) -> Iterator[Use]:
    """Give positions of random games, for the whole soak so many of each chore."""
    wanted = {known.chore.id: rounds for known in games.chores if known.doings}
    each, given = rounds >= 200, 0
    for seed in range(1_000):
        for use in games.uses(seed):
            left = wanted[use.known.chore.id]
            if left > (0 if each else rounds - 1):
                wanted[use.known.chore.id] -= 1
                given += 1
                yield use
        if not any(wanted.values()) or (not each and given >= rounds):
            return
