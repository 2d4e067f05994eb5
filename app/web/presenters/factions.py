"""The faction of an identity, its name and its mark: what stands beside every identity."""

from collections.abc import Mapping
from functools import cache

from markupsafe import Markup

from app.deckcheck.catalog import load_catalog
from app.deckcheck.titles import card_title
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


def for_judges(title: str) -> Markup:
    """A title in the reader's language, with the English one in small letters behind it where they differ."""
    shown = card_title(title)
    if shown == title:
        return Markup("{}").format(title)
    return Markup('<span>{} <small lang="en">{}</small></span>').format(shown, title)


def short_title(identity: str) -> str:
    """The part of a title by which people know an identity, in the reader's language: `Noise`, `Engineering
    the Future`, `未来を設計`."""
    name, _, subtitle = (part.strip() for part in card_title(identity).replace("：", ":").partition(":"))
    return subtitle if subtitle and identity.partition(":")[0] in _HOUSES else name
