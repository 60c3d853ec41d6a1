"""A session on a table where people move real pieces: permits, gestures, acts, drift.

It knows neither a game nor Tabletop Simulator's API: what people do arrives as reports, what
the table is to do leaves as acts, both plain data that any table could send and perform.
"""
