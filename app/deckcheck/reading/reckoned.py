"""Words beside a title that may say how many and are no number of copies: `a pair of Diesel`, `3rd Diesel`.

Nobody can tell them from the words of a deck's name, so they decide nothing; a name that has them is told.
"""

import re
from collections.abc import Sequence

from app.deckcheck.reading.mentions import Mention, words

_WORDS = (
    "single|double|triple|treble|quadruple|twice|thrice|both|all|pair|couple|trio|brace|dozen|set|full|half"
    "|first|second|third|fourth|fifth|sixth|doppelt[a-z]{0,2}|dreifach[a-z]{0,2}|einmal|zweimal|dreimal|paar"
    "|seven|eight|nine|ten|paire|doble|dobles|triples|par|coppia|doppi[ao]|tripl[aeo]|para"
)
_FRONT = re.compile(
    rf"(?:\b(?:{_WORDS})|(?<![\w.])[0-9]{{1,2}} ?(?:st|nd|rd|th|er|e|ème|eme|[º°ª])|[½⅓⅔¼¾]|[0-9]⁄[0-9])"
    r"(?: (?:of|the|a|an|my|de|von|di)){0,2}\W{0,4}$",
    re.IGNORECASE,
)
_BEHIND = re.compile(r"\W{0,4}(?:no|nos|nr|num|n|n[º°])?[.:#]{0,2} ?[0-9]{1,2}(?![\w.])", re.IGNORECASE)
_NEAR = 40  # letters before a title in which such words may stand


def is_reckoned(line: str, titles: Sequence[Mention]) -> bool:
    """Whether words or ordinals that may say how many stand beside one of the titles of the line, or nothing
    but signs (`[Diesel]`).
    """
    if len(titles) == 1 and not words(f"{line[: titles[0].start]} {line[titles[0].end :]}"):
        return True
    return any(
        _FRONT.search(line[max(0, title.start - _NEAR) : title.start]) is not None
        or _BEHIND.match(line, title.end) is not None
        for title in titles
    )
