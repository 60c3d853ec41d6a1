"""How long 2,000 cards take to load, beside reading the same text with the TOML parser alone.

Run it: `python tests/bench/bench_catalog.py`
"""

from __future__ import annotations

import tempfile
import time
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

from tts_tool.catalog import Catalogue, Effect, Operation, Record, Schema, load, ref

CARDS = 2_000
CARD = """
[[ware]]
id = "ware-{n}"
name = {{ en = "Ware {n}", de = "Ware {n}" }}
cost = {cost}
goes_with = ["ware-{other}"]
provenance = {{ cost = "component: photo of the card" }}
effects = [
  {{ op = "gain-gold", amount = {cost} }},
  {{ op = "take-ware", ware = "ware-{other}" }},
]

[ware.rules_text]
en = "When you buy this, gain {cost} gold and take another ware."
de = "Wenn du dies kaufst, erhalte {cost} Gold und nimm eine andere Ware."
"""


class GainGold(Operation):
    """Gold from the bank."""

    amount: int


class TakeWare(Operation):
    """A ware from the supply."""

    ware: Annotated[str, ref("ware")]


class Ware(Record):
    """What the market sells."""

    cost: int
    rules_text: dict[str, str]
    goes_with: tuple[Annotated[str, ref("ware")], ...] = ()
    effects: tuple[Effect, ...] = ()


SCHEMA = Schema(kinds={"ware": Ware}, operations=(GainGold, TakeWare))


def seconds(work: Callable[[], object], rounds: int = 3) -> float:
    """Give the best of a few rounds: the others measured something else as well."""
    times = []
    for _ in range(rounds):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return min(times)


def main() -> None:
    """Write the cards, measure both, print a line each and the ratio."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "wares.toml"
        cards = (CARD.format(n=n, cost=n % 9, other=(n * 7) % CARDS) for n in range(CARDS))
        file.write_text('[provenance]\ndefault = "house"\n' + "".join(cards), encoding="utf-8")
        text = file.read_text(encoding="utf-8")
        parsing = seconds(lambda: tomllib.loads(text))
        loading = seconds(lambda: load(file, SCHEMA))
        catalogue = load(file, SCHEMA)
        digest = seconds(lambda: Catalogue(catalogue.entries, SCHEMA).digest)
    print(f"{CARDS} cards, {len(text) / 1e6:.2f} MB, digest {catalogue.digest}")
    print(f"tomllib alone   {parsing:.3f} s")
    print(f"catalog.load    {loading:.3f} s   {loading / parsing:.2f} x")
    print(f"the digest adds {digest:.3f} s")


if __name__ == "__main__":
    main()
