"""Whose turn it is in an auction, as the sentence at the top of the board and the one below it."""

from dataclasses import dataclass

from app.sentences import t
from app.services.kernel.views import TableView
from app.tournament.auction import Seat


@dataclass(frozen=True)
class TurnLine:
    """A sentence, the smaller one below it, and whether the reader acts now."""

    text: str
    detail: str
    mine: bool


def turn_line(table: TableView, viewer: Seat | None, *, both: bool = False) -> TurnLine | None:
    """The line for who sits at `viewer`; `both` where one phone serves both; None once nobody has the
    turn.
    """
    turn = table.bidding.turn
    if turn is None or table.second is None:
        return None
    names = {Seat.FIRST: table.first.name, Seat.SECOND: table.second.name}
    mine = both or viewer is turn
    if table.bidding.high_bid is None:
        return _opening(table, names, turn, viewer, both)
    high = table.bidding.high_bid
    leader = names[turn.other]
    if not mine:
        detail = t("Your bid of {bid} is the highest. Wait for {name}.", bid=high, name=names[turn])
        return TurnLine(t("{name}’s turn.", name=names[turn]), detail, mine=False)
    text = t("{name}’s turn.", name=names[turn]) if both else t("Your turn.")
    return TurnLine(text, t("{name} bid {bid}. Bid more, or pass.", name=leader, bid=high), mine=True)


def _opening(
    table: TableView, names: dict[Seat, str], turn: Seat, viewer: Seat | None, both: bool
) -> TurnLine:
    who = names[turn]
    other = names[turn.other]
    if both:
        detail = t("The coin fell that way. Pick a side, then a number.")
        return TurnLine(t("{name} bids first.", name=who), detail, mine=True)
    if viewer is turn:
        detail = t(
            "Sit down at table {table} with {name}. Pick a side, then a number.",
            table=table.table_number,
            name=other,
        )
        return TurnLine(t("You bid first."), detail, mine=True)
    detail = t(
        "Sit down at table {table} with {name}. The first bid appears here.",
        table=table.table_number,
        name=who,
    )
    return TurnLine(t("{name} bids first.", name=who), detail, mine=False)
