"""One story is told: the first one, or another that somebody has chosen in its place."""

from __future__ import annotations

import pytest

from tests.path_of_destiny.second_story import RULES, catalogue
from tests.path_of_destiny.table import short
from tts_tool.errors import UserError
from tts_tool.playtest.bots import RandomBot
from tts_tool.referee.session import Session
from tts_tool.rulesets.path_of_destiny.base.records import Page
from tts_tool.rulesets.path_of_destiny.edge_of_the_world import NAME


def begun(*modules: str, seats: int = 3) -> Session:
    """Begin a game with chosen modules."""
    return Session.new(RULES, catalogue(), seats=seats, modules=modules, seed="well")


def chosen(session: Session) -> list[str]:
    """Name the modules of a game."""
    return [module.name for module in session.composition.modules]


@pytest.mark.rule("PD-SETUP-02")
def test_another_story_takes_the_place_of_the_first() -> None:
    """Of the first there is nothing in the box then, and the other way round."""
    with begun("well") as one, begun() as usual:
        assert (chosen(one), chosen(usual)) == (["base", "well"], ["base", NAME])
        assert [short(page) for page in one.state.places["book"]] == [
            f"page.well-{n}" for n in range(1, 9)
        ]
        assert not {page.id for page in usual.composition.setup.cards.of(Page).values()} & {
            f"well-{n}" for n in range(1, 9)
        }
        assert {*usual.state.places} - {*one.state.places} == {
            f"{pile}.{chapter}" for pile in ("effort", "efforts") for chapter in (1, 2, 3)
        }


@pytest.mark.rule("PD-SETUP-02")
def test_two_stories_are_not_told_at_once() -> None:
    """Whoever names both is told by which rule that is refused."""
    with pytest.raises(UserError, match="well and edge-of-the-world exclude each other") as said:
        begun("well", NAME)
    assert getattr(said.value, "rule", "") == "PD-SETUP-02"


@pytest.mark.rule("PD-STORY-09", "PD-SETUP-06")
def test_another_story_is_played_to_its_end_by_its_own_rules() -> None:
    """Its order, its pages, nothing from the lowest row, and three points for whoever was last."""
    with begun("well") as session:
        bots = {seat: RandomBot(seat) for seat in session.seats}
        first: tuple[str, ...] = ()
        while not session.over:
            decision = next(each for each in session.open("*") if each.seat)
            first = first or session.state.places["initiative"]
            session.choose(decision, bots[decision.seat].answer(decision))
        told = ["vesemir", "dandelion", "ciri", "geralt", "yennefer"]
        played = [figure.removeprefix("figure.") for figure in first]
        assert played == [each for each in told if each in played]
        assert session.state.places["page.left"] == ("page.well-8",)
        rules = [one.rule for one in session.timeline.happened]
        assert "PD-DRAFT-12" not in rules
