"""A witcher: school and Player Board, attributes, Specialty, meditation, trophies."""
