"""Jinja in which a template can use only so much time and room, whatever is written in it.

Nothing is stopped from outside: each step of a template that can take long or make much says first
how much that will be. So a template that asks for too much ends with its line, on every system.

    loops        each round counts, and what it may write
    operators    `*`, `**`, `%` and `+` foresee the size of what they make
    filters      take texts and lists of a bounded size; those that multiply foresee it
    methods      of texts, lists and numbers: only those below, as careful as filters
    text         each piece that is joined counts, again in whatever it is put into
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterable, Iterator
from functools import wraps
from itertools import islice
from typing import Any, Final

from jinja2 import nodes
from jinja2.sandbox import SandboxedEnvironment

from tts_tool.errors import BadInput
from tts_tool.lua.growth import ENDLESS, by_filter, by_method, by_operator

__all__ = ["LONGEST", "Bounded", "TooMuch", "unspeakable"]

LONGEST: Final = 4_000_000
"""Letters of the longest text, and so much may be in a list or table with all that it holds."""
_MOST: Final = 100_000
"""Parts of a list; as many as `range` gives."""
_ROOM: Final = 200_000_000
"""Bytes of all that a template makes, also what it forgets again; ours make 7 million at most."""
_SECONDS: Final = 2.0
"""Processor time: eight times what the slowest of our own templates takes, a chart."""
_LARGEST_FILE: Final = 1_000_000
"""Letters of a file; the longest script of an object in a real save has 145,891."""
_MOST_CODE: Final = 100_000
"""Letters of a file that are no text, but expressions and statements."""
_ROUND: Final = 64
"""Bytes that a round of a loop keeps for each place in it that writes."""
_OFTEN: Final = 16
"""Steps between two looks at the clock, which take longer than a step; any small number does."""
_REMOVED: Final = ("random", "pprint", "urlize", "tojson")
_CODE: Final = re.compile(r"\{[{%](.*?)(?:[}%]\}|\Z)", re.DOTALL)
"""What is never closed goes on to the end, so that each letter is looked at once."""
_TEXT_METHODS: Final = frozenset(
    "capitalize count endswith find format format_map index isalnum isalpha isascii isdecimal "
    "isdigit islower isnumeric isspace istitle isupper join lower lstrip partition removeprefix "
    "removesuffix replace rfind rindex rpartition rsplit rstrip split splitlines startswith strip "
    "swapcase title upper zfill center ljust rjust".split()
)
_METHODS: Final[tuple[tuple[type, frozenset[str]], ...]] = (
    (str, _TEXT_METHODS),
    (bytes, frozenset()),
    (bool, frozenset()),
    (int, frozenset({"bit_length"})),
    (float, frozenset({"is_integer"})),
    (list, frozenset("append copy count extend index insert pop remove reverse sort".split())),
    (tuple, frozenset({"count", "index"})),
    (dict, frozenset("copy get items keys pop setdefault update values".split())),
    (set, frozenset("add copy difference intersection union".split())),
)
_PLAIN: Final = frozenset({int, float, bool, type(None)})
_HOLDING: Final = (list, tuple, dict, set, frozenset)
_OWNERS: Final = (str, *_HOLDING)
_FIX: Final = "let the template make less, or make it elsewhere and hand it over as a value"


class TooMuch(BadInput):
    """A template asks for more than it may."""


class Bounded(SandboxedEnvironment):
    """A sandbox with an allowance for each time that a template is filled in."""

    intercepted_binops = frozenset({"*", "**", "%", "+"})

    def __init__(self, **how: Any) -> None:  # noqa: ANN401 - whatever Jinja takes
        super().__init__(**how, finalize=self.weighed)
        self.allow()
        for name in _REMOVED:
            self.filters.pop(name, None)
        del self.globals["lipsum"]

    def bound(self) -> None:
        """Put bounds to all filters that are there now, and add those that no template can call."""
        careful = {name: self._careful(name, each) for name, each in self.filters.items()}
        own = (self.counted, self.piece, self.weighed)
        self.filters = {**careful, **{unspeakable(each.__name__): each for each in own}}

    def allow(self, part: float = 1.0) -> None:
        """Begin anew with the whole allowance, or with a part of it."""
        self._part = part
        self._left = _ROOM * part
        self._until = time.thread_time() + _SECONDS * part
        self._looks_at = time.monotonic() + _SECONDS * part
        self._steps = 0

    # What is called while a template is compiled

    def parsed(self, source: Any, name: Any, filename: Any) -> nodes.Template:  # noqa: ANN401 - as Jinja has it
        """Parse a template, if it is not already."""
        if isinstance(source, nodes.Template):
            return source
        code = sum(len(found) for found in _CODE.findall(source))
        if len(source) > _LARGEST_FILE or code > _MOST_CODE:
            what = "this template is too large: a file has at most"
            limits = f"{_LARGEST_FILE:,} letters, {_MOST_CODE:,} of them in braces"
            raise BadInput(f"{what} {limits}", where=filename or name, fix="write it in parts")
        return self.parse(source, name, filename)

    def guarded(self, tree: nodes.Template) -> nodes.Template:
        """Put a call of ours wherever a template may take long or make much."""
        _guard(tree)
        tree.set_environment(self)
        return tree

    # What templates call

    def counted(self, items: Iterable[Any], writing: int) -> Iterator[Any]:
        """Count the rounds of a loop."""
        for each in items:
            self._spend(_ROUND * (writing + 1))
            yield each

    def piece(self, value: Any) -> Any:  # noqa: ANN401 - whatever a template makes
        """Pass on what is joined to others."""
        self.weighed(value)
        self._spend(len(value) if isinstance(value, str) else _ROUND)
        return value

    def weighed(self, value: Any) -> Any:  # noqa: ANN401 - whatever a template makes
        """Pass on what is not too large to be written out or compared."""
        if isinstance(value, str):
            self._foresee(len(value))
        elif type(value) not in _PLAIN:
            self._weigh(value)
        return value

    def concat(self, parts: Iterable[str]) -> str:
        """Join what a template has written."""
        pieces = list(parts)
        size = sum(map(len, pieces))
        self._foresee(size)
        self._spend(size + _ROUND * len(pieces))
        return self.joined(pieces)

    def joined(self, pieces: list[str]) -> str:
        """Make one text of several."""
        return "".join(pieces)

    def call_binop(self, context: Any, operator: str, left: Any, right: Any) -> Any:  # noqa: ANN401
        """Calculate, unless that would make too much."""
        self._tick()
        self._foresee(by_operator(operator, left, right, self._weight))
        return self._made(super().call_binop(context, operator, left, right))

    def call(__self, __context: Any, __obj: Any, *args: Any, **kwargs: Any) -> Any:  # noqa: ANN401, N805, PYI063 - as Jinja has it
        """Call a macro, a function or a method."""
        __self._tick()
        owner: Any = getattr(__obj, "__self__", None)
        if isinstance(owner, _OWNERS):
            args = tuple(map(__self._listed, args))
            for each in (*args, *kwargs.values()):
                __self.weighed(each)
            __self._foresee(by_method(__obj.__name__, owner, args))
            if not isinstance(owner, str) and len(owner) >= _MOST:
                raise _too_much(f"a list of more than {_MOST:,} parts")
        return __self._made(super().call(__context, __obj, *args, **kwargs))

    def is_safe_attribute(self, obj: Any, attr: str, value: Any) -> bool:  # noqa: ANN401 - as Jinja has it
        """Let templates use methods only that cannot make more than is foreseen."""
        if not super().is_safe_attribute(obj, attr, value):
            return False
        known = next((names for kind, names in _METHODS if isinstance(obj, kind)), None)
        return known is None or attr in known or not callable(value)

    def wrap_str_format(self, value: Any) -> Any:  # noqa: ANN401 - as Jinja has it
        """Foresee what `format` makes, too."""
        format_ = super().wrap_str_format(value)
        if format_ is None:
            return None

        def careful(*args: Any, **kwargs: Any) -> str:  # noqa: ANN401
            given = (*args, *kwargs.values())
            for each in given:
                self.weighed(each)
            weight = sum(map(self._weight, given))
            self._foresee(by_method(value.__name__, value.__self__, given) + weight)
            return str(self._made(format_(*args, **kwargs)))

        return careful

    # How it is done

    def _careful(self, name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        """Wrap a filter; what Jinja has noted on it stays."""
        own = 1 if hasattr(function, "jinja_pass_arg") else 0

        @wraps(function)
        def careful(*args: Any, **kwargs: Any) -> Any:  # noqa: ANN401
            self._tick()
            given = [self._listed(each) for each in args[own:]]
            for each in (*given, *kwargs.values()):
                self.weighed(each)
            self._foresee(by_filter(name, given, kwargs))
            return self._made(function(*args[:own], *given, **kwargs))

        return careful

    def _listed(self, value: Any) -> Any:  # noqa: ANN401 - whatever a template makes
        """Make a list of what would only give its parts one by one, and only once."""
        if not hasattr(value, "__next__"):
            return value
        items = list(islice(value, _MOST + 1))
        if len(items) > _MOST:
            raise _too_much(f"a list of more than {_MOST:,} parts")
        return items

    def _made(self, value: Any) -> Any:  # noqa: ANN401 - whatever a template makes
        """Count something new."""
        if type(value) not in _PLAIN:
            self._spend(self._weigh(value))
        return value

    def _weigh(self, value: Any) -> int:  # noqa: ANN401 - whatever a template makes
        weight = self._weight(value)
        self._foresee(weight)
        return weight

    def _weight(self, value: Any) -> int:  # noqa: ANN401 - whatever a template makes
        """Say how long something would be, written out; at most a little more than is allowed."""
        if isinstance(value, str):
            return len(value)
        if not isinstance(value, _HOLDING):
            return 0
        weight, waiting = 0, [_inside(value)]
        while waiting and weight <= LONGEST:
            for each in waiting[-1]:
                weight += _SLOT + (len(each) if isinstance(each, str) else 0)
                if isinstance(each, _HOLDING):
                    waiting.append(_inside(each))
                    break
                if weight > LONGEST:
                    return weight
            else:
                waiting.pop()
            if len(waiting) > _DEEPEST:
                raise _too_much("lists inside each other without end")
        return weight

    def _foresee(self, size: float) -> None:
        if size == ENDLESS:
            raise _too_much("a number or a list that takes too long to calculate")
        if size > LONGEST:
            raise _too_much(f"a text or list of more than {LONGEST:,} letters")

    def _spend(self, size: int) -> None:
        self._left -= size
        if self._left < 0:
            raise _too_much(f"more than {_ROOM * self._part / 1e6:g} megabytes in all")
        self._steps += 1
        if self._steps % _OFTEN == 0:
            self._tick()

    def _tick(self) -> None:
        """Look how much time is left: no earlier than that can be gone, as asking takes long."""
        now = time.monotonic()
        if now < self._looks_at:
            return
        left = self._until - time.thread_time()
        if left < 0:
            most = _SECONDS * self._part
            raise _too_much(f"something that takes more than {most:g} seconds")
        self._looks_at = now + left


_DEEPEST: Final = 200
"""Lists are written out by calls inside each other, of which Python allows a thousand at first."""
_SLOT: Final = 8
"""What a part of a list weighs besides its letters."""


def _inside(value: Any) -> Iterator[Any]:  # noqa: ANN401 - what holds others
    return iter([*value.keys(), *value.values()] if isinstance(value, dict) else value)


def _too_much(what: str) -> TooMuch:
    return TooMuch(f"this would make {what}", fix=_FIX)


def _guard(node: nodes.Node) -> int:
    """Change a part of a template, and count the places in it that write."""
    writing = sum(
        [_guard(each) for each in node.iter_child_nodes()], isinstance(node, nodes.Output)
    )
    match node:
        case nodes.For():
            node.iter = _call("counted", node.iter, nodes.Const(writing))
        case nodes.Concat():
            node.nodes = [_call("piece", each) for each in node.nodes]
        case nodes.Compare():
            node.expr = _call("weighed", node.expr)
            for operand in node.ops:
                operand.expr = _call("weighed", operand.expr)
    # A few lists inside each other can hold endlessly: each that is written there is weighed.
    for field, value in node.iter_fields():
        if isinstance(value, list):
            value[:] = [_weighed(each) for each in value]
        elif isinstance(value, nodes.Literal):
            setattr(node, field, _weighed(value))
    return writing


def _weighed(value: Any) -> Any:  # noqa: ANN401 - any part of a tree
    is_new = isinstance(value, nodes.List | nodes.Dict) or (
        isinstance(value, nodes.Tuple) and value.ctx == "load"
    )
    return _call("weighed", value) if is_new else value


def _call(name: str, part: nodes.Node, *others: nodes.Expr) -> nodes.Filter:
    """Call one of our own functions: a filter is called at once, what looks like a call is not."""
    return nodes.Filter(part, unspeakable(name), [*others], [], None, None, lineno=part.lineno)


def unspeakable(name: str) -> str:
    """Name a filter so that no template can."""
    return f" {name}"
