"""The games.  Each is found by its entry point in the group ``tts_tool.rulesets``."""
