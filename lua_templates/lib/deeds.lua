--- What people do, in the order in which they do it. Some of it takes time to be seen: a card falls, dice
--- roll. What the same person does meanwhile waits, so that nothing overtakes what was done before.
local deeds = {}

local lines = {} -- by colour: what is not told yet, the oldest first

--- Tells what can be told: all up to the first that is not seen yet.
local function tell(colour)
    local line = lines[colour]
    while line[1] ~= nil and line[1].told ~= nil do
        local first = table.remove(line, 1)
        first.told(first.at)
    end
end

--- Somebody begins to do something; gives what `seen` wants to know about it.
function deeds.begin(colour)
    local deed = { colour = colour, at = Time.time }
    lines[colour] = lines[colour] or {}
    table.insert(lines[colour], deed)
    return deed
end

--- It is seen what it was: `told` is called as soon as all is told that the same person did before, with
--- when it was begun.
function deeds.seen(deed, told)
    deed.told = told
    tell(deed.colour)
end

--- Somebody does what is seen at once.
function deeds.at_once(colour, told)
    deeds.seen(deeds.begin(colour), told)
end

--- Tells whether there is something of a colour that nobody was told of: what it may do is not known for sure.
function deeds.under_way(colour)
    return lines[colour] ~= nil and #lines[colour] > 0
end

return deeds
