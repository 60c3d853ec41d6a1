--- Lets places show what they should show, wherever it lies now. Only what is different is touched, and
--- all of it at once: a few cards are carried to where they go, of many whole piles are made anew.
local carrying = require("lib.carrying")
local places = require("lib.places")
local spots = require("lib.spots")

local laying = {}

local FEW = 6 -- so many cards fall on each other in their order
local TRIES = 3 -- so often pieces are laid: what then lies otherwise is kept from its place by something
local CARDS = { Card = true, Deck = true }

-- What is different

--- What is to be done: things of which cards are made anew, pieces that go somewhere, piles to be made.
local function nothing_yet()
    return {
        fresh = {}, -- by GUID: a thing that goes, and whose cards come again
        moves = {}, -- pieces that go somewhere: { entry, name, down }, from below upwards
        heaps = {}, -- piles that are made anew: { name, at, cards = { { id, down } … } }, the top first
        taken = {}, -- by GUID of a deck: how many cards leave it
        lacking = {}, -- ids of pieces that are nowhere
    }
end

local function is_in_order(own, wanted, first)
    for i, entry in ipairs(own) do
        if wanted[first + i] == nil or wanted[first + i].id ~= entry.id then
            return false
        end
    end
    return true
end

local function all_cards(entries)
    for _, entry in ipairs(entries) do
        if not CARDS[entry.kind] then
            return false
        end
    end
    return true
end

local function things_of(entries)
    local found, known = {}, {}
    for _, entry in ipairs(entries) do
        if not known[entry.guid] then
            known[entry.guid] = true
            table.insert(found, entry.thing)
        end
    end
    return found
end

--- Makes the cards anew that lie below all else in a pile, as one thing: what falls on cards that are still
--- falling comes to lie among them. Gives how much lies above them.
local function add_lowest(todo, name, at, wanted, known)
    local above, cards = #wanted, {}
    while above > 0 and CARDS[known[wanted[above].id].kind] do
        table.insert(cards, 1, wanted[above])
        above = above - 1
    end
    if #cards < 2 then
        return #wanted
    end
    for _, each in ipairs(cards) do
        local entry = known[each.id]
        todo.fresh[entry.guid] = entry.thing
    end
    table.insert(todo.heaps, { name = name, at = at, cards = cards })
    return above
end

--- Tells whether the cards among some pieces are one thing; what is no card lies with them by itself.
local function is_one_pile(entries)
    local pile = nil
    for _, entry in ipairs(entries) do
        if CARDS[entry.kind] then
            if pile ~= nil and entry.guid ~= pile then
                return false
            end
            pile = entry.guid
        end
    end
    return true
end

--- Decides how a spot comes to show what it should: by pieces that come on top of it, or made anew.
local function compare_pile(todo, name, at, wanted, own, coming, astray)
    local ordered, sides = places.is_pile(name), {}
    local turned = false
    for _, each in ipairs(wanted) do
        sides[each.id] = each.down
    end
    for _, entry in ipairs(own) do
        turned = turned or entry.down ~= sides[entry.id]
    end
    local in_order = not ordered or (is_in_order(own, wanted, #coming) and is_one_pile(own))
    for i, entry in ipairs(coming) do
        in_order = in_order and (not ordered or wanted[i].id == entry.id)
    end
    local all = {}
    for _, list in ipairs({ own, coming, astray }) do
        for _, entry in ipairs(list) do
            table.insert(all, entry)
        end
    end
    local anew = turned or not in_order or #coming > FEW
    if anew and all_cards(all) then
        local cards = {}
        for _, each in ipairs(wanted) do
            table.insert(cards, each)
        end
        for _, entry in ipairs(astray) do -- what should be elsewhere, nobody said where, lies below
            table.insert(cards, { id = entry.id, down = entry.down })
        end
        for _, thing in ipairs(things_of(all)) do
            todo.fresh[thing.guid] = thing
        end
        table.insert(todo.heaps, { name = name, at = at, cards = cards })
        return
    end
    local known, stays, last = {}, {}, #wanted
    for _, entry in ipairs(own) do
        known[entry.id], stays[entry.id] = entry, in_order
    end
    for _, entry in ipairs(coming) do
        known[entry.id], stays[entry.id] = entry, false
    end
    if not in_order then
        last = add_lowest(todo, name, at, wanted, known)
    end
    for i = last, 1, -1 do
        local each, entry = wanted[i], known[wanted[i].id]
        if not (stays[each.id] and entry.down == each.down) then
            table.insert(todo.moves, { entry = entry, name = name, down = each.down, stays = stays[each.id] })
        end
    end
end

--- Sorts what is wanted in a place by the spots at which it lies.
local function by_spot(name, wanted)
    local fixed, loose = {}, {}
    for _, each in ipairs(wanted) do
        local at = spots.only(name, each.id)
        local found = nil
        for _, spot in ipairs(fixed) do
            found = spot.at == at and spot or found
        end
        if at == nil then
            table.insert(loose, each)
        elseif found == nil then
            table.insert(fixed, { at = at, wanted = { each } })
        else
            table.insert(found.wanted, each)
        end
    end
    return fixed, loose
end

--- Compares a place with what it should show.
local function compare(todo, name, wanted, going)
    local here, place = {}, places.known(name)
    local contents = places.contents(name)
    for _, entry in ipairs(contents) do
        here[entry.id] = entry
    end
    local others = {}
    for _, each in ipairs(wanted) do
        if here[each.id] == nil then
            table.insert(others, each.id)
        end
    end
    local elsewhere = places.find_all(others)
    local function entry_of(each)
        local entry = here[each.id] or elsewhere[each.id]
        if entry == nil then
            table.insert(todo.lacking, each.id)
        end
        return entry
    end
    local fixed, loose = by_spot(name, wanted)
    if place.colour ~= nil then
        fixed, loose = {}, wanted
    end
    for _, spot in ipairs(fixed) do
        local own, coming, astray, there, sought = {}, {}, {}, {}, {}
        for _, each in ipairs(spot.wanted) do
            sought[each.id] = true
            local entry = entry_of(each)
            if entry ~= nil then
                table.insert(there, each)
            end
            if entry ~= nil and here[each.id] == nil then
                table.insert(coming, entry)
            end
        end
        for _, entry in ipairs(contents) do
            if sought[entry.id] then
                table.insert(own, entry)
            elseif not going[entry.id] and spots.only(name, entry.id) == spot.at then
                table.insert(astray, entry)
            end
        end
        compare_pile(todo, name, spot.at, there, own, coming, astray)
    end
    for i = #loose, 1, -1 do
        local each = loose[i]
        local entry = entry_of(each)
        local stays = here[each.id] ~= nil
        local turned = entry ~= nil and entry.down ~= each.down
        if entry ~= nil and (not stays or turned) then
            table.insert(todo.moves, { entry = entry, name = name, down = each.down, stays = stays })
        end
    end
end

--- Adds what hangs on it: of a deck that many cards leave, or cards for a pile that is made anew, the
--- rest is made anew, too, where it lies.
local function add_what_follows(todo)
    for _, move in ipairs(todo.moves) do
        if move.entry.index ~= nil then
            local guid = move.entry.guid
            todo.taken[guid] = (todo.taken[guid] or 0) + 1
            local left = move.entry.thing.getQuantity() - todo.taken[guid]
            if todo.taken[guid] > FEW or left < 2 then -- a deck of one is none
                todo.fresh[guid] = move.entry.thing
            end
        end
    end
    local goes = {}
    for _, heap in ipairs(todo.heaps) do
        for _, card in ipairs(heap.cards) do
            goes[card.id] = true
        end
    end
    for _, move in ipairs(todo.moves) do
        goes[move.entry.id] = true
    end
    for _, thing in pairs(todo.fresh) do -- lint: ignore pairs
        local rest = {}
        for _, entry in ipairs(places.entries(thing)) do
            if not goes[entry.id] then
                table.insert(rest, { id = entry.id, down = entry.down })
            end
        end
        if #rest > 0 then
            local at, size = thing.getPosition(), thing.getBounds().size
            table.insert(todo.heaps, {
                at = { x = at.x, y = at.y - size.y / 2, z = at.z }, cards = rest,
                called = thing.getName(), turn = thing.getRotation().y,
            })
        end
    end
end

-- Doing it

--- Names the first piece that does not lie as it should; nil if all do.
local function first_of(todo)
    if todo.moves[1] ~= nil then
        return todo.moves[1].entry.id
    end
    return todo.heaps[1] ~= nil and todo.heaps[1].cards[1].id or nil
end

--- Lets places show what they should: `wanted` lists by place its pieces, { id, down } each, the top
--- first. Waits until all lies still. Gives the ids of those that are nowhere, and one that would not
--- lie as it should, whatever was tried.
function laying.lay(wanted)
    local going, tries = {}, 0
    for _, list in pairs(wanted) do -- lint: ignore pairs
        for _, each in ipairs(list) do
            going[each.id] = true
        end
    end
    while true do
        local todo = nothing_yet()
        for _, name in ipairs(places.all()) do
            if wanted[name] ~= nil then
                compare(todo, name, wanted[name], going)
            end
        end
        if first_of(todo) == nil or tries == TRIES then
            return todo.lacking, first_of(todo)
        end
        tries = tries + 1
        add_what_follows(todo)
        carrying.perform(todo)
    end
end

return laying
