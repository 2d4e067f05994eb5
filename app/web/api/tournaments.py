"""Tournaments, their players and their standings."""

from dataclasses import dataclass, replace
from typing import Annotated, Any

from fastapi import Query, Request
from starlette.responses import Response

from app.services.decks import handed_in
from app.services.event import announcements, brackets, queries, tournaments, undo
from app.services.event.brackets import BracketView
from app.services.event.standings import standings_view
from app.services.event.tournaments import TournamentSummary
from app.services.kernel.errors import Kind, Refused
from app.services.kernel.journal_view import JournalView
from app.services.kernel.permissions import Role
from app.services.kernel.viewer import ORGANIZER_VIEWER
from app.services.kernel.views import PlayerView, StandingsView, TournamentView
from app.services.people import new_links, places, registration
from app.services.play import cut
from app.sides import DeckSlot
from app.tournament.lifecycle import Phase
from app.tournament.structures import structure
from app.web.api.documents import UNCHANGED, problems
from app.web.api.requests import (
    AnnouncementBody,
    CutStart,
    PlayerBody,
    PlayerChanges,
    TournamentBody,
    TournamentChanges,
    deck_text,
)
from app.web.cache.public_cache import Rendered, Ticking, held, json_of
from app.web.context import InContext
from app.web.http.path_ids import Number
from app.web.requester import InSigned, InVisit, Signed, counting_joins
from app.web.routes_made_late import Router

router = Router(prefix="/api/v1/tournaments", tags=["tournaments"])


@dataclass(frozen=True)
class Registered:
    """A new player: the id, the token that is the player's key (shown once), and the decks' verdicts."""

    id: int
    token: str
    link: str
    verdicts: dict[str, dict[str, Any] | None]


@dataclass(frozen=True)
class CutStarted:
    """The round the games of the cut are drafted in, and the bracket; a final table has none."""

    round: int
    bracket: BracketView | None


def _account(signed: Signed) -> None:
    if signed.account is None:
        raise Refused(
            "not-signed-in", "An organizer's token or session is needed for this.", Kind.NOT_SIGNED_IN
        )


@router.post("", status_code=201, responses=problems(401, 403, 409))
def create(body: TournamentBody, context: InContext, signed: InSigned) -> TournamentView:
    """Make a tournament; its five-letter code is in the answer."""
    _account(signed)
    assert signed.account is not None
    made = tournaments.create_tournament(
        context.installation, signed.account, context.now(), body.draft(), seed=context.seed()
    )
    return queries.tournament_view(context.installation, made.id, ORGANIZER_VIEWER)


@router.get("", responses=problems(401, 403))
def mine(context: InContext, signed: InSigned) -> list[TournamentSummary]:
    """The tournaments the caller's account helps to run."""
    _account(signed)
    assert signed.account is not None
    return list(tournaments.tournaments_of_account(context.installation, signed.account.known_id))


@router.get("/{code}", responses={**problems(401, 404), **UNCHANGED}, response_model=TournamentView)
def show(request: Request, here: InVisit) -> Response:
    """Phase, round, settings, and what blocks the next step."""

    def render() -> Rendered:
        shown = queries.tournament_view(here.context.installation, here.tournament_id, here.viewer)
        if here.role is Role.PUBLIC:
            shown = replace(shown, version=here.version())
        return Ticking(json_of(TournamentView, shown))

    return held(request, here, "", render)


@router.patch("/{code}", responses=problems(401, 403, 404, 409))
def edit(body: TournamentChanges, here: InVisit) -> TournamentView:
    """Change settings; open or close the registration."""
    here.require("edit_tournament")
    installation = here.context.installation
    if changes := body.changes():
        tournaments.edit_tournament(here.call, changes)
    if body.registration_open is not None:
        tournaments.set_registration(here.call, body.registration_open)
    return queries.tournament_view(installation, here.tournament_id, here.viewer)


@router.post("/{code}/finish", responses=problems(401, 403, 404, 409))
def finish(here: InVisit) -> TournamentView:
    """End the event: the standings are final."""
    here.require("finish_tournament")
    installation = here.context.installation
    tournaments.finish_tournament(here.call)
    return queries.tournament_view(installation, here.tournament_id, here.viewer)


@router.post("/{code}/reopen", responses=problems(401, 403, 404, 409))
def reopen(here: InVisit) -> TournamentView:
    """Go on with a finished event."""
    here.require("reopen_tournament")
    installation = here.context.installation
    tournaments.reopen_tournament(here.call)
    return queries.tournament_view(installation, here.tournament_id, here.viewer)


@router.get("/{code}/players", responses={**problems(401, 404), **UNCHANGED}, response_model=list[PlayerView])
def players(request: Request, here: InVisit) -> Response:
    """All players in the order they joined."""

    def render() -> Rendered:
        shown = queries.players_view(here.context.installation, here.tournament_id, here.viewer)
        return Ticking(json_of(list[PlayerView], shown))

    return held(request, here, "", render)


@router.post("/{code}/players", status_code=201, responses=problems(401, 403, 404, 409, 413))
def register(request: Request, body: PlayerBody, here: InVisit) -> Registered:
    """Join, or enter somebody as an organizer; the token is shown this once, and again to a repeat with the
    same key.
    """
    here.require("register_player")
    secret = here.secret()
    with counting_joins(request, here):
        made = registration.register_player(here.call, body.entry(), secret).value
    return Registered(made.player_id, secret, f"/p/{secret}", dict(made.verdicts))


@router.get(
    "/{code}/players/{player_id}", responses={**problems(401, 404), **UNCHANGED}, response_model=PlayerView
)
def player(request: Request, player_id: Number, here: InVisit) -> Response:
    """One player; decks for the player and the staff."""

    def render() -> Rendered:
        shown = queries.player_view(here.context.installation, here.tournament_id, player_id, here.viewer)
        return Ticking(json_of(PlayerView, shown))

    return held(request, here, "", render)


MAY_BE_NULL = ("corp_identity", "runner_identity", "fixed_table", "household")


@router.patch("/{code}/players/{player_id}", responses=problems(401, 403, 404, 409, 413))
def edit_player(player_id: Number, body: PlayerChanges, here: InVisit) -> PlayerView:
    """Change name, pronouns, identities, decks; table, household, bye, first round: the organizer's."""
    here.require("edit_player")
    context, given = here.context, body.given(*MAY_BE_NULL)
    fields = {DeckSlot.CORP: "corp_deck", DeckSlot.RUNNER: "runner_deck", DeckSlot.ONE: "deck"}
    handed = {slot: given.pop(name) for slot, name in fields.items() if name in given}
    seating: dict[str, Any] = {
        key: given.pop(key)
        for key in ("fixed_table", "first_round_bye", "first_round", "household")
        if key in given
    }
    if seating:
        here.require("seat_player")
    if given or seating:
        registration.edit_player(here.call, player_id, {**given, **seating})
    for slot, deck in handed.items():
        source = deck_text(deck)
        if source is not None:
            handed_in.hand_in_deck(here.call, player_id, slot, source)
    return queries.player_view(context.installation, here.tournament_id, player_id, here.viewer)


@router.post("/{code}/players/{player_id}/drop", responses=problems(401, 403, 404, 409))
def drop(player_id: Number, here: InVisit) -> PlayerView:
    """Leave the event; a dropped player is not paired and can come back."""
    here.require("drop_player")
    installation = here.context.installation
    registration.drop_player(here.call, player_id)
    return queries.player_view(installation, here.tournament_id, player_id, here.viewer)


@router.post("/{code}/players/{player_id}/reinstate", responses=problems(401, 403, 404, 409))
def reinstate(player_id: Number, here: InVisit) -> PlayerView:
    """Come back after a drop."""
    here.require("reinstate_player")
    installation = here.context.installation
    registration.reinstate_player(here.call, player_id)
    return queries.player_view(installation, here.tournament_id, player_id, here.viewer)


@router.post("/{code}/players/{player_id}/place", responses=problems(401, 403, 404, 409))
def give_place(player_id: Number, here: InVisit) -> PlayerView:
    """Let a player of the waiting list play, also beyond the limit; twice is once."""
    here.require("add_players")
    installation = here.context.installation
    places.give_place(here.call, player_id)
    return queries.player_view(installation, here.tournament_id, player_id, here.viewer)


@router.post("/{code}/players/{player_id}/link", responses=problems(401, 403, 404, 409))
def reissue_link(player_id: Number, here: InVisit) -> dict[str, str]:
    """A new personal link for a player; the old one ends."""
    here.require("issue_link")
    secret = here.secret()
    new_links.reissue_link(here.call, player_id, secret)
    return {"token": secret, "link": f"/p/{secret}"}


@router.get("/{code}/standings", responses={**problems(401, 404), **UNCHANGED}, response_model=StandingsView)
def standings(
    request: Request, here: InVisit, round: Annotated[int | None, Query(ge=0, le=1000)] = None
) -> Response:
    """The Swiss standings after the last closed or an earlier round; a cut leaves them as they are."""

    def render() -> Response:
        if round is not None:
            view = standings_view(here.context.installation, here.tournament_id, here.viewer, round)
            return json_of(StandingsView, view)
        with here.asking() as ask:
            return json_of(StandingsView, ask.standings_shown())

    return held(request, here, round, render)


@router.post("/{code}/cut", status_code=201, responses=problems(401, 403, 404, 409))
def start_cut(body: CutStart, here: InVisit) -> CutStarted:
    """Seed the cut from the standings; called again, pair the games that are ready."""
    here.require("start_cut")
    installation = here.context.installation
    view = queries.tournament_view(installation, here.tournament_id, here.viewer)
    if view.phase is Phase.SWISS:
        cut.start_cut(
            here.call,
            kind=body.kind,
            size=body.size,
        )
    number = cut.pair_cut(
        here.call,
        here.context.seed(),
        expected_number=body.expected_number,
    ).value
    several = structure(view.structure).has_pods
    shown = None if several else brackets.bracket_view(installation, here.tournament_id)
    return CutStarted(number, shown)


@router.get("/{code}/bracket", responses={**problems(401, 404), **UNCHANGED}, response_model=BracketView)
def bracket(request: Request, here: InVisit) -> Response:
    """The bracket of the cut: every game with who plays it, and the places that are settled."""

    def render() -> Response:
        with here.asking() as ask:
            return json_of(BracketView, ask.bracket())

    return held(request, here, "", render)


@router.get("/{code}/journal", responses=problems(401, 403, 404))
def journal(
    here: InVisit,
    before: Annotated[int | None, Query(ge=1, le=2**31 - 1)] = None,
    limit: Annotated[int, Query(ge=1, le=1000)] = 200,
) -> list[JournalView]:
    """Who did what and when, the newest first; `before` a number pages on."""
    here.require("see_journal")
    return queries.journal_view(here.context.installation, here.tournament_id, here.viewer, before, limit)


@router.post("/{code}/journal/{number}/undo", responses=problems(401, 403, 404, 409))
def undo_entry(number: Number, here: InVisit) -> dict[str, Any]:
    """Undo a command where its consequences allow it."""
    here.require("undo")
    undo.undo(here.call, number)
    return {"undone": number}


@router.post("/{code}/announcements", status_code=201, responses=problems(401, 403, 404, 409))
def announce(body: AnnouncementBody, here: InVisit) -> dict[str, str]:
    """Say a sentence to everybody."""
    here.require("announce")
    announcements.announce(here.call, body.text)
    return {"text": body.text}
