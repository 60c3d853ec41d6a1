--- What hands may not do, where the game is known to listen to a script that says no. Elsewhere, and where
--- nobody knows for sure, it happens, and is put back by the referee.
local channel = require("lib.channel")
local deeds = require("lib.deeds")
local dice = require("lib.dice")
local known = require("lib.known")
local permits = require("lib.permits")
local places = require("lib.places")
local presence = require("lib.presence")
local throws = require("lib.throws")
local tracks = require("lib.tracks")

local vetoes = {}

local ACTION = Player.Action
local TURNS = {
    [ACTION.FlipOver] = true, [ACTION.FlipIncrementalLeft] = true, [ACTION.FlipIncrementalRight] = true,
}
local FREE = { -- what changes nothing that rules know
    [ACTION.Select] = true, [ACTION.Copy] = true, [ACTION.RotateOver] = true,
    [ACTION.RotateIncrementalLeft] = true, [ACTION.RotateIncrementalRight] = true,
}

local is_acting = nil -- tells whether the table itself does something

--- Is told how to know that the table itself does something.
function vetoes.know(acting)
    is_acting = acting
end

--- Tells whether something is not to happen: it is prevented only where the game is proven to listen, and
--- never of somebody who has done something that has no verdict yet, for then nobody knows what may be done.
local function prevents(event, colour)
    return presence.is_strict() and presence.proven(event)
        and not channel.waits(colour) and not deeds.under_way(colour)
end

local function top(thing)
    return places.made_of(thing)[1]
end

local function may_lift(colour, thing)
    local mine, id = permits.of(colour), top(thing)
    if id == nil or (mine ~= nil and mine.moves[id] ~= nil) then
        return true
    end
    local place = known.of(id)
    return place ~= nil and not places.is_pile(place) and permits.owns(colour, place)
end

local function may_turn(colour, thing)
    local mine, id = permits.of(colour), top(thing)
    return id == nil or (mine ~= nil and mine.turns[id] ~= nil)
end

--- Says why not, to whoever tried: `kind` is moves, turns or rolls, `what` a piece or a stream.
function vetoes.forbid(colour, kind, what)
    local why = permits.reason(colour, kind, what) or presence.word(colour, "spectator")
    presence.refuse(colour, why, permits.version(colour))
    return false
end

local forbid = vetoes.forbid

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

function vetoes.onPlayerAction(player, action, targets)
    for _, thing in ipairs(targets) do
        known.touch(player.color, thing)
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

function vetoes.tryObjectRandomize(thing, colour)
    local by_hand = colour ~= nil and colour ~= "" and not is_acting()
    if not by_hand or not prevents("tryObjectRandomize", colour) or not is_governed(thing) then
        return true
    end
    local set = dice.of(thing)
    return throws.stream(colour, set) ~= nil
        or forbid(colour, "rolls", set ~= nil and set.streams[1] or "")
end

function vetoes.tryObjectRotate(thing, _, flip, colour, _, old_flip)
    known.touch(colour, thing)
    local over = math.abs(((flip or 0) - (old_flip or 0) + 180) % 360 - 180) > 90
    if not over or colour == nil or colour == "" or dice.of(thing) ~= nil or not prevents("tryObjectRotate", colour) then
        return true
    end
    return may_turn(colour, thing) or forbid(colour, "turns", top(thing))
end

function vetoes.tryObjectStateChange(thing, _, colour)
    known.touch(colour, thing)
    if colour == nil or colour == "" or not prevents("tryObjectStateChange", colour) then
        return true
    end
    return may_turn(colour, thing) or forbid(colour, "turns", top(thing))
end

function vetoes.tryObjectEnterContainer(container, thing)
    local colour = known.toucher(thing.guid) or ""
    if container.type == "Deck" or container.type == "Card" or not places.is_any(thing)
        or not prevents("tryObjectEnterContainer", colour) then
        return true
    end
    return forbid(colour, "moves", top(thing))
end

--- Typed numbers draw cards, turn dice and change states. The answer is the other way round: true stops it.
function vetoes.onObjectNumberTyped(thing, colour, number)
    known.touch(colour, thing)
    if not is_governed(thing) or not prevents("onObjectNumberTyped", colour) then
        return false
    end
    local stops = dice.of(thing) ~= nil or number ~= 1 or not may_lift(colour, thing)
    if stops then
        forbid(colour, "moves", top(thing))
    end
    return stops
end

return vetoes
