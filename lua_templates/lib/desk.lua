--- The panel from which a table is set up and kept in order, and what becomes of its buttons. It knows no
--- game: what is set up and what chores do are rows.
local asking = require("lib.asking")
local carrying = require("lib.carrying")
local lectern = require("lib.lectern")
local menu = require("lib.menu")
local packing = require("lib.packing")
local panel = require("lib.panel")
local piles = require("lib.piles")
local places = require("lib.places")
local reach = require("lib.reach")
local readings = require("lib.readings")
local rows = require("lib.rows")
local speech = require("lib.speech")
local steps = require("lib.steps")

local desk = {}

local LANGUAGES = { "en", "de" }
local CALLED = { en = "English", de = "Deutsch" }
local AT_SIDE = { corner = "UpperLeft", offset = "10 -110", width = 380 }
local SEATED = 0.5 -- so many seconds after sitting down the camera is at the seat
local IN_MIDDLE = { corner = "UpperCenter", offset = "0 -110", width = 380 }

local facts = {}
local hidden = nil -- tells whether a referee does what the desk is for
local state = {} -- all of it is saved
local was_open = false -- whether chores could be done when all was shown last

-- What the panel says

local function wish(seat)
    local said = state.wishes[seat]
    if said == nil then
        return Player[facts.colours[seat]].seated and "draft" or "out"
    end
    return said
end

local function playing()
    local found = {}
    for _, seat in ipairs(facts.seats) do
        if wish(seat) ~= "out" then
            table.insert(found, seat)
        end
    end
    return found
end

local function is_taken(word)
    for _, seat in ipairs(facts.seats) do
        if wish(seat) == word then
            return true
        end
    end
    return false
end

--- Gives what comes after a wish: out, draft, then everything that may be named and that nobody has.
local function next_wish(said)
    local all, at = { "out", "draft" }, 0
    for _, word in ipairs(facts.wishes.words) do
        table.insert(all, word)
    end
    for i, each in ipairs(all) do
        if each == said then
            at = i
        end
    end
    for i = at + 1, #all do
        if not is_taken(all[i]) or all[i] == "draft" then
            return all[i]
        end
    end
    return all[1]
end

local function add_before(language, all)
    local function say(word, about)
        return speech.said(language, word, about)
    end
    local counts, people = { { text = say("seats") } }, #playing()
    for i = 1, #facts.seats do
        table.insert(counts, { press = "count." .. i, text = tostring(i), chosen = i == people })
    end
    table.insert(all, counts)
    for _, seat in ipairs(facts.seats) do
        table.insert(all, {
            { text = speech.name(language, seat) },
            { press = "wish." .. seat, text = speech.name(language, wish(seat)), chosen = wish(seat) ~= "out" },
        })
    end
    table.insert(all, { { press = "first", text = say("first", { seat = state.first }) } })
    table.insert(all, {
        { press = "set-up", text = say("set-up"), why_not = people == 0 and say("nobody") or nil },
    })
end

local function head(language, press)
    local title = state.stage == "done" and "table" or "title"
    return {
        { text = speech.said(language, title), size = 18 },
        { press = press, text = speech.said(language, press) },
    }
end

local function rows_of(language)
    local function say(word, about)
        return speech.said(language, word, about)
    end
    local tongues = {}
    for _, each in ipairs(LANGUAGES) do
        table.insert(tongues, { press = "language." .. each, text = CALLED[each], chosen = each == language })
    end
    local all = { head(language, "fold"), tongues }
    if state.stage == "ready" then
        add_before(language, all)
    elseif state.stage == "stopped" then
        table.insert(all, { { press = "go-on", text = say("go-on") } })
    elseif state.stage == "running" then
        table.insert(all, { { text = say("busy") } })
    else
        for _, row in ipairs(menu.rows(language, facts)) do
            table.insert(all, row)
        end
    end
    return all
end

-- Showing it

local function readers_of(language, colours)
    local found, folded = {}, {}
    for _, colour in ipairs(colours) do
        if speech.language(colour) == language then
            table.insert(state.folded[colour] and folded or found, colour)
        end
    end
    return found, folded
end

--- Names each button by its language, too: panels of two languages stand side by side.
local function add(all, language, readers, drawn, where)
    if #readers == 0 then
        return
    end
    for _, row in ipairs(drawn) do
        for _, one in ipairs(row) do
            one.press = one.press and language .. "." .. one.press
        end
    end
    table.insert(all, panel.drawn(drawn, readers, where))
end

--- Tells whether chores may be done: a game is under way, and nobody referees it.
local function is_open()
    return (state.stage == "done" or state.stage == "busy") and not hidden()
end

--- Shows everybody their panel, and a question to whoever is to answer it: to all, if nobody sits there.
function desk.show()
    if was_open ~= is_open() then
        was_open = is_open()
        reach.dress_all()
    end
    if hidden() then
        return panel.show("desk", {})
    end
    local all, everybody = {}, { "Grey" }
    for _, colour in ipairs(Player.getColors()) do
        if colour ~= "Grey" then
            table.insert(everybody, colour)
        end
    end
    for _, language in ipairs(LANGUAGES) do
        local open, folded = readers_of(language, everybody)
        add(all, language, open, rows_of(language), AT_SIDE)
        add(all, language, folded, { head(language, "unfold") }, AT_SIDE)
        for _, drawn in ipairs(state.stage ~= "ready" and lectern.drawn(language, everybody) or {}) do
            table.insert(all, drawn)
        end
        for _, seat in ipairs(facts.seats) do
            if asking.is_open(seat) then
                local colour = facts.colours[seat]
                open, folded = readers_of(language, Player[colour].seated and { colour } or everybody)
                for _, each in ipairs(folded) do
                    table.insert(open, each)
                end
                add(all, language, open, asking.rows(language, seat, state.stage == "busy"), IN_MIDDLE)
            end
        end
    end
    panel.show("desk", all, desk.pressed)
end

-- Setting up

--- Lets the game show whose turn it is, clockwise from who begins; for people who sit at several seats it can't.
local function show_turns(seats)
    local order = {}
    for _, seat in ipairs(seats) do
        if Player[facts.colours[seat]].seated then
            table.insert(order, facts.colours[seat])
        end
    end
    if #order == #seats and #order > 1 then
        Turns.type, Turns.order, Turns.enable = 2, order, true
        Turns.turn_color = order[1]
    end
end

--- Looks once more: what was destroyed meanwhile, no step may have missed.
local function end_set_up()
    state.stage = "done"
    show_turns(rows.clockwise(state.memory.seats, state.memory.first))
    local lost = packing.lost(facts)
    for _, each in ipairs(lost) do
        speech.all("nowhere", each)
    end
    speech.all(#lost == 0 and "done" or "incomplete")
end

local STOPPED = { busy = "chore-stopped", running = "stopped" }
local FAILED = { busy = "chore-failed", running = "failed" }

local function failed(what, why)
    asking.forget()
    if why ~= nil and why.word == "refused" then
        speech.all(why.about.text, why.about.about)
        speech.all(STOPPED[state.stage])
    elseif why ~= nil then
        speech.all(why.word, { place = why.about })
        speech.all(STOPPED[state.stage])
    else
        speech.all(FAILED[state.stage], { what = what })
    end
    state.stage = state.stage == "busy" and "done" or "stopped"
    desk.show()
end

local function run()
    state.stage = "running"
    local all = rows.steps(facts.setup, facts, state.memory, asking.ask)
    steps.run(all, state.step, function(number)
        state.step = number
        if number > #all then
            end_set_up()
        end
        desk.show()
    end, failed)
end

local function begin()
    local wrong = packing.disorder(facts)
    if wrong ~= nil then
        speech.all("disorder", wrong)
        return
    end
    local seats, known = playing(), {}
    for _, seat in ipairs(seats) do
        local said = wish(seat)
        known[facts.wishes.as .. "." .. seat] = said ~= "draft" and said or nil
    end
    local first = state.first
    if first == "random" or wish(first) == "out" then
        first = seats[math.random(#seats)] -- OW-SETUP-18
    end
    state.memory, state.step = { seats = seats, first = first, known = known }, 1
    speech.all("begun", { seats = #seats })
    speech.all("begins", { seat = first })
    run()
end

-- Buttons

local presses = {}

function presses.count(_, count)
    for i, seat in ipairs(facts.seats) do
        local said = wish(seat)
        state.wishes[seat] = i > tonumber(count) and "out" or (said == "out" and "draft" or said)
    end
end

function presses.wish(_, seat)
    state.wishes[seat] = next_wish(wish(seat))
end

function presses.first()
    local all, at = { "random" }, 1
    for _, seat in ipairs(playing()) do
        table.insert(all, seat)
        at = seat == state.first and #all or at
    end
    state.first = all[at % #all + 1]
end

function presses.language(colour, language)
    state.tongues[colour] = language
end

function presses.fold(colour)
    state.folded[colour] = true
end

function presses.unfold(colour)
    state.folded[colour] = nil
end

function presses.read(colour, number)
    lectern.read(colour, tonumber(number))
end

presses["set-up"] = function()
    if state.stage == "ready" and #playing() > 0 then
        begin()
    end
end

presses["go-on"] = function()
    if state.stage == "stopped" then
        run()
    end
end

--- Gives the seat of a colour that plays; whoever has none may have done what no seat is needed for.
local function seat_for(chore, colour)
    for _, seat in ipairs(state.memory.seats) do
        if facts.colours[seat] == colour then
            return seat
        end
    end
    return chore.anyone and state.memory.seats[1] or nil
end

local function end_chore(chore, seat, known)
    state.stage = "done"
    if known.packed then
        state.stage, state.step, state.memory = "ready", 1, {}
        Turns.enable = false
    elseif chore.said ~= nil then
        speech.all(chore.said, { seat = seat })
    end
    desk.show()
end

--- Does a chore, if nothing else is being done; why it does nothing is told to whoever wanted it.
local function do_chore(chore, colour, of)
    if state.stage ~= "done" then
        return speech.one(colour, state.stage == "busy" and "one-at-a-time" or "not-yet")
    end
    local seat = seat_for(chore, colour)
    if seat == nil then
        return speech.one(colour, "no-seat")
    elseif of.seat ~= nil and of.seat ~= seat then
        return speech.one(colour, "not-yours", { seat = of.seat })
    end
    of.seat = seat
    state.stage = "busy"
    local memory = { seats = state.memory.seats, first = state.memory.first }
    local all = rows.steps(chore.steps, facts, memory, asking.ask, of, speech.all, asking.pick)
    steps.run(all, 1, function(number)
        if number > #all then
            end_chore(chore, of.seat, memory.known)
        end
    end, function(what, why)
        if why ~= nil and why.word == "ended" then
            return end_chore(chore, of.seat, memory.known)
        elseif why ~= nil and why.word == "refused" then
            asking.forget()
            state.stage = "done"
            speech.one(colour, why.about.text, why.about.about)
            return desk.show()
        end
        failed(what, why)
    end)
end

--- Does the chore of an id; if there is one of it for each of some places, `value` says which.
function presses.chore(colour, id, value)
    local chore = rows.chore(facts, id)
    if chore == nil or chore.hidden then
        return
    end
    local of = {}
    if chore.over ~= nil then
        of[string.match(chore.over, "{([^{}]+)}")] = value
    end
    do_chore(chore, colour, of)
end

function presses.answer(_, seat, number)
    asking.answer(seat, tonumber(number))
end

function presses.cancel(_, seat)
    if state.stage == "busy" then
        asking.cancel(seat)
    end
end

local FOR_ALL = { language = true, fold = true, unfold = true, read = true } -- what also spectators may press

--- Does what a button of the panel says: a language, the name of a press, what it is about.
function desk.pressed(player, id)
    local _, name, about, more = string.match(id, "^(%l+)%.([%l-]+)%.?([^.]*)%.?([^.]*)$")
    if FOR_ALL[name] or player.host or player.color ~= "Grey" then
        presses[name](player.color, about, more)
        desk.show()
    end
end

-- Beginning

--- Is told what the table was made with, and how to know that a referee does what the desk is for.
function desk.know(what, is_governed)
    facts, hidden = what, is_governed
end

--- Begins with what was saved.
function desk.load(saved)
    state = saved or {
        stage = "ready", step = 1, memory = {}, wishes = {}, first = "random", tongues = {}, folded = {},
    }
    if state.stage == "running" then
        state.stage = "stopped" -- whoever goes on finds on the table how far it was
    elseif state.stage == "busy" then
        state.stage = "done"
    end
    local function called(place)
        return speech.name(facts.language, place)
    end
    piles.know(called)
    carrying.know(called)
    speech.know(facts.texts, facts.names, state.tongues, facts.language, facts.colours)
    lectern.know(facts.reads, facts.language)
    readings.know(facts.results, speech)
    asking.know(facts.colours, desk.show)
    reach.know(facts, do_chore, is_open)
    for _, thing in ipairs(getObjects()) do
        readings.offer(thing)
    end
    desk.show()
end

--- Gives what is to be saved.
function desk.saved()
    return state
end

--- Says how far the table has been set up: it is `ready` for that, or it is `done`.
function desk.stage()
    return state.stage
end

function desk.onObjectSpawn(thing)
    readings.offer(thing)
end

--- What comes to lie somewhere else has other buttons: as soon as the game knows where it is.
local function look_again(thing, place)
    local guid = thing.guid
    Wait.frames(function()
        local now = getObjectFromGUID(guid)
        if now ~= nil and is_open() then
            reach.dress(now)
        end
        if lectern.minds(place) and is_open() and lectern.has_changed() then
            desk.show()
        end
    end, 2)
end

function desk.onObjectEnterZone(zone, thing)
    local place = is_open() and places.of_zone(zone)
    if place then
        look_again(thing, place)
    end
end

desk.onObjectLeaveZone = desk.onObjectEnterZone

--- Whoever lays a piece somewhere may mean a chore by it: as soon as it lies.
function desk.onObjectDrop(colour, thing)
    if not is_open() then
        return
    end
    local guid = thing.guid
    Wait.condition(function()
        local now = getObjectFromGUID(guid)
        if now ~= nil and now.held_by_color == nil and is_open() then
            reach.laid(now, colour)
        end
    end, function()
        local now = getObjectFromGUID(guid)
        return now == nil or now.resting or now.held_by_color ~= nil
    end)
end

function desk.onPlayerHandChoice(colour, label, things, is_confirmed)
    asking.chosen(colour, label, things, is_confirmed)
end

function desk.onObjectNumberTyped(thing, colour, number)
    return is_open() and reach.number(thing, colour, number)
end

--- Somebody sits down, and looks at their own mat: a moment later, when the game has turned the camera.
function desk.onPlayerChangeColor(colour)
    desk.show()
    local view = facts.views[colour]
    if view ~= nil then
        Wait.time(function()
            if Player[colour].seated then
                Player[colour].lookAt({
                    position = view.at, pitch = view.pitch, yaw = view.turn, distance = view.distance,
                })
            end
        end, SEATED)
    end
end

return desk
