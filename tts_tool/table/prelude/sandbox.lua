-- The global functions of a script, and what it must not have.
local kit = ...
local env = kit.env
local rawtype, rawget, rawset, rawequal, rawlen = type, rawget, rawset, rawequal, rawlen
local getmetatable, setmetatable, select, load = getmetatable, setmetatable, select, load
local format, dump = string.format, string.dump
local raise, expect = kit.raise, kit.expect
local string_meta = getmetatable("")

env._G = env
env._VERSION = "MoonSharp 2.0.0.0"
env.select = select
env.rawequal = rawequal

function env.type(...)
  if select("#", ...) == 0 then
    raise("bad argument #1 to 'type' (value expected)")
  end
  return kit.type((...))
end

function env.rawget(value, key)
  expect(value, "table", 1, "rawget")
  return rawget(value, key)
end

function env.rawset(value, key, item)
  expect(value, "table", 1, "rawset")
  if key == nil then
    raise("table index is nil")
  end
  return rawset(value, key, item)
end

function env.rawlen(value)
  local kind = kit.type(value)
  if kind == "string" then
    return kit.length(value)
  end
  expect(value, "table", 1, "rawlen")
  return rawlen(value)
end

function env.getmetatable(value)
  if rawtype(value) == "string" then
    return string_meta
  end
  if kit.type(value) == "userdata" then
    return nil
  end
  return getmetatable(value)
end

-- MoonSharp knows neither weak tables nor finalizers. A finalizer would even run outside of every
-- budget, so Lua must not see it at the one moment at which it looks.
function env.setmetatable(value, meta)
  expect(value, "table", 1, "setmetatable")
  if meta == nil then
    return setmetatable(value, nil)
  end
  expect(meta, "table", 2, "setmetatable")
  rawset(meta, "__mode", nil)
  local finalizer = rawget(meta, "__gc")
  if finalizer == nil then
    return setmetatable(value, meta)
  end
  rawset(meta, "__gc", nil)
  setmetatable(value, meta)
  rawset(meta, "__gc", finalizer)
  return value
end

function env.collectgarbage() end

-- Load a text of plain Lua, or what has been compiled: a function around the script's own, which
-- hands it the operators. Python translates and counts the chunks.
function kit.load(code, chunk)
  local around, problem = load(code, "=" .. chunk, "bt", env)
  if around == nil then
    return nil, problem
  end
  return around(kit.operators)
end

function kit.compiled(text, chunk)
  local loaded, problem = load(text, "=" .. chunk, "t", env)
  if loaded == nil then
    return nil, problem
  end
  return dump(loaded)
end

local function prepared(text)
  local code, chunk = kit.ask("source", "return " .. text)
  local loaded, problem = kit.load(code, chunk)
  if loaded == nil then
    raise(problem)
  end
  return loaded
end

env.dynamic = {
  eval = function(expression)
    if kit.type(expression) == "function" then
      return expression()
    end
    expect(expression, "string", 1, "eval")
    return prepared(expression)()
  end,
  prepare = function(expression)
    expect(expression, "string", 1, "prepare")
    return prepared(expression)
  end,
}

env.os = {
  time = function(when)
    if when == nil then
      return kit.ask("time")
    end
    expect(when, "table", 1, "time")
    return kit.ask("time", when)
  end,
  clock = function()
    return kit.ask("clock")
  end,
  date = function(shape, when)
    return kit.ask("date", shape, when)
  end,
  difftime = function(later, earlier)
    return later - (earlier or 0)
  end,
}

env.bit32 = {}
for name, f in next, bit32 do
  env.bit32[name] = f
end

if kit.switches["package-library"] then
  env.package = { loaded = {} }
end

-- The last step: whatever a script reaches through a string is its own library.
function kit.seal()
  string_meta.__index = env.string
  if kit.switches["package-library"] then
    for _, name in next, { "string", "table", "math", "coroutine", "os", "bit32", "dynamic" } do
      env.package.loaded[name] = env[name]
    end
    env.package.loaded._G = env
  end
end
