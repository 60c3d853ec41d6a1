"""People, table, bridge and rules keep agreeing: the whole way, through real sockets."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random

import pytest

from tests.plain_table import Die
from tests.web.tabletop import Tabletop
from tts_tool.catalog import Catalogue, load
from tts_tool.journal import Journal
from tts_tool.kernel.decisions import Gesture, Move, Press, Roll
from tts_tool.referee.session import Session
from tts_tool.referee.table.told import Permits
from tts_tool.resources import cards_dir
from tts_tool.rulesets.night_market import RULESET
from tts_tool.table.switches import Switches

SEATS = ("red", "blue")
COLOURS = {"red": "Red", "blue": "Blue"}
DICE = (Die("voice", 6), Die("rain", 6))
OBSERVED = ("voice", "rain", "shuffle.")
LONGEST = 600


@pytest.fixture(scope="module")
def catalogue() -> Catalogue:
    """Give the cards of the sample game."""
    return load(cards_dir() / RULESET.folder, RULESET.schema)


def ways(top: Tabletop, colour: str, permit: Permits) -> list[Gesture]:
    """List what somebody may do at the table now."""
    found: list[Gesture] = [
        Move(component, place)
        for component, places in permit.moves.items()
        for place in places or ()
    ]
    found += [Roll(die) for die in permit.rolls]
    for question in top.host.panels[colour]:
        found += [Press(button.press) for button in question.buttons if not button.why_not]
    return found


async def played(top: Tabletop, chance: Random, dies: set[int]) -> None:
    """Play a game to its end: one in five gestures illegal, pieces destroyed, the game reloaded."""
    async with top:
        await top.settle()
        for turn in range(LONGEST):
            assert top.drift() == {}, turn
            assert not top.table.errors, top.table.errors
            if top.host.session.over:
                break
            if chance.random() < 0.2:
                await illegal(top, chance)
                continue
            if chance.random() < 0.04:
                await disturbed(top, chance)
                continue
            permits = top.host.permits
            can = {colour: ways(top, colour, permit) for colour, permit in permits.items()}
            hands = [colour for colour, found in can.items() if found]
            # Half of the time several people are quick at once, in any order.
            chance.shuffle(hands)
            for colour in hands if chance.random() < 0.5 else hands[:1]:
                top.do(colour, chosen(can[colour], chance))
                top.table.run(chance.randint(0, 20))
            if turn in dies:
                await top.die()
            await top.settle()
        assert top.host.session.over


def chosen(found: list[Gesture], chance: Random) -> Gesture:
    """Choose something; mostly not to look through the attic, or to think again."""
    on = [each for each in found if "attic:" not in repr(each) and ".again:" not in repr(each)]
    return chance.choice(on or found)


async def disturbed(top: Tabletop, chance: Random) -> None:
    """Destroy a piece, or load the game again; when referee and table have met all is right."""
    lost = top.destroy() if chance.random() < 0.5 else ""
    if lost or chance.random() < 0.5:
        await top.reload()
    else:
        await top.die()
    await top.settle()


async def illegal(top: Tabletop, chance: Random) -> None:
    """Move anything anywhere: it is prevented or put back, and somebody is told why."""
    place = chance.choice([place for place, lying in top.lying().items() if lying])
    component = top.lying()[place][0].component
    target = chance.choice([each for each in top.zones if each != place])
    colour = chance.choice(list(COLOURS.values()))
    if target in (top.host.permits[colour].moves.get(component) or ()):
        return
    before, said = top.host.session.digest(), len(top.table.chat)
    top.do(colour, Move(component, target))
    await top.settle()
    assert top.host.session.digest() == before
    why = [line.text for line in top.table.chat[said:] if line.to == colour]
    assert why, (colour, component, target)


@pytest.mark.long
@pytest.mark.soak(sample=1, full=30)
@pytest.mark.timeout(300)
def test_the_thread(catalogue: Catalogue, rounds: int, tmp_path: Path) -> None:
    """Nothing drifts, nothing illegal is let through, whatever the game turns out to be like."""
    turned = [each.turned for _, each in Switches().each_turned()] if rounds > 1 else []
    for seed in range(rounds):
        chance = Random(seed)
        journal = Journal(tmp_path / f"games-{seed}", durability="NORMAL")
        with Session.new(
            RULESET,
            catalogue,
            seats=SEATS,
            modules=("storm", "guild"),
            seed=str(seed),
            observed=OBSERVED,
            journal=journal,
        ) as session:
            kept = str(session.kept_as)
        switches = Switches({name: v for each in turned[seed::rounds] for name, v in each.items()})
        top = Tabletop(
            RULESET,
            catalogue,
            journal,
            kept,
            colours=COLOURS,
            dice=DICE,
            switches=switches,
            seed=seed,
        )
        dies = set(chance.sample(range(60), 2))
        asyncio.run(played(top, chance, dies))
