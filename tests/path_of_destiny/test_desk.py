"""The table without a referee: rows set it up as the rules do, and buttons do what is tedious."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from tempfile import mkdtemp
from typing import Any, Final

import pytest

from tests.build.set_up import Panel, opened
from tests.build.test_setup_by_rows import WRITTEN_DOWN
from tests.path_of_destiny.box import cards as printed
from tts_tool.build import table
from tts_tool.build.mod import Folders, Mod
from tts_tool.build.table.reading import Seen, position, read_table
from tts_tool.build.unprinted import Unprinted, unprinted
from tts_tool.kernel.entries import Accepted, Header
from tts_tool.kernel.game import Luck
from tts_tool.kernel.module import Composition, Setup
from tts_tool.kernel.position import encode
from tts_tool.kernel.timeline import Timeline
from tts_tool.referee import opening
from tts_tool.resources import lua_templates_dir, mod_json_dir
from tts_tool.rulesets.path_of_destiny import RULESET
from tts_tool.saves.tree import read

SEATS: Final = RULESET.seats


def composed(seats: tuple[str, ...]) -> Composition:
    """Put together the game for some seats."""
    modules = opening.choose_modules(RULESET, RULESET.completed((), seats))
    settings = opening.choose_settings(RULESET, modules, {})
    return opening.composed(RULESET, Setup(seats, modules, settings, printed()))


@cache
def mod(lang: str, seats: tuple[str, ...] = SEATS) -> Mod:
    """Give what a table is made from."""
    data, scripts = mod_json_dir(), lua_templates_dir()
    folders = Folders((data / RULESET.folder, data), (scripts / RULESET.folder, scripts))
    game = composed(seats)
    names = tuple(module.name for module in game.modules)
    return Mod(RULESET.name, "Path", lang, game.setup.cards, game.inventory, folders, names)


@cache
def laid() -> Unprinted:
    """Make that table with a script that writes down what it leaves to chance."""
    folder = Path(mkdtemp(prefix="path-"))
    text = (lua_templates_dir() / "lib" / "chance.lua").read_text("utf-8").rstrip()
    (folder / "lib").mkdir()
    kept = text.removesuffix("return chance") + WRITTEN_DOWN
    (folder / "lib" / "chance.lua").write_text(kept, "utf-8")
    known = mod("en")
    scripts = (folder, *known.folders.scripts)
    return unprinted(known._replace(folders=known.folders._replace(scripts=scripts)))


@pytest.mark.parametrize("count", [2, 5])
def test_the_table_is_in_order(count: int) -> None:
    """Every place has its spot, nothing lies in another, and every name can be read, in both."""
    for lang in ("en", "de"):
        assert table.look_over(mod(lang, SEATS[:count])) == ()


def seen(panel: Panel) -> Seen:
    """Read the table back from its save."""
    return read_table(read(panel.table.save(), "save").root, laid().values["tracks"])


def by_the_rules(seats: tuple[str, ...], panel: Panel) -> tuple[Timeline, Composition]:
    """Set the same game up by the rules, with what was drawn and answered at the table."""
    memory = panel.state["memory"]
    script: dict[str, list[Any]] = {"first-chooser": [[seats.index(memory["first"]) + 1]]}
    for stream, order in json.loads(panel.table.execute("return JSON.encode(drawn)")):
        script.setdefault(stream, []).append(order)
    game = composed(seats)
    luck = Luck(seed="1", script=script)
    timeline = Timeline(game, Header(game=RULESET.name, seats=seats, luck=luck))
    while (asked := timeline.decisions()[0]).name == "character":
        said = memory["known"][f"character/{asked.seat}"]
        assert isinstance(timeline.answer(asked.seat, asked.id, said), Accepted), asked
    return timeline, game


def alike(document: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """Give what lies in each place: in its order in a pile and on the initiative track."""
    for name, ids in document["places"].items():
        place = laid().values["places"][name]
        is_pile = len(place["slots"]) == 1 and not place["piles"] and place["kind"] == "plain"
        yield name, list(ids) if is_pile or name == "initiative" else sorted(ids)


@pytest.mark.soak(sample=1, full=30)
@pytest.mark.parametrize("count", [2, 3, 4, 5])
def test_rows_set_up_as_the_rules_do(count: int, rounds: int) -> None:
    """Every place, every side that is up and every track are the same after both."""
    for seed in range(rounds):
        with opened(seed * 10 + count, save=laid().save) as panel:
            panel.set_up(count)
            assert panel.state["stage"] == "done", panel.lines[-3:]
            timeline, game = by_the_rules(SEATS[:count], panel)
            rules = encode(timeline.state)
            found = position(now := seen(panel), game.inventory, rules)
            assert timeline.decisions()[0].name == "take"
            assert now.astray == []
            assert dict(alike(found)) == dict(alike(rules))
            assert found["tracks"] == rules["tracks"]
            assert found.get("down", []) == rules.get("down", [])


class Desk:
    """Those at the table: what lies where, hands, and buttons that each of them presses."""

    def __init__(self, panel: Panel) -> None:
        self.panel = panel

    def press(self, seat: str, *buttons: str) -> None:
        """Let a player press buttons of chores."""
        for button in buttons:
            self.panel.table.run(2)
            self.panel.table.player(seat.title()).click(f"en.chore.{button}")
            self.panel.settle()

    def told(self) -> str:
        """Say what red was told last."""
        return self.panel.lines[-1]

    def lies(self, place: str) -> list[str]:
        """List what lies in a place."""
        return [each.component for each in seen(self.panel).places.get(place, [])]

    def level(self, track: str) -> int:
        """Say what a track shows."""
        return seen(self.panel).tracks[track]

    def lay(self, seat: str, component: str, place: str) -> None:
        """Let a player lay something where it is wanted."""
        guid = self.panel.table.execute(
            "for _, o in ipairs(getObjects()) do"
            f" if o.memo == {json.dumps(component)} then return o.guid end end"
        )
        slot = laid().values["places"][place]["slots"][0]
        hand = self.panel.table.player(seat.title())
        thing = self.panel.table.find(guid)
        hand.pick_up(thing)
        hand.drop_at(thing, (slot["x"], slot["y"] + 1, slot["z"]))
        self.panel.settle()


@contextmanager
def two_at(seed: int) -> Iterator[Desk]:
    """Set a table up for two who sit at it, each of whom answers for themselves."""
    with opened(seed, seats=("Red", "Blue"), save=laid().save) as panel:
        panel.press("count.2", "set-up")
        while offered := [each for each in panel.buttons if each.startswith("answer.")]:
            seat = offered[0].split(".")[1]
            panel.table.player(seat.title()).click(f"en.{offered[-1]}")
            panel.settle()
        assert panel.state["stage"] == "done"
        yield Desk(panel)


def plays(desk: Desk, figure: str) -> str:
    """Say who plays the character of a figure."""
    board = figure.replace("figure", "board")
    return next(seat for seat in ("red", "blue") if desk.lies(f"board.{seat}") == [board])


def chosen(desk: Desk) -> dict[str, list[str]]:
    """Let both lay two cards of their hands in secret; say which."""
    laid_out = {seat: desk.lies(f"hand.{seat}")[:2] for seat in ("red", "blue")}
    for seat, cards in laid_out.items():
        for card, tray in zip(cards, ("first", "second"), strict=True):
            desk.lay(seat, card, f"chosen.{tray}.{seat}")
    return laid_out


def test_a_draft_by_buttons() -> None:
    """Figures and cards go where they belong, none twice, and all stand in their new order."""
    with two_at(7) as desk:
        first, second = desk.lies("initiative")
        one, other = plays(desk, first), plays(desk, second)
        pair, deck = desk.lies("row.4"), desk.lies("deck")
        desk.press(one, "draw")  # PD-DRAFT-11
        desk.press(other, "take.4")  # PD-DRAFT-10
        assert set(desk.lies(f"hand.{one}")) > set(deck[:2])
        assert set(desk.lies(f"hand.{other}")) > set(pair)
        assert (desk.level(f"xp.{one}"), desk.level(f"xp.{other}")) == (0, 1)  # PD-DRAFT-12
        desk.press(other, "take.3", "take.4")
        assert (len(desk.lies(f"hand.{other}")), len(desk.lies("row.3"))) == (7, 2)
        desk.press("red", "line-up")
        assert desk.lies("initiative") == [second, first]  # PD-DRAFT-15

        rows = {number: sorted(desk.lies(f"row.{number}")) for number in (1, 2, 3)}
        desk.press("red", "next-round")
        assert sorted(desk.lies("discard")) == rows[1]  # PD-DRAFT-01
        assert [sorted(desk.lies(f"row.{n}")) for n in (1, 2)] == [rows[2], rows[3]]  # PD-DRAFT-03
        assert [len(desk.lies(f"row.{n}")) for n in (1, 2, 3, 4, 5)] == [2, 2, 2, 2, 0]


def test_playing_by_buttons() -> None:
    """Cards are shown once all have chosen; symbols come and go, and never below nothing."""
    with two_at(8) as desk:
        desk.press("red", "reveal")
        assert "has not laid two cards" in desk.told()
        played = chosen(desk)
        assert [desk.lies(f"timeline.{seat}") for seat in played] == [[], []]
        desk.press("red", "reveal")
        assert {seat: desk.lies(f"timeline.{seat}") for seat in played} == played  # PD-PLAY-03
        desk.press("red", "gain-magic", "gain-magic", "lose-magic", "lose-combat")
        assert desk.told() == "You have no such token; lay a cover on a card."
        assert (desk.level("magic.red"), desk.level("combat.red")) == (1, 0)


def test_a_chapter_ends_by_buttons() -> None:
    """What was kept stays, all else goes; fate tokens are stacked anew, the book turns pages."""
    with two_at(9) as desk:
        played = chosen(desk)
        desk.press("red", "reveal", "gain-magic", "clear")
        assert desk.told() == "The chapter ends once all three fate tokens are placed."
        desk.press("red", "fate-right", "fate-aside", "fate-right", "fate-left")
        assert desk.lies("fate.right") == ["fate.1", "fate.3"]  # PD-FATE-07
        assert (desk.lies("fate.aside"), desk.lies("fate.left")) == (["fate.2"], [])
        for seat, cards in played.items():
            desk.lay(seat, cards[1], f"chosen.first.{seat}")
        desk.press("red", "clear")
        assert {seat: desk.lies(f"timeline.{seat}") for seat in played} == {
            seat: cards[1:] for seat, cards in played.items()
        }
        assert sorted(desk.lies("discard")) == sorted(cards[0] for cards in played.values())
        assert desk.level("magic.red") == 0  # PD-CHAPTER-14
        assert desk.lies("fate") == ["fate.1", "fate.2", "fate.3"]  # PD-CHAPTER-22

        desk.press("red", "turn-right")  # PD-STORY-05
        assert (desk.lies("page.left"), desk.lies("page.right")) == (
            ["page.edge-6"],
            ["page.edge-7"],
        )
        desk.press("red", "turn-left", "turn-left", "turn-left")
        assert (desk.lies("page.left"), desk.lies("page.right")) == (["page.edge-20"], [])
        assert desk.told() == "This is the last page."


def test_all_goes_back_into_the_box() -> None:
    """Whoever packs up is asked; then everything lies where it began, the book in its order."""
    with two_at(10) as desk:
        desk.press("red", "turn-left", "next-round", "gain-combat", "fate-left", "pack")
        desk.panel.press("answer.red.1")
        assert desk.panel.state["stage"] == "ready"
        now, homes = seen(desk.panel), laid().values["homes"]
        assert {each.component: name for name, all_of in now.places.items() for each in all_of} == (
            homes
        )
        assert desk.lies("book") == [f"page.edge-{number}" for number in range(1, 24)]
        assert desk.lies("fate") == ["fate.1", "fate.2", "fate.3"]
        assert desk.level("combat.red") == 0
