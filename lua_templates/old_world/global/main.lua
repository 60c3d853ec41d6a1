{# What the table is made with comes from the layout and the catalogue; see lib/desk.lua. #}
{% set terrains = [] %}
{% set levels = [] %}
{% set slots = [] %}
{% for name in order %}
{% if name.startswith("lair.") %}{% set _ = terrains.append(name[5:]) %}{% endif %}
{% if name.startswith("monster-tokens.") %}{% set _ = levels.append(name[15:]) %}{% endif %}
{% if name.startswith("display.") %}{% set _ = slots.append(name) %}{% endif %}
{% endfor %}
{% set schools = [] %}
{% for id in homes if id.startswith("board.") %}{% set _ = schools.append(id[6:]) %}{% endfor %}
{% set events = [] %}
{% for id, place in homes.items() if place == "events" %}{% set _ = events.append(id) %}{% endfor %}
local desk = require("lib.desk")
local referee = require("lib.referee")
local refereed = require("lib.refereed")

-- Both know the same places, so that both learn where they are when the layout is edited.
local box = {% include "global/box.lua" %}

local facts = {
    language = {{ lang | lua }},
    seats = {{ seats | lua }},
    colours = {{ colours | lua }},
    order = {{ order | lua }},
    starts = {{ starts | lua }},
    schools = {{ schools | lua }},
    terrains = {{ terrains | lua }},
    levels = {{ levels | map("int") | list | lua }},
    slots = {{ slots | lua }},
    setup = {{ setup | lua }},
    chores = {{ chores | lua }},
    tables = {{ tables | lua }},
    records = {
{% for kind, known in records.items() if kind != "word" %}
        [{{ kind | lua }}] = {{ known | lua }},
{% endfor %}
    },
    renewed = {
        { pile = "action-deck", used = "action-discard" },
        { pile = "potion-deck", used = "potion-discard" },
        { pile = "city-deck", used = "city-used" },
        { pile = "wilds-deck", used = "wilds-used" },
{% for seat in seats %}
        { pile = {{ ("deck." ~ seat) | lua }}, used = {{ ("discard." ~ seat) | lua }} },
{% endfor %}
    },
    value = {{ tables.progress.value | lua }},
    home = {{ homes | lua }},
    heaps = {{ heaps | lua }},
    sorted = {
        {
            pile = "events", meanwhile = "story",
            order = {{ events | lua }},
        },
    },
    all_tracks = {{ tracks | list | lua }},
    dice = {
{% for set in dice %}
        {{ set.name }} = {{ set.guids | lua }},
{% endfor %}
    },
    texts = {{ texts | lua }},
    names = {
{% for school in schools %}
        [{{ school | lua }}] = {{ records.word.get(school ~ "-school", records.word.get(school)).name | lua }},
{% endfor %}
{% for each in seats + terrains + ["combat", "defense", "alchemy", "specialty"] %}
        [{{ each | lua }}] = {{ records.word[each].name | lua }},
{% endfor %}
{% for each, name in asked.items() %}
        [{{ ("asked." ~ each) | lua }}] = {{ name | lua }},
{% endfor %}
{% for each, name in names.items() %}
        [{{ each | lua }}] = {{ name | lua }},
{% endfor %}
    },
    views = {{ views | lua }},
    places = box.places,
    tracks = box.tracks,
    results = {
{% for id, known in results.items() %}
        [{{ id | lua }}] = { count = {{ known.count | lua }}, code = {{ known.code | lua }} },
{% endfor %}
    },
}

desk.know(facts, referee.governs)
refereed.begin(box, desk)
