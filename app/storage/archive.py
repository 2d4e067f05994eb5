"""An event as numbers of its own: rows with 1, 2, 3 for ids when they leave, and fresh ids when they come in.

Ids of a database mean nothing elsewhere. Within an archive each table's rows are numbered from 1 in the order
of their ids; rows that only the journal remembers count too, so that it can still be undone. Coming in,
number n gets the n-th of ids no row ever had, so the order stays and a second export is equal.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import date, datetime
from typing import Any

from sqlalchemy import Date, Table, func, insert, select, text
from sqlmodel import Session, SQLModel, col
from sqlmodel import select as select_rows

from app.storage.access_tables import Account, Membership
from app.storage.column_rules import Mark, columns_with, unrecorded, without_kept
from app.storage.kinds import Role
from app.storage.players import name_key
from app.storage.recording import RECORDED, jsonable, table_name
from app.storage.tables import Journal, Tournament, metadata
from app.storage.types import UtcDateTime

Values = dict[str, Any]
Number = Callable[[str, int], int]
ACCOUNT, TOURNAMENT = "account", "tournament"
_SIDES = ("before", "after")
_ORDER = [table.name for table in metadata.sorted_tables]
# The tables of an archive beside the tournament's own row, those that others refer to first.
ARCHIVED = tuple(
    sorted(
        (table_name(model) for model in RECORDED if model is not Tournament),
        key=_ORDER.index,
    )
)
# A command's own number says all that its row's id does; secrets and other people's rows stay here.
JOURNAL_COLUMNS = tuple(
    column.name for column in metadata.tables["journal"].columns if column.name not in ("id", "tournament_id")
)


def columns_of(name: str) -> tuple[str, ...]:
    """The columns of a table's rows as an archive has them."""
    # The day an event belongs to is the installation's, like its accounts.
    hidden = {"tournament_id"} | (unrecorded(name) if name != TOURNAMENT else {"id", "day"})
    hidden |= columns_with(name, Mark.SECRET)
    return tuple(column.name for column in metadata.tables[name].columns if column.name not in hidden)


def references(name: str) -> Mapping[str, str]:
    """Column -> table it refers to, of a table."""
    return {
        constraint.column_keys[0]: constraint.referred_table.name
        for constraint in metadata.tables[name].foreign_key_constraints
    }


REFERENCES = {name: references(name) for name in (TOURNAMENT, *ARCHIVED)}


def renumbered(name: str, values: Values, number: Number) -> Values:
    """Values of a row, whole or in part, with every id in them replaced by `number(table, id)`."""
    known = REFERENCES[name]
    new = dict(values)
    for column, value in values.items():
        if column == "id":
            new[column] = number(name, value)
        elif column in known and value is not None:
            new[column] = number(known[column], value)
    return new


def renumbered_entry(entry: Values, number: Number) -> Values:
    """An entry of the journal with every id in its changes, and a player's as actor, replaced."""
    changes = [
        {
            **change,
            "id": number(change["table"], change["id"]),
            "before": change["before"] and renumbered(change["table"], change["before"], number),
            "after": change["after"] and renumbered(change["table"], change["after"], number),
        }
        for change in entry["changes"]
    ]
    # An account has its name beside it, and its id is another one elsewhere.
    by_player = entry["actor_kind"] == "player" and entry["actor_id"] is not None
    actor = number("player", entry["actor_id"]) if by_player else None
    return {**entry, "actor_id": actor, "changes": changes}


def seen(rows: Mapping[str, Sequence[Values]], journal: Iterable[Values]) -> Mapping[str, list[int]]:
    """Every id by table that rows or journal name, in the order of their first appearance."""
    found: dict[str, dict[int, None]] = {ACCOUNT: {}, TOURNAMENT: {}, **{name: {} for name in ARCHIVED}}

    def note(name: str, row_id: int) -> int:
        found[name].setdefault(row_id)
        return row_id

    for entry in journal:
        renumbered_entry(entry, note)
    for name, values in rows.items():
        for row in values:
            renumbered(name, row, note)
    return {name: list(ids) for name, ids in found.items()}


def read_event(session: Session, tournament_id: int) -> Values:
    """The event as an archive has it: accounts' names, the tournament's row, all rows, the journal."""
    journal = [_entry(row) for row in _journal(session, tournament_id)]
    rows = {name: _rows(session, name, tournament_id) for name in ARCHIVED}
    tournament = session.get_one(Tournament, tournament_id)
    settings = without_kept(TOURNAMENT, _values(tournament, columns_of(TOURNAMENT)))
    told = {
        change["id"] for entry in journal for change in entry["changes"] if change["table"] == "membership"
    }
    # Who brought an event here by importing it has a role the event does not know.
    rows["membership"] = [row for row in rows["membership"] if row["id"] in told]
    ids = seen({TOURNAMENT: [settings], **rows}, journal)
    # Accounts are people of the installation: their order must not depend on its ids.
    ordered = {name: values if name == ACCOUNT else sorted(values) for name, values in ids.items()}
    numbers = {name: {row_id: n for n, row_id in enumerate(values, 1)} for name, values in ordered.items()}

    def number(name: str, row_id: int) -> int:
        return numbers[name][row_id]

    return {
        "accounts": _account_names(session, ids[ACCOUNT]),
        "tournament": renumbered(TOURNAMENT, settings, number),
        **{name: [renumbered(name, row, number) for row in values] for name, values in rows.items()},
        "journal": [renumbered_entry(entry, number) for entry in journal],
    }


def _journal(session: Session, tournament_id: int) -> Iterator[Journal]:
    query = select_rows(Journal).where(Journal.tournament_id == tournament_id)
    yield from session.exec(query.order_by(col(Journal.number)))


def _entry(row: Journal) -> Values:
    """An entry of the journal without what stays in this installation."""
    entry = _values(row, JOURNAL_COLUMNS)
    changes = [
        {**change, **{side: change[side] and without_kept(change["table"], change[side]) for side in _SIDES}}
        for change in entry["changes"]
    ]
    return {**entry, "changes": changes}


def _rows(session: Session, name: str, tournament_id: int) -> list[Values]:
    model = next(model for model in RECORDED if table_name(model) == name)
    table = metadata.tables[name]
    query = select_rows(model).where(table.c.tournament_id == tournament_id).order_by(table.c.id)
    return [without_kept(name, _values(row, columns_of(name))) for row in session.exec(query)]


def _values(row: SQLModel, names: Iterable[str]) -> Values:
    return {name: jsonable(getattr(row, name)) for name in names}


def _account_names(session: Session, ids: Sequence[int]) -> list[str | None]:
    found = session.exec(select_rows(Account).where(col(Account.id).in_(ids)))
    names = {account.id: account.name for account in found}
    return [names.get(account_id) for account_id in ids]


def write_event(
    session: Session, event: Values, code: str, owner_id: int | None, now: datetime, *, makes_accounts: bool
) -> int:
    """Make the rows of a checked event under fresh ids and answer the tournament's id.

    `owner_id` is an account that becomes owner whatever the archive says. Accounts that are missing are made
    without any way to sign in where `makes_accounts`; else their roles are left out, and only the journal
    remembers their names. Raises IntegrityError where rows contradict a constraint.
    """
    ids = seen({TOURNAMENT: [event["tournament"]], **{n: event[n] for n in ARCHIVED}}, event["journal"])
    fresh: dict[str, list[int]] = {
        name: fresh_ids(session, name, len(ids[name])) for name in (*ARCHIVED,) if ids[name]
    }
    accounts = [_account(session, name, now, makes_accounts) for name in event["accounts"]]
    # An account that is not here has an id nobody will ever have: the journal may name it.
    fresh[ACCOUNT] = [
        account.id if account is not None else fresh_ids(session, ACCOUNT, 1)[0] for account in accounts
    ]
    missing = {place for place, account in enumerate(accounts, start=1) if account is None}
    event = {**event, "membership": [row for row in event["membership"] if row["account_id"] not in missing]}
    fresh[TOURNAMENT] = fresh_ids(session, TOURNAMENT, 1)
    tournament_id = fresh[TOURNAMENT][0]

    def number(name: str, place: int) -> int:
        return fresh[name][place - 1]

    own = {**renumbered(TOURNAMENT, event["tournament"], number), "id": tournament_id, "code": code}
    _insert(session, TOURNAMENT, [own])
    for name in ARCHIVED:
        rows = [{**renumbered(name, row, number), "tournament_id": tournament_id} for row in event[name]]
        _insert(session, name, rows)
    entries = [{**renumbered_entry(e, number), "tournament_id": tournament_id} for e in event["journal"]]
    _insert(session, "journal", entries)
    if owner_id is not None:
        _make_owner(session, tournament_id, owner_id)
    return tournament_id


def fresh_ids(session: Session, name: str, count: int) -> list[int]:
    """`count` ids in rising order that no row of the table ever had or will get by itself."""
    connection = session.connection()
    if session.get_bind().dialect.name == "postgresql":
        sequence = func.pg_get_serial_sequence(name, "id")
        series = func.generate_series(1, count).table_valued("n")
        # Others may insert meanwhile: only the sequence itself can give ids away.
        return sorted(connection.execute(select(func.nextval(sequence)).select_from(series)).scalars())
    last = connection.execute(
        text("SELECT seq FROM sqlite_sequence WHERE name = :name"), {"name": name}
    ).scalar()
    new = {"name": name, "seq": (last or 0) + count}
    if last is None:
        connection.execute(text("INSERT INTO sqlite_sequence (name, seq) VALUES (:name, :seq)"), new)
    else:
        connection.execute(text("UPDATE sqlite_sequence SET seq = :seq WHERE name = :name"), new)
    return list(range((last or 0) + 1, (last or 0) + count + 1))


def _account(session: Session, name: str | None, now: datetime, makes_accounts: bool) -> Account | None:
    """The account with this name; None where there is none, or where it was gone from the archive."""
    if name is None:
        return None
    found = session.exec(select_rows(Account).where(Account.name_key == name_key(name))).first()
    if found is None and makes_accounts:
        found = Account(name=name, name_key=name_key(name), created_at=now)
        session.add(found)
        session.flush()
    return found


def _insert(session: Session, name: str, rows: Sequence[Values]) -> None:
    table = metadata.tables[name]
    if rows:
        ready = [{key: _stored(table, key, value) for key, value in row.items()} for row in rows]
        session.connection().execute(insert(table), ready)


def _stored(table: Table, column: str, value: Any) -> Any:
    kind = table.columns[column].type
    if value is None:
        return None
    if isinstance(kind, UtcDateTime):
        return datetime.fromisoformat(value)
    return date.fromisoformat(value) if isinstance(kind, Date) else value


def _make_owner(session: Session, tournament_id: int, account_id: int) -> None:
    query = select_rows(Membership).where(
        Membership.tournament_id == tournament_id, Membership.account_id == account_id
    )
    row = session.exec(query).first() or Membership(
        tournament_id=tournament_id, account_id=account_id, role=Role.OWNER
    )
    row.role = Role.OWNER
    session.add(row)
    session.flush()
