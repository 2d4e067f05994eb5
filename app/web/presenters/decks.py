"""Verdicts and pools in words: no code, no short name of a format reaches a reader."""

from collections.abc import Mapping, Sequence
from typing import Any

from app.deckcheck.cyberpunk import CYBERPUNK
from app.deckcheck.formats import all_formats
from app.deckcheck.pools import Pool
from app.deckcheck.sentences import gathered
from app.sentences import t
from app.web.presenters.values import Values, values_of

Shown = Values

_STATUS = {
    "ok": "fine",
    "not-in-pool": "not in the pool",
    "needs-other-deluxe": "in another deluxe only",
    "copies-exceed-pool": "more copies than the boxes hold",
    "copies-exceed-deck-limit": "more copies than the card allows",
    "wrong-side": "of the other side",
    "no-influence-cost": "not outside its faction",
    "agenda-out-of-faction": "an agenda of another faction",
    "identity-restriction": "not with this identity",
    "mwl-removed": "removed by the MWL",
    "mwl-restricted": "a second restricted card",
    "unknown-card": "not known",
    "ram-exceeded": "more RAM than its Legends have",
    "legends-same-name": "a Legend of the same name",
    "bad-quantity": "number not understood",
}


def format_name(code: str) -> str:
    """The name of a format by its code."""
    if code == CYBERPUNK:
        return "Cyberpunk TCG"
    spec = all_formats().get(code)
    return spec.name if spec else code.replace("-", " ").capitalize()


def verdict_shown(verdict: Mapping[str, Any]) -> Shown:
    """A verdict of the API as the component reads it, with advice and days where it has them."""
    lines = [{**line, "status": _status(line["status"])} for line in verdict.get("lines", [])]
    shown: Shown = values_of(
        {
            **verdict,
            "format": format_name(str(verdict["format"])),
            "lines": lines,
            "headed": verdict.get("identity") or _nameless(verdict),
            "list_words": "" if verdict["format"] == CYBERPUNK else verdict.get("mwl") or "no MWL",
            "faults": gathered(verdict, format_name(str(verdict["format"]))),
            "advice": list(verdict.get("advice", [])),
            "days": [_days(each) for each in verdict.get("legal_ranges", [])],
            "has_days": "legal_ranges" in verdict,
        }
    )
    return shown


def _nameless(verdict: Mapping[str, Any]) -> str:
    """What stands in place of the identity of a deck that has none."""
    return verdict.get("name") or "Your deck" if verdict["format"] == CYBERPUNK else "No identity found"


def outside_words(identities: Sequence[str]) -> list[str]:
    """What a player reads about identities that are not in the pool of the event."""
    return [
        f"{title} is not in the card pool of this event. Choose another identity, or ask the organizer."
        for title in identities
    ]


def _status(code: str) -> str:
    return _STATUS.get(code, code.replace("-", " "))


def _days(range_: Mapping[str, str | None]) -> str:
    first, last = range_["from"], range_["until"]
    if last:
        return t("from {first} until {last}", first=first, last=last)
    return t("from {first} until today", first=first)


def pool_shown(pool: Pool) -> Shown:
    """A pool as the component reads it."""
    answer = pool.as_json()
    slots = [
        {
            **slot,
            "name": slot["name"][:1].upper() + slot["name"][1:],
            "products": [{**p, "released": p["released"] or "not by date"} for p in slot["products"]],
        }
        for slot in answer["slots"]
    ]
    shown: Shown = values_of({**answer, "format": answer["name"], "slots": slots, "wild": pool.wild})
    return shown
