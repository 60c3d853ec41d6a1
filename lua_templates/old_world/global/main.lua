{# What the table is made with comes from the layout and the catalogue; see lib/desk.lua. #}
{% set schools = [] %}
{% for id in homes if id.startswith("board.") %}{% set _ = schools.append(id[6:]) %}{% endfor %}
{% set terrains = [] %}
{% for name in order if name.startswith("lair.") %}{% set _ = terrains.append(name[5:]) %}{% endfor %}
local desk = require("lib.desk")
local poker = require("lib.poker")
local referee = require("lib.referee")
local refereed = require("lib.refereed")

-- Both know the same places, so that both learn where they are when the layout is edited.
local box = {% include "global/box.lua" %}

local facts = {% include "global/desk.lua" %}

facts.worth = poker.rank
facts.wishes = { as = "school", words = {{ schools | lua }} }
{% for school in schools %}
facts.names[{{ school | lua }}] = {{ records.word.get(school ~ "-school", records.word.get(school)).name | lua }}
{% endfor %}
{% for each in seats + terrains + ["combat", "defense", "alchemy", "specialty"] %}
facts.names[{{ each | lua }}] = {{ records.word[each].name | lua }}
{% endfor %}

desk.know(facts, referee.governs)
refereed.begin(box, desk)
