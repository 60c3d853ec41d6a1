--- Reads what a referee says. What has another shape than it should is refused whole, before anything of it
--- is done: half of it, or a number that nobody can count to, would keep a table from ever agreeing again.
local telling = {}

local MOST = 2 ^ 53 -- the highest number that a script can count to
local NAME, KEEPSAKE = 200, 65536 -- letters: what names a moment, and what keeps a game
local MODES = { off = true, advise = true, enforce = true, automate = true }

-- What something has to be: each a function that tells whether it is

local function text(value)
    return type(value) == "string"
end

local function short(most)
    return function(value) return text(value) and #value <= most end
end

local function truth(value)
    return type(value) == "boolean"
end

local function number(value)
    return type(value) == "number" and value >= 0 and value <= MOST and value % 1 == 0
end

local function nothing(value)
    return value == nil
end

local function either(one, other)
    return function(value) return one(value) or other(value) end
end

local function list(each)
    return function(value)
        if type(value) ~= "table" then
            return false
        end
        for i = 1, #value do
            if not each(value[i]) then
                return false
            end
        end
        return true
    end
end

local function by_name(each)
    return function(value)
        if type(value) ~= "table" then
            return false
        end
        for key, one in pairs(value) do -- lint: ignore pairs
            if not (text(key) and each(one)) then
                return false
            end
        end
        return true
    end
end

local function record(fields)
    return function(value)
        if type(value) ~= "table" then
            return false
        end
        for name, is_so in pairs(fields) do -- lint: ignore pairs
            if not is_so(value[name]) then
                return false
            end
        end
        return true
    end
end

-- What is told

local marks, sayings = by_name(truth), by_name(either(text, truth))
local is_told = record({
    epoch = number,
    since = number,
    step = number,
    mode = function(value) return MODES[value] == true end,
    acts = list(record({ act = text })), -- each says itself what it can't do
    verdicts = list(record({ n = number, colour = text, say = text })),
    lines = list(record({ colour = text, text = text })),
    permits = by_name(record({
        version = number,
        base = number,
        moves = by_name(either(truth, marks)),
        turns = marks,
        rolls = marks,
        presses = marks,
        own = list(text),
        otherwise = text,
        why_not = record({
            moves = by_name(either(truth, sayings)), turns = sayings, rolls = sayings, presses = sayings,
        }),
    })),
    panels = by_name(list(record({
        title = text,
        buttons = list(record({ press = text, label = text, why_not = text, chosen = either(truth, nothing) })),
    }))),
    look = either(truth, nothing),
    moment = either(short(NAME), nothing), -- both are said back by a hello, which may not say more
    keepsake = either(short(KEEPSAKE), nothing),
})

--- Gives what is told; nil, and why, if that can't be understood.
function telling.read(body)
    local ok, told = pcall(JSON.decode, body)
    if not ok then
        return nil, tostring(told)
    elseif not is_told(told) then
        return nil, "not what a referee says"
    end
    return told, nil
end

return telling
