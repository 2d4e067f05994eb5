"""The players of a round as its pairing sees them, and what the rows of a round say of who sits where.

The pairing itself is the pure core's; here its arguments are read.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import blake2b
from itertools import combinations

from sqlmodel import Session

from app.sides import Side
from app.storage.auctions import seat_for
from app.storage.players import name_key, players
from app.storage.rounds import active
from app.storage.standings import entrants, sheets, sides_played
from app.storage.tables import Pairing, Player, Round, Tournament
from app.storage.worth import structure_of
from app.tournament.balance import bias, side_cost
from app.tournament.pairing import Entrant, SideLaw
from app.tournament.seating import Seated, reseat
from app.tournament.sides import SidesBy

APART_ROUNDS = 1  # 0: in all rounds


@dataclass(frozen=True)
class Field:
    """The players of one round as the pairing sees them.

    `ahead` are the planned rounds after it (None: not planned), `apart_later` who must not meet in them.
    `law` is there where the pairing assigns the sides. `made_for` tells results, given byes and who must not
    meet by a short hash each, to compare a draft with.
    """

    entrants: tuple[Entrant, ...]
    given_byes: frozenset[int]
    apart: frozenset[frozenset[int]]
    fixed: Mapping[int, int]
    blocked: frozenset[int]
    ahead: int | None
    apart_later: frozenset[frozenset[int]]
    made_for: Mapping[str, str]
    law: SideLaw | None = None

    @cached_property
    def ids(self) -> frozenset[int]:
        """The players to be paired."""
        return frozenset(entrant.id for entrant in self.entrants)

    @cached_property
    def points(self) -> dict[int, int]:
        """Match points by player."""
        return {entrant.id: entrant.points for entrant in self.entrants}


def field_of(session: Session, tournament: Tournament, number: int) -> Field:
    """Who is to be paired in round `number`, with history and the organizer's wishes."""
    everybody = players(session, tournament.id)
    here = active(everybody, number)
    ids = [player.id for player in here]
    playing = [each.id for each in everybody if each.waiting_since is None]
    history = sheets(session, tournament, players=playing)
    law = structure_of(tournament).law(tournament.settings.get("swapped_costs"))
    played = sides_played(session, tournament) if law is not None else ()
    given = given_byes(here, number)
    kept_apart = apart(tournament, number, here)
    lots = {player.id: player.lot for player in everybody}
    planned = tournament.planned_rounds
    return Field(
        entrants=tuple(entrants(history, ids, played)),
        given_byes=given,
        apart=kept_apart,
        fixed={p.id: p.fixed_table for p in here if p.fixed_table is not None},
        blocked=frozenset(tournament.settings.get("blocked_tables", [])),
        ahead=None if planned is None else max(0, planned - number),
        apart_later=apart(tournament, number + 1, here),
        made_for={
            "results": hash_of(
                (lots[s.player], s.points, [lots.get(o) for o in s.opponents], s.byes)
                for s in history
                if s.outcomes
            ),
            "byes": hash_of((lots[player],) for player in given),
            "apart": hash_of(tuple(sorted(lots[player] for player in both)) for both in kept_apart),
            **({} if law is None else {"sides": hash_of((lots[g.corp], lots[g.runner]) for g in played)}),
        },
        law=law,
    )


def given_byes(here: Iterable[Player], number: int) -> frozenset[int]:
    """Who of the players of round `number` has a bye in it by the organizer."""
    return frozenset(p.id for p in here if p.id and p.first_round_bye and number == p.first_round == 1)


def hash_of(facts: Iterable[object]) -> str:
    """A short text that is the same for the same facts, in whatever order they come."""
    # Lots stay what they are when an archive is imported; ids do not.
    lines = sorted(repr(fact) for fact in facts)
    return blake2b("\n".join(lines).encode(), digest_size=8).hexdigest()


def apart(tournament: Tournament, number: int, here: Sequence[Player]) -> frozenset[frozenset[int]]:
    """Pairs of one household who must not meet in round `number`: in the first round, or as often as set."""
    rounds = tournament.settings.get("apart_rounds", APART_ROUNDS)
    if rounds and number > rounds:
        return frozenset()
    households: dict[str, list[int]] = defaultdict(list)
    for player in here:
        if player.household:
            households[name_key(player.household)].append(player.id)
    return frozenset(frozenset(both) for ids in households.values() for both in combinations(ids, 2))


def players_of(row: Pairing) -> tuple[int, ...]:
    """The one or two players of a row in the order of its seats."""
    return (row.first_id,) if row.second_id is None else (row.first_id, row.second_id)


def new_table(
    tournament: Tournament, round_row: Round, first_id: int, second_id: int | None = None
) -> Pairing:
    """A row of a Swiss round with its sides as the structure has them; no second player: a bye."""
    row = Pairing(
        tournament_id=round_row.tournament_id, round_id=round_row.id, first_id=first_id, second_id=second_id
    )
    seat_for(row, SidesBy(structure_of(tournament).sides))
    return row


def corp_of_two(session: Session, tournament: Tournament, one: int, other: int) -> int | None:
    """Who of two players plays the Corp where the pairing assigns it; None where it does not, or both may."""
    if structure_of(tournament).law() is None:
        return None
    a, b = entrants(sheets(session, tournament), [one, other], sides_played(session, tournament))
    ways = [
        side_cost(bias(corp.sides), bias(runner.sides), (runner.id, Side.CORP) in corp.sides)
        for corp, runner in ((a, b), (b, a))
    ]
    return None if ways[0] == ways[1] else one if ways[0] < ways[1] else other


def keep_fixed_tables(rows: Sequence[Pairing], touched: Collection[Pairing], field: Field) -> None:
    """After a change by hand: fixed and blocked tables count as in a draw; see `reseat`."""
    numbers = reseat(
        [Seated(row.table_number or 0, row.first_id, row.second_id) for row in rows],
        {row.first_id for row in touched},
        field.fixed,
        field.blocked,
    )
    for row in rows:
        # To compare costs a tenth of writing a number that is there already.
        if row.table_number != numbers[row.first_id]:
            row.table_number = numbers[row.first_id]


def unpaired(everybody: Sequence[Player], rows: Sequence[Pairing], number: int) -> list[Player]:
    """The players to be paired in a round who sit nowhere yet."""
    seated = {player_id for row in rows for player_id in (row.first_id, row.second_id)}
    return [player for player in active(everybody, number) if player.id not in seated]
