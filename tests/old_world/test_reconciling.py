"""Table and game differ: copies are named and taken away, and the table may be right."""

from __future__ import annotations

import msgspec
import pytest

from tests.old_world.real_table import open_table
from tests.old_world.referee_table import Refereed
from tests.old_world.table import new
from tts_tool.referee.table.acts import Single
from tts_tool.referee.table.told import Mode


def at(mode: Mode = "enforce") -> Refereed:
    """Let red stand where roads lead to some places."""
    return Refereed(new(3).stand(red=8), mode)


def look(r: Refereed, *twice: str, loose: tuple[str, ...] = ()) -> None:
    """Say how the table lies, what lies there twice, and what beside every place."""
    survey = r.paper.survey()
    now = {"epoch": r.host.epoch, "step": r.host.step, "twice": twice, "loose": loose}
    r.report(msgspec.structs.replace(survey, **now))


def singles(r: Refereed) -> list[Single]:
    """List the copies that the table was told to take away."""
    return [act for act in r.host.told.acts if isinstance(act, Single)]


def said(r: Refereed, about: str) -> int:
    """Count how often everybody heard of something."""
    return sum(about in line.text for line in r.lines)


@pytest.mark.parametrize("mode", ["enforce", "automate"])
def test_a_copy_is_taken_away(mode: Mode) -> None:
    """Where the referee does not only advise it goes, and everybody hears of it."""
    r = at(mode)
    look(r, "miniature.red", "nothing-of-ours")
    assert singles(r) == [Single("miniature.red", "at.8")]
    assert said(r, "lay on the table twice; the copy is taken away.") == 1


def test_a_copy_is_named() -> None:
    """Who advises names it once, and again when somebody asks; repaired, it goes."""
    r = at("advise")
    for _ in range(2):
        look(r, "miniature.red")
    assert (singles(r), said(r, "lies on the table twice")) == ([], 1)
    r.say("Red", "!check")
    look(r, "miniature.red")
    assert (singles(r), said(r, "lies on the table twice")) == ([], 2)
    r.say("Red", "!repair")
    look(r, "miniature.red")
    assert singles(r) == [Single("miniature.red", "at.8")]


def test_a_hidden_copy_is_not_named() -> None:
    """Of what nobody sees it is not said what it is."""
    r = at()
    card = r.session.state.places["deck.red"][0]
    look(r, card)
    assert said(r, "something hidden lay on the table twice") == 1


def test_what_was_put_right_is_named_when_it_differs_again() -> None:
    """Who advises names a place once, and once more after it was put right."""
    r = at("advise")
    for times in (1, 2):
        r.paper.places["at.4"].insert(0, r.paper.take("miniature.red"))
        for _ in range(2):
            look(r)
        assert said(r, "By the rules this is otherwise") == times
        r.say("Red", "!repair")
        look(r)
        assert [each.component for each in r.paper.places["at.4"]] == []
        look(r)  # now it is seen to lie right


@pytest.mark.parametrize("order", ["!repair", "!take"])
def test_what_was_taken_over_or_put_right_is_named_when_it_differs_again(order: str) -> None:
    """Nothing is taken for known once somebody has said which of both is right."""
    r = at("advise")
    for times in (1, 2):
        r.paper.counters["gold.red"] += 1
        for _ in range(2):
            look(r, "miniature.blue", loose=("miniature.green",))
        assert said(r, "By the rules this is otherwise") == times
        assert said(r, "lies on the table twice") == times
        assert said(r, "lies beside every place") == times
        r.say("Red", order, leads=True)
        look(r)
        look(r)  # now it is seen to lie right


def test_until_it_is_put_right_nothing_is_news() -> None:
    """Who wants it put right is told of no rest, but the table is looked at until all is right."""
    r = at("advise")
    r.paper.counters["gold.red"] += 1
    look(r)
    r.say("Red", "!repair")
    for _ in range(2):  # it was not done yet when the table was looked at
        r.paper.counters["gold.red"] += 1
        look(r)
        assert (said(r, "By the rules this is otherwise"), r.host.told.look) == (1, True)
    look(r)
    assert not r.host.told.look
    r.paper.counters["gold.red"] += 1
    look(r)
    assert said(r, "By the rules this is otherwise") == 2
    assert r.host.told.acts == ()


# The table is right


def test_the_table_is_taken_over() -> None:
    """What was moved and counted by hand is the game now, by an override in the log."""
    r = at("advise")
    r.paper.places["at.4"].insert(0, r.paper.take("miniature.red"))
    r.paper.counters["gold.red"] = 9
    assert not r.say("Red", "!take").done
    assert r.say("Red", "!übernehmen", leads=True).done
    look(r)
    assert r.session.state.place_of("miniature.red") == "at.4"
    assert r.session.state.tracks["gold.red"] == 9
    assert said(r, "The table is right, says Red") == 1
    assert r.session.told(None)[-1]["event"] != "moved"
    assert any(event["event"] == "overridden" for event in r.session.told(None))
    look(r)
    assert r.host.told.acts == ()


def test_an_impossible_table_is_not_taken_over() -> None:
    """What the rules can make nothing of is refused with the reason, and put right."""
    r = at("enforce")
    r.paper.places["at.4"].insert(0, r.paper.take("miniature.red"))
    r.paper.places["at.5"].insert(0, r.paper.take("miniature.blue"))
    step = r.session.step
    r.paper.counters["combat.red"] = 99
    r.say("Red", "!take", leads=True)
    look(r)
    assert r.session.step == step
    assert said(r, "The table is right") == 0
    assert r.host.told.acts


def test_not_in_the_middle_of_something() -> None:
    """Between two steps of the game the table can be taken over, and not while somebody pays."""
    r = at()
    r.press("Red", "To Ban Ard (Water)")
    assert not r.session.timeline.at_restart
    r.say("Red", "!take", leads=True)
    look(r)
    assert said(r, "in the middle of something") == 1


GUIDS = """
local found = {}
for _, one in ipairs(getObjects()) do
    if one.memo == "miniature.red" then table.insert(found, one.guid) end
end
return table.concat(found, " ")
"""


def test_at_the_real_table() -> None:
    """A figure that was pasted is named, and goes when somebody wants that; the first one stays."""
    with open_table(new(3).stand(red=8).timeline) as sat:
        table = sat.top.table
        sat.player("red").say("!rules advise")
        sat.settle()
        held = str(table.execute(GUIDS))
        table.execute(f"getObjectFromGUID('{held}').clone({{ position = {{ 30, 3, 30 }} }})")
        table.run(240)
        sat.settle()
        assert len(str(table.execute(GUIDS)).split()) == 2
        assert any("lies on the table twice" in line.text for line in table.chat)
        sat.player("red").say("!repair")
        sat.settle()
        assert str(table.execute(GUIDS)) == held
        assert sat.top.drift() == {}
