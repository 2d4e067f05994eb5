"""Coming in by an invitation without an account: a name is enough, and the account is made with the role.

The invitation's secret is what gives the right, so whoever has it may make this one account and no other.
"""

from dataclasses import dataclass
from datetime import date as Day
from datetime import datetime

from app.sentences import say
from app.services.kernel.actors import PUBLIC, Actor, ActorKind
from app.services.kernel.call import Call, Done
from app.services.kernel.command import Work, command
from app.services.kernel.errors import Refused
from app.services.kernel.installation import Installation
from app.services.kernel.names import clean_name
from app.services.kernel.permissions import Role
from app.services.people.accounts import AccountSummary, summary
from app.services.people.members import give_role, invitation_gone
from app.storage import accounts as stored
from app.storage.access_tables import Account, Invitation
from app.storage.credentials import secret_hash
from app.storage.players import name_key
from app.storage.tables import Tournament


@dataclass(frozen=True)
class InvitationView:
    """What an open invitation offers: a role in an event."""

    tournament_id: int
    code: str
    event: str
    date: Day
    role: Role


def open_invitation(
    installation: Installation, now: datetime, secret: str, actor: Actor | None
) -> InvitationView:
    """What the invitation with this secret offers; Refused invitation-gone (410) for one that works no more.

    `actor` is the account that looks, if any: its own invitation stays open to it.
    """
    with installation.database.read_session() as session:
        row = session.get(Invitation, secret_hash(secret))
        used_by = row.used_by_account_id if row is not None else None
        mine = actor is not None and used_by == actor.id
        if row is None or row.expires_at <= now or not (used_by is None or mine):
            raise invitation_gone()
        event = session.get_one(Tournament, row.tournament_id)
        return InvitationView(row.tournament_id, event.code, event.name, event.date, row.role)


def join_by_invitation(
    installation: Installation, now: datetime, secret: str, name: str, password_hash: str | None
) -> Done[AccountSummary]:
    """Make an account named `name` and give it the role of the invitation, in one command.

    Raises Refused: invitation-gone (410), invalid-name (422), name-taken (409).
    """
    found = open_invitation(installation, now, secret, None)
    call = Call(installation, found.tournament_id, PUBLIC, Role.PUBLIC, now)
    return _join(call, secret_hash(secret), name, password_hash)


@command("accept_invitation")
def _join(work: Work, key: str, name: str, password_hash: str | None) -> AccountSummary:
    row = work.session.get(Invitation, key)
    if row is None or row.expires_at <= work.now or row.used_by_account_id is not None:
        raise invitation_gone()
    name = clean_name(name)
    if stored.account_by_name(work.session, name) is not None:
        raise Refused(
            "name-taken",
            say(
                "Somebody here is called {name} already. Add a letter of your surname, or sign in if "
                "it is you.",
                name=name,
            ),
            field="name",
        )
    account = Account(name=name, name_key=name_key(name), password_hash=password_hash, created_at=work.now)
    work.session.add(account)
    work.session.flush()
    work.actor = Actor(ActorKind.ORGANIZER, account.id, account.name, key=work.actor.key)
    row.used_by_account_id = account.id
    give_role(work, account, row.role)
    return summary(account)
