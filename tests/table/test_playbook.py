"""A playbook says what players do and what is to be seen; nothing else can be said in it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import asdict

from tests.table.small_saves import State, deck, hand, save, thing
from tts_tool.errors import BadInput, NotFound, UserError
from tts_tool.table import Table
from tts_tool.table.looks import ObjectLook
from tts_tool.table.playbook import Playbook

SCRIPT = """
function onChat(message, player) print(player.color .. ': ' .. message) end
function onPlayerChangeColor(color) print(color .. ' sits') end
"""
STATE = save(
    deck("dec000", 5, (4, 4), Nickname="Quest; deck # 1"),
    thing("b0b000", at=(-4, 0), Nickname="Bob"),
    thing("b0b001", at=(-8, 0), Nickname="Rob", Locked=True),
    hand("fac000", "Red"),
    script=SCRIPT,
)


@pytest.fixture
def table() -> Iterator[Table]:
    """Open the small save."""
    with Table.open(STATE) as opened:
        yield opened


@pytest.fixture(scope="module")
def still() -> Iterator[Table]:
    """Open the small save for all who change nothing."""
    with Table.open(STATE) as opened:
        before = opened.save_as_it_is()
        yield opened
        assert opened.save_as_it_is() == before


BOOK = """
# A hand of cards
deck = find("Quest; deck # 1"); bob = find('Bob')   # names

red.draw(deck, 2); settle()
expect len(hand("Red")) == 2 and deck.quantity == 3
expect not len(hand("Blue"))
red.pick_up(bob)
expect bob.held_by == "Red"
red.drop_at(bob, (9, 3, 9))
settle(300)
expect bob.position[0] > 8.5 and 8.5 < bob.position[2] <= 9.5
expect abs(bob.position[0] - 9) < 0.5
blue.say("hello; # you"); expect "Blue: hello; # you" in prints
expect "Blue sits" in prints
expect find("b0b001").locked is True
expect [] == errors
moved = host.save()
run(30)
expect frame >= 30
expect deck.contents[0].nickname != ""
expect len(seen_by("Blue")) == len(objects)
"""


def test_a_book(table: Table) -> None:
    """Names, gestures, time and expectations do what they say."""
    assert Playbook(BOOK).play(table) == []


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("expect find('Bob').locked", "expected find('Bob').locked; found False"),
        ("x = find('Bob')\nexpect x.quantity == 7", "expected x.quantity == 7; found"),
        ("expect 1 < 2 < 0", "found 1 and 2 and 0"),
        ("expect 'a' in ['b', 'c']", "found 'a' and ['b', 'c']"),
    ],
)
def test_what_does_not_hold(still: Table, text: str, found: str) -> None:
    """An expectation that fails says where, what was expected and what was there."""
    line = text.count("\n") + 1
    (failure,) = Playbook(f"{text}\nexpect True", "plays/a.txt").play(still)
    assert str(failure).startswith(f"plays/a.txt:{line}: expected ")
    assert found in str(failure)


@pytest.mark.parametrize(
    "text",
    [
        "import os",
        "__import__('os').system('x')",
        "().__class__",
        "x = find('a').__class__",
        "expect find('a')._again",
        "expect find('a').look",
        "red.draw.__globals__",
        "red._gesture('x')",
        "red.colour",
        "host._table",
        "host.open()",
        "red.drow(find('a'))",
        "run.__call__()",
        "expect (lambda: 1)()",
        "expect [x for x in objects]",
        "expect f'{objects}'",
        "expect 9 ** 9 ** 9",
        "expect 1 if 1 else 2",
        "expect (x := 3)",
        "expect getattr(objects, 'x')",
        "expect find(what='a')",
        "expect open('/etc/passwd')",
        "expect",
        "expect x = 1",
        "for x in objects: red.flip(x)",
        "while True: pass",
        "x, y = objects",
        "find = 3",
        "x += 1",
        "del x",
        "red.say('open",
        "red.say(*objects)",
        "red.say(**objects)",
        "((((",
        "expect " + "(" * 500,
        "expect " + "-" * 20_000 + "1",
        "expect {**{}}['a'] if",
        "\0",
    ],
)
def test_what_cannot_be_said(text: str) -> None:
    """All else is refused when it is read, with its line, before anything has been done."""
    with pytest.raises(UserError) as caught:
        Playbook(f"run(1)\n{text}", "a.txt")
    assert caught.value.where == "a.txt:2"


@pytest.mark.parametrize(
    ("text", "kind", "what"),
    [
        ("red.pick_up(nobody)", NotFound, 'nothing is called "nobody"'),
        ("expect find('Bib')", NotFound, 'no object is called "Bib"'),
        ("red.draw()", UserError, "draw: missing a required argument"),
        ("red.draw('Bob')", UserError, "draw: 'Bob' instead of an object"),
        ("red.draw(find('Bob'), 'two')", UserError, "draw: 'two' instead of a number"),
        ("red.drop_at(find('Bob'), [1, 2])", UserError, "instead of a place (x, y, z)"),
        ("red.drop_at(find('Bob'), [1, 2, True])", UserError, "instead of three numbers"),
        ("red.say(find('Bob'))", UserError, "instead of a text"),
        ("red.pick_up(find('Rob'))", UserError, "locked"),
        ("run('x')", BadInput, "run: 'x' instead of a number"),
        ("run(-1)", BadInput, "no time passes backwards"),
        ("run(frame=1)", BadInput, "run: got an unexpected keyword argument 'frame'"),
        ("host.rewind(4)", NotFound, "no checkpoint"),
        ("host.rewind('a')", BadInput, "rewind: 'a' instead of a number"),
        ("host.save(1)", BadInput, "save: too many positional arguments"),
        ("red.change_colour()", BadInput, "change_colour: missing a required argument"),
        ("expect find(3)", BadInput, "find: 3 instead of a text"),
        ("expect inside('Bob')", BadInput, "inside: 'Bob' instead of an object"),
        ("expect inside(find('Bob')) == []", BadInput, "'Bob'> is no zone"),
        ("expect hand('Rde')", NotFound, "there is no colour 'Rde'"),
        ("expect seen_by('Rde')", NotFound, "there is no colour 'Rde'"),
        ("expect seen_by('')", NotFound, "there is no colour ''"),
        ("red.key(77)", NotFound, "there is no scripting key 77"),
        ("red.turn_page(find('Bob'), 3)", UserError, "has no page 3"),
        ("red.roll(find('Bob'))", UserError, "has no values to roll"),
        ("red.shuffle(find('Bob'))", UserError, "cannot be shuffled"),
        ("red.search(find('Bob'))", UserError, "is no container"),
        ("red.split(find('Bob'))", UserError, "is no pile that could be parted"),
        ("red.cut(find('Bob'), 2)", UserError, "is no pile that could be parted"),
        ("red.spread(find('Bob'))", UserError, "is no pile that could be parted"),
        ("red.draw(find('dec000'), -3)", UserError, "nobody can take -3"),
        ("red.deal(find('dec000'), 'Red', 0)", UserError, "nobody can take 0"),
        ("red.number(find('Bob'), -1)", UserError, "nobody can type -1"),
        ("red.pick_up()", BadInput, "done to nothing"),
        ("red.drop()", UserError, "Red holds nothing"),
        ("red.paste()", UserError, "Red has copied nothing"),
        ("expect 1 / 0", BadInput, "division by zero"),
        ("expect 'a' * 99999 == 1", BadInput, "only numbers are calculated with"),
        ("expect objects[999]", BadInput, "out of range"),
        ("expect {**{}}", BadInput, "cannot be said"),
        ("expect 1 + 'a'", BadInput, "only numbers"),
        ("expect find('Bob').guid.name", BadInput, "there is no name"),
        ("expect 1 < 'a'", BadInput, "not supported"),
        ("expect {'a': 1}['b']", BadInput, "there is no 'b'"),
    ],
)
def test_what_cannot_be_done(still: Table, text: str, kind: type[UserError], what: str) -> None:
    """What is well formed but impossible stops the play, with its line, and changes nothing."""
    with pytest.raises(kind) as caught:
        Playbook(f"x = 1\n{text}", "a.txt").play(still)
    assert caught.value.where == "a.txt:2"
    assert what in caught.value.what


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("expect 9 ** 9 ** 9 == 1", "9 ** 9 ** 9 cannot be said here"),
        ("expect [x for x in objects]", "[x for x in objects] cannot be said here"),
        ("red.draw(find('Bob'), 7 % 2)", "7 % 2 cannot be said here"),
        ("expect ~1", "~1 cannot be said here"),
        ("expect (lambda: 1)()", "lambda: 1 cannot be called here"),
        ("expect f'" + "x" * 99 + "{objects}'", f"f'{'x' * 58} … cannot be said here"),
        ("expect " + "-" * 900 + "(2 ** 3)", "2 ** 3 cannot be said here"),
        ("host.open()", "the host cannot open"),
    ],
)
def test_what_is_refused_is_shown(text: str, what: str) -> None:
    """Not the name that Python has for it, but how it was written."""
    with pytest.raises(BadInput) as caught:
        Playbook(text)
    assert caught.value.what == what


@pytest.mark.parametrize(
    "text", ["expect 1 / 0", "x = 1 / 0", "red.drop_at(find('Bob'), (1, 1 / 0, 1))"]
)
def test_an_error_repeats_nothing(still: Table, text: str) -> None:
    """What could not be done is said once, and then why."""
    with pytest.raises(BadInput) as caught:
        Playbook(text).play(still)
    assert caught.value.what == f"{text}: division by zero"


@given(st.text(alphabet="redhost.expct find('a')[]{}=+-*/<>,;#\"\\\n 01x"))
def test_nonsense_is_refused(text: str) -> None:
    """Whatever somebody types is either well formed or refused; nothing else is raised."""
    with suppress(UserError):
        Playbook(text, "a.txt")


WORTH = save(
    thing("d1e000", "Die_6", at=(0, 0), Nickname="dice"),
    thing("c01000", "Quarter", at=(4, 0), Nickname="coin"),
    thing("c10c00", "Digital_Clock", at=(8, 0), Clock={"SecondsPassed": 7, "Paused": True}),
    thing("7ab1e7", "Tablet", at=(16, 0), Tablet={"PageURL": "http://example.com"}),
    thing("c0c0c0", "Counter", at=(24, 0), Counter={"value": 5}),
    thing("7e4700", "3DText", at=(28, 0), Text={"Text": "Hello"}),
    thing("c41900", "Chip_50", at=(32, 0)),
    thing("b0b000", at=(36, 0), Nickname="Bob"),
    hand("fac000", "Red"),
    ui='<Slider id="sl" minValue="1" maxValue="5" /><Slider id="half" />',
)
VALUES = """
red.number(find("dice"), 4); settle()
expect find("dice").value == 4
red.roll(find("dice")); settle()
expect 1 <= find("dice").value <= 6
expect find("coin").value == 1
expect find("c10c00").value == 7 and find("c0c0c0").value == 5 and find("c41900").value == 50
expect find("7ab1e7").value == "http://example.com" and find("7e4700").value == "Hello"
expect find("Bob").value == None and find("fac000").value == "Red"
"""


def test_values() -> None:
    """What a thing is worth is what a script reads off it; looking changes nothing."""
    lua = """
    local all = {}
    for _, object in ipairs(getAllObjects()) do all[object.guid] = object.getValue() end
    return all
    """
    with Table.open(WORTH) as opened:
        before = opened.save_as_it_is()
        seen = {piece.guid: piece.value for piece in opened.objects if piece.value is not None}
        assert opened.save_as_it_is() == before
        assert opened.execute(lua) == {key: value for key, value in seen.items() if key != "fac000"}
        assert Playbook(VALUES).play(opened) == []


@pytest.mark.parametrize(
    ("raw", "value"),
    [
        (thing("0dd000", "ChipStack", Number=2, MaterialIndex=-1), 10),
        (thing("0dd000", "ChipStack", Number=2, MaterialIndex="x"), 10),
        (thing("0dd000", "ChipStack", Number=2, MaterialIndex=4), 1000),
        (thing("0dd000", "Digital_Clock", Clock=3), 0),
        (thing("0dd000", "Digital_Clock", Clock={"SecondsPassed": 1.5}), 1),
        (thing("0dd000", "Counter", Counter=7), 0),
        (thing("0dd000", "Counter", Counter={"value": []}), 0),
        (thing("0dd000", RotationValues=3), None),
        (thing("0dd000", RotationValues=[3, {"Value": {}}]), None),
    ],
)
def test_values_of_odd_saves(raw: State, value: object) -> None:
    """Whatever a stranger's save holds there can be looked at, and time goes on."""
    with Table.open(save(raw)) as opened:
        assert opened.find("0dd000").value == value
        opened.red.randomize(opened.find("0dd000"))
        opened.run(61)
        assert opened.frame == 61


def test_a_slider_takes_whole_numbers() -> None:
    """Where it stops is the same however the number is written, and within its bounds."""
    book = """
    red.slide("sl", 3); expect ui("sl")["minValue"] == "1"
    red.slide("sl", 3.0); red.slide("sl", 9); red.slide("half", 0.25)
    """
    with Table.open(WORTH) as opened:
        assert Playbook(book).play(opened) == []
        shown = [each["attributes"]["value"] for each in opened.screen("Red")]
        assert shown == ["5", "0.25"]


def test_a_piece_has_all_that_a_look_has(table: Table) -> None:
    """What a playbook may ask of an object, a test in Python may ask of it, too."""
    for piece in table.objects:
        assert {name: getattr(piece, name) for name in ObjectLook.__struct_fields__} == asdict(
            piece.look
        )


def test_searching_twice_is_searching_once(table: Table) -> None:
    """Whoever looks into a container already does not look into it again."""
    red, deck_ = table.red, table.find("dec000")
    table.execute("function onObjectSearchStart(o, c) print('starts ' .. c) end")
    assert red.search(deck_) == red.search(deck_)
    red.close(deck_)
    assert table.prints[-1:] == ["starts Red"]
    assert table.prints.count("starts Red") == 1
    with pytest.raises(UserError, match="does not search"):
        red.close(deck_)
