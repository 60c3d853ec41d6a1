-- Questions that need a person: what to do is said in the chat, and seen by what the game tells.

local SKIP = " (or type !skip)"

local function by_hand(name, text, question)
    ask(name, function(answer)
        question(answer)
        say(text .. SKIP)
    end, 120)
end

--- Note every action of a player that the game asks about.
local function actions()
    local asked = {}
    watch("onPlayerAction", function(_, action, targets)
        table.insert(asked, { action = action, target = targets[1] and targets[1].type })
    end)
    return asked
end

local function picked_up(asked)
    for _, each in ipairs(asked) do
        if each.action == Player.Action.PickUp then
            return each
        end
    end
end

local function drawn(name, text, meaning)
    by_hand(name, text, function(answer)
        local deck = new("deck", { 12, 0, -12 })
        local asked = actions()
        watch("onObjectLeaveContainer", function(container, card)
            if container == deck then
                keep(card)
                after(30, function() answer(meaning(picked_up(asked))) end)
            end
        end)
    end)
end

drawn("draw-asks-pick-up", "Drag the top card off the deck and let go of it", function(question)
    return question ~= nil
end)

drawn("drawn-action-names", "Once more: drag the top card off the deck", function(question)
    return question and string.lower(question.target)
end)

drawn("menu-draw-asks-pick-up", "Point at the deck and type 1 to draw a card", function(question)
    return question ~= nil
end)

by_hand("hand-drag-asks-pick-up", "Drag a card out of your hand onto the table", function(answer)
    dealt(function()
        local asked = actions()
        watch("onObjectLeaveZone", function(zone)
            if zone.type == "Hand" then
                after(10, function() answer(picked_up(asked) ~= nil) end)
            end
        end)
    end)
end)

by_hand("digits-come-together", "Point at the deck and press the digits 1 and 2 without a pause", function(answer)
    new("deck", { 12, 0, -12 })
    watch("onObjectNumberTyped", function(_, _, number)
        answer(number == 12)
        return true
    end)
end)

by_hand("numbers-at-any-thing", "Point at the block and press the digit 3; if nothing happens, type !nothing", function(answer)
    new("block", { 12, 0, -12 })
    watch("onObjectNumberTyped", function()
        answer(true)
        return true
    end)
    watch("onChat", function() answer(false) end)
end)

by_hand("selection-reaches-hands", "Select one card of your hand, and type !enough", function(answer)
    dealt(function(player)
        watch("onChat", function()
            answer(#player.getSelectedObjects() > 0)
        end)
    end)
end)

by_hand("bag-shuffles-on-search", "Search the bag, and close the search", function(answer)
    local bag = new("full bag", { 12, 0, -12 })
    local function order()
        local names = {}
        for _, each in ipairs(bag.getObjects()) do
            table.insert(names, each.name)
        end
        return table.concat(names, " ")
    end
    settled({ bag }, function()
        local before = order()
        watch("onObjectSearchEnd", function()
            after(30, function() answer(order() ~= before) end)
        end)
    end)
end)

by_hand("veto-repeats", "Try to pick up the block, and hold the button for a second", function(answer)
    local block = new("block", { 12, 0, -12 })
    local count = 0
    watch("onPlayerAction", function(_, action)
        if action ~= Player.Action.PickUp then
            return
        end
        count = count + 1
        if count == 1 then
            after(90, function() answer(count > 1) end)
        end
        return false
    end)
end)

by_hand("snap-point-reach", "Drop the block nearer and nearer to the middle of the table until it "
    .. "slides there by itself, then type !enough", function(answer)
    local block = new("block", { 10, 0, -12 })
    local reach, away
    Global.setSnapPoints({ { position = { 0, 1, 0 } } })
    seen.poll = function() -- where it was held last is where it was let go of
        if block.held_by_color ~= nil then
            local at = block.getPosition()
            away = math.sqrt(at.x * at.x + at.z * at.z)
        end
    end
    watch("onObjectDrop", function()
        local let_go = away
        after(60, function()
            local at = block.getPosition()
            if let_go ~= nil and math.abs(at.x) + math.abs(at.z) < 0.01 then
                reach = math.max(reach or 0, let_go)
            end
        end)
    end)
    watch("onChat", function()
        Global.setSnapPoints({})
        answer(reach and math.floor(reach * 100 + 0.5) / 100)
    end)
end)

by_hand("action-before-container", "Select the two cards and group them (G)", function(answer)
    new("card", { 12, 0, -12 })
    new("card", { 15, 0, -12 })
    local first
    watch("onPlayerAction", function(_, action)
        if action == Player.Action.Group then
            first = first or "action"
        end
    end)
    watch("tryObjectEnterContainer", function()
        first = first or "container"
        after(10, function() answer(first == "action") end)
    end)
end)

by_hand("scripted-copy-asks", "Press the button on the block", function(answer)
    local block = new("block", { 12, 0, -12 })
    seen.press = function(colour)
        local asked = false
        watch("onPlayerAction", function() asked = true end)
        local player = Player[colour]
        player.copy({ block })
        after(10, function() answer(asked) end)
    end
    settled({ block }, function()
        block.createButton({
            click_function = "pressed",
            function_owner = Global,
            label = "Press",
            position = { 0, 0.6, 0 },
            width = 800,
            height = 400,
        })
    end)
end)

function pressed(_, colour)
    seen.press(colour)
end

by_hand("ui-toggle-passes", "Click the toggle on the screen", function(answer)
    UI.setXml('<Toggle id="selftest-toggle" onValueChanged="toggled">Click here</Toggle>')
    seen.toggle = answer
end)

function toggled(_, value)
    seen.toggle(value)
end
