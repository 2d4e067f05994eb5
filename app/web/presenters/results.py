"""Tables and results in sentences, and the values of the report forms.

The public sees of a table what is final or settled; that somebody bids or has reported is the table's alone.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from app.services.kernel.views import ReportView, ResultView, RoundReportView, SeatView, TableView
from app.sides import Side
from app.tournament.results import (
    DRAWN,
    FEWEST_POINTS,
    MOST_POINTS,
    WINNING_POINTS,
    DecidedBy,
    Ending,
    Outcome,
    winning_points,
)
from app.tournament.sides import SidesBy

ENDINGS = (
    (Ending.AGENDA, "Agenda points"),
    (Ending.FLATLINE, "Flatline"),
    (Ending.DECKED, "R&D empty"),
    (Ending.TIME, "Time"),
    (Ending.CONCESSION, "Concession"),
    (Ending.FORFEIT, "Forfeit"),
)
_HOW = {
    Ending.AGENDA: "by agenda points",
    Ending.FLATLINE: "by flatline",
    Ending.DECKED: "with R&D empty",
    Ending.TIME: "at time",
    Ending.CONCESSION: "by concession",
    Ending.FORFEIT: "by forfeit",
}


def names_of(table: TableView) -> dict[int | None, str]:
    """Player id -> name, of the one or two players."""
    seats = (table.first, table.second) if table.second is not None else (table.first,)
    return {seat.player_id: seat.name for seat in seats}


def side_player(table: TableView, side: Side) -> int | None:
    """Who plays a side, once it is settled."""
    return table.corp_player_id if side is Side.CORP else table.runner_player_id


def side_of(table: TableView, player_id: int) -> Side | None:
    """Which side a player of the table plays, once it is settled."""
    return next((side for side in Side if side_player(table, side) == player_id), None)


def by_seed(table: TableView) -> bool:
    """Whether nobody bids at this table: the higher seed, in the first seat, has the choice."""
    return table.sides_by is SidesBy.SEED


def bought(table: TableView) -> bool:
    """Whether the players of this table bid for their sides."""
    return table.sides_by is SidesBy.AUCTION


def draw_winner(table: TableView) -> SeatView | None:
    """Who wins a drawn game: who did not win the bid; by seed, the higher one; nobody where it is a tie."""
    if table.draw_winner_id is None or table.second is None:
        return None
    return table.first if table.draw_winner_id == table.first.player_id else table.second


def draw_loser(table: TableView) -> SeatView | None:
    """Who loses a drawn game: the other one."""
    if table.draw_winner_id is None:
        return None
    return table.second if draw_winner(table) is table.first else table.first


def outcome_words(table: TableView, said: ResultView | ReportView, *, both: bool = False) -> str:
    """What happened at a table, like `Ana won as Corp, 7–3 by agenda points`.

    `both` names the opponent too: `Ana won as Corp against Ben, 7–3 by agenda points`.
    """
    names = names_of(table)
    how = ending_words(said)
    if isinstance(said, ResultView) and table.games:
        return round_words(table, said)
    if isinstance(said, ResultView) and said.intentional_draw:
        return "An intentional draw"
    if said.outcome is None:
        if isinstance(said, ResultView) and said.decided_by is DecidedBy.FORFEIT:
            return f"{names.get(said.winner_id, 'Somebody')} won by forfeit, no game"
        return f"{table.first.name} has a bye"
    if said.outcome is Outcome.DOUBLE_LOSS:
        return "A double loss: nobody gets points"
    if said.outcome in DRAWN and table.draw_winner_id is None:
        return f"A tie{how}"
    if said.outcome in DRAWN:
        winner = said.winner_id if isinstance(said, ResultView) else None
        name = names[winner] if winner in names else names[table.draw_winner_id]
        return f"A draw{how}: {name} wins it{', the higher seed' if by_seed(table) else ''}"
    side = Side(said.outcome.value)
    against = f" against {names.get(side_player(table, side.other), side.other.word)}" if both else ""
    return f"{names.get(side_player(table, side), side.word)} won as {side.word}{against}{how}"


def round_words(table: TableView, result: ResultView) -> str:
    """How a table of two games ended, like `Ana 4, Ben 1: game 1, Ana won as Corp; game 2, a tie`."""
    assert table.second is not None
    first, second = table.first.name, table.second.name
    score = f"{first} {result.first_match_points}, {second} {result.second_match_points}"
    if result.intentional_draw:
        return f"An intentional draw: {score}"
    games = "; ".join(
        f"game {game.number}, {two_game_words(table, game.corp_player_id, game.result)}"
        for game in table.games
        if game.result is not None and game.result.final
    )
    agreed = "; 2 for 1" if result.two_for_one else ""
    return f"{score}: {games}{agreed}" if games else score


def two_game_words(table: TableView, corp_id: int | None, said: ResultView | RoundReportView | None) -> str:
    """How one of two games ended, like `Ana won as Corp, 7–3 by agenda points`."""
    names = names_of(table)
    if said is None or said.outcome is None:
        return "no result"
    if said.outcome is Outcome.DOUBLE_LOSS:
        return "a double loss"
    if said.outcome not in (Outcome.CORP, Outcome.RUNNER):
        return "a tie"
    runner = next(player for player in names if player != corp_id)
    side = Side(said.outcome.value)
    return f"{names[corp_id if side is Side.CORP else runner]} won as {side.word}{ending_words(said)}"


def ending_words(said: ResultView | ReportView | RoundReportView) -> str:
    """Points and ending of a game as the end of a sentence, like `, 7–3 by agenda points`."""
    points = ""
    if said.corp_points is not None and said.runner_points is not None:
        both = (said.corp_points, said.runner_points)
        high, low = both if said.outcome is Outcome.CORP else (both[1], both[0])
        points = f", {score_words(high, low)}"
    # A draw is never won by agenda points; the form sends that ending where nobody chose another.
    told = said.ending is not None and not (said.outcome in DRAWN and said.ending is Ending.AGENDA)
    how = f" {_HOW[said.ending]}" if said.ending is not None and told else ""
    return f"{points}{how}"


def score_words(high: int, low: int) -> str:
    """Both agenda scores, like `7–3`; a negative one, which some agendas make possible, like `7 to −1`."""
    if high >= 0 and low >= 0:
        return f"{high}–{low}"
    return " to ".join(str(points).replace("-", "−") for points in (high, low))


def bid_words(table: TableView) -> str | None:
    """Who won the bid, with what, or how the sides came without one; None before they are settled."""
    auction = table.bidding
    if by_seed(table) and table.second is not None and table.corp_player_id is not None:
        corp = names_of(table)[table.corp_player_id]
        if auction.settled_by == "right":
            return f"{corp} plays Corp by the sides played before in this cut"
        side = Side.CORP if table.corp_player_id == table.first.player_id else Side.RUNNER
        return f"{table.first.name}, the higher seed, chose {side.word}"
    if table.sides_by is SidesBy.ASSIGNED and table.corp_player_id is not None:
        return f"{names_of(table)[table.corp_player_id]} plays Corp"
    if not auction.settled or auction.side is None or auction.winner is None:
        return None
    winner = table.first if auction.winner.value == "first" else table.second
    if winner is None:
        return None
    return f"{winner.name} bid {auction.high_bid} on {auction.side.word}"


def final_words(table: TableView) -> str | None:
    """How a table ended; None before its result is final."""
    return outcome_words(table, table.result) if table.result and table.result.final else None


def entry_words(table: TableView) -> str | None:
    """The bidding held aloud that one player entered, as a sentence; None where none waits."""
    entry = table.entry
    if entry is None:
        return None
    names = names_of(table)
    return (
        f"{names[entry.entered_by_id]} says the bidding ended: {names[entry.winner_id]} won it with "
        f"{entry.bid} on {entry.side.word}."
    )


def points_note(table: TableView) -> str | None:
    """How many agenda points win, where an identity makes it other than 7."""
    corp = table.first if table.corp_player_id == table.first.player_id else table.second
    identity = corp.corp_identity if corp is not None else None
    needed = winning_points(identity)
    name = (identity or "").partition(":")[0]
    return f"{name} plays: {needed} agenda points win." if needed != WINNING_POINTS else None


def draw_note(table: TableView) -> str:
    """Who a drawn game belongs to, and why."""
    winner, loser = draw_winner(table), draw_loser(table)
    if winner is None or loser is None:
        return "A drawn game is a tie."
    if by_seed(table):
        return f"{winner.name} wins a draw: nobody bid, so it goes to the higher seed."
    return f"{winner.name} wins a draw: {loser.name} won the bid."


@dataclass(frozen=True)
class ReportForm:
    """The form of a result; `corp` and `runner` are the players' names, `errors` sentences by field.

    `drawn` is the value and the word of a drawn game, `draw_note` who it belongs to.

    `final` is true on the organizer's page, which adds the double loss; `ask_reason` where a final result is
    corrected; `live` where live.js sends the form.
    """

    id: str
    action: str
    submit: str
    corp: str | None
    runner: str | None
    drawn: tuple[str, str]
    draw_note: str
    points_note: str | None
    outcome: str | None
    ending: str | None
    corp_points: str | int | None
    runner_points: str | int | None
    endings: tuple[tuple[Ending, str], ...] = ENDINGS
    fewest_points: int = FEWEST_POINTS
    most_points: int = MOST_POINTS
    errors: Mapping[str, str] = field(default_factory=dict)
    final: bool = False
    ask_reason: bool = False
    reason: str | None = None
    live: bool = True


def report_form(
    table: TableView, action: str, said: ReportView | None, submit: str, prefix: str
) -> ReportForm:
    """The report form, filled with what the same person said before."""
    names = names_of(table)
    return ReportForm(
        id=prefix,
        action=action,
        submit=submit,
        corp=names.get(table.corp_player_id),
        runner=names.get(table.runner_player_id),
        drawn=("tie", "Tie") if table.draw_winner_id is None else ("draw", "Draw"),
        draw_note=draw_note(table),
        points_note=points_note(table),
        outcome=said.outcome.value if said else None,
        ending=said.ending.value if said and said.ending else Ending.AGENDA.value,
        corp_points=said.corp_points if said else None,
        runner_points=said.runner_points if said else None,
    )


def report_fields(said: ReportView) -> dict[str, str | int]:
    """A report as the fields of the form that agrees with it."""
    fields: dict[str, str | int] = {"outcome": said.outcome.value}
    if said.ending is not None:
        fields["ending"] = said.ending.value
    if said.corp_points is not None:
        fields["corp_points"] = said.corp_points
    if said.runner_points is not None:
        fields["runner_points"] = said.runner_points
    return fields
