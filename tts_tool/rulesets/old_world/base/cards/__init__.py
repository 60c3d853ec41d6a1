"""Cards that a seat gains, holds and parts with: Action cards, Potions, equipment."""
