"""A table in play that nobody has refereed: it is read, what does not fit is named, on it goes."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

from tests.build.set_up import Panel, aside, composition, drop, made, opened, seen, take
from tests.old_world.table import catalogue
from tests.web.test_hosting import Evening
from tests.web.test_next_week import ALL_WELL, come_to_rest, play, said_of_it
from tts_tool.build.table.reading import Seen
from tts_tool.journal import Journal
from tts_tool.kernel.inventory import Inventory
from tts_tool.referee.table.host import Host
from tts_tool.referee.table.house import House
from tts_tool.referee.table.lobby import Lobby, Offer
from tts_tool.referee.table.reception import Reception
from tts_tool.rulesets.old_world import RULESET
from tts_tool.rulesets.old_world.base.box.records import TERRAINS
from tts_tool.rulesets.old_world.base.story.quests import Quests
from tts_tool.rulesets.old_world.base.story.stories import Quest
from tts_tool.rulesets.old_world.base.table.taking_up import quests_on
from tts_tool.table.pieces import Piece

SEATS = ("red", "blue")


class Met(Evening):
    """A table of Old World on which a game lies, and whoever hosts there afterwards."""

    def __init__(self, journal: Journal) -> None:
        self.journal = journal
        box, colours = made().mod.inventory, made().values["colours"]
        offer = Offer(RULESET, catalogue(), box, made().values["digest"], (), colours)
        streams = {each for dice in made().values["dice"] for each in dice["streams"]}
        house = House(offer, journal, {}, (*sorted(streams), "shuffle."))
        self.troubles, self.news, self.kept = [], [], 0
        self.reception = Reception(Lobby(offer, "enforce"), house.begin, self.troubles.append)

    def told(self) -> list[str]:
        """List what whoever hosts has read in the terminal."""
        return [each.text for each in self.news if each.what == "said"]


def adopt(
    tmp_path: Path,
    hands: Callable[[Panel], None],
    then: Callable[[Met, Panel], Awaitable[None]],
    seats: int = 2,
) -> None:
    """Set a table up and play on it by hand, with no referee about; then let somebody host it."""

    async def go_on(panel: Panel, journal: Journal) -> None:
        evening = Met(journal)
        async with evening.hosted(panel.table):
            await then(evening, panel)

    with opened(11) as panel, Journal(tmp_path, "NORMAL") as journal:
        panel.set_up(seats)
        hands(panel)
        asyncio.run(go_on(panel, journal))


async def begun(evening: Met, seat: str) -> Host:
    """Say whose turn begins, and wait until the table shows the game."""
    await evening.press("Red", f"adopt.{seat}")
    await evening.until(lambda: evening.reception.host is not None)
    await evening.settled()
    await come_to_rest(evening)
    return evening.playing


def a_quest(panel: Panel, seat: str) -> None:
    """Turn up cards of the City deck until one is a quest without a token, which a seat keeps."""
    ways: list[Quest] = []
    while not ways or ways[0].to in TERRAINS:
        card = seen(panel).places["city-deck"][0].component
        ways = [*quests_on(composition(SEATS).inventory.cards[card])]
        top = aside(panel, "City deck")
        panel.table.red.flip(top)
        panel.settle()
        drop(panel, top, f"quests.{seat}" if ways and ways[0].to not in TERRAINS else "city-used")


def some_turns(panel: Panel) -> None:
    """Play some turns by hand: walk, buy, leave cards of a fight about, keep a quest."""
    take(panel, "miniature.red", "at.9")
    panel.press("chore.take-discard.5", "chore.rouse")
    panel.finish()
    hand = seen(panel).places["hand.red"]
    take(panel, hand[0].component, "combo.red")
    take(panel, hand[1].component, "discard.red")
    panel.press("chore.step-up")
    a_quest(panel, "blue")


def lying(table: Seen, box: Inventory) -> dict[str, list[str]]:
    """Give what lies in each place of a game, in an order of no meaning."""
    there = {name: [each.component for each in table.places[name]] for name in box.places}
    return {name: sorted(box.components.keys() & {*ids}) for name, ids in there.items()}


def test_a_table_in_play_goes_on_refereed(tmp_path: Path) -> None:
    """What lies there is the game, what lay about of a fight is put away, and turns go on."""
    before: list[Seen] = []

    def play_by_hand(panel: Panel) -> None:
        some_turns(panel)
        before.append(seen(panel))

    async def go_on(evening: Met, panel: Panel) -> None:
        host = await begun(evening, "blue")
        state = host.session.state
        was, now = (lying(each, state.inventory) for each in (before[0], seen(panel)))
        changed = {name for name in was if was[name] != now[name]}
        assert changed == {"combo.red", "discard.red", "monster-life", "monster-deck"}
        assert now == {name: sorted(ids) for name, ids in state.places.items()}
        assert (state.acting, state.phase, state.tracks["track.red"]) == ("blue", "phase-1", 1)
        known = state.parts[Quests]
        assert isinstance(known, Quests)
        assert was["quests.blue"] == [*known.open]
        said = [*host.in_terminal, *evening.told()]
        assert said[0].startswith("Read from the table: 426 pieces and ")
        assert "Put away, because between turns nothing lies there: " in said[1]
        assert said[2].startswith("Where quests lead is read from cards and tokens: ")
        assert said[3].startswith("Counted so, as no table shows it: Blue begins the first turn")
        assert {*said} <= {line.text for line in panel.table.chat}
        assert await said_of_it(evening) == [ALL_WELL]
        await play(evening, 2)
        assert await said_of_it(evening) == [ALL_WELL]

    adopt(tmp_path, play_by_hand, go_on)


def test_what_does_not_fit_is_named_and_put_right_by_hand(tmp_path: Path) -> None:
    """As long as something is in no place, or twice, no game begins; everybody reads what it is."""
    left: list[Piece] = []

    def leave_about(panel: Panel) -> None:
        left.append(aside(panel, "Potion deck"))
        panel.table.execute(
            "for _, each in ipairs(getObjects()) do if each.memo == 'miniature.red' then"
            " each.clone({position = {0, 3, 64}}) end end"
        )
        panel.settle()

    async def go_on(evening: Met, panel: Panel) -> None:
        await evening.press("Red", "adopt.red")
        await evening.until(lambda: bool(evening.troubles))
        named = "Beside every place lies something of this: Potion deck."
        await evening.until(lambda: any(named == line.text for line in panel.table.chat))
        lines = [line.text for line in panel.table.chat if line.to == "Red"]
        assert lines[-3].startswith("What lies here does not fit yet.")
        assert lines[-2:] == [named, "Miniature (Red) lies on the table twice."]
        assert evening.reception.host is None
        panel.table.execute(
            "for _, each in ipairs(getObjects()) do if each.memo == 'miniature.red' and"
            " each.getPosition().z > 60 then each.destruct() end end"
        )
        drop(panel, left[0], "potion-discard")
        host = await begun(evening, "red")
        assert host.session.state.acting == "red"
        assert await said_of_it(evening) == [ALL_WELL]

    adopt(tmp_path, leave_about, go_on)
