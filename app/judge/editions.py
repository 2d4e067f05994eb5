"""The editions of the rules the desk knows, and which step of each a named moment is.

Answers name a moment, never a number: `{break}` becomes "(step 3.1)" in December 2017 and "(step 3b)" in the
Comprehensive Rules. So one screen shows the numbers of one edition only.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from functools import cache

from app.deckcheck.formats import all_formats
from app.judge.words import ENGLISH, facts, words
from app.sentences import AnyOf, say

DECEMBER_2017 = "2017-12"
COMPREHENSIVE = "cr-26.03"
FAQ = "faq-1.1"
EDITIONS = (DECEMBER_2017, COMPREHENSIVE, FAQ)
"""Ids, the default of Cache Refresh first."""
BY_AGE = (FAQ, DECEMBER_2017, COMPREHENSIVE)

_MOMENT = re.compile(r" ?\{([a-z-]+)\}")


# From then on rules of the game came from its community, in what became the Comprehensive Rules; the last
# official pool stays with the rules of December 2017.
_COMMUNITY = date(2018, 11, 1)


class UnknownEdition(ValueError):
    """An edition was named that the desk does not have; the message names those it has."""


@dataclass(frozen=True, slots=True)
class Edition:
    """One edition of the rules: its id, its name and one sentence on where it is used."""

    id: str
    name: str
    lead: str


def edition_named(name: str, language: str = ENGLISH) -> Edition:
    """The edition with this id; an empty name is the default. Raises UnknownEdition."""
    chosen = name or DECEMBER_2017
    if chosen not in EDITIONS:
        raise UnknownEdition(
            say('There is no edition "{name}". Use one of: {known}.', name=chosen[:40], known=AnyOf(EDITIONS))
        )
    said = words(language)["editions"][chosen]
    return Edition(chosen, said["name"], said["lead"])


def edition_for(format_code: str) -> str:
    """The id of the edition an event of this format is played by: December 2017 for Cache Refresh and pools
    of its time, the Comprehensive Rules for formats that began later or follow today's pools.
    """
    spec = all_formats().get(format_code)
    later = spec is not None and (
        spec.snapshots is not None or (spec.first_day is not None and spec.first_day >= _COMMUNITY)
    )
    return COMPREHENSIVE if later else DECEMBER_2017


def all_editions(language: str = ENGLISH) -> tuple[Edition, ...]:
    """Every edition, the default first."""
    return tuple(edition_named(name, language) for name in EDITIONS)


@cache
def moments() -> Mapping[str, Mapping[str, str]]:
    """Step numbers by moment and edition; an edition without such a step leaves it out."""
    return facts("moments")


def with_steps(text: str, edition: str, language: str = ENGLISH) -> str:
    """The text with the edition's step in the place of each moment, or nothing where it has no such step.

    Raises KeyError for a moment nobody wrote down.
    """
    pattern = words(language)["step"]

    def step(found: re.Match[str]) -> str:
        number = moments()[found[1]].get(edition)
        return " " + pattern.format(step=number) if number else ""

    return _MOMENT.sub(step, text)
