"""Commands on a draft of pairings: shuffle, fill gaps, swap, lock, take apart, pair by hand, table numbers.

Every change is checked against the best draw, so that the draft always tells its cost.
"""

from sqlmodel import Session

from app.sentences import Sentence, message, say
from app.services.kernel.command import Work, command
from app.services.kernel.errors import Kind, Refused, not_found
from app.services.play.draft_quality import Best, best_draw, judge_draft
from app.services.play.draft_words import SIDES, SIDES_AGAIN, same_sides_again
from app.services.play.draw import new_table, players_of, unpaired
from app.services.play.drawing import Drawing, draw, drawing
from app.services.play.pod_draw import swap_players
from app.services.play.rounds import the_round
from app.storage.players import player, players
from app.storage.rounds import (
    active,
    delete_pairings,
    pairing,
    pairing_of_player,
    pairings,
    round_by_number,
)
from app.storage.tables import Pairing, Player, Round, Tournament
from app.storage.worth import structure_of
from app.tournament.lifecycle import RoundState, Stage
from app.tournament.sides import SidesBy


def _draw_again(session: Session, tournament: Tournament, number: int, seed: int) -> Drawing:
    row = _draft_row(session, tournament, number)
    return drawing(session, tournament, number, pairings(session, row.tournament_id, row.id), seed)


def _draw_gaps(session: Session, tournament: Tournament, number: int, seed: int) -> Drawing:
    row = _draft_row(session, tournament, number)
    rows = pairings(session, row.tournament_id, row.id)
    return drawing(session, tournament, number, rows, seed, gaps_only=True)


def _best(session: Session, tournament: Tournament, number: int, *_args: object, **_named: object) -> Best:
    return best_draw(session, tournament, _draft_row(session, tournament, number))


def _draft_row(session: Session, tournament: Tournament, number: int) -> Round:
    """The draft to look at; Refused for what is none, of which the command says more."""
    row = round_by_number(session, tournament.id, number)
    if row is None or row.state != RoundState.DRAFT:
        raise not_found("draft")
    return row


@command("shuffle_round", ahead=_draw_again)
def shuffle_round(work: Work, number: int, seed: int) -> None:
    """Draw the unlocked tables of a draft anew with another seed."""
    row = _draft(work, number)
    _refuse_cut(row)
    draw(work, row, seed)
    work.note(
        say("The draft of round {round} was drawn again", round=number), "draft", round=number, seed=seed
    )


@command("fill_gaps", ahead=_draw_gaps)
def fill_gaps(work: Work, number: int, seed: int) -> None:
    """Draw only who lost the opponent, who sits nowhere yet and who has a bye that was not given; every whole
    table stays, and who is not in the round any more is taken out. Nothing to fill changes nothing."""
    row = _draft(work, number)
    _refuse_cut(row)
    if structure_of(work.tournament).has_pods:
        # A table has no gap that another could fill alone: everybody is seated anew.
        draw(work, row, seed)
        work.note(say("The tables of round {round} were drawn again", round=number), "draft", round=number)
        return
    rows = pairings(work.session, work.tournament_id, row.id)
    everybody = players(work.session, work.tournament_id)
    here = {person.id for person in active(everybody, number)}
    if here.issuperset(pid for table in rows for pid in players_of(table)) and not unpaired(
        everybody, rows, number
    ):
        return
    draw(work, row, seed)
    work.note(say("The gaps in the draft of round {round} were filled", round=number), "draft", round=number)


@command("swap_seats", ahead=_best)
def swap_seats(work: Work, number: int, player_id: int, other_id: int) -> None:
    """Let two players change places; one of them may have the bye, no table yet, or have dropped.

    Raises Refused: same-player (422); not-paired (409).
    """
    row = _draft(work, number)
    _refuse_cut(row)
    if structure_of(work.tournament).has_pods:
        swap_players(work, row, player_id, other_id)
        return
    one, other = _person(work, player_id), _person(work, other_id)
    if player_id == other_id:
        raise Refused("same-player", "Choose two different players to swap.", Kind.INVALID, field="second")
    seats = [_seat_of(work, row, player_id), _seat_of(work, row, other_id)]
    if seats[0] is None and seats[1] is None:
        raise Refused("not-paired", "Neither of them has a table yet: pair them by hand.")
    for person, seat in zip((one, other), seats, strict=True):
        # Who dropped gives up a seat, but takes none.
        if seat is None or (not _is_active(person, row) and not _is_active(other, row)):
            _refuse_inactive(person, row)
    for seat, newcomer in zip(seats, (other_id, player_id), strict=True):
        if seat is not None:
            setattr(seat[0], seat[1], newcomer)
            work.session.add(seat[0])
    work.session.flush()
    touched = {seat[0].id: seat[0] for seat in seats if seat is not None}
    for table in list(touched.values()):
        if table.second_id is None and not _is_active(_person(work, table.first_id), row):
            delete_pairings(work.session, [touched.pop(table.id).id])
    judge_draft(work, row, list(touched.values()))
    work.note(
        say(
            "{one} and {other} changed places in round {round}",
            one=one.name,
            other=other.name,
            round=number,
        ),
        "draft",
        round=number,
    )


@command("lock_table", ahead=_best)
def lock_table(work: Work, number: int, table_id: int, locked: bool) -> None:
    """Keep a table, or a bye, through the next draws; or let it go again."""
    row = _draft(work, number)
    table = _table(work, row, table_id)
    if table.locked == locked:
        return
    table.locked = locked
    work.session.add(table)
    work.session.flush()
    judge_draft(work, row)
    told = message("{place} of round {round} was locked")
    if not locked:
        told = message("{place} of round {round} was unlocked")
    work.note(
        say(told, place=_place(table), round=number),
        "draft",
        round=number,
    )


@command("take_apart", ahead=_best)
def take_apart(work: Work, number: int, table_id: int) -> None:
    """Remove a pairing from the draft; its players wait to be paired by hand or by the next draw."""
    row = _draft(work, number)
    _refuse_cut(row)
    table = _table(work, row, table_id)
    said = say("{place} of round {round} was taken apart", place=_place(table), round=number)
    delete_pairings(work.session, [table_id])
    judge_draft(work, row)
    work.note(said, "draft", round=number)


def _place(table: Pairing) -> Sentence:
    return say("The bye") if table.second_id is None else say("Table {table}", table=table.table_number)


@command("pair_by_hand", ahead=_best)
def pair_by_hand(work: Work, number: int, first_id: int, second_id: int | None) -> None:
    """Pair two players who have no table yet, or give one of them the bye (`second_id` None); locked.

    Raises Refused: same-player (422); already-paired, several-at-a-table (409).
    """
    row = _draft(work, number)
    _refuse_cut(row)
    if structure_of(work.tournament).has_pods:
        raise Refused(
            "several-at-a-table", say("Several sit at a table here: move a player to a table, or draw again.")
        )
    people = [_known(work, row, pid) for pid in (first_id, second_id) if pid is not None]
    if first_id == second_id:
        raise Refused("same-player", "Nobody can play against themselves.", Kind.INVALID, field="second")
    for person in people:
        if _seat_of(work, row, person.id) is not None:
            raise Refused(
                "already-paired",
                say("{player} has a table already: take it apart first, or swap.", player=person.name),
            )
    used = [table.table_number or 0 for table in pairings(work.session, work.tournament_id, row.id)]
    free = next(n for n in range(1, len(used) + 2) if n not in used)
    table = new_table(work.tournament, row, first_id, second_id)
    table.table_number, table.locked = free, True
    work.session.add(table)
    work.session.flush()
    judge_draft(work, row, [table])
    names = [person.name for person in people]
    if second_id is not None:
        said = say("{players} were paired by hand in round {round}", players=names, round=number)
    else:
        said = say("{player} was given the bye by hand in round {round}", player=names[0], round=number)
    work.note(said, "draft", round=number)


@command("swap_sides", ahead=_best)
def swap_sides(work: Work, number: int, table_id: int) -> None:
    """Let the two players of a table change their assigned sides, and keep the table so through the next
    draws; the draft warns where they met with the same sides before.

    Raises Refused sides-not-assigned (409) where the pairing assigns none.
    """
    row = _draft(work, number)
    table = _table(work, row, table_id)
    if table.second_id is None or table.sides_by != SidesBy.ASSIGNED:
        raise Refused(
            "sides-not-assigned", "No sides are assigned at this table, so there is nothing to swap."
        )
    table.first_id, table.second_id = table.second_id, table.first_id
    table.locked = True
    work.session.add(table)
    work.session.flush()
    judge_draft(work, row, [table])
    corp, runner = (_person(work, player_id).name for player_id in (table.first_id, table.second_id))
    told = SIDES_AGAIN if same_sides_again(table.reason) else SIDES
    work.note(
        say(told, place=_place(table), round=number, corp=corp, runner=runner),
        "tournament",
        round=number,
    )


@command("set_table_number")
def set_table_number(work: Work, number: int, table_id: int, table_number: int) -> None:
    """Give a table another number; who has that number takes the old one.

    Raises Refused: bad-table-number (422).
    """
    row = _draft(work, number)
    table = _table(work, row, table_id)
    if not 1 <= table_number <= 9999:
        raise Refused(
            "bad-table-number", "A table number goes from 1 to 9999.", Kind.INVALID, field="table_number"
        )
    if table.table_number == table_number:
        return
    for other in pairings(work.session, work.tournament_id, row.id):
        if other.table_number == table_number:
            other.table_number = table.table_number
            work.session.add(other)
    old, table.table_number = table.table_number, table_number
    work.session.add(table)
    work.note(
        say(
            "Table {old} of round {round} is now table {table}",
            old=old,
            round=number,
            table=table_number,
        ),
        "draft",
        round=number,
    )


def _draft(work: Work, number: int) -> Round:
    row = the_round(work, number)
    if row.state != RoundState.DRAFT:
        raise Refused(
            "round-published",
            say("Round {round} is not a draft: take it back to a draft first.", round=number),
        )
    work.require()
    return row


def _refuse_cut(row: Round) -> None:
    if row.stage == Stage.TOP_CUT:
        raise Refused("cut-pairings-fixed", "The bracket says who plays whom in the cut.")


def _table(work: Work, row: Round, table_id: int) -> Pairing:
    table = pairing(work.session, work.tournament_id, table_id)
    if table is None or table.round_id != row.id:
        raise not_found("table")
    return table


def _person(work: Work, player_id: int) -> Player:
    found = player(work.session, work.tournament_id, player_id)
    if found is None:
        raise not_found("player")
    return found


def _known(work: Work, row: Round, player_id: int) -> Player:
    found = _person(work, player_id)
    _refuse_inactive(found, row)
    return found


def _is_active(person: Player, row: Round) -> bool:
    return bool(active([person], row.number))


def _refuse_inactive(person: Player, row: Round) -> None:
    if person.dropped:
        raise Refused(
            "player-not-active", say("{player} dropped: reinstate the player first.", player=person.name)
        )
    if person.waiting_since is not None:
        raise Refused(
            "player-not-active",
            say("{player} is on the waiting list: give them a place first.", player=person.name),
        )
    if not _is_active(person, row):
        raise Refused(
            "player-not-active",
            say(
                "{player} plays from round {first_round} on: change the first round of the entry.",
                player=person.name,
                first_round=person.first_round,
            ),
        )


def _seat_of(work: Work, row: Round, player_id: int) -> tuple[Pairing, str] | None:
    table = pairing_of_player(work.session, work.tournament_id, row.id, player_id)
    if table is None:
        return None
    return table, "first_id" if player_id == table.first_id else "second_id"
