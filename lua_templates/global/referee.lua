local handlers = require("lib.handlers")
local panel = require("lib.panel")
local piles = require("lib.piles")
local referee = require("lib.referee")

local box = {{ table | lua }}

piles.know(box, tostring)
referee.know(box)
handlers.know({ { name = "referee", module = referee }, { name = "panel", module = panel } })
