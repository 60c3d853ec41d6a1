local box = {{ table | lua }}

local hands = require("lib.hands")
local handlers = require("lib.handlers")
local panel = require("lib.panel")
local places = require("lib.places")
local referee = require("lib.referee")

referee.know(box)
handlers.know({
    { name = "places", module = places }, { name = "hands", module = hands },
    { name = "referee", module = referee }, { name = "panel", module = panel },
})
