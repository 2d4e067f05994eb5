"""Who a request comes from, and what that caller is to the tournament in the address.

A browser may be signed in twice at once: as an organizer's account and as one player. Programs send one
bearer token. Every object is then looked up through the tournament of the address, never by its bare id.
"""

import hashlib
import hmac
from base64 import urlsafe_b64encode
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace
from typing import Annotated

from fastapi import Depends, Request
from starlette.responses import Response

from app.sentences import say
from app.services.event.codes import is_code
from app.services.event.queries import tournament_view
from app.services.event.queries import version as version_of
from app.services.event.questions import Questions, asking
from app.services.event.tournaments import tournament_id_by_code
from app.services.kernel import permissions
from app.services.kernel.actors import PUBLIC, Actor, ActorKind
from app.services.kernel.call import Call
from app.services.kernel.errors import Kind, Refused
from app.services.kernel.permissions import Role
from app.services.kernel.roles import viewer_of
from app.services.kernel.viewer import PUBLIC_VIEWER, Viewer
from app.services.people.members import role_in
from app.services.people.sessions import SESSION_LIFE, Caller, Scope, caller_of_token, session_of
from app.web.asides import Onlooker
from app.web.context import Context, InContext
from app.web.forms import has_form, read_form
from app.web.http.logs import route_of
from app.web.http.rate_limits import address_of, counted, rates_of, too_many
from app.words.reader import present_reader

ACCOUNT_COOKIE = "organizer"
PLAYER_COOKIE = "player"
KEY_HEADER = "idempotency-key"
LONGEST_KEY = 200
GUESSED = "guessed"  # in a request's state: it named an event that is not there
_SAFE = {"GET", "HEAD", "OPTIONS"}
_AT_THE_DESK = (Role.OWNER, Role.ORGANIZER, Role.JUDGE)
_MOVES = (
    "/bid",
    "/bids",
    "/settlement",
    "/one-phone",
    "/side",
    "/result",
    "/check-in",
    "/sign-out",
    "/theme",
    "/language",
)


@dataclass(frozen=True)
class Signed:
    """Who is signed in: an account, a player, both or nobody; `scope` is how far the key reaches."""

    account: Actor | None = None
    player: Actor | None = None
    scope: Scope = Scope.WRITE


async def request_key(request: Request) -> str | None:
    """What stands for an unsafe request whose sender can tell that it is the same one again: a hash of the
    key, in the header or in the form's field `once`, and of everything that is asked. Refused (422).
    """
    if request.method in _SAFE:
        return None
    named, said = request.headers.get(KEY_HEADER, ""), ""
    if has_form(request):
        form = await read_form(request)
        named, said = named or form.text("once"), repr((form.pairs, sorted(form.files.items())))
    elif named:
        said = repr(await request.body())
    return key_of_request(request, named, said)


def key_of_request(request: Request, named: str, said: str) -> str | None:
    """The hash of a key together with the address and with what is said there; None without a key.

    Raises Refused invalid-key (422) for one of over 200 characters.
    """
    if len(named) > LONGEST_KEY:
        sentence = say(
            "An Idempotency-Key has up to {most} characters: choose a shorter one.", most=LONGEST_KEY
        )
        raise Refused("invalid-key", sentence, Kind.INVALID)
    if not named:
        return None
    whole = "\n".join((request.method, request.url.path, named, said))
    return hashlib.sha256(whole.encode("utf-8", "replace")).hexdigest()


InKey = Annotated[str | None, Depends(request_key)]


def who_is(request: Request, context: Context) -> Signed:
    """Whose token or cookies a request brings; a bad token is refused (401). Nothing of its body is read."""
    header = request.headers.get("authorization")
    if header is not None:
        return _of_caller(request, _bearer(context, header))
    account = _of_cookie(request, context, ACCOUNT_COOKIE, ActorKind.ORGANIZER)
    return Signed(account, _of_cookie(request, context, PLAYER_COOKIE, ActorKind.PLAYER))


def signed_in(request: Request, context: InContext, key: InKey) -> Signed:
    """Who sent the request, by bearer token or by the cookies of a browser; a bad token is refused (401).

    It is left in the request's state as well, for the log and the rates around the application.
    """
    signed = who_is(request, context)
    if key is not None:
        account, player = (actor and replace(actor, key=key) for actor in (signed.account, signed.player))
        signed = Signed(account, player, signed.scope)
    request.state.signed = signed
    if request.method not in _SAFE and signed.player is not None and context.settings.rate_limits:
        _count_write(request, signed.player)
    return signed


def _count_write(request: Request, player: Actor) -> None:
    """Count what a player changes; Refused (429). Moves at a table are bounded by the rules of the game."""
    rates, player_key = rates_of(request), f"player/{player.id}"
    seconds = rates.writes.take(player_key)
    if not seconds and not route_of(request.scope).endswith(_MOVES):
        seconds = rates.large_writes.take(player_key)
    if seconds:
        raise too_many(seconds, say("You changed a lot within a short time."))


def _bearer(context: Context, header: str) -> Caller:
    scheme, _, token = header.partition(" ")
    if scheme.lower() != "bearer" or not token.strip():
        raise Refused("not-signed-in", "Send the token as: Authorization: Bearer TOKEN", Kind.NOT_SIGNED_IN)
    return caller_of_token(context.installation, context.now(), token.strip())


def _of_caller(request: Request, caller: Caller) -> Signed:
    if caller.scope is Scope.READ and request.method not in _SAFE:
        raise Refused("read-only-token", "This token may only read: use one that may write.", Kind.FORBIDDEN)
    if caller.actor.kind is ActorKind.PLAYER:
        return Signed(player=caller.actor, scope=caller.scope)
    return Signed(account=caller.actor, scope=caller.scope)


def _of_cookie(request: Request, context: Context, name: str, kind: ActorKind) -> Actor | None:
    secret = request.cookies.get(name)
    actor = session_of(context.installation, context.now(), secret) if secret else None
    return actor if actor is not None and actor.kind is kind else None


InSigned = Annotated[Signed, Depends(signed_in)]


@dataclass(frozen=True)
class Visit:
    """A request to one tournament: who is there, in which role, and what that role may see."""

    context: Context
    tournament_id: int
    code: str
    actor: Actor
    role: Role
    viewer: Viewer
    signed: Signed

    @property
    def call(self) -> Call:
        """What every command on the event begins with; its time is now."""
        return Call(self.context.installation, self.tournament_id, self.actor, self.role, self.context.now())

    def asking(self) -> AbstractContextManager[Questions]:
        """The questions of this caller at this moment, answered in one session."""
        return asking(self.context.installation, self.tournament_id, self.viewer, self.context.now())

    def secret(self) -> str:
        """A new secret; the same one for the same request sent again with its key, as long as we run.

        Whether it still opens something for a repeat, and for how long it is told again, the command decides.
        """
        if self.actor.key is None:
            return self.context.secret()
        asked = f"{self.actor.kind} {self.actor.id} {self.actor.key}".encode()
        return urlsafe_b64encode(hmac.digest(self.context.pepper, asked, "sha256")).decode().rstrip("=")

    def version(self) -> int:
        """The version this caller is told: everybody is told that of the last change of what everybody sees.

        Players and staff are told of every command, for theirs may have been the last one.
        """
        database = self.context.installation.database
        if self.role is Role.PUBLIC:
            return self.context.published.stamp(database, self.tournament_id).version
        return version_of(self.context.installation, self.tournament_id)

    def may(self, action: str) -> bool:
        """Whether this caller may do or see something of the table of permissions."""
        return permissions.may(self.role, action)

    def require(self, action: str) -> None:
        """Raise Refused (401 or 403) unless the caller may."""
        permissions.require(self.role, action)

    def onlooker(self, version: int) -> Onlooker:
        """The reader of a page that is made for everybody; `version` is what they are told."""
        player = self.as_player
        return Onlooker(version, player.id if player is not None else None, self.role in _AT_THE_DESK)

    def as_nobody(self) -> "Visit":
        """The same event visited by somebody who is not signed in: for what is made once for everybody."""
        return replace(self, actor=PUBLIC, role=Role.PUBLIC, viewer=PUBLIC_VIEWER, signed=Signed())

    @property
    def as_player(self) -> Actor | None:
        """The player of this tournament the browser is signed in as, whatever else it is."""
        player = self.signed.player
        return player if player is not None and player.tournament_id == self.tournament_id else None


def event_of_code(request: Request, context: Context, code: str) -> int:
    """The id of the event with this code; Refused (404), and noted as a guess where it could be a code."""
    try:
        return tournament_id_by_code(context.installation, code)
    except Refused:
        setattr(request.state, GUESSED, is_code(code))
        raise


def visit(code: str, request: Request, context: InContext, key: InKey) -> Visit:
    """The visit of a request whose address has the tournament's code; Refused (404) for an unknown one.

    Staff comes first: an organizer who also plays acts as the organizer, but on the player's own pages.
    """
    with context.installation.database.one_read():
        return _visit(code, request, context, key)


def _visit(code: str, request: Request, context: Context, key: str | None) -> Visit:
    # Called, not depended on: each dependency waits for a thread of its own, and a bid for both.
    signed = signed_in(request, context, key)
    tournament_id = event_of_code(request, context, code)
    speak_as_the_event(context, tournament_id)
    actor, role = signed.account or replace(PUBLIC, key=key), Role.PUBLIC
    if signed.account is not None:
        role = role_in(context.installation, tournament_id, signed.account)
    if role is Role.PUBLIC and signed.player is not None and signed.player.tournament_id == tournament_id:
        # Who the player is was read a moment ago with the key of this very request.
        actor, role = signed.player, Role.PLAYER
    return Visit(context, tournament_id, code.upper(), actor, role, viewer_of(role, actor), signed)


def speak_as_the_event(context: Context, tournament_id: int) -> None:
    """Go over to the event's language, unless the reader chose one."""
    reader = present_reader()
    if reader is not None and not reader.chosen:
        reader.language = (
            context.event_languages.of(context.installation, tournament_id, context.now()) or reader.language
        )


def counting_joins(request: Request, here: Visit) -> AbstractContextManager[None]:
    """Around somebody's joining: people of one address join an event in numbers a hall has, staff in any."""
    if here.may("add_players") or not here.context.settings.rate_limits:
        return nullcontext()
    key = f"{here.tournament_id} {address_of(request.scope)}"
    sentence = say("Very many people joined from your network: ask the organizer to enter you.")
    return counted(rates_of(request).joins, key, sentence)


async def player_visit(request: Request, here: Annotated[Visit, Depends(visit)]) -> Visit:
    """A visit to the player's own pages: the player's role even where the browser is also an organizer's.

    Asynchronous, for it only looks: a thread would cost more.
    """
    player = here.as_player
    if player is None and here.signed.player is None and PLAYER_COOKIE in request.cookies:
        raise Refused(
            "signed-out",
            "This phone is signed out: the entry was removed, or got a new personal link, which ends "
            "the old one. Open the new link, or ask the organizer, who can enter you or show its QR code.",
            Kind.NOT_SIGNED_IN,
        )
    if player is None and here.signed.player is not None:
        raise plays_elsewhere(here.context, here.signed.player)
    if player is None:
        raise Refused(
            "not-signed-in",
            "This page belongs to a player: open your personal link, or join with the code.",
            Kind.NOT_SIGNED_IN,
        )
    return Visit(
        here.context,
        here.tournament_id,
        here.code,
        player,
        Role.PLAYER,
        viewer_of(Role.PLAYER, player),
        here.signed,
    )


def plays_elsewhere(context: Context, player: Actor) -> Refused:
    """The refusal for a phone that is signed in at another event, as after a move; it knows the way there."""
    event = tournament_view(context.installation, player.tournament_id or 0, PUBLIC_VIEWER)
    sentence = say(
        "This phone plays in {event} now, as {player}: the table is there.",
        event=event.name,
        player=player.name,
    )
    return Refused("plays-elsewhere", sentence, Kind.NOT_SIGNED_IN, tournament=event.code)


InVisit = Annotated[Visit, Depends(visit)]
InPlayerVisit = Annotated[Visit, Depends(player_visit)]


def set_cookie(response: Response, context: Context, name: str, secret: str) -> None:
    """Sign a browser in: a cookie no script can read and no other site can send along with a post."""
    response.set_cookie(
        name,
        secret,
        max_age=int(SESSION_LIFE.total_seconds()),
        httponly=True,
        samesite="lax",
        secure=context.settings.secure,
        path="/",
    )
