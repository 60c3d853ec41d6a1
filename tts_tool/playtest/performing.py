"""The rows of chores, performed on a state of a game as `lib/rows.lua` does at a table.

What somebody who presses adds is taken from what the rules did: how piles fell, what was paid with.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import Any, Final, NamedTuple

from tts_tool.kernel.events import Happened, Moved, Shuffled, TrackSet
from tts_tool.kernel.state import State
from tts_tool.playtest.doings import touched

__all__ = ["EndsError", "Known", "Performance", "WontError"]

_LOOKUP: Final = re.compile(r"([\w-]+):([\w-]+)=([^:]+):([\w.-]+)")
_PART: Final = re.compile(r"\{([^{}]+)\}")
_IFS: Final = (
    "least_seats",
    "most_seats",
    "free",
    "taken",
    "said",
    "unsaid",
    "fewer",
    "higher",
    "lies",
)
_Scope = Mapping[str, Any]
Way = tuple[str, str, str]
"""By which rule something goes from where to where; a track has no from."""


class WontError(Exception):
    """The chore does nothing, or nothing that can be told from here."""


class EndsError(Exception):
    """The chore is done before its last row."""


class Known(NamedTuple):
    """What the script of a table is told, the rows of each chore with their rules, who plays."""

    facts: dict[str, Any]
    steps: dict[str, Any]
    seats: tuple[str, ...]


def way_of(happened: Happened) -> Way:
    event = happened.event
    match event:
        case Moved():
            return happened.rule, event.source, event.target
        case TrackSet():
            return happened.rule, "", event.track
        case _:
            return happened.rule, "", ""


class Performance:
    """One performance of rows: where all lies meanwhile, and what has been said."""

    def __init__(
        self, known: Known, before: State, own: Sequence[Happened], of: dict[str, Any]
    ) -> None:
        self.facts, self.all, self.inventory = known.facts, known, before.inventory
        self.places, self.tracks = dict(before.places), dict(before.tracks)
        self.known: dict[str, Any] = {"n": of["n"]} if "n" in of else {}
        self.of, self.own, self.rule = of, own, ""
        self.moved = defaultdict[Way, set[str]](set)
        self.ways, self.shown = list[Way](), set[Way]()
        """What has been done, and by which of that a card came to light."""
        self.names = {name for each in own for name in touched(each)}
        self.orders = defaultdict[str, list[tuple[str, ...]]](list)
        for each in own:
            if isinstance(each.event, Shuffled):
                self.orders[each.event.place].append(tuple(each.event.order))

    def is_like(self, after: State) -> bool:
        """Tell whether all lies as in a state, in the same order where nobody sees it.

        And whether each row has moved what the rules moved for the same reason: that a card which
        a monster reveals lies where one does that a blow cost it makes no blow an attack.
        """
        if self.tracks != after.tracks or not self._goes_the_same_ways():
            return False
        for name, ids in after.places.items():
            mine = self.places[name]
            if mine is ids or mine == ids:
                continue
            hidden = self.inventory.places[name].seen == "nobody"
            if hidden or sorted(mine) != sorted(ids):
                return False
        return True

    def _goes_the_same_ways(self) -> bool:
        found, seen = dict[Way, set[str]](), list[Way]()
        for each in self.own:
            way = way_of(each)
            if isinstance(each.event, Moved):
                found.setdefault(way, set()).update(each.event.components)
            seen.append(way)
        if any(found.get(way, set()) != ids for way, ids in self.moved.items()):
            return False
        first = {way: seen.index(way) for way in self.ways if way in seen}
        return all(
            first[way] < seen.index(later)
            for way in self.shown
            if way in first
            for later in self.ways[self.ways.index(way) + 1 :]
            if later in first
        )

    # Rows

    def perform(self, chore: str) -> None:
        """Do all rows of a chore."""
        self._rows(self.all.steps[chore], self.of)

    def _rows(self, rows: Iterable[dict[str, Any]], scope: dict[str, Any]) -> None:
        for row in rows:
            if row["do"] == "each":
                for more in self._rounds(row):
                    self._rows(row["steps"], {**scope, **more})
            elif row["do"] == "also":
                self._rows(self.all.steps[row["chore"]], scope)
            elif self._holds(scope, row.get("when")):
                verb = getattr(self, f"_do_{row['do']}", None)
                if verb is None:
                    raise WontError
                self.rule = row.get("rule", "")
                verb(scope, row)

    def _rounds(self, row: Mapping[str, Any]) -> list[dict[str, Any]]:
        over = row["over"]
        if over.startswith("seat"):
            found = [{"seat": seat, "number": n} for n, seat in enumerate(self.all.seats, 1)]
        else:
            found = self._open(over)
        return found[::-1] if row.get("backwards") or over == "seat-backwards" else found

    def _open(self, name: str) -> list[dict[str, Any]]:
        before, _, rest = name.partition("{")
        part, _, after = rest.partition("}")
        found = []
        for place in self.places:
            if place.startswith(before) and place.endswith(after):
                value = place.removeprefix(before).removesuffix(after)
                if value and "." not in value:
                    found.append({part: value, "place": place})
        return found

    # What names, numbers and conditions mean

    def _meant(self, scope: Mapping[str, Any], said: str) -> Any:  # noqa: ANN401 - what rows say
        looked = _LOOKUP.fullmatch(said)
        if looked is not None:
            return self._looked_up(*looked.groups())
        reader, colon, about = said.partition(":")
        if not colon:
            if said not in scope and said not in self.known:
                raise WontError
            return scope.get(said, self.known.get(said))
        match reader:
            case "kind":
                return self._top(about).split(".")[1]
            case "level":
                return self.tracks[about]
            case "count":
                return len(self.places[about])
            case _:
                raise WontError

    def _looked_up(self, kind: str, field: str, wanted: str, gives: str) -> Any:  # noqa: ANN401
        for name, record in self.facts["records"][kind].items():
            if str(name if field == "id" else record[field]) == wanted:
                found: Any = record
                for part in gives.split("."):
                    if isinstance(found, Sequence) and not isinstance(found, str):
                        found = found[int(part) - 1] if int(part) <= len(found) else None
                    else:
                        found = None if found is None else found.get(part)
                return found
        raise WontError

    def _top(self, place: str) -> str:
        if not self.places.get(place):
            raise WontError
        return self.places[place][0]

    def _filled(self, scope: Mapping[str, Any], name: str) -> Any:  # noqa: ANN401
        while True:
            part = _PART.search(name)
            if part is None:
                return name
            value = self._meant(scope, part[1])
            if part[0] == name:
                return value
            name = name[: part.start()] + str(value) + name[part.end() :]

    def _number(self, scope: Mapping[str, Any], said: str | float | None) -> Any:  # noqa: ANN401
        if isinstance(said, str):
            said = self._filled(scope, said)
        if said is None:
            return 0
        if isinstance(said, int | float) or said.lstrip("-").isdigit():
            return int(said)
        found: Any = self.facts["tables"]
        for part in said.split("."):
            found = found[int(part) - 1] if isinstance(found, list) else found[part]
        return found

    def _any(self, scope: Mapping[str, Any], said: str | Sequence[str]) -> bool:
        names = [said] if isinstance(said, str) else said
        return any(self.places[self._filled(scope, name)] for name in names)

    def _holds(self, scope: Mapping[str, Any], when: Mapping[str, Any] | None) -> bool:
        """Tell whether all holds that a condition says, in the order in which a script looks."""
        return (
            all(
                getattr(self, f"_if_{what}")(scope, when, when[what])
                for what in _IFS
                if what in when
            )
            if when is not None
            else True
        )

    def _if_least_seats(self, scope: _Scope, _when: _Scope, said: str | int) -> bool:
        return len(self.all.seats) >= int(self._number(scope, said))

    def _if_most_seats(self, scope: _Scope, _when: _Scope, said: str | int) -> bool:
        return len(self.all.seats) <= int(self._number(scope, said))

    def _if_free(self, scope: _Scope, _when: _Scope, said: str | Sequence[str]) -> bool:
        return not self._any(scope, said)

    def _if_taken(self, scope: _Scope, _when: _Scope, said: str | Sequence[str]) -> bool:
        return self._any(scope, said)

    def _if_said(self, scope: _Scope, when: _Scope, said: str) -> bool:
        value, wanted = self.known.get(self._filled(scope, said)), when.get("is")
        wanted = self._filled(scope, wanted) if isinstance(wanted, str) else wanted
        return value is not None and (wanted is None or str(value) == str(wanted))

    def _if_unsaid(self, scope: _Scope, _when: _Scope, said: str) -> bool:
        return self.known.get(self._filled(scope, said)) is None

    def _if_fewer(self, scope: _Scope, when: _Scope, said: str | int) -> bool:
        fewer: bool = self._number(scope, said) < self._number(scope, when["than"])
        return fewer

    def _if_higher(self, scope: _Scope, when: _Scope, said: Sequence[str]) -> bool:
        least = self.tracks[self._filled(scope, when["than"])]
        return all(self.tracks[self._filled(scope, name)] > least for name in said)

    def _if_lies(self, scope: _Scope, _when: _Scope, said: Mapping[str, str]) -> bool:
        piece, place = self._filled(scope, said["piece"]), self._filled(scope, said["at"])
        return piece in self.places[place]

    # Verbs

    def _bring(self, ids: Sequence[str], target: str, *, last: bool = False) -> None:
        there = self.places[target]
        ids = [each for each in ids if each not in there]
        if not ids:
            return
        for name in {name for name in self.places if not set(ids).isdisjoint(self.places[name])}:
            gone = {c for c in self.places[name] if c in ids}
            self.places[name] = tuple(c for c in self.places[name] if c not in gone)
            if self.rule:
                self.moved[self._gone(name, target)] |= gone
        self.places[target] = (*there, *ids) if last else (*ids, *there)

    def _gone(self, source: str, target: str) -> Way:
        way = self.rule, source, target
        if way not in self.ways:
            self.ways.append(way)
        return way

    def _mix(self, place: str) -> None:
        if self.orders[place]:
            self.places[place] = self.orders[place].pop(0)
        elif len(self.places[place]) > 1:
            raise WontError  # the rules have shuffled nothing

    def _picked(self, scope: Mapping[str, Any], row: Mapping[str, Any]) -> list[str]:
        home = self._filled(scope, row["home"]) if "home" in row else None
        begins = self._filled(scope, row["pieces"]) if "pieces" in row else ""
        if "kinds" in row:
            raise WontError
        return [
            each
            for each in self.places[self._filled(scope, row["from"])]
            if each.startswith(begins) and home in (None, self.inventory.components[each].start)
        ]

    def _do_shuffle(self, scope: Mapping[str, Any], row: Mapping[str, Any]) -> None:
        for name in row["piles"]:
            self._mix(self._filled(scope, name))

    def _do_fill(self, scope: Mapping[str, Any], row: Mapping[str, Any]) -> None:
        source, count = self._filled(scope, row["from"]), self._number(scope, row["count"])
        for name in row["to"]:
            target = self._filled(scope, name)
            lacks = max(0, count - len(self.places[target]))
            self._bring(self.places[source][:lacks], target)

    def _do_bring(self, scope: Mapping[str, Any], row: Mapping[str, Any]) -> None:
        target, last = self._filled(scope, row["to"]), bool(row.get("last"))
        if "piece" in row:
            return self._bring([self._filled(scope, row["piece"])], target, last=last)
        ids = self._picked(scope, row)
        if "count" in row:
            ids = ids[: max(0, self._number(scope, row["count"]) - len(self.places[target]))]
        return self._bring(ids, target, last=last)

    def _do_ask(self, scope: Mapping[str, Any], row: Mapping[str, Any]) -> None:
        key = f"{row['question']}/{self._filled(scope, row['who'])}"
        words, part = row["among"], "word"
        if isinstance(words, str):
            part = words.partition("{")[2].partition("}")[0]
            words = [each[part] for each in self._open(words)]
        found = list[str]()
        for word in words:
            inner = {**scope, part: word}
            if self._holds(inner, row.get("where")):
                if "best" in row and self._holds(inner, row["best"]):
                    found = [word]
                    break
                found.append(word)
        meant = [word for word in found if any(n.endswith(f".{word}") for n in self.names)]
        if not found or (len(found) > 1 and len(meant) != 1):
            raise WontError
        self.known.setdefault(key, found[0] if len(found) == 1 else meant[0])

    def _do_set(self, scope: Mapping[str, Any], row: Mapping[str, Any]) -> None:
        track = self._filled(scope, row["track"])
        known = self.inventory.tracks[track]
        if "value" in row:
            value = self._number(scope, row["value"])
        elif "by" in row:
            value = self.tracks[track] + row["by"]
        else:
            value = known.start + row["above"]
        if "most" in row:
            value = min(value, self._number(scope, row["most"]))
        if not known.low <= value <= known.high:
            raise WontError
        self._gone("", track)
        self.tracks[track] = value

    def _do_renew(self, scope: Mapping[str, Any], row: Mapping[str, Any]) -> None:
        pile, used = self._filled(scope, row["pile"]), self._filled(scope, row["used"])
        if self.places[used] and not self.places[pile]:
            self._bring(self.places[used], pile)
            self._mix(pile)
            self.known["renewed"] = True

    def _do_slide(self, _scope: Mapping[str, Any], row: Mapping[str, Any]) -> None:
        names = [each["place"] for each in self._open(row["among"])]
        names = names[::-1] if row.get("backwards") else names
        lying = [self.places[name] for name in names if self.places[name]]
        free = len(names) - len(lying)
        for name, ids in zip(names, [*[()] * free, *lying], strict=True):
            self.places[name] = ids

    def _do_draw(self, scope: Mapping[str, Any], row: Mapping[str, Any]) -> None:
        source, target = self._filled(scope, row["from"]), self._filled(scope, row["to"])
        wanted = self._number(scope, row["count"])
        if "most" in row:
            wanted = min(wanted, self._number(scope, row["most"]) - len(self.places[target]))
        drawn = self.places[source][: max(0, wanted)]
        if drawn and self.rule:
            self.shown.add(self._gone(source, target))
        self._bring(drawn[::-1], target)
        self.known["left"] = max(wanted, 0) - len(drawn)

    def _do_spend(self, scope: Mapping[str, Any], row: Mapping[str, Any]) -> None:
        track, count = self._filled(scope, row["track"]), self._number(scope, row["count"])
        spent = min(count, self.tracks[track])
        self.tracks[track] -= spent
        self._gone("", track)
        self.known["left"] = count - spent

    def _do_pay(self, scope: Mapping[str, Any], row: Mapping[str, Any]) -> None:
        source, count = self._filled(scope, row["from"]), self._number(scope, row["count"])
        target, ids = self._filled(scope, row["to"]), self.places[source]
        if len(ids) < count and "lacking" in row:
            raise WontError
        if len(ids) > count:
            moves = [e.event for e in self.own if isinstance(e.event, Moved)]
            paid = [e.components for e in moves if (e.source, e.target) == (source, target)]
            ids = tuple(chain.from_iterable(paid))[:count]
            if len(ids) < count:
                raise WontError
        self._bring(ids, target)

    def _do_sort(self, scope: Mapping[str, Any], row: Mapping[str, Any]) -> None:
        place = self._filled(scope, row["pile"])
        order = next(each["order"] for each in self.facts["sorted"] if each["pile"] == place)
        self.places[place] = tuple(each for each in order if each in self.places[place])

    def _do_note(self, scope: Mapping[str, Any], row: Mapping[str, Any]) -> None:
        if "from" in row:
            found = self._picked(scope, row)
            if not found:
                raise WontError
            self.known[row["as"]] = found[0].split(".")[1]
        elif "value" in row:
            value = self._number(scope, row["value"]) + self._number(scope, row.get("plus", 0))
            value = max(value, self._number(scope, row.get("least", value)))
            self.known[row["as"]] = min(value, self._number(scope, row.get("most", value)))
        else:
            self.known[row["as"]] = self._filled(scope, row["word"])

    def _do_add(self, scope: Mapping[str, Any], row: Mapping[str, Any]) -> None:
        records = self.facts["records"][row["of"]]
        above: Mapping[str, Any] = {}
        for field in row["fields"]:
            self.known[f"{row['as']}.{field}"] = 0
        for each in self.places[self._filled(scope, row["at"])]:
            _, kind, number = each.split(".")
            face = records[kind][row["faces"]][int(number) - 1]
            links: list[dict[str, Any]] = face.get(row["links"], []) if above else []
            link = next((e for e in links if e[row["by"]] == above[row["by"]]), {})
            above = records[kind]
            for symbols in (face.get(row["each"], {}), link.get(row["adds"], {})):
                for field in row["fields"]:
                    self.known[f"{row['as']}.{field}"] += symbols.get(field, 0)

    def _do_roll(self, _scope: Mapping[str, Any], _row: Mapping[str, Any]) -> None:
        """Move nothing: what dice show is nowhere in a state, and only told."""

    def _do_stop(self, _scope: Mapping[str, Any], _row: Mapping[str, Any]) -> None:
        raise WontError

    def _do_say(self, _scope: Mapping[str, Any], row: Mapping[str, Any]) -> None:
        if row.get("ends"):
            raise EndsError
