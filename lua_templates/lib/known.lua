--- What is known of the table: how all lay when somebody looked last, or should lie by what the table was
--- told; and who has touched what of late. What is otherwise has been done by somebody.
local places = require("lib.places")

local known = {}

local RECENT = 5 -- so many seconds after somebody touched something, what it does is theirs

local lies, sides, values = {}, {}, {} -- by piece where it lies, and whether its back is up; by track its value
local many = {} -- by place: how many pieces lie there
local orders = {} -- by place, if it is one pile: what lies in it, the top first, as far as that is known
local loose = {} -- ids of what lay on the table in no place
local touched = {} -- by id of a piece, or GUID of a marker: who did something to it last, and when

local function take_from(order, id)
    for i, each in ipairs(order or {}) do
        if each == id then
            return table.remove(order, i)
        end
    end
end

--- Notes where a piece lies now; how deep in a pile is not known of what has come there.
function known.lie(id, place)
    local before = lies[id]
    if before ~= nil then
        many[before] = many[before] - 1
        take_from(orders[before], id)
    end
    if place ~= nil then
        many[place], orders[place] = (many[place] or 0) + 1, nil
    end
    lies[id] = place
end

--- Notes in which order all lies in a place, the top first, if that is one pile.
function known.order(place, ids)
    orders[place] = places.is_pile(place) and ids or nil
end

--- Tells whether all lies in a place in the order that is known; if none is, this is it from now on.
function known.is_in_order(place, contents)
    local order = orders[place]
    if order == nil then
        local ids = {}
        for i, entry in ipairs(contents) do
            ids[i] = entry.id
        end
        known.order(place, ids)
        return true
    end
    for i, entry in ipairs(contents) do
        if order[i] ~= entry.id then
            return false
        end
    end
    return true
end

--- Notes how everything lies, from a survey.
function known.note(survey)
    lies, sides, values, many, orders = {}, {}, {}, {}, {}
    loose = survey.loose
    for name, list in pairs(survey.places) do -- lint: ignore pairs
        local ids = {}
        for i, each in ipairs(list) do
            known.lie(each[1], name)
            sides[each[1]], ids[i] = each[2], each[1]
        end
        known.order(name, ids)
    end
    for name, value in pairs(survey.counters) do -- lint: ignore pairs
        values[name] = value
    end
end

--- Notes what the table was told to show, and shows now.
function known.expect(picture)
    for name, list in pairs(picture.wanted) do -- lint: ignore pairs
        local ids = {}
        for i, each in ipairs(list) do
            if not each.seen then
                known.lie(each.id, name)
                sides[each.id] = each.down
            end
            ids[i] = each.id
        end
        known.order(name, ids)
    end
    for name, value in pairs(picture.values) do -- lint: ignore pairs
        values[name] = value
    end
end

--- Says in which place a piece lies, and whether its back is up.
function known.of(id)
    return lies[id], sides[id]
end

--- Notes whether the back of a piece is up.
function known.turn(id, down)
    sides[id] = down
end

--- Gives the value of a track.
function known.value(track)
    return values[track]
end

--- Notes the value of a track.
function known.count(track, value)
    values[track] = value
end

--- Says how many pieces lie in a place.
function known.many(place)
    return many[place] or 0
end

--- Lists the ids of what lay in no place when all was looked at last.
function known.loose()
    return loose
end

--- Notes who does something to a thing.
function known.touch(colour, thing)
    if colour ~= nil and colour ~= "" then
        touched[thing.guid] = { colour = colour, at = Time.time }
        for _, id in ipairs(places.made_of(thing)) do
            touched[id] = touched[thing.guid]
        end
    end
end

--- Says who has touched something of late: a piece by its id, anything by its GUID.
function known.toucher(key)
    local last = touched[key]
    return last ~= nil and Time.time - last.at <= RECENT and last.colour or nil
end

return known
