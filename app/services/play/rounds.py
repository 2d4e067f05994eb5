"""Commands of a round's life: pair, publish, back to draft, delete, close.

A round is paired as a draft that only the staff sees; publishing shows it to everybody at once. Closing it
makes its results count.
"""

from collections.abc import Sequence
from datetime import datetime

from app.services.kernel.actors import Actor
from app.services.kernel.command import Work, command
from app.services.kernel.errors import Kind, Refused, not_found
from app.services.kernel.installation import Installation
from app.services.play.draw import draw, unpaired
from app.storage.cut import cut_seeds
from app.storage.players import players
from app.storage.rounds import delete_pairings, last_round, pairings, round_by_number
from app.storage.tables import Pairing, Round
from app.tournament.lifecycle import Phase, RoundState, Stage, describe_open
from app.tournament.results import BYE, DecidedBy


def pair_round(
    installation: Installation,
    tournament_id: int,
    actor: Actor,
    now: datetime,
    seed: int,
    expected_number: int | None = None,
) -> int:
    """Pair the next Swiss round as a draft; the number of the round. A repeat is harmless."""
    with command(installation, "pair_round", tournament_id, actor, now) as work:
        number, already_there = next_number(work, expected_number)
        if already_there:
            return number
        work.require()
        row = new_round(work, number, Stage.SWISS, seed)
        draw(work, row, seed)
        work.note(f"Round {number} was paired as a draft", "tournament", round=number, seed=seed)
        return number


def next_number(work: Work, expected: int | None) -> tuple[int, bool]:
    """The number of the round to pair, and whether the expected one is there already: a repeated tap."""
    last = last_round(work.session, work.tournament_id)
    number = last.number + 1 if last else 1
    if expected is not None and last is not None and expected == last.number:
        return last.number, True
    if expected is not None and expected != number:
        raise Refused("wrong-round-number", f"The next round is round {number}, not {expected}: look again.")
    return number, False


def new_round(work: Work, number: int, stage: Stage, seed: int) -> Round:
    """A new draft with a full clock."""
    row = Round(
        tournament_id=work.tournament_id,
        number=number,
        stage=stage.value,
        seed=seed,
        clock_length=work.tournament.round_minutes * 60,
        paired_at=work.now,
    )
    work.session.add(row)
    work.session.flush()
    return row


def publish_round(
    installation: Installation, tournament_id: int, actor: Actor, now: datetime, number: int
) -> None:
    """Show the pairings of a draft to everybody; byes have their result at once."""
    with command(installation, "publish_round", tournament_id, actor, now) as work:
        row = the_round(work, number)
        if row.state != RoundState.DRAFT:
            return
        work.require()
        rows = pairings(work.session, tournament_id, row.id)
        _refuse_incomplete(work, row, rows)
        row.state = RoundState.PUBLISHED.value
        row.published_at = now
        for pairing in rows:
            if pairing.second_id is None:
                give_bye(pairing, now)
        if work.tournament.phase == Phase.REGISTRATION:
            work.tournament.phase = Phase.SWISS.value
        work.note(f"The pairings of round {number} were published", "tournament", "round", round=number)


def give_bye(row: Pairing, now: datetime) -> None:
    """The result of a bye: won without a game."""
    row.winner_id = row.first_id
    row.decided_by = BYE.decided_by.value
    row.final = True
    row.finished_at = now


def _refuse_incomplete(work: Work, round_row: Round, rows: Sequence[Pairing]) -> None:
    everybody = players(work.session, work.tournament_id)
    if round_row.stage == Stage.SWISS:
        missing = unpaired(everybody, rows, round_row.number)
        if missing:
            names = ", ".join(player.name for player in missing)
            raise Refused(
                "not-everybody-paired",
                f"Not paired yet: {names}. Pair them by hand, or draw again.",
                names=names,
            )
    dropped = {player.id: player.name for player in everybody if player.dropped}
    gone = [dropped[pid] for row in rows for pid in (row.first_id, row.second_id) if pid in dropped]
    if gone and round_row.stage == Stage.SWISS:
        raise Refused("dropped-player-paired", f"{', '.join(gone)} dropped: draw again, or reinstate them.")


def withdraw_round(
    installation: Installation, tournament_id: int, actor: Actor, now: datetime, number: int
) -> None:
    """Take published pairings back to a draft while nobody has bid."""
    with command(installation, "withdraw_round", tournament_id, actor, now) as work:
        row = the_round(work, number)
        if row.state == RoundState.DRAFT:
            return
        work.require()
        _refuse_unless_last(work, row)
        rows = pairings(work.session, tournament_id, row.id)
        if any(pairing.final and pairing.second_id is not None for pairing in rows):
            raise Refused(
                "result-reported", "A table of this round has a result: take the result back first."
            )
        row.state = RoundState.DRAFT.value
        row.published_at = row.clock_started_at = row.clock_running_since = None
        row.clock_elapsed, row.clock_added = 0.0, 0
        for pairing in rows:
            pairing.first_ready_at = pairing.second_ready_at = None
            if pairing.second_id is None:
                pairing.final, pairing.winner_id, pairing.decided_by = False, None, None
                pairing.finished_at = None
        _step_phase_back(work, row)
        work.note(f"Round {number} went back to a draft", "tournament", "round", round=number)


def delete_round(
    installation: Installation, tournament_id: int, actor: Actor, now: datetime, number: int, confirm: str
) -> None:
    """Delete the last round with everything in it; `confirm` must be the typed words 'round N'."""
    with command(installation, "delete_round", tournament_id, actor, now) as work:
        row = the_round(work, number)
        work.require()
        _refuse_unless_last(work, row)
        if " ".join(confirm.casefold().split()) != f"round {number}":
            raise Refused(
                "not-confirmed", f"To delete the round with its results, type: round {number}", Kind.INVALID
            )
        delete_pairings(work.session, tournament_id, pairings(work.session, tournament_id, row.id))
        work.session.delete(row)
        work.session.flush()
        _let_late_players_in(work, number)
        _step_phase_back(work, row)
        work.note(f"Round {number} was deleted", "tournament", "round", "standings", round=number)


def _let_late_players_in(work: Work, number: int) -> None:
    # Who joined during the deleted round was to enter the one after it, which is now this one.
    for player in players(work.session, work.tournament_id):
        if player.first_round > number:
            player.first_round = number
            work.session.add(player)


def _step_phase_back(work: Work, row: Round) -> None:
    last = last_round(work.session, work.tournament_id)
    if last is None or (last.number == 1 and last.state == RoundState.DRAFT):
        work.tournament.phase = Phase.REGISTRATION.value
    elif row.stage == Stage.TOP_CUT and last.stage == Stage.SWISS:
        # The cut has no game left: its seeds are drawn again from the standings.
        for seed in cut_seeds(work.session, work.tournament_id):
            work.session.delete(seed)
        work.tournament.phase = Phase.SWISS.value


def close_round(
    installation: Installation,
    tournament_id: int,
    actor: Actor,
    now: datetime,
    number: int,
    without_result: tuple[int, ...] = (),
) -> None:
    """Close the round when every table has a result; `without_result` tables end 0-0."""
    with command(installation, "close_round", tournament_id, actor, now) as work:
        row = the_round(work, number)
        if row.state == RoundState.CLOSED:
            return
        rows = pairings(work.session, tournament_id, row.id)
        for pairing in rows:
            if pairing.id in without_result and not pairing.final:
                _end_without_result(pairing, row, now)
                work.session.add(pairing)
        work.require()
        still_open = [pairing for pairing in rows if not pairing.final]
        if still_open:
            raise Refused(
                "tables-open", f"{describe_open(tuple(p.table_number for p in still_open)).capitalize()}."
            )
        row.state = RoundState.CLOSED.value
        row.closed_at = now
        if row.clock_running_since is not None:
            row.clock_elapsed += max(0.0, (now - row.clock_running_since).total_seconds())
            row.clock_running_since = None
        work.note(f"Round {number} was closed", "tournament", "round", "standings", "clock", round=number)


def _end_without_result(pairing: Pairing, round_row: Round, now: datetime) -> None:
    if round_row.stage == Stage.TOP_CUT:
        raise Refused("cut-needs-winner", "A game of the cut needs a winner: enter its result.", Kind.INVALID)
    pairing.outcome = "double-loss"
    pairing.decided_by = DecidedBy.DOUBLE_LOSS.value
    pairing.winner_id = None
    pairing.final = True
    pairing.finished_at = now


def the_round(work: Work, number: int) -> Round:
    """The round with this number; Refused (404) when there is none."""
    row = round_by_number(work.session, work.tournament_id, number)
    if row is None:
        raise not_found("round")
    return row


def _refuse_unless_last(work: Work, row: Round) -> None:
    last = last_round(work.session, work.tournament_id)
    if last is not None and last.number != row.number:
        raise Refused(
            "not-last-round", f"Only the last round can be changed so; that is round {last.number}."
        )
