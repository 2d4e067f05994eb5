"""The journal in words: who did what and when, what it changed, and whether it can be undone."""

from collections.abc import Mapping, Sequence
from typing import Any

from app.services.kernel.views import JournalView

Shown = dict[str, Any]
LONGEST_VALUE = 120
_WHO = {"organizer": "", "player": "", "system": "", "public": ""}


def entry_shown(entry: JournalView, undo: str | None, why_not: Sequence[str]) -> Shown:
    """An entry for the list; `undo` is where its button goes, `why_not` what stands in the way."""
    local = entry.at.astimezone()
    return {
        "number": entry.number,
        "at": local.strftime("%H:%M:%S"),
        "iso": entry.at.isoformat().replace("+00:00", "Z"),
        "day": local.date().isoformat(),
        "who": entry.actor,
        "what": entry.summary,
        "changes": changes_of(entry.details),
        "undo": None if why_not else undo,
        "why_not": " ".join(why_not) or None,
        "undone": entry.undone_by is not None,
        "undoes": entry.undoes,
    }


def changes_of(details: Mapping[str, Any]) -> list[Shown]:
    """What an entry says of before and after: settings by name, decks by the cards that came and went."""
    changes: list[Shown] = []
    for name, pair in _pairs(details.get("changed")):
        changes.append({"what": name, "before": _value(pair[0]), "after": _value(pair[1])})
    for side in ("corp", "runner"):
        deck = details.get(side)
        if isinstance(deck, Mapping):
            changes.append(
                {
                    "what": f"{side.capitalize()} deck",
                    "before": _cards(deck.get("removed")),
                    "after": _cards(deck.get("added")),
                }
            )
    return [change for change in changes if change["before"] or change["after"]]


def _pairs(changed: Any) -> list[tuple[str, list[Any]]]:
    if not isinstance(changed, Mapping):
        return []
    return [
        (str(name).replace("_", " "), pair)
        for name, pair in changed.items()
        if isinstance(pair, list) and len(pair) == 2
    ]


def _value(value: Any) -> str:
    if value is None or value == "":
        return "nothing"
    text = str(value)
    return text if len(text) <= LONGEST_VALUE else text[:LONGEST_VALUE] + "…"


def _cards(cards: Any) -> str:
    if not isinstance(cards, Mapping) or not cards:
        return ""
    named = [f"{copies} {title}" for title, copies in list(cards.items())[:6]]
    more = f" and {len(cards) - 6} more titles" if len(cards) > 6 else ""
    return ", ".join(named) + more
