"""Real mods run here as they run in the game: all of them, from loading to a table set up."""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests.corpus import CORPUS, corpus_file, each_save
from tts_tool.errors import UserError
from tts_tool.saves.tree import read
from tts_tool.table import Table
from tts_tool.table.pieces import Piece

FRAMES = 600
DATES = re.compile(rb'"(?:Date|EpochTime)": [^\r\n]*')
# Functions that fewer mods use than this may be missing.
FEW = 2


class Ran(NamedTuple):
    """What was seen of a mod that ran."""

    frame: int
    errors: tuple[str, ...]
    missing: frozenset[str]
    objects: int
    saved: bytes


@cache
def ran(path: Path) -> Ran:
    """Open a mod, let ten seconds pass, save it."""
    with Table.open(path) as table:
        table.run(FRAMES)
        errors = tuple(map(str, table.errors))
        return Ran(table.frame, errors, frozenset(table.missing), len(table.objects), table.save())


@each_save
def test_it_runs(path: Path) -> None:
    """A mod loads, runs `onLoad` and 600 frames, and what is saved then holds all its objects."""
    seen = ran(path)
    assert seen.frame == FRAMES
    saved = read(seen.saved, "saved").root
    listed = (saved.get("Hands") or {}).get("HandTransforms") or ()
    assert len(saved["ObjectStates"]) + len(listed) == seen.objects


# What is wrong in the mods themselves: part of the message, and why the game says it too.
OWN_ERRORS = {
    "nemesis_scripted_v12.0.json": {
        "createButton: bad argument 'parameters'": "it adds two buttons that it never describes",
    },
    "sleeping_gods_autosave_v13.1.json": {
        "attempt to index a nil value": "it shuffles a deck that is not in the save any more",
    },
}


@each_save
def test_its_errors_are_its_own(path: Path) -> None:
    """What scripts do wrong while a mod loads and ten seconds pass is the mod's own fault."""
    own = OWN_ERRORS.get(path.name, {})
    assert [error for error in ran(path).errors if not any(part in error for part in own)] == []


BUTTONS = 20
# Buttons of objects by GUID and index, interfaces of objects by GUID alone.
LIST_BUTTONS = """
local found = {}
for _, thing in ipairs(getObjects()) do
    for _, button in ipairs(thing.getButtons() or {}) do
        if button.width > 0 and button.height > 0 then
            found[#found + 1] = { thing.guid, button.index }
        end
    end
    if thing.UI.getXml() ~= '' then found[#found + 1] = { thing.guid } end
end
return found"""
# What goes wrong in a mod whose buttons are pressed in any order, as nobody would.
PRESSED_ERRORS = {
    "arcs_v13.3.json": {
        "attempt to index a nil value": "it is set up for one player, whom it takes for nobody",
    },
    "gloomhaven_subset_crlf_file.json": {
        "(the object has no script)": "its object has changed its state before a timer of it runs",
    },
    "sleeping_gods_autosave_v13.1.json": {
        "attempt to index a nil value": "it shuffles a deck that is not in the save any more",
        "the object is gone": "a button that destroys something is pressed twice within a second",
    },
    "stardew_scripted_v13.0.json": {
        "attempt to index a nil value": "it moves the first card of a place that has none yet",
    },
}


def element_names(seen: list[dict[str, Any]]) -> Iterator[str]:
    """Name what somebody sees of an interface and can press."""
    for element in seen:
        attributes = {name.lower(): text for name, text in element["attributes"].items()}
        if attributes.get("onclick"):
            yield element["id"] or element["text"] or attributes["onclick"]
        yield from element_names(element["children"])


class Pressing:
    """Presses buttons of a mod, those on objects and those of interfaces, one drawn by chance."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.colour = next(iter(table.execute("return getSeatedPlayers()") or []), "White")
        self.player = table.player(self.colour)
        self.pressed = 0
        self.refused: list[str] = []

    def once(self, pick: random.Random) -> None:
        """Press one of all that there are just now, and let some time pass."""
        ways: list[tuple[str, int | str]] = [("-1", name) for name in self._elements("-1")]
        for guid, *index in self.table.execute(LIST_BUTTONS) or ():
            which = map(int, index) if index else self._elements(guid)
            ways += [(guid, each) for each in which]
        if not ways:
            return
        guid, which_one = pick.choice(ways)
        try:
            self._press(guid, which_one)
            self.pressed += 1
        except UserError as refused:
            self.refused.append(refused.what)
        self.table.run(10)

    def _press(self, guid: str, which: int | str) -> None:
        if isinstance(which, int):
            self.player.click(self.table.find(guid), which)
        elif guid == "-1":
            self.player.click(which)
        else:
            self.player.click(which, on=self.table.find(guid))

    def _elements(self, guid: str) -> list[str]:
        return list(element_names(self.table.screen(self.colour, guid)))


# Mods that have buttons from the start, so that the test does not pass over them.
SCRIPTED = {
    "arcs_v13.3.json",
    "canterbury.json",
    "gloomhaven_subset_crlf_file.json",
    "nemesis_scripted_v12.0.json",
    "pandemic_v12.2.json",
    "sleeping_gods_autosave_v13.1.json",
    "stardew_scripted_v13.0.json",
}


@each_save
@pytest.mark.soak(sample=1, full=10)
def test_buttons_are_pressed(path: Path, rounds: int) -> None:
    """Twenty buttons at random, in any order: what goes wrong then is the mod's own, too."""
    for seed in range(rounds):
        with Table.open(path) as table:
            table.run(60)
            before = len(table.errors)
            pressing = Pressing(table)
            pick = random.Random(seed)
            for _ in range(BUTTONS):
                pressing.once(pick)
            own = {**OWN_ERRORS.get(path.name, {}), **PRESSED_ERRORS.get(path.name, {})}
            errors = [str(each) for each in table.errors[before:]]
            assert [error for error in errors if not any(part in error for part in own)] == []
            assert table.missing == {}
            assert pressing.pressed + len(pressing.refused) in (0, BUTTONS)
            assert pressing.pressed > BUTTONS / 2 or path.name not in SCRIPTED


def test_nothing_is_missing_that_mods_use() -> None:
    """No function is missing that more than two of the mods use."""
    used = Counter(name for path in CORPUS for name in ran(path).missing)
    assert {name: count for name, count in used.items() if count > FEW} == {}


@each_save
def test_nothing_is_lost_while_scripts_are_held_back(path: Path) -> None:
    """Loaded and saved with its scripts held back, a save is the same, byte for byte."""
    with Table.open(path, hold_scripts=True) as table:
        assert table.save_as_it_is() == path.read_bytes()


@each_save
def test_saved_after_a_while_it_stays_the_same(path: Path) -> None:
    """A save of the table as it came to be is loaded and saved without a change but the date."""
    with Table.open(ran(path).saved, hold_scripts=True) as table:
        assert _undated(table.save_as_it_is()) == _undated(ran(path).saved)


def _undated(raw: bytes) -> bytes:
    return DATES.sub(b"", raw)


# One mod is set up by its button, as three people would.

ARCS = "arcs_v13.3.json"
SETUP = "7299d7"
PLAYERS = ("White", "Red", "Teal")
# What the script says that each letter of a setup card means.
PIECES = {"A": ("city", 3), "B": ("starport", 3), "C": (None, 2)}


class Board(NamedTuple):
    """The table after the set-up, and what the script says about it."""

    table: Table
    before: dict[str, Piece]
    plan: dict[str, Any]

    def at(self, zone: str, name: str) -> list[Piece]:
        """List what is called so and stands, seen from above, where a zone has its middle."""
        x, _, z = self.table.find(zone).position
        return [
            piece
            for piece in self.table.objects
            if name in piece.nickname
            and abs(piece.position[0] - x) < 0.1
            and -0.1 < piece.position[2] - z < 1
        ]


PLAN = """
local card
for guid in pairs(starting_locations) do
    if getObjectFromGUID(guid) ~= nil then card = guid end
end
local colours, places = {}, {}
for n, player in ipairs(active_players) do
    colours[n] = player.color
    places[player.color] = {}
    for letter, spot in pairs(starting_locations[card][n]) do
        local system = cluster_zone_GUIDs[spot.cluster][spot.system]
        local gate = spot.system == "gate"
        places[player.color][letter] = {
            ships = gate and system or system.ships,
            building = not gate and system.buildings[1] or nil,
        }
    end
end
return { card = card, colours = colours, places = places, pieces = player_pieces_GUIDs }
"""


@pytest.fixture(scope="module")
def board() -> Iterator[Board]:
    """Press the button that starts the base game, and wait."""
    with Table.open(corpus_file(ARCS), seats=PLAYERS) as table:
        table.run(60)
        before = {piece.guid: piece for piece in table.objects}
        script = f"""
            for _, button in ipairs(getObjectFromGUID('{SETUP}').getButtons()) do
                if button.click_function == 'setup_base_game' then return button.index end
            end"""
        table.white.click(table.find(SETUP), int(table.execute(script)))
        table.run(FRAMES)
        yield Board(table, before, table.execute(PLAN))


def test_setting_up_ends(board: Board) -> None:
    """The set-up runs to its end: its card is gone, the players are in the order it chose."""
    assert [str(each) for each in board.table.errors] == []
    guids = {piece.guid for piece in board.table.objects}
    assert SETUP in board.before
    assert SETUP not in guids
    assert sorted(board.plan["colours"]) == sorted(PLAYERS)
    taken = f"{board.plan['colours'][0]} takes the initiative"
    assert taken in [line.text for line in board.table.chat]


def test_a_card_for_three_is_chosen(board: Board) -> None:
    """One of the four cards for three players lies aside, enlarged, face up; the others stay."""
    cards = {"abc2f1", "6ee717", "eac88a", "eb2f62"}
    card = board.table.find(board.plan["card"])
    assert card.guid in cards
    assert (card.position[0], card.position[2]) == pytest.approx((-49.4, 11))
    assert card.look.scale == pytest.approx((3, 1, 3))
    left = {each.guid for each in board.table.find("f02e75").contents}
    assert cards - {card.guid} <= left
    assert card.guid not in left


@pytest.mark.parametrize("colour", PLAYERS)
@pytest.mark.parametrize("letter", PIECES)
def test_pieces_stand_where_the_card_says(board: Board, colour: str, letter: str) -> None:
    """At each letter of the card stand a player's ships, with a city or a starport beside them."""
    building, ships = PIECES[letter]
    place = board.plan["places"][colour][letter]
    assert len(board.at(place["ships"], f"{colour} Ship")) == ships
    if building == "city":
        cities = board.plan["pieces"][colour]["cities"]
        standing = [each.guid for each in board.at(place["building"], "")]
        assert cities[0] in standing
    if building == "starport":
        assert len(board.at(place["building"], f"{colour} Starport")) == 1


@pytest.mark.parametrize("colour", [*PLAYERS, "Yellow"])
def test_supplies_have_given_what_is_out(board: Board, colour: str) -> None:
    """Eight ships and a starport have left each player's bags; who does not play has them all."""
    gone = (8, 1) if colour in PLAYERS else (0, 0)
    for bag, count in zip(("ships", "starports"), gone, strict=True):
        guid = board.plan["pieces"][colour][bag]
        assert board.before[guid].quantity - board.table.find(guid).quantity == count


def test_each_player_has_two_resources(board: Board) -> None:
    """Six resources have come onto the boards of three players."""
    names = {"Material", "Fuel", "Weapon", "Relic", "Psionic"}
    fresh = [each for each in board.table.objects if each.guid not in board.before]
    taken = [each for each in fresh if each.nickname in names]
    assert sum(max(each.quantity, 1) for each in taken) == 2 * len(PLAYERS)


def test_what_three_players_do_not_use(board: Board) -> None:
    """The action cards for four are gone; four locked markers cover two clusters."""
    fresh = [each for each in board.table.objects if each.guid not in board.before]
    covers = [each for each in fresh if each.name == "Custom_Token" and not each.nickname]
    assert len(covers) == 4
    assert all(each.look.locked for each in covers)
    gone = {piece.nickname for guid, piece in board.before.items() if not _is_there(board, guid)}
    assert "4P Action Cards" in gone


def test_the_court_is_open(board: Board) -> None:
    """Four cards of the court lie side by side, face up; the deck has four fewer."""
    fresh = [each for each in board.table.objects if each.guid not in board.before]
    court = [each for each in fresh if each.name == "Card" and each.guid != board.plan["card"]]
    assert len(court) == 4
    assert len({round(each.position[0], 3) for each in court}) == 1
    assert len({round(each.position[2], 3) for each in court}) == 4
    assert not any(each.face_down for each in court)


def _is_there(board: Board, guid: str) -> bool:
    return any(each.guid == guid for each in board.table.objects)


# A tool that rolls dice, from a bag of tools; its last button rolls four.

TOOLS = "saved_object_tools_bag.json"
ROLLER, ROLL_FOUR = "5a9599", 5


def _all_in(raws: Any) -> Iterator[dict[str, Any]]:  # noqa: ANN401 - objects as the save has them
    for raw in raws:
        yield raw
        yield from _all_in(raw.get("ContainedObjects", ()))


def _dice(table: Table) -> list[Piece]:
    dice = [piece for piece in table.objects if piece.name == "Die_6"]
    return sorted(dice, key=lambda die: die.position[0])


def test_a_die_is_deleted_while_it_is_waited_for() -> None:
    """The roller waits for the other dice, adds them up, and clears them away for the next roll."""
    save = json.loads(corpus_file(TOOLS).read_bytes())
    roller = next(raw for raw in _all_in(save["ObjectStates"]) if raw["GUID"] == ROLLER)
    with Table.open({"ObjectStates": [roller]}, seats=("Red",)) as table:
        table.red.click(table.find(ROLLER), ROLL_FOUR)
        table.run(1)
        height = _dice(table)[-1].position[1]
        while _dice(table)[-1].position[1] == height:
            table.run(5)
        table.red.delete(_dice(table)[0])
        table.run(FRAMES)
        one, two, three = sorted(int(die.look.value or 0) for die in _dice(table))
        told = f"{one}, {two}, {three}     |     [b]{one + two + three}[/b]"
        assert [line.text.endswith(told) for line in table.chat] == [True]
        table.red.click(table.find(ROLLER), ROLL_FOUR)
        table.run(FRAMES)
        assert len(_dice(table)) == 4
        assert [str(each) for each in table.errors] == []
