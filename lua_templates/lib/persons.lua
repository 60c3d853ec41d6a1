--- What belongs to a person and not to a colour: the language, the size of the panel, what is folded.
--- It goes along to another colour, and comes back with whoever comes back, next week, too.
local persons = {}

local known = {} -- by the person's number at Steam

local sat = {} -- by the person's number at Steam: the colour at which they sat when somebody looked last

local function of(colour)
    local player = Player[colour]
    local id = player ~= nil and player.seated and player.steam_id or nil
    if id == nil then
        return nil
    end
    known[id] = known[id] or {}
    return known[id]
end

--- Gives all that the person at a colour has chosen; nothing where nobody sits. Whoever asks for more than
--- one thing asks here: to find the person takes three questions to the game.
function persons.chosen(colour)
    return of(colour) or {}
end

--- Gives what the person at a colour has chosen, or what is usual.
function persons.has(colour, what, usual)
    local value = persons.chosen(colour)[what]
    if value == nil then
        return usual
    end
    return value
end

--- The person at a colour chooses something.
function persons.choose(colour, what, value)
    local person = of(colour)
    if person ~= nil then
        person[what] = value
    end
end

--- Gives the languages that those have chosen who sit at the table, by colour.
function persons.tongues()
    local found = {}
    for _, player in ipairs(Player.getPlayers()) do
        found[player.color] = persons.has(player.color, "language", nil)
    end
    return found
end

--- Gives who sits at a colour: the same name at every colour and on every evening; empty if nobody does.
function persons.who(colour)
    local player = Player[colour]
    return player ~= nil and player.seated and player.steam_id or ""
end

--- Gives who sits at the table, by colour.
function persons.people()
    local found = {}
    for _, colour in ipairs(persons.sitting()) do
        found[colour] = persons.who(colour)
    end
    return found
end

--- Gives the colours at which somebody sits.
function persons.sitting()
    local found = {}
    for _, player in ipairs(Player.getPlayers()) do
        if player.seated then
            table.insert(found, player.color)
        end
    end
    return found
end

--- Looks who sits where, and gives the colours of those who sat at one and sit nowhere now.
function persons.left()
    local sit, left = {}, {}
    for _, player in ipairs(Player.getPlayers()) do
        if player.seated then
            sit[player.steam_id] = player.color
        end
    end
    for id, colour in pairs(sat) do -- lint: ignore pairs
        if sit[id] == nil then
            table.insert(left, colour)
        end
    end
    sat = sit
    return left
end

--- Gives the colour of whoever hosts the game; empty where that is nobody at the table.
function persons.leader()
    for _, player in ipairs(Player.getPlayers()) do
        if player.host then
            return player.color
        end
    end
    return ""
end

function persons.saved()
    return known
end

function persons.load(saved)
    known = saved or {}
end

return persons
