"""From card data, templates and a layout to a save that opens: drawn, laid out, put together.

The room knows no game. What is in the box, which places it has and who sits where is handed in
as a `Mod`; everything else stands in files. Three parts are pure functions that know nothing of
each other or of the graph, and `plan` wires them:

- `faces` draws: a `Drawing` becomes an SVG, an SVG becomes a PNG;
- `table` lays out: which pictures and piles a table needs, and the save made of them;
- `scripts` renders and bundles Lua, with its maps.
"""
