"""The outermost flow: from the set-up through three chapters of three rounds to the end."""

from __future__ import annotations

from collections.abc import Callable

from tts_tool.kernel.events import PhaseBegan
from tts_tool.kernel.game import Flow, Game
from tts_tool.rulesets.path_of_destiny.base import chapter, draft, fate, final, play, setup
from tts_tool.rulesets.path_of_destiny.base.course import Course, course

STEPS: dict[str, Callable[[Game], Flow[str]]] = {
    "set-up": setup.begin,
    "characters": setup.characters,
    "opening": setup.opening,
    # A round
    "refresh": draft.refresh,
    "draft": draft.draft,
    "after-draft": draft.after,
    "choose": play.choose,
    "effects": play.effects,
    "story": play.story,
    "fate": fate.fate,
    # The end of a chapter
    "main": chapter.main,
    "chapter-end": chapter.ending,
    "score": chapter.score,
    "paths": chapter.paths,
    "keep": chapter.keep,
    "kept": chapter.kept,
    "turn-page": chapter.turn,
    # The end
    "ending": final.ending,
    "final": final.final,
}
"""Each step says which one follows."""  # PD-ROUND-01


def play_on(g: Game) -> Flow[None]:
    """Play a game from wherever it stands."""
    while not g.state.result:
        g.restart()
        step = course(g).step
        if g.state.phase != step:
            g.emit(PhaseBegan(step))
        following = yield from STEPS[step](g)  # PD-ROUND-01 PD-STORY-01
        if not g.state.result:
            g.note(Course, step=following)
