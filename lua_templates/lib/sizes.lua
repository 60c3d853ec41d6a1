--- In some places cards are larger, to be read from afar; in all others they are as large as ever, so that
--- nobody sees by its size where a card has been.
local places = require("lib.places")

local sizes = {}

local box = {} -- what the table was made with
local names = {} -- by GUID of a zone: the place
local usual = {} -- by sort of card, of those that are larger somewhere: how large it is elsewhere

--- Is told of the box: `order` and `places`, some of which say by sort of card how large it is `here` and
--- `elsewhere`.
function sizes.know(known)
    box, names, usual = known, {}, {}
    for _, name in ipairs(box.order) do
        local place = box.places[name]
        names[place.guid] = name
        for sort, size in pairs(place.larger or {}) do -- lint: ignore pairs
            usual[sort] = size.elsewhere
        end
    end
end

--- Gives the sort of a card, or of the first of a deck; nil if it is no card of the box.
local function sort_of(thing)
    local id = (thing.type == "Card" or thing.type == "Deck") and places.made_of(thing)[1]
    return id and id:match("^[^.]+") or nil
end

local function let_be(thing, size)
    if size ~= nil and math.abs(thing.getScale().x - size.x) > 0.001 then
        thing.setScale(size)
    end
end

function sizes.onObjectEnterZone(zone, thing)
    local name = names[zone.guid]
    local sort = name ~= nil and sort_of(thing)
    if sort then
        local here = (box.places[name].larger or {})[sort]
        let_be(thing, here ~= nil and here.here or usual[sort])
    end
end

function sizes.onObjectLeaveZone(zone, thing)
    local name = names[zone.guid]
    if name ~= nil and box.places[name].larger ~= nil then
        let_be(thing, usual[sort_of(thing) or ""])
    end
end

return sizes
