"""The draft of the first round drawn anew when the event gets another structure."""

from app.services.kernel.command import Work
from app.services.play.draw import draw
from app.storage.pods import delete_pods, pods
from app.storage.rounds import delete_pairings, pairings, round_by_number
from app.storage.worth import structure_of


def draw_again(work: Work) -> None:
    """A draft of before has no sides, has them by another structure, or seats other numbers at a table."""
    first = round_by_number(work.session, work.tournament_id, 1)
    if first is None:
        return
    first.clock_length = work.tournament.round_minutes * 60
    rows = pairings(work.session, work.tournament_id, first.id)
    if structure_of(work.tournament).has_pods:
        delete_pairings(work.session, work.tournament_id, rows)
    else:
        delete_pods(work.session, work.tournament_id, pods(work.session, work.tournament_id, first.id))
        for row in rows:
            row.locked = False
    draw(work, first, first.seed)
    work.note(work.summary, "round")
