"""Standings, pairings and decks as CSV for spreadsheets.

UTF-8 with a byte order mark, which spreadsheet programs need to see that it is UTF-8. A cell that begins
like a formula gets an apostrophe in front, so that a player's name cannot run anything. Fractions are
written with the fraction slash (3⁄4), because a spreadsheet reads 3/4 as a day of the year.
"""

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from app.services.event.queries import rounds_view, tournament_view
from app.services.event.questions import asking
from app.services.event.standings import standings_view
from app.services.exchange.duel_spreadsheets import duels_sheet
from app.services.exchange.pod_spreadsheets import final_sheet, standings_sheet, tables_sheet
from app.services.kernel.installation import Installation
from app.services.kernel.viewer import Viewer
from app.services.kernel.views import ResultView, StandingView, TableView
from app.storage.players import decks, players
from app.tournament.structures import structure

# Columns of events where games can end in a tie or come in twos.
_TIES, _GAMES = "ties", ("corp games", "runner games")
_MORE_PAIRINGS = ("game", "agreed", "first points", "second points")
# Columns of events whose game has sides.
_IDENTITIES = ("corp identity", "runner identity")
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def standings_csv(
    installation: Installation, tournament_id: int, viewer: Viewer, after_round: int | None = None
) -> str:
    """The standings with decimals, exact fractions beside them, and which places only the lot decided."""
    view = standings_view(installation, tournament_id, viewer, after_round)
    if _has_pods(installation, tournament_id, viewer):
        return _csv(*standings_sheet(view.rows))
    sides = not tournament_view(installation, tournament_id, viewer).without_sides
    more = _has_more(installation, tournament_id, viewer)
    header = [
        *("rank", "name", "points", "wins", "losses", "byes", "sos", "sos fraction", "extended sos"),
        *("extended sos fraction", "by lot", *(_IDENTITIES if sides else ()), "dropped"),
        *((_TIES, *(_GAMES if sides else ())) if more else ()),
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
            *(_identities(row) if sides else ()),
            "yes" if row.dropped else "",
            *((row.ties, *((row.corp_games, row.runner_games) if sides else ())) if more else ()),
        ]
        for row in view.rows
    )
    return _csv(header, rows)


def final_standings_csv(installation: Installation, tournament_id: int, viewer: Viewer, now: datetime) -> str:
    """The final places, those of the cut first, with the place of the Swiss rounds beside them."""
    with asking(installation, tournament_id, viewer, now) as ask:
        swiss, order = ask.standings().rows, ask.final_order()
    by_player = {row.player_id: row for row in swiss}
    final = [by_player[player_id] for player_id in order if player_id in by_player] or list(swiss)
    if _has_pods(installation, tournament_id, viewer):
        return _csv(*final_sheet(final))
    sides = not tournament_view(installation, tournament_id, viewer).without_sides
    header = [
        *("place", "name", "place after swiss", "points", "wins", "losses"),
        *(*(_IDENTITIES if sides else ()), "dropped"),
    ]
    rows = (
        [
            place,
            row.name,
            row.rank,
            row.points,
            row.wins,
            row.losses,
            *(_identities(row) if sides else ()),
            "yes" if row.dropped else "",
        ]
        for place, row in enumerate(final, start=1)
    )
    return _csv(header, rows)


def pairings_csv(installation: Installation, tournament_id: int, viewer: Viewer, now: datetime) -> str:
    """Every table of every round the viewer may see."""
    if _has_pods(installation, tournament_id, viewer):
        return _csv(*tables_sheet(rounds_view(installation, tournament_id, viewer, now)))
    if tournament_view(installation, tournament_id, viewer).without_sides:
        return _csv(*duels_sheet(rounds_view(installation, tournament_id, viewer, now)))
    more = _has_more(installation, tournament_id, viewer)
    header = [
        *("round", "table", "first bidder", "second bidder", "bid", "bid winner", "corp", "runner"),
        *("winner", "outcome", "ending", "decided by", "corp points", "runner points"),
        *(_MORE_PAIRINGS if more else ()),
    ]
    rows = (
        row
        for round_view in rounds_view(installation, tournament_id, viewer, now)
        for table in round_view.tables
        for row in _pairing_rows(round_view.number, table, more)
    )
    return _csv(header, rows)


def _identities(row: StandingView) -> tuple[str, str]:
    return row.corp_identity or "", row.runner_identity or ""


def _has_pods(installation: Installation, tournament_id: int, viewer: Viewer) -> bool:
    return structure(tournament_view(installation, tournament_id, viewer).structure).has_pods


def _has_more(installation: Installation, tournament_id: int, viewer: Viewer) -> bool:
    """Whether games can end in a tie or come in twos: such events have more columns at the end."""
    return structure(tournament_view(installation, tournament_id, viewer).structure).has_ties


def _pairing_rows(number: int, table: TableView, more: bool) -> list[list[Any]]:
    """The line of a table; where two games are played, one for each with a result."""
    line = _pairing_row(number, table)
    if not more:
        return [line]
    result = table.result if table.result is not None and table.result.final else None
    agreed = "2 for 1" if result and result.two_for_one else ""
    agreed = "intentional draw" if result and result.intentional_draw else agreed
    worth = [_number(result.first_match_points), _number(result.second_match_points)] if result else ["", ""]
    names = {seat.player_id: seat.name for seat in (table.first, table.second) if seat is not None}
    games = [
        [
            *line[:6],
            names[game.corp_player_id],
            names[game.runner_player_id],
            *_result_cells(game.result, names),
            game.number,
            agreed,
            *worth,
        ]
        for game in table.games
        if game.result is not None and game.result.final
    ]
    return games or [[*line, "", agreed, *worth]]


def _pairing_row(number: int, table: TableView) -> list[Any]:
    seats = [seat for seat in (table.first, table.second) if seat is not None]
    names = {seat.player_id: seat.name for seat in seats}
    result, auction = table.result, table.bidding
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
        *_result_cells(final, names),
    ]


def _result_cells(final: ResultView | None, names: Mapping[int, str]) -> list[Any]:
    if final is None:
        return [""] * 6
    return [
        names.get(final.winner_id or 0, ""),
        final.outcome or "",
        final.ending or "",
        final.decided_by or "",
        _number(final.corp_points),
        _number(final.runner_points),
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
