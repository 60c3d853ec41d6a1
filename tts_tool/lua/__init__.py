"""Lua as Tabletop Simulator speaks it: read, checked, bundled, translated, traced to its source."""
