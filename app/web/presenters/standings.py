"""Standings as the component shows them, and how the numbers of one player come about."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import groupby

from app.services.kernel.views import StandingsView, StandingView
from app.tournament.standings import Explanation
from app.web.presenters.values import Values

# A group of equals longer than this is told by its first and last name.
MOST_NAMES = 6


def standing_rows(code: str, view: StandingsView) -> list[Values]:
    """The rows, each with the address of the player's sheet."""
    return [_row(code, row) for row in view.rows]


def in_final_order(view: StandingsView, order: Sequence[int]) -> StandingsView:
    """The standings ranked by the final order, which a cut decides; as they are where `order` is empty."""
    if not order:
        return view
    rows = {row.player_id: row for row in view.rows}
    ranked = [rows[player_id] for player_id in order if player_id in rows]
    return replace(view, rows=[replace(row, rank=rank) for rank, row in enumerate(ranked, start=1)])


def _row(code: str, row: StandingView) -> Values:
    return Values(
        rank=row.rank,
        player_id=row.player_id,
        name=row.name,
        href=f"/t/{code}/players/{row.player_id}",
        points=row.points,
        wins=row.wins,
        losses=row.losses,
        byes=row.byes,
        sos=f"{row.sos.decimal:.4f}",
        extended_sos=f"{row.extended_sos.decimal:.4f}",
        dropped=row.dropped,
    )


def lot_sentences(rows: Sequence[StandingView]) -> list[str]:
    """Which neighbours only the lot sets apart, in a sentence for each group."""
    groups = [list(group) for _, group in groupby(rows, lambda row: (row.points, row.sos, row.extended_sos))]
    return [_lot_sentence([row.name for row in group]) for group in groups if len(group) > 1]


def _lot_sentence(names: Sequence[str]) -> str:
    if len(names) > MOST_NAMES:
        who = f"{names[0]} to {names[-1]}, {len(names)} players,"
    else:
        who = f"{', '.join(names[:-1])} and {names[-1]}"
    return f"{who} are equal in everything; the lot put them in this order."


def row_of(view: StandingsView, player_id: int) -> StandingView | None:
    """A player's row; None for who is not in the standings yet."""
    return next((row for row in view.rows if row.player_id == player_id), None)


def place_words(row: StandingView, players: int) -> str:
    """`3rd of 24 with 6 points`."""
    return f"{ordinal(row.rank)} of {players} with {row.points} {'point' if row.points == 1 else 'points'}"


def ordinal(number: int) -> str:
    """1st, 2nd, 3rd, 4th, 11th."""
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


def explanation_shown(explained: Explanation, names: Mapping[int, str]) -> Values:
    """The sheet of a player: what each opponent brings, and the means that come of it."""
    return Values(
        points=explained.points,
        rounds=explained.rounds,
        average=_number(explained.average),
        lines=[
            Values(
                round=line.round,
                name=names[line.opponent],
                player_id=line.opponent,
                points=line.points,
                rounds=line.rounds,
                average=_number(line.average),
                sos=_number(line.sos),
            )
            for line in explained.lines
        ],
        bye_rounds=list(explained.bye_rounds),
        sos=_number(explained.sos),
        extended_sos=_number(explained.extended_sos),
        sum_of_averages=_number(sum((line.average for line in explained.lines), Fraction(0))),
        sum_of_sos=_number(sum((line.sos for line in explained.lines), Fraction(0))),
    )


def _number(value: Fraction) -> str:
    """An exact value as people read it: the decimal, and the fraction where the decimal is rounded."""
    decimal = f"{float(value):.4f}".rstrip("0").rstrip(".")
    return decimal if Fraction(decimal) == value else f"{decimal} ({value})"
