"""The base box: every rule for one to five seats."""
