"""What is said at the keyboard: questions with numbered options, reasons, and what happened."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

import click

from tts_tool.cli.faults import told
from tts_tool.cli.table_typed import Command, prompt, read
from tts_tool.cli.table_view import seen
from tts_tool.cli.table_words import TERMINAL
from tts_tool.journal import said
from tts_tool.kernel.decisions import Label, unlabelled
from tts_tool.kernel.entries import Accepted, Answer, Fault, Held, Refused
from tts_tool.kernel.rejection import Rejection
from tts_tool.kernel.spaces import Assignment, Choice, Incomplete, Option, Record, Space
from tts_tool.kernel.views import EVERYTHING
from tts_tool.referee.chronicle import Speaker, last_turn
from tts_tool.referee.lookup import card, cards_called, rules_about
from tts_tool.referee.presenting import outcome, title

if TYPE_CHECKING:
    from tts_tool.kernel.decisions import Decision
    from tts_tool.referee.session import Session
    from tts_tool.referee.wording import Reader

__all__ = ["Talk"]

MOST_ALIKE = 3
"""More options than that which are refused for one reason are listed in one line."""
MOST_SHOWN = 12
"""So many cards that could be meant are named."""
FEW = 3
"""So many cards of one name are read at once."""


class Talk:
    """A conversation with the people at one keyboard."""

    def __init__(self, session: Session, people: tuple[str, ...], language: str) -> None:
        """Sit down with these people; a game that is gone on with is told from its last turn."""
        self.session = session
        self.people = people
        self.language = language
        self.speaker = Speaker(session, language, TERMINAL)
        self._told = last_turn(session)
        self._epoch = session.epoch
        self._sitting = people[0] if len(people) == 1 else ""
        self._options: Sequence[Option] = ()
        for notice in session.notices:
            click.echo(said(notice, language))
        if self._told:
            click.echo(self.speaker.word("last-turn"))

    # What happened

    def tell(self) -> None:
        """Say what has happened since the last time, as the person at the keyboard sees it."""
        since = self.session.since(self._told, self._epoch)
        self._tell(since, "")
        self._told = len(self.session.timeline.happened)
        self._epoch = self.session.epoch

    def _tell(self, since: int, indent: str) -> None:
        for event in self.session.told(self._viewer, since):
            line = self.speaker.line(event)
            if line:
                click.echo(f"{indent}{line}")

    def tell_result(self) -> None:
        """Say who won, and who lost."""
        reader = self.session.reader(EVERYTHING, self.speaker.language)
        for line in outcome(self.session.state, reader):
            click.echo(line)

    def farewell(self) -> str:
        """Say how to come back."""
        left, game = self.speaker.word("left"), self.session.kept_as
        if game is None:
            return f"{left} {self.speaker.word('not-kept')}"
        return f"{left} {self.speaker.word('go-on', game=game)}"

    @property
    def _viewer(self) -> str | None:
        """See as the one person who plays; with several or none, as a spectator."""
        return self.people[0] if len(self.people) == 1 else None

    def named(self, value: object) -> str:
        """Say a component by its name, anything else as it is."""
        return self.speaker.named(value)

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
            asked = self.named(decision.seat) if decision.seat else self.speaker.word("table")
            click.echo(f"\n{asked}: {title(decision.name, self._reader(decision))}{why}")
            typed = self._fill(decision.space(), decision.label)
            if isinstance(typed, Command):
                if typed.name == "quit":
                    return False
                if self._command(typed, decision):
                    return True
            elif self._take(decision, typed):
                return True

    def _hand_over(self, seat: str) -> None:
        if seat and len(self.people) > 1 and seat != self._sitting:
            click.pause(f"\n{self.speaker.word('hand-over', seat=self.named(seat))}")
            self._sitting = seat

    def _take(self, decision: Decision[Any], answer: object) -> bool:
        """Give an answer to the referee, and say what it says."""
        if decision.kind == "chance":
            reply = self.session.observe(decision.name.removeprefix("chance."), answer)
        else:
            reply = self.session.choose(decision, answer)
        if isinstance(reply, Refused):
            click.echo(f"  {self._reader(decision).say(reply.rejection)}")
        elif isinstance(reply, Incomplete):
            click.echo(f"  {self.speaker.word('still', parts=self.named(tuple(reply.left)))}")
        elif isinstance(reply, Fault):
            click.echo(f"  {self._reader(decision).say(Rejection('fault'))}")
            self._echo(told(reply, self.session))
        return isinstance(reply, Accepted | Held)

    def _reader(self, decision: Decision[Any]) -> Reader:
        return self.session.reader(decision.seat, self.language)

    def _fill(self, space: Space[Any], label: Label = unlabelled) -> Any:  # noqa: ANN401  # as the space wants it
        """Ask for an answer of the form that a space wants; or it is a command."""
        if isinstance(space, Record):
            return self._fill_each(space.fields, space.left, label)
        if isinstance(space, Assignment):
            return self._fill_each(space.items, lambda item, _: space.choice(item), label)
        options = self._options = space.options()
        self._list(options, label)
        asked = prompt(space, self.language)
        typed = click.prompt(asked, prompt_suffix="> ", default="", show_default=False)
        return read(space, options, typed.strip())

    def _fill_each(
        self, parts: Iterable[str], left: Callable[[str, dict[str, Any]], Space[Any]], label: Label
    ) -> dict[str, Any] | Command:
        """Ask for one part after the other."""
        given: dict[str, Any] = {}
        for part in parts:
            click.echo(f"  {self.named(part)}:")
            space = left(part, given)
            value = self._fill(space, label)
            if isinstance(value, Command):
                return value
            given[part] = value
            if isinstance(space.check(value), Rejection):
                break  # the rest may depend on it, and whoever judges says why
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
            line = self.speaker.word("not-now", rule=cited, options=", ".join(labels))
            click.echo(click.style(f"   - {line}", dim=True))

    # Commands

    def _command(self, typed: Command, decision: Decision[Any]) -> bool:
        """Do what is no answer; tell whether the question is another one now."""
        match typed.name:
            case "undo":
                return self._take_back(decision)
            case "beside":
                return self._beside(decision)
            case "log":
                self._tell(0, "  ")
            case "card":
                self._echo(self._cards(typed.about))
            case "rule":
                self._echo(self._rules(typed.about or decision.why, typed.about))
            case "view":
                self._echo(seen(self.speaker, decision.seat or self._viewer))
            case _:
                click.echo(self.speaker.word("help"))
        return False

    def _echo(self, lines: Iterable[str]) -> None:
        for line in lines:
            click.echo(f"  {line}")

    def _cards(self, about: str) -> Iterator[str]:
        """Read the card of an option by its number, or any by its name."""
        reader = self.session.reader(EVERYTHING, self.language)
        options = [option.value for option in self._options]
        if about.isdigit() and 1 <= int(about) <= len(options):
            about = str(options[int(about) - 1])
        if not about or about.isdigit():
            yield self.speaker.word("which-card")
            return
        known = self.session.composition.inventory.components.get(about)
        found, near = cards_called(reader, known.kind if known else about)
        if not found:
            names = ", ".join(near)
            guess = self.speaker.word("guess", names=names) if names else ""
            yield self.speaker.word("no-card", text=about, guess=guess)
        elif len(found) > FEW:
            several = list(dict.fromkeys(self.named(each) for each in found))
            yield self.speaker.word("guess", names=", ".join(several[:MOST_SHOWN])).strip()
        else:
            for each in found:
                yield from card(reader, each)

    def _rules(self, text: str, about: str) -> list[str]:
        """Read the rules of the question, or those that somebody looks for."""
        reader = self.session.reader(EVERYTHING, self.language)
        asked = self.speaker.word("no-rule", text=about) if about else ""
        return rules_about(reader, text) or [asked or self.speaker.word("which-rule")]

    def _take_back(self, decision: Decision[Any]) -> bool:
        """Take back the last answer of this person and what came after it."""
        entries = self.session.timeline.entries
        own = [n for n, e in enumerate(entries) if isinstance(e, Answer) and e.seat in self.people]
        to = own[-1] if own else len(entries)
        reply = self.session.undo(decision.seat or self.people[0], to)
        for seat in self.session.proposal.needs if self.session.proposal else ():
            asked = self.speaker.word("agree", seat=self.named(seat))
            if seat in self.people and not click.confirm(f"  {asked}"):
                self.session.decline(seat)
                return False
            reply = self.session.agree(seat)  # bots agree to everything
        if isinstance(reply, Refused):
            click.echo(f"  {self._reader(decision).say(reply.rejection)}")
        return isinstance(reply, Accepted)

    def _beside(self, decision: Decision[Any]) -> bool:
        """Do something beside the question."""
        offers = self.session.beside(decision.seat)
        if not offers:
            click.echo(f"  {self.speaker.word('nothing-beside')}")
            return False
        chosen = self._fill(Choice([offer.name for offer in offers]))
        offer = next((each for each in offers if each.name == chosen), None)
        if offer is None:
            return False
        answer = self._fill(offer.space(), offer.label)
        return not isinstance(answer, Command) and self._take(offer, answer)
