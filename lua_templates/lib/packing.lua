--- Packs the game up: everything back to where it begins, from wherever it lies.
local piles = require("lib.piles")
local places = require("lib.places")
local steps = require("lib.steps")
local tracks = require("lib.tracks")

local packing = {}

--- Lists where pieces begin that are nowhere, destroyed or in a bag: each place, and how many.
function packing.lost(facts)
    local ids, lacking, lost = {}, {}, {}
    for id in pairs(facts.home) do -- lint: ignore pairs
        table.insert(ids, id)
    end
    local there = places.find_all(ids) -- one look at the table, however much is gone
    for id, home in pairs(facts.home) do -- lint: ignore pairs
        if there[id] == nil then
            lacking[home] = (lacking[home] or 0) + 1
        end
    end
    for _, place in ipairs(facts.order) do
        if lacking[place] ~= nil then
            table.insert(lost, { place = place, count = lacking[place] })
        end
    end
    return lost
end

--- Says what is not as it lies in the box, if anything is: a place, how much is there, how much should be.
function packing.disorder(facts)
    for _, name in ipairs(facts.order) do
        local found, wanted = #piles.ids(name), facts.starts[name] or 0
        if found ~= wanted then
            return { place = name, found = found, wanted = wanted }
        end
    end
    return nil
end

--- Lists by place what begins there and lies elsewhere.
local function homeless(facts)
    local found = {}
    for id, home in pairs(facts.home) do -- lint: ignore pairs
        local entry = places.find(id)
        if entry ~= nil and places.of(entry.thing) ~= home then
            found[home] = found[home] or {}
            table.insert(found[home], id)
        end
    end
    for _, ids in pairs(found) do -- lint: ignore pairs
        table.sort(ids, function(a, b) return a < b end)
    end
    return found
end

--- Brings every piece to where it begins, sorts the piles that are never shuffled, sets tracks back.
function packing.pack(facts)
    piles.spread(homeless(facts))
    for _, each in ipairs(facts.sorted) do
        piles.sort(each.pile, each.order)
    end
    local markers = {}
    for _, track in ipairs(facts.all_tracks) do
        tracks.show(track, facts.tracks[track].start)
        table.insert(markers, tracks.shown_by(track))
    end
    steps.still(markers)
end

return packing
