-- Vector: points and directions. Everything that the game answers with a position is one of these.
-- Letters and numbers name the same component; only the letters are really there.
local kit = ...
local switches = kit.switches
local type, setmetatable, tostring = kit.type, setmetatable, kit.tostring
local rawget, rawset, error, next = rawget, rawset, error, next
local sqrt, sin, cos, acos, atan2 = math.sqrt, math.sin, math.cos, math.acos, math.atan2
local rad, deg, min, max = math.rad, math.deg, math.min, math.max

local LETTERS = { "x", "y", "z", x = "x", y = "y", z = "z" }
local AXES = { x = { "y", "z" }, y = { "z", "x" }, z = { "x", "y" } }

local Vector, meta = {}, {}

local function made(x, y, z)
  return setmetatable({ x = x, y = y, z = z }, meta)
end

-- Components of a Vector, or of a plain table with letters or numbers.
local function parts(value)
  if type(value) ~= "table" then
    error("Vector or table expected, got " .. type(value), 3)
  end
  return rawget(value, "x") or value[1] or 0, rawget(value, "y") or value[2] or 0, rawget(value, "z") or value[3] or 0
end

function Vector.new(x, y, z)
  if type(x) == "table" then
    return made(parts(x))
  end
  return made(x or 0, y or 0, z or 0)
end

function Vector.min(one, two)
  local ax, ay, az = parts(one)
  local bx, by, bz = parts(two)
  return made(min(ax, bx), min(ay, by), min(az, bz))
end

function Vector.max(one, two)
  local ax, ay, az = parts(one)
  local bx, by, bz = parts(two)
  return made(max(ax, bx), max(ay, by), max(az, bz))
end

function Vector.between(one, two)
  local ax, ay, az = parts(one)
  local bx, by, bz = parts(two)
  return made(bx - ax, by - ay, bz - az)
end

-- Element access -----------------------------------------------------------------------------

function Vector:setAt(key, value)
  local letter = LETTERS[key]
  if letter == nil then
    error("a Vector has no component '" .. tostring(key) .. "'", 2)
  end
  rawset(self, letter, value)
  return self
end

function Vector:set(x, y, z)
  self.x, self.y, self.z = x or self.x, y or self.y, z or self.z
  return self
end

function Vector:get()
  return self.x, self.y, self.z
end

function Vector:copy()
  return made(parts(self))
end

-- What changes the vector itself, and returns it ---------------------------------------------

function Vector:add(other)
  local x, y, z = parts(other)
  return self:set(self.x + x, self.y + y, self.z + z)
end

function Vector:sub(other)
  local x, y, z = parts(other)
  return self:set(self.x - x, self.y - y, self.z - z)
end

function Vector:scale(factor, second, third)
  if type(factor) == "table" then
    local x, y, z = parts(factor)
    return self:set(self.x * x, self.y * y, self.z * z)
  end
  return self:set(self.x * factor, self.y * (second or factor), self.z * (third or factor))
end

function Vector:inverse()
  return self:scale(-1)
end

function Vector:clamp(limit)
  local length = self:magnitude()
  if length > limit then
    self:scale(limit / length)
  end
  return self
end

function Vector:normalize()
  local length = self:magnitude()
  if length > 0 then
    self:scale(1 / length)
  end
  return self
end

function Vector:project(other)
  local x, y, z = parts(other)
  local along = Vector.dot(self, other) / (x * x + y * y + z * z)
  return self:set(x * along, y * along, z * along)
end

function Vector:projectOnPlane(normal)
  return self:sub(self:copy():project(normal))
end

function Vector:reflect(normal)
  return self:sub(self:copy():project(normal):scale(2))
end

function Vector:moveTowards(target, limit)
  local way = Vector.between(self, target):clamp(limit)
  return self:add(way)
end

function Vector:rotateTowards(target, limit)
  return self:rotateTowardsUnit(Vector.new(target):normalize(), limit)
end

-- Turns in the plane of both, and never beyond the target (or, backwards, beyond its opposite).
function Vector:rotateTowardsUnit(target, limit)
  local length = self:magnitude()
  local apart = Vector.angle(self, target)
  if length == 0 or apart == 0 then
    return self
  end
  local angle = rad(max(min(limit, apart), apart - 180))
  local here = self:normalized()
  local across = Vector.new(target):sub(here * Vector.dot(here, target))
  if across:magnitude() < 1e-9 then
    local _, normal = here:orthoNormalize()
    across = normal
  end
  across:normalize():scale(length * sin(angle))
  return self:set((here * (length * cos(angle)) + across):get())
end

function Vector:rotateOver(axis, angle)
  local pair = AXES[axis]
  if pair == nil then
    error("a Vector turns over 'x', 'y' or 'z', not '" .. tostring(axis) .. "'", 2)
  end
  local one, two = self[pair[1]], self[pair[2]]
  local c, s = cos(rad(angle)), sin(rad(angle))
  self[pair[1]], self[pair[2]] = one * c - two * s, one * s + two * c
  return self
end

-- What leaves the vector alone ---------------------------------------------------------------

function Vector:dot(other)
  local ax, ay, az = parts(self)
  local bx, by, bz = parts(other)
  return ax * bx + ay * by + az * bz
end

function Vector:sqrMagnitude()
  return Vector.dot(self, self)
end

function Vector:magnitude()
  return sqrt(Vector.sqrMagnitude(self))
end

function Vector:sqrDistance(other)
  return Vector.sqrMagnitude(Vector.between(self, other))
end

function Vector:distance(other)
  return sqrt(Vector.sqrDistance(self, other))
end

-- The margin bounds the squared distance: 0.001 is about 0.03 of distance.
function Vector:equals(other, margin)
  return Vector.sqrDistance(self, other) <= (margin or 0.001)
end

function Vector:string(prefix)
  local x, y, z = parts(self)
  local before = prefix and prefix .. ": " or ""
  return before .. "{ " .. tostring(x) .. ", " .. tostring(y) .. ", " .. tostring(z) .. " }", 0
end

function Vector:angle(other)
  local lengths = Vector.magnitude(self) * Vector.magnitude(other)
  if lengths == 0 then
    return 0
  end
  return deg(acos(max(-1, min(1, Vector.dot(self, other) / lengths))))
end

function Vector:cross(other)
  local ax, ay, az = parts(self)
  local bx, by, bz = parts(other)
  return made(ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx)
end

function Vector:lerp(other, t)
  local share = max(0, min(1, t))
  return Vector.between(self, other):scale(share):add(self)
end

function Vector:normalized()
  return Vector.copy(self):normalize()
end

function Vector:orthoNormalize(planar)
  local base = Vector.normalized(self)
  local normal = base:cross(planar or made(0, 1, 0))
  if normal:magnitude() < 1e-9 then
    normal = base:cross(made(0, 0, 1))
  end
  normal:normalize()
  return base, normal, base:cross(normal):normalize()
end

local function heading(vector, axis)
  local x, y, z = parts(vector)
  if axis == "x" then
    return switches["vector-heading-x"] == "zy" and deg(atan2(z, y)) or deg(atan2(y, z))
  end
  return axis == "y" and deg(atan2(x, z)) or deg(atan2(x, y))
end

function Vector:heading(axis)
  if axis ~= nil then
    return heading(self, axis)
  end
  return heading(self, "x"), heading(self, "y"), heading(self, "z")
end

-- Operators ----------------------------------------------------------------------------------

function meta.__index(vector, key)
  local letter = LETTERS[key]
  if letter then
    return rawget(vector, letter)
  end
  return Vector[key]
end

function meta.__newindex(vector, key, value)
  rawset(vector, LETTERS[key] or key, value)
end

function meta.__add(one, two)
  return Vector.new(one):add(two)
end

function meta.__sub(one, two)
  return Vector.new(one):sub(two)
end

function meta.__mul(one, two)
  if type(one) == "number" then
    one, two = two, one
  end
  return Vector.new(one):scale(two)
end

function meta.__div(one, two)
  return Vector.new(one):scale(1 / two)
end

function meta.__unm(one)
  return Vector.new(one):inverse()
end

function meta.__eq(one, two)
  return Vector.equals(one, two)
end

function meta.__tostring(vector)
  return (Vector.string(vector, "Vector"))
end

local AFTER = { x = "y", y = "z" }

function meta.__pairs(vector)
  local function following(all, key)
    local letter = key == nil and "x" or AFTER[key]
    if letter ~= nil then
      return letter, rawget(all, letter)
    end
  end
  return following, vector, nil
end

setmetatable(Vector, {
  __call = function(_, ...)
    return Vector.new(...)
  end,
})

kit.shapes.vector = made
kit.env.vector = Vector
return Vector
