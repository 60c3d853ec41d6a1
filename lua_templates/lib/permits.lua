--- What each colour may do at this moment, and why not; the referee tells only what has changed.
local permits = {}

local known = {} -- by colour

local function merged(was, change)
    if type(change) ~= "table" then
        return change
    end
    local now = type(was) == "table" and was or {}
    for key, value in pairs(change) do -- lint: ignore pairs
        if value == false then
            now[key] = nil
        else
            now[key] = merged(now[key], value)
        end
    end
    return now
end

--- Learns what a colour may do, or how that has changed; tells whether that could be understood.
function permits.learn(colour, told)
    local was = known[colour]
    if told.base ~= 0 and (was == nil or was.version ~= told.base) then
        return false
    end
    known[colour] = merged(told.base ~= 0 and was or {}, told)
    known[colour].own = told.own -- a list is not merged
    return true
end

--- Forgets all: nobody is known to have a seat.
function permits.forget()
    known = {}
end

--- Gives what a colour may do; nil if it has no seat.
function permits.of(colour)
    return known[colour]
end

--- Says which of what a colour was told of that is the last; 0 if it has no seat.
function permits.version(colour)
    return known[colour] ~= nil and known[colour].version or 0
end

--- Tells whether a colour may arrange things in a place as it likes.
function permits.owns(colour, place)
    for _, each in ipairs(known[colour] ~= nil and known[colour].own or {}) do
        if each == place then
            return true
        end
    end
    return false
end

--- Gives the sentence that says why a colour may not do something: `kind` is moves, turns or rolls, `what`
--- a piece or a stream. Nil if it has no seat.
function permits.reason(colour, kind, what)
    local mine = known[colour]
    if mine == nil then
        return nil
    end
    local why = mine.why_not[kind] ~= nil and mine.why_not[kind][what] or nil
    if type(why) ~= "table" then
        return why or mine.otherwise
    end
    local sentence = nil -- where it would have gone nobody knows yet
    for _, each in pairs(why) do -- lint: ignore pairs
        if sentence ~= nil and sentence ~= each then
            return mine.otherwise
        end
        sentence = each
    end
    return sentence or mine.otherwise
end

return permits
