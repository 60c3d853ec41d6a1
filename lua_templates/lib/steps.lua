--- Does things one after the other that take time. Each run is by itself: what goes wrong in one is
--- told to whoever began it, and stops no other. A step may wait until the table rests, or until
--- somebody has answered; what comes next is told before it begins, so that a save knows how far it is.
local steps = {}

local PATIENCE = 8 -- so many seconds without rest, and things are taken as they are

local current = nil -- the run that is under way at this moment

local function go_on(run, value)
    local before = current
    current = run
    local ok, what = coroutine.resume(run.thread, value)
    current = before
    if not ok then
        run.failed(what, run.reason)
    end
end

--- Ends a run for a reason that people understand: a word, and what it is about. A game may pass
--- only strings on with an error, so it is kept beside it.
function steps.stop(word, ...)
    current.reason = { word = word, about = { ... } }
    error(word)
end

--- Runs steps from a number on; `reached` is told each number before its step, and the one behind the
--- last. `failed` is told what went wrong, and what the step has said itself; nothing more is done then.
function steps.run(list, first, reached, failed)
    go_on({
        failed = failed,
        thread = coroutine.create(function()
            for number = first, #list do
                reached(number)
                list[number]()
            end
            reached(#list + 1)
        end),
    })
end

--- Waits until something is so.
function steps.wait(is_so)
    local run = current
    local function next_step()
        go_on(run)
    end
    Wait.condition(function() Wait.frames(next_step, 2) end, is_so, PATIENCE, next_step)
    coroutine.yield()
end

--- Waits until some things lie still, and nobody holds them.
function steps.still(things)
    local guids = {}
    for _, thing in ipairs(things) do
        table.insert(guids, thing.guid)
    end
    steps.wait(function()
        for _, guid in ipairs(guids) do
            local thing = getObjectFromGUID(guid)
            if thing ~= nil and (thing.spawning or not thing.resting or thing.held_by_color ~= nil) then
                return false
            end
        end
        return true
    end)
end

--- Asks, and gives what `ask` hands to the function that it is given, whenever that is.
function steps.answer(ask)
    local run = current
    ask(function(value) go_on(run, value) end)
    return coroutine.yield()
end

return steps
