"""What single identities change about building their deck, as it stands in facts/identities.toml."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from app.deckcheck.catalog import Card
from app.deckcheck.tables import FOLDER


@dataclass(frozen=True, slots=True)
class IdentityLaw:
    """The changes of one identity; the head of facts/identities.toml explains each.

    `copies` None: the card's own limit. `foreign_agendas` 0: agendas of the own faction and neutral ones
    only.
    """

    copies: int | None = None
    foreign_agendas: int = 0
    never_legal: bool = False
    forbidden_faction: str | None = None
    free_programs: int = 0
    starting: int = 0
    keyword: str = ""


_ORDINARY = IdentityLaw()


@cache
def all_laws() -> Mapping[str, IdentityLaw]:
    """The laws by title of the identity."""
    data = tomllib.loads((FOLDER / "identities.toml").read_text(encoding="utf-8"))
    return {
        title: IdentityLaw(**{key: value for key, value in entry.items() if key != "titles"})
        for entry in data["law"]
        for title in entry["titles"]
    }


def law_of(identity: Card | None) -> IdentityLaw:
    """The law of an identity; one that changes nothing for most and for none."""
    return all_laws().get(identity.title, _ORDINARY) if identity is not None else _ORDINARY
