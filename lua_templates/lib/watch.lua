--- Looks around again and again: what tools do, and fingers that no event tells of, leaves no other trace.
local channel = require("lib.channel")
local known = require("lib.known")
local looking = require("lib.looking")
local places = require("lib.places")
local presence = require("lib.presence")
local tracks = require("lib.tracks")

local watch = {}

local EVERY = 1 -- so often, in seconds, tracks are looked at, and some places
local FEW = 14 -- so many places are looked at each time; 280 in the 20 seconds after which a test play finds fault

local looked = 0 -- the place that was looked at last

--- Looks whether a marker was moved, a counter clicked, a token taken; whoever held the marker did it. Gives
--- what each track shows: a marker that is in somebody's fingers, or falls, is where it was.
function watch.look_at_tracks()
    local values = {}
    for _, name in ipairs(tracks.all()) do
        local before, value, shown = known.value(name), tracks.seen(name)
        if before ~= nil and value ~= nil and value ~= before then -- of what is as it was nothing more is asked
            if shown.held_by_color ~= nil or not shown.resting then
                value = before
            elseif not presence.is_away() then
                known.count(name, value)
                channel.report("changed", { track = name, value = value, colour = known.toucher(shown.guid) })
            end
        end
        values[name] = value
    end
    return values
end

local function is_as_known(name)
    local contents = places.contents(name)
    if #contents ~= known.many(name) then
        return false
    end
    local met = {} -- a piece that is there twice stands for another that is nowhere
    for _, entry in ipairs(contents) do
        local place, down = known.of(entry.id)
        if place ~= name or entry.down ~= down or met[entry.id] then
            return false
        end
        met[entry.id] = true
    end
    return known.is_in_order(name, contents)
end

--- Looks at some places after the other, and at what lies in none.
local function look_around()
    local all = places.all()
    for _, id in ipairs(known.loose()) do
        if not places.is_still_there(id) then
            return looking.at_all()
        end
    end
    for _ = 1, math.min(FEW, #all) do
        looked = looked % #all + 1
        if not is_as_known(all[looked]) then
            return looking.at_all()
        end
    end
end

--- Begins to look around, whenever the table itself does nothing. `attempt` is how it is done: what fails
--- is told, and the next time it is done again.
function watch.begin(is_acting, attempt)
    Wait.time(function()
        if not presence.is_away() and not is_acting() then
            attempt("watch", watch.look_at_tracks)
            if not looking.is_busy() then
                attempt("look around", look_around)
            end
        end
    end, EVERY, -1)
end

return watch
