--- All that rows leave to chance, by the names that the rules have for it: a pile is shuffled as `shuffle.`
--- and its name, one of several is picked by the name of what it decides.
local piles = require("lib.piles")

local chance = {}

--- Shuffles what lies in a place.
function chance.shuffle(place)
    return piles.shuffle(place)
end

--- Gives what lies in a place in random order, and leaves it where it lies.
function chance.order(place)
    return piles.mixed(piles.ids(place))
end

--- Picks one of a list.
function chance.pick(_, list)
    return piles.mixed(list)[1]
end

return chance
