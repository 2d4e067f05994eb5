"""Who helps to run an event: roles of accounts, given by name or by an invitation that works once.

An event never loses its last owner, and nobody takes a role by opening a link that another used before. Only
owners make invitations, so every open one ends when an owner stops being one: they could come back by it.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlmodel import Session

from app.sentences import say, with_reason
from app.services.kernel.actors import Actor, ActorKind
from app.services.kernel.call import Call
from app.services.kernel.command import Work, command
from app.services.kernel.errors import Kind, Refused, not_found
from app.services.kernel.installation import Installation
from app.services.kernel.names import clean_line
from app.services.kernel.permissions import MEMBER_ROLES, Role, may
from app.storage import accounts as stored
from app.storage.access_tables import Account, Invitation, Membership
from app.storage.credentials import secret_hash
from app.storage.players import player

INVITATION_LIFE = timedelta(days=14)


@dataclass(frozen=True)
class Member:
    """An account that helps to run an event."""

    account_id: int
    name: str
    role: Role


@dataclass(frozen=True)
class InvitationSummary:
    """An invitation without its secret; `key` names it for taking it back."""

    key: str
    role: Role
    label: str
    expires_at: datetime
    used: bool


def role_of(session: Session, tournament_id: int, actor: Actor) -> Role:
    """What the actor is to this tournament; PUBLIC for accounts and players of others."""
    if actor.kind is ActorKind.SYSTEM:
        return Role.OWNER
    if actor.kind is ActorKind.ORGANIZER and actor.id is not None:
        row = stored.membership(session, tournament_id, actor.id)
        return row.role if row else Role.PUBLIC
    if actor.kind is ActorKind.PLAYER and actor.id is not None and actor.tournament_id == tournament_id:
        return Role.PLAYER if player(session, tournament_id, actor.id) else Role.PUBLIC
    return Role.PUBLIC


def role_in(installation: Installation, tournament_id: int, actor: Actor) -> Role:
    """As `role_of`, for a request."""
    with installation.database.read_session() as session:
        return role_of(session, tournament_id, actor)


def runs_event(session: Session, tournament_id: int, actor: Actor) -> bool:
    """Whether the actor may enter players for the organizer."""
    return may(role_of(session, tournament_id, actor), "add_players")


def members(installation: Installation, tournament_id: int) -> tuple[Member, ...]:
    """Everybody who helps to run the event, in the order they came."""
    with installation.database.read_session() as session:
        return tuple(
            Member(row.account_id, account.name, row.role)
            for row, account in stored.memberships(session, tournament_id)
        )


@command("add_member")
def add_member(work: Work, name: str, role: Role) -> None:
    """Give an account a role; who has another role changes it.

    Raises Refused: not-found (404); last-owner (409).
    """
    account = stored.account_by_name(work.session, name)
    if account is None:
        raise Refused(
            "not-found",
            "No account here has this name: look at the spelling, or invite them by a link.",
            Kind.NOT_FOUND,
            field="name",
        )
    give_role(work, account, role)


@command("change_role")
def change_role(work: Work, account_id: int, role: Role) -> None:
    """Change what a member may do; raises Refused (404; last-owner 409)."""
    account = work.session.get(Account, account_id)
    if account is None or stored.membership(work.session, work.tournament_id, account_id) is None:
        raise not_found("member")
    give_role(work, account, role)


def give_role(work: Work, account: Account, role: Role) -> None:
    """Give an account a role; who has another one changes it. Raises Refused: invalid-role (422), last-owner
    (409)."""
    if role not in MEMBER_ROLES:
        raise Refused(
            "invalid-role", say("Roles are {roles}.", roles=list(MEMBER_ROLES)), Kind.INVALID, field="role"
        )
    row = stored.membership(work.session, work.tournament_id, account.id)
    if row is not None and row.role == role:
        return
    work.require()
    if row is None:
        work.session.add(Membership(tournament_id=work.tournament_id, account_id=account.id, role=role))
    else:
        was_owner = row.role == Role.OWNER
        row.role = role
        _refuse_ownerless(work)
        if was_owner:
            withdraw_open_invitations(work)
    work.note(say("{account} is {role} now", account=account.name, role=role.word), "members")


@command("remove_member")
def remove_member(work: Work, account_id: int) -> None:
    """Take every role from an account; nothing happens when it has none. Raises Refused last-owner (409)."""
    row = stored.membership(work.session, work.tournament_id, account_id)
    account = work.session.get(Account, account_id)
    if row is None or account is None:
        return
    work.require()
    work.session.delete(row)
    _refuse_ownerless(work)
    if row.role == Role.OWNER:
        withdraw_open_invitations(work)
    work.note(say("{account} was removed from the organizers", account=account.name), "members")


def withdraw_open_invitations(work: Work) -> None:
    """End every invitation that nobody used yet: one who stopped being an owner may have kept its link."""
    for row in stored.invitations(work.session, work.tournament_id):
        if row.used_by_account_id is None:
            work.session.delete(row)


def _refuse_ownerless(work: Work) -> None:
    work.session.flush()
    if stored.owners(work.session, work.tournament_id) == 0:
        raise Refused("last-owner", "An event needs an owner: make somebody else owner first.")


@command("invite_member")
def invite_member(work: Work, role: Role, label: str, secret: str) -> None:
    """Make an invitation to `role` that works once within 14 days; `secret` is its link.

    Raises Refused: invalid-role (422).
    """
    if role not in MEMBER_ROLES:
        raise Refused(
            "invalid-role", say("Roles are {roles}.", roles=list(MEMBER_ROLES)), Kind.INVALID, field="role"
        )
    if work.session.get(Invitation, secret_hash(secret)) is not None:
        return
    work.require()
    label = clean_line(label, 60, "label")
    work.session.add(
        Invitation(
            secret_hash=secret_hash(secret),
            tournament_id=work.tournament_id,
            role=role,
            label=label,
            created_at=work.now,
            expires_at=work.now + INVITATION_LIFE,
        )
    )
    work.note(
        with_reason(say("A link for a new {role} was made", role=role.word), label),
        "members",
    )


def key_of_link(secret: str) -> str:
    """The key of the invitation with this link."""
    return _key(secret_hash(secret))


def _key(hashed: str) -> str:
    return hashed[:16]


def invitations(installation: Installation, tournament_id: int) -> tuple[InvitationSummary, ...]:
    """The invitations of an event, the oldest first."""
    with installation.database.read_session() as session:
        return tuple(
            InvitationSummary(
                _key(row.secret_hash),
                row.role,
                row.label,
                row.expires_at,
                row.used_by_account_id is not None,
            )
            for row in stored.invitations(session, tournament_id)
        )


@command("withdraw_invitation")
def withdraw_invitation(work: Work, key: str) -> None:
    """Take an invitation back by its `key`; nothing happens when it is gone."""
    found = [
        row for row in stored.invitations(work.session, work.tournament_id) if _key(row.secret_hash) == key
    ]
    if not found:
        return
    work.require()
    work.session.delete(found[0])
    work.note(say("The link for a new {role} was taken back", role=found[0].role.word), "members")


def accept_invitation(installation: Installation, actor: Actor, now: datetime, secret: str) -> int:
    """Become a member by an invitation's link; the tournament's id. Opening one's own again is harmless.

    A role higher than the invitation's stays. Raises Refused: organizer-only (403), invitation-gone (410).
    """
    if actor.kind is not ActorKind.ORGANIZER or actor.id is None:
        raise Refused("organizer-only", "Sign in with your account, then open the link.", Kind.FORBIDDEN)
    with installation.database.read_session() as session:
        found = session.get(Invitation, secret_hash(secret))
    if found is None:
        raise invitation_gone()
    # Whoever opens the link is nobody to the event yet: the invitation is what gives the right.
    _use_invitation(Call(installation, found.tournament_id, actor, Role.PUBLIC, now), found.secret_hash)
    return found.tournament_id


@command("accept_invitation")
def _use_invitation(work: Work, key: str) -> None:
    row = work.session.get(Invitation, key)
    if row is None or row.expires_at <= work.now or row.used_by_account_id not in (None, work.actor.id):
        raise invitation_gone()
    account = work.session.get(Account, work.actor.id)
    if account is None:
        raise invitation_gone()
    if row.used_by_account_id is None:
        row.used_by_account_id = work.actor.id
        present = role_of(work.session, work.tournament_id, work.actor)
        if present is Role.PUBLIC or MEMBER_ROLES.index(row.role) < MEMBER_ROLES.index(present):
            give_role(work, account, row.role)


def invitation_gone() -> Refused:
    """What an invitation that works no more answers (410)."""
    return Refused(
        "invitation-gone", "This invitation was used, taken back or is too old: ask for a new one.", Kind.GONE
    )
