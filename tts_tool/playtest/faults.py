"""What goes wrong at a table, on purpose.

Hands know no rules, games are loaded again, referees die, code fails. Each fault is done to a table
at rest or, if it can happen at any moment, while the table performs what it was told. Nobody cleans
up afterwards: that is what is tried.
"""

from __future__ import annotations

import importlib
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import Any, Final, NoReturn

import msgspec

from tts_tool.errors import NotFound, Refused
from tts_tool.kernel.decisions import Move
from tts_tool.playtest.hands import Hands
from tts_tool.playtest.stormy import Stormy
from tts_tool.table.pieces import Piece
from tts_tool.table.running import ChatLine
from tts_tool.texts import house

__all__ = [
    "ALWAYS",
    "AT_REST",
    "BREAKABLE",
    "INJECTED",
    "TRIED_AGAIN",
    "Fault",
    "broken",
    "fail_once",
    "illegal",
    "in_full",
]

Fault = Callable[[Stormy], Awaitable[None]]

INJECTED: Final = "nobody has thought of this"
"""How every error reads that is ours."""

_FAR: Final = (45.0, 3.0, 45.0)
"""Behind the surface of Old World, which ends at 32.2."""
_AWAY: Final = 720
"""Frames: longer than a table waits before it says that its referee is away."""

_IN_THE_REFEREE: Final = (
    ("tts_tool.referee.table.showing", "permits"),
    ("tts_tool.referee.table.following", "choreography"),
    ("tts_tool.referee.table.upkeep", "put_back"),
    ("tts_tool.referee.table.upkeep", "repairs"),
    ("tts_tool.referee.table.asking", "questions"),
    ("tts_tool.referee.table.judging", "meanings"),
    ("tts_tool.referee.table.judging", "not_now"),
)
_IN_THE_TABLE: Final = (
    "acts.add",
    "channel.keep",
    "channel.settle",
    "dice.roll",
    "hands.onObjectDrop",
    "hands.onObjectEnterZone",
    "hands.onObjectPickUp",
    "known.expect",
    "laying.lay",
    "panel.onPress",
    "panel.show",
    "permits.learn",
    "permits.of",
    "piles.shuffle",
    "places.find",
    "places.survey",
    "tracks.show",
    "tracks.seen",
    "vetoes.onPlayerAction",
)
TRIED_AGAIN: Final = frozenset(
    {"known.expect", "laying.lay", "permits.learn", "places.find", "tracks.show", "tracks.seen"}
)
"""What a table does again by itself, or asks to be told again: if that works nobody need know."""


def _called(module: str, function: str) -> str:
    """Name a function of the referee for people."""
    return f"{module.rpartition('.')[2]}.{function}"


BREAKABLE: Final = (
    *(_called(module, function) for module, function in _IN_THE_REFEREE),
    *_IN_THE_TABLE,
)
"""What may be made to fail, in the referee and in the script of the table."""
_ONCE: Final = """
local module = loaded_modules["lib.{module}"]
local was = module.{name}
broken_functions = (broken_functions or "") .. "{module}.{name} "
module.{name} = function()
    module.{name} = was
    broken_functions = string.gsub(broken_functions, "{module}%.{name} ", "", 1)
    error("{why}")
end
"""
_BROKEN: Final = 'return broken_functions or ""'
_GOVERNED: Final = """
local found = {}
for _, each in ipairs(getObjects()) do
    if #loaded_modules["lib.places"].made_of(each) > 0 then
        table.insert(found, each.guid .. " " .. each.type)
    end
end
return table.concat(found, ",")
"""


# Hands that know no rules


async def illegal(top: Stormy) -> None:
    """Move something where it may not go: somebody else's piece, a wrong card, a wrong place.

    It is prevented or put back, nothing comes of it, and whoever did it is told why.
    """
    state, chance = top.host.session.state, top.chance
    seat = chance.choice(top.host.session.seats)
    colour = top.host.seating.colours[seat]
    may = top.host.permits[colour]
    component = chance.choice([*may.moves] if may.moves and chance.randrange(2) else _some(top))
    target = chance.choice([each for each in state.places if each != state.place_of(component)])
    own = {target, state.place_of(component)} <= set(may.own)
    if own or target in (may.moves.get(component) or ()):
        return
    why = may.why_not.moves.get(component) or {}
    right = {*why.values(), may.otherwise} if why else {may.otherwise}
    before, said = top.host.session.digest(), len(top.table.chat)
    sound = not (top.injected or broken(top))
    moved = Hands(top, seat).do(Move(component, target))
    await top.settle()
    told = [line.text for line in in_full(top, said) if line.to == colour]
    what = f"{seat} moved {component} to {target}"
    if top.host.session.digest() != before:
        raise Refused(f"{what}, which was illegal and was done")
    if not sound:
        return  # what people are told then is looked at elsewhere
    if not told:
        raise Refused(f"{what}, and nobody said why not")
    exactly = {why[target]} if moved and why and target in why else right
    if not exactly & set(told):
        raise Refused(f"{what}, and was told {told}, but right would have been {exactly}")


def in_full(top: Stormy, since: int) -> Iterator[ChatLine]:
    """Give what was said since so many lines; where that is as before, what it was before."""
    chat, as_before = top.table.chat, house("table")["again"][top.way.language]
    for number, line in enumerate(chat[since:], since):
        text = line.text
        if text.startswith(as_before):
            earlier = (each.text for each in reversed(chat[:number]) if each.to in {line.to, ""})
            text = next(each for each in earlier if not each.startswith(as_before))
        yield msgspec.structs.replace(line, text=text)


def broken(top: Stormy) -> Counter[str]:
    """Count by name what will fail in the script of the table."""
    return Counter(str(top.table.execute(_BROKEN)).split())


def _some(top: Stormy) -> list[str]:
    """List what lies on top of each place."""
    return [lying[0] for lying in top.host.session.state.places.values() if lying]


def _pieces(top: Stormy, *kinds: str) -> list[Piece]:
    """List the things on the table that rules know, also by what they are."""
    found = str(top.table.execute(_GOVERNED)).split(",")
    of_kind = {guid for guid, kind in map(str.split, found) if not kinds or kind in kinds}
    return [each for each in top.table.objects if each.guid in of_kind]


@contextmanager
def _clumsy() -> Iterator[None]:
    """Do something that may not be possible at this moment, as for any hand."""
    with suppress(NotFound, Refused):
        yield


def _hand(top: Stormy) -> Any:  # noqa: ANN401  # a player does whatever a method of hands is called
    colours = list(top.host.seating.colours.values())
    return top.table.player(top.chance.choice(colours))


async def delete(top: Stormy) -> None:
    """Throw a piece, or a whole pile, away."""
    with _clumsy():
        _hand(top).delete(top.chance.choice(_pieces(top)))


async def paste(top: Stormy) -> None:
    """Copy something, and paste it."""
    with _clumsy():
        _hand(top).paste(top.chance.choice(_pieces(top)))


async def fling(top: Stormy) -> None:
    """Fling something off the table."""
    hand, piece = _hand(top), top.chance.choice(_pieces(top))
    with _clumsy():
        hand.flick(piece, (top.chance.uniform(-40, 40), 0.0, top.chance.uniform(-40, 40)))


async def carry_off(top: Stormy) -> None:
    """Carry something off, and let it lie in the middle of nowhere."""
    hand, piece = _hand(top), top.chance.choice(_pieces(top))
    with _clumsy():
        if hand.pick_up(piece):
            hand.drop_at(piece, _FAR)


async def pile_up(top: Stormy) -> None:
    """Drop a pile or a card on another."""
    hand, (one, other) = _hand(top), top.chance.sample(_pieces(top, "Card", "Deck"), 2)
    with _clumsy():
        if hand.pick_up(one):
            hand.drop_on(one, other)


async def group(top: Stormy) -> None:
    """Gather two things by the key for that."""
    with _clumsy():
        _hand(top).group(*top.chance.sample(_pieces(top, "Card", "Deck"), 2))


async def cut_deck(top: Stormy) -> None:
    """Cut a deck."""
    with _clumsy():
        _hand(top).cut(top.chance.choice(_pieces(top, "Deck")))


async def shuffle(top: Stormy) -> None:
    """Shuffle what nobody asked to be shuffled, or roll what nobody asked to be rolled."""
    with _clumsy():
        _hand(top).randomize(top.chance.choice(_pieces(top)))


async def turn(top: Stormy) -> None:
    """Turn something over."""
    with _clumsy():
        _hand(top).flip(top.chance.choice(_pieces(top)))


async def number(top: Stormy) -> None:
    """Type a number over something."""
    with _clumsy():
        _hand(top).number(top.chance.choice(_pieces(top)), top.chance.randint(1, 6))


async def out_of_the_middle(top: Stormy) -> None:
    """Search a deck, and take something out of it."""
    hand, deck = _hand(top), top.chance.choice(_pieces(top, "Deck"))
    with _clumsy():
        inside = hand.search(deck)
        card = hand.pull(deck, top.chance.choice(inside)["GUID"])
        hand.close(deck)
        if card:
            hand.drop_at(card, _FAR)


async def tool(top: Stormy) -> None:
    """Move something by a tool, of which nobody is told."""
    piece, (x, z) = top.chance.choice(_pieces(top)), top.chance.choices(range(-30, 30), k=2)
    top.table.execute(f"getObjectFromGUID('{piece.guid}').setPosition({{{x}, 3, {z}}})")


async def vanish(top: Stormy) -> None:
    """Let a piece be gone of which the table does not remember what it was."""
    piece = top.chance.choice(_pieces(top, "Card", "Tile", "Figurine", "Block"))
    lost = f"local lost = getObjectFromGUID('{piece.guid}')"
    top.table.execute(f"{lost} lost.memo = '' lost.destruct()")


async def track(top: Stormy) -> None:
    """Move a marker, or click a counter."""
    name = top.chance.choice(sorted(top.built.tracks))
    known = top.built.tracks[name]
    if known["shape"] == "counter":
        top.table.execute(f"getObjectFromGUID('{known['guid']}').Counter.increment()")
        return
    with _clumsy():
        hand, marker = _hand(top), top.table.find(known["guid"])
        to = known["values"][top.chance.choice(sorted(known["values"]))]
        if hand.pick_up(marker):
            hand.drop_at(marker, (to["x"], to["y"] + 1, to["z"]))


# The game is loaded again, the referee dies


async def reload(top: Stormy) -> None:
    """Load what the game would save now; what somebody holds comes down."""
    top.load(top.table.save())


async def rewind(top: Stormy) -> None:
    """Load what the game has saved some time ago."""
    if top.saves:
        top.load(top.chance.choice(top.saves))


async def rewind_far(top: Stormy) -> None:
    """Load the oldest that is kept: much has been seen since that nobody forgets."""
    if top.saves:
        top.load(top.saves[0])


async def kill(top: Stormy) -> None:
    """Kill the referee; another goes on."""
    await top.kill()
    await top.go_on(top.chance.randint(0, 60))
    await top.resurrect()


async def desert(top: Stormy) -> None:
    """Kill the referee, and leave the table alone long enough to notice; hands go on meanwhile."""
    await top.kill()
    for again in (carry_off, pile_up):
        await again(top)
        await top.go_on(_AWAY)
    await top.resurrect()


async def kill_and_rewind(top: Stormy) -> None:
    """Kill the referee, load an older save, and let another referee come."""
    await top.kill()
    await rewind(top)
    await top.resurrect()


async def with_something_held(top: Stormy) -> None:
    """Let somebody hold something while the game is loaded, or the referee dies."""
    hand, piece = _hand(top), top.chance.choice(_pieces(top, "Card", "Tile", "Figurine", "Block"))
    with _clumsy():
        if not hand.pick_up(piece):
            return
    await top.chance.choice((reload, rewind, rewind_far, kill, kill_and_rewind))(top)
    await top.go_on(top.chance.randint(0, 120))
    with _clumsy():
        hand.drop_at(piece, _FAR)


# Code that fails


async def stumble(top: Stormy) -> None:
    """Let something fail in the referee, the next time that it is done."""
    fail_once(top, *top.chance.choice(_IN_THE_REFEREE))


def fail_once(top: Stormy, name: str, function: str) -> None:
    """Let a function of a module fail the next time."""
    module = importlib.import_module(name)
    was = getattr(module, function)

    def mend() -> None:
        setattr(module, function, was)
        if mend in top.injected:
            top.injected.remove(mend)

    def failing(*_: object, **__: object) -> NoReturn:
        mend()
        raise ZeroDivisionError(INJECTED)

    setattr(module, function, failing)
    top.broken.append(_called(name, function))
    top.injected.append(mend)


async def break_script(top: Stormy) -> None:
    """Let something fail in the script of the table, the next time that it is done."""
    top.broken.append(top.chance.choice(_IN_THE_TABLE))
    module, _, name = top.broken[-1].partition(".")
    top.table.execute(_ONCE.format(module=module, name=name, why=INJECTED))


ALWAYS: Final[Mapping[str, Fault]] = {
    "reloaded": reload,
    "rewound": rewind,
    "rewound far": rewind_far,
    "killed": kill,
    "killed and rewound": kill_and_rewind,
    "stumbled": stumble,
    "script broken": break_script,
    "deleted": delete,
}
"""Faults that may happen at any moment, by what has happened."""

AT_REST: Final[Mapping[str, Fault]] = {
    **ALWAYS,
    "pasted": paste,
    "flung": fling,
    "carried off": carry_off,
    "piled up": pile_up,
    "grouped": group,
    "cut": cut_deck,
    "shuffled": shuffle,
    "turned": turn,
    "number typed": number,
    "out of the middle": out_of_the_middle,
    "moved by a tool": tool,
    "vanished": vanish,
    "track moved": track,
    "deserted": desert,
    "something held": with_something_held,
}
