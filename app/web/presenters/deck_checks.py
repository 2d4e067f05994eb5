"""Deck checks in words, and the lists to tick off with what was counted or typed."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from app.deckcheck.titles import title_and_english
from app.sentences import message, t
from app.services.judging.deck_checks import CardLine, CheckSheet, DeckCheckView, DeckSheet
from app.sides import DeckSlot
from app.storage.kinds import CheckOutcome

OUTCOME_NAMES = {
    CheckOutcome.IN_ORDER: message("In order"),
    CheckOutcome.WARNING: message("Warning"),
    CheckOutcome.GAME_LOSS: message("Game loss"),
}


@dataclass(frozen=True)
class CheckShown:
    """A deck check in the list: at which table, and what was found, empty while it waits."""

    id: int
    href: str
    name: str
    round: int | None
    table: int | None
    outcome: str
    finding: str
    by: str
    at: datetime | None


@dataclass(frozen=True)
class CardShown:
    """A card of the list: its copies, and how many were found; `all` while every copy was ticked off."""

    key: str
    title: str
    copies: int
    found: str
    all: bool


@dataclass(frozen=True)
class Typed:
    """What a form of a check held: numbers by field, and the cards that were ticked."""

    found: Mapping[str, str]
    ticked: frozenset[str]


@dataclass(frozen=True)
class DeckShown:
    """One list to tick off."""

    side: DeckSlot
    identity: str
    cards: tuple[CardShown, ...]
    total: int
    differ: tuple[str, ...]


def checks_shown(found: Iterable[DeckCheckView], desk: str) -> tuple[list[CheckShown], list[CheckShown]]:
    """The checks to do at tables still playing by table, and the others, the newest first."""
    listed = list(found)
    waiting = [each for each in listed if each.finding is None and each.playing]
    others = [each for each in reversed(listed) if each not in waiting]
    by_table = sorted(waiting, key=lambda each: (each.table_number or 0, each.id))
    return [check_shown(each, desk) for each in by_table], [check_shown(each, desk) for each in others]


def check_shown(check: DeckCheckView, desk: str) -> CheckShown:
    """One check in words."""
    return CheckShown(
        id=check.id,
        href=f"{desk}/decks/checks/{check.id}",
        name=check.name,
        round=check.round_number,
        table=check.table_number,
        outcome=t(OUTCOME_NAMES[check.outcome]) if check.outcome else "",
        finding=str(check.finding or ""),
        by=check.checked_by or "",
        at=check.checked_at,
    )


def decks_shown(sheet: CheckSheet, typed: Typed | None = None) -> list[DeckShown]:
    """The lists of a check to tick off, with what a refused form held instead of what is kept."""
    return [_deck_shown(deck, typed) for deck in sheet.decks]


def card_key(side: DeckSlot, number: int) -> str:
    """The name of a card's field in the form: titles may hold anything."""
    return f"{side}-{number}"


def _deck_shown(deck: DeckSheet, typed: Typed | None) -> DeckShown:
    return DeckShown(
        side=deck.side,
        identity=deck.identity or "",
        cards=tuple(
            _card_shown(card_key(deck.side, number), line, typed) for number, line in enumerate(deck.lines)
        ),
        total=sum(line.copies for line in deck.lines),
        differ=tuple(
            t(
                "{title}: {found} of {listed}",
                title=title_and_english(each.title),
                found=each.found,
                listed=each.listed,
            )
            for each in deck.differences
        ),
    )


def _card_shown(key: str, line: CardLine, typed: Typed | None) -> CardShown:
    if typed is not None:
        found = typed.found.get(f"found-{key}", "")
        return CardShown(key, line.title, line.copies, found, key in typed.ticked)
    differs = line.found is not None and line.found != line.copies
    return CardShown(
        key, line.title, line.copies, str(line.found) if differs else "", line.found == line.copies
    )
