--- What the game tells a script comes in here, and goes to every module of the table that has a
--- function of the same name; what modules save is kept by module. A module that a game asks
--- whether something may be done answers false, or anything else if it has nothing against it.
local handlers = {}

local modules = {} -- in the order in which they are told
local stumbled = nil -- is told what a module has failed at, and why
local kept = {} -- by module: what it has saved last
local ready = false -- before that, the game may tell of things that nobody knows yet

--- Names the modules of this table: a list of { name = …, module = … }. `when_stumbled` is told the event at
--- which one has failed, and why.
function handlers.know(named, when_stumbled)
    modules, stumbled = named, when_stumbled
end

--- Asks each module that has a function of this name, until one gives what ends it; gives that, and what
--- went wrong: a module that fails keeps no other from hearing of it.
local function each_of(event, is_end, ...)
    local failed = nil
    for _, each in ipairs(ready and modules or {}) do
        if each.module[event] ~= nil then
            local ok, answer = pcall(each.module[event], ...)
            if not ok then
                failed = failed or answer
                stumbled(event, answer)
            elseif answer == is_end then
                return answer, failed
            end
        end
    end
    return nil, failed
end

local function tell(event, ...)
    local _, failed = each_of(event, handlers, ...) -- no answer ends it
    if failed ~= nil then
        error(failed, 0) -- the game shows it to whoever hosts
    end
end

local function may(event, ...)
    local answer, failed = each_of(event, false, ...)
    if answer == nil and failed ~= nil then
        error(failed, 0)
    end
    return answer == nil
end

--- Tells whether something is made like what a module would save now.
local function is_like(saved, now)
    if type(saved) ~= "table" then
        return false
    end
    for name, value in pairs(now or {}) do -- lint: ignore pairs
        if saved[name] ~= nil and type(saved[name]) ~= type(value) then
            return false
        end
    end
    return true
end

--- A module that can't read what it has saved begins without: a table that is bent can be played at.
function onLoad(state)
    local saved, failed = {}, nil
    if state ~= nil and state ~= "" then
        local ok, read = pcall(JSON.decode, state)
        if ok and type(read) == "table" then
            saved = read
        else
            failed = "what was saved can't be read"
        end
    end
    for _, each in ipairs(modules) do
        if each.module.load ~= nil then
            local own = saved[each.name]
            if own ~= nil and not is_like(own, each.module.saved and each.module.saved()) then
                own, failed = nil, "what " .. each.name .. " has saved can't be read"
            end
            local ok, why = pcall(each.module.load, own)
            if not ok then
                failed = why
                each.module.load(nil)
            end
        end
    end
    ready = true
    if failed ~= nil then
        error(failed, 0) -- the game shows it to whoever hosts
    end
end

--- A module that fails keeps no other from saving.
function onSave()
    for _, each in ipairs(modules) do
        if each.module.saved ~= nil then
            local ok, what = pcall(each.module.saved)
            if ok then
                kept[each.name] = what
            else
                stumbled("onSave", what)
            end
        end
    end
    return JSON.encode(kept)
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

function onObjectSearchStart(thing, colour)
    tell("onObjectSearchStart", thing, colour)
end

function onObjectPeek(thing, colour)
    tell("onObjectPeek", thing, colour)
end

function onPlayerChangeColor(colour)
    tell("onPlayerChangeColor", colour)
end

function onPlayerHandChoice(colour, label, things, is_confirmed)
    tell("onPlayerHandChoice", colour, label, things, is_confirmed)
end

function onPlayerDisconnect(player)
    tell("onPlayerDisconnect", player)
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
    local answer, failed = each_of("onObjectNumberTyped", true, thing, colour, number)
    if answer == nil and failed ~= nil then
        error(failed, 0)
    end
    return answer == true
end

--- A button of a panel was pressed.
function pressed_panel(player, press)
    tell("onPress", player, press)
end

return handlers
