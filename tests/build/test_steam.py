"""Which pictures the game has brought to Steam is learned from its save, and each is proven."""

from __future__ import annotations

import json
import shutil
from collections.abc import Collection, Generator, Iterator
from hashlib import blake2b
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.build.storage import Habit, Storage, storing
from tests.build.tiny import Tiny
from tests.saves.all_places import CLOUD, TABLE, addresses
from tests.saves.uploading import COVERED, DEEDS, played, steam_address, uploaded
from tts_tool.build.built import pictures_of
from tts_tool.build.gallery import Gallery
from tts_tool.build.installing import install
from tts_tool.build.learning import Lesson, stamps
from tts_tool.build.publishing import Manners
from tts_tool.build.steam import Guess, GuessVerdict, How, Steam, guesses_of, hashed
from tts_tool.build.steam_save import steam_save
from tts_tool.errors import BadInput, Refused
from tts_tool.saves.assets import picture_name
from tts_tool.saves.tree import read, written
from tts_tool.table import Table

HASTY = Manners(together=2, attempts=2, timeout=5)
IMPATIENT = Manners(together=1, attempts=2, timeout=0.1, slowest=10**9)


class Host:
    """Somebody who builds, installs, uploads in the game, and lets us learn from the save."""

    def __init__(self, folder: Path, cloud: Storage) -> None:
        self.tiny = Tiny(folder)
        self.tiny.assets = "file"
        self.data = folder / "Tabletop Simulator"
        (self.data / "Saves").mkdir(parents=True)
        self.gallery = Gallery(folder / "pictures")
        self.cloud = cloud
        self.handle = 0

    def builds(self) -> Path:
        """Build as it is now, with what is known, and install; give the save."""
        self.tiny.known = {name: each.address for name, each in self.gallery.published.items()}
        self.tiny.build()
        return install(self.tiny.out, self.data, self.gallery).files[0]

    def lesson(self, *, manners: Manners = HASTY, believe: bool = True) -> Lesson:
        """Begin to learn where the pictures of the build are."""
        base = f"http://127.0.0.1:{self.cloud.server_port}/ugc/"
        steam = Steam(base, manners=manners, names_content=believe)
        return Lesson(self.tiny.out, self.gallery, steam)

    def uploads(self, save: Path, covers: Collection[str] = COVERED, *, salt: bytes = b"") -> Path:
        """Do what the game does on Upload All, and save under another name."""
        root = json.loads(save.read_bytes())
        here = {each for each in addresses(root) if not each.startswith("http")}
        cloud = {each: self.brought(Path(each).read_bytes(), salt) for each in sorted(here)}
        target = save.with_name("TS_Save_1.json")
        target.write_text(json.dumps(uploaded(root, cloud, covers)), encoding="utf-8")
        return target

    def brought(self, content: bytes, salt: bytes = b"") -> str:
        """Put a file on Steam; with salt, its address does not say what is in it."""
        self.handle += 1
        address = steam_address(content + salt, self.handle)
        self.cloud.files[f"/ugc/{address.partition('/ugc/')[2]}"] = content
        return address

    def stamp(self, name: str) -> str:
        """Say where everybody sees a picture, and how we know."""
        return self.gallery.published[name].proof


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Host]:
    """Give a host whose Steam is a server of our own."""
    with storing() as cloud:
        yield Host(tmp_path, cloud)


def hows(verdicts: list[GuessVerdict]) -> list[str]:
    """Say what came of each guess."""
    return sorted(each.how for each in verdicts)


def test_from_install_to_everybody(host: Host) -> None:
    """Installed, uploaded, saved, learned: from then on every build and install looks on Steam."""
    save = host.builds()
    lesson = host.lesson()
    assert lesson.installed(host.data) == "Tiny Gems"
    assert len(lesson.lacking) == 3
    verdicts = list(lesson.learn(host.uploads(save)))
    assert hows(verdicts) == ["fetched"] * 3
    assert lesson.lacking == {}
    on_steam = {each.address for each in host.gallery.published.values()}
    assert {f"/ugc/{each.partition('/ugc/')[2]}" for each in on_steam} == set(host.cloud.files)
    assert install(host.tiny.out, host.data, host.gallery).published == 3
    assert set(addresses(json.loads(save.read_bytes()))) == on_steam
    host.builds()
    built = json.loads((host.tiny.out / "Tiny_Gems.json").read_bytes())
    assert set(addresses(built)) == on_steam
    assert host.lesson().lacking == {}


def test_only_what_has_changed(host: Host) -> None:
    """After an edit exactly the changed pictures are asked for, in a save of nothing else."""
    save = host.uploads(host.builds())
    list(host.lesson().learn(save))
    before = set(host.gallery.published)
    host.tiny.edit("cards/gems.toml", "#aa1122", "#bb2233")
    save = host.builds()
    lesson = host.lesson()
    changed = {path.name for path in pictures_of(host.tiny.out)} - before
    assert set(lesson.lacking) == changed
    assert len(changed) == 1
    assert lesson.installed(host.data) == "Tiny Gems"
    lesson.keep()
    sheet = save.with_name("sheet.json")
    sheet.write_bytes(lesson.sheet())
    called = [picture_name(each) for each in addresses(json.loads(sheet.read_bytes()))]
    assert set(called) == changed
    assert hows(list(lesson.learn(host.uploads(sheet)))) == ["fetched"]
    assert set(host.gallery.published) == before | changed


def test_old_addresses(host: Host) -> None:
    """Steam's old server is the new one, and both write the SHA-1 in large or small letters."""
    save = host.uploads(host.builds())
    text = save.read_text("utf-8")
    old = text.replace(
        "https://steamusercontent-a.akamaihd.net", "http://cloud-3.steamusercontent.com"
    )
    assert old != text
    save.write_text(old, "utf-8")
    lesson = host.lesson()
    assert lesson.tells(save)
    assert hows(list(lesson.learn(save))) == ["fetched"] * 3
    assert all(
        each.address.startswith("https://steamusercontent-a.akamaihd.net/ugc/")
        for each in host.gallery.published.values()
    )


def test_another_picture_on_steam(host: Host) -> None:
    """What answers with another content, or no more, is not looked for there."""
    save = host.uploads(host.builds())
    changed, gone, _ = sorted(host.cloud.files)
    host.cloud.files[changed] = b"another"
    del host.cloud.files[gone]
    lesson = host.lesson()
    assert hows(list(lesson.learn(save))) == ["fetched", "gone", "other"]
    assert len(lesson.lacking) == 2
    assert len(host.gallery.published) == 1


def test_own_pictures_of_players(host: Host) -> None:
    """A picture that somebody has put in place of ours is not taken for ours."""
    save = host.uploads(host.builds())
    root = json.loads(save.read_bytes())
    board = next(each for each in root["ObjectStates"] if each["Name"] == "Custom_Board")
    board["CustomImage"]["ImageURL"] = host.brought(b"a holiday picture")
    save.write_text(json.dumps(root), "utf-8")
    lesson = host.lesson()
    verdicts = list(lesson.learn(save))
    assert hows(verdicts) == ["fetched", "fetched", "other"]
    assert len(lesson.lacking) == 1


def test_address_that_does_not_say_what_it_is(host: Host) -> None:
    """Where the SHA-1 is another one, the place leads there, and what answers proves it."""
    save = host.uploads(host.builds(), salt=b"salt")
    lesson = host.lesson()
    assert not lesson.tells(save)
    verdicts = list(lesson.learn(save))
    assert hows(verdicts) == ["fetched"] * 3
    assert not any(each.guess.says_so for each in verdicts)


@pytest.mark.parametrize(
    ("salt", "believe", "how"),
    [
        (b"", True, "hash"),
        (b"salt", True, "unanswered"),
        (b"salt", False, "place"),
        (b"", False, "place"),
    ],
)
def test_nobody_answers(host: Host, salt: bytes, believe: bool, how: str) -> None:  # noqa: FBT001
    """Without a line to Steam, an address that says what it is is believed; or else its place."""
    save = host.uploads(host.builds(), salt=salt)
    host.cloud.habit = "silent"
    lesson = host.lesson(manners=IMPATIENT, believe=believe)
    assert hows(list(lesson.learn(save))) == [how] * 3
    assert (lesson.lacking == {}) == (how != "unanswered")
    assert host.cloud.asked["GET"] <= 6  # so many in a row, and nobody is asked any more


# What sends without an end may be read as far as asked, or be too slow; of what sends more than it
# has said, the client may take that for an answer, or the rest for a mistake.
HABITS: dict[Habit, set[How]] = {
    "endless": {"other", "hash"},
    "lying": {"other", "hash"},
    "dripping": {"hash"},
    "loud": {"hash"},
}


@pytest.mark.parametrize("habit", HABITS)
def test_steam_that_never_ends(host: Host, habit: Habit) -> None:
    """An answer without an end is read as far as the picture goes, or given up."""
    save = host.uploads(host.builds())
    host.cloud.habit = habit
    lesson = host.lesson(manners=IMPATIENT)
    found = hows(list(lesson.learn(save)))
    assert len(found) == 3
    assert {*found} <= HABITS[habit]
    assert host.cloud.said < host.cloud.asked["GET"] * 8_000_000


def test_strangers_save(host: Host) -> None:
    """No address is asked for but Steam's, whatever stands in the place of a picture."""
    save = host.builds()
    root = json.loads(save.read_bytes())
    local = {each for each in addresses(root) if not each.startswith("http")}
    mine = f"http://127.0.0.1:{host.cloud.server_port}/ugc/1/{'A' * 40}/"
    likely = f"https://steamusercontent-a.akamaihd.net.example.org/ugc/1/{'A' * 40}/"
    for wrong in (mine, likely, "file:///etc/passwd", "ftp://x/ugc/1/" + "A" * 40):
        save.write_text(json.dumps(uploaded(root, dict.fromkeys(local, wrong))), "utf-8")
        lesson = host.lesson()
        assert list(lesson.learn(save)) == []
    assert host.cloud.asked["GET"] == 0


def test_half_a_save(host: Host) -> None:
    """A save that the game has not finished writing is no save, and nothing is learned."""
    save = host.uploads(host.builds())
    whole = save.read_bytes()
    save.write_bytes(whole[: len(whole) // 2])
    lesson = host.lesson()
    with pytest.raises(BadInput):
        list(lesson.learn(save))
    save.write_bytes(whole)
    assert len(list(lesson.learn(save))) == 3


def test_broken_off(host: Host) -> None:
    """What was learned before it was broken off is not learned again."""
    save = host.uploads(host.builds())
    learning = host.lesson().learn(save)
    next(learning)
    assert isinstance(learning, Generator)
    learning.close()
    assert len(host.gallery.published) == 1
    assert len(host.lesson().lacking) == 2


@pytest.mark.parametrize("mode", ["serve", "https://cards.example.org"])
def test_nothing_to_upload(host: Host, mode: str) -> None:
    """A build whose pictures are no files of this computer is refused, with what to do."""
    host.tiny.assets = mode
    host.tiny.build()
    with pytest.raises(Refused, match="--assets") as caught:
        host.lesson()
    assert "without --assets" in str(caught.value.fix)


def test_changed_saves_are_seen(host: Host) -> None:
    """A save that comes, or is written anew, differs in its stamp; others do not."""
    save = host.builds()
    before = stamps(host.data)
    assert set(before) == {save}
    shutil.copy(save, save.with_name("TS_Save_2.json"))
    save.write_bytes(save.read_bytes() + b" ")
    after = stamps(host.data / "Saves")
    assert {path.name for path in after if before.get(path) != after[path]} == {
        "Tiny_Gems.json",
        "TS_Save_2.json",
    }


# After play: on a table with every place of an address

HOME = {
    ours: f"/home/eve/pictures/assets/{blake2b(ours.encode(), digest_size=16).hexdigest()}.png"
    for ours in CLOUD
}
BEFORE = uploaded(TABLE, HOME)
STEAM = {HOME[ours]: steam for ours, steam in CLOUD.items()}
SHA = {picture_name(ours): steam.split("/")[-2] for ours, steam in STEAM.items()}


def guessed(after: Any, wanted: dict[str, str]) -> list[Guess]:  # noqa: ANN401 - any save
    """Guess from a save what is where on Steam."""
    return guesses_of(written(after).decode(), after, [BEFORE], wanted)


@given(
    st.lists(st.sampled_from(sorted(DEEDS)), max_size=8),
    st.sets(st.sampled_from(sorted(COVERED))),
    st.integers(0, 2**32),
    st.booleans(),
)
def test_after_play(deeds: list[str], covers: Collection[str], seed: int, says: bool) -> None:  # noqa: FBT001
    """Moved, drawn, merged, doubled, gone: the guess for a picture is its own address.

    By the SHA-1 every picture is found that any address leads to; without it, none is mistaken.
    """
    after = uploaded(played(BEFORE, deeds, seed), STEAM, covers)
    wanted = SHA if says else dict.fromkeys(SHA, "0" * 40)
    guesses = guessed(after, wanted)
    right = {picture_name(ours): steam for ours, steam in STEAM.items()}
    assert all(guess.address == right[guess.name] for guess in guesses)
    assert all(guess.rivals == 0 and guess.says_so == says for guess in guesses)
    there = {name for name, steam in right.items() if steam in set(addresses(after))}
    found = {guess.name for guess in guesses}
    assert found == there if says else found <= there


@pytest.mark.parametrize("left_out", sorted(COVERED))
@pytest.mark.parametrize("says", [True, False])
def test_whatever_upload_all_covers(left_out: str, says: bool) -> None:  # noqa: FBT001
    """What the game leaves out of its own save, the save of nothing but pictures brings."""
    covers = COVERED - {left_out}
    wanted = SHA if says else dict.fromkeys(SHA, "0" * 40)
    first = {guess.name for guess in guessed(uploaded(BEFORE, STEAM, covers), wanted)}
    lacking = [name for name in SHA if name not in first]
    sheet = read(steam_save("sheet", lacking, "/home/eve/pictures/assets/{}".format), "s").root
    after = uploaded(sheet, STEAM, covers)
    second = guesses_of(written(after).decode(), after, [sheet], {n: wanted[n] for n in lacking})
    right = {picture_name(ours): steam for ours, steam in STEAM.items()}
    assert {guess.name: guess.address for guess in second} == {n: right[n] for n in lacking}


def test_after_play_at_a_table() -> None:
    """The same on a table that plays: cards are drawn, copied and dealt, things go and come."""
    with Table.open(written(BEFORE)) as table:
        table.run(30)
        table.execute(
            "for _, each in ipairs(getObjects()) do "
            "  if each.memo == 'screen' then each.clone({position = {9, 3, 9}}) end "
            "  if each.memo == 'bag' then each.takeObject({position = {5, 3, 5}}) end "
            "  if each.type == 'Deck' then "
            "    each.shuffle() each.takeObject({position = {0, 3, 8}, flip = true}) "
            "    each.cut(4) each.deal(2, 'White') "
            "  end "
            "end"
        )
        table.run(120)
        lone = next(each for each in table.objects if each.kind == "Card")
        table.white.pick_up(lone)
        table.white.drop_at(lone, (-6.0, 3.0, 6.0))
        table.settle()
        after = read(table.host.save().read_bytes(), "played").root
    assert len(after["ObjectStates"]) > len(BEFORE["ObjectStates"])
    right = {picture_name(ours): steam for ours, steam in STEAM.items()}
    for wanted in (SHA, dict.fromkeys(SHA, "0" * 40)):
        guesses = guessed(uploaded(after, STEAM), wanted)
        assert {guess.name: guess.address for guess in guesses} == right
        assert len(guesses) == len(right)


def test_pictures_are_known_by_their_sha1(tmp_path: Path) -> None:
    """The SHA-1 is that of the file, in capital letters, as Steam writes it."""
    (tmp_path / "x.png").write_bytes(b"abc")
    assert hashed([tmp_path / "x.png"]) == {"x.png": "A9993E364706816ABA3E25717850C26C9CD0D89D"}
