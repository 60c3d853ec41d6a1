-- What scripts see of objects, players and the game itself: proxies that ask the host.
--
-- A proxy belongs to a page of the API (its kind) and has a key there: the handle of an object (0
-- is Global), the colour of a player, "" for what there is only once. `kit.names` says, page by page,
-- what is a function and what a property; what the prelude does itself stands in `kit.own`, by
-- page and name, and is passed the proxy.
local kit = ...
local env, ask = kit.env, kit.ask
local setmetatable, rawequal, next, tostring, type = setmetatable, rawequal, next, kit.tostring, type
local sub, lower, upper, gsub = string.sub, string.lower, string.upper, string.gsub

local pages = kit.names
local kinds, keys = setmetatable({}, { __mode = "k" }), setmetatable({}, { __mode = "k" })
local methods = setmetatable({}, { __mode = "k" })
local known, metas, asked = {}, {}, {}

kit.own = {}

function kit.identity(value)
  local kind = kinds[value]
  if kind ~= nil then
    return kind, keys[value]
  end
end

function kit.proxy(kind, key)
  local made = known[kind]
  local proxy = made[key]
  if proxy == nil then
    proxy = setmetatable({}, metas[kind])
    kinds[proxy], keys[proxy], methods[proxy], made[key] = kind, key, {}, proxy
  end
  return proxy
end

if kit.switches["destroyed-equals-nil"] then
  function kit.is_gone(value)
    return kinds[value] == "object" and ask("gone", keys[value])
  end
end

-- `object.f(x)` and `object:f(x)` are the same to scripts.
local function bound(proxy, run)
  return function(first, ...)
    if rawequal(first, proxy) then
      return run(proxy, ...)
    end
    return run(proxy, first, ...)
  end
end

-- What the host has is asked for by a number, which it gives when the name is used for the first time.
local function of_host(page, name)
  local known = asked[page]
  if known[name] == nil then
    local number = ask("number", page, name)
    known[name] = number and function(proxy, ...)
      return ask(number, keys[proxy], ...)
    end or function(proxy, ...) -- which says that it is missing
      return ask("call", page, name, keys[proxy], ...)
    end
  end
  return known[name]
end

local function method(proxy, page, name)
  local found = methods[proxy][name]
  if found == nil then
    local own = kit.own[page]
    found = bound(proxy, own and own[name] or of_host(page, name))
    methods[proxy][name] = found
  end
  return found
end

-- MoonSharp finds a function also by its name with a capital, or with underscores for capitals.
local function spelt(shape, name)
  local joined = sub(name, 1, 1) .. gsub(sub(name, 2), "_+(.?)", upper)
  local plain = lower(sub(joined, 1, 1)) .. sub(joined, 2)
  return shape[plain] == "function" and plain or nil
end

local function meta_of(page, shape)
  local meta, numbers, spellings = {}, {}, {}
  function meta.__index(proxy, name)
    local kind = shape[name]
    if kind == nil and type(name) == "string" then
      if spellings[name] == nil then
        spellings[name] = spelt(shape, name) or false
      end
      if spellings[name] then
        return method(proxy, page, spellings[name])
      end
    end
    if kind == "function" then
      return method(proxy, page, name)
    end
    if kind == "property" then
      local number = numbers[name]
      if number == nil then
        number = ask("number", page, name)
        numbers[name] = number
      end
      return ask(number, keys[proxy])
    end
    return ask("unknown", page, tostring(name), keys[proxy])
  end
  function meta.__newindex(proxy, name, value)
    ask("set", page, tostring(name), keys[proxy], value)
  end
  function meta.__tostring(proxy)
    return ask("text", page, keys[proxy])
  end
  return meta
end

for page, shape in next, pages.proxies do
  known[page], metas[page], asked[page] = setmetatable({}, { __mode = "v" }), meta_of(page, shape), {}
end

-- What there is only once: Wait, Turns, UI …
for name, page in next, pages.singles do
  env[name] = kit.proxy(page, "")
end

for name in next, pages.functions do
  local number
  env[name] = function(...)
    number = number or ask("number", "base", name)
    if number then
      return ask(number, ...)
    end
    return ask("call", "base", name, nil, ...)
  end
end

for name, page in next, pages.moved do
  env[name] = function(...)
    return ask("call", page, name, "", ...)
  end
end

env.Global = kit.proxy("object", 0)
env.self = kit.proxy("object", ask("self"))
