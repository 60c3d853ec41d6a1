--- Knows what lies where. It knows no game: pieces carry their id as memo, places are zones.
--- A deck is not an object: what lies in a place is looked for whenever that is needed. For that no
--- walk is needed: a piece remembers the thing that it was or lay in when it was seen last, and a thing
--- knows its zones.
local bags = require("lib.bags")

local places = {}

local box = {} -- what the table was made with
local areas, hands = {}, {} -- by GUID of a zone, and by colour: the place
local holders = {} -- by id: the GUID of the thing that is the piece, or holds it
local aloft = {} -- by place: the GUIDs of things that lie on so much else there that no zone reaches them

--- Is told of the box: `order` and `places`, `pieces` by id, `heaps` by id.
function places.know(known)
    box, areas, hands, holders, aloft = known, {}, {}, {}, {}
    for _, name in ipairs(box.order) do
        local place = box.places[name]
        if place.colour ~= nil then
            hands[place.colour] = name
        else
            areas[place.guid] = { name = name }
        end
    end
end

--- Gives what is known of a place: where its slots are, how things lie there.
function places.known(name)
    return box.places[name]
end

--- Tells whether what lies in a place lies in one stack whose order nobody may change.
function places.is_pile(name)
    local place = box.places[name]
    return place ~= nil and place.down and #place.slots == 1 and next(place.piles) == nil
end

--- Lists the places that are one stack; nil if there is none.
function places.piles()
    local found = {}
    for _, name in ipairs(box.order) do
        if places.is_pile(name) then
            table.insert(found, name)
        end
    end
    return #found > 0 and found or nil
end

--- Names the pile of its own that a piece has in the places that have several.
function places.heap(id)
    return box.heaps[id]
end

--- Lists the names of all places.
function places.all()
    return box.order
end

--- Tells whether rules know a piece.
function places.governs(id)
    return id ~= nil and box.pieces[id] ~= nil
end

-- What things are

--- Tells whether something lies with its back up; what has two states shows the second.
function places.is_down(thing)
    local states = thing.getStates()
    if states ~= nil and #states > 0 then
        return thing.getStateId() == 2
    end
    return thing.is_face_down
end

--- Gives what tells a piece, as part of a thing: also of which type that is and its GUID, so that nobody has
--- to ask the game for them again.
local function entry_of(thing, id, kind)
    return { id = id, thing = thing, kind = kind, guid = thing.guid, down = places.is_down(thing) }
end

--- Lists the pieces that a thing is made of, the top first: itself, or the cards of a deck.
function places.entries(thing)
    local kind = thing.type
    if kind ~= "Deck" then
        local id = thing.memo
        return places.governs(id) and { entry_of(thing, id, kind) } or {}
    end
    local found, many = {}, 0 -- a deck that lies face down lists its top card first
    local cards, down, guid = thing.getObjects(), thing.is_face_down, thing.guid
    for i = 1, #cards do
        local card = cards[down and i or #cards + 1 - i]
        if places.governs(card.memo) then
            many = many + 1 -- to count the pieces each time would take as long as the deck is thick
            found[many] = { id = card.memo, thing = thing, kind = kind, guid = guid, down = down, index = card.index }
        end
    end
    return found
end

--- Lists the ids of the pieces that a thing is made of.
function places.made_of(thing)
    if thing.type ~= "Deck" then
        local id = thing.memo
        return places.governs(id) and { id } or {}
    end
    local found = {}
    for n, entry in ipairs(places.entries(thing)) do
        found[n] = entry.id
    end
    return found
end

--- Tells whether a thing is a piece, or made of some.
function places.is_any(thing)
    return #places.made_of(thing) > 0
end

-- Where things are

--- Measures the area of a place, the first time that it is asked for.
local function measured(guid)
    local area = areas[guid]
    if area.wide == nil then
        local zone = getObjectFromGUID(guid)
        local size, turn = zone.getScale(), math.rad(zone.getRotation().y)
        area.at, area.wide, area.deep = zone.getPosition(), size.x, size.z
        area.cos, area.sin = math.cos(turn), math.sin(turn)
    end
    return area
end

local function is_inside(area, point)
    local x, z = point.x - area.at.x, point.z - area.at.z
    local across, along = x * area.cos - z * area.sin, x * area.sin + z * area.cos
    return math.abs(across) <= area.wide / 2 and math.abs(along) <= area.deep / 2
end

--- Tells whether an area is smaller than another, or the first.
local function is_smaller(area, found)
    return found == nil or area.wide * area.deep < found.wide * found.deep
end

--- Gives the smallest area over which a thing lies that is in no zone, and notes it there.
local function area_below(thing, point)
    local found = nil
    for _, name in ipairs(box.order) do
        local guid = box.places[name].guid
        if areas[guid] ~= nil and getObjectFromGUID(guid) ~= nil then
            local area = measured(guid)
            if is_smaller(area, found) and is_inside(area, point) then
                found = area
            end
        end
    end
    if found ~= nil then
        aloft[found.name] = aloft[found.name] or {}
        aloft[found.name][thing.guid] = true
    end
    return found
end

--- Tells whether a point is above no place.
function places.is_free(point)
    for _, name in ipairs(box.order) do
        local guid = box.places[name].guid
        if areas[guid] ~= nil and getObjectFromGUID(guid) ~= nil and is_inside(measured(guid), point) then
            return false
        end
    end
    return true
end

--- Says in which place a thing lies: the hand that holds it, else the smallest in which its middle is; and
--- where that is.
local function place_of(thing)
    local point, found = thing.getPosition(), nil
    for _, zone in ipairs(thing.getZones()) do
        local guid = zone.guid
        if areas[guid] ~= nil then
            local area = measured(guid)
            if is_smaller(area, found) and is_inside(area, point) then
                found = area
            end
        elseif zone.type == "Hand" and hands[zone.getValue()] ~= nil then
            return hands[zone.getValue()], point
        end
    end
    found = found or area_below(thing, point)
    return found ~= nil and found.name or nil, point
end

--- Says in which place a thing lies.
function places.of(thing)
    local name = place_of(thing)
    return name
end

--- Gives the place that a zone stands for.
function places.of_zone(zone)
    if zone.type == "Hand" then
        return hands[zone.getValue()]
    end
    return areas[zone.guid] ~= nil and areas[zone.guid].name or nil
end

local function is_higher(a, b)
    if a.at.y ~= b.at.y then
        return a.at.y > b.at.y
    end
    return a.at.x < b.at.x
end

--- Lists the things in the zone of a place, and those above it that it does not reach.
local function things_in(name)
    local things, listed = getObjectFromGUID(box.places[name].guid).getObjects(), {}
    for _, thing in ipairs(aloft[name] ~= nil and things or {}) do
        listed[thing.guid] = true
    end
    for guid in pairs(aloft[name] or {}) do -- lint: ignore pairs
        local thing = not listed[guid] and getObjectFromGUID(guid) or nil
        if thing ~= nil and places.of(thing) == name then
            table.insert(things, thing)
        else
            aloft[name][guid] = nil
        end
    end
    return things
end

--- Lists what lies in a place, the highest first: { thing, entries, at } each.
local function lying(name)
    local place, found = box.places[name], {}
    local hand = place.colour ~= nil and Player[place.colour].getHandObjects()
    for _, thing in ipairs(hand or things_in(name)) do
        local entries = places.entries(thing)
        if #entries > 0 then
            local where, at = name, nil
            if hand then
                at = thing.getPosition()
            else
                where, at = place_of(thing)
            end
            if where == name then
                table.insert(found, { thing = thing, entries = entries, at = at })
            end
        end
    end
    table.sort(found, is_higher)
    return found
end

local function pieces_of(things)
    local found, many = {}, 0
    for _, each in ipairs(things) do
        for _, entry in ipairs(each.entries) do
            many = many + 1
            found[many] = entry
        end
    end
    return found
end

--- Lists the things in a place that are pieces, the highest first.
function places.things(name)
    local things = {}
    for _, each in ipairs(lying(name)) do
        table.insert(things, each.thing)
    end
    return things
end

--- Lists the pieces in a place, the top first.
function places.contents(name)
    return pieces_of(lying(name))
end

-- Where pieces are

--- Notes which pieces a thing is made of.
function places.note(thing)
    for _, id in ipairs(places.made_of(thing)) do
        holders[id] = thing.guid
    end
end

local function note_all()
    holders = {}
    for _, thing in ipairs(getObjects()) do
        places.note(thing)
    end
end

local function held(id)
    local thing = holders[id] ~= nil and getObjectFromGUID(holders[id]) or nil
    if thing == nil then
        return nil
    end
    for _, entry in ipairs(places.entries(thing)) do
        if entry.id == id then
            return entry
        end
    end
    return nil
end

--- Tells whether a piece is still what it was, or in what it was in, when it was seen last.
function places.is_still_there(id)
    return held(id) ~= nil
end

--- Finds a piece wherever it lies; nil if it is nowhere, or in a bag.
function places.find(id)
    local entry = held(id)
    if entry == nil and places.governs(id) then
        note_all()
        entry = held(id)
    end
    return entry
end

--- Adds what is known of some pieces, by id, and tells whether that is all of them; each thing is read once.
local function look_up(ids, found)
    local read, is_all = {}, true
    for _, id in ipairs(ids) do
        local guid = holders[id]
        if found[id] == nil and guid ~= nil and not read[guid] then
            read[guid] = true
            local thing = getObjectFromGUID(guid)
            for _, entry in ipairs(thing ~= nil and places.entries(thing) or {}) do
                found[entry.id] = found[entry.id] or entry
            end
        end
        is_all = is_all and (found[id] ~= nil or not places.governs(id))
    end
    return is_all
end

--- Finds several pieces, by id, in one walk at most; those are not there that are nowhere, or in a bag.
function places.find_all(ids)
    local found = {}
    if not look_up(ids, found) then
        note_all()
        look_up(ids, found)
    end
    return found
end

--- Tells whether a piece is also something else than this thing.
function places.is_twin(id, thing)
    return holders[id] ~= thing.guid and held(id) ~= nil
end

--- Adds what is twice because it is in a bag, too: nobody sees it there, but anybody may take it out.
local function add_copies_in_bags(those, found, twice)
    for _, bag in ipairs(those) do
        for _, id in ipairs(bags.within(bag)) do
            if found[id] then
                table.insert(twice, id)
            end
        end
    end
end

--- Says what lies where, what lies in no place, and what exists twice; all of it from one walk.
function places.survey()
    local seen, things, found, those = { places = {}, loose = {}, twice = {} }, {}, {}, {}
    for _, name in ipairs(box.order) do
        seen.places[name], things[name] = {}, {}
    end
    holders = {}
    for _, thing in ipairs(getObjects()) do
        local entries = places.entries(thing)
        if #entries > 0 then
            local name, at = place_of(thing)
            for _, entry in ipairs(entries) do
                if found[entry.id] then
                    table.insert(seen.twice, entry.id)
                elseif name == nil then
                    table.insert(seen.loose, entry.id)
                end
                found[entry.id], holders[entry.id] = true, entry.guid
            end
            if name ~= nil then
                table.insert(things[name], { entries = entries, at = at })
            end
        elseif thing.type == "Bag" then
            table.insert(those, thing)
        end
    end
    add_copies_in_bags(those, found, seen.twice)
    for _, name in ipairs(box.order) do
        table.sort(things[name], is_higher)
        for _, entry in ipairs(pieces_of(things[name])) do
            table.insert(seen.places[name], { entry.id, entry.down })
        end
    end
    return seen
end

-- What the game tells

function places.onObjectSpawn(thing)
    if box.pieces ~= nil then
        for _, id in ipairs(places.made_of(thing)) do
            if not places.is_twin(id, thing) then
                holders[id] = thing.guid
            end
        end
    end
end

function places.onObjectLeaveContainer(_, thing)
    places.note(thing)
end

function places.onObjectEnterContainer(container, thing)
    for _, id in ipairs(places.made_of(thing)) do
        holders[id] = container.guid
    end
end

return places
