"""Links are asked for politely, and whatever a server does ends in a verdict."""

from __future__ import annotations

import socket
import time
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.saves.web import Server, serving
from tts_tool.saves.assets import Asset, Use, assets
from tts_tool.saves.links import LinkVerdict, Manners, check

QUICK = Manners(private=True, pause=0, connect=5, read=5, retries=1, wait=0.01)
HASTY = Manners(private=True, pause=0, connect=5, read=0.2, retries=1, wait=0.01)


@pytest.fixture(scope="module")
def web() -> Iterator[Server]:
    """Run one server for all tests."""
    with serving() as server:
        yield server


def asset(url: str, key: str = "CustomImage.ImageURL") -> Asset:
    """Make an asset that is used in one place."""
    return Asset(url, (url,), (Use(key, ()),))


def verdict(url: str, key: str = "CustomImage.ImageURL", manners: Manners = QUICK) -> LinkVerdict:
    """Ask for one asset."""
    (found,) = check([asset(url, key)], manners)
    return found


@pytest.mark.parametrize(
    ("path", "state", "why"),
    [
        ("ok", "ok", ""),
        ("moved", "ok", ""),
        ("no-head", "ok", ""),
        ("head-hangs-up", "ok", ""),
        ("busy-once", "ok", ""),
        ("untyped", "ok", ""),
        ("octets", "ok", ""),
        ("gone", "dead", "no longer there"),
        ("imgur", "dead", "no longer there"),
        ("circle", "dead", "again and again"),
        ("broken", "failed", "answers 500"),
        ("forbidden", "failed", "answers 403"),
        ("page", "wrong", "no picture but text/html"),
        ("words", "wrong", "no picture but text/plain"),
        ("empty", "wrong", "no picture but application/octet-stream"),
    ],
)
def test_picture(web: Server, path: str, state: str, why: str) -> None:
    """A picture is there if a server gives one in the end, by whatever way."""
    found = verdict(web.url(path))
    assert (found.state, found.good) == (state, state == "ok")
    assert why in found.why


def test_too_slow(web: Server) -> None:
    """Who does not answer in time is given up, after a second try."""
    found = verdict(web.url("slow"), manners=HASTY)
    assert (found.state, found.why) == ("failed", "the server does not answer in time")
    assert web.asked["GET /slow"] == HASTY.retries + 1


@pytest.mark.parametrize(
    ("path", "key", "state"),
    [
        ("words", "CustomMesh.MeshURL", "ok"),
        ("page", "CustomMesh.MeshURL", "wrong"),
        ("page", "CustomPDF.PDFUrl", "wrong"),
        ("page", "Tablet.PageURL", "ok"),
        ("page", "LuaScript", "ok"),
        ("octets", "CustomAssetbundle.AssetbundleURL", "ok"),
        ("words", "CustomDeck.7.FaceURL", "wrong"),
    ],
)
def test_other_kinds(web: Server, path: str, key: str, state: str) -> None:
    """A model may be any file but a page; a tablet shows pages."""
    assert verdict(web.url(path), key).state == state


def test_contents_are_asked_for_only_if_needed() -> None:
    """A picture that the server names as such is not fetched; a doubtful one is asked for twice."""
    with serving() as web:
        list(check([asset(web.url("ok")), asset(web.url("words"))], QUICK))
        assert web.asked == {"HEAD /ok": 1, "HEAD /words": 1, "GET /words": 1}


def test_again_and_again() -> None:
    """Who is only busy is asked again, as often as manners allow; who says no is not."""
    with serving() as web:
        list(check([asset(web.url(path)) for path in ("broken", "gone")], QUICK))
        assert web.asked["GET /broken"] == QUICK.retries + 1
        assert web.asked["GET /gone"] == 1


def test_waits_as_it_is_told() -> None:
    """A server that says when to come back is not asked earlier."""
    with serving() as web:
        begun = time.monotonic()
        assert verdict(web.url("busy-as-told")).good
        assert time.monotonic() - begun >= 1


def test_nobody_there() -> None:
    """A port at which nobody listens, and a host that does not exist."""
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{unused.getsockname()[1]}/x.png"
        assert verdict(url).why == "the server cannot be reached"
    assert verdict("http://no-such-host.invalid/x.png").state == "failed"


def test_few_at_once() -> None:
    """One host is never asked more at once than manners allow, however many may ask."""
    manners = Manners(private=True, pause=0, together=8, per_host=2)
    with serving() as web:
        many = [asset(web.url(f"nap?{number}")) for number in range(20)]
        assert all(found.good for found in check(many, manners))
        assert web.asked["HEAD /nap"] == 20
        assert 1 <= web.most_at_once <= 2


def test_a_pause_between_questions() -> None:
    """A host has its peace between two questions."""
    manners = Manners(private=True, pause=0.05, together=8, per_host=8)
    with serving() as web:
        begun = time.monotonic()
        list(check([asset(web.url(f"ok?{number}")) for number in range(6)], manners))
        assert time.monotonic() - begun >= 5 * 0.05


def test_strangers_do_not_send_us_home(web: Server) -> None:
    """A save cannot have us ask servers on this machine, unless we are told to."""
    for url in (web.url("ok"), "http://localhost:1/x", "http://[::1]/x", "http://192.168.1.1/x"):
        found = verdict(url, manners=Manners())
        assert (found.state, found.status) == ("private", None)
    before = web.asked.copy()
    verdict(web.url("ok"), manners=Manners())
    assert web.asked == before


@pytest.mark.parametrize(
    ("url", "state"),
    [
        ("file:///C:/x.png", "private"),
        ("C:\\x.png", "private"),
        ("<Mod>x.png", "unusable"),
        ("http://", "unusable"),
        ("http://[broken/x.png", "unusable"),
        ("http://exa mple.invalid:port/x", "unusable"),
        ("http://\x00.invalid/", "unusable"),
        (f"http://{'a' * 300}.invalid/", "unusable"),
    ],
)
def test_free_text(url: str, state: str) -> None:
    """What cannot be asked for is said to be so."""
    assert verdict(url).state == state


@given(st.lists(st.text(max_size=30).map(lambda text: f"http://{text}\ud800.invalid/"), max_size=3))
def test_nothing_crashes(urls: list[str]) -> None:
    """Whatever stands after the scheme, there is a verdict for each."""
    found = assets([{"SkyURL": url} for url in urls])
    assert len(list(check(found, QUICK))) == len(found)


def test_stopping_early(web: Server) -> None:
    """Whoever has seen enough can go; what was not asked yet is not asked any more."""
    before = web.asked["HEAD /nap"]
    verdicts = check((asset(web.url(f"nap?{n}")) for n in range(200)), QUICK)
    assert next(iter(verdicts)).good
    verdicts.close()  # type: ignore[attr-defined]
    assert web.asked["HEAD /nap"] - before < 50
