"""An entry of the journal as its readers may see it."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from app.sentences import Sentence
from app.sides import DeckSlot

# What `changed` has under this name are the names of settings that changed, without before and after.
NAMES_ALONE = "settings"


@dataclass(frozen=True)
class ChangedValue:
    """A setting or a column by its name, with what it was before and after, as JSON has it."""

    name: str
    before: object
    after: object


@dataclass(frozen=True)
class ChangedDeck:
    """The copies of each title that went out of a deck, and that came in."""

    slot: DeckSlot
    removed: Mapping[str, int]
    added: Mapping[str, int]


@dataclass(frozen=True)
class JournalView:
    """One entry of the journal."""

    number: int
    at: datetime
    actor: str
    actor_kind: str
    command: str
    summary: Sentence
    details: dict[str, Any]
    undoes: int | None
    undone_by: int | None

    @property
    def changed_values(self) -> tuple[ChangedValue, ...]:
        """The settings or columns the entry tells of before and after, in its order."""
        changed = self.details.get("changed")
        pairs = changed.items() if isinstance(changed, Mapping) else ()
        return tuple(
            ChangedValue(str(name), *pair)
            for name, pair in pairs
            if name != NAMES_ALONE and isinstance(pair, list) and len(pair) == 2
        )

    @property
    def changed_decks(self) -> tuple[ChangedDeck, ...]:
        """The decks the entry tells of, Corp first."""
        told = ((slot, self.details.get(slot)) for slot in DeckSlot)
        return tuple(
            ChangedDeck(slot, _cards(deck.get("removed")), _cards(deck.get("added")))
            for slot, deck in told
            if isinstance(deck, Mapping)
        )


def _cards(cards: object) -> Mapping[str, int]:
    return cards if isinstance(cards, Mapping) else {}
