"""Reads cards as a player does: what is drawn on a face, and nothing else, becomes a record again.

It knows neither templates nor records. `drawn` finds words and signs on a face, `english` and
`german` know what sentences mean, `sentences` puts abilities together, `cards` knows where on a
card one looks for what. What it cannot read is `Unreadable`: nothing is guessed, nothing skipped.
"""
