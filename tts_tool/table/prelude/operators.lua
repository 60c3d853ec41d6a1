-- Operators where MoonSharp and plain Lua disagree. Texts are changed so that they come here when
-- they are loaded; scripts cannot see these functions, nor put others in their place.
local kit = ...
local rawtype, rawget, getmetatable, next = type, rawget, getmetatable, next
local raise, number_text, length, remainder = kit.raise, kit.number_text, kit.table_length, kit.remainder

local own = {}
kit.operators = own

function own.len(value)
  local kind = rawtype(value)
  if kind == "string" then
    return kit.length(value)
  elseif kind == "table" then
    local meta = getmetatable(value)
    if meta == nil or rawtype(meta) == "table" and rawget(meta, "__len") == nil then
      return length(value)
    end
  end
  return #value
end

function own.txt(value)
  if rawtype(value) == "number" then
    return number_text(value)
  end
  return value
end

-- Texts go by the alphabet (`_1aAbB`), which Python knows: a word for each text whose bytes do so.
local MOST_WORDS, MOST_LETTERS = 10000, 10000
local words, count = {}, 0

local function word(text)
  local found = words[text]
  if found == nil then
    if count == MOST_WORDS then
      words, count = {}, 0
    end
    found = kit.ask("alphabetical", text)
    words[text], count = found, count + 1
  end
  return found
end

local function are_texts(one, two)
  return rawtype(one) == "string" and rawtype(two) == "string" and #one < MOST_LETTERS and #two < MOST_LETTERS
end

function own.lt(one, two)
  if are_texts(one, two) then
    return word(one) < word(two)
  end
  return one < two
end

function own.le(one, two)
  if are_texts(one, two) then
    return word(one) <= word(two)
  end
  return one <= two
end

-- What is left of an object that is gone is nil, to whoever asks whether it is.
function own.eq(one, two)
  if one == nil then
    return two == nil or kit.is_gone(two)
  elseif two == nil then
    return kit.is_gone(one)
  end
  return one == two
end

-- Remember for each table that a text makes in which order its keys are written there.
function own.made(written)
  return function(made, number)
    kit.orders[made] = written[number]
    return made
  end
end

if kit.switches["pairs-order"] ~= "as-written" then
  function own.made()
    return function(made)
      return made
    end
  end
end

-- Arithmetic with texts: what .NET takes for a number counts.
local function number_of(value)
  if rawtype(value) ~= "string" then
    return value
  end
  local number = kit.read_number(value)
  if number == nil then
    raise("attempt to perform arithmetic on a string value")
  end
  return number
end

local ARITHMETIC = {
  add = function(one, two)
    return one + two
  end,
  sub = function(one, two)
    return one - two
  end,
  mul = function(one, two)
    return one * two
  end,
  div = function(one, two)
    return one / two
  end,
  -- The remainder to the nearest multiple, made positive only for positive divisors.
  mod = function(one, two)
    if rawtype(two) == "number" and two < 0 and rawtype(one) == "number" then
      local rest = remainder(one, two)
      return rest < 0 and rest + two or rest
    end
    return one % two
  end,
  pow = function(one, two)
    return one ^ two
  end,
  unm = function(one)
    return -one
  end,
}
local of_text = getmetatable("")
for name, run in next, ARITHMETIC do
  own[name] = function(one, two)
    return run(number_of(one), number_of(two))
  end
  -- Plain Lua asks for this where a text is no number to it.
  of_text["__" .. name] = own[name]
end
