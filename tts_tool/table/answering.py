"""Somebody answers what scripts have asked: dialogs, and choices of cards in their hand."""

from __future__ import annotations

from tts_tool.errors import BadInput, NotFound, Refused
from tts_tool.table.hands import Player
from tts_tool.table.world.asking import Dialog, HandChoice
from tts_tool.table.world.events import Colour, DialogAnswered, Handle, PlayerHandChoice
from tts_tool.table.world.thing import Thing
from tts_tool.table.world.world import handles
from tts_tool.table.world.zones import hand_holding

__all__ = ["answer", "cancel", "choose_cards", "refuse_cards"]


def answer(player: Player, text: str | None = None) -> bool:
    """Answer the oldest open dialog: with a text, a line of its list, a colour, or just OK."""
    dialog = _oldest(player)
    given = dialog.default if text is None else text
    if dialog.kind == "options" and given not in dialog.options:
        lines = ", ".join(dialog.options)
        raise BadInput(f"{given!r} cannot be chosen", fix=f"one of {lines}")
    player.person.dialogs.remove(dialog)
    player.world.tell(DialogAnswered(dialog.reference, Colour(player.colour), given))
    player.world.deliver()
    return True


def cancel(player: Player) -> bool:
    """Close the oldest open dialog without an answer."""
    player.person.dialogs.remove(_oldest(player))
    return True


def choose_cards(player: Player, *cards: Thing) -> bool:
    """Choose cards of one's hand, as a script has asked for."""
    choice = _choice(player)
    if not choice.least <= len(cards) <= choice.most:
        counts = f"{choice.least} to {choice.most} cards are asked for, not {len(cards)}"
        raise Refused(f"{choice.label}: {counts}")
    for card in cards:
        hand = hand_holding(player.world, card)
        if hand is None or hand.raw.get("FogColor") != player.colour:
            raise Refused(f"{card!r} is not in the hand of {player.colour}")
    return _chosen(player, choice, handles(cards), confirmed=True)


def refuse_cards(player: Player) -> bool:
    """Choose no card, where a script lets one."""
    choice = _choice(player)
    if not choice.may_cancel:
        raise Refused(f"{choice.label}: a choice has to be made")
    return _chosen(player, choice, (), confirmed=False)


def _chosen(
    player: Player, choice: HandChoice, cards: tuple[Handle, ...], *, confirmed: bool
) -> bool:
    player.person.choice = None
    event = PlayerHandChoice(Colour(player.colour), choice.label, cards, confirmed)
    player.world.tell(event)
    player.world.deliver()
    return True


def _choice(player: Player) -> HandChoice:
    choice = player.person.choice
    if choice is None:
        raise NotFound(f"nobody has asked {player.colour} to choose cards")
    return choice


def _oldest(player: Player) -> Dialog:
    if not player.person.dialogs:
        raise NotFound(f"{player.colour} has no open dialog")
    return player.person.dialogs[0]
