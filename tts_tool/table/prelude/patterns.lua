-- Patterns over texts beyond ASCII: the classic matcher, on UTF-16 units instead of bytes.
-- Inside Lua a text is UTF-8, but each surrogate of a pair stands for itself, so that every unit
-- is one sequence of one to three bytes.
local kit = ...
local byte, find, gmatch = string.byte, string.find, string.gmatch
local floor = math.floor
local raise = kit.raise

local MOST_CAPTURES, DEEPEST = 32, 200
local POSITION, UNFINISHED = -2, -1

-- Units of a text: where each begins, and its code. The last texts asked for are remembered.
local remembered, turn = {}, 0

local function cut(text)
  local starts, codes, count = {}, {}, 0
  for at, unit in gmatch(text, "()([^\128-\191][\128-\191]*)") do
    count = count + 1
    local one, two, three = byte(unit, 1, 3)
    starts[count] = at
    if three then
      codes[count] = (one - 224) * 4096 + (two - 128) * 64 + three - 128
    else
      codes[count] = two and (one - 192) * 64 + two - 128 or one
    end
  end
  starts[count + 1] = #text + 1
  return { text = text, starts = starts, codes = codes, count = count }
end

function kit.units(text)
  for slot = 1, 4 do
    local one = remembered[slot]
    if one and one.text == text then
      return one
    end
  end
  turn = turn % 4 + 1
  remembered[turn] = cut(text)
  return remembered[turn]
end

-- Which unit begins at this byte.
function kit.unit_at(units, at)
  local starts, low, high = units.starts, 1, units.count + 1
  while low < high do
    local middle = floor((low + high) / 2)
    if starts[middle] < at then
      low = middle + 1
    else
      high = middle
    end
  end
  return low
end

-- Character classes: bits for a, d, l, u, p, c, w, g, s, x, asked once for each code.
local BITS = { a = 1, d = 2, l = 4, u = 8, p = 16, c = 32, w = 64, g = 128, s = 256, x = 512 }
local letters, uppers = {}, {}
for name, bit in next, BITS do
  letters[byte(name)] = bit
  uppers[byte(name) - 32] = bit
end
local known = {}

local function has(code, bit)
  local mask = known[code]
  if mask == nil then
    mask = kit.ask("class", code)
    known[code] = mask
  end
  return floor(mask / bit) % 2 == 1
end

local function in_class(code, letter)
  if letters[letter] then
    return has(code, letters[letter])
  elseif uppers[letter] then
    return not has(code, uppers[letter])
  end
  return code == letter
end

-- The matcher: `m` holds source, pattern and captures.
local do_match

local function class_end(m, p)
  local pattern, first = m.pattern, m.pattern[p]
  p = p + 1
  if first == 37 then
    if p > m.pattern_count then
      raise("malformed pattern (ends with '%')")
    end
    return p + 1
  elseif first ~= 91 then
    return p
  end
  if pattern[p] == 94 then
    p = p + 1
  end
  repeat
    if p > m.pattern_count then
      raise("malformed pattern (missing ']')")
    end
    local code = pattern[p]
    p = p + 1
    if code == 37 and p <= m.pattern_count then
      p = p + 1
    end
  until pattern[p] == 93
  return p + 1
end

local function in_set(m, code, p, last)
  local pattern, yes = m.pattern, true
  if pattern[p + 1] == 94 then
    yes = false
    p = p + 1
  end
  p = p + 1
  while p < last do
    local one = pattern[p]
    if one == 37 then
      p = p + 1
      if in_class(code, pattern[p]) then
        return yes
      end
    elseif pattern[p + 1] == 45 and p + 2 < last then
      if one <= code and code <= pattern[p + 2] then
        return yes
      end
      p = p + 2
    elseif one == code then
      return yes
    end
    p = p + 1
  end
  return not yes
end

local function single(m, s, p, after)
  if s > m.count then
    return false
  end
  local code, first = m.source[s], m.pattern[p]
  if first == 46 then
    return true
  elseif first == 37 then
    return in_class(code, m.pattern[p + 1])
  elseif first == 91 then
    return in_set(m, code, p, after - 1)
  end
  return first == code
end

local function balanced(m, s, p)
  if p + 1 > m.pattern_count then
    raise("malformed pattern (missing arguments to '%b')")
  end
  local open, close, depth = m.pattern[p], m.pattern[p + 1], 1
  if s > m.count or m.source[s] ~= open then
    return nil
  end
  for at = s + 1, m.count do
    local code = m.source[at]
    if code == close then
      depth = depth - 1
      if depth == 0 then
        return at + 1
      end
    elseif code == open then
      depth = depth + 1
    end
  end
end

local function as_many(m, s, p, after)
  local count = 0
  while single(m, s + count, p, after) do
    count = count + 1
  end
  for extra = count, 0, -1 do
    local found = do_match(m, s + extra, after + 1)
    if found then
      return found
    end
  end
end

local function as_few(m, s, p, after)
  while true do
    local found = do_match(m, s, after + 1)
    if found then
      return found
    elseif not single(m, s, p, after) then
      return nil
    end
    s = s + 1
  end
end

local function begin_capture(m, s, p, length)
  if m.level >= MOST_CAPTURES then
    raise("too many captures")
  end
  local level = m.level + 1
  m.starts[level], m.lengths[level], m.level = s, length, level
  local found = do_match(m, s, p)
  if not found then
    m.level = m.level - 1
  end
  return found
end

local function end_capture(m, s, p)
  local level = m.level
  while level > 0 and m.lengths[level] ~= UNFINISHED do
    level = level - 1
  end
  if level == 0 then
    raise("invalid pattern capture")
  end
  m.lengths[level] = s - m.starts[level]
  local found = do_match(m, s, p)
  if not found then
    m.lengths[level] = UNFINISHED
  end
  return found
end

local function again(m, s, digit)
  local level = digit - 48
  if level < 1 or level > m.level or m.lengths[level] == UNFINISHED then
    raise("invalid capture index %" .. level)
  end
  local start, length = m.starts[level], m.lengths[level]
  if s + length - 1 > m.count then
    return nil
  end
  for step = 0, length - 1 do
    if m.source[start + step] ~= m.source[s + step] then
      return nil
    end
  end
  return s + length
end

local function at_frontier(m, s, p)
  if m.pattern[p] ~= 91 then
    raise("missing '[' after '%f' in pattern")
  end
  local after = class_end(m, p)
  local before, here = m.source[s - 1] or 0, m.source[s] or 0
  if in_set(m, before, p, after - 1) or not in_set(m, here, p, after - 1) then
    return nil
  end
  return after
end

-- One item without a bracket: where to go on in source and pattern, or what was found.
local function item(m, s, p)
  local after = class_end(m, p)
  local how = m.pattern[after]
  if how == 42 then
    return nil, nil, as_many(m, s, p, after)
  elseif how == 45 then
    return nil, nil, as_few(m, s, p, after)
  end
  local fits = single(m, s, p, after)
  if how == 63 then
    local found = fits and do_match(m, s + 1, after + 1)
    if found then
      return nil, nil, found
    end
    return s, after + 1
  elseif not fits then
    return nil, nil, nil
  elseif how == 43 then
    return nil, nil, as_many(m, s + 1, p, after)
  end
  return s + 1, after
end

local function steps(m, s, p)
  local pattern = m.pattern
  while p <= m.pattern_count do
    local code, second, found = pattern[p], pattern[p + 1], nil
    if code == 40 then
      if second == 41 then
        return begin_capture(m, s, p + 2, POSITION)
      end
      return begin_capture(m, s, p + 1, UNFINISHED)
    elseif code == 41 then
      return end_capture(m, s, p + 1)
    elseif code == 36 and p == m.pattern_count then
      return s == m.count + 1 and s or nil
    elseif code == 37 and second == 98 then
      s, p = balanced(m, s, p + 2), p + 4
    elseif code == 37 and second == 102 then
      p = at_frontier(m, s, p + 2)
    elseif code == 37 and second and second >= 48 and second <= 57 then
      s, p = again(m, s, second), p + 2
    else
      s, p, found = item(m, s, p)
    end
    if s == nil or p == nil then
      return found
    end
  end
  return s
end

function do_match(m, s, p)
  m.depth = m.depth - 1
  if m.depth == 0 then
    raise("pattern too complex")
  end
  local found = steps(m, s, p)
  m.depth = m.depth + 1
  return found
end

-- Try at each place from `init` on; an anchor, where it is one, tries once. Returns first and last
-- unit, and `m`.
function kit.search(source, pattern, init, no_anchor)
  local m = {
    source = source.codes, count = source.count, units = source,
    pattern = pattern.codes, pattern_count = pattern.count,
    starts = {}, lengths = {},
  }
  local anchored = pattern.codes[1] == 94 and not no_anchor
  local last = anchored and init or source.count + 1
  for s = init, last do
    m.level, m.depth = 0, DEEPEST
    local after = do_match(m, s, anchored and 2 or 1)
    if after then
      return s, after - 1, m
    end
  end
end

function kit.piece(units, first, last)
  local starts = units.starts
  return string.sub(units.text, starts[first], starts[last + 1] - 1)
end

-- All captures of a match, or the whole match if the pattern has none.
function kit.captures(m, first, last, whole)
  local got = {}
  for level = 1, m.level do
    local start, length = m.starts[level], m.lengths[level]
    if length == UNFINISHED then
      raise("unfinished capture")
    end
    got[level] = length == POSITION and start or kit.piece(m.units, start, start + length - 1)
  end
  if m.level == 0 and whole then
    got[1] = kit.piece(m.units, first, last)
  end
  return got
end
