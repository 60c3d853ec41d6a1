"""The whole of Old World is built, and an edit of it makes what hangs on it, by names."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tts_tool import resources
from tts_tool.build.building import Built, build, check
from tts_tool.build.cache import Cache
from tts_tool.build.freshness import Past
from tts_tool.cli.mods import choose, job
from tts_tool.saves.tree import objects, read

pytestmark = pytest.mark.timeout(600)


class Workshop:
    """A checkout of our own in which cards and templates may be edited."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.out = folder / "out"
        self.cache = Cache(folder / "cache")

    def build(self) -> Built:
        """Build it as it is now."""
        choice = choose("old-world", out=self.out)
        return build(job(choice), Past(self.cache.folder, self.out), self.cache)

    def edited(self, path: str, change: Callable[[str], str]) -> set[str]:
        """Change a file, and name what was made for it."""
        file = self.folder / path
        text = file.read_text(encoding="utf-8")
        assert change(text) != text
        file.write_text(change(text), encoding="utf-8")
        return {run.node for run in self.build().report.ran}

    def save(self) -> dict[str, Any]:
        """Read the save."""
        found: dict[str, Any] = json.loads((self.out / "Old_World.json").read_bytes())
        return found


@pytest.fixture(scope="module")
def workshop(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workshop]:
    """Build Old World once, in a copy of its files."""
    folder = tmp_path_factory.mktemp("checkout")
    with pytest.MonkeyPatch.context() as patch:
        for name in ("cards", "lua_templates", "mod_json"):
            shutil.copytree(getattr(resources, f"{name}_dir")(), folder / name)
            patch.setattr(resources, f"{name}_dir", lambda name=name: folder / name)
        made = Workshop(folder)
        made.build()
        yield made


def test_save(workshop: Workshop) -> None:
    """The save comes back byte for byte; every picture it calls lies beside it, and no other."""
    file = workshop.out / "Old_World.json"
    assert read(file.read_bytes(), str(file)).bytes() == file.read_bytes()
    text = file.read_text(encoding="utf-8")
    pictures = {path.name for path in (workshop.out / "assets").iterdir()}
    called = {part.partition('"')[0] for part in text.split("/assets/")[1:]}
    assert called == pictures


def test_every_component_once(workshop: Workshop) -> None:
    """Every component that the rules declare is on the table once, under its name in the rules."""
    box = job(choose("old-world", out=workshop.out)).mod.inventory
    memos = [each["Memo"] for each in objects(workshop.save()) if each.get("Memo")]
    assert sorted(memos) == sorted(set(memos))
    assert set(box.components) <= set(memos)


def test_second_build(workshop: Workshop) -> None:
    """Nothing runs on a second build, nothing differs, and that is known without planning."""
    workshop.build()
    choice = choose("old-world", out=workshop.out)
    assert workshop.build().report.ran == ()
    assert check(job(choice), Past(workshop.cache.folder, workshop.out), workshop.cache) == []
    assert Past(workshop.cache.folder, workshop.out).is_fresh(choice.asked)


def test_card_edit(workshop: Workshop) -> None:
    """A potion's name makes its face, its sheet and the save; what scripts are told stays."""

    def rename(text: str) -> str:
        return text.replace('en = "Blizzard"', 'en = "Blizzard!"', 1)

    path = next(
        each.relative_to(workshop.folder).as_posix()
        for each in (workshop.folder / "cards/old_world").rglob("*.toml")
        if 'en = "Blizzard"' in each.read_text(encoding="utf-8")
    )
    made = workshop.edited(path, rename) - {"values"}
    faces = {name for name in made if name.startswith(("sketch/", "face/"))}
    assert {name.split("/")[1].partition(".")[2].rpartition(".")[0] for name in faces} == {
        "blizzard"
    }
    sheets = {name for name in made if name.startswith("sheet/")}
    assert len(sheets) == 1
    assert made - faces - sheets == {"save"}


def test_layout_edit(workshop: Workshop) -> None:
    """A camera that is moved makes the save alone: no picture, no script."""
    made = workshop.edited("mod_json/old_world/props.toml", _farther)
    assert made == {"save", "values"}


def _farther(text: str) -> str:
    """Look at the table from farther away."""
    return re.sub(r"\ndistance = (\d+)", lambda found: f"\ndistance = {int(found[1]) + 1}", text)


def test_template_edit(workshop: Workshop) -> None:
    """The template of Potions makes the seven Potions, their sheet and the save."""
    made = workshop.edited(
        "mod_json/old_world/faces/potion.svg", lambda text: text.replace('r="118"', 'r="116"')
    )
    faces = {name for name in made if name.startswith("face/")}
    assert len(faces) == 7
    assert all(name.startswith("face/potion.") for name in faces)
    assert {name for name in made if name.startswith("sheet/")} == {"sheet/potion.potion.1/en"}
    assert made - faces == {"save", "sheet/potion.potion.1/en"} | {
        name.replace("face/", "sketch/") for name in faces
    }


def test_icon_edit(workshop: Workshop) -> None:
    """An icon makes what shows it; faces without it are not drawn again."""
    made = workshop.edited(
        "mod_json/icons/potion.svg", lambda text: text.replace("<path", '<path id="p"', 1)
    )
    assert "sketch/potion.blizzard.1/en" in made
    assert not any(name.startswith(("sketch/fight.", "sketch/back.event.")) for name in made)
