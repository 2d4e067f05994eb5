"""What a deck pays in influence, card by card, and how much its identity has.

Every card of another faction costs its printed influence, neutral cards with a printed cost too. The list
of 1.2 puts universal influence on top, in faction too; the lists before lower the limit instead. Free are
the first copy of every program under The Professor (identities.toml; universal influence included) and
alliance cards whose condition holds.
"""

import tomllib
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from app.deckcheck.catalog import Card
from app.deckcheck.identity_laws import law_of
from app.deckcheck.mwl import MostWanted
from app.deckcheck.tables import FOLDER


@dataclass(frozen=True, slots=True)
class Held:
    """A title of the deck: all its copies, the first line it stands on, copies that are no part of the
    deck.
    """

    card: Card
    copies: int
    line: int | None
    apart: int = 0

    @property
    def counted(self) -> int:
        """Copies that are part of the deck."""
        return self.copies - self.apart


@cache
def _alliances() -> Mapping[str, dict[str, Any]]:
    """The condition of every alliance card, by title."""
    data = tomllib.loads((FOLDER / "alliances.toml").read_text(encoding="utf-8"))
    return {title: condition for condition in data["condition"] for title in condition["titles"]}


def influence_paid(
    identity: Card, held: Sequence[Held], mwl: MostWanted | None
) -> tuple[dict[str, int], int]:
    """Influence per title (all its copies) and the sum, the identity's own universal influence included."""
    universal = mwl.universal if mwl else {}
    alliances = _alliances()
    free_programs = law_of(identity).free_programs
    paid: dict[str, int] = {}
    for item in held:
        card = item.card
        each = 0 if card.faction == identity.faction else card.influence or 0
        if each and card.title in alliances and _is_free(alliances[card.title], card, held):
            each = 0
        charged = item.counted
        if free_programs and card.type == "program":
            charged = max(charged - free_programs, 0)
        paid[card.title] = (each + universal.get(card.title, 0)) * charged
    return paid, sum(paid.values()) + universal.get(identity.title, 0)


def influence_limit(identity: Card, held: Sequence[Held], mwl: MostWanted | None) -> int | None:
    """The identity's limit, less the penalty of 1.0 and 1.1 for every copy of a listed card; None: no
    limit.
    """
    limit = identity.influence_limit
    if limit is None or mwl is None or not mwl.penalty:
        return limit
    lost = sum(mwl.penalty.get(item.card.title, 0) * item.counted for item in held)
    lost += mwl.penalty.get(identity.title, 0)
    return max(limit - lost, 1) if lost else limit


def _is_free(condition: Mapping[str, Any], alliance: Card, held: Sequence[Held]) -> bool:
    """Whether the condition of an alliance card holds in this deck."""
    counts: Counter[str] = Counter()
    for item in held:
        counts["cards"] += item.counted
        counts[item.card.type] += item.counted
        if item.card.faction == alliance.faction and "Alliance" not in item.card.keywords:
            counts["faction"] += item.counted
        if item.card.title == condition.get("of"):
            counts["title"] += item.counted
    number = counts[condition["counts"]]
    return bool(condition.get("at_least", 0) <= number <= condition.get("at_most", number))
