-- Questions that the game answers at once.

ask("vector-heading-x", function(answer)
    answer(math.abs(Vector(0, 1, 0):heading("x")) > 45 and "yz" or "zy")
end)

ask("unknown-member", function(answer)
    local witness = getObjectFromGUID(STORE.witness)
    local fine, value = pcall(function() return witness.selftest_variable end)
    answer(not fine and "error" or value ~= nil and "variable" or "nil")
end)

ask("take-nothing-is-error", function(answer)
    local bag = new("bag")
    settled({ bag }, function()
        answer(not pcall(function() return bag.takeObject({}) end))
    end)
end)

ask("objects-include-hands", function(answer)
    for _, thing in ipairs(getObjects()) do
        if thing.type == "Hand" then
            answer(true)
            return
        end
    end
    answer(false)
end)

ask("variables-without-script", function(answer)
    local block = getObjectFromGUID(STORE.block)
    local fine = pcall(function() block.setVar("selftest", 7) end)
    answer(fine and block.getVar("selftest") == 7)
end)

ask("get-var-of-table", function(answer)
    local witness = getObjectFromGUID(STORE.witness)
    local fine, value = pcall(function() return witness.getVar("list") end)
    answer(not fine and "error" or type(value) == "table" and "copy" or "nil")
end)

-- A table goes to the witness, which hands it back.
function selftest_lent()
    return { setmetatable({}, { __index = { named = true } }) }
end

ask("tables-come-home", function(answer)
    selftest_returned = nil
    getObjectFromGUID(STORE.witness).call("hand_back", "selftest_lent")
    local came = selftest_returned
    if type(came) == "table" and type(came[1]) == "table" then
        answer(came[1].named == true)
    else
        answer(nil)
    end
end)

ask("borrowed-table-kept", function(answer)
    local lent = getObjectFromGUID(STORE.witness).call("lend")
    answer(pcall(function()
        selftest_kept = { lent[1] }
        selftest_kept = lent
    end))
end)

function selftest_coroutine()
    seen.coroutine = true
    return 1
end

ask("coroutine-starts", function(answer)
    seen.coroutine = false
    startLuaCoroutine(Global, "selftest_coroutine")
    answer(seen.coroutine and "at-once" or "next-frame")
end)

ask("package-library", function(answer)
    answer(type(package) == "table")
end)

ask("empty-table-is-list", function(answer)
    answer(JSON.encode({}) == "[]")
end)

ask("stale-local", function(answer)
    local function hold()
        local value = { "stale" }
        return #value
    end
    local function look()
        local value
        return value
    end
    local found = false
    for _ = 1, 3 do
        hold()
        found = found or look() ~= nil
    end
    answer(found)
end)

ask("pairs-order", function(answer)
    local bag, order = { m = 1, c = 1, x = 1, a = 1, q = 1, h = 1, t = 1, e = 1 }, {}
    for word in pairs(bag) do
        table.insert(order, word)
    end
    local found = table.concat(order)
    answer(found == "mcxaqhte" and "as-written" or found == "acehmqtx" and "sorted" or "shuffled")
end)

ask("black-is-available", function(answer)
    local found = false
    for _, colour in ipairs(Player.getAvailableColors()) do
        found = found or colour == "Black"
    end
    answer(found)
end)

ask("unknown-player-colour", function(answer)
    local fine, value = pcall(function() return Player["Selftest"] end)
    answer(not fine and "error" or value == nil and "nil" or nil)
end)

ask("hidden-zone-type", function(answer)
    answer(keep(spawnObject({ type = "FogOfWarTrigger", position = place() })).type)
end)

ask("fog-of-war-type", function(answer)
    answer(keep(spawnObject({ type = "FogOfWar", position = place() })).type)
end)

ask("parts-of-things", function(answer)
    answer(#getObjectFromGUID(STORE.block).getChildren())
end)

ask("depth-of-parts", function(answer)
    local depth, parts = 0, getObjectFromGUID(STORE.block).getChildren()
    while #parts > 0 do
        depth, parts = depth + 1, parts[1].getChildren()
    end
    answer(depth)
end)

ask("unknown-state", function(answer)
    local two = new("block", nil, function(data)
        data.States = { ["2"] = JSON.decode(JSON.encode(data)) }
    end)
    settled({ two }, function()
        local fine, value = pcall(two.setState, 9)
        answer(not fine and "error" or value == nil and "nil" or nil)
    end)
end)

ask("spawn-unknown-type", function(answer)
    local fine, value = pcall(spawnObject, { type = "Selftest Nothing", position = place() })
    if fine and value ~= nil then
        keep(value)
        answer(nil)
    else
        answer(fine and "nil" or "error")
    end
end)

ask("missing-hand-is-error", function(answer)
    answer(not pcall(function() return Player.Brown.getHandTransform() end))
end)

ask("unknown-ui-id", function(answer)
    local fine = pcall(function() return UI.getAttribute("selftest nobody", "text") end)
    answer(fine and "ignored" or "error")
end)

ask("ui-attributes-come-as", function(answer)
    local value = UI.getAttributes("selftest-ui").fontSize
    answer(type(value) == "number" and "numbers" or type(value) == "string" and "text" or nil)
end)

ask("global-loads-first", function(answer)
    answer(seen.global_was_first)
end)

ask("loaded-objects-spawn", function(answer)
    answer(seen.spawn_while_loading == true)
end)

ask("zones-notice-what-was-there", function(answer)
    answer(seen.zone_told == true)
end)

ask("typing-told-before-chat", function(answer)
    answer(seen.typing ~= nil)
end)
