-- Global functions that need Lua of their own.
local kit = ...
local env, ask = kit.env, kit.ask
local select, next, tostring = select, next, kit.tostring
local own = kit.own

-- Printing --------------------------------------------------------------------------------------

function env.print(...)
  local text = ""
  for at = 1, select("#", ...) do
    text = text .. (at > 1 and "\t" or "") .. tostring((select(at, ...)))
  end
  ask("call", "base", "print_text", nil, text)
end

-- Wait.collect ----------------------------------------------------------------------------------
-- Collects answers that come in any order: the table it returns takes them by `add(id, value)`;
-- when all that are expected have come, `on_finished` gets them all.

own.wait = own.wait or {}

function own.wait.collect(_, expected, finished, added, failed)
  local missing, got, open = {}, {}, 0
  for _, id in next, ask("call", "wait", "collector", "", expected) do
    missing[id], open = true, open + 1
  end
  local collector = {}
  function collector.add(id, value)
    if not missing[id] then
      if failed then
        failed(id, value)
      end
      return false
    end
    missing[id], got[id], open = nil, value == nil and true or value, open - 1
    if added then
      added(id, value)
    end
    if open == 0 and finished then
      finished(got)
    end
    return true
  end
  return collector
end

-- The interface of Global, as `self.UI` is that of an object --------------------------------------

env.UI = kit.proxy("ui", 0)
