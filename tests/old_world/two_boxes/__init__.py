"""A project as somebody might make it: a mage and an island, and no line of the base changed."""
