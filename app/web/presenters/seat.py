"""A table from one of its seats: what to do now in one sentence, the reports, a settlement by hand."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from app.sentences import t
from app.services.event.brackets import BracketView
from app.services.kernel.errors import Refused
from app.services.kernel.views import ReportView, SeatView, TableView, TournamentView
from app.sides import Side
from app.tournament.auction import Seat
from app.tournament.lifecycle import Phase
from app.tournament.sides import SidesBy
from app.web.presenters.auction import start
from app.web.presenters.event import next_words
from app.web.presenters.game_words import side_word
from app.web.presenters.results import (
    ReportForm,
    names_of,
    outcome_words,
    report_fields,
    report_form,
    side_of,
)


@dataclass(frozen=True)
class NowLine:
    """What the player does now; `kind` is 'now' where it is their move, else 'wait'."""

    text: str
    kind: str


@dataclass(frozen=True)
class ConfirmForm:
    """The opponent's report and the form that agrees with it."""

    sentence: str
    action: str
    fields: Mapping[str, str | int]


@dataclass(frozen=True)
class GameShown:
    """The result so far from one seat; `state` is open, mine, theirs, disputed or final.

    `typed` says that a refused report stands in the form.
    """

    state: str
    opponent: str
    mine: str | None
    theirs: str | None
    form: ReportForm
    confirm: ConfirmForm | None
    typed: bool = False


@dataclass(frozen=True)
class EntryShown:
    """A settlement that one of the two entered and nobody confirmed yet, as sentence and as form fields."""

    by_me: bool
    by: str
    opponent: str
    winner_id: int
    winner: str
    side: Side
    side_word: str
    bid: int
    hand: int
    credits: int


def opponent(table: TableView, me: int) -> SeatView:
    """The other player of a table."""
    assert table.second is not None
    return table.second if table.first.player_id == me else table.first


def now_sentence(kind: str, event: TournamentView, table: TableView | None, me: int) -> NowLine:
    """What the player does now, and whether it is their move."""
    if kind == "auction" and table is not None:
        return _auction_sentence(table, me)
    if kind in ("game", "duel") and table is not None:
        to_play = _game_sentence if kind == "game" else _duel_sentence
        return _reported_sentence(table, me) or to_play(table, me)
    if kind == "games" and table is not None:
        name = opponent(table, me).name
        return NowLine(
            t(
                "Sit down at table {table} with {name}. Each of you plays both sides: "
                "roll who is Corp first, and report here when a game is over.",
                table=table.table_number,
                name=name,
            ),
            "wait",
        )
    if kind == "several":
        return NowLine("", "wait")  # said by the table itself
    return NowLine(_waiting_sentence(kind, event), "wait")


def _waiting_sentence(kind: str, event: TournamentView) -> str:
    """What somebody without a game waits for."""
    match kind:
        case "bye":
            return t(
                "You have a bye: no opponent in this round, and it counts as a win. Be back for the next one."
            )
        case "done":
            return t("Your result is in. {next}", next=next_words(event))
        case "unpaired" if event.phase is Phase.TOP_CUT:
            return t("The top cut is being played, and you have no game in this round.")
        case "unpaired":
            return t("You are not paired in round {number}. You can be in the next one.", number=event.round)
        case "waiting":
            return t("You are in. Round 1 has not been paired yet; this page shows your table then.")
    return next_words(event)


def cut_sentence(cut: BracketView, me: int) -> str:
    """Whether the player is in the cut, still or not any more."""
    place = next((each.place for each in cut.places if each.player_id == me), None)
    if place is not None:
        return (
            t("You are out of the cut, on place {place}.", place=place)
            if place > 1
            else t("You won the cut.")
        )
    seed = next((each.seed for each in cut.seeds if each.player_id == me), None)
    return (
        t("You are in the cut, as seed {seed}.", seed=seed)
        if seed is not None
        else t("You are not in the cut.")
    )


def acted(table: TableView, player_id: int) -> bool:
    """Whether a player showed to be at the table by a bid or by entering how the bidding ended."""
    mine = Seat.FIRST if table.first.player_id == player_id else Seat.SECOND
    entered = table.entry is not None and table.entry.entered_by_id == player_id
    return entered or any(bid.seat is mine for bid in table.bidding.bids or [])


def title_words(kind: str, table: TableView | None, me: int, event: TournamentView) -> str:
    """The title of the browser's tab: whose turn it is, for who has another tab open."""
    return f"{_title(kind, table, me)} · {event.name}"


def _title(kind: str, table: TableView | None, me: int) -> str:
    if table is None or kind not in ("auction", "game", "duel") or table.second is None:
        return t("My table")
    name = opponent(table, me).name
    if kind in ("game", "duel"):
        mine, theirs = _reports(table, me)
        if theirs is not None and mine is None:
            return t("Confirm the result")
        return t("Table {number}", number=table.table_number)
    if table.entry is not None:
        if table.entry.entered_by_id != me:
            return t("Confirm the bidding")
        return t("{name} confirms the bidding", name=name)
    turn = table.bidding.turn or Seat.FIRST
    mine_is = Seat.FIRST if table.first.player_id == me else Seat.SECOND
    return t("Your turn") if turn is mine_is else t("{name}’s turn", name=name)


def _auction_sentence(table: TableView, me: int) -> NowLine:
    name = opponent(table, me).name
    if table.entry is not None and table.entry.entered_by_id != me:
        return NowLine(t("{name} entered how the bidding ended. Say whether it is right.", name=name), "now")
    where = t("Sit down at table {table} with {name}.", table=table.table_number, name=name)
    return NowLine(where, "wait" if table.bidding.bids else "now")


def _reported_sentence(table: TableView, me: int) -> NowLine | None:
    """What the reports of a game ask of this player; None while there is no report."""
    mine, theirs = _reports(table, me)
    name = opponent(table, me).name
    if mine is not None and theirs is not None:
        return NowLine(t("Your reports differ. The organizer comes to your table and decides."), "wait")
    if mine is not None:
        return NowLine(t("You reported the result. {name} confirms it.", name=name), "wait")
    if theirs is not None:
        return NowLine(t("{name} reported the result. Say whether it is right.", name=name), "now")
    return None


def _game_sentence(table: TableView, me: int) -> NowLine:
    name = opponent(table, me).name
    side = side_of(table, me)
    if table.sides_by is SidesBy.ASSIGNED and side is not None:
        told = t(
            "You are {side} against {name}. Set up and play; when the game is over, one of you "
            "reports it here.",
            side=side_word(side),
            name=name,
        )
        return NowLine(told, "wait")
    return NowLine(t("Set up and play. When the game is over, one of you reports it here."), "wait")


def _duel_sentence(table: TableView, me: int) -> NowLine:
    name = opponent(table, me).name
    said = t(
        "Sit down at table {table} with {name} and play. When the game is over, one of you reports it here.",
        table=table.table_number,
        name=name,
    )
    return NowLine(said, "wait")


def _reports(table: TableView, me: int) -> tuple[ReportView | None, ReportView | None]:
    reports = table.reports or []
    mine = next((report for report in reports if report.player_id == me), None)
    theirs = next((report for report in reports if report.player_id != me), None)
    return mine, theirs


def game_shown(
    table: TableView,
    me: int,
    action: str,
    refusal: Refused | None = None,
    typed: Mapping[str, str] | None = None,
) -> GameShown:
    """The result so far from this seat, with its forms.

    A refused report is `typed` with its `refusal`: it stands in the form, the sentence at its field.
    """
    mine, theirs = _reports(table, me)
    name = opponent(table, me).name
    final = table.result if table.result is not None and table.result.final else None
    # Nothing of the opponent's report: who says it is not right must not send it back by a slip.
    submit = t("Send this instead") if mine or theirs else t("Send the result")
    form = report_form(table, action, mine, submit, "r")
    if refusal is not None and typed is not None:
        form = _refused(form, refusal, typed)
    return GameShown(
        state="final" if final else _state(mine, theirs),
        opponent=name,
        mine=outcome_words(table, mine) if mine else None,
        theirs=outcome_words(table, theirs) if theirs else None,
        form=form,
        confirm=_confirm_form(table, theirs, name, action) if theirs else None,
        typed=typed is not None,
    )


def _confirm_form(table: TableView, theirs: ReportView, name: str, action: str) -> ConfirmForm:
    said = t("{name} reports: {said}.", name=name, said=outcome_words(table, theirs))
    return ConfirmForm(said, action, report_fields(theirs))


def _state(mine: ReportView | None, theirs: ReportView | None) -> str:
    if mine and theirs:
        return "disputed"
    return "mine" if mine else "theirs" if theirs else "open"


def _refused(form: ReportForm, refusal: Refused, typed: Mapping[str, str]) -> ReportForm:
    return replace(
        form,
        outcome=typed.get("outcome") or None,
        ending=typed.get("ending") or "agenda",
        corp_points=typed.get("corp_points") or None,
        runner_points=typed.get("runner_points") or None,
        errors={refusal.field: refusal.sentence} if refusal.field is not None else {},
    )


def entry_shown(table: TableView, me: int) -> EntryShown | None:
    """A settlement that one of the two entered and nobody confirmed yet."""
    entry = table.entry
    if entry is None:
        return None
    names = names_of(table)
    price = start(entry.bid)
    return EntryShown(
        by_me=entry.entered_by_id == me,
        by=names[entry.entered_by_id],
        opponent=opponent(table, me).name,
        winner_id=entry.winner_id,
        winner=names[entry.winner_id],
        side=entry.side,
        side_word=side_word(entry.side),
        bid=entry.bid,
        hand=price.hand,
        credits=price.credits,
    )
