"""Bots, and what is learned from letting them play."""
