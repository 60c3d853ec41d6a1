{# A table that has nothing of its own but a referee's side. #}
local refereed = require("lib.refereed")

refereed.begin({
    game = {{ game | lua }},
    digest = {{ digest | lua }},
    language = {{ lang | lua }},
    order = {{ order | lua }},
    places = {{ places | lua }},
    tracks = {{ tracks | lua }},
    pieces = {{ homes | lua }},
    heaps = {{ heaps | lua }},
    dice = {{ dice | lua }},
})
