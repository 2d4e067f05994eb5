"""A table of a game without sides: who begins, the form of its result, and both from one of its seats."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from app.sentences import t
from app.services.kernel.errors import Refused
from app.services.kernel.views import ReportView, ResultView, SeatView, TableView
from app.tournament.auction import Seat
from app.tournament.duel import ALL_DICE, won_by
from app.tournament.results import Ending
from app.web.presenters.duel_words import ENDINGS, duel_words
from app.web.presenters.results import report_fields


@dataclass(frozen=True)
class DuelSeat:
    """A player in the form: what a win of this seat is sent as, its words, and the field of the dice."""

    value: str
    label: str
    send: str
    dice_name: str
    dice_label: str
    dice: str | int | None


@dataclass(frozen=True)
class DuelForm:
    """The form of a result. `tie_note` says what a tie becomes; `final` is true at the desk, which adds the
    double loss; `ask_reason` where a final result is corrected; `live` where live.js sends the form."""

    id: str
    action: str
    submit: str
    seats: tuple[DuelSeat, DuelSeat]
    tie_note: str
    outcome: str | None
    ending: str | None
    endings: tuple[tuple[Ending, str], ...]
    most_dice: int = ALL_DICE
    errors: Mapping[str, str] = field(default_factory=dict)
    final: bool = False
    ask_reason: bool = False
    reason: str | None = None
    live: bool = True


@dataclass(frozen=True)
class Beginner:
    """A button that tells who begins; `chosen` where it was told so."""

    player_id: int
    label: str
    chosen: bool


@dataclass(frozen=True)
class Beginning:
    """Who begins: the sentence once it is told, and the buttons that tell it."""

    action: str
    told: str | None
    mine: bool
    buttons: tuple[Beginner, Beginner]
    live: bool = True


@dataclass(frozen=True)
class DuelConfirm:
    """The opponent's report and the form that agrees with it."""

    sentence: str
    action: str
    fields: Mapping[str, str | int]


@dataclass(frozen=True)
class DuelShown:
    """A table from one of its seats; `state` is open, mine, theirs or disputed. `typed`: a refused
    report stands in the form."""

    state: str
    opponent: str
    mine: str | None
    theirs: str | None
    form: DuelForm
    confirm: DuelConfirm | None
    beginning: Beginning
    typed: bool = False


def duel_form(
    table: TableView,
    action: str,
    said: ReportView | ResultView | None,
    submit: str,
    prefix: str,
    me: int | None = None,
) -> DuelForm:
    """The form, filled with what was said before; who `me` is stands first."""
    assert table.second is not None
    seats = [_seat(table.first, Seat.FIRST, said, me), _seat(table.second, Seat.SECOND, said, me)]
    if me == table.second.player_id:
        seats.reverse()
    return DuelForm(
        id=prefix,
        action=action,
        submit=submit,
        seats=(seats[0], seats[1]),
        tie_note=_tie_note(table),
        outcome=said.outcome if said else None,
        ending=said.ending if said and said.ending else Ending.GIGS,
        endings=tuple((ending, t(words)) for ending, words in ENDINGS),
    )


def desk_form(
    table: TableView, desk: str, typed: Mapping[str, str] | None, refusal: Refused | None
) -> DuelForm | None:
    """The form at the desk, where it is final at once; None for a table with sides and for a bye."""
    if not table.without_sides or table.second is None:
        return None
    final = table.result is not None and table.result.final
    alone = table.reports[0] if table.reports and len(table.reports) == 1 else None
    said = table.result if final else alone
    shown = duel_form(table, f"{desk}/tables/{table.id}/duel", said, t("Set this result"), "set")
    shown = replace(shown, final=True, ask_reason=final, live=False)
    return shown if typed is None else typed_form(shown, refusal, typed)


def _seat(seat: SeatView, at: Seat, said: ReportView | ResultView | None, me: int | None) -> DuelSeat:
    mine = seat.player_id == me
    first = at is Seat.FIRST
    dice = None if said is None else said.first_dice if first else said.second_dice
    return DuelSeat(
        value=won_by(at),
        label=t("You won") if mine else t("{name} won", name=seat.name),
        send=t("Send: you won") if mine else t("Send: {name} won", name=seat.name),
        dice_name=f"{at}_dice",
        dice_label=t("You") if mine else seat.name,
        dice=dice,
    )


def _tie_note(table: TableView) -> str:
    if table.draw_winner_id is None:
        return t("At time: more Gig dice, then more Street Cred. Equal in both is a tie.")
    seats = (table.first, table.second)
    name = next(seat.name for seat in seats if seat and seat.player_id == table.draw_winner_id)
    return t("A tie goes to {name}, the higher seed.", name=name)


def typed_form(form: DuelForm, refusal: Refused | None, typed: Mapping[str, str]) -> DuelForm:
    """The form as somebody sent it, with the refusal at its field."""
    name = refusal.field if refusal is not None else None
    first, second = (replace(seat, dice=typed.get(seat.dice_name) or None) for seat in form.seats)
    return replace(
        form,
        outcome=typed.get("outcome") or None,
        ending=typed.get("ending") or None,
        seats=(first, second),
        reason=typed.get("reason"),
        errors={name: str(refusal.sentence)} if name is not None and refusal is not None else {},
    )


def beginning(table: TableView, action: str, me: int | None = None, *, live: bool = True) -> Beginning:
    """Who begins, with a button for each player; `me` is called you."""
    assert table.second is not None
    buttons = [
        Beginner(
            seat.player_id,
            t("I begin") if seat.player_id == me else t("{name} begins", name=seat.name),
            table.began_player_id == seat.player_id,
        )
        for seat in (table.first, table.second)
    ]
    if me == table.second.player_id:
        buttons.reverse()
    mine = me is not None and table.began_player_id == me
    told = t("You begin.") if mine else next((f"{one.label}." for one in buttons if one.chosen), None)
    return Beginning(action, told, mine, (buttons[0], buttons[1]), live)


def duel_shown(
    table: TableView,
    me: int,
    action: str,
    began_action: str,
    refusal: Refused | None = None,
    typed: Mapping[str, str] | None = None,
) -> DuelShown:
    """The table from this seat; a refused report is `typed` with its `refusal`."""
    assert table.second is not None
    other = table.second if table.first.player_id == me else table.first
    reports = table.reports or []
    mine = next((report for report in reports if report.player_id == me), None)
    theirs = next((report for report in reports if report.player_id != me), None)
    form = duel_form(
        table, action, mine, t("Send this instead") if reports else t("Send the result"), "r", me
    )
    if typed is not None:
        form = typed_form(form, refusal, typed)
    confirm = None
    if theirs is not None:
        sentence = t("{name} reports: {result}.", name=other.name, result=duel_words(table, theirs))
        confirm = DuelConfirm(sentence, action, report_fields(theirs))
    return DuelShown(
        state="disputed" if mine and theirs else "mine" if mine else "theirs" if theirs else "open",
        opponent=other.name,
        mine=duel_words(table, mine) if mine else None,
        theirs=duel_words(table, theirs) if theirs else None,
        form=form,
        confirm=confirm,
        beginning=beginning(table, began_action, me),
        typed=typed is not None,
    )
