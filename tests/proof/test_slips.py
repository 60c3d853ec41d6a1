"""The breaking tool also makes the slips of whoever writes rules: order, end, seat."""

import ast
import textwrap

import pytest

from tts_tool.proof.slips import slips

FLOW = "def rule(g, seat, other):\n"


def slipped(body: str) -> list[str]:
    """Give every form of the body of a rule with one slip in it."""
    source = f"{FLOW}{textwrap.indent(textwrap.dedent(body).strip(), '    ')}".encode()
    forms = [one.applied(source).decode() for one in slips(source, "a.py")]
    assert all(ast.dump(ast.parse(form)) != ast.dump(ast.parse(source)) for form in forms)
    return [textwrap.dedent(form.removeprefix(FLOW)) for form in forms]


@pytest.mark.parametrize(
    ("body", "forms"),
    [
        ("g.add('gold', 1)", ["g.add('gold', 1)\ng.add('gold', 1)"]),
        ("yield from pay(g)", ["yield from pay(g)\nyield from pay(g)"]),
        (
            "if a:\n    pay(g)\n    gain(g)",
            [
                "if a:\n    pay(g)\n    pay(g)\n    gain(g)",
                "if a:\n    pay(g)\n    gain(g)\n    gain(g)",
                "if a:\n    gain(g)\n    pay(g)",
            ],
        ),
        ("g.set('day', 1)\nreturn 2", []),
        ("g.move(g.cards('a'), 'a', 'b')", []),
        (
            "g.note(T, day=1)\ng.notify(DAWN, seat)",
            [
                "g.note(T, day=1)\ng.notify(DAWN, seat)\ng.notify(DAWN, seat)",
                "g.note(T, day=1)\ng.notify(DAWN, g.clockwise(seat)[-1])",
            ],
        ),
        (
            "g.notify(DAWN, day=g.day())\nyield from g.settle()",
            [
                "g.notify(DAWN, day=g.day())\ng.notify(DAWN, day=g.day())\nyield from g.settle()",
                "yield from g.settle()\ng.notify(DAWN, day=g.day())",
            ],
        ),
        (
            "pay(g)\ng.notify(DAWN, day=g.day())",
            [
                "pay(g)\npay(g)\ng.notify(DAWN, day=g.day())",
                "pay(g)\ng.notify(DAWN, day=g.day())\ng.notify(DAWN, day=g.day())",
                "g.notify(DAWN, day=g.day())\npay(g)",
            ],
        ),
        ("g.note(T, days=(), who=(DAWN, 1))", []),
        (
            "g.note(T, days=(*days, 1))",
            ["g.note(T, days=(*days, 1))\ng.note(T, days=(*days, 1))"],
        ),
        (
            "g.move(x, 'a', 'b')\ng.notify(C, n=len(x))",
            [
                "g.move(x, 'a', 'b')\ng.move(x, 'a', 'b')\ng.notify(C, n=len(x))",
                "g.move(x, 'a', 'b')\ng.notify(C, n=len(x))\ng.notify(C, n=len(x))",
            ],
        ),
        ("clear_combo(g, seat)", ["clear_combo(g, g.clockwise(seat)[-1])"]),
        ("x = g.cards('deck')[0]", ["x = g.cards('deck')[-1]"]),
        ("x = g.state.places[a][:2]", ["x = g.state.places[a][::-1][:2]"]),
        ("x = known[0]", []),
        ("x = at(TOP) or at(BOTTOM)", ["x = at(-1) or at(BOTTOM)", "x = at(TOP) or at(0)"]),
        (
            "g.draw('a', 'b', 2, rule='X')",
            [
                "g.draw('a', 'b', 2, rule='X')\ng.draw('a', 'b', 2, rule='X')",
                "g.move(g.cards('a')[::-1][:2], 'a', 'b', rule='X')",
            ],
        ),
        ("x = hand(g, seat)", ["x = hand(g, g.clockwise(seat)[-1])"]),
        ("x = at(who=other)", ["x = at(who=g.clockwise(other)[-1])"]),
        ("x = f'gold.{seat}'", ["x = f'gold.{g.clockwise(seat)[-1]}'"]),
    ],
)
def test_slips(body: str, forms: list[str]) -> None:
    """Each is made by itself, and none that nobody could notice."""
    assert sorted(slipped(body)) == sorted(forms)


def test_only_where_a_game_is_at_hand() -> None:
    """What is given no game knows no other seat."""
    assert slips(b"def rule(seat):\n    return hand(seat)", "a.py") == []
