"""The two sides of the game, the one word both pure packages share."""

from enum import StrEnum

from app.sentences import Sentence, message, say


class Side(StrEnum):
    """A side of Android: Netrunner."""

    CORP = "corp"
    RUNNER = "runner"

    @property
    def other(self) -> "Side":
        """The opposite side."""
        return Side.RUNNER if self is Side.CORP else Side.CORP

    @property
    def word(self) -> Sentence:
        """The side as people write it: Corp or Runner."""
        return say(_WORDS[self])


_WORDS = {Side.CORP: message("Corp"), Side.RUNNER: message("Runner")}


class DeckSlot(StrEnum):
    """A deck that a player hands in: one for each side, or the one deck of a game without sides."""

    CORP = "corp"
    RUNNER = "runner"
    ONE = "deck"

    @property
    def side(self) -> Side | None:
        """The side it is for; None in a game without sides."""
        return None if self is DeckSlot.ONE else Side(self.value)
