"""Every word of a game is read: a thing that is called so, a question that is asked, a choice."""

from __future__ import annotations

import ast
import re
from functools import cache
from itertools import chain
from pathlib import Path

import pytest

from tts_tool.catalog import Catalogue, extend, load
from tts_tool.catalog.readers import python_files
from tts_tool.kernel.module import Ruleset
from tts_tool.resources import cards_dir, lua_templates_dir, mod_json_dir
from tts_tool.rulesets import night_market, old_world, path_of_destiny
from tts_tool.texts import FOLDER

GAMES = [night_market.RULESET, old_world.RULESET, path_of_destiny.RULESET]
BESIDE = [FOLDER.parent / room for room in ("kernel", "referee")]
"""Rooms that read words of any game."""
ASKED = re.compile(r"ask-|lesson-|term-")
"""How words begin that the referee looks for beside what it says: what is asked, what it is for."""
TOKEN = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
PLAIN = re.compile(r"[a-z0-9.{}-]+")
LEAST = 3
"""So many letters of a name that is put together have to be written out to know it again."""


@cache
def mentioned(folder: Path) -> tuple[frozenset[str], frozenset[str]]:
    """Give what Python files call things, of "hand.{seat}" also each part; and what is made."""
    whole, made = set[str](), set[str]()
    for file in python_files(folder):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                parts = node.value.split(".") if PLAIN.fullmatch(node.value) else ()
                whole |= {node.value, *parts}
            elif isinstance(node, ast.JoinedStr):
                literal = "".join(str(n.value) for n in node.values if isinstance(n, ast.Constant))
                if PLAIN.fullmatch(literal) and len(literal) >= LEAST:
                    made.add("".join(map(_pattern, node.values)))
    return frozenset(whole), frozenset(made)


def _pattern(part: ast.expr) -> str:
    return re.escape(str(part.value)) if isinstance(part, ast.Constant) else r"[\w.-]+"


def on_the_table(ruleset: Ruleset) -> tuple[frozenset[str], frozenset[str]]:
    """Give what layout, faces and scripts of a game call things, and what templates make."""
    folders = [home / ruleset.folder for home in (mod_json_dir(), lua_templates_dir())]
    files = chain.from_iterable(folder.rglob("*.*") for folder in folders)
    texts = [f.read_text("utf-8") for f in files if f.suffix in (".toml", ".lua", ".j2", ".svg")]
    made = frozenset(f".+{end}" for text in texts for end in re.findall(r'~ "(-[a-z-]+)"', text))
    return frozenset(token for text in texts for token in TOKEN.findall(text)), made


def in_cards(cards: Catalogue) -> set[str]:
    """Give what is written on cards beside words."""
    others = [each for each in cards.ids if cards.kind(each) != "word"]
    return {token for each in others for token in TOKEN.findall(str(cards.raw(each)))}


def unread(ruleset: Ruleset, cards: Catalogue) -> list[str]:
    """List the words of a game that nobody reads."""
    said = [mentioned(each) for each in (path_of(ruleset), *BESIDE)]
    said.append(on_the_table(ruleset))
    made = re.compile("|".join(set[str]().union(*(each for _, each in said))))
    known = in_cards(cards) | {*ruleset.schema.by_op}
    known = known.union(*(each for each, _ in said))
    settings = list(ruleset.settings([module.name for module in ruleset.modules]))
    chosen = {f"set-{each.name}" for each in settings}
    chosen |= {f"set-{each.name}-{value}" for each in settings for value in each.values}

    def is_read(word: str) -> bool:
        if word.startswith("set-") and word != "set-up":
            return word in chosen
        bare = ASKED.sub("", word, count=1)
        return bool({bare, bare.replace("-", "_")} & known or made.fullmatch(bare))

    return [each for each in cards.ids if cards.kind(each) == "word" and not is_read(each)]


def path_of(ruleset: Ruleset) -> Path:
    """Say where the rules of a game are."""
    return FOLDER.parent / "rulesets" / ruleset.folder


@pytest.mark.parametrize("ruleset", GAMES, ids=lambda each: each.name)
def test_every_word_is_read(ruleset: Ruleset) -> None:
    """No word is left of what is called otherwise by now; one that is left is found."""
    cards = load(cards_dir() / ruleset.folder, ruleset.schema)
    assert unread(ruleset, cards) == []
    left = ["ask-what-nobody-asks", "nobodys-hand", "set-always-ask-perhaps"]
    words = [{"kind": "word", "id": each, "name": {"en": "A", "de": "B"}} for each in left]
    assert unread(ruleset, extend(cards, words)) == left
