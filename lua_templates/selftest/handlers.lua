-- What the game tells, passed on to whichever question waits for it.

function onLoad()
    seen.global_is_loaded = true
    print("selftest: onLoad")
end

-- A save at the end of a script's life is told from any other: nothing is heard of it afterwards.
function onSave()
    local life = seen.life or ""
    table.insert(seen.saves, Time.time)
    sendExternalMessage({ selftest = "saved", value = life })
    Wait.frames(function() sendExternalMessage({ selftest = "lived on", value = life }) end, 20)
end

function onUpdate()
    seen.frame = seen.frame + 1
    if seen.poll ~= nil then
        seen.poll()
    end
end

function onChat(message, player)
    if string.sub(message, 1, 1) ~= "!" then
        return
    end
    if message == "!selftest" then
        start()
    elseif message == "!skip" and go_on ~= nil then
        go_on(nil)
    else
        noticed("onChat", string.sub(message, 2), player)
        sendExternalMessage({ selftest = "typed", value = string.sub(message, 2) })
    end
    return false
end

function onPlayerChatTyping()
    seen.typing = seen.frame
end

function onPlayerAction(player, action, targets)
    return noticed("onPlayerAction", player, action, targets)
end

function onObjectSpawn(thing)
    if not running then -- nothing has been spawned since the save was loaded
        seen.spawn_while_loading = true
    end
    noticed("onObjectSpawn", thing)
end

function onObjectDestroy(thing)
    noticed("onObjectDestroy", thing)
end

function onObjectEnterZone(zone, thing)
    if zone.getGUID() == STORE.zone and thing.getGUID() == STORE.in_zone then
        seen.zone_told = true
    end
    noticed("onObjectEnterZone", zone, thing)
end

function onObjectLeaveZone(zone, thing)
    noticed("onObjectLeaveZone", zone, thing)
end

function onObjectLeaveContainer(container, thing)
    noticed("onObjectLeaveContainer", container, thing)
end

function onObjectDrop(colour, thing)
    noticed("onObjectDrop", colour, thing)
end

function tryObjectEnterContainer(container, thing)
    return noticed("tryObjectEnterContainer", container, thing) ~= false
end

function onObjectNumberTyped(thing, colour, number)
    return noticed("onObjectNumberTyped", thing, colour, number) == true
end

function onObjectSearchEnd(thing)
    noticed("onObjectSearchEnd", thing)
end

function onExternalMessage(message)
    if message.selftest == "fail" then
        error("selftest fails on purpose")
    elseif message.selftest == "count" then
        seen.arrived = seen.frame
    elseif message.selftest == "mark" then
        seen.marks[message.name] = seen.frame
    elseif message.selftest == "ping" then
        sendExternalMessage({ selftest = "pong", value = "" })
    elseif message.selftest == "speak" then
        Wait.frames(function() sendExternalMessage({ selftest = "spoken", value = "" }) end, 1)
    elseif message.selftest == "long" then
        seen.length = message.length
    elseif message.selftest == "handler" then
        seen.handler = "old"
    end
end

-- Called by the witness.

function witness_loaded()
    if seen.global_was_first == nil then
        seen.global_was_first = seen.global_is_loaded == true
    end
end

function note(what)
    table.insert(seen.notes, what)
end
