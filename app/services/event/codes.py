"""The five letters by which an event is found: drawn by its seed, and not taken by another event."""

from sqlmodel import Session, select

from app.services.kernel.errors import Kind, Refused
from app.storage.tables import Tournament
from app.tournament.draws import drawn

CODE_LENGTH = 5
# Letters nobody mistakes for another or for a digit, and no vowels that could spell words.
CODE_LETTERS = "BCDFGHJKMNPRSTVWXYZ"
_CODE_ATTEMPTS = 50


def code_drawn(seed: int, attempt: int = 0) -> str:
    """The code that a seed draws at this attempt: five letters."""
    number = drawn(seed, "code", attempt)
    letters = []
    for _ in range(CODE_LENGTH):
        number, letter = divmod(number, len(CODE_LETTERS))
        letters.append(CODE_LETTERS[letter])
    return "".join(letters)


def is_code(word: str) -> bool:
    """Whether a word could be an event's code: five of its letters, in capitals or not."""
    return len(word) == CODE_LENGTH and all(letter in CODE_LETTERS for letter in word.upper())


def free_code(session: Session, seed: int, wanted: str | None = None) -> str:
    """A code no tournament has: the wanted one where it is free, else one that the seed draws.

    Raises Refused: no-free-code (503).
    """
    drawn_codes = (code_drawn(seed, attempt) for attempt in range(_CODE_ATTEMPTS))
    for code in (wanted, *drawn_codes) if wanted else drawn_codes:
        if session.exec(select(Tournament.id).where(Tournament.code == code)).first() is None:
            return code
    raise Refused("no-free-code", "No free code was found for this tournament: try again.", Kind.UNAVAILABLE)
