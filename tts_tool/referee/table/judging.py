"""Judges what hands do: finds out which answer it means, and gives it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final, NamedTuple

from tts_tool.kernel.decisions import Decision, Gesture, Press, Roll
from tts_tool.kernel.entries import Accepted, Fault, Held, Refused, Reply
from tts_tool.kernel.inventory import Seat
from tts_tool.kernel.rejection import Rejection
from tts_tool.kernel.spaces import Dice
from tts_tool.kernel.views import EVERYTHING
from tts_tool.referee.session import Proposed, Released, Session
from tts_tool.referee.table.drafting import Answered
from tts_tool.referee.table.drafts import Drafts, Part
from tts_tool.referee.table.faults import Faults
from tts_tool.referee.table.gestures import Meaning, at_hand, meanings, real_move
from tts_tool.referee.table.panel import MARK, pressed_key, read
from tts_tool.referee.table.permits import not_now
from tts_tool.referee.table.throws import Rolled, Throws, die_of, stream_of
from tts_tool.referee.table.waiving import Waiving
from tts_tool.referee.table.wishes import Wishes

__all__ = ["DONE", "GestureOutcome", "Judge"]

WHICH: Final = "which:"
"""How questions begin that ask what a gesture was to mean."""

_ANY_FACE: Final = 2**31
"""How many sides a die has before the rules ask for it."""


class GestureOutcome(NamedTuple):
    """What became of a gesture, and what is to be said about it."""

    done: bool
    why: Rejection | None = None
    draft: Part | None = None
    """What was chosen, if the answer is not complete yet."""


DONE: Final = GestureOutcome(done=True)


class Unclear(NamedTuple):
    """A gesture that could mean several things, until somebody says which."""

    name: str
    meanings: tuple[Meaning, ...]


class Judge:
    """Knows what each seat has begun to answer, and which dice have fallen."""

    def __init__(
        self, session: Session, faults: Faults, whose: Callable[[Seat], str] = lambda seat: seat
    ) -> None:
        """Judge at a session; where the rules fail it is noted. `whose` says who plays a seat."""
        self.session = session
        self.waiving = Waiving(session)
        self.wishes = Wishes(session, whose)
        self.drafts = Drafts(self.waiving.offered)
        self.throws = Throws()
        self.unclear: dict[Seat, Unclear] = {}
        self.left_to_table: set[str] = set()
        """Questions to chance that somebody wants the table to roll for."""
        self._faults = faults
        self._unclear_so_far = 0
        self._late: list[Released] = []

    # What hands did

    def gesture(self, seat: Seat, gesture: Gesture, values: Mapping[int, int]) -> GestureOutcome:
        """Judge a gesture, with how the dice fell if it rolled any."""
        if isinstance(gesture, Press) and MARK in gesture.button:
            return self.button(seat, gesture.button)
        self.unclear.pop(seat, None)
        if isinstance(gesture, Roll):
            return self._roll(seat, gesture.die, values)
        return self._meant(seat, gesture)

    def means(self, seat: Seat, gesture: Gesture) -> bool:
        """Tell whether a gesture would answer, or begin to answer, what a seat is asked."""
        if isinstance(gesture, Press) and MARK in gesture.button:
            name = gesture.button.rpartition(MARK)[0]
            unclear = self.unclear.get(seat)
            if name.startswith(WHICH):
                return unclear is not None and unclear.name == name
            found = self.session.find(seat, read(name))
            return not isinstance(found, Rejection) and found.seat == seat
        if isinstance(gesture, Roll):
            dice = (die_of(each.gesture) for each in at_hand(self.session, seat, self.drafts))
            return any(die is not None and die.stream == gesture.die for die in dice)
        return bool(meanings(self.session, seat, gesture, self.drafts))

    def button(self, seat: Seat, button: str) -> GestureOutcome:
        """Judge the press of a button of the panel."""
        name = button.rpartition(MARK)[0]
        if name.startswith(WHICH):
            return self._which(seat, button)
        found = self.session.find(seat, name := read(name))
        if isinstance(found, Rejection):
            about = {"decision": name.partition("/")[0]} if "decision" in found.params else {}
            return GestureOutcome(done=False, why=Rejection(found.code, {**found.params, **about}))
        if found.kind == "chance":
            self.left_to_table.add(found.id)
            return DONE
        key = pressed_key(found, self.drafts, button)
        if isinstance(key, Rejection):
            return GestureOutcome(done=False, why=key)
        die = None if isinstance(found.bind, str) else die_of(found.bind(key.value))
        if key.chosen and die is not None and self.throws.has_fallen(die):
            return GestureOutcome(done=False, why=Rejection("die-again", {"die": die.number or 1}))
        return self._press(seat, found, key.value)

    def _meant(self, seat: Seat, gesture: Gesture) -> GestureOutcome:
        """Answer what a gesture means; where it could mean several things, ask which."""
        found = meanings(self.session, seat, gesture, self.drafts)
        allowed = tuple(each for each in found if each.rejection is None)
        if len(allowed) == 1:
            return self._press(seat, allowed[0].decision, allowed[0].key.value)
        if allowed:
            self._unclear_so_far += 1
            self.unclear[seat] = Unclear(f"{WHICH}{self._unclear_so_far}", allowed)
            return GestureOutcome(done=False, why=Rejection("two-meanings"))
        return GestureOutcome(
            done=False, why=found[0].rejection if found else not_now(self.session)
        )

    def _which(self, seat: Seat, button: str) -> GestureOutcome:
        """Take what somebody says that the gesture was to mean."""
        unclear = self.unclear.pop(seat, None)
        name, _, number = button.partition(MARK)
        if unclear is None or unclear.name != name or not number.isdigit():
            return GestureOutcome(done=False, why=Rejection("stale", {"decision": "which"}))
        if int(number) >= len(unclear.meanings):
            return DONE  # neither of them
        meaning = unclear.meanings[int(number)]
        found = self.session.find(seat, meaning.decision.id)
        if isinstance(found, Rejection):
            return GestureOutcome(
                done=False, why=Rejection("stale", {"decision": meaning.decision.name})
            )
        return self._press(seat, found, meaning.key.value)

    # Dice

    def chance(self, stream: str) -> Decision[Any] | None:
        """Find the question to chance that a stream answers."""
        asked = (each for each in self.session.open(EVERYTHING) if each.kind == "chance")
        return next((each for each in asked if stream_of(each) == stream), None)

    def _roll(self, seat: Seat, stream: str, values: Mapping[int, int]) -> GestureOutcome:
        """Take dice that somebody rolled into their throw, or as the choice of them."""
        if not values:
            return GestureOutcome(done=False, why=Rejection("die-on-edge", {"die": 1}))
        asked = self.chance(stream)
        space = None if asked is None else asked.space()
        if isinstance(space, Dice):
            dice = self.throws.dice(stream, space)
            refused = self.throws.fill(stream, values, dice, space.sides)
            return DONE if refused is None else GestureOutcome(done=False, why=refused)
        return self._chosen_by_rolling(seat, stream, values)

    def _chosen_by_rolling(
        self, seat: Seat, stream: str, values: Mapping[int, int]
    ) -> GestureOutcome:
        """Choose the dice that were rolled; what they show counts when the throw comes."""
        found = {
            die.number: meaning
            for meaning in at_hand(self.session, seat, self.drafts)
            if (die := die_of(meaning.gesture)) is not None and die.stream == stream
        }
        if not found:
            return GestureOutcome(done=False, why=not_now(self.session))
        chosen = [found.get(None) or found.get(number) for number in values]
        for number, meaning in zip(values, chosen, strict=True):
            if meaning is None:
                return GestureOutcome(done=False, why=Rejection("other-die", {"die": number}))
            if meaning.rejection is not None:
                return GestureOutcome(done=False, why=meaning.rejection)
        refused = self.throws.fill(stream, values, values, _ANY_FACE)
        if refused is not None:
            return GestureOutcome(done=False, why=refused)
        outcome = self._press_all(seat, (each for each in chosen if each is not None))
        if not outcome.done:
            self.throws.drop(stream, values)
        return outcome

    def _press_all(self, seat: Seat, chosen: Iterable[Meaning]) -> GestureOutcome:
        outcome = DONE
        for meaning in {id(each): each for each in chosen}.values():
            if not meaning.key.chosen and outcome.done:
                outcome = self._press(seat, meaning.decision, meaning.key.value)
        return outcome

    # Answers

    def _press(self, seat: Seat, decision: Decision[Any], value: object) -> GestureOutcome:
        """Add to the draft of an answer; when it is complete it is given."""
        draft = self.drafts.press(decision, value)
        if isinstance(draft, Rejection):
            return GestureOutcome(done=False, why=draft)
        if not isinstance(draft, Answered):
            return GestureOutcome(done=True, draft=self.drafts.part(decision, value))
        dice = list(_dice(decision, draft.value))
        choosing = self.wishes.choosing(decision, draft.value)
        outcome = self.outcome(self.session.answer(seat, decision.id, draft.value))
        self.note_late()
        if not outcome.done and outcome.why is not None and outcome.why.rule in self.waiving.rules:
            return self._all_the_same(seat, decision, value, outcome.why)
        if outcome.done:
            self.wishes.answered(seat, choosing)
        if outcome.done and dice:
            self.throws.choose(dice[0].stream, (die.number or 1 for die in dice))
        return outcome

    def _all_the_same(
        self, seat: Seat, decision: Decision[Any], value: object, refused: Rejection
    ) -> GestureOutcome:
        """Let a piece be moved where the rules can't go on from an answer; else it is refused."""
        move = self.waiving.move(decision, value, refused)
        if move is None:
            return GestureOutcome(done=False, why=refused)
        real = real_move(self.session.state, move)
        if real is None:
            return GestureOutcome(done=False, why=refused)
        why = self.waiving.moved(seat, real, refused)
        return DONE if why is None else GestureOutcome(done=False, why=why)

    def waive(self, rule: str, *, off: bool) -> None:
        """Let a rule merely advise, or hold again."""
        self.waiving.switch(rule, off=off)
        self.drafts.look_again()

    def write_down(self) -> None:
        """Keep what people have agreed on or wished for."""
        self.waiving.write_down()
        self.wishes.write_down()

    def note_late(self) -> None:
        """Note what had waited for others, and could not be done when its turn had come."""
        late = self.session.released
        self._late += [one for one in late if not isinstance(one.reply, Accepted) and one.seat]

    def late(self) -> list[Released]:
        """Give what was noted, once."""
        late, self._late = self._late, []
        return late

    def outcome(self, reply: Reply | Proposed) -> GestureOutcome:
        """Say what a reply of the session comes to."""
        match reply:
            case Accepted() | Proposed():
                return DONE
            case Held(seats):
                return GestureOutcome(done=True, why=Rejection("held", {"seats": ", ".join(seats)}))
            case Refused(rejection):
                return GestureOutcome(done=False, why=rejection)
            case Fault():
                self._faults.fault(reply)
                return GestureOutcome(done=False, why=Rejection("fault"))
            case _:
                return GestureOutcome(
                    done=False, why=Rejection("malformed", {"wanted": "an answer"})
                )

    def forget_dice(self) -> None:
        """Forget what has fallen: time was turned back."""
        self.throws.forget()
        self.left_to_table.clear()


def _dice(decision: Decision[Any], answer: object) -> Iterator[Rolled]:
    """Say which dice an answer names, of a question that asks for dice one by one."""
    if isinstance(decision.bind, str):
        return
    for value in answer if isinstance(answer, tuple) else ():
        die = die_of(decision.bind(value)) if isinstance(value, str | int) else None
        if die is not None and die.number is not None:
            yield die
