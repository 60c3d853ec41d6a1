{# What a referee must know of the table's box: to be written where a table of Lua is wanted. #}
{
    game = {{ game | lua }},
    digest = {{ digest | lua }},
    language = {{ lang | lua }},
    order = {{ order | lua }},
    places = {{ places | lua }},
    tracks = {{ tracks | lua }},
    pieces = {{ homes | lua }},
    heaps = {{ heaps | lua }},
    dice = {{ dice | lua }},
}
