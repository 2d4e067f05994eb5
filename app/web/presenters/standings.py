"""Standings as a page shows them: rows with a square for each round, and sentences for ties."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from math import ceil
from typing import ClassVar

from app.sentences import message, t, tn
from app.services.event.played import Person, Played, PlayedTable
from app.services.kernel.views import StandingsView, StandingView
from app.sides import Side
from app.tournament.lifecycle import Stage
from app.tournament.structures import Sides, Structure, StructureCode, structure
from app.web.views import EventFrame, NavLink, View
from app.words.languages import ENGLISH
from app.words.reader import language

# A group of equals longer than this is told by its first and last name.
MOST_NAMES = 6
# What became of a game, without a side and with one.
_AGAINST = {
    "won": (message("won against {opponent}"), message("won as {side} against {opponent}")),
    "lost": (message("lost against {opponent}"), message("lost as {side} against {opponent}")),
    "tied": (message("tied against {opponent}"), message("tied as {side} against {opponent}")),
    "open": (
        message("still playing against {opponent}"),
        message("still playing as {side} against {opponent}"),
    ),
}


@dataclass(frozen=True)
class Square:
    """A round of a player: `kind` won, lost, tied, open, bye or none. `number` is what stands in it: the bid
    where this player bought the side, the match points of a round of two games."""

    kind: str
    side: Side | None
    number: int | None
    words: str


@dataclass(frozen=True)
class StandingRow:
    """A row of the standings; `last_of_cut` where the line of the cut follows, `moved` where the player rose
    (`rose`) or fell since the round before.
    """

    rank: int
    player_id: int
    name: str
    href: str | None
    corp_identity: str | None
    runner_identity: str | None
    points: float
    record: str
    sos: str
    extended_sos: str
    dropped: bool
    sides: str | None = None
    squares: Sequence[Square] = ()
    last_of_cut: bool = False
    places: int = 0
    rose: bool = False
    moved: str | None = None


@dataclass(frozen=True)
class Columns:
    """What the standings of a structure show besides: the head of the record, and that of the sides played,
    None where the pairing does not assign them."""

    record: str
    sides: str | None


def columns_of(code: StructureCode) -> Columns:
    """The columns of a structure, by its code."""
    kind = structure(code)
    record = t("W–L–T") if kind.has_ties else t("Record")
    return Columns(record, t("Corp–Runner") if kind.sides is Sides.ASSIGNED else None)


@dataclass(frozen=True, kw_only=True)
class StandingsPage(View):
    """The standings. `after_round` 0: none yet. `query` is what names are searched for.

    `by_cut`: the cut decides the first places. `tied` are sentences; `links` lead to other rounds, and a
    search stays with the round `kept_round`. `legend` explains the squares; `computed` says what a round is
    worth and how sides and rank come about.
    """

    template: ClassVar[str] = "public/standings.html"
    part: ClassVar[str] = "fragments/standings.html"

    frame: EventFrame
    title: str
    kicker: str | None
    lead: str | None
    after_round: int
    rounds: Sequence[int]
    rows: Sequence[StandingRow]
    columns: Columns
    legend: Sequence[tuple[Square, str]]
    cut_size: int
    tied: Sequence[str]
    links: Sequence[NavLink]
    kept_round: int | None
    query: str
    here: str
    computed: Sequence[str]


def standing_rows(
    view: StandingsView,
    code: str | None = None,
    played: Played | None = None,
    cut_size: int = 0,
    before: StandingsView | None = None,
) -> list[StandingRow]:
    """The rows; with a code each leads to the player's sheet, with what was played each has its squares, with
    the standings of the round before how far it rose or fell.
    """
    squares = squares_by_player(played, view.after_round) if played else {}
    rows = [
        _row(row, structure(view.structure), code, squares.get(row.player_id, ()), cut_size)
        for row in view.rows
    ]
    if before is None or not before.after_round:
        return rows
    was = {row.player_id: row.rank for row in before.rows}
    return [_moved(row, was.get(row.player_id, row.rank), before.after_round) for row in rows]


def _moved(row: StandingRow, was: int, round_number: int) -> StandingRow:
    """The row with how far it is from the rank it had after an earlier round."""
    places = abs(was - row.rank)
    if not places:
        return row
    if row.rank < was:
        said = t("up {places} since round {round}", places=places, round=round_number)
    else:
        said = t("down {places} since round {round}", places=places, round=round_number)
    return replace(row, places=places, rose=row.rank < was, moved=said)


def _row(
    row: StandingView, kind: Structure, code: str | None, squares: Sequence[Square], cut_size: int
) -> StandingRow:
    return StandingRow(
        rank=row.rank,
        player_id=row.player_id,
        name=row.name,
        href=f"/t/{code}/players/{row.player_id}" if code else None,
        corp_identity=row.corp_identity,
        runner_identity=row.runner_identity,
        points=row.points,
        record=record_words(row, kind.has_ties),
        sides=f"{row.corp_games}–{row.runner_games}" if kind.sides is Sides.ASSIGNED else None,
        sos=f"{row.sos.decimal:.4f}",
        extended_sos=f"{row.extended_sos.decimal:.4f}",
        dropped=row.dropped,
        squares=squares,
        last_of_cut=row.rank == cut_size,
    )


def record_words(row: StandingView, has_ties: bool) -> str:
    """`3–1`, where games can be tied `3–1–0`; with byes as `3–1, 1 bye`."""
    games = f"{row.wins}–{row.losses}–{row.ties}" if has_ties else f"{row.wins}–{row.losses}"
    return tn("{games}, {n} bye", "{games}, {n} byes", row.byes, games=games) if row.byes else games


def squares_by_player(played: Played, after_round: int) -> Mapping[int, Sequence[Square]]:
    """A square for each Swiss round up to this one, for everybody; `none` where a player did not play."""
    absent = [
        Square("none", None, None, t("Round {number}: not paired", number=number))
        for number in range(1, after_round + 1)
    ]
    found = {player_id: list(absent) for player_id in played.people}
    for table in played.tables:
        if table.stage is Stage.SWISS and table.round <= after_round:
            for player_id in filter(None, (table.first, table.second)):
                found[player_id][table.round - 1] = square_of(table, player_id, played.people)
    return found


def square_of(table: PlayedTable, player_id: int, people: Mapping[int, Person]) -> Square:
    """A player's round as a square, in words for who cannot see it."""
    opponent = table.opponent_of(player_id)
    if opponent is None:
        return Square("bye", None, None, t("Round {number}: bye", number=table.round))
    name = people[opponent].name
    if table.score is not None:
        mine, theirs = table.score if player_id == table.first else table.score[::-1]
        kind = "won" if mine > theirs else "lost" if mine < theirs else "tied"
        words = t(
            "Round {number}: {mine} to {theirs} points against {name}",
            number=table.round,
            mine=mine,
            theirs=theirs,
            name=name,
        )
        return Square(kind, None, mine, words)
    side = table.side_of(player_id)
    won = table.winner == player_id
    kind = "won" if won else "tied" if table.tied else "lost" if table.final else "open"
    bid = table.bid if table.bidder == player_id else None
    return Square(kind, side, bid, _square_words(table, kind, side, name, bid))


def _square_words(table: PlayedTable, kind: str, side: Side | None, opponent: str, bid: int | None) -> str:
    """`Round 3: won as Corp against Ben, bought for 4`."""
    without, with_side = _AGAINST[kind]
    said = t(with_side, side=side.word, opponent=opponent) if side else t(without, opponent=opponent)
    if bid is not None:
        said = t("{said}, bought for {bid}", said=said, bid=bid)
    if table.forfeit:
        said = t("{said}, by forfeit", said=said)
    return t("Round {number}: {said}", number=table.round, said=said)


def has_bids(view: StandingsView) -> bool:
    """Whether the sides are bought in this event."""
    return structure(view.structure).sides is Sides.AUCTION


def legend_of(code: StructureCode) -> list[tuple[Square, str]]:
    """The squares of a structure, each with its meaning."""
    kind = structure(code)
    bye = (Square("bye", None, None, ""), t("bye"))
    tied = (Square("tied", None, None, ""), t("tie"))
    if kind.games > 1:
        won = (Square("won", None, 4, ""), t("more points of the round, here 4"))
        return [
            won,
            (Square("lost", None, 1, ""), t("fewer points")),
            (Square("tied", None, 3, ""), t("as many")),
            bye,
        ]
    lost = (Square("lost", Side.RUNNER, None, ""), t("lost as Runner"))
    if kind.sides is Sides.AUCTION:
        return [(Square("won", Side.CORP, 4, ""), t("won as Corp, bought for 4")), lost, bye]
    if kind.sides is Sides.ASSIGNED:
        return [(Square("won", Side.CORP, None, ""), t("won as Corp")), lost, tied, bye]
    return [(Square("won", None, None, ""), t("won")), (Square("lost", None, None, ""), t("lost")), tied, bye]


def in_final_order(view: StandingsView, order: Sequence[int]) -> StandingsView:
    """The standings ranked by the final order, which a cut decides; as they are where `order` is empty."""
    if not order:
        return view
    rows = {row.player_id: row for row in view.rows}
    ranked = [rows[player_id] for player_id in order if player_id in rows]
    return replace(view, rows=[replace(row, rank=rank) for rank, row in enumerate(ranked, start=1)])


def named_like(rows: Sequence[StandingRow], query: str) -> list[StandingRow]:
    """The rows whose name has these letters; all of them for an empty query."""
    wanted = query.casefold().strip()
    return [row for row in rows if wanted in row.name.casefold()]


def tie_sentences(rows: Sequence[StandingView]) -> list[str]:
    """Which neighbours only the draw sets apart, in a sentence for each group."""
    groups = [list(group) for _, group in groupby(rows, lambda row: (row.points, row.sos, row.extended_sos))]
    return [_tie_sentence([row.name for row in group]) for group in groups if len(group) > 1]


def _tie_sentence(names: Sequence[str]) -> str:
    if len(names) > MOST_NAMES:
        return t(
            "{first} to {last} ({number} players) are tied; order drawn by lot.",
            first=names[0],
            last=names[-1],
            number=len(names),
        )
    return t("{names} are tied; order drawn by lot.", names=list(names))


def row_of(view: StandingsView, player_id: int) -> StandingView | None:
    """A player's row; None for who is not in the standings yet."""
    return next((row for row in view.rows if row.player_id == player_id), None)


def place_words(row: StandingView, players: int) -> str:
    """`3rd of 24 with 6 points`."""
    return tn(
        "{place} of {players} with {points} point",
        "{place} of {players} with {points} points",
        ceil(row.points),  # halves of points are points as well
        points=row.points,
        place=ordinal(row.rank),
        players=players,
    )


def ordinal(number: int) -> str:
    """A place in a sentence, in English 1st, 2nd, 3rd, 4th, 11th; the number alone in other languages."""
    if language() != ENGLISH:
        return str(number)
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"
