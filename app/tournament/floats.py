"""Who was paired down or up before: whose opponent in an earlier round had fewer, or more, points then."""

from collections.abc import Iterable
from itertools import accumulate

from app.tournament.standings import Sheet


def floated(sheets: Iterable[Sheet]) -> tuple[frozenset[int], frozenset[int]]:
    """The players who were paired down at least once, and those who were paired up."""
    sheets = tuple(sheets)
    before: dict[tuple[int, int], int] = {}
    for sheet in sheets:
        played = sorted(sheet.outcomes, key=lambda outcome: outcome.round)
        totals = accumulate((outcome.points for outcome in played), initial=0)
        before |= {
            (sheet.player, outcome.round): total for outcome, total in zip(played, totals, strict=False)
        }
    down, up = set(), set()
    for sheet in sheets:
        for outcome in sheet.outcomes:
            if outcome.opponent is None:
                continue
            mine = before[sheet.player, outcome.round]
            theirs = before.get((outcome.opponent, outcome.round), mine)
            if mine > theirs:
                down.add(sheet.player)
            if mine < theirs:
                up.add(sheet.player)
    return frozenset(down), frozenset(up)
