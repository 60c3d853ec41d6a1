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

ask("destroyed-equals-nil", function(answer)
    local block = new("block")
    settled({ block }, function()
        block.destruct()
        after(5, function() answer(block == nil) end)
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

ask("card-width", function(answer)
    local card = new("card")
    settled({ card }, function()
        local wide = card.getBoundsNormalized().size.x / card.getScale().x
        answer(math.floor(wide * 10 + 0.5) / 10)
    end)
end)

-- The picture of the self-test is higher than wide.
ask("unstretched-tile-is-square", function(answer)
    local sample = nil
    for _, thing in ipairs(getObjects()) do
        if thing.getName() == "file" then
            sample = thing.getData()
        end
    end
    if sample == nil then
        answer(nil)
        return
    end
    sample.GUID, sample.CustomImage.CustomTile.Stretch, sample.Locked = nil, false, false
    local tile = keep(spawnObjectData({ data = sample, position = place() }))
    settled({ tile }, function()
        local size = tile.getBoundsNormalized().size
        answer(math.abs(size.x - size.z) < 0.05)
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

ask("parted-deck-stays", function(answer)
    local one, other = new("deck"), new("deck", { 0, 0, 6 })
    settled({ one, other }, function()
        local cut_guid, split_guid = one.getGUID(), other.getGUID()
        local cut, split = one.cut(2), other.split(2)
        after(30, function()
            if split[1].getGUID() == split_guid then
                answer("when-split")
            else
                answer(cut[1].getGUID() == cut_guid and "when-cut" or "never")
            end
        end)
    end)
end)

ask("impossible-cut", function(answer)
    local deck = new("deck")
    settled({ deck }, function()
        local fine, parts = pcall(deck.cut, 99)
        answer(not fine and "error" or parts == nil and "nil" or nil)
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

-- Layout zones

local function layout_zone(size, options)
    local zone = keep(spawnObjectJSON({
        json = JSON.encode({
            Name = "LayoutZone",
            Locked = true,
            Transform = {
                posX = 0, posY = 0, posZ = 0, rotX = 0, rotY = 0, rotZ = 0,
                scaleX = size[1], scaleY = 6, scaleZ = size[2],
            },
            LayoutZone = { Options = options, GroupsInZone = {} },
        }),
        position = place(),
    }))
    return zone
end

--- Let a zone lay out what is in it, and look once everything lies.
local function laid_out(zone, things, options, act)
    zone.LayoutZone.setOptions(options)
    zone.LayoutZone.layout()
    after(5, function()
        settled(things, function() after(5, act) end)
    end)
end

local function spread_out(count)
    local cards = {}
    for number = 1, count do
        cards[number] = new("card", { 2.5 * (number % 3 - 1), 0, number > 3 and 2 or -2 })
    end
    return cards
end

ask("layout-takes", function(answer)
    local card = new("card", { 0, 0, 6 })
    layout_zone({ 10, 6 }, { TriggerForFaceUp = true, TriggerForFaceDown = true })
    settled({ card }, function()
        drop(card, { 0, 0, 0 }, function()
            after(60, function()
                local at = card.getPosition()
                local moved = math.abs(at.x - place()[1]) > 0.5 or math.abs(at.z - place()[3]) > 0.5
                answer(moved and "what-rests" or "what-is-dropped")
            end)
        end)
    end)
end)

ask("layout-spreads-both-ways", function(answer)
    local zone = layout_zone({ 12, 12 }, { ManualOnly = true })
    local cards = spread_out(2)
    settled(cards, function()
        local options = { horizontal_spread = 1, vertical_spread = 1 }
        laid_out(zone, cards, options, function()
            local one, other = cards[1].getPosition(), cards[2].getPosition()
            answer(math.abs(one.x - other.x) > 0.5 and math.abs(one.z - other.z) > 0.5)
        end)
    end)
end)

--- Say on how many lines along an axis cards lie, and how many on each, from the lowest line up.
local function lines_of(cards, axis)
    local at = {}
    for _, card in ipairs(cards) do
        table.insert(at, card.getPosition()[axis])
    end
    table.sort(at)
    local counts, last = {}, nil
    for _, value in ipairs(at) do
        if last == nil or value - last > 1 then
            table.insert(counts, 0)
        end
        counts[#counts] = counts[#counts] + 1
        last = value
    end
    return counts
end

-- Three cards fit beside each other, two above each other. Four of them tell which way comes first,
-- five in which corner it begins: the last row, or column, is not full.
ask("layout-directions", function(answer)
    local options = { ManualOnly = true, MaxObjectsPerNewGroup = 1 }
    local zone = layout_zone({ 8.2, 7.4 }, options)
    local cards, words = spread_out(4), {}
    local sideways = {}
    local function corner(number)
        local columns, rows = lines_of(cards, "x"), lines_of(cards, "z")
        local across = columns[1] >= columns[#columns] and "right" or "left"
        local along = rows[1] >= rows[#rows] and "up" or "down"
        local both = sideways[number] and { across, along } or { along, across }
        words[number] = table.concat(both, "-")
    end
    local function look(number, note, act)
        if number > 8 then
            act()
            return
        end
        laid_out(zone, cards, { direction = number - 1 }, function()
            note(number)
            look(number + 1, note, act)
        end)
    end
    settled(cards, function()
        look(1, function(number) sideways[number] = #lines_of(cards, "x") == 3 end, function()
            table.insert(cards, new("card", { 2.5, 0, 2 }))
            settled({ cards[5] }, function()
                look(1, corner, function() answer(table.concat(words, " ")) end)
            end)
        end)
    end)
end, 90)

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

ask("copied-joints", function(answer)
    local arm, base = new("block"), new("block", { 3, 0, 0 })
    settled({ arm, base }, function()
        arm.jointTo(base, { type = "Fixed" })
        copy({ arm, base })
        local copies = paste({ position = place({ 0, 1, 5 }) })
        for _, made in ipairs(copies) do
            keep(made)
        end
        after(30, function()
            local joint = copies[1].getJoints()[1]
            local partner = joint and joint.joint_object_guid
            if partner == copies[2].getGUID() then
                answer("to-copies")
            else
                answer(partner == base.getGUID() and "as-written" or "none")
            end
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

local function chip(offset, kind)
    return keep(spawnObject({ type = kind or "Chip_10", position = place(offset) }))
end

local function stack_of_hundreds(act)
    local chips = { chip({ 0, 0, 0 }, "Chip_100"), chip({ 4, 0, 4 }, "Chip_100") }
    settled(chips, function()
        local stack = group(chips)[1]
        keep(stack)
        settled({ stack }, function() act(stack) end)
    end)
end

ask("chip-stack-value", function(answer)
    stack_of_hundreds(function(stack)
        local value = stack.getValue()
        answer(value == 100 and "face" or value == 200 and "sum" or nil)
    end)
end)

ask("chip-stack-keeps", function(answer)
    stack_of_hundreds(function(stack)
        local data = stack.getData()
        local at = data.MaterialIndex == 2 and "MaterialIndex" or data.MeshIndex == 2 and "MeshIndex"
        answer(at or "neither")
    end)
end)

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

ask("broken-xml-clears-ui", function(answer)
    local block = new("block")
    settled({ block }, function()
        block.UI.setXml('<Text id="selftest-whole" fontSize="12">whole</Text>')
        after(10, function()
            pcall(block.UI.setXml, '<Text id="selftest-broken" fontSize="12">broken</Tex')
            after(10, function()
                local fine, size = pcall(block.UI.getAttribute, "selftest-whole", "fontSize")
                answer(not (fine and size ~= nil))
            end)
        end)
    end)
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

-- What lies somewhere, and is made larger or lies far out

ask("scaled-things-stay-in-zones", function(answer)
    local block = new("block")
    local zone = keep(spawnObject({ type = "ScriptingTrigger", position = place(), scale = { 8, 8, 8 } }))
    settled({ block }, function()
        after(10, function()
            local stays = true
            local function look(where, thing)
                stays = stays and (where ~= zone or thing ~= block)
            end
            watch("onObjectLeaveZone", look)
            watch("onObjectEnterZone", look)
            block.setScale({ 2, 1, 2 })
            after(30, function() answer(stays) end)
        end)
    end)
end)

ask("things-far-out-stay", function(answer)
    local block = new("block")
    block.setLock(true)
    block.setPosition({ 85, 3, 0 })
    after(240, function()
        local now = getObjectFromGUID(block.guid)
        answer(now ~= nil and now.getPosition().x > 84)
    end)
end)
