"""Whole random games: they end by the rules, every page is turned to, every effect is felt."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest

from tts_tool.kernel.events import Ended, Moved, TrackSet
from tts_tool.kernel.game import Game
from tts_tool.proof.laws import miscounted
from tts_tool.proof.match import field
from tts_tool.proof.play import Play, random_play
from tts_tool.rulesets.path_of_destiny import RULESET
from tts_tool.rulesets.path_of_destiny.base import effects
from tts_tool.rulesets.path_of_destiny.base.course import order
from tts_tool.rulesets.path_of_destiny.base.records import Action, Page

TABLES = field(RULESET).base


def games(count: int) -> Iterator[Play]:
    """Play so many games to their end, with two to five seats in turn."""
    for number in range(count):
        play = random_play(TABLES[number % len(TABLES)], number // len(TABLES))
        for game in play:
            flaws = [holds(game.game) for holds in game.composition.invariants]
            assert not any(flaws), (str(play.match), play.seed, flaws)
        yield play


@pytest.mark.rule("PD-DATA-25")
@pytest.mark.soak(sample=8, full=2000)
def test_random_games_end_by_the_rules(rounds: int) -> None:
    """Nine rounds, then everybody has a rank: by points, then by the order of the last draft."""
    for play in games(rounds):
        game = play.game
        assert not miscounted(game.state)
        ended = [(one.rule, one.event) for one in game.happened if isinstance(one.event, Ended)]
        assert ended == [("PD-END-05", Ended(game.state.result))]
        ranked = [seat for (seat,) in game.state.result]
        worth = [
            (-game.state.tracks[f"vp.{seat}"], order(game.game).index(seat)) for seat in ranked
        ]
        assert worth == sorted(worth)
        assert Counter(ranked) == Counter(play.match.seats)
        assert len(game.state.places["read"]) + 1 == 1 + 2 + 2 + 2 + 1


@pytest.mark.soak(sample=12, full=400)
def test_every_page_is_turned_to(rounds: int) -> None:
    """All twenty-three, with every way through the story."""
    turned: Counter[str] = Counter()
    for play in games(rounds):
        for one in play.game.happened:
            event = one.event
            if isinstance(event, Moved) and event.source == "book":
                turned.update(event.components)
    pages = [f"page.{page}" for page in TABLES[0].cards.of(Page)]
    met = [page for page in pages if turned[page]]
    assert len(met) >= (len(pages) if rounds > 100 else 15), turned


@pytest.mark.soak(sample=10, full=200)
def test_every_effect_is_felt(rounds: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The effect of each action card is carried out in some game, and not whenever it is played."""
    felt: Counter[str] = Counter()
    looked: Counter[str] = Counter()
    met = effects.met

    def watched(g: Game, seat: str, component: str) -> int:
        step = met(g, seat, component)
        looked[g.kind(component)] += 1
        felt[g.kind(component)] += bool(step)
        return step

    monkeypatch.setattr(effects, "met", watched)
    for _ in games(rounds):
        pass
    known = TABLES[0].cards.of(Action).values()
    with_effect = {each.id for each in known if each.effect is not None}
    missing = with_effect - {each for each, count in felt.items() if count}
    assert len(missing) <= (0 if rounds > 100 else len(with_effect) // 4), missing
    assert sum(felt.values()) < sum(looked.values())


def test_what_happens_is_told_with_its_rule() -> None:
    """Whatever changes a track says by which rule it does."""
    (play,) = games(1)
    told = [one for one in play.game.happened if isinstance(one.event, TrackSet)]
    assert [one for one in told if not one.rule] == []
