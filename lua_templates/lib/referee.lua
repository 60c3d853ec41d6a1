--- The table's side of the referee: asks before something is done, reports what was done,
--- performs what it is told. It knows no game: pieces carry their id as memo, places are zones.
local referee = { away = true }

local AWAY = 10 -- so many seconds without a verdict, and the referee is thought to be away

local here = {} -- what the table was made with: places, dice, tracks, colours, words, secret
local epoch, done, heard = 0, 0, 0 -- how far the table has come, and what it has been told
local count, pending, sent = 0, {}, nil -- gestures without a verdict, oldest first
local acts, acting, greeting = {}, false, false -- what is still to do
local permits, panels, origin, rolling = {}, {}, {}, {}

local function say(colour, text)
    if text ~= nil and text ~= "" then
        if colour == "" then
            printToAll(text)
        elseif Player[colour].seated then
            printToColor(text, colour)
        end
    end
end

local function report(kind, body)
    body.kind = kind
    sendExternalMessage({ kind = kind, secret = here.secret, body = JSON.encode(body) })
end

-- A deck is not an object: what lies in a place is looked for whenever that is needed.

local function entries(thing)
    if thing.type ~= "Deck" then
        if thing.memo == nil or thing.memo == "" then
            return {}
        end
        return { { id = thing.memo, down = thing.is_face_down, thing = thing } }
    end
    local found = {} -- a deck that lies face down lists its top card first
    local cards, down = thing.getObjects(), thing.is_face_down
    for i = 1, #cards do
        local card = cards[down and i or #cards + 1 - i]
        table.insert(found, { id = card.memo, down = down, thing = thing, index = card.index })
    end
    return found
end

local function things_in(place)
    local spot = here.places[place]
    if spot.colour ~= nil then
        return Player[spot.colour].getHandObjects()
    end
    local things = getObjectFromGUID(spot.guid).getObjects()
    table.sort(things, function(a, b) return a.getPosition().y > b.getPosition().y end)
    return things
end

local function contents(place)
    local found = {} -- what lies on top comes first
    for _, thing in ipairs(things_in(place)) do
        for _, entry in ipairs(entries(thing)) do
            if here.pieces[entry.id] then
                entry.place = place
                table.insert(found, entry)
            end
        end
    end
    return found
end

local function find(id)
    for _, place in ipairs(here.order) do
        for _, entry in ipairs(contents(place)) do
            if entry.id == id then
                return entry
            end
        end
    end
    for _, thing in ipairs(getObjects()) do
        for _, entry in ipairs(entries(thing)) do
            if entry.id == id then
                return entry
            end
        end
    end
    return nil
end

local function survey()
    local seen = { places = {}, counters = {} }
    for _, place in ipairs(here.order) do
        seen.places[place] = {}
        for _, entry in ipairs(contents(place)) do
            table.insert(seen.places[place], { entry.id, entry.down })
        end
    end
    for _, track in ipairs(here.tracks) do
        seen.counters[track.name] = getObjectFromGUID(track.guid).Counter.getValue()
    end
    return seen
end

-- Gestures: sent one by one, in the order in which hands were quick.

local function send()
    if sent == nil and not acting and #pending > 0 and not referee.away then
        sent = pending[1]
        report(sent.kind, sent)
        local n, e = sent.n, epoch
        Wait.time(function()
            if sent ~= nil and sent.n == n and epoch == e and not acting then
                referee.away = true
                say("", here.words.away)
                referee.hello()
            end
        end, AWAY)
    end
end

local function gesture(colour, what, values)
    count = count + 1
    local asked = ""
    local may = permits[colour]
    if may ~= nil and what.gesture == "move" and may.moves[what.component] ~= nil then
        asked = may.moves[what.component][what.target] or ""
    elseif may ~= nil and what.gesture == "roll" then
        asked = may.rolls[what.die] or ""
    end
    table.insert(pending, {
        kind = "gestured", n = count, colour = colour,
        gesture = what, decision = asked, values = values or {},
    })
    send()
end

local function rests(guid)
    local thing = getObjectFromGUID(guid)
    return thing == nil or (thing.resting and thing.held_by_color == nil)
end

local function when_it_rests(guid, run)
    Wait.condition(function() Wait.frames(run, 1) end, function() return rests(guid) end, 20, run)
end

-- Acts: done one after the other, the next when the last one rests.

local perform = {}

local function free_spot(spot, place)
    local taken = {}
    for _, thing in ipairs(things_in(place)) do
        local x = thing.getPosition().x
        taken[math.floor((x - spot.x) / spot.step + 0.5)] = true
    end
    for n = 0, spot.slots - 1 do
        if not taken[n] then
            return spot.x + n * spot.step
        end
    end
    return spot.x -- a full row begins to pile up
end

function perform.bring(act, next)
    local entry = find(act.component)
    if entry == nil then
        say("", here.words.lost .. act.component)
        return next()
    end
    local spot = here.places[act.place]
    local x = spot.x
    if spot.colour == nil and spot.step ~= 0 and entry.place ~= act.place then
        x = free_spot(spot, act.place)
    end
    local position = { x = x, y = spot.y, z = spot.z }
    local rotation = { x = 0, y = 180, z = act.down and 180 or 0 }
    local piece = entry.thing
    if entry.index ~= nil then
        piece = piece.takeObject({ index = entry.index, position = position, rotation = rotation, smooth = false })
    elseif entry.place == act.place and spot.step ~= 0 then
        piece.setRotation(rotation)
        return next()
    end
    piece.setRotation(rotation)
    if spot.colour ~= nil then
        piece.deal(1, spot.colour)
    else
        piece.setPosition(position)
    end
    when_it_rests(piece.guid, next)
end

function perform.order(act, next)
    local left = {} -- from the bottom up
    for i = #act.components, 1, -1 do
        table.insert(left, { component = act.components[i], place = act.place, down = act.down[i] })
    end
    local function step()
        if #left == 0 or greeting then
            return next()
        end
        perform.bring(table.remove(left, 1), step)
    end
    step()
end

perform["turn-over"] = function(act, next)
    local entry = find(act.component)
    if entry ~= nil and entry.index == nil then
        entry.thing.setRotation({ x = 0, y = 180, z = act.down and 180 or 0 })
    end
    next()
end

function perform.count(act, next)
    for _, track in ipairs(here.tracks) do
        if track.name == act.track then
            getObjectFromGUID(track.guid).Counter.setValue(act.value)
        end
    end
    next()
end

function perform.rolling(act, next)
    local guid = here.dice[act.stream]
    local values = {}
    rolling[act.stream] = true
    local function roll()
        getObjectFromGUID(guid).randomize()
        when_it_rests(guid, function()
            table.insert(values, getObjectFromGUID(guid).getValue())
            if #values < act.count then
                return roll()
            end
            rolling[act.stream] = nil
            report("fell", { decision = act.decision, outcome = values })
            next()
        end)
    end
    roll()
end

function perform.shuffling(act, next)
    local function fell()
        local order = {}
        for _, entry in ipairs(contents(act.place)) do
            table.insert(order, entry.id)
        end
        report("fell", { decision = act.decision, outcome = order })
        next()
    end
    for _, thing in ipairs(things_in(act.place)) do
        if thing.type == "Deck" then
            thing.shuffle()
            return when_it_rests(thing.guid, fell)
        end
    end
    fell()
end

local function work()
    if #acts == 0 then
        acting = false
        if greeting then
            return referee.hello()
        end
        done = heard
        return send()
    end
    acting = true
    local act = table.remove(acts, 1)
    perform[act.act](act, work)
end

-- The panel: what each seat is asked, and the buttons that answer it.

local function button(colour, question, one)
    return {
        tag = "Button",
        attributes = {
            id = one.press, onClick = "pressed", interactable = one.why_not == "", preferredHeight = 30,
            tooltip = one.why_not, color = one.chosen and "#8FB4C8" or "#EFE6D2",
        },
        value = one.label,
    }
end

local function show_panels()
    local all = {}
    for _, colour in ipairs(here.colours) do
        local rows = {}
        for _, question in ipairs(panels[colour] or {}) do
            table.insert(rows, { tag = "Text", attributes = { color = "#EFE6D2" }, value = question.title })
            for _, one in ipairs(question.buttons) do
                table.insert(rows, button(colour, question, one))
            end
        end
        table.insert(all, {
            tag = "VerticalLayout",
            attributes = {
                visibility = colour, rectAlignment = "MiddleRight", width = 260, height = 34 * #rows,
                color = "#1F1B16CC", active = #rows > 0,
            },
            children = rows,
        })
    end
    UI.setXmlTable(all)
end

function pressed(player, _, id)
    gesture(player.color, { gesture = "press", button = id })
end

-- What comes from the referee.

function referee.hello()
    greeting = acting -- what is under way is finished first
    if acting then
        acts = {}
        return
    end
    sent = nil
    local body = { epoch = epoch, step = done, pending = pending, survey = survey() }
    body.survey.kind = "surveyed"
    report("hello", body)
end

local function told(what)
    if what.epoch < epoch or (what.epoch == epoch and what.step <= heard) then
        return
    end
    if what.epoch == epoch and what.since ~= heard then
        return referee.hello() -- something was missed
    end
    if what.epoch ~= epoch then
        sent = nil -- said while the referee began: perhaps to nobody, and it is said again
    end
    epoch, heard, referee.away = what.epoch, what.step, false
    for _, verdict in ipairs(what.verdicts) do
        for i = #pending, 1, -1 do
            if pending[i].n == verdict.n then
                table.remove(pending, i)
            end
        end
        if sent ~= nil and sent.n == verdict.n then
            sent = nil
        end
        say(verdict.colour, verdict.say)
    end
    for _, line in ipairs(what.lines) do
        say(line.colour, line.text)
    end
    for _, act in ipairs(what.acts) do
        table.insert(acts, act)
    end
    permits, panels = what.permits, what.panels
    show_panels()
    if not acting then
        work()
    end
end

function onExternalMessage(message)
    if message.secret == here.secret then
        if message.kind == "told" then
            told(JSON.decode(message.body))
        elseif message.kind == "hello" then
            referee.hello()
        end
    end
end

-- What hands try and do.

local function top(thing)
    local first = entries(thing)[1]
    return first ~= nil and here.pieces[first.id] and first.id or nil
end

local function may_lift(colour, id)
    local may = permits[colour]
    if may == nil or may.moves[id] ~= nil then
        return may ~= nil
    end
    local entry = find(id)
    for _, place in ipairs(may.own) do
        if entry ~= nil and entry.place == place and here.places[place].colour ~= nil then
            return true
        end
    end
    return false
end

local function forbid(colour, id)
    local may = permits[colour]
    say(colour, may ~= nil and (may.why_not[id] or may.otherwise) or here.words.spectator)
    return false
end

function onPlayerAction(player, action, targets)
    if referee.away or action == Player.Action.Select then
        return true
    end
    for _, thing in ipairs(targets) do
        local id = top(thing)
        if id ~= nil and not (action == Player.Action.PickUp and may_lift(player.color, id)) then
            local turning = action == Player.Action.FlipOver or action == Player.Action.RotateOver
            if not (turning and permits[player.color] ~= nil and permits[player.color].turns[id]) then
                return forbid(player.color, "move " .. id)
            end
        end
    end
    return true
end

function tryObjectRandomize(thing, colour)
    local die = here.streams[thing.guid]
    if referee.away or colour == nil or colour == "" or (die == nil and top(thing) == nil) then
        return true
    end
    local may = permits[colour]
    return (may ~= nil and die ~= nil and may.rolls[die] ~= nil) or forbid(colour, "roll " .. (die or ""))
end

function onObjectRandomize(thing, colour)
    local die = here.streams[thing.guid]
    if die ~= nil and not rolling[die] and permits[colour] ~= nil then
        rolling[die] = true
        when_it_rests(thing.guid, function()
            rolling[die] = nil
            gesture(colour, { gesture = "roll", die = die }, { thing.getValue() })
        end)
    end
end

function onObjectPickUp(_, thing)
    local id = thing.memo
    if id ~= nil and here.pieces[id] and origin[id] == nil then
        local entry = find(id)
        origin[id] = entry ~= nil and entry.place or ""
    end
end

function onObjectLeaveContainer(container, thing)
    local id = thing.memo
    if id ~= nil and here.pieces[id] and not acting then
        for _, place in ipairs(here.order) do
            for _, other in ipairs(things_in(place)) do
                if other == container then
                    origin[id] = place
                end
            end
        end
    end
end

function onObjectDrop(colour, thing)
    local id = thing.memo
    if id ~= nil and here.pieces[id] and permits[colour] ~= nil then
        when_it_rests(thing.guid, function()
            local entry = find(id)
            local target = entry ~= nil and entry.place or ""
            local was = origin[id]
            origin[id] = nil
            if target ~= was then
                gesture(colour, { gesture = "move", component = id, target = target })
            end
        end)
    end
end

function onChat(message, player)
    if string.sub(message, 1, 1) == "!" and permits[player.color] ~= nil then
        count = count + 1
        table.insert(pending, { kind = "said", n = count, colour = player.color, text = message })
        send()
        return false
    end
    return true
end

function onSave()
    return JSON.encode({ epoch = epoch, done = done, count = count, pending = pending })
end

--- Begins: `what` is what the table was made with, `state` what it last saved.
function referee.start(what, state)
    here = what
    if state ~= nil and state ~= "" then
        local saved = JSON.decode(state)
        epoch, done, heard = saved.epoch, saved.done, saved.done
        count, pending = saved.count, saved.pending
    end
    Wait.frames(referee.hello, 2)
end

return referee
