"""A room with scripts and nothing else: what the tests put into a cage.

Scripts go by name. They have `ask(op, …)`, the way to Python: `print` tells the owner, `tell`
calls a function of another script, `echo` gives back what it gets, `lie` makes us fail.
"""

from collections.abc import Callable, Mapping

from tts_tool.table.cage import Notify
from tts_tool.table.scripts import PARTS, PreludePart, RaisedInLua, Script, Several, Value, Watch

__all__ = ["BARE", "ROOM", "Troupe", "bare_script"]

ROOM = "tests.table.troupe:Troupe"

_OURS = frozenset(
    "errors sandbox numbers patterns strings tables operators sorting json strict".split()
)

# The prelude without what stands for objects, so that nothing but a gateway is needed.
BARE = (
    *(part for part in PARTS if part.name in _OURS),
    PreludePart(
        "trial", None, b"local kit = ...; function kit.env.ask(...) return kit.ask(...) end"
    ),
)


def answers(op: str, *arguments: Value) -> Value:
    """Answer what the trial part asks."""
    if op == "echo":
        return Several(arguments)
    if op == "refuse":
        raise RaisedInLua("this is not possible")
    if op == "lie":
        raise ValueError("a fault of ours")
    raise RaisedInLua(f"nobody knows {op}")


def bare_script(
    source: str = "", switches: Mapping[str, Value] | None = None, **more: Value
) -> Script:
    """Make a script in this process, with nothing around it."""
    script = Script("Bare", "ba5e00", source, answers, parts=BARE, switches=switches, **more)
    script.start()
    return script


class Troupe:
    """Makes scripts and calls them, as its owner asks."""

    def __init__(self, watch: Watch, notify: Notify) -> None:
        self._watch = watch
        self._notify = notify
        self._scripts: dict[str, Script] = {}

    def answer(self, verb: str, arguments: list[Value]) -> Value:
        """Do one of the things below."""
        verbs: dict[str, Callable[..., Value]] = {
            "script": self._script,
            "call": lambda name, *rest: self._scripts[name].call(*rest),
            "execute": lambda name, text: self._scripts[name].execute(text),
            "bytes": lambda count: "x" * count,
            "python": _python,
        }
        return verbs[verb](*arguments)

    def _script(self, name: str, source: str) -> None:
        script = Script(name, name.lower(), source, self._asked, parts=BARE, watch=self._watch)
        self._scripts[name] = script
        script.start()

    def _asked(self, op: str, *arguments: Value) -> Value:
        if op == "print":
            self._notify("print", arguments[0])
            return None
        if op == "tell":
            name, function, *rest = arguments
            return self._scripts[name].call(function, *rest)
        return answers(op, *arguments)


def _python(code: str) -> str:
    """Try something in Python itself, inside the cage."""
    try:
        return repr(eval(code))  # noqa: S307 - what a break-out would do
    except Exception as error:  # noqa: BLE001 - whatever comes is the answer
        return f"{type(error).__name__}: {error}"
