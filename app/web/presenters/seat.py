"""A table from one of its seats: what to do now in one sentence, the reports, a settlement by hand."""

from collections.abc import Mapping

from app.services.event.brackets import BracketView
from app.services.kernel.errors import Refused
from app.services.kernel.views import ReportView, SeatView, TableView, TournamentView
from app.tournament.auction import Seat
from app.tournament.lifecycle import Phase
from app.web.presenters.auction import start
from app.web.presenters.event import next_words
from app.web.presenters.results import names_of, outcome_words, report_fields, report_form
from app.web.presenters.values import Values

_RESULT_FIELDS = ("outcome", "ending", "corp_points", "runner_points")
_FIELD_OF_CODE = {
    "points-out-of-range": "corp_points",
    "points-contradict-outcome": "corp_points",
    "invalid-points": "corp_points",
}


def opponent(table: TableView, me: int) -> SeatView:
    """The other player of a table."""
    assert table.second is not None
    return table.second if table.first.player_id == me else table.first


def now_sentence(kind: str, event: TournamentView, table: TableView | None, me: int) -> Values:
    """What the player does now, and whether it is their move: {"text", "kind": 'now' | 'wait'}."""
    if kind == "auction" and table is not None:
        return _auction_sentence(table, me)
    if kind == "game" and table is not None:
        return _game_sentence(table, me)
    sentences = {
        "bye": "You have a bye: no opponent in this round, and it counts as a win. Be back for the next one.",
        "done": f"Your result is in. {next_words(event)}",
        "unpaired": f"You are not paired in round {event.round}. You can be in the next one.",
        "waiting": "You are in. Round 1 has not been paired yet; this page shows your table then.",
        "between": next_words(event),
        "over": next_words(event),
    }
    if kind == "unpaired" and event.phase is Phase.TOP_CUT:
        sentences["unpaired"] = "The top cut is being played, and you have no game in this round."
    return Values(text=sentences[kind], kind="wait")


def cut_sentence(cut: BracketView, me: int) -> str:
    """Whether the player is in the cut, still or not any more."""
    place = next((each.place for each in cut.places if each.player_id == me), None)
    if place is not None:
        return f"You are out of the cut, on place {place}." if place > 1 else "You won the cut."
    seed = next((each.seed for each in cut.seeds if each.player_id == me), None)
    return f"You are in the cut, as seed {seed}." if seed is not None else "You are not in the cut."


def acted(table: TableView, player_id: int) -> bool:
    """Whether a player showed to be at the table by a bid or by entering how the bidding ended."""
    mine = Seat.FIRST if table.first.player_id == player_id else Seat.SECOND
    entered = table.entry is not None and table.entry.entered_by_id == player_id
    return entered or any(bid.seat is mine for bid in table.auction.bids or [])


def _auction_sentence(table: TableView, me: int) -> Values:
    name = opponent(table, me).name
    if table.entry is not None and table.entry.entered_by_id != me:
        return Values(text=f"{name} entered how the bidding ended. Say whether it is right.", kind="now")
    where = f"Sit down at table {table.table_number} with {name}."
    return Values(text=where, kind="wait" if table.auction.bids else "now")


def _game_sentence(table: TableView, me: int) -> Values:
    name = opponent(table, me).name
    mine, theirs = _reports(table, me)
    if mine is not None and theirs is not None:
        return Values(text="Your reports differ. The organizer comes to your table and decides.", kind="wait")
    if mine is not None:
        return Values(text=f"You reported the result. {name} confirms it.", kind="wait")
    if theirs is not None:
        return Values(text=f"{name} reported the result. Say whether it is right.", kind="now")
    return Values(text="Set up and play. When the game is over, one of you reports it here.", kind="wait")


def _reports(table: TableView, me: int) -> tuple[ReportView | None, ReportView | None]:
    reports = table.reports or []
    mine = next((report for report in reports if report.player_id == me), None)
    theirs = next((report for report in reports if report.player_id != me), None)
    return mine, theirs


def game_shown(table: TableView, me: int, action: str) -> Values:
    """The result so far from this seat, with its forms; `state` is open, mine, theirs, disputed or final."""
    mine, theirs = _reports(table, me)
    name = opponent(table, me).name
    final = table.result if table.result is not None and table.result.final else None
    state = (
        "final"
        if final
        else "disputed"
        if mine and theirs
        else "mine"
        if mine
        else "theirs"
        if theirs
        else "open"
    )
    return Values(
        state=state,
        opponent=name,
        mine=outcome_words(table, mine) if mine else None,
        theirs=outcome_words(table, theirs) if theirs else None,
        final=outcome_words(table, final) if final else None,
        won=bool(final and final.winner_id == me),
        form=report_form(
            # Nothing of the opponent's report: who says it is not right must not send it back by a slip.
            table,
            action,
            mine,
            "Send this instead" if mine or theirs else "Send the result",
            "r",
        ),
        confirm=Values(
            sentence=f"{name} reports: {outcome_words(table, theirs)}.",
            action=action,
            fields=report_fields(theirs),
            dispute="No, that is not right",
            live=True,
        )
        if theirs
        else None,
    )


def refused_form(game: Values, refusal: Refused, typed: Mapping[str, str]) -> None:
    """Put what was typed back into the report form, with the sentence at its field where it has one."""
    form = game["form"]
    for name in _RESULT_FIELDS:
        form[name] = typed.get(name) or None
    form["ending"] = form["ending"] or "agenda"
    field = _FIELD_OF_CODE.get(refusal.code)
    if field is not None:
        form["errors"] = Values({field: refusal.sentence})
    game["typed"] = True


def entry_shown(table: TableView, me: int) -> Values | None:
    """A settlement that one of the two entered and nobody confirmed yet."""
    entry = table.entry
    if entry is None:
        return None
    names = names_of(table)
    price = start(entry.bid)
    return Values(
        by_me=entry.entered_by_id == me,
        by=names[entry.entered_by_id],
        winner_id=entry.winner_id,
        winner=names[entry.winner_id],
        side=entry.side.value,
        side_word=entry.side.word,
        bid=entry.bid,
        hand=price["hand"],
        credits=price["credits"],
        opponent=opponent(table, me).name,
    )
