--- Gets pieces back that lie on the table no more: out of bags, or made anew of what they were when
--- somebody threw them away. That is kept as long as the table stays loaded.
local decks = require("lib.decks")
local places = require("lib.places")
local steps = require("lib.steps")

local lost = {}

local DEEP = 4 -- so deep in bags within bags a piece is looked for
local ASIDE = 5 -- so far beside a bag what was in it comes to lie, or it would fall in again
local HIGH = 4 -- so far above a bag, and above where it was, a piece comes back

local thrown = {} -- by id: its data, and where it was
local entering = {} -- by GUID: it goes into a container, and is not thrown away
local acting = nil -- tells whether the table itself does something

--- Is told how to know that the table itself does something.
function lost.know(is_acting)
    acting = is_acting
end

local function remember(thing)
    local at = thing.getPosition()
    for id, data in pairs(decks.data_of(thing)) do -- lint: ignore pairs
        thrown[id] = { data = data, position = { x = at.x, y = at.y + HIGH, z = at.z }, turn = thing.getRotation() }
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

local function taken(bag, index, aside)
    local at = bag.getPosition()
    return bag.takeObject({
        index = index, position = { x = at.x + aside, y = at.y + HIGH, z = at.z }, smooth = false,
    })
end

--- Tells whether a piece is somewhere in what the data of a thing says that it holds.
local function holds(data, id)
    for _, each in ipairs(data.ContainedObjects or {}) do
        if each.Memo == id or holds(each, id) then
            return true
        end
    end
    return false
end

--- Takes out of a bag what holds a piece: a deck, or another bag, which is laid beside the first.
local function holder_out_of(bag, id)
    local data = bag.getData()
    for i, each in ipairs(holds(data, id) and bag.getObjects() or {}) do
        if holds(data.ContainedObjects[i], id) then
            local thing = taken(bag, each.index, ASIDE)
            steps.ready({ thing })
            return thing
        end
    end
    return nil
end

local function out_of_a_bag(id, depth)
    local bags = {}
    for _, bag in ipairs(getObjects()) do
        if bag.type == "Bag" then
            table.insert(bags, bag)
            for _, each in ipairs(bag.getObjects()) do
                if each.memo == id then
                    return taken(bag, each.index, 0)
                end
            end
        end
    end
    for _, bag in ipairs(depth > 0 and bags or {}) do
        local holder = holder_out_of(bag, id)
        if holder ~= nil then
            return holder.type == "Bag" and out_of_a_bag(id, depth - 1) or holder
        end
    end
    return nil
end

local function made_anew(id)
    local was = thrown[id]
    if was == nil then
        return nil
    end
    thrown[id] = nil
    return decks.spawned({ was.data }, { position = was.position, rotation = was.turn })
end

--- Gets a piece back that is nowhere on the table, if that can be done, and waits until it is there.
function lost.fetch(id)
    local thing = out_of_a_bag(id, DEEP) or made_anew(id)
    if thing ~= nil then
        steps.ready({ thing })
        places.note(thing)
    end
    return places.find(id)
end

return lost
