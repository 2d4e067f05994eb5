"""What surrounds every page of an event: its name, where it stands, the ways to its other pages."""

from dataclasses import replace

from app.sentences import t
from app.services.event import queries
from app.services.kernel.viewer import PUBLIC_VIEWER
from app.services.kernel.views import TournamentView
from app.tournament.lifecycle import Phase
from app.tournament.rules import CutKind, DeckPolicy
from app.web.asides import PLAYER, STAFF, VERSION, VISITOR
from app.web.presenters.event import stage_words
from app.web.presenters.rulings import rulings_of
from app.web.requester import Visit
from app.web.views import EventFrame, NavLink

PUBLIC_TOPICS = "round results standings clock tournament announcement players"


def event_of(here: Visit) -> TournamentView:
    """The event as everybody sees it; public pages show nothing else, whoever looks."""
    return queries.tournament_view(here.context.installation, here.tournament_id, PUBLIC_VIEWER)


def public_frame(event: TournamentView, current: str) -> EventFrame:
    """The frame of a page that is made once for everybody; `current` is its path below the event's."""
    return EventFrame(
        event=event,
        code=event.code,
        stage=stage_words(event),
        nav=_ways(event, current),
        topics=PUBLIC_TOPICS,
        live_url=live_url(event, PUBLIC_TOPICS),
        live_version=VERSION,
        rulings=rulings_of(event.structure, event.format),
        bid_table=event.has_bids,
    )


def still_frame(event: TournamentView, current: str) -> EventFrame:
    """The frame of such a page on which nothing changes by itself: it opens no stream."""
    return replace(public_frame(event, current), live_url=None)


def event_frame(here: Visit, event: TournamentView, current: str, version: int | None = None) -> EventFrame:
    """The frame of a page made for this one reader; `version` is what it shows."""
    reader = here.onlooker(here.version() if version is None else version)
    frame = public_frame(event, current)
    mine = [replace(way, who="") for way in frame.nav if not way.who or reader.sees(way.who)]
    return replace(frame, nav=mine, live_version=reader.version)


def player_frame(here: Visit, event: TournamentView, current: str, version: int | None = None) -> EventFrame:
    """The frame of a player's own page; it hears of the player's own seat, and of a move, besides."""
    topics = f"seat/{here.actor.id} day/{here.actor.id} round clock tournament announcement"
    frame = event_frame(here, event, current, version)
    return replace(frame, topics=topics, live_url=live_url(event, topics))


def live_url(event: TournamentView, topics: str) -> str:
    """The address of the event stream with these topics."""
    return f"/api/v1/tournaments/{event.code}/live?topics={','.join(topics.split())}"


def _ways(event: TournamentView, current: str) -> list[NavLink]:
    in_cut = event.phase is Phase.TOP_CUT or (event.phase is Phase.FINISHED and event.cut_size)
    has_bracket = in_cut and event.cut_kind != CutKind.TABLE
    # For players the event itself is behind the wordmark: four entries are one line on a phone.
    entries = (
        ("/me", t("My table"), PLAYER, True),
        ("/me/decks", t("My decks"), PLAYER, event.deck_policy is not DeckPolicy.NONE),
        ("", t("Event"), VISITOR, True),
        ("/pairings", t("Pairings"), "", True),
        ("/standings", t("Standings"), "", True),
        ("/bracket", t("Bracket"), "", has_bracket),
        ("/join", t("Join"), VISITOR, event.registration_open),
        ("/desk", t("Desk"), STAFF, True),
    )
    return [
        NavLink(f"/t/{event.code}{path}", label, path == current, who)
        for path, label, who, is_there in entries
        if is_there
    ]
