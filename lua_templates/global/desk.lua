{# What a desk must know besides: to be written where a table of Lua is wanted, and `box` is one already. #}
{
    language = {{ lang | lua }},
    seats = {{ seats | lua }},
    colours = {{ colours | lua }},
    order = {{ order | lua }},
    starts = {{ starts | lua }},
    setup = {{ setup | lua }},
    chores = {{ chores | lua }},
    tables = {{ tables | lua }},
    records = {
{% for kind, known in records.items() if kind != "word" %}
        [{{ kind | lua }}] = {{ known | lua }},
{% endfor %}
    },
    wishes = { as = "wish", words = {} }, -- what a seat may name before the set-up, and as what rows know it
    home = {{ homes | lua }},
    sorted = {{ sorted | lua }}, -- what is never shuffled, in its order
    all_tracks = {{ tracks | list | lua }},
    dice = {
{% for set in dice %}
        [{{ set.name | lua }}] = {{ set.guids | lua }},
{% endfor %}
    },
    texts = {{ texts | lua }},
    names = {
{% for each, name in asked.items() %}
        [{{ ("asked." ~ each) | lua }}] = {{ name | lua }},
{% endfor %}
{% for each, name in names.items() %}
        [{{ each | lua }}] = {{ name | lua }},
{% endfor %}
    },
    views = {{ views | lua }},
    reads = {{ reads | lua }},
    buttons = {{ buttons | lua }},
    places = box.places,
    tracks = box.tracks,
    results = {
{% for id, known in results.items() %}
        [{{ id | lua }}] = { count = {{ known.count | lua }}, code = {{ known.code | lua }} },
{% endfor %}
    },
}
