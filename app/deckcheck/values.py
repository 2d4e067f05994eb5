"""What a reader hands to the checker: a decklist, its entries, and what could not be read.

Every problem carries the code the verdict reports it under, the line it stands on and the words as
written, so that nothing a player pasted disappears silently.
"""

from dataclasses import dataclass, replace

from app.deckcheck.catalog import Card
from app.sentences import Sentence

IDENTITY_PROBLEMS = frozenset({"identity-missing", "identity-ambiguous", "several-identities"})


@dataclass(frozen=True, slots=True)
class Entry:
    """Copies of one card on one line. `line` counts from 1; None when the form has no lines (JSON)."""

    card: Card
    copies: int
    line: int | None = None
    written: str = ""


@dataclass(frozen=True, slots=True)
class Problem:
    """Something of the list that could not be taken as it stands.

    `code` is a violation code (`unknown-card`, `identity-missing`, `identity-ambiguous`,
    `several-identities`, `bad-quantity`) or `unreadable-line`, which the verdict reports as a warning.
    `suggestions` are titles.
    """

    code: str
    said: Sentence
    line: int | None = None
    written: str = ""
    suggestions: tuple[str, ...] = ()

    @property
    def message(self) -> str:
        """The sentence in the reader's language."""
        return str(self.said)


@dataclass(frozen=True, slots=True)
class Decklist:
    """A deck as read: the identity (None when the list names none or several), the cards, the problems."""

    name: str | None
    identity: Card | None
    entries: tuple[Entry, ...]
    problems: tuple[Problem, ...] = ()


def with_identity(decklist: Decklist, identity: Card) -> Decklist:
    """The same list under an identity chosen apart; what the list said about its identity no longer
    counts.
    """
    left = tuple(problem for problem in decklist.problems if problem.code not in IDENTITY_PROBLEMS)
    return replace(decklist, identity=identity, problems=left)
