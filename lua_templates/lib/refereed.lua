--- Puts a table together at which a referee can sit: every module that the game tells of what happens.
local hands = require("lib.hands")
local handlers = require("lib.handlers")
local lost = require("lib.lost")
local panel = require("lib.panel")
local persons = require("lib.persons")
local places = require("lib.places")
local referee = require("lib.referee")
local sizes = require("lib.sizes")
local vetoes = require("lib.vetoes")

local refereed = {}

local box = {} -- what the table was made with

--- Lets a table be as another one, without becoming another: whoever knows it sees what is new.
local function renew(known, new)
    for key, value in pairs(new) do -- lint: ignore pairs
        if type(value) == "table" and type(known[key]) == "table" then
            renew(known[key], value)
        else
            known[key] = value
        end
    end
    for key in pairs(known) do -- lint: ignore pairs
        if new[key] == nil then
            known[key] = nil
        end
    end
end

--- Learns where things go now: somebody edits the layout while the table lies open.
function learn_layout(text)
    local new = JSON.decode(text)
    renew(box.places, new.places)
    renew(box.tracks, new.tracks)
    return true
end

--- Begins with the box that the table was made with; and with its desk, if it has one: a module with
--- functions named like the events in lib/handlers.lua, of which none must be there.
function refereed.begin(made_with, desk)
    box = made_with
    local modules = {
        { name = "persons", module = persons }, { name = "places", module = places }, { name = "lost", module = lost },
        { name = "sizes", module = sizes },
    }
    if desk ~= nil then
        table.insert(modules, { name = "desk", module = desk })
    end
    for _, each in ipairs({
        { name = "vetoes", module = vetoes }, { name = "hands", module = hands },
        { name = "referee", module = referee }, { name = "panel", module = panel },
    }) do
        table.insert(modules, each)
    end
    sizes.know(box)
    referee.know(box, desk)
    handlers.know(modules, referee.stumbled)
end

return refereed
