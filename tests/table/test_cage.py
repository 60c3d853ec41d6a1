"""The cage: what is asked is answered, what goes wrong is told, and nothing gets out."""

import io
import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

import msgspec
import pytest

from tests.table.troupe import BARE, ROOM, answers, bare_script
from tests.wants import wants
from tts_tool.errors import BadInput
from tts_tool.table import wire
from tts_tool.table.cage import Settings
from tts_tool.table.limits import Limits
from tts_tool.table.process import Broken, Cage, Ended
from tts_tool.table.scripts import PreludePart, Script, ScriptFault, Watch
from tts_tool.table.wire import read_message, write_message

posix_only = wants("posix")


@pytest.fixture(scope="module")
def cage() -> Iterator[Cage]:
    """Give one cage to all tests that do not break it."""
    with Cage(ROOM, seconds=0.5) as opened:
        opened.request("script", "Echo", "function same(x) return x end function f() return 7 end")
        yield opened


# Asking -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "value",
    [None, True, 0, -1.5, 2**52, "", "ä日😀\0", [], [1, [2, [3]]], {"a": {"b": [True, "x"]}}],
)
def test_values_come_back_as_they_went(cage: Cage, value: object) -> None:
    """A value goes to the cage, into Lua, and all the way back."""
    assert cage.request("call", "Echo", "same", value) == value


def test_large_values_cross(cage: Cage) -> None:
    """Messages larger than any pipe's buffer go both ways."""
    text = "x" * 3_000_000
    assert cage.request("call", "Echo", "same", text) == text


def test_scripts_call_each_other(cage: Cage) -> None:
    """Scripts have interpreters of their own, and reach each other only by way of Python."""
    cage.request("script", "Asker", "function g() return {ask('tell', 'Echo', 'f'), f == nil} end")
    assert cage.request("call", "Asker", "g") == [7, True]


def test_faults_are_told_with_their_place() -> None:
    """A script that fails is named, with its function, its line and the way there."""
    with Cage(ROOM) as cage:
        cage.request("script", "Bad", "function f()\n  local t = nil\n  return t.x\nend")
        with pytest.raises(ScriptFault) as caught:
            cage.request("call", "Bad", "f")
    fault = caught.value
    assert fault.message == "chunk_3:(3,2-12): attempt to index a nil value"
    assert (fault.script, fault.guid, fault.function) == ("Bad", "bad", "f")
    assert fault.traceback.startswith("chunk_3:3")
    assert str(fault) == f"Bad <f>: {fault.message}"


def test_notices_come_before_the_answer_and_in_order() -> None:
    """What a script does on the way reaches the owner before the request returns."""
    seen: list[tuple[str, object]] = []
    with Cage(ROOM, notice=lambda kind, value: seen.append((kind, value))) as cage:
        cage.request("script", "Loud", "for i = 1, 300 do ask('print', i) end")
        assert seen == [("print", number) for number in range(1, 301)]


def test_what_is_printed_in_the_cage_does_not_disturb(cage: Cage) -> None:
    """Python's own output goes to the error stream, not between the messages."""
    assert cage.request("python", "print('stray') or 5") == "5"


def test_our_own_faults_are_told_and_survived(cage: Cage) -> None:
    """An exception in the room is reported with its place, and the room goes on."""
    with pytest.raises(Broken, match="KeyError") as caught:
        cage.request("call", "Nobody", "f")
    assert "troupe.py" in caught.value.trace
    assert cage.request("call", "Echo", "f") == 7


def test_an_answer_that_is_too_big_is_refused(cage: Cage) -> None:
    """Nothing of it is sent, and the next request is answered."""
    with pytest.raises(BadInput, match="too big"):
        cage.request("bytes", wire.MOST_BYTES + 1)
    assert cage.request("call", "Echo", "f") == 7


def test_a_request_that_is_too_big_is_refused(cage: Cage) -> None:
    """The owner's own message has the same limit, and the cage never sees it."""
    with pytest.raises(BadInput, match="too big"):
        cage.request("call", "Echo", "same", b"x" * (wire.MOST_BYTES + 1))
    assert cage.request("call", "Echo", "f") == 7


# Ending -------------------------------------------------------------------------------------------

SLOW = """
function f()
  ask('print', string.rep('x', 20000)) -- so much that it goes at once
  for i = 1, 2000 do ask('echo', i) end
  return 'done'
end
"""
BUSY = 2.5
"""Seconds: longer than a script of that cage may take before its process is ended."""

LOOP = "function loop()\n  local n = 0\n  while true do\n    n = n + 1\n  end\nend"


def test_a_script_that_takes_too_long_fails_at_its_line() -> None:
    """The first measure ends the script, not the table: variables are still there."""
    with Cage(ROOM, seconds=0.2) as cage:
        cage.request("script", "Loop", "kept = 1\n" + LOOP)
        with pytest.raises(ScriptFault, match=r"chunk_3:\([45],.*ran for too long"):
            cage.request("call", "Loop", "loop")
        assert cage.request("execute", "Loop", "return kept") == 1


def test_a_script_that_does_not_stop_is_ended_and_named() -> None:
    """The second measure ends the process, says whose script and which line, and can go on."""
    with Cage(ROOM, seconds=0.2) as cage:
        cage.request(
            "script", "Loop", f"{LOOP}\nfunction stubborn()\n  while true do pcall(loop) end end"
        )
        with pytest.raises(Ended) as caught:
            cage.request("call", "Loop", "stubborn")
        running = caught.value.running
        assert running is not None
        assert (running.script, running.guid, running.function) == ("Loop", "loop", "stubborn")
        assert running.chunk == "chunk_3"
        assert running.line in (3, 4, 5)
        assert "Loop (loop), chunk_3:" in str(caught.value)
        with pytest.raises(Ended, match="had ended before"):
            cage.request("call", "Loop", "loop")
        cage.restart()
        cage.request("script", "Again", "function f() return 1 end")
        assert cage.request("call", "Again", "f") == 1


def test_a_request_has_its_own_limit() -> None:
    """Many short runs of scripts may take long together, but not longer than was said."""
    with Cage(ROOM, seconds=5) as cage, pytest.raises(Ended, match=r"no answer within 0\.3 s"):
        cage.request("python", "__import__('time').sleep(30)", seconds=0.3)


@wants("linux")
def test_a_script_is_not_late_because_a_machine_is_busy() -> None:
    """Work is counted, not what passes: a process that is kept from it for seconds goes on."""
    stopped: list[int] = []

    def stop(_kind: str, _value: object) -> None:
        os.kill(slow.pid, signal.SIGSTOP)
        stopped.append(slow.pid)

    with Cage(ROOM, seconds=0.4, notice=stop) as slow:
        slow.request("script", "Slow", SLOW)
        later = threading.Timer(BUSY, os.kill, (slow.pid, signal.SIGCONT))
        later.start()
        assert slow.request("call", "Slow", "f") == "done"
        assert stopped == [slow.pid]
        later.join()


@pytest.mark.parametrize(
    ("code", "what"),
    [
        ("__import__('os')._exit(3)", "ended with code 3"),
        ("__import__('os').abort()", "gave up"),
    ],
)
@posix_only
def test_a_process_that_dies_is_reported(code: str, what: str) -> None:
    """However the process ends, the owner is told at once and lives."""
    with Cage(ROOM) as cage, pytest.raises(Ended, match=what):
        cage.request("python", code)


@posix_only
def test_whoever_was_killed_is_no_script_that_runs_for_ever() -> None:
    """Somebody else ended the process while it did nothing: no loop is looked for."""
    with Cage(ROOM) as cage:
        os.kill(cage.pid, signal.SIGKILL)
        while cage.alive:
            pass
        with pytest.raises(Ended, match="its process was killed") as caught:
            cage.request("python", "1")
        assert caught.value.running is None
        assert caught.value.fix == "open the table again; or give it more memory"


@pytest.mark.long
def test_memory_has_a_limit() -> None:
    """One script cannot take the machine: it gets an error, or its process ends."""
    with Cage(ROOM, seconds=60, limits=Limits(memory=512 * 1024**2)) as cage:
        cage.request("script", "Greedy", "x = 1")
        with pytest.raises((ScriptFault, Ended), match="memory"):
            cage.request("execute", "Greedy", "local t = {} while true do t[#t + 1] = {#t} end")


@pytest.mark.long
@posix_only
def test_processor_time_has_a_limit() -> None:
    """An orphan that loops is ended by the system even if nobody watches."""
    with Cage(ROOM, seconds=60, limits=Limits(cpu_seconds=1)) as cage:
        cage.request("script", "Loop", LOOP)
        with pytest.raises(Ended, match="processor time"):
            cage.request("call", "Loop", "loop")


@posix_only
def test_a_cage_ends_with_its_owner() -> None:
    """An owner that is killed leaves no process behind."""
    text = (
        f"from tts_tool.table.process import Cage; print(Cage({ROOM!r}).pid, flush=True); input()"
    )
    owner = subprocess.Popen([sys.executable, "-c", text], stdin=-1, stdout=-1, cwd=ROOT)
    assert owner.stdin is not None
    assert owner.stdout is not None
    with owner.stdin, owner.stdout:
        pid = int(owner.stdout.readline())
        owner.send_signal(signal.SIGKILL)
        owner.wait()
    deadline = time.monotonic() + 50
    while _runs(pid):
        assert time.monotonic() < deadline
        time.sleep(0.02)


@posix_only
def test_a_cage_goes_quietly_with_its_owner() -> None:
    """A cage that has an answer for an owner who was killed complains to nobody."""
    busy = "[print('busy', flush=True), __import__('time').sleep(0.3)]"
    text = f"from tts_tool.table.process import Cage; Cage({ROOM!r}).request('python', {busy!r})"
    owner = subprocess.Popen([sys.executable, "-c", text], stderr=-1, cwd=ROOT)
    assert owner.stderr is not None
    with owner.stderr:
        assert owner.stderr.readline() == b"busy\n"
        owner.send_signal(signal.SIGKILL)
        owner.wait()
        assert owner.stderr.read() == b""


def test_a_room_that_does_not_open_is_told(
    capfd: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The owner learns that it ended, its error stream why; nothing stays behind."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    with pytest.raises(Ended, match="ended with code 1"):
        Cage("tests.table.troupe:Nowhere")
    assert "has no attribute 'Nowhere'" in capfd.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_closing_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The process is gone, and so is the page that was shared with it; twice does no harm."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    with Cage(ROOM) as cage:
        cage.request("bytes", 1)
    assert not cage.alive
    assert list(tmp_path.iterdir()) == []
    cage.close()


ROOT = Path(__file__).parents[2]


def _runs(pid: int) -> bool:
    """Tell whether a process runs; one that has ended but is not yet buried does not."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return False
    return state != "Z"


# Confinement --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "code",
    [
        "open('/etc/hostname').read()",
        "open('stolen', 'w')",
        "__import__('os').open('/etc/hostname', 0)",
        "__import__('os').listdir('/')",
        "__import__('os').system('true')",
        "__import__('os').remove('stolen')",
        "__import__('os').mkdir('stolen')",
        "__import__('_socket').socket()",
        "__import__('subprocess').Popen(['true'])",
        "__import__('os').posix_spawn('/bin/true', ['true'], {})",
        "__import__('os').fork()",
        "__import__('ctypes').CDLL(None)",
        "__import__('colorsys')",
    ],
)
def test_even_python_has_no_way_out(cage: Cage, code: str) -> None:
    """Should a script ever reach Python: no file, no network, no process, no new module."""
    assert cage.request("python", code).startswith(("PermissionError", "OSError", "AttributeError"))


@posix_only
def test_the_system_confines_it_too() -> None:
    """The limits do not depend on Python: the system itself has taken them."""
    with Cage(ROOM) as cage:
        assert {"CORE", "NPROC", "NOFILE", "audit"} <= set(cage.limits)
        if sys.platform == "linux":
            limits = Path(f"/proc/{cage.pid}/limits").read_text()
            table = {line[:25].strip(): line[26:].split()[:2] for line in limits.splitlines()[1:]}
            assert table["Max open files"] == ["0", "0"]
            assert table["Max processes"] == ["0", "0"]
            assert table["Max address space"] == [str(Limits().memory)] * 2


# Looks with Lua's own `type` at everything that a script can get hold of.
INSPECTOR = b"""
local kit = ...
local type, next, getmetatable, running = type, next, debug.getmetatable, coroutine.running
local seen = {}

local function look(value, path)
  if type(value) == "userdata" then
    error("userdata at " .. path, 0)
  end
  if value == nil or seen[value] then
    return
  end
  seen[value] = true
  look(getmetatable(value), path .. " (meta)")
  if type(value) == "table" then
    for key, item in next, value do
      look(key, path .. " (key)")
      look(item, path .. "." .. tostring(key))
    end
  end
end

function kit.env.inspect(value)
  look(value, "it")
  local count = 0
  for _ in next, seen do
    count = count + 1
  end
  return count
end
"""

# Whatever gives a script a value that it has not made itself.
VALUES = [
    "_G",
    "getmetatable('')",
    "{pcall(ask, 'lie')}",
    "{pcall(ask, 'refuse')}",
    "{pcall(ask)}",
    "{pcall(ask, 'echo', coroutine.create(type))}",
    "{pcall(error)}",
    "{pcall(error, {})}",
    "{pcall(string.rep)}",
    "{pcall(string.rep, 'x', 1e10)}",
    "{pcall(string.format, '%d', 'x')}",
    "{pcall(JSON.decode, '{')}",
    "{pcall(JSON.encode, {type})}",
    "{pcall(os.time, {})}",
    "{pcall(os.date, '%Y', 1e300)}",
    "{pcall(dynamic.eval, 'x x')}",
    "{pcall(math.random, 0/0)}",
    "{xpcall(ask, function(...) return ... end, 'lie')}",
    "{coroutine.resume(coroutine.create(function() ask('lie') end))}",
    "{pcall(coroutine.wrap(function() ask('lie') end))}",
    "{pcall(function() local function f() return 1 + f() end f() end)}",
    "{ask('echo', {1, {a = 'b'}}, type, nil, true)}",
    "JSON.decode('[null, {\"a\": null}, 1]')",
    "os.date('*t')",
    "json.null()",
    "{coroutine.running()}",
    "{ipairs({})}",
    "{pairs({})}",
    "{('x'):gmatch('x')}",
    "{('ä'):gmatch('ä')}",
]


@pytest.mark.parametrize("value", VALUES)
def test_no_python_object_ever_reaches_a_script(value: str) -> None:
    """Walking everything, metatables and errors too, one finds no userdata: we make none."""
    parts = (*BARE, PreludePart("inspector", None, INSPECTOR))
    script = Script("Thief", "7h1ef0", "", answers, parts=parts)
    assert script.execute(f"inspect(_G) return inspect({value})") > 100
    assert script.execute("return python == nil and _G.python == nil")


def test_the_inspector_sees_what_it_looks_for() -> None:
    """The walk above would find an object of Python's: it does when we plant one."""
    plant = PreludePart("plant", None, b"local kit = ...; kit.env.deep = {{io.stdout}}")
    parts = (*BARE, plant, PreludePart("inspector", None, INSPECTOR))
    with pytest.raises(ScriptFault, match=r"userdata at it\.deep\.1\.1"):
        Script("Thief", "7h1ef0", "", answers, parts=parts).execute("inspect(_G)")


def test_interpreters_share_nothing() -> None:
    """What one script does to its libraries, and to the metatable of texts, no other sees."""
    spoilt = bare_script("string.upper = nil getmetatable('').__index = nil math.pi = 3 type = nil")
    fresh = bare_script()
    assert fresh.execute("return ('x'):upper() .. type(math.pi)") == "Xnumber"
    with pytest.raises(ScriptFault):
        spoilt.execute("return ('x'):upper()")


# The watch ----------------------------------------------------------------------------------------


def test_the_watch_knows_who_runs() -> None:
    """While scripts call each other it names the innermost; afterwards nobody."""
    shown: list[str] = []

    class Noting(Watch):
        def show(self, running: object) -> None:
            shown.append(str(running))

    watch = Noting()
    watch.enter("Global", "-1", "onLoad")
    watch.enter("Box", "b0b0b0", "open")
    watch.leave()
    watch.leave()
    assert shown == [
        "Global (-1), in onLoad",
        "Box (b0b0b0), in open",
        "Global (-1), in onLoad",
        "None",
    ]


# The wire -----------------------------------------------------------------------------------------


def test_messages_follow_each_other() -> None:
    """Each message is read as it was written, one after the other; then comes the end."""
    stream = io.BytesIO()
    messages: list[object] = [["ready", []], {"a": [1, 2.5, None, b"\0", "ä"]}, []]
    for message in messages:
        write_message(stream, message)
    stream.seek(0)
    assert [read_message(stream) for _ in messages] == messages
    with pytest.raises(EOFError):
        read_message(stream)


@pytest.mark.parametrize(
    ("data", "error"),
    [
        (b"", EOFError),
        (b"\x05\0\0", EOFError),
        (b"\x05\0\0\0abc", EOFError),
        (b"\x01\0\0\0\xc1", BadInput),
        (b"\xff\xff\xff\xff", BadInput),
        (b"\x02\0\0\0\x92\x01", BadInput),
    ],
)
def test_a_broken_stream_is_told(data: bytes, error: type[Exception]) -> None:
    """Cut off, nonsense, or a length that nobody could mean: never a wrong message."""
    with pytest.raises(error):
        read_message(io.BytesIO(data))


@pytest.mark.parametrize("value", [object(), 2**70, float])
def test_what_has_no_form_is_refused_before_anything_is_sent(value: object) -> None:
    """The stream stays whole."""
    stream: BinaryIO = io.BytesIO()
    with pytest.raises(BadInput):
        write_message(stream, [1, value])
    assert stream.tell() == 0


def test_settings_cross_as_json() -> None:
    """What the owner decides is given on the command line, where the cage reads it."""
    settings = Settings(2.5, Limits(1024, 3))
    text = msgspec.json.encode(settings)
    assert json.loads(text) == {"seconds": 2.5, "limits": {"memory": 1024, "cpu_seconds": 3}}
    assert msgspec.json.decode(text, type=Settings) == settings
