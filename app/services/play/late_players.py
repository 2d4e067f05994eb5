"""A player who came late, or dropped by mistake, plays who has the bye of the round that is being played."""

from app.sentences import say
from app.services.kernel.command import Work, command
from app.services.kernel.errors import Refused, not_found
from app.services.kernel.topics import table_topics
from app.services.play.draft_words import kept, read
from app.services.play.draw import corp_of_two, given_byes, players_of
from app.services.play.rounds import the_round
from app.storage.auctions import seat_for
from app.storage.players import player, players
from app.storage.rounds import active, pairings
from app.storage.tables import Pairing, Player, Round
from app.storage.worth import keep_worth
from app.tournament.draws import drawn
from app.tournament.lifecycle import Stage
from app.tournament.reasons import Reason


@command("play_bye")
def play_bye(work: Work, number: int, player_id: int) -> None:
    """Seat a player who came late, or dropped by mistake, against the player who has the bye of the round
    that is being played; the bye and its points are gone. A player who dropped is reinstated, one who
    waits has a place. Twice is once.

    Raises Refused: 404; already-paired; cut-pairings-fixed; no-bye (there is none, or only byes the
    organizer gave).
    """
    row = the_round(work, number)
    newcomer = player(work.session, work.tournament_id, player_id)
    if newcomer is None:
        raise not_found("player")
    rows = pairings(work.session, work.tournament_id, row.id)
    sitting = next((table for table in rows if player_id in players_of(table)), None)
    if sitting is not None:
        values = read(sitting.reason) or {}
        if values.get("code") == "late" and values.get("who") == players_of(sitting).index(player_id):
            return
        raise Refused(
            "already-paired",
            say("{player} is in round {round} already.", player=newcomer.name, round=number),
        )
    work.require()
    if row.stage != Stage.SWISS:
        raise Refused("cut-pairings-fixed", "The bracket says who plays whom in the cut.")
    given = given_byes(active(players(work.session, work.tournament_id), number), number)
    table = next((t for t in rows if t.second_id is None and t.first_id not in given), None)
    if table is None:
        raise Refused("no-bye", say("Nobody has a bye in round {round} that could be played.", round=number))
    opponent = player(work.session, work.tournament_id, table.first_id)
    assert opponent is not None
    _seat_late(work, row, table, newcomer)
    newcomer.dropped, newcomer.dropped_in_round, newcomer.waiting_since = False, None, None
    newcomer.first_round = min(newcomer.first_round, number)
    work.session.add(newcomer)
    work.note(
        say(
            "{player} plays {opponent}, who had the bye of round {round}",
            player=newcomer.name, opponent=opponent.name, round=number,
        ),
        "tournament", "round", "players", "standings", *table_topics(table), round=number,
    )  # fmt: skip


def _seat_late(work: Work, row: Round, table: Pairing, newcomer: Player) -> None:
    """Put them into the second or, by a coin of the round's seed, the first seat of the row with the bye;
    where the pairing assigns the sides, into the one that balances them better."""
    resting = table.first_id
    begins = bool(drawn(row.seed, "late", newcomer.id, resting) & 1)
    corp = corp_of_two(work.session, work.tournament, newcomer.id, resting)
    if corp is not None:
        begins = corp == newcomer.id
    seats = (newcomer.id, resting) if begins else (resting, newcomer.id)
    table.first_id, table.second_id = seats
    seat_for(table, table.sides_by)
    table.winner_id = table.decided_by = table.finished_at = None
    table.first_ready_at = table.second_ready_at = table.began = None
    table.final = False
    table.reason = kept(Reason(seats, "late", {"who": seats.index(newcomer.id)}))
    table.locked = True
    keep_worth(work.session, work.tournament, table)
