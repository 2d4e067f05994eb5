"""The deck desk: every deck with its verdict, and the deck checks to do and done."""

from starlette.responses import Response

from app.deckcheck.folding import alphabetical
from app.sentences import message, t
from app.services.decks.deck_views import deck_desk
from app.services.judging import deck_checks
from app.services.kernel.errors import Refused
from app.sides import DeckSlot
from app.tournament.lifecycle import RoundState
from app.web.forms import Posted, typed_in
from app.web.pages.desk.frame import Desk, InDesk
from app.web.presenters.deck_checks import checks_shown
from app.web.presenters.decks import slots_in
from app.web.presenters.desk_decks import DecksPage, deck_row, fits, is_illegal
from app.web.routes_made_late import Router

router = Router(prefix="/t/{code}/desk/decks")

SHOWN = (
    ("", message("All")),
    ("missing", message("Missing")),
    ("illegal", message("Not legal")),
    ("legal", message("Both legal")),
)
ONE_SHOWN = (*SHOWN[:-1], ("legal", message("Legal")))


@router.get("")
def decks(desk: InDesk, show: str = "") -> Response:
    """The table of decks; `show` is a filter."""
    desk.here.require("see_decks")
    return decks_page(desk, show)


def decks_page(
    desk: Desk, show: str = "", refusal: Refused | None = None, form: Posted | None = None
) -> Response:
    """The page of decks; `refusal` is why nothing was changed."""
    found = deck_desk(desk.installation, desk.here.tournament_id, desk.here.viewer)
    one = slots_in(desk.view) == (DeckSlot.ONE,)
    found_checks = deck_checks.deck_checks(desk.installation, desk.here.tournament_id)
    to_check, checked = checks_shown(found_checks, desk.path)
    by_name = sorted(found, key=lambda row: alphabetical(row.name))
    shown = DecksPage(
        desk.frame("/decks"),
        rows=[deck_row(row, desk.path) for row in by_name if fits(row, show)],
        total=len(found),
        missing=sum(bool(row.missing) for row in found if row.plays),
        illegal=sum(is_illegal(row) for row in found if row.plays),
        filters=[(key, t(words)) for key, words in (ONE_SHOWN if one else SHOWN)],
        one=one,
        show=show,
        to_check=to_check,
        checked=checked,
        playing=desk.round is not None and desk.round.state is RoundState.PUBLISHED,
        typed=typed_in(form),
    )
    return desk.page(shown, refusal)
