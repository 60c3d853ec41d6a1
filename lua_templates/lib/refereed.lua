--- Puts a table together at which a referee can sit: every module that the game tells of what happens.
local hands = require("lib.hands")
local handlers = require("lib.handlers")
local lost = require("lib.lost")
local panel = require("lib.panel")
local persons = require("lib.persons")
local places = require("lib.places")
local referee = require("lib.referee")
local vetoes = require("lib.vetoes")

local refereed = {}

--- Begins with the box that the table was made with; and with its desk, if it has one: a module with
--- functions named like the events in lib/handlers.lua, of which none must be there.
function refereed.begin(box, desk)
    local modules = {
        { name = "persons", module = persons }, { name = "places", module = places }, { name = "lost", module = lost },
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
    referee.know(box, desk)
    handlers.know(modules, referee.stumbled)
end

return refereed
