--- Does things one after the other that take time. A step may wait until the table rests, or until
--- somebody has answered; what comes next is told before it begins, so that a save knows how far it is.
local steps = {}

local PATIENCE = 20 -- so many seconds without rest, and things are taken as they are

local reason = nil -- why the step ends itself

local function go_on(thread, value)
    local ok, what = coroutine.resume(thread, value)
    if not ok then
        local why = reason
        reason = nil
        steps.failed(what, why)
    end
end

--- Is told what went wrong in a step; nothing more is done then. `why` is what it has said itself.
function steps.failed(what, why)
    error(why and why.word or what)
end

--- Ends a step for a reason that people understand: a word, and what it is about. A game may pass
--- only strings on with an error, so it is kept beside it.
function steps.stop(word, ...)
    reason = { word = word, about = { ... } }
    error(word)
end

--- Runs steps from a number on; `reached` is told each number before its step, and the one behind the last.
function steps.run(list, first, reached)
    go_on(coroutine.create(function()
        for number = first, #list do
            reached(number)
            list[number]()
        end
        reached(#list + 1)
    end))
end

--- Waits until something is so.
function steps.wait(is_so)
    local thread = coroutine.running()
    local function next_step()
        go_on(thread)
    end
    Wait.condition(function() Wait.frames(next_step, 2) end, is_so, PATIENCE, next_step)
    coroutine.yield()
end

--- Waits until some things lie still.
function steps.still(things)
    local guids = {}
    for _, thing in ipairs(things) do
        table.insert(guids, thing.guid)
    end
    steps.wait(function()
        for _, guid in ipairs(guids) do
            local thing = getObjectFromGUID(guid)
            if thing ~= nil and (thing.spawning or not thing.resting) then
                return false
            end
        end
        return true
    end)
end

--- Asks, and gives what `ask` hands to the function that it is given, whenever that is.
function steps.answer(ask)
    local thread = coroutine.running()
    ask(function(value) go_on(thread, value) end)
    return coroutine.yield()
end

return steps
