"""What the linter can only know from this game: which cards and stories are possible at all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from tts_tool.catalog.records import Effect
from tts_tool.catalog.schema import Cards, Finding
from tts_tool.rulesets.path_of_destiny.base import vocabulary as v
from tts_tool.rulesets.path_of_destiny.base.module import base
from tts_tool.rulesets.path_of_destiny.base.records import (
    Ability,
    Action,
    Character,
    Page,
    Path,
    Rewards,
    SideQuest,
    Story,
)
from tts_tool.rulesets.path_of_destiny.base.vocabulary import (
    SIDES,
    SYMBOLS,
    Condition,
    Deed,
    Result,
    Scoring,
)


@base.check
def check(cards: Cards) -> Iterator[Finding]:
    """Find what the rules could make nothing of."""
    for action in cards.of(Action).values():
        yield from _action(action)
    for ability in cards.of(Ability).values():
        if not all(isinstance(each, Result | Deed) for each in ability.does):
            yield _wrong(ability.id, "does", "an ability gives something or does something")
    for quest in cards.of(SideQuest).values():
        if not all(isinstance(each, Scoring) for each in quest.scores):
            yield _wrong(quest.id, "scores", "a side quest only counts the hand")  # PD-DATA-12
    for page in cards.of(Page).values():
        yield from _page(cards, page)
    for story in cards.of(Story).values():
        yield from _paths(cards, story)


def _action(card: Action) -> Iterator[Finding]:
    if len(set(card.colours)) < len(card.colours):
        yield _wrong(card.id, "colours", "a colour stands here twice")
    if card.effect is None:
        if card.symbol is None:
            yield _wrong(card.id, "", "a card has a symbol or an effect")  # PD-DATA-08
        return
    when, then = card.effect.when, card.effect.then
    if not isinstance(when, Condition):
        yield _wrong(card.id, "effect.when", "here stands a condition")  # PD-DATA-05
    elif not isinstance(then, Result):
        yield _wrong(card.id, "effect.then", "here stands a result")  # PD-DATA-05
    elif when.scaled is not then.scaled:
        told = "steps go with steps, and what is fixed with what is fixed"
        yield _wrong(card.id, "effect.then", told)  # PD-DATA-06


def _page(cards: Cards, page: Page) -> Iterator[Finding]:
    if page.epilogue is not None and page.leads:
        yield _wrong(page.id, "leads", "after an epilogue nothing follows")
    if page.epilogue is None and not page.leads:
        yield _wrong(page.id, "leads", "a page leads on, or has an epilogue")
    if page.epilogue is not None:
        for language in ("en", "de"):
            if getattr(page.epilogue, language).count("{hero}") != 1:
                yield _wrong(page.id, f"epilogue.{language}", "who has won is named once: {hero}")
    if len(page.leads) == len(SIDES):
        spread = [cards.of(Page)[leads].path for leads in page.leads]
        if [path and path.side for path in spread] != [*SIDES]:
            yield _wrong(page.id, "leads", "a left page, then a right page")
        elif len({path.symbol for path in spread if path}) < len(SIDES):
            yield _wrong(page.id, "leads", "two paths have different symbols")  # PD-DATA-14
    if page.rewards is not None:
        yield from _rewards(page.id, page.rewards)


def _rewards(about: str, rewards: Rewards) -> Iterator[Finding]:
    for side in SIDES:
        if not all(isinstance(each, Result) for each in getattr(rewards, side).effects):
            yield _wrong(about, f"rewards.{side}", "a path token only gives something")


def _paths(cards: Cards, story: Story) -> Iterator[Finding]:
    """Follow every path of a story to its end."""
    for pages in ways(cards, story.opens):
        symbols = {path.symbol for page in pages for path in spread(cards, page)}
        if symbols != {*SYMBOLS}:  # PD-DATA-15
            missing = ", ".join(sorted({*SYMBOLS} - symbols))
            yield _wrong(story.id, "opens", f"on the way to {pages[-1].id} is no {missing}")


def ways(cards: Cards, first: str) -> Iterator[tuple[Page, ...]]:
    """Give every way through a story, from a page to an ending."""
    page = cards.of(Page)[first]
    if not page.leads:
        yield (page,)
    for leads in page.leads:
        for rest in ways(cards, leads):
            yield (page, *rest)


def spread(cards: Cards, page: Page) -> tuple[Path, ...]:
    """Give both paths of the pages to which one leads."""
    paths = (cards.of(Page)[leads].path for leads in page.leads)
    return tuple(path for path in paths if path is not None)


def _wrong(about: str, path: str, message: str) -> Finding:
    return Finding(about=about, path=path, message=message, severity="error")


# What the box as a whole must have in it

COMMON, STARTING, BLANK, TWO_COLOURS = 68, 5, 8, range(8, 13)
PAGES, ABILITIES, LEARNT = 23, 4, 20
GIVEN = (2, 3)
GIVING = (v.GainXp, v.GainXpScaled, v.GainSymbol, v.GainSymbolScaled, v.GainEachActive, v.GainShown)


@base.check
def check_box(cards: Cards) -> Iterator[Finding]:
    """Find what the box has too much or too little of."""
    actions = list(cards.of(Action).values())
    common = [each for each in actions if each.character is None]
    if len(common) != COMMON:  # PD-DATA-01
        yield _odd("actions", f"{COMMON} common action cards, not {len(common)}")
    symbols = Counter(each.symbol for each in common)
    if {symbols[symbol] for symbol in SYMBOLS} != {(COMMON - BLANK) // len(SYMBOLS)}:  # PD-DATA-03
        yield _odd("actions", f"each symbol equally often, not {dict(symbols)}")
    colours = Counter(colour for each in common for colour in each.colours)
    several = sum(len(each.colours) > 1 for each in common)
    if (
        max(colours.values()) - min(colours.values()) > 1 or several not in TWO_COLOURS
    ):  # PD-DATA-04
        yield _odd("actions", f"all colours alike often, {several} of two: {dict(colours)}")
    for each in common:
        if each.effect is not None and worth(each.effect.then) not in GIVEN:  # PD-DATA-09
            yield _odd(each.id, f"an effect gives two or three, not {worth(each.effect.then)}")
    yield from _said(common)
    yield from _characters(cards, actions)


def worth(then: Effect) -> int:
    """Say how many symbols or how much experience a result gives, at its highest step."""
    if isinstance(then, v.GainXp | v.GainSymbol):
        return then.amount
    return (
        len(SIDES) * then.amount if isinstance(then, v.GainEachActive) else MOST.get(type(then), 0)
    )


MOST: dict[type[Effect], int] = {v.GainXpScaled: 3, v.GainSymbolScaled: 3, v.GainShown: 2}


def _said(common: list[Action]) -> Iterator[Finding]:
    """Find what the vocabulary of effects has and no common card says."""
    effects = [each.effect for each in common if each.effect is not None]
    said: set[type] = {type(part) for each in effects for part in (each.when, each.then)}
    wanted: set[type] = {*v.CONDITIONS, *GIVING}
    for missing in wanted - said:  # PD-DATA-07
        yield _odd("actions", f"no common card says {missing.__name__}")


def _characters(cards: Cards, actions: list[Action]) -> Iterator[Finding]:
    """Find characters that have too much or too little."""
    effects = set()
    for character in cards.of(Character):
        hand = [each for each in actions if each.character == character]
        if len(hand) != STARTING:  # PD-DATA-01
            yield _odd(character, f"{STARTING} cards to start with, not {len(hand)}")
        effects.add(sum(each.effect is not None for each in hand))
        xp = sorted(a.xp for a in cards.of(Ability).values() if a.character == character)
        if len({*xp}) != ABILITIES or xp[0] or xp[-1] > LEARNT:  # PD-DATA-11
            yield _odd(character, f"four abilities, the first at once, not at {xp}")
    if len(effects) > 1:  # PD-DATA-10
        yield _odd("actions", f"starting hands have as many effects, not {sorted(effects)}")
    for story in cards.of(Story).values():
        told = {page.id for pages in ways(cards, story.opens) for page in pages}
        if len(told) != PAGES:  # PD-DATA-13
            yield _odd(story.id, f"{PAGES} pages, not {len(told)}")


def _odd(about: str, message: str) -> Finding:
    return Finding(about=about, message=message)
