"""The two sides of the game, the one word both pure packages share."""

from enum import StrEnum


class Side(StrEnum):
    """A side of Android: Netrunner."""

    CORP = "corp"
    RUNNER = "runner"

    @property
    def other(self) -> "Side":
        """The opposite side."""
        return Side.RUNNER if self is Side.CORP else Side.CORP

    @property
    def word(self) -> str:
        """The side as people write it: Corp or Runner."""
        return self.value.capitalize()


class DeckSlot(StrEnum):
    """A deck that a player hands in: one for each side, or the one deck of a game without sides."""

    CORP = "corp"
    RUNNER = "runner"
    ONE = "deck"

    @property
    def side(self) -> Side | None:
        """The side it is for; None in a game without sides."""
        return None if self is DeckSlot.ONE else Side(self.value)
