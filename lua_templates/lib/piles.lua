--- Finds and moves what lies in places. It knows no game: pieces carry their id as memo, places are zones.
--- A deck is not an object: what lies in a place is looked for whenever that is needed.
local steps = require("lib.steps")

local piles = {}

local NEAR = 0.9 -- what is nearer than this to a slot lies in it
local ABOVE = 0.3 -- things are let go so far above what they will lie on
local TRIES = 3
local FEW = 10 -- so many cards at once fall on each other in their order

local order, places, tracks, heaps, called = {}, {}, {}, {}, tostring

--- Is told of the places of the table in their order, of its tracks, which pieces have a pile of their
--- own where they begin, and how a place is called.
function piles.know(box, name_of)
    order, places, tracks, heaps, called = box.order, box.places, box.tracks, box.heaps, name_of
end

-- Looking

--- Lists what a thing is made of, the top first: a piece, or the cards of a deck.
function piles.entries(thing)
    if thing.type ~= "Deck" then
        if thing.memo == nil or thing.memo == "" then
            return {}
        end
        return { { id = thing.memo, thing = thing, down = thing.is_face_down } }
    end
    local found = {} -- a deck that lies face down lists its top card first
    local cards, down = thing.getObjects(), thing.is_face_down
    for i = 1, #cards do
        local card = cards[down and i or #cards + 1 - i]
        if card.memo ~= nil and card.memo ~= "" then
            table.insert(found, { id = card.memo, thing = thing, index = card.index, down = down })
        end
    end
    return found
end

local function height(thing)
    return thing.getPosition().y
end

--- Lists the things in a place that are pieces, the highest first: a zone also touches what lies below.
function piles.things(name)
    local place, things = places[name], {}
    local hand = place.colour ~= nil and Player[place.colour].getHandObjects()
    for _, thing in ipairs(hand or getObjectFromGUID(place.guid).getObjects()) do
        if #piles.entries(thing) > 0 then
            table.insert(things, thing)
        end
    end
    table.sort(things, function(a, b) return height(a) > height(b) end)
    return things
end

--- Lists the ids of what lies in a place, the top first.
function piles.ids(name)
    local found = {}
    for _, thing in ipairs(piles.things(name)) do
        for _, entry in ipairs(piles.entries(thing)) do
            table.insert(found, entry.id)
        end
    end
    return found
end

--- Gives the id on top of what lies in a place; without any, nothing can go on.
function piles.top(name)
    return piles.ids(name)[1] or steps.stop("lacks", name)
end

--- Lists the ids in a place that a function picks.
function piles.some(name, picks)
    local found = {}
    for _, id in ipairs(piles.ids(name)) do
        if picks(id) then
            table.insert(found, id)
        end
    end
    return found
end

--- Tells whether a piece lies in a place.
function piles.has(name, id)
    return #piles.some(name, function(each) return each == id end) > 0
end

--- Finds a piece wherever it lies: what it is or is in, and in which place, if in any.
function piles.find(id)
    for _, name in ipairs(order) do
        for _, thing in ipairs(piles.things(name)) do
            for _, entry in ipairs(piles.entries(thing)) do
                if entry.id == id then
                    entry.place = name
                    return entry
                end
            end
        end
    end
    for _, thing in ipairs(getObjects()) do
        for _, entry in ipairs(piles.entries(thing)) do
            if entry.id == id then
                return entry
            end
        end
    end
    return nil
end

--- Lists the things on the table that are pieces and lie in no place.
function piles.strays()
    local placed, found = {}, {}
    for name in pairs(places) do -- lint: ignore pairs
        for _, thing in ipairs(piles.things(name)) do
            placed[thing.guid] = true
        end
    end
    for _, thing in ipairs(getObjects()) do
        if not placed[thing.guid] and #piles.entries(thing) > 0 then
            table.insert(found, thing)
        end
    end
    return found
end

-- Moving

local function near(point, position)
    return math.abs(point.x - position.x) < NEAR and math.abs(point.z - position.z) < NEAR
end

--- Finds where a piece goes: the pile of its own in the place, else the first slot that is free.
local function goal(name, id, taken)
    local place = places[name]
    local own = place.piles[id] or place.piles[heaps[id]] or place.piles[string.match(id, "^[^.]+")]
    if own ~= nil then
        return own
    end
    for _, slot in ipairs(place.slots) do
        local free = true
        for _, position in ipairs(taken) do
            free = free and not near(slot, position)
        end
        if free then
            return slot
        end
    end
    return place.slots[1]
end

local function top_of(thing)
    local bounds = thing.getBounds()
    return bounds.center.y + bounds.size.y / 2
end

--- Says how what lies in a place is turned, with its face or its back up.
function piles.rotation(name, down)
    return { x = 0, y = places[name].turn, z = down and 180 or 0 }
end

local function landing(name, id, lying)
    local taken = {}
    for _, each in ipairs(lying) do
        table.insert(taken, each.at)
    end
    local slot = goal(name, id, taken)
    local y = slot.y
    for _, each in ipairs(lying) do
        if near(slot, each.at) then
            y = math.max(y, each.top)
        end
    end
    table.insert(lying, { at = slot, top = y + ABOVE })
    return { x = slot.x, y = y + ABOVE, z = slot.z }
end

local function lying_in(name)
    local lying = {}
    for _, thing in ipairs(piles.things(name)) do
        table.insert(lying, { at = thing.getPosition(), top = top_of(thing) })
    end
    return lying
end

--- Says where a piece is to be let go so that it lies in a place, and how it is turned then.
function piles.landing(name, id)
    return landing(name, id, lying_in(name)), piles.rotation(name, places[name].down)
end

local function wanted_of(thing, wanted)
    local found = {}
    for _, entry in ipairs(piles.entries(thing)) do
        if wanted[entry.id] then
            table.insert(found, entry)
        end
    end
    return found
end

local function index_of(deck, id)
    for _, card in ipairs(deck.getObjects()) do
        if card.memo == id then
            return card.index
        end
    end
    return nil
end

--- Moves what is wanted of a thing: the thing itself, if all of it is, else cards one by one.
local function move(thing, wanted, target, lying)
    local entries, moved = wanted_of(thing, wanted), {}
    if #entries == 0 then
        return moved
    end
    local rotation = piles.rotation(target, places[target].down)
    if #entries == #piles.entries(thing) then
        thing.setRotation(rotation)
        thing.setPosition(landing(target, entries[1].id, lying))
        return { thing }
    end
    for i = #entries, 1, -1 do -- the top one comes last, and lies on top again
        table.insert(moved, thing.takeObject({
            index = index_of(thing, entries[i].id), smooth = false,
            position = landing(target, entries[i].id, lying), rotation = rotation,
        }))
    end
    return moved
end

local function missing(ids, name)
    local wanted, left, there = {}, 0, {}
    for _, id in ipairs(piles.ids(name)) do
        there[id] = true
    end
    for _, id in ipairs(ids) do
        if not there[id] then
            wanted[id] = true
            left = left + 1
        end
    end
    return wanted, left
end

--- Brings pieces from one place to another, and waits until they lie there; without a source, what lies in none.
function piles.bring(ids, source, target)
    for _ = 1, TRIES do
        local wanted, left = missing(ids, target)
        if left == 0 then
            return
        end
        local moved, lying = {}, lying_in(target)
        for _, thing in ipairs(source and piles.things(source) or piles.strays()) do
            for _, each in ipairs(move(thing, wanted, target, lying)) do
                table.insert(moved, each)
            end
        end
        steps.still(moved)
    end
    local _, left = missing(ids, target)
    if left > 0 then
        steps.stop("lacks", source or target)
    end
end

--- Brings as many pieces from the top of a pile as a place lacks of a number; gives how many lie there then.
function piles.fill(target, source, count)
    local lacking = count - #piles.ids(target)
    local drawn = {}
    for i, id in ipairs(piles.ids(source)) do
        if i <= lacking then
            table.insert(drawn, id)
        end
    end
    if #drawn > 0 then
        piles.bring(drawn, source, target)
    end
    return #piles.ids(target)
end

--- Deals from the top of a pile until a hand has a number of cards.
function piles.deal(source, hand, count)
    local lacking = count - #piles.ids(hand)
    local thing = piles.things(source)[1]
    if lacking > 0 and thing ~= nil then
        thing.deal(lacking, places[hand].colour)
        steps.wait(function() return #piles.ids(hand) >= count end)
    end
    if #piles.ids(hand) < count then
        steps.stop("lacks", source)
    end
end

--- Makes one pile of what lies in a place, names it by the place, shuffles it and waits until it lies.
function piles.shuffle(name)
    local things = piles.things(name)
    local pile = table.remove(things)
    if pile == nil then
        return
    end
    for i = #things, 1, -1 do
        pile = pile.putObject(things[i]) or pile
        steps.still({ pile })
    end
    if pile.type == "Deck" then
        pile.setName(called(name)) -- a pile that was somewhere else before has its name from there
        pile.shuffle()
        steps.still({ pile })
    end
end

--- Shuffles what was used into an empty pile; tells whether there was anything to do.
function piles.renew(pile, used)
    local ids = piles.ids(used)
    if #ids == 0 or #piles.ids(pile) > 0 then
        return false
    end
    piles.bring(ids, used, pile)
    piles.shuffle(pile)
    return true
end

local function is_sorted(name, order)
    for i, id in ipairs(piles.ids(name)) do
        if order[i] ~= id then
            return false
        end
    end
    return true
end

--- Lays cards of a deck on each other in a place, a few at a time, those from `last` to `first` of an order.
local function stack(deck, order, first, last, target)
    local moved, lying = {}, lying_in(target)
    local rotation = piles.rotation(target, places[target].down)
    for i = last, first, -1 do
        table.insert(moved, deck.takeObject({
            index = index_of(deck, order[i]), smooth = false,
            position = landing(target, order[i], lying), rotation = rotation,
        }))
    end
    steps.still(moved)
end

--- Puts a pile in an order, the top first; meanwhile its cards lie in another place, which is empty.
function piles.sort(name, order, meanwhile)
    for _ = 1, TRIES do
        if is_sorted(name, order) then
            return
        end
        local deck = piles.things(name)[1]
        for last = #order - 1, 1, -FEW do -- the last card of all stays, and all lie on it again
            stack(deck, order, math.max(last - FEW + 1, 1), last, meanwhile)
        end
        piles.bring(piles.ids(meanwhile), meanwhile, name)
    end
    steps.stop("lacks", name)
end

-- Tracks

local function distance(point, position)
    return (point.x - position.x) ^ 2 + (point.z - position.z) ^ 2
end

--- Gives the value of a track: what its counter counts, or the value to which its marker is nearest.
function piles.value(name)
    local track = tracks[name]
    local marker = getObjectFromGUID(track.guid)
    if track.shape == "counter" then
        return marker.Counter.getValue()
    end
    local value = track.low
    local position, found = marker.getPosition(), value
    while track.values[tostring(value)] ~= nil do
        if distance(track.values[tostring(value)], position) < distance(track.values[tostring(found)], position) then
            found = value
        end
        value = value + 1
    end
    return found
end

--- Sets the marker of a track, or its counter, to a value.
function piles.set(name, value)
    local track = tracks[name]
    local marker = getObjectFromGUID(track.guid)
    if track.shape == "counter" then
        marker.Counter.setValue(value)
        return
    end
    local point = track.values[tostring(value)]
    marker.setPosition({ x = point.x, y = point.y + ABOVE, z = point.z })
    steps.still({ marker })
end

-- Chance

--- Gives a list in random order.
function piles.mixed(list)
    local left, found = {}, {}
    for _, each in ipairs(list) do
        table.insert(left, each)
    end
    while #left > 0 do
        table.insert(found, table.remove(left, math.random(#left)))
    end
    return found
end

return piles
