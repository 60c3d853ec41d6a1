"""Pictures of a table: a save drawn from above or written down, and the fonts of all drawing."""
