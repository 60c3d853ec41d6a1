"""The pictures of an installed save stay, whatever is built, edited or cleaned away later."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.build.tiny import Tiny
from tts_tool.build.anew import pieces_anew
from tts_tool.build.built import pictures_of
from tts_tool.build.gallery import Gallery, SeenPicture
from tts_tool.build.installing import install, installed_saves, uninstall
from tts_tool.build.stamps import digest_of
from tts_tool.build.sweeping import Sweep, sweep, take
from tts_tool.build.writing import clear, read_manifest
from tts_tool.errors import BadInput, Refused, Unavailable
from tts_tool.lua.literals import lua
from tts_tool.picture.local import local_picture
from tts_tool.saves.assets import assets
from tts_tool.saves.tree import read
from tts_tool.table import Table

ENGLISH, GERMAN = "Tiny_Gems.json", "Tiny_Gems_de.json"


class Home:
    """Somebody's computer: the tiny mod, the game's folder, the gallery."""

    def __init__(self, folder: Path) -> None:
        self.tiny = Tiny(folder)
        self.tiny.assets = "file"
        self.data = folder / "Tabletop Simulator"
        self.saves = self.data / "Saves"
        self.saves.mkdir(parents=True)
        self.gallery = Gallery(folder / "pictures")

    def installs(self, lang: str = "en") -> Path:
        """Build in a language and install; give the save."""
        self.tiny.lang = "de" if lang == "de" else "en"
        self.tiny.build()
        return install(self.tiny.out, self.data, self.gallery).files[0]

    def opened(self, name: str) -> list[bool]:
        """Open every address of an installed save; tell of each whether it is what it says."""
        found = assets(read((self.saves / name).read_bytes(), name).root)
        assert len(found) > 2
        pictures = [(Path(each.address), local_picture(each.address)) for each in found]
        return [data is not None and digest_of(data) == path.stem for path, data in pictures]

    def swept(self, *pinned: str) -> Sweep:
        """Look what nothing names."""
        return sweep(self.gallery, [self.data], pinned)


@pytest.fixture
def home(tmp_path: Path) -> Home:
    """Give a computer on which nothing is installed yet."""
    return Home(tmp_path)


def test_every_address_still_opens(home: Home) -> None:
    """Install, build the other language, edit a card, clean: the installed save keeps all of it."""
    home.installs()
    home.tiny.lang = "de"
    home.tiny.build()
    home.tiny.edit("cards/gems.toml", "#aa1122", "#bb2233")
    home.tiny.edit("cards/gems.toml", "#11aa55", "#22bb66")
    home.tiny.build()
    clear(home.tiny.out)
    assert not home.tiny.out.exists()
    assert all(home.opened(ENGLISH))
    assert home.swept().unnamed == ()


def test_languages_side_by_side(home: Home) -> None:
    """Each language is a save of its own, under its own name, and neither takes the other's."""
    names = [home.installs(lang).name for lang in ("en", "de")]
    assert names == [ENGLISH, GERMAN]
    assert all(home.opened(ENGLISH) + home.opened(GERMAN))
    said = [read((home.saves / name).read_bytes(), name).root["SaveName"] for name in names]
    assert said == ["Tiny Gems", "Tiny Gems (Deutsch)"]
    assert installed_saves("tiny", home.data, home.gallery) == names
    assert installed_saves("tiny", home.data, home.gallery, "de") == [GERMAN]
    assert installed_saves("other", home.data, home.gallery) == []
    uninstall(installed_saves("tiny", home.data, home.gallery), home.data)
    assert installed_saves("tiny", home.data, home.gallery) == []


def test_nothing_but_addresses_is_changed(home: Home) -> None:
    """The installed save is the built one, but for where its pictures are."""
    save = home.installs()
    built = (home.tiny.out / ENGLISH).read_text("utf-8")
    base = f"{(home.tiny.out / 'assets').as_posix()}/"
    assert base in built
    assert save.read_text("utf-8") == built.replace(base, f"{home.gallery.assets.as_posix()}/")


def test_only_what_is_lacking_is_copied(home: Home) -> None:
    """What is kept is not written again; what was damaged is put right."""
    home.installs()
    kept = sorted(home.gallery.assets.iterdir())
    times = {path: path.stat().st_mtime_ns for path in kept[1:]}
    kept[0].write_bytes(b"half")
    home.installs()
    assert {path: path.stat().st_mtime_ns for path in kept[1:]} == times
    assert digest_of(kept[0].read_bytes()) == kept[0].stem


def test_looks_where_everybody_sees(home: Home) -> None:
    """What everybody can see is looked for there, the rest on this computer."""
    home.tiny.build()
    known = pictures_of(home.tiny.out)[0].name
    home.gallery.publish(
        {known: SeenPicture(address="https://example.org/ugc/1/A/", proof="fetched")}
    )
    done = install(home.tiny.out, home.data, home.gallery)
    assert (done.pictures, done.published) == (3, 1)
    addresses = {each.address for each in assets(read(done.files[0].read_bytes(), "save").root)}
    local = {each for each in addresses if Path(each).parent == home.gallery.assets}
    assert addresses - local <= {"https://example.org/ugc/1/A/"}
    assert known not in {Path(each).name for each in local}
    assert home.gallery.unpublish([known, "other.png"]) == 1
    install(home.tiny.out, home.data, home.gallery)
    assert all(home.opened(ENGLISH))


def test_pieces_made_anew(home: Home) -> None:
    """A card that is made anew at a table looks where the installed save looks, Steam included."""
    save = home.installs()
    steam = "https://steamusercontent-a.akamaihd.net/ugc/1/A/"
    sheet = next(path.name for path in pictures_of(home.tiny.out) if path.suffix == ".jpg")
    home.gallery.publish({sheet: SeenPicture(address=steam, proof="fetched")})
    install(home.tiny.out, home.data, home.gallery)
    pieces = pieces_anew(home.tiny.out, home.gallery)
    assert sorted(pieces) == ["jade", "ruby"]
    called = {each.address for each in assets(read(save.read_bytes(), "save").root)}
    with Table.open(save) as table:
        table.run(10)
        before = len(table.objects)
        table.execute(f"spawnObjectJSON({{json = {lua(pieces['ruby'])}, position = {{9, 2, 9}}}})")
        table.settle()
        assert len(table.objects) == before + 1
        played = read(table.host.save().read_bytes(), "played").root
    (card,) = (each for each in played["ObjectStates"] if each.get("Memo") == "ruby")
    (own,) = card["CustomDeck"].values()
    assert own["FaceURL"] == steam
    assert {own["FaceURL"], own["BackURL"]} <= called
    assert local_picture(own["BackURL"]) is not None


@pytest.mark.parametrize("said", ["serve", "https://cards.example.org/x"])
def test_other_places_stay(home: Home, said: str) -> None:
    """A save that looks at a server looks there still; what is served stays to be served."""
    home.tiny.assets = said
    save = home.installs()
    assert save.read_bytes() == (home.tiny.out / ENGLISH).read_bytes()
    kept = sorted(home.gallery.assets.glob("*"))
    assert len(kept) == (4 if said == "serve" else 0)


def test_strangers_picture(home: Home) -> None:
    """A picture under another's name is not taken in, whatever the list of the build says."""
    home.tiny.build()
    first = pictures_of(home.tiny.out)[0]
    other = first.with_name(f"{'0' * 32}.png")
    first.rename(other)
    listed = home.tiny.out / "manifest.json"
    listed.write_text(
        listed.read_text("utf-8").replace(f"assets/{first.name}", f"assets/{other.name}")
    )
    with pytest.raises(Refused, match="not as it was built"):
        install(home.tiny.out, home.data, home.gallery)
    with pytest.raises(BadInput, match="not called by its content"):
        home.gallery.keep([other])
    assert list(home.saves.glob("*.json")) == []


# What goes, and what must not


def edited(home: Home) -> None:
    """Install, edit every card, install again: what only the first had is named by nothing."""
    home.installs()
    home.tiny.edit("cards/gems.toml", "#aa1122", "#bb2233")
    home.installs()


@pytest.mark.parametrize(
    "place", ["Saves/TS_Save_7", "Saves/club/x", "Saved Objects/gem", "Mods/Workshop/1"]
)
def test_played_saves_keep(home: Home, place: str) -> None:
    """Whatever somebody has saved elsewhere in the game keeps its pictures, until it is gone."""
    save = home.installs()
    played = home.data / f"{place}.json"
    played.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy(save, played)
    edited(home)
    shutil.rmtree(home.data / "tts-tool backups")
    assert home.swept().unnamed == ()
    played.unlink()
    assert len(home.swept().unnamed) >= 1


def test_backups_keep(home: Home) -> None:
    """A copy that was kept of a save can be opened again, so its pictures stay."""
    edited(home)
    assert list((home.data / "tts-tool backups").glob("*.json"))
    assert home.swept().unnamed == ()


def test_taken(home: Home) -> None:
    """Exactly what nothing names goes; the installed save keeps the rest."""
    edited(home)
    shutil.rmtree(home.data / "tts-tool backups")
    before = {path.name for path in home.gallery.assets.iterdir()}
    found = home.swept()
    assert 1 <= len(found.unnamed) < len(before)
    assert found.size == sum(path.stat().st_size for path in found.unnamed)
    assert found.named == len(before) - len(found.unnamed)
    assert {path.name for path in home.gallery.assets.iterdir()} == before
    assert take(home.gallery, found) == len(found.unnamed)
    assert all(home.opened(ENGLISH))
    assert home.swept().unnamed == ()


def test_kept_games_keep(home: Home) -> None:
    """What was installed with the cards of a kept game stays, also when no save is there."""
    home.installs()
    manifest = read_manifest(home.tiny.out)
    assert manifest is not None
    assert manifest.cards
    uninstall([ENGLISH], home.data)
    assert home.swept(manifest.cards).unnamed == ()
    found = home.swept("other cards")
    assert len(found.unnamed) == 3
    take(home.gallery, found)
    assert home.gallery.editions == []


def test_drive_that_is_away(home: Home) -> None:
    """A folder that is not there now may hold saves that name all that was installed in it."""
    home.installs()
    home.data.rename(home.data.with_name("unplugged"))
    found = home.swept()
    assert (found.unnamed, found.away) == ((), (home.data,))
    home.data.with_name("unplugged").rename(home.data)
    assert home.swept().away == ()


def test_save_that_cannot_be_read(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    """As long as the disk refuses to give a save, nothing is said to be nameless."""
    edited(home)
    read_bytes = Path.read_bytes

    def refuse(path: Path) -> bytes:
        if path.name == ENGLISH:
            raise PermissionError(13, "Permission denied", str(path))
        return read_bytes(path)

    monkeypatch.setattr(Path, "read_bytes", refuse)
    with pytest.raises(Unavailable, match="may name pictures") as caught:
        home.swept()
    assert caught.value.where == str(home.saves / ENGLISH)


def test_lists_that_are_broken(home: Home) -> None:
    """A list that is not as we wrote it is told of, and left as it is."""
    home.installs()
    lists = home.gallery.folder / "lists"
    (lists / "installed.json").write_bytes(b"[{")
    with pytest.raises(BadInput, match="not as we wrote it"):
        home.swept()
    assert (lists / "installed.json").read_bytes() == b"[{"
