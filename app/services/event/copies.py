"""An event copied with its settings and staff for the next one, and an event deleted that has not begun."""

from datetime import date as Day

from sqlmodel import col, delete

from app.sentences import say
from app.services.event.settings import draft_of
from app.services.event.tournaments import TournamentSummary, create_tournament
from app.services.kernel.call import Call
from app.services.kernel.errors import Kind, Refused
from app.services.kernel.permissions import require
from app.storage import accounts as stored
from app.storage.rounds import last_round
from app.storage.tables import Tournament


def copy_tournament(call: Call, name: str, date: Day, *, seed: int) -> TournamentSummary:
    """A new event with the settings and the staff of this one; who copies it owns it.

    The card pool follows the new day if it followed the old one. Raises Refused: not-allowed (403), and what
    `create_tournament` refuses.
    """
    require(call.role, "copy_tournament")
    with call.installation.database.read_session() as session:
        draft = draft_of(session.get_one(Tournament, call.tournament_id))
        staff = [(row.account_id, row.role) for row, _ in stored.memberships(session, call.tournament_id)]
    values = {**vars(draft), "name": name, "date": date}
    if draft.pool_date == draft.date:
        values["pool_date"] = None
    return create_tournament(
        call.installation, call.actor, call.now, type(draft)(**values), seed=seed, staff=staff
    )


def delete_tournament(call: Call, confirm: str) -> None:
    """Delete an event that has not begun, with everything in it; `confirm` is its typed code.

    It can't be undone: the journal goes with the event. Raises Refused: not-allowed (403), not-confirmed
    (422), tournament-began (409) once a round was paired.
    """
    require(call.role, "delete_tournament")
    with call.installation.database.write_session(call.tournament_id) as session:
        row = session.get_one(Tournament, call.tournament_id)
        if last_round(session, call.tournament_id) is not None:
            raise Refused(
                "tournament-began",
                "A round of this event was paired, so it stays: delete that round first, or finish it.",
            )
        code = row.code
        if confirm.strip().upper() != code:
            raise Refused(
                "not-confirmed",
                say("To delete the event and everything in it, type its code: {code}", code=code),
                Kind.INVALID,
                field="confirm",
            )
        session.connection().execute(delete(Tournament).where(col(Tournament.id) == call.tournament_id))
    call.installation.known_codes.pop(code, None)
