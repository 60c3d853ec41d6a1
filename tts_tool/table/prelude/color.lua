-- Color: tints, and the colours of the seats by name.
local kit = ...
local type, setmetatable, tostring, tonumber = kit.type, setmetatable, kit.tostring, tonumber
local rawget, rawset, error, ipairs = rawget, rawset, error, ipairs
local abs, floor, max, min = math.abs, math.floor, math.max, math.min
local lower, format, gsub, sub, find, upper = string.lower, string.format, string.gsub, string.sub, string.find, string.upper
local insert = table.insert

local LETTERS = { "r", "g", "b", "a", r = "r", g = "g", b = "b", a = "a" }

-- The colours of the seats, in the order in which the game lists them.
local SEATS = {
  { "White", 1, 1, 1 },
  { "Brown", 0.443, 0.231, 0.09 },
  { "Red", 0.856, 0.1, 0.094 },
  { "Orange", 0.956, 0.392, 0.113 },
  { "Yellow", 0.905, 0.898, 0.172 },
  { "Green", 0.192, 0.701, 0.168 },
  { "Teal", 0.129, 0.694, 0.607 },
  { "Blue", 0.118, 0.53, 1 },
  { "Purple", 0.627, 0.125, 0.941 },
  { "Pink", 0.96, 0.439, 0.807 },
  { "Grey", 0.5, 0.5, 0.5 },
  { "Black", 0.25, 0.25, 0.25 },
}

local Color, meta = { list = {} }, {}
local named = {}

local function made(r, g, b, a)
  return setmetatable({ r = r, g = g, b = b, a = a or 1 }, meta)
end

local function parts(value)
  if type(value) ~= "table" then
    error("Color or table expected, got " .. type(value), 3)
  end
  return rawget(value, "r") or value[1] or 0,
    rawget(value, "g") or value[2] or 0,
    rawget(value, "b") or value[3] or 0,
    rawget(value, "a") or value[4] or 1
end

function Color.new(r, g, b, a)
  if type(r) == "table" then
    return made(parts(r))
  end
  return made(r or 0, g or 0, b or 0, a or 1)
end

function Color.Add(name, color)
  local key = lower(name)
  if named[key] == nil then
    insert(Color.list, name)
  end
  named[key] = { name = name, color = Color.new(color) }
end

for _, seat in ipairs(SEATS) do
  Color.Add(seat[1], { seat[2], seat[3], seat[4] })
end

function Color.fromString(name)
  local found = type(name) == "string" and named[lower(name)]
  if not found then
    error("there is no color named '" .. tostring(name) .. "'", 2)
  end
  return found.color:copy()
end

function Color.fromHex(text)
  local digits = gsub(text, "^#", "")
  local shape = "^%x%x%x%x%x%x$"
  if not (find(digits, shape) or find(sub(digits, 1, -3), shape) and find(digits, "^%x+$")) then
    error("'" .. tostring(text) .. "' is no hex color", 2)
  end
  local function channel(at)
    local pair = sub(digits, at, at + 1)
    return pair == "" and 1 or tonumber(pair, 16) / 255
  end
  return made(channel(1), channel(3), channel(5), channel(7))
end

function Color:setAt(key, value)
  local letter = LETTERS[key]
  if letter == nil then
    error("a Color has no component '" .. tostring(key) .. "'", 2)
  end
  rawset(self, letter, value)
  return self
end

function Color:set(r, g, b, a)
  self.r, self.g, self.b, self.a = r or self.r, g or self.g, b or self.b, a or self.a
  return self
end

function Color:get()
  return self.r, self.g, self.b, self.a
end

function Color:copy()
  return made(parts(self))
end

function Color:toHex(alpha)
  local function channel(value)
    return format("%02x", floor(max(0, min(1, value)) * 255 + 0.5))
  end
  local r, g, b, a = parts(self)
  return channel(r) .. channel(g) .. channel(b) .. (alpha == false and "" or channel(a))
end

function Color:equals(other, tolerance)
  local margin = tolerance or 0.01
  local r, g, b, a = parts(self)
  local other_r, other_g, other_b, other_a = parts(other)
  local apart = max(abs(r - other_r), abs(g - other_g), abs(b - other_b), abs(a - other_a))
  return apart <= margin
end

function Color:toString(tolerance)
  for _, name in ipairs(Color.list) do
    if Color.equals(self, named[lower(name)].color, tolerance) then
      return name
    end
  end
end

function Color:lerp(other, t)
  local share = max(0, min(1, t))
  local r, g, b, a = parts(self)
  local other_r, other_g, other_b, other_a = parts(other)
  return made(
    r + (other_r - r) * share,
    g + (other_g - g) * share,
    b + (other_b - b) * share,
    a + (other_a - a) * share
  )
end

-- Six places, without what a number does not need. The second value counts the whole numbers.
local function place(value)
  local trimmed = gsub(format("%.6f", value), "0+$", "")
  return gsub(trimmed, "%.$", "")
end

function Color:dump(prefix)
  local name = Color.toString(self)
  local text, whole = (prefix and prefix .. ": " or "") .. (name and name .. " " or "") .. "{", 0
  for at, letter in ipairs({ "r", "g", "b", "a" }) do
    local number, cut = place(self[letter])
    text, whole = text .. (at > 1 and ", " or " ") .. letter .. " = " .. number, whole + cut
  end
  return text .. " }", whole
end

function meta.__index(color, key)
  local letter = LETTERS[key]
  if letter then
    return rawget(color, letter)
  end
  return rawget(Color, key)
end

function meta.__newindex(color, key, value)
  rawset(color, LETTERS[key] or key, value)
end

function meta.__eq(one, two)
  return Color.equals(one, two)
end

function meta.__tostring(color)
  return (Color.dump(color, "Color"))
end

local AFTER = { r = "g", g = "b", b = "a" }

function meta.__pairs(color)
  local function following(all, key)
    local letter = key == nil and "r" or AFTER[key]
    if letter ~= nil then
      return letter, rawget(all, letter)
    end
  end
  return following, color, nil
end

setmetatable(Color, {
  __call = function(_, ...)
    return Color.new(...)
  end,
  __index = function(_, key)
    local found = type(key) == "string" and named[lower(key)]
    return found and found.color:copy() or nil
  end,
})

kit.shapes.color = made
kit.env.color = Color
return Color
