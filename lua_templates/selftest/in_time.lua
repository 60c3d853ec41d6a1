-- Questions that take a moment.

ask("frames-per-second", function(answer)
    local frame, time = seen.frame, Time.time
    after(120, function()
        answer(math.floor((seen.frame - frame) / (Time.time - time) + 0.5))
    end)
end)

ask("spawn-frames", function(answer)
    local there = false
    frames_until(function()
        keep(spawnObject({
            type = "BlockSquare",
            position = place(),
            callback_function = function() there = true end,
        }))
    end, function() return there end, answer)
end)

ask("destruct-frames", function(answer)
    local block = new("block")
    settled({ block }, function()
        local function gone()
            return not pcall(function() return block.getPosition() end)
        end
        frames_until(function()
            block.destruct()
            if gone() then
                answer(0)
            end
        end, gone, answer)
    end)
end)

local function falling(thing, act)
    frames_until(function()
        thing.setPosition(place({ 0, 3, 0 }))
    end, function() return thing.resting end, function(frames) act(frames - 1) end)
end

ask("fall-frames", function(answer)
    local block = new("block")
    settled({ block }, function() falling(block, answer) end)
end)

local function glide(fast)
    return function(answer)
        local block = new("block")
        settled({ block }, function()
            frames_until(function()
                block.setPositionSmooth(place({ 4, 0, 0 }), false, fast)
            end, function() return not block.isSmoothMoving() end, answer)
        end)
    end
end

ask("smooth-move-frames", glide(false))
ask("fast-move-frames", glide(true))

-- A die that is rolled falls at the end; what that takes does not count.
ask("roll-frames", function(answer)
    local die = new("die")
    settled({ die }, function()
        falling(die, function(fall)
            frames_until(function()
                die.randomize()
            end, function() return die.resting end, function(all)
                answer(math.max(all - fall, 1))
            end)
        end)
    end)
end)

ask("rolled-height", function(answer)
    local die = new("die")
    settled({ die }, function()
        local low = die.getPosition().y
        local high = low
        die.randomize()
        when(function()
            high = math.max(high, die.getPosition().y)
            return die.resting
        end, function()
            answer(math.floor((high - low) * 10 + 0.5) / 10)
        end)
    end)
end)

-- GUIDs

local function two_cards(act)
    local low, high = new("card"), new("card", { 3, 0, 0 })
    settled({ low, high }, function() act(low, high) end)
end

ask("merged-deck-keeps-guid", function(answer)
    two_cards(function(low, high)
        local one, other = low.getGUID(), high.getGUID()
        local deck = keep(low.putObject(high))
        after(30, function()
            local guid = deck.getGUID()
            answer(guid == one or guid == other)
        end)
    end)
end)

ask("grown-deck-keeps-guid", function(answer)
    local deck, card = new("deck"), new("card", { 3, 0, 0 })
    settled({ deck, card }, function()
        local before = deck.getGUID()
        local grown = deck.putObject(card)
        after(30, function() answer(grown.getGUID() == before) end)
    end)
end)

ask("last-card-keeps-guid", function(answer)
    local deck = new("pair")
    settled({ deck }, function()
        local cards = deck.getObjects()
        keep(deck.takeObject({ guid = cards[1].guid, position = place({ 4, 0, 0 }) }))
        local left = keep(deck.remainder)
        after(30, function() answer(left.getGUID() == cards[2].guid) end)
    end)
end)

ask("taken-twin-gets-new-guid", function(answer)
    local bag = new("full bag", nil, function(data)
        data.ContainedObjects = { data.ContainedObjects[1] }
        data.ContainedObjects[1].GUID = STORE.block
    end)
    settled({ bag }, function()
        local block = keep(bag.takeObject({ position = place({ 4, 0, 0 }) }))
        after(30, function() answer(block.getGUID() ~= STORE.block) end)
    end)
end)

-- Joining

ask("merge-distance", function(answer)
    largest(60, function(step, found)
        local low, high = new("card"), new("card", { 4, 0, 4 })
        settled({ low, high }, function()
            drop(high, { step * 0.05 - 0.02, 0, 0 }, function()
                local joined = high.isDestroyed() or low.isDestroyed()
                sweep()
                after(3, function() found(joined) end)
            end)
        end)
    end, function(step) answer(step * 0.05) end)
end, 60)

ask("merge-turn-degrees", function(answer)
    largest(18, function(step, found)
        local low, high = new("card"), new("card", { 4, 0, 4 })
        settled({ low, high }, function()
            drop(high, { 0, 0, 0 }, function()
                local joined = high.isDestroyed() or low.isDestroyed()
                sweep()
                after(3, function() found(joined) end)
            end, { 0, 180 + step * 5 - 2, 0 })
        end)
    end, function(step) answer(step == 18 and 180 or step * 5) end)
end, 60)

ask("locked-pile-takes-things", function(answer)
    local deck, card = new("deck"), new("card", { 4, 0, 4 })
    settled({ deck, card }, function()
        deck.setLock(true)
        drop(card, { 0, 0, 0 }, function()
            local taken = card.isDestroyed()
            deck.setLock(false)
            answer(taken)
        end)
    end)
end)

ask("dropped-card-joins-hand-by", function(answer)
    local zone = getObjectFromGUID(STORE.zone)
    local block = new("block")
    settled({ block }, function()
        local at = zone.getPosition()
        block.setLock(true)
        block.setPosition({ at.x + zone.getScale().x / 2 + 0.3, at.y, at.z })
        after(30, function()
            local inside = false
            for _, thing in ipairs(zone.getObjects()) do
                inside = inside or thing == block
            end
            block.setLock(false)
            answer(inside and "touch" or "centre")
        end)
    end)
end)

-- Being asked

ask("put-object-asks", function(answer)
    local bag, block = new("bag"), new("block", { 4, 0, 0 })
    settled({ bag, block }, function()
        local asked = false
        watch("tryObjectEnterContainer", function() asked = true end)
        bag.putObject(block)
        after(10, function() answer(asked) end)
    end)
end)

local function chip(offset)
    return keep(spawnObject({ type = "Chip_10", position = place(offset) }))
end

ask("chip-stacks-ask-container", function(answer)
    local low, high = chip(), chip({ 4, 0, 4 })
    settled({ low, high }, function()
        local asked = false
        watch("tryObjectEnterContainer", function() asked = true end)
        drop(high, { 0, 0, 0 }, function() answer(asked) end)
    end)
end)

ask("filter-needs-true", function(answer)
    local bag = new("bag", nil, function(data)
        data.LuaScript = "function filterObjectEnter(thing) asked = true end"
    end)
    local block = new("block", { 4, 0, 4 })
    settled({ bag, block }, function()
        drop(block, { 0, 0, 0 }, function()
            if bag.getVar("asked") then
                answer(#bag.getObjects() == 0)
            else
                answer(nil)
            end
        end)
    end)
end)

ask("undone-drop-is-smooth", function(answer)
    local bag, block = new("bag"), new("block", { 4, 0, 4 })
    settled({ bag, block }, function()
        watch("tryObjectEnterContainer", function() return false end)
        drop(block, { 0, 0, 0 }, function()
            after(60, function()
                local one, other = bag.getPosition(), block.getPosition()
                answer(math.abs(one.x - other.x) + math.abs(one.z - other.z) > 0.5)
            end)
        end)
    end)
end)

-- Handlers and waiting

ask("universal-handlers-first", function(answer)
    local witness = new("witness")
    settled({ witness }, function()
        seen.notes, hearing = {}, true
        watch("onObjectDestroy", function(thing)
            if thing == witness then
                note("global")
            end
        end)
        witness.destruct()
        after(10, function()
            hearing = false
            answer(seen.notes[1])
        end)
    end)
end)

ask("wait-stop-all", function(answer)
    seen.notes = {}
    getObjectFromGUID(STORE.witness).call("wait_a_little")
    Wait.stopAll()
    after(10, function() answer(seen.notes[1] == nil and "all" or "own") end)
end)

function selftest_timer_one() table.insert(seen.notes, "one") end
function selftest_timer_two() table.insert(seen.notes, "two") end

ask("timer-same-name", function(answer)
    seen.notes = {}
    for _, name in ipairs({ "one", "two" }) do
        pcall(Timer.create, {
            identifier = "selftest",
            function_name = "selftest_timer_" .. name,
            function_owner = Global,
            delay = 0.3,
        })
    end
    Wait.time(function()
        local heard = table.concat(seen.notes, " ")
        answer(heard == "one" and "refused" or heard == "two" and "replaced" or nil)
    end, 1)
end)

ask("request-is-error-on-4xx", function(answer)
    if seen.address == nil then
        answer(nil)
        return
    end
    WebRequest.get(seen.address, function(request) answer(request.is_error) end)
end)

ask("cast-hits-zones", function(answer)
    local zone = getObjectFromGUID(STORE.zone)
    local at = zone.getPosition()
    local hits = Physics.cast({
        origin = { at.x, at.y + zone.getScale().y, at.z },
        direction = { 0, -1, 0 },
        max_distance = 20,
    })
    local found = false
    for _, hit in ipairs(hits) do
        found = found or hit.hit_object == zone
    end
    answer(found)
end)

ask("cast-hits-table", function(answer)
    local at = place()
    local hits = Physics.cast({ origin = at, direction = { 0, -1, 0 }, max_distance = 20 })
    local found = false
    for _, hit in ipairs(hits) do
        found = found or hit.hit_object.getGUID() == Tables.getTableObject().getGUID()
    end
    answer(found)
end)

ask("cast-sphere-size", function(answer)
    local block = new("block", { 0, 0, 0 })
    settled({ block }, function()
        local at = block.getPosition()
        local hits = Physics.cast({
            origin = { at.x, at.y + 1.8, at.z },
            direction = { 0, 1, 0 },
            type = 2,
            size = { 2, 2, 2 },
            max_distance = 0,
        })
        local found = false
        for _, hit in ipairs(hits) do
            found = found or hit.hit_object == block
        end
        answer(found and "radius" or "diameter")
    end)
end)

ask("set-xml-frames", function(answer)
    local function there() return UI.getAttribute("selftest-new", "fontSize") ~= nil end
    frames_until(function()
        UI.setXml('<Text id="selftest-new" fontSize="12">new</Text>')
        if there() then
            answer(0)
        end
    end, there, answer)
end)

-- Hands

local function dealt(act)
    local deck = new("deck")
    settled({ deck }, function()
        local colour = getSeatedPlayers()[1]
        deck.deal(3, colour)
        after(90, function()
            for _, card in ipairs(Player[colour].getHandObjects()) do
                keep(card)
            end
            act(Player[colour])
        end)
    end)
end

ask("hand-cards-turned", function(answer)
    dealt(function(player)
        local card = player.getHandObjects()[1]
        local turned = card.getRotation().y - player.getHandTransform().rotation.y
        answer(math.floor(turned % 360 + 0.5) % 360)
    end)
end)

-- A card that comes in from the left comes first, or last as the newest.
ask("hand-order-by-place", function(answer)
    dealt(function(player)
        local card = new("card", { 4, 0, 4 })
        settled({ card }, function()
            local hand, first = player.getHandTransform(), player.getHandObjects()[1].getPosition()
            local right = hand.right:scale(1.5)
            card.setPosition({ first.x - right.x, hand.position.y, first.z - right.z })
            after(60, function() answer(player.getHandObjects()[1] == card) end)
        end)
    end)
end)

ask("rewind-seconds", function(answer)
    seen.saves = {}
    when(function() return #seen.saves >= 3 end, function()
        if #seen.saves < 3 then
            answer(nil)
            return
        end
        local apart = math.min(seen.saves[2] - seen.saves[1], seen.saves[3] - seen.saves[2])
        answer(math.floor(apart * 2 + 0.5) / 2)
    end, 95)
end, 100)
