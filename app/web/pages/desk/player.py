"""Commands on one player: the entry, dropping and coming back, the personal link, decks, erasing."""

from typing import Any

from starlette.responses import Response

from app.sentences import t
from app.services.decks import handed_in
from app.services.kernel.call import Done
from app.services.kernel.errors import Kind, Refused
from app.services.people import new_links, places, privacy, registration
from app.sides import DeckSlot
from app.web.forms import InForm, Posted
from app.web.http.path_ids import Number
from app.web.pages.desk.frame import InDesk
from app.web.pages.desk.players import carry_out, player_page
from app.web.pages.links import hall_address, qr_code
from app.web.presenters.desk_players import LinkShown
from app.web.routes_made_late import Router

router = Router(prefix="/t/{code}/desk/players/{player_id}")


@router.get("")
def one_player(player_id: Number, desk: InDesk) -> Response:
    """Everything about a player."""
    return player_page(desk, player_id)


@router.post("/entry")
def edit(player_id: Number, desk: InDesk, form: InForm) -> Response:
    """Change name, pronouns, identities, the fixed table, the first round, the bye in it."""
    desk.here.require("edit_player")
    desk.here.require("seat_player")

    def run() -> Done[object]:
        return registration.edit_player(desk.call, player_id, _changes(form))

    return carry_out(desk, player_id, form, "entry", run)


def _changes(form: Posted) -> dict[str, Any]:
    first = form.optional_whole("first_round", "A round has a number from 1 on.", "invalid-round")
    return {
        **({} if first is None else {"first_round": first}),
        "name": form.text("name"),
        "pronouns": form.text("pronouns"),
        "corp_identity": form.line("corp_identity"),
        "runner_identity": form.line("runner_identity"),
        "fixed_table": form.optional_whole(
            "fixed_table", "A table has a number from 1 to 9999; empty for none.", "invalid-table"
        ),
        "household": form.line("household") or "",
        "first_round_bye": form.text("first_round_bye") == "1",
    }


@router.post("/drop")
def drop(player_id: Number, desk: InDesk) -> Response:
    """Pair the player no more."""
    desk.here.require("drop_player")
    return carry_out(desk, player_id, None, "", lambda: registration.drop_player(desk.call, player_id))


@router.post("/place")
def place(player_id: Number, desk: InDesk) -> Response:
    """Let a player of the waiting list play."""
    desk.here.require("add_players")
    return carry_out(desk, player_id, None, "", lambda: places.give_place(desk.call, player_id))


@router.post("/reinstate")
def reinstate(player_id: Number, desk: InDesk) -> Response:
    """Pair a dropped player again."""
    desk.here.require("reinstate_player")
    return carry_out(desk, player_id, None, "", lambda: registration.reinstate_player(desk.call, player_id))


@router.post("/link")
def new_link(player_id: Number, desk: InDesk, form: InForm) -> Response:
    """A new personal link, shown this once as a QR code; the old one ends."""
    desk.here.require("issue_link")
    secret = form.secret(desk.request.url.path, desk.here.context.secret)
    try:
        new_links.reissue_link(desk.call, player_id, secret)
    except Refused as refusal:
        return player_page(desk, player_id, refusal)
    address = f"{hall_address(desk.request, desk.here.context)}/p/{secret}"
    return player_page(desk, player_id, link=LinkShown(address, qr_code(address, t("QR code of the link"))))


@router.post("/decks/{side}")
def hand_in(player_id: Number, side: DeckSlot, desk: InDesk, form: InForm) -> Response:
    """Hand in a list for the player, pasted or from a file."""
    desk.here.require("hand_in_deck")

    def run() -> Done[object]:
        source: str | bytes = form.files.get("file") or form.text("deck")
        if not source or (isinstance(source, str) and not source.strip()):
            raise Refused("deck-missing", "Paste the list, or choose its file.", Kind.INVALID, field="deck")
        return handed_in.hand_in_deck(desk.call, player_id, side, source)

    return carry_out(desk, player_id, form, f"deck-{side}", run, f"#deck-{side}")


@router.post("/decks/{side}/override")
def override(player_id: Number, side: DeckSlot, desk: InDesk, form: InForm) -> Response:
    """Let a deck be played for a reason, or count by its verdict again."""
    desk.here.require("override_deck")
    reason = None if form.text("withdraw") else form.text("reason")
    return carry_out(
        desk,
        player_id,
        form,
        f"override-{side}",
        lambda: handed_in.override_deck(desk.call, player_id, side, reason),
        f"#deck-{side}",
    )


@router.post("/erase")
def erase(player_id: Number, desk: InDesk, form: InForm) -> Response:
    """Erase the person after the event; the results stay."""
    desk.here.require("erase_player")

    def run() -> Done[object]:
        return privacy.erase_player(desk.call, player_id, typed=form.text("confirm"))

    return carry_out(desk, player_id, form, "erase", run)
