--- Knows where in a place something may lie: its slots, and the piles in it that some pieces have of their
--- own; and from how high it is let go.
local places = require("lib.places")

local spots = {}

local ABOVE = 0.3 -- things are let go so far above what they will lie on
local NEAR = 0.9 -- what is nearer than this to a slot lies in it; half of a card's width is 1.1
local HIGH = 3 -- so far above a place something is made: still in its zone, which goes 3.8 above a mat

--- Tells whether something lies at a spot.
function spots.near(point, position)
    return math.abs(point.x - position.x) < NEAR and math.abs(point.z - position.z) < NEAR
end

--- Gives the only spot in a place at which a piece may lie; nil if it may lie in any slot.
function spots.only(name, id)
    local place, heap = places.known(name), places.heap(id)
    local own = place.piles[id] or (heap and place.piles[heap]) or place.piles[string.match(id, "^[^.]+")]
    if own == nil and #place.slots == 1 then
        return place.slots[1]
    end
    return own
end

--- Gives the first slot of a place in which nothing lies; the first of all if there is none.
local function free_slot(name, lying)
    local slots = places.known(name).slots
    for _, slot in ipairs(slots) do
        local free = true
        for _, each in ipairs(lying) do
            free = free and not spots.near(slot, each.at)
        end
        if free then
            return slot
        end
    end
    return slots[1]
end

--- Says how high a thing reaches.
function spots.top_of(thing)
    local bounds = thing.getBounds()
    return bounds.center.y + bounds.size.y / 2
end

--- Says where a piece is to be let go, above what lies there already or will have come to lie there.
function spots.landing(name, id, lying)
    local spot = spots.only(name, id) or free_slot(name, lying)
    local y = spot.y
    for _, each in ipairs(lying) do
        if spots.near(spot, each.at) then
            y = math.max(y, each.top)
        end
    end
    table.insert(lying, { at = spot, top = y + ABOVE })
    return { x = spot.x, y = y + ABOVE, z = spot.z }
end

--- Gives a point above a place, where something may be made that goes there.
function spots.above(name, id)
    local spot = spots.only(name, id) or places.known(name).slots[1]
    return { x = spot.x, y = spot.y + HIGH, z = spot.z }
end

return spots
