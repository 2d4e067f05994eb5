"""Who an organizer is: accounts, passwords and one-time sign-in links.

A refusal at the door never says whether the name, the password or the link was wrong, and it costs the
same work for a name nobody has. Secrets are made by the caller (256 random bits) and kept as hashes only.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlmodel import Session

from app.sentences import say
from app.services.kernel.errors import Kind, Refused, not_found
from app.services.kernel.installation import Installation
from app.services.kernel.names import clean_name
from app.storage import accounts as stored
from app.storage.access_tables import Account, SignInLink
from app.storage.credentials import password_hash, password_matches, secret_hash
from app.storage.players import name_key

LINK_LIFE = timedelta(days=7)
SHORTEST_PASSWORD = 10
LONGEST_PASSWORD = 200


@dataclass(frozen=True)
class AccountSummary:
    """An organizer's account."""

    id: int
    name: str
    has_password: bool


def create_account(installation: Installation, now: datetime, name: str, secret: str) -> AccountSummary:
    """A new account whose owner comes in by the link of `secret`, once, within 7 days.

    Raises Refused: invalid-name (422), name-taken (409).
    """
    name = clean_name(name)
    with installation.database.write_session(None) as session:
        if stored.account_by_name(session, name) is not None:
            raise Refused(
                "name-taken",
                say(
                    "There is an account named {name} already: choose another name, or make a new "
                    "sign-in link for that account.",
                    name=name,
                ),
                field="name",
            )
        account = Account(name=name, name_key=name_key(name), created_at=now)
        session.add(account)
        session.flush()
        _add_link(session, account, now, secret)
        return summary(account)


def new_sign_in_link(installation: Installation, now: datetime, name: str, secret: str) -> AccountSummary:
    """One more link for an account that is there; links given before stay usable. Raises Refused (404)."""
    with installation.database.write_session(None) as session:
        account = stored.account_by_name(session, name)
        if account is None:
            raise not_found("account")
        _add_link(session, account, now, secret)
        return summary(account)


def _add_link(session: Session, account: Account, now: datetime, secret: str) -> None:
    stored.remove_expired(session, now)
    session.add(
        SignInLink(
            secret_hash=secret_hash(secret),
            account_id=account.id,
            created_at=now,
            expires_at=now + LINK_LIFE,
        )
    )


def has_accounts(installation: Installation) -> bool:
    """Whether anybody can sign in yet; a first start makes the first account."""
    with installation.database.read_session() as session:
        return stored.number_of_accounts(session) > 0


def account_named(installation: Installation, name: str) -> AccountSummary:
    """The account with this name; raises Refused (404)."""
    with installation.database.read_session() as session:
        account = stored.account_by_name(session, name)
        if account is None:
            raise not_found("account")
        return summary(account)


def account_with_id(installation: Installation, account_id: int) -> AccountSummary:
    """The account with this id; raises Refused (404)."""
    with installation.database.read_session() as session:
        return summary(_account(session, account_id))


def sign_in_with_password(installation: Installation, name: str, password: str) -> AccountSummary:
    """Who has this name and password; raises Refused wrong-credentials (401), not saying which is wrong."""
    with installation.database.read_session() as session:
        account = stored.account_by_name(session, name)
        kept = account.password_hash if account else None
    # Outside the session: argon2 takes longer than anything a database should wait for.
    right = password_matches(password[: LONGEST_PASSWORD + 1], kept)
    if account is None or not right:
        raise Refused(
            "wrong-credentials", "This name and password do not belong together.", Kind.NOT_SIGNED_IN
        )
    return summary(account)


def sign_in_with_link(installation: Installation, now: datetime, secret: str) -> AccountSummary:
    """Whose link this is; it works once. Raises Refused wrong-credentials (401) for any other secret."""
    with installation.database.write_session(None) as session:
        link = stored.usable_link(session, secret_hash(secret), now)
        if link is None:
            raise Refused(
                "wrong-credentials",
                "This sign-in link was used already, is too old or was never one: ask for a new link.",
                Kind.NOT_SIGNED_IN,
            )
        link.used_at = now
        return summary(_account(session, link.account_id))


def hashed_password(password: str) -> str:
    """What is kept of a new password; Refused weak-password (422). Takes as long as checking one."""
    if not SHORTEST_PASSWORD <= len(password) <= LONGEST_PASSWORD:
        raise Refused(
            "weak-password",
            say(
                "A password has {least} to {most} characters; a short sentence is easy to remember.",
                least=SHORTEST_PASSWORD,
                most=LONGEST_PASSWORD,
            ),
            Kind.INVALID,
        )
    return password_hash(password)


def set_password(
    installation: Installation, account_id: int, password: str, *, tokens_end_at: datetime | None = None
) -> None:
    """Replace the password of an account, and end its browser sessions and sign-in links: a stolen one ends
    with it. Its tokens end, too, where `tokens_end_at` says when; programs that use them have to be told.

    Raises Refused weak-password (422), not-found (404).
    """
    kept = hashed_password(password)
    with installation.database.write_session(None) as session:
        account = _account(session, account_id)
        account.password_hash = kept
        stored.close_sessions_of_account(session, account_id)
        stored.remove_links_of_account(session, account_id)
        if tokens_end_at is not None:
            stored.revoke_tokens_of_account(session, account_id, tokens_end_at)


def summary(account: Account) -> AccountSummary:
    """An account's row as others may see it."""
    return AccountSummary(account.id, account.name, account.password_hash is not None)


def _account(session: Session, account_id: int) -> Account:
    account = session.get(Account, account_id)
    if account is None:
        raise not_found("account")
    return account
