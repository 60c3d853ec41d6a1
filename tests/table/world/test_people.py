"""People come, sit, change and go; and the table keeps their turns."""

from __future__ import annotations

import pytest

from tests.table.world.furniture import card, hand, listener, one, sit, table
from tts_tool.errors import NotFound, Refused
from tts_tool.table.hands import Player
from tts_tool.table.world import seating, turns
from tts_tool.table.world.people import GREY
from tts_tool.table.world.settings import read_setting, write_setting
from tts_tool.table.world.world import World


def four_hands(turned: dict[str, bool] | None = None) -> World:
    """Lay a table with four hands around it, one on each side."""
    return table(
        hand("White", 0, -30),
        hand("Red", -30, 0),
        hand("Blue", 0, 30),
        hand("Green", 30, 0),
        card(1),
        turned=turned,
    )


def test_the_first_to_come_is_the_host() -> None:
    """Everybody has an id of their own and begins in grey."""
    world = four_hands()
    people = [seating.connect(world, name) for name in ("Ann", "Bob")]
    assert [(one.host, one.admin, one.seated, one.colour) for one in people] == [
        (True, True, False, GREY),
        (False, False, False, GREY),
    ]
    assert len({one.steam_id for one in people}) == 2
    world.deliver()
    assert listener(world).names() == ["PlayerConnect", "PlayerConnect"]


@pytest.mark.parametrize(("switch", "colour"), [("first-hand", "White"), ("grey", GREY)])
def test_the_host_is_seated_as_the_game_would(switch: str, colour: str) -> None:
    """At the first colour that has a hand, or nowhere."""
    world = table(hand("White"), hand("Blue", 0, 30), turned={"host-sits-at": switch})
    assert seating.seat_host(world).colour == colour


def test_a_seat_has_one_person() -> None:
    """Nobody sits on another's lap, nor at a colour that is none."""
    world = four_hands()
    sit(world, "Red")
    other = seating.connect(world, "Bob")
    with pytest.raises(Refused, match="somebody sits at Red"):
        seating.sit(world, other, "Red")
    with pytest.raises(NotFound, match="no colour 'Mauve'"):
        seating.sit(world, other, "Mauve")
    assert other.colour == GREY


def test_whoever_leaves_lets_go() -> None:
    """What they held is free, and falls."""
    world = four_hands()
    red = sit(world)
    held = one(world, "Card")
    red.pick_up(held)
    red.leave()
    assert held.held_by == ""
    assert len(world.people) == 0


def test_seats_to_choose_from() -> None:
    """Colours with a hand, in the order of the game; the game master's is a switch."""
    assert seating.available_colours(four_hands()) == ["White", "Red", "Green", "Blue"]
    with_black = four_hands({"black-is-available": True})
    assert seating.available_colours(with_black) == ["White", "Red", "Green", "Blue", "Black"]


def test_teams_and_promotion() -> None:
    """A change of team is told once; promotion goes back and forth."""
    world = four_hands()
    person = sit(world).person
    seating.join_team(world, person, "Hearts")
    seating.join_team(world, person, "Hearts")
    world.deliver()
    assert listener(world).names() == ["PlayerChangeTeam"]
    with pytest.raises(NotFound):
        seating.join_team(world, person, "Cups")
    person.host = False
    seating.promote(person)
    assert person.admin
    seating.promote(person)
    assert not person.admin


# ---- Turns


def seated() -> tuple[World, dict[str, Player]]:
    """Seat four people."""
    world = four_hands()
    return world, {colour: sit(world, colour) for colour in ("Green", "White", "Red", "Blue")}


def test_turns_go_round_the_table() -> None:
    """By themselves clockwise from the near side; the last is followed by the first."""
    world, people = seated()
    assert turns.turn_order(world) == ["White", "Red", "Blue", "Green"]
    turns.enable_turns(world, on=True)
    order = []
    for _ in range(5):
        colour = read_setting(world, "Turns", "TurnColor")
        order.append(colour)
        people[colour].end_turn()
    assert order == ["White", "Red", "Blue", "Green", "White"]


def test_a_turn_is_told_by_all_its_names() -> None:
    """The first has nobody before it; later ones end one turn and begin another."""
    world, _ = seated()
    turns.enable_turns(world, on=True)
    world.deliver()
    assert listener(world).names() == ["PlayerTurn", "PlayerTurnStart"]
    turns.end_turn(world)
    world.deliver()
    assert listener(world).names() == ["PlayerTurnEnd", "PlayerTurn", "PlayerTurnStart"]


@pytest.mark.parametrize(
    ("settings", "order"),
    [
        ({"Reverse": True}, ["Green", "Blue", "Red", "White"]),
        ({"Type": 1, "TurnOrder": ["Blue", "Pink", "White"]}, ["Blue", "White"]),
    ],
)
def test_orders_of_turns(settings: dict[str, object], order: list[str]) -> None:
    """Backwards, or as somebody has set it; nobody who is not there has a turn."""
    world, _ = seated()
    for key, value in settings.items():
        write_setting(world, "Turns", key, value)
    assert turns.turn_order(world) == order


def test_empty_hands_may_be_skipped() -> None:
    """With that set, whoever holds nothing has no turn."""
    world = table(
        hand("White", 0, -30), hand("Red", -30, 0), card(1, -30, 0, y=5), hand("Blue", 0, 30)
    )
    for colour in ("White", "Red", "Blue"):
        sit(world, colour)
    write_setting(world, "Turns", "SkipEmpty", value=True)
    turns.enable_turns(world, on=True)
    assert turns.next_colour(world) == "Red"


def test_only_whoever_has_the_turn_ends_it() -> None:
    """Others are refused."""
    world, people = seated()
    turns.enable_turns(world, on=True)
    with pytest.raises(Refused, match="not the turn of Blue"):
        people["Blue"].end_turn()


def test_settings_are_written_only_when_changed() -> None:
    """A table without a block keeps none; one changed value writes the block down."""
    world = table()
    assert read_setting(world, "Grid", "xSize") == 2.0
    write_setting(world, "Grid", "xSize", 2.0)
    assert "Grid" not in world.save
    write_setting(world, "Grid", "xSize", 3.5)
    assert read_setting(world, "Grid", "xSize") == 3.5
    assert read_setting(world, "Grid", "Opacity") == 0.75
