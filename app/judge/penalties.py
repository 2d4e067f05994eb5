"""Infractions and what is known of their penalties; where a source names no penalty, the desk names none."""

from dataclasses import dataclass
from functools import cache

from app.judge.entries import Now, Source, sources
from app.judge.words import ENGLISH, facts, words

KINDS = ("warning", "game-loss", "match-loss", "disqualification")
"""The penalties that can be recorded, the mildest first."""
GUIDE = "guide"


@dataclass(frozen=True, slots=True)
class Penalty:
    """One row of the list. `infraction`: the code a recorded penalty carries. `first` and `repeat`: the kinds
    the source names for the first and the second time, empty where it names none. `category`: game-error,
    tournament-error, conduct, or guide for advice with nothing to record.
    """

    id: str
    infraction: str
    issuer: str
    category: str
    name: str
    what: str
    penalty: str
    first: str
    repeat: str
    keywords: tuple[str, ...]
    source: Source
    now: Now

    @property
    def is_recordable(self) -> bool:
        """Whether a judge can give a penalty for it."""
        return self.category != GUIDE


@cache
def penalties(language: str = ENGLISH) -> tuple[Penalty, ...]:
    """Every row, in the order of the sources."""
    said = words(language)["penalties"]
    return tuple(
        Penalty(
            **{name: row[name] for name in ("id", "infraction", "issuer", "category", "first", "repeat")},
            **said[row["id"]],
            keywords=tuple(row["keywords"]),
            source=sources(language)[row["source"]],
            now=Now(row["now"]),
        )
        for row in facts("penalties")["penalty"]
    )
