"""A playbook says what players do and what is to be seen; nothing else can be said in it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.table.small_saves import deck, hand, save, thing
from tts_tool.errors import BadInput, NotFound, UserError
from tts_tool.table import Table
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
def test_what_does_not_hold(table: Table, text: str, found: str) -> None:
    """An expectation that fails says where, what was expected and what was there."""
    line = text.count("\n") + 1
    (failure,) = Playbook(f"{text}\nexpect True", "plays/a.txt").play(table)
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
        ("run('x')", BadInput, "frames are a whole number"),
        ("run(-1)", BadInput, "frames are a whole number"),
        ("host.rewind(4)", NotFound, "no checkpoint"),
        ("expect 1 / 0", BadInput, "division by zero"),
        ("expect 'a' * 99999 == 1", BadInput, "only numbers are calculated with"),
        ("expect objects[999]", BadInput, "out of range"),
        ("expect {**{}}", BadInput, "cannot be said"),
        ("expect 1 + 'a'", BadInput, "only numbers"),
        ("expect find('Bob').guid.name", BadInput, "there is no name"),
        ("expect 1 < 'a'", BadInput, "not supported"),
    ],
)
def test_what_cannot_be_done(table: Table, text: str, kind: type[UserError], what: str) -> None:
    """What is well formed but impossible stops the play, with its line."""
    with pytest.raises(kind) as caught:
        Playbook(f"x = 1\n{text}", "a.txt").play(table)
    assert caught.value.where == "a.txt:2"
    assert what in caught.value.what


@given(st.text(alphabet="redhost.expct find('a')[]{}=+-*/<>,;#\"\\\n 01x"))
def test_nonsense_is_refused(text: str) -> None:
    """Whatever somebody types is either well formed or refused; nothing else is raised."""
    with suppress(UserError):
        Playbook(text, "a.txt")
