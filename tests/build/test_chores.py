"""The panel's chores: each does what it says, loses nothing, and says why it does nothing."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import product

import pytest
from lupa import lua52  # type: ignore[import-untyped]  # it ships no types

from tests.build.proving import prove
from tests.build.set_up import Panel, aside, drop, made, opened, pile, seen, take
from tts_tool.build.table.reading import Seen
from tts_tool.resources import lua_templates_dir
from tts_tool.rulesets.old_world import RULESET
from tts_tool.rulesets.old_world.base.turn.poker import category
from tts_tool.table.pieces import Piece
from tts_tool.table.switches import Switches

SLOTS = [f"display.{n}" for n in range(1, 7)]


def ids(table: Seen, *places: str) -> list[str]:
    """List what lies in some places."""
    return [each.component for place in places for each in table.places[place]]


def everything(table: Seen) -> Counter[str]:
    """Count every piece on the table."""
    there = (each for lying in table.places.values() for each in lying)
    return Counter(each.component for each in (*there, *table.astray))


def at_table(panel: Panel) -> Seen:
    """Look at the table; nothing is ever lost or there twice."""
    table = seen(panel)
    assert everything(table) == Counter(made().values["homes"].keys())
    return table


@pytest.fixture(scope="module")
def played() -> Iterator[Panel]:
    """Set a game for two up, red being the host; tests leave it in any state that is whole."""
    with opened(11) as panel:
        panel.set_up(2)
        yield panel


# The market


@pytest.mark.rule("OW-MARKET-11")
@pytest.mark.parametrize(("where", "slot"), [("hand", 2), ("discard", 6), ("trash", 1)])
def test_take_from_the_market(played: Panel, where: str, slot: int) -> None:
    """A card goes to where the button says, the others slide right, and the display is full."""
    before = at_table(played)
    card = ids(before, SLOTS[slot - 1])
    played.press(f"chore.take-{where}.{slot}")
    after = at_table(played)
    target = "trash" if where == "trash" else f"{where}.red"
    assert Counter(ids(after, target)) == Counter([*ids(before, target), *card])
    left = [*ids(before, *SLOTS[: slot - 1]), *ids(before, *SLOTS[slot:])]
    assert ids(after, *SLOTS)[1:] == left
    assert len(after.places["action-deck"]) == len(before.places["action-deck"]) - 1


def test_take_from_an_empty_slot(played: Panel) -> None:
    """An empty slot is named, and the display stays as it is."""
    card = ids(at_table(played), "display.3")[0]
    take(played, card, "trash")
    before = at_table(played)
    played.press("chore.take-hand.3")
    assert played.lines[-1] == "Market slot 3 is empty."
    assert at_table(played) == before
    played.press("chore.refill", "chore.refill")
    assert played.lines[-1] == "The market is full."


# Fights


def fought(panel: Panel) -> None:
    """Leave the table as a fight does: cards in a combo and discarded, a Potion used."""
    table = seen(panel)
    hand, deck = ids(table, "hand.red"), pile(panel, "Deck")
    drop(panel, panel.table.red.pull(deck), "discard.red")
    take(panel, hand[0], "combo.red")
    potion = panel.table.red.pull(pile(panel, "Potion deck"))
    drop(panel, potion, "spent-potions.red")


@pytest.mark.rule("OW-FIGHT-04")
def test_before_a_fight(played: Panel) -> None:
    """Deck and discard become the Life Pool, face down; the hand stays as it is."""
    fought(played)
    before = at_table(played)
    played.press("chore.before")
    after = at_table(played)
    assert ids(after, "discard.red") == []
    pool = ids(before, "deck.red", "discard.red")
    assert Counter(ids(after, "deck.red")) == Counter(pool)
    assert all(each.down for each in after.places["deck.red"])
    assert ids(after, "hand.red") == ids(before, "hand.red")
    assert played.lines[-1] == f"Red has a Life Pool of {len(pool)} cards, and the hand."


@pytest.mark.rule("OW-FIGHT-35")
@pytest.mark.rule("OW-MONSTER-04")
@pytest.mark.rule("OW-MONSTER-35")
def test_after_a_fight(played: Panel) -> None:
    """One deck again, used Potions gone, the Shield full, the monster's 20 cards one deck."""
    fought(played)
    mine = [f"{place}.red" for place in ("deck", "discard", "hand", "combo")]
    cards = Counter(ids(at_table(played), *mine))
    played.press("chore.rouse")
    played.answer()
    table = at_table(played)
    life = len(table.places["monster-life"])
    told = re.fullmatch(r"(\w+): the monster has (\d+) life\.", played.lines[-1])
    assert told is not None
    (monster,) = table.places[f"monster.{told[1].lower()}"]
    assert life == int(told[2]) == made().mod.inventory.cards[monster.component].life
    assert all(each.down for each in table.places["monster-life"])
    played.press("chore.rouse")
    assert "Press “After my fight” first." in played.lines[-1]
    drop(played, played.table.red.pull(pile(played, "Monster’s life")), "monster-spent")
    played.press("chore.after")
    table = at_table(played)
    assert Counter(ids(table, "deck.red")) == cards
    assert [ids(table, place) for place in mine[1:]] == [[], [], []]
    assert len(table.places["monster-deck"]) == 20
    assert ids(table, "monster-life", "monster-spent", "spent-potions.red") == []
    assert ids(table, "potion-discard")
    value = made().values["tables"]["progress"]["value"]
    assert table.tracks["shield.red"] == value[table.tracks["defense.red"] - 1]
    assert all(each.down for each in table.places["deck.red"])
    played.press("chore.after")
    assert played.lines[-1] == "There is nothing to gather."


# Monsters


@pytest.mark.rule("OW-MONSTER-24")
@pytest.mark.rule("OW-MONSTER-27")
@pytest.mark.rule("OW-MONSTER-29")
@pytest.mark.parametrize(("how", "up"), [("defeated", 1), ("driven-away", 0)])
def test_a_monster_leaves(played: Panel, how: str, up: int) -> None:
    """Token, card and tokens go where the rules put them, and the next one has its level."""
    levels, level = made().values["records"]["monster"], 0
    take(played, "miniature.red", "at.0")  # no monster is ever there
    before = at_table(played)
    rumour = ids(before, "tokens.forest")[0]
    drop(played, played.table.red.pull(pile(played, "Location Tokens · Forest")), "rumours.red")
    assert ids(at_table(played), "rumours.red") == [rumour]
    (card,), (lair,) = ids(before, "monster.forest"), ids(before, "lair.forest")
    kind = card.partition(".")[2]
    level = levels[kind]["level"]
    played.press(f"chore.{how}", "answer.red.1")
    after = at_table(played)
    (new,), (home,) = ids(after, "monster.forest"), ids(after, "lair.forest")
    assert levels[new.partition(".")[2]]["level"] == min(level + up, 3)
    assert new.replace("monster", "monster-token") in ids(after, home.replace("token", "at"))
    token = f"monster-token.{kind}"
    if how == "defeated":
        assert token in ids(after, "box")
        assert card in ids(after, "trophies.red")
    elif new != card:
        assert token in ids(after, f"driven-away.{level}")
        assert card in ids(after, f"monster-cards.{level}")
    assert ids(after, "rumours.red") == []
    assert len(ids(after, "tokens.forest", "lair.forest")) == 6
    assert lair in ids(after, "tokens.forest", "lair.forest")


@pytest.mark.rule("OW-FIGHT-01")
def test_the_monster_beside_a_witcher_is_meant() -> None:
    """Nobody is asked which monster, where one stands with the witcher who fights it."""
    with opened(11) as panel:
        panel.set_up(2)
        for terrain in ("water", "forest", "mountain"):
            table = at_table(panel)
            (card,), (lair,) = ids(table, f"monster.{terrain}"), ids(table, f"lair.{terrain}")
            take(panel, "miniature.red", lair.replace("token", "at"))
            asked = len(panel.asked)
            panel.press("chore.rouse")
            life = made().mod.inventory.cards[card].life
            assert len(at_table(panel).places["monster-life"]) == life
            panel.press("chore.defeated", "chore.after")
            assert card in ids(at_table(panel), "trophies.red")
            assert [each for each in panel.buttons if each.startswith("answer.")] == []
            assert len(panel.asked) == asked


def test_locations_are_called_by_their_names(played: Panel) -> None:
    """Places on the map have the names that stand there, in every language, and no code."""
    names = made().values["names"]
    assert names["at.16"] == {"en": "Dhuwod", "de": "Dhuwod"}
    at = {key: name for key, name in names.items() if key.startswith("at.")}
    assert len(at) == 19
    assert not any(re.search(r"\bat\b|\d", each) for name in at.values() for each in name.values())
    table = at_table(played)
    (lair,), (card,) = ids(table, "lair.water"), ids(table, "monster.water")
    home = next(each for each in table.places if "miniature.red" in ids(table, each))
    take(played, card.replace("monster", "monster-token"), "story")
    place = lair.replace("token", "at")
    take(played, "miniature.red", place)
    played.press("chore.defeated")
    assert played.lines[-1] == f"No monster token stands at {names[place]['en']}."
    take(played, card.replace("monster", "monster-token"), place)
    take(played, "miniature.red", home)


@pytest.mark.rule("OW-SOLO-15")
def test_nobody_follows_in_solo() -> None:
    """For one, no monster comes after a defeat; without any left, the button says so."""
    with opened(12) as panel:
        panel.set_up(1)
        for left in (2, 1, 0):
            panel.press("chore.defeated")
            panel.answer()
            assert panel.lines[-1].endswith("the monster is defeated, and none follows.")
            monsters = ids(at_table(panel), "monster.forest", "monster.mountain", "monster.water")
            assert len(monsters) == left
        panel.press("chore.driven-away")
        assert panel.lines[-1] == "There is no monster."
        assert len(ids(at_table(panel), "trophies.red")) == 3


def test_a_monster_without_its_token(played: Panel) -> None:
    """Where somebody has taken the token away, nothing is moved, and the place is named."""
    table = at_table(played)
    (card,), (lair,) = ids(table, "monster.water"), ids(table, "lair.water")
    take(played, card.replace("monster", "monster-token"), "story")
    before = at_table(played)
    played.press("chore.defeated", "answer.red.3")
    assert re.fullmatch(r"No monster token stands at .+\.", played.lines[-1])
    assert at_table(played) == before
    take(played, card.replace("monster", "monster-token"), lair.replace("token", "at"))


# Trophies and dice


def test_the_trophy_track(played: Panel) -> None:
    """A seat's own marker goes up and down by steps, not beyond the ends."""
    for _ in range(seen(played).tracks["track.red"] + 1):
        played.press("chore.step-down")
    assert played.lines[-1] == "The Trophy Track ends here."
    for step in (1, 2, 3, 4):
        played.press("chore.step-up")
        assert at_table(played).tracks["track.red"] == step
        assert played.lines[-1] == f"Red is at step {step} of the Trophy Track."
    played.press("chore.step-up")
    assert played.lines[-1] == "The Trophy Track ends here."
    played.press("chore.step-down")
    assert at_table(played).tracks["track.red"] == 3


def dice(panel: Panel, colour: str) -> list[Piece]:
    """Find a set of dice."""
    return [each for each in panel.table.objects if each.nickname == f"{colour} poker die"]


def test_dice_show_what_their_sides_say(played: Panel) -> None:
    """Each of the ten dice can show each value from 1 to 6, and says so in both ways."""
    ten = [*dice(played, "Red"), *dice(played, "Silver")]
    assert len(ten) == 10
    for die in ten:
        shown = played.table.execute(
            f"local die, found = getObjectFromGUID('{die.guid}'), {{}}"
            " for value = 1, 6 do die.setRotationValue(value)"
            " table.insert(found, die.getRotationValue()) table.insert(found, die.getValue()) end"
            " return JSON.encode(found)"
        )
        assert shown.replace(".0", "") == "[1,1,2,2,3,3,4,4,5,5,6,6]"


@pytest.mark.rule("OW-POKER-08")
@pytest.mark.parametrize("colour", ["Red", "Silver"])
def test_a_roll_of_dice(played: Panel, colour: str) -> None:
    """Five dice are rolled, and everybody is told what they show and what that is worth."""
    for _ in range(3):
        played.press(f"chore.roll-{colour.lower()}")
        told = re.fullmatch(r"Red has rolled ([1-6 ]+): (.+)\.", played.lines[-1])
        assert told is not None
        shown = sorted(
            int(played.table.execute(f"return getObjectFromGUID('{die.guid}').getValue()"))
            for die in dice(played, colour)
        )
        assert [int(each) for each in told[1].split()] == shown
        assert told[2] == WORTH[category(tuple(shown))]


WORTH = [
    "nothing",
    "a Pair",
    "Two Pairs",
    "Three of a Kind",
    "a Straight 1–5",
    "a Straight 2–6",
    "a Full House",
    "Four of a Kind",
    "Five of a Kind",
]


def test_hands_of_dice_are_ranked_by_the_rules() -> None:
    """For every hand that five dice can show, the table says what the rules say."""
    source = (lua_templates_dir() / RULESET.folder / "lib" / "poker.lua").read_text("utf-8")
    lua = lua52.LuaRuntime()
    rank = lua.execute(source).rank
    for hand in product(range(1, 7), repeat=5):
        assert rank(lua.table(*hand)) == category(hand) + 1, hand


# The box


def test_all_back_into_the_box() -> None:
    """After play everything lies where it began, also the order of events, and can be set up."""
    with opened(13) as panel:
        panel.table.run(2)
        begun = at_table(panel)
        panel.set_up(2)
        fought(panel)
        aside(panel, "City deck")
        drop(panel, panel.table.red.pull(pile(panel, "Events")), "quests.blue")
        drop(panel, panel.table.red.pull(pile(panel, "Events")), "gear.red")
        panel.press("chore.take-hand.4", "chore.defeated")
        panel.answer()
        panel.press("chore.step-up", "chore.pack")
        assert panel.buttons[-3:] == ["answer.red.1", "answer.red.2", "cancel.red"]
        panel.press("answer.red.2")
        assert panel.lines[-1] == "Everything stays where it is."
        panel.press("chore.pack", "answer.red.1")
        assert panel.lines[-1] == "Everything lies in the box again."
        table = at_table(panel)
        assert table.astray == []
        assert table.tracks == begun.tracks
        assert {place: Counter(lying) for place, lying in table.places.items()} == {
            place: Counter(lying) for place, lying in begun.places.items()
        }
        assert table.places["events"] == begun.places["events"]
        panel.set_up(2)
        prove(panel, 2)


@pytest.mark.soak(sample=1, full=1000)
def test_chores_whatever_the_game_does(rounds: int) -> None:
    """However the game may turn out to behave, a round of chores ends in the box, complete."""
    for name, switches in list(Switches().each_turned())[:rounds]:
        with opened(13, switches=switches) as panel:
            panel.set_up(2)
            panel.press("chore.take-hand.4", "chore.rouse")
            panel.answer()
            panel.press("chore.before", "chore.after", "chore.defeated")
            panel.answer()
            panel.press("chore.roll-red", "chore.pack", "answer.red.1")
            assert panel.lines[-1] == "Everything lies in the box again.", name
            at_table(panel)


def test_nothing_is_packed_without_all_pieces() -> None:
    """With a piece in a bag nothing is moved, and it is said where how many are missing."""
    with opened(14) as panel:
        panel.set_up(1)
        bag = next(each for each in panel.table.objects if each.nickname == "Standees of monsters")
        card = seen(panel).places["display.1"][0].component
        panel.table.execute(
            "for _, o in ipairs(getObjects()) do if o.memo == '" + card + "' then"
            f" getObjectFromGUID('{bag.guid}').putObject(o) end end"
        )
        panel.settle()
        before = seen(panel)
        panel.press("chore.pack", "answer.red.1")
        wanted = "Action deck: pieces that are nowhere to be found: 1."
        assert panel.lines[-1] == f"{wanted} Take them out of bags, or rewind."
        assert seen(panel) == before


def test_chores_need_a_seat() -> None:
    """Who has no seat in this game is told so; refilling and clearing need none."""
    with opened(15, seats=("Red", "White")) as panel:
        panel.set_up(1)
        before = at_table(panel)
        for chore in (
            "chore.take-hand.1",
            "chore.before",
            "chore.after",
            "chore.rouse",
            "chore.step-up",
            "chore.roll-red",
        ):
            panel.table.execute(f"pressed_panel({{color = 'White', host = false}}, 'en.{chore}')")
            panel.settle()
            told = [line.text for line in panel.table.chat if line.to == "White"]
            assert told[-1] == "Sit down at a seat that plays."
        assert at_table(panel) == before


def test_a_chore_that_fails_is_told(played: Panel) -> None:
    """What goes wrong in a chore ends it alone: it is told, and the next one works."""
    broken = dice(played, "Silver")[0]
    played.table.execute(f"getObjectFromGUID('{broken.guid}').destruct()")
    played.settle()
    played.press("chore.roll-silver")
    assert played.lines[-1] == "A die is missing."
    played.press("chore.roll-red")
    assert played.lines[-1].startswith("Red has rolled ")


def test_a_chore_that_lacks_a_piece_is_told_where() -> None:
    """Without the card of the monster that comes, its place is named, and the panel goes on."""
    with opened(16) as panel:
        panel.set_up(1)
        piles = [each for each in panel.table.objects if each.nickname.startswith("Monster cards")]
        assert len(piles) == 3
        for each in piles:
            panel.table.execute(f"getObjectFromGUID('{each.guid}').destruct()")
        panel.press("chore.driven-away")
        panel.answer()
        assert panel.lines[-2].startswith("Monster cards")
        assert panel.lines[-2].endswith(": a piece is missing.")
        assert panel.lines[-1] == "That did not work. Put it right by hand, or rewind."
        assert panel.state["stage"] == "done"


def test_a_chore_that_lacks_a_marker_is_told_which() -> None:
    """Without the cube of a track, the track is named, and the panel goes on."""
    with opened(17) as panel:
        panel.set_up(1)
        panel.press("chore.before")
        guid = made().values["tracks"]["shield.red"]["guid"]
        panel.table.execute(f"getObjectFromGUID('{guid}').destruct()")
        panel.press("chore.after")
        assert panel.lines[-2:] == [
            "Shield: a piece is missing.",
            "That did not work. Put it right by hand, or rewind.",
        ]
        assert panel.state["stage"] == "done"
