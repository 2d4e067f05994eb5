"""The results of an event as NRTM JSON, the form AlwaysBeRunning reads, and what it would stumble over.

Players are numbered 1, 2, 3 in the order they joined, so that the file does not depend on a database's ids.
Only closed rounds are told, and only those whose standings the caller may see. The side not played scores 0;
a bye has no second player; games of the cut name their winner.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from sqlmodel import Session

from app.services.event.queries import the_tournament
from app.services.event.standings import shown_after
from app.services.kernel.installation import Installation
from app.services.kernel.viewer import Viewer
from app.sides import Side
from app.storage.auctions import player_at, settlement_of
from app.storage.cut import bracket_of, cut_seeds, cut_winners
from app.storage.players import players
from app.storage.rounds import pairings, rounds
from app.storage.standings import points_of_row, rules_of, sheets
from app.storage.tables import Pairing, Player, Tournament
from app.tournament.auction import Seat
from app.tournament.lifecycle import RoundState, Stage
from app.tournament.rules import Rules
from app.tournament.standings import rank
from app.tournament.topcut import final_places

UPLOADED_FROM = "Cache Refresh Manager"
_QUOTES = str.maketrans({"“": '"', "”": '"', "’": "'", "‘": "'"})


def nrtm(installation: Installation, tournament_id: int, viewer: Viewer) -> dict[str, Any]:
    """The document, ready for JSON; rounds whose standings are hidden from the viewer are not in it."""
    with installation.database.read_session() as session:
        row = the_tournament(session, tournament_id)
        after = shown_after(session, row, viewer, None)
        people = players(session, tournament_id)
        numbers = {person.id or 0: number for number, person in enumerate(people, start=1)}
        closed = [
            r
            for r in rounds(session, tournament_id)
            if r.state == RoundState.CLOSED and (r.stage == Stage.TOP_CUT or r.number <= after)
        ]
        rules = rules_of(row)
        return {
            "name": row.name,
            "date": row.date.isoformat(),
            "cutToTop": len(cut_seeds(session, tournament_id)),
            "preliminaryRounds": sum(r.stage == Stage.SWISS for r in closed),
            "tournamentOrganiser": {
                "nrdbId": row.settings.get("nrdb_id"),
                "nrdbUsername": row.settings.get("nrdb_username"),
            },
            "players": _players(session, row, after, people, numbers),
            "eliminationPlayers": _cut_players(session, row, people, numbers),
            "rounds": [
                [_game(p, numbers, rules) for p in pairings(session, tournament_id, r.id)] for r in closed
            ],
            "uploadedFrom": UPLOADED_FROM,
            "links": [],
        }


def _players(
    session: Session, row: Tournament, after: int, people: Sequence[Player], numbers: Mapping[int, int]
) -> list[dict[str, Any]]:
    by_id = {person.id or 0: person for person in people}
    standings = rank(sheets(session, row, after), {pid: person.lot for pid, person in by_id.items()})
    return [
        {
            "id": numbers[line.player],
            "name": by_id[line.player].name,
            "rank": line.rank,
            "corpIdentity": _plain(by_id[line.player].corp_identity),
            "runnerIdentity": _plain(by_id[line.player].runner_identity),
            "matchPoints": line.points,
            "strengthOfSchedule": round(float(line.sos), 4),
            "extendedStrengthOfSchedule": round(float(line.extended_sos), 4),
        }
        for line in standings
    ]


def _cut_players(
    session: Session, row: Tournament, people: Sequence[Player], numbers: Mapping[int, int]
) -> list[dict[str, Any]]:
    assert row.id is not None
    names = {person.id: person.name for person in people}
    seeds = [seed.player_id for seed in cut_seeds(session, row.id)]
    if not seeds:
        return []
    places = final_places(bracket_of(row), seeds, cut_winners(session, row.id))
    ranks = {place.player: place.place for place in places}
    # While the cut is played, those still in it hold the places that are open, in the order of their seeds.
    open_places = [place for place in range(1, len(seeds) + 1) if place not in ranks.values()]
    ranks |= dict(zip([p for p in seeds if p not in ranks], open_places, strict=True))
    return [
        {"id": numbers[player], "name": names[player], "rank": ranks[player], "seed": seeds.index(player) + 1}
        for player in sorted(seeds, key=ranks.__getitem__)
    ]


def _game(row: Pairing, numbers: Mapping[int, int], rules: Rules) -> dict[str, Any]:
    points = points_of_row(row.first_id, row.winner_id, row.decided_by, row.ending, rules)
    game: dict[str, Any] = {
        "table": row.table_number,
        "player1": _seat(row, Seat.FIRST, points, numbers),
        "player2": _seat(row, Seat.SECOND, points, numbers),
        "intentionalDraw": False,
        "twoForOne": False,
        "eliminationGame": row.game_number is not None,
    }
    if row.game_number is not None:
        for seat, key in ((Seat.FIRST, "player1"), (Seat.SECOND, "player2")):
            game[key]["winner"] = row.winner_id is not None and player_at(row, seat) == row.winner_id
    return game


def _seat(row: Pairing, seat: Seat, points: Mapping[Seat, int], numbers: Mapping[int, int]) -> dict[str, Any]:
    player_id, settlement = player_at(row, seat), settlement_of(row)
    side = None
    if settlement is not None:
        side = Side.CORP if settlement.seat_of(Side.CORP) is seat else Side.RUNNER
    mine = points[seat] if player_id is not None else 0
    return {
        "id": numbers[player_id] if player_id is not None else None,
        "role": side.value if side is not None else None,
        "corpScore": mine if side is Side.CORP else 0,
        "runnerScore": mine if side is Side.RUNNER else 0,
        "combinedScore": mine,
    }


def _plain(title: str | None) -> str | None:
    return title.translate(_QUOTES) if title else None


def warnings(installation: Installation, tournament_id: int) -> list[str]:
    """What the file still lacks, in sentences, told while it can still be mended."""
    with installation.database.read_session() as session:
        people = players(session, tournament_id)
        open_rounds = [r.number for r in rounds(session, tournament_id) if r.state != RoundState.CLOSED]
        closed = [r for r in rounds(session, tournament_id) if r.state == RoundState.CLOSED]
    said = [
        f"{person.name} has no {side} identity: enter it on the player's page."
        for person in people
        for side, title in (("Corp", person.corp_identity), ("Runner", person.runner_identity))
        if not title
    ]
    said += [f"Round {number} is not closed and so not in the file." for number in open_rounds]
    if not closed:
        said.append("No round is closed yet: the file would hold no games.")
    return said
