-- Errors as MoonSharp reports them: `chunk_3:(12,4-20): message`, at the line of the script.
local kit = ...
local env = kit.env
local getinfo, sethook = debug.getinfo, debug.sethook
local find, match, gsub, sub, format = string.find, string.match, string.gsub, string.sub, string.format
local raw_error, xpcall, select, tostring, rawtype, getmetatable = error, xpcall, select, tostring, type, getmetatable
local create, resume, status, running, yield = coroutine.create, coroutine.resume, coroutine.status, coroutine.running, coroutine.yield
local concat = table.concat

local STEPS_BETWEEN_LOOKS = 1000000 -- some hundredths of a second: what runs for ever is noticed at once
local DEEPEST_LOOK = 60 -- calls: the script is found long before

local function is_script(info)
  return find(info.short_src, "^chunk_%d+$") ~= nil or find(info.short_src, "^<") ~= nil
end

-- A tail call leaves no line behind: then the function that Python called has to do.
local entered

local function definition()
  local info = entered and getinfo(entered, "S")
  if info and is_script(info) then
    return info.short_src, info.linedefined > 0 and info.linedefined or 1
  end
end

-- The innermost line of the script, seen from here or from a coroutine that has died.
local function spot(thread)
  for level = thread and 0 or 2, DEEPEST_LOOK do
    local info
    if thread then
      info = getinfo(thread, level, "Sl")
    else
      info = getinfo(level, "Sl")
    end
    if info == nil then
      return definition()
    end
    if info.currentline > 0 and is_script(info) then
      return info.short_src, info.currentline
    end
  end
  return definition()
end

local function place(chunk, line)
  return kit.ask("place", chunk, line + 0) .. ": "
end

-- PUC names the variable, MoonSharp only the type: "index local 'x' (a nil value)".
local function plain(message)
  message = gsub(message, "^(attempt to [%a ]-) %a+ '[^']*' %((an? %a+ value)%)", "%1 %2")
  return (gsub(message, "^(attempt to [%a ]-) method '[^']*' %((an? %a+ value)%)", "%1 %2"))
end

local function located(message, thread)
  if rawtype(message) ~= "string" then
    return message == nil and "nil" or tostring(message)
  end
  if find(message, "^chunk_%d+:%(%d") or find(message, "^<%w+>:%(%d") then
    return message
  end
  local chunk, line, rest = match(message, "^(chunk_%d+):(%d+): (.*)$")
  if chunk == nil then
    chunk, line, rest = match(message, "^(<%w+>):(%d+): (.*)$")
  end
  if chunk == nil then
    rest = gsub(message, "^prelude/[%w_]+%.lua:%d+: ", "")
    chunk, line = spot(thread)
  end
  if chunk == nil then
    return plain(rest)
  end
  return place(chunk, line) .. plain(rest)
end

-- Raise at the line of the script, whichever part of the prelude notices.
function kit.raise(message)
  local chunk, line = spot()
  raw_error(chunk and place(chunk, line) .. message or message, 0)
end

-- The lines of the script on the way to an error, kept for whoever reports it.
local trace = ""

function kit.traced()
  local last = trace
  trace = ""
  return last
end

local function lines(thread)
  local found = {}
  for level = thread and 0 or 2, DEEPEST_LOOK do
    local info
    if thread then
      info = getinfo(thread, level, "Sln")
    else
      info = getinfo(level, "Sln")
    end
    if info == nil then
      break
    end
    if info.currentline > 0 and is_script(info) then
      found[#found + 1] = format("%s:%d %s", info.short_src, info.currentline, info.name or "")
    end
  end
  return concat(found, "\n")
end

local function report(message)
  trace = lines()
  return located(message)
end

local function left(before, ...)
  entered = before
  return ...
end

function kit.protected(f, ...)
  local before = entered
  entered = f
  return left(before, xpcall(f, report, ...))
end

-- Look, now and then, whether the script has run for too long. Each coroutine needs its own look.
local function watch()
  local chunk, line = spot()
  kit.ask("at", chunk or "", line or 0)
end

kit.watch = watch
sethook(watch, "", STEPS_BETWEEN_LOOKS)

function kit.coroutine(f)
  local thread = create(f)
  sethook(thread, watch, "", STEPS_BETWEEN_LOOKS)
  return thread
end

local function resumed(thread, ok, ...)
  if ok then
    return true, ...
  end
  trace = lines(thread)
  return false, located((...), thread)
end

function kit.resume(thread, ...)
  if status(thread) == "dead" then
    return false, "cannot resume dead coroutine"
  end
  return resumed(thread, resume(thread, ...))
end

local function expect(value, kind, index, name)
  if rawtype(value) == kind and (kind ~= "table" or getmetatable(value) == nil) then
    return -- nearly always; what has a metatable may be something else to a script
  end
  local got = kit.type(value)
  if got ~= kind then
    kit.raise(format("bad argument #%d to '%s' (%s expected, got %s)", index, name, kind, got))
  end
end
kit.expect = expect

-- What scripts see -------------------------------------------------------------------------

function env.error(...)
  if select("#", ...) == 0 then
    kit.raise("bad argument #1 to 'error' (string expected, got no value)")
  end
  local message = ...
  local kind = kit.type(message)
  if kind == "number" then
    message = kit.tostring(message)
  elseif kind ~= "string" then
    kit.raise(format("bad argument #1 to 'error' (string expected, got %s)", kind))
  end
  kit.raise(message)
end

function env.assert(...)
  local value, message = ...
  if value then
    return ...
  end
  kit.raise(message == nil and "assertion failed!" or kit.tostring(message))
end

function env.pcall(f, ...)
  if kit.type(f) ~= "function" then
    return false, "attempt to pcall a non-function"
  end
  return xpcall(f, located, ...)
end

function env.xpcall(f, handler, ...)
  if kit.type(f) ~= "function" then
    return false, "attempt to xpcall a non-function"
  end
  expect(handler, "function", 2, "xpcall")
  return xpcall(f, function(message)
    return handler(located(message))
  end, ...)
end

env.coroutine = {
  create = function(f)
    expect(f, "function", 1, "create")
    return kit.coroutine(f)
  end,
  resume = function(thread, ...)
    expect(thread, "thread", 1, "resume")
    return kit.resume(thread, ...)
  end,
  status = function(thread)
    expect(thread, "thread", 1, "status")
    return status(thread)
  end,
  running = running,
  yield = yield,
}

local function passed(ok, ...)
  if ok then
    return ...
  end
  raw_error((...), 0)
end

function env.coroutine.wrap(f)
  expect(f, "function", 1, "wrap")
  local thread = kit.coroutine(f)
  return function(...)
    return passed(kit.resume(thread, ...))
  end
end
