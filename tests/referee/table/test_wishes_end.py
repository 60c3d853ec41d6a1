"""What somebody wishes always comes to an end, also where a choice leads back to itself."""

from __future__ import annotations

from tests.referee.client import cards
from tests.referee.test_endless import rules
from tts_tool.kernel.entries import Accepted
from tts_tool.referee.session import Session
from tts_tool.referee.table.drafts import Drafts
from tts_tool.referee.table.stand_ins import ALIKE, StandIns
from tts_tool.referee.table.strokes import Strokes
from tts_tool.referee.table.wishes import Wishes


def go_on(session: Session, wishes: Wishes) -> None:
    """Answer by hand that the game goes on, after which the same is asked again."""
    (decision,) = session.open("red")
    choosing = wishes.choosing(decision, "on")
    assert isinstance(session.choose(decision, "on"), Accepted)
    wishes.answered("red", choosing)


def test_wishes_alone_end() -> None:
    """The same question is answered so often, and then no more until somebody answers it."""
    session = Session.new(rules(), cards(), seed="1")
    wishes = Wishes(session, lambda seat: seat)
    go_on(session, wishes)
    assert wishes.keep("red") == "on"
    stand_ins = StandIns(session, None, Drafts(), wishes, Strokes(session))
    assert [stand_ins.play("enforce") for _ in range(3)] == [ALIKE, 0, 0]
    go_on(session, wishes)
    assert [stand_ins.play("enforce") for _ in range(3)] == [ALIKE, 0, 0]
    assert session.step == 2 * (1 + ALIKE)
