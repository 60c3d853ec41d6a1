-- The first part of the prelude: makes the kit that all parts share and hands Python its handles.
--
-- Parts run with the true globals as their environment; a script only ever sees `kit.env`, so
-- nothing that a script does to its libraries reaches us. One rule follows for every part: never
-- call a method on a string (`text:sub()`), for that goes through a table scripts may change.
local gateway, switches, parts = ...
local type, rawget, rawset, getmetatable, setmetatable = type, rawget, rawset, getmetatable, setmetatable

local kit = { env = {}, switches = switches, shapes = {} }

-- Proxies stand for things that live in Python; the part that makes them replaces these three.
-- `identity(value)` gives kind and key of a proxy, `proxy(kind, key)` the one proxy of both;
-- `is_gone(value)` tells whether what a proxy stands for is gone, so that it equals nil.
function kit.identity() end

function kit.is_gone()
  return false
end

function kit.proxy(kind)
  kit.raise("nothing stands for a " .. kind .. " here")
end

-- To a script these tables are userdata: proxies, and whatever a part disguises. All of them have a
-- metatable, and most tables, which have none, are asked no further.
local disguise = {}

function kit.disguise(value)
  return setmetatable(value, disguise)
end

function kit.type(value)
  local kind = type(value)
  local meta = kind == "table" and getmetatable(value)
  if meta and (meta == disguise or kit.identity(value) ~= nil) then
    return "userdata"
  end
  return kind
end

-- The order in which a table made by Python got its keys.
local orders = setmetatable({}, { __mode = "k" })
kit.orders = orders

-- What Python answers is there as it is, or comes in parts of which something is made here: to make it
-- from outside would be a call more for each thing and each vector.
local function answered(ok, ...)
  if ok == true then
    return ...
  elseif ok == "proxy" then
    return kit.proxy(...)
  elseif ok then
    return kit.shapes[ok](...)
  end
  kit.raise((...))
end

function kit.ask(op, ...)
  return answered(gateway(op, ...))
end

-- What Python calls. None of these runs a line of the script outside of `protected`.
local env = kit.env
local border = {}

local function missing(name)
  return false, "attempt to call a nil value (function '" .. name .. "')"
end

function border.call(name, ...)
  local found = rawget(env, name)
  if kit.type(found) ~= "function" then
    return missing(name)
  end
  return kit.protected(found, ...)
end

function border.has(name)
  return kit.type(rawget(env, name)) == "function"
end

function border.get(name)
  return rawget(env, name)
end

function border.set(name, value)
  rawset(env, name, value)
end

function border.ordered(made, keys)
  orders[made] = keys
end

-- Makes a table of few keys and their values with one call from Python.
function border.filled(keys, ...)
  local made, values = {}, { ... }
  for index = 1, #keys do
    made[keys[index]] = values[index]
  end
  orders[made] = keys
  return made
end

function border.shape(kind, ...)
  return kit.shapes[kind](...)
end

function border.proxy(kind, key)
  return kit.proxy(kind, key)
end

-- Copies of what other scripts have lent, by the numbers under which Python keeps where they belong;
-- and the numbers of those that nobody holds any more.
local borrowed, forgotten = setmetatable({}, { __mode = "k" }), {}

local function forget(mark)
  forgotten[#forgotten + 1] = mark.number
end

function border.borrowed(copy, number)
  borrowed[copy] = setmetatable({ number = number }, { __gc = forget })
  local gone = forgotten
  forgotten = {}
  return gone
end

border.set_raw = rawset

-- Python must not hold on to the coroutine in which it was handed something: called from here, a value
-- comes out of the main thread, which lasts as long as the interpreter.
function border.itself(value)
  return value
end

-- A number for what is borrowed, kind and key of a proxy, nothing for a script's own.
function border.identity(value)
  local mark = borrowed[value]
  if mark then
    return mark.number
  end
  return kit.identity(value)
end

-- Load the parts; they may ask Python, so Python has its handles before.
function border.start()
  for index = 1, #parts do
    local part = parts[index]
    local result = part.chunk(kit)
    if part.global then
      env[part.global] = result
    end
  end
  kit.seal()
  border.run, border.traceback = kit.protected, kit.traced
  border.load, border.compiled = kit.load, kit.compiled
end

return border
