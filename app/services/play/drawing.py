"""Drawing a round: who is paired with whom at which table, computed from an event and then kept as rows.

Locked rows stay as they are and everything else is drawn around them. A drawing is made of what is read, so
that it can be made before the write lock is taken; only to keep it needs the lock.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlmodel import Session

from app.sentences import said_by, say
from app.services.kernel.command import Work
from app.services.kernel.errors import Refused
from app.services.play.draft_words import kept
from app.services.play.draw import Field, field_of, players_of
from app.services.play.pod_draw import draw_pods
from app.storage.auctions import sides_found
from app.storage.bulk import insert_rows, rows_with_ids, update_rows
from app.storage.columns import Json
from app.storage.rounds import delete_pairings
from app.storage.tables import Pairing, Round, Tournament
from app.storage.worth import structure_of
from app.tournament.pairing import RoundPairing, pair
from app.tournament.seating import seat_tables
from app.tournament.sides import SidesBy

Seats = tuple[int, ...]


@dataclass(frozen=True)
class Drawing:
    """A round as it was drawn: the ids of rows that go, table number and reason of each that stays by its id,
    and the columns of those that come."""

    seed: int
    gone: tuple[int, ...]
    staying: Mapping[int, tuple[int, str]]
    coming: tuple[Mapping[str, Any], ...]
    quality: Json


def drawing(
    session: Session,
    tournament: Tournament,
    number: int,
    rows: Sequence[Pairing],
    seed: int,
    *,
    gaps_only: bool = False,
) -> Drawing:
    """Draw round `number` anew around those of its rows that are locked.

    With `gaps_only` every whole table stays and only who sits nowhere, lost the opponent or has a bye that
    was not given is drawn. A row of somebody who is not in the round never stays. Raises Refused
    locks-contradict, several-at-a-table (409).
    """
    if structure_of(tournament).has_pods:
        raise Refused("several-at-a-table", say("Several sit at a table here, so nobody is paired."))
    field = field_of(session, tournament, number)
    stays = {
        players_of(row): row
        for row in rows
        if field.ids.issuperset(players_of(row)) and (row.locked or (gaps_only and row.second_id is not None))
    }
    drawn = _drawn(field, list(stays), seed)
    everybody: list[Seats] = [*drawn.pairings, *((player,) for player in drawn.byes)]
    new = [seats for seats in everybody if seats not in stays]
    numbers = _numbers([*stays, *new], field)
    # Who stays in a draw of the gaps alone keeps the reason of the draw before.
    reasons = {why.players: kept(why) for why in drawn.reasons if not gaps_only or why.players not in stays}
    how = SidesBy(structure_of(tournament).sides)
    coming = (_coming(seats, numbers[seats[0]], reasons.get(seats, ""), how) for seats in new)
    staying_ids = {row.id for row in stays.values()}
    return Drawing(
        seed,
        gone=tuple(row.id for row in rows if row.id not in staying_ids),
        staying={
            row.id: (numbers[row.first_id], reasons.get(seats, row.reason)) for seats, row in stays.items()
        },
        coming=tuple(coming),
        quality={**drawn.quality.as_json(), "warnings": [], "made_for": dict(field.made_for)},
    )


def _coming(seats: Seats, table_number: int, reason: str, how: SidesBy) -> dict[str, Any]:
    """The columns of a row that comes; with one seat it is a bye."""
    second = seats[1] if len(seats) > 1 else None
    place = {"first_id": seats[0], "second_id": second, "table_number": table_number}
    return {**place, "reason": reason, **sides_found(how, second)}


def _drawn(field: Field, stays: Sequence[Seats], seed: int) -> RoundPairing:
    locked = [(seats[0], seats[1]) for seats in stays if len(seats) > 1]
    given = field.given_byes - {player for both in locked for player in both}
    byes = {seats[0] for seats in stays if len(seats) == 1} - given
    # One bye by hand is the bye of an odd field; every other one comes on top, as given byes do.
    is_the_bye = len(byes) == 1 and (len(field.entrants) - len(given)) % 2 == 1
    try:
        return pair(
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
        raise Refused("locks-contradict", said_by(refusal)) from refusal


def _numbers(rows: Sequence[Seats], field: Field) -> dict[int, int]:
    """The table of each row by its first player, in the order of scores."""
    seated = seat_tables(
        [(seats[0], seats[1]) for seats in rows if len(seats) > 1],
        [seats[0] for seats in rows if len(seats) == 1],
        field.points,
        fixed=field.fixed,
        blocked=field.blocked,
    )
    return {row.first: row.table_number for row in seated}


def draw(work: Work, round_row: Round, seed: int) -> None:
    """Let the round be as the command drew it ahead; where several sit at a table it is drawn here."""
    if structure_of(work.tournament).has_pods:
        draw_pods(work, round_row, seed)
    else:
        keep_drawing(work, round_row, work.looked_ahead(Drawing))


def keep_drawing(work: Work, round_row: Round, drawn: Drawing) -> None:
    """Let the round be as it was drawn, with seed and quality; each row is written once."""
    session = work.session
    delete_pairings(session, drawn.gone)
    update_rows(
        session,
        Pairing,
        (
            (row["id"], row, dict(zip(("table_number", "reason"), drawn.staying[row["id"]], strict=True)))
            for row in rows_with_ids(session, Pairing, list(drawn.staying))
        ),
    )
    place = {"tournament_id": round_row.tournament_id, "round_id": round_row.id}
    insert_rows(session, Pairing, [{**place, **columns} for columns in drawn.coming])
    round_row.seed = drawn.seed
    round_row.quality = drawn.quality
    session.add(round_row)
