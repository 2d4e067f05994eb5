"""What a card, a printing, a product and a cycle are: the values the catalogue (catalog.py) is made of."""

from dataclasses import dataclass
from datetime import date

from app.sides import Side

IDENTITY = "identity"
AGENDA = "agenda"


@dataclass(frozen=True, slots=True)
class Printing:
    """One printing: five-digit code, code of the product, number in it, copies in one box of it."""

    code: str
    product: str
    position: int
    quantity: int


@dataclass(frozen=True, slots=True)
class Product:
    """A box or pack. `kind`: core, deluxe, campaign, data pack, draft, other. `released`: street date."""

    code: str
    name: str
    cycle: str
    position: int
    released: date | None
    kind: str
    publisher: str


@dataclass(frozen=True, slots=True)
class Cycle:
    """A cycle of packs, numbered as they came out. `kind` is `data` for cycles of data packs."""

    code: str
    name: str
    position: int
    kind: str


@dataclass(frozen=True, slots=True, eq=False)
class Card:
    """A title and what the rules of deckbuilding ask about it.

    `influence` None: no printed cost, so never out of faction. `influence_limit` None on an identity: no
    limit. `flag` is `draft` on draft identities, else empty.
    """

    title: str
    side: Side
    faction: str
    type: str
    keywords: str
    influence: int | None
    deck_limit: int
    agenda_points: int
    minimum_deck_size: int
    influence_limit: int | None
    unique: bool
    flag: str
    printings: tuple[Printing, ...]

    @property
    def is_identity(self) -> bool:
        """Whether the card is an identity, which is no part of the deck."""
        return self.type == IDENTITY

    @property
    def is_neutral(self) -> bool:
        """Whether the card belongs to no faction."""
        return self.faction.startswith("neutral")

    @property
    def is_draft(self) -> bool:
        """Whether it is one of the draft identities, which lift the copy limit and the agenda restriction."""
        return self.flag == "draft"
