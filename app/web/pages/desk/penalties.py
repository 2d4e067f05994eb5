"""Penalties at the desk: the record of the event, and giving one with a second look where it matters."""

from starlette.responses import Response

from app.deckcheck.folding import alphabetical
from app.judge.penalties import KINDS, PenaltyKind, infraction_names
from app.judge.words import spoken
from app.sentences import t
from app.services.event import queries
from app.services.judging import penalties
from app.services.judging.penalties import is_milder
from app.services.kernel.call import Done
from app.services.kernel.errors import Kind, Refused
from app.services.kernel.views import TableView
from app.web.forms import InForm, Posted
from app.web.http.path_ids import MOST_NUMBER, Number
from app.web.pages.desk.frame import Desk, InDesk
from app.web.presenters.penalties import (
    PenaltiesPage,
    Repeated,
    disqualify_shown,
    kind_choices,
    penalties_shown,
    repeat_shown,
)
from app.web.routes_made_late import Router
from app.web.views import ByField
from app.words.reader import language

router = Router(prefix="/t/{code}/desk/penalties")


@router.get("")
def penalties_page(desk: InDesk, player: Number = 0, table: Number = 0) -> Response:
    """The record, of one player where named, and the form to give a penalty."""
    desk.here.require("give_penalty")
    chosen = {"player": str(player or ""), "table": str(table or "")}
    return _page(desk, chosen)


def _page(
    desk: Desk,
    typed: dict[str, str],
    refusal: Refused | None = None,
    asked: Repeated | None = None,
) -> Response:
    place = (desk.installation, desk.here.tournament_id)
    people = queries.players_view(*place, desk.here.viewer)
    names = sorted(((str(one.id), one.name) for one in people), key=lambda one: alphabetical(one[1]))
    player_id = _number(typed.get("player", ""))
    found = penalties.penalties(*place, desk.here.viewer, player_id or None)
    table = _table(desk, _number(typed.get("table", "")))
    shown = PenaltiesPage(
        desk.frame("/penalties"),
        record=penalties_shown(found, desk.path),
        people=[("", t("Choose a player")), *names],
        kinds=kind_choices(),
        infractions=infraction_names(spoken(language())),
        typed=ByField(typed),
        asked=asked,
        of=dict(names).get(str(player_id), "") if player_id else "",
        at=t("Table {number} in round {round}", number=table.table_number, round=table.round)
        if table is not None
        else "",
    )
    return desk.page(shown, refusal)


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and 0 < int(text[:12]) <= MOST_NUMBER else 0


def _table(desk: Desk, table_id: int) -> TableView | None:
    if not table_id:
        return None
    try:
        return queries.one_table(desk.installation, desk.here.tournament_id, table_id, desk.here.viewer)
    except Refused:
        return None


@router.post("")
def give(desk: InDesk, form: InForm) -> Response:
    """Give a penalty. A disqualification, and a repeat with a milder kind, are asked once more."""
    desk.here.require("give_penalty")
    typed = form.values()
    try:
        if asked := _question(desk, form):
            return _page(desk, typed, asked=asked)
    except Refused as refusal:
        return _page(desk.afresh(), typed, refusal)

    def run() -> Done[object]:
        return penalties.give_penalty(
            desk.call,
            _player_of(form),
            form.text("kind"),
            form.text("infraction"),
            form.text("note"),
            _number(form.text("table")) or None,
        )

    to = f"{desk.path}/penalties?player={_number(form.text('player'))}"
    return desk.carry_out(to, run, lambda refusal: _page(desk.afresh(), typed, refusal))


def _player_of(form: Posted) -> int:
    player_id = _number(form.text("player"))
    if not player_id:
        raise Refused("player-missing", "Choose who gets the penalty.", Kind.INVALID, field="player")
    return player_id


def _question(desk: Desk, form: Posted) -> Repeated | None:
    """What to ask before the penalty is given; None when it was answered, or nothing is to be asked."""
    text, player_id = form.text("kind"), _player_of(form)
    if text not in KINDS or form.text("sure") == text or not form.line("infraction"):
        return None
    kind = PenaltyKind(text)
    place = (desk.installation, desk.here.tournament_id)
    name = queries.player_view(*place, player_id, desk.here.viewer).name
    if kind is PenaltyKind.DISQUALIFICATION:
        return disqualify_shown(name)
    found = penalties.suggestion(*place, player_id, form.text("infraction"))
    if found is None or not is_milder(kind, found.kind):
        return None
    return repeat_shown(name, kind, found.kind, found.earlier)
