-- `table.sort` as MoonSharp has it, which lets .NET sort. Whoever compares in another order lays
-- equal values otherwise, and stumbles over other functions that contradict themselves: .NET minds
-- only two values of which each shall come before the other, and only if it compares the two.
local kit = ...
local rawtype, rawget, rawset, sort, gsub = type, rawget, rawset, table.sort, string.gsub
local floor = math.floor
local raise, expect, before = kit.raise, kit.expect, kit.operators.lt

-- Shorter stretches are sorted by insertion.
local SHORT = 16 -- as sorting libraries have it

-- Negative: one comes before two. Both sides are asked each time, as the game does.
local function sign_by(f)
  return function(one, two)
    local first, second = f(one, two), f(two, one)
    if first and second then
      raise("invalid order function for sorting")
    end
    return first and -1 or second and 1 or 0
  end
end

local function in_order(all, one, two, sign)
  if one ~= two and sign(all[one], all[two]) > 0 then
    all[one], all[two] = all[two], all[one]
  end
end

local function insert(all, low, high, sign)
  for last = low, high - 1 do
    local at, value = last, all[last + 1]
    while at >= low and sign(value, all[at]) < 0 do
      all[at + 1] = all[at]
      at = at - 1
    end
    all[at + 1] = value
  end
end

local function sink(all, at, count, low, sign)
  local value = all[low + at - 1]
  while at <= floor(count / 2) do
    local child = 2 * at
    if child < count and sign(all[low + child - 1], all[low + child]) < 0 then
      child = child + 1
    end
    if sign(value, all[low + child - 1]) >= 0 then
      break
    end
    all[low + at - 1] = all[low + child - 1]
    at = child
  end
  all[low + at - 1] = value
end

local function heap(all, low, high, sign)
  local count = high - low + 1
  for at = floor(count / 2), 1, -1 do
    sink(all, at, count, low, sign)
  end
  for last = count, 2, -1 do
    all[low], all[low + last - 1] = all[low + last - 1], all[low]
    sink(all, 1, last - 1, low, sign)
  end
end

-- Where the middle value has come to; nothing if the function leads beyond the end, so that .NET
-- gives up and leaves everything as it is by then.
local function parted(all, low, high, sign)
  local middle = low + floor((high - low) / 2)
  in_order(all, low, middle, sign)
  in_order(all, low, high, sign)
  in_order(all, middle, high, sign)
  local pivot = all[middle]
  all[middle], all[high - 1] = all[high - 1], all[middle]
  local left, right = low, high - 1
  while left < right do
    repeat
      left = left + 1
      if all[left] == nil then
        return nil
      end
    until sign(all[left], pivot) >= 0
    repeat
      right = right - 1
      if all[right] == nil then
        return nil
      end
    until sign(pivot, all[right]) >= 0
    if left >= right then
      break
    end
    all[left], all[right] = all[right], all[left]
  end
  all[left], all[high - 1] = all[high - 1], all[left]
  return left
end

local function sorted(all, low, high, depth, sign)
  while high > low do
    local count = high - low + 1
    if count == 2 then
      in_order(all, low, high, sign)
      return true
    elseif count == 3 then
      in_order(all, low, high - 1, sign)
      in_order(all, low, high, sign)
      in_order(all, high - 1, high, sign)
      return true
    elseif count <= SHORT then
      insert(all, low, high, sign)
      return true
    elseif depth == 0 then
      heap(all, low, high, sign)
      return true
    end
    depth = depth - 1
    local middle = parted(all, low, high, sign)
    if middle == nil or not sorted(all, middle + 1, high, depth, sign) then
      return false
    end
    high = middle - 1
  end
  return true
end

local function depth_of(count)
  local depth = 0
  while count >= 1 do
    depth, count = depth + 2, floor(count / 2)
  end
  return depth
end

local function all_numbers(all)
  for index = 1, #all do
    local value = all[index]
    if rawtype(value) ~= "number" or value ~= value then
      return false
    end
  end
  return true
end

-- Without a function, texts go by the alphabet (`_1aAbB`), not by their bytes.
function kit.env.table.sort(t, f)
  expect(t, "table", 1, "sort")
  if f ~= nil then
    expect(f, "function", 2, "sort")
  end
  local all = {}
  for index = 1, kit.table_length(t) do
    all[index] = rawget(t, index)
  end
  if f == nil and all_numbers(all) then
    sort(all)
  else
    -- Within a call of C, so that a function that compares cannot yield: the game's cannot either.
    gsub("-", "-", function()
      sorted(all, 1, #all, depth_of(#all), sign_by(f or before))
    end)
  end
  for index = 1, #all do
    rawset(t, index, all[index])
  end
  return t
end
