"""The rounds of one player, each as a line of the player's record."""

from dataclasses import dataclass

from app.sentences import message, t
from app.services.kernel.views import TableView
from app.sides import Side
from app.tournament.auction import Seat
from app.tournament.results import DecidedBy
from app.web.presenters.game_words import side_word
from app.web.presenters.results import bid_words, by_seed, outcome_words, side_of


@dataclass(frozen=True)
class GameRow:
    """One round of a player: opponent and side as far as there are any, and how it ended for the player.

    `word` is open, bye, won, tied or lost; `paid` is the bid the player won the auction with, None where
    another way settled the sides or the opponent paid.
    """

    round: int
    bye: bool
    opponent: str | None
    opponent_id: int | None
    side: Side | None
    bid: str | None
    paid: int | None
    result: str | None
    word: str

    @property
    def ended(self) -> str:
        """How it ended, in a word."""
        return t(_ENDED[self.word])

    @property
    def told(self) -> str:
        """The round in a line for who hears the page."""
        if self.side is None:
            return t("Round {number}: {ended}", number=self.round, ended=self.ended)
        values = {"number": self.round, "ended": self.ended, "side": side_word(self.side)}
        return t("Round {number}: {ended} as {side}", **values)


# words: how a round ended for the player whose record it is
_ENDED = {
    "open": message("open"),
    "bye": message("bye"),
    "won": message("won"),
    "tied": message("tied"),
    "lost": message("lost"),
}


def game_row(table: TableView, player_id: int) -> GameRow:
    """One round of a player's own record."""
    other = table.second if table.first.player_id == player_id else table.first
    side = side_of(table, player_id)
    result = table.result if table.result and table.result.final else None
    return GameRow(
        round=table.round,
        bye=table.bye,
        opponent=other.name if other and not table.bye else None,
        opponent_id=other.player_id if other and not table.bye else None,
        side=side,
        bid=bid_words(table),
        paid=_paid(table, player_id),
        result=outcome_words(table, result) if result else None,
        word=_word(table, player_id),
    )


def _paid(table: TableView, player_id: int) -> int | None:
    """The bid with which a player won the auction of a table."""
    auction = table.bidding
    if auction.winner is None or auction.high_bid is None or by_seed(table) or table.second is None:
        return None
    winner = table.first if auction.winner is Seat.FIRST else table.second
    return auction.high_bid if winner.player_id == player_id else None


def _word(table: TableView, player_id: int) -> str:
    if table.result is None or not table.result.final:
        return "open"
    if table.bye:
        return "bye"
    if table.result.decided_by is DecidedBy.TIE:
        return "tied"
    return "won" if table.result.winner_id == player_id else "lost"
