"""Templates get only so much time and room; what asks for more is told with its line."""

from __future__ import annotations

from pathlib import Path

import pytest

from tts_tool.build.faces import Easel
from tts_tool.build.graph import elsewhere
from tts_tool.errors import BadInput
from tts_tool.lua import bounds
from tts_tool.lua.templates import Templates

STYLE = '[colours]\nink = "#000000"\npaper = "#ffffff"\n[text]\n'
KINDS = ("lua", "svg")

TOO_MUCH = [
    "{{ 'x' * 10 ** 10 }}",
    "{{ 10 ** (10 ** 10) }}",
    "{{ ['x'] * 10 ** 9 }}",
    "{{ ([['x' * 1000] * 1000] * 1000) | length }}",
    "{{ '%9999999999d' % 1 }}",
    "{{ '%*d' % (10 ** 9, 1) }}",
    "{{ '{:9999999999}'.format(1) }}",
    "{{ '{:{wide}}'.format(1, wide=10 ** 9) }}",
    "{{ '{a:{b}}'.format_map({'a': 1, 'b': 10 ** 9}) }}",
    "{{ 'x' | center(10 ** 9) }}",
    "{{ 'x'.zfill(10 ** 9) }}",
    "{{ 'xx' | indent(10 ** 9, true) }}",
    "{{ ('x' * 9999) | replace('', 'y' * 9999) }}",
    "{{ ('x' * 9999).replace('x', 'y' * 9999) }}",
    "{{ range(9999) | join('y' * 9999) }}",
    "{{ ('y' * 9999).join(['x'] * 9999) }}",
    "{{ 1.5 | round(10 ** 9) }}",
    "{{ [1] | batch(10 ** 9, 'x') | list }}",
    "{{ [1] | slice(10 ** 9) | list }}",
    "{{ ([[1]] * 99999) | sum(start=[]) | length }}",
    "{{ ('x' * 999999) | wordwrap(1) }}",
    "{{ ('<' * 999999) | striptags }}",
    "{{ range(99999) | map('center', 99999) | list | length }}",
    "{% set n = namespace(a='x') %}{% for i in range(99) %}{% set n.a = n.a ~ n.a %}{% endfor %}",
    "{% set n = namespace(a=7) %}{% for i in range(99) %}{% set n.a = n.a * n.a %}{% endfor %}",
    "{% set n = namespace(a=[1]) %}{% for i in range(99) %}{% set n.a = [n.a, n.a] %}{% endfor %}",
    "{% set n = namespace(a=1) %}{% for i in range(99) %}{% set n.a = (n.a, n.a) %}{% endfor %}",
    "{% set l = [1] %}{% for i in l %}{% if l.append(i) %}{% endif %}{% endfor %}",
    "{% set l = [1] %}{% for i in range(99) %}{% if l.extend(l) %}{% endif %}{% endfor %}",
    "{% set l = [] %}{% if l.append(l) %}{% endif %}{{ l | string }}",
    "{% for i in range(99999) %}{% for j in range(99999) %}x{% endfor %}{% endfor %}",
    "{% for i in range(99999) %}{{ 'x' * 9999 }}{% endfor %}",
    "{% macro m(n) %}{% if n %}{{ m(n - 1) }}{{ m(n - 1) }}{% endif %}{% endmacro %}{{ m(99) }}",
    "{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}",
    "{% block b %}{{ self.b() }}{% endblock %}",
    "{% include 'main' %}",
    "{% extends 'main' %}",
    f"{{{{ {'(' * 9999}1{')' * 9999} }}}}",
    f"{{{{ {'[' * 9999}{']' * 9999} | length }}}}",
    "{{ 1 }}" * 99_999,
    "{" * 200_000,
    "{{ 'x'.encode() }}",
    "{{ 'x\t'.expandtabs(10 ** 9) }}",
    "{{ (5).to_bytes(10 ** 9, 'big') }}",
]

ENOUGH = {
    "{{ 'x' * 1000 }}": 1000,
    "{{ range(1000) | join(',') }}": 3889,
    "{% for i in range(9999) %}{{ i }},{% endfor %}": 48_885,
    "{{ 'a-b'.split('-') | join('+') }}": 3,
    "{{ '%05.1f' % 2.25 }}": 5,
    "{{ '{:x>5}'.format('x') }}": 5,
    "{{ ('x' | center(12)) | length }}": 2,
    "{{ [[3, 1], [2]] | sum(start=0, attribute=0) }}": 1,
    "{% for a in [3, 1, 2] | sort %}{{ loop.revindex }}{% if not loop.last %},{% endif %}"
    "{% endfor %}": 5,
    "{% set l = [] %}{% for i in 'abc' %}{% if l.append(i) %}{% endif %}{% endfor %}"
    "{{ l | join }}": 3,
    "{{ {'a': 1}.items() | map('first') | join }}": 1,
}


def filled_in(kind: str, folder: Path, template: str) -> str:
    """Fill in a template of Lua, or of a face."""
    (folder / "main").write_text(f"\n{template}", encoding="utf-8")
    if kind == "lua":
        return Templates(folder).render("main", {}).text
    (folder / "style.toml").write_text(STYLE, encoding="utf-8")
    return Easel([folder], [folder]).draw("main", {}).svg


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("template", TOO_MUCH, ids=lambda each: str(each)[:40])
def test_too_much(
    tmp_path: Path, kind: str, template: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What would take for ever or fill the memory is refused."""
    monkeypatch.setattr(bounds, "_SECONDS", 0.2)
    with pytest.raises(BadInput, match="main"):
        filled_in(kind, tmp_path, template)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(("template", "letters"), ENOUGH.items(), ids=lambda each: str(each)[:40])
def test_enough(tmp_path: Path, kind: str, template: str, letters: int) -> None:
    """What templates usually do is none of that."""
    assert len(filled_in(kind, tmp_path, template).strip()) == letters


def test_told_with_its_line(tmp_path: Path) -> None:
    """The message names the file and the line that asks for too much, and a way out."""
    with pytest.raises(BadInput) as error:
        filled_in("lua", tmp_path, "a\nb\n{{ 'x' * 10 ** 10 }}")
    assert str(error.value) == (
        f"{(tmp_path / 'main').as_posix()}:4: "
        "this would make a text or list of more than 4,000,000 letters"
    )
    assert "hand it over as a value" in str(error.value.fix)


def test_each_time_anew(tmp_path: Path) -> None:
    """The allowance is for one filling in: the next one has all of it again."""
    (tmp_path / "main").write_text("{{ 'x' * 3999999 }}" * 20, encoding="utf-8")
    templates = Templates(tmp_path)
    for _ in range(4):
        with pytest.raises(BadInput, match="4,000,000"):
            templates.render("main", {})
    template = "{% for i in range(30) %}{% if 'x' * 3999999 %}{% endif %}{% endfor %}."
    (tmp_path / "main").write_text(template, encoding="utf-8")
    assert [templates.render("main", {}).text for _ in range(4)] == ["."] * 4


@pytest.mark.parametrize(
    ("call", "said"),
    [
        ('text("x" * 9999, 0, 0, 9, 9, "plain")', "9,999 letters"),
        ('text("x", 0, 0, 9, 9, "plain", largest=1e9)', "largest is '1000000000.0'"),
        ('text("x", 0, 0, 9, 9, "plain", largest=9999)', "size 9999"),
        ('text("x", 0, 0, "wide", 9, "plain")', "width is 'wide'"),
        ('text("x", -1e308 * 10, 0, 9, 9, "plain")', "x is '-inf'"),
        ('icon("a", 0, 1e12, 9)', "y is '1000000000000.0'"),
    ],
)
def test_measures(tmp_path: Path, call: str, said: str) -> None:
    """Texts, sizes and places are such as a picture can have."""
    style = f'{STYLE}[text.plain]\nfont = "sans"\nlargest = 9\nsmallest = 3\n'
    (tmp_path / "main").write_text(f"{{{{ {call} }}}}", encoding="utf-8")
    (tmp_path / "style.toml").write_text(style, encoding="utf-8")
    with pytest.raises(BadInput, match="main:1") as error:
        Easel([tmp_path], [tmp_path]).draw("main", {})
    assert said in str(error.value)


@pytest.mark.parametrize(("of_a_build", "later"), [(True, 50), (False, 200)])
def test_too_much_again(
    tmp_path: Path,
    of_a_build: bool,  # noqa: FBT001 - where it is drawn
    later: int,
) -> None:
    """In the process of a build that fails anyway the next faces may ask for less, as most do."""
    (tmp_path / "style.toml").write_text(STYLE, encoding="utf-8")
    (tmp_path / "usual").write_text("{{ card }}", encoding="utf-8")
    (tmp_path / "main").write_text("{{ 'x' * 3999999 ~ card }}" * 99, encoding="utf-8")
    easel = Easel([tmp_path], [tmp_path])
    was = elsewhere.set(of_a_build)
    try:
        for megabytes in (200, later, later):
            with pytest.raises(BadInput, match=f"more than {megabytes} megabytes in all"):
                easel.draw("main", {"card": ""})
            assert easel.draw("usual", {"card": "a pear"}).svg == "a pear"
    finally:
        elsewhere.reset(was)
