"""The made-up events that the screenshots show: one being played, one that is over, one still to come."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import count

from app.services.event.settings import TournamentDraft
from app.services.event.tournaments import create_tournament, edit_tournament
from app.services.exchange.demonstration import make_demonstration, make_finished_demonstration
from app.services.kernel.actors import Actor, ActorKind
from app.services.kernel.call import Call
from app.services.kernel.installation import Installation
from app.services.kernel.permissions import Role
from app.services.people import accounts, sessions

OWNER_SESSION = "a-session-of-the-made-up-organizer-0001"
PLAYER_SESSION = "a-session-of-a-made-up-player-00000001"
SAID = {
    "listed": True,
    "place": "Café Kaffeklubben, Aarhus",
    "begins": "Doors 9:30, round 1 at 10:00",
    "fee": "50 kr., with a promo card",
    "schedule": "10:00 Round 1\n11:00 Round 2\n12:00 Lunch\n13:00 Rounds 3 to 5\n16:00 Top 4",
    "links": "https://example.org/winter-refresh",
    "player_limit": 32,
    "wifi_name": "Kaffeklubben",
    "wifi_password": "megacity-7",
}


@dataclass(frozen=True)
class Hall:
    """The codes of the events."""

    playing: str
    finished: str
    coming: str


def make_hall(installation: Installation, now: datetime) -> Hall:
    """Fill an empty installation; the sessions above are the organizer's and a bidding player's."""
    numbers = count(1)

    def secret() -> str:
        return f"a-made-up-secret-{next(numbers):06d}-0000000000"

    account = accounts.create_account(installation, now, "Olga", "a-made-up-sign-in-link")
    owner = Actor(ActorKind.ORGANIZER, account.id, "Olga")
    sessions.open_session(installation, now, OWNER_SESSION, owner)
    finished = make_finished_demonstration(installation, owner, now - timedelta(days=40), 3, secret)
    playing = make_demonstration(installation, owner, now, 7, secret)
    draft = TournamentDraft("Spring Refresh", (now + timedelta(days=12)).date())
    coming = create_tournament(installation, owner, now, draft, seed=12)
    for made in (finished.tournament_id, playing.tournament_id, coming.id):
        call = Call(installation, made, owner, Role.OWNER, now)
        edit_tournament(call, {"settings": SAID})
    bidder = next(number for number, link in playing.secrets.items() if link == playing.pair[0])
    player = Actor(ActorKind.PLAYER, bidder, "", playing.tournament_id)
    sessions.open_session(installation, now, PLAYER_SESSION, player)
    return Hall(playing.code, finished.code, coming.code)
