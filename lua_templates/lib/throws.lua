--- Dice that hands throw. Those that are thrown while others of their set still roll are of the same throw.
local channel = require("lib.channel")
local deeds = require("lib.deeds")
local dice = require("lib.dice")
local looking = require("lib.looking")
local permits = require("lib.permits")
local steps = require("lib.steps")

local throws = {}

local under_way = {} -- by set of dice: who throws which of them

local function told_of_none() end

--- Gives the stream for which somebody would throw a die now; nil if for none.
function throws.stream(colour, set)
    local mine = permits.of(colour)
    return mine ~= nil and set ~= nil and dice.stream_of(set, mine.rolls) or nil
end

local function lies_still(set)
    local thrown = under_way[set]
    local pairs_of = {}
    for _, number in ipairs(thrown.numbers) do
        local die = getObjectFromGUID(set.guids[number])
        if die ~= nil then
            table.insert(pairs_of, { number, dice.value(die) })
        end
    end
    under_way[set] = nil
    looking.over(set)
    deeds.seen(thrown.deed, function()
        channel.keep("gestured", thrown.colour, {
            gesture = { gesture = "roll", die = thrown.stream }, values = pairs_of,
        }, Time.time) -- that they roll shows by itself
    end)
end

--- Tells whether a die is in a throw already.
local function is_in(thrown, number)
    for _, each in ipairs(thrown.numbers) do
        if each == number then
            return true
        end
    end
    return false
end

--- Somebody throws a die of a set; `stumbled` is told what goes wrong.
function throws.begin(set, number, colour, stumbled)
    local thrown = under_way[set]
    if thrown ~= nil then
        if not is_in(thrown, number) then
            table.insert(thrown.numbers, number)
        end
        return
    end
    steps.begin(function()
        local many, stream = 0, throws.stream(colour, set) or set.streams[1]
        under_way[set] = { colour = colour, stream = stream, numbers = { number }, deed = deeds.begin(colour) }
        looking.begin(set)
        dice.note(set)
        steps.pass(10) -- before a die moves, it rests
        while many < #under_way[set].numbers do
            many = #under_way[set].numbers
            local rolling = {}
            for _, each in ipairs(under_way[set].numbers) do
                table.insert(rolling, getObjectFromGUID(set.guids[each]))
            end
            steps.still(rolling)
        end
        lies_still(set)
    end, told_of_none, function(why)
        local failed = under_way[set]
        under_way[set] = nil
        looking.over(set)
        if failed ~= nil then
            deeds.seen(failed.deed, told_of_none)
        end
        stumbled("roll", why)
    end)
end

return throws
