-- Says how the table lies: which things there are, and what is set. `named` stands before this: the
-- GUIDs of things that are in no list.
local guids, seen, held, found, unread = {}, {}, {}, {}, {}
local function note(it)
    local guid = it ~= nil and it.getGUID()
    if guid and not seen[guid] then
        seen[guid] = true
        table.insert(guids, guid)
        if it.held_by_color ~= nil then
            table.insert(held, guid .. ' is held by ' .. it.held_by_color)
        elseif not (it.resting or it.getLock()) then
            table.insert(held, guid .. ' is moving')
        end
    end
end
for _, it in ipairs(getObjects()) do note(it) end
for _, player in ipairs(Player.getPlayers()) do
    for n = 1, player.getHandCount() do
        for _, it in ipairs(player.getHandObjects(n)) do note(it) end
    end
end
for _, guid in ipairs(named) do note(getObjectFromGUID(guid)) end

local function try(what, get)
    local ok, value = pcall(get)
    if ok then found[what] = value else table.insert(unread, what) end
end
local function colour(of)
    return { r = of.r, g = of.g, b = of.b }
end
try('Note', function() return getNotes() end)
try('TabStates', function() return getNotebookTabs() end)
try('Turns', function()
    return {
        Enable = Turns.enable, Type = Turns.type - 1, TurnOrder = Turns.order, Reverse = Turns.reverse_order,
        SkipEmpty = Turns.skip_empty_hands, DisableInteractions = Turns.disable_interactations,
        PassTurns = Turns.pass_turns, TurnColor = Turns.turn_color,
    }
end)
try('Hands', function()
    return { Enable = Hands.enable, DisableUnused = Hands.disable_unused, Hiding = Hands.hiding - 1 }
end)
try('Lighting', function()
    return {
        LightIntensity = Lighting.light_intensity, LightColor = colour(Lighting.getLightColor()),
        AmbientIntensity = Lighting.ambient_intensity, AmbientType = Lighting.ambient_type - 1,
        AmbientSkyColor = colour(Lighting.getAmbientSkyColor()),
        AmbientEquatorColor = colour(Lighting.getAmbientEquatorColor()),
        AmbientGroundColor = colour(Lighting.getAmbientGroundColor()),
        ReflectionIntensity = Lighting.reflection_intensity, LutIndex = Lighting.lut_index,
        LutContribution = Lighting.lut_contribution,
    }
end)
try('LuaScriptState', function()
    if onSave == nil then return nil end
    local state = onSave()
    return type(state) == 'string' and state or nil
end)
return { guids = guids, held = held, found = found, unread = unread }
