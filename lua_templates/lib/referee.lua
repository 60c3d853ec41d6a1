--- The table's side of the referee: is met, says how the table lies, performs what it is told, shows
--- panels. What hands do is in `hands`. A table that no referee has met sends nothing and says nothing.
local acts = require("lib.acts")
local channel = require("lib.channel")
local dice = require("lib.dice")
local hands = require("lib.hands")
local known = require("lib.known")
local looking = require("lib.looking")
local lost = require("lib.lost")
local panel = require("lib.panel")
local persons = require("lib.persons")
local permits = require("lib.permits")
local places = require("lib.places")
local presence = require("lib.presence")
local sheet = require("lib.sheet")
local telling = require("lib.telling")
local tracks = require("lib.tracks")
local vetoes = require("lib.vetoes")
local watch = require("lib.watch")

local referee = {}

local PROTOCOL = 2 -- as the bridge says it: another number is a table that has to be built anew
local PATIENT = 5 -- so many seconds after a hello, what is told without knowing of it is passed over
local AGAIN = 0.5 -- so many seconds after something failed that cannot be left it is done again
local GREETED = 10 -- so many seconds after loading, a table that knew a referee says that there is none
local NO_QUESTIONS = {}
local NO_HEADING = { turn = "", waits = "", facts = {}, mode = "", lesson = "", log = {} }

local box = {} -- what the table was made with: game, digest, language …
local desk = nil -- how far the table was set up without a referee, and who shows that
local expected = nil -- the timer that waits for a referee to greet the table again, until one has answered
local epoch, done, heard = 0, 0, 0 -- how far the table has come, and what it has been told
local moment, coming = "", {} -- the moment of the game that it shows; by step, those that it is to show
local keepsake, kept = "", {} -- what it keeps of its game; by step, what it is to keep
local is_loaded = true -- whether nobody has told of a game since it was loaded
local panels, headings = {}, {} -- by colour: what it is asked, what it reads besides
local pressed = nil -- what is done when a button is pressed
local greets = false -- whether to say hello as soon as nothing is under way
local asked = nil -- when hello was said to which nobody has answered yet
local early = {} -- by epoch and step: what was told to follow on that, and came before it

-- Panels

local function show_panels()
    local shown = {}
    for _, colour in ipairs(Player.getColors()) do
        local asked, heading = panels[colour] or NO_QUESTIONS, headings[colour]
        if not presence.is_away() and (#asked > 0 or heading ~= nil) then
            local language = presence.language(colour)
            local words = presence.words_in(language)
            table.insert(shown, sheet.drawn(colour, asked, heading or NO_HEADING, words, language))
        end
    end
    panel.show("referee", shown, pressed)
end

--- What belongs to the person is done here and at once; of their language the referee hears.
function pressed(player, press)
    local colour = player.color
    local language = presence.language(colour)
    if sheet.own(colour, press, language) then
        show_panels()
        if presence.language(colour) ~= language then
            channel.report("seated", { colour = colour, language = presence.language(colour), person = persons.who(colour) })
        end
        return
    end
    hands.press(colour, press)
end

--- Lists the buttons of a colour whose numbers somebody has typed, as they read them; nil if one is not there.
local function numbered(colour, message)
    if string.find(message, "^!%d[%d ,]*$") == nil then
        return nil
    end
    local buttons, named = {}, {}
    for _, question in ipairs(panels[colour] or NO_QUESTIONS) do
        for _, button in ipairs(question.buttons) do
            table.insert(buttons, button.press)
        end
    end
    for number in string.gmatch(message, "%d+") do
        local button = buttons[tonumber(number)]
        if button == nil then
            return nil
        end
        table.insert(named, button)
    end
    return named
end

--- Somebody has stood up, and sits nowhere; when it is known who sits where.
local function look_who_left()
    Wait.frames(function()
        for _, colour in ipairs(persons.left()) do
            channel.report("stood", { colour = colour })
        end
    end, 1)
end

function referee.onPlayerDisconnect()
    look_who_left()
end

--- Somebody sits down: in their language, with their panel as they like it.
function referee.onPlayerChangeColor(colour)
    look_who_left()
    if colour ~= "" and colour ~= "Grey" and not presence.is_away() then
        local language = persons.has(colour, "language", "")
        channel.report("seated", { colour = colour, language = language, person = persons.who(colour) })
        show_panels()
    end
end

-- Being there, and being away

--- Tells whether a referee does what the desk is there for without one, or will again: at a table on which
--- its game lies nobody is to be asked how many play.
function referee.governs()
    return presence.governs() or (presence.is_away() and moment ~= "")
end

local function is_in(mode, is_away)
    local governed, strict = presence.governs(), presence.is_strict()
    presence.become(mode, is_away)
    if presence.is_strict() ~= strict then
        tracks.lock(presence.is_strict())
    end
    if presence.governs() ~= governed then
        if desk ~= nil and desk.show ~= nil then
            desk.show()
        end
    end
end

-- What goes wrong

--- Something in the script has failed: the referee is told, looks at everything, and tells people.
function referee.stumbled(about, why)
    channel.report("failed", { epoch = epoch, step = done, act = 0, what = "error", about = about, why = tostring(why) })
    if about ~= "survey" then
        looking.at_all()
    end
end

--- Does something that may fail; the rest is done all the same.
local function attempt(about, act, ...)
    local ok, why = pcall(act, ...)
    if not ok then
        referee.stumbled(about, why)
    end
    return ok
end

-- Saying how the table lies

local function survey()
    local seen = places.survey()
    seen.counters = watch.look_at_tracks() -- what hands have changed is told as theirs before it is known
    known.note(seen)
    return seen
end

local function say_hello()
    local seen, tongues = survey(), persons.tongues()
    seen.kind = "surveyed"
    channel.send_again()
    channel.report("hello", {
        epoch = epoch, step = done, heard = heard, pending = channel.pending(), survey = seen,
        tongues = next(tongues) ~= nil and tongues or nil, moment = moment, leader = persons.leader(),
        sitting = persons.sitting(), loaded = is_loaded, keepsake = keepsake,
        people = persons.people(),
    })
end

--- Says hello, as soon as what is under way is finished; what has not begun yet is forgotten.
local function hello()
    asked = Time.time
    greets = acts.busy()
    if greets then
        return acts.forget()
    end
    if not attempt("hello", say_hello) then
        Wait.time(hello, AGAIN)
    end
end

local function lose()
    is_in(presence.mode(), true)
    presence.say_to_all("away")
    show_panels()
    hello() -- whoever comes back hears it
end

-- What comes from the referee

local function learn(what)
    for colour, may in pairs(what.permits) do -- lint: ignore pairs
        if not permits.learn(colour, may) then
            return false
        end
    end
    for colour, questions in pairs(what.panels) do -- lint: ignore pairs
        panels[colour] = questions
    end
    for colour, heading in pairs(what.headings or {}) do -- lint: ignore pairs
        local before = headings[colour]
        if heading.lesson ~= "" and before ~= nil and before.lesson == "" then
            persons.choose(colour, "lessons", persons.has(colour, "lessons", 0) + 1) -- a turn begins
        end
        headings[colour] = heading
    end
    return true
end

local function tell(what)
    for _, verdict in ipairs(what.verdicts) do
        local about, colour = channel.settle(verdict.n), verdict.colour
        if verdict.done or (about ~= nil and about.kind == "said") then -- who types may well want to read it again
            presence.say(colour, verdict.say)
        else
            presence.refuse(colour, verdict.say, permits.version(colour))
        end
    end
    for _, line in ipairs(what.lines) do
        presence.say(line.colour, line.text)
    end
end

local function key_of(of_epoch, step)
    return of_epoch .. "." .. step
end

--- Tells whether a hello has gone whose answer may still come.
local function is_awaited()
    return asked ~= nil and Time.time - asked < PATIENT
end

--- Keeps what has overtaken something, until that has come; what does not come was missed.
local function keep(what)
    local key = key_of(what.epoch, what.since)
    early[key] = what
    Wait.time(function()
        if early[key] == what and not is_awaited() then
            early[key] = nil
            hello()
        end
    end, AGAIN)
end

--- The answer to a hello is here: what came before it is waited for anew, and nothing older.
local function keep_on(its_epoch)
    local before = early
    early = {}
    for _, what in pairs(before) do -- lint: ignore pairs
        if what.epoch == its_epoch then
            keep(what)
        end
    end
end

local function told(what)
    if what.epoch < epoch or (what.epoch == epoch and what.step <= heard) then
        return
    end
    if what.epoch == epoch and is_awaited() then
        return -- whoever said that does not know yet how all lies; the answer to our hello does
    end
    if what.since ~= (what.epoch == epoch and heard or 0) then
        return keep(what)
    end
    if what.epoch ~= epoch then
        keep_on(what.epoch)
        channel.send_again() -- said while the referee began: perhaps to nobody
        permits.forget()
        panels, headings, coming, kept = {}, {}, {}, {}
    end
    local has_learned = false
    attempt("permits", function() has_learned = learn(what) end)
    if not has_learned then
        return hello()
    end
    asked, expected = nil, nil
    local shows = presence.is_away() or what.epoch ~= epoch or next(what.panels) ~= nil or next(what.headings or {}) ~= nil
    epoch, heard = what.epoch, what.step
    if what.moment ~= nil and what.moment ~= "" then
        coming[heard], is_loaded = what.moment, false
    end
    if what.keepsake ~= nil and what.keepsake ~= "" then
        kept[heard] = what.keepsake
    end
    attempt("mode", is_in, what.mode, false)
    attempt("verdicts", tell, what)
    if shows and not attempt("panels", show_panels) then -- one set anew cannot be used for a moment
        Wait.time(function() attempt("panels", show_panels) end, AGAIN)
    end
    if not attempt("acts", acts.add, epoch, heard, what.acts) then
        return hello() -- what was to be done comes again
    end
    if what.look then -- what we said of the table was older than what we had been told
        looking.at_all()
    end
    channel.send()
    local key = key_of(epoch, heard)
    local following = early[key]
    early[key] = nil
    if following ~= nil then
        return told(following)
    end
end

--- The referee goes: what hands do is free again, and is looked at when somebody greets anew.
local function farewell()
    permits.forget()
    panels, headings = {}, {}
    is_in(presence.mode(), true)
    show_panels()
    presence.say_to_all("away")
end

function referee.onExternalMessage(message)
    if channel.knows(message) then
        if message.kind == "told" then
            local what, why = telling.read(message.body)
            if what == nil then
                return referee.stumbled("what is told", why)
            end
            told(what)
        elseif message.kind == "farewell" then
            farewell()
        end
    end
end

--- Learns how to speak with a referee; it says hello when the answer is on its way.
local function meet(greeting)
    presence.meet(greeting)
    persons.left() -- whoever sits there now may leave
    if expected ~= nil then
        Wait.stop(expected)
    end
    channel.open(greeting.secret, greeting.count)
    asked = Time.time
    Wait.frames(hello, 1)
end

--- A referee greets the table, which answers what it is and how far it has come, and then says hello.
function meet_referee(text)
    local greeting = JSON.decode(text)
    if greeting.protocol == PROTOCOL and greeting.game == box.game then
        meet(greeting)
    end
    return JSON.encode({
        protocol = PROTOCOL, game = box.game, digest = box.digest, epoch = epoch, step = done,
        stage = desk ~= nil and desk.stage ~= nil and desk.stage() or "ready", count = channel.count(),
        piles = places.piles(),
    })
end

-- Beginning

--- Is told what the table was made with; and of its desk, if it has one, which may have `stage` and `show`.
function referee.know(what, its_desk)
    box, desk = what, its_desk
    places.know(box)
    tracks.know(box.tracks)
    dice.know(box.dice)
    presence.know(box.language)
    channel.know(lose, function(colour, name)
        if expected ~= nil or not presence.is_away() then
            presence.say(colour, presence.word(colour, name))
        end
    end)
    lost.know(acts.busy)
    vetoes.know(acts.busy)
    hands.know(acts.busy, referee.stumbled, numbered)
    looking.know(acts.busy, function()
        attempt("survey", function()
            local seen = survey()
            seen.epoch, seen.step = epoch, done
            channel.report("surveyed", seen)
        end)
    end)
    acts.know({
        report = channel.report,
        expect = known.expect,
        order = known.order,
        done = function(of_epoch, step, many)
            if of_epoch == epoch then
                done, moment, coming[step] = step, coming[step] or moment, nil
                keepsake, kept[step] = kept[step] or keepsake, nil
            end
            if many > 0 then
                channel.report("did", { epoch = of_epoch, step = step })
            end
        end,
        idle = function()
            if greets then
                hello()
            end
        end,
    })
end

--- Gives what is to be saved; a secret is not, but what to say when nobody comes back is.
function referee.saved()
    local said = presence.saved()
    return {
        epoch = epoch, done = done, moment = moment, keepsake = keepsake, count = channel.count(), pending = channel.pending(), dice = dice.saved(),
        words = said.words, tongues = said.tongues,
    }
end

function referee.load(saved)
    saved = saved or {}
    epoch, done, moment = saved.epoch or 0, saved.done or 0, saved.moment or ""
    heard = done
    keepsake = saved.keepsake or ""
    channel.load(saved)
    dice.load(saved.dice)
    if presence.load(saved) then
        expected = Wait.time(function()
            expected = nil
            presence.say_to_all("away")
        end, GREETED)
    end
    watch.begin(acts.busy, attempt)
    persons.left()
end

return referee
