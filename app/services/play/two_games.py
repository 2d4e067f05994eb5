"""Commands of a table where each player plays both sides: report each game, 2 for 1, correct, end at time.

Each game is final once both players say the same of it; the table, once both games are, or the first one
where the players agreed that its winner takes both (2 for 1). A second game not begun at time is a tie.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from app.sentences import say, say_count, with_reason
from app.services.kernel.actors import ActorKind
from app.services.kernel.command import Work, command
from app.services.kernel.errors import Kind, Refused
from app.services.kernel.names import reason_given
from app.services.kernel.topics import table_topics
from app.services.play.corrections import (
    WHY_CORRECTED,
    reported,
    result_set,
    tell_of_correction,
)
from app.services.play.cut_results import about_what_followed
from app.services.play.game_rows import (
    NUMBERS,
    Said,
    complete,
    end_second_game,
    final_games,
    forget_round_reports,
    keep_game,
    of_game,
    reopen,
    said_of,
)
from app.services.play.reporting import checked_report, table_of_any_round
from app.services.play.table_access import acting_seat, open_table
from app.services.play.two_for_one import agreed_after, check_two_for_one
from app.services.play.two_games_words import games_told
from app.storage import auctions as store
from app.storage.kinds import ReportKind
from app.storage.rounds import round_reports_of
from app.storage.tables import Game, Pairing, RoundReport
from app.storage.worth import TWO_FOR_ONE
from app.tournament.auction import Seat
from app.tournament.lifecycle import RoundState
from app.tournament.results import Outcome, Report
from app.tournament.scoring import seat_as_corp
from app.tournament.sides import AssignedSides


@dataclass(frozen=True)
class OneGame:
    """What is said of game `number` (1 or 2); `corp_id` played the Corp, by default the first seat in game 1
    and the other player in game 2."""

    number: int
    report: Report
    corp_id: int | None = None


@command("report_games")
def report_games(
    work: Work, table_id: int, games: Sequence[OneGame], two_for_one_id: int | None = None
) -> None:
    """A player reports one or both games, or that `two_for_one_id` takes both for having won the first.

    What the other player says as well becomes final. Raises Refused: organizer-only (403);
    result-final (409); sides-not-swapped, two-for-one-contradicts, and what a report contradicts (422).
    """
    row, round_row = open_table(work, table_id)
    acting_seat(row, work.actor, None)
    refuse_one_game(row)
    final = final_games(work, row)
    told = with_sides(work, row, games, final)
    if row.final:
        if row.agreed is None and told and all(is_final(final, n, said) for n, said in told.items()):
            return
        if row.agreed == TWO_FOR_ONE and two_for_one_id is not None and not told:
            return
        raise Refused("result-final", "The result is final; ask the organizer to correct it.")
    work.require(round_row)
    for number, said in told.items():
        if said.report.outcome is Outcome.DOUBLE_LOSS:
            raise Refused(
                "organizer-only", "A double loss is decided by the organizer; call one.", Kind.FORBIDDEN
            )
        if number in final and not is_final(final, number, said):
            raise Refused(
                "result-final", say("Game {number} is final; ask the organizer to correct it.", number=number)
            )
    reports = round_reports_of(work.session, work.tournament_id, [table_id])
    mine = {report.number: report for report in reports if report.player_id == work.actor.id}
    if two_for_one_id is not None:
        check_two_for_one(row, two_for_one_id, {**_known(row, reports, final), **told}, final, reports)
    changed = _keep_said(work, row, mine, told, final, two_for_one_id is not None)
    for report in reports:
        if report.number == 0:
            # A draw by will is off the table once a game was reported.
            work.session.delete(report)
            changed = True
    if not changed:
        return
    work.session.flush()
    _settle(work, row)
    work.note(
        reported(work, row, games_told(work, row, told, two_for_one_id)),
        *table_topics(row, shown=True),
    )


@command("correct_games")
def correct_games(
    work: Work,
    table_id: int,
    games: Sequence[OneGame],
    *,
    two_for_one_id: int | None = None,
    reason: str = "",
) -> None:
    """The organizer sets one or both games of any table of any round, or 2 for 1; it is final. To replace
    what is final, be it one game of two, needs a `reason`.

    Raises Refused: as `report_games`; outcome-missing, reason-missing (422); game-2-missing (409) where a
    closed round would lose a result.
    """
    row, round_row = table_of_any_round(work, table_id)
    refuse_one_game(row)
    if not games and two_for_one_id is None:
        raise Refused("outcome-missing", "Say who won at least one game.", Kind.INVALID, field="outcome")
    final = final_games(work, row)
    told = with_sides(work, row, games, final)
    agreed = agreed_after(row, told, final, two_for_one_id)
    if row.final and agreed == row.agreed and all(is_final(final, *each) for each in told.items()):
        return
    replaced = row.final or any(
        number in final and not is_final(final, number, told[number]) for number in told
    )
    overruled = replaced or _against_a_report(work, row, told, two_for_one_id)
    if replaced:
        reason = reason_given(reason, WHY_CORRECTED)
    work.require()
    for number, said in told.items():
        keep_game(work, row, number, said.corp, said.report)
    row.agreed = agreed
    forget_round_reports(work, row)
    work.session.flush()
    if not complete(work, row):
        if round_row.state is RoundState.CLOSED:
            raise Refused(
                "game-2-missing", "The second game has no result: enter both games, or end it as a tie."
            )
        reopen(work, row)
    result = games_told(work, row, told, two_for_one_id)
    tell_of_correction(work, row, round_row, result, overruled=overruled)
    done = with_reason(result_set(work, row, round_row, result), reason)
    work.note(
        about_what_followed(done, work, round_row),
        *table_topics(row, shown=True),
        *(["standings"] if round_row.state is RoundState.CLOSED else []),
        reason=reason,
    )


def _against_a_report(work: Work, row: Pairing, told: Mapping[int, Said], two_for_one_id: int | None) -> bool:
    """Whether the organizer says anything else of a game than a player reported of it."""
    reports = [
        report for report in round_reports_of(work.session, work.tournament_id, [row.id]) if report.number
    ]
    if two_for_one_id is not None and any(
        report.number == 2 and report.kind is ReportKind.GAME for report in reports
    ):
        return True
    return any(
        report.kind is not ReportKind.GAME or not said_of(report).agrees_with(told[report.number])
        for report in reports
        if report.number in told
    )


def accept_games(work: Work, row: Pairing) -> bool:
    """Make final what one player alone reported of the games without a result; whether there was anything.

    One game of two may be accepted: the table is out then until the other has its result.
    """
    final = final_games(work, row)
    reports = [
        report
        for report in round_reports_of(work.session, work.tournament_id, [row.id])
        if report.number in NUMBERS and report.number not in final
    ]
    if row.final or len({report.player_id for report in reports}) != 1:
        return False
    for report in reports:
        if report.kind is ReportKind.TWO_FOR_ONE:
            row.agreed = TWO_FOR_ONE
        else:
            said = said_of(report)
            keep_game(work, row, report.number, said.corp, said.report)
    work.session.flush()
    complete(work, row)
    return True


@command("end_second_games")
def end_second_games(work: Work, table_ids: Sequence[int]) -> int:
    """The organizer ends the second game of these tables, which was not begun at time, as a tie; at how many.

    A table whose round is complete, or has no game yet, stays as it is.
    """
    ended: list[Pairing] = []
    for table_id in dict.fromkeys(table_ids):
        row, round_row = open_table(work, table_id)
        refuse_one_game(row)
        if end_second_game(work, row):
            work.require(round_row)
            ended.append(row)
    if not ended:
        return 0
    said = say_count(
        "{who} ended the second game of table {tables} as a tie",
        "{who} ended the second games of tables {tables} as ties",
        len(ended),
        who=work.actor.name,
        tables=[row.table_number for row in ended],
    )
    work.note(said, *{topic for row in ended for topic in table_topics(row, shown=True)})
    return len(ended)


def refuse_one_game(row: Pairing) -> None:
    """A game has a number only where there are two (422).

    Raises Refused: one-game (422).
    """
    if not store.both_sides(row):
        raise Refused("one-game", "This table plays one game: report it without a number.", Kind.INVALID)


def is_final(final: Mapping[int, Game], number: int, said: Said) -> bool:
    """Whether a game has a result already that agrees with what is said."""
    return number in final and of_game(final[number]).agrees_with(said)


def _known(row: Pairing, reports: Sequence[RoundReport], final: Mapping[int, Game]) -> dict[int, Said]:
    """What anybody said of each game, and what is final of it."""
    said = {report.number: said_of(report) for report in reports if report.kind is ReportKind.GAME}
    return {**said, **{number: of_game(game) for number, game in final.items()}}


def with_sides(
    work: Work, row: Pairing, games: Sequence[OneGame], final: Mapping[int, Game]
) -> dict[int, Said]:
    """The games with who played the Corp; refuses reports that contradict themselves or each other (422).

    Raises Refused: game-number, sides-not-swapped (422).
    """
    reports = round_reports_of(work.session, work.tournament_id, [row.id])
    own = [report for report in reports if report.player_id == work.actor.id] or reports
    known = {number: said.corp for number, said in _known(row, own, final).items()}
    told: dict[int, Said] = {}
    corps = {number: seat for number, seat in known.items() if number not in {game.number for game in games}}
    for game in sorted(games, key=lambda each: each.number):
        if game.number not in NUMBERS:
            raise Refused("game-number", "A table has two games: 1 and 2.", Kind.INVALID)
        if game.number in told:
            raise Refused(
                "game-number", say("Game {game} is there twice: say it once.", game=game.number), Kind.INVALID
            )
        corp = _corp_of(row, game, corps)
        if corps.get(3 - game.number) is corp:
            raise Refused(
                "sides-not-swapped",
                "The same player was Corp in both games: each plays each side once.",
                Kind.INVALID,
            )
        corps[game.number] = corp
        told[game.number] = Said(corp, checked_report(work, row, game.report, AssignedSides(corp)))
    return told


def _corp_of(row: Pairing, game: OneGame, corps: Mapping[int, Seat]) -> Seat:
    if game.corp_id is None:
        other = corps.get(3 - game.number)
        return other.other if other is not None else seat_as_corp(game.number, Seat.FIRST)
    seat = store.seat_of(row, game.corp_id)
    if seat is None:
        raise Refused("corp-not-at-table", "Who played Corp must be one of the two players.", Kind.INVALID)
    return seat


def _keep_said(
    work: Work,
    row: Pairing,
    mine: Mapping[int, RoundReport],
    told: Mapping[int, Said],
    final: Mapping[int, Game],
    two_for_one: bool,
) -> bool:
    """Keep what the player says, in the place of what they said before; whether that is anything new."""
    assert work.actor.kind is ActorKind.PLAYER
    new = {number: said for number, said in told.items() if number not in final}
    changed = False
    for number in [*new, *([2] if two_for_one else [])]:
        said = new.get(number)
        kept = mine.get(number)
        kind = ReportKind.GAME if said is not None else ReportKind.TWO_FOR_ONE
        if kept is not None and kept.kind == kind and (said is None or said_of(kept) == said):
            continue
        kept = kept or RoundReport(
            tournament_id=work.tournament_id,
            pairing_id=row.id,
            player_id=work.actor.known_id,
            number=number,
            kind=kind,
            reported_at=work.now,
        )
        kept.kind, kept.reported_at = kind, work.now
        kept.corp_seat = said.corp if said else None
        kept.outcome = said.report.outcome if said else None
        kept.ending = said.report.ending if said else None
        kept.corp_points = said.report.corp_points if said else None
        kept.runner_points = said.report.runner_points if said else None
        work.session.add(kept)
        changed = True
    return changed


def _settle(work: Work, row: Pairing) -> None:
    """Make final what both players say."""
    reports = round_reports_of(work.session, work.tournament_id, [row.id])
    for number in NUMBERS:
        both = [report for report in reports if report.number == number]
        if len(both) < 2 or both[0].kind != both[1].kind:
            continue
        if both[0].kind is ReportKind.TWO_FOR_ONE:
            row.agreed = TWO_FOR_ONE
            continue
        one, other = said_of(both[0]), said_of(both[1])
        if one.agrees_with(other):
            keep_game(work, row, number, one.corp, one.report.completed_by(other.report))
    work.session.flush()
    complete(work, row)
