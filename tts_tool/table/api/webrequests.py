"""WebRequest: what scripts ask of the web, and how they look at the answer.

A cage has no network. A request leaves as a `Wanted` among the notices; whoever owns the table
fetches it, and brings the answer as an `WebAnswer`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from tts_tool.table.api.caller import Caller, Desk
from tts_tool.table.api.reactions import react_to
from tts_tool.table.api.registry import function, prop
from tts_tool.table.api.values import fields, flag, key_of, text
from tts_tool.table.notices import Wanted
from tts_tool.table.scripts.faults import RaisedInLua
from tts_tool.table.scripts.values import Function, Handle
from tts_tool.table.web_events import WebAnswer

if TYPE_CHECKING:
    from tts_tool.table.api.scripted import ScriptedWorld

__all__: list[str] = []

_MANAGER = "webrequest/manager"
_INSTANCE = "webrequest/instance"

# Fewer than notices that go over at one time (`crossing`): a request that is left out there would
# never be answered.
_MOST = 500
# Several times what may be under way: one is forgotten only when so many came after it.
_MOST_KEPT = 2_000
_BAD = 400
_MARK = b"\xef\xbb\xbf"
_FORM = {"Content-Type": "application/x-www-form-urlencoded"}
_OCTETS = {"Content-Type": "application/octet-stream"}

# Whom to call: a function, or a script and the name of a function in it, as old scripts have it.
_Callback = Function | tuple[int, str] | None


@dataclass(slots=True)
class _Request:
    """A request and, once it is there, its answer."""

    url: str
    downloads: bool
    callback: _Callback
    done: bool = False
    status: int = 0
    headers: dict[str, str] = field(default_factory=dict)
    body: str = ""
    error: str = ""


# ---- Asking


@function(_MANAGER, "get")
def _get(caller: Caller, url: str, callback: object = None, name: object = None) -> Handle:
    return _ask(caller, "GET", url, _callback(callback, name))


@function(_MANAGER, "head")
def _head(caller: Caller, url: str, callback: object = None, name: object = None) -> Handle:
    return _ask(caller, "HEAD", url, _callback(callback, name))


@function(_MANAGER, "delete")
def _delete(caller: Caller, url: str, callback: object = None, name: object = None) -> Handle:
    return _ask(caller, "DELETE", url, _callback(callback, name))


@function(_MANAGER, "post")
def _post(
    caller: Caller, url: str, form: object, callback: object = None, name: object = None
) -> Handle:
    """Send a form, or a text that goes by the name of one."""
    body = text(form) if isinstance(form, str | int | float) else urlencode(_texts(form))
    return _ask(caller, "POST", url, _callback(callback, name), headers=_FORM, body=body)


@function(_MANAGER, "put")
def _put(
    caller: Caller, url: str, data: str, callback: object = None, name: object = None
) -> Handle:
    return _ask(caller, "PUT", url, _callback(callback, name), headers=_OCTETS, body=data)


@function(_MANAGER, "custom")
def _custom(
    caller: Caller,
    url: str,
    method: str,
    download: object = None,
    data: str | None = None,
    headers: object = None,
    callback: object = None,
) -> Handle:
    return _ask(
        caller,
        method.upper(),
        url,
        _callback(callback, None),
        headers=_texts(headers or {}),
        body=data or "",
        downloads=flag(download),
    )


def _ask(
    caller: Caller,
    method: str,
    url: str,
    callback: _Callback,
    *,
    headers: dict[str, str] | None = None,
    body: str = "",
    downloads: bool = True,
) -> Handle:
    known = _requests(caller.desk)
    if sum(not each.done for each in known.values()) >= _MOST:
        raise RaisedInLua(f"{_MOST} requests are under way already")
    # Never the same number twice: the answer to a request that was disposed of may still come.
    memory = caller.desk.memory
    number = memory["webrequest last"] = memory.get("webrequest last", 0) + 1
    known[number] = _Request(url, downloads, callback)
    known.pop(number - _MOST_KEPT, None)
    raw = body.encode("utf-8", "replace")
    caller.desk.notices.append(Wanted(number, method, url, headers or {}, raw))
    return Handle(_INSTANCE, number)


def _callback(callback: object, name: object) -> _Callback:
    if callback is None or isinstance(callback, Function):
        return callback
    owner = key_of(callback)
    if owner is not None and isinstance(name, str):
        return owner, name
    raise RaisedInLua("the callback is no function")


def _texts(table: object) -> dict[str, str]:
    return {name: text(value) for name, value in fields(table).items()}


# ---- The answer


@react_to(WebAnswer)
def _answered(table: ScriptedWorld, event: WebAnswer) -> None:
    request = _requests(table.desk).get(event.number)
    if request is None or request.done:
        return
    request.done = True
    request.status = event.status
    request.headers = event.headers
    body = event.body.removeprefix(_MARK) if request.downloads else b""
    request.body = body.decode("utf-8", "replace")
    request.error = event.error
    if not event.error and event.status >= _BAD:
        bad = table.switches.on("request-is-error-on-4xx")
        request.error = f"HTTP/1.1 {event.status}" if bad else ""
    _call(table, request, Handle(_INSTANCE, event.number))


def _call(table: ScriptedWorld, request: _Request, instance: Handle) -> None:
    callback, request.callback = request.callback, None
    if isinstance(callback, Function):
        table.run_function(callback, instance, name="WebRequest")
    elif callback is not None:
        table.call(*callback, instance)


@prop(_INSTANCE, "is_done")
def _is_done(caller: Caller, number: int) -> bool:
    return _request(caller, number).done


@prop(_INSTANCE, "is_error")
def _is_error(caller: Caller, number: int) -> bool:
    return bool(_request(caller, number).error)


@prop(_INSTANCE, "error")
def _error(caller: Caller, number: int) -> str | None:
    return _request(caller, number).error or None


@prop(_INSTANCE, "response_code")
def _response_code(caller: Caller, number: int) -> int:
    return _request(caller, number).status


@prop(_INSTANCE, "text")
def _text(caller: Caller, number: int) -> str:
    return _request(caller, number).body


@prop(_INSTANCE, "url")
def _url(caller: Caller, number: int) -> str:
    return _request(caller, number).url


@prop(_INSTANCE, "download_progress", "upload_progress")
def _progress(caller: Caller, number: int) -> float:
    """Say how far it is; nothing is known but whether it is done."""
    return 1.0 if _request(caller, number).done else 0.0


@function(_INSTANCE, "getResponseHeader")
def _header(caller: Caller, number: int, name: str) -> str | None:
    headers = _request(caller, number).headers
    return next((value for key, value in headers.items() if key.lower() == name.lower()), None)


@function(_INSTANCE, "getResponseHeaders")
def _headers(caller: Caller, number: int) -> dict[str, str]:
    return dict(_request(caller, number).headers)


@function(_INSTANCE, "dispose")
def _dispose(caller: Caller, number: int) -> None:
    """Forget it: an answer that still comes is not looked at."""
    _request(caller, number).callback = None
    _requests(caller.desk).pop(number)


def _request(caller: Caller, number: int) -> _Request:
    request = _requests(caller.desk).get(number)
    if request is None:
        raise RaisedInLua("the request has been disposed of")
    return request


def _requests(desk: Desk) -> dict[int, _Request]:
    known: dict[int, _Request] = desk.memory.setdefault("webrequest", {})
    return known
