"""What may go wrong for a person, and the exit code that programs see.

Every room raises these without knowing that a command line exists; the command line shows them
in one or two lines. Whatever else is raised is our fault and is shown as an internal error.
"""

from collections.abc import Iterable
from enum import IntEnum
from typing import ClassVar, Final, Self

__all__ = ["BadInput", "ExitCode", "NotFound", "Refused", "Unavailable", "UserError", "meant"]

_MOST: Final = 20  # more names than these say no more than that there are many


def meant(word: str, known: Iterable[str]) -> str:
    """Say what was probably meant, or what there is.

    >>> meant("recrod", ["record", "table"])
    'did you mean record?'
    >>> meant("ship", ["record", "table"])
    'there are: record, table'
    """
    from difflib import get_close_matches  # noqa: PLC0415 - every command imports this module

    names = list(known)
    near = get_close_matches(word, names, n=1)
    if near:
        return f"did you mean {near[0]}?"
    return f"there are: {', '.join(names[:_MOST])}" if names else "there are none"


class ExitCode(IntEnum):
    """How a command ended; the meanings are printed in the command reference."""

    meaning: str

    def __new__(cls, code: int, meaning: str) -> Self:
        """Keep number and meaning together, so that neither is documented without the other."""
        member = int.__new__(cls, code)
        member._value_ = code
        member.meaning = meaning
        return member

    # 2 is what click says, 70 that of sysexits.h, 130 and 141 are 128 and the number of a signal.
    OK = 0, "done, nothing to report"
    FINDING = 1, "done, and the answer is no: the linter found something, a check failed"
    USAGE = 2, "the command line itself is wrong"
    BAD_INPUT = 3, "a file or a line of input is wrong"
    NOT_FOUND = 4, "what was named does not exist"
    REFUSED = 5, "the rules, or the state of things, do not allow it"
    UNAVAILABLE = 6, "something outside did not work: disk, network, port, another program"
    INTERNAL = 70, "a fault in tts-tool; please report it with the output of --debug"
    INTERRUPTED = 130, "stopped from the keyboard"
    PIPE_CLOSED = 141, "the reader of the output went away"


class UserError(Exception):
    """Something that the person in front of the screen can understand and mend.

    `what` is wrong, `where` (a file and line, a command, a seat), and how to `fix` it; `details`
    are lines for whoever has to look closer.  Raise the subclass that fits; a room may add
    subclasses of its own.
    """

    exit_code: ClassVar[ExitCode] = ExitCode.FINDING

    def __init__(
        self,
        what: str,
        *,
        where: str | None = None,
        fix: str | None = None,
        details: tuple[str, ...] = (),
    ) -> None:
        super().__init__(what)
        self.what = what
        self.where = where
        self.fix = fix
        self.details = details

    def __str__(self) -> str:
        """Place first, as compilers do, so that editors can jump there."""
        return f"{self.where}: {self.what}" if self.where else self.what


class BadInput(UserError):
    """A file, or a line of input, is not what it should be."""

    exit_code = ExitCode.BAD_INPUT


class NotFound(UserError):
    """A game, a card, a file that was named does not exist."""

    exit_code = ExitCode.NOT_FOUND


class Refused(UserError):
    """It could be done, but rules or the state of things say no."""

    exit_code = ExitCode.REFUSED


class Unavailable(UserError):
    """Disk, network, port or another program did not do its part."""

    exit_code = ExitCode.UNAVAILABLE
