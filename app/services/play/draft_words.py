"""What is kept of the reasons of a pairing, and the English sentences a draft says of itself.

Rows keep code and values as JSON text; rows of earlier versions keep their sentence, which is shown as it is.
"""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from app.sentences import Sentence, kept_words, message, say
from app.tournament.reasons import BROKEN, BROKEN_SIDES, KEPT_AS, Reason, sentence
from app.tournament.seating import Unkept

# Code of a notice about a whole draft -> its sentence. Underscores keep codes apart from names of people.
NOTICES: Mapping[str, str] = {
    "stale_results": message("Results changed since this draft was made: draw again."),
    "stale_byes": message("Byes were given or taken back since this draft was made: draw again."),
    "stale_sides": message("Sides of earlier rounds were corrected since this draft was made: draw again."),
    "stale_apart": message("Who must not meet changed since this draft was made: draw again."),
    "not_everybody_paired": message(
        "Not everybody is paired: fill the gaps, pair the rest by hand, or draw again."
    ),
    "by_hand_second_byes": message("Changed by hand: the draw would have fewer second byes."),
    "by_hand_forbidden": message(
        "Changed by hand: the draw would keep more players apart who must not meet."
    ),
    "by_hand_same_sides": message(
        "Changed by hand: the draw would let fewer pairs meet with the same sides again."
    ),
    "by_hand_sides_over": message("Changed by hand: the draw would balance the sides better."),
    "by_hand_rematches": message("Changed by hand: the draw would have fewer rematches."),
    "by_hand_later_meetings": message("Changed by hand: the draw would have fewer third meetings."),
    "by_hand_rounds_after": message("Changed by hand: the draw would leave more rounds without a rematch."),
    "by_hand_bye_points": message("Changed by hand: the draw would give the bye to a lower score."),
    "by_hand_cost": message("Changed by hand: the draw would be closer in points."),
    "by_hand_floats": message("Changed by hand: the draw would pair fewer players down or up again."),
}


# What the journal says of sides swapped by hand, and where the two met with the same sides before.
SIDES = message("{place} of round {round}: {corp} plays Corp, {runner} Runner")
SIDES_AGAIN = message(
    "{place} of round {round}: {corp} plays Corp, {runner} Runner; they met with these sides before"
)


def same_sides_again(text: str) -> bool:
    """Whether a kept reason tells that these two meet with the same sides again."""
    values = read(text)
    return values is not None and values.get("sides") in ("same-again", "same-by-hand")


def kept(reason: Reason) -> str:
    """The reason as a row keeps it."""
    return json.dumps(reason.as_json, separators=(",", ":"))


def read(text: str) -> dict[str, Any] | None:
    """Code and values of a kept reason; None for a sentence of an earlier version or a foreign archive."""
    if not text.startswith(KEPT_AS):
        return None
    try:
        values = json.loads(text)
    except ValueError:
        return None
    return values if isinstance(values, dict) and isinstance(values.get("code"), str) else None


def reason_words(text: str, names: Sequence[str]) -> str | Sentence:
    """The sentence of a kept reason; `names` are those of its table in the order of the seats. What an
    archive made elsewhere says and this program does not know stays as it is."""
    values = read(text)
    if values is None:
        return kept_words(text)
    try:
        return sentence(values["code"], values, names)
    except (KeyError, IndexError, TypeError):
        return text


def is_broken(text: str) -> bool:
    """Whether a kept reason tells of a broken rule."""
    values = read(text)
    return values is not None and (values["code"] in BROKEN or values.get("sides") in tuple(BROKEN_SIDES))


def notice_words(notice: str) -> Sentence:
    """The sentence of a notice; a sentence of an earlier version stays as it is."""
    return Sentence(NOTICES.get(notice, notice))


def unkept_words(unkept: Unkept, name: str) -> Sentence:
    """The sentence about a fixed table that could not be kept."""
    if unkept.opponents is None:
        return say(
            "{name} should sit at table {table}, but another pairing is there.", name=name, table=unkept.table
        )
    return say(
        "{name} should sit at table {table}, but the opponent has fixed table {opponents}.",
        name=name,
        table=unkept.table,
        opponents=unkept.opponents,
    )
