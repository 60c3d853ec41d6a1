{# A table that has nothing of its own but a referee's side. #}
local refereed = require("lib.refereed")

local box = {% include "global/box.lua" %}
refereed.begin(box)
