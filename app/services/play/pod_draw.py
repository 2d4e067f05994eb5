"""From the players of an event to the tables of one round where several sit at a table, and changes by hand.

Who sits where is the pure core's (tournament/pods.py). A change by hand is kept as it is: a player may swap
with another or move to another table, as long as every table has three to six players when it is published.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import count, islice
from typing import Any

from sqlmodel import Session

from app.sentences import message, said_by, say
from app.services.kernel.command import Work, command
from app.services.kernel.errors import Kind, Refused, not_found
from app.services.play.draft_words import notice_words
from app.services.play.draw import hash_of
from app.storage.bulk import insert_rows
from app.storage.cut import cut_seeds
from app.storage.players import player, players
from app.storage.pod_tables import Pod, PodSeat
from app.storage.pods import delete_pods, pod, pods, seats_of, tables_played
from app.storage.rounds import active, round_by_number
from app.storage.tables import Player, Round, Tournament
from app.tournament.draws import Draw
from app.tournament.lifecycle import RoundState, Stage
from app.tournament.pod_results import PodReportRefused, check_size
from app.tournament.pod_standings import pod_entrants
from app.tournament.pods import seat_pods


def draw_pods(work: Work, round_row: Round, seed: int) -> None:
    """Draw all tables of a round anew, and keep the seed and how many pairs meet again with it.

    Raises Refused too-few-players (409).
    """
    everybody = players(work.session, work.tournament_id)
    ids = [p.id for p in active(everybody, round_row.number)]
    played = tables_played(work.session, work.tournament)
    try:
        drawn = seat_pods(pod_entrants(played, ids), seed)
    except ValueError as refusal:
        raise Refused("too-few-players", said_by(refusal)) from refusal
    _keep(work, round_row, drawn.tables, seed)
    round_row.quality = {
        "rematches": drawn.met_again,
        "warnings": [],
        "made_for": {"results": _results(played, everybody)},
    }
    work.session.add(round_row)


def _results(played: Sequence[Mapping[int, int]], everybody: Sequence[Player]) -> str:
    """What the points of all tables were, by lots: these stay what they are when an archive is imported."""
    lots = {p.id: p.lot for p in everybody}
    return hash_of(
        sorted((lots[player_id], points) for player_id, points in table.items()) for table in played
    )


def told_pod_quality(session: Session, tournament: Tournament, round_row: Round) -> dict[str, Any]:
    """The quality of a round for its staff; of a draft, whether points changed since it was made."""
    told = {name: value for name, value in round_row.quality.items() if name != "made_for"}
    kept = round_row.quality.get("made_for")
    if kept is not None and round_row.state is RoundState.DRAFT:
        now = _results(tables_played(session, tournament), players(session, tournament.id))
        if kept["results"] != now:
            told["warnings"] = [notice_words("stale_results"), *told.get("warnings", [])]
    return {"notes": [], **told}


def draw_final_table(work: Work, round_row: Round, seed: int) -> None:
    """Seat the players of the cut at one table, in an order drawn from the seed."""
    seeds = [row.player_id for row in cut_seeds(work.session, work.tournament_id)]
    order = Draw(seed, "pod seats")
    _keep(work, round_row, (tuple(sorted(seeds, key=lambda player_id: (order(player_id), player_id))),), seed)
    round_row.quality = {"warnings": [], "notes": []}


def _keep(work: Work, round_row: Round, tables: Sequence[Sequence[int]], seed: int) -> None:
    delete_pods(work.session, work.tournament_id, pods(work.session, work.tournament_id, round_row.id))
    round_row.seed = seed
    place = {"tournament_id": work.tournament_id}
    numbers = islice(_numbers(work.tournament), len(tables))
    ids = insert_rows(
        work.session, Pod, [{**place, "round_id": round_row.id, "table_number": number} for number in numbers]
    )
    seated = [
        {**place, "pod_id": pod_id, "player_id": player_id, "seat": seat}
        for pod_id, table in zip(ids, tables, strict=True)
        for seat, player_id in enumerate(table, start=1)
    ]
    insert_rows(work.session, PodSeat, seated)


def _numbers(tournament: Tournament) -> Iterator[int]:
    """Table numbers from 1, without those the organizer keeps free."""
    blocked = frozenset(tournament.settings.get("blocked_tables", []))
    return filter(lambda number: number not in blocked, count(1))


def swap_players(work: Work, round_row: Round, player_id: int, other_id: int) -> None:
    """Let two players of a draft change places; one of them may sit nowhere yet, or have dropped.

    Raises Refused: same-player (422); not-paired (409).
    """
    one, other = _person(work, player_id), _person(work, other_id)
    if player_id == other_id:
        raise Refused(
            "same-player", say("Choose two different players to swap."), Kind.INVALID, field="other"
        )
    seats = _by_player(work.session, round_row)
    if player_id not in seats and other_id not in seats:
        raise Refused("not-paired", say("Neither of them has a table yet: draw again."))
    work.require()
    mine, theirs = seats.get(player_id), seats.get(other_id)
    if mine is not None:
        mine.player_id = other_id
        work.session.add(mine)
    if theirs is not None:
        theirs.player_id = player_id
        work.session.add(theirs)
    work.note(
        say("{one} and {other} change places in round {round}", one=one, other=other, round=round_row.number),
        "draft",
    )


@command("move_to_pod")
def move_to_pod(work: Work, number: int, player_id: int, pod_id: int) -> None:
    """Seat a player of a draft last at another table; who sits nowhere yet comes in so.

    Raises Refused: 404, cut-pairings-fixed (409), table-size (422) for a table of more than six.
    """
    round_row = round_by_number(work.session, work.tournament_id, number)
    if round_row is None:
        raise not_found("round")
    target = pod(work.session, work.tournament_id, pod_id)
    if target is None or target.round_id != round_row.id:
        raise not_found("table")
    name = _person(work, player_id)
    work.require()
    if round_row.stage == Stage.TOP_CUT:
        raise Refused("cut-pairings-fixed", say("The standings say who sits at the final table."))
    mine = _by_player(work.session, round_row).get(player_id)
    if mine is not None and mine.pod_id == pod_id:
        return
    there = seats_of(work.session, work.tournament_id, [pod_id]).get(pod_id, [])
    _check_size(len(there) + 1)
    old = mine.pod_id if mine is not None else None
    seat = PodSeat(tournament_id=work.tournament_id, pod_id=pod_id, player_id=player_id, seat=len(there) + 1)
    if mine is not None:
        work.session.delete(mine)
        work.session.flush()
    work.session.add(seat)
    work.session.flush()
    if old is not None:
        _close_up(work, old)
    work.note(
        say("{player} moves to table {table} in round {round}", player=name, table=target.table_number,
            round=number),
        "draft",
    )  # fmt: skip


def _close_up(work: Work, pod_id: int) -> None:
    """Seats from 1 without a gap; a table nobody sits at any more goes."""
    left = seats_of(work.session, work.tournament_id, [pod_id]).get(pod_id, [])
    row = pod(work.session, work.tournament_id, pod_id)
    if not left and row is not None:
        work.session.delete(row)
    for number, seat in enumerate(left, start=1):
        seat.seat = number
        work.session.add(seat)


def _check_size(players_there: int) -> None:
    try:
        check_size(players_there)
    except PodReportRefused as refusal:
        raise Refused(refusal.code, refusal.said, Kind.INVALID) from refusal


def _person(work: Work, player_id: int) -> str:
    found = player(work.session, work.tournament_id, player_id)
    if found is None:
        raise not_found("player")
    return found.name


def _by_player(session: Session, round_row: Round) -> dict[int, PodSeat]:
    """The seats of a draft by player; Refused (409) for a round that is no draft."""
    if round_row.state != RoundState.DRAFT:
        raise Refused(
            "not-a-draft", say("Round {round} is published: its tables stay.", round=round_row.number)
        )
    return seats_by_player(session, round_row)


def seats_by_player(session: Session, round_row: Round) -> dict[int, PodSeat]:
    """The seats of a round by player."""
    ids = [row.id for row in pods(session, round_row.tournament_id, round_row.id)]
    seats = seats_of(session, round_row.tournament_id, ids)
    return {seat.player_id: seat for table in seats.values() for seat in table}


def refuse_incomplete_pods(work: Work, round_row: Round) -> None:
    """Everybody who plays this round sits once, nobody else does, and every table can play (409, 422)."""
    everybody = players(work.session, work.tournament_id)
    names: Mapping[int, str] = {p.id: p.name for p in everybody}
    rows = pods(work.session, work.tournament_id, round_row.id)
    seats = seats_of(work.session, work.tournament_id, [row.id for row in rows])
    seated = Counter(seat.player_id for table in seats.values() for seat in table)
    if round_row.stage == Stage.TOP_CUT:
        here = {row.player_id for row in cut_seeds(work.session, work.tournament_id)}
    else:
        here = {p.id for p in active(everybody, round_row.number)}
    problems: dict[str, list[str]] = defaultdict(list)
    for player_id, name in names.items():
        if seated[player_id] > 1:
            problems["paired-twice"].append(name)
        elif player_id in here and not seated[player_id]:
            problems["not-everybody-paired"].append(name)
        elif player_id not in here and seated[player_id]:
            problems["dropped-player-paired"].append(name)
    for code, told in problems.items():
        raise Refused(code, say(_WHY[code], names=told), names=", ".join(told))
    for row in rows:
        _check_size(len(seats.get(row.id, ())))


_WHY = {
    "paired-twice": message("At two tables: {names}. Draw the tables again."),
    "not-everybody-paired": message("At no table yet: {names}. Draw again, or move them to a table."),
    "dropped-player-paired": message("Not in this round any more: {names}. Draw again, or reinstate them."),
}
