"""What each side starts with at this table: the price of the bid, and identities that touch the set-up.

Andromeda draws nine cards and GRNDL takes ten credits before the penalty; the others get a note beside
the numbers. A mulligan redraws the reduced number, once. Source: the format's rules on the auction.
"""

from dataclasses import dataclass

from app.sentences import Sentence, say
from app.sides import Side
from app.tournament.auction import STARTING_CREDITS, STARTING_HAND, Start
from app.tournament.sides import SidesOf


@dataclass(frozen=True)
class SetUp:
    """A touch of an identity on the set-up: other base values, or a sentence for the table."""

    hand: int = STARTING_HAND
    credits: int = STARTING_CREDITS
    note: Sentence | None = None


_SETUPS: dict[str, SetUp] = {
    "next design": SetUp(
        note=say(
            "NEXT Design first installs up to 3 ice, then refills HQ to 5: that undoes the card penalty."
        )
    ),
    "ayla bios rahim": SetUp(
        note=say("Ayla sets 6 cards aside first and takes 4 of them; then she draws her hand.")
    ),
    "adam": SetUp(note=say("Adam starts with 3 different directives installed.")),
    "valencia estevez": SetUp(note=say("Valencia: the Corp starts with 1 bad publicity.")),
    "harmony medtech": SetUp(note=say("Harmony Medtech: 6 agenda points win this game, for both players.")),
    "andromeda": SetUp(hand=9, note=say("Andromeda draws 9 cards less the penalty.")),
    "grndl": SetUp(
        credits=10, note=say("GRNDL starts with 10 credits less the penalty, and 1 bad publicity.")
    ),
}


def set_up_of(identity: str | None) -> SetUp:
    """The touch of this identity, by its name before the colon; the plain one for all others."""
    name = (identity or "").partition(":")[0].casefold()
    plain = "".join(letter for letter in name if letter.isalnum() or letter == " ")
    return _SETUPS.get(" ".join(plain.split()), SetUp())


def start_of(side: Side, sides: SidesOf, identity: str | None) -> Start:
    """Starting hand and credits of `side`, whose player brought `identity`; never below 0."""
    base = set_up_of(identity)
    paid = sides.start_of(side)
    return Start(
        max(0, base.hand - (STARTING_HAND - paid.hand)),
        max(0, base.credits - (STARTING_CREDITS - paid.credits)),
    )


def notes_for(corp_identity: str | None, runner_identity: str | None) -> tuple[Sentence, ...]:
    """The sentences the table should read before it starts."""
    notes = (set_up_of(corp_identity).note, set_up_of(runner_identity).note)
    return tuple(note for note in notes if note is not None)
