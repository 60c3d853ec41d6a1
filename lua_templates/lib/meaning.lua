--- Knows what the names, numbers and conditions of rows mean: parts in braces are read off the table, the
--- catalogue, what was answered. A run has `facts`, `seats`, `known`; a scope is what a loop fills in.
local piles = require("lib.piles")
local tracks = require("lib.tracks")

local meaning = {}

--- Says what a piece is one of: the second word of its id.
function meaning.kind(id)
    return string.match(id, "^[^.]+%.([^.]+)")
end

--- Gives what a path leads to, through fields and entries of lists: nothing, if it ends before.
local function at_path(found, path)
    for part in string.gmatch(path, "[^.]+") do
        found = found ~= nil and found[tonumber(part) or part] or nil
    end
    return found
end

--- Finds a field of the record of a kind of which another field is this; of a list the one of a number.
local function looked_up(run, kind, field, wanted, gives)
    for id, record in pairs(run.facts.records[kind]) do -- lint: ignore pairs
        if tostring(field == "id" and id or record[field]) == wanted then
            return at_path(record, gives)
        end
    end
    return error("no " .. kind .. " with the " .. field .. " " .. wanted)
end

local READ = { -- what stands before a colon, and is read off the table
    kind = function(place) return meaning.kind(piles.top(place)) end,
    level = function(track) return tracks.value(track) end,
    count = function(place) return #piles.ids(place) end,
}

local function meant(run, scope, said)
    local kind, field, wanted, gives = string.match(said, "^([%w-]+):([%w-]+)=([^:]+):([%w._-]+)$")
    if kind ~= nil then
        return looked_up(run, kind, field, wanted, gives)
    end
    local reader, about = string.match(said, "^([%w-]+):(.+)$")
    if reader ~= nil then
        return READ[reader](about)
    end
    local value = scope[said]
    if value == nil then
        value = run.known[said]
    end
    if value == nil then
        error("nobody has said " .. said)
    end
    return value
end

--- Fills in the parts of a name, the innermost first; a name that is one part alone is what that means.
function meaning.filled(run, scope, name)
    while true do
        local whole = string.match(name, "^{([^{}]+)}$")
        if whole ~= nil then
            return meant(run, scope, whole)
        end
        local from, to, part = string.find(name, "{([^{}]+)}")
        if from == nil then
            return name
        end
        name = string.sub(name, 1, from - 1) .. tostring(meant(run, scope, part)) .. string.sub(name, to + 1)
    end
end

--- Gives a number: as it is said, or where a table of the catalogue has it; a field that is not there is 0.
function meaning.number(run, scope, said)
    if type(said) == "string" then
        said = meaning.filled(run, scope, said)
    end
    if said == nil then
        return 0
    end
    return tonumber(said) or at_path(run.facts.tables, said)
end

--- Lists places by a name with one part that is open: `lair.{terrain}` is each lair, and what fills it.
function meaning.places(facts, name)
    local before, part, after = string.match(name, "^([^{}]*){([^{}]+)}(.*)$")
    local found = {}
    for _, place in ipairs(facts.order) do
        local value = string.sub(place, #before + 1, #place - #after)
        if string.sub(place, 1, #before) == before and string.sub(place, #place - #after + 1) == after
            and value ~= "" and not string.find(value, ".", 1, true) then
            table.insert(found, { [part] = value, place = place })
        end
    end
    return found, part
end

--- Lists the words among which one is chosen: as they are said, or what fills a place's name; and what a
--- condition on each of them is to be told.
function meaning.words(run, among)
    if type(among) == "table" then
        return among, "word"
    end
    local words, found, part = {}, meaning.places(run.facts, among)
    for _, each in ipairs(found) do
        table.insert(words, each[part])
    end
    return words, part
end

-- When

local function each_of(said)
    return type(said) == "table" and said or { said }
end

local function is_any(run, scope, said)
    for _, name in ipairs(each_of(said)) do
        if #piles.ids(meaning.filled(run, scope, name)) > 0 then
            return true
        end
    end
    return false
end

local function is_said(run, scope, when)
    local value = run.known[meaning.filled(run, scope, when.said)]
    local wanted = type(when.is) == "string" and meaning.filled(run, scope, when.is) or when.is
    return value ~= nil and (wanted == nil or tostring(value) == tostring(wanted))
end

local ORDER = { -- what is free or taken comes first: what lies there can be asked for then only
    "least_seats", "most_seats", "free", "taken", "said", "unsaid", "fewer", "higher", "lies",
}
local HOLDS = { -- by what a condition says
    least_seats = function(run, scope, when) return #run.seats >= meaning.number(run, scope, when.least_seats) end,
    most_seats = function(run, scope, when) return #run.seats <= meaning.number(run, scope, when.most_seats) end,
    free = function(run, scope, when) return not is_any(run, scope, when.free) end,
    taken = function(run, scope, when) return is_any(run, scope, when.taken) end,
    said = is_said,
    fewer = function(run, scope, when)
        return meaning.number(run, scope, when.fewer) < meaning.number(run, scope, when.than)
    end,
    higher = function(run, scope, when)
        local least = tracks.value(meaning.filled(run, scope, when.than))
        for _, name in ipairs(when.higher) do
            if tracks.value(meaning.filled(run, scope, name)) <= least then
                return false
            end
        end
        return true
    end,
    unsaid = function(run, scope, when) return run.known[meaning.filled(run, scope, when.unsaid)] == nil end,
    lies = function(run, scope, when)
        local place = meaning.filled(run, scope, when.lies.at)
        return piles.has(place, meaning.filled(run, scope, when.lies.piece))
    end,
}

--- Tells whether all holds that a condition says.
function meaning.holds(run, scope, when)
    for _, what in ipairs(ORDER) do
        if when ~= nil and when[what] ~= nil and not HOLDS[what](run, scope, when) then
            return false
        end
    end
    return true
end

return meaning
