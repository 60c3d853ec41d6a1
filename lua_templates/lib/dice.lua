--- Knows which dice are thrown together, and for which stream of chance. A die is named by its number
--- in its set. Where several sets may stand for a stream, it gets the one that was thrown longest ago.
local steps = require("lib.steps")

local dice = {}

local sets = {} -- of the table: { name, sides, streams, guids }
local given = {} -- by stream: the number of the set that stands for it
local thrown = {} -- by number of a set: when it was thrown last
local throws = 0

--- Is told of the sets of the table.
function dice.know(of_the_table)
    sets = of_the_table
end

local function stands_for(set, stream)
    for _, name in ipairs(set.streams) do
        local begins = string.sub(name, -1) == "." and string.sub(stream, 1, #name) == name
        if begins or name == stream then
            return true
        end
    end
    return false
end

--- Lets a set stand for a stream, and for no other.
local function give(stream, set)
    for other, n in pairs(given) do -- lint: ignore pairs
        if sets[n] == set then
            given[other] = nil
        end
    end
    for n, each in ipairs(sets) do
        given[stream] = each == set and n or given[stream]
    end
end

--- Chooses the set for a stream: the one that it has, else of those that may stand for it, that which was
--- thrown longest ago; then no other has it any more.
local function set_for(stream)
    if given[stream] ~= nil then
        return sets[given[stream]]
    end
    local found = nil
    for n, set in ipairs(sets) do
        if stands_for(set, stream) and (found == nil or (thrown[n] or 0) < (thrown[found] or 0)) then
            found = n
        end
    end
    if found ~= nil then
        give(stream, sets[found])
    end
    return sets[found]
end

local function throw(set)
    throws = throws + 1
    for n, each in ipairs(sets) do
        thrown[n] = each == set and throws or thrown[n]
    end
end

--- Says of which set a die is, and which number it has there.
function dice.of(thing)
    local own = thing.guid
    for _, set in ipairs(sets) do
        for number, guid in ipairs(set.guids) do
            if guid == own then
                return set, number
            end
        end
    end
    return nil, nil
end

--- Names the streams of which throws are compared, so that the dice of each stay as they fell: what stands
--- before the dot.
local function compared(stream)
    return string.match(stream, "^(.*%.)")
end

--- Tells whether somebody may take a set that does not stand for a stream yet: nobody has it, or the stream
--- has none. What was thrown last for another one with which it is compared stays, as long as there are others.
local function may_take(set, stream)
    local is_free, is_shown = true, false
    for other, n in pairs(given) do -- lint: ignore pairs
        if sets[n] == set then
            local is_last = thrown[n] == throws and #sets > 1
            is_free, is_shown = false, is_last and compared(other) ~= nil and compared(other) == compared(stream)
        end
    end
    return is_free or (given[stream] == nil and not is_shown)
end

--- Gives the stream for which somebody who may roll some streams rolls the dice of a set: the one for which
--- it stands, else one for which they may take it.
function dice.stream_of(set, rolls)
    local found = nil
    for stream in pairs(rolls) do -- lint: ignore pairs
        if stands_for(set, stream) then
            if sets[given[stream]] == set then
                return stream
            elseif may_take(set, stream) and (found == nil or stream < found) then
                found = stream
            end
        end
    end
    if found ~= nil then
        give(found, set)
    end
    return found
end

--- Gives what a die shows.
function dice.value(thing)
    return thing.getRotationValue()
end

--- Notes that dice of a set were thrown by hand.
function dice.note(set)
    throw(set)
end

--- Throws some dice of the set of a stream, all at once; gives what they show, in that order.
function dice.roll(stream, numbers)
    local set, things = set_for(stream), {}
    if set == nil then
        steps.stop("missing", stream)
    end
    throw(set)
    local values = {}
    for first = 1, #numbers, #set.guids do -- who has fewer dice than that throws several times
        things = {}
        for i = first, math.min(first + #set.guids - 1, #numbers) do
            local die = getObjectFromGUID(set.guids[(numbers[i] - 1) % #set.guids + 1])
            if die == nil then
                steps.stop("missing", stream)
            end
            table.insert(things, die)
        end
        for _, die in ipairs(things) do
            die.randomize()
        end
        steps.pass(10) -- before a die moves, it rests
        steps.still(things)
        for _, die in ipairs(things) do
            table.insert(values, dice.value(die))
        end
    end
    return values
end

--- Gives what is to be saved: which set stands for which stream.
function dice.saved()
    return given
end

function dice.load(saved)
    given = saved or {}
end

return dice
