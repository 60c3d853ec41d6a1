--- What hands try and do. What they may not is prevented where the game is known to listen, else it is
--- put back by the referee; what they have done is looked at when it lies still, and reported.
local channel = require("lib.channel")
local dice = require("lib.dice")
local permits = require("lib.permits")
local places = require("lib.places")
local steps = require("lib.steps")
local tracks = require("lib.tracks")

local hands = {}

local QUIET = 0.5 -- so many seconds nothing strange has to happen before all is looked at
local FEW = 14 -- so many places are looked at each time
local SETTLED = 10 -- so many frames after something was made, what it was made of is gone
local RECENT = 5 -- so many seconds after somebody touched something, what it does is theirs
local WATCH = 1 -- so often, in seconds, tracks are looked at
local ACTION = Player.Action
local TURNS = {
    [ACTION.FlipOver] = true, [ACTION.FlipIncrementalLeft] = true, [ACTION.FlipIncrementalRight] = true,
}
local FREE = { -- what changes nothing that rules know
    [ACTION.Select] = true, [ACTION.Copy] = true, [ACTION.RotateOver] = true,
    [ACTION.RotateIncrementalLeft] = true, [ACTION.RotateIncrementalRight] = true,
}

local table_of = {} -- what the referee says of itself: is_strict, proven, is_away, acting, say
local lies, sides, values = {}, {}, {} -- where pieces lie, which side is up, what tracks show: as known
local touched = {} -- by id of a piece, or GUID of a marker: who did something to it last, and when
local looking = {} -- by GUID: it is waited until it lies still
local throw = {} -- by set of dice: what is being thrown by hand
local looked = 0 -- the place that was looked at last
local strange = 0 -- counts what happened that no gesture explains

--- Is told how to ask the referee's side: `is_strict`, `proven`, `is_away`, `acting`, `say`, `word`, `attempt`, `stumbled`.
function hands.know(whom)
    table_of = whom
end

--- Notes who does something to a thing.
local function touch(colour, thing)
    if colour ~= nil and colour ~= "" then
        touched[thing.guid] = { colour = colour, at = Time.time }
        for _, id in ipairs(places.made_of(thing)) do
            touched[id] = touched[thing.guid]
        end
    end
end

--- Says who has touched something of late: a piece by its id, anything by its GUID.
local function toucher(key)
    local last = touched[key]
    return last ~= nil and Time.time - last.at <= RECENT and last.colour or nil
end

-- What is known

--- Notes how everything lies, from a survey.
function hands.note(survey)
    lies, sides, values = {}, {}, {}
    for name, list in pairs(survey.places) do -- lint: ignore pairs
        for _, each in ipairs(list) do
            lies[each[1]], sides[each[1]] = name, each[2]
        end
    end
    for name, value in pairs(survey.counters) do -- lint: ignore pairs
        values[name] = value
    end
end

--- Notes what the table was told to show, and shows now.
function hands.expect(picture)
    for name, list in pairs(picture.wanted) do -- lint: ignore pairs
        for _, each in ipairs(list) do
            if not each.seen then
                lies[each.id], sides[each.id] = name, each.down
            end
        end
    end
    for name, value in pairs(picture.values) do -- lint: ignore pairs
        values[name] = value
    end
end

-- What may be done

--- Tells whether something is not to happen: it is prevented only where the game is proven to listen,
--- and never of somebody of whom something waits for a verdict, for then nobody knows what may be done.
local function prevents(event, colour)
    return table_of.is_strict() and table_of.proven(event) and not table_of.is_away()
        and not channel.waits(colour)
end

local function top(thing)
    return places.made_of(thing)[1]
end

local function may_lift(colour, thing)
    local mine, id = permits.of(colour), top(thing)
    if id == nil or (mine ~= nil and mine.moves[id] ~= nil) then
        return true
    end
    local place = lies[id]
    return place ~= nil and not places.is_pile(place) and permits.owns(colour, place)
end

local function may_turn(colour, thing)
    local mine, id = permits.of(colour), top(thing)
    return id == nil or (mine ~= nil and mine.turns[id] ~= nil)
end

local function stream_for(colour, thing)
    local mine, set = permits.of(colour), dice.of(thing)
    return mine ~= nil and set ~= nil and dice.stream_of(set, mine.rolls) or nil
end

--- Says why not, to whoever tried.
local function forbid(colour, kind, what)
    table_of.say(colour, permits.reason(colour, kind, what) or table_of.word(colour, "spectator"))
    return false
end

local function is_governed(thing)
    return places.is_any(thing) or dice.of(thing) ~= nil or tracks.of(thing) ~= nil
end

local function may_act(colour, action, thing)
    if action == ACTION.PickUp then
        return tracks.of(thing) ~= nil or dice.of(thing) ~= nil or may_lift(colour, thing)
            or forbid(colour, "moves", top(thing))
    elseif TURNS[action] then
        return dice.of(thing) ~= nil or may_turn(colour, thing) or forbid(colour, "turns", top(thing))
    elseif action == ACTION.Randomize then
        return true -- asked again, of each thing by itself
    end
    return forbid(colour, "moves", top(thing))
end

function hands.onPlayerAction(player, action, targets)
    for _, thing in ipairs(targets) do
        touch(player.color, thing)
    end
    if FREE[action] or not prevents("onPlayerAction", player.color) then
        return true
    end
    for _, thing in ipairs(targets) do
        if is_governed(thing) and not may_act(player.color, action, thing) then
            return false
        end
    end
    return true
end

function hands.tryObjectRandomize(thing, colour)
    local by_hand = colour ~= nil and colour ~= "" and not table_of.acting()
    if not by_hand or not prevents("tryObjectRandomize", colour) or not is_governed(thing) then
        return true
    end
    local set = dice.of(thing)
    return stream_for(colour, thing) ~= nil or forbid(colour, "rolls", set ~= nil and set.streams[1] or "")
end

function hands.tryObjectRotate(thing, _, flip, colour, _, old_flip)
    touch(colour, thing)
    local over = math.abs(((flip or 0) - (old_flip or 0) + 180) % 360 - 180) > 90
    if not over or colour == nil or colour == "" or dice.of(thing) ~= nil or not prevents("tryObjectRotate", colour) then
        return true
    end
    return may_turn(colour, thing) or forbid(colour, "turns", top(thing))
end

function hands.tryObjectStateChange(thing, _, colour)
    touch(colour, thing)
    if colour == nil or colour == "" or not prevents("tryObjectStateChange", colour) then
        return true
    end
    return may_turn(colour, thing) or forbid(colour, "turns", top(thing))
end

function hands.tryObjectEnterContainer(container, thing)
    local colour = toucher(thing.guid) or ""
    if container.type == "Deck" or container.type == "Card" or not places.is_any(thing)
        or not prevents("tryObjectEnterContainer", colour) then
        return true
    end
    return forbid(colour, "moves", top(thing))
end

--- Typed numbers draw cards, turn dice and change states. The answer is the other way round: true stops it.
function hands.onObjectNumberTyped(thing, colour, number)
    touch(colour, thing)
    if not is_governed(thing) or not prevents("onObjectNumberTyped", colour) then
        return false
    end
    local stops = dice.of(thing) ~= nil or number ~= 1 or not may_lift(colour, thing)
    if stops then
        forbid(colour, "moves", top(thing))
    end
    return stops
end

-- What was done

--- Looks at everything as soon as nothing strange happens any more, and tells how it lies.
local function look_at_all()
    strange = strange + 1
    local now = strange
    Wait.time(function()
        if strange == now and not table_of.is_away() then
            if table_of.acting() or next(looking) ~= nil or next(throw) ~= nil then
                return look_at_all()
            end
            table_of.tell_survey()
        end
    end, QUIET)
end

--- Looks at everything once more, when all that was told is done.
function hands.look_again()
    look_at_all()
end

local function told_of_none() end

local function moved(id, colour, place)
    lies[id] = place
    channel.keep("gestured", colour, {
        gesture = { gesture = "move", component = id, target = place }, values = {},
    })
end

local function turned(id, colour, down)
    sides[id] = down
    channel.keep("gestured", colour, { gesture = { gesture = "turn", component = id }, values = {} })
end

--- Compares how a piece lies with what is known, and reports what somebody has done to it; tells whether
--- nobody knows how it came to lie so.
local function compare(id, colour)
    local entry = places.find(id)
    if entry == nil then
        return true
    end
    local place = places.of(entry.thing) or ""
    local known = places.known(place)
    local drawer = colour or toucher(id)
    if drawer == nil and known ~= nil then
        drawer = known.colour -- whoever has it in the hand now will have drawn it
    end
    local stranger = drawer == nil or permits.of(drawer) == nil
    if place ~= (lies[id] or "") then
        sides[id] = entry.down
        if stranger then
            return true
        end
        moved(id, drawer, place)
    elseif entry.down ~= sides[id] and place ~= "" and known.colour == nil then
        if stranger or entry.index ~= nil then
            return true
        end
        turned(id, drawer, entry.down)
    elseif entry.down ~= sides[id] and place ~= "" and table_of.is_strict() then
        entry.thing.flip() -- the others would see what somebody has in the hand
        forbid(drawer or known.colour, "turns", id)
    end
    return places.is_pile(place) and #places.things(place) > 1
end

--- Looks at some pieces as soon as the thing that they were lies still.
local function look(thing, colour)
    local ids, guid = places.made_of(thing), thing.guid
    if #ids == 0 or looking[guid] then
        return
    end
    looking[guid] = true
    steps.begin(function()
        steps.still({ thing })
        local entry = places.find(ids[1])
        if entry ~= nil and places.of(entry.thing) == nil then -- zones may notice late what joins a pile
            steps.pass(SETTLED)
            entry = places.find(ids[1])
            steps.still({ entry ~= nil and entry.thing or nil })
        end
        looking[guid] = nil
        local is_strange = false
        if #ids == 1 then
            is_strange = compare(ids[1], colour)
        else
            local found = places.find_all(ids)
            for _, id in ipairs(ids) do
                local entry = found[id]
                is_strange = is_strange or entry == nil or places.of(entry.thing) ~= lies[id]
                    or entry.down ~= sides[id]
            end
            is_strange = is_strange or getObjectFromGUID(guid) == nil
            if not is_strange then
                local place = places.of(thing)
                is_strange = places.is_pile(place) and #places.things(place) > 1
            end
        end
        if is_strange then
            look_at_all()
        end
    end, told_of_none, function(why)
        looking[guid] = nil
        table_of.stumbled("look", why) -- all is looked at then
    end)
end

local function is_ours(thing)
    return not table_of.is_away() and places.is_any(thing)
end

function hands.onObjectPickUp(colour, thing)
    touch(colour, thing)
end

function hands.onObjectDrop(colour, thing)
    touch(colour, thing)
    if is_ours(thing) then
        look(thing, colour)
    end
end

function hands.onObjectFlick(thing, colour)
    touch(colour, thing)
    if is_ours(thing) then
        look(thing, colour)
    end
end

function hands.onObjectRotate(thing, _, flip, colour, _, old_flip)
    if flip ~= old_flip and is_ours(thing) then
        look(thing, colour)
    end
end

--- What comes or goes without anybody's fingers on it was moved by a tool, a menu, a key.
local function unexplained(_, thing)
    if is_ours(thing) and not table_of.acting() and thing.held_by_color == nil then
        look(thing, nil)
    end
end

hands.onObjectEnterZone, hands.onObjectLeaveZone = unexplained, unexplained

function hands.onObjectStateChange(thing)
    if is_ours(thing) then
        look(thing, nil)
    end
end

--- A copy of a piece is none. Where nobody could be kept from making it, it goes again.
local function is_copy(thing)
    local ids = places.made_of(thing)
    for _, id in ipairs(ids) do
        if not places.is_twin(id, thing) then
            return false
        end
    end
    return #ids > 0
end

function hands.onObjectSpawn(thing)
    if table_of.acting() or not is_ours(thing) then
        return
    end
    local guid = thing.guid
    if not is_copy(thing) then
        return unexplained(nil, thing)
    end
    Wait.frames(function() -- what has become a pile may be there for a moment beside it
        local copy = getObjectFromGUID(guid)
        if copy ~= nil and is_copy(copy) then
            if table_of.is_strict() then
                copy.destruct()
            end
            look_at_all()
        end
    end, SETTLED)
end

--- What is there no more has become a part of something, which is looked at, or is lost.
function hands.onObjectDestroy(thing)
    if table_of.acting() or not is_ours(thing) then
        return
    elseif is_copy(thing) then
        look(places.find(top(thing)).thing, nil)
    else
        look_at_all()
    end
end

function hands.onObjectEnterContainer(container, thing)
    local is_pile = container.type == "Deck" or container.type == "Card"
    if not is_pile and not table_of.acting() and is_ours(thing) then
        look_at_all()
    end
end

-- Dice and shuffles

local function lies_still(set)
    local thrown = throw[set]
    local pairs_of = {}
    for _, number in ipairs(thrown.numbers) do
        local die = getObjectFromGUID(set.guids[number])
        if die ~= nil then
            table.insert(pairs_of, { number, dice.value(die) })
        end
    end
    throw[set] = nil
    channel.keep("gestured", thrown.colour, {
        gesture = { gesture = "roll", die = thrown.stream }, values = pairs_of,
    })
end

--- Dice that are thrown while others of their set still roll are of the same throw.
local function roll_on(set, number, colour, stream)
    local thrown = throw[set]
    if thrown ~= nil then
        for _, each in ipairs(thrown.numbers) do
            if each == number then
                return
            end
        end
        table.insert(thrown.numbers, number)
        return
    end
    throw[set] = { colour = colour, stream = stream, numbers = { number } }
    dice.note(set)
    steps.begin(function()
        local many = 0
        steps.pass(10) -- before a die moves, it rests
        while many < #throw[set].numbers do
            many = #throw[set].numbers
            local rolling = {}
            for _, each in ipairs(throw[set].numbers) do
                table.insert(rolling, getObjectFromGUID(set.guids[each]))
            end
            steps.still(rolling)
        end
        lies_still(set)
    end, told_of_none, function(why)
        throw[set] = nil
        table_of.stumbled("roll", why)
    end)
end

function hands.onObjectRandomize(thing, colour)
    if table_of.acting() or table_of.is_away() then
        return
    end
    local set, number = dice.of(thing)
    if set ~= nil and permits.of(colour) ~= nil then
        roll_on(set, number, colour, stream_for(colour, thing) or set.streams[1])
    elseif places.is_any(thing) then
        look_at_all()
    end
end

-- Tracks

--- Looks whether a marker was moved, a counter clicked, a token taken; whoever held the marker did it.
local function watch()
    for _, name in ipairs(tracks.all()) do
        local shown = tracks.shown_by(name)
        local is_held = shown ~= nil and (shown.held_by_color ~= nil or not shown.resting)
        local value = not is_held and tracks.value(name) or nil
        if value ~= nil and values[name] ~= nil and value ~= values[name] then
            values[name] = value
            channel.report("changed", { track = name, value = value, colour = toucher(shown.guid) })
        end
    end
end

--- Looks at some places after the other: tools leave no trace by which what they do could be noticed.
local function look_around()
    local all, count = places.all(), {}
    for _, name in pairs(lies) do -- lint: ignore pairs
        count[name] = (count[name] or 0) + 1
    end
    for _ = 1, math.min(FEW, #all) do
        looked = looked % #all + 1
        local name = all[looked]
        local contents, in_hand = places.contents(name), places.known(name).colour ~= nil
        local is_as_known = #contents == (count[name] or 0)
        for _, entry in ipairs(contents) do
            is_as_known = is_as_known and lies[entry.id] == name and (in_hand or entry.down == sides[entry.id])
        end
        if not is_as_known then
            return look_at_all()
        end
    end
end

--- Begins to look around.
function hands.begin()
    Wait.time(function()
        if not table_of.is_away() and not table_of.acting() then
            table_of.attempt("watch", watch)
            if next(looking) == nil then
                table_of.attempt("look around", look_around)
            end
        end
    end, WATCH, -1)
end

-- Words

function hands.onChat(message, player)
    if string.sub(message, 1, 1) == "!" and permits.of(player.color) ~= nil then
        channel.keep("said", player.color, { text = message })
        return false
    end
    return true
end

return hands
