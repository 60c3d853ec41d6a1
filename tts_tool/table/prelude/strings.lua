-- The string library as MoonSharp has it: lengths and places count UTF-16 units, letters are
-- whatever Unicode calls one. A text of plain ASCII, the usual case, goes straight to Lua's own.
local kit = ...
local env = kit.env
local find, match, gmatch, gsub = string.find, string.match, string.gmatch, string.gsub
local sub, byte, char, rep, reverse, format = string.sub, string.byte, string.char, string.rep, string.reverse, string.format
local upper, lower = string.upper, string.lower
local rawtype, select, unpack, concat, floor, max, min = type, select, table.unpack, table.concat, math.floor, math.max, math.min
local raise = kit.raise

local own = {}
env.string = own

local SHORT = 40 -- a longer one is remembered, since it is often asked about again at once
local last_text, last_plain

local function is_plain(text)
  if #text <= SHORT then
    return not find(text, "[\128-\255]")
  elseif text ~= last_text then
    last_text, last_plain = text, not find(text, "[\128-\255]")
  end
  return last_plain
end

local function text_of(value, index, name)
  local kind = rawtype(value)
  if kind == "string" then
    return value
  elseif kind == "number" then
    return kit.number_text(value)
  end
  raise(format("bad argument #%d to '%s' (string expected, got %s)", index, name, kit.type(value)))
end

local function number_of(value, index, name, default)
  if value == nil and default then
    return default
  end
  local number = rawtype(value) == "number" and value or rawtype(value) == "string" and env.tonumber(value)
  if not number then
    raise(format("bad argument #%d to '%s' (number expected, got %s)", index, name, kit.type(value)))
  end
  return number < 0 and -floor(-number) or floor(number)
end

function kit.length(text)
  return is_plain(text) and #text or kit.units(text).count
end

-- First and last unit that are meant, within 1 .. count.
local function range(first, last, count)
  if first < 0 then
    first = count + first + 1
  end
  if last < 0 then
    last = count + last + 1
  end
  return max(first, 1), min(last, count)
end

function own.len(text)
  return kit.length(text_of(text, 1, "len"))
end

function own.sub(text, first, last)
  text = text_of(text, 1, "sub")
  first, last = number_of(first, 2, "sub", 1), number_of(last, 3, "sub", -1)
  if is_plain(text) then
    return sub(text, first, last)
  end
  local units = kit.units(text)
  first, last = range(first, last, units.count)
  return first > last and "" or kit.piece(units, first, last)
end

local function codes(text, first, last, name)
  text = text_of(text, 1, name)
  first = number_of(first, 2, name, 1)
  last = number_of(last, 3, name, first)
  if is_plain(text) then
    return { byte(text, first, last) }
  end
  local units, found = kit.units(text), {}
  first, last = range(first, last, units.count)
  for index = first, last do
    found[#found + 1] = units.codes[index]
  end
  return found
end

function own.byte(text, first, last)
  local found = codes(text, first, last, "byte")
  for index = 1, #found do
    found[index] = found[index] < 255 and found[index] or 63
  end
  return unpack(found)
end

function own.unicode(text, first, last)
  return unpack(codes(text, first, last, "unicode"))
end

local function unit(code)
  code = code % 65536
  if code < 128 then
    return char(code)
  elseif code < 2048 then
    return char(192 + floor(code / 64), 128 + code % 64)
  end
  return char(224 + floor(code / 4096), 128 + floor(code / 64) % 64, 128 + code % 64)
end

function own.char(...)
  local made = {}
  for index = 1, select("#", ...) do
    made[index] = unit(number_of((select(index, ...)), index, "char"))
  end
  return concat(made)
end

function own.reverse(text)
  text = text_of(text, 1, "reverse")
  if is_plain(text) then
    return reverse(text)
  end
  local units, made = kit.units(text), {}
  for index = units.count, 1, -1 do
    made[#made + 1] = kit.piece(units, index, index)
  end
  return concat(made)
end

function own.upper(text)
  text = text_of(text, 1, "upper")
  return is_plain(text) and upper(text) or kit.ask("upper", text)
end

function own.lower(text)
  text = text_of(text, 1, "lower")
  return is_plain(text) and lower(text) or kit.ask("lower", text)
end

function own.rep(text, times, between)
  text, times = text_of(text, 1, "rep"), number_of(times, 2, "rep")
  return rep(text, times, between and text_of(between, 3, "rep"))
end

function own.contains(text, part)
  return find(text_of(text, 1, "contains"), text_of(part, 2, "contains"), 1, true) ~= nil
end

function own.startsWith(text, part)
  text, part = text_of(text, 1, "startsWith"), text_of(part, 2, "startsWith")
  return sub(text, 1, #part) == part
end

function own.endsWith(text, part)
  text, part = text_of(text, 1, "endsWith"), text_of(part, 2, "endsWith")
  return part == "" or sub(text, -#part) == part
end

-- Patterns -----------------------------------------------------------------------------------

local function start_at(init, count)
  if init < 0 then
    init = max(count + init + 1, 1)
  end
  return max(init, 1)
end

local SPECIALS = "[%^%$%*%+%?%.%(%)%[%%%-]"

-- A search in plain letters: bytes find it, units say where.
local function find_plain(text, part, init)
  local units = kit.units(text)
  init = start_at(init, units.count)
  if init > units.count + 1 then
    return nil
  end
  local first, last = find(text, part, units.starts[init], true)
  if first then
    return kit.unit_at(units, first), kit.unit_at(units, last + 1) - 1
  end
end

local function search(text, pattern, init)
  local units = kit.units(text)
  init = start_at(init, units.count)
  if init > units.count + 1 then
    return nil
  end
  return kit.search(units, kit.units(pattern), init)
end

-- A pattern with several repetitions can take for ever: say where, before it does.
local function looked_at(pattern, text)
  if #text > 200 and find(pattern, "[%*%+%-].*[%*%+%-]") then
    kit.watch()
  end
end

function own.find(text, pattern, init, plain)
  text, pattern = text_of(text, 1, "find"), text_of(pattern, 2, "find")
  init = number_of(init, 3, "find", 1)
  if is_plain(text) and is_plain(pattern) then
    looked_at(pattern, text)
    return find(text, pattern, init, plain)
  elseif plain or not find(pattern, SPECIALS) then
    return find_plain(text, pattern, init)
  end
  local first, last, m = search(text, pattern, init)
  if first then
    return first, last, unpack(kit.captures(m, first, last, false), 1, m.level)
  end
end

function own.match(text, pattern, init)
  text, pattern = text_of(text, 1, "match"), text_of(pattern, 2, "match")
  init = number_of(init, 3, "match", 1)
  if is_plain(text) and is_plain(pattern) then
    looked_at(pattern, text)
    return match(text, pattern, init)
  end
  local first, last, m = search(text, pattern, init)
  if first then
    return unpack(kit.captures(m, first, last, true))
  end
end

function own.gmatch(text, pattern)
  text, pattern = text_of(text, 1, "gmatch"), text_of(pattern, 2, "gmatch")
  if is_plain(text) and is_plain(pattern) then
    looked_at(pattern, text)
    return gmatch(text, pattern)
  end
  local units, wanted, init = kit.units(text), kit.units(pattern), 1
  return function()
    if init > units.count + 1 then
      return nil
    end
    local first, last, m = kit.search(units, wanted, init, true)
    if not first then
      init = units.count + 2
      return nil
    end
    init = max(last + 1, first) + (last < first and 1 or 0)
    return unpack(kit.captures(m, first, last, true))
  end
end

-- What takes the place of a match: `%1` in a text, a key of a table, or a function's answer.
local function expanded(replacement, got, whole)
  return (gsub(replacement, "%%(.?)", function(which)
    if which == "%" then
      return "%"
    elseif which == "0" then
      return whole
    elseif not find(which, "%d") then
      raise("invalid use of '%' in replacement string")
    end
    local capture = got[which + 0]
    if capture == nil then
      raise("invalid capture index")
    end
    return rawtype(capture) == "number" and kit.number_text(capture) or capture
  end))
end

local function replaced(replacement, got, whole)
  local kind, value = kit.type(replacement), nil
  if kind == "function" then
    value = replacement(unpack(got))
  elseif kind == "table" then
    value = replacement[got[1]]
  else
    value = expanded(replacement, got, whole)
  end
  if value == nil or value == false then
    return whole
  elseif rawtype(value) == "number" then
    return kit.number_text(value)
  elseif rawtype(value) ~= "string" then
    raise(format("invalid replacement value (a %s)", kit.type(value)))
  end
  return value
end

local function gsub_units(text, pattern, replacement, most)
  local units, wanted, init = kit.units(text), kit.units(pattern), 1
  local made, times, anchored = {}, 0, wanted.codes[1] == 94
  while times < most and init <= units.count + 1 do
    local first, last, m = kit.search(units, wanted, init)
    if not first then
      break
    end
    times = times + 1
    made[#made + 1] = kit.piece(units, init, first - 1)
    made[#made + 1] = replaced(replacement, kit.captures(m, first, last, true), kit.piece(units, first, last))
    init = last + 1
    if last < first then
      made[#made + 1] = first <= units.count and kit.piece(units, first, first) or ""
      init = first + 1
    end
    if anchored then
      break
    end
  end
  made[#made + 1] = init <= units.count and kit.piece(units, init, units.count) or ""
  return concat(made), times
end

local REPLACES = { string = true, number = true, table = true, ["function"] = true }

function own.gsub(text, pattern, replacement, most)
  text, pattern = text_of(text, 1, "gsub"), text_of(pattern, 2, "gsub")
  local kind = kit.type(replacement)
  if not REPLACES[kind] then
    raise("bad argument #3 to 'gsub' (string/function/table expected)")
  elseif kind == "number" then
    replacement = kit.number_text(replacement)
  end
  if is_plain(text) and is_plain(pattern) then
    looked_at(pattern, text)
    return gsub(text, pattern, replacement, most and number_of(most, 4, "gsub"))
  end
  return gsub_units(text, pattern, replacement, number_of(most, 4, "gsub", #text + 1))
end

-- format -------------------------------------------------------------------------------------

-- .NET rounds the fifteen digits that it shows, halves away from zero; C rounds the exact value.
local function fixed(value, digits)
  local shown = format("%.14e", value)
  local sign, lead, tail, exponent = match(shown, "^(-?)(%d)%.(%d+)e([+-]%d+)$")
  if sign == nil then
    return kit.number_text(value)
  end
  local all, point = lead .. tail, exponent + 1
  local keep = point + digits
  if keep >= #all then
    return format("%." .. digits .. "f", value)
  elseif keep < 0 or keep == 0 and byte(all, 1) < 53 then
    return sign .. format("%." .. digits .. "f", 0)
  end
  local up = byte(all, keep + 1) >= 53
  local number = sign .. "0" .. sub(all, 1, keep)
  local kept = (number == "-0" or number == "0") and 0 or number + 0
  if up then
    kept = kept + (sign == "-" and -1 or 1)
  end
  local body = format("%.0f", kept)
  local minus, figures = match(body, "^(-?)(%d+)$")
  minus = sign
  if digits == 0 then
    return minus .. figures
  end
  figures = rep("0", digits + 1 - #figures) .. figures
  return minus .. sub(figures, 1, -digits - 1) .. "." .. sub(figures, -digits)
end

local function padded(text, flags, width)
  local missing = (width ~= "" and width + 0 or 0) - kit.length(text)
  if missing <= 0 then
    return text
  elseif find(flags, "-", 1, true) then
    return text .. rep(" ", missing)
  elseif find(flags, "0", 1, true) and find(text, "%d") then
    local sign, rest = match(text, "^([+-]?)(.*)$")
    return sign .. rep("0", missing) .. rest
  end
  return rep(" ", missing) .. text
end

local function signed(text, flags, value)
  if value >= 0 then
    if find(flags, "+", 1, true) then
      return "+" .. text
    elseif find(flags, " ", 1, true) then
      return " " .. text
    end
  end
  return text
end

-- Three digits in the exponent, as .NET writes them.
local function wide_exponent(text)
  return (gsub(text, "([eE][+-])(%d%d)$", "%10%2"))
end

local QUOTED = { ['"'] = '\\"', ["\\"] = "\\\\", ["\n"] = "\\\n", ["\r"] = "\\r", ["\0"] = "\\0" }

local function number_at(index, value)
  local number = rawtype(value) == "number" and value or rawtype(value) == "string" and env.tonumber(value)
  if not number then
    raise(format("bad argument #%d to 'format' (number expected, got %s)", index, kit.type(value)))
  end
  return number
end

local DIRECTIVES = {}

function DIRECTIVES.s(index, value, flags, width, precision)
  local text = text_of(value, index, "format")
  if precision ~= "" then
    text = own.sub(text, 1, sub(precision, 2) == "" and 0 or sub(precision, 2) + 0)
  end
  return padded(text, flags, width)
end

function DIRECTIVES.q(index, value)
  return '"' .. gsub(text_of(value, index, "format"), '["\\\n\r%z]', QUOTED) .. '"'
end

function DIRECTIVES.c(index, value, flags, width)
  return padded(unit(number_of(value, index, "format")), flags, width)
end

function DIRECTIVES.f(index, value, flags, width, precision)
  local number = number_at(index, value)
  local digits = precision == "" and 6 or sub(precision, 2) == "" and 0 or sub(precision, 2) + 0
  return padded(signed(fixed(number, digits), flags, number), flags, width)
end

local function native(letter)
  return function(index, value, flags, width, precision)
    return format("%" .. flags .. width .. precision .. letter, number_at(index, value))
  end
end

for letter in gmatch("dioxXug", ".") do
  DIRECTIVES[letter] = native(letter == "u" and "d" or letter)
end
DIRECTIVES.G = native("G")

local function exponential(letter)
  local plain = native(letter)
  return function(index, value, flags, width, precision)
    return padded(wide_exponent(plain(index, value, gsub(flags, "[-0]", ""), "", precision)), flags, width)
  end
end
DIRECTIVES.e, DIRECTIVES.E = exponential("e"), exponential("E")

function own.format(shape, ...)
  shape = text_of(shape, 1, "format")
  local count, used, made, at = select("#", ...), 0, {}, 1
  local values = { ... }
  while true do
    local percent = find(shape, "%", at, true)
    if not percent then
      made[#made + 1] = sub(shape, at)
      return concat(made)
    end
    made[#made + 1] = sub(shape, at, percent - 1)
    local flags, width, precision, letter, after = match(shape, "^([-+ #0]*)(%d?%d?)(%.?%d?%d?)(.?)()", percent + 1)
    if letter == "%" then
      made[#made + 1] = "%"
    elseif not DIRECTIVES[letter] then
      raise("invalid option '%" .. letter .. "' to 'format'")
    else
      used = used + 1
      if used > count then
        raise(format("bad argument #%d to 'format' (no value)", used + 1))
      end
      made[#made + 1] = DIRECTIVES[letter](used + 1, values[used], flags, width, precision)
    end
    at = after
  end
end
