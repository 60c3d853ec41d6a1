"""The voice: each rule catches what it is for, and everything that players read keeps it."""

from __future__ import annotations

import re
import runpy
import shutil
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner

from tests.old_world.table import catalogue
from tts_tool.catalog import Text
from tts_tool.cli.main import cli
from tts_tool.resources import cards_dir
from tts_tool.rulesets.old_world.base.story.stories import Event, Exploration, Quest, Tale, outcomes
from tts_tool.rulesets.old_world.voice import check
from tts_tool.rulesets.old_world.voice.between import between_faults
from tts_tool.rulesets.old_world.voice.claims import claim_faults
from tts_tool.rulesets.old_world.voice.forms import form_faults
from tts_tool.rulesets.old_world.voice.lines import Sort, StoryLine, VoiceFault, lines_of
from tts_tool.rulesets.old_world.voice.names import FOREIGN, USED, name_faults

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "voice.md").read_text("utf-8")
NAMES = (ROOT / "docs" / "names.md").read_text("utf-8")
TALES: tuple[Tale, ...] = (
    *catalogue().of(Exploration).values(),
    *catalogue().of(Event).values(),
)


def test_all_our_texts_keep_the_voice() -> None:
    """Of the introductions, labels and endings of 128 cards the linter has nothing to report."""
    assert [f"{each.about} {each.path}: {each.message}" for each in check(catalogue())] == []
    lines = [line for card in TALES for line in lines_of(card)]
    counted = {sort: sum(line.sort == sort for line in lines) for sort in {x.sort for x in lines}}
    assert counted == {"introduction": 112, "kept": 16, "label": 206, "ending": 285}


@pytest.mark.parametrize("number", range(1, 19))
def test_every_rule_is_on_the_page_and_in_the_linter(number: int) -> None:
    """What the page calls VOICE-01 to 18 the linter says, but for the one that only people hear."""
    rule = f"VOICE-{number:02}"
    assert PAGE.count(f"| {rule} |") == 1
    folder = ROOT / "tts_tool" / "rulesets" / "old_world" / "voice"
    said = "".join(file.read_text("utf-8") for file in folder.glob("*.py"))
    assert (f'"{rule}"' in said) is (number != 17)


# One text

ENDING = {
    "en": "The benches run out before you do. The landlord reckons up what is still in one piece "
    "on your account and pays you part of it, so that you will stop standing there.",
    "de": "Die Bänke gehen früher aus als du. Der Wirt rechnet zusammen, was deinetwegen heil "
    "blieb, und zahlt dir etwas davon aus, damit du endlich aufhörst dazustehen.",
}
"""An ending with which nothing is wrong."""


def line(sort: Sort = "ending", **texts: str) -> StoryLine:
    """Make a text; what is not given is as it should be."""
    return StoryLine("tavern-brawl", "ending", sort, Text(**{**ENDING, **texts}), "city")


def rules_of(*faults: VoiceFault) -> list[str]:
    """Name the rules by which something is wrong, and in which language."""
    return [f"{each.rule} {each.language or 'both'}" for each in faults]


def test_a_good_ending_has_no_faults() -> None:
    """The text that the cases below spoil is fine."""
    assert rules_of(*form_faults(line())) == []


EN, DE = ENDING["en"], ENDING["de"]
FORMS: dict[str, tuple[StoryLine, list[str]]] = {
    "too few words": (
        line(en="You win it.", de="Du gewinnst."),
        ["VOICE-02 en", "VOICE-02 en", "VOICE-02 de", "VOICE-02 de"],
    ),
    "too many sentences": (line(en=EN.replace("do. The", "do. Yes. No. The")), ["VOICE-02 en"]),
    "one tells more": (
        line(
            de=f"{DE} Keiner weiß, weshalb er das tut, und ob es ihn eines Tages noch reuen wird."
        ),
        ["VOICE-03 both"],
    ),
    "weather of dread": (line(en=EN.replace("The land", "Suddenly the land")), ["VOICE-04 en"]),
    "inflected": (line(de=DE.replace("Der Wirt", "Der uralte Wirt")), ["VOICE-04 de"]),
    "a word of the table": (line(de=DE.replace("Der Wirt", "Der Spieler")), ["VOICE-04 de"]),
    "part of a word": (line(en=EN.replace("pays", "unplayers")), []),
    "a digit": (line(en=EN.replace("in one piece", "in 1 piece")), ["VOICE-05 en"]),
    "a shout": (line(de=DE.replace("dazustehen.", "dazustehen!")), ["VOICE-05 de", "VOICE-14 de"]),
    "a dash": (line(en=EN.replace("account and", "account – and")), ["VOICE-05 en"]),
    "a typewriter’s apostrophe": (line(en=EN.replace("you do", "you don't")), ["VOICE-05 en"]),
    "marks of the other language": (line(de=DE.replace("Der Wirt", "“Der Wirt”")), ["VOICE-05 de"]),
    "an open quotation": (line(en=EN.replace("The land", "“The land")), ["VOICE-05 en"]),
    "two colons": (line(en=EN.replace("account and", "account: one; two and")), ["VOICE-05 en"]),
    "a stranger": (line(de=DE.replace("und zahlt dir", "und zahlt Ihnen")), ["VOICE-06 de"]),
    "the teller": (line(en=EN.replace("The landlord", "I saw how the landlord")), ["VOICE-06 en"]),
    "somebody says I": (line(en=EN.replace("The landlord", "I saw it, he says, and")), []),
    "left over": (line(en=EN.replace("The land", "TODO The land")), ["VOICE-14 en"]),
    "a double space": (line(de=DE.replace(" Der", "  Der")), ["VOICE-14 de"]),
    "a space before a comma": (line(de=DE.replace(", was", " , was")), ["VOICE-14 de"]),
    "braces": (line(en=EN.replace("landlord", "{landlord}")), ["VOICE-14 en"]),
    "the same": (line(de=EN), ["VOICE-14 de"]),
    "no stop": (line(en=EN.rstrip(".")), ["VOICE-14 en"]),
    "a label with a stop": (
        line("label", en="Run.", de="Laufen"),
        ["VOICE-02 en", "VOICE-15 en"],
    ),
    "a small label": (line("label", en="Run", de="laufen"), ["VOICE-15 de"]),
    "a long label": (
        line("label", en="Run and run and run and run and run", de="Laufen"),
        ["VOICE-02 en"],
    ),
}


@pytest.mark.parametrize("what", FORMS)
def test_what_is_wrong_with_one_text(what: str) -> None:
    """Each fault is found by its rule, and nothing else is."""
    spoilt, found = FORMS[what]
    assert rules_of(*form_faults(spoilt)) == found


def page(sentence: str, words: int) -> str:
    """Write a long page of which one sentence is given."""
    return " ".join([*(["And they row on and on, past it."] * (words // 8)), sentence])


@pytest.mark.parametrize(
    ("sentence", "found"),
    [
        ("So ended {hero}.", 0),
        ("So ended they.", 1),
        ("{hero} slept, and {hero} ate.", 1),
        ("It was {hero}’s boat.", 1),
    ],
)
def test_a_long_story_names_its_listener_once(sentence: str, found: int) -> None:
    """At its end, in the nominative; on no other page."""
    told = Text(en=page(sentence, 144), de=page(sentence, 144).replace("And", "Und"))
    last = StoryLine("voyage", "pages[9]", "last page", told)
    assert sum(each.rule == "VOICE-16" for each in form_faults(last)) == 2 * found
    middle = last._replace(sort="page")
    assert ("VOICE-14" in {each.rule for each in form_faults(middle)}) is ("{" in sentence)


# Texts beside one another


def among(*texts: str, decided: bool = False) -> list[str]:
    """Let endings of a deck stand beside one another in English; name the rules that they break."""
    place = "ways[0].effects[0].outcomes[{}].ending" if decided else "ways[{}].ending"
    cards = ["one"] * len(texts) if decided else [f"card-{n}" for n in range(len(texts))]
    lines = [
        StoryLine(
            card, place.format(n), "ending", Text(en=text, de=f"{n} {n}{n} {n}{n}{n}"), "city"
        )
        for n, (card, text) in enumerate(zip(cards, texts, strict=True))
    ]
    return [each.rule for each in between_faults(lines) if each.language == "en"]


def test_a_phrase_is_heard_once() -> None:
    """Five words in a row in two texts are a phrase; four are chance."""
    assert among("A bench flies past your ear.", "No bench flies past your ear.") == ["VOICE-07"]
    assert among("A bench flies past your ear.", "No bench flies past your nose.") == []


def test_openings_differ() -> None:
    """Three texts of a deck may begin with the same two words; of many, not all with “The”."""
    four = [f"He pays {what}." for what in ("up", "twice", "slowly", "late")]
    assert among(*four[:3]) == []
    assert among(*four) == ["VOICE-08"]
    many = [f"The {what} pays." for what in "reeve cooper smith priest carter miller".split()]
    others = [f"{what} pays." for what in "Nobody Somebody She He Everyone Night".split()]
    assert among(*many, *others) == ["VOICE-08"]
    assert among(*many[:4], *others, "Rain.", "Snow.") == []


def test_an_end_does_not_begin_like_its_introduction() -> None:
    """The two are heard one after the other."""
    begun = Text(en="Rain falls.", de="Es regnet.")
    ended = Text(en="Rain again.", de="Wieder Regen.")
    lines = [
        StoryLine("rain", "introduction", "introduction", begun),
        StoryLine("rain", "ways[0].ending", "ending", ended),
    ]
    assert rules_of(*between_faults(lines)) == ["VOICE-08 en"]


def test_ends_of_a_die_differ() -> None:
    """Ends between which a die decides begin and end differently; those of cards need not."""
    assert among("He pays.", "He leaves.", decided=True) == ["VOICE-09"]
    assert among("He pays.", "She pays.", decided=True) == ["VOICE-09"]
    assert among("He pays.", "She leaves.", decided=True) == []
    assert among("He pays.", "She pays.") == []


def test_a_label_is_not_in_its_introduction() -> None:
    """What the option says, the introduction has not said already."""
    told = Text(en="You can run out by the back door.", de="Hinten ist eine Tür.")
    label = Text(en="Run out by the back door", de="Durch die Hintertür laufen")
    lines = [
        StoryLine("run", "introduction", "introduction", told),
        StoryLine("run", "ways[0].label", "label", label),
    ]
    assert rules_of(*between_faults(lines)) == ["VOICE-15 en"]


# Texts beside what happens


def spoilt(
    card: str, outcome: str, en: tuple[str, str] = ("", ""), de: tuple[str, str] = ("", "")
) -> list[str]:
    """Change words of an ending, and name the rules that it breaks then."""
    known = catalogue().record(card)
    assert isinstance(known, Exploration | Event)
    (end,) = [each for each in outcomes(known) if each.name == outcome]
    text = end.result.ending
    assert text is not None
    assert en[0] in text.en
    assert de[0] in text.de
    other = Text(en=text.en.replace(*en, 1), de=text.de.replace(*de, 1))
    return rules_of(*claim_faults(_with(known, text, other), catalogue()))


def _with(value: Any, text: Text, other: Any) -> Any:  # noqa: ANN401 - any part of a record
    """Put another text in the place of one."""
    if value is text:
        return other
    if isinstance(value, tuple):
        return tuple(_with(each, text, other) for each in value)
    if isinstance(value, msgspec.Struct):
        fields = {name: getattr(value, name) for name in value.__struct_fields__}
        return type(value)(**{name: _with(each, text, other) for name, each in fields.items()})
    return value


def test_nothing_is_wrong_before() -> None:
    """What the cases below change is fine as it stands."""
    assert spoilt("lame-porter", "a") == []


def test_an_outcome_without_an_ending_is_named() -> None:
    """Every outcome has one, in both languages."""
    known = catalogue().of(Exploration)["tavern-brawl"]
    silent = _with(known, known.ending["a.2"], None)
    (fault,) = claim_faults(silent, catalogue())
    assert (fault.rule, fault.line.path) == ("VOICE-01", "ways[0].effects[0].outcomes[1].ending")


def test_an_ending_without_an_outcome_is_named() -> None:
    """Where a die decides, what is told at the option itself would be heard by nobody."""
    known = catalogue().of(Exploration)["tavern-brawl"]
    first, *rest = known.ways
    loud = msgspec.structs.replace(first, ending=Text(en="Never told.", de="Nie erzählt."))
    (fault,) = claim_faults(msgspec.structs.replace(known, ways=(loud, *rest)), catalogue())
    assert (fault.rule, fault.line.path) == ("VOICE-01", "ways[0].ending")


CLAIMS: list[tuple[str, str, Mapping[str, tuple[str, str]], list[str]]] = [
    # An amount that is not the card's.
    ("herb-stall", "a", {"en": ("two bottles", "three bottles")}, ["VOICE-10 en"]),
    ("herb-stall", "a", {"de": ("zwei Flaschen", "eine Flasche")}, ["VOICE-10 de"]),
    ("moneylender", "a", {"en": ("the sum", "a coin")}, ["VOICE-10 en"]),
    ("scribes-window", "a", {"de": ("eine Münze", "vier Münzen")}, ["VOICE-10 de"]),
    # What the icon says already, or leaves to choice.
    ("brothers-alms", "a", {"en": ("your own trade", "combat")}, ["VOICE-11 en"]),
    ("tavern-brawl", "a.3", {"de": ("den Schemel", "den Kampf")}, ["VOICE-11 de"]),
    # Where it leads.
    ("lame-porter", "b", {"en": ("From Novigrad", "From afar")}, ["VOICE-12 both"]),
    (
        "lame-porter",
        "b",
        {"en": ("Novigrad", "Cintra"), "de": ("Novigrad", "Cintra")},
        ["VOICE-12 en", "VOICE-12 de"],
    ),
    ("lone-grave", "b", {"de": ("bergauf", "nach Kaer Morhen")}, ["VOICE-12 de", "VOICE-12 both"]),
    # What comes or goes for no reason, or is said to.
    (
        "bathhouse",
        "b",
        {"en": ("than that you don’t need", "is worth a coin")},
        ["VOICE-10 en", "VOICE-18 en"],
    ),
    ("town-crier", "b", {"en": ("a coin", "thanks")}, ["VOICE-18 en"]),
    (
        "herb-stall",
        "b",
        {"de": ("beigelegt", "in eine Flasche gelegt")},
        ["VOICE-10 de", "VOICE-18 de"],
    ),
    ("mill-race", "a.3", {"de": ("zahlt", "nickt")}, ["VOICE-18 de"]),
    ("smiths-quarrel", "a", {"en": ("a stroke", "a thing")}, ["VOICE-18 en"]),
    ("burning-stable", "a", {"en": ("both shoulders", "the yard")}, ["VOICE-18 en"]),
]


@pytest.mark.parametrize(("card", "outcome", "changed", "found"), CLAIMS)
def test_what_is_wrong_beside_what_happens(
    card: str, outcome: str, changed: Mapping[str, tuple[str, str]], found: list[str]
) -> None:
    """A claim that the card does not keep is found by its rule."""
    assert spoilt(card, outcome, **changed) == found


def test_effects_are_looked_at() -> None:
    """If the card itself changes, the same text is wrong."""
    known = catalogue().of(Exploration)["lame-porter"]
    first, second = known.ways
    poor = msgspec.structs.replace(first, effects=first.effects[1:])
    changed = msgspec.structs.replace(known, ways=(poor, second))
    assert rules_of(*claim_faults(changed, catalogue())) == ["VOICE-18 en", "VOICE-18 de"]


# Names


def named(en: str, de: str) -> list[str]:
    """Say what is wrong with the names in an ending of the Night Watch."""
    text = Text(en=en, de=de)
    return rules_of(
        *name_faults([StoryLine("night-watch", "ways[0].ending", "ending", text)], catalogue())
    )


def test_names_are_known() -> None:
    """Places of the map and used names may stand there; others are listed, or forbidden."""
    assert named("You meet Berend in Ban Ard on Friday.", "In Ban Ard triffst du Berend.") == []
    assert named("You meet Wilkin.", "Du triffst ihn.") == ["VOICE-13 en"]
    assert named("You meet Berend.", "Du triffst ihn.") == ["VOICE-13 both"]
    assert named("There goes Dandelion.", "Da geht Rittersporn.") == ["VOICE-13 en"] * 2
    text = Text(en="You meet Berend.", de="Du triffst Berend.")
    elsewhere = StoryLine("lame-porter", "ways[0].ending", "ending", text)
    assert rules_of(*name_faults([elsewhere], catalogue())) == ["VOICE-13 both"]


def stock() -> list[str]:
    """List the names that docs/names.md has in store."""
    lines = re.findall(r"(?m)^\*\*[\w ]+\.\*\* (.+)\.$", NAMES)
    return [re.sub(r" \(.*?\)", "", each) for line in lines for each in line.split(", ")]


def test_the_stock_of_names() -> None:
    """None is there twice in a language, none used is still in stock, none belongs to others."""
    english, german = NAMES.split("## Deutsch")
    for half in (english, german):
        names = [each for each in stock() if each in half]
        assert len(names) > 140
    for language in (english, german):
        here = re.findall(r"(?m)^\*\*[\w ]+\.\*\* (.+)\.$", language)
        listed = [re.sub(r" \(.*?\)", "", each) for part in here for each in part.split(", ")]
        assert len(listed) == len(set(listed))
    used = {word for name in USED for word in (name.en, name.de)}
    assert not used & set(stock())
    assert [name for name in (*stock(), *used) if FOREIGN & set(name.split())] == []


def test_names_that_are_used_are_listed() -> None:
    """The page lists each once, with the card that has it, and the card has it."""
    rows = re.findall(r"(?m)^\| ([^|]+) \| ([^|]+) \| `([\w-]+)` \|", NAMES)
    assert [tuple(name) for name in USED] == [tuple(map(str.strip, row)) for row in rows]
    assert len({name.en for name in USED}) == len({name.de for name in USED}) == len(USED)
    for name in USED:
        known = catalogue().record(name.card)
        assert isinstance(known, Exploration | Event)
        assert any(name.en in text.en and name.de in text.de for text in known.ending.values())


# At the keyboard


def drawn(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *args: str
) -> list[str]:
    """Draw endings for two people to read aloud."""
    script = ROOT / "docs" / "voice.py"
    monkeypatch.setattr(sys, "argv", [str(script), *args])
    runpy.run_path(str(script), run_name="__main__")
    return [each for each in capsys.readouterr().out.split("\n\n") if each.strip()]


def test_a_seed_draws_every_tenth_ending(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The same seed draws the same, in both languages, beside what happens and what was asked."""
    first = drawn(monkeypatch, capsys, "--seed", "3")
    assert drawn(monkeypatch, capsys, "--seed", "3") == first
    assert drawn(monkeypatch, capsys, "--seed", "4") != first
    assert len(first) == 28
    assert all("\n  en  " in each and "\n  de  " in each for each in first)
    quests = drawn(monkeypatch, capsys, "--quests", "--count", "90")
    assert len(quests) == sum(
        isinstance(effect, Quest)
        for card in TALES
        for end in outcomes(card)
        for effect in end.result.effects
    )
    assert all(each.count("  … ") == 2 for each in quests)


def test_cards_lint_points_at_the_line(tmp_path: Path) -> None:
    """Whoever spoils an ending is told the file, the line and the rule."""
    shutil.copytree(cards_dir() / "old_world", tmp_path / "old_world")
    file = tmp_path / "old_world" / "base" / "exploration_city.toml"
    text = file.read_text("utf-8")
    assert "as though you had something to sell. From Novigrad" in text
    file.write_text(text.replace("to sell. From Novigrad", "to sell! From Novigrad"), "utf-8")
    number = file.read_text("utf-8").splitlines()
    (wanted,) = [n for n, each in enumerate(number, 1) if "to sell!" in each]
    told = CliRunner().invoke(cli, ["cards", "lint", "old-world", "--folder", str(tmp_path)])
    assert f"exploration_city.toml:{wanted}" in told.output
    assert "[VOICE-05]" in told.output
