"""What the base leaves open: words, places and numbers that a box adds without changing it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from tests.old_world.oddity import box, story, way
from tests.old_world.ring import Ring, tab
from tests.old_world.seams import TOOLS, gives, hit, lending, plus
from tests.old_world.table import SCHOOLS, catalogue, new, unplayed
from tts_tool.kernel.entries import Fault
from tts_tool.kernel.game import Game
from tts_tool.kernel.module import Module
from tts_tool.kernel.rejection import Rejection
from tts_tool.rulesets.old_world import RULESET
from tts_tool.rulesets.old_world.base import points
from tts_tool.rulesets.old_world.base.abilities.abilities import (
    COUNTS,
    Ability,
    Change,
    Condition,
    Guard,
)
from tts_tool.rulesets.old_world.base.abilities.held import count
from tts_tool.rulesets.old_world.base.abilities.specialties import Specialty
from tts_tool.rulesets.old_world.base.box.box import card
from tts_tool.rulesets.old_world.base.box.records import Action, Location, Symbols
from tts_tool.rulesets.old_world.base.story.stories import Gold, Quest
from tts_tool.rulesets.old_world.base.witcher.boards import Character, character, kind_word, school
from tts_tool.rulesets.old_world.base.witcher.trophy_cards import WitcherTrophy

RULES = Path(__file__).parents[2] / "tts_tool" / "rulesets" / "old_world"
READS = {
    "moment": "moment",
    "automatic": "moment",
    "offer": "moment",
    "special": "moment",
    "changed": "number",
    "capped": "number",
    "bent": "bent-rule",
}
"""The functions by which rules come to a word of the cards, each with its vocabulary."""


def words_read() -> Iterator[tuple[str, str, str]]:
    """List the words that the rules name: where, of which vocabulary, which."""
    for file in sorted(RULES.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                words = [each.value for each in node.args if isinstance(each, ast.Constant)]
                named = [each for each in words if isinstance(each, str)]
                vocabulary = READS.get(node.func.id)
                if vocabulary and named:
                    yield f"{file.name}:{node.lineno}", vocabulary, named[0]


def test_rules_spell_as_cards_do() -> None:
    """Every word that the rules come to is one that a card may say, and many are."""
    assert RULESET.schema is not None
    known = RULESET.schema.vocabularies
    read = list(words_read())
    assert [each for each in read if each[2] not in known[each[1]]] == []
    assert {(vocabulary, word) for _, vocabulary, word in read} >= {
        ("bent-rule", word) for word in known["bent-rule"] if word != "first-turn"
    }
    assert len(read) > 25


def drawing(most: int) -> Module:
    """Let every Fight Turn draw so many cards at most."""
    cap = Change(value="draw", most=most, until="fight-turn")
    return lending(f"cap-{most}", Ability(when="step-1", use="automatic", effects=(cap,)))


def energetic() -> Module:
    """Let every Fight Turn draw three more."""
    made = Module("energetic", needs=("base",))
    made.hook(points.FIGHT_TURN_DRAW_COUNT, "modify")(plus(3))
    return made


@pytest.mark.rule("OW-FIGHT-30")
def test_what_caps_the_draw_caps_what_boxes_add() -> None:
    """Combat 2 draws two cards, with three more five; a cap of one leaves one, whoever adds."""
    boxes = {(): 2, (energetic(),): 5, (drawing(1),): 1, (energetic(), drawing(1)): 1}
    assert {each: len(hit(each).place("hand.red")) - 2 for each in boxes} == boxes


@pytest.mark.rule("OW-ATTR-03")
def test_what_may_be_above_defense() -> None:
    """A box lets the Shield rise above what Defense is worth, in a fight and no longer."""
    made = Module("tower", needs=("base",))
    made.hook(points.GUARD_CAP, "modify")(gives(5))
    assert [hit(boxes, 0, shield=5).track("shield.red") for boxes in ((), (made,))] == [3, 5]
    r = Ring(boxes=(made,)).monster("archespore", at=8)
    r.tracks(**{"shield.red": 0, "defense.red": 3, "combat.red": 2})
    r.hand("red", r.printed("red", damage=1, shield=5)).deck("red", *r.plain(9)).pile("red")
    assert r.bout(1).after().track("shield.red") == 3


@pytest.mark.rule("OW-FIGHT-20", "OW-FIGHT-29")
@pytest.mark.parametrize(("silenced", "life"), [("", 8), ("ability", 10), ("extension", 10)])
def test_the_parts_of_a_card_are_told_apart(silenced: str, life: int) -> None:
    """A box can silence what stands on cards, or what stands on their tabs, and not the other."""
    made = Module("silence", needs=("base",))

    @made.hook(points.COMBO_SYMBOLS, "modify")
    def silent(_g: Game, symbols: Symbols, part: str, **_: object) -> Symbols:
        return msgspec.structs.replace(symbols, damage=0) if part == silenced else symbols

    r = Ring(boxes=(made,)).monster("archespore", at=8)
    first, last = r.printed("red", tab("green", damage=2), damage=2), r.printed("green")
    r.hand("red", first, last, *r.plain(2)).deck("red", *r.plain(9))
    assert len(r.bout(12).combo(first, last).place("monster-life")) == life


@pytest.mark.parametrize("counted", COUNTS)
def test_what_conditions_count(counted: str) -> None:
    """Each count of the base is a number; one more than there is isn't there, and is said."""
    r = Ring().monster("archespore", at=8)
    r.tracks(**{"shield.red": 2, "gold.red": 3}).potions("red", "stonebark")
    r.hand("red", *r.plain(4)).deck("red", *r.plain(9)).bout(12)
    there = count(r.timeline.game, "red", counted)
    expected = {"hand": 4, "deck": 9, "pool": 12, "potions": 1, "trails": 0, "gold": 3, "shield": 2}
    assert there == expected[counted]
    for least, most, reason in [
        (there, there, None),
        (there + 1, there, "needs-least"),
        (0, there - 1, "needs-most"),
    ]:
        if most >= 0:
            needs = Condition(least={counted: least}, most={counted: most})
            ability = Ability(when="step-1", needs=needs, effects=(Guard(by=1),))
            t = Ring(boxes=(lending("counting", ability),)).monster("archespore", at=8)
            t.tracks(**{"shield.red": 2, "gold.red": 3}).potions("red", "stonebark")
            t.hand("red", *t.plain(4)).deck("red", *t.plain(9)).bout(12)
            refused = t.why_not("use-step-1", "seam")
            assert (refused and refused.code) == reason


def test_a_goal_that_nobody_knows() -> None:
    """A word that a box declares and says nothing of is a fault that says where to join in."""
    lost = box([[way([Quest(event=1, to="nowhere")]), way([Gold(by=1)])]])
    t = story(boxes=(lost,)).explore()
    decision = t.ask("option")
    reply = t.timeline.answer("red", decision.id, "a")
    assert isinstance(reply, Fault)
    assert "no box says where the goal nowhere is: it joins in at quest.goal" in reply.trace


def test_without_boxes_there_is_nothing_beside_the_base() -> None:
    """The decks to explore and the Event deck of a game without boxes are those of the base."""
    places = new().timeline.state.places
    assert {p for p in places if p.endswith("-deck")} == {
        *("action-deck", "potion-deck", "monster-deck", "city-deck", "wilds-deck")
    }


@pytest.mark.rule("OW-SETUP-24", "OW-SETUP-26", "OW-SETUP-27")
def test_a_character_is_all_that_its_record_says() -> None:
    """Ten cards, trophies, a Specialty and a home are laid out for each by the record alone."""
    known = catalogue().of(Character)
    assert len(known) == len(SCHOOLS)
    actions, places = catalogue().of(Action), catalogue().of(Location).values()
    for who in known.values():
        assert who.calling == "witcher"
        assert sum(len(actions[kind].faces) for kind in who.deck) == 10
        assert {kind for kind in actions if actions[kind].school == who.school} == {*who.deck}
        assert catalogue().of(WitcherTrophy)[who.trophy].school == who.school
        assert catalogue().of(Specialty)[who.specialty].school == who.school
        assert [place.deed for place in places if place.school == who.school] == ["school"]


def test_who_is_played_is_read_off_the_board() -> None:
    """Before boards are given out a seat plays nobody, and has no school."""
    t = unplayed(2)
    g = t.timeline.game
    assert (character(g, "red"), school(g, "red"), kind_word(g, "red")) == (None, "", "witcher")
    g = new().timeline.game
    assert [who and who.id for who in (character(g, "red"), character(g, "blue"))] == [
        "bear-witcher",
        "wolf-witcher",
    ]


def shunning(colour: str) -> Module:
    """Let nobody gain cards of a colour; of cards that are not named, none is refused."""
    made = Module(f"shunning-{colour}", needs=("base",))

    @made.hook(points.GAIN_ACTION_CARD, "veto")
    def shunned(g: Game, component: str | None, **_: object) -> Rejection | None:
        mine = component is not None and card(g, component).colour == colour
        return Rejection("shunned") if mine else None

    return made


@pytest.mark.rule("OW-EXPLORE-07", "OW-EXPLORE-08")
def test_a_single_card_may_be_forbidden() -> None:
    """At the market, at Vizima, by a card and in a search a box refuses cards, not costs alone."""
    boxes = (shunning("red"), TOOLS)
    t = new(boxes=boxes)
    red, blue = (t.cards(places=["action-deck"], colour=each, cost=0) for each in ("red", "blue"))
    for slot, lying in enumerate((*red[:3], *blue[:3]), 1):
        t.lay(f"display.{slot}", lying, rest="action-deck")
    for asked, field in (("gain", ""), ("purchase", "card"), ("exchange", "gain")):
        t.stand(red=8).did("red", moved=True).to_phase("phase-1", "red")
        if asked == "purchase":
            t.to_phase("phase-3", "red").until("purchase")
        else:
            t.answer("phase-1", {"gain": "gain", "exchange": "action"}[asked])
        told = t.ask(asked).space().describe()
        options = (told["fields"][field] if field else told)["options"]
        free = {each["value"] for each in options if "rejection" not in each}
        assert free - {"nothing"} == {*blue[:3]}
        t.document()
    t.to_phase("phase-1", "red")
    for slot in range(1, 7):
        t.lay(f"display.{slot}", rest="trash")
    t.lay("action-deck", *red[3:5], blue[3], rest="trash").answer("phase-1", "gain")
    assert t.place("discard.red")[0] == blue[3]
    assert {*red[3:5]} <= {*t.place("action-discard"), *(t.place("display.6"))}


@pytest.mark.rule("OW-HID-23")
@pytest.mark.parametrize("tray", ["private.red", "draft.red"])
def test_what_a_seat_keeps_to_itself(tray: str) -> None:
    """The owner sees what lies there, others how much; on the table the zone is the owner's."""
    t = new(boxes=(TOOLS,))
    t.lay(tray, *t.place("tokens.forest")[:2], rest="box")
    assert [len(t.sees(seat, tray)) for seat in ("red", "blue", None)] == [2, 0, 0]
    assert len(t.place(tray)) == 2
