{# What the table is made with comes from the layout and the catalogue; see lib/desk.lua. #}
local desk = require("lib.desk")
local referee = require("lib.referee")
local refereed = require("lib.refereed")

-- Both know the same places, so that both learn where they are when the layout is edited.
local box = {% include "global/box.lua" %}

local facts = {% include "global/desk.lua" %}

{% for id, character in records.character.items() %}
facts.names[{{ id | lua }}] = {{ character.name | lua }}
{% endfor %}
{% for seat in seats %}
facts.names[{{ seat | lua }}] = {{ records.word[seat].name | lua }}
{% endfor %}

desk.know(facts, referee.governs)
refereed.begin(box, desk)
