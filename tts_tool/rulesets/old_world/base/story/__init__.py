"""Exploration and event cards: options, what comes of them, quests."""
