"""Fights: duels, fights against monsters, short fights; Combos, damage, Fight Turns."""
