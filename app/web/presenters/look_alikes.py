"""Which names of a list could be taken for each other, like two that differ in a letter of another script."""

from collections.abc import Sequence

from app.sentences import t
from app.services.kernel.names import look_alike_key
from app.words.written import listed_short


def look_alikes(names: Sequence[str]) -> list[str]:
    """A note for each name about the others it could be taken for; empty without any."""
    alike: dict[str, list[int]] = {}
    for place, name in enumerate(names):
        alike.setdefault(look_alike_key(name), []).append(place)
    notes = [""] * len(names)
    for group in alike.values():
        for place in group if len(group) > 1 else ():
            others = listed_short([names[other] for other in group if other != place])
            notes[place] = t("looks like {names}", names=others)
    return notes
