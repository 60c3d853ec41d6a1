"""What is typed at the table, in both languages: asking, taking back, pausing, and how strictly."""

from __future__ import annotations

import msgspec
import pytest

from tests.old_world.referee_table import Refereed
from tests.old_world.table import new
from tts_tool.kernel.decisions import Move, Press
from tts_tool.referee.table import reports
from tts_tool.referee.table.commands import COMMANDS, WORDS
from tts_tool.referee.table.taking_back import LAPSES

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


def test_reading_and_hints() -> None:
    """Rules are read by id or by words; a hint names three answers that are possible."""
    r = at()
    assert r.say("Red", "!read OW-MOVE-01").done
    assert "OW-MOVE-01" in heard(r, "Red")[-1]
    assert not r.say("Red", "!read xyzzy").done
    before = len(r.lines)
    assert r.say("Red", "!hint").done
    hints = [line.text for line in r.lines[before:]]
    open_ = [f"!{b.label}" for q in r.host.panels["Red"] for b in q.buttons if not b.why_not]
    assert hints == open_[:3]


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


def test_the_log_takes_back() -> None:
    """Beside an own answer there is a button; what nobody learned anything by goes at once."""
    r = at()
    assert r.do("Red", VISIT).done
    (line,) = [line for line in r.host.headings["Red"].log if line.undo]
    assert not any(line.undo for line in r.host.headings["Blue"].log)
    assert r.do("Red", Press(line.undo)).done
    assert r.session.step == 0
    assert not any(line.undo for line in r.host.headings["Red"].log)
