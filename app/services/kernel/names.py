"""What a name of a person or of an event may be, and which names could be taken for each other.

Any script, trimmed, one line, of bounded length. Characters that show nothing are taken out: by them two
people could have the same name, or somebody none at all.
"""

import re
import unicodedata
from collections.abc import Mapping
from typing import Literal

from app.sentences import message, say
from app.services.kernel.errors import Kind, Refused

LONGEST_NAME = 60
LONGEST_GIVEN = 300  # a reason
# Default_Ignorable_Code_Point (DerivedCoreProperties.txt, Unicode 16), and two signs that are blank by
# design: the empty Braille cell and the musical null notehead.
_IGNORABLE = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164"
    "\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
    "\u2800\U0001d159]"
)
_JOINERS = "\u200c\u200d"
# Letters of other scripts that look like Latin ones: the part of Unicode's confusables (UTS 39) that phones
# can type without effort.
_PAIRS = """
аa вb еe кk мm нh оo рp сc тt уy хx іi јj ѕs ԁd һh ԛq ԝw ӏl
αa βb γy ηn ιi κk νv οo ρp τt υu χx ϲc ıi ɑa ɡg 0o 1l
"""
_LOOKS_LIKE = {ord(pair[0]): pair[1] for pair in _PAIRS.split()}


def clean_name(text: str, longest: int = LONGEST_NAME, field: str = "name") -> str:
    """The name with what shows nothing taken out, white space trimmed and runs of it as one space.

    Raises Refused invalid-name (422) when nothing is left, when it is longer than `longest` characters, or
    when it holds characters that no font shows (controls, private and unassigned ones). `field` is where it
    was typed.
    """
    name = " ".join(_without_ignorable(unicodedata.normalize("NFC", text)).split())
    if not name or not any(_is_seen(letter) for letter in name):
        raise Refused(
            "invalid-name", "A name is needed: give the one that others shall see.", Kind.INVALID, field=field
        )
    if len(name) > longest:
        raise Refused(
            "invalid-name",
            say(
                "This name has {length} characters; {longest} fit. Shorten it.",
                length=len(name),
                longest=longest,
            ),
            Kind.INVALID,
            field=field,
        )
    if any(_is_unseen(letter) for letter in name):
        raise Refused(
            "invalid-name",
            "This name has characters that can't be seen: type it again instead of pasting it.",
            Kind.INVALID,
            field=field,
        )
    return name


# What a line is, as forms and API call its field.
LineOf = Literal[
    "announcement",
    "finding",
    "household",
    "infraction",
    "label",
    "message",
    "note",
    "place",
    "pronouns",
    "reason",
    "unlisted",
]
_TOO_LONG: Mapping[LineOf, str] = {
    "announcement": message("The announcement may have up to {longest} visible characters."),
    "finding": message("The finding may have up to {longest} visible characters."),
    "household": message("The household may have up to {longest} visible characters."),
    "infraction": message("The infraction may have up to {longest} visible characters."),
    "label": message("The label may have up to {longest} visible characters."),
    "unlisted": message("The list of other cards may have up to {longest} visible characters."),
    "message": message("The message may have up to {longest} visible characters."),
    "note": message("The note may have up to {longest} visible characters."),
    "place": message("The place may have up to {longest} visible characters."),
    "pronouns": message("The pronouns may have up to {longest} visible characters."),
    "reason": message("The reason may have up to {longest} visible characters."),
}


def clean_line(text: str, longest: int, what: LineOf) -> str:
    """Optional text on one line, like a label: trimmed, perhaps empty; raises Refused invalid-text (422)."""
    line = " ".join(_without_ignorable(text).split())
    if len(line) > longest or any(_is_unseen(letter) for letter in line):
        raise Refused(
            "invalid-text",
            say(_TOO_LONG[what], longest=longest),
            Kind.INVALID,
            field=what,
        )
    return line


def reason_given(text: str, sentence: str) -> str:
    """Why somebody changes what was settled, on one line of up to 300 characters.

    Raises Refused reason-missing (422) with the sentence (a `message`) where nothing was written.
    """
    reason = " ".join(text.split())[:LONGEST_GIVEN]
    if not reason:
        raise Refused("reason-missing", say(sentence), Kind.INVALID, field="reason")
    return reason


def look_alike_key(name: str) -> str:
    """What names share that people could take for each other: case, accents, spaces and scripts aside."""
    letters = unicodedata.normalize("NFKD", name).casefold().translate(_LOOKS_LIKE)
    kept = "".join(letter for letter in letters if unicodedata.category(letter)[0] in "LN")
    return kept.replace("i", "l").replace("rn", "m").replace("vv", "w")


def _without_ignorable(text: str) -> str:
    """The text without what shows nothing; joiners stay between letters of scripts that need them."""
    return _IGNORABLE.sub(lambda found: found[0] if _joins(text, found.start()) else "", text)


def _joins(text: str, place: int) -> bool:
    if text[place] not in _JOINERS or not 0 < place < len(text) - 1:
        return False
    # From Arabic to the scripts of South and South-East Asia.
    return all("\u0600" <= each < "\u1cff" for each in (text[place - 1], text[place + 1]))


def _is_unseen(letter: str) -> bool:
    category = unicodedata.category(letter)
    return category in {"Cc", "Cs", "Co", "Cn"} or (category == "Cf" and letter not in _JOINERS)


def _is_seen(letter: str) -> bool:
    return unicodedata.category(letter)[0] in "LNPS"
