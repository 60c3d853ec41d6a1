"""Where on things of the Legendary Hunt one looks for what, and how their sentences are read."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from tests.build.faces.reader.drawn import Seen, Words
from tests.build.faces.reader.sentences import (
    Found,
    Phrase,
    Tongue,
    Unreadable,
    effects,
    heading,
    heard,
    number,
    phrases,
    price,
)

ATTRIBUTES = ("combat", "defense", "alchemy", "specialty")
ROMAN = {"I": 1, "II": 2, "III": 3, "IV": 4}
BEFORE = "before-pools"
ALL_SHIELD = -9
"""What a token takes that says that no Shield is left, which never is more than nine."""


class HuntTongue(NamedTuple):
    """What a language says how, of the hunt."""

    tongue: Tongue
    """What the game says besides, with the words of the hunt before its own."""
    labels: Mapping[str, str]
    several: re.Pattern[str]
    """A heading of more than one Fight Turn: what stands before, the turns, and what after."""


class Speech(NamedTuple):
    """What a language says of the hunt, beside what it says of the game."""

    base: Tongue
    headings: tuple[Phrase, ...]
    plain: tuple[Phrase, ...]
    toll: str
    """What is to be paid, and what is suffered where it can't be."""
    every: str
    apart: str
    """What stands between one way out and the other."""
    colours: Mapping[str, str]

    def tongue(self) -> Tongue:
        """Put both together; what may hold a whole sentence comes first, what joins some last."""
        base = self.base
        before = phrases(
            [(self.toll, self._tolled), (f"[^;]+{self.apart}[^;]+", self._either)], {"n": r"\d+"}
        )
        after = phrases([(rf".+ {base.and_} .+", lambda m: self._some(m[0]))], {"n": r"\d+"})
        return base._replace(
            headings=(*self.headings, *base.headings),
            effects=(*before, *self.plain, *base.effects, *after),
        )

    def _some(self, text: str) -> list[Found]:
        """Read effects of which several stand in one sentence."""
        for each in (*self.plain, *self.base.effects):
            if match := each.pattern.fullmatch(text):
                return [each.meaning(match)]
        first, joined, rest = text.partition(f" {self.base.and_} ")
        if not joined:
            raise Unreadable(f"effect: {text}")
        return [*self._some(first), *self._some(rest)]

    def _tolled(self, m: re.Match[str]) -> Found:
        found: Found = {"op": "toll", "otherwise": self._some(m["otherwise"])}
        if m["then"]:
            found["then"] = self._some(m["then"])
        if m["potions"]:
            return {**found, "potions": number(m, "potions")}
        found["colours"] = [self.colours[each] for each in m["colours"].split("/")]
        every = m["count"].lower() == self.every
        return {**found, **({"every": True} if every else {"count": number(m, "count")})}

    def _either(self, m: re.Match[str]) -> Found:
        return {"op": "either", "ways": [self._way(each) for each in m[0].split(self.apart)]}

    def _way(self, text: str) -> Found:
        """Read one way out: what it costs, if anything, and what it brings."""
        paid, joined, rest = text.partition(f" {self.base.and_} ")
        if joined and any(each.pattern.fullmatch(paid) for each in self.base.prices):
            cost = price(paid, self.base.prices, self.base.and_)
            return {"price": cost, "effects": self._some(rest)}
        return {"price": {}, "effects": self._some(text)}


# The large card of a legend


def legend(seen: Seen, hunt: HuntTongue) -> Found:
    """Read where it begins, what is told of it, its ability, and its attacks by their numbers."""
    name, *rest = seen.words
    at = {each: _at(rest, hunt.labels[each]) for each in ("start", "special")}
    told = [each.said for each in rest[at["start"] + 2 : at["special"]]]
    attacks = rest[at["special"] + 2 :]
    numbered = [attacks[n : n + 3] for n in range(0, len(attacks), 3)]
    if [ROMAN.get(each[0].said) for each in numbered] != [1, 2, 3, 4]:
        raise Unreadable(f"attacks: {attacks}")
    return {
        "name": name.said,
        "start": int(rest[at["start"] + 1].said),
        "introduction": " ".join(told),
        "special": special(rest[at["special"] + 1].said, hunt),
        "attacks": [
            {"name": each[1].said, "effects": attack(each[2].said, hunt)} for each in numbered
        ],
    }


def _at(words: list[Words], label: str) -> int:
    found = [at for at, each in enumerate(words) if each.said == label]
    if len(found) != 1:
        raise Unreadable(f"no label, or several: {label}")
    return found[0]


def attack(text: str, hunt: HuntTongue) -> list[Found]:
    """Read what an attack does at once, and what holds from then on."""
    return effects(heard(text, hunt.tongue), hunt.tongue)


def special(text: str, hunt: HuntTongue) -> list[Found]:
    """Read abilities, one in each paragraph: every sentence has its heading."""
    return [_ability(heard(each, hunt.tongue), hunt) for each in text.split("\n")]


def _ability(text: str, hunt: HuntTongue) -> Found:
    found: Found = {"limit": "fight", "use": "automatic", "when": BEFORE, "needs": {}, "price": {}}
    done: list[Found] = []
    for head, body in _sentences(text):
        for one in _each_turn(head, hunt):
            said = heading(one, hunt.tongue)
            scope: Found = {key: said.pop(key) for key in ("whole", "during") if key in said}
            needs = {key: said.pop(key) for key in ("shield", "turn") if key in said}
            if said.keys() - {"when", "limit"} or (done and said):
                raise Unreadable(f"heading of a legend: {head}")
            found |= {**said, "needs": needs} if said else {}
            lasts = scope or ({"whole": True} if found["when"] == BEFORE else {})
            done += effects(body, hunt.tongue, lasts)
    return {**found, "effects": done}


def _sentences(text: str) -> Iterator[tuple[str, str]]:
    """Part a paragraph, of which every sentence says when."""
    parts = re.findall(r"([^.:]+): ([^.:]+\.)(?: |$)", text)
    if " ".join(f"{head}: {body}" for head, body in parts) != text:
        raise Unreadable(f"says not when: {text}")
    yield from parts


def _each_turn(head: str, hunt: HuntTongue) -> list[str]:
    """Name each of the Fight Turns that a heading has."""
    several = hunt.several.fullmatch(head)
    if several is None:
        return [head]
    turns = re.split(rf", | {hunt.tongue.and_} ", several["turns"])
    return [f"{several['before']} {turn} {several['after']}" for turn in turns]


# Cards of the fight deck, Movement cards, tokens, the Large Help Card


def legend_fight(seen: Seen, hunt: HuntTongue) -> Found:
    """Read both halves: a number of damage, an attack of the legend, or cards that are lost."""
    tops = {each.name: each.y for each in seen.signs if each.name in {"charge", "bite"}}
    if list(tops) != ["charge", "bite"]:
        raise Unreadable(f"halves: {seen.signs}")
    return {
        "charge": _half(seen, hunt, "charge", 0, tops["bite"]),
        "bite": _half(seen, hunt, "bite", tops["bite"], 700),
    }


def _half(seen: Seen, hunt: HuntTongue, name: str, top: float, bottom: float) -> list[Found]:
    label, *said = (each.said for each in seen.words if top < each.y < bottom)
    signs = [each.name for each in seen.signs if top <= each.y < bottom and each.name != name]
    if label != hunt.labels[name]:
        raise Unreadable(f"{name}, and yet: {label}")
    match signs, said:
        case ["damage"], [damage]:
            return [{"op": "suffer", "damage": int(damage)}]
        case [], [which, what] if what == hunt.labels["attack"]:
            return [{"op": "special-attack", "number": ROMAN[which]}]
        case ["undraw"], [count, what] if what == hunt.labels["lost"]:
            return [{"op": "lose-top", "count": int(count)}]
    raise Unreadable(f"half: {signs} {said}")


def movement(seen: Seen, hunt: HuntTongue) -> Found:
    """Read both goals with their names, and how far it goes by how many play."""
    said = [each.said for each in seen.words]
    match said:
        case [first, main, name, then, secondary, other, steps, *moves]:
            if [first, then, steps] != [hunt.labels[each] for each in ("towards", "then", "steps")]:
                raise Unreadable(f"captions: {said}")
            return {
                "main": int(main),
                "secondary": int(secondary),
                "names": (name, other),
                "moves": [int(each) for each in moves],
            }
    raise Unreadable(f"Movement card: {said}")


def destruction(seen: Seen, _hunt: HuntTongue) -> Found:
    """Read a token: signs with numbers, row by row."""
    name, *rest = seen.words
    rows = [(top, top + 104) for top in (150, 254)]
    inside = [[each for each in rest if low < each.y < high] for low, high in rows]
    signs = [[each.name for each in seen.signs if low < each.y < high] for low, high in rows]
    if sum(map(len, inside)) != len(rest):
        raise Unreadable(f"beside the rows: {rest}")
    pairs = zip(signs, inside, strict=True)
    return {"name": name.said, "effects": [_worth(s, [w.said for w in row]) for s, row in pairs]}


def _worth(signs: list[str], said: list[str]) -> Found:
    """Read one row of a token."""
    found: Found | None = None
    match signs, [each.replace("−", "-") for each in said]:
        case ["shield"], ["= 0"]:
            found = {"op": "shield", "by": ALL_SHIELD}
        case ["gold" | "shield" as sign], [by]:
            found = {"op": sign, "by": int(by)}
        case ["draw" | "undraw" as sign], [by, "III"] if (sign == "draw") == (int(by) > 0):
            found = {"op": "phase3", "by": int(by)}
        case [], [cost, "+1"]:  # a card with a coin on it
            found = {"op": "find", "cost": int(cost)}
        case [sign], [by] if sign in ATTRIBUTES:
            found = {"op": "learn", "attribute": sign, "levels": int(by)}
        case [*every], [by] if tuple(every) == ATTRIBUTES:
            found = {"op": "learn", "levels": int(by)}
    if found is None:
        raise Unreadable(f"a row of a token: {signs} {said}")
    return found


def protection(seen: Seen) -> list[int]:
    """Read the ladder of the Large Help Card from its foot: how much the legend shrugs off."""
    column = sorted((e for e in seen.words if e.said.isdigit() and e.x < 472), key=lambda e: -e.y)
    places, values = ([e for e in column if (e.x < 200) == left] for left in (True, False))
    if [each.said for each in places] != [str(n) for n in range(len(values))]:
        raise Unreadable(f"ladder: {column}")
    return [int(each.said) for each in values]
