--- The table's side of the referee: asks before something is done, reports what was done,
--- performs what it is told. It knows no game: pieces carry their id as memo, places are zones.
--- A table that no referee has met sends nothing and says nothing.
local panel = require("lib.panel")
local piles = require("lib.piles")
local steps = require("lib.steps")

local referee = {}

local PROTOCOL = 1
local AWAY = 10 -- so many seconds without a verdict, and the referee is thought to be away
local ABOVE = { corner = "MiddleRight", offset = "-10 0", width = 300 }

local box = {} -- what the table was made with: game, digest, places, tracks, dice, pieces, colours
local away = true
local met = nil -- who has greeted the table: secret, mode, words and tongues
local stage = function() return "ready" end -- how far the desk has come without a referee
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

local function word(colour, name)
    local words = met.words[met.tongues[colour] or box.language] or {}
    return words[name] or ""
end

local function report(kind, body)
    body.kind = kind
    sendExternalMessage({ kind = kind, secret = met.secret, body = JSON.encode(body) })
end

-- A deck is not an object: what lies in a place is looked for whenever that is needed.

local function contents(place)
    local found = {} -- what lies on top comes first
    for _, thing in ipairs(piles.things(place)) do
        for _, entry in ipairs(piles.entries(thing)) do
            if box.pieces[entry.id] then
                table.insert(found, entry)
            end
        end
    end
    return found
end

local function survey()
    local seen = { places = {}, counters = {} }
    for _, place in ipairs(box.order) do
        seen.places[place] = {}
        for _, entry in ipairs(contents(place)) do
            table.insert(seen.places[place], { entry.id, entry.down })
        end
    end
    for name in pairs(box.tracks) do -- lint: ignore pairs
        seen.counters[name] = piles.value(name)
    end
    return seen
end

local function told_of_none() end

-- Gestures: sent one by one, in the order in which hands were quick.

local function send()
    if sent == nil and not acting and #pending > 0 and not away then
        sent = pending[1]
        report(sent.kind, sent)
        local n, e = sent.n, epoch
        Wait.time(function()
            if sent ~= nil and sent.n == n and epoch == e and not acting then
                away = true
                say("", word("", "away"))
                referee.hello()
            end
        end, AWAY)
    end
end

local function gesture(colour, what, values)
    count = count + 1
    table.insert(pending, {
        kind = "gestured", n = count, colour = colour, gesture = what, values = values or {},
    })
    send()
end

local function when_it_rests(guid, run)
    steps.run({ function()
        steps.still({ getObjectFromGUID(guid) })
        run()
    end }, 1, told_of_none, log)
end

-- Acts: done one after the other, the next when the last one rests. Each is a run of its own, so that
-- one that goes wrong is skipped and stops no other.

local perform = {}

function perform.bring(act)
    local entry = piles.find(act.component)
    if entry == nil then
        say("", word("", "lost") .. act.component)
        return
    end
    local place, piece = box.places[act.place], entry.thing
    local position, rotation = piles.landing(act.place, act.component), piles.rotation(act.place, act.down)
    if entry.index ~= nil then
        piece = piece.takeObject({ index = entry.index, position = position, rotation = rotation, smooth = false })
    elseif entry.place == act.place and place.kind ~= "pile" then
        piece.setRotation(rotation)
        return
    end
    piece.setRotation(rotation)
    if place.colour ~= nil then
        piece.deal(1, place.colour)
    else
        piece.setPosition(position)
    end
    steps.still({ piece })
end

function perform.order(act)
    for i = #act.components, 1, -1 do -- from the bottom up
        if not greeting then
            perform.bring({ component = act.components[i], place = act.place, down = act.down[i] })
        end
    end
end

perform["turn-over"] = function(act)
    local entry = piles.find(act.component)
    if entry ~= nil and entry.index == nil then
        entry.thing.setRotation(piles.rotation(entry.place or box.order[1], act.down))
    end
end

function perform.count(act)
    piles.set(act.track, act.value)
end

local function stands_for(set, stream)
    for _, name in ipairs(set.streams) do
        local begins = string.sub(name, -1) == "." and string.sub(stream, 1, #name) == name
        if begins or name == stream then
            return true
        end
    end
    return false
end

--- Gives the dice that stand for a stream of chance: a list of GUIDs.
local function dice_of(stream)
    for _, set in ipairs(box.dice) do
        if stands_for(set, stream) then
            return set.guids
        end
    end
    return {}
end

--- Gives the set to which a die belongs, if it belongs to any.
local function set_of(guid)
    for _, set in ipairs(box.dice) do
        for _, each in ipairs(set.guids) do
            if each == guid then
                return set
            end
        end
    end
    return nil
end

--- Gives the number of a die in its set.
local function number_in(set, guid)
    for i, each in ipairs(set.guids) do
        if each == guid then
            return i
        end
    end
    return 0
end

--- Gives the stream for which somebody may roll the dice of a set now.
local function stream_for(set, may)
    for stream in pairs(may.rolls) do -- lint: ignore pairs
        if stands_for(set, stream) then
            return stream
        end
    end
    return nil
end

function perform.rolling(act)
    local values, guids = {}, dice_of(act.stream)
    for _, i in ipairs(act.dice) do
        local die = getObjectFromGUID(guids[(i - 1) % #guids + 1])
        rolling[die.guid] = true
        die.randomize()
        steps.still({ die })
        rolling[die.guid] = nil
        table.insert(values, getObjectFromGUID(die.guid).getValue())
    end
    report("fell", { decision = act.decision, outcome = values })
end

function perform.shuffling(act)
    local order = {}
    for _, thing in ipairs(piles.things(act.place)) do
        if thing.type == "Deck" then
            thing.shuffle()
            steps.still({ thing })
        end
    end
    for _, entry in ipairs(contents(act.place)) do
        table.insert(order, entry.id)
    end
    report("fell", { decision = act.decision, outcome = order })
end

local function work()
    acting = true
    while #acts > 0 do
        local act, done_at_once, waiting = table.remove(acts, 1), false, false
        local function go_on()
            done_at_once = true
            if waiting then
                work()
            end
        end
        steps.run({ function() perform[act.act](act) end }, 1, function(number)
            if number == 2 then
                go_on()
            end
        end, function(what)
            log(what)
            go_on()
        end)
        if not done_at_once then
            waiting = true
            return
        end
    end
    acting = false
    if greeting then
        return referee.hello()
    end
    done = heard
    send()
end

-- The panel: what each seat is asked, and the buttons that answer it.

local function pressed(player, id)
    gesture(player.color, { gesture = "press", button = id })
end

local function show_panels(fresh)
    local all = {}
    for colour, questions in pairs(fresh) do -- lint: ignore pairs
        panels[colour] = questions
    end
    for _, colour in ipairs(Player.getColors()) do
        local rows = {}
        for _, question in ipairs(panels[colour] or {}) do
            table.insert(rows, { { text = question.title } })
            for _, one in ipairs(question.buttons) do
                local why_not = one.why_not ~= "" and one.why_not or nil
                table.insert(rows, {
                    { press = one.press, text = one.label, why_not = why_not, chosen = one.chosen },
                })
            end
        end
        if #rows > 0 then
            table.insert(all, panel.drawn(rows, { colour }, ABOVE))
        end
    end
    panel.show("referee", all, pressed)
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

--- Merges what has changed into what was known; what is false is not any more.
local function merged(known, change)
    if type(change) ~= "table" then
        return change
    end
    known = type(known) == "table" and known or {}
    for key, value in pairs(change) do -- lint: ignore pairs
        known[key] = value ~= false and merged(known[key], value) or nil
    end
    return known
end

local function learn_permits(fresh)
    for colour, change in pairs(fresh) do -- lint: ignore pairs
        local known = change.base ~= 0 and permits[colour] or nil
        permits[colour] = merged(known, change)
        permits[colour].own = change.own
    end
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
        permits, panels = {}, {}
    end
    epoch, heard, away = what.epoch, what.step, false
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
    learn_permits(what.permits)
    show_panels(what.panels)
    if not acting then
        work()
    end
end

--- The referee goes: what hands do is free again, and is looked at when somebody greets anew.
local function farewell()
    away, permits, panels = true, {}, {}
    show_panels({})
    say("", word("", "away"))
end

function referee.onExternalMessage(message)
    if met ~= nil and message.secret == met.secret then
        if message.kind == "told" then
            told(JSON.decode(message.body))
        elseif message.kind == "farewell" then
            farewell()
        end
    end
end

-- What hands try and do.

local function top(thing)
    local first = piles.entries(thing)[1]
    return first ~= nil and box.pieces[first.id] and first.id or nil
end

local function may_lift(colour, id)
    local may = permits[colour]
    if may == nil or may.moves[id] ~= nil then
        return may ~= nil
    end
    local entry = piles.find(id)
    for _, place in ipairs(may.own) do
        if entry ~= nil and entry.place == place and box.places[place].colour ~= nil then
            return true
        end
    end
    return false
end

--- Says why not: of what was tried if it is known, else why nothing can be done.
local function forbid(colour, kind, id)
    local may = permits[colour]
    if may == nil then
        say(colour, word(colour, "spectator"))
    else
        local why = may.why_not[kind][id]
        if type(why) == "table" then
            local place, reason = next(why) -- where it would have gone nobody knows yet
            why = reason or place
        end
        say(colour, why or may.otherwise)
    end
    return false
end

function referee.onPlayerAction(player, action, targets)
    if away or action == Player.Action.Select then
        return true
    end
    for _, thing in ipairs(targets) do
        local id = top(thing)
        if id ~= nil and not (action == Player.Action.PickUp and may_lift(player.color, id)) then
            local turning = action == Player.Action.FlipOver or action == Player.Action.RotateOver
            if not (turning and permits[player.color] ~= nil and permits[player.color].turns[id]) then
                return forbid(player.color, turning and "turns" or "moves", id)
            end
        end
    end
    return true
end

function referee.tryObjectRandomize(thing, colour)
    local set = set_of(thing.guid)
    if away or colour == nil or colour == "" or (set == nil and top(thing) == nil) then
        return true
    end
    local may = permits[colour]
    return (may ~= nil and set ~= nil and stream_for(set, may) ~= nil) or forbid(colour, "rolls", set and set.streams[1] or "")
end

function referee.onObjectRandomize(thing, colour)
    local may, set = permits[colour], set_of(thing.guid)
    if may ~= nil and set ~= nil and not rolling[thing.guid] then
        local stream = stream_for(set, may) or set.streams[1]
        rolling[thing.guid] = true
        when_it_rests(thing.guid, function()
            rolling[thing.guid] = nil
            gesture(colour, { gesture = "roll", die = stream }, { { number_in(set, thing.guid), thing.getValue() } })
        end)
    end
end

function referee.onObjectPickUp(_, thing)
    local id = thing.memo
    if id ~= nil and box.pieces[id] and origin[id] == nil then
        local entry = piles.find(id)
        origin[id] = entry ~= nil and entry.place or ""
    end
end

function referee.onObjectLeaveContainer(container, thing)
    local id = thing.memo
    if id ~= nil and box.pieces[id] and not acting then
        for _, place in ipairs(box.order) do
            for _, other in ipairs(piles.things(place)) do
                if other == container then
                    origin[id] = place
                end
            end
        end
    end
end

function referee.onObjectDrop(colour, thing)
    local id = thing.memo
    if id ~= nil and box.pieces[id] and permits[colour] ~= nil then
        when_it_rests(thing.guid, function()
            local entry = piles.find(id)
            local target = entry ~= nil and entry.place or ""
            local was = origin[id]
            origin[id] = nil
            if target ~= was then
                gesture(colour, { gesture = "move", component = id, target = target })
            end
        end)
    end
end

function referee.onChat(message, player)
    if string.sub(message, 1, 1) == "!" and permits[player.color] ~= nil then
        count = count + 1
        table.insert(pending, { kind = "said", n = count, colour = player.color, text = message })
        send()
        return false
    end
    return true
end

-- Beginning

--- Gives what is to be saved; a secret is not.
function referee.saved()
    return { epoch = epoch, done = done, count = count, pending = pending }
end

--- Begins: `what` is what the table was made with; a desk says how far it has set the table up.
function referee.know(what, stage_of_desk)
    box, stage = what, stage_of_desk or stage
end

function referee.load(saved)
    if saved ~= nil then
        epoch, done, heard = saved.epoch, saved.done, saved.done
        count, pending = saved.count, saved.pending
    end
    if box.secret ~= nil then
        met = { secret = box.secret, words = { [box.language] = box.words }, tongues = {} }
        Wait.frames(referee.hello, 2)
    end
end

--- A referee greets the table, which answers what it is and how far it has come, and then says hello.
function meet_referee(text)
    local greeting_of = JSON.decode(text)
    if greeting_of.protocol == PROTOCOL and greeting_of.game == box.game then
        met = greeting_of
        count = math.max(count, met.count or 0)
        Wait.frames(referee.hello, 1)
    end
    return JSON.encode({
        protocol = PROTOCOL, game = box.game, digest = box.digest, epoch = epoch, step = done,
        stage = stage(), count = count,
    })
end

return referee
