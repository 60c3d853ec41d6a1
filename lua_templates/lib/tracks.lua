--- Knows what is counted: a marker in a row, a counter, a heap of tokens that are all alike.
local steps = require("lib.steps")

local tracks = {}

local HEAP = 500 -- more tokens than that nobody lays out
local ABOVE = 0.3 -- things are let go so far above what they will lie on

local known, names = {}, {} -- by name: what the table was made with; these names

--- Is told of the tracks of the table.
function tracks.know(of_the_table)
    known, names = of_the_table, {}
    for name in pairs(known) do -- lint: ignore pairs
        table.insert(names, name)
    end
    table.sort(names, function(a, b) return a < b end)
end

--- Lists the names of all tracks.
function tracks.all()
    return names
end

--- Tells whether the table has a track.
function tracks.is_known(name)
    return known[name] ~= nil
end

--- Tells whether a track can show a value.
function tracks.has(name, value)
    local track = known[name]
    local most = track.shape == "heap" and math.min(track.high, HEAP) or track.high
    return type(value) == "number" and value % 1 == 0 and value >= track.low and value <= most
end

--- Gives what shows a track, or nil if that is gone: its marker, its counter, the zone of its heap.
function tracks.shown_by(name)
    return known[name] ~= nil and getObjectFromGUID(known[name].guid) or nil
end

local function distance(point, position)
    return (point.x - position.x) ^ 2 + (point.z - position.z) ^ 2
end

local value_of, show = {}, {} -- by shape

function value_of.counter(_, counter)
    return counter.Counter.getValue()
end

function show.counter(_, counter, value)
    counter.Counter.setValue(value)
end

--- Gives the value to which a marker is nearest.
local function value_at(track, marker)
    local value, position = track.low, marker.getPosition()
    local spot = track.values[tostring(value)]
    local found, nearest = value, spot and distance(spot, position)
    while spot ~= nil do
        local far = distance(spot, position)
        if far < nearest then
            found, nearest = value, far
        end
        value = value + 1
        spot = track.values[tostring(value)]
    end
    return found
end

local function put_marker(track, marker, value)
    local point = track.values[tostring(value)]
    if marker.held_by_color ~= nil then
        marker.drop()
    end
    marker.setPosition({ x = point.x, y = point.y + ABOVE, z = point.z })
end

value_of.cube, value_of.disc = value_at, value_at
show.cube, show.disc = put_marker, put_marker

local function tokens_in(track, zone)
    local found, count = {}, 0
    for _, thing in ipairs(zone.getObjects()) do
        if thing.hasTag(track.tag) and thing.type ~= "Infinite" then
            table.insert(found, thing)
            count = count + math.max(thing.getQuantity(), 1)
        end
    end
    return found, count
end

function value_of.heap(track, zone)
    local _, count = tokens_in(track, zone)
    return count
end

--- Lists the zones of heaps in which, or over which, a token is.
function tracks.heaps_at(token)
    local found, at = {}, token.getPosition()
    for _, name in ipairs(names) do
        if known[name].shape == "heap" and token.hasTag(known[name].tag) then
            local zone = tracks.shown_by(name)
            local middle, wide = zone and zone.getPosition(), zone and zone.getScale()
            if zone and math.abs(at.x - middle.x) <= wide.x / 2 and math.abs(at.z - middle.z) <= wide.z / 2 then
                table.insert(found, zone)
            end
        end
    end
    return found
end

--- Takes as many tokens from the bag as lack, or takes away what is too many.
function show.heap(track, zone, value)
    local tokens, count = tokens_in(track, zone)
    local bag, at = getObjectFromGUID(track.bag), zone.getPosition()
    if bag == nil then
        steps.stop("missing", track.bag)
    end
    for _, token in ipairs(tokens) do
        local many = math.max(token.getQuantity(), 1)
        if count > value then
            token.destruct() -- a stack that holds too many comes again as single tokens
            count = count - many
        end
    end
    for n = 1, value - count do
        local column, row = (n - 1) % track.row, math.floor((n - 1) / track.row)
        bag.takeObject({
            position = {
                x = at.x + (column - (track.row - 1) / 2) * track.step,
                y = at.y + ABOVE + row * ABOVE, z = at.z,
            },
            smooth = false,
        })
    end
end

--- Gives the value that a track shows, and what shows it; nil if that is gone.
function tracks.seen(name)
    local shown = tracks.shown_by(name)
    if shown == nil then
        return nil
    end
    return value_of[known[name].shape](known[name], shown), shown
end

--- Gives the value that a track shows; nil if what shows it is gone.
function tracks.value(name)
    local value = tracks.seen(name)
    return value
end

--- Lets a track show a value; it does not wait until all lies still.
function tracks.show(name, value)
    local shown = tracks.shown_by(name)
    if shown == nil then
        steps.stop("missing", name)
    end
    show[known[name].shape](known[name], shown, value)
end

--- Lets a track show a value, and waits until its marker lies there.
function tracks.set(name, value)
    tracks.show(name, value)
    steps.still({ tracks.shown_by(name) })
end

--- Tells of which track a thing is the marker or counter.
function tracks.of(thing)
    local own = thing.guid
    for name, track in pairs(known) do -- lint: ignore pairs
        if track.guid == own then
            return name
        end
    end
    return nil
end

--- Takes the buttons of counters away, or gives them back; markers are to be moved.
function tracks.lock(is_locked)
    for name, track in pairs(known) do -- lint: ignore pairs
        local shown = tracks.shown_by(name)
        if track.shape == "counter" and shown ~= nil then
            shown.interactable = not is_locked
        end
    end
end

return tracks
