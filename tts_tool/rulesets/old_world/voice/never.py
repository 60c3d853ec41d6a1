"""Words that never stand in a story, in all their forms, and why they don't."""

from __future__ import annotations

import re

from tts_tool.rulesets.old_world.voice.lines import Language

__all__ = ["NEVER", "banned"]

NEVER: dict[Language, dict[str, tuple[str, ...]]] = {
    "en": {
        "weather of dread": (
            "suddenly",
            "somehow",
            r"mysterious\w*",
            "ancient",
            r"eer(?:ie|ily)",
            r"ominous\w*",
            "sinister",
            r"strange(?:ly)? feeling",
            r"unsettling\w*",
        ),
        "a borrowed body": (
            r"(?:a )?shivers?(?: runs?)? down",
            r"hearts? (?:pounds?|races?|stops?)",
            r"blood (?:freezes|runs cold)",
            r"hold(?:s|ing)? (?:your|his|her|their) breath",
            "goosebumps",
        ),
        "a big word": (
            r"hero(?:es|ic)?",
            r"quests?",
            r"destin(?:y|ies|ed)",
            r"adventur\w*",
            "epic",
            "evil",
            r"legend(?:s|ary)?",
        ),
        "a word of the table": (
            r"players?",
            r"tokens?",
            r"discard\w*",
            "xp",
            r"bonus\w*",
            r"monsters?",
            r"trail tokens?",
        ),
        "a word of our days": (
            r"ok(?:ay)?",
            r"minutes?",
            r"seconds",
            r"per ?cent",
            r"met(?:re|er)s?",
            r"deals?",
            r"stress\w*",
            r"systems?",
            r"problems?",
        ),
    },
    "de": {
        "weather of dread": (
            r"plötzlich\w*",
            "irgendwie",
            r"mysteri(?:ös|öse[mnrs]?)",
            r"geheimnisvoll\w*",
            r"uralt\w*",
            r"unheimlich\w*",
            r"düster\w*",
            r"unheilvoll\w*",
            r"seltsame[ns]? gefühl",
        ),
        "a borrowed body": (
            "gänsehaut",
            r"kalt(?:er)? (?:den|schauer über den) rücken",
            r"herz (?:rast|pocht|klopft)",
            r"blut gefriert",
            r"atem stockt",
        ),
        "a big word": (
            r"held(?:en|in|innen|enhaft\w*)?",
            r"quests?",
            r"schicksal\w*",
            r"abenteuer\w*",
            r"episch\w*",
            r"legendär\w*",
            r"das böse",
        ),
        "a word of the table": (
            r"spieler(?:n|s|in|innen)?",
            r"marker[ns]?",
            r"abw(?:erfen|irfst|irft)",
            "ep",
            r"bonus\w*",
            r"monster[ns]?",
        ),
        "a word of our days": (
            "okay",
            r"minuten?",
            r"sekunden?",
            r"prozent\w*",
            r"metern?",
            r"deals?",
            r"stress\w*",
            r"systeme?n?s?",
            r"probleme?n?s?",
            r"jobs?",
        ),
        "English in German words": (
            r"mach(?:t|en) sinn",
            r"am ende des tages",
            r"nicht wirklich",
            r"realisier\w*",
            r"was zur",
        ),
    },
}
"""Language -> why -> the words, as patterns of whole words."""

_PATTERNS = {
    language: {
        why: re.compile(rf"(?i)(?<!\w)(?:{'|'.join(patterns)})(?!\w)")
        for why, patterns in reasons.items()
    }
    for language, reasons in NEVER.items()
}


def banned(text: str, language: Language) -> list[tuple[str, str]]:
    """List the words in a text that never stand in a story, each with the reason.

    >>> banned("Somehow the reeve knows.", "en")
    [('Somehow', 'weather of dread')]
    """
    return [
        (found[0], why)
        for why, pattern in _PATTERNS[language].items()
        for found in pattern.finditer(text)
    ]
