"""The whole of Old World is built, and an edit of it makes what hangs on it, by names."""

from __future__ import annotations

import json
import os
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.saves.all_places import addresses
from tests.saves.uploading import steam_address, uploaded
from tts_tool import resources
from tts_tool.build.building import Built, Job, build, check
from tts_tool.build.cache import Cache
from tts_tool.build.freshness import Past
from tts_tool.build.graph import Graph
from tts_tool.build.plan import plan
from tts_tool.build.steam import guesses_of, hashed
from tts_tool.build.steam_save import steam_save
from tts_tool.cached import cache_folder
from tts_tool.cli.mods import choose, job
from tts_tool.saves.tree import objects, read, written

pytestmark = [pytest.mark.long, pytest.mark.timeout(600)]


class Workshop:
    """A checkout of our own in which cards and templates may be edited."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.out = folder / "out"
        self.cache = Cache(folder / "cache")
        self.assets = "file"

    def job(self) -> Job:
        """Read it as it is now."""
        return job(choose("old-world", out=self.out, assets=self.assets))

    def build(self) -> Built:
        """Build it as it is now."""
        return build(self.job(), Past(self.cache.folder, self.out), self.cache)

    def graph(self) -> Graph:
        """Plan it as it is now."""
        asked = self.job()
        return plan(asked.mod, asked.parts, asked.addresses, asked.out).graph

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
    """Build Old World once in a copy of its files; what this run has drawn is not drawn again."""
    folder = tmp_path_factory.mktemp("checkout")
    with pytest.MonkeyPatch.context() as patch:
        for name in ("cards", "lua_templates", "mod_json"):
            shutil.copytree(getattr(resources, f"{name}_dir")(), folder / name)
            patch.setattr(resources, f"{name}_dir", lambda name=name: folder / name)
        made = Workshop(folder)
        drawn = Cache(cache_folder())
        build(made.job(), Past(drawn.folder, made.out), drawn)
        halves = shutil.ignore_patterns(".*")  # what another process is just writing
        shutil.copytree(drawn.folder, made.cache.folder, ignore=halves, copy_function=os.link)
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


@pytest.mark.parametrize("says", [True, False])
def test_every_picture_comes_to_steam(workshop: Workshop, says: bool) -> None:  # noqa: FBT001
    """Upload All of the whole table, then of what it left out, leads to all pictures of the save.

    Whether or not the addresses say which picture they have.
    """
    names = {path.name: path for path in (workshop.out / "assets").iterdir()}
    base = next(each for each in addresses(workshop.save())).rpartition("/")[0]
    steam = {
        name: steam_address(path.read_bytes() if says else name.encode(), number)
        for number, (name, path) in enumerate(names.items())
    }
    cloud = {f"{base}/{name}": address for name, address in steam.items()}
    wanted = hashed(names.values())
    found: dict[str, str] = {}
    built: Any = read((workshop.out / "Old_World.json").read_bytes(), "save").root
    while len(found) < len(names):
        after = uploaded(built, cloud, {"decks", "interfaces"})
        lacking = {name: digest for name, digest in wanted.items() if name not in found}
        learned = guesses_of(written(after).decode(), after, [built], lacking)
        assert learned
        assert all(guess.rivals == 0 and guess.says_so == says for guess in learned)
        found |= {guess.name: guess.address for guess in learned}
        left = [name for name in names if name not in found]
        built = read(steam_save("sheet", left, (base + "/{}").format), "sheet").root
    assert found == steam


FACES = "mod_json/old_world/faces"
Change = Callable[[str], str]


def pictures(made: set[str]) -> set[str]:
    """Name the pictures that were drawn."""
    return {name.removeprefix("face/") for name in made if name.startswith("face/")}


def of(workshop: Workshop, drawn: set[str], *others: str) -> set[str]:
    """Name the nodes of some pictures and others; what has words is sketched in German, too."""
    german = {f"sketch/{name.removesuffix('/en')}/de" for name in drawn}
    nodes = {f"{kind}/{name}" for kind in ("sketch", "face") for name in drawn}
    return nodes | german & {node.name for node in workshop.graph()} | set(others)


def reworded(key: str) -> Change:
    """Add to the first English text under a key."""
    return lambda text: re.sub(rf'(?m)^({key} = {{ en = "[^"]+)', r"\1.", text, count=1)


def counted_down(before: str) -> Change:
    """Make the number smaller that first stands after something."""
    return lambda text: re.sub(
        rf"({before})(\d+)", lambda found: f"{found[1]}{int(found[2]) - 1}", text, count=1
    )


def farther(text: str) -> str:
    """Look at the table from farther away."""
    return re.sub(r"\ndistance = (\d+)", lambda found: f"\ndistance = {int(found[1]) + 1}", text)


def places(*, soak: bool) -> list[str]:
    """List where pictures are looked for; those of a small mod are built for all by default."""
    return ["file", *(["serve", "https://cards.example.org"] if soak else [])]


@pytest.mark.cases("assets", places)
def test_edits(workshop: Workshop, assets: str) -> None:
    """Edits of cards, layout, template and icon make exactly what shows them, and the save.

    No edit of a card's text runs a script, nor what scripts are filled in with; where only a
    picture is another, nothing is laid out anew. From how far one looks says how small names
    may be: mats are drawn anew for that.
    """
    workshop.assets = assets
    built = workshop.build()
    sheets = set() if assets == "serve" else {"sheet/potion.potion.1/en"}
    words = {"words/en", "words/de"}

    made = workshop.edited("cards/old_world/base/potions.toml", reworded("name"))
    assert made == of(workshop, {"potion.blizzard.1/en"}, *sheets, "words/en", "laid", "save")

    made = workshop.edited("mod_json/old_world/props.toml", farther)
    mats = {name for name in made if name.startswith(("sketch/mat.", "face/mat."))}
    assert not pictures(made) - {name.removeprefix("face/") for name in mats}
    assert made - mats == {"values/places", "script/Global", "maps", "lint", "laid", "save"}

    made = workshop.edited(f"{FACES}/potion.svg", counted_down('r="'))
    potions = pictures(made)
    assert len(potions) == 7
    assert all(name.startswith("potion.") for name in potions)
    assert made == of(workshop, potions, *sheets, *words, "save")

    shape = "M9 2.5H15M10 2.5V8.5L"
    showing = showing_shape(built, shape)
    made = workshop.edited("mod_json/icons/potion.svg", counted_down(re.escape(shape)))
    graph = workshop.graph()
    shown = {f"face/{name}" for name in showing}
    needing = {node.name for node in graph if shown & {*node.needs}}
    assert made == of(workshop, showing, *needing, *words, "save")
    assert len(showing) < 60


def showing_shape(built: Built, shape: str) -> set[str]:
    """Name the pictures in whose SVG something is drawn."""
    return {
        name.removeprefix("sketch/")
        for name, output in built.report.outputs.items()
        if name.startswith("sketch/") and name.endswith("/en") and shape in output.data().decode()
    }


def test_figure_edit(workshop: Workshop) -> None:
    """A figure is drawn once, and its card, its token and its standee show it."""
    workshop.assets = "file"
    workshop.build()
    made = workshop.edited(f"{FACES}/figures/griffin.svg", counted_down(re.escape('eyes("')))
    shown = {f"{name}.griffin/en" for name in ("monster", "monster-token", "standees")}
    assert pictures(made) == shown
    assert {name for name in made if "figure" in name} == {
        "sketch/figure.griffin.2/en",
        "layer/figure.griffin.2",
    }
    assert not any(name.startswith("sketch/monster") for name in made)


def test_story_edit(workshop: Workshop) -> None:
    """The words on an exploration card are no part of the script that holds its results."""
    workshop.assets = "file"
    workshop.build()
    made = workshop.edited("cards/old_world/base/exploration_city.toml", reworded("label"))
    (story,) = pictures(made)
    assert story.startswith("city.")
    sheets = {name for name in made if name.startswith("sheet/")}
    assert made == of(workshop, {story}, *sheets, "words/en", "laid", "save")
    assert len(made) == 7
