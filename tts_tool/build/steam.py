"""Learns from a save which pictures Tabletop Simulator has brought to Steam, and at which address.

No other program may upload to Steam; the game does, for whatever save is open (Upload All), and
writes the new addresses into the save that is made then. A picture is known there by the SHA-1 in
its address, or by its place: the same keys of the same object. What is fetched from there and is
the same picture is proven; where nothing answers, the SHA-1 is believed.
"""

from __future__ import annotations

import asyncio
import os
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from hashlib import sha1
from pathlib import Path
from typing import Final, Literal, NamedTuple

from tts_tool.build.asking import NoReply, Reply, Web, side_by_side
from tts_tool.build.publishing import Manners
from tts_tool.errors import Unavailable
from tts_tool.saves.assets import picture_name
from tts_tool.saves.pairing import paired
from tts_tool.saves.tree import Node

__all__ = ["STEAM", "Guess", "GuessVerdict", "Steam", "guesses_of", "hashed", "steam_addresses"]

STEAM: Final = "https://steamusercontent-a.akamaihd.net/ugc/"
_VARIABLE: Final = "TTS_TOOL_STEAM"
_ADDRESS: Final = re.compile(
    r"https?://(?:[\w-]+\.)*(?:steamusercontent\.com|steamusercontent-a\.akamaihd\.net)"
    r"/ugc/(\d{1,20})/([0-9A-Fa-f]{40})(?![0-9A-Za-z])/?"
)
_GONE: Final = frozenset({404, 410})
_ENOUGH: Final = 5
"""So many questions in a row without an answer, and no one is asked any more: we are offline."""

How = Literal["fetched", "hash", "place", "gone", "other", "unanswered"]


class Guess(NamedTuple):
    """An address that may be a picture's: in how many of its places it stands, and if it says so.

    `says_so` if the SHA-1 in it is that of the picture; `rivals` counts the other guesses for the
    same picture, or of the same address for others.
    """

    name: str
    address: str
    places: int
    says_so: bool
    rivals: int = 0


class GuessVerdict(NamedTuple):
    """What became of a guess: proven, believed, or refuted."""

    guess: Guess
    how: How

    @property
    def holds(self) -> bool:
        """Tell whether saves may look there."""
        return self.how in {"fetched", "hash", "place"}


def steam_addresses(text: str) -> Iterator[tuple[str, str]]:
    """List the addresses on Steam in a text, as Steam has them now, each with its SHA-1.

    >>> sha = "0123456789ABCDEF0123456789ABCDEF01234567"
    >>> [each for each, _ in steam_addresses(f"http://cloud-3.steamusercontent.com/ugc/12/{sha}/")]
    ['https://steamusercontent-a.akamaihd.net/ugc/12/0123456789ABCDEF0123456789ABCDEF01234567/']
    """
    for found in _ADDRESS.finditer(text):
        yield f"{STEAM}{found[1]}/{found[2].upper()}/", found[2].upper()


def hashed(pictures: Iterable[Path]) -> dict[str, str]:
    """Give the SHA-1 of pictures, by name, as Steam writes it."""
    return {
        path.name: sha1(path.read_bytes(), usedforsecurity=False).hexdigest().upper()
        for path in pictures
    }


def guesses_of(
    text: str, root: Node, before: Iterable[Node], wanted: Mapping[str, str]
) -> list[Guess]:
    """List what addresses in a save may be those of pictures, best first.

    `text` is the save as it is written, `root` the same as a tree, `before` are the saves that it
    may have been before, `wanted` has the SHA-1 of each picture that is sought, by name.
    """
    names = {digest: name for name, digest in wanted.items()}
    places: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for address, digest in steam_addresses(text):
        if digest in names:
            places[names[digest]][address] += 0
    for older in before:
        for ours, theirs in paired(older, root).items():
            name = picture_name(ours)
            for written, count in theirs.items() if name in wanted else ():
                for address, _ in steam_addresses(written):
                    places[name][address] += count
    claimed = Counter(address for counts in places.values() for address in counts)
    found = (
        Guess(
            name=name,
            address=address,
            places=count,
            says_so=f"/{wanted[name]}/" in address,
            rivals=len(counts) + claimed[address] - 2,
        )
        for name, counts in places.items()
        for address, count in counts.items()
    )
    return sorted(found, key=lambda each: (each.name, not each.says_so, -each.places, each.address))


class Steam:
    """Steam's server for the files of players, or a mirror of it.

    `names_content` says whether the SHA-1 in an address is believed where nothing answers; it is
    an assumption.
    """

    def __init__(self, base: str = "", *, manners: Manners, names_content: bool = True) -> None:
        self.base = base or os.environ.get(_VARIABLE) or STEAM
        self.manners = manners
        self.names_content = names_content
        self._silent = 0

    def learn(
        self, guesses: Iterable[Guess], pictures: Mapping[str, Path]
    ) -> Iterator[GuessVerdict]:
        """Ask for what is guessed, compare it with the pictures, and say of each what came of it.

        Of several guesses for a picture the next is only asked for if the one before does not hold.
        """
        tried: defaultdict[str, list[Guess]] = defaultdict(list)
        for guess in guesses:
            tried[guess.name].append(guess)
        jobs = (partial(self._first, several, pictures[name]) for name, several in tried.items())
        yield from side_by_side(jobs, self.manners.together)

    async def _first(self, guesses: list[Guess], picture: Path, web: Web) -> GuessVerdict:
        verdicts = []
        for guess in guesses:
            verdicts.append(GuessVerdict(guess, await self._how(guess, picture, web)))
            if verdicts[-1].holds:
                return verdicts[-1]
        return verdicts[0]

    async def _how(self, guess: Guess, picture: Path, web: Web) -> How:
        wanted = await asyncio.to_thread(picture.read_bytes)
        answer = await self._answer(guess.address, len(wanted), web)
        if answer is not None and answer.status in _GONE:
            return "gone"
        if answer is not None and answer.is_good:
            return "fetched" if answer.body == wanted else "other"
        if self.names_content:
            return "hash" if guess.says_so else "unanswered"
        return "place" if guess.places and not guess.rivals else "unanswered"

    async def _answer(self, address: str, size: int, web: Web) -> Reply | None:
        """Ask for as much as the picture has, unless nobody answers any more."""
        where = f"{self.base}{address.removeprefix(STEAM)}"
        for _ in range(self.manners.attempts):
            if self._silent >= _ENOUGH:
                return None
            try:
                answer = await web.ask("GET", where, seconds=self.manners.seconds(size), most=size)
            except (NoReply, Unavailable):
                self._silent += 1
            else:
                self._silent = 0
                return answer
        return None
