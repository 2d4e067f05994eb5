"""Roles in an event and invitations."""

from datetime import timedelta

import pytest
from sqlmodel import select

from app.services.event import queries
from app.services.event.undo import undo
from app.services.kernel.actors import PUBLIC, SYSTEM, Actor, ActorKind
from app.services.kernel.errors import Kind, Refused
from app.services.kernel.permissions import Role
from app.services.people.accounts import create_account
from app.services.people.entries import Entry
from app.services.people.members import (
    Member,
    accept_invitation,
    add_member,
    change_role,
    invitations,
    invite_member,
    members,
    remove_member,
    role_in,
    withdraw_invitation,
)
from app.services.people.registration import register_player
from app.storage.access_tables import Invitation
from app.storage.tables import Journal
from tests.calls import call_of

pytestmark = pytest.mark.both_engines


@pytest.fixture
def judge(installation, now):
    account = create_account(installation, now, "Judith", "link of Judith")
    return Actor(ActorKind.ORGANIZER, account.id, account.name)


def refusal(function, *args):
    with pytest.raises(Refused) as refused:
        function(*args)
    return refused.value.code, refused.value.kind


def test_everybody_has_one_role_in_an_event(installation, event, organizer, judge, now):
    joined = register_player(
        call_of(installation, event.id, organizer, now), Entry("Ana"), "link of Ana"
    ).value
    ana = Actor(ActorKind.PLAYER, joined.player_id, "Ana", event.id)
    assert role_in(installation, event.id, organizer) is Role.OWNER
    assert role_in(installation, event.id, judge) is Role.PUBLIC
    assert role_in(installation, event.id, ana) is Role.PLAYER
    assert role_in(installation, event.id + 1, ana) is Role.PUBLIC
    assert role_in(installation, event.id + 1, organizer) is Role.PUBLIC
    assert role_in(installation, event.id, PUBLIC) is Role.PUBLIC
    assert role_in(installation, event.id, SYSTEM) is Role.OWNER


def test_members_come_change_and_go(installation, event, organizer, judge, now, told):
    told.clear()
    for _ in range(2):
        add_member(call_of(installation, event.id, organizer, now), "judith", Role.JUDGE)
    assert len(told) == 1
    assert members(installation, event.id) == (
        Member(organizer.id, "Olga", Role.OWNER),
        Member(judge.id, "Judith", Role.JUDGE),
    )
    change_role(call_of(installation, event.id, organizer, now), judge.id, Role.ORGANIZER)
    assert role_in(installation, event.id, judge) is Role.ORGANIZER
    for _ in range(2):
        remove_member(call_of(installation, event.id, organizer, now), judge.id)
    assert role_in(installation, event.id, judge) is Role.PUBLIC
    assert refusal(change_role, call_of(installation, event.id, organizer, now), judge.id, Role.JUDGE)[1] == (
        Kind.NOT_FOUND
    )
    assert refusal(add_member, call_of(installation, event.id, organizer, now), "Nobody", Role.JUDGE)[1] == (
        Kind.NOT_FOUND
    )
    assert refusal(add_member, call_of(installation, event.id, organizer, now), "Judith", Role.PLAYER)[1] == (
        Kind.INVALID
    )


def test_the_last_owner_stays(installation, event, organizer, judge, now):
    for act in (
        lambda: remove_member(call_of(installation, event.id, organizer, now), organizer.id),
        lambda: change_role(call_of(installation, event.id, organizer, now), organizer.id, Role.JUDGE),
    ):
        assert refusal(act) == ("last-owner", Kind.CONFLICT)
    assert role_in(installation, event.id, organizer) is Role.OWNER
    add_member(call_of(installation, event.id, organizer, now), "Judith", Role.OWNER)
    remove_member(call_of(installation, event.id, organizer, now), organizer.id)
    assert [member.name for member in members(installation, event.id)] == ["Judith"]


def test_an_invitation_works_once(installation, event, organizer, judge, now):
    invite_member(call_of(installation, event.id, organizer, now), Role.JUDGE, "head judge", "s3cret")
    for _ in range(2):
        assert accept_invitation(installation, judge, now, "s3cret") == event.id
    assert role_in(installation, event.id, judge) is Role.JUDGE
    other = create_account(installation, now, "Other", "x")
    stranger = Actor(ActorKind.ORGANIZER, other.id, "Other")
    assert refusal(accept_invitation, installation, stranger, now, "s3cret") == (
        "invitation-gone",
        Kind.GONE,
    )
    (seen,) = invitations(installation, event.id)
    assert (seen.role, seen.label, seen.used) == (Role.JUDGE, "head judge", True)
    remove_member(call_of(installation, event.id, organizer, now), judge.id)
    accept_invitation(installation, judge, now, "s3cret")
    assert role_in(installation, event.id, judge) is Role.PUBLIC, "a removed member stays out"


@pytest.mark.parametrize("way", ["removed", "lowered", "undone"])
def test_who_was_owner_does_not_come_back_by_an_invitation_of_their_own(
    installation, event, organizer, judge, now, way
):
    """FAULTS S10: the link was made beforehand and kept."""
    add_member(call_of(installation, event.id, organizer, now), "Judith", Role.OWNER)
    made_owner = queries.version(installation, event.id)
    invite_member(call_of(installation, event.id, judge, now), Role.OWNER, "for later", "kept back")
    invite_member(call_of(installation, event.id, judge, now), Role.JUDGE, "", "used")
    third = create_account(installation, now, "Third", "x")
    accept_invitation(installation, Actor(ActorKind.ORGANIZER, third.id, "Third"), now, "used")
    if way == "removed":
        remove_member(call_of(installation, event.id, organizer, now), judge.id)
    elif way == "lowered":
        change_role(call_of(installation, event.id, organizer, now), judge.id, Role.JUDGE)
    else:
        undo(call_of(installation, event.id, organizer, now), made_owner)
    assert refusal(accept_invitation, installation, judge, now, "kept back")[1] == Kind.GONE
    assert role_in(installation, event.id, judge) is (Role.JUDGE if way == "lowered" else Role.PUBLIC)
    assert [(seen.role, seen.used) for seen in invitations(installation, event.id)] == [(Role.JUDGE, True)]


def test_invitations_stay_when_somebody_else_leaves(installation, event, organizer, judge, now):
    add_member(call_of(installation, event.id, organizer, now), "Judith", Role.JUDGE)
    invite_member(call_of(installation, event.id, organizer, now), Role.JUDGE, "", "s3cret")
    remove_member(call_of(installation, event.id, organizer, now), judge.id)
    assert len(invitations(installation, event.id)) == 1


def test_an_invitation_ends_or_is_taken_back(installation, event, organizer, judge, now):
    invite_member(call_of(installation, event.id, organizer, now), Role.DISPLAY, "", "old")
    invite_member(call_of(installation, event.id, organizer, now), Role.JUDGE, "", "withdrawn")
    key = next(seen.key for seen in invitations(installation, event.id) if seen.role is Role.JUDGE)
    withdraw_invitation(call_of(installation, event.id, organizer, now), key)
    later = now + timedelta(days=14)
    for moment, secret in ((later, "old"), (now, "withdrawn"), (now, "never made")):
        assert refusal(accept_invitation, installation, judge, moment, secret)[1] == Kind.GONE
    assert refusal(accept_invitation, installation, PUBLIC, now, "old")[1] == Kind.FORBIDDEN
    assert role_in(installation, event.id, judge) is Role.PUBLIC


def test_an_invitation_never_lowers_a_role(installation, event, organizer, now):
    invite_member(call_of(installation, event.id, organizer, now), Role.JUDGE, "", "s3cret")
    accept_invitation(installation, organizer, now, "s3cret")
    assert role_in(installation, event.id, organizer) is Role.OWNER


def test_the_secret_of_an_invitation_is_nowhere(installation, event, organizer, now):
    invite_member(call_of(installation, event.id, organizer, now), Role.JUDGE, "", "s3cret")
    with installation.database.read_session() as session:
        kept = [row.model_dump_json() for row in session.exec(select(Invitation))]
        hashed = session.exec(select(Invitation)).one().secret_hash
        journal = [row.model_dump_json() for row in session.exec(select(Journal))]
    assert "s3cret" not in "".join(kept + journal)
    assert hashed not in "".join(journal)
