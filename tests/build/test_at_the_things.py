"""Chores at the things themselves: buttons on them, numbers typed there, lines of menus, keys."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator

import pytest

from tests.build.set_up import Panel, drop, made, opened, seen, take
from tts_tool.build.table.reading import Seen
from tts_tool.table.pieces import Piece


@pytest.fixture(scope="module")
def played() -> Iterator[Panel]:
    """Set a game for two up; tests leave it in any state that is whole."""
    with opened(21, seats=("Red", "Grey")) as panel:
        panel.set_up(2)
        yield panel


def ids(table: Seen, *places: str) -> list[str]:
    """List what lies in some places."""
    return [each.component for place in places for each in table.places[place]]


def whole(panel: Panel) -> Seen:
    """Look at the table; nothing is ever lost or there twice."""
    table = seen(panel)
    there = Counter(e.component for lying in table.places.values() for e in lying)
    there.update(each.component for each in table.astray)
    assert there == Counter(made().values["homes"].keys())
    return table


def thing_at(panel: Panel, place: str) -> Piece:
    """Find the thing on top of a place."""
    guid = made().values["places"][place]["guid"]
    found = panel.table.execute(
        f"local best, high = '', -1 for _, o in ipairs(getObjectFromGUID('{guid}').getObjects()) do"
        " if o.memo ~= nil or o.type == 'Deck' then if o.getPosition().y > high then"
        " best, high = o.guid, o.getPosition().y end end end return best"
    )
    return panel.table.find(found)


def marker(panel: Panel, track: str) -> Piece:
    """Find what marks a track."""
    return panel.table.find(made().values["tracks"][track]["guid"])


def buttons(panel: Panel, thing: Piece) -> list[str]:
    """Read what the buttons of a thing are called."""
    told: str = panel.table.execute(
        f"local said = {{}} for _, each in ipairs(getObjectFromGUID('{thing.guid}').getButtons()"
        " or {}) do table.insert(said, each.label) end return JSON.encode(said)"
    )
    return [] if told == "{}" else json.loads(told)


def push(panel: Panel, thing: Piece, label: str) -> None:
    """Let red press a button of a thing."""
    panel.table.red.click(thing, buttons(panel, thing).index(label))
    panel.settle()


def number(panel: Panel, thing: Piece, typed: int) -> None:
    """Let red type a number at a thing."""
    panel.table.red.number(thing, typed)
    panel.settle()


def test_damage_is_typed_at_the_life_pool(played: Panel) -> None:
    """So many of its cards are spent, face up; no more than there are; nobody draws them."""
    played.press("chore.rouse")
    played.answer()
    before = whole(played)
    life = ids(before, "monster-life")
    number(played, thing_at(played, "monster-life"), 2)
    after = whole(played)
    assert ids(after, "monster-life") == life[2:]
    assert Counter(ids(after, "monster-spent")) == Counter(life[:2])
    assert not any(each.down for each in after.places["monster-spent"])
    assert ids(after, "hand.red") == ids(before, "hand.red")
    push(played, thing_at(played, "monster-life"), "Bite")
    assert "The monster bites: 2 damage for Red." in played.lines[-1]
    number(played, thing_at(played, "monster-life"), 60)
    assert len(ids(whole(played), "monster-spent")) == len(life)
    played.press("chore.after")


@pytest.mark.parametrize("attack", ["Charge", "Bite"])
def test_the_monster_attacks_whoever_stands_there(attack: str) -> None:
    """Its top card is turned up, and the damage of that half goes to Shield, deck and hand."""
    with opened(24) as panel:
        panel.set_up(2)
        (token,) = ids(whole(panel), "lair.forest")
        take(panel, "miniature.red", f"at.{token.split('.')[1]}")
        push(panel, thing_at(panel, "monster.forest"), "Fight")
        before = whole(panel)
        (top, *left) = ids(before, "monster-life")
        push(panel, thing_at(panel, "monster-life"), attack)
        after = whole(panel)
        assert (ids(after, "monster-life"), ids(after, "monster-spent")) == (left, [top])
        cards = made().values["records"]["fight-card"]
        (first, *_) = cards[f"fight-card-{top.split('.')[1]}"][attack.lower()]
        hurt = 0
        if first["op"] == "suffer":
            (monster,) = ids(before, "monster.forest")
            level = made().values["records"]["monster"][monster.split(".")[1]]["level"]
            hurt = first.get("damage", 0) + first.get("monster_level", 0) * level
            if "attribute" in first:
                hurt += before.tracks[f"{first['attribute']}.red"]
        shield = before.tracks["shield.red"] - after.tracks["shield.red"]
        gone = len(ids(before, "deck.red", "hand.red")) - len(ids(after, "deck.red", "hand.red"))
        assert (shield, gone) == (min(hurt, before.tracks["shield.red"]), hurt - shield)
        assert f"{hurt} damage for Red" in panel.lines[-1]


def test_a_card_that_is_laid_at_a_location_pays_for_the_way() -> None:
    """With its terrain alone, with another for gold; the miniature stands there then."""
    with opened(25) as panel:
        panel.set_up(2)
        places = made().values["records"]["location"]
        by_terrain = {one["terrain"]: one["number"] for one in places.values() if one["terrain"]}
        for matching in (True, False):
            before = whole(panel)
            card = ids(before, "hand.red")[0]
            _, kind, face = card.split(".")
            shown = made().values["records"]["action"][kind]["faces"][int(face) - 1]["terrain"]
            others = {each for each in by_terrain if matching == (each == shown)} or {"forest"}
            to = f"at.{by_terrain[others.pop()]}"
            drop(panel, next(e for e in panel.table.hand("Red") if memo(panel, e) == card), to)
            after = whole(panel)
            assert "miniature.red" in ids(after, to)
            assert card in ids(after, "discard.red")
            paid = int(not matching and shown != "wild")
            assert before.tracks["gold.red"] - after.tracks["gold.red"] == paid


def memo(panel: Panel, thing: Piece) -> str:
    """Say which component a thing is."""
    return str(panel.table.execute(f"return getObjectFromGUID('{thing.guid}').memo"))


def test_damage_is_typed_at_a_board() -> None:
    """The Shield takes it first, then the deck; of the hand its owner chooses, or all goes."""
    with opened(22) as panel:
        panel.set_up(2)
        board, shield = thing_at(panel, "board.red"), marker(panel, "shield.red")
        before = whole(panel)
        deck, had = ids(before, "deck.red"), before.tracks["shield.red"]
        number(panel, board, had + 3)
        after = whole(panel)
        assert after.tracks["shield.red"] == 0
        assert ids(after, "deck.red") == deck[3:]
        assert Counter(ids(after, "discard.red")) == Counter(deck[:3])
        hand = ids(after, "hand.red")
        assert len(hand) > 2
        number(panel, shield, len(deck) - 3 + len(hand) - 1)
        kept = panel.table.hand("Red")[0]
        panel.table.red.choose_cards(*panel.table.hand("Red")[1:])
        panel.settle()
        assert [each.guid for each in panel.table.hand("Red")] == [kept.guid]
        assert len(ids(whole(panel), "discard.red")) == len(deck) + len(hand) - 1


def test_a_card_is_gained_for_selected_cards(played: Panel) -> None:
    """What is selected in the hand pays, if it is what the slot costs; else it is asked for."""
    market, records = made().values["tables"]["market"], made().values["records"]["action"]
    for slot in (6, 1):
        before = whole(played)
        (card,) = ids(before, f"display.{slot}")
        kind = card.split(".")[1]
        price = max(0, records[kind]["cost"] + market["slots"][slot - 1])
        held = played.table.hand("Red")
        thing = thing_at(played, f"display.{slot}")
        assert buttons(played, thing) == ["Gain for cards"]
        if price > len(held):
            push(played, thing, "Gain for cards")
            assert "you hold fewer" in played.lines[-1]
            continue
        if price:
            played.table.red.select(*held[:price])
        push(played, thing, "Gain for cards")
        after = whole(played)
        assert card in ids(after, "hand.red")
        assert len(ids(after, "discard.red")) == len(ids(before, "discard.red")) + price
        assert all(ids(after, f"display.{n}") for n in range(1, 7))


def test_an_event_is_taken_by_its_number(played: Panel) -> None:
    """It alone is turned up; put away it lies where it lay."""
    before = ids(whole(played), "events")
    number(played, thing_at(played, "events"), 27)
    table = whole(played)
    assert ids(table, "story") == ["event.27"]
    assert [each.down for each in table.places["story"]] == [False]
    number(played, thing_at(played, "events"), 5)
    assert played.lines[-1] == "A story lies there. Put it away first."
    push(played, thing_at(played, "story"), "Put away")
    assert ids(whole(played), "events") == before


RAISED = {
    "combat": "Raise Combat · Kampf steigern",
    "defense": "Raise Defense · Verteidigung steigern",
    "specialty": "Raise the Specialty · Spezialität steigern",
}


def test_an_attribute_rises_with_what_that_brings(played: Panel) -> None:
    """Pointed at with a key: Alchemy brings a Potion, the last of four the witcher level."""
    key = "Raise Alchemy · Alchemie steigern"
    before = whole(played)
    played.table.red.hotkey(key, over=marker(played, "alchemy.red"))
    played.settle()
    after = whole(played)
    assert after.tracks["alchemy.red"] == before.tracks["alchemy.red"] + 1
    assert len(ids(after, "potions.red")) == len(ids(before, "potions.red")) + 1
    for name, line in RAISED.items():
        if after.tracks[f"{name}.red"] == after.tracks["witcher.red"]:
            played.table.red.menu(marker(played, f"{name}.red"), line)
            played.settle()
    last = whole(played)
    assert last.tracks["witcher.red"] == after.tracks["witcher.red"] + 1
    played.table.red.hotkey(key)
    assert played.lines[-1].startswith("Point at the thing")


def test_what_is_another_ones_is_left_alone(played: Panel) -> None:
    """Who presses at the things of another seat is told whose they are."""
    before = whole(played)
    push(played, thing_at(played, "deck.blue"), "Draw up to three")
    assert played.lines[-1] == "That is Blue’s."
    assert whole(played) == before


def test_twice_in_a_frame_is_once(played: Panel) -> None:
    """While the table is busy a press does nothing, and who presses is told."""
    before = whole(played)
    deck = thing_at(played, "wilds-deck")
    played.table.red.click(deck, 0)
    played.table.red.click(deck, 0)
    assert played.lines[-1].startswith("One thing at a time")
    played.settle()
    after = whole(played)
    assert len(ids(after, "story")) == 1
    assert len(ids(after, "wilds-deck")) == len(ids(before, "wilds-deck")) - 1
    push(played, thing_at(played, "story"), "Put away")


def test_somebody_holds_the_card(played: Panel) -> None:
    """What somebody has in the fingers is taken from there, and nothing hangs."""
    card = thing_at(played, "display.6")
    (component,) = ids(whole(played), "display.6")
    played.table.red.pick_up(card)
    played.press("chore.take-discard.5")
    table = whole(played)
    assert component in ids(table, *[f"display.{n}" for n in range(1, 7)], "discard.red")
    assert played.state["stage"] == "done"


def test_a_deck_that_is_gone(played: Panel) -> None:
    """Without a card to draw nothing is drawn and nothing hangs; the next press works."""
    deck = thing_at(played, "deck.red")
    played.table.execute(f"getObjectFromGUID('{deck.guid}').destruct()")
    played.settle()
    before = seen(played)
    board = thing_at(played, "board.red")
    for _ in range(2):
        played.table.red.hotkey("Draw up to three · Auf drei ziehen", over=board)
        played.settle()
    after = seen(played)
    mine = ("hand.red", "discard.red", "deck.red")
    assert Counter(ids(after, *mine)) == Counter(ids(before, *mine))
    assert played.state["stage"] == "done"


def test_the_game_shows_whose_turn_it_is() -> None:
    """Where everybody sits at a seat of their own, clockwise from who begins."""
    with opened(23, seats=("Red", "Blue")) as panel:
        panel.press("count.2", "wish.red", "wish.blue", "first", "set-up")
        panel.finish()
        told = panel.table.execute("return JSON.encode({ Turns.enable, Turns.turn_color })")
        assert json.loads(told) == [True, "Red"]
        assert json.loads(panel.table.execute("return JSON.encode(Turns.order)")) == ["Red", "Blue"]


def test_a_combo_is_read_from_the_left() -> None:
    """Each link counts by which the next card holds, and the press deals, draws and clears."""
    with opened(26) as panel:
        panel.set_up(2)
        records = made().values["records"]["action"]
        panel.press("chore.rouse")
        panel.answer()
        hand = ids(whole(panel), *[f"display.{n}" for n in range(1, 7)])
        faces = {c: records[c.split(".")[1]]["faces"][int(c.split(".")[2]) - 1] for c in hand}
        colours = {card: records[card.split(".")[1]]["colour"] for card in hand}
        first, link, second = next(
            (one, link, other)
            for one in hand
            for other in hand
            for link in faces[one].get("extensions", [])
            if one != other and link["colour"] == colours[other]
        )
        slots = made().values["places"]["combo.red"]["slots"]
        for card, slot in zip((first, second), sorted(slots, key=lambda s: s["x"]), strict=False):
            (place,) = [name for name, lying in whole(panel).places.items() if card in str(lying)]
            thing = thing_at(panel, place)
            panel.table.red.pick_up(thing)
            panel.table.red.drop_at(thing, (slot["x"], slot["y"] + 1, slot["z"]))
            panel.settle()
        before = whole(panel)
        push(panel, thing_at(panel, "combo.red"), "End my Combo")
        after = whole(panel)
        symbols = [faces[one].get("fight", {}) for one in (first, second)]
        dealt = len(ids(before, "monster-life")) - len(ids(after, "monster-life"))
        assert dealt == sum(e.get("damage", 0) for e in (*symbols, link.get("effect", {})))
        assert (ids(after, "combo.red"), len(ids(after, "discard.red"))) == ([], 2)


def test_a_monster_comes_where_none_is() -> None:
    """From the pile at which that is wanted, as the rules place one; else that is told."""
    come = "A monster comes · Ein Monster kommt"
    with opened(27) as panel:
        panel.set_up(1)
        panel.press("chore.defeated")
        panel.answer()
        before = whole(panel)
        (free,) = [t for t in ("forest", "mountain", "water") if not ids(before, f"monster.{t}")]
        panel.table.red.menu(thing_at(panel, "monster-tokens.2"), come)
        panel.settle()
        after = whole(panel)
        top = ids(before, "monster-tokens.2")[0].removeprefix("monster-token.")
        assert ids(after, f"monster.{free}") == [f"monster.{top}"]
        (lair,) = ids(after, f"lair.{free}")
        assert f"monster-token.{top}" in ids(after, f"at.{lair.split('.')[1]}")
        panel.table.red.menu(thing_at(panel, "monster-tokens.2"), come)
        panel.settle()
        assert panel.lines[-1] == "Every terrain has its monster."
        assert whole(panel) == after
