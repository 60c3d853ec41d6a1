-- Asks the game, from inside, what its documentation leaves open. `!selftest` in the chat starts it;
-- each answer goes out as a message. Questions are asked one after the other, each in a clean place.

local questions = {} -- what is still to be asked, in order: name, how, seconds
local running, current = false, 0
local turn = 0 -- whose answer is waited for: it is another's as soon as there is an answer
local made = {} -- what a question has put on the table
local watching = {} -- what a question wants to hear of: the name of a handler, and a function

-- What was noticed before anybody asked.
seen = { frame = 0, saves = {}, notes = {}, marks = {} }
hearing = false

local function ask(name, question, seconds)
    table.insert(questions, { name = name, run = question, seconds = seconds or 15 })
end

local function report(name, value)
    sendExternalMessage({ selftest = name, value = JSON.encode({ value }) })
end

local function say(text)
    broadcastToAll(text, { 0.6, 1, 0.6 })
    sendExternalMessage({ selftest = "say", value = text })
end

-- The pieces that questions work with

local function place(offset)
    local at = offset or { 0, 0, 0 }
    return { -18 + at[1], 2 + at[2], 12 + at[3] }
end

local function keep(thing)
    table.insert(made, thing)
    return thing
end

--- Put a copy of something that waits in the store on the table, under a GUID of its own.
local function new(store, offset, change)
    local data = getObjectFromGUID(STORE[store]).getData()
    data.GUID, data.Locked, data.Transform.posY = nil, false, 2
    if change ~= nil then
        change(data)
    end
    return keep(spawnObjectData({ data = data, position = place(offset), rotation = { 0, 180, 0 } }))
end

local function sweep()
    watching, seen.poll = {}, nil
    local old = made
    made = {}
    for _, thing in ipairs(old) do
        if thing ~= nil and not thing.isDestroyed() then
            thing.destruct()
        end
    end
    -- What pieces became that joined has another name.
    for _, thing in ipairs(getObjects()) do
        local at = thing.getPosition()
        if not thing.getLock() and at.x < -8 and at.z > 4 then
            thing.destruct()
        end
    end
end

-- Time

-- What a question has left to happen does not happen any more once the next one is asked.
local function now(act)
    local mine = turn
    return function()
        if mine == turn then
            act()
        end
    end
end

local function after(frames, act)
    Wait.frames(now(act), frames)
end

local function when(holds, act, seconds)
    Wait.condition(now(act), holds, seconds or 10, now(act))
end

local function at_rest(thing)
    return function()
        return thing.isDestroyed() or (thing.resting and not thing.spawning)
    end
end

local function settled(things, act)
    when(function()
        for _, thing in ipairs(things) do
            if not at_rest(thing)() then
                return false
            end
        end
        return true
    end, act)
end

--- Let something fall from a hand's height, and look once it lies.
local function drop(thing, offset, act, rotation)
    local at = place(offset)
    thing.setPosition({ at[1], at[2] + 2, at[3] })
    if rotation ~= nil then
        thing.setRotation(rotation)
    end
    after(5, function()
        settled({ thing }, function() after(5, act) end)
    end)
end

--- Begin something in one update, and count the updates until something holds.
local function frames_until(begin, holds, act)
    local mine, begun = turn, nil
    seen.poll = function()
        if mine ~= turn then
            seen.poll = nil
        elseif begun == nil then
            begin()
            begun = seen.frame
        elseif holds() then
            seen.poll = nil
            act(seen.frame - begun)
        end
    end
end

--- Find the largest of `steps` measures for which something still holds; 0 if for none.
local function largest(steps, holds, act)
    local low, high = 0, steps + 1
    local function look()
        if high - low <= 1 then
            act(low)
            return
        end
        local middle = math.floor((low + high) / 2)
        holds(middle, function(yes)
            if yes then
                low = middle
            else
                high = middle
            end
            look()
        end)
    end
    look()
end

-- Asking

local go_on

local function ask_next()
    current = current + 1
    local question, number = questions[current], current
    if question == nil then
        running = false
        sendExternalMessage({ selftest = "done", value = "" })
        say("That was all, thank you.")
        return
    end
    local open = true
    local function answer(value)
        if open then
            open, go_on, turn = false, nil, turn + 1
            report(question.name, value)
            sweep()
            after(3, ask_next)
        end
    end
    go_on = answer
    Wait.time(function()
        if number == current then
            answer(nil)
        end
    end, question.seconds)
    local fine, problem = pcall(question.run, answer)
    if not fine then
        sendExternalMessage({ selftest = "failed", value = question.name .. ": " .. tostring(problem) })
        answer(nil)
    end
end

local function start()
    if running then
        return
    end
    running, current = true, 0
    sendExternalMessage({ selftest = "begun", value = "" })
    after(1, ask_next)
end

--- Begin without a person.
function start_selftest()
    start()
end

--- Begin with some questions only: for a person who has answered the others already.
function select_questions(names)
    local wanted = {}
    for _, name in ipairs(names) do
        wanted[name] = true
    end
    local kept = {}
    for _, question in ipairs(questions) do
        if wanted[question.name] then
            table.insert(kept, question)
        end
    end
    questions = kept
end

local function watch(handler, act)
    watching[handler] = act
end

local function noticed(handler, ...)
    if watching[handler] ~= nil then
        return watching[handler](...)
    end
end
