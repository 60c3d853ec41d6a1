"""The Witcher: Old World: the base game, and a folder for each box that adds to it."""

from __future__ import annotations

from collections.abc import Mapping

from tts_tool.catalog.records import Record, Table
from tts_tool.catalog.schema import Schema
from tts_tool.kernel.module import Ruleset
from tts_tool.rulesets.old_world.base import words
from tts_tool.rulesets.old_world.base.abilities import (
    abilities,
    effects,
    held,
    lasting,
    peering,
    specialties,
)
from tts_tool.rulesets.old_world.base.board import monsters, movement, tokens, trails
from tts_tool.rulesets.old_world.base.box import box, records, setup, whereabouts
from tts_tool.rulesets.old_world.base.box.numbered import numbers_nobody_has
from tts_tool.rulesets.old_world.base.cards import deck, exchange, gear, market, potions
from tts_tool.rulesets.old_world.base.fight import (
    arena,
    bout,
    combo,
    damage,
    duel,
    fight,
    monster_fight,
    monster_turn,
    skirmish,
    witcher_turn,
)
from tts_tool.rulesets.old_world.base.module import base
from tts_tool.rulesets.old_world.base.story import explore, happenings, quests, results, stories
from tts_tool.rulesets.old_world.base.table import rulings, soundness, standing, taking_up
from tts_tool.rulesets.old_world.base.turn import actions, poker, prices, rounds, turn
from tts_tool.rulesets.old_world.base.witcher import (
    attributes,
    boards,
    meditate,
    trophies,
    trophy_cards,
)
from tts_tool.rulesets.old_world.lost_mount import lost_mount
from tts_tool.rulesets.old_world.solo import solo
from tts_tool.rulesets.old_world.voice import check

CHAPTERS = (
    box,
    words,
    turn,
    arena,
    boards,
    deck,
    attributes,
    potions,
    prices,
    tokens,
    trails,
    movement,
    exchange,
    actions,
    poker,
    market,
    meditate,
    trophies,
    stories,
    results,
    rulings,
    explore,
    fight,
    abilities,
    lasting,
    held,
    damage,
    effects,
    peering,
    specialties,
    trophy_cards,
    monsters,
    combo,
    witcher_turn,
    monster_turn,
    bout,
    duel,
    monster_fight,
    skirmish,
    happenings,
    quests,
    gear,
    setup,
    rounds,
    whereabouts,
    soundness,
    standing,
)
"""The files of the base game, each of which may declare card types and tables."""

MODULES = (base, solo, lost_mount)
"""The boxes, in the order in which they come where that matters; each says what its cards are."""

KINDS: dict[str, type[Record]] = {"action": records.Action, "location": records.Location}
TABLES: dict[str, type[Table]] = {
    "beginning": records.Beginning,
    "limits": records.Limits,
    "progress": records.Progress,
    "market": records.Market,
    "poker": records.Poker,
}
VOCABULARIES: dict[str, Mapping[str, str]] = {}
for chapter in CHAPTERS:
    VOCABULARIES |= getattr(chapter, "VOCABULARIES", {})
    KINDS |= getattr(chapter, "KINDS", {})
    TABLES |= getattr(chapter, "TABLES", {})

RULESET = Ruleset(
    "old-world",
    modules=MODULES,
    play=rounds.play,
    seats=setup.SEATS,
    fewest=1,
    standing=standing.standing,
    chores=standing.CHORES,
    takes_up=taking_up.take_up,
    seen=standing.SEEN,
    implied=lambda seats: ("solo",) if len(seats) == 1 else (),  # OW-GEN-01 OW-SOLO-01
    schema=Schema(
        kinds=KINDS,
        tables=TABLES,
        vocabularies=VOCABULARIES,
        # Harbours are drawn, and boxes sail from them; a ruling waits for a card that needs one.
        spare=frozenset({"Location.harbour", "ruling"}),
        checks=(check, numbers_nobody_has),
    ).plus(MODULES),
)

__all__ = ["CHAPTERS", "MODULES", "RULESET"]
