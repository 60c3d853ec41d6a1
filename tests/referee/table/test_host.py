"""People at a table and the referee keep agreeing, whatever is tried and whoever drops out."""

from __future__ import annotations

from pathlib import Path
from random import Random

import msgspec
import pytest

from tests.referee.table.paper import Paper, drift, through_json
from tts_tool.catalog import Catalogue, load
from tts_tool.journal import Journal
from tts_tool.kernel.decisions import Gesture, Move, Press, Roll
from tts_tool.kernel.entries import Accepted, Answer, Look
from tts_tool.referee.session import Proposed, Session
from tts_tool.referee.table import reports
from tts_tool.referee.table.acts import Shuffling
from tts_tool.referee.table.arrangement import laid
from tts_tool.referee.table.host import Host
from tts_tool.resources import cards_dir
from tts_tool.rulesets.night_market import RULESET

SEATS = ("red", "blue", "green")
COLOURS = {seat: seat.capitalize() for seat in SEATS}
OBSERVED = ("voice", "rain", "shuffle.")


@pytest.fixture(scope="module")
def catalogue() -> Catalogue:
    """Give the cards of the sample game."""
    return load(cards_dir() / RULESET.folder, RULESET.schema)


def begun(catalogue: Catalogue, seed: int, journal: Journal | None = None) -> Session:
    """Begin a game with all boxes, the dice and the deck on the table."""
    return Session.new(
        RULESET,
        catalogue,
        seats=SEATS,
        modules=("storm", "guild"),
        seed=str(seed),
        observed=OBSERVED,
        journal=journal,
    )


def tell(host: Host, paper: Paper, *report: object) -> None:
    """Report something, and let the table do what it is told until nothing is left to do."""
    waiting = list(report)
    while waiting:
        paper.perform(host.received(through_json(waiting.pop(0))))
        waiting += paper.fell
        paper.fell = []


def tried(paper: Paper, chance: Random) -> tuple[str, Gesture] | None:
    """Choose something that is allowed, by gesture or by button."""
    ways: list[tuple[str, Gesture]] = []
    for colour, permit in paper.permits.items():
        for component, targets in permit["moves"].items():
            ways += [(colour, Move(component, place)) for place in targets]
        ways += [(colour, Roll(die)) for die in permit["rolls"]]
        ways += [(colour, Press(button)) for button in permit["presses"]]
    for colour, questions in paper.panels.items():
        ways += [
            (colour, Press(button.press))
            for question in questions
            for button in question.buttons
            if not button.why_not
        ]
    asked = [way for way in ways if "attic:" not in repr(way) and ".again:" not in repr(way)]
    return (
        chance.choice(asked if asked and chance.random() < 0.9 else ways) if ways else None
    )  # mostly play on


@pytest.mark.soak(sample=6, full=300)
def test_table_and_rules_agree(catalogue: Catalogue, rounds: int, tmp_path: Path) -> None:
    """Random legal and illegal gestures, and a referee that dies: the table never drifts."""
    for seed in range(rounds):
        chance = Random(seed)
        journal = Journal(tmp_path / f"games-{seed}", durability="NORMAL")
        session = begun(catalogue, seed, journal)
        host, paper = Host(session, COLOURS), Paper(session.state, chance)
        kept = session.kept_as
        assert kept is not None
        tell(host, paper, paper.hello())
        for _ in range(3_000):
            assert drift(host.session.state, paper) == {}
            if host.session.over:
                break
            doing = chance.random()
            if doing < 0.2:
                illegal(host, paper, chance)
                continue
            if doing < 0.22:
                host.session.close()
                host = Host(Session.resume(journal, kept, RULESET, catalogue), COLOURS)
                tell(host, paper, paper.hello())
                continue
            found = tried(paper, chance)
            assert found is not None, "somebody must be able to do something"
            colour, gesture = found
            values = ((1, chance.randint(1, 6)),) if isinstance(gesture, Roll) else ()
            report = paper.gesture(colour, gesture, values)
            if chance.random() < 0.05:  # the referee dies, with or without having heard it
                if chance.random() < 0.5:
                    host.received(through_json(report))
                host.session.close()
                host = Host(Session.resume(journal, kept, RULESET, catalogue), COLOURS)
                tell(host, paper, paper.hello())
            else:
                tell(host, paper, report)
        assert host.session.over
        assert not paper.pending
        host.session.close()


def answers(session: Session) -> int:
    """Count what was answered."""
    return sum(isinstance(entry, Answer) for entry in session.timeline.entries)


def test_heard_once(catalogue: Catalogue, tmp_path: Path) -> None:
    """A raise that was heard just before the referee died is not a second one when it is resent."""
    chance, journal = Random(1), Journal(tmp_path / "games", durability="NORMAL")
    raises = 0
    session = begun(catalogue, 1, journal)
    host, paper = Host(session, COLOURS), Paper(session.state, chance)
    tell(host, paper, paper.hello())
    while raises < 4:
        haggling = [d for d in host.session.open("*") if d.name == "haggle"]
        if not haggling or host.session.waits_for(haggling[0]):
            found = tried(paper, chance)
            assert found is not None
            values = ((1, 5),) if isinstance(found[1], Roll) else ()
            tell(host, paper, paper.gesture(*found, values))
            continue
        report = paper.gesture(COLOURS[haggling[0].seat], Roll("voice"), ((1, 5),))
        before = answers(host.session)
        verdict = host.received(through_json(report)).verdicts[0]
        assert answers(host.session) == before + 1
        host.session.close()
        resumed = Session.resume(journal, str(session.kept_as), RULESET, catalogue)
        host = Host(resumed, COLOURS)
        paper.perform(host.received(through_json(paper.hello())))
        assert answers(host.session) == before + 1
        assert paper.told.verdicts == (verdict,)
        raises += 1
    host.session.close()


def now(host: Host, paper: Paper) -> reports.Surveyed:
    """Say what lies where after all that was told."""
    return msgspec.structs.replace(paper.survey(), epoch=host.epoch, step=host.step)


def illegal(host: Host, paper: Paper, chance: Random) -> None:
    """Move anything anywhere: it is refused with a sentence, and brought back."""
    place = chance.choice([p for p, there in paper.places.items() if there])
    component = chance.choice(paper.places[place]).component
    target = chance.choice([p for p in paper.places if p != place])
    colour = chance.choice(list(COLOURS.values()))
    if target in paper.permits[colour]["moves"].get(component, {}):
        return
    before = host.session.digest()
    tell(host, paper, paper.gesture(colour, Move(component, target)))
    (verdict,) = paper.told.verdicts
    assert not verdict.done
    assert verdict.say
    assert host.session.digest() == before


def test_what_was_seen_before_is_not_put_right(catalogue: Catalogue) -> None:
    """A survey that crosses what the table is told shows what is about to change.

    It is passed over: putting it right would be done after the shuffle, and undo it.
    """
    with begun(catalogue, 1) as session:
        host, paper = Host(session, COLOURS), Paper(session.state, Random(1))
        paper.perform(host.received(through_json(paper.hello())))
        assert any(isinstance(act, Shuffling) for act in paper.told.acts)
        before = msgspec.structs.replace(paper.survey(), epoch=host.epoch, step=host.step - 1)
        bare = msgspec.structs.replace(before, counters={})
        told = host.received(through_json(bare))
        assert (told.acts, told.look) == ((), True)
        late = msgspec.structs.replace(bare, step=host.step)
        told = host.received(through_json(late))
        assert (told.acts != (), told.look) == (True, False)


def test_a_pile_that_is_being_shuffled_is_left_alone(catalogue: Catalogue) -> None:
    """Its order is what the shuffle has brought, which may not have been heard of yet."""
    with begun(catalogue, 1) as session:
        host, paper = Host(session, COLOURS), Paper(session.state, Random(1))
        told = host.received(through_json(paper.hello()))
        (shuffled,) = (act.place for act in told.acts if isinstance(act, Shuffling))
        paper.perform(told)
        for fell in paper.fell:
            assert fell.decision.startswith(f"chance.shuffle.{shuffled}/")
        assert paper.places[shuffled] != laid(session.state)[shuffled]
        assert host.received(through_json(now(host, paper))).acts == ()


def test_who_only_advises_touches_nothing_until_somebody_wants_it(catalogue: Catalogue) -> None:
    """What lies otherwise is named once, in everybody's language; `!repair` puts it right."""
    with begun(catalogue, 1) as session:
        host = Host(session, COLOURS, tongues={"Red": "de"}, mode="advise")
        paper = Paper(session.state, Random(1))
        tell(host, paper, paper.hello())
        moved = paper.places["hand.red"].pop()
        paper.places["harbour"].append(moved)
        told = host.received(through_json(now(host, paper)))
        lines = {line.colour: line.text for line in told.lines}
        assert told.acts == ()
        assert "Nach den Regeln ist das anders: " in lines["Red"]
        assert "By the rules this is otherwise: " in lines["Blue"]
        assert moved.component not in " ".join(lines.values())
        again = host.received(through_json(now(host, paper)))
        assert (again.acts, again.lines) == ((), ())
        wanted = host.received(through_json(reports.Said(9, "Red", "!repair")))
        assert ([verdict.done for verdict in wanted.verdicts], wanted.look) == ([True], True)
        paper.perform(host.received(through_json(now(host, paper))))
        assert drift(session.state, paper) == {}


def test_who_is_off_says_nothing(catalogue: Catalogue) -> None:
    """Without a referee things lie as people want them to."""
    with begun(catalogue, 1) as session:
        host, paper = Host(session, COLOURS, mode="off"), Paper(session.state, Random(1))
        tell(host, paper, paper.hello())
        paper.places["harbour"].append(paper.places["deck"].pop())
        told = host.received(through_json(now(host, paper)))
        assert (told.acts, told.lines) == ((), ())


def test_what_somebody_has_seen_is_not_taken_back_by_them_alone(
    catalogue: Catalogue, tmp_path: Path
) -> None:
    """Who looks through a hidden pile takes back with all, and the pile gets another order."""
    journal = Journal(tmp_path / "games", durability="NORMAL")
    session = begun(catalogue, 5, journal)
    host = Host(session, COLOURS)
    host.received(reports.Hello())
    while True:
        decision = next(d for d in session.open("*") if not session.waits_for(d))
        session.choose(decision, decision.space().sample(Random(session.step).randrange))
        to = session.step - 1
        if decision.seat and not session.timeline.wall(to):
            break
    known = session.composition.inventory.places
    pile = max(
        (each for each, lying in session.state.places.items() if known[each].seen == "nobody"),
        key=lambda each: len(session.state.places[each]),
    )
    for _ in range(2):
        host.received(reports.Looked(place=pile, colour=COLOURS[decision.seat]))
    (looked,) = session.timeline.entries[to + 1 :]
    assert looked == Look(pile, decision.seat)
    assert isinstance(session.undo(decision.seat, to), Proposed)
    before = session.state.places[pile]
    kept, digest = str(session.kept_as), session.digest()
    session.close()
    with Session.resume(journal, kept, RULESET, catalogue) as again:
        assert again.digest() == digest
        assert again.state.places[pile] == before
        assert isinstance(again.undo(decision.seat, to), Proposed)
        replies = [again.agree(seat) for seat in SEATS if seat != decision.seat]
        assert isinstance(replies[-1], Accepted)
        assert sorted(again.state.places[pile]) == sorted(before)
        assert again.state.places[pile] != before
        assert again.state.branch == 1
