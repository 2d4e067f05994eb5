"""What stands in the way of undoing an entry of the journal, as far as rows and journal tell.

Rows that others changed since, or refer to by now, keep an entry from being undone; so do seats of a
published round and the settings of a cut that has begun. Nothing is changed here.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlmodel import Session

from app.sentences import Sentence, message, say
from app.services.event.consistency_pods import published_pods
from app.services.event.settings import CUT_FIELDS
from app.services.kernel.field_words import row_there
from app.storage import journal
from app.storage.cut import cut_seeds
from app.storage.packed_changes import Change
from app.storage.rounds import (
    bids_by_pairing,
    entries_by_pairing,
    games_of,
    pairing,
    reports_by_pairing,
    round_reports_of,
    rounds,
    seats_of_tables,
)
from app.storage.tables import Journal
from app.storage.undo import Row, changed_since, dependents
from app.tournament.lifecycle import RoundState, Stage

_MOVED = message("A player took the personal link along: move them back to the other event.")
NEVER = {
    "create_tournament": message(
        "A tournament is not undone but deleted: its owner does that in the settings."
    ),
    "erase_player": message("An erased name is gone for good."),
    "hand_over_player": _MOVED,
    "receive_player": _MOVED,
    "take_back_player": _MOVED,
}
_SEAT_COLUMNS = {"first_id", "second_id"}
MOST_REASONS = 3


@dataclass(frozen=True)
class InTheWay:
    """The reasons why an entry can't be undone, in sentences; none where nothing stands in the way."""

    reasons: tuple[Sentence, ...]


def in_the_way(session: Session, tournament_id: int, entry: Journal) -> Sequence[Sentence]:
    """The reasons why an entry can't be undone, up to three of a kind."""
    if entry.command in NEVER:
        return [say(NEVER[entry.command])]
    if not entry.changes:
        return [say("It changed nothing that could be put back.")]
    return (
        _named(session, entry, changed_since(session, entry.changes), say("Since then"))
        or _named(session, entry, dependents(session, entry.changes), say("This builds on it"))
        or [
            *_published_seats(session, tournament_id, entry),
            *published_pods(session, tournament_id, entry.changes),
            *_settled_cut(session, tournament_id, entry.changes),
        ]
    )


def _named(session: Session, entry: Journal, rows: Sequence[Row], said: Sentence) -> list[Sentence]:
    """The newest commands that touched these rows after the entry, by number and summary, up to three.

    The journal is read once, the newest first, and no further than needed: entering three hundred players
    may stand behind ten thousand entries.
    """
    waiting, reasons = set(rows), []
    if waiting and entry.number is not None and entry.tournament_id is not None:
        for number, summary, touched in journal.in_force_after(session, entry.tournament_id, entry.number):
            if not waiting.isdisjoint(touched):
                waiting.difference_update(touched)
                reasons.append(say("{since}: #{number} {what}.", since=said, number=number, what=summary))
            if not waiting or len(reasons) == MOST_REASONS:
                return reasons
    reasons += [row_there(name, said) for name, _ in sorted(waiting, key=str)]
    return list(dict.fromkeys(reasons))[:MOST_REASONS]


def _published_seats(session: Session, tournament_id: int, entry: Journal) -> list[Sentence]:
    """Who sits where stays as published: seats change in a draft, or together with the round's own state.

    Who came to play a bye goes again while nothing was played at that table.
    """
    changes = entry.changes
    of_a_bye = _original(session, tournament_id, entry).command == "play_bye"
    of_the_entry = {
        change["id"]
        for change in changes
        if change["table"] == "round" and "state" in {*(change["before"] or {}), *(change["after"] or {})}
    }
    moved = [change for change in changes if change["table"] == "pairing"]
    held = {row.id: row for row in rounds(session, tournament_id)}
    ids = [change["id"] for change in moved]
    there = {row.id: row.round_id for row in seats_of_tables(session, tournament_id, ids)}
    last = max((row.number for row in held.values()), default=0)
    for change in moved:
        values = {**(change["after"] or {}), **(change["before"] or {})}
        touched = set(change["before"] or {}) | set(change["after"] or {})
        whole = change["before"] is None or change["after"] is None
        round_id = values.get("round_id", there.get(change["id"]))
        round_row = held.get(round_id) if round_id is not None else None
        if round_row is None or round_row.id in of_the_entry:
            continue
        if of_a_bye and round_row.state is RoundState.PUBLISHED:
            if begun := _begun(session, tournament_id, change["id"]):
                return begun
            continue
        if (whole or touched & _SEAT_COLUMNS) and round_row.state != RoundState.DRAFT:
            return [say("The pairings of round {round} are published.", round=round_row.number)]
        if "winner_id" in touched and round_row.stage == Stage.TOP_CUT and last > round_row.number:
            return [say("Later games of the cut depend on this one.")]
    return []


def _original(session: Session, tournament_id: int, entry: Journal) -> Journal:
    """The command that an entry undoes or does again; the entry itself where it is none of these."""
    while entry.undoes is not None:
        earlier = journal.entry(session, tournament_id, entry.undoes)
        if earlier is None:
            break
        entry = earlier
    return entry


def _begun(session: Session, tournament_id: int, table_id: int) -> list[Sentence]:
    """A bid, a settlement or a report at a table that would be a bye again."""
    row = pairing(session, tournament_id, table_id)
    if row is None or row.second_id is None:
        return []
    one = [table_id]
    stands = (
        row.final
        or row.bid_winner_id is not None
        or any(bid.auction == row.auction for bid in bids_by_pairing(session, tournament_id, one)[table_id])
        or entries_by_pairing(session, tournament_id, one)
        or reports_by_pairing(session, tournament_id, one)
        or round_reports_of(session, tournament_id, one)
        or games_of(session, tournament_id, one)
    )
    if not stands:
        return []
    return [
        say(
            "There is a bid or a report at table {table}: take the result back and start the bidding again.",
            table=row.table_number,
        )
    ]


def _settled_cut(session: Session, tournament_id: int, changes: Sequence[Change]) -> list[Sentence]:
    """What kind of cut it is stays from its beginning on; the beginning itself may have set it."""
    touched = {
        name
        for change in changes
        if change["table"] == "tournament"
        for name in {**(change["before"] or {}), **(change["after"] or {})}
    }
    begins = any(change["table"] == "cut_seed" for change in changes)
    if touched & CUT_FIELDS and not begins and cut_seeds(session, tournament_id):
        return [say("The top cut has begun with these settings.")]
    return []
