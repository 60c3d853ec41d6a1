--- Lets places show what they should show, wherever it lies now. Only what is different is touched, and
--- all of it at once: a few cards are carried to where they go, of many whole piles are made anew.
local decks = require("lib.decks")
local places = require("lib.places")
local steps = require("lib.steps")

local laying = {}

local ABOVE = 0.3 -- things are let go so far above what they will lie on
local NEAR = 0.9 -- what is nearer than this to a slot lies in it
local FEW = 6 -- so many cards fall on each other in their order
local BESIDE = 3 -- so far beside a pile that is made anew lies what does not belong in it
local HIGH = 3
local TRIES = 3
local CARDS = { Card = true, Deck = true }

local called = tostring

--- Is told how a place is called: piles that are made anew have its name.
function laying.know(name_of)
    called = name_of
end

--- Says how what lies in a place is turned, with its face or its back up.
function laying.rotation(name, down)
    return { x = 0, y = places.known(name).turn, z = down and 180 or 0 }
end

-- Spots: the slots of a place, and the piles in it that some pieces have of their own

local function near(point, position)
    return math.abs(point.x - position.x) < NEAR and math.abs(point.z - position.z) < NEAR
end

--- Gives the only spot in a place at which a piece may lie; nil if it may lie in any slot.
local function spot_for(name, id)
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
            free = free and not near(slot, each.at)
        end
        if free then
            return slot
        end
    end
    return slots[1]
end

local function top_of(thing)
    local bounds = thing.getBounds()
    return bounds.center.y + bounds.size.y / 2
end

--- Says where a piece is to be let go, above what lies there already or will have come to lie there.
local function landing(name, id, lying)
    local spot = spot_for(name, id) or free_slot(name, lying)
    local y = spot.y
    for _, each in ipairs(lying) do
        if near(spot, each.at) then
            y = math.max(y, each.top)
        end
    end
    table.insert(lying, { at = spot, top = y + ABOVE })
    return { x = spot.x, y = y + ABOVE, z = spot.z }
end

--- Gives a point above a place, where something may be made that goes there.
function laying.above(name, id)
    local spot = spot_for(name, id) or places.known(name).slots[1]
    return { x = spot.x, y = spot.y + HIGH, z = spot.z }
end

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
        if not CARDS[entry.thing.type] then
            return false
        end
    end
    return true
end

local function things_of(entries)
    local found, known = {}, {}
    for _, entry in ipairs(entries) do
        if not known[entry.thing.guid] then
            known[entry.thing.guid] = true
            table.insert(found, entry.thing)
        end
    end
    return found
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
    local in_order = not ordered or (is_in_order(own, wanted, #coming) and #things_of(own) <= 1)
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
    local known, stays = {}, {}
    for _, entry in ipairs(own) do
        known[entry.id], stays[entry.id] = entry, in_order
    end
    for _, entry in ipairs(coming) do
        known[entry.id], stays[entry.id] = entry, false
    end
    for i = #wanted, 1, -1 do
        local each, entry = wanted[i], known[wanted[i].id]
        if not (stays[each.id] and entry.down == each.down) then
            table.insert(todo.moves, { entry = entry, name = name, down = each.down, stays = stays[each.id] })
        end
    end
end

--- Sorts what is wanted in a place by the spots at which it lies.
local function by_spot(name, wanted)
    local spots, loose = {}, {}
    for _, each in ipairs(wanted) do
        local at = spot_for(name, each.id)
        local found = nil
        for _, spot in ipairs(spots) do
            found = spot.at == at and spot or found
        end
        if at == nil then
            table.insert(loose, each)
        elseif found == nil then
            table.insert(spots, { at = at, wanted = { each } })
        else
            table.insert(found.wanted, each)
        end
    end
    return spots, loose
end

--- Compares a place with what it should show.
local function compare(todo, name, wanted, going)
    local here, place = {}, places.known(name)
    local contents = places.contents(name)
    for _, entry in ipairs(contents) do
        here[entry.id] = entry
    end
    local function entry_of(each)
        local entry = here[each.id] or places.find(each.id)
        if entry == nil then
            table.insert(todo.lacking, each.id)
        end
        return entry
    end
    local spots, loose = by_spot(name, wanted)
    if place.colour ~= nil then
        spots, loose = {}, wanted
    end
    for _, spot in ipairs(spots) do
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
            elseif not going[entry.id] and spot_for(name, entry.id) == spot.at then
                table.insert(astray, entry)
            end
        end
        compare_pile(todo, name, spot.at, there, own, coming, astray)
    end
    for i = #loose, 1, -1 do
        local each = loose[i]
        local entry = entry_of(each)
        local stays = here[each.id] ~= nil
        local turned = entry ~= nil and entry.down ~= each.down and place.colour == nil
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
            local guid = move.entry.thing.guid
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

--- Says what keeps lying in a place while the rest moves: where, and how high it reaches.
local function lying_in(todo, name)
    local lying, going = {}, {}
    for _, move in ipairs(todo.moves) do
        if move.entry.index == nil and not move.stays then
            going[move.entry.thing.guid] = true
        end
    end
    for _, thing in ipairs(places.things(name)) do
        if todo.fresh[thing.guid] == nil and not going[thing.guid] then
            table.insert(lying, { at = thing.getPosition(), top = top_of(thing) })
        end
    end
    return lying
end

--- Makes a pile anew: what shows its face and what shows its back cannot be one thing.
local function spawn_heap(heap, data, lying)
    local moved, position = {}, { x = heap.at.x, y = heap.at.y + ABOVE, z = heap.at.z }
    for _, each in ipairs(lying or {}) do
        if near(heap.at, each.at) then
            position.y = math.max(position.y, each.top + ABOVE)
        end
    end
    local last = #heap.cards
    while last > 0 do
        local first, down, cards = last, heap.cards[last].down, {}
        while first > 1 and heap.cards[first - 1].down == down do
            first = first - 1
        end
        for i = first, last do
            table.insert(cards, data[heap.cards[i].id])
        end
        local turn = heap.turn or places.known(heap.name).turn
        local thing, top = decks.spawned(cards, {
            called = heap.called or called(heap.name), position = position,
            rotation = { x = 0, y = turn, z = down and 180 or 0 },
        })
        table.insert(moved, thing)
        position = { x = position.x, y = top + ABOVE, z = position.z }
        last = first - 1
    end
    if lying ~= nil then
        table.insert(lying, { at = heap.at, top = position.y })
    end
    return moved
end

local function turned(thing, down, rotation)
    local states = thing.getStates()
    if states ~= nil and #states > 0 and thing.getStateId() ~= (down and 2 or 1) then
        thing = thing.setState(down and 2 or 1)
    end
    if states == nil or #states == 0 then
        thing.setRotation(rotation)
    else
        thing.setRotation({ x = 0, y = rotation.y, z = 0 })
    end
    return thing
end

--- Moves a piece to where it goes; a card that goes to a hand is dealt as soon as it is there.
local function move_piece(move, data, lying, dealt)
    local id, thing = move.entry.id, move.entry.thing
    local place, rotation = places.known(move.name), laying.rotation(move.name, move.down)
    local to_hand = place.colour ~= nil and CARDS[thing.type]
    local position = nil
    if not to_hand and not (move.stays and move.entry.index == nil) then
        position = landing(move.name, id, lying)
    end
    if data[id] ~= nil or move.entry.index ~= nil then
        local from = position or thing.getPosition()
        local start = position or { x = from.x, y = top_of(thing) + ABOVE * (#dealt + 2), z = from.z }
        if to_hand then
            rotation.z = 180 -- nobody sees it on its way
        end
        if data[id] ~= nil then
            thing = decks.spawned({ data[id] }, { position = start, rotation = rotation })
        else
            thing = thing.takeObject({
                index = move.entry.index, position = start, rotation = rotation, smooth = false,
            })
        end
    else
        if thing.held_by_color ~= nil then
            thing.drop()
        end
        if not to_hand then
            thing = turned(thing, move.down, rotation)
        end
        if position ~= nil then
            thing.setPosition(position)
        end
    end
    if to_hand then
        table.insert(dealt, { thing = thing, colour = place.colour })
    end
    return thing
end

--- Reads the data of what is to be made anew. What rules don't know comes again beside it.
local function read_fresh(todo)
    local data = {}
    for _, thing in pairs(todo.fresh) do -- lint: ignore pairs
        local known, others = decks.data_of(thing)
        for id, each in pairs(known) do -- lint: ignore pairs
            data[id] = each
        end
        if #others > 0 then
            local at, turn = thing.getPosition(), thing.getRotation()
            decks.spawned(others, {
                called = "", position = { x = at.x + BESIDE, y = at.y, z = at.z }, rotation = turn,
            })
        end
    end
    return data
end

local function perform(todo)
    local lying, moved, dealt = {}, {}, {}
    local function lying_at(name)
        lying[name] = lying[name] or lying_in(todo, name)
        return lying[name]
    end
    for _, move in ipairs(todo.moves) do
        lying_at(move.name)
    end
    for _, heap in ipairs(todo.heaps) do
        if heap.name ~= nil then
            lying_at(heap.name)
        end
    end
    local data = read_fresh(todo)
    for _, heap in ipairs(todo.heaps) do
        for _, thing in ipairs(spawn_heap(heap, data, heap.name and lying[heap.name])) do
            table.insert(moved, thing)
        end
    end
    for _, move in ipairs(todo.moves) do
        if data[move.entry.id] == nil and move.entry.index ~= nil then
            local now = places.find(move.entry.id) -- others may have left the deck meanwhile
            move.entry = now ~= nil and now or move.entry
        end
        table.insert(moved, move_piece(move, data, lying[move.name], dealt))
    end
    for _, thing in pairs(todo.fresh) do -- lint: ignore pairs
        thing.destruct()
    end
    if #dealt > 0 then
        steps.ready(moved)
        for _, each in ipairs(dealt) do
            each.thing.deal(1, each.colour)
        end
    end
    steps.still(moved)
end

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
        perform(todo)
    end
end

return laying
