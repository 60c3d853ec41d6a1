"""The set-up script leaves what the rules leave, for all numbers of players; it tells no secret."""

from __future__ import annotations

import html
import json
from base64 import b64decode
from collections.abc import Iterator

import pytest

from tests.build.proving import prove, school
from tests.build.set_up import (
    Made,
    Panel,
    aside,
    composition,
    drop,
    made,
    opened,
    pile,
    seen,
    take,
)
from tests.lua.luaparse import luaparse_accepts
from tts_tool.build.mod import Language
from tts_tool.build.table.reading import position
from tts_tool.build.table.told import endings, results
from tts_tool.errors import BadInput, NotFound, UserError
from tts_tool.lua.lint import lint
from tts_tool.rulesets.old_world import RULESET
from tts_tool.table.switches import Switches


def other_worlds() -> list[tuple[str, Switches]]:
    """List every other behaviour that the game may have; first those that have mattered."""
    mattered = ("dropped-card-joins-hand-by=", "floor-of-unknown-table=")
    return sorted(Switches().each_turned(), key=lambda each: not each[0].startswith(mattered))


@pytest.mark.soak(sample=2, full=1000)
def test_set_up_whatever_the_game_does(rounds: int) -> None:
    """The set-up gets along with every way in which the game may turn out to behave."""
    for name, switches in other_worlds()[:rounds]:
        with opened(5, switches=switches) as panel:
            panel.set_up(3)
            assert panel.state["stage"] == "done", name
            prove(panel, 3)


@pytest.mark.rule("OW-SETUP-19")
@pytest.mark.rule("OW-SETUP-20")
def test_draft() -> None:
    """Seats draft counter-clockwise, the beginner last; each sees two boards and keeps one."""
    with opened(4) as panel:
        panel.press("count.3")
        while "Begins: Blue" not in panel.table.execute("return UI.getXml()"):
            panel.press("first")
        panel.press("set-up")
        offered = seen(panel).places["draft.red"]
        assert len(offered) == 2
        assert {each.component.partition(".")[0] for each in offered} == {"board"}
        panel.finish()
        assert panel.asked == [
            (seat, [f"answer.{seat}.{n}" for n in (1, 2)]) for seat in ("red", "green", "blue")
        ]
        prove(panel, 3)


@pytest.mark.rule("OW-SETUP-22")
def test_schools_by_agreement() -> None:
    """Seats may name their schools, each one once; who names one is not asked."""
    with opened(5) as panel:
        panel.press("count.2", "wish.red", "wish.blue", "set-up")
        panel.finish()
        table = seen(panel)
        assert [school(table, seat) for seat in ("red", "blue")] == ["bear", "cat"]
        assert {words[0].split(".")[0] for _, words in panel.asked} <= {"answer"}
        assert len(panel.asked) == 1  # where the strongest monster comes
        prove(panel, 2)


def test_only_from_the_box() -> None:
    """A table on which something was moved is not set up; it says what is not as it should be."""
    with opened() as panel:
        aside(panel, "Events")
        before = seen(panel)
        panel.press("count.2", "set-up")
        assert panel.state["stage"] == "ready"
        wrong = "Events: 55 of 56. Load the table again, or rewind, to set it up."
        assert panel.lines == [wrong]
        assert seen(panel) == before


def destroy(panel: Panel, name: str) -> None:
    """Let a pile be gone."""
    panel.table.execute(f"getObjectFromGUID('{pile(panel, name).guid}').destruct()")
    panel.settle()


def test_a_pile_that_is_destroyed_meanwhile_is_told_by_its_name() -> None:
    """A step that cannot go on says in words what is missing where, and nothing of the script."""
    with opened(3) as panel:
        panel.press("count.4", "set-up")
        destroy(panel, "Boards")
        panel.finish()
        assert panel.state["stage"] == "stopped"
        assert panel.lines[-2:] == [
            "To choose from: a piece is missing.",
            "The set-up stopped. Put that right, or rewind, and press “Go on”.",
        ]


def test_the_end_looks_once_more() -> None:
    """What no step has missed is missed at the end: it is named, and not all is set up."""
    with opened(4) as panel:
        panel.press("count.4", "set-up")
        destroy(panel, "City deck")
        panel.finish()
        assert panel.state["stage"] == "done"
        assert panel.lines[-2:] == [
            "City deck: pieces that are nowhere to be found: 36. Take them out of bags, or rewind.",
            "The table is set up, but for these. Rewind, or take them out of bags.",
        ]


def test_a_pile_is_found_by_its_name() -> None:
    """Nothing else on the table is called as a pile is: its zone has no name."""
    with opened() as panel:
        for name in ("Potion deck", "City deck", "Events"):
            assert panel.table.find(name).kind == "Deck"


def test_rewind_takes_it_back() -> None:
    """A checkpoint from before the set-up brings back the box, and it can be set up anew."""
    with opened(1) as panel:
        panel.table.run(700)
        before = seen(panel)
        panel.set_up(2)
        assert panel.state["stage"] == "done"
        steps = sum(point.frame > 700 for point in panel.table.checkpoints) + 1
        panel.table.rewind(steps)
        panel.settle()
        assert panel.state["stage"] == "ready"
        assert seen(panel) == before
        panel.set_up(2)
        prove(panel, 2)


def test_go_on_after_a_reload() -> None:
    """A set-up that was saved while somebody was asked is gone on with, from whatever question."""
    with opened(2) as panel:
        panel.press("count.4", "set-up")
        for _ in range(12):
            if panel.state["stage"] == "done":
                break
            panel.table.reload(panel.table.save())
            panel.settle()
            assert panel.state["stage"] == "stopped"
            panel.press("go-on")
            panel.answer()
        prove(panel, 4)


@pytest.mark.soak(sample=2, full=60)
def test_go_on_in_the_middle(rounds: int) -> None:
    """What a reload has interrupted in the air is gone on with, too."""
    for n in range(1, rounds + 1):
        with opened(3 + n) as panel:
            panel.press("count.3")
            panel.table.red.click("en.set-up")
            panel.table.run(97 * n % 430)
            panel.table.reload(panel.table.save())
            panel.settle()
            assert panel.state["stage"] == "stopped"
            panel.press("go-on")
            panel.finish()
            prove(panel, 3)


@pytest.mark.rule("OW-MARKET-12")
@pytest.mark.rule("OW-MARKET-13")
def test_refill() -> None:
    """Cards of the display slide to the right in their order, and the deck fills the left."""
    with opened(6) as panel:
        panel.set_up(1)
        slots = [f"display.{n}" for n in range(1, 7)]
        was = [seen(panel).places[slot][0].component for slot in slots]
        for slot in (2, 5):
            take(panel, was[slot - 1], "trash")
        panel.press("chore.refill")
        table = seen(panel)
        now = [each.component for slot in slots for each in table.places[slot]]
        assert now[2:] == [was[0], was[2], was[3], was[5]]
        assert len(now) == 6
        assert len(table.places["action-deck"]) == 82
        assert not any(each.down for slot in slots for each in table.places[slot])
        assert panel.lines[-1] == "Red has refilled the market."


def test_reshuffle() -> None:
    """Of an empty pile the discard is shuffled; a pile that is not empty is left as it is."""
    with opened(7) as panel:
        panel.set_up(1)
        panel.press("chore.reshuffle")
        assert panel.lines[-1] == "No empty deck has a discard."
        deck = pile(panel, "Potion deck")
        potions = {each.component for each in seen(panel).places["potion-deck"]}
        drop(panel, deck, "potion-discard")
        panel.press("chore.reshuffle")
        table = seen(panel)
        assert {each.component for each in table.places["potion-deck"]} == potions
        assert all(each.down for each in table.places["potion-deck"])
        assert table.places["potion-discard"] == []
        assert panel.lines[-1] == "Shuffled anew: Potion deck."


def test_languages() -> None:
    """Everybody has the panel and is spoken to in their own language."""
    with opened(8, seats=("Red", "Blue")) as panel:
        panel.table.blue.click("en.language.de")
        panel.press("count.1", "set-up")
        told = {line.to: line.text for line in panel.table.chat if "1" in line.text}
        assert told == {
            "Red": "Setting up for 1 player.",
            "Blue": "Es wird für 1 Person aufgebaut.",
        }
        panel.table.run(2)
        with pytest.raises(UserError, match="does not see"):
            panel.table.blue.click("en.language.de")
        panel.table.blue.click("de.fold")
        panel.table.run(2)
        assert {"fold", "language.en"} <= {*panel.buttons}
        assert panel.table.blue.click("de.unfold")


def test_whoever_sits_down_looks_at_their_mat() -> None:
    """The camera shows the seat's mat as the layout says; nobody else's is moved."""
    with opened(seats=("Red", "Blue")) as panel:
        mover = panel.table.blue
        red = panel.table.red.view()
        mover.change_colour("Green")
        panel.settle()
        (said,) = [each for each in made().layout.cameras if each.mat == "seat"]
        view = mover.view()
        assert (view["pitch"], view["yaw"], view["distance"]) == (said.pitch, 0, said.distance)
        assert panel.table.red.view() == red


@pytest.mark.parametrize(("host", "may"), [("false", False), ("true", True)])
def test_spectators_only_look(host: str, *, may: bool) -> None:
    """Who has no seat chooses a language and sets nothing up, unless it is the host."""
    with opened() as panel:
        for button in ("count.4", "language.de"):
            player = f"{{color = 'Grey', host = {host}}}"
            panel.table.execute(f"pressed_panel({player}, 'en.{button}')")
        assert bool(panel.state["wishes"]) is may
        assert panel.state["tongues"] == {"Grey": "de"}


# Results


def test_readings() -> None:
    """Whoever asks a card for a result is told, alone; all hear of it; not from a hidden face."""
    texts = results(made().mod, made().layout)
    with opened(9, seats=("Red", "Blue")) as panel:
        panel.set_up(1)
        card = seen(panel).places["city-deck"][0].component
        top = aside(panel, "City deck")
        panel.table.red.menu(top, "Result 2 · Ergebnis 2")
        assert panel.lines[-1] == "Turn the card up first."
        panel.table.red.flip(top)
        panel.settle()
        before = len(panel.table.chat)
        panel.table.red.menu(top, "Result 2 · Ergebnis 2")
        heard = {(line.to, line.text) for line in panel.table.chat[before:]}
        name = top.again().nickname
        said = f"Red has read result 2 of “{name}”."
        assert heard == {
            ("Red", f"Result 2: {texts[card]['en'][1]}"),
            ("Red", said),
            ("Blue", said),
        }


def test_an_end_is_read_after_what_decides() -> None:
    """Only once an option was read does a card offer the ends between which something decides."""
    ends = endings(made().mod, made().layout)
    with opened(9, seats=("Red", "Blue")) as panel:
        panel.set_up(1)
        order = [each.component for each in seen(panel).places["city-deck"]]
        depth = next(at for at, card in enumerate(order) if ends[card]["en"][0])
        top = [aside(panel, "City deck", at) for at in range(depth + 1)][-1]
        panel.table.red.flip(top)
        panel.settle()
        told = ends[order[depth]]["en"][0]
        last = f"Result 1.{len(told)} · Ergebnis 1.{len(told)}"
        with pytest.raises(NotFound):
            panel.table.red.menu(top, last)
        panel.table.red.menu(top, "Result 1 · Ergebnis 1")
        assert not any(each in line for each in told for line in panel.lines)
        panel.table.red.menu(top, last)
        assert f"Result 1.{len(told)}: {told[-1]}" in panel.lines


def test_every_result_is_worded() -> None:
    """What is left to choice or chance has as many results as options, in both languages."""
    texts = results(made().mod, made().layout)
    for component in made().mod.inventory.components.values():
        ways = getattr(component.card, "ways", None)
        if ways is None:
            continue
        kept = getattr(component.card, "kept", None)
        count = len(ways) or (1 if component.card.effects and not kept else 0)
        for language in ("en", "de"):
            known = texts.get(component.id, {}).get(language, [])
            assert len(known) == count, component.id
            assert not [text for text in known if not text or set(text) & set("[]*<{")]


def tales(english: Made) -> Iterator[str]:
    """Give the endings of all stories, in both languages."""
    for component in english.mod.inventory.components.values():
        for text in getattr(component.card, "ending", {}).values():
            yield from (text.en, text.de)


def test_no_thing_holds_a_result() -> None:
    """Before the choice a result is only in the script, and not to be read there."""
    english: Made = made()
    texts = results(english.mod, english.layout)
    told = {text for each in texts.values() for known in each.values() for text in known}
    secret = {line for text in told for line in text.split("\n")} | set(tales(english))
    assert len(secret) > 2 * 285
    save = json.loads(english.save)
    things = json.dumps({**save, "LuaScript": ""}, ensure_ascii=False)
    for text in secret:
        assert text not in things
        assert text not in html.unescape(english.script)
    codes = {card: known["code"] for card, known in english.values["results"].items()}
    ends = endings(english.mod, english.layout)
    assert {card: json.loads(b64decode(code)) for card, code in codes.items()} == {
        card: {
            language: {"said": said, "ends": ends[card][language]}
            for language, said in by_language.items()
        }
        for card, by_language in texts.items()
    }
    assert all(code in english.script for code in codes.values())
    assert not any(code in things for code in codes.values())


# Lua


@pytest.mark.parametrize("lang", ["en", "de"])
def test_script_is_sound(lang: Language) -> None:
    """The script has nothing that MoonSharp does in another way than Lua 5.2, and can be read."""
    script = made(lang).script
    assert lint(script, "Global") == []
    assert luaparse_accepts([script]) == [True]


# Reading back


def test_reading_refuses_what_the_game_lacks() -> None:
    """A component in a place of somebody who does not play is an error that names both."""
    with opened(1) as panel:
        panel.set_up(2)
        card = seen(panel).places["hand.red"][0].component
        take(panel, seen(panel).places["display.1"][0].component, "combo.white")
        with pytest.raises(BadInput, match=r"action\..* lies in combo\.white") as error:
            position(seen(panel), composition(RULESET.seats[:2]).inventory, {})
        assert "somebody who plays" in str(error.value.fix)
        assert card in {each.component for each in seen(panel).places["hand.red"]}
