"""Archives of earlier versions, brought to the present one before they are checked.

Version 1 knew no sides without a bid: a cut with sides by seed had a bid of 0, a forfeit without an auction
too. Version 2 knew Cache Refresh alone: one game a table, whose points followed from the result. Version 3
knew no penalties, and kept players' calls among the announcements. Version 4 knew no game without sides.
Version 5 knew no tables of more than two, version 6 no waiting list. What the file has in other forms than it
should is left as it is, for the checks to say so.
"""

from collections.abc import Mapping, Sequence
from typing import Any

Values = dict[str, Any]
_WORTH = ("first_points", "second_points", "first_won", "second_won", "tied", "games")


def in_present_version(document: Mapping[str, Any], version: int) -> Values:
    """The same event with the columns of the present version."""
    steps = (from_version_1, from_version_2, from_version_3, from_version_4, from_version_5, from_version_6)
    for step in steps[version - 1 :]:
        document = step(document)
    return dict(document)


def from_version_2(document: Mapping[str, Any]) -> Values:
    """The same event with its structure; what its tables are worth is counted as they come in."""
    tournament, pairings = document.get("tournament"), document.get("pairing")
    if isinstance(tournament, dict):
        tournament = {**tournament, "structure": "cache-refresh"}
    if isinstance(pairings, list):
        pairings = [
            {**row, "agreed": None, **dict.fromkeys(_WORTH)} if isinstance(row, dict) else row
            for row in pairings
        ]
    return {**document, "tournament": tournament, "pairing": pairings, "game": [], "round_report": []}


def from_version_3(document: Mapping[str, Any]) -> Values:
    """The same event with the tables and columns of version 4. The journal keeps calls as it told them."""
    announcements, checks = document.get("announcement"), document.get("deck_check")
    calls = [row for row in _rows(announcements) if row.get("kind") == "call"]
    if calls and isinstance(announcements, list):
        announcements = [row for row in announcements if row not in calls]
    if isinstance(checks, list):
        new: Values = {"counted": None, "unlisted": "", "outcome": None}
        checks = [{**new, **row} if isinstance(row, dict) else row for row in checks]
    return {
        **document,
        "announcement": announcements,
        "deck_check": checks,
        "judge_call": [_call(number, row) for number, row in enumerate(calls, start=1)],
        "penalty": [],
    }


def from_version_4(document: Mapping[str, Any]) -> Values:
    """The same event with the columns of games without sides, which it had none of."""
    dice: Values = dict.fromkeys(("first_dice", "second_dice"))
    return {
        **document,
        "pairing": _with(document.get("pairing"), {"began": None, **dice}),
        "game_report": _with(document.get("game_report"), dice),
    }


def _with(rows: Any, more: Values) -> Any:
    """The rows with columns they did not have."""
    return (
        [{**more, **row} if isinstance(row, dict) else row for row in rows]
        if isinstance(rows, list)
        else rows
    )


def from_version_5(document: Mapping[str, Any]) -> Values:
    """The same event without a table of several players."""
    return {**document, "pod": [], "pod_seat": [], "pod_entry": []}


def from_version_6(document: Mapping[str, Any]) -> Values:
    """The same event where everybody has a place."""
    return {**document, "player": _with(document.get("player"), {"waiting_since": None})}


def _call(number: int, row: Values) -> Values:
    """A call as it was kept: who answered it is not known."""
    names = ("player_id", "made_at", "ended_at")
    return {
        "id": number,
        **{name: row[name] for name in names if name in row},
        "reason": row.get("text"),
        **dict.fromkeys(("round_number", "table_number", "claimed_by", "claimed_at", "ended_by")),
        "note": "",
        "extra_seconds": 0,
    }


def from_version_1(document: Mapping[str, Any]) -> Values:
    """The same event with the columns of version 2."""
    seeds = {row.get("player_id"): row.get("seed") for row in _rows(document.get("cut_seed"))}
    tournament = document.get("tournament")
    by_seed = isinstance(tournament, dict) and tournament.get("cut_sides") == "seed"
    pairings = document.get("pairing")
    if isinstance(pairings, list):
        pairings = [_pairing(row, seeds, by_seed) if isinstance(row, dict) else row for row in pairings]
    journal = document.get("journal")
    if isinstance(journal, list):
        journal = [_entry(entry) if isinstance(entry, dict) else entry for entry in journal]
    return {**document, "pairing": pairings, "journal": journal}


def _rows(rows: Any) -> Sequence[Values]:
    return [row for row in rows if isinstance(row, dict)] if isinstance(rows, list) else []


def _pairing(row: Values, seeds: Mapping[Any, Any], by_seed: bool) -> Values:
    new = {**row, "sides_by": "auction", "corp_seat": None}
    no_bid = {"bid_winner_id": None, "bid_side": None, "bid": None}
    if row.get("settled_by") == "forfeit":
        return (
            new | no_bid | {"settled_by": None, "settled_at": None, "outcome": None, "decided_by": "forfeit"}
        )
    unsettled = row.get("settled_by") is None and row.get("game_number") is not None and by_seed
    if row.get("settled_by") != "seed" and not unsettled:
        return new
    new["sides_by"] = "seed"
    both = [row.get("first_id"), row.get("second_id")]
    ready = [row.get("first_ready_at"), row.get("second_ready_at")]
    if seeds.get(both[0], 0) > seeds.get(both[1], 0):
        both, ready = both[::-1], ready[::-1]
    new |= {
        "first_id": both[0],
        "second_id": both[1],
        "first_ready_at": ready[0],
        "second_ready_at": ready[1],
    }
    if unsettled:
        return new
    chose_first = row.get("bid_winner_id") == both[0]
    corp_first = chose_first if row.get("bid_side") == "corp" else not chose_first
    return new | no_bid | {"corp_seat": "first" if corp_first else "second"}


def _entry(entry: Values) -> Values:
    """An entry of the journal: a side that came by a forfeit is told as one the organizer gave."""
    changes = entry.get("changes")
    if not isinstance(changes, list):
        return entry
    return {
        **entry,
        "changes": [_change(change) if isinstance(change, dict) else change for change in changes],
    }


def _change(change: Values) -> Values:
    if change.get("table") != "pairing":
        return change
    return {**change, **{key: _told(change.get(key)) for key in ("before", "after") if key in change}}


def _told(values: Any) -> Any:
    if isinstance(values, dict) and values.get("settled_by") == "forfeit":
        return {**values, "settled_by": "hand"}
    return values
