"""What a person does goes as in the game: asked, done, told; and a script may say no."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.table.world.furniture import (
    all_of,
    card,
    deck,
    hand,
    listener,
    numbers,
    one,
    sit,
    table,
    thing,
    tile,
)
from tts_tool.errors import NotFound, Refused
from tts_tool.saves.tree import Node
from tts_tool.table.hands import Player
from tts_tool.table.world import handzones, loading, randomizing, states, time
from tts_tool.table.world.events import (
    Foreseen,
    MayChat,
    NumberTyped,
    PlayerAction,
    TryRandomize,
    TryRotate,
    TryStateChange,
)
from tts_tool.table.world.thing import Thing
from tts_tool.table.world.world import World

Gesture = Callable[[Player, Thing], Node]


def token() -> Node:
    """Make a token with a second state."""
    return thing(
        "Custom_Token", 20, GUID="tok001", States={"2": thing("Custom_Token", GUID="tok002")}
    )


def desk() -> tuple[World, Player]:
    """Lay a table with one of each, and let red sit down."""
    world = table(
        deck(*range(1, 11)),
        card(20, 10),
        token(),
        thing("Die_6", 30, GUID="die001"),
        thing("Custom_PDF", 40, GUID="book01", CustomPDF={"PDFPage": 0}),
        hand(),
    )
    world.floor = 0.96
    for each in all_of(world, "Card"):
        each.buttons, each.inputs, each.context = [{}], [{}], ["Mine"]
    world.hotkeys["go"] = None
    return world, sit(world)


# What somebody does, to which type of thing, what is asked first, what is told at once.
GESTURES: list[tuple[str, str, Gesture, list[str]]] = [
    ("pick up", "Card", Player.pick_up, ["PlayerAction", "ObjectPickUp"]),
    (
        "drop",
        "Card",
        lambda red, x: red.drop_at(x, (0, 1, 9)),
        ["PlayerAction", "ObjectPickUp", "ObjectDrop"],
    ),
    ("flip", "Card", Player.flip, ["PlayerAction", "TryRotate", "ObjectRotate"]),
    ("rotate", "Card", Player.rotate, ["PlayerAction", "TryRotate", "ObjectRotate"]),
    ("rotate over", "Card", Player.rotate_over, ["PlayerAction", "TryRotate", "ObjectRotate"]),
    ("tilt", "Card", Player.tilt, ["PlayerAction", "TryRotate", "ObjectRotate"]),
    ("shuffle", "Deck", Player.shuffle, ["PlayerAction", "TryRandomize", "ObjectRandomize"]),
    ("roll", "Dice", Player.roll, ["PlayerAction", "TryRandomize", "ObjectRandomize"]),
    ("draw", "Deck", Player.draw, ["ObjectLeaveContainer"]),
    ("pull", "Deck", Player.pull, ["PlayerAction", "ObjectLeaveContainer", "ObjectPickUp"]),
    (
        "number",
        "Deck",
        lambda red, x: red.number(x, 2),
        ["NumberTyped", *["ObjectLeaveContainer"] * 2],
    ),
    (
        "state",
        "Tile",
        lambda red, x: red.set_state(x, 2),
        ["TryStateChange", "ObjectDestroy", "ObjectStateChange"],
    ),
    ("select", "Card", Player.select, ["PlayerAction"]),
    ("copy", "Card", Player.copy, ["PlayerAction"]),
    ("cut out", "Card", Player.cut_out, ["PlayerAction", "ObjectDestroy"]),
    ("delete", "Card", Player.delete, ["PlayerAction", "ObjectDestroy"]),
    ("search", "Deck", Player.search, ["ObjectSearchStart"]),
    ("peek", "Card", Player.peek, ["ObjectPeek"]),
    ("flick", "Card", lambda red, x: red.flick(x, (1, 0, 0)), ["ObjectFlick"]),
    ("hover", "Card", Player.hover, ["ObjectHover"]),
    ("page", "Book", lambda red, x: red.turn_page(x, 3), ["ObjectPageChange"]),
    ("button", "Card", Player.click, ["ButtonClicked"]),
    ("input", "Card", lambda red, x: red.type_into(x, 0, "hi"), ["InputEdited", "InputEdited"]),
    ("menu of a script", "Card", lambda red, x: red.menu(x, "Mine"), ["MenuChosen"]),
    (
        "menu of the game",
        "Card",
        lambda red, x: red.menu(x, "Delete"),
        ["PlayerAction", "ObjectDestroy"],
    ),
    ("key", "Card", lambda red, _: red.key(3), ["ScriptingButtonDown", "ScriptingButtonUp"]),
    ("hotkey", "Card", lambda red, x: red.hotkey("go", x), ["HotkeyPressed", "HotkeyPressed"]),
    ("ping", "Card", lambda red, x: red.ping((1, 1, 1), x), ["PlayerPing"]),
    ("blindfold", "Card", lambda red, _: red.blindfold(), ["Blindfold"]),
    ("leave", "Card", lambda red, _: red.leave(), ["PlayerDisconnect", "PlayerChangeColor"]),
    ("colour", "Card", lambda red, _: red.change_colour("Blue"), ["PlayerChangeColor"]),
    (
        "say",
        "Card",
        lambda red, _: red.say("hi"),
        ["PlayerChatTyping", "PlayerChatTyping", "MayChat", "Chat"],
    ),
]


@pytest.mark.parametrize(
    ("kind", "gesture", "told"), [row[1:] for row in GESTURES], ids=[row[0] for row in GESTURES]
)
def test_what_is_asked_and_told(kind: str, gesture: Gesture, told: list[str]) -> None:
    """Questions come first, then what happened, in the documented order."""
    world, red = desk()
    gesture(red, one(world, kind))
    assert listener(world).names() == told


# What somebody does, to what, which question stops it, and what shows that nothing was done.
VETOES: list[tuple[str, str, Gesture, type[Foreseen]]] = [
    ("pick up", "Card", Player.pick_up, PlayerAction),
    ("drop", "Card", lambda red, x: red.drop_at(x, (0, 1, 9)), PlayerAction),
    ("flip by action", "Card", Player.flip, PlayerAction),
    ("flip by rotation", "Card", Player.flip, TryRotate),
    ("shuffle by action", "Deck", Player.shuffle, PlayerAction),
    ("shuffle", "Deck", Player.shuffle, TryRandomize),
    ("roll", "Dice", Player.roll, TryRandomize),
    ("pull", "Deck", Player.pull, PlayerAction),
    ("number", "Deck", lambda red, x: red.number(x, 2), NumberTyped),
    ("state", "Tile", lambda red, x: red.set_state(x, 2), TryStateChange),
    ("delete", "Card", Player.delete, PlayerAction),
    ("cut out", "Card", Player.cut_out, PlayerAction),
    ("under", "Card", Player.under, PlayerAction),
    ("say", "Card", lambda red, _: red.say("hi"), MayChat),
]


@pytest.mark.parametrize(
    ("kind", "gesture", "stop"), [row[1:] for row in VETOES], ids=[row[0] for row in VETOES]
)
def test_a_no_changes_nothing(kind: str, gesture: Gesture, stop: type[Foreseen]) -> None:
    """The gesture says that it was not done, the table is the same, nothing was told."""
    world, red = desk()
    before = loading.save(world)
    listener(world).forbid(stop)
    assert not gesture(red, one(world, kind))
    time.settle(world)
    assert loading.save(world) == before
    told = [name for name in listener(world).names("PlayerChatTyping") if name.startswith("Object")]
    assert told == []


def test_group_and_paste_can_be_forbidden() -> None:
    """No pile is made, and what was pasted is gone again."""
    world, red = desk()
    world.add(card(21, 12))
    red.copy(all_of(world, "Card")[0])
    listener(world).forbid(PlayerAction)
    assert red.group(*all_of(world, "Card")) == []
    assert red.paste((9, 3, 9)) == []
    assert len(all_of(world, "Card")) == 2


def test_carried_to_a_bag_card_by_card() -> None:
    """Picked up, held, dropped: each moment is as a script would see it."""
    world, red = desk()
    held = one(world, "Card")
    red.pick_up(held)
    assert (held.held_by, held.picked_up_at[0]) == ("Red", 10)
    red.carry(held, (-5, 4, 0))
    time.run(world, 30)
    assert tuple(held.position) == (-5.0, 4.0, 0.0)
    red.drop_on(held, one(world, "Deck"))
    time.settle(world)
    assert (held.gone, held.last_held_by) == (True, "Red")
    assert numbers(one(world, "Deck"))[0] == 20


def test_sticky_things_come_along() -> None:
    """What stands on a tile is carried with it, and stands on it afterwards."""
    world = table(thing("Custom_Tile", y=1.06), thing("BlockSquare", 0.3, y=1.66))
    red = sit(world)
    red.drop_at(one(world, "Tile"), (20, 1, 5))
    time.settle(world)
    block = one(world, "Block")
    assert block.position[::2] == pytest.approx((20.3, 5.0))
    assert block.box.low[1] == pytest.approx(one(world, "Tile").box.high[1], abs=0.03)


def test_snap_points_draw_what_is_dropped() -> None:
    """The nearest in reach wins; one with tags takes only what shares one; it may turn."""
    points = [
        {"Position": {"x": 5.0, "y": 1.0, "z": 5.0}, "Rotation": {"x": 0.0, "y": 90.0, "z": 0.0}},
        {"Position": {"x": 5.4, "y": 1.0, "z": 5.4}, "Tags": ["gem"]},
    ]
    for tags, place, turn in (([], (5, 5), 90), (["gem"], (5.4, 5.4), 180), ([], (8, 8), 180)):
        save = {**loading.EMPTY, "SnapPoints": points, "ObjectStates": [tile(Tags=tags)]}
        world = loading.load(save, sink=listener(table()))
        red = sit(world)
        token_ = one(world, "Tile")
        near = 8 if place == (8, 8) else 5.5
        red.drop_at(token_, (near, 1, near))
        time.settle(world)
        x, _, z = token_.position
        assert ((x, z), token_.rotation[1]) == (place, turn)


def test_attached_snap_points_go_with_their_board() -> None:
    """They lie where the board has carried them."""
    board = thing(
        "Custom_Board",
        20,
        y=1.21,
        turn=90,
        Locked=True,
        AttachedSnapPoints=[{"Position": {"x": 0.0, "y": 0.3, "z": 3.0}}],
    )
    world = table(board, tile())
    red = sit(world)
    red.drop_at(one(world, "Tile"), (23.4, 1, 0.3))
    time.settle(world)
    assert one(world, "Tile").position[0] == pytest.approx(23)
    assert one(world, "Tile").position[2] == pytest.approx(0, abs=1e-6)


@pytest.mark.parametrize(
    ("grid", "place"),
    [
        ({}, (3.3, 4.4)),
        ({"Snapping": True}, (4, 4)),
        ({"Offset": True}, (3, 5)),
        ({"BothSnapping": True}, (3, 4)),
    ],
)
def test_the_grid_draws_what_is_dropped(grid: dict[str, bool], place: tuple[float, float]) -> None:
    """To lines, to the middles of fields, to both, or not at all."""
    block = {"Type": 0, "xSize": 2, "ySize": 2, "PosOffset": {"x": 0, "y": 1, "z": 0}, **grid}
    save = {**loading.EMPTY, "Grid": block, "ObjectStates": [tile()]}
    world = loading.load(save, sink=listener(table()))
    red = sit(world)
    red.drop_at(one(world, "Tile"), (3.3, 1, 4.4))
    time.settle(world)
    assert one(world, "Tile").position[::2] == pytest.approx(place)


def test_drawing_fills_the_hand() -> None:
    """Two cards go, face up, to the hand of whoever draws."""
    world, red = desk()
    assert red.draw(one(world, "Deck"), 2)
    time.settle(world)
    held = handzones.hand_objects(world, "Red")
    assert [each.nickname for each in held] == ["card 1", "card 2"]
    assert one(world, "Deck").quantity == 8


@pytest.mark.parametrize(
    ("turned", "asked"),
    [
        ({}, ("PlayerAction", "deck")),
        ({"drawn-action-names": "card"}, ("PlayerAction", "card")),
        ({"draw-asks-pick-up": False}, None),
    ],
)
def test_switches_for_pulling_a_card(
    turned: dict[str, Node], asked: tuple[str, str] | None
) -> None:
    """Whether it asks, and for which object, hangs on what the game does."""
    world = table(deck(1, 2, 3), hand(), turned=turned)
    red = sit(world)
    pile = one(world, "Deck")
    red.pull(pile)
    questions = [each for each in listener(world).heard if isinstance(each, PlayerAction)]
    if asked is None:
        assert questions == []
    else:
        ((target,),) = [each.targets for each in questions]
        assert (target == pile.handle) == (asked[1] == "deck")


def test_a_forbidden_card_goes_back_on_the_deck() -> None:
    """If the game asks for the card, a no puts it back where it was."""
    world = table(deck(1, 2, 3), hand(), turned={"drawn-action-names": "card"})
    red = sit(world)
    listener(world).forbid(PlayerAction)
    assert red.pull(one(world, "Deck")) is None
    time.settle(world)
    assert numbers(one(world, "Deck")) == [1, 2, 3]


def test_a_die_shows_what_the_seed_says() -> None:
    """A roll takes its time, and ends on a value; the same seed gives the same one."""

    def rolled(seed: int) -> list[object]:
        world = table(thing("Die_6", GUID="die001"), seed=seed)
        red = sit(world)
        shown: list[object] = []
        for _ in range(12):
            red.roll(one(world, "Dice"))
            assert time.settle(world) > 90
            shown.append(randomizing.rotation_value(one(world, "Dice")))
        return shown

    assert rolled(1) == rolled(1) != rolled(2)
    assert set(rolled(1)) <= {1, 2, 3, 4, 5, 6}
    assert len(set(rolled(1))) > 3


@pytest.mark.parametrize(
    "name", ["Die_4", "Die_6", "Die_8", "Die_10", "Die_12", "Die_20", "Quarter"]
)
def test_every_die_shows_what_it_is_set_to(name: str) -> None:
    """Each value has a rotation of its own, and typing the number turns it there."""
    world = table(thing(name))
    red = sit(world)
    (die,) = list(world)
    values = [value for value, _ in randomizing.rotation_values(die)]
    assert values == list(range(1, len(values) + 1))
    for value in values:
        red.number(die, value)
        assert randomizing.rotation_value(die) == value


def test_rotation_values_of_ones_own() -> None:
    """A thing with written values shows those, turned about the upright axis as it may be."""
    sides = [
        {"Value": "heads", "Rotation": {"x": 0, "y": 0, "z": 0}},
        {"Value": "tails", "Rotation": {"x": 0, "y": 0, "z": 180}},
    ]
    world = table(
        tile(turn=77, RotationValues=sides), tile(5, turn=33, flip=180, RotationValues=sides)
    )
    assert [randomizing.rotation_value(each) for each in world] == ["heads", "tails"]


def test_states_come_and_go() -> None:
    """The other body lies where the first lay; going back leads to the same data."""
    world, red = desk()
    before = one(world, "Tile").data()["States"]
    red.set_state(one(world, "Tile"), 2)
    time.settle(world)
    now = one(world, "Tile")
    assert (now.guid, states.state_id(now), states.state_count(now)) == ("tok002", 2, 2)
    assert now.position[0] == 20
    red.number(now, 1)
    time.settle(world)
    back = one(world, "Tile")
    assert (back.guid, states.state_id(back)) == ("tok001", 1)
    assert back.raw["States"]["2"]["GUID"] == before["2"]["GUID"]


def test_copies_are_things_of_their_own() -> None:
    """They have new GUIDs; the first lands where one pastes, the others as they lay to it."""
    world, red = desk()
    first, second = one(world, "Card"), one(world, "Dice")
    red.copy(first, second)
    pasted = red.paste((0, 5, 9))
    assert {each.guid for each in pasted}.isdisjoint({first.guid, second.guid})
    assert [each.position[0] for each in pasted] == [0, 20]
    assert [each.position[2] for each in pasted] == [9, 9]
    first.raw["Nickname"] = "changed"
    assert pasted[0].nickname == "card 20"


def test_searching_opens_and_closes() -> None:
    """Who searches is known meanwhile; a random bag is shuffled after, if the switch says so."""
    inside = [card(number) for number in range(20)]
    for shuffles in (False, True):
        switch = {"bag-shuffles-on-search": shuffles}
        world = table(thing("Bag", Bag={"Order": 2}, ContainedObjects=inside), turned=switch)
        red = sit(world)
        bag = one(world, "Bag")
        assert len(red.search(bag)) == 20
        assert bag.searched_by == ["Red"]
        red.close(bag)
        assert bag.searched_by == []
        assert listener(world).names() == ["ObjectSearchStart", "ObjectSearchEnd"]
        assert ([raw["CardID"] for raw in bag.contents] != [100 + i for i in range(20)]) == shuffles


@pytest.mark.parametrize(
    ("spoil", "gesture", "error", "says"),
    [
        (lambda x: setattr(x, "locked", True), Player.pick_up, Refused, "locked"),
        (lambda x: setattr(x, "interactable", False), Player.flip, Refused, "cannot be touched"),
        (lambda x: setattr(x, "held_by", "Blue"), Player.pick_up, Refused, "held by Blue"),
        (Thing.reshape, lambda red, x: red.carry(x, (0, 0, 0)), Refused, "does not hold"),
        (Thing.reshape, Player.close, Refused, "does not search"),
    ],
)
def test_what_no_person_could_do(
    spoil: Node, gesture: Gesture, error: type[Exception], says: str
) -> None:
    """It is refused with the reason, and no script is asked."""
    world, red = desk()
    target = one(world, "Card")
    spoil(target)
    with pytest.raises(error, match=says):
        gesture(red, target)
    assert listener(world).names() == []


def test_nobody_acts_from_an_empty_seat() -> None:
    """Nor on what is gone."""
    world, red = desk()
    with pytest.raises(NotFound, match="nobody sits at Blue"):
        Player(world, "Blue").pick_up(one(world, "Card"))
    gone = one(world, "Card")
    red.delete(gone)
    with pytest.raises(NotFound, match="not on the table"):
        red.pick_up(gone)


def test_a_card_may_be_flipped_twice() -> None:
    """Over and back."""
    world, red = desk()
    flipped = one(world, "Card")
    red.flip(flipped)
    time.settle(world)
    once = flipped.face_down
    red.flip(flipped)
    time.settle(world)
    assert (once, flipped.face_down) == (False, True)
    assert flipped.rotation[2] == 180


@pytest.mark.parametrize(
    ("more", "distance", "end"),
    [
        ({}, 1.0, (13, 2)),
        ({}, 0.0, (10, 0)),
        ({}, 0.2, (10.6, 0.4)),
        ({"Locked": True}, 1.0, (10, 0)),
    ],
)
def test_a_flicked_thing_slides(more: dict[str, Node], distance: float, end: Node) -> None:
    """As far as a switch says, along the impulse and not upwards; what is locked stays."""
    world = table(tile(10, **more), turned={"flick-distance": distance})
    red, flicked = sit(world), one(world, "Tile")
    assert red.flick(flicked, (3, 5, 2))
    assert time.settle(world) < 600
    assert (flicked.position[0], flicked.position[2]) == pytest.approx(end)


@pytest.mark.parametrize(
    ("gesture", "what", "fix"),
    [
        (lambda red, x: red.menu(x, "Yours"), 'no menu has "Yours"', "it has Mine, Search, "),
        (lambda red, _: red.menu(None, "Mine"), 'no menu has "Mine"', "it has no lines"),
        (lambda red, _: red.hotkey("stop"), 'no script waits for a key "stop"', "they wait for go"),
        (lambda red, x: red.click(x, 1), "has 1 buttons, none has index 1", ""),
        (lambda red, x: red.type_into(x, -1, ""), "has 1 inputs, none has index -1", ""),
    ],
)
def test_what_is_not_there_cannot_be_used(gesture: Gesture, what: str, fix: str) -> None:
    """A line, a key, a button that nobody has made is no gesture that does nothing."""
    world, red = desk()
    with pytest.raises(NotFound, match=what) as caught:
        gesture(red, one(world, "Card"))
    assert str(caught.value.fix or "").startswith(fix)
    assert listener(world).names() == []
