--- Performs what the table is told to do. What only says where things should lie is done all at once;
--- each act is a run of its own, so that one that fails is told of and stops no other.
local bags = require("lib.bags")
local carrying = require("lib.carrying")
local dice = require("lib.dice")
local laying = require("lib.laying")
local lost = require("lib.lost")
local piles = require("lib.piles")
local places = require("lib.places")
local steps = require("lib.steps")
local tracks = require("lib.tracks")

local acts = {}

local PATIENCE = 8 -- so many seconds an act may take
local MOST_COPIES = 40 -- so many copies of a piece are taken away at most
local ABOVE = 2 -- so far above a pile a copy is taken out of it

local waiting = {} -- tellings whose acts are not done: { epoch, step, list, at }
local is_busy = false
local told = {} -- whom to tell: report, done, idle

--- Is told how to report (`report`), whom to tell how things should lie (`expect`) and in which order
--- (`order`), what to tell after the acts of a telling (`done`), and what when nothing is left to do (`idle`).
function acts.know(whom)
    told = whom
end

--- Tells whether something is under way.
function acts.busy()
    return is_busy
end

--- Forgets what is still to do; what is under way is finished.
function acts.forget()
    waiting = {}
end

-- What is wrong with an act is told; the others are done.

local function fail(item, what, about, why, others)
    told.report("failed", {
        epoch = item.epoch, step = item.step, act = item.number,
        what = what, about = tostring(about or ""), why = tostring(why or what), others = others,
    })
end

--- Lists those of some pieces that are there, { id, down } each; of the others it is told, once for all acts
--- that are done together, that they are not.
local function present(picture, item, entries)
    local found = {}
    for _, each in ipairs(entries) do
        if not places.governs(each.id) then
            fail(item, "unknown", each.id)
        elseif picture.there[each.id] == nil then
            table.insert(picture.missing, each.id)
            picture.lacks = picture.lacks or item
        else
            table.insert(found, each)
        end
    end
    return found
end

local function is_place(item, name)
    if places.known(name) == nil then
        fail(item, "unknown", name)
        return false
    end
    return true
end

-- Where things should lie: several acts become one picture of the places that they touch.

--- Lists what is to lie in a place as far as it is known: else what lies there now and goes nowhere else.
--- That is only what was seen there, whoever has laid it: nobody has said that it is to lie there.
local function list_of(picture, name)
    if picture.wanted[name] == nil then
        picture.wanted[name] = {}
        for _, entry in ipairs(places.contents(name)) do
            if picture.goes[entry.id] == nil then
                table.insert(picture.wanted[name], { id = entry.id, down = entry.down, seen = true })
                picture.goes[entry.id] = name
            end
        end
    end
    return picture.wanted[name]
end

local function take_away(picture, id)
    local list = picture.wanted[picture.goes[id]] or {}
    for i = #list, 1, -1 do
        if list[i].id == id then
            table.remove(list, i)
        end
    end
    picture.goes[id] = nil
end

local function let_lie(picture, name, entries)
    for _, each in ipairs(picture.wanted[name] or {}) do
        picture.goes[each.id] = nil
    end
    picture.wanted[name] = nil
    for _, each in ipairs(entries) do
        take_away(picture, each.id)
        picture.goes[each.id] = name
    end
    picture.wanted[name] = entries
end

local draw = {} -- by act: what it adds to the picture

function draw.bring(picture, item, act)
    local entries = present(picture, item, { { id = act.component, down = act.down } })
    if is_place(item, act.place) and #entries > 0 then
        local list = list_of(picture, act.place)
        take_away(picture, act.component)
        table.insert(list, 1, entries[1])
        picture.goes[act.component] = act.place
    end
end

function draw.order(picture, item, act)
    local entries = {}
    for i, id in ipairs(act.components) do
        entries[i] = { id = id, down = act.down[i] }
    end
    if is_place(item, act.place) then
        let_lie(picture, act.place, present(picture, item, entries))
    end
end

draw["turn-over"] = function(picture, item, act)
    for _, each in ipairs(present(picture, item, { { id = act.component, down = act.down } })) do
        local name = picture.goes[each.id] or places.of(picture.there[each.id].thing)
        for _, entry in ipairs(name ~= nil and list_of(picture, name) or {}) do
            if entry.id == each.id then
                entry.down, entry.seen = each.down, nil
            end
        end
    end
end

function draw.count(picture, item, act)
    if tracks.shown_by(act.track) == nil then
        fail(item, tracks.is_known(act.track) and "missing" or "unknown", act.track)
    elseif not tracks.has(act.track, act.value) then
        fail(item, "unknown", act.track, "the track has no such value")
    else
        picture.values[act.track] = act.value
    end
end

function draw.arrange(picture, item, act)
    for _, place in ipairs(act.places) do
        local entries = {}
        for i, each in ipairs(place[2]) do
            entries[i] = { id = each[1], down = each[2] }
        end
        if is_place(item, place[1]) then
            let_lie(picture, place[1], present(picture, item, entries))
        end
    end
    for _, each in ipairs(act.counters) do
        draw.count(picture, item, { track = each[1], value = each[2] })
    end
end

local named_by = {} -- by act: the pieces that it names

function named_by.bring(act)
    return { act.component }
end

named_by["turn-over"] = named_by.bring

function named_by.order(act)
    return act.components
end

function named_by.count()
    return {}
end

function named_by.arrange(act)
    local ids = {}
    for _, place in ipairs(act.places) do
        for _, each in ipairs(place[2]) do
            table.insert(ids, each[1])
        end
    end
    return ids
end

--- Finds all pieces that some acts name, by id; those that are nowhere are got back first, all at once. Tells
--- whether there were such.
local function those_there(batch)
    local ids, lacking = {}, {}
    for _, item in ipairs(batch) do
        for _, id in ipairs(named_by[item.act.act](item.act)) do
            if places.governs(id) then
                table.insert(ids, id)
            end
        end
    end
    local found = places.find_all(ids)
    for _, id in ipairs(ids) do
        if found[id] == nil then
            table.insert(lacking, id)
        end
    end
    if #lacking == 0 then
        return found, false
    end
    local is_fetched = lost.fetch(lacking)
    return places.find_all(ids), is_fetched
end

--- Lets the table show what some acts say, all at once.
local function show(batch)
    local there, is_fetched = those_there(batch)
    local picture, moved = { wanted = {}, goes = {}, values = {}, missing = {}, there = there }, {}
    for _, item in ipairs(batch) do
        draw[item.act.act](picture, item, item.act)
    end
    if is_fetched then -- perhaps out of a bag that stands where it goes
        carrying.make_way(picture.wanted)
    end
    if picture.lacks ~= nil then
        fail(picture.lacks, "missing", table.remove(picture.missing, 1), nil, picture.missing)
    end
    for name, value in pairs(picture.values) do -- lint: ignore pairs
        if tracks.value(name) ~= value then
            tracks.show(name, value)
            table.insert(moved, tracks.shown_by(name))
        end
    end
    local _, unmoved = laying.lay(picture.wanted)
    if unmoved ~= nil then
        fail(batch[1], "late", unmoved)
    end
    if #moved > 0 then
        steps.still(moved)
    end
    told.expect(picture)
end

-- What takes its time

local verbs = {} -- by act: how it is done, alone

function verbs.rolling(item)
    local act = item.act
    local values = dice.roll(act.stream, act.dice)
    told.report("fell", { decision = act.decision, outcome = values })
end

function verbs.shuffling(item)
    local act = item.act
    if is_place(item, act.place) then
        local ids = piles.shuffle(act.place)
        told.order(act.place, ids)
        told.report("fell", { decision = act.decision, outcome = ids })
    end
end

--- Makes pieces anew that are nowhere any more; what is to lie where, and how, is told by other acts.
function verbs.spawn(item)
    local lacking, ids = {}, {}
    for i, each in ipairs(item.act.pieces) do
        ids[i] = each[1]
    end
    local there = places.find_all(ids)
    for _, each in ipairs(item.act.pieces) do
        local piece = { id = each[1], name = each[2], down = each[3], data = each[4] }
        if there[piece.id] == nil and is_place(item, piece.name) then
            table.insert(lacking, piece)
        end
    end
    carrying.make(lacking)
end

--- Finds a copy of a piece: one that does not lie where it should goes before one that does.
local function copy_of(id, place)
    local kept = nil
    for _, thing in ipairs(getObjects()) do
        for _, entry in ipairs(places.entries(thing)) do
            if entry.id == id and kept ~= nil then
                local is_right = places.of(thing) == place and places.of(kept.thing) ~= place
                return is_right and kept or entry, is_right and entry or kept
            elseif entry.id == id then
                kept = entry
            end
        end
    end
    return nil, kept
end

--- Looks into bags for a copy of a piece; tells whether there is one. A pile that holds it comes out, too.
local function comes_out_of_a_bag(id)
    local copy, is_there = bags.take_out(id)
    if copy ~= nil then
        copy.setLock(true) -- or it falls back
        steps.ready({ copy })
        copy.destruct()
    end
    return is_there
end

--- Takes away what was pasted of a piece, also out of a pile or a bag into which it has fallen.
function verbs.single(item)
    for _ = 1, MOST_COPIES do
        local copy, kept = copy_of(item.act.component, item.act.place)
        if copy == nil and (kept == nil or not comes_out_of_a_bag(item.act.component)) then
            if kept ~= nil then
                places.note(kept.thing)
            end
            return
        elseif copy ~= nil and copy.index == nil then
            copy.thing.destruct()
        elseif copy ~= nil then
            local at = copy.thing.getPosition()
            local card = copy.thing.takeObject({
                index = copy.index, position = { x = at.x, y = at.y + ABOVE, z = at.z }, smooth = false,
            })
            card.setLock(true) -- or it falls, perhaps into a bag that stands on the pile
            steps.ready({ card })
            card.destruct()
        end
        steps.pass(1)
    end
end

-- One after the other

--- Takes what is to be done next: all acts in a row that only say where things should lie, or one other.
local function next_batch()
    local telling, batch = waiting[1], {}
    while telling.at <= #telling.list do
        local act = telling.list[telling.at]
        if #batch > 0 and (draw[act.act] == nil or draw[batch[1].act.act] == nil) then
            break
        end
        table.insert(batch, { act = act, number = telling.at, epoch = telling.epoch, step = telling.step })
        telling.at = telling.at + 1
    end
    return batch
end

local work = nil

--- Names the piece, or the first of them, that is a thing; nil if that is none of ours.
local function piece_of(guid)
    local thing = guid ~= nil and getObjectFromGUID(guid) or nil
    return thing ~= nil and places.made_of(thing)[1] or nil
end

--- Names the first thing that an act is about.
local function named_first(act)
    local first = (act.places or {})[1] or (act.counters or {})[1] or (act.pieces or {})[1]
    return act.component or act.place or act.track or (first or {})[1]
end

local function perform(batch)
    local first = batch[1]
    local verb = verbs[first.act.act]
    steps.begin(function()
        if verb ~= nil then
            verb(first)
        elseif draw[first.act.act] ~= nil then
            show(batch)
        else
            steps.stop("unknown", first.act.act)
        end
    end, work, function(what, why)
        if #batch > 1 and why == nil and waiting[1] ~= nil then -- whichever of them it was
            waiting[1].alone = batch
        else
            local about = why ~= nil and (why.about or piece_of(why.guid)) or named_first(first.act)
            fail(first, why ~= nil and why.word or "error", about, what)
        end
        work()
    end, PATIENCE)
end

work = function()
    is_busy = true
    while #waiting > 0 do
        local telling = waiting[1]
        if telling.alone ~= nil and #telling.alone > 0 then
            return perform({ table.remove(telling.alone, 1) })
        elseif telling.at <= #telling.list then
            return perform(next_batch())
        end
        table.remove(waiting, 1)
        told.done(telling.epoch, telling.step, #telling.list)
    end
    is_busy = false
    told.idle()
end

--- Takes the acts of a telling, to be done after all that came before.
function acts.add(epoch, step, list)
    table.insert(waiting, { epoch = epoch, step = step, list = list, at = 1 })
    if not is_busy then
        work()
    end
end

return acts
