"""Penalties in words, what is asked before one is given, and what a judge needs at a table."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import ClassVar

from app.deckcheck.titles import card_title
from app.judge.penalties import KINDS, PenaltyKind
from app.sentences import message, t
from app.services.judging.penalties import PenaltyView
from app.services.kernel.views import SeatView, TableView
from app.web.presenters.desk_frame import DeskPage
from app.web.presenters.judge import judge_address
from app.web.views import ByField, NavLink

KIND_NAMES = {
    PenaltyKind.WARNING: message("Warning"),
    PenaltyKind.GAME_LOSS: message("Game loss"),
    PenaltyKind.MATCH_LOSS: message("Match loss"),
    PenaltyKind.DISQUALIFICATION: message("Disqualification"),
}
# The same within a sentence.
IN_SENTENCE = {
    PenaltyKind.WARNING: message("warning"),
    PenaltyKind.GAME_LOSS: message("game loss"),
    PenaltyKind.MATCH_LOSS: message("match loss"),
    PenaltyKind.DISQUALIFICATION: message("disqualification"),
}


@dataclass(frozen=True)
class PenaltyShown:
    """One penalty. `where` is round and table in words."""

    name: str
    href: str
    kind_name: str
    infraction: str
    where: str
    note: str
    by: str
    at: datetime


@dataclass(frozen=True)
class TableJudging:
    """What a judge needs at a table: earlier penalties of its players, forms for new ones, rulings."""

    record: list[PenaltyShown]
    give: list[NavLink]
    rulings: list[NavLink]


@dataclass(frozen=True)
class Repeated:
    """What the judge is asked before a penalty is given."""

    title: str
    text: str
    suggested: PenaltyKind | None
    suggested_name: str
    chosen_name: str


@dataclass(frozen=True)
class PenaltiesPage(DeskPage):
    """The record of the event or of one player, and the form; `of` is who and `at` which table was chosen."""

    template: ClassVar[str] = "organizer/penalties.html"

    record: Sequence[PenaltyShown]
    people: Sequence[tuple[str, str]]
    kinds: Sequence[tuple[PenaltyKind, str]]
    infractions: Sequence[str]
    typed: ByField
    asked: Repeated | None
    of: str
    at: str


def penalties_shown(found: Iterable[PenaltyView], desk: str) -> list[PenaltyShown]:
    """Penalties, the newest first; `desk` is empty for the player, who gets no links."""
    return [
        PenaltyShown(
            name=each.name,
            href=f"{desk}/players/{each.player_id}" if desk else "",
            kind_name=t(KIND_NAMES[each.kind]),
            infraction=each.infraction_name,
            where=_where(each),
            note=str(each.note),
            by=each.given_by,
            at=each.given_at,
        )
        for each in reversed(list(found))
    ]


def _where(penalty: PenaltyView) -> str:
    if penalty.round is None:
        return t("before round 1")
    if penalty.table_number is None:
        return t("round {round}", round=penalty.round)
    return t("round {round}, table {table}", round=penalty.round, table=penalty.table_number)


def kind_choices() -> list[tuple[PenaltyKind, str]]:
    """The kinds of penalty for a form, the mildest first."""
    return [(kind, t(KIND_NAMES[kind])) for kind in KINDS]


def repeat_shown(
    name: str, chosen: PenaltyKind, suggested: PenaltyKind, earlier: Sequence[PenaltyView]
) -> Repeated:
    """What to ask when a player gets a penalty for the same thing again, and a milder one was chosen."""
    last = earlier[-1]
    return Repeated(
        title=t("This is a repeat"),
        text=t(
            "{name} has had this before: {penalty}, {where}.",
            name=name,
            penalty=t(IN_SENTENCE[last.kind]),
            where=_where(last),
        ),
        suggested=suggested,
        suggested_name=t(KIND_NAMES[suggested]),
        chosen_name=t(KIND_NAMES[chosen]),
    )


def disqualify_shown(name: str) -> Repeated:
    """What to ask before somebody is disqualified."""
    return Repeated(
        title=t("Disqualify {name}?", name=name),
        text=t("They are dropped. A game they are playing is won by the opponent."),
        suggested=None,
        suggested_name="",
        chosen_name=t(KIND_NAMES[PenaltyKind.DISQUALIFICATION]),
    )


def rulings_of_table(table: TableView, edition: str) -> list[NavLink]:
    """The judge's desk on the identities of a table: the two in play once sides are settled, else all."""
    seats = [seat for seat in (table.first, table.second) if seat is not None]
    titles = [title for seat in seats for title in _identities(table, seat) if title is not None]
    return [
        NavLink(judge_address(edition=edition, card=title), card_title(title))
        for title in dict.fromkeys(titles)
    ]


def _identities(table: TableView, seat: SeatView) -> tuple[str | None, ...]:
    if table.corp_player_id == seat.player_id:
        return (seat.corp_identity,)
    if table.runner_player_id == seat.player_id:
        return (seat.runner_identity,)
    return seat.corp_identity, seat.runner_identity


def table_judging(table: TableView, found: Iterable[PenaltyView], desk: str, edition: str) -> TableJudging:
    """What a judge needs at a table; `found` are the penalties of the event."""
    seats = [seat for seat in (table.first, table.second) if seat is not None]
    here = {seat.player_id for seat in seats}
    return TableJudging(
        record=penalties_shown((each for each in found if each.player_id in here), desk),
        give=[
            NavLink(f"{desk}/penalties?player={seat.player_id}&table={table.id}", seat.name) for seat in seats
        ],
        rulings=rulings_of_table(table, edition),
    )
