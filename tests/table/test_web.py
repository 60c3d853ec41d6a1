"""Scripts ask a server on this machine and get its answer, although their cage has no network."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.table.echo import served
from tests.table.small_saves import save, thing
from tts_tool.table import Table
from tts_tool.table.scripts import ScriptFault
from tts_tool.table.switches import Switches

SCRIPT = """
answers = {}
function note(request)
  table.insert(answers, {
    text = request.text, code = request.response_code, is_error = request.is_error,
    error = request.error, done = request.is_done, url = request.url,
    method = request.getResponseHeader('X-Method'), asked = request.getResponseHeader('x-asked'),
    type = request.getResponseHeader('x-type'),
    progress = request.download_progress + request.upload_progress,
  })
end
"""


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    """Serve on this machine."""
    with served() as address:
        yield address


def asked(script: str, *, reach: str = "loopback", **switches: Any) -> list[dict[str, Any]]:  # noqa: ANN401
    """Run a script that asks, let a frame pass, and give the answers."""
    turned = Switches({name.replace("_", "-"): value for name, value in switches.items()})
    with Table.open(save(script=SCRIPT), reach=reach, switches=turned) as table:
        table.execute(script)
        assert table.execute("return #answers") == 0
        table.run(1)
        assert table.errors == []
        answers: list[dict[str, Any]] = table.execute("return answers")
        return answers


@pytest.mark.parametrize(
    ("call", "method", "text", "kind"),
    [
        ("get('{}', note)", "GET", "", ""),
        ("head('{}', note)", "HEAD", "", ""),
        ("delete('{}', note)", "DELETE", "", ""),
        ("post('{}', 'Größe', note)", "POST", "Größe", "application/x-www-form-urlencoded"),
        (
            "post('{}', {{a = '1 & 2', n = 3}}, note)",
            "POST",
            "a=1+%26+2&n=3",
            "application/x-www-form-urlencoded",
        ),
        ("put('{}', 'é', note)", "PUT", "é", "application/octet-stream"),
        ("custom('{}', 'put', true, 'x', {{['X-Asks'] = 'me'}}, note)", "PUT", "x", ""),
        ("custom('{}', 'POST', false, 'x', {{['X-Asks'] = 'me'}}, note)", "POST", "", ""),
        ("get('{}', Global, 'note')", "GET", "", ""),
    ],
)
def test_methods(server: str, call: str, method: str, text: str, kind: str) -> None:
    """Every method reaches the server, and its answer comes back in the next frame."""
    (answer,) = asked(f"WebRequest.{call.format(server)}")
    assert (answer["method"], answer["text"], answer["type"]) == (method, text, kind)
    assert (answer["code"], answer["is_error"], answer["done"]) == (200, False, True)
    assert answer["asked"] == ("me" if "X-Asks" in call else "")
    assert answer["url"] == server
    assert answer["progress"] == 2


def test_a_request_before_its_answer(server: str) -> None:
    """What a script gets at once knows that it is not done."""
    script = f"r = WebRequest.get('{server}/404') return {{r.is_done, r.is_error, r.text, r.url}}"
    with Table.open(save(script=SCRIPT)) as table:
        assert table.execute(script) == [False, False, "", f"{server}/404"]
        assert table.execute("return r.download_progress") == 0
        table.settle()
        assert table.execute("return {r.is_done, r.response_code}") == [True, 404]
        headers = table.execute("return r.getResponseHeaders()")
        assert headers["x-method"] == "GET"
        assert table.execute("return r.getResponseHeader('nothing')") is None
        table.execute("r.dispose()")
        with pytest.raises(ScriptFault, match="disposed"):
            table.execute("return r.text")


def test_bad_news(server: str) -> None:
    """A refusal by the server is an answer, or an error if the game has it so."""
    (answer,) = asked(f"WebRequest.get('{server}/500', note)")
    assert (answer["code"], answer["is_error"]) == (500, False)
    (answer,) = asked(f"WebRequest.get('{server}/500', note)", request_is_error_on_4xx=True)
    assert (answer["code"], answer["is_error"]) == (500, True)


@pytest.mark.parametrize(
    ("url", "reach", "error"),
    [
        ("http://127.0.0.1:1/", "loopback", "Cannot connect to destination host"),
        ("http://example.invalid/", "loopback", "may reach loopback"),
        ("http://127.0.0.1:1/", "nothing", "may reach nothing"),
        ("file:///etc/passwd", "anywhere", "only http"),
    ],
)
def test_what_is_not_reached(url: str, reach: str, error: str) -> None:
    """What cannot or must not be reached is an error with a reason, told by the callback."""
    (answer,) = asked(f"WebRequest.get('{url}', note)", reach=reach)
    assert answer["is_error"]
    assert error in answer["error"]


def test_order_and_floods(server: str) -> None:
    """Answers come in the order of the questions; nobody asks for ever more at one time."""
    many = f"for i = 1, 20 do WebRequest.put('{server}', tostring(i), note) end"
    assert [each["text"] for each in asked(many)] == [str(n) for n in range(1, 21)]
    with Table.open(save(script=SCRIPT), reach="nothing") as table:
        with pytest.raises(ScriptFault, match="under way already"):
            table.execute(f"for i = 1, 9999 do WebRequest.get('{server}', note) end")
        table.run(1)
        assert table.execute("return #answers") == 500


def test_answers_of_a_former_life(server: str) -> None:
    """What was asked before the save was loaded again is not answered afterwards."""
    with Table.open(save(thing("b0b000"), script=SCRIPT)) as table:
        table.execute(f"WebRequest.get('{server}', note)")
        table.save_and_play({})
        table.run(3)
        assert table.execute("return #answers") == 0
