"""Deck checks on a judge's phone: pick tables, tick the cards off, say how it ended."""

from collections.abc import Callable

from starlette.responses import Response

from app.deckcheck.titles import CardTitle
from app.sentences import say, t
from app.services.decks.deck_views import DeckView, decks_of
from app.services.judging import deck_checks
from app.services.judging.deck_checks import CheckSheet, Counted
from app.services.kernel.call import Done
from app.services.kernel.errors import Refused
from app.sides import DeckSlot
from app.web.forms import InForm, Posted, typed_in
from app.web.http.path_ids import Number
from app.web.pages.desk.decks import decks_page
from app.web.pages.desk.frame import Desk, InDesk
from app.web.presenters.deck_checks import OUTCOME_NAMES, Typed, card_key, check_shown, decks_shown
from app.web.presenters.desk_decks import DeckCheckPage
from app.web.presenters.desk_players import handed_decks
from app.web.routes_made_late import Router

router = Router(prefix="/t/{code}/desk/decks/checks")

MOST_TABLES = 200


@router.post("")
def pick(desk: InDesk, form: InForm) -> Response:
    """Pick tables of the round being played for a deck check, by chance."""

    def run() -> Done[object]:
        wanted = form.whole("tables", say("Say how many tables to pick, 1 to {most}.", most=MOST_TABLES))
        return deck_checks.pick_deck_checks(desk.call, min(wanted, MOST_TABLES), desk.here.context.seed())

    to = f"{desk.path}/decks#checks"
    return desk.carry_out(to, run, lambda refusal: decks_page(desk.afresh(), "", refusal, form))


@router.get("/{check_id}")
def one_check(check_id: Number, desk: InDesk) -> Response:
    """The lists of a player to tick off."""
    desk.here.require("check_decks")
    return _check_page(desk, check_id)


def _sheet(desk: Desk, check_id: int) -> CheckSheet:
    return deck_checks.check_sheet(desk.installation, desk.here.tournament_id, check_id)


def _check_page(
    desk: Desk, check_id: int, refusal: Refused | None = None, form: Posted | None = None
) -> Response:
    sheet = _sheet(desk, check_id)
    shown = DeckCheckPage(
        desk.frame("/decks"),
        check=check_shown(sheet.check, desk.path),
        verdicts=[deck for deck in handed_decks(desk.view, _decks(desk, sheet)) if deck.verdict],
        decks=decks_shown(sheet, Typed(form.values(), frozenset(form.many("all"))) if form else None),
        unlisted=form.text("unlisted") if form else sheet.unlisted,
        outcomes=[(value, t(name)) for value, name in OUTCOME_NAMES.items()],
        typed=typed_in(form),
    )
    return desk.page(shown, refusal)


def _decks(desk: Desk, sheet: CheckSheet) -> tuple[DeckView, ...]:
    place, viewer = (desk.installation, desk.here.tournament_id), desk.here.viewer
    return decks_of(*place, sheet.check.player_id, viewer)


def _do(desk: Desk, check_id: int, form: Posted, to: str, run: Callable[[], Done[object]]) -> Response:
    return desk.carry_out(to, run, lambda refusal: _check_page(desk.afresh(), check_id, refusal, form))


@router.post("/{check_id}")
def record(check_id: Number, desk: InDesk, form: InForm) -> Response:
    """Keep the count, and how the check ended if the button for that was pressed."""
    here = f"{desk.path}/decks/checks/{check_id}"
    if form.text("outcome"):
        return _do(desk, check_id, form, f"{desk.path}/decks#checks", lambda: _record(desk, check_id, form))

    def keep() -> Done[object]:
        return deck_checks.keep_count(
            desk.call, check_id, _counted(_sheet(desk, check_id), form), form.text("unlisted")
        )

    return _do(desk, check_id, form, here, keep)


def _record(desk: Desk, check_id: int, form: Posted) -> Done[object]:
    return deck_checks.record_deck_check(
        desk.call,
        check_id,
        form.text("finding"),
        form.text("outcome"),
        _counted(_sheet(desk, check_id), form),
        form.text("unlisted"),
    )


def _counted(sheet: CheckSheet, form: Posted) -> Counted:
    """What was ticked off: a number counts before a tick, and a card with neither was not counted."""
    counted: dict[DeckSlot, dict[str, int]] = {}
    ticked = set(form.many("all"))
    for deck in sheet.decks:
        for number, line in enumerate(deck.lines):
            key = card_key(deck.side, number)
            found = form.optional_whole(
                f"found-{key}", say("Say how many copies of {title} there are.", title=CardTitle(line.title))
            )
            if found is None and key in ticked:
                found = line.copies
            if found is not None:
                counted.setdefault(deck.side, {})[line.title] = found
    return counted
