"""Every assumption is named, explained and can be turned; a wrong name or value is told."""

from __future__ import annotations

import tomllib
from pathlib import Path

import msgspec
import pytest

from tts_tool.errors import BadInput
from tts_tool.table import switches
from tts_tool.table.switches import Switch, Switches, guesses


@pytest.mark.parametrize("name", guesses())
def test_each_switch_is_explained(name: str) -> None:
    """A person can judge a guess: what hangs on it, where it is from, what else it could be."""
    switch = guesses()[name]
    assert switch.decides
    assert switch.source
    assert switch.alternatives
    assert switch.value not in switch.alternatives
    assert all(switch.fits(value) for value in switch.choices)


def test_each_is_read_alone_as_in_the_whole_file() -> None:
    """Who looks at one switch parses no other; it is what the file says."""
    file = Path(switches.__file__).with_suffix(".toml")
    whole = tomllib.loads(file.read_text(encoding="utf-8"))
    assert guesses() == {name: msgspec.convert(raw, Switch) for name, raw in whole.items()}


def test_each_switch_is_looked_at() -> None:
    """What can be turned turns something: the code of the table names it, and no other switch."""
    package = Path(switches.__file__).parent
    code = "".join(path.read_text("utf-8") for path in package.rglob("*.py"))
    code += "".join(path.read_text("utf-8") for path in package.rglob("*.lua"))
    looked_at = {name for name in guesses() if f'"{name}"' in code}
    prefixed = {name for name in guesses() if name.startswith("error-prefix-")}
    imitated = {name for name, switch in guesses().items() if switch.imitated}
    assert looked_at | (prefixed & imitated) == imitated


def test_guesses_hold_unless_turned() -> None:
    """All switches have a value; those that are turned have the new one, the rest their guess."""
    turned = Switches({"rewind-seconds": 5, "package-library": True})
    assert turned.number("rewind-seconds") == 5.0
    assert turned.on("package-library")
    assert turned.count("rewind-steps") == guesses()["rewind-steps"].value
    assert turned.turned == {"rewind-seconds": 5.0, "package-library": True}
    assert Switches(turned.turned) == turned != Switches()
    assert set(turned) == set(guesses())


def test_each_turned_once() -> None:
    """A proof can run with each switch turned to each thing it could be, one at a time."""
    seen = list(Switches().each_turned())
    imitated = [switch for switch in guesses().values() if switch.imitated]
    assert len(seen) == sum(len(switch.alternatives) for switch in imitated)
    assert all(len(switches.turned) == 1 for _, switches in seen)
    assert all(Switches.load(typed=[word]) == switches for word, switches in seen)


def test_answers_of_a_game(tmp_path: Path) -> None:
    """A file of answers takes the place of guesses, and what is typed the place of both."""
    answers = tmp_path / "answers.toml"
    answers.write_text(
        '[rewind-seconds]\nvalue = 30.0\nsource = "asked v14.1.8"\n'
        '[pairs-order]\nvalue = "shuffled"\n'
    )
    switches = Switches.load(answers, typed=["rewind-seconds=5"])
    assert switches.turned == {"rewind-seconds": 5.0, "pairs-order": "shuffled"}


@pytest.mark.parametrize(
    ("word", "fix"),
    [
        ("rewind-second=3", "did you mean rewind-seconds?"),
        ("zzz=3", "they are listed in switches.toml"),
        ("rewind-seconds", "write it as name=value"),
        ("rewind-seconds=soon", "it may be: 10.0, 5.0, 30.0"),
        ("rewind-seconds=-1", "it may be: 10.0, 5.0, 30.0"),
        ("rewind-steps=2.5", "it may be: 10, 5, 60"),
        ("package-library=maybe", "it may be: false, true"),
        ("pairs-order=random", "it may be: as-written, sorted, shuffled"),
    ],
)
def test_wrong_words(word: str, fix: str) -> None:
    """A name or value that is none is refused, with what was probably meant or what may be."""
    with pytest.raises(BadInput) as caught:
        Switches.load(typed=[word])
    assert caught.value.fix == fix


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("[rewind-secs]\nvalue = 3", "[rewind-secs]"),
        ("[rewind-seconds]\nvalue = true", "[rewind-seconds]"),
        ("[rewind-steps]\nvalue = inf", "[rewind-steps]"),
        ("[rewind-steps]\nvalu = 3", "[rewind-steps]"),
        ("rewind-steps = 3", "[rewind-steps]"),
        ("[rewind-steps\n", ""),
        ("x = \xff", ""),
    ],
)
def test_wrong_answers(tmp_path: Path, text: str, place: str) -> None:
    """A file of answers that is wrong is refused with its name and the switch."""
    answers = tmp_path / "answers.toml"
    answers.write_text(text, encoding="latin-1")
    with pytest.raises(BadInput) as caught:
        Switches.load(answers)
    assert str(caught.value.where).startswith(str(answers))
    assert place in str(caught.value.where)
