--- Gets pieces back that lie on the table no more: out of bags, or made anew of what they were when
--- somebody threw them away. That is kept as long as the table stays loaded.
local bags = require("lib.bags")
local decks = require("lib.decks")
local places = require("lib.places")
local steps = require("lib.steps")

local lost = {}

local DEEP = 4 -- so deep in bags within bags a piece is looked for
local HIGH = 4 -- so far above where it was a piece comes back

local thrown = {} -- by id: its data, and where it was, which all that was one thing has in common
local entering = {} -- by GUID: it goes into a container, and is not thrown away
local acting = nil -- tells whether the table itself does something

--- Is told how to know that the table itself does something.
function lost.know(is_acting)
    acting = is_acting
end

local function remember(thing)
    local at = thing.getPosition()
    local from = { called = "", position = { x = at.x, y = at.y + HIGH, z = at.z }, rotation = thing.getRotation() }
    for id, data in pairs(decks.data_of(thing)) do -- lint: ignore pairs
        thrown[id] = { data = data, from = from }
    end
end

--- What goes into a container is destroyed, and is not lost; but what goes into a bag without end is.
function lost.onObjectEnterContainer(container, thing)
    local guid = thing.guid
    if container.type == "Infinite" and places.is_any(thing) then
        remember(thing)
    end
    entering[guid] = true
    Wait.frames(function() entering[guid] = nil end, 2)
end

--- Remembers what a thing was that is thrown away.
function lost.onObjectDestroy(thing)
    if not acting() and not entering[thing.guid] and places.is_any(thing) then
        remember(thing)
    end
end

--- Takes out of a bag those pieces that are sought; the last first, so that the others keep their numbers.
local function pieces_out_of(bag, sought, things)
    local inside = bag.getObjects()
    for i = #inside, 1, -1 do
        if sought[inside[i].memo] then
            sought[inside[i].memo] = nil
            table.insert(things, bags.taken(bag, inside[i].index, false))
        end
    end
end

--- Takes out of a bag what holds such pieces: decks, and other bags, which are given and lie beside it.
local function holders_out_of(bag, sought, things)
    local data, others = bag.getData(), {}
    local inside = bags.holds(data, sought) and bag.getObjects() or {}
    for i = #inside, 1, -1 do
        local held = data.ContainedObjects[i]
        if bags.holds(held, sought) then
            local thing = bags.taken(bag, inside[i].index, true)
            table.insert(thing.type == "Bag" and others or things, thing)
            for _, each in ipairs(thing.type ~= "Bag" and held.ContainedObjects or {}) do
                sought[each.Memo or ""] = nil
            end
        end
    end
    if #others > 0 then
        steps.ready(others)
    end
    return others
end

local function out_of(those, sought, things, depth)
    for _, bag in ipairs(those) do
        pieces_out_of(bag, sought, things)
    end
    for _, bag in ipairs(depth > 0 and those or {}) do
        if next(sought) ~= nil then
            out_of(holders_out_of(bag, sought, things), sought, things, depth - 1)
        end
    end
end

--- Makes anew what was thrown away; what was one thing is made as one.
local function make_anew(ids, sought, things)
    local heaps, froms = {}, {}
    for _, id in ipairs(ids) do
        local was = sought[id] and thrown[id] or nil
        if was ~= nil then
            thrown[id], sought[id] = nil, nil
            if heaps[was.from] == nil then
                heaps[was.from] = {}
                table.insert(froms, was.from)
            end
            table.insert(heaps[was.from], was.data)
        end
    end
    for _, from in ipairs(froms) do
        table.insert(things, (decks.spawned(heaps[from], from)))
    end
end

--- Gets pieces back that are nowhere on the table, if that can be done, and waits until they are there. Tells
--- whether there are any.
function lost.fetch(ids)
    local sought, things = {}, {}
    for _, id in ipairs(ids) do
        sought[id] = true
    end
    out_of(bags.on_the_table(), sought, things, DEEP)
    make_anew(ids, sought, things)
    if #things > 0 then
        steps.ready(things)
    end
    return #things > 0
end

return lost
