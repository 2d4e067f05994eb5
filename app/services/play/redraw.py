"""The draft of the first round drawn anew when the event gets another structure."""

from dataclasses import dataclass

from app.services.kernel.command import Work
from app.services.play.drawing import Drawing, keep_drawing
from app.services.play.pod_draw import draw_pods
from app.storage.pods import delete_pods, pods
from app.storage.rounds import delete_pairings, pairing_ids, round_by_number
from app.storage.worth import structure_of


@dataclass(frozen=True)
class FirstDraft:
    """The draft of round 1 as it is to be drawn by other settings; None where there is none, or where several
    sit at a table."""

    drawn: Drawing | None


def draw_again(work: Work) -> None:
    """A draft of before has no sides, has them by another structure, or seats other numbers at a table."""
    first = round_by_number(work.session, work.tournament_id, 1)
    if first is None:
        return
    first.clock_length = work.tournament.round_minutes * 60
    if structure_of(work.tournament).has_pods:
        delete_pairings(work.session, pairing_ids(work.session, work.tournament_id, first.id))
        draw_pods(work, first, first.seed)
    else:
        delete_pods(work.session, work.tournament_id, pods(work.session, work.tournament_id, first.id))
        drawn = work.looked_ahead(FirstDraft).drawn
        assert drawn is not None
        keep_drawing(work, first, drawn)
    work.topics.add("round")
