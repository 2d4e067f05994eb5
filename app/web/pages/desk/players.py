"""Players at the desk: the list, entering one or many, and everything about one."""

from collections.abc import Callable, Sequence

from starlette.responses import Response

from app.deckcheck.pools import Pool
from app.sentences import message, say, t
from app.services.decks.deck_views import decks_of
from app.services.decks.event_pool import identities_in, pool_if_any
from app.services.event import queries
from app.services.event.player_record import tables_of_player
from app.services.judging import penalties
from app.services.kernel.call import Done
from app.services.kernel.errors import Kind, Refused
from app.services.people import registration, removal
from app.services.people.entries import Entry
from app.services.people.preview import Preview, preview_entries
from app.sides import Side
from app.tournament.lifecycle import Phase
from app.tournament.rules import DeckPolicy
from app.web.forms import InForm, Posted, typed_in
from app.web.pages.desk.frame import Desk, InDesk
from app.web.presenters.decks import slot_words, slots_in
from app.web.presenters.desk_players import (
    LinkShown,
    PlayerDeskPage,
    PlayersPage,
    Removable,
    entry_typed,
    handed_decks,
    played_games,
    player_rows,
    preview_shown,
)
from app.web.presenters.penalties import penalties_shown
from app.web.routes_made_late import Router

router = Router(prefix="/t/{code}/desk/players")

MOST_REMOVABLE = 300  # of a page; the next ones follow when these are gone
SHOWN = (
    ("", message("All")),
    ("playing", message("Playing")),
    ("waiting", message("Waiting list")),
    ("dropped", message("Dropped")),
    ("problem", message("Deck missing or not legal")),
)


@router.get("")
def all_players(desk: InDesk, q: str = "", show: str = "") -> Response:
    """The list, by name; `q` is a part of a name, `show` a filter."""
    return _players_page(desk, q[:100], show)


def _players_page(
    desk: Desk,
    q: str = "",
    show: str = "",
    refusal: Refused | None = None,
    form: Posted | None = None,
    preview: Preview | None = None,
) -> Response:
    found = queries.players_view(desk.installation, desk.here.tournament_id, desk.here.viewer)
    pool = pool_if_any(desk.installation, desk.here.tournament_id)
    slots = slots_in(desk.view)
    shown = PlayersPage(
        desk.frame("/players"),
        rows=player_rows(found, desk.view, pool, desk.path, q, show),
        total=len(found),
        q=q,
        show=show,
        filters=[(key, t(words)) for key, words in SHOWN],
        collects=desk.view.deck_policy is not DeckPolicy.NONE and bool(slots),
        typed=typed_in(form),
        preview=preview_shown(preview) if preview else None,
        identities=_identities(pool),
        slots=[(slot, slot_words(slot)) for slot in slots],
        removable=_removable(desk),
        added="added" in desk.request.query_params,
    )
    return desk.page(shown, refusal)


def _removable(desk: Desk) -> list[Removable]:
    """Who was never paired, the newest first; once rounds are played who joined by themselves is ticked.

    Before that everybody is unpaired, and nobody is ticked: one press would throw the whole hall out.
    """
    if not desk.here.may("remove_players"):
        return []
    found = removal.removable(desk.installation, desk.here.tournament_id)
    begun = bool(desk.view.round)
    return [
        Removable(one.id, one.name, one.joined_at, begun and one.by_themselves)
        for one in found[:MOST_REMOVABLE]
    ]


def _identities(pool: Pool | None) -> dict[Side, list[str]]:
    return {side: identities_in(pool, side) for side in Side} if pool is not None else {}


@router.post("")
def add_one(desk: InDesk, form: InForm) -> Response:
    """Enter one player."""
    desk.here.require("add_players")

    def run() -> Done[object]:
        entry = Entry(
            form.text("name"),
            form.text("pronouns"),
            form.line("corp_identity"),
            form.line("runner_identity"),
        )
        secret = form.secret(desk.request.url.path, desk.here.context.secret)
        return registration.register_player(desk.call, entry, secret)

    return desk.carry_out(
        f"{desk.path}/players?added=1",
        run,
        lambda refusal: _players_page(desk.afresh(), "", "", refusal, form),
    )


@router.post("/list")
def add_many(desk: InDesk, form: InForm) -> Response:
    """Read a pasted list or a file and show it; with `confirmed` enter everybody on it, all or none."""
    desk.here.require("add_players")
    if (done := desk.done_before(f"{desk.path}/players")) is not None:
        return done  # read again, the list would say that everybody is entered already
    text = _list_text(form)
    kept = Posted((*form.pairs, ("list", text)))
    preview = preview_entries(desk.installation, desk.here.tournament_id, text)
    if form.text("confirmed") and preview.is_clean and preview.entries:
        return _enter_all(desk, preview.entries, kept, preview)
    refusal = None
    if not preview.rows and not preview.problems:
        told = say("Paste at least one name, one player a line.")
        refusal = Refused("no-entries", told, Kind.INVALID, field="list")
        return _players_page(desk, "", "", refusal, kept)
    if form.text("confirmed"):
        refusal = Refused(
            "list-has-problems",
            "Correct the marked lines first: nobody was entered.",
            Kind.INVALID,
            field="list",
        )
    return _players_page(desk, "", "", refusal, kept, preview)


@router.post("/remove")
def remove(desk: InDesk, form: InForm) -> Response:
    """Remove the ticked entries, which were never paired."""
    desk.here.require("remove_players")

    def run() -> Done[object]:
        ids = [int(each) for each in form.many("player") if each.isascii() and each.isdigit()]
        return removal.remove_players(desk.call, [each for each in ids if each < 2**31])

    return desk.carry_out(
        f"{desk.path}/players", run, lambda refusal: _players_page(desk.afresh(), refusal=refusal, form=form)
    )


def _list_text(form: Posted) -> str:
    file = form.files.get("file")
    if file is None:
        return form.text("list")
    try:
        return file.decode("utf-8-sig")
    except UnicodeDecodeError:
        return file.decode("cp1252", "replace")


def _enter_all(desk: Desk, entries: Sequence[Entry], form: Posted, preview: Preview) -> Response:
    def run() -> Done[object]:
        secrets = [desk.here.context.secret() for _ in entries]
        return registration.register_players(desk.call, entries, secrets)

    return desk.carry_out(
        f"{desk.path}/players",
        run,
        lambda refusal: _players_page(desk.afresh(), "", "", refusal, form, preview),
    )


def player_page(
    desk: Desk,
    player_id: int,
    refusal: Refused | None = None,
    form: Posted | None = None,
    link: LinkShown | None = None,
    opened: str = "",
) -> Response:
    """Everything about a player; `opened` is the form that was refused, `link` a new personal link."""
    place, viewer = (desk.installation, desk.here.tournament_id), desk.here.viewer
    player = queries.player_view(*place, player_id, viewer)
    edits = form is not None and opened == "entry"
    shown = PlayerDeskPage(
        desk.frame("/players"),
        player=player,
        here=f"{desk.path}/players/{player_id}",
        typed=typed_in(form) if edits else entry_typed(player),
        other_typed=typed_in(None if edits else form),
        opened=opened,
        identities=_identities(pool_if_any(*place)),
        games=played_games(tables_of_player(*place, player_id, viewer), player_id, desk.path),
        decks=handed_decks(
            desk.view, decks_of(*place, player_id, viewer), as_written=desk.here.may("seat_player")
        ),
        collects=desk.view.deck_policy is not DeckPolicy.NONE and bool(slots_in(desk.view)),
        link=link,
        finished=desk.view.phase is Phase.FINISHED,
        record=penalties_shown(penalties.penalties(*place, viewer, player_id), desk.path),
    )
    return desk.page(shown, refusal)


def carry_out(
    desk: Desk,
    player_id: int,
    form: Posted | None,
    opened: str,
    run: Callable[[], Done[object]],
    part: str = "",
) -> Response:
    """Give a command on a player and show the player again."""
    return desk.carry_out(
        f"{desk.path}/players/{player_id}{part}",
        run,
        lambda refusal: player_page(desk.afresh(), player_id, refusal, form, None, opened),
    )
