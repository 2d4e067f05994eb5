"""Standings, pairings and decks as CSV for spreadsheets.

UTF-8 with a byte order mark, which spreadsheet programs need to see that it is UTF-8. A cell that begins
like a formula gets an apostrophe in front, so that a player's name cannot run anything. Fractions are
written with the fraction slash (3⁄4), because a spreadsheet reads 3/4 as a day of the year.
"""

import csv
import io
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

from app.services.event.queries import rounds_view
from app.services.event.standings import standings_view
from app.services.kernel.installation import Installation
from app.services.kernel.viewer import Viewer
from app.services.kernel.views import TableView
from app.storage.players import decks, players

_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def standings_csv(
    installation: Installation, tournament_id: int, viewer: Viewer, after_round: int | None = None
) -> str:
    """The standings with decimals, exact fractions beside them, and which places only the lot decided."""
    view = standings_view(installation, tournament_id, viewer, after_round)
    header = [
        *("rank", "name", "points", "wins", "losses", "byes", "sos", "sos fraction", "extended sos"),
        *("extended sos fraction", "by lot", "corp identity", "runner identity", "dropped"),
    ]
    rows = (
        [
            row.rank,
            row.name,
            row.points,
            row.wins,
            row.losses,
            row.byes,
            f"{row.sos.decimal:.4f}",
            _fraction(row.sos.fraction),
            f"{row.extended_sos.decimal:.4f}",
            _fraction(row.extended_sos.fraction),
            "yes" if row.by_lot else "",
            row.corp_identity or "",
            row.runner_identity or "",
            "yes" if row.dropped else "",
        ]
        for row in view.rows
    )
    return _csv(header, rows)


def pairings_csv(installation: Installation, tournament_id: int, viewer: Viewer, now: datetime) -> str:
    """Every table of every round the viewer may see."""
    header = [
        *("round", "table", "first bidder", "second bidder", "bid", "bid winner", "corp", "runner"),
        *("winner", "outcome", "ending", "decided by", "corp points", "runner points"),
    ]
    rows = (
        _pairing_row(round_view.number, table)
        for round_view in rounds_view(installation, tournament_id, viewer, now)
        for table in round_view.tables
    )
    return _csv(header, rows)


def _pairing_row(number: int, table: TableView) -> list[Any]:
    seats = [seat for seat in (table.first, table.second) if seat is not None]
    names = {seat.player_id: seat.name for seat in seats}
    result, auction = table.result, table.auction
    final = result if result is not None and result.final else None
    bid_winner = {"first": table.first.name, "second": table.second.name if table.second else ""}
    return [
        number,
        table.table_number,
        table.first.name,
        table.second.name if table.second else "(bye)",
        auction.high_bid if auction.winner is not None else "",
        bid_winner.get(auction.winner or "", ""),
        names.get(table.corp_player_id or 0, ""),
        names.get(table.runner_player_id or 0, ""),
        names.get(final.winner_id or 0, "") if final else "",
        final.outcome or "" if final else "",
        final.ending or "" if final else "",
        final.decided_by or "" if final else "",
        _number(final.corp_points) if final else "",
        _number(final.runner_points) if final else "",
    ]


def decks_csv(installation: Installation, tournament_id: int) -> str:
    """One line per card of every deck; for the staff."""
    with installation.database.read_session() as session:
        names = {person.id: person.name for person in players(session, tournament_id)}
        rows = [
            [
                names[deck.player_id],
                deck.side,
                deck.verdict.get("identity") or "",
                "yes" if deck.verdict.get("legal") else "no",
                title,
                copies,
            ]
            for deck in decks(session, tournament_id)
            for title, copies in deck.cards.items()
        ]
    return _csv(["player", "side", "identity", "legal", "card", "copies"], rows)


def _fraction(value: str) -> str:
    return value.replace("/", "\u2044")


def _number(value: int | None) -> int | str:
    return "" if value is None else value


def _csv(header: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow(header)
    writer.writerows([_cell(value) for value in row] for row in rows)
    return "\ufeff" + text.getvalue()


def _cell(value: Any) -> Any:
    if isinstance(value, str) and value.startswith(_FORMULA):
        return "'" + value
    return value
