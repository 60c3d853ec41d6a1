"""Records as bare as a text of them, without what is as usual; and records that say something else.

Two pairs of operations are one and the same to whoever reads a card: a fight's Shield and a
story's, cards that are discarded in a fight and in a story.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from tts_tool.rulesets.old_world import RULESET
from tts_tool.rulesets.old_world.base.abilities.abilities import (
    DURATIONS,
    MOMENTS,
    Condition,
    Price,
)
from tts_tool.rulesets.old_world.base.box.records import ATTRIBUTES, COLOURS, TERRAINS, Symbols
from tts_tool.rulesets.old_world.base.story.stories import Fee

__all__ = ["bare_ability", "bare_effects", "bare_fee", "bare_symbols", "changes"]

Found = dict[str, Any]
OPERATIONS = {each.__struct_config__.tag: each for each in RULESET.schema.operations}
SAME = {"guard": "shield", "drop": "lose-cards"}


def usual(kind: type[msgspec.Struct]) -> Found:
    """Give what a sheet says if it says nothing."""
    fields = (each for each in msgspec.structs.fields(kind) if not each.required)
    return {each.name: msgspec.to_builtins(_default(each)) for each in fields}


def _default(field: msgspec.structs.FieldInfo) -> object:
    made = field.default_factory
    return field.default if made is msgspec.NODEFAULT else made()


def without(given: Found, kind: type[msgspec.Struct]) -> Found:
    """Leave out what is as usual."""
    known = usual(kind)
    return {key: each for key, each in given.items() if key not in known or each != known[key]}


def bare_ability(ability: Found) -> Found:
    """Strip an ability."""
    return {
        "when": ability["when"],
        "limit": ability.get("limit", "fight"),
        "use": ability.get("use", "optional"),
        "needs": _listed(without(ability.get("needs", {}), Condition)),
        "price": without(ability.get("price", {}), Price),
        "effects": bare_effects(ability["effects"]),
    }


def bare_effects(effects: Any) -> list[Found]:  # noqa: ANN401 - a list or a tuple of plain data
    """Strip effects, and what they hold."""
    return [_bare_effect(each) for each in effects]


def _bare_effect(effect: Found) -> Found:
    facts = without(
        {key: each for key, each in effect.items() if key != "op"}, OPERATIONS[_known(effect)]
    )
    found = _listed({"op": SAME.get(effect["op"], effect["op"]), **facts})
    if "outcomes" in found:
        found["outcomes"] = [
            {"least": each["least"], "effects": bare_effects(each["effects"])}
            for each in found["outcomes"]
        ]
    if "fee" in found:
        found["fee"] = bare_fee(found["fee"])
    if not found.get("fee", True):
        del found["fee"]
    if "during" in found:
        found["during"] = {key: each for key, each in found["during"].items() if each is not None}
    if found.get("every"):
        found.pop("count", None)
    elif found["op"] == "lose-cards" and "monster_level" not in found:
        found["count"] = effect.get("count", usual(OPERATIONS[_known(effect)]).get("count"))
    return found


def _known(effect: Found) -> str:
    """Say of which operation an effect is, also one that a reader has found."""
    op: str = effect["op"]
    return "drop" if op == "lose-cards" and effect.get("every") else op


def _listed(facts: Found) -> Found:
    return {key: list(each) if isinstance(each, tuple) else each for key, each in facts.items()}


def bare_fee(fee: Found) -> Found:
    """Strip what an option costs."""
    return without(fee, Fee)


def bare_symbols(symbols: Found) -> Found:
    """Strip the symbols of an Action card."""
    return without(symbols, Symbols)


# Changes


def changes(ability: Found) -> Iterator[tuple[str, Found]]:
    """Change what an ability says, one thing at a time; what it does not say is added."""
    for key, values in {"limit": LIMITS, "use": USES, "when": MOMENTS}.items():
        for value in values:
            if value != ability[key]:
                yield key, {**ability, key: value}
    for part, kind in (("needs", Condition), ("price", Price)):
        for key, value in ability[part].items():
            for other in _others(key, value, usual(kind)):
                yield part, {**ability, part: {**ability[part], key: other}}
    for at, effect in enumerate(ability["effects"]):
        alone = len(ability["effects"]) == 1
        for other in (*_changed(effect), *(() if alone else ([],))):
            rest = list(ability["effects"])
            rest[at : at + 1] = other
            yield "effects", {**ability, "effects": rest}


LIMITS = ("fight", "turn", "free")
USES = ("optional", "automatic")
CHOICES: dict[str, tuple[Any, ...]] = {
    "against": (None, "monster", "witcher"),
    "colour": (None, *COLOURS),
    "without": (None, *COLOURS),
    "attribute": ATTRIBUTES,
    "terrain": TERRAINS,
    "trail": (None, True, False),
    "until": (*DURATIONS,),
    "source": ("hand", "random", "deck"),
    "locations": ((), (3,), (1, 2, 3)),
    "turn": (None, 1, 2, 3),
    "per": ((), ("blue",), ("red", "purple")),
    "during": (
        None,
        *({"side": side, "turn": turn} for side in ("own", "opponent") for turn in (None, 1, 2)),
    ),
}
ADDED = ("least", "without", "per", "during", "until")
"""What a change may say besides, also where it does not."""


def _others(key: str, value: Any, known: Found) -> Iterator[Any]:  # noqa: ANN401 - plain data
    if key in CHOICES:
        yield from (e for e in CHOICES[key] if e != value and (e is not None or key in known))
    elif isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        yield value + 1
        if key in known and value != known[key]:
            yield known[key]
    elif value is None:
        yield 1


def _changed(effect: Found) -> Iterator[list[Found]]:
    """Change a number or a word of an effect."""
    known = usual(OPERATIONS[effect["op"]])
    for key, value in effect.items():
        if key in {"op", "value", "rule", "outcomes", "event", "most_pool"}:
            continue
        if value == known.get(key) and not (effect["op"] == "change" and key in ADDED):
            continue
        for other in _others(key, value, known):
            yield [{**effect, key: other}]
