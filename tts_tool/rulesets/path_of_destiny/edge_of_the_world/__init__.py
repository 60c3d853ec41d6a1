"""The first story: where the map ends, and what a long job pays for on the way there."""
