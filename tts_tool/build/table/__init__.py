"""The table of a mod: which pictures it needs, and the save that is made of them.

Where everything lies is said in `layout.toml`, what a component is in `pieces.toml`, extras in
`props.toml`, the notebook in `notebook.toml`; the rules say what there is. All here are pure
functions of those; only `read_layout` reads files.

    layout = read_layout(mod)
    drawings(mod, layout), piles(mod, layout)      what is to be drawn
    layers(mod, layout)                            what lies under those
    described(mod, layout)                         whose words the save has, too
    save(mod, layout, art)                         the table, once it is drawn
    notebook(mod, before, now, edited)             its pages, if only they are otherwise
    check_playable(bare(mod, layout))              the same without pictures, to see where all is
    lint(mod, layout, save), look_over(mod)        what is wrong with it
    looked_over(spread, {})                        the node that ends a build for it
"""

from tts_tool.build.table.gathering import read_layout
from tts_tool.build.table.layout import Layout
from tts_tool.build.table.lint import TableFinding, check_playable, lint, look_over, looked_over
from tts_tool.build.table.prints import described, drawings, layers, piles
from tts_tool.build.table.saving import (
    bare,
    notebook,
    objects,
    save,
    script_values,
    values,
)

__all__ = [
    "Layout",
    "TableFinding",
    "bare",
    "check_playable",
    "described",
    "drawings",
    "layers",
    "lint",
    "look_over",
    "looked_over",
    "notebook",
    "objects",
    "piles",
    "read_layout",
    "save",
    "script_values",
    "values",
]
