-- Tables: an order of keys that is the same in each process, and `table` as MoonSharp has it.
local kit = ...
local env = kit.env
local setmetatable, next, rawget, rawtype, getmetatable, rawequal = setmetatable, next, rawget, type, getmetatable, rawequal
local select, unpack, concat, sort = select, table.unpack, table.concat, table.sort
local format, floor = string.format, math.floor
local raise, expect = kit.raise, kit.expect
local orders = kit.orders

local own = {}
env.table = own

-- Order of keys: as Python gave them, or as they are written; else 1, 2, 3 …, then other keys by type
-- and text. ---------------------------------------------------------------------------------------

-- Proxies go by what they stand for. Other tables and functions have nothing that would be the same
-- in another process: they go in the order in which they first had to be compared.
local met, count = setmetatable({}, { __mode = "k" }), 0

local function order_of(value)
  local kind, key = kit.identity(value)
  if kind ~= nil then
    return format("%s %15s", kind, kit.own_text(key))
  end
  if met[value] == nil then
    count = count + 1
    met[value] = format("~%15d", count)
  end
  return met[value]
end

local RANK = { number = 1, string = 2, boolean = 3 }

local function before(one, two)
  local left, right = rawtype(one), rawtype(two)
  if rawequal(one, two) then
    return false
  elseif left ~= right then
    return (RANK[left] or 4) < (RANK[right] or 4) or (RANK[left] or 4) == (RANK[right] or 4) and left < right
  elseif left == "number" or left == "string" then
    return one < two
  end
  return order_of(one) < order_of(two)
end

-- The generator of Park and Miller: Python is asked for its beginning, not for the place of each key.
local drawn

local function draw(last)
  drawn = (drawn or kit.ask("shuffle")) * 16807 % 2147483647
  return drawn % last + 1
end

local function shuffled(keys)
  for last = #keys, 2, -1 do
    local other = draw(last)
    keys[last], keys[other] = keys[other], keys[last]
  end
  return keys
end

-- Sorts keys; texts alone need no telling apart, and are what most tables have.
local function sorted(keys)
  for index = 1, #keys do
    if rawtype(keys[index]) ~= "string" then
      sort(keys, before)
      return
    end
  end
  sort(keys)
end

-- The keys that were given and are still there, in a list that is only read; then those that came later.
local function given_keys(t, given)
  local there, all = 0, 0
  for index = 1, #given do
    if rawget(t, given[index]) ~= nil then
      there = there + 1
    end
  end
  for _ in next, t do
    all = all + 1
  end
  if there == all and there == #given then
    return given
  end
  local keys, many = {}, 0
  for index = 1, #given do
    local key = given[index]
    if rawget(t, key) ~= nil then
      many = many + 1
      keys[many] = key
    end
  end
  if there == all then
    return keys
  end
  local seen, added = {}, {}
  for index = 1, many do
    seen[keys[index]] = true
  end
  for key in next, t do
    if not seen[key] then
      added[#added + 1] = key
    end
  end
  sorted(added)
  for index = 1, #added do
    keys[#keys + 1] = added[index]
  end
  return keys
end

-- How many keys count 1, 2, 3 … without a gap, and the others in order.
local function sorted_keys(t)
  local length = 0
  while rawget(t, length + 1) ~= nil do
    length = length + 1
  end
  local rest = {}
  for key in next, t do
    if rawtype(key) ~= "number" or key < 1 or key > length or key % 1 ~= 0 then
      rest[#rest + 1] = key
    end
  end
  if #rest > 1 then
    sorted(rest)
    if kit.switches["pairs-order"] == "shuffled" then
      shuffled(rest)
    end
  end
  return length, rest
end

local function walk(t)
  local given = orders[t]
  if given then
    return 0, given_keys(t, given)
  end
  return sorted_keys(t)
end

-- Walks the rest of the keys, behind those that count.
local function walking(t, rest)
  local index, last = 0, #rest
  return function()
    while index < last do
      index = index + 1
      local key = rest[index]
      local value = rawget(t, key)
      if value ~= nil then
        return key, value
      end
    end
  end
end

local function iterator(t)
  local length, rest = walk(t)
  local others = walking(t, rest)
  if length == 0 then
    return others
  end
  local index = 0
  return function()
    while index < length do
      index = index + 1
      local value = rawget(t, index)
      if value ~= nil then
        return index, value
      end
    end
    return others()
  end
end
kit.pairs = function(t)
  return iterator(t), t, nil
end

function env.pairs(t)
  local kind = rawtype(t)
  local meta = kind == "table" and getmetatable(t)
  local how = rawtype(meta) == "table" and rawget(meta, "__pairs")
  if how then
    local f, state, first = how(t)
    return f, state, first
  end
  expect(t, "table", 1, "pairs")
  return iterator(t), t, nil
end

-- `next` by hand: the keys of the table asked for last, and where each stands.
local walked, keys, places

local function look(t)
  local length, rest = walk(t)
  walked, keys, places = t, {}, {}
  for index = 1, length do
    keys[index] = index
  end
  for index = 1, #rest do
    keys[length + index] = rest[index]
  end
  for index = 1, #keys do
    places[keys[index]] = index
  end
end

function env.next(t, key)
  expect(t, "table", 1, "next")
  if key == nil then
    if next(t) == nil then
      return nil
    end
    look(t)
  elseif not rawequal(walked, t) or places[key] == nil then
    look(t)
    if places[key] == nil then
      raise("invalid key to 'next'")
    end
  end
  for index = key == nil and 1 or places[key] + 1, #keys do
    local value = rawget(t, keys[index])
    if value ~= nil then
      return keys[index], value
    end
  end
  return nil
end

local function following(t, index)
  index = index + 1
  local value = t[index]
  if value ~= nil then
    return index, value
  end
end

function env.ipairs(t)
  local meta = rawtype(t) == "table" and getmetatable(t)
  local how = rawtype(meta) == "table" and rawget(meta, "__ipairs")
  if how then
    local f, state, first = how(t)
    return f, state, first
  end
  expect(t, "table", 1, "ipairs")
  return following, t, 0
end

-- table ----------------------------------------------------------------------------------------

-- MoonSharp counts until the first gap; Lua may count past it. All of a list is looked at, but of a
-- long one only what has been added since it was last looked at.
local LONG = 1000 -- a look at fewer costs less than remembering
local without_gap = setmetatable({}, { __mode = "k" })

local function before_gap(t, first, last)
  if getmetatable(t) == nil then -- asking the table itself is much faster than calling for it
    for index = first, last do
      if t[index] == nil then
        return index - 1
      end
    end
    return last
  end
  for index = first, last do
    if rawget(t, index) == nil then
      return index - 1
    end
  end
  return last
end

local function length(t)
  local meta = getmetatable(t)
  if rawtype(meta) == "table" and rawget(meta, "__len") then
    local count = #t
    if rawtype(count) ~= "number" then
      raise("object length is not a number")
    end
    return floor(count)
  end
  local count = #t
  if count <= LONG then
    return before_gap(t, 1, count)
  end
  local known = without_gap[t]
  local found = before_gap(t, known and known <= count and known + 1 or 1, count)
  without_gap[t] = found == count and count or nil
  return found
end
kit.table_length = length

local function place(value, index, name)
  expect(value, "number", index, name)
  return value < 0 and -floor(-value) or floor(value)
end

function own.unpack(t, first, last)
  expect(t, "table", 1, "unpack")
  first = first == nil and 1 or place(first, 2, "unpack")
  last = last == nil and length(t) or place(last, 3, "unpack")
  return unpack(t, first, last)
end

function own.pack(...)
  local packed = { ... }
  packed.n = select("#", ...)
  return packed
end
env.unpack, env.pack = own.unpack, own.pack

function own.insert(t, ...)
  expect(t, "table", 1, "table.insert")
  local count, at, value = select("#", ...), ...
  if count > 2 then
    raise("wrong number of arguments to 'insert'")
  end
  local last = length(t)
  if value == nil then
    t[last + 1] = at
    return t
  end
  at = place(at, 2, "table.insert")
  if at < 1 or at > last + 1 then
    raise("bad argument #2 to 'insert' (position out of bounds)")
  end
  for index = last, at, -1 do
    t[index + 1] = t[index]
  end
  t[at] = value
  return t
end

function own.remove(t, ...)
  expect(t, "table", 1, "table.remove")
  local count, at = select("#", ...), ...
  if count > 1 then
    raise("wrong number of arguments to 'remove'")
  end
  local last = length(t)
  at = at == nil and last or place(at, 2, "table.remove")
  if at >= last + 1 or at < 1 and last > 0 then
    raise("bad argument #1 to 'remove' (position out of bounds)")
  end
  local gone = nil
  for index = at, last do
    if index == at then
      gone = t[index]
    end
    t[index] = t[index + 1]
  end
  return gone
end

function own.concat(t, between, first, last)
  expect(t, "table", 1, "concat")
  if between ~= nil and rawtype(between) ~= "number" then
    expect(between, "string", 2, "concat")
  end
  first = first == nil and 1 or place(first, 3, "concat")
  last = last == nil and length(t) or place(last, 4, "concat")
  local texts, count = {}, 0
  for index = first, last do
    local value = t[index]
    local kind = rawtype(value)
    if kind == "number" then
      value = kit.number_text(value)
    elseif kind ~= "string" then
      raise(format("invalid value (%s) at index %d in table for 'concat'", kit.type(value), index))
    end
    count = count + 1
    texts[count] = value
  end
  return concat(texts, between)
end
