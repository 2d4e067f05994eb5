"""The law of Cyberpunk TCG decks: 3 Legends of different names, 40 to 50 other cards, 3 copies of a card,
RAM.

RAM is a ceiling for each card, not a sum over the deck: no card has more RAM than the Legends of its colour
have together (comprehensive rules of 2026-09-01). Card facts come from an installation's table cyberpunk.tsv;
without it only the numbers are checked, and the verdict says so. Lists are read in cyberpunk_lists.py.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache
from pathlib import Path

from app.deckcheck import tables
from app.deckcheck.cyberpunk_lists import CyberList, Row, read_cyber_list
from app.deckcheck.folding import fold
from app.deckcheck.likeness import Likeness
from app.deckcheck.sentences import Names
from app.deckcheck.verdict import Line, Verdict, Violation

CYBERPUNK = "cyberpunk"
LEGENDS, FEWEST, MOST, COPIES = 3, 40, 50, 3
LEGEND = "legend"


@dataclass(frozen=True, slots=True)
class CyberCard:
    """A card: its name and subtitle, colour, type (`legend`, `unit`, `program`, `gear`) and RAM."""

    slug: str
    name: str
    subtitle: str
    color: str
    type: str
    ram: int

    @property
    def title(self) -> str:
        """Name and subtitle, which together are one card."""
        return f"{self.name}: {self.subtitle}" if self.subtitle else self.name


class CyberCards:
    """All cards known, found by slug, title or a name that only one has."""

    def __init__(self, cards: Sequence[CyberCard]) -> None:
        self.cards = tuple(cards)
        self._by_key: dict[str, list[CyberCard]] = {}
        for card in self.cards:
            for name in {_key(card.slug), _key(card.title), _key(card.name)}:
                self._by_key.setdefault(name, []).append(card)

    def find(self, name: str, *, legend: bool) -> tuple[CyberCard, ...]:
        """Every card the name can mean; below the heading of the Legends only these, if there is one."""
        found = self._by_key.get(_key(name), [])
        exact = [card for card in found if _key(name) in (_key(card.slug), _key(card.title))]
        found = exact or found
        of_kind = [card for card in found if (card.type == LEGEND) is legend]
        return tuple(of_kind or found)

    def mentions(self, text: str) -> bool:
        """Whether a text holds the name of a card; names of three letters and fewer are no proof."""
        key = _key(text)
        return any(len(name) > 3 and name in key for name in self._by_key)

    def suggest(self, name: str) -> tuple[str, ...]:
        """Up to three titles the name may mean."""
        return Likeness([card.title for card in self.cards]).alike(name[:120], 3)


def _key(name: str) -> str:
    return "".join(char for char in fold(name) if char.isalnum())


@cache
def load_cyber_cards(extra: Path | None) -> CyberCards | None:
    """The cards of an installation's folder of tables, or None where it has none."""
    if extra is None or not (extra / "cyberpunk.tsv").is_file():
        return None
    return CyberCards(
        [
            CyberCard(slug, name, subtitle, color, kind.lower(), int(ram))
            for slug, name, subtitle, color, kind, ram in tables.rows("cyberpunk", extra)
        ]
    )


@dataclass(slots=True)
class _Held:
    """A title of the deck: its card where it is known, its copies, its first line."""

    title: str
    card: CyberCard | None
    copies: int
    line: int | None


def judge_cyberpunk(deck: object, cards: CyberCards | None, day: date) -> Verdict:
    """The verdict on a list (text, or `{"legends": [names], "cards": {name: copies}}`) with the cards known.

    Raises Unreadable for what is no list at all.
    """
    read = read_cyber_list(deck)
    violations = list(_bad_quantities(read))
    legends, others = _sorted(read, cards, violations)
    violations.extend(_legends(legends, read, cards))
    violations.extend(_size(sum(held.copies for held in others)))
    violations.extend(_copies([*others]))
    if cards is not None:
        violations.extend(_ram(legends, others))
    warnings = []
    for row in (*read.unread, *([read.name] if read.name else [])):
        if cards is not None and cards.mentions(row.name):
            violations.append(Violation("unread-card-line", row.name[:80], line=row.line))
        elif row is not read.name:
            told = {"text_of_line": row.name[:80]}
            warnings.append(Violation("unreadable-line", line=row.line, values=told))
    if cards is None:
        warnings.append(Violation("not-checked"))
    return Verdict(
        legal=not violations,
        side=None,
        identity=None,
        faction=None,
        format=CYBERPUNK,
        date=day,
        mwl=None,
        deluxe=None,
        cards=sum(held.copies for held in others),
        minimum_cards=FEWEST,
        influence=None,
        influence_limit=None,
        agenda_points=None,
        agenda_points_required=None,
        restricted=(),
        violations=tuple(violations),
        warnings=tuple(warnings),
        lines=_lines([*legends, *others], violations),
        name=read.name.name if read.name else None,
    )


def _bad_quantities(read: CyberList) -> Iterator[Violation]:
    for row in read.rows:
        if not 1 <= row.copies <= 99:
            yield Violation("bad-quantity", row.name, row.copies, line=row.line)


def _sorted(
    read: CyberList, cards: CyberCards | None, violations: list[Violation]
) -> tuple[list[_Held], list[_Held]]:
    """The Legends and the other cards, copies of one title together; unknown names become violations."""
    legends: dict[str, _Held] = {}
    others: dict[str, _Held] = {}
    for row in read.rows:
        if not 1 <= row.copies <= 99:
            continue
        card = _card_of(row, cards, violations) if cards is not None else None
        title = card.title if card else row.name
        is_legend = card.type == LEGEND if card else row.legend
        kept = (legends if is_legend else others).setdefault(_key(title), _Held(title, card, 0, row.line))
        kept.copies += row.copies
    return list(legends.values()), list(others.values())


def _card_of(row: Row, cards: CyberCards, violations: list[Violation]) -> CyberCard | None:
    found = cards.find(row.name, legend=row.legend)
    if len(found) == 1:
        return found[0]
    variant = "several" if found else ""
    near = tuple(card.title for card in found) or cards.suggest(row.name)
    violations.append(Violation("unknown-card", row.name, line=row.line, suggestions=near, variant=variant))
    return None


def _legends(legends: Sequence[_Held], read: CyberList, cards: CyberCards | None) -> Iterator[Violation]:
    """Three Legends, each with a name of its own."""
    count = sum(held.copies for held in legends)
    if count != LEGENDS:
        unmarked = count == 0 and cards is None and not read.marks_legends
        variant = "unmarked" if unmarked else ""
        yield Violation("legends-count", copies=count, allowed=LEGENDS, variant=variant)
    by_name: dict[str, list[_Held]] = {}
    for held in legends:
        by_name.setdefault(_key(_name_of(held)), []).append(held)
    for same in by_name.values():
        copies = sum(held.copies for held in same)
        if copies > 1:
            titles = tuple(held.title for held in same) * (1 if len(same) > 1 else copies)
            yield Violation(
                "legends-same-name",
                same[0].title,
                copies,
                1,
                same[-1].line,
                values={"titles": Names(titles)},
            )


def _name_of(held: _Held) -> str:
    """The name without its subtitle, as far as it can be told."""
    return held.card.name if held.card else held.title.split(":")[0].split(",")[0]


def _size(count: int) -> Iterator[Violation]:
    if count < FEWEST:
        yield Violation("deck-too-small", copies=count, allowed=FEWEST, variant="besides")
    elif count > MOST:
        yield Violation("deck-too-large", copies=count, allowed=MOST)


def _copies(others: Sequence[_Held]) -> Iterator[Violation]:
    for held in others:
        if held.copies > COPIES:
            yield Violation("copies-exceed-deck-limit", held.title, held.copies, COPIES, held.line)


def ceilings(legends: Sequence[CyberCard]) -> Mapping[str, int]:
    """The RAM of the Legends of each colour together: the most a card of that colour may have."""
    found: dict[str, int] = {}
    for card in legends:
        found[card.color] = found.get(card.color, 0) + card.ram
    return found


def _ram(legends: Sequence[_Held], others: Sequence[_Held]) -> Iterator[Violation]:
    most = ceilings([held.card for held in legends if held.card for _copy in range(held.copies)])
    for held in others:
        card = held.card
        if card is not None and card.ram > most.get(card.color, 0):
            yield Violation(
                "ram-exceeded",
                held.title,
                held.copies,
                most.get(card.color, 0),
                held.line,
                values={"ram": card.ram, "color": card.color},
            )


def _lines(held: Sequence[_Held], violations: Sequence[Violation]) -> tuple[Line, ...]:
    status: dict[str, str] = {}
    for violation in violations:
        if violation.card is not None:
            status.setdefault(violation.card, violation.code)
    return tuple(
        Line(
            item.title,
            item.copies,
            None,
            0,
            status.get(item.title, "ok"),
            item.card.type if item.card else "",
            item.card.color if item.card else "",
            item.line,
        )
        for item in held
    )
