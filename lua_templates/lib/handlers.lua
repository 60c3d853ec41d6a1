--- What the game tells a script comes in here, and goes to every module of the table that has a
--- function of the same name; what modules save is kept by module. A module that a game asks
--- whether something may be done answers false, or anything else if it has nothing against it.
local handlers = {}

local modules = {} -- in the order in which they are told
local ready = false -- before that, the game may tell of things that nobody knows yet

--- Names the modules of this table: a list of { name = …, module = … }.
function handlers.know(named)
    modules = named
end

local function tell(event, ...)
    if ready then
        for _, each in ipairs(modules) do
            if each.module[event] ~= nil then
                each.module[event](...)
            end
        end
    end
end

local function may(event, ...)
    for _, each in ipairs(ready and modules or {}) do
        if each.module[event] ~= nil and each.module[event](...) == false then
            return false
        end
    end
    return true
end

function onLoad(state)
    local saved = {}
    if state ~= nil and state ~= "" then
        saved = JSON.decode(state)
    end
    for _, each in ipairs(modules) do
        if each.module.load ~= nil then
            each.module.load(saved[each.name])
        end
    end
    ready = true
end

function onSave()
    local saved = {}
    for _, each in ipairs(modules) do
        if each.module.saved ~= nil then
            saved[each.name] = each.module.saved()
        end
    end
    return JSON.encode(saved)
end

-- What has happened

function onObjectSpawn(thing)
    tell("onObjectSpawn", thing)
end

function onObjectDestroy(thing)
    tell("onObjectDestroy", thing)
end

function onObjectEnterContainer(container, thing)
    tell("onObjectEnterContainer", container, thing)
end

function onObjectLeaveContainer(container, thing)
    tell("onObjectLeaveContainer", container, thing)
end

function onObjectEnterZone(zone, thing)
    tell("onObjectEnterZone", zone, thing)
end

function onObjectLeaveZone(zone, thing)
    tell("onObjectLeaveZone", zone, thing)
end

function onObjectPickUp(colour, thing)
    tell("onObjectPickUp", colour, thing)
end

function onObjectDrop(colour, thing)
    tell("onObjectDrop", colour, thing)
end

function onObjectFlick(thing, colour, impulse)
    tell("onObjectFlick", thing, colour, impulse)
end

function onObjectRotate(thing, spin, flip, colour, old_spin, old_flip)
    tell("onObjectRotate", thing, spin, flip, colour, old_spin, old_flip)
end

function onObjectStateChange(thing, old_guid)
    tell("onObjectStateChange", thing, old_guid)
end

function onObjectRandomize(thing, colour)
    tell("onObjectRandomize", thing, colour)
end

function onPlayerChangeColor(colour)
    tell("onPlayerChangeColor", colour)
end

function onExternalMessage(message)
    tell("onExternalMessage", message)
end

-- What may be done

function onPlayerAction(player, action, targets)
    return may("onPlayerAction", player, action, targets)
end

function tryObjectEnterContainer(container, thing)
    return may("tryObjectEnterContainer", container, thing)
end

function tryObjectRandomize(thing, colour)
    return may("tryObjectRandomize", thing, colour)
end

function tryObjectRotate(thing, spin, flip, colour, old_spin, old_flip)
    return may("tryObjectRotate", thing, spin, flip, colour, old_spin, old_flip)
end

function tryObjectStateChange(thing, new_state, colour)
    return may("tryObjectStateChange", thing, new_state, colour)
end

function onChat(message, player)
    return may("onChat", message, player)
end

--- Here it is the other way round: true stops what the number does.
function onObjectNumberTyped(thing, colour, number)
    for _, each in ipairs(ready and modules or {}) do
        if each.module.onObjectNumberTyped ~= nil and each.module.onObjectNumberTyped(thing, colour, number) then
            return true
        end
    end
    return false
end

--- A button of a panel was pressed.
function pressed_panel(player, _, id)
    tell("onPress", player, id)
end

return handlers
