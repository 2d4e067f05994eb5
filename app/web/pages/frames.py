"""What surrounds every page of an event: its name, where it stands, the ways to its other pages."""

from dataclasses import replace

from app.sentences import t
from app.services.event import queries
from app.services.kernel.permissions import Role
from app.services.kernel.viewer import PUBLIC_VIEWER
from app.services.kernel.views import TournamentView
from app.tournament.lifecycle import Phase
from app.tournament.rules import CutKind
from app.web.presenters.event import stage_words
from app.web.presenters.rulings import rulings_of
from app.web.requester import Visit
from app.web.views import EventFrame, NavLink

PUBLIC_TOPICS = "round results standings clock tournament announcement players"
_STAFF = (Role.OWNER, Role.ORGANIZER, Role.JUDGE)


def event_of(here: Visit) -> TournamentView:
    """The event as everybody sees it; public pages show nothing else, whoever looks."""
    return queries.tournament_view(here.context.installation, here.tournament_id, PUBLIC_VIEWER)


def event_frame(here: Visit, event: TournamentView, current: str, version: int | None = None) -> EventFrame:
    """The frame of a public page; `current` is its path below the event's, `version` what it shows."""
    return EventFrame(
        event=event,
        code=event.code,
        stage=stage_words(event),
        nav=_nav(here, event, current),
        topics=PUBLIC_TOPICS,
        live_url=live_url(event, PUBLIC_TOPICS),
        live_version=here.version() if version is None else version,
        rulings=rulings_of(event.structure, event.format),
        bid_table=event.has_bids,
    )


def still_frame(here: Visit, event: TournamentView, current: str) -> EventFrame:
    """The frame of a page on which nothing changes by itself: it opens no stream."""
    return replace(event_frame(here, event, current), live_url=None)


def player_frame(here: Visit, event: TournamentView, current: str, version: int | None = None) -> EventFrame:
    """The frame of a player's own page; it hears of the player's own seat, and of a move, besides."""
    topics = f"seat/{here.actor.id} day/{here.actor.id} round clock tournament announcement"
    frame = event_frame(here, event, current, version)
    return replace(frame, topics=topics, live_url=live_url(event, topics))


def live_url(event: TournamentView, topics: str) -> str:
    """The address of the event stream with these topics."""
    return f"/api/v1/tournaments/{event.code}/live?topics={','.join(topics.split())}"


def _nav(here: Visit, event: TournamentView, current: str) -> list[NavLink]:
    entries = [("", t("Event")), ("/pairings", t("Pairings")), ("/standings", t("Standings"))]
    in_cut = event.phase is Phase.TOP_CUT or (event.phase is Phase.FINISHED and event.cut_size)
    if in_cut and event.cut_kind != CutKind.TABLE:
        entries.append(("/bracket", t("Bracket")))
    if here.as_player is not None:
        decks = [] if event.deck_policy == "none" else [("/me/decks", t("My decks"))]
        # The event itself is behind the wordmark: four entries are one line on a phone.
        entries = [("/me", t("My table")), *decks, *entries[1:]]
    elif event.registration_open:
        entries.append(("/join", t("Join")))
    if here.role in _STAFF:
        entries.append(("/desk", t("Desk")))
    return [NavLink(f"/t/{event.code}{path}", label, current=path == current) for path, label in entries]
