"""The results of an event as NRTM JSON, the form AlwaysBeRunning reads, and what it would stumble over.

Players are numbered 1, 2, 3 in the order they joined, so that the file does not depend on a database's ids.
Only closed rounds are told, and only those whose standings the caller may see. In Swiss games the side not
played scores 0, and a bye has no second player; where each plays both sides, nobody has a role and both sides
score; an intentional draw scores for no side. Games of the cut come in the order of the bracket, whose
first slot is player 1, and say who won instead of points: its readers draw the bracket from that order
alone.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from sqlmodel import Session

from app.sentences import Sentence, say
from app.services.event.queries import the_tournament
from app.services.event.standings import shown_after
from app.services.kernel.errors import Refused
from app.services.kernel.installation import Installation
from app.services.kernel.viewer import Viewer
from app.sides import Side
from app.storage.auctions import both_sides, player_at, seat_of, sides_of
from app.storage.cut import bracket_of, cut_seeds, cut_winners
from app.storage.players import players
from app.storage.rounds import games_of, pairings, rounds
from app.storage.standings import sheets
from app.storage.tables import Game, Pairing, Player, Round, Tournament
from app.storage.worth import INTENTIONAL_DRAW, TWO_FOR_ONE, points_by_side, structure_of
from app.tournament.auction import Seat
from app.tournament.lifecycle import RoundState, Stage
from app.tournament.standings import rank
from app.tournament.structures import Game as Played
from app.tournament.topcut import final_places, played

UPLOADED_FROM = "Cache Refresh Manager"
# AlwaysBeRunning knows brackets of 4, 8 and 16 only.
SIZES_NOT_DRAWN = (2, 3)
_QUOTES = str.maketrans({"“": '"', "”": '"', "’": "'", "‘": "'"})


def nrtm(installation: Installation, tournament_id: int, viewer: Viewer) -> dict[str, Any]:
    """The document, ready for JSON; rounds whose standings are hidden from the viewer are not in it.

    Raises Refused not-for-several (409) where more than two sit at a table, not-for-this-game (409) for
    another game than Netrunner.
    """
    with installation.database.read_session() as session:
        row = the_tournament(session, tournament_id)
        if structure_of(row).has_pods:
            raise Refused(
                "not-for-several",
                say("The file knows games of two alone: take the standings as CSV, or the archive."),
            )
        if structure_of(row).game is not Played.NETRUNNER:
            raise Refused(
                "not-for-this-game",
                say("The file is for Android: Netrunner alone: take the standings as CSV, or the archive."),
            )
        after = shown_after(session, row, viewer, None)
        people = players(session, tournament_id)
        numbers = {person.id: number for number, person in enumerate(people, start=1)}
        closed = [
            r
            for r in rounds(session, tournament_id)
            if r.state == RoundState.CLOSED and (r.stage == Stage.TOP_CUT or r.number <= after)
        ]
        games = games_of(session, tournament_id)
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
                *(
                    [_game(row, p, numbers, games) for p in pairings(session, tournament_id, r.id)]
                    for r in closed
                    if r.stage == Stage.SWISS
                ),
                *_cut_rounds(session, row, [r for r in closed if r.stage == Stage.TOP_CUT], numbers),
            ],
            "uploadedFrom": UPLOADED_FROM,
            "links": [],
        }


def _players(
    session: Session, row: Tournament, after: int, people: Sequence[Player], numbers: Mapping[int, int]
) -> list[dict[str, Any]]:
    by_id = {person.id: person for person in people}
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


def _game(
    tournament: Tournament, row: Pairing, numbers: Mapping[int, int], games: Sequence[Game]
) -> dict[str, Any]:
    by_side = {seat: dict.fromkeys(Side, 0) for seat in Seat}
    if both_sides(row):
        by_side = points_by_side(tournament, row, [game for game in games if game.pairing_id == row.id])
    else:
        for seat, points in ((Seat.FIRST, row.first_points), (Seat.SECOND, row.second_points)):
            side = _side_at(row, seat)
            if side is not None:
                by_side[seat][side] = points or 0
    first, second = (_seat(row, seat, by_side[seat], numbers) for seat in Seat)
    return _told(row, first, second, cut=False)


def _told(row: Pairing, first: dict[str, Any], second: dict[str, Any], *, cut: bool) -> dict[str, Any]:
    return {
        "table": row.table_number,
        "player1": first,
        "player2": second,
        "intentionalDraw": row.agreed == INTENTIONAL_DRAW,
        "twoForOne": row.agreed == TWO_FOR_ONE,
        "eliminationGame": cut,
    }


def _cut_rounds(
    session: Session, tournament: Tournament, closed: Sequence[Round], numbers: Mapping[int, int]
) -> list[list[dict[str, Any]]]:
    """The games of closed rounds of the cut, by the bracket's rounds, its games in order."""
    if not closed:
        return []
    ids = {each.id for each in closed}
    rows = {p.game_number: p for p in pairings(session, tournament.id) if p.round_id in ids}
    seeds = [seed.player_id for seed in cut_seeds(session, tournament.id)]
    games = played(bracket_of(tournament), seeds, cut_winners(session, tournament.id))
    by_round: dict[int, list[dict[str, Any]]] = {}
    for game in games:
        row = rows.get(game.game.number)
        if row is None or game.first is None or game.second is None:
            continue
        seats = [_cut_seat(row, player_id, numbers) for player_id in (game.first, game.second)]
        by_round.setdefault(game.game.round, []).append(_told(row, seats[0], seats[1], cut=True))
    return [by_round[number] for number in sorted(by_round)]


def _cut_seat(row: Pairing, player_id: int, numbers: Mapping[int, int]) -> dict[str, Any]:
    side = _side_at(row, seat_of(row, player_id))
    return {
        "id": numbers[player_id],
        "role": side,
        "winner": row.winner_id == player_id,
    }


def _side_at(row: Pairing, seat: Seat | None) -> Side | None:
    sides = sides_of(row)
    if sides is None or seat is None:
        return None
    return Side.CORP if sides.seat_of(Side.CORP) is seat else Side.RUNNER


def _seat(row: Pairing, seat: Seat, points: Mapping[Side, int], numbers: Mapping[int, int]) -> dict[str, Any]:
    player_id, side = player_at(row, seat), _side_at(row, seat)
    mine = row.first_points if seat is Seat.FIRST else row.second_points
    return {
        "id": numbers[player_id] if player_id is not None else None,
        "role": side,
        "corpScore": points[Side.CORP],
        "runnerScore": points[Side.RUNNER],
        "combinedScore": mine or 0,
    }


def _plain(title: str | None) -> str | None:
    return title.translate(_QUOTES) if title else None


def warnings(installation: Installation, tournament_id: int) -> list[Sentence]:
    """What the file still lacks, in sentences, told while it can still be mended."""
    with installation.database.read_session() as session:
        people = players(session, tournament_id)
        cut = len(cut_seeds(session, tournament_id)) or the_tournament(session, tournament_id).cut_size
        open_rounds = [r.number for r in rounds(session, tournament_id) if r.state != RoundState.CLOSED]
        closed = [r for r in rounds(session, tournament_id) if r.state == RoundState.CLOSED]
    said = [
        say(
            "{player} has no {side} identity: enter it on the player's page.",
            player=person.name,
            side=side.word,
        )
        for person in people
        for side, title in ((Side.CORP, person.corp_identity), (Side.RUNNER, person.runner_identity))
        if not title
    ]
    said += [
        say("Round {number} is not closed and so not in the file.", number=number) for number in open_rounds
    ]
    if cut in SIZES_NOT_DRAWN:
        said.append(
            say(
                "AlwaysBeRunning draws no bracket for a cut of {cut}: it shows brackets of 4, 8 and "
                "16. Standings and places are in the file all the same.",
                cut=cut,
            )
        )
    if not closed:
        said.append(say("No round is closed yet: the file would hold no games."))
    return said
