--- Gets pieces back that lie on the table no more: out of bags, or made anew of what they were when
--- somebody threw them away. That is kept as long as the table stays loaded.
local decks = require("lib.decks")
local places = require("lib.places")
local steps = require("lib.steps")

local lost = {}

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

local function out_of_a_bag(id)
    for _, bag in ipairs(getObjects()) do
        for _, each in ipairs(bag.type == "Bag" and bag.getObjects() or {}) do
            if each.memo == id then
                local at = bag.getPosition()
                return bag.takeObject({
                    index = each.index, position = { x = at.x, y = at.y + HIGH, z = at.z }, smooth = false,
                })
            end
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
    local thing = out_of_a_bag(id) or made_anew(id)
    if thing ~= nil then
        steps.ready({ thing })
        places.note(thing)
    end
    return places.find(id)
end

return lost
