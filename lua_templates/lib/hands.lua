--- What hands have done. It is looked at when it lies still, and reported in the order in which it was done:
--- a piece moved or turned, dice thrown, a word typed. What no gesture explains is left to a look at all.
local channel = require("lib.channel")
local deeds = require("lib.deeds")
local dice = require("lib.dice")
local known = require("lib.known")
local looking = require("lib.looking")
local permits = require("lib.permits")
local places = require("lib.places")
local presence = require("lib.presence")
local steps = require("lib.steps")
local throws = require("lib.throws")
local tracks = require("lib.tracks")
local vetoes = require("lib.vetoes")

local hands = {}

local LONGEST = 500 -- letters of a command: whatever is longer is chat
local SETTLED = 10 -- so many frames after something was made, what it was made of is gone

local is_acting, stumbled = nil, nil -- tells whether the table itself does something; is told what fails
local numbered = nil -- lists the buttons of a colour that a line of the chat names by their numbers

--- Is told how to know that the table itself does something, whom to tell what has failed, and which buttons
--- the numbers stand for that somebody types.
function hands.know(acting, when_stumbled, what_is_numbered)
    is_acting, stumbled, numbered = acting, when_stumbled, what_is_numbered
end

local function told_of_none() end

-- What a piece says that was moved or turned

local function moved(id, colour, place, made)
    known.lie(id, place)
    channel.keep("gestured", colour, {
        gesture = { gesture = "move", component = id, target = place }, values = {},
    }, made)
end

local function turned(id, colour, down, made)
    known.turn(id, down)
    channel.keep("gestured", colour, { gesture = { gesture = "turn", component = id }, values = {} }, made)
end

--- Compares how a piece lies with what is known, and reports what somebody has done to it, and when; tells
--- whether nobody knows how it came to lie so.
local function compare(id, colour, made)
    local entry = places.find(id)
    if entry == nil then
        return true
    end
    local name = places.of(entry.thing) or ""
    local place = places.known(name)
    local was, was_down = known.of(id)
    local drawer = colour or known.toucher(id)
    if drawer == nil and place ~= nil then
        drawer = place.colour -- whoever has it in the hand now will have drawn it
    end
    local stranger = drawer == nil or permits.of(drawer) == nil
    if name ~= (was or "") then
        known.turn(id, entry.down)
        if stranger then
            return true
        end
        moved(id, drawer, name, made)
    elseif entry.down ~= was_down and name ~= "" and place.colour == nil then
        if stranger or entry.index ~= nil then
            return true
        end
        turned(id, drawer, entry.down, made)
    elseif entry.down ~= was_down and name ~= "" and presence.is_strict() then
        entry.thing.flip() -- the others would see what somebody has in the hand
        vetoes.forbid(drawer or place.colour, "turns", id)
    end
    return places.is_pile(name) and #places.things(name) > 1
end

--- Compares a whole pile, of which nothing can be reported; tells whether anything about it is strange.
local function compare_pile(guid, ids)
    local pile = getObjectFromGUID(guid) -- it may have been made again meanwhile, as itself
    if pile == nil then
        return true
    end
    local found = places.find_all(ids)
    for _, id in ipairs(ids) do
        local entry = found[id]
        local place, down = known.of(id)
        if entry == nil or places.of(entry.thing) ~= place or entry.down ~= down then
            return true
        end
    end
    local name = places.of(pile)
    return places.is_pile(name) and #places.things(name) > 1
end

--- Looks at some pieces as soon as the thing that they were lies still; `colour` is whoever has done it.
local function look(thing, colour)
    local ids, guid = places.made_of(thing), thing.guid
    local is_first, deed = false, nil -- what fails here ends both: all else would wait for them for ever
    if #ids == 0 then
        return
    end
    steps.begin(function()
        is_first = looking.begin(guid)
        if not is_first then
            return
        end
        deed = colour ~= nil and deeds.begin(colour) or nil
        steps.still({ thing })
        local entry = places.find(ids[1])
        if entry ~= nil and places.of(entry.thing) == nil then -- zones may notice late what joins a pile
            steps.pass(SETTLED)
            entry = places.find(ids[1])
            steps.still({ entry ~= nil and entry.thing or nil })
        end
        looking.over(guid)
        local function report(made)
            local is_strange = false
            if #ids == 1 then
                is_strange = compare(ids[1], colour, made)
            else
                is_strange = compare_pile(guid, ids)
            end
            if is_strange then
                looking.at_all()
            end
        end
        if deed == nil then
            report(Time.time)
        else
            deeds.seen(deed, report)
        end
    end, told_of_none, function(why)
        if is_first then
            looking.over(guid)
        end
        if deed ~= nil then
            deeds.seen(deed, told_of_none)
        end
        stumbled("look", why) -- all is looked at then
    end)
end

-- What the game tells

local function is_ours(thing)
    return not presence.is_away() and places.is_any(thing)
end

--- Notes who does something to a thing, and so to the heap to which it belongs as a token.
local function touch(colour, thing)
    known.touch(colour, thing)
    for _, heap in ipairs(tracks.heaps_at(thing)) do
        known.touch(colour, heap)
    end
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
    known.touch(colour, thing)
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
    if is_ours(thing) and not is_acting() and thing.held_by_color == nil then
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
    if is_acting() or not is_ours(thing) then
        return
    end
    local guid = thing.guid
    if not is_copy(thing) then
        return unexplained(nil, thing)
    end
    Wait.frames(function() -- what has become a pile may be there for a moment beside it
        local copy = getObjectFromGUID(guid)
        if copy ~= nil and is_copy(copy) then
            if presence.is_strict() then
                copy.destruct()
            end
            looking.at_all()
        end
    end, SETTLED)
end

--- What is there no more has become a part of something, which is looked at, or is lost.
function hands.onObjectDestroy(thing)
    if is_acting() or not is_ours(thing) then
        return
    elseif is_copy(thing) then
        look(places.find(places.made_of(thing)[1]).thing, nil)
    else
        looking.at_all()
    end
end

function hands.onObjectEnterContainer(container, thing)
    local is_pile = container.type == "Deck" or container.type == "Card"
    if not is_pile and not is_acting() and is_ours(thing) then
        looking.at_all()
    end
end

function hands.onObjectRandomize(thing, colour)
    if is_acting() or presence.is_away() then
        return
    end
    local set, number = dice.of(thing)
    if set ~= nil and permits.of(colour) ~= nil then
        throws.begin(set, number, colour, stumbled)
    elseif places.is_any(thing) then
        looking.at_all()
    end
end

--- Nobody can be kept from looking into a pile or under a card; but all may know of it.
local function looked(thing, colour)
    if is_ours(thing) then
        channel.report("looked", { place = places.of(thing) or "", colour = colour })
    end
end

hands.onObjectSearchStart, hands.onObjectPeek = looked, looked

--- Somebody presses a button of their panel, or types its number.
function hands.press(colour, button)
    deeds.at_once(colour, function(made)
        channel.keep("gestured", colour, { gesture = { gesture = "press", button = button }, values = {} }, made)
    end)
end

function hands.onChat(message, player)
    local colour = player.color
    if string.sub(message, 1, 1) == "!" and #message <= LONGEST and permits.of(colour) ~= nil then
        local buttons = numbered(colour, message)
        for _, button in ipairs(buttons or {}) do
            hands.press(colour, button)
        end
        if buttons == nil then
            local said = { text = message, leads = player.host == true or player.promoted == true }
            deeds.at_once(colour, function(made) channel.keep("said", colour, said, made) end)
        end
        if string.lower(message) == "!pause" then -- also where no referee hears it any more
            presence.become("off", presence.is_away())
        end
        return false
    end
    return true
end

return hands
