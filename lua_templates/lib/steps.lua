--- Does things that take time. Each run is by itself: what goes wrong in one is told to whoever began
--- it, and stops no other. It may wait until the table rests, or until somebody has answered.
local steps = {}

local PATIENCE = 8 -- so many seconds without rest, and things are taken as they are

local current = nil -- the run that is under way at this moment

--- Says that a run is over; nobody waits any more for it to be late.
local function over(run)
    run.is_over = true
    if run.late ~= nil then
        Wait.stop(run.late)
    end
end

local function go_on(run, value)
    if run.is_over then
        return
    end
    local before = current
    current = run
    local ok, what = coroutine.resume(run.thread, value)
    current = before
    if run.is_over then
        return
    end
    if not ok then
        over(run)
        run.failed(what, run.reason)
    elseif coroutine.status(run.thread) == "dead" then
        over(run)
        run.done()
    end
end

--- Begins to do something. `done` is told when it is done; or `failed` what went wrong, and what was
--- said about it with `steps.stop`. With `patience` it fails as "late" after so many seconds; the reason
--- has the GUID of what has not come to rest.
function steps.begin(body, done, failed, patience)
    local run = { thread = coroutine.create(body), done = done, failed = failed, is_over = false }
    if patience ~= nil then
        run.late = Wait.time(function()
            run.late = nil
            over(run)
            failed("late", { word = "late", guid = run.unsettled })
        end, patience)
    end
    go_on(run)
end

--- Ends a run for a reason that is a word, and what it is about. A game may pass only strings on with an
--- error, so it is kept beside it.
function steps.stop(word, about)
    current.reason = { word = word, about = about }
    error(word)
end

--- Does steps from a number on; `reached` is told each number before its step, and the one behind the
--- last, so that a save knows how far it is.
function steps.run(list, first, reached, failed)
    steps.begin(function()
        for number = first, #list do
            reached(number)
            list[number]()
        end
    end, function() reached(#list + 1) end, failed)
end

--- Waits until something is so.
function steps.wait(is_so)
    local run = current
    local function next_step()
        go_on(run)
    end
    Wait.condition(next_step, is_so, PATIENCE, next_step)
    coroutine.yield()
end

--- Lets some frames pass.
function steps.pass(frames)
    local run = current
    Wait.frames(function() go_on(run) end, frames)
    coroutine.yield()
end

local function guids_of(things)
    local guids = {}
    for _, thing in ipairs(things) do
        table.insert(guids, thing.guid)
    end
    return guids
end

--- Begins with the one that was not so when somebody looked last: it is asked for in every frame, and
--- the others only when that one is so. What is asked here first should be what takes longest.
local function all_are(run, guids, is_so)
    local first = run.at or 0
    for i = 0, #guids - 1 do
        local at = (first + i) % #guids
        local thing = getObjectFromGUID(guids[at + 1])
        if thing and not is_so(thing) then -- just found, it can't be gone: asking is a call more
            run.unsettled, run.at = guids[at + 1], at
            return false
        end
    end
    return true
end

--- Waits until some things that were just made can be used.
function steps.ready(things)
    local run, guids = current, guids_of(things)
    run.at = nil
    steps.wait(function()
        return all_are(run, guids, function(thing) return not thing.spawning end)
    end)
end

--- Waits until some things lie still and nobody holds them.
function steps.still(things)
    local run, guids = current, guids_of(things)
    run.at = nil
    steps.wait(function()
        return all_are(run, guids, function(thing)
            return thing.resting and not thing.spawning and thing.held_by_color == nil
        end)
    end)
    steps.pass(2) -- what lies on each other becomes one pile, and zones notice
end

--- Asks, and gives what `ask` hands to the function that it is given, whenever that is.
function steps.answer(ask)
    local run = current
    ask(function(value) go_on(run, value) end)
    return coroutine.yield()
end

return steps
