--- Performs rows: what a layout says is to be done, each row a verb with where from, where to, how many.
--- A name in a row may have parts that are filled in: `{seat}`, what was answered, a field of a record.
--- Each row finds on the table how far it is, so that one that was interrupted may begin again.
local chance = require("lib.chance")
local piles = require("lib.piles")
local steps = require("lib.steps")
local tracks = require("lib.tracks")

local rows = {}

--- Says what a piece is one of: the second word of its id.
function rows.kind(id)
    return string.match(id, "^[^.]+%.([^.]+)")
end

--- Lists the seats clockwise from one on.
function rows.clockwise(seats, first)
    local found, before, begun = {}, {}, false
    for _, seat in ipairs(seats) do
        begun = begun or seat == first
        table.insert(begun and found or before, seat)
    end
    for _, seat in ipairs(before) do
        table.insert(found, seat)
    end
    return found
end

-- What names mean

local function has(list, one)
    for _, each in ipairs(list) do
        if each == one then
            return true
        end
    end
    return false
end

--- Finds a field of the record of a kind of which another field is this.
local function looked_up(run, kind, field, wanted, gives)
    for id, record in pairs(run.facts.records[kind]) do -- lint: ignore pairs
        if tostring(field == "id" and id or record[field]) == wanted then
            return record[gives]
        end
    end
    return error("no " .. kind .. " with the " .. field .. " " .. wanted)
end

local READ = { -- what stands before a colon, and is read off the table
    kind = function(place) return rows.kind(piles.top(place)) end,
    level = function(track) return tracks.value(track) end,
}

local function meant(run, scope, said)
    local kind, field, wanted, gives = string.match(said, "^([%w-]+):([%w-]+)=([^:]+):([%w-]+)$")
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
local function filled(run, scope, name)
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

--- Gives a number: as it is said, or where a table of the catalogue has it.
local function number_of(run, scope, said)
    if type(said) == "string" then
        said = filled(run, scope, said)
    end
    if tonumber(said) ~= nil then
        return tonumber(said)
    end
    local found = run.facts.tables
    for part in string.gmatch(said, "[^.]+") do
        found = found[tonumber(part) or part]
    end
    return found
end

--- Lists places by a name with one part that is open: `lair.{terrain}` is each lair, with what fills it.
local function open_places(run, name)
    local before, part, after = string.match(name, "^([^{}]*){([^{}]+)}(.*)$")
    local found = {}
    for _, place in ipairs(run.facts.order) do
        local value = string.sub(place, #before + 1, #place - #after)
        if string.sub(place, 1, #before) == before and string.sub(place, #place - #after + 1) == after
            and value ~= "" and not string.find(value, ".", 1, true) then
            table.insert(found, { [part] = value })
        end
    end
    return found, part
end

--- Lists the words among which one is chosen: as they are said, or what fills a place's name.
local function words_of(run, among)
    if type(among) == "table" then
        return among
    end
    local words, places, part = {}, open_places(run, among)
    for _, each in ipairs(places) do
        table.insert(words, each[part])
    end
    return words
end

-- What is asked

--- Asks a seat for one of some words, unless it has answered already or there is only one.
local function answer(run, question, seat, words, names)
    local key = question .. "/" .. seat
    if run.known[key] == nil then
        local at = 1
        if #words > 1 then
            local chosen = run.ask(seat, question, names or words)
            for i, name in ipairs(names or words) do
                at = name == chosen and i or at
            end
        end
        run.known[key] = words[at]
    end
    return run.known[key]
end

-- Verbs

local verbs = {}

local function first_of(list, count)
    local found = {}
    for i, each in ipairs(list) do
        if i <= count then
            table.insert(found, each)
        end
    end
    return found
end

function verbs.shuffle(run, scope, row)
    for _, name in ipairs(row.piles) do
        chance.shuffle(filled(run, scope, name))
    end
end

--- Brings as many from the top of a pile as each place lacks; `whole` says that there must be enough.
function verbs.fill(run, scope, row)
    local source, count = filled(run, scope, row.from), number_of(run, scope, row.count)
    for _, name in ipairs(row.to) do
        local target = filled(run, scope, name)
        if piles.fill(target, source, count) < count and row.whole then
            steps.stop("lacks", source)
        end
    end
end

--- Tells which pieces a row means: of some kinds, by the beginning of their ids, by a field of their record.
local function picks(run, scope, row)
    local kinds = row.kinds ~= nil and filled(run, scope, row.kinds)
    local begins = row.pieces ~= nil and filled(run, scope, row.pieces)
    return function(id)
        if kinds and not (string.sub(id, 1, #row.sort + 1) == row.sort .. "." and has(kinds, rows.kind(id))) then
            return false
        end
        return not begins or string.sub(id, 1, #begins) == begins
    end
end

--- Finds for each place in turn the first of a pile whose record has a field like this.
function verbs.find(run, scope, row)
    local source = filled(run, scope, row.from)
    local found = piles.some(source, function(id)
        local record = run.facts.records[row.of][rows.kind(id)]
        return record ~= nil and record[row.field] == row.is
    end)
    for i, name in ipairs(row.to) do
        if #piles.ids(name) == 0 then
            piles.bring({ found[i] }, name, source)
        end
    end
end

--- Brings a piece, or those that lie somewhere; all of them, or as many as the target lacks.
function verbs.bring(run, scope, row)
    local target = filled(run, scope, row.to)
    if row.piece ~= nil then
        return piles.bring({ filled(run, scope, row.piece) }, target, row.from and filled(run, scope, row.from))
    end
    local ids = piles.some(filled(run, scope, row.from), picks(run, scope, row))
    if row.count ~= nil then
        ids = first_of(ids, number_of(run, scope, row.count) - #piles.ids(target))
    end
    if #ids > 0 then
        piles.bring(ids, target)
    end
end

--- Keeps so many, one of each kind, of what lies in a place, or all if that is not enough; the rest leaves.
function verbs.keep(run, scope, row)
    local place, count = filled(run, scope, row.at), number_of(run, scope, row.count)
    local key, ids = "kept/" .. place, piles.ids(place)
    if run.known[key] == nil then
        local kinds, of_kind, kept = {}, {}, {}
        for _, id in ipairs(chance.order(place)) do
            if of_kind[rows.kind(id)] == nil then
                table.insert(kinds, rows.kind(id))
            end
            of_kind[rows.kind(id)] = id
        end
        for _, kind in ipairs(first_of(kinds, count)) do
            table.insert(kept, of_kind[kind])
        end
        run.known[key] = count <= #kinds and kept or ids
    end
    local left = {}
    for _, id in ipairs(ids) do
        if not has(run.known[key], id) then
            table.insert(left, id)
        end
    end
    piles.bring(left, row.rest)
end

--- Shares numbers out, the largest first: by chance, or the first of them as somebody says.
function verbs.share(run, scope, row)
    local values, free = {}, {}
    for _, value in ipairs(number_of(run, scope, row.values)) do
        table.insert(values, value)
    end
    for _, word in ipairs(words_of(run, row.among)) do
        table.insert(free, word)
    end
    table.sort(values, function(a, b) return a > b end)
    for i, value in ipairs(values) do
        local word = nil
        if i == 1 and has(row.asked, #run.seats) then
            word = answer(run, row.question, filled(run, scope, row.who), free)
        else
            word = chance.pick(row.question, free)
        end
        for at = #free, 1, -1 do
            if free[at] == word then
                table.remove(free, at)
            end
        end
        run.known[row.gives .. "." .. word] = value
    end
end

function verbs.ask(run, scope, row)
    local words, names = words_of(run, row.among), {}
    for i, word in ipairs(words) do
        names[i] = (row.shown or "") .. word
    end
    answer(run, row.question, filled(run, scope, row.who), words, names)
end

--- Lets a seat choose a piece of what lies somewhere, and brings that.
function verbs.choose(run, scope, row)
    local seat, ids, names = filled(run, scope, row.who), piles.ids(filled(run, scope, row.from)), {}
    if #ids == 0 and run.known[row.question .. "/" .. seat] == nil then
        steps.stop("lacks", filled(run, scope, row.from))
    end
    for i, id in ipairs(ids) do
        names[i] = (row.shown or "") .. rows.kind(id)
    end
    local chosen = answer(run, row.question, seat, ids, names)
    if row.to ~= nil then
        piles.bring({ chosen }, filled(run, scope, row.to))
    end
    run.known[row.question .. "-kind/" .. seat] = rows.kind(chosen)
end

--- Sets a track: to a number, so far above where it begins, or by so much; at most to a number.
function verbs.set(run, scope, row)
    local track = filled(run, scope, row.track)
    local value = nil
    if row.value ~= nil then
        value = number_of(run, scope, row.value)
    elseif row.by ~= nil then
        value = tracks.value(track) + row.by
    else
        value = run.facts.tracks[track].start + row.above
    end
    if row.most ~= nil then
        value = math.min(value, number_of(run, scope, row.most))
    end
    if not tracks.has(track, value) then
        steps.stop("ends")
    end
    tracks.set(track, value)
end

-- When

local function holds(run, scope, when)
    if when == nil then
        return true
    end
    if when.least_seats ~= nil and #run.seats < number_of(run, scope, when.least_seats) then
        return false
    end
    if when.free ~= nil and #piles.ids(filled(run, scope, when.free)) > 0 then
        return false
    end
    if when.said ~= nil then
        local value = run.known[filled(run, scope, when.said)]
        return value ~= nil and (when.is == nil or value == when.is)
    end
    return when.unsaid == nil or run.known[filled(run, scope, when.unsaid)] == nil
end

--- Lists what a loop goes through, each with what it fills in.
local function rounds(run, over)
    if over ~= "seat" and over ~= "seat-backwards" then
        return (open_places(run, over))
    end
    local found, order = {}, rows.clockwise(run.seats, run.first)
    for number, seat in ipairs(order) do
        table.insert(found, over == "seat" and #found + 1 or 1, { seat = seat, number = number })
    end
    return found
end

local function add(run, all, list, outer)
    for _, row in ipairs(list) do
        if row["do"] == "each" then
            for _, round in ipairs(rounds(run, row.over)) do
                for name, value in pairs(outer) do -- lint: ignore pairs
                    round[name] = value
                end
                add(run, all, row.steps, round)
            end
        else
            table.insert(all, function()
                if holds(run, outer, row.when) then
                    verbs[row["do"]](run, outer, row)
                end
            end)
        end
    end
end

--- Lists what is to be done for rows. `memory` is saved: `seats` that play, who is `first`, what is `known`;
--- `ask(seat, question, words)` gives one of the words. `facts` are what the table was made with; `seat` is
--- for whom it is done, if it is for one.
function rows.steps(list, facts, memory, ask, seat)
    local order = rows.clockwise(memory.seats, memory.first)
    memory.known = memory.known or {}
    local run = { facts = facts, seats = memory.seats, first = memory.first, known = memory.known, ask = ask }
    local all = {}
    add(run, all, list, {
        seat = seat, seats = #order, others = #order - 1, first = memory.first, last = order[#order],
    })
    return all
end

return rows
