"""Turns, runs, breaches and accesses as steps one can follow, for each edition of the rules.

A step knows what its window allows, whether the Runner may jack out there, and where it goes on. Steps of two
editions never stand in one answer: everything is asked by edition.
"""

from dataclasses import dataclass
from functools import cache
from typing import Any

from app.judge.entries import Source, sources
from app.judge.words import ENGLISH, facts, words

PAID = "paid"
REZ_OTHERS = "rez_non_ice"
REZ_ICE = "rez_approached_ice"
SCORE = "score"
BREAK = "break"


@dataclass(frozen=True, slots=True)
class Way:
    """Where a step goes on: the case in words (empty: always) and the number of the step."""

    case: str
    step: str


@dataclass(frozen=True, slots=True)
class Step:
    """One step. `window`: what may be done (paid, rez_non_ice, rez_approached_ice, score, break), empty
    without a window. `ways`: empty at the end of the structure. `see`: id of a structure that happens
    inside it.
    """

    step: str
    text: str
    window: tuple[str, ...]
    jack_out: bool
    triggers: str
    ways: tuple[Way, ...]
    see: str

    @property
    def then(self) -> str:
        """The ways on in one line, such as `more ice: 2; no more ice: 5`; empty for the next step."""
        return "; ".join(f"{way.case}: {way.step}" for way in self.ways if way.case)


@dataclass(frozen=True, slots=True)
class Structure:
    """A turn, run, breach or access. `first`: who has priority first in its windows, `Corp` or `Runner`."""

    id: str
    edition: str
    structure: str
    name: str
    first: str
    source: Source
    completeness: str
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Window:
    """One window: whether both players may use paid abilities, the Corp rez or score, the Runner break."""

    edition: str
    structure: str
    step: str
    priority_first: str
    paid_abilities_both_players: bool
    corp_may_rez_non_ice: bool
    corp_may_rez_approached_ice: bool
    corp_may_score: bool
    runner_may_break: bool
    text: str


@cache
def timing(edition: str, language: str = ENGLISH) -> tuple[Structure, ...]:
    """The structures of one edition, in the order of a game: turns, then the run and what happens in it."""
    rows = facts("timing")["structure"]
    return tuple(_structure(row, language) for row in rows if row["edition"] == edition)


def windows(structures: tuple[Structure, ...]) -> tuple[Window, ...]:
    """Every window of these structures, in their order."""
    return tuple(
        Window(
            edition=each.edition,
            structure=each.structure,
            step=step.step,
            priority_first=each.first,
            paid_abilities_both_players=PAID in step.window,
            corp_may_rez_non_ice=REZ_OTHERS in step.window,
            corp_may_rez_approached_ice=REZ_ICE in step.window,
            corp_may_score=SCORE in step.window,
            runner_may_break=BREAK in step.window,
            text=step.text,
        )
        for each in structures
        for step in each.steps
        if step.window
    )


def _structure(row: dict[str, Any], language: str) -> Structure:
    said = words(language)
    text = said["timing"][row["id"]]
    numbers = [each["step"] for each in row["steps"]]
    return Structure(
        id=row["id"],
        edition=row["edition"],
        structure=row["structure"],
        name=said["structures"][row["structure"]],
        first=row["first"],
        source=sources(language)[row["source"]],
        completeness=text.get("completeness", ""),
        steps=tuple(
            Step(
                step=each["step"],
                text=text["steps"][each["step"]],
                window=tuple(each.get("window", ())),
                jack_out=each.get("jack_out", False),
                triggers=text.get("triggers", {}).get(each["step"], ""),
                ways=_ways(each, numbers[at + 1 : at + 2], said["cases"]),
                see=each.get("see", ""),
            )
            for at, each in enumerate(row["steps"])
        ),
    )


def _ways(step: dict[str, Any], following: list[str], cases: dict[str, str]) -> tuple[Way, ...]:
    if "next" in step:
        return tuple(Way(cases[way["case"]], way["step"]) for way in step["next"])
    return tuple(Way("", number) for number in following)
