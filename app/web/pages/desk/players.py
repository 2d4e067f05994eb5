"""Players at the desk: the list, entering one or many, and everything about one."""

from collections.abc import Callable, Sequence
from typing import Any

from fastapi import APIRouter
from starlette.responses import Response

from app.deckcheck.pools import Pool
from app.sentences import message, t
from app.services.decks.deck_views import decks_of
from app.services.decks.event_pool import identities_in, outside_pool, pool_if_any
from app.services.event import queries
from app.services.event.player_record import tables_of_player
from app.services.judging import penalties
from app.services.kernel.call import Done
from app.services.kernel.errors import Kind, Refused
from app.services.kernel.views import PlayerView
from app.services.people import registration, removal
from app.services.people.entries import Entry
from app.services.people.preview import Preview, preview_entries
from app.sides import DeckSlot, Side
from app.tournament.lifecycle import Phase
from app.web.forms import InForm, Posted
from app.web.pages.desk.frame import Desk, InDesk
from app.web.presenters.decks import no_deck_words, slot_words, slots_in, verdict_shown
from app.web.presenters.game_rows import game_row
from app.web.presenters.look_alikes import tell_look_alikes
from app.web.presenters.penalties import penalties_shown

router = APIRouter(prefix="/t/{code}/desk/players")

Values = dict[str, Any]
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
    rows = sorted((_row(desk, player, pool) for player in found), key=lambda row: str(row["name"]).casefold())
    tell_look_alikes(rows)
    wanted = [row for row in rows if q.casefold() in str(row["name"]).casefold() and _fits(row, show)]
    values = {
        "rows": wanted,
        "total": len(rows),
        "q": q,
        "show": show,
        "filters": [(key, t(words)) for key, words in SHOWN],
        "collects": desk.view.deck_policy != "none" and bool(slots_in(desk.view)),
        "typed": form.values() if form else {},
        "preview": _preview_shown(preview) if preview else None,
        "identities": _identities(desk),
        "slots": [(slot.value, slot_words(slot)) for slot in slots_in(desk.view)],
        "removable": _removable(desk),
    }
    return desk.page("organizer/players.html", values, "/players", refusal)


def _removable(desk: Desk) -> list[Values]:
    """Who was never paired, the newest first; who joined by themselves is ticked."""
    if not desk.here.may("remove_players"):
        return []
    found = removal.removable(desk.installation, desk.here.tournament_id)
    return [
        {"id": each.id, "name": each.name, "at": each.joined_at, "ticked": each.by_themselves}
        for each in found[:MOST_REMOVABLE]
    ]


def _identities(desk: Desk) -> dict[str, list[str]]:
    pool = pool_if_any(desk.installation, desk.here.tournament_id)
    return {side.value: identities_in(pool, side) for side in Side} if pool is not None else {}


def _row(desk: Desk, player: PlayerView, pool: Pool | None) -> Values:
    outside = outside_pool(pool, player.corp_identity, player.runner_identity)
    notes = [
        *(t("{title} is not in the pool", title=title) for title in outside),
        t("number {number} on the waiting list", number=player.waiting) if player.waiting else "",
        t("dropped") if player.dropped else "",
        t("bye in round 1") if player.first_round_bye else "",
        t("fixed at table {number}", number=player.fixed_table) if player.fixed_table else "",
        t("household {name}", name=player.household) if player.household else "",
    ]
    states = {slot.value: _deck_state(player, slot, desk.view.deck_policy) for slot in slots_in(desk.view)}
    return {
        "id": player.id,
        "href": f"{desk.path}/players/{player.id}",
        "name": player.name,
        "pronouns": player.pronouns,
        "corp": player.corp_identity,
        "runner": player.runner_identity,
        "dropped": player.dropped,
        "waiting": player.waiting is not None,
        "notes": ", ".join(note for note in notes if note),
        "decks": states,
    }


def _deck_state(player: PlayerView, slot: DeckSlot, policy: str) -> Values:
    verdict = (player.decks or {}).get(slot.value)
    if verdict is None:
        if policy == "required":
            return {"word": t("missing"), "state": "disputed"}
        return {"word": t("none"), "state": "waiting"}
    if verdict["legal"]:
        return {"word": t("legal"), "state": "done"}
    return {"word": t("not legal"), "state": "disputed"}


def _fits(row: Values, show: str) -> bool:
    if show == "playing":
        return not row["dropped"] and not row["waiting"]
    if show == "waiting":
        return bool(row["waiting"])
    if show == "dropped":
        return bool(row["dropped"])
    if show == "problem":
        wrong = any(deck["state"] == "disputed" for deck in row["decks"].values())
        return wrong and not row["dropped"] and not row["waiting"]
    return True


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
        f"{desk.path}/players#add", run, lambda refusal: _players_page(desk.afresh(), "", "", refusal, form)
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
        refusal = Refused("no-entries", "Paste at least one name, one player a line.", Kind.INVALID)
    elif form.text("confirmed"):
        refusal = Refused(
            "list-has-problems", "Correct the marked lines first: nobody was entered.", Kind.INVALID
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


def _preview_shown(preview: Preview) -> Values:
    return {
        "rows": [
            {
                "name": row.entry.name,
                "pronouns": row.entry.pronouns,
                "corp": row.entry.corp_identity,
                "runner": row.entry.runner_identity,
                "problem": row.problem,
            }
            for row in preview.rows
        ],
        "problems": [
            {"line": each.line, "written": each.written, "sentence": each.sentence}
            for each in preview.problems
        ],
        "clean": preview.is_clean,
        "wrong": sum(row.problem is not None for row in preview.rows) + len(preview.problems),
    }


def player_page(
    desk: Desk,
    player_id: int,
    refusal: Refused | None = None,
    form: Posted | None = None,
    link: Values | None = None,
    opened: str = "",
) -> Response:
    """Everything about a player; `opened` is the form that was refused, `link` a new personal link."""
    installation, tournament_id, viewer = desk.installation, desk.here.tournament_id, desk.here.viewer
    player = queries.player_view(installation, tournament_id, player_id, viewer)
    games = tables_of_player(installation, tournament_id, player_id, viewer)
    entry = {
        "name": player.name,
        "pronouns": player.pronouns,
        "corp_identity": player.corp_identity or "",
        "runner_identity": player.runner_identity or "",
        "fixed_table": player.fixed_table or "",
        "household": player.household or "",
        "first_round_bye": player.first_round_bye,
        "first_round": player.first_round,
    }
    values = {
        "player": player,
        "here": f"{desk.path}/players/{player_id}",
        "typed": form.values() if form and opened == "entry" else entry,
        "other_typed": form.values() if form and opened != "entry" else {},
        "opened": opened,
        "identities": _identities(desk),
        "games": [
            {**vars(game_row(table, player_id)), "href": f"{desk.path}/tables/{table.id}"} for table in games
        ],
        "decks": _decks(desk, player_id),
        "collects": desk.view.deck_policy != "none" and bool(slots_in(desk.view)),
        "link": link,
        "finished": desk.view.phase is Phase.FINISHED,
        "record": penalties_shown(
            penalties.penalties(installation, tournament_id, viewer, player_id), desk.path
        ),
    }
    return desk.page("organizer/player.html", values, "/players", refusal)


def _decks(desk: Desk, player_id: int) -> list[Values]:
    handed = {
        deck.side: deck
        for deck in decks_of(desk.installation, desk.here.tournament_id, player_id, desk.here.viewer)
    }
    shown = []
    for slot in slots_in(desk.view):
        deck = handed.get(slot)
        override = (
            {"who": deck.override_by, "reason": deck.override_reason} if deck and deck.override_by else None
        )
        shown.append(
            {
                "side": slot.value,
                "title": slot_words(slot),
                "none": no_deck_words(slot),
                "verdict": verdict_shown(deck.verdict) if deck else None,
                "source": deck.source if deck else "",
                "at": deck.handed_in_at if deck else None,
                "override": override,
            }
        )
    return shown


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
