"""What can go wrong in a script, said so that its author can find it."""

from tts_tool.errors import UserError

__all__ = ["RaisedInLua", "ScriptFault"]


class RaisedInLua(UserError):
    """Raised by what a script calls: the script gets the message as its own Lua error."""


class ScriptFault(UserError):
    """A script failed: `message` in MoonSharp's shape, and who was doing what."""

    def __init__(
        self, message: str, *, script: str, guid: str, function: str, traceback: str = ""
    ) -> None:
        super().__init__(message, where=f"{script} <{function}>")
        self.message = message
        self.script = script
        self.guid = guid
        self.function = function
        self.traceback = traceback
