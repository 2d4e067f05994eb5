"""From the players of a tournament to the rows of one round: who is paired, by which draw, at which table.

The pairing itself is the pure core's; here its arguments are read and its answer is kept. Locked rows stay
as they are and everything else is drawn around them.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from itertools import combinations

from sqlmodel import Session

from app.services.kernel.command import Work
from app.services.kernel.errors import Refused
from app.services.play.draft_words import kept
from app.services.play.pod_draw import draw_pods
from app.sides import Side
from app.storage.auctions import seat_for
from app.storage.players import name_key, players
from app.storage.rounds import active, delete_pairings, pairings
from app.storage.standings import entrants, sheets, sides_played
from app.storage.tables import Pairing, Player, Round, Tournament
from app.storage.worth import structure_of
from app.tournament.balance import bias, side_cost
from app.tournament.pairing import Entrant, SideLaw, pair
from app.tournament.reasons import Reason
from app.tournament.seating import Seated, reseat, seat_tables
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

    @property
    def ids(self) -> frozenset[int]:
        """The players to be paired."""
        return frozenset(entrant.id for entrant in self.entrants)

    @property
    def points(self) -> dict[int, int]:
        """Match points by player."""
        return {entrant.id: entrant.points for entrant in self.entrants}


def field_of(session: Session, tournament: Tournament, number: int) -> Field:
    """Who is to be paired in round `number`, with history and the organizer's wishes."""
    assert tournament.id is not None
    everybody = players(session, tournament.id)
    here = active(everybody, number)
    ids = [player.id for player in here if player.id is not None]
    history = sheets(session, tournament)
    law = structure_of(tournament).law(tournament.settings.get("swapped_costs"))
    played = sides_played(session, tournament) if law is not None else ()
    given = frozenset(p.id for p in here if p.id and p.first_round_bye and number == p.first_round == 1)
    kept_apart = apart(tournament, number, here)
    lots = {player.id: player.lot for player in everybody}
    planned = tournament.planned_rounds
    return Field(
        entrants=tuple(entrants(history, ids, played)),
        given_byes=given,
        apart=kept_apart,
        fixed={p.id: p.fixed_table for p in here if p.id is not None and p.fixed_table is not None},
        blocked=frozenset(tournament.settings.get("blocked_tables", [])),
        ahead=None if planned is None else max(0, planned - number),
        apart_later=apart(tournament, number + 1, here),
        made_for={
            "results": _hash(
                (lots[s.player], s.points, [lots.get(o) for o in s.opponents], s.byes)
                for s in history
                if s.outcomes
            ),
            "byes": _hash((lots[player],) for player in given),
            "apart": _hash(tuple(sorted(lots[player] for player in both)) for both in kept_apart),
            **({} if law is None else {"sides": _hash((lots[g.corp], lots[g.runner]) for g in played)}),
        },
        law=law,
    )


def _hash(facts: Iterable[object]) -> str:
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
        if player.household and player.id is not None:
            households[name_key(player.household)].append(player.id)
    return frozenset(frozenset(both) for ids in households.values() for both in combinations(ids, 2))


def players_of(row: Pairing) -> tuple[int, ...]:
    """The one or two players of a row in the order of its seats."""
    return (row.first_id,) if row.second_id is None else (row.first_id, row.second_id)


def draw(work: Work, round_row: Round, seed: int, *, gaps_only: bool = False) -> None:
    """Draw the round anew around its locked rows, and keep seed and quality with it.

    With `gaps_only` every whole table stays and only who sits nowhere, lost the opponent or has a bye that
    was not given is drawn. A row of somebody who is not in the round never stays.
    """
    if structure_of(work.tournament).has_pods:
        draw_pods(work, round_row, seed)
        return
    assert round_row.id is not None
    rows = pairings(work.session, work.tournament_id, round_row.id)
    field = field_of(work.session, work.tournament, round_row.number)
    stays = [
        row
        for row in rows
        if field.ids.issuperset(players_of(row)) and (row.locked or (gaps_only and row.second_id is not None))
    ]
    delete_pairings(work.session, work.tournament_id, [row for row in rows if row not in stays])
    locked = [(row.first_id, row.second_id) for row in stays if row.second_id is not None]
    given = field.given_byes - {player for both in locked for player in both}
    byes = {row.first_id for row in stays if row.second_id is None} - given
    # One bye by hand is the bye of an odd field; every other one comes on top, as given byes do.
    is_the_bye = len(byes) == 1 and (len(field.entrants) - len(given)) % 2 == 1
    try:
        drawn = pair(
            field.entrants,
            seed,
            locked=locked,
            locked_bye=next(iter(byes)) if is_the_bye else None,
            first_round_byes=given if is_the_bye else given | byes,
            forbidden=field.apart,
            ahead=field.ahead,
            apart_later=field.apart_later,
            law=field.law,
        )
    except ValueError as refusal:
        raise Refused("locks-contradict", str(refusal)) from refusal
    there = {players_of(row) for row in stays}
    everybody = (*drawn.pairings, *((player,) for player in drawn.byes))
    new = [new_table(work.tournament, round_row, *seats) for seats in everybody if seats not in there]
    round_row.seed = seed
    round_row.quality = {**drawn.quality.as_json(), "warnings": [], "made_for": dict(field.made_for)}
    reasons = {why.players: why for why in drawn.reasons if not gaps_only or why.players not in there}
    # Numbered before they are kept: each row is written, and told to the journal, once.
    _number([*stays, *new], field, reasons)
    work.session.add_all([round_row, *stays, *new])


def new_table(
    tournament: Tournament, round_row: Round, first_id: int, second_id: int | None = None
) -> Pairing:
    """A row of a Swiss round with its sides as the structure has them; no second player: a bye."""
    assert round_row.id is not None
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


def _number(rows: Sequence[Pairing], field: Field, reasons: Mapping[tuple[int, ...], Reason]) -> None:
    """Number the tables by score, and keep with each why it is so; `reasons` by the players of a table."""
    seated = seat_tables(
        [(row.first_id, row.second_id) for row in rows if row.second_id is not None],
        [row.first_id for row in rows if row.second_id is None],
        field.points,
        fixed=field.fixed,
        blocked=field.blocked,
    )
    numbers = {row.first: row.table_number for row in seated}
    for row in rows:
        row.table_number = numbers[row.first_id]
        why = reasons.get(players_of(row))
        row.reason = row.reason if why is None else kept(why)


def keep_fixed_tables(rows: Sequence[Pairing], touched: Collection[Pairing], field: Field) -> None:
    """After a change by hand: fixed and blocked tables count as in a draw; see `reseat`."""
    numbers = reseat(
        [Seated(row.table_number or 0, row.first_id, row.second_id) for row in rows],
        {row.first_id for row in touched},
        field.fixed,
        field.blocked,
    )
    for row in rows:
        row.table_number = numbers[row.first_id]


def unpaired(everybody: Sequence[Player], rows: Sequence[Pairing], number: int) -> list[Player]:
    """The players to be paired in a round who sit nowhere yet."""
    seated = {player_id for row in rows for player_id in (row.first_id, row.second_id)}
    return [player for player in active(everybody, number) if player.id not in seated]
