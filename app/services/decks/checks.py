"""Deck checks: whole tables picked by chance, those not checked before first, and what was found."""

from dataclasses import dataclass
from datetime import datetime

from sqlmodel import Session, col, select

from app.services.kernel.command import Work, command
from app.services.kernel.errors import Kind, Refused, not_found
from app.services.kernel.installation import Installation
from app.services.kernel.names import clean_line
from app.storage.players import players
from app.storage.rounds import last_round, pairings
from app.storage.tables import DeckCheck, Pairing, Round
from app.tournament.draws import drawn_order


@dataclass(frozen=True)
class DeckCheckView:
    """Who was picked in which round, and what was found; `finding` None: not checked yet."""

    id: int
    player_id: int
    name: str
    round_number: int | None
    picked_at: datetime
    finding: str | None
    checked_by: str | None
    checked_at: datetime | None


@command("check_decks")
def pick_deck_checks(work: Work, tables: int, seed: int) -> tuple[DeckCheckView, ...]:
    """Pick `tables` tables of the round being played by chance (the same seed picks the same); the picks,
    none for the same request again.

    Raises Refused no-round (409), invalid-number (422).
    """
    if work.is_repeat():
        return ()
    row = last_round(work.session, work.tournament_id)
    if row is None or row.state != "published":
        raise Refused("no-round", "No round is being played: publish the pairings first.")
    work.require()
    if tables < 1:
        raise Refused("invalid-number", "Pick at least one table.", Kind.INVALID)
    picked = _draw(work, row, tables, seed)
    if not picked:
        raise Refused("nobody-left", "Every table of this round was picked already.")
    checks = [
        DeckCheck(
            tournament_id=work.tournament_id, player_id=player_id, round_number=row.number, picked_at=work.now
        )
        for table in picked
        for player_id in (table.first_id, table.second_id)
        if player_id is not None
    ]
    work.session.add_all(checks)
    work.session.flush()
    numbers = ", ".join(str(table.table_number) for table in picked)
    work.note(f"Deck check in round {row.number}: table {numbers}", "players", seed=seed)
    return _views(work.session, work.tournament_id, checks)


def _draw(work: Work, row: Round, tables: int, seed: int) -> list[Pairing]:
    """Tables of the round in the order drawn: nobody twice in a round, tables with fewer checks first."""
    earlier: dict[int, int] = {}
    done: set[int] = set()
    for check in _checks(work.session, work.tournament_id):
        earlier[check.player_id] = earlier.get(check.player_id, 0) + 1
        if check.round_number == row.number:
            done.add(check.player_id)
    open_tables = {
        table.id: table
        for table in pairings(work.session, work.tournament_id, row.id)
        if table.id is not None and table.second_id is not None and table.first_id not in done
    }

    def checked(table: Pairing) -> int:
        return earlier.get(table.first_id, 0) + earlier.get(table.second_id or 0, 0)

    order = [open_tables[table_id] for table_id in drawn_order(seed, "deck check", open_tables)]
    return sorted(order, key=checked)[:tables]


@command("record_deck_check")
def record_deck_check(work: Work, check_id: int, finding: str) -> None:
    """Keep what a check found, in one line; raises Refused: 404, finding-missing (422)."""
    check = work.session.get(DeckCheck, check_id)
    if check is None or check.tournament_id != work.tournament_id:
        raise not_found("deck check")
    cleaned = clean_line(finding, 300, "finding")
    if not cleaned:
        raise Refused("finding-missing", "Say what was found, like: in order.", Kind.INVALID)
    if check.finding == cleaned:
        return
    work.require()
    check.finding, check.checked_by, check.checked_at = cleaned, work.actor.name, work.now
    (view,) = _views(work.session, work.tournament_id, [check])
    work.note(f"The decks of {view.name} were checked: {cleaned}", "players")


def deck_checks(installation: Installation, tournament_id: int) -> tuple[DeckCheckView, ...]:
    """Every deck check of the event, the oldest first; for the staff."""
    with installation.database.read_session() as session:
        return _views(session, tournament_id, _checks(session, tournament_id))


def _checks(session: Session, tournament_id: int) -> list[DeckCheck]:
    query = select(DeckCheck).where(DeckCheck.tournament_id == tournament_id)
    return list(session.exec(query.order_by(col(DeckCheck.id))))


def _views(session: Session, tournament_id: int, checks: list[DeckCheck]) -> tuple[DeckCheckView, ...]:
    names = {row.id: row.name for row in players(session, tournament_id)}
    return tuple(
        DeckCheckView(
            check.id or 0,
            check.player_id,
            names[check.player_id],
            check.round_number,
            check.picked_at,
            check.finding,
            check.checked_by,
            check.checked_at,
        )
        for check in checks
    )
