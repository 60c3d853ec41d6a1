-- Coroutines that the game runs, a step each frame; one must end by returning 1.
local kit = ...
local env = kit.env
local rawget, status = rawget, coroutine.status
local raise = kit.raise

kit.ask("coroutines", function(name)
  local found = rawget(env, name)
  if kit.type(found) ~= "function" then
    raise("there is no function '" .. name .. "' to start as a coroutine")
  end
  local thread = kit.coroutine(found)
  return function()
    local ok, result = kit.resume(thread)
    if not ok then
      raise(result)
    end
    if status(thread) ~= "dead" then
      return true
    end
    if result ~= 1 then
      raise("the coroutine '" .. name .. "' must return 1 at its end")
    end
    return false
  end
end)
