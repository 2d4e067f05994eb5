"""Tells a paste of two decks from one deck with faults, so that the answer asks one thing.

Two decks are: cards of both sides in numbers no slip explains, or a second identity below a deck with another
deck below it. The first deck is kept; the other is named in one problem.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from app.deckcheck.catalog import Card
from app.deckcheck.reading.source import written
from app.deckcheck.values import Entry, Problem
from app.sentences import Sentence, say
from app.sides import Side

CODE = "two-decks"
_FEWEST_WITH_IDENTITY = 10  # copies of the other side below an identity of theirs
_FEWEST = 20


Named = tuple[Card, int | None, str]
"""An identity, its line, and the text that names it."""


@dataclass(frozen=True, slots=True)
class Parted:
    """The first deck's cards, and the problem that says there is another one."""

    entries: list[Entry]
    problem: Problem


def parted(
    entries: Sequence[Entry], first: Card | None, others: Sequence[Named], again: Sequence[Named] = ()
) -> Parted | None:
    """The first of two decks; None for one deck. `others`: further identities; `again`: the first one, named
    once more.
    """
    by_side = {side: sum(e.copies for e in entries if e.card.side is side) for side in Side}
    side = first.side if first is not None else entries[0].card.side if entries else Side.RUNNER
    second = next((other for other in others if other[0].side is side.other), None)
    fewest = _FEWEST_WITH_IDENTITY if second is not None else _FEWEST
    if min(by_side.values()) >= fewest:
        line = second[1] if second else next((e.line for e in entries if e.card.side is side.other), None)
        text = second[2] if second else ""
        kept = [entry for entry in entries if entry.card.side is side]
        what = say("a {side} deck and a {other} deck", side=side.word, other=side.other.word)
        return Parted(kept, _problem(what, second[0].title if second else "", line, text))
    for card, line, text in (*others, *again):
        if line is None or card.side is not side:
            continue
        above = [entry for entry in entries if entry.line is not None and entry.line < line]
        copies = sum(entry.copies for entry in above)
        if copies >= _FEWEST and sum(entry.copies for entry in entries) - copies >= _FEWEST:
            return Parted(above, _problem(say("two {side} decks", side=side.word), card.title, line, text))
    return None


def several(count: int) -> Problem:
    """The problem of one JSON answer with several decks, of which the first is read."""
    message = say("These are {number} decks; the first is checked here. Check one at a time.", number=count)
    return Problem(CODE, message)


def _problem(what: Sentence, second: str, line: int | None, text: str) -> Problem:
    if second:
        message = say(
            "These are two decks, {what} (the second begins with {second}). Check one at a time; "
            "the first is checked here.",
            what=what,
            second=second,
        )
    else:
        message = say(
            "These are two decks, {what}. Check one at a time; the first is checked here.", what=what
        )
    return Problem(CODE, message, line, written(text))
