"""Infractions and what is known of their penalties; where a source names no penalty, the desk names none."""

from collections.abc import Collection
from dataclasses import dataclass
from enum import StrEnum
from functools import cache

from app.judge.entries import Now, Source, sources
from app.judge.words import ENGLISH, facts, words

GUIDE = "guide"


class PenaltyKind(StrEnum):
    """The penalties that can be recorded, the mildest first."""

    WARNING = "warning"
    GAME_LOSS = "game-loss"
    MATCH_LOSS = "match-loss"
    DISQUALIFICATION = "disqualification"


KINDS = tuple(PenaltyKind)


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


def infraction_of(text: str, language: str = ENGLISH) -> str:
    """The code of the list that a judge means by its code or its name; other words stay as they are."""
    wanted = text.casefold()
    for row in penalties(language):
        if row.is_recordable and wanted in (row.infraction, row.name.casefold()):
            return row.infraction
    return text


def infraction_name(infraction: str, language: str = ENGLISH) -> str:
    """The name of a code in the list; own words are their own name."""
    names = (row.name for row in penalties(language) if row.is_recordable and row.infraction == infraction)
    return next(names, infraction)


def infraction_names(language: str = ENGLISH) -> tuple[str, ...]:
    """The names of everything a penalty can be given for, each once, in the order of the list."""
    codes = dict.fromkeys(row.infraction for row in penalties(language) if row.is_recordable)
    return tuple(infraction_name(code, language) for code in codes)


def upgraded(infraction: str, earlier: Collection[PenaltyKind]) -> PenaltyKind | None:
    """The kind to suggest for an infraction after `earlier` kinds for the same one; None for the first time.

    It is one step above the hardest of them, or what the list names for a repeat where that is harder.
    """
    if not earlier:
        return None
    hardest = max(map(KINDS.index, earlier))
    named = [
        KINDS.index(PenaltyKind(row.repeat))
        for row in penalties()
        if row.infraction == infraction and row.repeat
    ]
    return KINDS[max(min(hardest + 1, len(KINDS) - 1), *named, 0)]
