"""What a result may not do to the cut it belongs to, and what is said of a cut that was made before."""

from app.sentences import Sentence, say
from app.services.kernel.command import Work
from app.services.kernel.errors import Kind, Refused
from app.services.play.corrections import about_later_rounds
from app.storage.cut import bracket_of, cut_seeds, cut_winners
from app.storage.players import players
from app.storage.rounds import last_round
from app.storage.standings import sheets
from app.storage.tables import Pairing, Round
from app.tournament.lifecycle import RoundState, Stage
from app.tournament.standings import rank
from app.tournament.topcut import leaves_nobody


def about_what_followed(said: Sentence, work: Work, round_row: Round) -> Sentence:
    """What is said of a correction, and that later pairings and the seeds of a cut stay as they were made."""
    return _about_the_cut(about_later_rounds(said, work, round_row), work, round_row)


def _about_the_cut(done: Sentence, work: Work, round_row: Round) -> Sentence:
    """What is said of a correction, and that a cut made before stays after one of a Swiss result."""
    if round_row.stage == Stage.TOP_CUT:
        return done
    seeds = [seed.player_id for seed in cut_seeds(work.session, work.tournament_id)]
    if not seeds:
        return done
    people = {p.id: p for p in players(work.session, work.tournament_id)}
    work.session.flush()
    ranked = rank(sheets(work.session, work.tournament), {pid: p.lot for pid, p in people.items()})
    order = [line.player for line in ranked]
    now = [pid for pid in order if pid in seeds or not people[pid].dropped][: len(seeds)]
    if now == seeds:
        return say("{what}. The cut was made before: its seeds stay as they were", what=done)
    return say(
        "{what}. The cut was made before: its seeds stay as they were, "
        "though these standings would give others",
        what=done,
    )


def refuse_to_end_the_cut(work: Work, row: Pairing) -> None:
    """Both players may forfeit a game of the cut, as long as somebody is left who can win it.

    Raises Refused: cut-needs-winner (422).
    """
    seeds = [seed.player_id for seed in cut_seeds(work.session, work.tournament_id)]
    winners = cut_winners(work.session, work.tournament_id) | {row.game_number or 0: None}
    if leaves_nobody(bracket_of(work.tournament), seeds, winners):
        raise Refused(
            "cut-needs-winner",
            "With a double loss here nobody could win the cut any more: name a winner of this game.",
            Kind.INVALID,
        )


def refuse_if_cut_went_on(work: Work, round_row: Round) -> None:
    """Who won a game of the cut stays while later games depend on it (409).

    Raises Refused: cut-went-on (409).
    """
    if round_row.stage is Stage.TOP_CUT and round_row.state is RoundState.CLOSED:
        last = last_round(work.session, work.tournament_id)
        if last is not None and last.id != round_row.id:
            raise Refused(
                "cut-went-on", "Later games of the cut depend on this one: delete those rounds first."
            )
