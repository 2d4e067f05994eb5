"""From the players of a tournament to the rows of one round: who is paired, by which draw, at which table.

The pairing itself is the pure core's; here its arguments are read and its answer is kept. Locked rows stay
as they are and everything else is drawn around them.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from app.services.kernel.command import Work
from app.services.kernel.errors import Refused
from app.storage.players import name_key, players
from app.storage.rounds import active, delete_pairings, pairings
from app.storage.standings import entrants, sheets
from app.storage.tables import Pairing, Player, Round, Tournament
from app.tournament.pairing import Entrant, pair
from app.tournament.reasons import Circumstances, pairing_reason
from app.tournament.seating import seat_tables

APART_ROUNDS = 1  # 0: in all rounds


@dataclass(frozen=True)
class Field:
    """The players of one round as the pairing sees them."""

    entrants: tuple[Entrant, ...]
    names: Mapping[int, str]
    given_byes: frozenset[int]
    apart: frozenset[frozenset[int]]
    fixed: Mapping[int, int]
    blocked: frozenset[int]

    @property
    def points(self) -> dict[int, int]:
        """Match points by player."""
        return {entrant.id: entrant.points for entrant in self.entrants}


def field_of(work: Work, number: int) -> Field:
    """Who is to be paired in round `number`, with history and the organizer's wishes."""
    everybody = players(work.session, work.tournament_id)
    here = active(everybody, number)
    ids = [player.id for player in here if player.id is not None]
    history = sheets(work.session, work.tournament)
    return Field(
        entrants=tuple(entrants(history, ids)),
        names={player.id: player.name for player in everybody if player.id is not None},
        given_byes=frozenset(
            p.id for p in here if p.id and p.first_round_bye and number == p.first_round == 1
        ),
        apart=apart(work.tournament, number, here),
        fixed={p.id: p.fixed_table for p in here if p.id is not None and p.fixed_table is not None},
        blocked=frozenset(work.tournament.settings.get("blocked_tables", [])),
    )


def apart(tournament: Tournament, number: int, here: Sequence[Player]) -> frozenset[frozenset[int]]:
    """Pairs of one household who must not meet in round `number`: in the first round, or as often as set."""
    rounds = tournament.settings.get("apart_rounds", APART_ROUNDS)
    if rounds and number > rounds:
        return frozenset()
    households: dict[str, list[int]] = defaultdict(list)
    for player in here:
        if player.household and player.id is not None:
            households[name_key(player.household)].append(player.id)
    return frozenset(frozenset(both) for ids in households.values() for both in combinations(ids, 2))


def draw(work: Work, round_row: Round, seed: int) -> None:
    """Draw the round anew around its locked tables, and keep seed and quality with it."""
    assert round_row.id is not None
    rows = pairings(work.session, work.tournament_id, round_row.id)
    locked = [row for row in rows if row.locked]
    delete_pairings(work.session, work.tournament_id, [row for row in rows if not row.locked])
    field = field_of(work, round_row.number)
    locked_pairs = [(row.first_id, row.second_id) for row in locked if row.second_id is not None]
    locked_byes = {row.first_id for row in locked if row.second_id is None}
    try:
        drawn = pair(
            field.entrants,
            seed,
            locked=locked_pairs,
            locked_bye=next(iter(locked_byes - field.given_byes), None),
            first_round_byes=field.given_byes - {p for both in locked_pairs for p in both},
            forbidden=field.apart,
            names=field.names,
        )
    except ValueError as refusal:
        raise Refused("locks-contradict", str(refusal)) from refusal
    kept = {frozenset(both) for both in locked_pairs}
    for first, second in drawn.pairings:
        if frozenset((first, second)) not in kept:
            work.session.add(_row(round_row, first, second))
    for player in drawn.byes:
        if player not in locked_byes:
            work.session.add(_row(round_row, player, None))
    work.session.flush()
    round_row.seed = seed
    round_row.quality = {**drawn.quality.as_json(), "warnings": list(drawn.warnings)}
    seat(work, round_row, field, {frozenset(why.players): why.sentence for why in drawn.reasons})


def _row(round_row: Round, first: int, second: int | None) -> Pairing:
    assert round_row.id is not None
    return Pairing(
        tournament_id=round_row.tournament_id, round_id=round_row.id, first_id=first, second_id=second
    )


def seat(work: Work, round_row: Round, field: Field, reasons: Mapping[frozenset[int], str]) -> None:
    """Number the tables by score, and keep with each why it is so; `reasons` by the players of a table."""
    rows = pairings(work.session, work.tournament_id, round_row.id)
    seating = seat_tables(
        [(row.first_id, row.second_id) for row in rows if row.second_id is not None],
        [row.first_id for row in rows if row.second_id is None],
        field.points,
        fixed=field.fixed,
        blocked=field.blocked,
        names=field.names,
    )
    numbers = {row.first: row.table_number for row in seating.tables}
    for row in rows:
        row.table_number = numbers[row.first_id]
        row.reason = reasons.get(_players_of(row), row.reason)
        work.session.add(row)
    round_row.quality = {**round_row.quality, "notes": list(seating.notes)}
    work.session.add(round_row)


def _players_of(row: Pairing) -> frozenset[int]:
    return frozenset(player_id for player_id in (row.first_id, row.second_id) if player_id is not None)


def judge_draft(work: Work, round_row: Round, touched: Sequence[Pairing] = ()) -> None:
    """Recompute the quality of a draft changed by hand, against the best draw; `touched` get new reasons."""
    rows = pairings(work.session, work.tournament_id, round_row.id)
    field = field_of(work, round_row.number)
    told = Circumstances(
        entrants={entrant.id: entrant for entrant in field.entrants},
        open_players=[entrant.id for entrant in field.entrants],
        locked=[(row.first_id, row.second_id) for row in touched if row.second_id is not None],
        apart=field.apart,
        names=field.names,
        by_scores=False,
        proven=False,
    )
    for row in touched:
        if row.second_id is not None:
            row.reason = pairing_reason((row.first_id, row.second_id), told).sentence
        else:
            row.reason = f"{told.name(row.first_id)} was given the bye by hand."
        work.session.add(row)
    round_row.quality = quality_by_hand(rows, field, round_row)
    work.session.add(round_row)


def quality_by_hand(rows: Sequence[Pairing], field: Field, round_row: Round) -> dict[str, Any]:
    """The quality of these rows as they stand; `lower_bound` is what the best draw would cost."""
    best = pair(
        field.entrants,
        round_row.seed,
        first_round_byes=field.given_byes,
        forbidden=field.apart,
        names=field.names,
    ).quality
    by_id = {entrant.id: entrant for entrant in field.entrants}
    pairs = [(by_id.get(row.first_id), by_id.get(row.second_id or 0)) for row in rows if row.second_id]
    whole = [(a, b) for a, b in pairs if a is not None and b is not None]
    byes = [by_id[row.first_id] for row in rows if row.second_id is None and row.first_id in by_id]
    real_byes = [entrant for entrant in byes if entrant.id not in field.given_byes]
    complete = 2 * len(whole) + len(byes) == len(field.entrants)
    mine = {
        "cost": sum((a.points - b.points) ** 2 for a, b in whole),
        "rematches": sum(b.id in a.opponents for a, b in whole),
        "second_byes": sum(entrant.byes > 0 for entrant in byes),
        "forbidden": sum(frozenset((a.id, b.id)) in field.apart for a, b in whole),
        "bye_points": real_byes[0].points if real_byes else None,
    }
    as_good = all(mine[name] == value for name, value in best.as_json().items() if name in mine)
    warnings = [] if complete else ["Not everybody is paired: pair the rest by hand, or draw again."]
    return {
        **mine,
        "lower_bound": best.cost,
        "proven_optimal": complete and as_good and best.proven_optimal,
        "warnings": warnings + ([] if as_good else ["Changed by hand: the draw would be closer in points."]),
        "notes": [],
    }


def unpaired(everybody: Sequence[Player], rows: Sequence[Pairing], number: int) -> list[Player]:
    """The players to be paired in a round who sit nowhere yet."""
    seated = {player_id for row in rows for player_id in (row.first_id, row.second_id)}
    return [player for player in active(everybody, number) if player.id not in seated]
