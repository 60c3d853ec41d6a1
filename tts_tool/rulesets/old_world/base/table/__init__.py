"""What the table wants beside the rules: rulings, how things stand, going on, soundness."""
