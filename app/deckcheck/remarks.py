"""A Verdict for who reads the cards of a list and not how its player wrote it: the player's words are out."""

from collections.abc import Mapping
from typing import Any

from app.sentences import message, say

_UNCLEAR = message("A line of this list was not understood.")
# Problems that quote the list; what is said of them instead.
_SAID = {
    "unknown-card": message("A card of this list has a name that nobody knows."),
    "bad-quantity": message("A line of this list does not say how many copies there are."),
    "unread-card-line": _UNCLEAR,
    "unreadable-line": _UNCLEAR,
    "two-decks": message("This list holds two decks."),
    "identity-missing": message("This list does not name an identity."),
    "identity-ambiguous": message("This list does not name one identity clearly."),
    "several-identities": message("This list names several identities."),
}


def without_remarks(verdict: Mapping[str, Any]) -> dict[str, Any]:
    """A Verdict as it is told (JSON): no name of the deck, and no line of it in a problem or a warning."""
    parts = {part: [_plain(each) for each in verdict.get(part, ())] for part in ("violations", "warnings")}
    return {**verdict, "name": None, **parts}


def _plain(problem: Mapping[str, Any]) -> dict[str, Any]:
    said = _SAID.get(problem["code"])
    if said is None:
        return dict(problem)
    line = {"line": problem["line"]} if "line" in problem else {}
    return {"code": problem["code"], "message": say(said), **line}
