--- Packs the game up: everything back to where it begins, from wherever it lies.
local piles = require("lib.piles")

local packing = {}

local function stray_ids()
    local found = {}
    for _, thing in ipairs(piles.strays()) do
        for _, entry in ipairs(piles.entries(thing)) do
            table.insert(found, entry.id)
        end
    end
    return found
end

--- Lists where pieces begin that are nowhere, destroyed or in a bag: each place, and how many.
function packing.lost(facts)
    local seen, lacking, lost = {}, {}, {}
    for place, count in pairs(facts.starts) do -- lint: ignore pairs
        lacking[place] = count
    end
    local function note(ids)
        for _, id in ipairs(ids) do
            local home = facts.home[id]
            if home ~= nil and not seen[id] then
                seen[id], lacking[home] = true, lacking[home] - 1
            end
        end
    end
    for _, place in ipairs(facts.order) do
        note(piles.ids(place))
    end
    note(stray_ids())
    for _, place in ipairs(facts.order) do
        if (lacking[place] or 0) > 0 then
            table.insert(lost, { place = place, count = lacking[place] })
        end
    end
    return lost
end

--- Sorts ids by where they begin; what begins where it lies is left out.
local function by_home(facts, ids, place)
    local homes = {}
    for _, id in ipairs(ids) do
        local home = facts.home[id]
        if home ~= nil and home ~= place then
            homes[home] = homes[home] or {}
            table.insert(homes[home], id)
        end
    end
    return homes
end

local function bring_home(facts, ids, place)
    local homes = by_home(facts, ids, place)
    for _, home in ipairs(facts.order) do
        if homes[home] ~= nil then
            piles.bring(homes[home], place, home)
        end
    end
end

--- Brings every piece to where it begins, sorts the piles that are never shuffled, sets tracks back.
function packing.pack(facts)
    bring_home(facts, stray_ids(), nil)
    for _, place in ipairs(facts.order) do
        bring_home(facts, piles.ids(place), place)
    end
    for _, each in ipairs(facts.sorted) do
        piles.sort(each.pile, each.order, each.meanwhile)
    end
    for _, track in ipairs(facts.all_tracks) do
        piles.set(track, facts.tracks[track].start)
    end
end

return packing
