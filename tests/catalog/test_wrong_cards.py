"""Whatever is wrong with card files is said at once, with its line and what was meant."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.catalog.night import HEAD, LANTERN, problems
from tts_tool.catalog import Schema

# Each starts on line 5 with [[ware]], line 8 is the last of the lantern.
WARE = HEAD + LANTERN
# Two lines of a ware that is right, before the one that is wrong.
CASES = {
    "unknown key": (
        WARE + "damge = 3\n",
        ['9: unknown key "damge"'],
    ),
    "misspelt key": (
        WARE + 'colur = "red"\n',
        ['9: unknown key "colur" (did you mean "colour"?)'],
    ),
    "misspelt key that is required": (
        WARE.replace("cost =", "csot ="),
        ['8: unknown key "csot" (did you mean "cost"?)'],
    ),
    "missing keys": (
        HEAD + '[[ware]]\nid = "lantern"\n',
        ['5: missing key "name"', '5: missing key "cost"'],
    ),
    "missing German": (
        WARE.replace(', de = "Laterne"', ""),
        ['7: name: missing key "de"'],
    ),
    "nothing in German": (
        WARE.replace('de = "Laterne"', 'de = " "'),
        ['7: name.de: expected words, found " "'],
    ),
    "refusal that says nothing": (
        WARE + '[messages.no]\nen = ""\nde = "Nein."\n',
        ['10: en: expected words, found ""'],
    ),
    "missing English, deeper": (
        WARE + '\n\n[ware.nickname]\nde = "Leuchte"\n',
        ['11: nickname: missing key "en"'],
    ),
    "wrong type": (
        WARE.replace("cost = 3", 'cost = "3"'),
        ['8: cost: expected a whole number from 0 to 9, found "3"'],
    ),
    "true is no number": (
        WARE.replace("cost = 3", "cost = true"),
        ["8: cost: expected a whole number from 0 to 9, found true"],
    ),
    "text instead of table": (
        WARE.replace('{ en = "Lantern", de = "Laterne" }', '"Lantern"'),
        ['7: name: expected a table, found "Lantern"'],
    ),
    "out of range": (
        WARE.replace("cost = 3", "cost = 12"),
        ["8: cost: expected a whole number from 0 to 9, found 12"],
    ),
    "out of range, in an operation, in an array of several lines": (
        WARE + 'effects = [\n  { op = "gain-gold", amount = 1 },\n'
        '  # none\n  { op = "gain-gold", amount = 0 },\n]\n',
        ["12: effects[1].amount: expected a whole number of at least 1, found 0"],
    ),
    "unknown operation": (
        WARE + 'effects = [{ op = "gain-gld", amount = 1 }]\n',
        ['9: effects[0]: unknown operation "gain-gld" (did you mean "gain-gold"?)'],
    ),
    "no operation": (
        WARE + "effects = [{ amount = 1 }, 3]\n",
        [
            '9: effects[0]: missing key "op"',
            "9: effects[1]: expected an operation, found 3",
        ],
    ),
    "operation in an operation": (
        WARE + 'effects = [\n{ op = "choose", options = [\n[{ op = "take-wear" }]] }]\n',
        ['11: effects[0].options[0][0]: unknown operation "take-wear" (did you mean "take-ware"?)'],
    ),
    "key of an operation": (
        WARE + 'effects = [{ op = "gain-gold", amuont = 1 }]\n',
        ['9: effects[0]: unknown key "amuont" (did you mean "amount"?)'],
    ),
    "word of a list": (
        WARE + 'size = "lage"\n',
        ['9: size: expected one of "large", "small", found "lage" (did you mean "large"?)'],
    ),
    "word of an enum": (
        WARE + 'colour = "green"\n',
        ['9: colour: expected one of "red", "blue", found "green"'],
    ),
    "none of several": (
        WARE + 'limit = "nun"\n',
        ['9: limit: expected a whole number or one of "none", found "nun"'],
    ),
    "fixed length": (WARE + "spot = [1]\n", ["9: spot: expected an array of 2, found 1"]),
    "inside of a fixed length": (
        WARE + 'spot = [1, "x"]\n',
        ['9: spot[1]: expected a whole number, found "x"'],
    ),
    "too many": (
        WARE + 'tags = ["a", "b", "c"]\n',
        ["9: tags: expected an array of at most 2, found 3"],
    ),
    "no array": (WARE + 'tags = "a"\n', ['9: tags: expected an array of at most 2, found "a"']),
    "part of an optional sheet": (
        WARE + "price = { base = 12 }\n",
        ["9: price.base: expected a whole number from 0 to 9, found 12"],
    ),
    "values of a free table": (
        WARE + '[ware.stock]\nbaker = "x"\n[[guest]]\nid = "baker"\nname.en = "B"\nname.de = "B"\n',
        ['10: stock.baker: expected a whole number, found "x"'],
    ),
    "id": (
        WARE.replace('"lantern"', '"Big Lantern"'),
        ['6: id: expected an id such as "red-lantern", found "Big Lantern"'],
    ),
    "not a number": (
        WARE + "price = { base = 1, rain = nan }\n",
        ["9: price.rain: expected a number, found nan"],
    ),
    "too large": (WARE + f"spot = [0, {2**60}]\n", ["9: spot[1]: number too large"]),
    "too deep": (
        WARE + "tags = " + "[" * 60 + "]" * 60 + "\n",
        ["5: nested deeper than 40 levels"],
    ),
    "no reference": (
        WARE + 'goes_with = ["lantrn"]\n',
        ['9: goes_with[0]: no ware "lantrn" (did you mean "lantern"?)'],
    ),
    "reference to another kind": (
        WARE + '[[guest]]\nid = "baker"\nname = { en = "B", de = "B" }\nwants = "baker"\n',
        ['12: wants: no ware "baker" (it is a guest)'],
    ),
    "reference in an operation and in a key": (
        WARE + 'effects = [{ op = "take-ware", ware = "x" }]\nstock = { nobody = 1 }\n',
        ['9: effects[0].ware: no ware "x"', '10: stock.nobody: no guest "nobody"'],
    ),
    "duplicate": (
        WARE + '\n[[guest]]\nname = { en = "B", de = "B" }\nid = "lantern"\n',
        ['12: duplicate id "lantern" (also at it.toml:5)'],
    ),
    "unknown kind": (
        WARE.replace("[[ware]]", "[[wear]]"),
        ['5: unknown kind "wear" (did you mean "ware"?)'],
    ),
    "kind that is no array": (
        WARE.replace("[[ware]]", "[ware]"),
        ['5: "ware" is not an array (write [[ware]] above each)'],
    ),
    "array of no tables": ("ware = [1]\n" + HEAD, ["1: expected a table, found 1"]),
    "unknown table": (
        WARE + "[table.levles]\n",
        ['9: unknown table "levles" (did you mean "levels"?)'],
    ),
    "message": (
        WARE + '[messages.closed]\nen = "{seat} is closed."\nde = "{sitz} ist zu."\n',
        ["11: parameters differ: en has {seat}, de has {sitz}"],
    ),
    "message with a text of a card": (
        WARE + '[messages.closed]\nen = "{card}: {card.motto}"\nde = "{card}: {card.name}"\n',
        [
            "11: parameters differ: en has {card.motto} {card}, de has {card.name} {card}",
        ],
    ),
    "braces of a message": (
        WARE + '[messages.closed]\nen = "{seat!r}"\nde = "{"\n',
        [
            '10: en: "{seat!r}" is no parameter (write {lower_case}, or {number one|many})',
            '11: de: "{" is no parameter (write {lower_case}, or {number one|many})',
        ],
    ),
    "message of a rule that is not written": (
        WARE
        + '[messages.closed]\nen = "x"\nde = "y"\nrule = "NM-1"\n'
        + '[rules.NM-01]\nen = "x"\nde = "y"\n',
        ['12: rule: no rule "NM-1" (did you mean "NM-01"?)'],
    ),
    "rule in one language": (WARE + '[rules.NM-01]\nen = "x"\n', ['9: missing key "de"']),
    "tables that are none": (
        "messages = 1\nrules = []\n" + HEAD,
        [
            '1: "messages" holds tables (write [messages.name])',
            '2: "rules" holds tables (write [rules.name])',
        ],
    ),
    "default provenance that is no table": (
        'provenance = "house"\n' + WARE.replace('[provenance]\ndefault = "house"\n', ""),
        ["1: default provenance: expected one of component, fan, inferred, house"],
    ),
    "key of the default provenance": (
        HEAD.replace("[table", 'notes = "x"\n[table'),
        ['3: unknown key "notes"'],
    ),
    "text instead of a free table": (WARE + "stock = 1\n", ["9: stock: expected a table, found 1"]),
    "a sheet that refuses by itself": (
        HEAD + '[[guest]]\nid = "b"\nname = { en = "B", de = "B" }\nrich = true\n',
        ["5: the rich want something"],
    ),
    "provenance": (
        WARE + 'provenance = { cost = "componnt", csot = "fan" }\n',
        [
            (
                '9: provenance of "cost": expected one of component, fan, inferred, house'
                ' (did you mean "component"?)'
            ),
            '9: provenance of "csot": there is no such number (did you mean "cost"?)',
        ],
    ),
    "default provenance": (
        WARE.replace('"house"', '"home"', 1),
        ["2: default provenance: expected one of component, fan, inferred, house"],
    ),
    "no provenance": (
        "[[guest]]\n"
        + WARE.removeprefix(HEAD).replace("[[ware]]\n", "").replace("cost = 3\n", "")
        + '[table.levels]\nprovenance = { costs = "fan" }\ncosts = [1]\nfatigue = 2\n',
        [
            (
                "7: fatigue: number without provenance"
                ' (add provenance = { fatigue = "house" }, or a default for the file)'
            ),
        ],
    ),
    "syntax": ("[[ware]]\nid = \n", ["2: invalid value"]),
    "syntax at the end": (
        '[[ware]]\nid = """\n\n',
        ["2: unterminated string at the end of the file"],
    ),
    "key twice": ("a = 1\na = 2\n", ["2: cannot overwrite a value"]),
}


@pytest.mark.parametrize("name", CASES)
def test_what_is_said(name: str, tmp_path: Path) -> None:
    """The text is exact: file, line, path, what is wrong, what was meant."""
    text, wanted = CASES[name]
    assert problems(tmp_path, {"it.toml": text}) == [f"it.toml:{each}" for each in wanted]


def test_no_table_of_tables(tmp_path: Path) -> None:
    """Tables of the game stand below `table`."""
    wanted = ['it.toml:1: "table" holds tables (write [table.name])']
    assert problems(tmp_path, {"it.toml": "table = 3"}, Schema()) == wanted
