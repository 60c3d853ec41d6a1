"""Whoever has picked the wrong school changes it before the first turn: all lies as if never."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from typing import Any

import pytest

from tests.build.proving import prove
from tests.build.set_up import Panel, made, opened, seen, take
from tts_tool.build.table.reading import Lying, Seen


def everything(table: Seen) -> Counter[str]:
    """Count every piece on the table."""
    there = (each for lying in table.places.values() for each in lying)
    return Counter(each.component for each in (*there, *table.astray))


def by_school(table: Seen) -> Mapping[str, Any]:
    """Say what follows from the schools: where it lies, with its side, but for the shuffling."""
    found: dict[str, Any] = {}
    for name in ("board", "witcher-trophies", "deck", "hand"):
        for seat in ("red", "blue"):
            lying = table.places[f"{name}.{seat}"]
            found[f"{name}.{seat}"] = sorted(
                (each.component if name in {"board", "witcher-trophies"} else "", each.down)
                for each in lying
            )
    for seat in ("red", "blue"):
        both = [e.component for n in ("deck", "hand") for e in table.places[f"{n}.{seat}"]]
        found[f"cards.{seat}"] = sorted(both)
        found[f"miniature.{seat}"] = next(
            name
            for name, lying in table.places.items()
            if any(each.component == f"miniature.{seat}" for each in lying)
        )
    loose = ("attribute-trophy", "monster-token")
    found["box"] = sorted(
        (each.component, each.down)
        for each in table.places["box"]
        if not each.component.startswith(loose)
    )
    found["boards"] = table.places["boards"]
    found["tracks"] = dict(table.tracks)
    return found


def named(panel: Panel, school: str) -> None:
    """Let red name a school, and blue the one after bear and cat, and set up for two."""
    panel.press("count.2", "wish.red", "wish.blue")
    while panel.state["wishes"]["red"] != school:
        panel.press("wish.red")
    panel.press("first")
    while panel.state["first"] != "red":
        panel.press("first")
    panel.press("set-up")
    panel.finish()


def choose(panel: Panel, school: str) -> list[str]:
    """Answer with a school; give what was offered."""
    said = made(panel.lang).values["records"]["word"]
    xml: str = panel.table.execute("return UI.getXml()")
    buttons = [each for each in panel.buttons if each.startswith("answer.red.")]
    known = {
        name: (said.get(f"{name}-school") or said[name])["name"][panel.lang] for name in SCHOOLS
    }
    offered = [name for name, word in known.items() if f'"{word}"' in xml]
    assert len(offered) == len(buttons)
    at = next(n for n, each in enumerate(buttons) if f'{each})" text="{known[school]}"' in xml)
    panel.press(buttons[at])
    return offered


def named_in_german(board: Lying) -> str:
    """Call the school of a board."""
    school, words = board.component.partition(".")[2], made().values["records"]["word"]
    return str((words.get(f"{school}-school") or words[school])["name"]["de"])


SCHOOLS = ("bear", "cat", "griffin", "viper", "wolf")


@pytest.mark.rule("OW-SETUP-24")
@pytest.mark.rule("OW-SETUP-27")
def test_another_school_is_as_if_chosen_from_the_start() -> None:
    """Board, cards, trophies and miniature are those of a set-up with it; nothing is lost."""
    with opened(5) as panel:
        named(panel, "griffin")
        wanted = by_school(seen(panel))
    with opened(5) as panel:
        named(panel, "bear")
        before = seen(panel)
        panel.press("chore.other-school")
        assert set(choose(panel, "griffin")) == set(SCHOOLS) - {"bear", "cat"}
        table = seen(panel)
        assert everything(table) == everything(before) == Counter(made().values["homes"].keys())
        assert by_school(table) == wanted
        assert panel.lines[-1] == "Red has another board: School of the Griffin."
        prove(panel, 2)


def test_another_school_and_back() -> None:
    """Also alone, from the menu of the board, and as often as one likes; what lies else stays."""
    with opened(6) as panel:
        panel.set_up(1)
        before = seen(panel)
        (was,) = before.places["board.red"]
        guid = panel.table.execute(
            "for _, o in ipairs(getObjects()) do"
            f" if o.memo == {json.dumps(was.component)} then return o.guid end end"
        )
        panel.table.red.menu(panel.table.find(guid), "Another school · Andere Schule")
        panel.settle()
        first = next(each for each in SCHOOLS if each != was.component.partition(".")[2])
        choose(panel, first)
        prove(panel, 1)
        panel.press("language.de")
        panel.lang = "de"
        panel.press("chore.other-school", "cancel.red")
        assert panel.lines[-1] == "Alles bleibt, wie es jetzt ist."
        panel.press("chore.other-school")
        choose(panel, was.component.partition(".")[2])
        assert panel.lines[-1] == f"Rot hat ein anderes Tableau: {named_in_german(was)}."
        after = seen(panel)
        prove(panel, 1)
        kept = set(before.places) - {"deck.red", "hand.red", "box"}
        assert all(after.places[name] == before.places[name] for name in kept)
        assert Counter(after.places["box"]) == Counter(before.places["box"])


def test_nobody_changes_who_has_played() -> None:
    """A discard, a lost trophy or no board that is left: that is told, and all stays."""
    with opened(7) as panel:
        panel.set_up(5)
        panel.press("chore.other-school")
        assert panel.lines[-1] == "No board is left in the box."
    with opened(7) as panel:
        panel.set_up(2)
        table = seen(panel)
        card = table.places["hand.red"][0].component
        take(panel, card, "discard.red")
        before = seen(panel)
        panel.press("chore.other-school")
        assert panel.lines[-1].startswith("You have played already")
        assert seen(panel) == before
    with opened(7) as panel:
        panel.set_up(2)
        take(panel, seen(panel).places["witcher-trophies.red"][0].component, "box")
        before = seen(panel)
        panel.press("chore.other-school")
        assert panel.lines[-1].startswith("Somebody has a trophy of yours")
        assert seen(panel) == before
