"""Who a request comes from: a browser session, an organizer's token or a player's personal link.

Each is 256 random bits whose hash is kept; each can be ended, and ends by itself but for a player's link,
which lasts as long as the event is kept.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlmodel import Session

from app.services.kernel.actors import Actor, ActorKind
from app.services.kernel.errors import Kind, Refused, not_found
from app.services.kernel.installation import Installation
from app.services.kernel.names import clean_line
from app.services.people.accounts import account_named
from app.storage import accounts as stored
from app.storage.access_tables import Account, ApiToken, WebSession
from app.storage.credentials import secret_hash
from app.storage.kinds import Scope as Scope
from app.storage.players import player_by_link
from app.storage.tables import Player

SESSION_LIFE = timedelta(days=30)
MOST_DEVICES = 20  # of one player; programs that show previews of links are none, but look like some


@dataclass(frozen=True)
class Caller:
    """The caller, and the scope of the key they used."""

    actor: Actor
    scope: Scope = Scope.WRITE


@dataclass(frozen=True)
class TokenSummary:
    """A token without its secret, which nobody can see again."""

    id: int
    label: str
    scope: Scope
    created_at: datetime
    expires_at: datetime | None
    revoked_at: datetime | None


def open_session(installation: Installation, now: datetime, secret: str, actor: Actor) -> datetime:
    """Sign a browser in as this organizer or player; returns when that ends (30 days later)."""
    ends = now + SESSION_LIFE
    with installation.database.write_session(None) as session:
        stored.remove_expired(session, now)
        row = WebSession(secret_hash=secret_hash(secret), created_at=now, expires_at=ends)
        if actor.kind is ActorKind.ORGANIZER:
            row.account_id = actor.id
        else:
            assert actor.tournament_id is not None and actor.id is not None
            row.tournament_id, row.player_id = actor.tournament_id, actor.id
            stored.close_oldest_sessions(session, actor.tournament_id, actor.id, MOST_DEVICES - 1)
        session.add(row)
    return ends


def session_of(installation: Installation, now: datetime, secret: str) -> Actor | None:
    """Who is signed in with this secret; None when nobody is (any more)."""
    with installation.database.read_session() as session:
        found = stored.signed_in(session, secret_hash(secret), now)
        if isinstance(found, Account):
            return organizer_actor(found)
        return player_actor(found) if found is not None else None


def players_of(session: Session, now: datetime, secrets: Sequence[str]) -> dict[str, Actor]:
    """The players who are signed in with these secrets; one statement for all of them."""
    hashes = {secret_hash(secret): secret for secret in secrets}
    found = stored.players_signed_in(session, list(hashes), now)
    return {
        hashes[each]: Actor(ActorKind.PLAYER, number, name, event)
        for each, (number, name, event) in found.items()
    }


def close_session(installation: Installation, secret: str) -> None:
    """Sign a browser out; nothing happens when it was not signed in."""
    with installation.database.write_session(None) as session:
        row = session.get(WebSession, secret_hash(secret))
        if row is not None:
            session.delete(row)


def player_of_link(installation: Installation, secret: str) -> Actor:
    """The player whose personal link this is, on whatever device; raises Refused wrong-credentials (401)."""
    with installation.database.read_session() as session:
        player = player_by_link(session, secret_hash(secret))
        if player is None:
            raise Refused(
                "wrong-credentials",
                "This personal link is not valid (any more): ask the organizer for a new one.",
                Kind.NOT_SIGNED_IN,
            )
        return player_actor(player)


def create_token(
    installation: Installation,
    now: datetime,
    name: str,
    label: str,
    scope: Scope,
    secret: str,
    expires_at: datetime | None = None,
) -> TokenSummary:
    """A token that acts for the account `name`, once for each secret. Raises Refused:
    invalid-expiry, invalid-text (422), 404."""
    if expires_at is not None and expires_at <= now:
        raise Refused(
            "invalid-expiry", "The token would have expired already: give a later time.", Kind.INVALID
        )
    account = account_named(installation, name)
    row = ApiToken(
        secret_hash=secret_hash(secret),
        account_id=account.id,
        label=clean_line(label, 60, "label"),
        scope=scope,
        created_at=now,
        expires_at=expires_at,
    )
    with installation.database.write_session(None) as session:
        again = stored.token_by_hash(session, row.secret_hash)
        if again is not None and again.account_id == row.account_id:
            return _token_summary(again)
        session.add(row)
        session.flush()
        return _token_summary(row)


def tokens_of(installation: Installation, account_id: int) -> tuple[TokenSummary, ...]:
    """The tokens of an account, the oldest first."""
    with installation.database.read_session() as session:
        return tuple(_token_summary(row) for row in stored.tokens(session, account_id))


def revoke_token(installation: Installation, now: datetime, account_id: int, token_id: int) -> None:
    """End a token of this account at once; raises Refused (404) for one of somebody else."""
    with installation.database.write_session(None) as session:
        row = session.get(ApiToken, token_id)
        if row is None or row.account_id != account_id:
            raise not_found("token")
        row.revoked_at = row.revoked_at or now


def caller_of_token(installation: Installation, now: datetime, secret: str) -> Caller:
    """Whose token this is, an organizer's or a player's; raises Refused wrong-credentials (401)."""
    hashed = secret_hash(secret)
    with installation.database.read_session() as session:
        # Players first: they are many, and bid.
        player = player_by_link(session, hashed)
        caller = Caller(player_actor(player)) if player else _organizer_of_token(session, now, hashed)
    if caller is None:
        raise Refused(
            "wrong-credentials", "This token is not valid (any more): make a new one.", Kind.NOT_SIGNED_IN
        )
    return caller


def _organizer_of_token(session: Session, now: datetime, hashed: str) -> Caller | None:
    row = stored.token_by_hash(session, hashed)
    if row is None or row.revoked_at is not None or (row.expires_at is not None and row.expires_at <= now):
        return None
    account = session.get(Account, row.account_id)
    return Caller(organizer_actor(account), row.scope) if account else None


def organizer_actor(account: Account) -> Actor:
    """An account as the giver of commands."""
    return Actor(ActorKind.ORGANIZER, account.id, account.name)


def player_actor(player: Player) -> Actor:
    """A player as the giver of commands, within their own tournament."""
    return Actor(ActorKind.PLAYER, player.id, player.name, player.tournament_id)


def _token_summary(row: ApiToken) -> TokenSummary:
    return TokenSummary(row.id, row.label, row.scope, row.created_at, row.expires_at, row.revoked_at)
