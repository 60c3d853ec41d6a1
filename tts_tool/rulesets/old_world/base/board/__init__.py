"""What stands on the map and how one moves over it: monsters, tokens, trails."""
