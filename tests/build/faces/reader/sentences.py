"""Puts what is read together: headings, prices, effects, and what follows of a die."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

Found = dict[str, Any]
Meaning = Callable[[re.Match[str]], Any]


class Unreadable(Exception):
    """A text of which a player would not know what it means."""


class Phrase(NamedTuple):
    """A way to say something, and what it means."""

    pattern: re.Pattern[str]
    meaning: Meaning


class Tongue(NamedTuple):
    """What a language says how."""

    icons: Mapping[str, str]
    labels: Mapping[str, Any]
    headings: tuple[Phrase, ...]
    prices: tuple[Phrase, ...]
    fees: tuple[Phrase, ...]
    effects: tuple[Phrase, ...]
    trials: tuple[Phrase, ...]
    or_more: str
    and_: str
    nothing: str
    can: re.Pattern[str]


def phrases(rows: Iterable[tuple[str, Meaning]], words: Mapping[str, str]) -> tuple[Phrase, ...]:
    """Compile phrases; `<name>` stands for what `words` says, under that name."""

    def named(mark: re.Match[str]) -> str:
        return f"(?P<{mark[1]}>{words[mark[1]]})"

    marks = re.compile(rf"(?<!\?P)<({'|'.join(words)})>")
    return tuple(
        Phrase(re.compile(marks.sub(named, pattern), re.IGNORECASE), meaning)
        for pattern, meaning in rows
    )


def heard(text: str, tongue: Tongue) -> str:
    """Name the signs in a text by their words, and forget how it is set."""

    def word(icon: re.Match[str]) -> str:
        if icon[1] not in tongue.icons:
            raise Unreadable(f"the sign {icon[0]}")
        return tongue.icons[icon[1]]

    apart = re.sub(r"(?<=\d)(?=\[)", " ", text.replace("*", ""))
    plain = re.sub(r"\[([\w-]+)\]", word, apart)
    return re.sub(r"\s+", " ", plain).strip()


def number(m: re.Match[str], name: str = "n") -> int:
    """Read a number."""
    return int(m[name])


def refuse(m: re.Match[str]) -> Any:  # noqa: ANN401 - nothing
    """Refuse what could belong to one part of a sentence or to all."""
    raise Unreadable(f"limits what? {m[0]}")


# Abilities


def ability(text: str, tongue: Tongue) -> Found:
    """Read what a card gives to whoever holds it."""
    head, body = _parted(text)
    found = heading(head, tongue)
    if found.pop("used-up", False):
        if found.keys() & {"limit", "use"}:
            raise Unreadable(f"used up, and yet: {head}")
        found |= {"limit": "fight", "use": "optional"}
    return _ability(found, body, tongue, head)


def special(text: str, tongue: Tongue) -> Found:
    """Read what a monster does: it asks nobody, and what begins once a fight is once a fight."""
    head, body = _parted(text)
    found = heading(head, tongue)
    if "use" in found or found.get("limit", "free") != "free":
        raise Unreadable(f"a monster does not choose: {head}")
    found = {"limit": "fight", "use": "automatic", **found}
    if found.keys() & {"whole", "during"}:
        found.setdefault("when", "before-pools")
    return _ability(found, body, tongue, head)


def levels(head: str, rows: Iterable[str], tongue: Tongue) -> list[Found]:
    """Read abilities that have their heading in common."""
    return [ability(f"{head} {row}", tongue) for row in rows]


def _ability(found: Found, body: str, tongue: Tongue, head: str) -> Found:
    missing = {"limit", "use", "when"} - found.keys()
    if missing or "until" in found:
        raise Unreadable(f"says nothing of {', '.join(sorted(missing))}: {head}")
    first = found.pop("first", False)
    once = (found["limit"], found["use"], found["when"]) == ("fight", "automatic", "combo")
    needs = {key: found.pop(key) for key in NEEDS if key in found}
    if first != (once and not needs.keys() & {"turn", "least_combo"}):
        raise Unreadable(f"first or any: {head}")
    scope: Found = {key: found.pop(key) for key in ("whole", "during") if key in found}
    paid, done = _priced(body, tongue, only=found["when"] == "declared")
    return {
        **found,
        "needs": needs,
        "price": paid,
        "effects": effects(done, tongue, scope) if done else [],
    }


NEEDS = (
    "turn",
    "against",
    "shield",
    "most_hand",
    "most_deck",
    "least_combo",
    "colour",
    "trail",
    "locations",
)


def _parted(text: str) -> tuple[str, str]:
    head, colon, body = text.partition(": ")
    if not colon:
        raise Unreadable(f"no heading: {text}")
    return head, body


def heading(text: str, tongue: Tongue) -> Found:
    """Read when, how often and on what condition: part after part, in whatever order."""
    found: Found = {}
    at = 0
    while at < len(text):
        at += len(re.match(r"[, ]*", text[at:])[0])  # type: ignore[index]  # it matches nothing, too
        matches = (each.pattern.match(text, at) for each in tongue.headings)
        pairs = zip(matches, tongue.headings, strict=True)
        fitting = [(match, each) for match, each in pairs if match and match.end() > at]
        if not fitting:
            raise Unreadable(f"heading: {text[at:]}")
        match, phrase = max(fitting, key=lambda pair: pair[0].end())
        if match.end() < len(text) and text[match.end()] not in ", ":
            raise Unreadable(f"heading: {text[at:]}")
        part = phrase.meaning(match)
        if found.keys() & part.keys():
            raise Unreadable(f"says twice: {text}")
        found |= part
        at = match.end()
    return found


def _priced(body: str, tongue: Tongue, *, only: bool) -> tuple[Found, str]:
    """Part a price from what it is paid for; only a price, where nothing else can be meant."""
    paid, colon, done = body.partition(": ")
    if only:
        return price(body.removesuffix("."), tongue.prices, tongue.and_), ""
    if not colon or "." in paid or not _is_price(paid, tongue):
        return {}, body
    return price(paid, tongue.prices, tongue.and_), done


def _is_price(text: str, tongue: Tongue) -> bool:
    """Tell a price from the heading of a sentence."""
    try:
        price(text, tongue.prices, tongue.and_)
    except Unreadable:
        return False
    return True


def price(text: str, among: tuple[Phrase, ...], and_: str) -> Found:
    """Read what is paid: parts, one after the other."""
    found: Found = {}
    for part in re.split(rf", | {and_} ", text):
        match, phrase = _whole(part, among, "price")
        found |= phrase.meaning(match)
    return found


def _whole(text: str, among: Iterable[Phrase], what: str) -> tuple[re.Match[str], Phrase]:
    for phrase in among:
        match = phrase.pattern.fullmatch(text)
        if match:
            return match, phrase
    raise Unreadable(f"{what}: {text}")


# Effects


def effects(text: str, tongue: Tongue, scope: Found | None = None) -> list[Found]:
    """Read sentences; of what lasts, each says how long, unless its heading does."""
    found: list[Found] = []
    rest = text
    while rest:
        trial = next(filter(None, (_trial(rest, each) for each in tongue.trials)), None)
        if trial is not None:
            effect, after = trial
            return [*found, {**effect, "outcomes": outcomes(after, tongue, top(effect))}]
        inside = dict(scope or {})
        while re.match(r"[^.:]+: ", rest):  # a sentence with a heading of its own
            head, rest = _parted(rest)
            inside |= heading(head, tongue)
            if not inside.keys() <= {"whole", "during", "until"}:
                raise Unreadable(f"heading of a sentence: {head}")
        said, rest = _sentence(rest, tongue)
        found += [_lasting(effect, inside, text) for effect in said]
    return found


def _trial(text: str, phrase: Phrase) -> tuple[Found, str] | None:
    match = phrase.pattern.match(text)
    return None if match is None else (phrase.meaning(match), text[match.end() :])


def _sentence(text: str, tongue: Tongue) -> tuple[list[Found], str]:
    """Read up to a full stop."""
    end = text.find(".")
    if end < 0:
        raise Unreadable(f"no end: {text}")
    match, phrase = _whole(text[:end], tongue.effects, "effect")
    meaning = phrase.meaning(match)
    return meaning if isinstance(meaning, list) else [meaning], text[end + 1 :].strip()


def _lasting(effect: Found, scope: Found, text: str) -> Found:
    """Say until when: as the sentence says, or as its heading does."""
    if effect["op"] not in {"change", "bend"}:
        if "during" in scope:
            raise Unreadable(f"what lasts here? {text}")
        return effect
    until = effect.pop("until", scope.get("until", "fight" if scope else None))
    if until is None:
        raise Unreadable(f"how long? {text}")
    last = effect.pop("last", None)
    if last is not None:
        if scope.get("during", {}).get("side", "opponent") != "opponent":
            raise Unreadable(f"whose last cards? {text}")
        effect["most_pool"] = last - 1
    during = {"during": scope["during"]} if "during" in scope else {}
    return {**effect, "until": until, **during}


def top(trial: Found) -> int | None:
    """Say what the highest number is that a trial can have: a level's, a die's, or none."""
    return {"test": 5, "roll-die": None if "plus" in trial else 6}.get(trial["op"])


def outcomes(text: str, tongue: Tongue, top: int | None) -> list[Found]:
    """Read what comes of which numbers: ranges that neither overlap nor leave a gap."""
    mark = re.compile(rf"(?:^|(?<=\. ))(\d+)(?:–(\d+)|( {tongue.or_more}))?: ")
    starts = list(mark.finditer(text))
    if not starts or starts[0].start():
        raise Unreadable(f"outcomes: {text}")
    ends = [*(each.start() for each in starts[1:]), len(text)]
    found: list[Found] = []
    for number, (start, end) in enumerate(zip(starts, ends, strict=True)):
        low, high = int(start[1]), int(start[2] or start[1])
        if start is not starts[-1] and (start[3] or int(starts[number + 1][1]) != high + 1):
            raise Unreadable(f"a gap or an overlap: {text}")
        if start is starts[-1] and (None if start[3] else high) != top:
            raise Unreadable(f"up to {top}, and not to {high}: {text}")
        said = text[start.end() : end].strip()
        done = [] if said == f"{tongue.nothing}." else effects(said, tongue)
        found.append({"least": low, "effects": done})
    return found


def result(text: str, tongue: Tongue) -> tuple[Found, list[Found], list[Found]]:
    """Read what comes of an option: what it costs, what happens, what the card then can do."""
    fee, rest = {}, text
    paid = re.match(r"\(([^)]*)\) ", text)
    if paid:
        fee, rest = price(paid[1], tongue.fees, tongue.and_), text[paid.end() :]
    kept = tongue.can.search(rest)
    if kept is None:
        return fee, effects(rest, tongue), []
    return fee, effects(rest[: kept.end()], tongue), [ability(rest[kept.end() :].strip(), tongue)]
