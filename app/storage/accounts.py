"""Finding accounts and what lets people in: links, browser sessions, tokens, memberships, invitations."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import bindparam, delete, update
from sqlalchemy import select as columns_of
from sqlmodel import Session, col, func, select

from app.storage.access_tables import Account, ApiToken, Invitation, Membership, SignInLink, WebSession
from app.storage.kinds import Role
from app.storage.players import name_key
from app.storage.tables import Player, Tournament
from app.storage.text import is_storable


def account_by_name(session: Session, name: str) -> Account | None:
    """The account whose name reads the same."""
    if not is_storable(name):
        return None
    return session.exec(select(Account).where(Account.name_key == name_key(name))).first()


def number_of_accounts(session: Session) -> int:
    """How many accounts there are."""
    return session.exec(select(func.count()).select_from(Account)).one()


def usable_link(session: Session, secret_hash: str, now: datetime) -> SignInLink | None:
    """The sign-in link with this hash, unless it was used or is too old."""
    link = session.get(SignInLink, secret_hash)
    return link if link is not None and link.used_at is None and link.expires_at > now else None


# Made once: every request of a browser asks for it.
_SIGNED_IN = (
    select(WebSession, Player, Account)
    .outerjoin(Player, col(Player.id) == col(WebSession.player_id))
    .outerjoin(Account, col(Account.id) == col(WebSession.account_id))
    .where(col(WebSession.secret_hash) == bindparam("secret_hash"))
)


def signed_in(session: Session, secret_hash: str, now: datetime) -> Player | Account | None:
    """Whose browser session has this hash, unless it is over."""
    found = session.exec(_SIGNED_IN, params={"secret_hash": secret_hash}).first()
    if found is None or found[0].expires_at <= now:
        return None
    row, player, account = found
    return account if row.account_id is not None else player


# Columns and not rows: a full hall asks for hundreds in a moment.
_PLAYERS_SIGNED_IN = (
    columns_of(
        col(WebSession.secret_hash),
        col(WebSession.expires_at),
        col(Player.id),
        col(Player.name),
        col(Player.tournament_id),
    )
    .join(Player, col(Player.id) == col(WebSession.player_id))
    .where(col(WebSession.secret_hash).in_(bindparam("hashes", expanding=True)))
)


def players_signed_in(
    session: Session, hashes: Sequence[str], now: datetime
) -> dict[str, tuple[int, str, int]]:
    """Id, name and tournament of the players whose browser sessions have these hashes and are not over."""
    found = session.connection().execute(_PLAYERS_SIGNED_IN, {"hashes": hashes})
    return {each: (number or 0, name, event) for each, ends, number, name, event in found if ends > now}


def close_sessions_of_player(session: Session, tournament_id: int, player_id: int) -> None:
    """End every browser session of a player."""
    session.execute(
        delete(WebSession).where(
            col(WebSession.tournament_id) == tournament_id, col(WebSession.player_id) == player_id
        )
    )


def close_oldest_sessions(session: Session, tournament_id: int, player_id: int, kept: int) -> None:
    """End the browser sessions of a player but for the newest ones."""
    query = (
        select(WebSession)
        .where(WebSession.tournament_id == tournament_id, WebSession.player_id == player_id)
        .order_by(col(WebSession.created_at).desc())
        .offset(kept)
    )
    for row in session.exec(query).all():
        session.delete(row)


def close_sessions_of_account(session: Session, account_id: int) -> None:
    """End every browser session of an account."""
    session.execute(delete(WebSession).where(col(WebSession.account_id) == account_id))


def remove_links_of_account(session: Session, account_id: int) -> None:
    """Forget every sign-in link of an account, used or not."""
    session.execute(delete(SignInLink).where(col(SignInLink.account_id) == account_id))


def revoke_tokens_of_account(session: Session, account_id: int, now: datetime) -> None:
    """End every token of an account that has not ended yet."""
    mine = (col(ApiToken.account_id) == account_id, col(ApiToken.revoked_at).is_(None))
    session.execute(update(ApiToken).where(*mine).values(revoked_at=now))


def remove_expired(session: Session, now: datetime) -> None:
    """Forget sessions and sign-in links that can't be used any more."""
    session.execute(delete(WebSession).where(col(WebSession.expires_at) <= now))
    session.execute(delete(SignInLink).where(col(SignInLink.expires_at) <= now))


def tokens(session: Session, account_id: int) -> Sequence[ApiToken]:
    """The tokens of an account, revoked ones included, the oldest first."""
    return session.exec(
        select(ApiToken).where(ApiToken.account_id == account_id).order_by(col(ApiToken.id))
    ).all()


def token_by_hash(session: Session, secret_hash: str) -> ApiToken | None:
    """The token with this hash, usable or not."""
    return session.exec(select(ApiToken).where(ApiToken.secret_hash == secret_hash)).first()


def membership(session: Session, tournament_id: int, account_id: int) -> Membership | None:
    """What this account is in this tournament."""
    return session.exec(
        select(Membership).where(
            Membership.tournament_id == tournament_id, Membership.account_id == account_id
        )
    ).first()


def memberships(session: Session, tournament_id: int) -> Sequence[tuple[Membership, Account]]:
    """Everybody who helps to run a tournament, in the order they came."""
    query = (
        select(Membership, Account)
        .join(Account, col(Account.id) == Membership.account_id)
        .where(Membership.tournament_id == tournament_id)
        .order_by(col(Membership.id))
    )
    return session.exec(query).all()


def tournaments_of(session: Session, account_id: int) -> Sequence[tuple[Tournament, str]]:
    """The tournaments an account helps to run with its role, the newest first."""
    query = (
        select(Tournament, Membership.role)
        .join(Membership, col(Membership.tournament_id) == Tournament.id)
        .where(Membership.account_id == account_id)
        .order_by(col(Tournament.date).desc(), col(Tournament.id).desc())
    )
    return session.exec(query).all()


def owners(session: Session, tournament_id: int) -> int:
    """How many owners a tournament has."""
    query = select(func.count()).select_from(Membership)
    return session.exec(
        query.where(Membership.tournament_id == tournament_id, Membership.role == Role.OWNER)
    ).one()


def invitations(session: Session, tournament_id: int) -> Sequence[Invitation]:
    """The invitations of a tournament, used ones included, the oldest first."""
    query = select(Invitation).where(Invitation.tournament_id == tournament_id)
    return session.exec(query.order_by(col(Invitation.created_at))).all()
