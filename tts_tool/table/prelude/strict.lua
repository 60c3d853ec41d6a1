-- Strict mode, for Lua of our own: whatever MoonSharp and plain Lua 5.2 answer differently is an
-- error. What can be seen in the text has been refused before; this is what only shows in values.
local kit = ...
local env = kit.env
if not kit.switches["lua-strict"] then
  return
end
local rawtype, rawget, tostring, tonumber, getmetatable = type, rawget, tostring, tonumber, getmetatable
local find, format = string.find, string.format
local abs = math.abs
local next, select = next, select
local raise = kit.raise
local read = env.tonumber

local function refuse(what, ...)
  raise("strict: " .. format(what, ...))
end

local function check_number(value)
  if rawtype(value) == "number" and tostring(value) ~= kit.number_text(value) then
    refuse("this number is written %s in the game and %s elsewhere", kit.number_text(value), tostring(value))
  end
end

local function check_text(value)
  if rawtype(value) == "string" and find(value, "[\128-\255]") then
    refuse("a text with letters beyond ASCII is counted in another way in the game")
  end
end

-- A text that is to be a number.
local function check_numeral(value)
  if rawtype(value) == "string" and tonumber(value) ~= read(value) then
    refuse("'%s' is another number in the game than elsewhere", value)
  end
end

local function check_list(t)
  if rawtype(t) ~= "table" or getmetatable(t) then
    return
  end
  local count = 0
  while rawget(t, count + 1) ~= nil do
    count = count + 1
  end
  if count ~= #t then
    refuse("this list has a hole: its length is %d in the game and %d elsewhere", count, #t)
  end
  for key in next, t do
    if rawtype(key) == "number" and key > count and key % 1 == 0 then
      refuse("this list has a hole before %d, so nobody knows its length", key)
    end
  end
end

-- Operators: the text has been changed so that they come here ----------------------------------

local own = {}
env.__strict = own

own["#"] = function(value)
  check_text(value)
  check_list(value)
  return #value
end

own[".."] = function(one, two)
  check_number(one)
  check_number(two)
  return one .. two
end

local function check_compared(one, two)
  if rawtype(one) == "string" and rawtype(two) == "string" then
    refuse("the game compares texts by the player's language")
  end
end

own["<"] = function(one, two)
  check_compared(one, two)
  return one < two
end

own[">"] = function(one, two)
  check_compared(one, two)
  return one > two
end

own["<="] = function(one, two)
  check_compared(one, two)
  return one <= two
end

own[">="] = function(one, two)
  check_compared(one, two)
  return one >= two
end

local function check_gone(one, two)
  if one == nil and kit.is_gone(two) or two == nil and kit.is_gone(one) then
    refuse("an object that is gone equals nil in the game and nowhere else: ask isDestroyed()")
  end
end

own["=="] = function(one, two)
  check_gone(one, two)
  return one == two
end

own["~="] = function(one, two)
  check_gone(one, two)
  return one ~= two
end

own["%"] = function(one, two)
  check_numeral(one)
  check_numeral(two)
  if rawtype(one) == "number" and rawtype(two) == "number" and two < 0 then
    refuse("the remainder of a negative number is another one in the game")
  end
  return one % two
end

local ARITHMETIC = {
  ["+"] = function(one, two)
    return one + two
  end,
  ["-"] = function(one, two)
    return one - two
  end,
  ["*"] = function(one, two)
    return one * two
  end,
  ["/"] = function(one, two)
    return one / two
  end,
  ["^"] = function(one, two)
    return one ^ two
  end,
}
for sign, run in next, ARITHMETIC do
  own[sign] = function(one, two)
    check_numeral(one)
    check_numeral(two)
    return run(one, two)
  end
end

-- Libraries ------------------------------------------------------------------------------------

-- Put a check before a function.
local function before(library, name, check)
  local run = library[name]
  library[name] = function(...)
    check(...)
    return run(...)
  end
end

for _, name in next, { "len", "sub", "byte", "reverse", "upper", "lower" } do
  before(env.string, name, check_text)
end
for _, name in next, { "find", "match", "gmatch", "gsub" } do
  before(env.string, name, function(text, pattern)
    check_text(text)
    check_text(pattern)
    check_number(text)
  end)
end

before(env.string, "char", function(...)
  for index = 1, select("#", ...) do
    local code = select(index, ...)
    if rawtype(code) == "number" and (code < 0 or code > 127) then
      refuse("%d is a character in the game and a byte elsewhere", code)
    end
  end
end)

for _, name in next, { "contains", "startsWith", "endsWith", "unicode" } do
  env.string[name] = function()
    refuse("only the game has string.%s", name)
  end
end

-- What both write must be the same, letter by letter.
local formatted = env.string.format
function env.string.format(shape, ...)
  local ours = formatted(shape, ...)
  check_text(find(shape, "%%[-+ #0]*%d*%.?%d+s") and ours or nil)
  if ours ~= format(shape, ...) then
    refuse("this is written '%s' in the game and '%s' elsewhere", ours, format(shape, ...))
  end
  return ours
end

before(env, "tostring", check_number)
function env.tonumber(value, ...)
  local ours = read(value, ...)
  if rawtype(value) == "string" and ours ~= tonumber(value, ...) then
    refuse("'%s' is another number in the game than elsewhere", value)
  end
  return ours
end

for _, name in next, { "unpack", "insert", "remove", "sort" } do
  before(env.table, name, check_list)
end
before(env.table, "concat", function(t)
  check_list(t)
  for index = 1, rawtype(t) == "table" and #t or 0 do
    check_number(rawget(t, index))
  end
end)
before(env.table, "sort", function(t, f)
  if f == nil and rawtype(t) == "table" and rawtype(rawget(t, 1)) == "string" then
    refuse("the game sorts texts by the player's language")
  end
end)

-- The same numbers go in; the same must come out.
local function compared(name)
  local ours, plain = env.math[name], math[name]
  env.math[name] = function(...)
    local one, two = ours(...)
    local left, right = plain(...)
    if one ~= left or abs((two or 0) - (right or 0)) > 1e-12 then
      refuse("math.%s gives something else in the game", name)
    end
    return one, two
  end
end
compared("modf")
compared("fmod")

before(env.math, "random", function(one, two)
  if one ~= nil and one > 2 ^ 31 or two ~= nil and two < one or two == nil and one ~= nil and one < 1 then
    refuse("there is no whole number between these, except in the game")
  end
end)

before(env, "setmetatable", function(_, meta)
  if rawtype(meta) == "table" and (rawget(meta, "__mode") ~= nil or rawget(meta, "__gc") ~= nil) then
    refuse("the game knows neither weak tables nor finalizers")
  end
end)

before(env, "error", function(_, level)
  if level ~= nil and level ~= 1 then
    refuse("the game names the line of the error itself, whatever level is asked for")
  end
end)
