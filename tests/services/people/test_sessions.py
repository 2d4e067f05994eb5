"""Who a request comes from: browser sessions and organizers' tokens."""

from datetime import timedelta

import pytest

from app.services.kernel.actors import Actor, ActorKind
from app.services.kernel.errors import Kind, Refused
from app.services.people import sessions
from app.services.people.accounts import (
    create_account,
    new_sign_in_link,
    set_password,
    sign_in_with_link,
)
from app.services.people.sessions import Caller, Scope

pytestmark = pytest.mark.both_engines


def test_a_browser_stays_signed_in_until_it_signs_out(installation, organizer, now):
    ends = sessions.open_session(installation, now, "cookie", organizer)
    assert ends == now + timedelta(days=30)
    assert sessions.session_of(installation, now, "cookie") == organizer
    assert sessions.session_of(installation, now, "another") is None
    sessions.close_session(installation, "cookie")
    sessions.close_session(installation, "cookie")
    assert sessions.session_of(installation, now, "cookie") is None


def test_a_session_ends_by_itself(installation, organizer, now):
    ends = sessions.open_session(installation, now, "cookie", organizer)
    assert sessions.session_of(installation, ends - timedelta(seconds=1), "cookie") == organizer
    assert sessions.session_of(installation, ends, "cookie") is None


def test_a_new_password_ends_the_sessions_of_that_account_only(installation, organizer, now):
    other = create_account(installation, now, "Other", "link")
    somebody = Actor(ActorKind.ORGANIZER, other.id, other.name)
    sessions.open_session(installation, now, "mine", organizer)
    sessions.open_session(installation, now, "theirs", somebody)
    set_password(installation, organizer.id, "nineteen blue ice walls")
    assert sessions.session_of(installation, now, "mine") is None
    assert sessions.session_of(installation, now, "theirs") == somebody


@pytest.mark.parametrize("ended", [False, True])
def test_a_new_password_ends_links_always_and_tokens_if_asked(installation, organizer, now, ended):
    """FAULTS S10: who had taken a link or a token came in with it after the password was changed."""
    other = create_account(installation, now, "Other", "their link")
    new_sign_in_link(installation, now, "Olga", "taken link")
    for name in ("Olga", "Other"):
        sessions.create_token(installation, now, name, "stream", Scope.WRITE, f"token of {name}")
    set_password(installation, organizer.id, "nineteen blue ice walls", tokens_end_at=now if ended else None)
    with pytest.raises(Refused) as refused:
        sign_in_with_link(installation, now, "taken link")
    assert refused.value.code == "wrong-credentials"
    assert sign_in_with_link(installation, now, "their link").id == other.id
    (mine,), (theirs,) = (sessions.tokens_of(installation, each.id) for each in (organizer, other))
    assert (mine.revoked_at, theirs.revoked_at) == (now if ended else None, None)


def test_a_token_acts_for_its_organizer_within_its_scope(installation, organizer, now):
    sessions.create_token(installation, now, "Olga", "stream", Scope.READ, "t0ken")
    assert sessions.caller_of_token(installation, now, "t0ken") == Caller(organizer, Scope.READ)
    (token,) = sessions.tokens_of(installation, organizer.id)
    assert (token.label, token.scope, token.expires_at) == ("stream", Scope.READ, None)
    assert "t0ken" not in repr(token)


def test_a_token_ends_when_it_expires_or_is_revoked(installation, organizer, now):
    expiry = now + timedelta(hours=1)
    sessions.create_token(installation, now, "Olga", "short", Scope.WRITE, "short", expiry)
    long = sessions.create_token(installation, now, "Olga", "long", Scope.WRITE, "long")
    assert sessions.caller_of_token(installation, now, "short").actor == organizer
    sessions.revoke_token(installation, now, organizer.id, long.id)
    for secret in ("short", "long", "never made"):
        with pytest.raises(Refused) as refused:
            sessions.caller_of_token(installation, expiry, secret)
        assert (refused.value.code, refused.value.kind) == ("wrong-credentials", Kind.NOT_SIGNED_IN)


def test_nobody_revokes_the_token_of_another_account(installation, organizer, now):
    other = create_account(installation, now, "Other", "link")
    token = sessions.create_token(installation, now, "Olga", "mine", Scope.WRITE, "t0ken")
    with pytest.raises(Refused) as refused:
        sessions.revoke_token(installation, now, other.id, token.id)
    assert refused.value.kind == Kind.NOT_FOUND
    assert sessions.caller_of_token(installation, now, "t0ken").actor == organizer


def test_a_token_that_would_be_over_already_is_not_made(installation, organizer, now):
    with pytest.raises(Refused) as refused:
        sessions.create_token(installation, now, "Olga", "x", Scope.WRITE, "t0ken", now)
    assert refused.value.kind == Kind.INVALID
    assert sessions.tokens_of(installation, organizer.id) == ()
