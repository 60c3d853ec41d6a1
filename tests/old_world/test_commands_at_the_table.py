"""What is typed at the table, in both languages: asking, taking back, pausing, and how strictly."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import msgspec
import pytest

from tests.old_world.referee_table import Refereed
from tests.old_world.table import catalogue, new
from tests.referee.table.paper import drift
from tts_tool.journal import Journal
from tts_tool.kernel.decisions import Move, Press
from tts_tool.kernel.entries import AnswerAgainst
from tts_tool.kernel.rejection import Rejection
from tts_tool.playtest.bots import bot_for
from tts_tool.referee.session import Session
from tts_tool.referee.table import reports
from tts_tool.referee.table.commands import COMMANDS, HINTS, WORDS
from tts_tool.referee.table.drafting import DONE
from tts_tool.referee.table.gestures import asked
from tts_tool.referee.table.hinting import ranked
from tts_tool.referee.table.host import Host
from tts_tool.referee.table.panel import press_for
from tts_tool.referee.table.taking_back import LAPSES
from tts_tool.rulesets.old_world import RULESET

VISIT = Move("miniature.red", "at.4")
FAR = Move("miniature.red", "at.15")


def at(language: str = "en", seats: int = 3) -> Refereed:
    """Let red stand where roads lead to some places and not to others."""
    return Refereed(new(seats).stand(red=8), language=language)


def heard(r: Refereed, colour: str) -> list[str]:
    """List what a colour was told."""
    return [line.text for line in r.lines if line.colour in ("", colour)]


def modes(r: Refereed) -> tuple[str, str]:
    """Say how strict the referee is, and what the table was told of it last."""
    return r.host.mode, r.host.told.mode


def look(r: Refereed) -> None:
    """Say how the table lies."""
    now = msgspec.structs.replace(r.paper.survey(), epoch=r.host.epoch, step=r.host.step)
    r.report(now)


def typed(r: Refereed, colour: str, text: str, *, leads: bool) -> str:
    """Type something as who leads the table or does not; give what is answered."""
    r.paper.n += 1
    r.report(reports.Said(n=r.paper.n, colour=colour, text=text, leads=leads))
    return r.host.verdict(r.paper.n).say


def test_every_command_has_words_in_both_languages() -> None:
    """No word means two things, and what the help names is a command."""
    assert len(COMMANDS) == sum(len(several.split()) for several in WORDS.values())
    for language in ("en", "de"):
        said = at(language).say("Red", "!nonsense").say
        named = [word.strip(",.;:") for word in said.split() if word.startswith("!")]
        words = [word.removeprefix("!") for word in named if not word[1:2].isdigit()]
        assert len(words) >= 10
        assert [word for word in words if word not in COMMANDS] == []


@pytest.mark.parametrize(
    ("language", "why", "rule"),
    [("en", "!why", "OW-MOVE-01: "), ("de", "!warum", "OW-MOVE-01: ")],
)
def test_why(language: str, why: str, rule: str) -> None:
    """Whoever was refused something can have the rule read, in their language, and nobody else."""
    r = at(language)
    assert not r.do("Red", FAR).done
    assert r.say("Red", why).done
    (line,) = r.lines[-1:]
    assert (line.colour, line.text.startswith(rule)) == ("Red", True)
    reader = r.session.reader("red", language)
    assert line.text == f"{rule}{reader.rule('OW-MOVE-01')}"
    assert not r.say("Blue", why).done


def test_reading() -> None:
    """Rules are read by id or by words."""
    r = at()
    assert r.say("Red", "!read OW-MOVE-01").done
    assert "OW-MOVE-01" in heard(r, "Red")[-1]
    assert not r.say("Red", "!read xyzzy").done


@pytest.mark.parametrize("word", ["!hint", "!tipp"])
def test_a_hint_names_what_a_bot_would_do(word: str) -> None:
    """Three answers that are allowed, as they are typed, the one first that the bot gives."""
    bots = partial(bot_for, RULESET.name)
    r = Refereed(new(3).stand(red=8), bots=bots)
    (decision,) = (each for each in r.session.open("red") if each.kind == "question")
    wanted = ranked(bots("red"), decision)
    assert wanted[0] == bots("red").answer(decision)
    assert len({str(each) for each in wanted}) == HINTS
    assert {each for each in wanted if isinstance(decision.space().check(each), Rejection)} == set()
    before = len(r.lines)
    assert r.say("Red", word).done
    hints = r.lines[before:]
    assert {line.colour for line in hints} == {"Red"}
    named = [label.partition(" ")[2] for label in (line.text for line in hints)]
    labels = {press_for(decision, b): None for b in wanted}
    buttons = {b.press: b.label.partition(" ")[2] for q in r.host.panels["Red"] for b in q.buttons}
    assert named == [buttons[press] for press in labels]
    assert r.say("Red", hints[0].text.partition(" ")[0]).done
    assert r.session.step > 0


def test_a_hint_of_an_answer_with_parts_can_be_typed() -> None:
    """Asked for all along a game, each hint is a whole answer when it is typed."""
    r = Refereed(new(2).stand(red=8), bots=partial(bot_for, RULESET.name))
    typed_with_parts = 0
    for _ in range(60):
        colour = next(c for s, c in r.host.seating.colours.items() if asked(r.session, s))
        before, step = len(r.lines), r.session.step
        assert r.say(colour, "!hint").done
        hint = r.lines[before].text.partition(" ")[0]
        typed_with_parts += "," in hint
        assert r.say(colour, hint).done, hint
        assert r.session.step > step, hint
    assert typed_with_parts > 0


# One rule that merely advises


@pytest.mark.parametrize(
    ("language", "off", "on"),
    [
        ("en", "!rule OW-MOVE-01 off", "!rule OW-MOVE-01 on"),
        ("de", "!regel ow-move-01 aus", "!regel OW-MOVE-01 an"),
    ],
)
def test_one_rule_merely_advises(language: str, off: str, on: str) -> None:
    """What breaks it alone is done, kept as that, and paid like any move; all hear of it."""
    r = at(language)
    assert not r.do("Red", FAR).done
    assert typed(r, "Blue", off, leads=True) == ""
    assert r.paper.permits["Red"]["moves"]["miniature.red"]["at.15"]
    before = r.session.step
    assert r.do("Red", FAR).done
    assert r.session.step > before
    entry = r.session.timeline.entries[before]
    assert isinstance(entry, AnswerAgainst)
    assert entry.rules == ("OW-MOVE-01",)
    pays(r, "action.bear-heavy-blow.2")
    assert r.session.state.place_of("miniature.red") == "at.15"
    assert any(each.component == "miniature.red" for each in r.paper.places["at.15"])
    assert drift(r.session.state, r.paper) == {}
    assert any("OW-MOVE-01" in line for line in heard(r, "Green")[1:])
    typed(r, "Blue", on, leads=True)
    assert not r.do("Red", Move("miniature.red", "at.8")).done


def pays(r: Refereed, *cards: str) -> None:
    """Let red pay for a move with some cards, and no more."""
    (decision,) = r.session.open("red")
    assert decision.name == "pay-move"
    for card in (*cards, DONE):
        assert r.do("Red", Press(press_for(decision, card))).done, card


@pytest.mark.parametrize(
    ("rule", "choice"), [("OW-ACT-01", "action"), ("OW-POKER-01", "poker.blue")]
)
def test_a_deed_against_a_rule(rule: str, choice: str) -> None:
    """Where no piece moves the button is free, and what follows is as the rules have it."""
    r = at()
    press = Press(press_for(r.session.open("red")[0], choice))
    assert r.do("Red", press).say.endswith(f"[{rule}]")
    typed(r, "Red", f"!rule {rule} off", leads=True)
    assert r.do("Red", press).done
    entry = r.session.timeline.entries[0]
    assert isinstance(entry, AnswerAgainst)
    assert (entry.value, entry.rules) == (choice, (rule,))
    assert drift(r.session.state, r.paper) == {}
    assert any(rule in line for line in heard(r, "Green")[1:])


def test_a_payment_against_a_rule() -> None:
    """Cards that would not do are taken, those and no others."""
    r = at()
    assert r.do("Red", Move("miniature.red", "at.4")).done
    (decision,) = r.session.open("red")
    cards = [each.value for each in decision.space().options() if each.value != "gold"]
    wrong, refused = next(
        (each, why)
        for each in cards
        if isinstance(why := decision.space().check((each,)), Rejection) and why.rule
    )
    assert r.do("Red", Press(press_for(decision, wrong))).done
    assert r.do("Red", Press(press_for(decision, DONE))).say.endswith(f"[{refused.rule}]")
    typed(r, "Red", f"!rule {refused.rule} off", leads=True)
    assert r.do("Red", Press(press_for(decision, DONE))).done
    assert wrong not in r.session.state.places["hand.red"]
    assert r.session.state.place_of("miniature.red") == "at.4"
    assert drift(r.session.state, r.paper) == {}


def test_a_rule_is_waived_by_more_than_half() -> None:
    """One vote is not enough; and what forbids nothing, or is no rule, is none that can be."""
    r = at()
    typed(r, "Red", "!rule OW-MOVE-01 off", leads=False)
    assert not r.do("Red", FAR).done
    typed(r, "Green", "!rule OW-MOVE-01 off", leads=False)
    assert r.do("Red", FAR).done
    for nonsense in ("!rule OW-TURN-01 off", "!rule XYZZY off", "!rule", "!rule OW-MOVE-01"):
        assert "!rule ID off" in typed(r, "Red", nonsense, leads=True)


def test_pressed_against_a_rule_that_merely_advises() -> None:
    """Its button is free like any other, and the table brings the piece."""
    r = at()
    far = press_for(r.session.open("red")[0], "at.15")
    by_press = {b.press: b for q in r.host.panels["Red"] for b in q.buttons}
    assert by_press[far].why_not
    typed(r, "Red", "!rule OW-MOVE-01 off", leads=True)
    by_press = {b.press: b for q in r.host.panels["Red"] for b in q.buttons}
    assert not by_press[far].why_not
    assert r.do("Red", Press(far)).done
    pays(r, "action.bear-heavy-blow.2")
    assert drift(r.session.state, r.paper) == {}
    assert r.session.state.place_of("miniature.red") == "at.15"


def test_what_is_waived_stays_so_next_week(tmp_path: Path) -> None:
    """The journal keeps it, and whoever goes on hears of it."""
    with Journal(tmp_path / "games") as journal:
        with Session.new(RULESET, catalogue(), seats=2, seed="1", journal=journal) as session:
            host = Host(session, {"red": "Red", "blue": "Blue"})
            host.received(reports.Hello())
            for n, word in enumerate(("!rule OW-MOVE-01 off", "!rule OW-MOVE-02 off"), 1):
                host.received(reports.Said(n=n, colour="Red", text=word, leads=True))
            kept = str(session.kept_as)
        with Session.resume(journal, kept, RULESET, catalogue()) as session:
            host = Host(session, {"red": "Red", "blue": "Blue"})
            host.tell_house_rules()
            said = [line.text for line in host.received(reports.Hello()).lines]
            assert "In this game these merely advise: OW-MOVE-01, OW-MOVE-02." in said


@pytest.mark.parametrize(("language", "word"), [("en", "!rules advise"), ("de", "!regeln rat")])
def test_who_leads_says_how_strictly(language: str, word: str) -> None:
    """The host switches at once; then nothing is put back any more."""
    r = at(language)
    assert modes(r)[0] == "enforce"
    typed(r, "Blue", word, leads=True)
    assert modes(r) == ("advise", "advise")
    r.do("Red", FAR)
    assert any(each.component == "miniature.red" for each in r.paper.places["at.15"])


def test_others_vote() -> None:
    """More than half of the seats must say so; a vote for something else is none for this."""
    r = at()
    typed(r, "Red", "!rules off", leads=False)
    typed(r, "Blue", "!rules advise", leads=False)
    assert modes(r)[0] == "enforce"
    assert "Blue wants" in heard(r, "Green")[-1]
    typed(r, "Green", "!rules advise", leads=False)
    assert modes(r)[0] == "advise"
    assert typed(r, "Red", "!rules", leads=False) == "The referee says what is wrong."


def test_a_pause() -> None:
    """Hands are free and nothing is an answer; who goes on has the table put right."""
    r = at()
    r.say("Red", "!pause")
    step = r.session.step
    assert modes(r) == ("off", "off")
    r.do("Red", FAR)
    r.do("Red", VISIT)
    assert r.session.step == step
    r.say("Blue", "!pause")
    assert modes(r) == ("enforce", "enforce")
    assert r.host.told.look
    look(r)
    assert any(each.component == "miniature.red" for each in r.paper.places["at.8"])


def test_checking() -> None:
    """What lies otherwise is named as often as somebody asks; else all hear that all is well."""
    r = at()
    typed(r, "Red", "!rules advise", leads=True)
    look(r)
    for _ in range(2):
        r.say("Red", "!check")
        assert r.host.told.look
        look(r)
        assert heard(r, "Blue")[-1] == "Everything lies as it should."
    r.paper.places["at.15"].insert(0, r.paper.take("miniature.red"))
    for _ in range(2):
        r.say("Red", "!prüfen")
        look(r)
        assert "at.15" in heard(r, "Blue")[-1] or "Gorthur Gvaed" in heard(r, "Blue")[-1]


# Taking back


def proposed() -> tuple[Refereed, list[float]]:
    """Let red want to take back what others have to agree to; give a clock, too."""
    now = [0.0]
    r = Refereed(new(3).stand(red=8), now=lambda: now[0])
    session = r.session
    while not session.step or not session.timeline.consents(0) - {"red"}:
        decision = next(each for each in session.open("*") if not session.waits_for(each))
        session.choose(decision, next(iter(decision.space().answers())))
    session.undo("red", 0)
    assert session.proposal is not None
    r.say("Green", "!help")
    return r, now


def test_a_proposal_names_what_it_would_take_back() -> None:
    """Those concerned have it on their panel with two buttons, and everybody reads what it is."""
    r, _ = proposed()
    (question,) = (q for q in r.host.panels["Blue"] if q.decision == "undo")
    assert "Red wants to take back" in question.title
    assert "Red · " in question.title
    assert question.title in heard(r, "Blue")
    assert all(q.decision != "undo" for q in r.host.panels["Red"])
    assert [button.label.partition(" ")[2] for button in question.buttons] == ["agree", "decline"]
    r.press("Blue", "decline")
    assert r.session.proposal is None
    assert all(q.decision != "undo" for q in r.host.panels["Blue"])


def test_all_agree_by_buttons() -> None:
    """When the last of those concerned has agreed it is taken back."""
    r, _ = proposed()
    while r.session.proposal is not None:
        r.press(r.session.proposal.needs[0].capitalize(), "agree")
    assert r.session.step <= 1


def is_open(r: Refereed) -> bool:
    """Tell whether somebody's proposal still stands."""
    return r.session.proposal is not None


def test_a_proposal_lapses() -> None:
    """After a minute it is void, and that is said once; who agrees later agrees to nothing."""
    r, now = proposed()
    now[0] = LAPSES
    r.say("Red", "!help")
    assert is_open(r)
    now[0] = LAPSES + 1
    assert not r.say("Blue", "!agree").done
    assert not is_open(r)
    assert sum("has lapsed" in line for line in heard(r, "Green")) == 1


def test_a_proposal_lapses_though_nobody_does_anything() -> None:
    """The referee says so by itself, once, and has nothing to say otherwise."""
    r, now = proposed()
    now[0] = LAPSES
    assert r.host.overdue() is None
    now[0] = LAPSES + 1
    told = r.host.overdue()
    assert told is not None
    assert any("has lapsed" in line.text for line in told.lines)
    assert not is_open(r)
    assert r.host.overdue() is None


def test_the_log_takes_back() -> None:
    """Beside an own answer there is a button; what nobody learned anything by goes at once."""
    r = at()
    assert r.do("Red", VISIT).done
    (line,) = [line for line in r.host.headings["Red"].log if line.undo]
    assert not any(line.undo for line in r.host.headings["Blue"].log)
    assert r.do("Red", Press(line.undo)).done
    assert r.session.step == 0
    assert not any(line.undo for line in r.host.headings["Red"].log)
