"""Tables and results in sentences, and the values of the report forms.

The public sees of a table what is final or settled; that somebody bids or has reported is the table's alone.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from app.deckcheck.titles import card_title
from app.sentences import t
from app.services.kernel.views import ReportView, ResultView, RoundReportView, SeatView, TableView
from app.sides import Side
from app.storage.kinds import SettledBy
from app.tournament.auction import Seat
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
from app.web.presenters.duel_words import began_words, duel_words
from app.web.presenters.game_words import BY_ENDING, ending_choices, outcome_choices, side_word


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
    if table.without_sides:
        return duel_words(table, said, both=both)
    names = names_of(table)
    if isinstance(said, ResultView) and table.games:
        return round_words(table, said)
    if isinstance(said, ResultView) and said.intentional_draw:
        return t("An intentional draw")
    if said.outcome is None:
        if isinstance(said, ResultView) and said.decided_by is DecidedBy.FORFEIT:
            return t("{name} won by forfeit, no game", name=names.get(said.winner_id, t("Somebody")))
        return t("{name} has a bye", name=table.first.name)
    if said.outcome is Outcome.DOUBLE_LOSS:
        return t("A double loss: nobody gets points")
    if said.outcome in DRAWN:
        return _drawn_words(table, said)
    side = Side(said.outcome)
    who = names.get(side_player(table, side), side_word(side))
    if not both:
        return with_ending(t("{name} won as {side}", name=who, side=side_word(side)), said)
    loser = names.get(side_player(table, side.other), side_word(side.other))
    won = t("{name} won as {side} against {opponent}", name=who, side=side_word(side), opponent=loser)
    return with_ending(won, said)


def _drawn_words(table: TableView, said: ResultView | ReportView) -> str:
    """A drawn game: whose it is, where it is not a tie."""
    if table.draw_winner_id is None:
        return with_ending(t("A tie"), said)
    names = names_of(table)
    winner = said.winner_id if isinstance(said, ResultView) else None
    values = {
        "draw": with_ending(t("A draw"), said),
        "name": names[winner] if winner in names else names[table.draw_winner_id],
    }
    if by_seed(table):
        return t("{draw}: {name} wins it, the higher seed", **values)
    return t("{draw}: {name} wins it", **values)


def round_words(table: TableView, result: ResultView) -> str:
    """How a table of two games ended, like `Ana 4, Ben 1: game 1, Ana won as Corp; game 2, a tie`."""
    assert table.second is not None
    score = t(
        "{first} {first_points}, {second} {second_points}",
        first=table.first.name,
        first_points=result.first_match_points,
        second=table.second.name,
        second_points=result.second_match_points,
    )
    if result.intentional_draw:
        return t("An intentional draw: {score}", score=score)
    games = [
        numbered_words(table, game.number, game.corp_player_id, game.result)
        for game in table.games
        if game.result is not None and game.result.final
    ]
    if not games:
        return score
    told = t("{score}: {games}", score=score, games=one_after_other(games))
    return t("{result}; 2 for 1", result=told) if result.two_for_one else told


def numbered_words(
    table: TableView, number: int, corp_id: int | None, said: ResultView | RoundReportView | None
) -> str:
    """How one of two games ended, with its number: `game 1, Ana won as Corp`."""
    return t("game {number}, {result}", number=number, result=two_game_words(table, corp_id, said))


def one_after_other(told: Sequence[str]) -> str:
    """What was said of one game and the other as one sentence: `game 1, a tie; game 2, a tie`."""
    *before, last = told
    return t("{before}; {last}", before=one_after_other(before), last=last) if before else last


def two_game_words(table: TableView, corp_id: int | None, said: ResultView | RoundReportView | None) -> str:
    """How one of two games ended, like `Ana won as Corp, 7–3 by agenda points`."""
    names = names_of(table)
    if said is None or said.outcome is None:
        return t("no result")
    if said.outcome is Outcome.DOUBLE_LOSS:
        return t("a double loss")
    if said.outcome not in (Outcome.CORP, Outcome.RUNNER):
        return t("a tie")
    runner = next(player for player in names if player != corp_id)
    side = Side(said.outcome)
    winner = names[corp_id if side is Side.CORP else runner]
    return with_ending(t("{name} won as {side}", name=winner, side=side_word(side)), said)


def with_ending(what: str, said: ResultView | ReportView | RoundReportView) -> str:
    """What happened, with points and ending as far as they are known: `A tie, 7–3 by agenda points`."""
    score = None
    if said.corp_points is not None and said.runner_points is not None:
        both = (said.corp_points, said.runner_points)
        score = score_words(*(both if said.outcome is Outcome.CORP else reversed(both)))
    # A draw is never won by agenda points; the form sends that ending where nobody chose another.
    told = said.ending is not None and not (said.outcome in DRAWN and said.ending is Ending.AGENDA)
    how = t(BY_ENDING[said.ending]) if said.ending is not None and told else None
    if score is not None and how is not None:
        return t("{what}, {score} {how}", what=what, score=score, how=how)
    if score is not None:
        return t("{what}, {score}", what=what, score=score)
    return t("{what} {how}", what=what, how=how) if how is not None else what


def score_words(high: int, low: int) -> str:
    """Both agenda scores, like `7–3`; a negative one, which some agendas make possible, like `7 to −1`."""
    if high >= 0 and low >= 0:
        return f"{high}–{low}"
    more, less = (str(points).replace("-", "−") for points in (high, low))
    return t("{high} to {low}", high=more, low=less)


def bid_words(table: TableView) -> str | None:
    """Who won the bid, with what, or how the sides came without one; None before they are settled. Without
    sides who began, if told."""
    if table.without_sides:
        return began_words(table)
    auction = table.bidding
    if by_seed(table) and table.second is not None and table.corp_player_id is not None:
        corp = names_of(table)[table.corp_player_id]
        if auction.settled_by is SettledBy.RIGHT:
            return t("{name} plays Corp by the sides played before in this cut", name=corp)
        if auction.settled_by is SettledBy.LOT:
            return t(
                "{name} plays Corp, as drawn: both had played the sides equally often in this cut", name=corp
            )
        side = Side.CORP if table.corp_player_id == table.first.player_id else Side.RUNNER
        return t("{name}, the higher seed, chose {side}", name=table.first.name, side=side_word(side))
    if table.sides_by is SidesBy.ASSIGNED and table.corp_player_id is not None:
        return t("{name} plays Corp", name=names_of(table)[table.corp_player_id])
    if not auction.settled or auction.side is None or auction.winner is None:
        return None
    winner = table.first if auction.winner is Seat.FIRST else table.second
    if winner is None:
        return None
    return t(
        "{name} bid {bid} on {side}", name=winner.name, bid=auction.high_bid, side=side_word(auction.side)
    )


def final_words(table: TableView) -> str | None:
    """How a table ended; None before its result is final."""
    return outcome_words(table, table.result) if table.result and table.result.final else None


def entry_words(table: TableView) -> str | None:
    """The bidding held aloud that one player entered, as a sentence; None where none waits."""
    entry = table.entry
    if entry is None:
        return None
    names = names_of(table)
    return t(
        "{who} says the bidding ended: {winner} won it with {bid} on {side}.",
        who=names[entry.entered_by_id],
        winner=names[entry.winner_id],
        bid=entry.bid,
        side=side_word(entry.side),
    )


def points_note(table: TableView) -> str | None:
    """How many agenda points win, where an identity makes it other than 7."""
    corp = table.first if table.corp_player_id == table.first.player_id else table.second
    identity = corp.corp_identity if corp is not None else None
    needed = winning_points(identity)
    name = card_title(identity or "").replace("：", ":").partition(":")[0]
    if needed == WINNING_POINTS:
        return None
    return t("{identity} plays: {points} agenda points win.", identity=name, points=needed)


def draw_note(table: TableView) -> str:
    """Who a drawn game belongs to, and why."""
    winner, loser = draw_winner(table), draw_loser(table)
    if winner is None or loser is None:
        return t("A drawn game is a tie.")
    if by_seed(table):
        return t("{name} wins a draw: nobody bid, so it goes to the higher seed.", name=winner.name)
    return t("{winner} wins a draw: {loser} won the bid.", winner=winner.name, loser=loser.name)


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
    drawn: tuple[Outcome, str]
    draw_note: str
    points_note: str | None
    outcome: str | None
    ending: str | None
    corp_points: str | int | None
    runner_points: str | int | None
    endings: tuple[tuple[Ending, str], ...] = field(default_factory=ending_choices)
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
        drawn=outcome_choices(Outcome.TIE if table.draw_winner_id is None else Outcome.DRAW)[0],
        draw_note=draw_note(table),
        points_note=points_note(table),
        outcome=said.outcome if said else None,
        ending=said.ending if said and said.ending else Ending.AGENDA,
        corp_points=said.corp_points if said else None,
        runner_points=said.runner_points if said else None,
    )


def report_fields(said: ReportView) -> dict[str, str | int]:
    """A report as the fields of the form that agrees with it."""
    fields: dict[str, str | int] = {"outcome": said.outcome}
    if said.ending is not None:
        fields["ending"] = said.ending
    if said.corp_points is not None:
        fields["corp_points"] = said.corp_points
    if said.runner_points is not None:
        fields["runner_points"] = said.runner_points
    for name, dice in (("first_dice", said.first_dice), ("second_dice", said.second_dice)):
        if dice is not None:
            fields[name] = dice
    return fields
