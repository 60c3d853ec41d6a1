"""The conformance kit: everything that every ruleset owes the people at the table.

In one line of a test file::

    test_night_market = conformance(RULESET)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from tts_tool.kernel.module import Ruleset
from tts_tool.proof import laws, memory, refusals, secrecy, side_by_side, taking_back
from tts_tool.proof.chapters import CUT, some, whole
from tts_tool.proof.match import Match, Order, PlayField, field, never_matters
from tts_tool.proof.play import Check, Play, prove


class Proof(NamedTuple):
    """A check, and how many games it is shown on: by default, and at most at full size."""

    check: Check
    sample: int
    full: int
    whole: bool = False
    """Whether it is about whole games, however long, and not about their chapters."""
    cut: int | None = CUT
    """Of how many long games it sees chapters; ``None``: of each."""
    enough: int | None = 1_000
    """After so many answers no further whole game is begun; ``None``: all are."""

    def at_full_size(self, games: int) -> Proof:
        """Look at every one of so many games."""
        return self._replace(full=min(self.full, games), cut=None, enough=None)

    def plays(self, match: Match, rounds: int, seeds: int = 0) -> Iterator[Play]:
        """Give what it is shown on."""
        if self.whole:
            return whole(match, rounds, self.enough, seeds)
        return iter(some(match, rounds, self.check.__name__, self.cut or rounds, seeds))


GAMES = 600
"""So many games are played at full size, and each check looks at each of them.

The sets of boxes and numbers of seats share them: with every box there is more to look at, and
nobody waits longer. A game of Old World takes some three seconds with all checks.
"""


# By this order checks take turns with seats and boxes (`PlayField.some`): what comes in between
# moves all that follow to others.
PROOFS = (
    Proof(memory.saved_and_loaded, 1, 30),
    Proof(memory.replayed, 2, 60, whole=True),
    Proof(memory.resumed_from_checkpoint, 3, 60),
    Proof(memory.forked, 3, 60),
    Proof(memory.reentered, 1, 60),
    Proof(memory.restarts_in_time, 6, 60),
    Proof(memory.folded, 3, 60),
    Proof(refusals.stale_answers, 3, 60),
    Proof(refusals.answers_of_other_seats, 3, 60),
    Proof(refusals.malformed_answers, 2, 30),
    Proof(refusals.answers_out_of_range, 3, 60),
    Proof(refusals.answers_sent_again, 3, 60),
    Proof(refusals.partial_answers, 6, 60),
    Proof(refusals.refusals_in_words, 3, 60),
    Proof(taking_back.undone_and_redone, 3, 50),
    Proof(taking_back.undone_across_walls, 3, 50),
    Proof(taking_back.chance_falls_anew, 1, 9),
    Proof(taking_back.faults_taken_back, 1, 50),
    Proof(side_by_side.independent_answers, 3, 60),
    Proof(side_by_side.held_answers, 6, 60),
    Proof(secrecy.views_name_nothing_hidden, 2, 50),
    Proof(secrecy.questions_name_nothing_hidden, 3, 50),
    Proof(secrecy.events_name_nothing_hidden, 3, 50),
    Proof(secrecy.views_survive_redrawing, 2, 50),
    Proof(secrecy.questions_survive_redrawing, 1, 50),
    Proof(laws.components_conserved, 3, 60),
    Proof(laws.invariants_hold, 6, 60),
    Proof(laws.ends, 6, 200, whole=True),
)


def conformance(
    ruleset: Ruleset,
    cards: Any = None,  # noqa: ANN401  # a catalogue, or what acts as one
    *,
    order_matters: Order = never_matters,
) -> Callable[[Proof, Match, int, int], None]:
    """Make the test of a ruleset: every check, with several numbers of seats, and with boxes.

    Long games are looked at in chapters, see `chapters`: of a few games, or with ``--soak`` of all.
    Which seats and boxes a check is shown with by default says `PlayField.some`; with ``--soak`` it
    is shown on every two boxes that go together and on bigger sets, `GAMES` games altogether, and
    with ``--seeds`` on other games. It takes the plugin `tts_tool.proof.soak_plugin`.

    `cards` are by default those that come with the ruleset; a folder is one with the cards of what
    was added to it: ``conformance(OLD_WORLD.plus(crows), Path("cards"))``.  `order_matters` says by
    which rule seats that act side by side do get in each other's way.
    """
    import pytest  # noqa: PLC0415  # who proves nothing needs no pytest

    known = field(ruleset, cards, order_matters)

    def cases(*, soak: bool) -> list[Any]:
        """Give what is to be proven, match by match, as all checks look at the same games of it."""
        return [
            pytest.param(
                proof,
                match,
                id=f"{proof.check.__name__}-{match}",
                marks=pytest.mark.soak(sample=proof.sample, full=proof.full),
            )
            for match, proof in (at_full_size(known) if soak else by_default(known))
        ]

    @pytest.mark.cases(("proof", "match"), cases)
    def shown(proof: Proof, match: Match, rounds: int, seeds: int) -> None:
        """What every ruleset owes holds in random games."""
        for play in proof.plays(match, rounds, seeds):
            prove(proof.check, play)

    return shown


def by_default(known: PlayField) -> list[tuple[Match, Proof]]:
    """Give what is shown by default: each check on the matches whose turn it is."""
    shown: dict[Match, list[Proof]] = {}
    for turn, proof in enumerate(PROOFS):
        for match in known.some(turn):
            shown.setdefault(match, []).append(proof)
    return [(match, proof) for match, proofs in shown.items() for proof in proofs]


def at_full_size(known: PlayField) -> list[tuple[Match, Proof]]:
    """Give what is shown at full size: each check on each match, which share the games."""
    matches = known.full(GAMES)
    each = max(1, GAMES // len(matches))
    return [(match, proof.at_full_size(each)) for match in matches for proof in PROOFS]
