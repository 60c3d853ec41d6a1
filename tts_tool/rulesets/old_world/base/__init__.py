"""The base box: every rule for one to five seats."""

from tts_tool.chapters import read_chapters

read_chapters(__name__)
