"""A turn and its three phases, with Location Actions and Dice Poker."""
