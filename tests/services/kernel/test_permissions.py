"""The one table of permissions."""

import pytest

from app.services.kernel import permissions
from app.services.kernel.actors import PUBLIC, SYSTEM, Actor, ActorKind
from app.services.kernel.errors import Kind, Refused
from app.services.kernel.permissions import PERMISSIONS, Role, may
from app.tournament.lifecycle import COMMANDS


def refusal(function, *args):
    with pytest.raises(Refused) as refused:
        function(*args)
    return refused.value.code, refused.value.kind


def test_every_command_has_its_roles():
    assert set(COMMANDS) <= set(PERMISSIONS)
    for action, roles in PERMISSIONS.items():
        assert Role.OWNER in roles or roles == {Role.PLAYER}, f"the owner may not {action}"
        assert roles >= {Role.JUDGE} or not roles & {Role.DISPLAY}, f"a display may {action}, a judge not"


@pytest.mark.parametrize("action", ["see_bids", "see_decks", "see_drafts", "see_journal", "export_archive"])
def test_what_is_secret_is_not_public(action):
    assert not may(Role.PUBLIC, action)
    assert not may(Role.DISPLAY, action)


def test_who_may_not_hears_what_to_do():
    assert refusal(permissions.require, Role.PUBLIC, "undo") == ("not-signed-in", Kind.NOT_SIGNED_IN)
    assert refusal(permissions.require, Role.JUDGE, "undo") == ("not-allowed", Kind.FORBIDDEN)
    permissions.require(Role.ORGANIZER, "undo")
    with pytest.raises(KeyError):
        may(Role.OWNER, "fly")


@pytest.mark.parametrize(
    ("role", "action", "said"),
    [
        (Role.OWNER, "report_result", "Only a player of the event may do this, on the own phone."),
        (Role.JUDGE, "call_organizer", "Only a player of the event may do this, on the own phone."),
        (Role.ORGANIZER, "manage_members", "Only an owner of the event may do this."),
        (Role.JUDGE, "undo", "This is not for the role judge: ask an organizer."),
    ],
)
def test_who_may_not_hears_who_may(role, action, said):
    with pytest.raises(Refused, match=said):
        permissions.require(role, action)


def test_players_act_for_themselves_only():
    ana = Actor(ActorKind.PLAYER, 5, "Ana", 1)
    permissions.require_own(ana, 1, 5)
    permissions.require_own(Actor(ActorKind.ORGANIZER, 1, "Olga"), 1, 5)
    permissions.require_own(SYSTEM, 1, 5)
    for actor, tournament, player in ((ana, 1, 6), (ana, 2, 5), (PUBLIC, 1, 5)):
        assert refusal(permissions.require_own, actor, tournament, player)[1] == Kind.FORBIDDEN
