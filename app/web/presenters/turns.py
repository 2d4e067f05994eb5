"""Whose turn it is in an auction, as the sentence at the top of the board and the one below it."""

from dataclasses import dataclass

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
        detail = f"Your bid of {high} is the highest. Wait for {names[turn]}."
        return TurnLine(f"{names[turn]}’s turn.", detail, mine=False)
    text = f"{names[turn]}’s turn." if both else "Your turn."
    return TurnLine(text, f"{leader} bid {high}. Bid more, or pass.", mine=True)


def _opening(
    table: TableView, names: dict[Seat, str], turn: Seat, viewer: Seat | None, both: bool
) -> TurnLine:
    who = names[turn]
    other = names[turn.other]
    if both:
        return TurnLine(
            f"{who} bids first.", "The coin fell that way. Pick a side, then a number.", mine=True
        )
    if viewer is turn:
        detail = f"Sit down at table {table.table_number} with {other}. Pick a side, then a number."
        return TurnLine("You bid first.", detail, mine=True)
    detail = f"Sit down at table {table.table_number} with {who}. The first bid appears here."
    return TurnLine(f"{who} bids first.", detail, mine=False)
