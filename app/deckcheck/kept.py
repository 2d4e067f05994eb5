"""A verdict read back from JSON: as a row keeps it or as the API answers it, of this version or a former one.

What a former version did not say is None or empty. Each part is read when it is asked for: a list of hundreds
of players asks most verdicts for one word.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from app.deckcheck.sentences import MESSAGES, Names, sentence, told
from app.sides import Side


@dataclass(frozen=True, slots=True)
class KeptProblem:
    """A violation or a warning in a sentence; `line` counts from 1 and is None where it has none."""

    code: str
    message: str
    card: str | None
    copies: int | None
    allowed: int | None
    line: int | None
    suggestions: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class KeptLine:
    """A title of the deck; `status` is ok or a code, `influence` that of all copies."""

    card: str
    copies: int
    status: str
    product: str
    influence: int
    type: str
    line: int | None


@dataclass(frozen=True, slots=True)
class Cause:
    """What is wrong, said once for all titles of one cause: the lines it stands in, and what may have been
    meant."""

    code: str
    message: str
    lines: tuple[int, ...]
    suggestions: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class KeptVerdict:
    """The parts of a verdict that pages show, by the names docs/deckcheck.md gives them."""

    json: Mapping[str, Any]

    @property
    def legal(self) -> bool:
        """Whether the deck may be played."""
        return bool(self.json["legal"])

    @property
    def side(self) -> Side | None:
        """The side of the deck; None in a game without sides, and where it is not known."""
        side = self.json.get("side")
        return Side(side) if side in tuple(Side) else None

    @property
    def format(self) -> str:
        """The code of the format."""
        return str(self.json["format"])

    @property
    def name(self) -> str | None:
        """What the deck is called."""
        return self._text("name")

    @property
    def identity(self) -> str | None:
        """The title of the identity."""
        return self._text("identity")

    @property
    def day(self) -> str | None:
        """The day it was judged by, in ISO 8601."""
        return self._text("date")

    @property
    def mwl(self) -> str | None:
        """The name of the Most Wanted List."""
        return self._text("mwl")

    @property
    def deluxe(self) -> str | None:
        """The deluxe the deck chose."""
        return self._text("deluxe")

    @property
    def cards(self) -> int:
        """How many cards the deck has."""
        return self._number("cards") or 0

    @property
    def minimum_cards(self) -> int | None:
        """How many it has to have."""
        return self._number("minimum_cards")

    @property
    def influence(self) -> int:
        """The influence it spends."""
        return self._number("influence") or 0

    @property
    def influence_limit(self) -> int | None:
        """The influence it may spend; None: no limit."""
        return self._number("influence_limit")

    @property
    def agenda_points(self) -> int:
        """The agenda points in it."""
        return self._number("agenda_points") or 0

    @property
    def agenda_points_required(self) -> tuple[int, int] | None:
        """The fewest and the most agenda points it may have."""
        fewest_and_most = self.json.get("agenda_points_required")
        return (fewest_and_most[0], fewest_and_most[1]) if fewest_and_most else None

    @property
    def restricted(self) -> tuple[str, ...]:
        """The restricted cards in it."""
        return tuple(self.json.get("restricted") or ())

    @property
    def violations(self) -> tuple[KeptProblem, ...]:
        """Every rule broken."""
        return tuple(_problem(each) for each in self.json["violations"])

    @property
    def warnings(self) -> tuple[KeptProblem, ...]:
        """What a reader should know besides."""
        return tuple(_problem(each) for each in self.json.get("warnings") or ())

    @property
    def lines(self) -> tuple[KeptLine, ...]:
        """The titles of the deck in the order of the list."""
        return tuple(_line(each) for each in self.json.get("lines") or ())

    def causes(self, format_name: str) -> tuple[Cause, ...]:
        """The violations for a reader: those of one cause and several titles as one, in the order of the
        first of each."""
        groups: dict[str, list[KeptProblem]] = {}
        for number, violation in enumerate(self.violations):
            alone = violation.card is None or f"{violation.code}/many" not in MESSAGES
            groups.setdefault(f"{number}" if alone else violation.code, []).append(violation)
        return tuple(self._cause(group, format_name) for group in groups.values())

    def _cause(self, group: Sequence[KeptProblem], format_name: str) -> Cause:
        first = group[0]
        message = first.message
        if len(group) > 1:
            counts = tuple(
                sentence("copies-of/allowed", {"copies": v.copies, "card": v.card, "allowed": v.allowed})
                for v in group
            )
            values = {
                "n": len(group),
                "titles": Names(tuple(v.card or "" for v in group)),
                "counts": Names(counts),
                "format": format_name,
                "day": self.day,
                "mwl": self.mwl,
            }
            message = str(sentence(f"{first.code}/many", values))
        lines = {v.line for v in group if v.line is not None}
        return Cause(first.code, message, tuple(sorted(lines)), first.suggestions)

    def _text(self, name: str) -> str | None:
        value = self.json.get(name)
        return str(value) if value else None

    def _number(self, name: str) -> int | None:
        return _whole(self.json.get(name))


def _whole(value: object) -> int | None:
    return value if type(value) is int else None


def _problem(kept: Mapping[str, Any]) -> KeptProblem:
    card = kept.get("card")
    return KeptProblem(
        code=str(kept["code"]),
        message=str(told(kept)),
        card=card if isinstance(card, str) else None,
        copies=_whole(kept.get("copies")),
        allowed=_whole(kept.get("allowed")),
        line=_whole(kept.get("line")),
        suggestions=tuple(kept.get("suggestions") or ()),
    )


def _line(kept: Mapping[str, Any]) -> KeptLine:
    return KeptLine(
        card=str(kept["card"]),
        copies=kept["copies"],
        status=str(kept["status"]),
        product=str(kept.get("product") or ""),
        influence=_whole(kept.get("influence")) or 0,
        type=str(kept.get("type") or ""),
        line=_whole(kept.get("line")) or None,
    )
