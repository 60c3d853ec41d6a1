--- Carries pieces to where they should lie, and makes piles anew; what is to be done is found out in `laying`.
local bags = require("lib.bags")
local decks = require("lib.decks")
local places = require("lib.places")
local spots = require("lib.spots")
local steps = require("lib.steps")

local carrying = {}

local ABOVE = 0.3 -- things are let go so far above what they will lie on
local BESIDE = 3 -- so far beside a pile that is made anew lies what does not belong in it
local CARDS = { Card = true, Deck = true }
local CARDS_IN_SAVES = { Card = true, CardCustom = true }

local called = tostring

--- Is told how a place is called: piles that are made anew have its name.
function carrying.know(name_of)
    called = name_of
end

--- Says how what lies in a place is turned, with its face or its back up.
local function rotation_in(name, down)
    return { x = 0, y = places.known(name).turn, z = down and 180 or 0 }
end

--- Says what keeps lying in a place while the rest moves: where, and how high it reaches.
local function lying_in(todo, name)
    local lying, going = {}, {}
    for _, move in ipairs(todo.moves) do
        if move.entry.index == nil and not move.stays then
            going[move.entry.guid] = true
        end
    end
    for _, thing in ipairs(places.things(name)) do
        local guid = thing.guid
        if todo.fresh[guid] == nil and not going[guid] then
            table.insert(lying, { at = thing.getPosition(), top = spots.top_of(thing) })
        end
    end
    return lying
end

--- Makes a pile anew: what shows its face and what shows its back cannot be one thing.
local function spawn_heap(heap, data, lying)
    local moved, position = {}, { x = heap.at.x, y = heap.at.y + ABOVE, z = heap.at.z }
    for _, each in ipairs(lying or {}) do
        if spots.near(heap.at, each.at) then
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
    local place, rotation = places.known(move.name), rotation_in(move.name, move.down)
    local to_hand = place.colour ~= nil and CARDS[thing.type]
    if to_hand and move.stays and move.entry.index == nil and data[id] == nil then
        thing.flip() -- a hand that is full would push together what is dealt from it into it
        return thing
    end
    local position = nil
    if not to_hand and not (move.stays and move.entry.index == nil) then
        position = spots.landing(move.name, id, lying)
    end
    if data[id] ~= nil or move.entry.index ~= nil then
        local from = position or thing.getPosition()
        local start = position or { x = from.x, y = spots.top_of(thing) + ABOVE * (#dealt + 2), z = from.z }
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

--- Lists by what they will be one thing the pieces that are to be made, in their order.
local function in_heaps(pieces)
    local heaps, known = {}, {}
    for _, piece in ipairs(pieces) do
        local data = JSON.decode(piece.data)
        local at = spots.only(piece.name, piece.id)
        local key = string.format("%s %s %s", piece.name, tostring(at), tostring(piece.down))
        if not CARDS_IN_SAVES[data.Name] or (at == nil and places.known(piece.name).colour == nil) then
            key = piece.id
        end
        if known[key] == nil then
            known[key] = { id = piece.id, name = piece.name, down = piece.down, json = piece.data, cards = {} }
            table.insert(heaps, known[key])
        end
        table.insert(known[key].cards, data)
    end
    return heaps
end

--- Sets bags aside that stand in some places, named by the keys: what is laid there would fall into them.
function carrying.make_way(names)
    local points = {}
    for name in pairs(names) do -- lint: ignore pairs
        for _, slot in ipairs(places.known(name).slots) do
            table.insert(points, slot)
        end
        for _, spot in pairs(places.known(name).piles) do -- lint: ignore pairs
            table.insert(points, spot)
        end
    end
    bags.make_way(points, places.is_free)
end

--- Makes pieces anew, { id, name, down, data } each, those of a place with the top first: all at once, above
--- what lies where they go.
function carrying.make(pieces)
    local lying, made = {}, {}
    local heaps, going = in_heaps(pieces), {}
    for _, heap in ipairs(heaps) do
        going[heap.name] = true
    end
    carrying.make_way(going)
    for _, heap in ipairs(heaps) do
        local name = heap.name
        local place, rotation, position = places.known(name), rotation_in(name, heap.down), nil
        lying[name] = lying[name] or lying_in({ moves = {}, fresh = {} }, name)
        if place.colour ~= nil then
            rotation.z, position = 180, spots.above(name, heap.id) -- nobody sees it on its way
        else
            position = spots.landing(name, heap.id, lying[name])
        end
        if #heap.cards > 1 then
            local thing, top = decks.spawned(heap.cards, { called = called(name), position = position, rotation = rotation })
            table.insert(made, thing)
            table.insert(lying[name], { at = position, top = top })
        else
            table.insert(made, spawnObjectJSON({ json = heap.json, position = position, rotation = rotation }))
        end
    end
    if #made > 0 then
        steps.ready(made)
        steps.still(made)
    end
    for _, thing in ipairs(made) do
        places.note(thing)
    end
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

--- Waits for the piles into which some pieces have fallen: a game may need longer to make one than to let
--- it lie still, and until it is made no zone knows of it. What lies too high for its zone is noted then.
local function wait_for_piles(todo)
    local ids, made = {}, {}
    for _, move in ipairs(todo.moves) do
        table.insert(ids, move.entry.id)
    end
    for _, heap in ipairs(todo.heaps) do
        table.insert(ids, heap.cards[1].id)
    end
    local found, looked = places.find_all(ids), {}
    for _, entry in pairs(found) do -- lint: ignore pairs
        if not looked[entry.guid] and entry.thing.spawning then
            table.insert(made, entry.thing)
        end
        looked[entry.guid] = true
    end
    if #made > 0 then
        steps.still(made)
        found = places.find_all(ids)
    end
    looked = {}
    for _, id in ipairs(ids) do
        local now = found[id]
        if now ~= nil and not looked[now.guid] then
            looked[now.guid] = true
            places.of(now.thing)
        end
    end
end

--- Does what is to be done: makes piles anew, moves pieces, deals to hands; waits until all lies still.
function carrying.perform(todo)
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
    wait_for_piles(todo)
end

return carrying
