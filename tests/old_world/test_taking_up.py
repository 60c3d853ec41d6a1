"""A game that was played without rules goes on by them: what no table shows is settled and said."""

from __future__ import annotations

import pytest

from tests.old_world.table import Table, new
from tts_tool.kernel.events import PhaseBegan, TurnBegan
from tts_tool.kernel.game import Game, Luck
from tts_tool.kernel.position import decode, encode, flaws
from tts_tool.kernel.state import State
from tts_tool.rulesets.old_world.base.box.records import TERRAINS
from tts_tool.rulesets.old_world.base.story.quests import Quests
from tts_tool.rulesets.old_world.base.table.taking_up import quests_on, take_up
from tts_tool.rulesets.old_world.base.turn.turn import Turn

GAME = new().timeline.composition


def taken_up(t: Table, seat: str) -> tuple[State, list[str]]:
    """Forget what no table shows, and take the game up; give it, and the codes of what is said."""
    shown = {name: t.document()[name] for name in ("places", "tracks")}
    g = Game(GAME, Luck(), decode(shown, GAME.inventory))
    said = [each.code for each in take_up(g, seat)]
    begun = [each.event for each in g.happened if isinstance(each.event, TurnBegan | PhaseBegan)]
    assert begun == [TurnBegan(seat), PhaseBegan("phase-1")]
    state = decode(encode(g.state), GAME.inventory)
    assert flaws(GAME, state) == []
    return state, said


@pytest.mark.rule("OW-QUEST-01", "OW-GEN-04", "OW-TURN-01")
def test_every_quest_is_read_from_its_card_and_its_token() -> None:
    """Each card that can become a quest leads where it says, or where its token does."""
    box, start = GAME.inventory, new().document()
    led = 0
    for card in [each for each in box.components if [*quests_on(box.cards[each])]]:
        for quest in quests_on(box.cards[card]):
            if not isinstance(quest.to, str) or quest.to == "own-school":
                token = ""
            else:
                token = start["places"][f"tokens.{quest.to}"][0]
            at = new()
            at.lay("quests.red", card, rest="city-used")
            if token:
                at.lay("quest-tokens.red", token, rest="box")
            state, said = taken_up(at, "blue")
            open_quests = state.parts[Quests]
            assert isinstance(open_quests, Quests)
            known = open_quests.open[card]
            printed = box.cards[token].number if token else known.location
            assert (known.event, known.token, known.fee) == (quest.event, token, quest.fee)
            assert known.location == printed
            assert quest.to in {printed, "own-school", *TERRAINS}
            assert said == ["taken-up-quests", "taken-up-turn"]
            led += 1
    assert led == 60


@pytest.mark.rule("OW-QUEST-01")
def test_a_token_of_another_terrain_is_the_quests_that_has_none_of_its_own() -> None:
    """Of two quests each takes the token of its terrain; what is left goes to the other."""
    t, box = new(), GAME.inventory
    places = t.document()["places"]
    forest = [
        card
        for card in box.components
        if [quest.to for quest in quests_on(box.cards[card])] == ["forest"]
    ][:2]
    tokens = [places["tokens.water"][0], places["tokens.forest"][0]]
    t.lay("quests.red", *forest, rest="city-used").lay("quest-tokens.red", *tokens, rest="box")
    state, _ = taken_up(t, "red")
    known = state.parts[Quests]
    assert isinstance(known, Quests)
    assert {quest.token for quest in known.open.values()} == {*tokens}


@pytest.mark.rule("OW-FIGHT-35", "OW-ATTR-03")
def test_what_lies_about_is_put_away() -> None:
    """Cards of a fight and a story, used Potions, a Shield too high: all is as between turns."""
    t = new().tracks(**{"shield.red": 5})
    places = t.document()["places"]
    combo, life, potion = (
        places["hand.red"][0],
        places["monster-deck"][:3],
        places["potion-deck"][0],
    )
    story = [places["city-deck"][0], "event.7"]
    t.lay("combo.red", combo).lay("monster-life", *life, rest="monster-deck")
    t.lay("spent-potions.red", potion, rest="potion-deck").lay("story", *story, rest="city-deck")
    state, said = taken_up(t, "blue")
    assert said == ["taken-up-put-away", "taken-up-shield", "taken-up-turn"]
    assert state.places["discard.red"] == (combo,)
    assert state.places["monster-deck"][-3:] == tuple(life)
    assert state.places["potion-discard"] == (potion,)
    assert state.places["city-used"] == (story[0],)
    numbers = [int(each.partition(".")[2]) for each in state.places["events"]]
    assert numbers == sorted(numbers)
    assert state.tracks["shield.red"] == 1
    assert (state.acting, state.phase) == ("blue", "phase-1")
    turn = state.parts[Turn]
    assert isinstance(turn, Turn)
    assert (turn.number, turn.first, turn.memories) == (1, "blue", {})
