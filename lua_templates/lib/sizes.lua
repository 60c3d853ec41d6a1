--- In some places cards are larger, to be read from afar; a card that leaves is as large as elsewhere.
local sizes = {}

local box = {} -- what the table was made with
local names = {} -- by GUID of a zone: the place in which cards are larger

--- Is told of the box: `places`, some of which say by sort of card how large it is `here` and `elsewhere`.
function sizes.know(known)
    box, names = known, {}
    for _, name in ipairs(box.order) do
        if box.places[name].larger ~= nil then
            names[box.places[name].guid] = name
        end
    end
end

--- Gives how large a card is here and elsewhere; nil if it is as large here as anywhere.
local function larger(zone, thing)
    local name = names[zone.guid]
    if name == nil or thing.type ~= "Card" or (thing.memo or "") == "" then
        return nil
    end
    return box.places[name].larger[thing.memo:match("^[^.]+")]
end

function sizes.onObjectEnterZone(zone, thing)
    local size = larger(zone, thing)
    if size ~= nil then
        thing.setScale(size.here)
    end
end

function sizes.onObjectLeaveZone(zone, thing)
    local size = larger(zone, thing)
    if size ~= nil then
        thing.setScale(size.elsewhere)
    end
end

return sizes
