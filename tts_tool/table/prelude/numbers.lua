-- Numbers as .NET writes and reads them, and `math` where MoonSharp goes its own way.
local kit = ...
local env = kit.env
local rawtype, tostring, tonumber, getmetatable, rawget = type, tostring, tonumber, getmetatable, rawget
local format, gsub, match, find, sub, upper = string.format, string.gsub, string.match, string.find, string.sub, string.upper
local floor, abs, huge = math.floor, math.abs, math.huge
local raise, expect = kit.raise, kit.expect

local LARGEST = 1.7976931348623157e308
local DIGITS = 1e15 -- below that a whole number is written with all its digits

-- Fifteen digits, a capital E; most numbers are whole and short.
local function number_text(value)
  if value ~= value then
    return "NaN"
  elseif value > LARGEST then
    return "Infinity"
  elseif value < -LARGEST then
    return "-Infinity"
  elseif value == 0 then
    return "0"
  elseif value % 1 == 0 and value > -DIGITS and value < DIGITS then
    return format("%d", value)
  end
  return (gsub(format("%.15g", value), "e", "E"))
end
kit.number_text = number_text

local NAMES = { table = "table: %s", ["function"] = "function: %s", thread = "coroutine: %s", userdata = "userdata: %s" }
local count = 0
local numbered = setmetatable({}, { __mode = "k" })

-- An address differs in each process; a number in order of asking does not.
local function identity(value)
  if numbered[value] == nil then
    count = count + 1
    numbered[value] = format("%08X", count)
  end
  return numbered[value]
end

local function own_text(value)
  local kind = rawtype(value)
  if kind == "string" then
    return value
  elseif kind == "number" then
    return number_text(value)
  elseif kind == "boolean" or kind == "nil" then
    return tostring(value)
  end
  return format(NAMES[kit.type(value)], identity(value))
end
kit.own_text = own_text

function kit.tostring(value)
  local kind = rawtype(value)
  if kind == "number" then
    return number_text(value)
  end
  local meta = kind == "table" and getmetatable(value)
  local how = rawtype(meta) == "table" and rawget(meta, "__tostring")
  if not how then
    return own_text(value)
  end
  local text = how(value)
  if text ~= nil and rawtype(text) ~= "string" then
    raise("'tostring' must return a string")
  end
  return text
end

function env.tostring(...)
  if select("#", ...) == 0 then
    raise("bad argument #1 to 'tostring' (value expected)")
  end
  return kit.tostring((...))
end

local SPECIAL = { NaN = 0 / 0, Infinity = huge, ["-Infinity"] = -huge }

-- .NET reads commas as thousands, brackets and a sign behind as minus; it knows no hexadecimals.
local function read_number(text)
  text = match(text, "^[%s%z]*(.-)[%s%z]*$")
  if SPECIAL[text] then
    return SPECIAL[text]
  end
  local negative = false
  local inner = match(text, "^%((.*)%)$") or match(text, "^([%d.,eE]+)%-$")
  if inner then
    text, negative = inner, true
  end
  text = match(text, "^(.-)%+$") or text
  local whole, rest = match(text, "^([+-]?%d[%d,]*)(.*)$")
  if whole then
    text = gsub(whole, ",", "") .. rest
  end
  if not find(text, "^[+-]?%d*%.?%d*[eE]?[+-]?%d*$") or not find(text, "%d") then
    return nil
  end
  local value = tonumber(text)
  return value and (negative and -value or value)
end
kit.read_number = read_number

local DIGITS = { [2] = "^[01]+$", [8] = "^[0-7]+$", [10] = "^%d+$", [16] = "^%x+$" }

local function in_base(value, base)
  base = floor(base)
  local text = rawtype(value) == "number" and number_text(value) or value
  if rawtype(text) ~= "string" then
    raise(format("bad argument #1 to 'tonumber' (string expected, got %s)", kit.type(value)))
  end
  text = match(text, "^%s*(.-)%s*$")
  if base < 2 or base > 10 and base ~= 16 then
    raise("bad argument #2 to 'tonumber' (base out of range)")
  end
  text = base == 16 and match(text, "^0[xX](.+)$") or text
  if not find(text, DIGITS[base] or "^%d+$") then
    raise("bad argument #1 to 'tonumber' (invalid character)")
  end
  return tonumber(text, base)
end

function env.tonumber(...)
  if select("#", ...) == 0 then
    raise("bad argument #1 to 'tonumber' (value expected)")
  end
  local value, base = ...
  if base ~= nil then
    return in_base(value, base)
  end
  local kind = rawtype(value)
  if kind == "number" then
    return value
  end
  return kind == "string" and read_number(value) or nil
end

-- math ---------------------------------------------------------------------------------------

local own = {}
env.math = own
for name, f in next, math do
  own[name] = f
end
own.huge = LARGEST

function own.modf(value)
  expect(value, "number", 1, "modf")
  local whole = floor(value)
  return whole, value - whole
end

-- The remainder of the nearest multiple, ties to the even one: never what fmod says elsewhere.
function kit.remainder(one, two)
  local times = one / two
  local near = floor(times + 0.5)
  if near - times == 0.5 and near % 2 ~= 0 then
    near = near - 1
  end
  return one - near * two
end

function own.fmod(one, two)
  expect(one, "number", 1, "fmod")
  expect(two, "number", 2, "fmod")
  return kit.remainder(one, two)
end

local function whole(value)
  return value < 0 and -floor(-value) or floor(value)
end

function own.random(one, two)
  if one == nil and two == nil then
    return kit.ask("random")
  end
  expect(one, "number", 1, "random")
  local other = 1
  if two ~= nil then
    expect(two, "number", 2, "random")
    other = whole(two)
  end
  return kit.ask("random", whole(one), other)
end

function own.randomseed(seed)
  expect(seed, "number", 1, "randomseed")
  kit.ask("randomseed", seed)
end
