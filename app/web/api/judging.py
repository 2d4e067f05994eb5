"""Calls for a judge, penalties and deck checks, for programs."""

from dataclasses import asdict, dataclass
from typing import Annotated

from fastapi import Query

from app.judge.penalties import PenaltyKind
from app.services.judging import calls, deck_checks, penalties
from app.services.judging.calls import CallState, CallView
from app.services.judging.deck_checks import CheckSheet, DeckCheckView
from app.services.judging.penalties import PenaltyView, Suggestion
from app.tournament.waiting import Waiting
from app.web.api.documents import problems
from app.web.api.judging_requests import (
    CallBody,
    CallEndBody,
    CountBody,
    DeckCheckBody,
    PenaltyBody,
    PickBody,
)
from app.web.http.path_ids import MOST_NUMBER, Number
from app.web.requester import InVisit, Visit
from app.web.routes_made_late import Router

router = Router(prefix="/api/v1/tournaments/{code}", tags=["judging"])
_ALL = problems(401, 403, 404, 409)
_READ = problems(401, 403, 404)
_Player = Annotated[int, Query(ge=0, le=MOST_NUMBER)]


@dataclass(frozen=True)
class PenaltyGiven(PenaltyView):
    """A penalty as it was recorded; `suggested` is the kind a repeat called for, null for the first time."""

    suggested: PenaltyKind | None


def _call(here: Visit, call_id: int) -> CallView:
    return calls.call_view(here.context.installation, here.tournament_id, call_id, here.viewer)


@router.get("/calls", responses=_READ)
def all_calls(here: InVisit) -> list[CallView]:
    """Every call, the oldest first, for the staff; a player sees the own ones."""
    here.require("see_calls")
    return list(calls.calls(here.context.installation, here.tournament_id, here.viewer))


@router.get("/calls/waiting", responses=_READ)
def waiting(here: InVisit) -> Waiting:
    """How long players waited for a judge; in seconds."""
    here.require("claim_call")
    return calls.waiting(here.context.installation, here.tournament_id)


@router.post("/calls", status_code=201, responses=_ALL)
def call_judge(here: InVisit, body: CallBody | None = None) -> CallView:
    """A player calls a judge; another call while one stands changes its reason."""
    done = calls.call_organizer(here.call, body.reason if body else "")
    return _call(here, done.value)


@router.post("/calls/{call_id}/claim", responses=_ALL)
def claim(call_id: Number, here: InVisit) -> CallView:
    """Say that the caller goes there; 409 `call-claimed` names who goes already."""
    calls.claim_call(here.call, call_id)
    return _call(here, call_id)


@router.post("/calls/{call_id}/close", responses=_ALL)
def close(call_id: Number, here: InVisit, body: CallEndBody | None = None) -> CallView:
    """End a call, with a note for the staff and extra time for its table."""
    ending = body or CallEndBody()
    calls.close_call(here.call, call_id, ending.note, ending.extra_seconds)
    return _call(here, call_id)


@router.delete("/calls/{call_id}", responses=_ALL)
def take_back(call_id: Number, here: InVisit) -> CallView:
    """A player takes the own call back."""
    here.require("take_back_call")
    if _call(here, call_id).state in (CallState.OPEN, CallState.CLAIMED):
        calls.take_back_call(here.call)
    return _call(here, call_id)


@router.get("/penalties", responses=_READ)
def all_penalties(here: InVisit, player_id: _Player | None = None) -> list[PenaltyView]:
    """The penalties, the oldest first, of one player or of all, for the staff; a player sees the own ones."""
    here.require("see_penalties")
    found = penalties.penalties(here.context.installation, here.tournament_id, here.viewer, player_id)
    return list(found)


@router.get("/penalties/suggestion", responses=_READ)
def suggestion(
    here: InVisit, player_id: _Player, infraction: Annotated[str, Query(max_length=200)]
) -> Suggestion | None:
    """What to give a player who did the same before; null for the first time."""
    here.require("give_penalty")
    return penalties.suggestion(here.context.installation, here.tournament_id, player_id, infraction)


@router.post("/penalties", status_code=201, responses=_ALL)
def give_penalty(body: PenaltyBody, here: InVisit) -> PenaltyGiven:
    """Record a penalty. A game or match loss makes the opponent win, a disqualification drops the player.

    `infraction` is a code or name of the list, or own words. `table_id` names the table whose game is lost;
    without it that is the game being played.
    """
    here.require("give_penalty")
    installation, tournament_id = here.context.installation, here.tournament_id
    repeat = penalties.suggestion(installation, tournament_id, body.player_id, body.infraction)
    done = penalties.give_penalty(
        here.call, body.player_id, body.kind, body.infraction, body.note, body.table_id
    )
    view = penalties.penalty_view(installation, tournament_id, done.value, here.viewer)
    return PenaltyGiven(**asdict(view), suggested=repeat.kind if repeat is not None else None)


def _check(here: Visit, check_id: int) -> CheckSheet:
    return deck_checks.check_sheet(here.context.installation, here.tournament_id, check_id)


@router.get("/deck-checks", responses=_READ)
def all_deck_checks(here: InVisit) -> list[DeckCheckView]:
    """Every deck check with its table, the oldest first."""
    here.require("check_decks")
    return list(deck_checks.deck_checks(here.context.installation, here.tournament_id))


@router.post("/deck-checks", status_code=201, responses=_ALL)
def pick(body: PickBody, here: InVisit) -> list[DeckCheckView]:
    """Pick tables still playing by chance; those not checked before come first."""
    return list(deck_checks.pick_deck_checks(here.call, body.tables, here.context.seed()).value)


@router.get("/deck-checks/{check_id}", responses=_READ)
def deck_check(check_id: Number, here: InVisit) -> CheckSheet:
    """One check with the lists to count against."""
    here.require("check_decks")
    return _check(here, check_id)


@router.put("/deck-checks/{check_id}/count", responses=_ALL)
def count(check_id: Number, body: CountBody, here: InVisit) -> CheckSheet:
    """Keep how far a check has come: copies found by side and title, and cards that are in no list."""
    deck_checks.keep_count(here.call, check_id, body.counted, body.unlisted)
    return _check(here, check_id)


@router.post("/deck-checks/{check_id}/record", responses=_ALL)
def record(check_id: Number, body: DeckCheckBody, here: InVisit) -> CheckSheet:
    """End a check in order, with a warning or with a game loss, which are given to the player at once."""
    deck_checks.record_deck_check(
        here.call, check_id, body.finding, body.outcome, body.counted, body.unlisted
    )
    return _check(here, check_id)
