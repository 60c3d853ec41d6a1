"""Option spaces: what can be answered to a question, and why some of it can't now.

A space can say at once whether an answer is allowed (`check`), list what it offers with
the reason beside each thing that is not allowed (`options`), and find out that there is
nothing to decide (`sole`).  It is a value made from the state whenever it is looked at.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from itertools import combinations, islice, permutations, product
from typing import Any, Generic, TypeVar

import msgspec

from tts_tool.kernel.rejection import Rejection, quoted

Value = str | int
PLAIN = (str, int)
V = TypeVar("V", bound=Value)
T = TypeVar("T")
Rules = Container[str]
"""Ids of rules."""
Pick = Callable[[int], int]
"""Gives a number from 0 to n - 1: how a bot chooses at random without a kernel that does."""

SEARCHED = 10_000
"""How many answers a space goes through at most when it looks for complete ones."""

LISTED = 100
"""So many allowed answers are listed at most where options do not tell which go together."""


class Incomplete(msgspec.Struct, frozen=True):
    """A partial answer: nothing happened yet, and this is what is still to choose."""

    left: dict[str, Any]


class Option(msgspec.Struct, frozen=True):
    """One thing to choose, or the reason why not."""

    value: Any
    rejection: Rejection | None = None


class Space(ABC, Generic[T]):
    """What can be answered."""

    __slots__ = ()
    wanted = "an answer"

    @abstractmethod
    def check(self, answer: object) -> T | Rejection | Incomplete:
        """Judge an answer as it comes in, and give it back as the rules want it."""

    @abstractmethod
    def answers(self) -> Iterator[T]:
        """Go through all complete answers that are allowed."""

    def options(self) -> list[Option]:
        """List what can be chosen, with what can't and why."""
        return []

    def sole(self) -> list[T]:
        """Give up to two allowed answers: one alone means there is nothing to decide."""
        return list(islice(self.answers(), 2))

    def without(self, rules: Rules) -> Space[T]:  # noqa: ARG002  # most refuse by some rule
        """Give what could be answered if some rules refused nothing."""
        return self

    def sample(self, pick: Pick) -> T:
        """Choose an allowed answer, each place of choice by `pick`."""
        found = list(islice(self.answers(), SEARCHED))
        return found[pick(len(found))]

    @abstractmethod
    def describe(self) -> dict[str, Any]:
        """Give the space as plain data, for whoever shows it."""

    def malformed(self) -> Rejection:
        """Refuse an answer of the wrong form."""
        return Rejection("malformed", {"wanted": self.wanted})


WhyNot = Callable[[V], Rejection | None]


def _lenient(
    judge: Callable[..., Rejection | None] | None, rules: Rules
) -> Callable[..., Rejection | None] | None:
    """Judge as before, but for some rules."""
    if judge is None:
        return None

    def judged(*answer: Any) -> Rejection | None:  # noqa: ANN401  # whatever is judged
        refused = judge(*answer)
        return None if refused is not None and refused.rule in rules else refused

    return judged


class Choice(Space[V]):
    """One of several values.

    >>> Choice(("a", "b"), lambda v: Rejection("no") if v == "b" else None).enabled()
    ['a']
    """

    __slots__ = ("_enabled", "_options", "values", "why_not")
    wanted = "one of the choices"

    def __init__(self, values: Sequence[V], why_not: WhyNot[V] | None = None) -> None:
        """Offer these values; `why_not` gives the reason of those that are not allowed."""
        self.values = values
        self.why_not = why_not
        self._enabled: list[V] | None = None
        self._options: list[Option] | None = None

    def check(self, answer: object) -> V | Rejection | Incomplete:
        if answer.__class__ not in PLAIN:
            return self.malformed()
        if self._enabled is not None and answer in self._enabled:
            return answer
        for value in self.values:
            if value == answer:
                return value if self.why_not is None else (self.why_not(value) or value)
        return Rejection("not-an-option", {"answer": quoted(answer)})

    def without(self, rules: Rules) -> Choice[V]:
        return Choice(self.values, _lenient(self.why_not, rules))

    def enabled(self) -> list[V]:
        """Give the values that are allowed."""
        if self._enabled is None:
            why_not = self.why_not
            self._enabled = (
                [v for v in self.values if why_not(v) is None] if why_not else list(self.values)
            )
        return self._enabled

    def answers(self) -> Iterator[V]:
        return iter(self.enabled())

    def sole(self) -> list[V]:
        return self.enabled()

    def sample(self, pick: Pick) -> V:
        enabled = self.enabled()
        return enabled[pick(len(enabled))]

    def options(self) -> list[Option]:
        if self._options is None:
            why_not = self.why_not or (lambda _: None)
            self._options = [Option(value, why_not(value)) for value in self.values]
        return self._options

    def describe(self) -> dict[str, Any]:
        return {"space": "choice", "options": _told(self.options())}


Judge = Callable[[T], Rejection | None]


class Subset(Space[tuple[V, ...]]):
    """Several different values, at least and at most so many."""

    __slots__ = ("judge", "least", "most", "rule", "values", "why_not")
    wanted = "a list of different choices"

    def __init__(  # noqa: PLR0913  # what may be chosen is judged from several sides
        self,
        values: Sequence[V],
        least: int = 0,
        most: int | None = None,
        *,
        why_not: WhyNot[V] | None = None,
        judge: Judge[tuple[V, ...]] | None = None,
        rule: str = "",
    ) -> None:
        """Offer values; `why_not` judges each alone, `judge` what is chosen together.

        `rule` is the one that says how many.
        """
        self.values = values
        self.least = least
        self.most = len(values) if most is None else min(most, len(values))
        self.why_not = why_not
        self.judge = judge
        self.rule = rule

    def check(self, answer: object) -> tuple[V, ...] | Rejection | Incomplete:
        if not isinstance(answer, list | tuple):
            return self.malformed()
        each: Choice[V] = Choice(self.values, self.why_not)
        for value in answer:
            judged = each.check(value)
            if isinstance(judged, Rejection):
                return judged
        if len(set(answer)) < len(answer):
            return self.malformed()
        if len(answer) < self.least:
            return Rejection("too-few", {"least": self.least}, self.rule)
        if len(answer) > self.most:
            return Rejection("too-many", {"most": self.most}, self.rule)
        chosen = tuple(value for value in self.values if value in answer)
        return (self.judge and self.judge(chosen)) or chosen

    def without(self, rules: Rules) -> Subset[V]:
        free = self.rule in rules
        return Subset(
            self.values,
            0 if free else self.least,
            None if free else self.most,
            why_not=_lenient(self.why_not, rules),
            judge=_lenient(self.judge, rules),
            rule=self.rule,
        )

    def answers(self) -> Iterator[tuple[V, ...]]:
        enabled = Choice(self.values, self.why_not).enabled()
        for size in range(self.least, self.most + 1):
            for chosen in combinations(enabled, size):
                if self.judge is None or self.judge(chosen) is None:
                    yield chosen

    def sample(self, pick: Pick) -> tuple[V, ...]:
        enabled = Choice(self.values, self.why_not).enabled()
        size = self.least + pick(min(self.most, len(enabled)) - self.least + 1)
        drawn = _drawn(enabled, size, pick)
        chosen = tuple(value for value in enabled if value in drawn)
        if self.judge is None or self.judge(chosen) is None:
            return chosen
        return super().sample(pick)

    def options(self) -> list[Option]:
        return Choice(self.values, self.why_not).options()

    def describe(self) -> dict[str, Any]:
        told = {
            "space": "subset",
            "least": self.least,
            "most": self.most,
            "options": _told(self.options()),
        }
        if self.judge is not None:  # what is free alone may be refused together
            told["together"] = [list(chosen) for chosen in islice(self.answers(), LISTED)]
        return told


class Number(Space[int]):
    """A whole number in a range."""

    __slots__ = ("high", "low", "why_not")
    wanted = "a whole number"

    def __init__(self, low: int, high: int, why_not: WhyNot[int] | None = None) -> None:
        """Offer the numbers from `low` to `high`, both included."""
        self.low = low
        self.high = high
        self.why_not = why_not

    def check(self, answer: object) -> int | Rejection | Incomplete:
        if answer.__class__ is not int:
            return self.malformed()
        number: int = answer
        if not self.low <= number <= self.high:
            return Rejection("out-of-range", {"low": self.low, "high": self.high})
        return (self.why_not and self.why_not(number)) or number

    def without(self, rules: Rules) -> Number:
        return Number(self.low, self.high, _lenient(self.why_not, rules))

    def answers(self) -> Iterator[int]:
        for number in range(self.low, self.high + 1):
            if self.why_not is None or self.why_not(number) is None:
                yield number

    def options(self) -> list[Option]:
        if self.why_not is None:
            return []
        return [Option(n, self.why_not(n)) for n in range(self.low, self.high + 1)]

    def describe(self) -> dict[str, Any]:
        refused = [option for option in self.options() if option.rejection is not None]
        return {"space": "number", "low": self.low, "high": self.high, "refused": _told(refused)}


class Dice(Space[tuple[int, ...]]):
    """How dice fell, as somebody at the table saw it."""

    __slots__ = ("count", "sides")
    wanted = "a list with the value of each die"

    def __init__(self, sides: int, count: int) -> None:
        """Expect this many dice."""
        self.sides = sides
        self.count = count

    def check(self, answer: object) -> tuple[int, ...] | Rejection | Incomplete:
        values = (answer,) if isinstance(answer, int) else answer
        if not isinstance(values, list | tuple) or len(values) != self.count:
            return self.malformed()
        if any(v.__class__ is not int or not 1 <= v <= self.sides for v in values):
            return Rejection("out-of-range", {"low": 1, "high": self.sides})
        return tuple(values)

    def answers(self) -> Iterator[tuple[int, ...]]:
        return product(range(1, self.sides + 1), repeat=self.count)

    def sample(self, pick: Pick) -> tuple[int, ...]:
        return tuple(1 + pick(self.sides) for _ in range(self.count))

    def describe(self) -> dict[str, Any]:
        return {"space": "dice", "sides": self.sides, "count": self.count}


class Ordering(Space[tuple[V, ...]]):
    """All of some values, in an order."""

    __slots__ = ("judge", "values")
    wanted = "all of the items, each once, in order"

    def __init__(self, values: Sequence[V], judge: Judge[tuple[V, ...]] | None = None) -> None:
        """Offer every order of the values that `judge` has nothing against."""
        self.values = values
        self.judge = judge

    def check(self, answer: object) -> tuple[V, ...] | Rejection | Incomplete:
        if not isinstance(answer, list | tuple) or not all(v.__class__ in PLAIN for v in answer):
            return self.malformed()
        if Counter(answer) != Counter(self.values):
            return self.malformed()
        order = tuple(answer)
        return (self.judge and self.judge(order)) or order

    def without(self, rules: Rules) -> Ordering[V]:
        return Ordering(self.values, _lenient(self.judge, rules))

    def answers(self) -> Iterator[tuple[V, ...]]:
        for order in permutations(self.values):
            if self.judge is None or self.judge(order) is None:
                yield order

    def sample(self, pick: Pick) -> tuple[V, ...]:
        order = tuple(_drawn(list(self.values), len(self.values), pick))
        return order if self.judge is None or self.judge(order) is None else super().sample(pick)

    def options(self) -> list[Option]:
        return [Option(value) for value in self.values]

    def describe(self) -> dict[str, Any]:
        return {"space": "ordering", "options": _told(self.options())}


class Assignment(Space[dict[str, V]]):
    """A target for each of some items."""

    __slots__ = ("items", "judge", "targets", "why_not")
    wanted = "a target for each item"

    def __init__(
        self,
        items: Sequence[str],
        targets: Sequence[V],
        why_not: Callable[[str, V], Rejection | None] | None = None,
        judge: Judge[dict[str, V]] | None = None,
    ) -> None:
        """Offer the targets to each item; `why_not` judges a pair, `judge` all together."""
        self.items = items
        self.targets = targets
        self.why_not = why_not
        self.judge = judge

    def choice(self, item: str) -> Choice[V]:
        """Give the targets of one item."""
        why_not = self.why_not
        return Choice(self.targets, why_not and (lambda target: why_not(item, target)))

    def check(self, answer: object) -> dict[str, V] | Rejection | Incomplete:
        if not isinstance(answer, dict) or set(answer) != set(self.items):
            return self.malformed()
        chosen: dict[str, V] = {}
        for item in self.items:
            judged = self.choice(item).check(answer[item])
            if isinstance(judged, Rejection):
                return judged
            chosen[item] = answer[item]
        return (self.judge and self.judge(chosen)) or chosen

    def without(self, rules: Rules) -> Assignment[V]:
        why_not, judge = _lenient(self.why_not, rules), _lenient(self.judge, rules)
        return Assignment(self.items, self.targets, why_not, judge)

    def answers(self) -> Iterator[dict[str, V]]:
        for targets in product(*(self.choice(item).enabled() for item in self.items)):
            chosen = dict(zip(self.items, targets, strict=True))
            if self.judge is None or self.judge(chosen) is None:
                yield chosen

    def sample(self, pick: Pick) -> dict[str, V]:
        if self.judge is not None:
            return super().sample(pick)
        each = (self.choice(item).enabled() for item in self.items)
        together = list(islice(product(*each), SEARCHED))
        return dict(zip(self.items, together[pick(len(together))], strict=True))

    def options(self) -> list[Option]:
        return [
            Option([item, option.value], option.rejection)
            for item in self.items
            for option in self.choice(item).options()
        ]

    def describe(self) -> dict[str, Any]:
        return {
            "space": "assignment",
            "items": list(self.items),
            "targets": list(self.targets),
            "options": _told(self.options()),
        }


Given = Mapping[str, Any]


class Record(Space[dict[str, Any]]):
    """Named fields, filled in any order; what one offers may depend on the others.

    >>> card = lambda given: Choice(("a", "b"))
    >>> coins = lambda given: Number(0, 0 if given.get("card") == "a" else 2)
    >>> Record({"card": card, "coins": coins}).check({"card": "b"})  # doctest: +ELLIPSIS
    Incomplete(left={'coins': <...Number object at ...>})
    """

    __slots__ = ("_untouched", "fields")
    wanted = "a record of the named fields"

    def __init__(self, fields: Mapping[str, Callable[[Given], Space[Any]]]) -> None:
        """Offer fields, each with a function from what is given so far to its space."""
        self.fields = fields
        self._untouched: dict[str, Space[Any]] = {}
        """What is left of each field as long as nothing is given: looked at again and again."""

    def check(self, answer: object) -> dict[str, Any] | Rejection | Incomplete:
        if not isinstance(answer, dict) or not set(answer) <= set(self.fields):
            return self.malformed()
        given = self._judged(answer)
        if isinstance(given, Rejection):
            return given
        if len(given) == len(self.fields):
            return given
        if not self._completable(given):
            return Rejection("no-complete-answer", {"answer": _short(answer)})
        return Incomplete({field: self.left(field, given) for field in self._missing(given)})

    def _judged(self, answer: Mapping[str, object]) -> dict[str, Any] | Rejection:
        """Judge the fields that are given.

        An answer may hold anything, so a field's function is shown a value only when that
        value was allowed by itself or beside those that were.
        """
        allowed: dict[str, Any] = {}
        waiting = [field for field in self.fields if field in answer]
        while waiting:
            judged = {field: self._judge(field, allowed, answer[field]) for field in waiting}
            refused = [field for field in waiting if isinstance(judged[field], Rejection)]
            if refused == waiting:
                refusal: Rejection = judged[refused[0]]
                return refusal
            allowed |= {field: judged[field] for field in waiting if field not in refused}
            waiting = refused
        return self._clash(allowed) or {
            field: allowed[field] for field in self.fields if field in allowed
        }

    def _judge(self, field: str, given: Given, value: object) -> Any:  # noqa: ANN401  # as the field wants it
        space = self.fields[field](given)
        judged = space.check(value)
        return space.malformed() if isinstance(judged, Incomplete) else judged

    def _clash(self, given: Given) -> Rejection | None:
        """Judge every value once more, now beside all the others."""
        for field, value in given.items():
            others = {name: other for name, other in given.items() if name != field}
            judged = self._judge(field, others, value)
            if isinstance(judged, Rejection):
                return judged
        return None

    def left(self, field: str, given: Given) -> Space[Any]:
        """Give a field's space with what leads to no complete answer disabled."""
        if given:
            return self._left(field, given)
        if field not in self._untouched:
            self._untouched[field] = self._left(field, {})  # whoever asks may fill theirs later
        return self._untouched[field]

    def _left(self, field: str, given: Given) -> Space[Any]:
        space = self.fields[field](given)

        def leads_nowhere(value: Any) -> Rejection | None:  # noqa: ANN401  # of the field
            if self._completable({**given, field: value}):
                return None
            return Rejection("no-complete-answer", {"answer": quoted(value)})

        if isinstance(space, Choice):
            return Choice(space.values, _both(space.why_not, leads_nowhere))
        if isinstance(space, Subset):
            judge = _both(space.judge, leads_nowhere)
            return Subset(
                space.values,
                space.least,
                space.most,
                why_not=space.why_not,
                judge=judge,
                rule=space.rule,
            )
        return space

    def _missing(self, given: Given) -> list[str]:
        return [field for field in self.fields if field not in given]

    def _completable(self, given: Given) -> bool:
        return next(self._complete(given), None) is not None

    def _complete(self, given: Given) -> Iterator[dict[str, Any]]:
        missing = self._missing(given)
        if not missing:
            if self._clash(given) is None:
                yield {name: given[name] for name in self.fields}
            return
        for value in self.fields[missing[0]](given).answers():
            yield from self._complete({**given, missing[0]: value})

    def without(self, rules: Rules) -> Record:
        def lenient(field: str) -> Callable[[Given], Space[Any]]:
            return lambda given: self.fields[field](given).without(rules)

        return Record({field: lenient(field) for field in self.fields})

    def answers(self) -> Iterator[dict[str, Any]]:
        return self._complete({})

    def sample(self, pick: Pick) -> dict[str, Any]:
        offered = lambda field, given: self.fields[field](given)  # noqa: E731
        return self._tried(pick, offered) or self._tried(pick, self.left) or super().sample(pick)

    def _tried(
        self, pick: Pick, offered: Callable[[str, Given], Space[Any]]
    ) -> dict[str, Any] | None:
        """Fill the fields one by one, or give nothing where that leads nowhere."""
        given: dict[str, Any] = {}
        for field in self.fields:
            space = offered(field, given)
            if not space.sole():
                return None
            given[field] = space.sample(pick)
        return given if self._clash(given) is None else None

    def options(self) -> list[Option]:
        return [
            Option([field, option.value], option.rejection)
            for field in self.fields
            for option in self.left(field, {}).options()
        ]

    def describe(self) -> dict[str, Any]:
        fields = {field: self.left(field, {}).describe() for field in self.fields}
        return {"space": "record", "fields": fields}


def _both(
    first: Callable[[Any], Rejection | None] | None, then: Callable[[Any], Rejection | None]
) -> Callable[[Any], Rejection | None]:
    """Refuse for the first reason that there is."""
    return lambda value: (first and first(value)) or then(value)


def _told(options: list[Option]) -> list[dict[str, Any]]:
    return [
        {"value": o.value}
        if o.rejection is None
        else {"value": o.value, "rejection": msgspec.to_builtins(o.rejection)}
        for o in options
    ]


def _short(answer: Mapping[str, object]) -> str:
    return ", ".join(f"{key} {value}" for key, value in answer.items())


def _drawn(values: list[V], size: int, pick: Pick) -> list[V]:
    left = list(values)
    return [left.pop(pick(len(left))) for _ in range(size)]
