"""What a name of a person or of an event may be: any script, trimmed, one line, of bounded length."""

import unicodedata

from app.services.kernel.errors import Kind, Refused

LONGEST_NAME = 60


def clean_name(text: str, longest: int = LONGEST_NAME) -> str:
    """The name with white space trimmed and runs of it as one space.

    Raises Refused invalid-name (422) when nothing is left, when it is longer than `longest` characters, or
    when it holds characters that are not shown (controls, marks that turn the direction of text).
    """
    name = " ".join(unicodedata.normalize("NFC", text).split())
    if not name:
        raise Refused("invalid-name", "A name is needed: give the one that others shall see.", Kind.INVALID)
    if len(name) > longest:
        raise Refused(
            "invalid-name", f"This name has {len(name)} characters; {longest} fit. Shorten it.", Kind.INVALID
        )
    if any(_is_unseen(letter) for letter in name) or not any(_is_seen(letter) for letter in name):
        raise Refused(
            "invalid-name",
            "This name has characters that can't be seen: type it again instead of pasting it.",
            Kind.INVALID,
        )
    return name


def clean_line(text: str, longest: int, what: str) -> str:
    """Optional text on one line, like a label: trimmed, perhaps empty; raises Refused invalid-text (422)."""
    line = " ".join(text.split())
    if len(line) > longest or any(_is_unseen(letter) for letter in line):
        raise Refused(
            "invalid-text", f"The {what} may have up to {longest} visible characters.", Kind.INVALID
        )
    return line


def _is_unseen(letter: str) -> bool:
    # Cf holds the direction marks that could turn a projector's line around; joiners belong to some scripts.
    category = unicodedata.category(letter)
    return category in {"Cc", "Cs", "Co", "Cn"} or (category == "Cf" and letter not in "\u200c\u200d")


def _is_seen(letter: str) -> bool:
    return unicodedata.category(letter)[0] in "LNPS"
