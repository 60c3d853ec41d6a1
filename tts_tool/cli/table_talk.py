"""What is said at the keyboard: questions with numbered options, reasons, and what happened."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import click

from tts_tool.cli.faults import told
from tts_tool.journal import said
from tts_tool.kernel.decisions import Label, unlabelled
from tts_tool.kernel.rejection import Rejection
from tts_tool.kernel.spaces import (
    Assignment,
    Choice,
    Dice,
    Incomplete,
    Number,
    Option,
    Ordering,
    Record,
    Space,
    Subset,
)
from tts_tool.kernel.timeline import Accepted, Fault, Held, Refused
from tts_tool.kernel.views import EVERYTHING

if TYPE_CHECKING:
    from tts_tool.kernel.decisions import Decision
    from tts_tool.referee.session import Session

__all__ = ["Talk"]

HELP = """\
  number(s)  answer            u  take back        v  look at the table
  b  do something beside it    l  what happened    q  leave; the game is kept
"""


MOST_ALIKE = 3
"""More options than that which are refused for one reason are listed in one line."""
MOST_SHOWN = 12
"""So many open things of a place are named at most."""


class Talk:
    """A conversation with the people at one keyboard."""

    def __init__(self, session: Session, people: tuple[str, ...], language: str) -> None:
        """Sit down with these people."""
        self.session = session
        self.people = people
        self.language = language
        self._told = 0
        self._epoch = session.epoch
        self._sitting = people[0] if len(people) == 1 else ""

        for notice in session.notices:
            click.echo(said(notice, language))

    # What happened

    def tell(self) -> None:
        """Say what has happened since the last time, as the person at the keyboard sees it."""
        since = self.session.since(self._told, self._epoch)
        for event in self.session.told(self._viewer, since):
            line = self._line(event)
            if line:
                click.echo(line)
        self._told = len(self.session.timeline.happened)
        self._epoch = self.session.epoch

    def tell_result(self) -> None:
        """Say who won, and who lost."""
        state = self.session.state
        for rank, seats in enumerate(state.result, 1):
            click.echo(f"{rank}. {', '.join(self.named(seat) for seat in seats)}")
        if state.lost:
            click.echo(f"lost: {', '.join(self.named(seat) for seat in state.lost)}")

    def farewell(self) -> str:
        """Say how to come back."""
        if self.session.kept_as is None:
            return "Nothing of it was kept."
        return f"Go on with: tts-tool games resume {self.session.kept_as}"

    @property
    def _viewer(self) -> str | None:
        """See as the one person who plays; with several or none, as a spectator."""
        return self.people[0] if len(self.people) == 1 else None

    def _line(self, event: Mapping[str, Any]) -> str:
        tell = _LINES.get(event["event"])
        text = "" if tell is None else tell(self, event)
        rule = f" [{event['rule']}]" if text and event.get("rule") else ""
        return text + rule

    def named(self, value: object) -> str:
        """Say a component by its name, anything else as it is."""
        if isinstance(value, Mapping):
            return ", ".join(f"{self.named(k)}: {self.named(v)}" for k, v in value.items())
        if isinstance(value, list | tuple):
            return ", ".join(self.named(each) for each in value) or "nothing"
        # Whoever is given a component's id may know its name.
        return self.session.reader(EVERYTHING, self.language).name(str(value)) or str(value)

    # Asking

    def ask(self) -> bool:
        """Ask the next person; give ``False`` when somebody leaves."""
        decision = next(
            each
            for each in self.session.open("*")
            if each.seat in ("", *self.people) and not self.session.waits_for(each)
        )
        self._hand_over(decision.seat)
        while True:
            why = f" ({decision.why})" if decision.why else ""
            asked = self.named(decision.seat) if decision.seat else "The table"
            click.echo(f"\n{asked}: {self.named(decision.name)}{why}")
            typed = self._fill(decision.space(), decision.label)
            if typed == "q":
                return False
            if _is_command(typed):
                if _COMMANDS[typed](self, decision):
                    return True
                continue
            if self._take(decision, typed):
                return True

    def _hand_over(self, seat: str) -> None:
        if seat and len(self.people) > 1 and seat != self._sitting:
            click.pause(f"\n{seat}, take the keyboard and press any key ...")
            self._sitting = seat

    def _take(self, decision: Decision[Any], answer: object) -> bool:
        """Give an answer to the referee, and say what it says."""
        if decision.kind == "chance":
            reply = self.session.observe(decision.name.removeprefix("chance."), answer)
        else:
            reply = self.session.choose(decision, answer)
        if isinstance(reply, Refused):
            reader = self.session.reader(decision.seat, self.language)
            click.echo(f"  {reader.say(reply.rejection)}")
        elif isinstance(reply, Incomplete):
            click.echo(f"  Still to choose: {', '.join(reply.left)}")
        elif isinstance(reply, Fault):
            reader = self.session.reader(decision.seat, self.language)
            for line in (reader.say(Rejection("fault")), *told(reply, self.session)):
                click.echo(f"  {line}")
        return isinstance(reply, Accepted | Held)

    def _fill(self, space: Space[Any], label: Label = unlabelled) -> Any:  # noqa: ANN401  # as the space wants it
        """Ask for an answer of the form that a space wants."""
        if isinstance(space, Record):
            return self._fill_record(space, label)
        if isinstance(space, Assignment):
            return self._fill_assignment(space)
        options = space.options()
        self._list(options, label)
        typed = click.prompt(_prompt(space), prompt_suffix="> ", default="", show_default=False)
        return _read(space, options, typed.strip())

    def _fill_record(self, space: Record, label: Label) -> Any:  # noqa: ANN401  # or a command
        given: dict[str, Any] = {}
        for field in space.fields:
            click.echo(f"  {self.named(field)}:")
            value = self._fill(space.left(field, given), label)
            if _is_command(value):
                return value
            given[field] = value
        return given

    def _fill_assignment(self, space: Assignment[Any]) -> Any:  # noqa: ANN401  # or a command
        given: dict[str, Any] = {}
        for item in space.items:
            click.echo(f"  {self.named(item)}:")
            value = self._fill(space.choice(item))
            if _is_command(value):
                return value
            given[item] = value
        return given

    def _list(self, options: Sequence[Option], words: Label) -> None:
        """List options with numbers; many of one reason stand in one line."""
        reader = self.session.reader(self._sitting or self._viewer, self.language)
        folded: dict[str, list[str]] = {}
        counts = Counter(each.rejection.code for each in options if each.rejection is not None)
        for number, option in enumerate(options, 1):
            known = words(option.value)
            label = self.named(option.value) if known is None else known[self.language]
            if option.rejection is None:
                click.echo(f"  {number:2} {label}")
            elif counts[option.rejection.code] > MOST_ALIKE:
                named = folded.setdefault(option.rejection.code, [option.rejection.rule])
                named.append(f"{number} {label}")
            else:
                said = reader.say(option.rejection)
                click.echo(click.style(f"   - {label}: {said}", dim=True))
        for rule, *labels in folded.values():
            cited = f" [{rule}]" if rule else ""
            line = f"   - not now, a number says why{cited}: {', '.join(labels)}"
            click.echo(click.style(line, dim=True))

    # Commands

    def show_help(self, _decision: Decision[Any]) -> bool:
        """Say what can be typed."""
        click.echo(HELP)
        return False

    def take_back(self, decision: Decision[Any]) -> bool:
        """Take back the last answer of this person and what came after it."""
        from tts_tool.kernel.timeline import Answer

        entries = self.session.timeline.entries
        own = [n for n, e in enumerate(entries) if isinstance(e, Answer) and e.seat in self.people]
        reply = self.session.undo(decision.seat or self.people[0], own[-1] if own else None)
        for seat in self.session.proposal.needs if self.session.proposal else ():
            if seat in self.people and not click.confirm(f"  {seat}, do you agree?"):
                self.session.decline(seat)
                return False
            reply = self.session.agree(seat)  # bots agree to everything
        if isinstance(reply, Refused):
            click.echo(
                f"  {self.session.reader(decision.seat, self.language).say(reply.rejection)}"
            )
        return isinstance(reply, Accepted)

    def look(self, decision: Decision[Any]) -> bool:
        """Show the table as this seat sees it."""
        seen = self.session.view(decision.seat or self._viewer)
        for place, things in seen["places"].items():
            if things:
                click.echo(f"  {self.named(place)}: {self._things(things)}")
        for owner, tracks in self._by_owner(seen["tracks"]).items():
            counted = ", ".join(f"{name} {value}" for name, value in tracks.items())
            click.echo(f"  {owner}{counted}")
        return False

    def _by_owner(self, values: Mapping[str, int]) -> dict[str, dict[str, int]]:
        """Sort tracks by the seats they belong to, each with its name."""
        known = self.session.composition.inventory.tracks
        sorted_: dict[str, dict[str, int]] = {}
        for track, value in values.items():
            owner = known[track].owner
            shared = owner is None or not self._names(track.removesuffix(f".{owner}"))
            line = "" if shared else f"{self.named(owner)}: "
            name = track if shared else track.removesuffix(f".{owner}")
            sorted_.setdefault(line, {})[self.named(name)] = value
        return sorted_

    def _things(self, seen: Sequence[Mapping[str, Any]]) -> str:
        """Name what lies in a place, with what its face shows; of many alike only the first."""
        open_ = [self.named(each["id"]) + self._face(each) for each in seen if "id" in each]
        hidden = len(seen) - len(open_)
        more = len(open_) - MOST_SHOWN
        rest = [f"and {more} more"] if more > 0 else []
        return ", ".join([*open_[:MOST_SHOWN], *rest, *([f"{hidden} face down"] if hidden else [])])

    def _face(self, seen: Mapping[str, Any]) -> str:
        """Say what a face shows, as far as the cards have a name for it."""
        shown = [(name, value) for field, value in seen.items() if (name := self._names(field))]
        told = ", ".join(f"{name} {value}" for name, value in shown)
        return f" ({told})" if told else ""

    def _names(self, text: str) -> str | None:
        return self.session.reader(EVERYTHING, self.language).name(text)

    def story(self, _decision: Decision[Any]) -> bool:
        """Say what has happened in the whole game."""
        for event in self.session.told(self._viewer):
            line = self._line(event)
            if line:
                click.echo(f"  {line}")
        return False

    def beside(self, decision: Decision[Any]) -> bool:
        """Do something beside the question."""
        offers = self.session.beside(decision.seat)
        if not offers:
            click.echo("  Nothing can be done beside it now.")
            return False
        chosen = self._fill(Choice([offer.name for offer in offers]))
        offer = next((each for each in offers if each.name == chosen), None)
        return offer is not None and self._take(offer, self._fill(offer.space()))


_COMMANDS = {
    "?": Talk.show_help,
    "u": Talk.take_back,
    "v": Talk.look,
    "l": Talk.story,
    "b": Talk.beside,
}


def _is_command(value: object) -> bool:
    return isinstance(value, str) and (value == "q" or value in _COMMANDS)


def _prompt(space: Space[Any]) -> str:
    if isinstance(space, Subset):
        return f"{space.least} to {space.most} numbers, or ?"
    if isinstance(space, Number):
        return f"{space.low} to {space.high}, or ?"
    if isinstance(space, Ordering):
        return "all numbers in order, or ?"
    if isinstance(space, Dice):
        return f"{space.count} dice as they fell, or ?"
    return "number, or ?"


def _read(space: Space[Any], options: Sequence[Option], typed: str) -> Any:  # noqa: ANN401
    """Make an answer of what was typed; what makes no sense goes to the referee as it is."""
    if _is_command(typed):
        return typed
    words = typed.replace(",", " ").split()
    if not all(word.isdigit() for word in words):
        return typed
    chosen: list[Any] = [int(word) for word in words]
    if not isinstance(space, Number | Dice):
        values = [option.value for option in options]
        if not all(1 <= number <= len(values) for number in chosen):
            return typed
        chosen = [values[number - 1] for number in chosen]
    if isinstance(space, Number | Choice):
        return chosen[0] if len(chosen) == 1 else typed
    return chosen


def _moved(talk: Talk, event: Mapping[str, Any]) -> str:
    things = talk.named(event["components"]) if "components" in event else _hidden(event["backs"])
    return f"  {things}: {talk.named(event['source'])} -> {talk.named(event['target'])}"


def _hidden(backs: Sequence[object]) -> str:
    return "a hidden card" if len(backs) == 1 else f"{len(backs)} hidden cards"


def _answered(talk: Talk, event: Mapping[str, Any]) -> str:
    name = talk.named(event["decision"].rpartition("/")[0])
    value = f": {talk.named(event['value'])}" if "value" in event else ""
    return f"{talk.named(event['seat'])} {name}{value}"


def _said(talk: Talk, event: Mapping[str, Any]) -> str:
    reader = talk.session.reader(EVERYTHING, talk.language)
    return f"  {reader.say(Rejection(event['code'], event['params']))}"


_LINES: dict[str, Callable[[Talk, Mapping[str, Any]], str]] = {
    "moved": _moved,
    "answered": _answered,
    "sealed": lambda _talk, event: f"{event['seat']} has chosen in secret",
    "opened": lambda _talk, _event: "All secrets are on the table.",
    "said": _said,
    "shuffled": lambda talk, event: f"  {talk.named(event['place'])} is shuffled",
    "rolled": lambda talk, event: f"  {talk.named(event['stream'])}: {talk.named(event['values'])}",
    "track-set": lambda talk, e: f"  {talk.named(e['track'])}: {e['was']} -> {e['value']}",
    "turn-began": lambda talk, event: f"-- {talk.named(event['seat'])}'s turn",
    "phase-began": lambda talk, event: f"-- {talk.named(event['phase'])}",
    "branched": lambda _talk, _event: "Something known was taken back; chance falls anew.",
    "overridden": lambda _talk, _event: "The table has set up a position by hand.",
}
