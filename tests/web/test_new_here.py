"""Who plays the first turns is told more, and then the panel goes quiet about it."""

from __future__ import annotations

import msgspec

from tests.web.fairground import scripted
from tests.web.peer import Peer
from tts_tool.picture.screen import laid_out
from tts_tool.referee.table.told import Button, Heading, Question, Told

TURNS = 4
TENT = "tent: where nobody looks in"


def tell(peer: Peer, lesson: str) -> list[str]:
    """Tell Red what is asked, and what the phase is for; give the tooltips of what is read."""
    question = Question("q", "What goes into your tent?", (Button("q#1", "1 this"),), terms=TENT)
    peer.step += 1
    told = Told(
        epoch=peer.epoch,
        since=peer.step - 1,
        step=peer.step,
        mode=peer.mode,
        panels={"Red": (question,)},
        headings={"Red": Heading("Red’s turn", lesson=lesson)},
    )
    peer.send(msgspec.to_builtins(told))
    peer.table.run(3)
    read = [box for box in laid_out(peer.table.screen("Red"), (1366, 768)) if box.tag == "Text"]
    return [tip for box in read if (tip := box.attributes.get("tooltip", ""))]


def test_words_are_explained_in_the_first_turns() -> None:
    """The pointer on a question shows what its words mean, for three turns of one's own."""
    with scripted() as peer:
        shown = []
        for _ in range(TURNS):
            tell(peer, "")  # somebody else's turn
            shown.append(tell(peer, "You buy and sell."))
        assert shown == [[TENT]] * (TURNS - 1) + [[]]
