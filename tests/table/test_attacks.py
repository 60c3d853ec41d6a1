"""Scripts that mean harm: whatever they try, the owner lives, in time, and can name them."""

import random
import time
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import suppress

import pytest

from tests.table.troupe import ROOM, bare_script
from tts_tool.errors import BadInput
from tts_tool.table.limits import Limits
from tts_tool.table.process import Cage, Ended
from tts_tool.table.scripts import ScriptFault, Watch

SECONDS = 0.1
# What is not ended at all takes for ever; the busiest machine takes less than this.
LATEST = 50.0

# Each class: texts that do harm. What stops them is not said here, for it may change; that they
# are stopped, and nothing else is, is what is tested.
ATTACKS: Mapping[str, tuple[str, ...]] = {
    "endless loop": (
        "while true do end",
        "repeat until false",
        "for i = 1, 1/0 do end",
        "::again:: goto again",
        "while true do local t = {} t.x = 1 end",
    ),
    "endless loop in a coroutine": (
        "coroutine.wrap(function() while true do end end)()",
        "coroutine.resume(coroutine.create(function() while true do end end))",
        "while true do coroutine.wrap(function() coroutine.yield() end)() end",
        ("local co = coroutine.wrap(function() while true do coroutine.yield() end end) "
        "while true do co() end"),
    ),
    "endless loop in pcall": (
        "while true do pcall(function() while true do end end) end",
        "while true do pcall(error, 'x') end",
        (
            "while true do xpcall(function() while true do end end, function() while true do "
            "end end) end"
        ),
        (
            "while true do coroutine.wrap(function() pcall(function() while true do end end) "
            "end)() end"
        ),
        "local function f() while true do pcall(f) end end f()",
    ),
    "pattern bomb": (
        "string.find(string.rep('a', 3000), string.rep('.-', 40) .. 'b')",
        "string.match(string.rep('a', 100000), string.rep('a*', 20) .. 'b')",
        "string.gsub(string.rep('a', 300000), '.-b', '')",
        "for x in string.gmatch(string.rep('a', 3000), string.rep('a-', 30) .. 'b') do end",
        "string.find(string.rep('ä', 3000), string.rep('.-', 40) .. 'b')",
        "string.find(string.rep('(', 100000), '%b()')",
        "string.find('x', string.rep('(', 10000))",
        "string.find('x', string.rep('x?', 100000))",
        "string.find('ä', string.rep('[', 10000))",
    ),
    "metamethods": (
        "local t = {} setmetatable(t, {__index = t}) return t.x",
        "local t = setmetatable({}, {__index = function(t, k) return t[k] end}) return t.x",
        "local t = setmetatable({}, {__newindex = function(t, k, v) t[k] = v end}) t.x = 1",
        (
            "local a, b = {}, {} setmetatable(a, {__index = b}) setmetatable(b, {__index = a}) "
            "return a.x"
        ),
        (
            "local t = setmetatable({}, {__eq = function() while true do end end}) return t == "
            "setmetatable({}, getmetatable(t))"
        ),
        (
            "return setmetatable({}, {__len = function() return 1e15 end}), "
            "table.concat(setmetatable({}, {__len = function() return 1e15 end}))"
        ),
        "table.unpack(setmetatable({}, {__len = function() return 1e8 end}))",
        "table.insert(setmetatable({}, {__len = function() return 1e15 end}), 1, 'x')",
        (
            "table.sort(setmetatable({}, {__len = function() return 1e9 end, __index = "
            "function() return 1 end}))"
        ),
        "return tostring(setmetatable({}, {__tostring = function(t) return tostring(t) end}))",
        (
            "for k in pairs(setmetatable({}, {__pairs = function() return function() return 1 "
            "end end})) do end"
        ),
        "return setmetatable({}, {__concat = function(a, b) return a .. b end}) .. 'x'",
        "return setmetatable({}, {__call = function(t) return t() end})()",
        "local t = {} for i = 1, 1000 do t = setmetatable({}, {__index = t}) end return t.x",
    ),
    "finalizers": (
        (
            "setmetatable({}, {__gc = function() while true do end end}) for i = 1, 1e6 do "
            "local t = {i} end"
        ),
        (
            "local m = {} setmetatable({}, m) m.__gc = function() while true do end end for i "
            "= 1, 1e6 do local t = {i} end"
        ),
        (
            "setmetatable({}, setmetatable({}, {__index = {__gc = function() while true do end "
            "end}})) for i = 1, 1e6 do local t = {i} end"
        ),
    ),
    "callbacks of gsub and sort": (
        "('x'):rep(100):gsub('.', function() while true do end end)",
        "local function f(s) return (s:gsub('.', f)) end f('xx')",
        "('ä'):rep(100):gsub('.', function() while true do end end)",
        "('x'):gsub('.', setmetatable({}, {__index = function() while true do end end}))",
        (
            "local t = {} for i = 1, 1000 do t[i] = i end table.sort(t, function(a, b) return "
            "math.random() < 0.5 end)"
        ),
        "table.sort({3, 2, 1}, function(a, b) while true do end end)",
        "local co = coroutine.wrap(function() ('x'):gsub('.', coroutine.yield) end) co() co()",
        "table.sort({1, 2, 3}, function() coroutine.yield() end)",
    ),
    "memory by text": (
        "string.rep('x', 1e10)",
        "string.rep('x', 1/0)",
        "string.rep(('x'):rep(1e6), 1e6, ('y'):rep(1e6))",
        "local s = 'x' while true do s = s .. s end",
        "local t = {} while true do t[#t + 1] = ('x'):rep(1e6) .. #t end",
        "local t = {} for i = 1, 1e9 do t[i] = i end",
        "local t = {} while true do t = {t, t} end",
        "return ('x'):rep(1e8):upper():gsub('x', 'yyyy')",
        "return ('ä'):rep(1e8):reverse()",
        "return string.format('%99.99f', 1e308) .. string.format(('%s'):rep(1e6))",
        "return table.concat({('x'):rep(1e8), ('x'):rep(1e8), ('x'):rep(1e8)})",
        "return JSON.encode({('x'):rep(1e8)})",
        "error(('x'):rep(1e8))",
    ),
    "deep recursion": (
        "local function f() return 1 + f() end f()",
        "local function f() return f() end f()",
        "local function f() pcall(f) f() end f()",
        "local function f() return coroutine.wrap(f)() end f()",
        "local function f() return ask('tell', 'Foe', 'again') end f()",
        "local function f(...) return f(1, ...) end f()",
        "local function f() error(f()) end f()",
        "local function f() xpcall(f, f) end f()",
        "local t = {} for i = 1, 1e6 do t = {t} end return ask('echo', t)",
        "local t = {} for i = 1, 1e6 do t = {t} end return JSON.encode(t)",
        "return JSON.decode(('['):rep(1e6))",
        "return JSON.decode(('{\"a\":'):rep(1e5))",
        "return dynamic.eval(('('):rep(1e5) .. '1' .. (')'):rep(1e5))",
        "return dynamic.eval(('{'):rep(1e5))",
        "return dynamic.eval(('-'):rep(1e5) .. '1')",
        "return dynamic.eval('1' .. ('..1'):rep(1e5))",
        "return dynamic.eval('|x| ' .. ('|x| '):rep(1e4) .. '1')",
    ),
    "changed libraries": (
        "getmetatable('').__index = function() while true do end end return ('x').y",
        "getmetatable('').__index = nil return JSON.encode({'x'}), string.format('%5.2f', 1)",
        "getmetatable('').__add = function() while true do end end return 'a' + 'b'",
        "for k in pairs(_G) do if k ~= '_G' then _G[k] = nil end end",
        ("type = nil error = nil pcall = nil string.sub = nil string.find = nil math.floor = nil "
        "return JSON.decode('[1]')"),
        "setmetatable(_G, {__index = function(t, k) return t[k] end}) return missing",
        "setmetatable(_G, {__newindex = function() while true do end end}) x = 1",
        "rawset(_G, '_G', nil) string = {rep = 5} return ('x'):rep(2)",
        "string.format = function() while true do end end error('x')",
        "getmetatable('').__metatable = 5 return getmetatable('')",
    ),
    "too many things": (
        "for i = 1, 100000 do ask('echo', i) end while true do ask('echo', {}) end",
        (
            "local t = {} for i = 1, 100000 do "
            "t[i] = coroutine.create(function() coroutine.yield() end) "
            "coroutine.resume(t[i]) end while true do end"
        ),
        "while true do ask('print', 'x') end",
        "local t = {} for i = 1, 1e7 do t[i] = function() return i end end",
        "while true do dynamic.prepare('1') end",
        "while true do ask('echo', function() end) end",
    ),
    "huge messages": (
        "ask('print', ('x'):rep(1e8))",
        "local t = {} for i = 1, 3e6 do t[i] = i end return ask('print', t)",
        "return ('x'):rep(2e8)",
        "local s = ('x'):rep(1e6) while true do ask('print', s) end",
        "local t = {} t.t = t ask('print', t)",
        "ask('print', {[('k'):rep(1e7)] = 1})",
        (
            "local t = {} for i = 1, 1000 do t[i] = ('x'):rep(1e5) end while true do "
            "ask('print', t) end"
        ),
    ),
    "numbers at the edge": (
        "return ('x'):sub(-1e308, 1e308), ('x'):sub(0/0), ('ä'):sub(1/0), ('ä'):sub(-1/0)",
        "return string.char(1e308), string.char(0/0), string.char(-1)",
        "return math.random(1/0), math.random(0/0, 1)",
        "return table.concat({}, '', 1, 1e15)",
        "return unpack({}, 1, 1e8), unpack({}, -1e15, 1e15)",
        "return os.date('%Y', 1e300), os.date(('%c'):rep(1e5))",
        (
            "return os.time({year = 1e9, month = 1, day = 1}), os.time({year = 0/0, month = 1, "
            "day = 1})"
        ),
        "math.randomseed(0/0) math.randomseed(1e308) return math.random(2^53)",
        "return bit32.lshift(1, 1e308), bit32.band(0/0, 1)",
        "return ('x'):rep(0/0), ('x'):rep(-1e308)",
        "for i = 1, 2, 0 do end",
        "return tostring(2^1023 * 2), JSON.encode({0/0, 1/0})",
        "return string.format('%d', 1e300), string.format('%x', -1), string.format('%c', 1e300)",
        "return select(-1e308, 1), select(1e308, 1)",
    ),
    "false words": (
        "error('chunk_99:(1,2-3): not me')",
        "error('\\0\\255' .. string.char(55357))",
        "return '\\0', string.char(55357), string.char(56832)",
        "x = 1 x x",
        "\\0",
        "return dynamic.eval('\\27Lua')",
        "error(setmetatable({}, {__tostring = function() while true do end end}))",
        "error()",
        "coroutine.yield()",
        "return coroutine.running()",
        "coroutine.resume(coroutine.running())",
        "local co co = coroutine.create(function() coroutine.resume(co) end) coroutine.resume(co)",
        "goto nowhere",
        "break",
        "return ...",
    ),
}  # fmt: skip

FOE = "function again() return ask('tell', 'Foe', 'again') end"
CASES = [(kind, text) for kind, texts in ATTACKS.items() for text in texts]


class Arena:
    """A cage with a foe and a friend, that begins anew whenever it was ended."""

    def __init__(self) -> None:
        self.cage = Cage(ROOM, seconds=SECONDS, limits=Limits(memory=1024**3), grace=SECONDS)
        self._open()

    def _open(self) -> None:
        self.cage.request("script", "Foe", FOE)
        self.cage.request("script", "Friend", "n = 0 function count() n = n + 1 return n end")
        self.counted = 0

    def attack(self, text: str) -> ScriptFault | Ended | None:
        """Let the foe run a text; return how it was stopped, and see that all others live."""
        stopped: ScriptFault | Ended | None = None
        started = time.monotonic()
        try:
            self.cage.request("execute", "Foe", text)
        except (ScriptFault, Ended) as error:
            stopped = error
        except BadInput:
            pass  # it gave back what cannot be sent
        assert time.monotonic() - started < LATEST, "it took too long"
        ended = isinstance(stopped, Ended)
        if not ended:
            # The foe's libraries may be spoilt now; the next attack gets fresh ones, unless this
            # one has left no memory even for those: then the cage ends, and says so.
            try:
                self.cage.request("script", "Foe", FOE)
            except Ended:
                ended = True
        if ended:
            assert not self.cage.alive
            self.cage.restart()
            self._open()
        self.counted += 1
        assert self.cage.request("call", "Friend", "count") == self.counted
        return stopped


@pytest.fixture(scope="module")
def arena() -> Iterator[Arena]:
    """Give one arena to all attacks, so that each meets what the others have left."""
    opened = Arena()
    with opened.cage:
        yield opened


def examine(stopped: ScriptFault | Ended | None) -> None:
    """See that a report names who it was, and that no mistake of ours shows."""
    if isinstance(stopped, ScriptFault):
        assert stopped.script == "Foe"
        assert "a fault of ours" not in stopped.message
    elif stopped is not None and stopped.running is not None:
        assert stopped.running.script == "Foe"
        assert stopped.running.function in ("executeScript", "again")


def test_there_are_a_dozen_classes() -> None:
    """Every class has several members."""
    assert len(ATTACKS) >= 12
    assert all(len(texts) >= 3 for texts in ATTACKS.values())


LONG = ("endless loop in pcall", "pattern bomb", "memory by text", "huge messages")
"""What is let go on for seconds until it is stopped."""


@pytest.mark.timeout(300)
@pytest.mark.parametrize(
    "kind",
    [pytest.param(each, marks=pytest.mark.long) if each in LONG else each for each in ATTACKS],
)
def test_attack(arena: Arena, kind: str) -> None:
    """Each member of the class ends in time, with a report that names the script."""
    for text in ATTACKS[kind]:
        try:
            examine(arena.attack(text))
        except AssertionError as error:
            raise AssertionError(f"{text}\n{error}") from error


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("\nwhile true do\n  pcall(function()\n    while true do end\n  end)\nend", range(2, 6)),
        ("local s = string.rep('a', 3000)\n\nstring.find(s, string.rep('.-', 40) .. 'b')", (3,)),
        ("\n\ncoroutine.wrap(function()\n  while true do end\nend)()", (4,)),
        ("local function f()\n  while true do end\nend\n('x'):gsub('.', f)", (2,)),
    ],
)
def test_the_line_is_known_where_it_can_be(arena: Arena, text: str, line: Collection[int]) -> None:
    """Loops and bombs are reported with the line at which they were seen last."""
    stopped = arena.attack(text)
    assert stopped is not None
    if isinstance(stopped, ScriptFault):
        assert any(f":({number}," in stopped.message for number in line), stopped.message
    else:
        assert stopped.running is not None
        assert stopped.running.line in line


def wrapped(text: str, chance: random.Random) -> str:
    """Hide a text in something that may protect it, or lead it astray."""
    text = f" {text} "
    for _ in range(chance.randrange(3)):
        text = chance.choice(WRAPPERS)(text)
    return text


WRAPPERS: tuple[Callable[[str], str], ...] = (
    lambda text: f" pcall(function() {text} end) ",
    lambda text: f" xpcall(function() {text} end, function(said) return said end) ",
    lambda text: f" coroutine.wrap(function() {text} end)() ",
    lambda text: f" for i = 1, 3 do local ok = pcall(function() {text} end) end ",
    lambda text: f" (function() {text} end)() ",
    lambda text: f" ('x'):gsub('.', function() {text} end) ",
    lambda text: f" table.sort({{2, 1}}, function() {text} end) ",
    lambda text: (
        f" local t = setmetatable({{}}, {{__index = function() {text} end}}) local x = t.x "
    ),
    lambda text: f" error(setmetatable({{}}, {{__tostring = function() {text} end}})) ",
    lambda text: f" local ok, said = pcall(error, 'x') {text} ",
)


@pytest.mark.timeout(3600)
@pytest.mark.soak(sample=30, full=1000)
def test_generated_attacks(arena: Arena, rounds: int) -> None:
    """Attacks put together by chance end in time like those that people think of."""
    chance = random.Random(20)
    for _ in range(rounds):
        text = wrapped(chance.choice(CASES)[1], chance)
        try:
            examine(arena.attack(text))
        except AssertionError as error:
            raise AssertionError(f"{text}\n{error}") from error


@pytest.mark.parametrize("kind", ["changed libraries", "numbers at the edge", "false words"])
def test_no_attack_is_a_fault_of_ours(kind: str) -> None:
    """What needs no limit of the system is answered by Lua errors, never by our exceptions."""
    for text in ATTACKS[kind]:
        script = bare_script(watch=Watch(SECONDS))
        with suppress(ScriptFault):
            script.execute(text)
        assert script.mishaps == [], text
