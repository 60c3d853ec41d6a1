"""Brings what was changed in the game back into files, and never over what was changed there."""
