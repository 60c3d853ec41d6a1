"""The kit passes what is right, and finds every flaw that it says it would find."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from itertools import groupby
from typing import Any
from unittest.mock import patch

import msgspec
import pytest

from tests.proof import flaws
from tests.proof.pebbles import Pebbles, Words
from tts_tool.kernel import chance
from tts_tool.kernel.entries import Accepted, Held, Reply
from tts_tool.kernel.events import Answered, Branched
from tts_tool.kernel.game import Game
from tts_tool.kernel.inventory import Seat
from tts_tool.kernel.module import Module, Ruleset
from tts_tool.kernel.state import State
from tts_tool.kernel.timeline import Timeline
from tts_tool.kernel.views import view
from tts_tool.proof import laws, memory, refusals, secrecy, side_by_side, taking_back
from tts_tool.proof.kit import GAMES, PROOFS, at_full_size, by_default, conformance
from tts_tool.proof.match import SEATED, Match, PlayField, field, matches, module_sets
from tts_tool.proof.play import Broken, Check, Recipe, prove, random_play

test_the_toy = conformance(Pebbles().ruleset(), Words())

FLAWS: list[tuple[type[Pebbles], Check, str]] = [
    (flaws.RemembersOutside, memory.saved_and_loaded, "the state after loading"),
    (flaws.RemembersOutside, memory.replayed, "the state after a whole game"),
    (flaws.RemembersOutside, memory.forked, "the state of a fork"),
    (flaws.RemembersOutside, memory.resumed_from_checkpoint, "the state after resuming"),
    (flaws.RemembersOutside, taking_back.undone_and_redone, "the state after undo"),
    (flaws.LocalAcrossRestart, memory.reentered, "some answers after re-entry"),
    (flaws.StepsTwice, memory.reentered, "the state after re-entry"),
    (flaws.SaysTwice, memory.reentered, "what happened after a restart point"),
    (flaws.SaysTwice, memory.forked, "what happened until the fork"),
    (flaws.AsksForever, memory.restarts_in_time, "41 answers since the last restart point"),
    (flaws.ChangesBehindEvents, memory.folded, "the state made of the events"),
    (flaws.TakesAnything, refusals.malformed_answers, "should be refused"),
    (flaws.RaisesAtNonsense, refusals.malformed_answers, "TypeError"),
    (flaws.TakesWhatItRefuses, refusals.answers_out_of_range, "should be refused"),
    (flaws.TouchesWhileLooking, refusals.answers_out_of_range, "a game after answers out of"),
    (flaws.WantsAllAtOnce, refusals.partial_answers, "gives Refused"),
    (flaws.LacksWords, refusals.refusals_in_words, "mumble can't be said in 'en'"),
    (flaws.SwallowsErrors, taking_back.faults_taken_back, "not a fault"),
    (flaws.FirstComesFirst, side_by_side.independent_answers, "in another order"),
    (flaws.NotesHidden, secrecy.views_name_nothing_hidden, "which ann can't see"),
    (flaws.TellsHidden, secrecy.events_name_nothing_hidden, "what ann is told names"),
    (flaws.RefusesByHidden, secrecy.questions_name_nothing_hidden, "throw/ann names"),
    (flaws.RefusesByHand, secrecy.questions_survive_redrawing, "what bob is asked"),
    (flaws.SkipsByHand, secrecy.questions_survive_redrawing, "is told should be the same"),
    (flaws.AsksByHidden, secrecy.questions_survive_redrawing, "who is asked"),
    (flaws.EndsByHidden, secrecy.questions_survive_redrawing, "is told should be the same"),
    (flaws.LosesPebbles, laws.components_conserved, "lies in 0 places"),
    (flaws.BreaksInvariant, laws.invariants_hold, "small_heaps: ann!"),
    (flaws.NeverEnds, laws.ends, "still goes on"),
    (flaws.ForgetsSeat, laws.ends, "the ranking is"),
]


@pytest.mark.parametrize(
    ("flaw", "check", "words"),
    FLAWS,
    ids=[f"{flaw.__name__}-{check.__name__}" for flaw, check, _ in FLAWS],
)
def test_flaws_in_rules_are_found(flaw: type[Pebbles], check: Check, words: str) -> None:
    """Each check names what is wrong with rules that have just that flaw."""
    assert words in found(check, flaw())


# The same for the kernel: each is patched so that it goes wrong


def ignoring_ids(game: Timeline, seat: Seat, decision: str, value: object) -> Reply:
    """Answer whatever is open under a name."""
    found = game.driver.find(f"{decision.split('/', maxsplit=1)[0]}/{seat}")
    return game.choose(found, value) if found else REFUSED(game, seat, decision, value)


def ignoring_seats(game: Timeline, seat: Seat, decision: str, value: object) -> Reply:
    """Answer for anybody."""
    found = game.driver.find(decision.rsplit("/", 2)[0])
    return game.choose(found, value) if found else REFUSED(game, seat, decision, value)


REFUSED = Timeline.answer


def forgetting(game: Timeline, *_: object) -> Held:
    """Say that an answer waits, but don't keep it."""
    return Held(tuple(game.composition.setup.seats))


def lazy(game: Timeline) -> Reply:
    """Say that something was done again."""
    return Accepted(len(game.entries), (0, 0))


def unasked(_game: Timeline, _to: int) -> set[Seat]:
    """Take anything back without asking anyone."""
    return set()


def same_branch(seed: str, _branch: int, stream: str, count: int, how_many: int) -> list[int]:
    """Draw the same again in every branch."""
    return NUMBERS(seed, 0, stream, count, how_many)


NUMBERS = chance.numbers


def paying_branch(branched: Branched, state: State) -> None:
    """Change more in a new branch than its chance."""
    state.branch = branched.branch
    state.tracks |= {"score.ann": state.tracks["score.ann"] + 1}


def uncounted(answered: Answered, state: State) -> None:
    """Ask again under the same id."""
    state.flags[answered.seat] = "answered"


def everything(state: State, seat: Seat | None) -> dict[str, Any]:
    """Show a seat what it can't see, without naming it."""
    kinds = [state.inventory.components[c].kind for c in state.places["bag"]]
    return {**view(state, seat), "bag": kinds}


def half_taken_back(game: Timeline, entry: object, *_: object) -> Reply:
    """Leave a failed answer in the log."""
    game.entries.append(entry)  # type: ignore[arg-type]  # that's the flaw
    return DO(game, entry, *_)  # type: ignore[arg-type]  # the same


DO = Timeline._do

PATCHES: list[tuple[Any, str, Callable[..., Any], Check, str]] = [
    (Timeline, "answer", ignoring_ids, refusals.stale_answers, "should be refused"),
    (Timeline, "answer", ignoring_ids, refusals.answers_sent_again, "should be refused"),
    (Timeline, "answer", ignoring_seats, refusals.answers_of_other_seats, "should be refused"),
    (Timeline, "_hold", forgetting, side_by_side.held_answers, "should be heard once"),
    (Timeline, "redo", lazy, taking_back.undone_and_redone, "should be refused"),
    (Timeline, "consents", unasked, taking_back.undone_across_walls, "undo without consent"),
    (Branched, "fold", paying_branch, taking_back.undone_across_walls, "draw anew"),
    (chance, "numbers", same_branch, taking_back.chance_falls_anew, "falls unevenly"),
    (Answered, "fold", uncounted, refusals.answers_sent_again, "should be refused"),
    (secrecy, "view", everything, secrecy.views_survive_redrawing, "the view of ann"),
]


@pytest.mark.parametrize(
    ("where", "name", "wrong", "check", "words"),
    PATCHES,
    ids=[f"{wrong.__name__}-{check.__name__}" for _, _, wrong, check, _ in PATCHES],
)
def test_flaws_in_the_kernel_are_found(
    where: Any,  # noqa: ANN401  # a class or a module
    name: str,
    wrong: Callable[..., Any],
    check: Check,
    words: str,
) -> None:
    """Each check names what is wrong with a kernel that has just that flaw."""
    with patch.object(where, name, wrong):
        assert words in found(check, Pebbles())


def test_what_is_looked_at_must_stay() -> None:
    """A kernel that shuffles a pile under somebody's eyes is found out."""
    check = taking_back.undone_across_walls
    assert found(check, flaws.LooksIntoTheBag()) == "nothing"
    with patch.object(Game, "order_anew", all_anew):
        assert "draw anew" in found(check, flaws.LooksIntoTheBag())


def all_anew(g: Game, place: str, _held: tuple[str, ...] = ()) -> tuple[str, ...]:
    """Shuffle also what somebody looks at."""
    return ORDER_ANEW(g, place)


ORDER_ANEW = Game.order_anew


def test_every_check_is_shown_to_fail() -> None:
    """No check is in the kit that no flaw has been held against."""
    shown = {check for _, check, _ in FLAWS} | {check for *_, check, _ in PATCHES}
    assert {proof.check for proof in PROOFS} == shown


def found(check: Check, rules: Pebbles) -> str:
    """Give what a check says about rules, on one of a few games."""
    for match in matches(rules.ruleset(), Words()):
        for seed in range(6):
            try:
                prove(check, random_play(match, seed))
            except Broken as problem:
                return str(problem)
    return "nothing"


# What is said about a failure


def test_a_failure_can_be_seen_again() -> None:
    """The message names check, match and seed, and its recipe leads to the failure at once."""
    match = last_match(flaws.LosesPebbles())
    with pytest.raises(Broken, match=r"pebbles beach-3, seed 4, .*components_conserved") as failed:
        prove(laws.components_conserved, random_play(match, 4))
    recipe = msgspec.json.decode(str(failed.value).splitlines()[-1], type=Recipe)
    assert recipe.header.position is not None
    assert len(recipe.entries) <= 2
    assert laws.miscounted(recipe.timeline(match).state)


def test_a_flaw_at_the_start_is_told_without_a_position() -> None:
    """What fails before the first restart point is told from the very beginning."""
    match = last_match(flaws.RefusesByHidden())
    with pytest.raises(Broken) as failed:
        prove(secrecy.questions_name_nothing_hidden, random_play(match, 0))
    recipe = msgspec.json.decode(str(failed.value).splitlines()[-1], type=Recipe)
    assert recipe.entries == ()


def last_match(rules: Pebbles) -> Match:
    """Give the match with the most seats."""
    return list(matches(rules.ruleset(), Words()))[-1]


def test_random_games_are_the_same_each_time() -> None:
    """A seed is all it takes to play a random game again."""
    match = last_match(Pebbles())
    one, other = random_play(match, 3), random_play(match, 3)
    assert [len(game.entries) for game in one] == [len(game.entries) for game in other]
    assert one.steps == other.steps
    assert one.game.state.result


# Which sets of modules are played


def boxes(*modules: Module) -> Ruleset:
    """Make a ruleset of nothing but modules."""
    return Ruleset("boxes", modules=modules, play=Pebbles().play, seats=("ann",))


@pytest.mark.parametrize(
    ("modules", "sets"),
    [
        ([Module("base")], ["base"]),
        ([Module("base"), Module("a")], ["base", "base a"]),
        (
            [Module("base"), Module("a"), Module("b"), Module("c")],
            ["base", "base a", "base b", "base c", "base a b", "base a c", "base b c"],
        ),
        (
            [Module("base"), Module("a", excludes=("b",)), Module("b")],
            ["base", "base a", "base b"],
        ),
        (
            [Module("base"), Module("a"), Module("b", needs=("a",)), Module("c", needs=("b",))],
            ["base", "base a", "base a b", "base a b c"],
        ),
    ],
)
def test_module_sets(modules: list[Module], sets: Iterable[str]) -> None:
    """Every two modules that go together meet, with what they need, and each also plays alone."""
    assert [" ".join(names) for names in module_sets(boxes(*modules))] == sets


def thirteen(more: int = 13) -> PlayField:
    """Give what there is to prove of a game with so many boxes, for one to five seats."""
    modules = (Module("base"), *(Module(f"box-{n}") for n in range(more)))
    seats = ("ann", "bob", "cid", "dan", "eve")
    return field(Ruleset("boxes", modules=modules, play=Pebbles().play, seats=seats), Words())


def shown_on(known: PlayField) -> list[list[Match]]:
    """List what each check is shown on by default."""
    return [list(known.some(turn)) for turn in range(len(PROOFS))]


@pytest.mark.parametrize(("more", "most"), [(0, 0), (1, 1), (2, 2), (13, 2)])
def test_suites_do_not_grow_with_the_boxes(more: int, most: int) -> None:
    """Each check is shown on a few matches only, however many seats and boxes there are."""
    known = thirteen(more)
    assert len(known.base) == 5
    assert {len(some) for some in shown_on(known)} == {SEATED + most}


def test_checks_take_turns_with_the_boxes() -> None:
    """They come round to each number of seats, each box with two of these, and many pairs."""
    known = thirteen()
    met = {str(match) for some in shown_on(known) for match in some}
    assert met >= {str(match) for match in (*known.base, *known.alone)}
    assert Counter(match.modules for match in known.alone) == {
        ("base", f"box-{n}"): 2 for n in range(13)
    }
    assert len(met) == 5 + 26 + len(PROOFS)
    assert [str(match) for match in known.once] == [str(match) for match in known.alone[1::2]]


def test_who_adds_a_box_sees_each_check_on_it() -> None:
    """Of a game that is proven elsewhere the others' boxes are not looked at again, but with it."""
    modules = (Module("base"), *(Module(f"box-{n}") for n in range(13)))
    seats = ("ann", "bob", "cid", "dan", "eve")
    game = Ruleset("boxes", modules=modules, play=Pebbles().play, seats=seats)
    for some in shown_on(field(game.plus(Module("mine")), Words())):
        boxes = [match.modules for match in some if match.modules != ("base",)]
        assert len(boxes) == 2
        assert all("mine" in chosen for chosen in boxes)


def test_everything_with_soak() -> None:
    """At full size it is each box and every pair with every number of seats, and bigger sets."""
    sets = Counter(match.modules for match in thirteen(5).full(600))
    by_size = {size: [sets[m] for m in sets if len(m) == 1 + size] for size in range(6)}
    assert by_size[1] == [5] * 5
    assert by_size[2] == [5] * 10
    assert {*by_size[3], *by_size[4], *by_size[5]} == {1}
    assert sum(len(by_size[size]) for size in (3, 4, 5)) == 16, "all that there are"


def test_many_pairs_take_turns_with_the_seats() -> None:
    """Of many boxes every pair is played, each number of seats in turn, and 30 bigger sets."""
    full = thirteen().full(600)
    sets = Counter(match.modules for match in full)
    pairs = [match for match in full if len(match.modules) == 3]
    assert (len(pairs), len({match.modules for match in pairs})) == (78, 78)
    assert Counter(len(match.seats) for match in pairs) == {1: 16, 2: 16, 3: 16, 4: 15, 5: 15}
    assert sum(len(modules) > 3 for modules in sets) == 30
    assert len(full) == 5 * (1 + 13) + 78 + 30


@pytest.mark.parametrize("boxes", [0, 1, 2, 5, 8, 13, 20])
def test_full_size_does_not_grow_with_the_boxes(boxes: int) -> None:
    """Every check looks at every match there, and the games are no more for all the matches."""
    cases = at_full_size(thirteen(boxes))
    assert Counter(match for match, _ in cases) == dict.fromkeys(
        [match for match, _ in cases], len(PROOFS)
    )
    assert {len([*group]) for _, group in groupby(match for match, _ in cases)} == {len(PROOFS)}
    for proof in PROOFS:
        mine = [shown for _, shown in cases if shown.check is proof.check]
        assert len(mine) <= sum(shown.full for shown in mine) <= GAMES


def test_by_default_each_match_is_played_once_for_all() -> None:
    """What all checks look at is one match after the other, so that none is played anew."""
    known = thirteen()
    shown = [match for match, _ in by_default(known)]
    assert len([*groupby(shown)]) == len({*shown})
    assert Counter(shown) == Counter(match for some in shown_on(known) for match in some)
