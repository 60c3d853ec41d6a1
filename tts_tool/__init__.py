"""Build, run, referee and test Tabletop Simulator mods."""

__version__ = "0.1.0"
