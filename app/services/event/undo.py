"""Undoing a command from the journal where its consequences allow it, and saying why where they don't.

An undo puts rows back exactly as they were before the command. It is a command itself, so it can be undone
in turn, which does again what was undone. Refused are commands whose rows others changed since or refer to
by now, and undos after which the event would contradict itself (services/consistency.py).
"""

from collections.abc import Collection, Mapping, Sequence

from sqlalchemy.exc import IntegrityError
from sqlmodel import Session

from app.sentences import Sentence, in_turn, said_by, say
from app.services.decks.card_pool import check_pool
from app.services.event.consistency import contradictions
from app.services.event.in_the_way import MOST_REASONS, NEVER, InTheWay, in_the_way
from app.services.event.settings import POOL_FIELDS, WORTH_FIELDS
from app.services.event.tournaments import judge_all_decks
from app.services.kernel.actors import ActorKind
from app.services.kernel.command import Work, command
from app.services.kernel.errors import Kind, Refused, not_found
from app.services.kernel.installation import Installation
from app.services.kernel.permissions import Role, require, right_of
from app.services.kernel.topics import table_topics
from app.services.people.members import role_of, withdraw_open_invitations
from app.storage import journal
from app.storage.judging_tables import JudgeCall
from app.storage.packed_changes import Change
from app.storage.rounds import rounds, seats_of_tables
from app.storage.tables import Journal, Tournament
from app.storage.undo import changed_later, changed_since_each, restore
from app.storage.worth import keep_all_worths, keep_worths
from app.tournament.lifecycle import COMMANDS, RoundState
from app.tournament.results import ResultRefused

# More entries take longer to read than the rows they changed.
MOST_SINCE = 400
_TOPICS = {
    "tournament": ("tournament", "standings", "round", "players"),
    "membership": ("members",),
    "player": ("players", "standings"),
    "deck": ("players",),
    "deck_check": ("players",),
    "round": ("tournament", "round", "standings", "clock"),
    "cut_seed": ("tournament", "round"),
    "announcement": ("announcement",),
    "game": ("standings",),
    "pod": ("round", "results", "standings", "pods"),
    "pod_seat": ("round", "results", "standings", "pods"),
    "pod_entry": ("pods", "round"),
    "judge_call": ("calls",),
    "penalty": ("penalties",),
}


def _look(session: Session, tournament: Tournament, number: int) -> InTheWay:
    entry = journal.entry(session, tournament.id, number)
    if entry is None or entry.undone_by is not None:
        raise not_found("entry to undo")
    return InTheWay(tuple(in_the_way(session, tournament.id, entry)))


@command("undo", ahead=_look)
def undo(work: Work, number: int) -> Sentence:
    """Undo the journal entry `number`; the sentence that says what was undone. Twice is once.

    Raises Refused: 404; not-allowed (403) where the actor may not give the command itself; can't-undo (409)
    with the reasons in the sentence and as `blocked_by`.
    """
    entry = journal.entry(work.session, work.tournament_id, number)
    if entry is None:
        raise not_found("entry of the journal")
    said = (
        say("Undone: {what}", what=_said(entry))
        if entry.undoes is None
        else say("Done again: {what}", what=_original(work, entry))
    )
    if entry.undone_by is not None or work.is_repeat():
        return said
    _require_right(work, entry)
    work.require()
    if reasons := work.looked_ahead(InTheWay).reasons:
        raise _refused(_said(entry), reasons, _what_to_do(entry))
    topics = _topics(work, entry.changes)
    _restore(work, entry)
    _count_again(work, entry)
    _refuse_contradictions(work.installation, work, entry)
    _follow_the_pool(work.installation, work, entry)
    if _ends_an_owner(entry.changes):
        withdraw_open_invitations(work)
    _mark(work, entry, work.tournament.version + 1)
    work.undoes = entry.number
    work.note(said, *topics, *_topics(work, entry.changes), undone=entry.number)
    return said


def why_not(
    installation: Installation, tournament_id: int, numbers: Collection[int]
) -> Mapping[int, tuple[Sentence, ...]]:
    """What stands in the way of undoing each of these entries, as far as its rows tell; for the page of the
    journal. All are looked into at once."""
    with installation.database.read_session() as session:
        found = journal.entries_numbered(session, tournament_id, numbers)
        moved = _moved(session, tournament_id, found)
        return {entry.number or 0: _objection(entry, moved) for entry in found}


def _moved(session: Session, tournament_id: int, found: Sequence[Journal]) -> Mapping[int, int | None]:
    """The entries of which a row is not as they left it; with the newest that changed it, if that is told."""
    if not found:
        return {}
    since = journal.changes_since(session, tournament_id, (found[0].number or 1) - 1, MOST_SINCE)
    if len(since) < MOST_SINCE and all(changes for _, changes in since):
        return changed_later(since)
    moved = changed_since_each(session, [entry.changes for entry in found])
    return {entry.number or 0: None for entry, is_moved in zip(found, moved, strict=True) if is_moved}


def _objection(entry: Journal, moved: Mapping[int, int | None]) -> tuple[Sentence, ...]:
    if entry.command in NEVER:
        return (say(NEVER[entry.command]),)
    if entry.undone_by is not None:
        return (say("It is undone already."),)
    if not entry.changes:
        return (say("It changed nothing that could be put back."),)
    if (entry.number or 0) not in moved:
        return ()
    later = moved[entry.number or 0]
    if later is None:
        return (say("what it changed was changed again later."),)
    return (say("#{number} changed the same later: undo that first.", number=later),)


def _said(entry: Journal) -> Sentence:
    return journal.said_of(entry.summary, entry.details)


def _original(work: Work, entry: Journal) -> Sentence:
    """The summary of the command at the beginning of a chain of undos."""
    while entry.undoes is not None:
        earlier = journal.entry(work.session, work.tournament_id, entry.undoes)
        if earlier is None:
            break
        entry = earlier
    return _said(entry)


def _require_right(work: Work, entry: Journal) -> None:
    """Who may not give a command may not undo it either: an undo could give back a role."""
    role = role_of(work.session, work.tournament_id, work.actor)
    require(role, "undo")
    while entry.undoes is not None:
        earlier = journal.entry(work.session, work.tournament_id, entry.undoes)
        if earlier is None:
            return
        entry = earlier
    right = right_of(entry.command)
    if right in COMMANDS and entry.actor_kind is ActorKind.ORGANIZER:
        require(role, right)


_UNDO_THAT = say("Undo that first, or correct it by hand.")


def _what_to_do(entry: Journal) -> Sentence | None:
    """What helps against the reasons that stand in the way of an entry; None where nothing would."""
    return None if entry.command in NEVER or not entry.changes else _UNDO_THAT


def _refused(
    summary: Sentence, reasons: Sequence[Sentence], what_to_do: Sentence | None = _UNDO_THAT
) -> Refused:
    shown = list(dict.fromkeys(reasons))[:MOST_REASONS]
    said = say("“{what}” can't be undone.", what=summary)
    return Refused(
        "cannot-undo",
        in_turn([said, *shown, *([what_to_do] if what_to_do is not None else [])]),
        Kind.CONFLICT,
        blocked_by=[str(reason) for reason in shown],
    )


def _restore(work: Work, entry: Journal) -> None:
    summary = _said(entry)  # after a failure the session can't read it again
    try:
        restore(work.session, entry.changes)
    except IntegrityError as error:
        # Another row has taken its name, its seat or its number in the meantime.
        raise _refused(
            summary, [say("What it would bring back has been given to another by now.")]
        ) from error


def _refuse_contradictions(installation: Installation, work: Work, entry: Journal) -> None:
    work.session.flush()
    reasons = contradictions(work.session, work.tournament)
    if not reasons:
        return
    # What contradicted itself before is not the fault of this undo; others still read the event as it was.
    with installation.database.read_session() as before:
        known = contradictions(before, before.get_one(Tournament, work.tournament_id))
    reasons = [said for said in reasons if said not in known]
    if reasons:
        raise _refused(_said(entry), reasons)


def _count_again(work: Work, entry: Journal) -> None:
    """Results are worth what the settings of now say; entries of earlier versions tell no points."""
    work.session.flush()
    tables = _to_count(entry.changes)
    try:
        if tables is None:
            keep_all_worths(work.session, work.tournament)
        elif tables:
            keep_worths(work.session, work.tournament, tables)
    except ResultRefused as refusal:
        raise _refused(
            _said(entry), [say("A result could not be counted then: {why}", why=said_by(refusal))]
        ) from None


def _to_count(changes: Sequence[Change]) -> set[int] | None:
    """The tables whose worth these changes may alter; None for all of the event."""
    tables = set()
    for change in changes:
        values = {**(change["after"] or {}), **(change["before"] or {})}
        if change["table"] == "tournament" and not WORTH_FIELDS.isdisjoint(values):
            return None
        if change["table"] == "pairing":
            tables.add(change["id"])
        elif change["table"] == "game":
            if "pairing_id" not in values:  # of a game that was corrected
                return None
            tables.add(values["pairing_id"])
    return tables


def _ends_an_owner(changes: Sequence[Change]) -> bool:
    """Whether putting the rows back takes the role of an owner from somebody."""
    return any(
        change["table"] == "membership"
        and (change["after"] or {}).get("role") == Role.OWNER
        and (change["before"] or {}).get("role") != Role.OWNER
        for change in changes
    )


def _follow_the_pool(installation: Installation, work: Work, entry: Journal) -> None:
    """Judge the decks by the pool that is in force again; those handed in since were judged by the other."""
    names = {
        name for change in entry.changes if change["table"] == "tournament" for name in change["before"] or {}
    }
    if names & POOL_FIELDS:
        try:
            check_pool(installation.catalog, work.tournament)
        except Refused as refused:
            raise _refused(
                _said(entry),
                [say("The card pool would not fit together: {why}", why=refused.said)],
            ) from None
        judge_all_decks(installation, work)


def _mark(work: Work, entry: Journal, by: int | None) -> None:
    """Keep which entries are in force: undoing an undo puts the command it undid in force again."""
    entry.undone_by = by
    work.session.add(entry)
    earlier = (
        journal.entry(work.session, work.tournament_id, entry.undoes) if entry.undoes is not None else None
    )
    if earlier is not None:
        _mark(work, earlier, entry.number if by is None else None)


def _topics(work: Work, changes: Sequence[Change]) -> set[str]:
    if _only_of_drafts(work, changes):
        return {"draft"}
    topics = {f"seat/{change['id']}" for change in changes if change["table"] == "player"}
    tables: dict[int, bool] = {}
    for change in changes:
        topics.update(_TOPICS.get(change["table"], ()))
        values = {**(change["after"] or {}), **(change["before"] or {})}
        own = change["table"] == "pairing"
        topics.update(_seat_topics(work, change, values))
        table_id = change["id"] if own else values.get("pairing_id")
        if table_id is not None:
            tables[table_id] = tables.get(table_id, False) or own
        if own:
            topics.update({"tournament", "standings"})
    for table in seats_of_tables(work.session, work.tournament_id, list(tables)):
        topics.update(table_topics(table, shown=tables[table.id]))
    return topics


def _seat_topics(work: Work, change: Change, values: Change) -> tuple[str, ...]:
    """The player whose call or penalty it is reads of it on their own page."""
    if change["table"] not in ("judge_call", "penalty"):
        return ()
    row = work.session.get(JudgeCall, change["id"]) if change["table"] == "judge_call" else None
    player_id = values.get("player_id", row.player_id if row is not None else None)
    return (f"seat/{player_id}",) if player_id is not None else ()


def _only_of_drafts(work: Work, changes: Sequence[Change]) -> bool:
    """Whether rows changed only in rounds that were drafts and are: nobody but the staff may know of it."""
    if not changes or any(change["table"] not in ("round", "pairing") for change in changes):
        return False
    shown = {row.id for row in rounds(work.session, work.tournament_id) if row.state != RoundState.DRAFT}
    for change in changes:
        values = [side for side in (change["before"], change["after"]) if side is not None]
        if change["table"] == "round":
            if change["id"] in shown or any(
                side.get("state", "draft") != RoundState.DRAFT for side in values
            ):
                return False
        elif any(side.get("round_id") in shown for side in values):
            return False
    tables = [change["id"] for change in changes if change["table"] == "pairing"]
    rows = seats_of_tables(work.session, work.tournament_id, tables)
    return not any(row.round_id in shown for row in rows)
