"""What the players of a table do: drawn from the table alone, so that two runs of an event are the same."""

from dataclasses import dataclass
from random import Random
from typing import Any

HIGHEST_BID = 10
RESULTS: tuple[dict[str, Any], ...] = (
    {"outcome": "corp", "ending": "agenda", "corp_points": 7, "runner_points": 3},
    {"outcome": "runner", "ending": "agenda", "corp_points": 4, "runner_points": 7},
    {"outcome": "corp", "ending": "flatline"},
    {"outcome": "runner", "ending": "decked"},
    {"outcome": "runner", "ending": "concession"},
    {"outcome": "draw", "ending": "time", "corp_points": 4, "runner_points": 4},
)
Step = tuple[str, dict[str, Any]]


@dataclass(frozen=True)
class Script:
    """The moves of the auction in order (bodies without their version), and how the game ends.

    A table `by_hand` is played without phones: the organizer enters sides and result.
    """

    moves: tuple[dict[str, Any], ...]
    result: dict[str, Any]
    by_hand: bool = False

    def step(self, table: dict[str, Any], seat: str, player_id: int) -> Step | None:
        """The next thing the player at `seat` does, as the path and body of a command; None: wait."""
        if not table[seat]["ready"]:
            return "check-in", {}
        auction = table["auction"]
        if not auction["settled"]:
            version = auction["version"]
            return ("bids", {"version": version, **self.moves[version]}) if auction["turn"] == seat else None
        mine = [report for report in table["reports"] or [] if report["player_id"] == player_id]
        return None if mine else ("result", self.result)

    @property
    def settlement(self) -> tuple[int, str]:
        """The winning bid and its side."""
        bids = [move["bid"] for move in self.moves if "bid" in move]
        return bids[-1], self.moves[0]["side"]


def script_of(seed: int, round_number: int, table_number: int) -> Script:
    """The script of a table; every eleventh or so is played by hand."""
    chance = Random(f"{seed}/{round_number}/{table_number}")
    bid = chance.choice((0, 0, 1, 2, 3))
    moves: list[dict[str, Any]] = [{"side": chance.choice(("corp", "runner")), "bid": bid}]
    while bid < HIGHEST_BID and chance.random() < 0.75:
        bid = min(HIGHEST_BID, bid + chance.choice((1, 1, 2, 3)))
        moves.append({"bid": bid})
    if bid < HIGHEST_BID:
        moves.append({"pass": True})
    return Script(tuple(moves), dict(chance.choice(RESULTS)), by_hand=chance.random() < 1 / 11)
