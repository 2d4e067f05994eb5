"""What a player's page shows where several sit at a table: the table, the form for its points, the record."""

from app.services.event.questions import Questions
from app.services.kernel.pod_views import PodView
from app.services.kernel.views import TournamentView
from app.tournament.lifecycle import Phase
from app.tournament.pod_results import PodReport
from app.web.pages.player.attempts import Attempt
from app.web.pages.pod_forms import points_of
from app.web.presenters import event as words
from app.web.presenters.pod_standings import own_place, record_lines
from app.web.presenters.pods import (
    PointsForm,
    Review,
    SeveralShown,
    entered,
    form_shown,
    pod_shown,
    review_of,
)
from app.web.requester import Visit


def several_at(here: Visit, ask: Questions, event: TournamentView, attempt: Attempt | None) -> SeveralShown:
    """The player's own table, with what was entered there and what is about to be sent."""
    me = here.actor.known_id
    pod = ask.pod_of_player(me) if words.round_is_played(event) else None
    own = attempt if attempt is not None and attempt.form == "points" else None
    look = _looked_at(pod, own)
    standings, order = ask.standings(), ask.final_order()
    over = event.phase is Phase.FINISHED and me in order
    return SeveralShown(
        state=_state(pod, me, look),
        table=pod_shown(pod, me) if pod is not None else None,
        form=_form(event, pod, own) if pod is not None and not pod.final else None,
        review=look or _waiting(pod),
        by=_entered_by(pod),
        place=own_place(
            ask.standing_of(me) if standings.after_round else None,
            order.index(me) + 1 if over else None,
            len(standings.rows),
        ),
        after_round=standings.after_round,
        record=record_lines(ask.pods_of(me), me),
    )


def _state(pod: PodView | None, me: int, look: Review | None) -> str:
    if pod is None:
        return "none"
    if pod.final:
        return "final"
    if look is not None:
        return "look"
    if pod.entry is None:
        return "open"
    return "mine" if pod.entry.player_id == me else "theirs"


def _looked_at(pod: PodView | None, attempt: Attempt | None) -> Review | None:
    """The points as they would be sent, with their places; only what the rules take is looked at."""
    if pod is None or pod.final or attempt is None or attempt.refusal is not None:
        return None
    report: PodReport = points_of(attempt.typed, pod)
    return review_of(pod, report)


def _waiting(pod: PodView | None) -> Review | None:
    report = entered(pod) if pod is not None and not pod.final else None
    return review_of(pod, report) if pod is not None and report is not None else None


def _entered_by(pod: PodView | None) -> str:
    if pod is None or pod.entry is None:
        return ""
    return next(seat.name for seat in pod.seats if pod.entry and seat.player_id == pod.entry.player_id)


def _form(event: TournamentView, pod: PodView, attempt: Attempt | None) -> PointsForm:
    action = f"/t/{event.code}/me/points?pod={pod.id}"
    typed = attempt.typed.values() if attempt is not None else None
    refusal = attempt.refusal if attempt is not None else None
    return form_shown(pod, action, event.goal_points or 0, refusal=refusal, typed=typed)
