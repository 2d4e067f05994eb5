"""Names of factions as the reader's language has them; a faction is known by its English name."""

from app.sentences import Named, message, t

_NAMES = (
    *(message("Anarch"), message("Criminal"), message("Shaper")),
    *(message("Adam"), message("Apex"), message("Sunny Lebeau")),
    *(message("Haas-Bioroid"), message("Jinteki"), message("NBN"), message("Weyland Consortium")),
    message("Neutral"),
)


class FactionName(Named):
    """The English name of a faction, as a value of a sentence."""

    __slots__ = ()

    def here(self) -> str:
        """The name in the reader's language, else the English one."""
        return faction_name(self)


def faction_name(english: str) -> str:
    """The name of a faction in the reader's language, else the text as it is."""
    return t(english) if english in _NAMES else english
