"""A small game that has one of each kind of thing that a box can hold, with its table."""
