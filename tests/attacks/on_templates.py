"""Attacks on templates: faces, styles, icons and scripts that ask for too much, or for nonsense."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from string import Template

from tests.attacks.mods import DATA, OUT, build, laid_out, whole
from tests.attacks.weapons import bent, contents, odd_file, wrong_words
from tts_tool.errors import ExitCode

__all__ = ["attack"]

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 500 700">'
FACES = tuple(f"{DATA}/faces/{name}.svg" for name in ("fruit", "back", "mat", "surface"))
FILES = (*FACES, f"{DATA}/faces/style.toml", f"{DATA}/icons/fruit.svg", f"{DATA}/layout.toml")
SCRIPT = "lua_templates/my_mod/global/main.lua"

VALUES = (
    *("'x'", "1", "0", "-1", "1.5", "none", "true", "[]", "{}", "card", "colour", "language"),
    *("10**9", "10**400", "1e308*10", "'x' * 10**9", "[0] * 10**9", "'é\\ud800'", "range(10**5)"),
    *("card.name", "card.__class__", "self", "loop", "text", "icon", "caller", "''.join", "nobody"),
    *("'%1000000000d'", "'{0:>1000000000}'", "namespace(a=1)", "dict(a=1)", "cycler(1, 2)"),
)
FILTERS = tuple(
    "upper length list sort join center(10**9) indent(10**8) replace('x','y'*10**6) batch(10**9) "
    "slice(10**9) wordwrap(1) format(1) first last sum map('upper') lua lua_long lua_comment "
    "lua_string lua_key truncate(10**9) attr('x') round(10**9) groupby('x') dictsort escape "
    "filesizeformat xmlattr tojson pprint random select('odd') unique reverse string int float "
    "abs default('x'*10**8)".split()
)
OPERATORS = ("+", "-", "*", "**", "%", "~", "//", "/", "and", "in", "==", "<", "if 1 else")
SHAPES = (
    "<g>", "</g>", "<path d='{}'/>", "<rect width='{}' height='{}'/>", "<use href='#a'/>",
    "<g id='a'>", "<g opacity='0.5'>", "<image href='{}'/>", "<text>{}</text>", "<style>{}</style>",
    "<filter id='f'><feGaussianBlur stdDeviation='{}'/></filter>", "<g filter='url(#f)'>",
    "<pattern id='p' width='{}' height='{}'>", "<circle r='{}' fill='url(#p)' stroke-width='{}'/>",
    "<g transform='scale({})'>", "<mask id='m'>", "<g mask='url(#m)'>", "<!--", "-->", "<![CDATA[",
    "<!DOCTYPE a [<!ENTITY b 'c'>]>", "&b;", "<?xml version='1.0'?>", "<svg>",
    "<line stroke-dasharray='{}'/>",
    "<linearGradient id='g' href='#g'/>", "<script>{}</script>", "<foreignObject/>",
)  # fmt: skip
NUMBERS = (
    "0",
    "1",
    "-1",
    "1e-9",
    "0.001",
    "50",
    "1e9",
    "1e38",
    "1e400",
    "NaN",
    "9" * 400,
    "5%",
    "x",
)


def attack(pick: random.Random, folder: Path) -> str | None:
    """Harm a template and build; what was built before stays, or a whole new build is there."""
    mod = laid_out(folder)
    name = pick.choice([*FILES, SCRIPT, *FACES, *FACES])
    _harm(mod / name, pick)
    before, built = contents(mod), contents(mod / OUT)
    ran = build(mod, *pick.choice([(), ("--json",), ("--lang", "de")]))
    if wrong := wrong_words(ran):
        return wrong
    after = contents(mod)
    if any(after.get(path) != data for path, data in before.items() if not path.startswith(OUT)):
        return "a file of the mod has changed"
    if ran.code == ExitCode.OK:
        return whole(mod / OUT)
    return None if contents(mod / OUT) == built else "a build that failed has changed the last one"


def _harm(file: Path, pick: random.Random) -> None:
    good = file.read_bytes()
    match pick.randrange(8):
        case 0:
            odd_file(file, pick)
        case 1 | 2:
            file.write_bytes(bent(good, pick))
        case 3:
            file.write_bytes(pick.choice(HUGE)().encode("utf-8", "surrogatepass"))
        case 4 if file.suffix == ".svg":
            file.write_text(HEAD + _drawing(pick) + "</svg>\n", encoding="utf-8")
        case _:
            lines = good.decode().split("\n")
            at = pick.randrange(1, len(lines))
            lines[at:at] = [_said(pick) for _ in range(pick.choice([1, 1, 3]))]
            file.write_text("\n".join(lines), encoding="utf-8")


SAYINGS = (
    "{{ $one }}",
    "{% set a = $one %}{{ a }}",
    "{% for a in $one %}$inside{% endfor %}",
    "{% if $one %}$inside{% endif %}",
    "{% macro m(a) %}$inside{{ m(a) }}{% endmacro %}{{ m(1) }}",
    "{% include $one %}",
    "{% include '$file' %}",
    "{% filter $filter %}$inside{% endfilter %}",
    "{% set a %}$inside{% endset %}{{ a * 1000 }}",
    "{{ text($one, 0, 0, 400, 90, 'name') }}",
    "{{ text($one, $one, 0, $one, 90, $one) }}",
    "{{ icon('fruit', $one, 0, $one, 'gold') }}",
    "{% $one",
)


def _said(pick: random.Random, depth: int = 0) -> str:
    """Say something in Jinja, sense or not."""
    if pick.random() < 0.1:
        return _drawing(pick)
    return Template(pick.choice(SAYINGS)).substitute(
        one=_value(pick),
        file=pick.choice(["fruit.svg", "main.lua", "../x", "nobody"]),
        filter=pick.choice(FILTERS),
        inside=_inside(pick, depth),
    )


def _inside(pick: random.Random, depth: int) -> str:
    return _said(pick, depth + 1) if depth < 4 else "x"


def _value(pick: random.Random) -> str:
    value = pick.choice(VALUES)
    for _ in range(pick.choice([0, 0, 1, 2])):
        if pick.random() < 0.5:
            value = f"({value}) {pick.choice(OPERATORS)} ({pick.choice(VALUES)})"
        else:
            value = f"({value}) | {pick.choice(FILTERS)}"
    return value


def _drawing(pick: random.Random) -> str:
    shapes = []
    for _ in range(pick.choice([1, 5, 60, 3_000])):
        shape = pick.choice(SHAPES)
        while "{}" in shape:
            shape = shape.replace("{}", pick.choice(NUMBERS), 1)
        shapes.append(shape)
    return "".join(shapes)


def _using() -> str:
    """Draw each group nine times in the one before it."""
    use = "<use href='#g{}'/>".format
    groups = (f"<g id='g{n}'>{use(n + 1) * 9}</g>" for n in range(12))
    return f"{HEAD}{''.join(groups)}</svg>"


WORDS = "{% for a in range(3000) %}{{ text('word ' * 20, 0, 0, 400, 90, 'name') }}{% endfor %}"
DOUBLING = "{% for b in range(99) %}{% set a.x = a.x ~ a.x %}{% endfor %}"
ROUNDS = "{% for a in range(100000) %}"
# Much of what a template has a little of.
HUGE: tuple[Callable[[], str], ...] = (
    lambda: "{{ 'x' * 10**10 }}",
    lambda: HEAD + "<g>" * 100_000 + "</g>" * 100_000 + "</svg>",
    lambda: HEAD + "<g>" * 60 + "<circle r='1'/>" * 30_000 + "</g>" * 60 + "</svg>",
    lambda: HEAD + "<path d='M0 0" + "L1 1" * 400_000 + "'/></svg>",
    lambda: HEAD + "<path d='M0 0h9e5' stroke='red' stroke-dasharray='1e-4' /></svg>",
    _using,
    lambda: "{" * 200_000,
    lambda: "{% for a in range(9) %}" * 300 + "{% endfor %}" * 300,
    lambda: "{{ " + "(" * 5_000 + "1" + ")" * 5_000 + " }}",
    lambda: "{{ " + "1 + " * 30_000 + "1 }}",
    lambda: ROUNDS + ROUNDS + "{% endfor %}{% endfor %}",
    lambda: ROUNDS + "{{ 'x' * 1000 }}{% endfor %}",
    lambda: "{% set a = namespace(x='x') %}" + DOUBLING,
    lambda: "{{ text('w ' * 100000, 0, 0, 400, 600, 'name') }}",
    lambda: HEAD + WORDS + "</svg>",
    lambda: HEAD + "{{ text('Donau' * 3000, 0, 0, 400, 90, 'name') }}</svg>",
    lambda: "a = [" * 5_000,
    lambda: "x = 1\n" * 300_000,
    lambda: "local a = {" * 20_000,
    lambda: "-- \ud800\n" * 100,
)
