"""The verdict on a deck: whether it is legal, everything that is wrong with it, and where its cards come
from.

Field names of the JSON are those other programs rely on; the codes of violations are listed in
docs/deckcheck.md.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from app.deckcheck.sentences import SAID, sentence
from app.deckcheck.titles import with_titles
from app.sentences import Sentence
from app.sides import Side


@dataclass(frozen=True, slots=True)
class Violation:
    """One rule broken (or one warning): a code, and what it is about where that is known.

    `copies` is what the deck has and `allowed` what it may have. `line` counts from 1. The sentence is the
    one of the code (sentences.py), or of `code/variant`, with `values` beside the fields.
    """

    code: str
    card: str | None = None
    copies: int | None = None
    allowed: int | None = None
    line: int | None = None
    suggestions: tuple[str, ...] = ()
    variant: str = ""
    values: Mapping[str, Any] = field(default_factory=dict)

    @property
    def said(self) -> Sentence:
        """What is wrong, in one sentence."""
        if "text" in self.values:
            return with_titles(self.values["text"])
        key = f"{self.code}/{self.variant}" if self.variant else self.code
        fields = {name: getattr(self, name) for name in ("card", "copies", "allowed", "line")}
        fields["n"] = self.copies
        return sentence(key, {**fields, **self.values})

    @property
    def message(self) -> str:
        """The sentence in the reader's language."""
        return str(self.said)

    def as_json(self) -> dict[str, Any]:
        """The violation without the fields that are not known."""
        return self._with({"code": self.code, "message": self.message})

    def as_kept(self) -> dict[str, Any]:
        """The same to be kept: the sentence in English, and as text and values."""
        said = self.said
        return self._with({"code": self.code, "message": said.english, SAID: said.as_json()})

    def _with(self, answer: dict[str, Any]) -> dict[str, Any]:
        for name in ("card", "copies", "allowed", "line"):
            value = getattr(self, name)
            if value is not None:
                answer[name] = value
        if self.suggestions:
            answer["suggestions"] = list(self.suggestions)
        return answer


@dataclass(frozen=True, slots=True)
class Line:
    """One title of the deck: copies, the products it comes from, influence of all copies, `ok` or a code, and
    the first line of the list it stands on (None where the list has no lines)."""

    card: str
    copies: int
    product: str | None
    influence: int
    status: str
    type: str = ""
    faction: str = ""
    line: int | None = None

    def as_json(self) -> dict[str, Any]:
        """The line as the API answers it."""
        return {
            "card": self.card,
            "copies": self.copies,
            "product": self.product,
            "influence": self.influence,
            "status": self.status,
            "type": self.type,
            "faction": self.faction,
            "line": self.line,
        }


@dataclass(frozen=True, slots=True)
class Change:
    """A piece of advice; `kind` is cut, add, swap, choose, name or replace.

    `cards` are the titles it speaks of, `cuts` the copies to take out of each title, `add` the number of
    cards to put in, `points` the least and the most agenda points the deck has to gain (negative: to lose) by
    what is added or swapped. The sentence is that of `key` with `values` (sentences.py).
    """

    kind: str
    key: str
    values: Mapping[str, Any] = field(default_factory=dict)
    cards: tuple[str, ...] = ()
    cuts: Mapping[str, int] = field(default_factory=dict)
    add: int = 0
    points: tuple[int, int] | None = None

    @property
    def message(self) -> str:
        """What to do, in one sentence in the reader's language."""
        return str(sentence(self.key, self.values))

    def as_json(self) -> dict[str, Any]:
        """The advice as the API answers it."""
        return {"kind": self.kind, "message": self.message, "cards": list(self.cards)}


@dataclass(frozen=True, slots=True)
class Verdict:
    """The whole answer. `influence_limit` None: no limit. Values that need an identity are None without
    one.
    """

    legal: bool
    side: Side | None
    identity: str | None
    faction: str | None
    format: str
    date: date
    mwl: str | None
    deluxe: str | None
    cards: int
    minimum_cards: int | None
    influence: int | None
    influence_limit: int | None
    agenda_points: int | None
    agenda_points_required: tuple[int, int] | None
    restricted: tuple[str, ...]
    violations: tuple[Violation, ...]
    warnings: tuple[Violation, ...]
    lines: tuple[Line, ...]
    name: str | None = None
    products: tuple[str, ...] = ()
    wild: tuple[str, ...] = ()

    @property
    def codes(self) -> frozenset[str]:
        """The codes of all violations."""
        return frozenset(violation.code for violation in self.violations)

    def as_json(self) -> dict[str, Any]:
        """The verdict as the API answers it."""
        required = self.agenda_points_required
        return {
            "legal": self.legal,
            "name": self.name,
            "side": self.side.value if self.side else None,
            "identity": self.identity,
            "faction": self.faction,
            "format": self.format,
            "date": self.date.isoformat(),
            "mwl": self.mwl,
            "deluxe": self.deluxe,
            "cards": self.cards,
            "minimum_cards": self.minimum_cards,
            "influence": self.influence,
            "influence_limit": self.influence_limit,
            "agenda_points": self.agenda_points,
            "agenda_points_required": list(required) if required else None,
            "restricted": list(self.restricted),
            "chosen_products": list(self.products),
            "wild": list(self.wild),
            "violations": [violation.as_json() for violation in self.violations],
            "warnings": [warning.as_json() for warning in self.warnings],
            "lines": [line.as_json() for line in self.lines],
        }

    def as_kept(self) -> dict[str, Any]:
        """The verdict as rows keep it, to be told in any language (`told_verdict`)."""
        return {
            **self.as_json(),
            "violations": [violation.as_kept() for violation in self.violations],
            "warnings": [warning.as_kept() for warning in self.warnings],
        }
