"""What buttons do at a table is what the rules do there: each chore on positions of random games.

Bots play by the rules. Where these do what a chore is for, the table is laid out as the game was
before, the button is pressed, and all has to lie as the rules have laid it, with the same chance.
What each is for, its rows say by their rules; what no rule ever does so is compared with what its
rows say, between answers.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache
from itertools import chain
from pathlib import Path
from random import Random
from tempfile import mkdtemp
from typing import Any, NamedTuple

import pytest

from tests.build.set_up import Panel, opened
from tts_tool.build.table import read_layout
from tts_tool.build.table.reading import position, read_table
from tts_tool.build.unprinted import Unprinted, unprinted
from tts_tool.errors import NotFound
from tts_tool.kernel.events import Happened, Moved, Rolled, Shuffled
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
    reach.dress, reach.dress_all = function() end, function() end -- nobody looks for buttons here
    given, laid_out = said.orders, nil
    steps.begin(function()
        local lacking, unmoved = laying.lay(said.places)
        assert(lacking[1] == nil and unmoved == nil, lacking[1] or unmoved)
        for name, value in pairs(said.tracks) do
            tracks.show(name, value)
        end
        if act == nil then
            require("lib.desk").load({
                stage = "done", step = 1, memory = { seats = said.seats, first = said.first },
                wishes = {}, first = "random", tongues = {}, folded = {},
            })
        end
    end, function() laid_out = "done" end, function(what) laid_out = what end)
end

return chance
"""
"""What the script of a test does besides: it lays a position out, and knows how piles will fall."""


GAMES = {each.name: each for each in (OLD_WORLD, PATH_OF_DESTINY)}
UNRULED = {
    # Rules roll at a tavern and read the dice there; no step is ever taken back, and what leaves
    # the market by a rule is discarded.
    "old-world": {"roll-red", "roll-silver", "step-down", "take-trash"},
    # By the rules each keeps a card by naming it; at a table it is laid beside the hand first.
    "path-of-destiny": {"clear"},
}
SETTING_UP = {"other-school"}
"""What belongs to a set-up: a test of its own compares it with one."""
BOTS = ("", "random")
"""Who plays in turn: the best that there is, and whoever does what nobody sensible does."""
MOST = 400
"""In so many games all that wanted to be shown has been; else something never comes any more."""


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
    """A moment of a game at which somebody presses: how all lies then, and how it should after."""

    game: str
    known: ChoreWork
    seat: str
    of: dict[str, Any]
    seats: tuple[str, ...]
    before: State
    after: State
    events: tuple[Happened, ...] = ()
    """What the rules did, if that is what is compared."""

    @property
    def orders(self) -> dict[str, list[list[str]]]:
        """Say how piles fall by it."""
        found: dict[str, list[list[str]]] = {}
        for each in self.events:
            if isinstance(each.event, Shuffled):
                found.setdefault(each.event.place, []).append(list(each.event.order))
        return found


class Games:
    """Random games, played by bots, and what presses would do in them."""

    def __init__(self, game: str) -> None:
        self.game, (self.cards, self.mod) = game, laid(GAMES[game])
        self.layout = read_layout(self.mod)
        chores = (each for each in all_of(self.layout.chores) if each.doings)
        self.chores = tuple(each for each in chores if each.chore.id not in SETTING_UP)
        self.done, self.left = Counter[str](), Counter[str]()
        """By rule, how often it did what a chore is for, and how often no press would do that."""

    def uses(self, seed: int, wanted: Iterable[str]) -> Iterator[Use]:
        """Play a game by bots, and find where buttons that are wanted could have been pressed."""
        ruleset, looked, chance = GAMES[self.game], set(wanted), Random(seed)
        chores = [each for each in self.chores if each.chore.id in looked]
        with Session.new(ruleset, self.cards, seats=3, seed=str(seed)) as session:
            teller = Foreteller(self.mod, self.layout, session.seats)
            for begun, turn in turns(session, str(seed), BOTS[seed % len(BOTS)]):
                presses = [p for each in chores for p in teller.presses(each, begun, turn)]
                if len(chores) == len(self.chores):
                    self._count(turn, {id(each) for press in presses for each in press.events})
                yield from (self._ruled(press, session.seats) for press in presses)
                for each in chores:
                    if each.chore.id in UNRULED[self.game]:
                        some = [*self._said(teller, each, begun, turn)]
                        yield from chance.sample(some, min(len(some), 1))

    def _ruled(self, press: Press, seats: tuple[str, ...]) -> Use:
        after = press.before.copy()
        for each in press.events:
            each.event.fold(after)
        said = press.work, press.seat, press.of
        return Use(self.game, *said, seats, press.before, after, press.events)

    def _said(
        self, teller: Foreteller, work: ChoreWork, begun: State, turn: Sequence[Deed]
    ) -> Iterator[Use]:
        """Give what rows say of each press at the beginning of a turn, or after an answer in it."""
        seats, state = teller.known.seats, begun.copy()
        for deed in ((), *turn):
            for each in deed:
                each.event.fold(state)
            for of, after in teller.said(work, state, begun.acting):
                yield Use(self.game, work, begun.acting, of, seats, state.copy(), after)

    def _count(self, turn: Sequence[Deed], covered: set[int]) -> None:
        leads = [lead for each in self.chores for lead in each.leads if lead.rule]
        for each in chain.from_iterable(turn):
            if any(lead.is_in(each) for lead in leads) and not isinstance(each.event, Rolled):
                self.done[each.rule] += 1
                self.left[each.rule] += id(each) not in covered


def laid_out(panel: Panel, use: Use, lying: Mapping[str, Any] | None = None) -> None:
    """Lay the table out as the game was, and let the desk think that it is under way.

    Of a table of which one knows how all lies, only what lies otherwise is laid anew; the script
    looks itself whether it lies so then.
    """
    places: dict[str, Any] = foreseeing(use.game).values["places"]
    state = use.before
    wanted = alike(use.game, encode(state))
    other = set(wanted)
    if lying is not None:
        here, turned = alike(use.game, lying), {*state.down, *lying.get("down", ())}
        other = {name for name in wanted if here[name] != wanted[name]}
        other |= {name for name, ids in state.places.items() if not turned.isdisjoint(ids)}
    said = {
        "seats": list(use.seats),
        "first": use.seats[0],
        "orders": use.orders,
        "tracks": {name: n for name, n in state.tracks.items() if f"track {name}" in other},
        "places": {
            name: [{"id": each, "down": places[name]["down"] or each in state.down} for each in ids]
            for name, ids in state.places.items()
            if name in other
        },
    }
    text = json.dumps(json.dumps(said))
    panel.table.execute(f"lay_out({text})")
    panel.settle()
    assert panel.table.execute("return laid_out") == "done"


def press(panel: Panel, use: Use) -> None:
    """Let the seat have it done, and answer by what the rules have done."""
    colour = foreseeing(use.game).values["colours"][use.seat]
    said = json.dumps(json.dumps(use.of))
    panel.table.execute(f"do_chore('{use.known.chore.id}', '{colour}', {said})")
    panel.settle()
    if use.known.pays:
        owner = getattr(
            panel.table,
            foreseeing(use.game).values["colours"][use.of.get("owner", use.seat)],
        )
        paid = {c for each in ids_paid(use) for c in each}
        cards = [each for each in panel.table.hand(owner.colour) if memo(panel, each) in paid]
        with suppress(NotFound):  # nobody is asked where all goes
            owner.choose_cards(*cards)
            panel.settle()
    xml = panel.table.execute("return UI.getXml()")
    offered = re.findall(r'"pressed_panel\((en\.answer[^")]+)\)".*? text="([^"]*)"', xml)
    names = "|".join(name for each in use.events for name in touched(each))
    for button, text in offered:
        if f".{text.lower()}" in names:
            panel.table.execute(f"pressed_panel({{color = '{colour}', host = true}}, '{button}')")
            panel.settle()
            return
    assert not offered, offered


def ids_paid(use: Use) -> Iterator[tuple[str, ...]]:
    """List the cards that go from a hand to somewhere, also those that came there by the press."""
    for each in use.events:
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
        stage = Stage(panel)
        for use in enough(games, rounds):
            done[use.known.chore.id] += 1
            wrong = stage.difference(use)
            if wrong:
                what = f"{use.known.chore.id} of {use.seat} {use.of}"
                missed.append(f"{what}: {panel.lines[-1]} {wrong}")
    assert missed == []
    assert len(done) >= min(rounds, 6)
    assert rounds < FULL or {*done.values()} == {rounds}
    assert 20 * games.left.total() <= games.done.total(), games.left


class Stage:
    """A table on which positions are laid out, one after the other: it knows how all lies there."""

    def __init__(self, panel: Panel) -> None:
        self.panel = panel
        self.lying: dict[str, Any] | None = None

    def difference(self, use: Use) -> dict[str, tuple[Any, Any]]:
        """Lay the table out, press, and say what lies otherwise than it should."""
        laid_out(self.panel, use, self.lying)
        press(self.panel, use)
        self.lying = lies(self.panel, use.game, use.before)
        here = alike(use.game, self.lying)
        pieces = Counter(chain.from_iterable(v for v in here.values() if isinstance(v, list)))
        assert pieces == Counter(use.before.inventory.components.keys())
        return differing(here, alike(use.game, encode(use.after)))


FULL = 200
"""With so many positions each chore is to have them; fewer are shared out."""


def enough(games: Games, rounds: int) -> Iterator[Use]:
    """Give positions of random games, for the whole soak so many of each chore.

    A game has few moments for some chores and hundreds for others: nobody looks any more for what
    has been shown.
    """
    wanted = {known.chore.id: rounds for known in games.chores}
    given = 0
    for seed in range(MOST):
        for use in games.uses(seed, [name for name, left in wanted.items() if left > 0]):
            left = wanted[use.known.chore.id]
            if left > (0 if rounds >= FULL else rounds - 1):
                wanted[use.known.chore.id] -= 1
                given += 1
                yield use
            if rounds < FULL and given >= rounds:
                return
        if not any(wanted.values()):
            return
