--- Lets chores be done at the things themselves: by a button on them, by a line of their menu, by a key while
--- somebody points there, by a number that is typed, by laying a piece there. Which chore belongs to which
--- thing says its `at`, names of places and tracks: what lies there, or marks them.
local meaning = require("lib.meaning")
local places = require("lib.places")
local readings = require("lib.readings")
local speech = require("lib.speech")
local tracks = require("lib.tracks")

local reach = {}

local INK, PAPER = { 0.12, 0.11, 0.09 }, { 0.94, 0.9, 0.84 }

local facts, act, is_free = {}, nil, nil
local known = {} -- what can be done at things: { chore, patterns = { { pattern, parts } … } }
local dressed = {} -- by GUID: what has buttons or lines of ours

--- Makes a pattern of a name that is open in parts, and lists what they are called.
local function pattern_of(name)
    local parts = {}
    local pattern = string.gsub(name, "[%-.]", "%%%0")
    pattern = string.gsub(pattern, "{([%w_]+)}", function(part)
        table.insert(parts, part)
        return "([^.]+)"
    end)
    return { pattern = "^" .. pattern .. "$", parts = parts }
end

--- Tells what the parts of a name are, if the name is one of these.
local function parts_in(patterns, name)
    for _, each in ipairs(patterns) do
        local found = { string.match(name, each.pattern) }
        if found[1] ~= nil then
            local of = {}
            for i, part in ipairs(each.parts) do
                of[part] = found[i]
            end
            return of
        end
    end
    return nil
end

--- Lists what can be done at a thing: each chore, and what its names leave open.
local function found_at(thing)
    local found, name = {}, tracks.of(thing) or (places.is_any(thing) and places.of(thing)) or nil
    for _, each in ipairs(name ~= nil and known or {}) do
        local of = parts_in(each.patterns, name)
        if of ~= nil and each.chore.takes == nil then
            table.insert(found, { chore = each.chore, of = of })
        end
    end
    return found
end

--- Does what is done by laying a piece where it lies now; tells whether there is such a thing.
function reach.laid(thing, colour)
    local place, id = places.is_any(thing) and places.of(thing), places.made_of(thing)[1]
    for _, each in ipairs(place and is_free() and known or {}) do
        local takes, of = each.chore.takes, parts_in(each.patterns, place)
        if takes ~= nil and of ~= nil and string.sub(id, 1, #takes) == takes then
            of.thing, of.kind, of.face = id, meaning.kind(id), string.match(id, "(%d+)$")
            act(each.chore, colour, of)
            return true
        end
    end
    return false
end

--- Does a chore at a thing, if it can be done there now; tells whether it can.
local function done_at(thing, colour, chore, number)
    for _, each in ipairs(thing ~= nil and is_free() and found_at(thing) or {}) do
        if each.chore == chore then
            each.of.n = number
            act(chore, colour, each.of)
            return true
        end
    end
    return false
end

-- Buttons and menus

--- Says how far aside and below the middle of a thing a button of some stands: as many side by side as the
--- thing is wide.
local function place_of(size, at, count)
    local look = facts.buttons
    local columns = math.max(1, math.floor((size.x + look.aside - look.covers) / look.aside))
    local row, column = math.floor(at / columns), at % columns
    local beside = math.min(columns, count - row * columns)
    return ((beside - 1) / 2 - column) * look.aside, size.z / 2 + look.beyond + row * look.apart
end

local function add_button(thing, chore, at, count, down)
    local size = thing.getBoundsNormalized().size
    local scale = thing.getScale()
    local across, away = place_of(size, at, count)
    local up = (size.y / 2 + facts.buttons.above) / scale.y
    thing.createButton({
        click_function = "pressed_thing_" .. string.gsub(chore.id, "-", "_"), function_owner = Global,
        label = speech.said(facts.language, chore.title), tooltip = speech.bilingual(chore.tip or chore.title),
        position = { across / scale.x, down and -up or up, away / scale.z }, rotation = { 0, 0, down and 180 or 0 },
        scale = { 1 / scale.x, 1, 1 / scale.z },
        width = facts.buttons.wide, height = facts.buttons.high, font_size = facts.buttons.font,
        color = PAPER, font_color = INK,
    })
end

--- Takes from a thing what was put on it here; results that are read at it stay.
local function undress(thing)
    if dressed[thing.guid] then
        dressed[thing.guid] = nil
        thing.clearButtons()
        thing.clearContextMenu()
        readings.offer(thing)
    end
end

--- Puts on a thing what can be done at it where it lies now.
function reach.dress(thing)
    undress(thing)
    local buttons = {}
    for _, each in ipairs(is_free() and found_at(thing) or {}) do
        local chore = each.chore
        dressed[thing.guid] = true
        if not chore.number then
            thing.addContextMenuItem(speech.bilingual(chore.title), function(colour)
                done_at(thing, colour, chore)
            end)
        end
        if chore.button then
            table.insert(buttons, chore)
        end
    end
    for number, chore in ipairs(buttons) do
        add_button(thing, chore, number - 1, #buttons, thing.is_face_down)
    end
end

--- Puts on everything what can be done at it now; or takes it away, where nothing can be done.
function reach.dress_all()
    for _, thing in ipairs(getObjects()) do
        if dressed[thing.guid] or is_free() then
            reach.dress(thing)
        end
    end
end

--- Somebody types a number at a thing; tells whether that means something here.
function reach.number(thing, colour, number)
    for _, each in ipairs(known) do
        if each.chore.number and done_at(thing, colour, each.chore, number) then
            return true
        end
    end
    return false
end

-- Beginning

local function listen(chore)
    _G["pressed_thing_" .. string.gsub(chore.id, "-", "_")] = function(thing, colour)
        done_at(thing, colour, chore)
    end
    if not chore.number and chore.takes == nil then
        addHotkey(speech.bilingual(chore.title), function(colour, thing)
            if is_free() and not done_at(thing, colour, chore) then
                speech.one(colour, "point-there", { chore = speech.said(speech.language(colour), chore.title) })
            end
        end)
    end
end

--- Is told what the table was made with, what does a chore, and what tells whether anything may be done now.
function reach.know(made_with, do_chore, may_do)
    facts, act, is_free, known = made_with, do_chore, may_do, {}
    for _, chore in ipairs(facts.chores) do
        local patterns = {}
        for _, name in ipairs(chore.at or {}) do
            table.insert(patterns, pattern_of(name))
        end
        if #patterns > 0 then
            table.insert(known, { chore = chore, patterns = patterns })
            listen(chore)
        end
    end
end

return reach
