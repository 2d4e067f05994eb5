"""Commands of a round's life: pair, publish, back to draft, delete, close.

A round is paired as a draft that only the staff sees; publishing shows it to everybody at once. Closing it
makes its results count.
"""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence

from sqlmodel import Session

from app.sentences import say, say_count
from app.services.kernel.command import Work, command
from app.services.kernel.errors import Kind, Refused, not_found
from app.services.play.draw import given_byes, players_of, unpaired
from app.services.play.drawing import Drawing, drawing, keep_drawing
from app.services.play.game_rows import end_missing_games, lose_missing_games
from app.services.play.pod_draw import draw_pods, refuse_incomplete_pods
from app.storage.announcements import standing
from app.storage.auctions import both_sides
from app.storage.bulk import assign
from app.storage.columns import Json
from app.storage.cut import cut_seeds
from app.storage.kinds import SaidTo
from app.storage.players import players
from app.storage.pods import delete_pods, pods
from app.storage.rounds import active, delete_pairings, last_round, pairing_ids, pairings, round_by_number
from app.storage.tables import Pairing, Round, Tournament
from app.storage.worth import keep_worth, structure_of
from app.tournament.lifecycle import Phase, RoundState, Stage, tables_open
from app.tournament.results import BYE, DecidedBy, Outcome


def _look_at_next(
    session: Session, tournament: Tournament, seed: int, expected_number: int | None = None
) -> Drawing:
    number, already_there = next_number(session, tournament, expected_number)
    if already_there:
        raise Refused("paired-already", say("Round {round} is paired already.", round=number))
    return drawing(session, tournament, number, (), seed)


@command("pair_round", ahead=_look_at_next)
def pair_round(work: Work, seed: int, expected_number: int | None = None) -> int:
    """Pair the next Swiss round as a draft; the number of the round. A repeat is harmless."""
    number, already_there = next_number(work.session, work.tournament, expected_number)
    if already_there:
        return number
    work.require()
    if structure_of(work.tournament).has_pods:
        draw_pods(work, new_round(work, number, Stage.SWISS, seed, {}), seed)
    else:
        drawn = work.looked_ahead(Drawing)
        keep_drawing(work, new_round(work, number, Stage.SWISS, seed, drawn.quality), drawn)
    work.note(say("Round {round} was paired as a draft", round=number), "draft", round=number, seed=seed)
    return number


def next_number(session: Session, tournament: Tournament, expected: int | None) -> tuple[int, bool]:
    """The number of the round to pair, and whether the expected one is there already: a repeated tap.

    Raises Refused: wrong-round-number (409).
    """
    last = last_round(session, tournament.id)
    number = last.number + 1 if last else 1
    if expected is not None and last is not None and expected == last.number:
        return last.number, True
    if expected is not None and expected != number:
        raise Refused(
            "wrong-round-number",
            say(
                "The next round is round {round}, not {expected}: look again.",
                round=number,
                expected=expected,
            ),
        )
    return number, False


def new_round(work: Work, number: int, stage: Stage, seed: int, quality: Json) -> Round:
    """A new draft with a full clock."""
    row = Round(
        tournament_id=work.tournament_id,
        number=number,
        stage=stage,
        seed=seed,
        quality=quality,
        clock_length=work.tournament.round_minutes * 60,
        paired_at=work.now,
    )
    work.session.add(row)
    work.session.flush()
    return row


@command("publish_round")
def publish_round(work: Work, number: int) -> None:
    """Show the pairings of a draft to everybody; byes have their result at once."""
    row = the_round(work, number)
    if row.state != RoundState.DRAFT:
        return
    work.require()
    rows = pairings(work.session, work.tournament_id, row.id)
    if structure_of(work.tournament).has_pods:
        refuse_incomplete_pods(work, row)
    elif row.stage == Stage.SWISS:
        _refuse_incomplete(work, row, rows)
    row.state = RoundState.PUBLISHED
    row.published_at = work.now
    for pairing in rows:
        if pairing.second_id is None:
            give_bye(work, pairing)
    if work.tournament.phase == Phase.REGISTRATION:
        work.tournament.phase = Phase.SWISS
    work.note(
        say("The pairings of round {round} were published", round=number),
        "tournament",
        "round",
        round=number,
    )


def give_bye(work: Work, row: Pairing) -> None:
    """The result of a bye: won without a game."""
    row.winner_id = row.first_id
    row.decided_by = BYE.decided_by
    row.final = True
    row.finished_at = work.now
    keep_worth(work.session, work.tournament, row)


def _refuse_incomplete(work: Work, round_row: Round, rows: Sequence[Pairing]) -> None:
    """Everybody who plays this round is in it exactly once, and nobody else; given byes are byes."""
    everybody = players(work.session, work.tournament_id)
    names = {player.id: player.name for player in everybody}
    seats = Counter(player_id for row in rows for player_id in players_of(row))
    twice = [names[player_id] for player_id, times in seats.items() if times > 1]
    if twice:
        raise Refused(
            "paired-twice",
            say(
                "{players} would be in round {round} twice: take one of the tables apart.",
                players=twice,
                round=round_row.number,
            ),
            names=", ".join(twice),
        )
    missing = unpaired(everybody, rows, round_row.number)
    if missing:
        listed = [player.name for player in missing]
        raise Refused(
            "not-everybody-paired",
            say(
                "Not paired yet: {players}. Fill the gaps, pair them by hand, or draw again.", players=listed
            ),
            names=", ".join(listed),
        )
    here = active(everybody, round_row.number)
    playing = {player.id for player in here}
    gone = [names[player_id] for player_id in seats if player_id not in playing]
    if gone:
        raise Refused(
            "dropped-player-paired",
            say_count(
                "{players} is not in this round any more: fill the gaps, draw again, or reinstate them.",
                "{players} are not in this round any more: fill the gaps, draw again, or reinstate them.",
                len(gone),
                players=gone,
            ),
        )
    _refuse_lost_byes(given_byes(here, round_row.number), rows, names)


def _refuse_lost_byes(given: Collection[int], rows: Sequence[Pairing], names: Mapping[int, str]) -> None:
    """Who was given a bye by the organizer has it."""
    lost = [
        names[player_id]
        for row in rows
        if row.second_id is not None and not row.locked
        for player_id in players_of(row)
        if player_id in given
    ]
    if lost:
        raise Refused(
            "given-bye-lost",
            say_count(
                "{players} has a bye in this round: draw again, or take the bye back in the entry.",
                "{players} have a bye in this round: draw again, or take the bye back in the entry.",
                len(lost),
                players=lost,
            ),
        )


@command("withdraw_round")
def withdraw_round(work: Work, number: int) -> None:
    """Take published pairings back to a draft while play has not begun.

    Raises Refused: result-reported (409).
    """
    row = the_round(work, number)
    if row.state == RoundState.DRAFT:
        return
    work.require()
    _refuse_unless_last(work, row)
    rows = pairings(work.session, work.tournament_id, row.id)
    if any(pairing.final and pairing.second_id is not None for pairing in rows):
        raise Refused("result-reported", "A table of this round has a result: take the result back first.")
    row.state = RoundState.DRAFT
    row.published_at = row.clock_started_at = row.clock_running_since = None
    row.clock_elapsed, row.clock_added = 0.0, 0
    for pairing in rows:
        pairing.first_ready_at = pairing.second_ready_at = pairing.began = None
        if pairing.second_id is None:
            pairing.final, pairing.winner_id, pairing.decided_by = False, None, None
            pairing.finished_at = None
            keep_worth(work.session, work.tournament, pairing)
    _step_phase_back(work, row)
    work.note(say("Round {round} went back to a draft", round=number), "tournament", "round", round=number)


@command("delete_round")
def delete_round(work: Work, number: int, confirm: str) -> None:
    """Delete the last round with everything in it; `confirm` must be the typed words 'round N'.

    Raises Refused: not-confirmed (422).
    """
    row = the_round(work, number)
    work.require()
    _refuse_unless_last(work, row)
    if " ".join(confirm.casefold().split()) != f"round {number}":
        raise Refused(
            "not-confirmed",
            say("To delete the round with its results, type: round {round}", round=number),
            Kind.INVALID,
            field="confirm",
        )
    delete_pairings(work.session, pairing_ids(work.session, work.tournament_id, row.id))
    delete_pods(work.session, work.tournament_id, pods(work.session, work.tournament_id, row.id))
    work.session.delete(row)
    work.session.flush()
    _let_late_players_in(work, number)
    _step_phase_back(work, row)
    was_draft = row.state == RoundState.DRAFT
    topics = ("draft",) if was_draft else ("tournament", "round", "standings")
    work.note(say("Round {round} was deleted", round=number), *topics, round=number)


def _let_late_players_in(work: Work, number: int) -> None:
    # Who joined during the deleted round was to enter the one after it, which is now this one.
    for entered in players(work.session, work.tournament_id):
        if entered.first_round > number:
            entered.first_round = number
            work.session.add(entered)


def _step_phase_back(work: Work, row: Round) -> None:
    last = last_round(work.session, work.tournament_id)
    if last is None or (last.number == 1 and last.state == RoundState.DRAFT):
        work.tournament.phase = Phase.REGISTRATION
    elif row.stage == Stage.TOP_CUT and last.stage == Stage.SWISS:
        # The cut has no game left: its seeds are drawn again from the standings.
        for seed in cut_seeds(work.session, work.tournament_id):
            work.session.delete(seed)
        work.tournament.phase = Phase.SWISS


@command("close_round")
def close_round(
    work: Work, number: int, without_result: tuple[int, ...] = (), end_as_tie: tuple[int, ...] = ()
) -> None:
    """Close the round when every table has a result.

    `without_result` tables end 0-0; at `end_as_tie` tables the second of two games, which was not begun, is a
    tie. Raises Refused: tables-open, or game-2-missing with the tables where it must be said so (409);
    not-found (404) for a table that is none of the round.
    """
    row = the_round(work, number)
    if row.state == RoundState.CLOSED:
        return
    rows = pairings(work.session, work.tournament_id, row.id)
    given_up = set(without_result)
    if not given_up.union(end_as_tie) <= {each.id for each in rows}:
        raise not_found("table")
    _end_without_result(work, [each for each in rows if each.id in given_up and not each.final], row)
    end_missing_games(work, rows, end_as_tie)
    work.require()
    still_open = [pairing for pairing in rows if not pairing.final]
    if still_open:
        raise Refused("tables-open", tables_open([table.table_number for table in still_open]))
    row.state = RoundState.CLOSED
    row.closed_at = work.now
    if row.clock_running_since is not None:
        row.clock_elapsed += max(0.0, (work.now - row.clock_running_since).total_seconds())
        row.clock_running_since = None
    for said in standing(work.session, work.tournament_id, (SaidTo.ALL_IN_ROUND,), work.now):
        said.ended_at = work.now
        work.topics.add("announcement")
    work.note(
        say("Round {round} was closed", round=number),
        "tournament",
        "round",
        "standings",
        "clock",
        round=number,
    )


def _end_without_result(work: Work, rows: Sequence[Pairing], round_row: Round) -> None:
    if rows and round_row.stage == Stage.TOP_CUT:
        raise Refused("cut-needs-winner", "A game of the cut needs a winner: enter its result.", Kind.INVALID)
    of_two_games = [row for row in rows if both_sides(row)]
    if of_two_games:
        lose_missing_games(work, of_two_games)
    for row in rows:
        if both_sides(row):
            continue
        assign(
            row,
            outcome=Outcome.DOUBLE_LOSS,
            decided_by=DecidedBy.DOUBLE_LOSS,
            winner_id=None,
            final=True,
            finished_at=work.now,
        )
        keep_worth(work.session, work.tournament, row, ())


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
            "not-last-round",
            say("Only the last round can be changed so; that is round {last}.", last=last.number),
        )
