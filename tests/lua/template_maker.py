"""Makes Lua templates at random, with one statement in one of them that fails when it runs."""

import random
from collections.abc import Callable
from typing import NamedTuple

__all__ = ["MARK", "Made", "make"]

MARK = 'error("the mark")'
_HERE = "@HERE@"
_IMPORT = '{% import "macros.lua" as lib with context %}'


class Made(NamedTuple):
    """Templates, the values they need, and the file and line of the statement that fails."""

    files: dict[str, str]
    values: dict[str, object]
    place: tuple[str, int]


def make(chance: random.Random) -> Made:
    """Make a main.lua, what it includes and requires, and a library of macros."""
    return _Maker(chance).made()


class _Maker:
    def __init__(self, chance: random.Random) -> None:
        self.chance = chance
        self.files: dict[str, str] = {}
        self.macros: list[str] = []

    def made(self) -> Made:
        parts = self.some_blocks(3)
        self.files["macros.lua"] = "".join(reversed(self.macros))  # used ones stand first
        self.files["main.lua"] = "".join([_IMPORT, "\n", *parts])
        place = self.put_mark()
        values: dict[str, object] = {"three": [1, 2, 3], "yes": True, "text": 'a "b"\n]] c'}
        return Made(self.files, values, place)

    def put_mark(self) -> tuple[str, int]:
        """Choose one of the spots, make the statement there fail, and the others do nothing."""
        spots = [
            (name, index) for name, text in self.files.items() for index in range(text.count(_HERE))
        ]
        name, chosen = self.chance.choice(spots)
        pieces = self.files[name].split(_HERE)
        before = _HERE.join(pieces[: chosen + 1])
        line = before.count("\n") + 1
        self.files[name] = before + MARK + _HERE.join(pieces[chosen + 1 :])
        self.files = {key: text.replace(_HERE, "nop()") for key, text in self.files.items()}
        self.files["main.lua"] = self.with_nop(self.files["main.lua"])
        return name, line

    @staticmethod
    def with_nop(text: str) -> str:
        """Define what the other spots call, without a new line."""
        head = "nop = function() return 0 end; "
        return text.replace("\n", f"\n{head}", 1)

    def some_blocks(self, depth: int) -> list[str]:
        return [self.block(depth) for _ in range(self.chance.randint(1, 4))] + [f"{_HERE};\n"]

    def block(self, depth: int) -> str:
        kinds: list[Callable[[int], str]] = [
            self.statement,
            self.statement,
            self.multi_line,
            self.value,
            self.comment,
        ]
        if depth > 0:
            kinds += [self.loop, self.condition, self.macro, self.include, self.module]
            kinds += [self.set_block, self.filter_block, self.function]
        make_one = self.chance.choice(kinds)
        return make_one(depth - 1)

    def inside(self, depth: int) -> str:
        return "".join(self.some_blocks(depth))

    def tag(self, text: str) -> str:
        """Write a tag of Jinja, with or without control of the blanks around it."""
        start = self.chance.choice(["{% ", "{%- ", "  {% "])
        end = self.chance.choice([" %}\n", " -%}\n", " -%}\n\n", " %}"])
        return f"{start}{text}{end}"

    def statement(self, _: int) -> str:
        return self.chance.choice([f"{_HERE};\n", f"  {_HERE};  {_HERE};\n", f"\n\n\t{_HERE};\n"])

    def multi_line(self, _: int) -> str:
        return f"do local t = {{\n  1,\n  {{{{ three\n   | lua }}}},\n  2 }}\n{_HERE}; end;\n"

    def value(self, _: int) -> str:
        forms = [
            f"do local s = {{{{ text | lua }}}} {_HERE}; end;\n",
            f"do local s = {{{{ text | lua_long }}}}\n{_HERE}; end;\n",
            f"do local s = {{{{ [text, 1, {{'k': three}}] | lua(2) }}}} {_HERE}; end;\n",
        ]
        return self.chance.choice(forms)

    def comment(self, _: int) -> str:
        return self.chance.choice(
            ["{# one #}\n", "{# more\n lines #}", "{{ text | lua_comment }}\n;\n"]
        )

    def loop(self, depth: int) -> str:
        return self.tag("for i in three") + self.inside(depth) + self.tag("endfor") + "\n"

    def condition(self, depth: int) -> str:
        word = self.chance.choice(["if yes", "if three | length == 3"])
        other = self.tag("else") + "this is not Lua\n"
        return self.tag(word) + self.inside(depth) + other + self.tag("endif") + "\n"

    def macro(self, depth: int) -> str:
        number = len(self.macros)
        self.macros.append("")
        body = self.inside(depth).replace("lib.", "")  # inside, its neighbours need no prefix
        self.macros[number] = self.tag(f"macro m{number}(x)") + body + self.tag("endmacro") + "\n"
        call = f"lib.m{number}(three)"
        forms = [
            "{{ %s }}\n",
            "  {{ %s | indent(2) }}\n",
            "{{ %s | trim }}\n",
            "do {{ %s }} end;\n",
        ]
        return self.chance.choice(forms) % call

    def include(self, depth: int) -> str:
        return f'{{% include "{self.file(depth)}" %}}\n'

    def module(self, depth: int) -> str:
        name = self.file(depth).removesuffix(".lua")
        return f'require("{name}");\n'

    def file(self, depth: int) -> str:
        name = f"f{len(self.files)}.lua"
        self.files[name] = ""
        self.files[name] = _IMPORT + self.inside(depth)
        return name

    def set_block(self, depth: int) -> str:
        return f"{{% set part %}}\n{self.inside(depth)}{{% endset %}}\n{_HERE};\n{{{{ part }}}}\n"

    def filter_block(self, depth: int) -> str:
        return f"{{% filter indent(4) %}}\n{self.inside(depth)}{{% endfilter %}}\n"

    def function(self, depth: int) -> str:
        return f"(function()\n{self.inside(depth)}end)();\n"
