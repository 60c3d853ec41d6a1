"""Templates write Lua, say what is wrong and where, and every line of Lua knows its origin."""

import random
import re
from pathlib import Path
from typing import Any

import pytest
from lupa import lua52  # type: ignore[import-untyped]  # it ships no types

from tests.lua.template_maker import MARK, Made, make
from tts_tool.errors import BadInput, NotFound, UserError
from tts_tool.lua.bundle import Library, LuaModule, bundle
from tts_tool.lua.source_map import Position
from tts_tool.lua.templates import Rendered, Templates
from tts_tool.lua.traced import traced

Files = dict[str, str]


def rendered(folder: Path, files: Files, **values: object) -> Rendered:
    """Write templates and render main.lua."""
    write(folder, files)
    return Templates(folder).render("main.lua", values)


def write(folder: Path, files: Files) -> None:
    """Write files as they stand."""
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode())


def origins(folder: Path, made: Rendered) -> list[str]:
    """Give the origin of each line, without the folder."""
    places = [made.map.at(number) for number in range(1, made.map.lines + 1)]
    return [f"{Path(p.file).relative_to(folder).as_posix()}:{p.line}" for p in places if p]


def test_text(tmp_path: Path) -> None:
    """Filters for Lua, strict blanks, and files that are found in folders."""
    files = {
        "main.lua": '{% from "lib/m.lua" import pair %}\nlocal t = {\n{% for k in d %}\n'
        '  {{ pair(k, d[k]) }},\n{% endfor %}\n}\n{% include "tail.lua" %}\n',
        "lib/m.lua": "{% macro pair(k, v) -%}\n{{ k | lua_key }} = {{ v | lua }}\n{%- endmacro %}",
        "tail.lua": "return {{ n }} -- {{ n }}\r\n",
    }
    made = rendered(tmp_path, files, d={"b": [1, "x"], "end": None}, n=-2)
    assert made.text == ('local t = {\n  b = {1, "x"},\n  ["end"] = nil,\n}\nreturn (-2) -- (-2)\n')
    assert type(made.text) is str
    folder = tmp_path.as_posix()
    assert made.files == tuple(f"{folder}/{name}" for name in ("main.lua", "lib/m.lua", "tail.lua"))
    assert origins(tmp_path, made) == [
        "main.lua:2", "lib/m.lua:2", "lib/m.lua:2", "main.lua:6", "tail.lua:1", "tail.lua:2",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        ({"main.lua": "a\nb\nc"}, "1 2 3"),
        ({"main.lua": "{# x\n#}\na\n\nb"}, "3 4 5"),
        ({"main.lua": "{% raw %}\n{{ a }}\nb\n{% endraw %}\nc"}, "1 2 3 5"),
        ({"main.lua": "{%- if true -%}\n\n  a\n{% endif %}\nb"}, "3 5"),
        ({"main.lua": "{% for i in range(2) %}\na\n{{ i }}\n{% endfor %}\nz"}, "2 3 2 3 5"),
        ({"main.lua": "x = {{ 1 +\n 2 +\n three }}\ny"}, "1 4"),
        ({"main.lua": "{{ many }}\nz"}, "1 1 2"),
        ({"main.lua": "{% set x %}\na\nb\n{% endset %}\nq\n{{ x }}"}, "5 2 3 4"),
        ({"main.lua": "{% macro m() %}\na\nb\n{% endmacro %}\n  {{ m() }}z"}, "2 3 5"),
        ({"main.lua": "{% macro m() %}\na\nb\n{% endmacro %}\n{{ m() | indent(2) }}z"}, "2 3 5"),
        ({"main.lua": "{% macro m() %}\n\na\nb\n{% endmacro %}\n{{ m() | trim }}\nz"}, "3 4 7"),
        ({"main.lua": "{% macro m() %}\n\na\n{% endmacro %}\n{{ m() | upper | trim }}\nz"}, "5 6"),
        ({"main.lua": "{% macro m() %}\n<\n{{ caller() }}\n>\n{% endmacro %}\n"
                      "{% call m() %}\na\n{% endcall %}\nz"}, "2 7 3 4 9"),
        ({"main.lua": "{% filter upper %}\na\nb\n{% endfilter %}\nz"}, "1 1 5"),
        ({"main.lua": "{% filter indent(2, true) %}\na\nb\n{% endfilter %}\nz"}, "2 3 5"),
        ({"main.lua": "{% extends 'base' %}\n{% block b %}\na\n{{ super() }}c\n{% endblock %}",
          "base": "1\n{% block b %}\n2\n{% endblock %}\n3\n"}, "b1 3 b3 4 b5 b6"),
        ({"main.lua": "a\n  {% include 'i' %}\nb", "i": "\n  x\n y\n"}, "1 i1 i2 i3 3"),
    ],
)  # fmt: skip
def test_origins(tmp_path: Path, files: Files, expected: str) -> None:
    """Each way in which a template can write leads back to the line that wrote."""
    made = rendered(tmp_path, files, many="p\nq", three=3)
    found = [place.replace("main.lua:", "").replace(":", "") for place in origins(tmp_path, made)]
    assert " ".join(found).replace("base", "b") == expected


def test_values_of_a_card_file(tmp_path: Path) -> None:
    """What a card file brings leads to the card file: as Lua line by line, as text to its line."""
    script = traced("say(1)\nsay(2)", "cards/a.toml", 7)
    name = traced("Geralt", "cards/a.toml", 3, 8)
    files = {
        "main.lua": "c = {\n  {{ name | lua }},\n  {{ [name, 1] | lua(2) }}\n}\n{{ script }}\nz"
    }
    made = rendered(tmp_path, files, script=script, name=name)
    lines = made.text.split("\n")
    assert lines[1] == '  "Geralt",'
    assert made.map.at(2, 2) == Position("cards/a.toml", 3)
    assert made.map.at(2, 10) == Position((tmp_path / "main.lua").as_posix(), 2)
    assert made.map.at(4, lines[3].index('"')) == Position("cards/a.toml", 3)
    start = lines.index("say(1)") + 1
    assert made.map.at(start) == Position("cards/a.toml", 7)
    assert made.map.at(start + 1, 4) == Position("cards/a.toml", 8, 4)
    assert made.map.at(start + 2) == Position((tmp_path / "main.lua").as_posix(), 6, 0)


@pytest.mark.parametrize(
    ("text", "place", "what"),
    [
        ("a\n{{ nobody }}", "main.lua:2", "'nobody' is undefined"),
        ("a\n\n{{ card.costt }}", "main.lua:3", "has no attribute 'costt'"),
        ("{% if x %}\n{% for %}", "main.lua:2", "Expected an expression"),
        ("{% if x %}\n", "main.lua:1", "Unexpected end of template"),
        ("a\n{% include 'b.lua' %}", "main.lua:2", "no template b.lua"),
        ("a\n{% include '../main.lua' %}", "main.lua:2", "no template ../main.lua"),
        ("a\n{% include 'Inner.lua' %}", "main.lua:2", "no template Inner.lua"),
        ("{% include 'inner.lua' %}", "inner.lua:3", "'deep' is undefined"),
        ("{% macro m(x) %}\n{{ x.y }}\n{% endmacro %}\n{{ m(1) }}", "main.lua:2", "attribute 'y'"),
        ("\n{{ ''.__class__ }}", "main.lua:2", "unsafe"),
        ("\n{{ 1 + 'x' }}", "main.lua:2", "unsupported operand"),
        ("\n{{ card }}", "main.lua:2", "dict can be written in more than one way"),
        ("\n{{ none }}", "main.lua:2", "begins with {{"),
        ("\n{{ nothing }}", "main.lua:2", "NoneType can be written in more than one way"),
        ("\n{{1, 2}}", "main.lua:2", "a table of Lua that begins with {{"),
        ("\n{{ [none] | lua }}", "main.lua:2", "value[0] is None"),
        ("\n{% for x in some %}{% endfor %}", "main.lua:2", "a set has no order"),
        ("\n{{ some | lua }}", "main.lua:2", "value is set"),
        ("\n{{ 1 | tojson }}", "main.lua:2", "No filter named 'tojson'"),
        ("\n{{ [1] | random }}", "main.lua:2", "No filter named 'random'"),
        ("\n{{ lipsum() }}", "main.lua:2", "'lipsum' is undefined"),
        ("{% macro m() %}{{ m() }}{% endmacro %}\n{{ m() }}", "main.lua:1", "without end"),
    ],
)
def test_mistakes(tmp_path: Path, text: str, place: str, what: str) -> None:
    """Each mistake is told with the template, the line, and the name that is wrong."""
    files = {"main.lua": text, "inner.lua": "\n\n{{ deep }}"}
    with pytest.raises(UserError) as caught:
        rendered(tmp_path, files, card={"cost": 1}, some={1, 2}, nothing=None)
    assert str(caught.value).startswith(f"{tmp_path.as_posix()}/{place}: ")
    assert what in str(caught.value)


def test_no_such_template(tmp_path: Path) -> None:
    """A template that does not exist is named with what was tried."""
    with pytest.raises(NotFound, match=r"no template x\.lua"):
        Templates(tmp_path).render("x.lua", {})
    (tmp_path / "bad.lua").write_bytes(b"a\n\xff")
    with pytest.raises(BadInput, match=r"bad\.lua:2: not UTF-8"):
        Templates(tmp_path).render("bad.lua", {})


def test_a_template_that_was_edited(tmp_path: Path) -> None:
    """The same templates can be rendered again; what was edited meanwhile is read anew."""
    write(tmp_path, {"main.lua": "{% include 'i' %}", "i": "1"})
    templates = Templates(tmp_path)
    assert templates.render("main.lua", {}).text == "1"
    write(tmp_path, {"i": "2{% include 'j' %}", "j": "3"})
    made = templates.render("main.lua", {})
    assert made.text == "23"
    assert [Path(each).name for each in made.files] == ["main.lua", "i", "j"]


def test_a_template_that_comes_to_lie_before_another(tmp_path: Path) -> None:
    """Of one name the first folder's counts, also if it was put there after the other was read."""
    write(tmp_path, {"one/x": "", "two/main.lua": "{% include 'i' %}", "two/i": "2"})
    folders = (tmp_path / "one", tmp_path / "two")
    assert Templates(*folders).render("main.lua", {}).text == "2"
    write(tmp_path, {"one/i": "1"})
    assert Templates(*folders).render("main.lua", {}).text == "1"
    (tmp_path / "one" / "i").unlink()
    assert Templates(*folders).render("main.lua", {}).text == "2"


class TemplateLibrary(Library):
    """Modules that are templates."""

    def __init__(self, templates: Templates, values: dict[str, object]) -> None:
        self.templates = templates
        self.values = values

    def find(self, name: str) -> LuaModule | None:
        made = self.templates.render(f"{name}.lua", self.values)
        return LuaModule(name, made.text, made.map)

    def explain(self, name: str) -> str:
        return name


@pytest.mark.soak(sample=200, full=5000)
def test_lua_says_the_same_line(tmp_path: Path, rounds: int) -> None:
    """An error at a random place of a random template, in a bundle, leads to the line it is on.

    The place is known only to the template, as a mark; Lua itself says on which line of the
    bundle it failed; the map must lead from there to the mark.
    """
    for seed in range(rounds):
        made: Made = make(random.Random(seed))
        folder = tmp_path / str(seed)
        write(folder, made.files)
        library = TemplateLibrary(Templates(folder), made.values)
        root = LuaModule("__root", *Templates(folder).render("main.lua", made.values)[:2])
        script = bundle(root, library)
        failed_at = line_of_error(script.text)
        line = script.text.split("\n")[failed_at - 1]
        exact = script.map.at(failed_at, line.index(MARK))
        assert exact is not None
        assert (Path(exact.file).name, exact.line) == made.place, (seed, script.text)
        if line.strip().startswith(MARK):
            assert script.map.at(failed_at)[:2] == exact[:2]  # type: ignore[index]


def line_of_error(text: str) -> int:
    """Run a script that fails, and read in Lua's own message where."""
    runtime: Any = lua52.LuaRuntime()
    failed, message = runtime.eval(
        "function(text) local ok, e = pcall(assert(load(text, '=bundle'))) return not ok, e end"
    )(text)
    found = re.match(r"bundle:(\d+): the mark", message)
    assert failed, text
    assert found, message
    return int(found[1])
