"""Places of an event: from which round on somebody plays, the limit of players, and its waiting list.

Who joins by themselves while all places are taken waits, in the order they came, and is not paired. Until the
first round is published a place that becomes free, by a drop, a removal or a higher limit, goes to who waits
longest, who is told; later, and beyond the limit, the organizer gives it. Whom the organizer enters has a
place at once.
"""

from app.sentences import say
from app.services.kernel.command import Work, command
from app.services.kernel.errors import not_found
from app.storage.kinds import SaidTo
from app.storage.players import places_taken, player, waiting
from app.storage.pods import seated_ids
from app.storage.rounds import last_round, paired_player_ids, rounds
from app.storage.tables import Announcement, Player
from app.tournament.lifecycle import RoundState, Stage


def next_round(work: Work) -> int:
    """The round to be paired next; a draft is not yet played, so who joins now can be drawn into it."""
    last = last_round(work.session, work.tournament_id)
    if last is None:
        return 1
    return last.number if last.state is RoundState.DRAFT and last.stage is Stage.SWISS else last.number + 1


def last_begun(work: Work) -> int | None:
    """The last round that was published; None before the first."""
    begun = [r.number for r in rounds(work.session, work.tournament_id) if r.state is not RoundState.DRAFT]
    return max(begun, default=None)


def must_wait(work: Work) -> bool:
    """Whether who joins now by themselves comes to the waiting list: no place is free, or others wait."""
    limit = _limit(work)
    if limit is None:
        return False
    return places_taken(work.session, work.tournament_id) >= limit or bool(
        waiting(work.session, work.tournament_id)
    )


def is_full(work: Work) -> bool:
    """Whether all places are taken."""
    limit = _limit(work)
    return limit is not None and places_taken(work.session, work.tournament_id) >= limit


def has_played(work: Work, player_id: int) -> bool:
    """Whether a player was paired, after the first round was published: standings count them from then on."""
    if last_begun(work) is None:
        return False
    session, tournament_id = work.session, work.tournament_id
    return player_id in paired_player_ids(session, tournament_id) | seated_ids(session, tournament_id)


def put_on_waiting_list(work: Work, row: Player) -> None:
    """Let a player wait for a place, behind those who wait already."""
    row.waiting_since = work.now
    work.topics.update(("players", f"seat/{row.id}"))


@command("give_place")
def give_place(work: Work, player_id: int) -> None:
    """Let a player of the waiting list play, also beyond the limit. Twice is once."""
    row = player(work.session, work.tournament_id, player_id)
    if row is None:
        raise not_found("player")
    if row.waiting_since is None:
        return
    work.require()
    _let_play(work, row)
    _tell_those_who_wait(work)
    work.note(say("{player} has a place now", player=row.name))


def give_free_places(work: Work) -> None:
    """Within a command that made places free: let who waits longest take them, until round 1 is published."""
    limit = _limit(work)
    work.session.flush()
    queue = waiting(work.session, work.tournament_id)
    if not queue or last_begun(work) is not None:
        return
    free = len(queue) if limit is None else limit - places_taken(work.session, work.tournament_id)
    for row in queue[: max(free, 0)]:
        _let_play(work, row)
    _tell_those_who_wait(work)


def _limit(work: Work) -> int | None:
    return work.tournament.settings.get("player_limit") or None


def _let_play(work: Work, row: Player) -> None:
    row.waiting_since = None
    row.first_round = next_round(work)
    said = say("A place became free: you are in, and play from round {round} on.", round=row.first_round)
    work.session.add(
        Announcement(
            tournament_id=work.tournament_id,
            kind=SaidTo.ONE_PLAYER,
            player_id=row.id,
            text=said.as_text(),
            made_at=work.now,
        )
    )
    work.topics.update(("players", "tournament", f"seat/{row.id}"))


def _tell_those_who_wait(work: Work) -> None:
    """Wake the phones of those whose number on the list may have changed."""
    work.session.flush()
    work.topics.update(f"seat/{row.id}" for row in waiting(work.session, work.tournament_id))


def leave_event(work: Work, row: Player) -> None:
    """Take a player out of the rounds to come within a command, and note who hears of it."""
    row.dropped = True
    row.dropped_in_round = last_begun(work)
    row.waiting_since = None
    give_free_places(work)
    work.topics.update(("players", "standings", f"seat/{row.id}"))
