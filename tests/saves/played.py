"""Somebody plays at a table, somebody else works on the mod meanwhile, and what must be kept of it.

Nothing here looks into the merging: what players did is found by names that the game itself keeps.
"""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

from tests.table.small_saves import thing
from tts_tool.errors import UserError
from tts_tool.saves.tree import Document, number, read
from tts_tool.table import Table
from tts_tool.table.pieces import Piece
from tts_tool.table.players import Player

__all__ = ["Tree", "id_of", "lost", "newer", "played", "upside"]

Tree = dict[str, Any]
Move = Callable[[Table, Player, Piece, Random], object]

_SCRIPTS = ("LuaScript", "XmlUI")
_ADDRESSES = ("URL", "Url")
_MANY = 40


def played(save: Path | bytes, seed: int, moves: int = 30) -> Document:
    """Play some moves at random, and save; scripts are held back, so that only hands do things."""
    random = Random(seed)
    with Table.open(save, seed=seed, hold_scripts=True) as table:
        table.settle()
        people = [table.red, table.blue]
        done = Counter[str]()
        for _ in range(moves * 3):
            if sum(done.values()) >= moves:
                break
            name, move = random.choice(_MOVES)
            with suppress(UserError, LookupError):  # not every move can be made
                move(table, random.choice(people), random.choice(_loose(table)), random)
                done[name] += 1
            table.settle()
        _write_down(table, seed)
        kept = read(table.host.save().read_bytes(), "played")
    assert sum(done.values()) >= moves // 6, done
    return kept


def _write_down(table: Table, seed: int) -> None:
    """Note things where the game itself keeps them."""
    table.execute(
        f"Notes.setNotes('round {seed}')"
        " for n, each in ipairs(getObjects()) do"
        " if n % 7 == 0 then each.script_state = 'state ' .. n end end"
    )


def _loose(table: Table) -> list[Piece]:
    return [it for it in table.objects if not it.locked and it.kind != "Hand"]


def _throw_away(table: Table, who: Player, it: Piece, random: Random) -> None:
    if random.random() < 0.3 and len(_loose(table)) > 1:  # something must be left to play with
        who.delete(it)


def _somewhere(random: Random) -> tuple[float, float, float]:
    return (random.uniform(-20, 20), 3.0, random.uniform(-12, 12))


def _another(table: Table, random: Random, *kinds: str) -> Piece:
    found = [it for it in table.objects if it.kind in kinds and not it.locked]
    return random.choice(found) if found else random.choice(table.objects)


def _pull(who: Player, source: Piece, place: tuple[float, float, float]) -> None:
    pulled = who.pull(source)
    if pulled is not None:
        who.drop_at(pulled, place)


_MOVES: list[tuple[str, Move]] = [
    ("move", lambda _, who, it, chance: who.drop_at(it, _somewhere(chance))),
    ("turn", lambda _, who, it, __: who.flip(it)),
    ("draw", lambda table, who, _, chance: who.draw(_another(table, chance, "Deck"), 2)),
    ("shuffle", lambda table, who, _, chance: who.shuffle(_another(table, chance, "Deck", "Bag"))),
    ("lay", lambda table, who, _, chance: who.drop_at(
        chance.choice([it for it in table.objects if it.hand]), _somewhere(chance))),
    ("put", lambda table, who, it, chance: who.put_into(it, _another(table, chance, "Bag"))),
    ("pile", lambda table, who, _, chance: who.put_into(
        _another(table, chance, "Card"), _another(table, chance, "Deck"))),
    ("pull", lambda table, who, _, chance: _pull(who, _another(table, chance, "Deck", "Bag"),
                                                 _somewhere(chance))),
    ("state", lambda _, who, it, chance: who.set_state(it, chance.choice((1, 2)))),
    ("lock", lambda table, who, it, __: len(table.objects) > _MANY and who.lock(it)),
    ("copy", lambda _, who, it, chance: (who.copy(it), who.paste(_somewhere(chance)))),
    ("throw away", _throw_away),
    ("stack", lambda table, who, it, chance: who.drop_on(it, _another(table, chance, it.kind))),
    ("split", lambda table, who, _, chance: who.split(_another(table, chance, "Deck"))),
]  # fmt: skip


def newer(base: Document, seed: int = 0) -> Document:
    """Work on a mod: scripts, interfaces, texts, pictures, new pieces, one less, one elsewhere."""
    random = Random(seed)
    root: Tree = copy.deepcopy(base.root)
    root["LuaScript"] = f"{root.get('LuaScript', '')}\n-- newer {seed}"
    root["XmlUI"] = f"{root.get('XmlUI', '')}\n<!-- newer {seed} -->"
    tops = root["ObjectStates"]
    for each in random.sample(tops, max(1, len(tops) // 8)):
        each["LuaScript"] = f"{each.get('LuaScript', '')}\n-- newer {seed}"
    for each in random.sample(tops, max(1, len(tops) // 8)):
        each["Description"] = f"newer {seed}"
    for _, each in inside(root):
        for sheet in (each.get("CustomDeck") or {}).values():
            sheet["FaceURL"] = f"{sheet['FaceURL']}?newer"
    for deck in [it for it in tops if it.get("DeckIDs")][:3]:
        card = copy.deepcopy(deck["ContainedObjects"][0])
        card |= {"GUID": f"{deck['GUID'][:4]}zz", "Nickname": f"new card {seed}", "Memo": "new"}
        deck["ContainedObjects"].append(card)
        deck["DeckIDs"].append(card["CardID"])
    tops.append(thing(f"{seed:02}new1", Nickname="a new piece", at=(30, 30)))
    root["TabStates"] = {**(root.get("TabStates") or {}), "90": _page("What is new")}
    return Document(root, base.layout)


def _page(title: str) -> Tree:
    return {"title": title, "body": "All.", "color": "Grey", "id": 90}


def inside(root: Tree, where: str = "table") -> Iterator[tuple[str, Tree]]:
    """List all objects with what they lie in."""
    for key in ("ObjectStates", "ContainedObjects"):
        for each in root.get(key) or ():
            yield where, each
            yield from inside(each, str(each.get("GUID")))


def upside(root: Tree) -> Counter[tuple[str, str]]:
    """Count what there is, by what the game keeps."""
    return Counter(id_of(it) for _, it in inside(root))


def lost(base: Tree, was: Tree, now: Tree) -> list[str]:
    """List what players had done and is not there any more."""
    found = [f"{key} was {was[key]!r}" for key in was if key not in ("LuaScript", "XmlUI")
             and key not in ("ObjectStates", "TabStates", "Date", "EpochTime")
             and was[key] != base.get(key) and now.get(key) != was[key]]  # fmt: skip
    found += [f"page {key}" for key, page in (was.get("TabStates") or {}).items()
              if (now.get("TabStates") or {}).get(key) != page]  # fmt: skip
    found += [
        f"{count} times {name} is gone" for name, count in (upside(was) - upside(now)).items()
    ]
    return found + _lost_in(base, was, now, "ObjectStates", "the table")


def _lost_in(base: Tree, was: Tree, now: Tree, key: str, where: str) -> list[str]:
    """Compare what lies in the same, in its order; what is new may stand between."""
    found = []
    rows, left = was.get(key) or [], list(now.get(key) or ())
    old = {id_of(it): it for _, it in inside(base)}
    for each in rows:
        at = next((n for n, it in enumerate(left) if id_of(it) == id_of(each)), None)
        if at is None:
            found.append(f"{id_of(each)} is not in {where}, or in another order")
            continue
        other = left[at]
        left = left[at + 1 :] if key == "ContainedObjects" else left[:at] + left[at + 1 :]
        first = old.get(id_of(each), {})
        found += _lost_of(first, each, other)
        if not was.get("Bag"):
            found += _lost_in(base, each, other, "ContainedObjects", str(id_of(each)))
    return found


def _lost_of(first: Tree, each: Tree, other: Tree) -> list[str]:
    """Compare an object with what it is now: what players changed is as they left it."""
    apart = {*_SCRIPTS, "ContainedObjects", "CustomDeck", "CardID", "DeckIDs", "States"}
    return [
        f"{id_of(each)}: {key} was {each[key]!r}, is {other.get(key)!r}"
        for key in each
        if key not in apart and first.get(key, "") != each[key] != other.get(key)
        and not (first and _is_called(each[key]) and first.get(key) != other.get(key))
        and not (key == "Transform" and first and _lies_alike(first[key], each[key]))
    ]  # fmt: skip


_SETTLES = {"pos": 0.02, "posY": 0.1, "rot": 0.5, "scale": 0}


def _lies_alike(one: Tree, other: Tree) -> bool:
    """Tell whether something has only settled, as a deck does of which cards were drawn."""
    for key, value in one.items():
        apart = abs(float(number(value)) - float(number(other[key])))
        far = _SETTLES.get(key, _SETTLES[key.rstrip("XYZ")])
        if min(apart, 360 - apart if key.startswith("rot") else apart) > far:
            return False
    return True


def _is_called(value: Any) -> bool:  # noqa: ANN401
    """Tell what holds an address, which newer pictures change."""
    return isinstance(value, dict) and any(key.endswith(_ADDRESSES) for key in value)


def id_of(it: Tree) -> tuple[str, str]:
    """Name an object as the game does."""
    return str(it.get("GUID") or ""), str(it.get("Memo") or it.get("Nickname") or "")
