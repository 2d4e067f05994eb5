"""The faction of an identity, its name and its mark: what stands beside every identity."""

from collections.abc import Mapping
from functools import cache

from app.deckcheck.catalog import load_catalog
from app.web.drawings.factions import SHAPES

NAMES: Mapping[str, str] = {
    "anarch": "Anarch",
    "criminal": "Criminal",
    "shaper": "Shaper",
    "haas-bioroid": "Haas-Bioroid",
    "jinteki": "Jinteki",
    "nbn": "NBN",
    "weyland-consortium": "Weyland Consortium",
    "adam": "Adam",
    "apex": "Apex",
    "sunny-lebeau": "Sunny Lebeau",
}
# What several identities have before the colon; they are told apart by what follows it.
_HOUSES = frozenset({"Haas-Bioroid", "Jinteki", "NBN", "Weyland Consortium"})


@cache
def faction_of(identity: str | None) -> str | None:
    """The faction of an identity's title, as a name of `SHAPES`; None for who has none or is not known."""
    card = load_catalog().titled(identity) if identity else None
    return card.faction if card is not None and card.faction in SHAPES else None


def short_title(identity: str) -> str:
    """The part of a title by which people know an identity: `Noise`, `Engineering the Future`."""
    name, _, subtitle = identity.partition(": ")
    return subtitle if subtitle and name in _HOUSES else name
