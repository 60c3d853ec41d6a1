"""The table itself: things, people, chance and time, in plain Python and without Lua.

Load a save with `loading.load`, let time pass with `time.run`, act on things with the functions of
the modules beside, and give the `World` a `Sink` to be told and asked.
"""
