"""Night Market keeps what every ruleset owes the people at the table."""

from tts_tool.kernel.entries import Answer
from tts_tool.kernel.timeline import Timeline
from tts_tool.proof.kit import conformance
from tts_tool.rulesets.night_market import RULESET
from tts_tool.rulesets.night_market.wares import Shine, Sift, Squeeze, Ware


def order_matters(game: Timeline, one: Answer, other: Answer) -> str:
    """Say by which rule two stallholders get in each other's way."""
    deeds, known = (one.value, other.value), game.composition.inventory.components
    if deeds == ("barter", "barter"):
        return "NM-08"  # both look for the same discarded wares
    wares = [game.game.card(deed) for deed in deeds if deed in known]
    if any(_touches_others(ware) for ware in wares):
        return "NM-09"  # a neighbour pays, a rival rises
    sifting = [ware for ware in wares if any(isinstance(e, Sift) for e in ware.effects)]
    return "NM-09" if len(sifting) > 1 else ""  # both order the same deck


def _touches_others(ware: Ware) -> bool:
    return ware.rival or any(isinstance(effect, Shine | Squeeze) for effect in ware.effects)


test_night_market = conformance(RULESET, order_matters=order_matters)
