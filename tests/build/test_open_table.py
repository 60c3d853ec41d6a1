"""A table that lies open: what an edit costs it, and that it says what the files say."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from tts_tool.build import warm as warming
from tts_tool.build.cache import Cache
from tts_tool.build.freshness import Past
from tts_tool.build.plan import Plan, plan
from tts_tool.build.warm import Warm
from tts_tool.cli.init import init
from tts_tool.cli.mods import choose, job
from tts_tool.errors import BadInput
from tts_tool.saves.layout import TTS, write
from tts_tool.saves.tree import read


def opened(mod: Path) -> Warm:
    """Build a mod anew, and let its table lie open."""
    choice = choose(str(mod), assets="file")
    cache = mod.parent / "cache"
    return Warm(lambda: job(choice, 1), Past(cache, choice.out), Cache(cache))


def edit(file: Path, old: str, new: str) -> list[Path]:
    """Change a text, and give what was changed."""
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), encoding="utf-8")
    return [file]


def made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Path, Path]:
    """Make a new mod; give it, and its layout, which has a page of the notebook."""
    monkeypatch.setenv("TTS_TOOL_PICTURES", str(tmp_path / "gallery"))
    monkeypatch.setattr("tts_tool.cli.options.print_json", lambda _: None)
    mod = tmp_path / "my-mod"
    assert CliRunner().invoke(init, [str(mod)], obj=None, catch_exceptions=False).exit_code == 0
    (file,) = (mod / "mod_json").rglob("layout.toml")
    with file.open("a", encoding="utf-8") as stream:
        stream.write('\n[[pages]]\nlang = "en"\ntitle = "First"\nbody = "Sit down."\n')
    return mod, file


def test_what_is_moved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where things lie by an edit is known before it is drawn; all else is as in the last save."""
    mod, file = made(tmp_path, monkeypatch)
    warm = opened(mod)
    before = warm.save()
    assert warm.moved(edit(file, '"First"', '"A page"')) is None
    before = warm.save([file])
    lies = edit(file, "at = [-3.9, -0.4]", "at = [-3.5, -0.4]")
    moved, after = warm.moved(lies), warm.save(lies)
    assert moved is not None
    assert after != before
    assert moved == {**before, "ObjectStates": moved["ObjectStates"]}
    both = list(zip(moved["ObjectStates"], before["ObjectStates"], strict=True))
    assert sum(now != was for now, was in both) == 2, "the deck, and the zone in which it lies"
    assert all({**now, "Transform": was["Transform"]} == was for now, was in both)
    assert [each["Transform"] for each in moved["ObjectStates"]] == [
        each["Transform"] for each in after["ObjectStates"]
    ]
    # Nothing is moved by a mistake, by a layout that is refused, by another file, or by nothing.
    assert warm.moved(edit(file, "at = [-3.5, -0.4]", "att = [-3.5, -0.4]")) is None
    assert warm.moved(edit(file, "att = [-3.5, -0.4]", "at = [-99, -0.4]")) is None
    assert warm.moved(edit(file, "at = [-99, -0.4]", "at = [-3.5, -0.4]")) is None
    face = next((mod / "mod_json").rglob("*.svg"))
    assert warm.moved([face]) is None
    assert warm.moved([]) is None


def test_the_notebook_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An edited page is put into the save at once; what else stands in its file is laid out."""
    mod, file = made(tmp_path, monkeypatch)
    warm = opened(mod)
    before = warm.save()
    planned: list[Plan] = []

    def counted(*given: Any) -> Plan:  # noqa: ANN401 - what `plan` is given
        planned.append(plan(*given))
        return planned[-1]

    monkeypatch.setattr(warming, "plan", counted)

    after = warm.save(edit(file, '"First"', '"Another page"'))
    assert not planned
    assert before["TabStates"]["0"]["title"] == "First"
    assert after["TabStates"]["0"]["title"] == "Another page"
    rest = {key: value for key, value in after.items() if key != "TabStates"}
    assert rest == {key: value for key, value in before.items() if key != "TabStates"}
    assert after["TabStates"] == opened(mod).save()["TabStates"]
    assert read(write(after, TTS), "save").root == after

    text = file.read_text(encoding="utf-8")
    with pytest.raises(BadInput, match="title"):
        warm.save(edit(file, '"Another page"', "7"))
    file.write_text(text, encoding="utf-8")
    assert warm.save([file]) == after

    planned.clear()
    file.write_text(f'{text}\n[entry]\ncomplexity = "High Complexity"\n', encoding="utf-8")
    assert warm.save([file])["GameComplexity"] == "High Complexity"
    assert planned
