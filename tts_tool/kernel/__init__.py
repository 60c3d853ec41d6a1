"""The rules kernel: games as events, flows, decisions and timelines.  It knows no game."""
