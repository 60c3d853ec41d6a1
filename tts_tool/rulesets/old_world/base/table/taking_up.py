"""Going on by the rules with a game that was played without them, as a turn begins.

A table shows what lies where. What it does not show is settled here, and said: how many turns there
were, what was done in this one, what of a card still holds. Where quests lead their cards say.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from tts_tool.kernel.events import PhaseBegan, TurnBegan
from tts_tool.kernel.game import Game
from tts_tool.kernel.inventory import Seat
from tts_tool.kernel.rejection import Rejection
from tts_tool.rulesets.old_world.base import places
from tts_tool.rulesets.old_world.base.board.tokens import printed_on
from tts_tool.rulesets.old_world.base.box.records import TERRAINS
from tts_tool.rulesets.old_world.base.story.happenings import put_back
from tts_tool.rulesets.old_world.base.story.quests import OpenQuest, Quests
from tts_tool.rulesets.old_world.base.story.quests import goal as where_to
from tts_tool.rulesets.old_world.base.story.stories import Event, Quest, exploration
from tts_tool.rulesets.old_world.base.turn.turn import PHASES, Turn
from tts_tool.rulesets.old_world.base.witcher.attributes import guard_track, value

SHARED = {
    places.MONSTER_LIFE: places.MONSTER_DECK,
    places.MONSTER_SPENT: places.MONSTER_DECK,
    places.REVEALED: places.ACTION_DISCARD,
}
"""Where nothing lies between two turns, and where it goes from there."""


def of_seat(seat: Seat) -> dict[str, str]:
    """Say the same of the places of a seat."""
    return {
        places.combo(seat): places.discard(seat),
        places.spent_potions(seat): places.POTION_DISCARD,
        places.draft(seat): places.BOX,
    }


def take_up(g: Game, seat: Seat) -> Iterator[Rejection]:
    """Let the turn of a seat begin at a table that lies as somebody has left it."""
    put_away = [*clear(g)]
    if put_away:
        yield Rejection("taken-up-put-away", {"places": ", ".join(put_away)}, "OW-FIGHT-35")
    for owner in g.seats:
        if g.cards(places.board(owner)) and g.track(guard_track(g, owner)) > value(
            g, owner, "defense"
        ):
            g.set(guard_track(g, owner), value(g, owner, "defense"), "OW-ATTR-03")  # OW-ATTR-03
            yield Rejection("taken-up-shield", {"seat": owner}, "OW-ATTR-03")
    found = {card: quest for owner in g.seats for card, quest in quests(g, owner)}
    if found:
        g.note(Quests, "OW-QUEST-01", open=found)
        kinds = ", ".join(found)
        yield Rejection("taken-up-quests", {"quests": kinds}, "OW-QUEST-01")
    g.emit(TurnBegan(seat), "OW-GEN-04")
    g.emit(PhaseBegan(PHASES[0]), "OW-TURN-01")
    g.note(Turn, "OW-GEN-04", number=1, first=seat)
    yield Rejection("taken-up-turn", {"seat": seat})


def clear(g: Game) -> Iterator[str]:
    """Put away what was left lying of a fight, a search or a story; name where it lay."""
    own = [way for seat in g.seats for way in of_seat(seat).items()]
    for source, target in (*SHARED.items(), *own):
        if g.state.places.get(source):
            g.discard(g.cards(source), source, target)
            yield source
    if g.cards(places.STORY):
        for card in g.cards(places.STORY):
            if isinstance(g.card(card), Event):
                put_back(g, card, places.STORY)
            else:
                g.move(card, places.STORY, f"{exploration(g, card).deck}-used")
        yield places.STORY


# Quests


def quests(g: Game, seat: Seat) -> Iterator[tuple[str, OpenQuest]]:
    """Read where the quests of a seat lead: from their cards, and the tokens that lie with them."""
    tokens = [*g.cards(places.quest_tokens(seat))]
    told = {card: [*quests_on(g.card(card))] for card in g.cards(places.quests(seat))}
    # What a card leaves no choice of takes its token first, of its own terrain if one is there.
    for card in sorted(told, key=lambda each: len(told[each])):
        ways = [(quest, token_for(g, quest, tokens)) for quest in told[card]]
        ways = [(quest, token) for quest, token in ways if token or quest.to not in TERRAINS]
        if not ways:
            continue
        quest, token = min(ways, key=lambda way: is_strange(g, *way))
        if token:
            tokens.remove(token)
        yield card, OpenQuest(quest.event, goal(g, seat, quest, token), token, quest.fee)


def quests_on(sheet: object) -> Iterator[Quest]:
    """Find the quests that a card can become."""
    if isinstance(sheet, Quest):
        yield sheet
        return
    inner: Iterable[object] = ()
    if isinstance(sheet, msgspec.Struct):
        inner = (getattr(sheet, name) for name in sheet.__struct_fields__)
    elif isinstance(sheet, tuple | list):
        inner = sheet
    for each in inner:
        yield from quests_on(each)


def is_strange(g: Game, quest: Quest, token: str) -> bool:
    """Tell whether a quest has a token of another terrain than its own."""
    return bool(token) and printed_on(g, token).terrain != quest.to


def token_for(g: Game, quest: Quest, tokens: Iterable[str]) -> str:
    """Choose a token for a quest: one of its terrain, or else one of another."""  # OW-TOKEN-04
    if quest.to not in TERRAINS:
        return ""
    there = [*tokens]
    own = [token for token in there if printed_on(g, token).terrain == quest.to]
    return next(iter((*own, *there)), "")


def goal(g: Game, seat: Seat, quest: Quest, token: str) -> int:
    """Say where a quest leads."""
    if token:
        return printed_on(g, token).number
    return quest.to if isinstance(quest.to, int) else where_to(g, seat, quest.to)
