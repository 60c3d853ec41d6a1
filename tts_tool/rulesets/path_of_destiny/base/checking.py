"""What the linter can only know from this game: which cards and stories are possible at all."""

from __future__ import annotations

from collections.abc import Iterator

from tts_tool.catalog.schema import Cards, Finding
from tts_tool.rulesets.path_of_destiny.base.records import (
    Ability,
    Action,
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
