"""The deck desk: every deck with its verdict, the deck checks to do and done, one check to tick off."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import ClassVar

from app.deckcheck.titles import card_title
from app.sentences import t
from app.services.decks.deck_views import DeckView, DeskRow
from app.sides import DeckSlot
from app.tournament.lifecycle import TableState
from app.web.presenters.deck_checks import CheckShown, DeckShown
from app.web.presenters.desk_frame import DeskPage
from app.web.presenters.desk_players import HandedDeck
from app.web.views import ByField
from app.words.written import listed_short


@dataclass(frozen=True)
class DeckCell:
    """A deck of a player in the list: its verdict in a word, and what a judge looks for in it."""

    side: DeckSlot
    word: str
    state: TableState
    identity: str | None = None
    faults: int = 0
    deluxe: str | None = None
    restricted: str | None = None
    reason: str | None = None
    at: datetime | None = None


@dataclass(frozen=True)
class DeckRow:
    """A player with each deck of the event."""

    name: str
    href: str
    dropped: bool
    decks: Sequence[DeckCell]


@dataclass(frozen=True)
class DecksPage(DeskPage):
    """The deck desk. `missing` and `illegal` count players who play; `one` where each brings one deck."""

    template: ClassVar[str] = "organizer/decks.html"

    rows: Sequence[DeckRow]
    total: int
    missing: int
    illegal: int
    filters: Sequence[tuple[str, str]]
    one: bool
    show: str
    to_check: Sequence[CheckShown]
    checked: Sequence[CheckShown]
    playing: bool
    typed: ByField


@dataclass(frozen=True)
class DeckCheckPage(DeskPage):
    """The lists of a player to tick off, and before them how each was judged."""

    template: ClassVar[str] = "organizer/deck_check.html"

    check: CheckShown
    verdicts: Sequence[HandedDeck]
    decks: Sequence[DeckShown]
    unlisted: str
    outcomes: Sequence[tuple[str, str]]
    typed: ByField


def fits(row: DeskRow, show: str) -> bool:
    """Whether a filter of the list lets a player through; an unknown one lets everybody."""
    match show:
        case "missing":
            return bool(row.missing)
        case "illegal":
            return is_illegal(row)
        case "legal":
            return all(deck is not None and _counts(deck) for deck in row.decks.values())
    return True


def is_illegal(row: DeskRow) -> bool:
    """Whether a deck of the player may not be played."""
    return any(deck is not None and not _counts(deck) for deck in row.decks.values())


def _counts(deck: DeckView) -> bool:
    return deck.told.legal or deck.override_reason is not None


def deck_row(row: DeskRow, desk: str) -> DeckRow:
    """A player in the list; `desk` is the address of the dashboard."""
    cells = [_cell(slot, deck) for slot, deck in row.decks.items()]
    return DeckRow(row.name, f"{desk}/players/{row.player_id}", row.dropped, cells)


def _cell(slot: DeckSlot, deck: DeckView | None) -> DeckCell:
    if deck is None:
        return DeckCell(slot, t("missing"), TableState.WAITING)
    verdict, counts = deck.told, _counts(deck)
    return DeckCell(
        side=slot,
        word=t("legal") if verdict.legal else t("allowed") if counts else t("not legal"),
        state=TableState.DONE if counts else TableState.DISPUTED,
        identity=deck.identity or listed_short(_legends(deck)),
        faults=len(verdict.causes("")) if not counts else 0,
        deluxe=verdict.deluxe,
        restricted=listed_short([card_title(each) for each in verdict.restricted]),
        reason=deck.override_reason,
        at=deck.handed_in_at,
    )


def _legends(deck: DeckView) -> list[str]:
    """The Legends of a deck of the Cyberpunk TCG, which stand for it as an identity does elsewhere."""
    return [line.card for line in deck.told.lines if line.type == "legend"]
