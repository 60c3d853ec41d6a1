"""Every address in a save is found, told where it is used, and asked for as it should be."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.corpus import corpus_file, each_save
from tts_tool.saves.assets import address, assets, assets_in_scripts
from tts_tool.saves.tree import read, written

NEW = "https://steamusercontent-a.akamaihd.net/ugc/1/A/"


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("http://cloud-3.steamusercontent.com/ugc/1/A/", NEW),
        ("https://cloud-3.steamusercontent.com/ugc/1/A/", NEW),
        ("HTTP://Cloud-3.SteamUserContent.com/ugc/1/A/", NEW),
        (NEW, NEW),
        (f"{NEW}{{Unique}}", NEW),
        (f" {NEW} {{Unique}} {{ Lantern }}\n", NEW),
        ("www.example.com/a.obj", "http://www.example.com/a.obj"),
        ("pastebin.com/raw.php?i=1", "http://pastebin.com/raw.php?i=1"),
        ("http://a.example/{x}/b.png", "http://a.example/{x}/b.png"),
        ("<Zombicide>Tile.png", "<Zombicide>Tile.png"),
        ("tile.png", "tile.png"),
        ("file:///D:/mods/a.png", "file:///D:/mods/a.png"),
        ("", ""),
    ],
)
def test_address(text: str, asked: str) -> None:
    """Old and new Steam are one, words in braces are cut, and a scheme is added where one lacks."""
    assert address(text) == asked


@given(st.text())
def test_any_text_is_an_address(text: str) -> None:
    """Whatever somebody wrote, it is listed; an address is its own address."""
    found = assets({"TableURL": text})
    assert len(found) == bool(text.strip())
    for asset in found:
        assert asset.written == (text,)
        assert asset.kind in {"web", "file", "other"}
        assert isinstance(asset.host, str)


@pytest.mark.parametrize(
    ("text", "kind", "host"),
    [
        ("https://a.example/x.png", "web", "a.example"),
        ("HTTP://A.example:8080/x.png", "web", "a.example"),
        ("http://[broken/x.png", "web", ""),
        ("file:///C:/x.png", "file", ""),
        ("C:\\mods\\x.png", "file", ""),
        ("/home/me/x.png", "file", ""),
        ("\\\\server\\x.png", "file", ""),
        ("<Mod>x.png", "other", ""),
    ],
)
def test_kind(text: str, kind: str, host: str) -> None:
    """What is on the web is told from what is on a disk, and from what is neither."""
    (asset,) = assets({"SkyURL": text})
    assert (asset.kind, asset.host) == (kind, host)


def thing(**keys: Any) -> dict[str, Any]:  # noqa: ANN401 - whatever a save can say
    """Make an object."""
    return {"GUID": "a1b2c3", "Name": "Thing", "Transform": {}, "Nickname": "N", **keys}


EVERYWHERE = {
    "TableURL": "http://x.example/table",
    "SkyURL": "http://x.example/sky",
    "MusicPlayer": {
        "CurrentAudioURL": "http://x.example/song",
        "AudioLibrary": [{"Item1": "http://x.example/song", "Item2": "A song"}],
    },
    "Lighting": {"LutURL": "http://x.example/lut"},
    "DecalPallet": [{"Name": "Rust", "ImageURL": "http://x.example/rust", "Size": 1}],
    "CustomUIAssets": [{"Type": 0, "Name": "Flag", "URL": "http://x.example/flag"}],
    "LuaScript": "x('http://x.example/lua').y()",
    "XmlUI": '<Image image="https://x.example/xml?a=1"/>',
    "ObjectStates": [
        thing(
            CustomDeck={"7": {"FaceURL": "http://x.example/face", "BackURL": " "}},
            CustomImage={
                "ImageURL": "http://x.example/i",
                "ImageSecondaryURL": "http://x.example/j",
            },
            CustomMesh={"MeshURL": "http://x.example/m", "ColliderURL": ""},
            CustomAssetbundle={"AssetbundleURL": "http://x.example/bundle"},
            CustomPDF={"PDFUrl": "http://x.example/pdf"},
            Tablet={"PageURL": "http://x.example/page"},
            AttachedDecals=[{"CustomDecal": {"Name": "D", "ImageURL": "http://x.example/rust"}}],
            LuaScriptState='{"a": "http://x.example/state"}',
            States={"2": thing(GUID="d4e5f6", CustomImage={"ImageURL": "http://x.example/i"})},
            ContainedObjects=[thing(GUID="", CustomImage={"ImageURL": "http://x.example/in"})],
        )
    ],
}


def test_every_place() -> None:
    """Decks, models, decals, music, PDF, table and sky: each address is found with its places."""
    found = {asset.address: [str(use) for use in asset.uses] for asset in assets(EVERYWHERE)}
    assert {url.removeprefix("http://x.example/"): uses for url, uses in found.items()} == {
        "table": ["the table: TableURL"],
        "sky": ["the table: SkyURL"],
        "song": [
            "the table: MusicPlayer.CurrentAudioURL",
            "the table: MusicPlayer.AudioLibrary.Item1",
        ],
        "lut": ["the table: Lighting.LutURL"],
        "rust": [
            'the table: DecalPallet "Rust".ImageURL',
            'Thing "N" [a1b2c3]: AttachedDecals.CustomDecal "D".ImageURL',
        ],
        "flag": ['the table: CustomUIAssets "Flag".URL'],
        "face": ['Thing "N" [a1b2c3]: CustomDeck.7.FaceURL'],
        "i": [
            'Thing "N" [a1b2c3]: CustomImage.ImageURL',
            'Thing "N" [a1b2c3] > Thing "N" [d4e5f6]: CustomImage.ImageURL',
        ],
        "j": ['Thing "N" [a1b2c3]: CustomImage.ImageSecondaryURL'],
        "m": ['Thing "N" [a1b2c3]: CustomMesh.MeshURL'],
        "bundle": ['Thing "N" [a1b2c3]: CustomAssetbundle.AssetbundleURL'],
        "pdf": ['Thing "N" [a1b2c3]: CustomPDF.PDFUrl'],
        "page": ['Thing "N" [a1b2c3]: Tablet.PageURL'],
        "in": ['Thing "N" [a1b2c3] > Thing "N": CustomImage.ImageURL'],
    }


def test_scripts() -> None:
    """Addresses in Lua, XML and script states are a list of their own, without what follows."""
    found = {asset.address: str(asset.uses[0]) for asset in assets_in_scripts(EVERYWHERE)}
    assert found == {
        "http://x.example/lua": "the table: LuaScript",
        "https://x.example/xml?a=1": "the table: XmlUI",
        "http://x.example/state": 'Thing "N" [a1b2c3]: LuaScriptState',
    }


def test_what_is_written_stays() -> None:
    """Two ways to write one address are one asset, which knows both."""
    (asset,) = assets({"SkyURL": f"{NEW}{{a}}", "TableURL": f"{NEW} {{b}}"})
    assert asset.address == NEW
    assert asset.written == (f"{NEW}{{a}}", f"{NEW} {{b}}")


@each_save
def test_real_saves(path: Any) -> None:  # noqa: ANN401 - a path
    """Nothing is missed in real saves: every text under a key that ends in URL is listed."""
    data = path.read_bytes()
    found = {text for asset in assets(read(data, path.name).root) for text in asset.written}
    expected = set(urls(json.loads(data.decode("utf-8-sig"))))
    assert expected <= found


def urls(node: Any) -> Any:  # noqa: ANN401 - whatever JSON can say
    """Find every text under such a key, knowing nothing of saves."""
    for key, value in node.items() if isinstance(node, dict) else enumerate(node):
        if isinstance(value, dict | list):
            yield from urls(value)
        elif isinstance(value, str) and str(key).lower().endswith("url") and value.strip():
            yield value


def test_old_and_new_steam_in_a_real_save() -> None:
    """A real save with both hosts has fewer assets than texts."""
    root = read(corpus_file("arcs_v13.3.json").read_bytes(), "arcs").root
    assert all("cloud-3" not in asset.address for asset in assets(root))


@pytest.mark.parametrize("root", [None, [], 3, {"a": [[{"b": None}]]}, {"ObjectStates": {"x": 1}}])
def test_odd_trees(root: Any) -> None:  # noqa: ANN401 - whatever JSON can say
    """A file that is no save has no assets, and does not crash."""
    assert assets(read(written(root), "x").root) == assets_in_scripts(root) == []
