"""The API of the game as scripts see it, bound to the world: names, events, and who runs them.

`ScriptedWorld` (in `scripted`) is a table whose things have scripts. `registry` says how a name is
added, `pages` lists the modules that add them, `folding` turns what happens into calls of handlers,
`coverage` counts what is there.
"""
