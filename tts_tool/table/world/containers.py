"""Bags, decks and stacks: what goes in becomes data, what comes out becomes a thing again.

`enter` and `take` are the only ways in and out, so the order of events and the agreement of a
deck with its cards stand here once. An end of a pile is `top` or `bottom` as it lies on the table.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from typing import Literal

from msgspec import Struct

from tts_tool.errors import NotFound, Refused
from tts_tool.saves.kinds import Holding
from tts_tool.saves.tree import number
from tts_tool.table.world import chips
from tts_tool.table.world.attaching import release
from tts_tool.table.world.cards import deck_of, has_cards, loose_card, rewrite_deck, spell_out
from tts_tool.table.world.events import (
    Handle,
    ObjectEnterContainer,
    ObjectLeaveContainer,
    TryEnterContainer,
)
from tts_tool.table.world.movement import Glide, Motion
from tts_tool.table.world.spawning import copied, spawn
from tts_tool.table.world.thing import Raw, Thing
from tts_tool.table.world.vectors import Vec, added
from tts_tool.table.world.world import World

__all__ = [
    "End",
    "Taking",
    "cut",
    "empty",
    "enter",
    "look_inside",
    "may_enter",
    "pile_up",
    "shuffle",
    "split",
    "spread",
    "take",
]

End = Literal["top", "bottom"]

_BESIDE: Vec = (2.0, 0.0, 0.0)
# Each stands at its number in a save.
_BAG_ORDERS = ("LIFO", "FIFO", "random")
_LEAST_PILE = 2
# Less is what rounding leaves, by which nothing should move.
_HAIR = 1e-6


class Taking(Struct, frozen=True):
    """What somebody says about the thing that they take out of a container."""

    index: int | None = None
    guid: str | None = None
    end: End = "top"
    position: Vec | None = None
    rotation: Vec | None = None
    flip: bool = False
    smooth: bool = True
    callback: int | None = None


_TOP = Taking()


# ---- Looking


def look_inside(container: Thing) -> list[Raw]:
    """List what lies inside, in the order of its indexes, as data."""
    if not container.kind.holds:
        raise Refused(f"{container!r} is no container")
    if container.kind.holding is Holding.DECK and not has_cards(container.raw):
        container.raw["ContainedObjects"] = spell_out(container.raw)
    if container.kind.holding is Holding.STACK and not container.raw.get("ContainedObjects"):
        return [_single_of(container) for _ in range(container.quantity)]
    return container.contents


def _end_index(container: Thing, end: End, order: str) -> int:
    """Say which index lies at an end; a deck that lies face up is read from behind."""
    last = len(look_inside(container)) - 1
    if container.kind.holding is Holding.DECK:
        first_on_top = container.face_down
    else:
        first_on_top = order == "FIFO"
    return 0 if first_on_top == (end == "top") else last


def _order(container: Thing) -> str:
    kept = (container.raw.get("Bag") or {}).get("Order", 0)
    return _BAG_ORDERS[int(number(kept)) % len(_BAG_ORDERS)]


# ---- Going in


def may_enter(world: World, container: Thing, thing: Thing) -> bool:
    """Ask whether a thing may go into a container."""
    stack = container.kind.type == "Chip" or thing.kind.type == "Chip"
    if stack and not world.switches.on("chip-stacks-ask-container"):
        return True
    allowed = world.may(TryEnterContainer(Handle(container.handle), Handle(thing.handle)))
    # Whoever was asked may have thrown either away, or have put it elsewhere.
    return allowed and not (container.gone or thing.gone)


def enter(
    world: World, container: Thing, thing: Thing, *, index: int | None = None, end: End = "top"
) -> Thing:
    """Put a thing into a bag, or onto a pile; what holds it afterwards is returned."""
    if not container.kind.holds:
        return pile_up(world, container, thing)
    world.tell(ObjectEnterContainer(Handle(container.handle), Handle(thing.handle)))
    brought = _as_data(world, thing)
    if container.kind.holding is Holding.INFINITE:
        if not container.contents:
            container.contents.append(brought[0])
    elif container.kind.holding is Holding.STACK:
        _enter_stack(container, thing, brought)
    else:
        inside = look_inside(container)
        at = index if index is not None else _entrance(container, end)
        inside[at:at] = brought
        if container.kind.holding is Holding.DECK:
            rewrite_deck(container.raw)
    world.remove(thing)
    _resized(world, container)
    if _is_pile(container) and not world.switches.on("grown-deck-keeps-guid"):
        world.rename(container, "")
    return container


def pile_up(world: World, lower: Thing, upper: Thing) -> Thing:
    """Make one pile of two things that were none: a new object, with a new GUID."""
    pair = [*_as_data(world, lower), *_as_data(world, upper)]
    if lower.kind.piles_as == "Deck":
        raw = deck_of(pair[::-1] if lower.face_down else pair, lower.raw)
    else:
        raw = _stack_of(lower, pair)
    pile = spawn(world, raw)
    pile.position = lower.position
    _stand_on(world, pile, lower.box.low[1])
    for one in (lower, upper):
        world.tell(ObjectEnterContainer(Handle(pile.handle), Handle(one.handle)))
    for one in (lower, upper):
        world.remove(one)
    if world.switches.on("merged-deck-keeps-guid"):
        world.rename(pile, lower.guid)
    return pile


def _as_data(world: World, thing: Thing) -> list[Raw]:
    """Turn what goes in into data: a thing, or all that a pile holds."""
    world.sink.save_state(Handle(thing.handle))
    if thing.kind.holding is Holding.DECK:
        return [loose_card(card, thing.raw) for card in look_inside(thing)]
    release(world, thing)  # the game loses joints on the way
    return [thing.data()]


def _entrance(container: Thing, end: End) -> int:
    if container.kind.holding is not Holding.DECK:
        return len(container.contents)
    index = _end_index(container, end, "")
    return 0 if index == 0 and container.face_down == (end == "top") else len(container.contents)


def _enter_stack(container: Thing, thing: Thing, brought: list[Raw]) -> None:
    inside = container.raw.get("ContainedObjects")
    more = max(thing.quantity, 1)
    if inside:
        inside.extend(look_inside(thing) if thing.kind.holds else brought)
    container.raw["Number"] = container.quantity if inside else container.quantity + more


def _stack_of(lower: Thing, pair: list[Raw]) -> Raw:
    raw = {**copied(pair[0]), "GUID": "", "Name": lower.kind.piles_as, "Number": len(pair)}
    raw.pop("ContainedObjects", None)
    return raw | chips.kept_face(pair[0])


def _single_of(stack: Thing) -> Raw:
    single = {**copied(stack.raw), "GUID": "", "Name": _single_name(stack)}
    for key in ("Number", "ContainedObjects"):
        single.pop(key, None)
    return single


def _single_name(stack: Thing) -> str:
    if stack.name == chips.STACK:
        return chips.chip_name(stack.raw)
    return "Checker_white" if stack.name == "CheckerStack" else stack.name.removesuffix("_Stack")


# ---- Coming out


def take(world: World, container: Thing, how: Taking = _TOP) -> Thing:
    """Take one thing out of a container and put it on the table."""
    index = _wanted(world, container, how)
    raw = _taken_out(world, container, index)
    written_guid = str(raw.get("GUID") or "")
    position = how.position or added(container.position, _BESIDE)
    rotation = how.rotation or (container.rotation if _is_pile(container) else None)
    if how.flip:
        x, y, z = rotation or container.rotation
        rotation = (x, y, z + 180.0)
    start = container.position if how.smooth else position
    thing = spawn(world, raw, position=start, rotation=rotation, callback=how.callback)
    thing.came_from = container.handle
    if written_guid and not world.switches.on("taken-twin-gets-new-guid"):
        world.share_guid(thing, written_guid)
    if how.smooth:
        frames = world.switches.count("smooth-move-frames")
        world.motions[thing.handle] = Motion(move=Glide(start, position, frames))
    world.tell(ObjectLeaveContainer(Handle(container.handle), Handle(thing.handle)))
    _after_taking(world, container)
    return thing


def _wanted(world: World, container: Thing, how: Taking) -> int:
    inside = look_inside(container)
    if not inside:
        raise Refused(f"{container!r} is empty", fix="look at getQuantity() first")
    if how.guid is not None:
        return _by_guid(inside, how.guid, container)
    if how.index is not None:
        if not 0 <= how.index < len(inside):
            raise NotFound(f"{container!r} has {len(inside)} objects, none has index {how.index}")
        return how.index
    order = _order(container)
    if order == "random" and container.kind.holding is Holding.BAG:
        return world.chance.below(len(inside), "bag")
    return _end_index(container, how.end, order)


def _by_guid(inside: Sequence[Raw], guid: str, container: Thing) -> int:
    for index, raw in enumerate(inside):
        if raw.get("GUID") == guid:
            return index
    raise NotFound(f"{container!r} holds nothing with the GUID {guid!r}")


def _taken_out(world: World, container: Thing, index: int) -> Raw:
    holding = container.kind.holding
    inside = look_inside(container)
    if holding is Holding.INFINITE:
        raw = copied(inside[index])
        raw["GUID"] = world.fresh_guid()
        return raw
    if holding is Holding.STACK and not container.raw.get("ContainedObjects"):
        container.raw["Number"] = container.quantity - 1
        return inside[index]
    raw = inside.pop(index)
    if holding is Holding.DECK:
        loose_card(raw, container.raw)
        rewrite_deck(container.raw)
    elif holding is Holding.STACK:
        container.raw["Number"] = len(inside)
    return raw


def _after_taking(world: World, container: Thing) -> None:
    """A pile of one is no pile: what is left becomes a thing of its own."""
    if not _is_pile(container) or container.quantity >= _LEAST_PILE:
        _resized(world, container)
        return
    if container.quantity == 0:
        world.remove(container)
        return
    bottom = container.box.low[1]
    last = _taken_out(world, container, 0)
    if not world.switches.on("last-card-keeps-guid"):
        last["GUID"] = ""
    locked = container.locked
    left = spawn(world, last, position=container.position, rotation=container.rotation)
    left.locked = locked
    _stand_on(world, left, bottom)
    container.attributes["remainder"] = left.handle
    world.tell(ObjectLeaveContainer(Handle(container.handle), Handle(left.handle)))
    world.remove(container)


def empty(world: World, container: Thing) -> None:
    """Throw away what a bag holds."""
    container.contents.clear()
    _resized(world, container)


# ---- Whole piles


def shuffle(world: World, container: Thing) -> None:
    """Bring what lies inside into a new order."""
    inside = look_inside(container)
    inside[:] = world.chance.shuffled(inside, "shuffle")
    if container.kind.holding is Holding.DECK:
        rewrite_deck(container.raw)


def cut(world: World, deck: Thing, count: int | None = None) -> list[Thing]:
    """Lift a part off the top of a deck and lay it beside; the lower part comes first."""
    size = deck.quantity
    lifted = size // 2 if count is None else count
    if not _LEAST_PILE <= lifted <= size - _LEAST_PILE:
        raise Refused(
            f"{deck!r} of {size} cards cannot be cut at {lifted}",
            fix=f"both parts need {_LEAST_PILE} cards",
        )
    stays = world.switches.text("parted-deck-stays") != "never"
    part = _left_lying if stays else _laid_out
    return part(world, deck, [size - lifted, lifted])


def split(world: World, deck: Thing, piles: int = 2) -> list[Thing]:
    """Deal a deck out into piles of the same size, as nearly as that goes."""
    size = deck.quantity
    if not _LEAST_PILE <= piles <= size:
        raise Refused(f"{deck!r} of {size} cards cannot be split into {piles} piles")
    each, more = divmod(size, piles)
    sizes = [each + (i < more) for i in range(piles)]
    stays = world.switches.text("parted-deck-stays") == "when-split"
    part = _left_lying if stays and sizes[0] >= _LEAST_PILE else _laid_out
    return part(world, deck, sizes)


def spread(world: World, deck: Thing, distance: float = 0.6) -> list[Thing]:
    """Lay all cards of a deck out in a row, the bottom one where the deck lay."""
    return _laid_out(world, deck, [1] * deck.quantity, apart=distance)


def _laid_out(
    world: World, deck: Thing, sizes: Sequence[int], apart: float | None = None
) -> list[Thing]:
    """Make new things of all parts of a pile, from its bottom up, in a row to its right."""
    made = _beside(world, deck, _parts(deck, sizes), 0, apart)
    world.remove(deck)
    return made


def _left_lying(world: World, deck: Thing, sizes: Sequence[int]) -> list[Thing]:
    """Leave the lowest part of a pile where it is, and make new things of the others."""
    lowest, *others = _parts(deck, sizes)
    made = _beside(world, deck, others, 1)
    _keep(deck, lowest)
    _resized(world, deck)
    return [deck, *made]


def _parts(pile: Thing, sizes: Sequence[int]) -> list[list[Raw]]:
    """Give the cards of a pile in parts, from its bottom up."""
    if not _is_pile(pile):
        raise Refused(f"{pile!r} is no pile that could be parted")
    cards = [loose_card(card, pile.raw) for card in look_inside(pile)]
    if pile.face_down:
        cards.reverse()
    ends = list(accumulate(sizes))
    return [cards[end - size : end] for end, size in zip(ends, sizes, strict=True)]


def _beside(
    world: World, deck: Thing, parts: Sequence[list[Raw]], first: int, apart: float | None = None
) -> list[Thing]:
    """Make things of parts of a pile; its own place in their row is 0."""
    step = apart if apart is not None else deck.flat_size[0] + 0.3
    right = deck.axes.right
    made: list[Thing] = []
    for place, part in enumerate(parts, start=first):
        raw = part[0] if len(part) == 1 else _pile_of(deck, part)
        way = (right[0] * step * place, 0.0, right[2] * step * place)
        height = (0.0, 0.03 * place if apart is not None else 0.0, 0.0)
        position = added(added(deck.position, way), height)
        made.append(spawn(world, raw, position=position, rotation=deck.rotation))
    for thing in made:
        world.tell(ObjectLeaveContainer(Handle(deck.handle), Handle(thing.handle)))
    return made


def _keep(pile: Thing, part: list[Raw]) -> None:
    """Let a pile hold only a part of what it held, given from its bottom up."""
    smaller = _pile_of(pile, part)
    for key in ("ContainedObjects", "DeckIDs", "CustomDeck", "Number"):
        if key in pile.raw and key in smaller:
            pile.raw[key] = smaller[key]


def _pile_of(pile: Thing, part: list[Raw]) -> Raw:
    """Make a smaller pile of a part of one, given from its bottom up."""
    if pile.kind.holding is Holding.DECK:
        return deck_of(part[::-1] if pile.face_down else part, pile.data())
    smaller = {**copied(pile.data()), "GUID": "", "Number": len(part)}
    if smaller.get("ContainedObjects"):
        smaller["ContainedObjects"] = part
    return smaller


def _is_pile(container: Thing) -> bool:
    return container.kind.holding in {Holding.DECK, Holding.STACK}


def _resized(world: World, container: Thing) -> None:
    """A pile grows upwards: its lowest point stays where it was."""
    if not _is_pile(container) or container.gone:
        return
    bottom = container.box.low[1]
    world.reshape(container)
    _stand_on(world, container, bottom)


def _stand_on(world: World, container: Thing, bottom: float) -> None:
    lift = bottom - container.box.low[1]
    if abs(lift) > _HAIR:
        container.position = added(container.position, (0.0, lift, 0.0))
    world.placed(container)
